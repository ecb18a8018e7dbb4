"""Lo que se importó y lo que no, para quien lo lee y para quien lo procesa."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from generador.importar.casos import Asignada
from generador.lectura.ajenas.tramos import Saltada
from generador.modelo.traza import Grado, Traza
from generador.siguiente import orden

_POCAS = 10


class FicheroLeido(Struct, frozen=True):
    """Un fichero, de quién era, cuántos spans traía (0 si no va por spans) y lo que no se pudo convertir."""

    ruta: str
    formato: str
    tramos: int
    saltadas: tuple[Saltada, ...]


class CasoImportado(Struct, frozen=True, kw_only=True):
    """Un caso tal como quedó. `falta` es lo que su formato no trae, de parte a `parcial` o `nada`."""

    caso: str
    hilo: str
    origen: str
    ejecuciones: int
    pasos: int
    estado: str
    llamadas_a_modelo: int
    falta: dict[str, str]
    redacciones: int
    avisos: tuple[str, ...]

    @staticmethod
    def de(a: Asignada, traza: Traza, redacciones: int) -> CasoImportado:
        """El resumen de una traza ya leída de vuelta."""
        grados = asdict(traza.completitud)
        perdidas = (f"{len(traza.saltadas)} líneas no se pueden leer",) if traza.saltadas else ()
        modelos = sum(len(t.modelos) for p in traza.pasos for t in p.tareas)
        return CasoImportado(
            caso=a.caso,
            hilo=a.conversacion.clave,
            origen=a.conversacion.origen,
            ejecuciones=len(traza.ejecuciones),
            pasos=len(traza.pasos),
            estado=traza.fin.value,
            llamadas_a_modelo=modelos,
            falta={k: Grado(v).value for k, v in grados.items() if v is not Grado.COMPLETO},
            redacciones=redacciones,
            avisos=(*a.conversacion.avisos, *map(str, traza.avisos), *perdidas),
        )


class Importada(Struct, frozen=True, kw_only=True):
    """Lo que dejó la orden. `ficheros` son los del autor que se crearon; `de_la_demo`, avisos que no son de un caso."""

    demo: str
    carpeta: Path
    corrida: Path
    ficheros: tuple[str, ...]
    leidos: tuple[FicheroLeido, ...]
    casos: tuple[CasoImportado, ...]
    con_grafo: bool
    de_la_demo: tuple[str, ...] = ()

    @property
    def texto(self) -> tuple[str, ...]:
        """Qué se escribió y qué hacer ahora."""
        return (
            *map(str, (*(self.carpeta / f for f in self.ficheros), self.corrida)),
            *map(_linea, self.casos),
            self.siguiente,
        )

    @property
    def siguiente(self) -> str:
        """Lo que conviene hacer ahora."""
        revisa = f"revisa {self.carpeta / self.ficheros[0]}, " if self.ficheros else ""
        corridas = self.carpeta.parent
        return f"Ahora: {revisa}{orden('comparar', corridas, self.demo)} y {orden('construir', corridas)}"

    @property
    def avisos(self) -> tuple[str, ...]:
        """Lo que no se pudo convertir, lo que falta y lo que se tapó."""
        return tuple(self._avisos())

    def _avisos(self) -> Iterator[str]:
        for leido in self.leidos:
            for s in leido.saltadas[:_POCAS]:
                sitio = f"{leido.ruta}:{s.linea}" if s.linea else leido.ruta
                yield f"{sitio}: {s.motivo} → se salta"
            if len(leido.saltadas) > _POCAS:
                yield f"{leido.ruta}: se saltan {len(leido.saltadas)} en total → con --json salen todas"
        for c in self.casos:
            yield from (f"{c.caso}: {a}" for a in c.avisos)
            if c.redacciones:
                yield f"{c.caso}: se taparon {c.redacciones} secretos"
        yield from (f"{self.demo}: {a}" for a in self.de_la_demo)
        if not self.con_grafo:
            que_hacer = "da el suyo con --grafo (lo escribe «vitrina exportar»)"
            yield f"{self.demo}: sin grafo no se comprueba lo que el agente declara → {que_hacer}"

    def como_json(self) -> str:
        """Lo mismo, entero, para una máquina."""
        datos = {
            "demo": self.demo,
            "corrida": str(self.corrida),
            "escritos": [str(self.carpeta / f) for f in self.ficheros],
            "con_grafo": self.con_grafo,
            "ficheros": [asdict(x) for x in self.leidos],
            "casos": [asdict(c) for c in self.casos],
            "avisos": list(self.avisos),
            "siguiente": self.siguiente,
        }
        return json.dumps(datos, ensure_ascii=False, indent=1)


def _linea(c: CasoImportado) -> str:
    falta = ", ".join(f"{k} {v}" for k, v in c.falta.items())
    partes = [f"{c.pasos} pasos", f"{c.ejecuciones} ejecuciones", c.estado, *([f"sin: {falta}"] if falta else [])]
    return f"  {c.caso}: {' · '.join(partes)}"

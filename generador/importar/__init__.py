"""De trazas que grabó otro a una corrida de Vitrina, en una orden.

Se convierte al importar y no al construir: un fichero ajeno trae muchas conversaciones, o una repartida en varios, y
lleva cosas que no se publican. Lo que queda en disco es nuestra v1, con su completitud declarada (ADR 0006). O aparece
la corrida entera, o no aparece nada; lo que ya hubiera no se toca.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from generador import __version__
from generador.cuaderno import Cuaderno, en_obras, publicar
from generador.deducido import DE_LO_OBSERVADO, DEL_GRAFO, Contrato, contrato_de
from generador.errores import ErrorDeEntrada, problema
from generador.importar.casos import Asignada, asignar, elegir, frente_al_plan
from generador.importar.informe import CasoImportado, FicheroLeido, Importada
from generador.importar.observado import grafo_observado
from generador.importar.plan import VARIANTE, plan_de
from generador.importar.traza import Amanuense
from generador.lectura.ajenas import Leido, leer_todos
from generador.lectura.contrato import leer_contrato
from generador.lectura.demos import PLAN, leer_demo
from generador.lectura.grafo import leer_grafo
from generador.lectura.json_con_posiciones import leer_json
from generador.lectura.plan import leer_plan
from generador.lectura.trazas import leer_traza
from generador.modelo.corrida import CasoGrabado
from generador.modelo.grafo import FIN, INICIO, Grafo
from generador.modelo.nombres import nombre_de_fichero
from generador.modelo.plan import Caso, Plan
from generador.modelo.traza import Traza

_RECORRIBLE = 0o755


@dataclass(frozen=True, slots=True, kw_only=True)
class Pedido:
    """Lo que se pidió importar. `casos` son ids en el orden de las conversaciones; `hilos`, cuáles de ellas."""

    ficheros: Sequence[Path]
    casos: Sequence[str] = ()
    hilos: Sequence[str] = ()
    variante: str | None = None
    grafo: Path | None = None


def importar(
    demo: str,
    corridas: Path,
    pedido: Pedido,
    *,
    ahora: Callable[[], datetime],
    entorno: Mapping[str, str] = os.environ,
) -> Importada:
    """Escribe una corrida nueva en `corridas/<demo>`, y la demo con su plan si no existe.

    `entorno` es de donde salen los secretos que tapar. Lanza `ErrorDeEntrada`, sin dejar nada escrito, si un fichero no
    se reconoce, un caso no está en el plan o lo que saldría no se puede leer.
    """
    if nombre_de_fichero(demo) != demo:
        que_hacer = "usa letras minúsculas sin acentos, cifras y guiones"
        raise ErrorDeEntrada([problema("demo", f"«{demo[:60]}» no vale como nombre de carpeta", que_hacer)])
    grafo = None if pedido.grafo is None else leer_grafo(pedido.grafo)
    leidos, conversaciones = leer_todos(pedido.ficheros)
    amanuense = Amanuense(entorno)
    elegidas = [replace(c, clave=str(amanuense.limpio(c.clave))) for c in elegir(conversaciones, pedido.hilos)]
    asignadas = asignar(elegidas, pedido.casos)
    taller = _Taller(demo, corridas / demo, pedido, asignadas, amanuense, grafo, ahora())
    existe = os.path.lexists(taller.carpeta / PLAN)
    if not existe and os.path.lexists(taller.carpeta):
        que_hacer = f"ponle un {PLAN}, o usa otro nombre"
        raise ErrorDeEntrada([problema(taller.carpeta, f"existe y no es una demo: no tiene {PLAN}", que_hacer)])
    escrita = taller.en_la_que_hay() if existe else taller.en_una_nueva()
    return Importada(
        demo=demo,
        carpeta=taller.carpeta,
        corrida=escrita.corrida,
        ficheros=escrita.ficheros,
        leidos=tuple(map(_resumido, leidos)),
        casos=escrita.casos,
        con_grafo=grafo is not None,
        de_la_demo=escrita.avisos,
    )


def _resumido(leido: Leido) -> FicheroLeido:
    lectura = leido.lectura
    return FicheroLeido(str(leido.ruta), lectura.formato, len(lectura.tramos), lectura.saltadas)


@dataclass(frozen=True, slots=True)
class _Escrita:
    """Una corrida ya en su sitio, y los ficheros del autor que se crearon con ella."""

    corrida: Path
    casos: tuple[CasoImportado, ...]
    ficheros: tuple[str, ...] = ()
    avisos: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Taller:
    """Lo que hace falta para dejar la corrida."""

    demo: str
    carpeta: Path
    pedido: Pedido
    asignadas: tuple[Asignada, ...]
    amanuense: Amanuense
    grafo: Grafo | None
    creada: datetime

    def en_la_que_hay(self) -> _Escrita:
        """Una corrida más en una demo que ya existe. Su plan no se toca."""
        plan = leer_plan(self.carpeta / PLAN)
        variante = self._variante(plan)
        frente_al_plan(self.asignadas, plan, self.carpeta / PLAN, variante)
        corrida, casos = self._escribir(plan, self.carpeta, variante)
        suyos = {a.caso for a in self.asignadas}
        callados = ", ".join(f"«{c.id[:60]}»" for c in plan.casos if c.id not in suyos)
        sin = f"la corrida no trae {callados[:300]}: no se verán mientras sea la última"
        return _Escrita(corrida, casos, avisos=(sin,) if callados else ())

    def en_una_nueva(self) -> _Escrita:
        """La demo entera, con su plan y su contrato. Aparece cuando ya se ha podido leer."""
        variante = self.pedido.variante or VARIANTE
        limpias = tuple(Asignada(a.caso, self._limpia(a)) for a in self.asignadas)
        with _aparte(self.carpeta) as temporal:
            trazas = self._de_prueba(temporal)
            contrato = self._contrato(trazas, temporal)
            ficheros = {contrato.fichero: contrato.texto} if contrato else {}
            ficheros[PLAN] = plan_de(
                self.demo,
                limpias,
                variante=variante,
                contrato=contrato.referencia if contrato else None,
                con_grafo=self.grafo is not None,
                nodos=_nodos(self.grafo or grafo_observado(trazas)),
            )
            for nombre, texto in ficheros.items():
                (temporal / nombre).write_text(texto, "utf-8", newline="\n")
            corrida, casos = self._escribir(leer_plan(temporal / PLAN), temporal, variante)
            _comprobar(temporal, self.carpeta)
        sin = "no se dedujo contrato: no hay nodos, o el nombre de alguno no cabe en un contrato"
        avisos = () if contrato else (sin,)
        return _Escrita(self.carpeta / corrida.name, casos, tuple(sorted(ficheros, reverse=True)), avisos)

    def _variante(self, plan: Plan) -> str:
        ids = [v.id for v in plan.variantes]
        if self.pedido.variante is None and len(ids) == 1:
            return ids[0]
        if self.pedido.variante not in ids:
            que_pasa = (
                "la demo tiene varias variantes"
                if self.pedido.variante is None
                else f"no hay ninguna variante «{self.pedido.variante[:60]}»"
            )
            raise ErrorDeEntrada(
                [problema(self.carpeta / PLAN, que_pasa, f"usa --variante con una de: {', '.join(ids)}")]
            )
        return str(self.pedido.variante)

    def _limpia(self, a: Asignada) -> Any:
        """La conversación sin secretos y con un nombre que se puede leer: lo que va al plan también se publica."""
        c, limpio = a.conversacion, self.amanuense.limpio
        inicios = tuple(limpio(x) for x in c.lineas if x.get("t") == "run.start")
        return replace(c, clave=c.clave[:80], entrada=limpio(c.entrada), lineas=inicios)

    def _de_prueba(self, temporal: Path) -> list[Traza]:
        """Las trazas leídas como las leerá construir, para saber qué se observa en ellas."""
        trazas: list[Traza] = []
        for a in self.asignadas:
            ruta = temporal / "prueba.jsonl"
            ruta.write_bytes(self.amanuense.traza(a.conversacion, demo=self.demo, caso=a.caso, variante="").datos)
            trazas.append(leer_traza(ruta, a.caso))
            ruta.unlink()
        return trazas

    def _contrato(self, trazas: Sequence[Traza], temporal: Path) -> Contrato | None:
        """El que se deduce del grafo o de lo observado; ninguno si no hay nodos, o si alguno no cabe en un contrato."""
        grafo, aviso = (self.grafo, DEL_GRAFO) if self.grafo else (grafo_observado(trazas), DE_LO_OBSERVADO)
        if not grafo.nodos:
            return None
        contrato = contrato_de(grafo, self.demo, aviso)
        (temporal / contrato.fichero).write_text(contrato.texto, "utf-8", newline="\n")
        try:
            leer_contrato(contrato.referencia, temporal)
        except ErrorDeEntrada:
            (temporal / contrato.fichero).unlink()
            return None
        return contrato

    def _escribir(self, plan: Plan, donde: Path, variante: str) -> tuple[Path, tuple[CasoImportado, ...]]:
        with en_obras(donde) as temporal:
            cuaderno = Cuaderno(temporal)
            pares = [self._caso(cuaderno, a, variante) for a in self.asignadas]
            con_grafo = self._exportar(cuaderno, variante)
            cuaderno.fuentes({})
            versiones = {"vitrina": __version__, "python": platform.python_version()}
            grabados = [g for g, _ in pares]
            cuaderno.manifiesto(plan, None, self.creada, grabados, con_grafo, versiones)
            nombre = self.creada.astimezone(UTC).strftime("%Y%m%d-%H%M%S")
            return publicar(temporal, donde, nombre), tuple(c for _, c in pares)

    def _exportar(self, cuaderno: Cuaderno, variante: str) -> tuple[str, ...]:
        """El grafo dado, tal cual. Sin él no se escribe ninguno: lo observado no es lo que el agente declara."""
        if self.pedido.grafo is None:
            return ()
        cuaderno.grafo(variante, leer_json(self.pedido.grafo).valor)
        return (variante,)

    def _caso(self, cuaderno: Cuaderno, a: Asignada, variante: str) -> tuple[CasoGrabado, CasoImportado]:
        escrita = self.amanuense.traza(a.conversacion, demo=self.demo, caso=a.caso, variante=variante)
        ruta = cuaderno.ruta_de_traza(nombre_de_fichero(a.caso))
        ruta.write_bytes(escrita.datos)
        traza = leer_traza(ruta, a.caso)
        tiempos = [e.t1 - e.t0 for e in traza.ejecuciones if e.t0 is not None and e.t1 is not None]
        caso = Caso(id=a.caso, titulo="", variante=variante, entrada=None)
        grabado = cuaderno.grabado(caso, ruta, traza.fin.value, max(0.0, sum(tiempos)))
        return grabado, CasoImportado.de(a, traza, escrita.redacciones)


def _nodos(grafo: Grafo) -> list[str]:
    return [n.id for n in grafo.nodos if n.padre is None and n.id not in (INICIO, FIN)]


@contextmanager
def _aparte(carpeta: Path) -> Iterator[Path]:
    """Una carpeta hermana que se convierte en `carpeta` si nada falla."""
    carpeta.parent.mkdir(parents=True, exist_ok=True)
    with en_obras(carpeta.parent) as temporal:
        yield temporal
        temporal.chmod(_RECORRIBLE)
        temporal.rename(carpeta)


def _comprobar(temporal: Path, carpeta: Path) -> None:
    """Lee lo escrito como lo leerá construir; lo que no valga se dice con la ruta que iba a tener."""
    try:
        leer_demo(temporal)
    except ErrorDeEntrada as error:
        suyos = (replace(p, fichero=p.fichero.replace(str(temporal), str(carpeta))) for p in error.problemas)
        raise ErrorDeEntrada(suyos) from error

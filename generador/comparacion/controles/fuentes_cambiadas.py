"""Un extracto de código que no es el que se exportó: su huella no coincide, o dos variantes lo cuentan distinto."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from generador.comparacion.evidencia import Evidencia
from generador.modelo.corrida import Fuente
from generador.modelo.grafo import Lugar
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.modelo.mensaje import mensaje

NOMBRE = "fuentes_cambiadas"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por extracto tocado y otro por extracto de una revisión distinta a la de la corrida."""
    return tuple(_hallazgos(evidencia))


def _hallazgos(evidencia: Evidencia) -> Iterator[Hallazgo]:
    grabada = evidencia.manifiesto.revision if evidencia.manifiesto else None
    for fuente in evidencia.fuentes.values():
        if fuente.codigo and fuente.sha256 and fuente.sha256 != _huella(fuente.codigo):
            motivo = mensaje("el código de %(nodo)s no es el que se exportó: su huella no coincide", nodo=fuente.nodo)
        elif grabada and fuente.revision and not fuente.ajena and fuente.revision != grabada:
            motivo = mensaje(
                "el código de %(nodo)s es de la revisión %(suya)s y la corrida de la %(grabada)s",
                nodo=fuente.nodo,
                suya=fuente.revision,
                grabada=grabada,
            )
        else:
            continue
        yield Hallazgo(
            control=NOMBRE,
            gravedad=Gravedad.AVISO,
            motivo=motivo,
            remedio=mensaje("vuelve a grabar la corrida: código y trazas tienen que ser del mismo momento"),
            lugar=_lugar(fuente),
        )


def _huella(codigo: str) -> str:
    return hashlib.sha256(codigo.encode("utf-8", "surrogatepass")).hexdigest()


def _lugar(fuente: Fuente) -> Lugar | None:
    return Lugar(fuente.fichero, fuente.lineas[0] if fuente.lineas else 0) if fuente.fichero else None

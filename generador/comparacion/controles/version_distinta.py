"""Una traza grabada con otra versión de LangGraph que el grafo con que se compara."""

from __future__ import annotations

from collections.abc import Iterator

from generador.comparacion.evidencia import Evidencia
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.modelo.mensaje import mensaje

NOMBRE = "version_distinta"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por traza cuya versión no es la del grafo exportado (o, si no la dice, la del manifiesto)."""
    return tuple(_hallazgos(evidencia))


def _hallazgos(evidencia: Evidencia) -> Iterator[Hallazgo]:
    esperada = evidencia.real.version_langgraph if evidencia.real else None
    if esperada is None and evidencia.manifiesto is not None:
        esperada = evidencia.manifiesto.versiones.get("langgraph")
    for caso, apunte in evidencia.apuntes.items():
        if esperada and apunte.version_langgraph and apunte.version_langgraph != esperada:
            yield Hallazgo(
                control=NOMBRE,
                gravedad=Gravedad.AVISO,
                motivo=mensaje(
                    "la traza de %(caso)s es de LangGraph %(suya)s y el grafo de %(esperada)s",
                    caso=caso,
                    suya=apunte.version_langgraph,
                    esperada=esperada,
                ),
                remedio=mensaje("vuelve a grabar y exportar con la misma versión"),
                lugar=evidencia.traza(caso),
            )

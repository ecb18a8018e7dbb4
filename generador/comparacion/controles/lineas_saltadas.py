"""Una traza con líneas que no se pudieron leer, o con sucesos que quien grabó no pudo escribir."""

from __future__ import annotations

from collections.abc import Iterator

from generador.comparacion.evidencia import Evidencia
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.modelo.mensaje import mensaje

NOMBRE = "lineas_saltadas"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por traza con líneas ilegibles (en la primera) y otro por traza con pérdidas al grabar."""
    return tuple(_hallazgos(evidencia))


def _hallazgos(evidencia: Evidencia) -> Iterator[Hallazgo]:
    for caso, traza in evidencia.trazas.items():
        if traza.saltadas:
            yield Hallazgo(
                control=NOMBRE,
                gravedad=Gravedad.AVISO,
                motivo=mensaje(
                    "la traza de %(caso)s tiene líneas ilegibles: %(saltadas)s de %(lineas)s",
                    caso=caso,
                    saltadas=len(traza.saltadas),
                    lineas=traza.lineas,
                ),
                remedio=mensaje("si el proceso no murió al grabar, vuelve a grabar el caso"),
                lugar=evidencia.traza(caso, traza.saltadas[0]),
            )
        if traza.perdidas:
            yield Hallazgo(
                control=NOMBRE,
                gravedad=Gravedad.AVISO,
                motivo=mensaje("al grabar %(caso)s se perdieron sucesos: %(n)s", caso=caso, n=traza.perdidas),
                remedio=mensaje("mira si el disco se llenó y vuelve a grabar el caso"),
                lugar=evidencia.traza(caso),
            )

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
    for caso, apunte in evidencia.apuntes.items():
        if apunte.saltadas:
            yield Hallazgo(
                control=NOMBRE,
                gravedad=Gravedad.AVISO,
                motivo=mensaje(
                    "la traza de %(caso)s tiene líneas ilegibles: %(saltadas)s de %(lineas)s",
                    caso=caso,
                    saltadas=len(apunte.saltadas),
                    lineas=apunte.lineas,
                ),
                remedio=mensaje("si el proceso no murió al grabar, vuelve a grabar el caso"),
                lugar=evidencia.traza(caso, apunte.saltadas[0]),
            )
        if apunte.perdidas:
            yield Hallazgo(
                control=NOMBRE,
                gravedad=Gravedad.AVISO,
                motivo=mensaje("al grabar %(caso)s se perdieron sucesos: %(n)s", caso=caso, n=apunte.perdidas),
                remedio=mensaje("mira si el disco se llenó y vuelve a grabar el caso"),
                lugar=evidencia.traza(caso),
            )

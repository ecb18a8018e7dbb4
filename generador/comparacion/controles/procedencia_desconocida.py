"""Llamadas a un modelo de las que no se grabó quién contestó."""

from __future__ import annotations

from collections.abc import Iterator

from generador.comparacion.evidencia import Evidencia
from generador.modelo.hallazgo import Gravedad, Hallazgo, Prueba
from generador.modelo.mensaje import mensaje

NOMBRE = "procedencia_desconocida"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por caso, con el primer paso en que ocurre."""
    return tuple(_hallazgos(evidencia))


def _hallazgos(evidencia: Evidencia) -> Iterator[Hallazgo]:
    for caso, apunte in evidencia.apuntes.items():
        if pasos := apunte.sin_procedencia:
            paso = next((p for p in pasos if p is not None), None)
            yield Hallazgo(
                control=NOMBRE,
                gravedad=Gravedad.AVISO,
                motivo=mensaje("en %(caso)s hay llamadas de procedencia desconocida: %(n)s", caso=caso, n=len(pasos)),
                remedio=mensaje("grábalo con la grabadora, o haz que el modelo declare su procedencia"),
                prueba=Prueba(caso=caso, paso=paso) if paso is not None else None,
            )

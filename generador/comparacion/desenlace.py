"""El código de salida de una comparación."""

from __future__ import annotations

from collections.abc import Mapping

from generador.errores import Codigo
from generador.modelo.desenlace import Desenlace, desenlace
from generador.modelo.hallazgo import Comparacion

_CODIGOS = {
    Desenlace.CONFORME: Codigo.BIEN,
    Desenlace.DIFERENCIAS: Codigo.DIFERENCIAS,
    Desenlace.FALTAN_PRUEBAS: Codigo.PRUEBAS_INSUFICIENTES,
}


def codigo(comparaciones: Mapping[str, Comparacion]) -> Codigo:
    """0 conforme · 1 alguna diferencia · 3 ninguna diferencia, pero falta alguna prueba para decir que es conforme."""
    return _CODIGOS[desenlace(comparaciones.values())]

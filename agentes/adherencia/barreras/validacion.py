"""¿Es un mensaje que se pueda atender? Vacío o demasiado largo no llega al modelo."""

from __future__ import annotations

from agentes.adherencia.estado import Decision, falla, pasa

MAXIMO = 1000
"""Caracteres de un mensaje, ya limpio. Una duda sobre la toma cabe de sobra."""


def validar(mensaje: str) -> Decision:
    """Falla con `vacio` o `demasiado_largo`; el detalle lleva los caracteres medidos y el máximo."""
    if not any(c.isalnum() for c in mensaje):
        return falla("vacio", caracteres=len(mensaje))
    if len(mensaje) > MAXIMO:
        return falla("demasiado_largo", caracteres=len(mensaje), maximo=MAXIMO)
    return pasa("valido", caracteres=len(mensaje))

"""Barreras sobre el texto de salida: que el agente no se salga de su papel y que no invente cantidades."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from agentes.adherencia.barreras.cantidades import dosis_de
from agentes.adherencia.barreras.formas import afirmadas, compilar
from agentes.adherencia.barreras.reglas.persona import ABANDONOS, CONSEJOS, IMPOSTURAS, SILENCIOS
from agentes.adherencia.estado import Decision, Pasaje, falla, pasa
from agentes.adherencia.lengua import plano
from agentes.adherencia.textos import textos

_IMPOSTURAS, _CONSEJOS, _SILENCIOS, _ABANDONOS = map(compilar, (IMPOSTURAS, CONSEJOS, SILENCIOS, ABANDONOS))
_DE_SISTEMA = ("sistema", "sistema_con_pasajes", "sistema_sin_pasajes", "juez")
_SEGUIDAS = 6
"""Palabras seguidas del mensaje de sistema que ya son enseñarlo."""
_PALABRA = re.compile(r"\w{1,40}")


def comprobar_persona(texto: str) -> Decision:
    """Falla si el texto suplanta a un sanitario, receta, aconseja un daño, enseña sus instrucciones o cambia de"
    " papel."""
    liso = plano(texto).replace("’", "'")
    for motivo, forma in _IMPOSTURAS:
        if forma.search(liso):
            return falla(motivo)
    for motivo, forma in _CONSEJOS:
        if any(afirmadas(forma, liso)):
            return falla(motivo)
    for motivo, forma in (*_SILENCIOS, *_ABANDONOS):
        if forma.search(liso):
            return falla(motivo)
    return falla("revela_instrucciones") if _seguidas(liso) & _del_sistema() else pasa("en_su_papel")


def dosis_inventadas(texto: str, pasajes: Sequence[Pasaje]) -> tuple[str, ...]:
    """Las cantidades que no están en ninguno de los pasajes. Sin pasajes, todas."""
    conocidas = {d for p in pasajes for d in dosis_de(p["texto"])}
    return tuple(d for d in dosis_de(texto) if d not in conocidas)


def _seguidas(liso: str) -> frozenset[tuple[str, ...]]:
    palabras = _PALABRA.findall(liso)
    return frozenset(tuple(palabras[i : i + _SEGUIDAS]) for i in range(len(palabras) - _SEGUIDAS + 1))


@cache
def _del_sistema() -> frozenset[tuple[str, ...]]:
    return frozenset().union(*(_seguidas(plano(t)) for clave in _DE_SISTEMA for t in textos()[clave].values()))

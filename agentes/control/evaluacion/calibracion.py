"""La confianza de una afirmación no la dice quien la emite: se calibra con lo que pasó antes con ese predicado.

Se ajusta con las facturas impares y se comprueba con las pares, que no vio.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agentes.control.evaluacion.arnes import Cuenta

VERSION = 1


def ajustar(cuentas: Sequence[Cuenta]) -> dict[str, Any]:
    """`P(cierta | predicado)` al primer intento, con la corrección de Laplace, y su error en las facturas no vistas."""
    vistas, nuevas = cuentas[::2], cuentas[1::2]
    tabla = {}
    for pred, aciertos in sorted(_por_predicado(vistas).items()):
        tabla[pred] = {"n": len(aciertos), "confianza": round((sum(aciertos) + 1) / (len(aciertos) + 2), 4)}
    return {"v": VERSION, "ajustada_con": len(vistas), "predicados": tabla, **_error(tabla, nuevas)}


def _por_predicado(cuentas: Sequence[Cuenta]) -> dict[str, list[bool]]:
    grupos: dict[str, list[bool]] = {}
    for pred, cierta in (i for c in cuentas for i in c.intentos):
        grupos.setdefault(pred, []).append(cierta)
    return grupos


def _error(tabla: Mapping[str, Mapping[str, Any]], nuevas: Sequence[Cuenta]) -> dict[str, Any]:
    """`brier` y `ece` (un grupo por predicado) sobre las facturas no usadas para ajustar."""
    grupos = {p: a for p, a in sorted(_por_predicado(nuevas).items()) if p in tabla}
    n = sum(map(len, grupos.values()))
    if not n:
        return {"n": 0, "brier": None, "ece": None}
    conf = {p: float(tabla[p]["confianza"]) for p in grupos}
    brier = sum((conf[p] - cierta) ** 2 for p, a in grupos.items() for cierta in a) / n
    ece = sum(abs(conf[p] - sum(a) / len(a)) * len(a) for p, a in grupos.items()) / n
    return {"n": n, "brier": round(brier, 4), "ece": round(ece, 4)}

"""Valores JSON en palabras, para leer de un vistazo: importes en euros, listas en renglones, y ni una llave."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from generador.servidor.vivo.campos import CENTIMOS, euros, legible
from generador.servidor.vivo.paneles.base import Hecho

_LARGO = 600
_SIN_VALOR = "—"
_INSTANTE = re.compile(r"^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::[\d.]+)?(?:\+00:00|Z)$")


def hechos(valor: Mapping[str, Any]) -> tuple[Hecho, ...]:
    """Un dato por clave."""
    return tuple(Hecho(legible(str(k)), en_claro(v, str(k))) for k, v in valor.items())


def en_claro(valor: Any, clave: str = "") -> str:
    """Un valor en un renglón (o en varios, si es una lista de objetos)."""
    match valor:
        case None | [] | "":
            return _SIN_VALOR
        case bool():
            return "✓" if valor else "✗"
        case int() if clave.endswith(CENTIMOS):
            return f"{euros(valor)} €"
        case str():
            return recortado(_INSTANTE.sub(r"\1 \2 UTC", valor))
        case list():
            return recortado("\n".join(_renglon(v, clave) for v in valor))
        case Mapping():
            return recortado(_renglon(valor, clave))
    return recortado(json.dumps(valor, ensure_ascii=False))


def recortado(texto: str, largo: int = _LARGO) -> str:
    """El principio, y cuánto falta."""
    return texto if len(texto) <= largo else f"{texto[:largo]}… (+{len(texto) - largo})"


def _renglon(valor: Any, clave: str) -> str:
    if isinstance(valor, Mapping):
        return " · ".join(_partes(valor))
    return en_claro(valor, clave)


def _partes(valor: Mapping[str, Any]) -> Iterable[str]:
    """Los textos, tal cual; lo demás, con su nombre si hace falta para entenderlo."""
    for k, v in valor.items():
        if isinstance(v, str) or k.endswith(CENTIMOS):
            yield en_claro(v, k)
        else:
            yield f"{legible(str(k))}: {en_claro(v, k)}"

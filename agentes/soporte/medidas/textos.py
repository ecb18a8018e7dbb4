"""El nombre y la definición de cada métrica, leídos de `textos.yaml`. `pass_3` usa la plantilla `pass` con k = 3."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

Bilingue = Mapping[str, str]
_FICHERO = Path(__file__).with_name("textos.yaml")


def textos_de(id: str) -> tuple[Bilingue, Bilingue]:
    """(nombre, definición) de una métrica, en los dos idiomas."""
    clave, _, k = id.partition("_") if id.startswith("pass_") else (id, "", "")
    texto = _leidos()[clave]
    return _con(texto["nombre"], k), _con(texto["definicion"], k)


def _con(bilingue: Bilingue, k: str) -> Bilingue:
    return {idioma: texto.replace("{k}", k) for idioma, texto in bilingue.items()}


@cache
def _leidos() -> Any:
    return yaml.safe_load(_FICHERO.read_text(encoding="utf-8"))

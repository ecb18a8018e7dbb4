"""Datos para un script, dentro de la página y sin `fetch`: `<script type="application/json">`."""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

_PELIGROSOS = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_ESCAPES = str.maketrans(_PELIGROSOS)


def isla(valor: Any) -> Markup:
    """`valor` como JSON que no puede cerrar su `<script>`. Lanza `ValueError` con NaN o infinitos."""
    texto = json.dumps(valor, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Markup(texto.translate(_ESCAPES))  # noqa: S704 — sin `<`, `>` ni `&` no hay marca que abrir

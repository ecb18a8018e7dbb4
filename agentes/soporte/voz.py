"""El canal de voz, reducido a su interfaz de texto: lo que llega transcrito y lo que se devuelve para decirlo.

No hay audio: quien ponga el reconocimiento y la síntesis habla con el grafo por aquí.
"""

from __future__ import annotations

import re

_IMPORTE = re.compile(r"(\d+),(\d{2}) €")
_PEDIDO = re.compile(r"\bP-(\d)(\d)(\d)(\d)\b")
_APARTADO = re.compile(r"\s*[\[(][A-Z]{3}-\d[\])]")


def para_decir(texto: str) -> str:
    """El texto como se pronuncia: «39,90 €» es «39 euros con 90» y «P-1001», «pedido 1 0 0 1»; sin marcas ni citas."""
    dicho = _IMPORTE.sub(_importe, _APARTADO.sub("", texto))
    dicho = _PEDIDO.sub(r"número \1 \2 \3 \4", dicho)
    return " ".join(re.sub(r"[*_`#>]", "", dicho).split())


def _importe(hallado: re.Match[str]) -> str:
    euros, centimos = int(hallado[1]), int(hallado[2])
    return f"{euros} euros" + (f" con {centimos}" if centimos else "")

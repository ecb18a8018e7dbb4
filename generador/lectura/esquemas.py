"""Los JSON Schema que se publican en `docs/formatos/`, sacados de las mismas clases que validan.

`python -m generador.lectura.esquemas docs/formatos` los vuelve a escribir; una prueba falla si divergen.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generador.lectura import contrato, fuentes, grafo_en_disco, manifiesto, plan

_BORRADOR = "https://json-schema.org/draft/2020-12/schema"


def esquemas() -> Mapping[str, str]:
    """De nombre de fichero a su texto: uno por formato que escribe o lee Vitrina."""
    datos = {
        "plan": plan.esquema(),
        "contrato": contrato.FORMA.esquema(),
        "grafo": grafo_en_disco.FORMA.esquema(),
        "fuentes": fuentes.FORMA.esquema(),
        "manifiesto": manifiesto.FORMA.esquema(),
    }
    return {f"{nombre}.schema.json": _texto(esquema) for nombre, esquema in datos.items()}


def escribir(carpeta: Path) -> None:
    """Escribe todos los esquemas en `carpeta`."""
    for nombre, texto in esquemas().items():
        (carpeta / nombre).write_text(texto, "utf-8", newline="\n")


def _texto(esquema: Mapping[str, Any]) -> str:
    return json.dumps({"$schema": _BORRADOR, **esquema}, ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    escribir(Path(sys.argv[1]))

"""Lo que contesta el oráculo en cada caso: `python -m agentes.control congelar` lo escribe en `oraculo.yaml`.

Todo lo escribió el proyecto para provocar lo que cada caso enseña; nada salió de un modelo. Está aquí, y no solo en el
YAML, porque los agentes citan huellas: se calculan de los documentos en vez de copiarse a mano. Cada guion del plano
tiene su pareja `spike_…`, con los mismos primeros pasos y lo que pasa cuando nadie los para.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from agentes.control.guiones import plano, spike

FICHERO = Path(__file__).parents[3] / "corridas" / "control" / "oraculo.yaml"
_AVISO = """\
# Lo que contesta el oráculo, por guion y por nodo. Generado por agentes/control/guiones: no se edita a mano.
# Ninguna frase salió de un modelo. Los guiones spike_… son los mismos pasos en la tubería sin plano.
"""


class _SinAlias(yaml.SafeDumper):
    """El lector de guiones no admite anclas: cada valor se escribe entero."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 — firma de PyYAML
        return True


def texto() -> str:
    """El YAML entero. `sin_modelo` falla si alguien llama al modelo: esa es la prueba."""
    datos = {"guiones": {**plano.guiones(), **spike.guiones(), "sin_modelo": {}}}
    return _AVISO + yaml.dump(datos, Dumper=_SinAlias, allow_unicode=True, sort_keys=False, width=120)

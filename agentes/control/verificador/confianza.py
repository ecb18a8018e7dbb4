"""La confianza calibrada, leída del fichero que dejó el arnés. Un agente no puede poner la suya."""

from __future__ import annotations

import json
from pathlib import Path

from agentes.control.verificador.verificar import Confianza

FICHERO = Path(__file__).with_name("calibracion.json")


def calibrada(ruta: Path = FICHERO) -> Confianza:
    """De predicado a confianza; `None` si no se vio nunca o no hay fichero."""
    tabla = json.loads(ruta.read_text("utf-8"))["predicados"] if ruta.exists() else {}
    return lambda pred: tabla[pred]["confianza"] if pred in tabla else None

"""La evaluación que el plan declara, ejecutada sobre la corrida recién grabada.

Corre en su propio proceso, como la fábrica: es código del autor. Deja sus anexos en la corrida y sale con un código
distinto de cero si algún umbral no se cumple.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

from generador.lectura.plan import leer_plan


def evaluar(demo: Path, corrida: Path) -> int:
    """Ejecuta `plan.evaluacion` (`modulo [argumentos]`, como en `python -m`) con la carpeta de la corrida al final.

    Devuelve su código de salida; 0 si el plan no declara ninguna.
    """
    plan = leer_plan(demo / "plan.yaml")
    if not plan.evaluacion:
        return 0
    orden = [sys.executable, "-m", *shlex.split(plan.evaluacion), str(corrida)]
    return subprocess.run(orden, check=False).returncode  # noqa: S603 — lo escribe el autor, como la fábrica

"""La prueba lista para usar: `from generador.navegador.pruebas import test_vitrina`, o `pytest --pyargs` con ella.

Una por control, para que el resultado diga cuál falla y con qué páginas. Un control que no encontró nada que mirar
(un sitio sin buscador abierto, por ejemplo) se salta y lo dice: no se da por bueno.
"""

from __future__ import annotations

import pytest

from generador.navegador.informe import CONTROLES, Informe

__all__ = ["test_vitrina"]


@pytest.mark.parametrize("control", CONTROLES)
def test_vitrina(vitrina_informe: Informe, control: str) -> None:
    """El sitio cumple ese control en todas las páginas miradas."""
    if not vitrina_informe.hechas.get(control):
        pytest.skip(f"«{control}»: no había nada que mirar en las páginas abiertas")
    if faltas := vitrina_informe.de(control):
        pytest.fail("\n".join([f"{CONTROLES[control]}: {len(faltas)} faltas", *map(str, faltas)]), pytrace=False)

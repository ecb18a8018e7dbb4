"""Un control, un fichero, una prueba, una sección: nada se queda a medio enchufar."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

from generador.comparacion import controles
from generador.comparacion.controles import CONTROLES, controlar
from tests.comparacion.demos import demo, evidencia

RAIZ = Path(__file__).parents[3]
FICHEROS = sorted(m.name for m in pkgutil.iter_modules(controles.__path__))


def test_la_tupla_es_la_de_los_ficheros_y_en_su_orden():
    assert [c.NOMBRE for c in CONTROLES] == FICHEROS
    assert [importlib.import_module(f"{controles.__name__}.{n}") for n in FICHEROS] == list(CONTROLES)


def test_cada_control_tiene_su_prueba():
    suyas = {p.stem.removeprefix("test_") for p in Path(__file__).parent.glob("test_*.py")} - {"controles"}
    assert suyas == set(FICHEROS)


def test_cada_control_tiene_su_seccion_en_la_documentacion():
    documento = (RAIZ / "docs" / "controles.md").read_text("utf-8")
    assert re.findall(r"^## `(\w+)`$", documento, re.MULTILINE) == FICHEROS


def test_una_demo_vacia_de_corridas_no_rompe_ninguno():
    assert isinstance(controlar(evidencia(demo())), tuple)

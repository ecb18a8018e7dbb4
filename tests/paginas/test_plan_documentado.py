"""Lo que `docs/formatos/plan.md` dice que las páginas reconocen es lo que reconocen."""

import re
from pathlib import Path

import pytest

from generador.paginas.caso.artefactos import VISTAS
from generador.paginas.caso.dicho import CLAVES
from generador.paginas.caso.portada import _SALIDAS

DOCUMENTO = (Path(__file__).parent.parent.parent / "docs" / "formatos" / "plan.md").read_text("utf-8")


def nombres(principio):
    (fila,) = [linea for linea in DOCUMENTO.splitlines() if linea.startswith(principio)]
    return tuple(re.findall(r"`([^`]+)`", fila.removeprefix(principio)))


@pytest.mark.parametrize(("fila", "de_verdad"), [("| entrada |", CLAVES), ("| respuesta |", _SALIDAS)])
def test_los_campos_que_hacen_de_entrada_y_de_respuesta_en_su_orden(fila, de_verdad):
    assert nombres(fila) == de_verdad


def test_las_vistas_de_un_artefacto():
    assert set(nombres("| `artefactos` |")[4:]) == set(VISTAS)

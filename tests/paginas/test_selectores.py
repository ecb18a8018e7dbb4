"""Lo que `docs/selectores.md` promete está en las páginas."""

import re
from pathlib import Path

import pytest

from tests.paginas.apoyo import ESTATICOS, todas

RAIZ = Path(__file__).parents[2]
DOCUMENTO = (RAIZ / "docs" / "selectores.md").read_text("utf-8")
PROMETIDOS = sorted(
    set(re.findall(r"\bdata-[a-z-]+", DOCUMENTO)) | {"#" + i for i in re.findall(r"`#([a-z]+)`", DOCUMENTO)}
)
# Los pone el script al arrancar, no el HTML.
DEL_SCRIPT = {"data-lista", "data-tema", "data-alterada", "data-visor", "data-visto"}


@pytest.fixture(scope="module")
def html():
    return "".join(h for _, _, h in todas())


@pytest.mark.parametrize("selector", PROMETIDOS)
def test_cada_selector_documentado_sale_en_alguna_pagina(selector, html):
    if selector in DEL_SCRIPT:
        assert selector.removeprefix("data-") in "".join(f.read_text("utf-8") for f in ESTATICOS.glob("*.js"))
    elif selector.startswith("#"):
        assert f'id="{selector[1:]}"' in html
    else:
        assert re.search(rf"\s{selector}[=\s>]", html)


def test_cada_gancho_que_prometio_el_encargo_esta_documentado():
    ganchos = {"data-pagina", "data-divulgacion", "data-nodo", "data-arista", "data-paso", "data-veredicto"}
    assert {*ganchos, "data-procedencia", "data-lista"} <= set(PROMETIDOS)


def test_la_documentacion_nombra_todos_los_tipos_de_pagina():
    from generador.paginas import PAGINAS

    assert all(f"`{t.nombre}`" in DOCUMENTO for t in PAGINAS)

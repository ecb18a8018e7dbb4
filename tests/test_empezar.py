"""El tutorial, seguido al pie de la letra en una carpeta vacía por quien no tiene nada más."""

import json

import pytest

from generador.cli import main
from tests.documentos import RAIZ, Bloque, bloques, comprobar_salida, seguir

EMPEZAR = RAIZ / "docs" / "empezar.md"


@pytest.mark.navegador
@pytest.mark.lenta
def test_el_tutorial_hace_lo_que_dice(tmp_path):
    ordenes = [orden for orden, _ in seguir(EMPEZAR, tmp_path)]
    assert len(ordenes) == 6
    corridas = sorted((tmp_path / "corridas" / "pedidos").glob("*/manifiesto.json"))
    assert [len(json.loads(c.read_text("utf-8"))["casos"]) for c in corridas] == [1, 1]
    assert (tmp_path / "sitio" / "pedidos" / "casos" / "donde-esta.html").is_file()
    assert (tmp_path / "sitio" / "en" / "pedidos" / "nodos" / "tools.html").is_file()


def test_las_cinco_ordenes_del_tutorial_estan_en_su_orden():
    dichas = [linea.split()[1] for b in bloques(EMPEZAR) if b.clase == "sh" for linea in b.texto.splitlines()]
    assert dichas[:5] == ["nueva", "grabar", "comparar", "construir", "comprobar"]


@pytest.mark.parametrize("documento", ["empezar", "importar", "publicar", "comprobar"])
def test_toda_orden_de_vitrina_que_se_documenta_existe_con_sus_opciones(documento):
    ordenes = list(_ordenes(RAIZ / "docs" / f"{documento}.md"))
    assert ordenes
    for orden in ordenes:
        nombre, *resto = orden
        opciones = {o for p in main.commands[nombre].params for o in p.opts}
        assert {o for o in resto if o.startswith("--")} <= opciones, orden


def _ordenes(documento):
    for bloque in bloques(documento):
        for linea in bloque.texto.splitlines() if bloque.clase in ("sh", "yaml") else ():
            antes, hay, detras = linea.partition("vitrina ")
            if hay and antes.strip() in ("", "- run:", "run:"):
                yield detras.split()


def test_una_salida_que_no_es_la_documentada_se_nota():
    comprobar_salida("a…c\nfin\n", "ruido\nabc\nmás\nfin\n")
    with pytest.raises(AssertionError, match="no sale"):
        comprobar_salida("fin\na…c\n", "abc\nfin\n")


def test_un_fichero_y_una_orden_se_distinguen(tmp_path):
    (tmp_path / "d.md").write_text("**`a.py`**\n\n```python\nx\n```\n\n```sh\nls\n```\n", "utf-8")
    assert list(bloques(tmp_path / "d.md")) == [Bloque("python", "x\n", "a.py"), Bloque("sh", "ls\n")]

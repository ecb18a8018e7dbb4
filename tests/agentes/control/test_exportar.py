"""El registro publicado sale de las trazas y se recalcula igual en Python y en JavaScript; un byte cambiado se nota."""

import copy
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from agentes.control.canonico import sha256
from agentes.control.errores import RegistroAlterado
from agentes.control.registro import exportar

RAIZ = Path(__file__).parents[3]
DOC = (RAIZ / "docs" / "formatos" / "registro.md").read_text("utf-8")
CORRIDA = max((RAIZ / "corridas" / "control").glob("2*"))
PUBLICADO = json.loads((CORRIDA / "registro.json").read_text("utf-8"))
VECTORES = json.loads(re.findall(r"```json\n(.*?)```", DOC, re.S)[-1])
NODE = shutil.which("node")


def en_javascript(registro):
    """Los casos que fallan, según el código de la documentación ejecutado en Node."""
    codigo = re.search(r"```js\n(.*?)```", DOC, re.S)[1]
    programa = f"{codigo}\nfallos({json.dumps(registro)}).then((f) => console.log(JSON.stringify(f)));"
    hecho = subprocess.run([NODE, "-e", programa], capture_output=True, text=True, timeout=60, check=True)
    return json.loads(hecho.stdout)


def alterados():
    """El registro publicado con una sola cosa cambiada, y qué se cambió."""
    caso = PUBLICADO["corridas"][0]["caso"]

    def con(cambio):
        copia = copy.deepcopy(PUBLICADO)
        cambio(copia, copia["corridas"][0])
        return copia

    def un_byte(r, c):
        contenido = r["contenidos"][c["entradas"][0]["sha256"]]
        contenido["texto"] = contenido["texto"].replace("240.00", "240.01", 1)

    yield "un byte del contenido", con(un_byte), caso
    yield "un argumento", con(lambda _, c: c["entradas"][0]["meta"].update(herramienta="otra@1")), caso
    yield "el orden", con(lambda _, c: c["entradas"].reverse()), caso
    yield "una entrada menos", con(lambda _, c: c["entradas"].pop()), caso
    yield "la cabeza", con(lambda _, c: c.update(cabeza="0" * 64)), caso
    yield "la corrida", con(lambda _, c: c["entradas"][0].update(run_id="otra")), caso


ALTERADOS = list(alterados())
IDS = [a[0] for a in ALTERADOS]


def test_el_registro_publicado_es_el_de_las_trazas():
    assert exportar.de_corrida(CORRIDA) == PUBLICADO


def test_el_registro_publicado_y_los_vectores_se_recalculan_en_python():
    assert exportar.verificar_publicado(PUBLICADO) == []
    assert exportar.verificar_publicado(VECTORES) == []


@pytest.mark.parametrize(("que", "registro", "caso"), ALTERADOS, ids=IDS)
def test_cambiar_una_sola_cosa_se_detecta_en_python(que, registro, caso):
    assert any(f.startswith((caso, "contenido")) for f in exportar.verificar_publicado(registro))


@pytest.mark.skipif(NODE is None, reason="no hay Node")
def test_el_codigo_documentado_da_por_buenos_el_registro_y_los_vectores():
    assert en_javascript(PUBLICADO) == []
    assert en_javascript(VECTORES) == []


@pytest.mark.skipif(NODE is None, reason="no hay Node")
@pytest.mark.parametrize(("que", "registro", "caso"), ALTERADOS, ids=IDS)
def test_el_codigo_documentado_detecta_lo_mismo_que_python(que, registro, caso):
    assert caso in en_javascript(registro)


def test_el_json_canonico_del_ejemplo_es_el_que_se_hashea():
    canonico = re.search(r"```text\n(.*?)\n```", DOC, re.S)[1]
    entrada = VECTORES["corridas"][0]["entradas"][0]
    assert sha256(("vitrina/registro/1\n" + canonico).encode()) == entrada["hash"]


def test_una_traza_con_un_byte_cambiado_no_se_exporta(tmp_path):
    copia = tmp_path / "corrida"
    shutil.copytree(CORRIDA, copia)
    traza = copia / "trazas" / "aprobacion-automatica.jsonl"
    lineas = traza.read_text("utf-8").splitlines(keepends=True)
    cual = next(i for i, x in enumerate(lineas) if '"entrada_del_registro"' in x)
    lineas[cual] = lineas[cual].replace("240.00", "240.01", 1)
    traza.write_text("".join(lineas), "utf-8")
    with pytest.raises(RegistroAlterado, match="aprobacion-automatica: entrada 1"):
        exportar.de_corrida(copia)


def test_anexar_declara_el_fichero_en_el_manifiesto(tmp_path):
    (tmp_path / "manifiesto.json").write_text('{"v": 1, "anexos": {"otro": "otro.json"}}', "utf-8")
    exportar.anexar(tmp_path, "registro", {"v": 1})
    assert json.loads((tmp_path / "manifiesto.json").read_text("utf-8"))["anexos"] == {
        "otro": "otro.json",
        "registro": "registro.json",
    }


def test_cada_fragmento_publicado_son_los_bytes_que_dice():
    contenidos = {k: v["texto"].encode() for k, v in PUBLICADO["contenidos"].items()}
    fragmentos = [f for c in PUBLICADO["corridas"] for a in c["afirmaciones"] for f in a["fragmentos"]]
    assert len(fragmentos) > 50
    for f in fragmentos:
        assert contenidos[f["ledger_id"].removeprefix("sha256:")][f["inicio"] : f["fin"]].decode() == f["texto"]

"""La puerta de las trazas ajenas: de quién es cada fichero, y qué se dice si de nadie."""

from __future__ import annotations

import gzip
import importlib
import json
import os
import pkgutil

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura import ajenas
from generador.lectura.ajenas import FORMATOS, documentos, leer, leer_todos
from generador.lectura.ajenas.documentos import abrir
from tests.lectura.ajenas.ayuda import MUESTRAS, escribir, run, trazas


def test_cada_modulo_que_reconoce_un_formato_esta_en_la_tupla_y_al_reves():
    modulos = [importlib.import_module(f"{ajenas.__name__}.{m.name}") for m in pkgutil.iter_modules(ajenas.__path__)]
    assert {id(m) for m in modulos if hasattr(m, "reconoce")} == {id(f) for f in FORMATOS}


@pytest.mark.parametrize("ruta", sorted(r for r in MUESTRAS.iterdir() if r.suffix != ".md"), ids=lambda r: r.name)
def test_cada_muestra_la_reconoce_un_solo_formato(ruta):
    contenido = abrir(ruta, "")
    assert sum(f.reconoce(contenido) for f in FORMATOS) == 1
    assert leer(ruta).lectura.saltadas == ()


def test_se_reconoce_por_el_contenido_y_no_por_el_nombre(tmp_path):
    ruta = tmp_path / "notas.txt"
    ruta.write_bytes((MUESTRAS / "mlflow-parte1.json").read_bytes())
    assert leer(ruta).lectura.origen == "mlflow"


@pytest.mark.parametrize("contenido", [b'{"hola": 1}', b"[1, 2]", b'"texto"'])
def test_lo_que_no_es_de_nadie_dice_que_se_admite(tmp_path, contenido):
    ruta = tmp_path / "x"
    ruta.write_bytes(contenido)
    with pytest.raises(ErrorDeEntrada, match=r"no se reconoce de qué trazador es → se admiten: .*LangSmith.*SQLite"):
        leer(ruta)


@pytest.mark.parametrize(
    ("contenido", "dice"),
    [
        (b"", "está vacío"),
        (b"PK\x03\x04xxxx", "es un zip cortado o dañado → vuelve a"),
        (b"SQLite format 3\x00", "la base no se puede leer: .* → copia la base"),
        (b"\xef\xbb\xbf \n", "está vacío"),
        (b"PAR1xxxxPAR1", "es Parquet, y solo se lee JSON"),
        (gzip.compress(b"[]", mtime=0)[:-4], "es un gzip cortado → vuelve a"),
        (b"\x1f\x8bxxxx", "es un gzip dañado → vuelve a"),
        (b"{", "no es JSON ni JSON por líneas"),
        (b"\xff\xfe{\x00}\x00\x00", "no es JSON ni JSON por líneas"),
        (b"hola, no soy JSON", "no es JSON ni JSON por líneas: .* → se admiten: .*LangSmith.*SQLite.*Burr"),
        ("{".encode("utf-16"), "no es JSON ni JSON por líneas: .* → se admiten: "),
        (b"[" * 100_000, "no es JSON ni JSON por líneas: está demasiado anidado"),
    ],
)
def test_lo_ilegible_lo_dice_con_su_motivo(tmp_path, contenido, dice):
    ruta = tmp_path / "x.json"
    ruta.write_bytes(contenido)
    with pytest.raises(ErrorDeEntrada, match=dice):
        leer(ruta)


def test_los_problemas_de_todos_los_ficheros_salen_juntos(tmp_path):
    with pytest.raises(ErrorDeEntrada) as error:
        leer_todos([tmp_path / "a", tmp_path / "b"])
    assert len(error.value.problemas) == 2


def test_ni_un_fifo_ni_un_fichero_desmesurado_se_leen(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(ErrorDeEntrada, match="no es un fichero corriente"):
        leer(tmp_path / "fifo")
    monkeypatch.setattr(documentos, "MAXIMO", 10)
    with pytest.raises(ErrorDeEntrada, match="pasa de"):
        leer(MUESTRAS / "mlflow-parte1.json")


def test_una_linea_rota_se_salta_y_se_dice_cual_y_por_que(tmp_path):
    ruta = tmp_path / "runs.jsonl"
    lineas = [
        json.dumps(run("r")),
        '{"id": "a", "run_ty',
        json.dumps({"id": "x"}),
        "7",
        json.dumps(run("n", "r", ns="n:1")),
    ]
    ruta.write_text("\n".join(lineas), "utf-8")
    saltadas = leer(ruta).lectura.saltadas
    assert [s.linea for s in sorted(saltadas)] == [2, 3, 4]
    assert "no es JSON" in saltadas[0].motivo and "no es un objeto" in saltadas[1].motivo
    assert "le falta «id» o «run_type»" in saltadas[2].motivo
    assert len(trazas(tmp_path, ruta)["h"].pasos) == 1


def test_da_igual_una_lista_un_objeto_con_runs_por_lineas_o_anidados(tmp_path):
    plano = [run("r"), run("n", "r", ns="n:1", outputs={"y": 3})]
    anidado = {
        **plano[0],
        "child_runs": [{k: v for k, v in plano[1].items() if k not in ("parent_run_id", "trace_id")}],
    }
    formas = {"a.json": plano, "b.json": {"runs": plano}, "c.jsonl": plano, "d.json": anidado}
    leidas = [trazas(tmp_path, escribir(tmp_path, nombre, forma))["h"] for nombre, forma in formas.items()]
    assert leidas[0] == leidas[1] == leidas[2] == leidas[3]
    assert leidas[0].pasos[0].tareas[0].actualizacion.valor() == {"y": 3}


def test_nan_e_infinito_que_python_escribe_y_json_no_admite(tmp_path):
    ruta = tmp_path / "x.json"
    ruta.write_text(json.dumps([run("r"), run("n", "r", ns="n:1", outputs={"y": float("nan")})]), "utf-8")
    (paso,) = trazas(tmp_path, ruta)["h"].pasos
    assert paso.tareas[0].actualizacion.valor() == {"y": {"$t": "float", "v": "nan"}}


def test_lo_comprimido_con_gzip_se_lee_aunque_sean_varios_pegados(tmp_path):
    runs = [run("r"), run("a", "r", ns="n:1")]
    suelto = tmp_path / "x.jsonl.gz"
    suelto.write_bytes(b"".join(gzip.compress(json.dumps(r).encode() + b"\n") for r in runs))
    assert leer(suelto).lectura.tramos == leer(escribir(tmp_path, "x.jsonl", runs)).lectura.tramos


def test_una_bomba_en_gzip_no_se_abre_entera(tmp_path, monkeypatch):
    monkeypatch.setattr("generador.lectura.ajenas.documentos.MAXIMO", 1000)
    bomba = tmp_path / "x.gz"
    for partes in ([b"[" + b" " * 5000], [b" " * 600, b" " * 600]):
        bomba.write_bytes(b"".join(map(gzip.compress, partes)))
        with pytest.raises(ErrorDeEntrada, match="descomprimido pasa de"):
            leer(bomba)


def test_una_lista_de_trazas_de_langfuse_sin_sus_observaciones_dice_que_pedir(tmp_path):
    traza = {"id": "t", "timestamp": "2026-01-01T00:00:00Z", "name": "x", "observations": ["o1", "o2"], "scores": []}
    lectura = leer(escribir(tmp_path, "x.json", {"data": [traza], "meta": {"page": 1}})).lectura
    assert [s.motivo for s in lectura.saltadas] == ["la traza solo nombra sus observaciones: pídela entera, por su id"]

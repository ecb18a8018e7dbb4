"""La caché de plantillas: se compila una vez y nunca se usa una vieja."""

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from generador.representacion import compiladas
from generador.representacion.compiladas import Compiladas


def _entorno(cache, fuente: str, carpeta: Path | None = None) -> Environment:
    guardadas = Compiladas(cache, carpeta)
    return Environment(loader=DictLoader({"a.html": fuente}), autoescape=True, bytecode_cache=guardadas)


@pytest.fixture
def se_escriben(monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def _nunca(*_args, **_mas):
    raise AssertionError("no había que compilar")


def test_el_segundo_entorno_no_vuelve_a_compilar(monkeypatch):
    cache: dict[str, str] = {}
    assert _entorno(cache, "{{ 1 + 1 }}").get_template("a.html").render() == "2"
    otro = _entorno(cache, "{{ 1 + 1 }}")
    monkeypatch.setattr(otro, "_generate", _nunca)
    assert otro.get_template("a.html").render() == "2"


def test_una_plantilla_que_cambia_se_compila_de_nuevo():
    cache: dict[str, str] = {}
    _entorno(cache, "uno").get_template("a.html")
    assert _entorno(cache, "dos").get_template("a.html").render() == "dos"


def test_una_entrada_rota_no_se_usa():
    cache: dict[str, str] = {}
    _entorno(cache, "uno").get_template("a.html")
    cache = dict.fromkeys(cache, "basura")
    assert _entorno(cache, "uno").get_template("a.html").render() == "uno"


def test_otro_proceso_las_encuentra_en_la_carpeta_y_la_cache_queda_vacia(tmp_path, monkeypatch, se_escriben):
    cache: dict[str, str] = {}
    _entorno(cache, "{{ 1 + 1 }}", tmp_path).get_template("a.html")
    assert cache == {}
    otro = _entorno({}, "{{ 1 + 1 }}", tmp_path)
    monkeypatch.setattr(otro, "_generate", _nunca)
    assert otro.get_template("a.html").render() == "2"


def test_en_la_carpeta_tampoco_se_usa_una_vieja_ni_una_rota_ni_la_de_otro_entorno(tmp_path, monkeypatch, se_escriben):
    _entorno({}, "uno", tmp_path).get_template("a.html")
    assert _entorno({}, "dos", tmp_path).get_template("a.html").render() == "dos"
    (guardada,) = (tmp_path / "__pycache__").iterdir()
    for crudo in (b"", b"basura", guardada.read_bytes()[:-1], guardada.read_bytes()[:40]):
        guardada.write_bytes(crudo)
        assert _entorno({}, "dos", tmp_path).get_template("a.html").render() == "dos"
    monkeypatch.setattr(compiladas, "_sello", lambda: b"x" * 32)
    otro, veces = _entorno({}, "dos", tmp_path), []
    compilar = otro._generate
    monkeypatch.setattr(otro, "_generate", lambda *a, **k: veces.append(1) or compilar(*a, **k))
    assert otro.get_template("a.html").render() == "dos"
    assert veces


def test_si_no_se_puede_o_no_se_quiere_escribir_en_la_carpeta_van_a_la_cache(tmp_path, monkeypatch, se_escriben):
    (tmp_path / "__pycache__").write_text("no es una carpeta")
    cache: dict[str, str] = {}
    _entorno(cache, "uno", tmp_path).get_template("a.html")
    assert len(cache) == 1
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    _entorno(cache, "dos", tmp_path / "otra").get_template("a.html")
    assert not (tmp_path / "otra").exists()

"""La caché de plantillas: se compila una vez y nunca se usa una vieja."""

from jinja2 import DictLoader, Environment

from generador.representacion.compiladas import Compiladas


def _entorno(cache, fuente: str) -> Environment:
    return Environment(loader=DictLoader({"a.html": fuente}), autoescape=True, bytecode_cache=Compiladas(cache))


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

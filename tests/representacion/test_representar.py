"""El HTML de cada página: banda, política, ids, escapado y que nada grabado cree una marca."""

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from itertools import pairwise

import html5lib
import pytest
from jinja2 import DictLoader, Environment, UndefinedError

from generador import representacion
from generador.modelo.demo import DemoComparada
from generador.modelo.mensaje import Mensaje
from generador.paginas import PAGINAS
from generador.paginas.base import TipoDePagina
from generador.representacion.entorno import crear_entorno
from tests.congelados import campos, es_congelado, replace
from tests.paginas.apoyo import PLANTILLAS, catalogos, contextos, modelos, todas
from tests.paginas.muestra import DEMOS

POLITICA = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)


def _arbol(html: str):
    return html5lib.parse(html, namespaceHTMLElements=False)


@pytest.fixture(scope="module")
def sitio():
    """(tipo, página, árbol) de todo el sitio de muestra."""
    return [(t, p, _arbol(h)) for t, p, h in todas()]


def test_la_politica_va_justo_despues_del_juego_de_caracteres(sitio):
    for _, _, arbol in sitio:
        primero, segundo = list(arbol.find("head"))[:2]
        assert primero.get("charset") == "utf-8"
        assert (segundo.get("http-equiv"), segundo.get("content")) == ("Content-Security-Policy", POLITICA)


def test_lleva_su_tipo_su_idioma_y_la_banda_con_sus_recuentos(sitio):
    for tipo, pagina, arbol in sitio:
        assert (arbol.get("data-pagina"), arbol.get("lang")) == (tipo.nombre, pagina.marco.idioma)
        (banda,) = (e for e in arbol.iter("aside") if e.get("data-divulgacion"))
        r = pagina.marco.divulgacion.recuento
        assert (banda.get("data-oraculo"), banda.get("data-en-vivo")) == (str(r.oraculo), str(r.en_vivo))
        assert list(arbol.find("body"))[1] is banda


def test_no_hay_nada_en_linea_que_la_politica_bloquearia(sitio):
    for _, _, arbol in sitio:
        for e in arbol.iter():
            if isinstance(e.tag, str):
                assert not any(a == "style" or a.startswith("on") for a in e.attrib)
                assert e.tag not in ("style", "base", "iframe", "object", "embed")
                assert e.tag != "script" or e.get("src") or e.get("type") == "application/json"


def test_ningun_id_se_repite_y_cada_referencia_tiene_el_suyo(sitio):
    for _, _, arbol in sitio:
        ids = [e.get("id") for e in arbol.iter() if e.get("id")]
        assert [i for i, n in Counter(ids).items() if n > 1] == []
        for atributo in ("aria-labelledby", "aria-describedby", "for"):
            for e in arbol.iter():
                assert set((e.get(atributo) or "").split()) <= set(ids), e.get(atributo)


def test_hay_un_solo_h1_y_los_titulos_no_saltan_niveles(sitio):
    for _, _, arbol in sitio:
        niveles = [
            int(e.tag[1]) for e in arbol.iter() if isinstance(e.tag, str) and e.tag in ("h1", "h2", "h3", "h4", "h5")
        ]
        fuera_del_dialogo = niveles[:-1]
        assert fuera_del_dialogo.count(1) == 1
        assert fuera_del_dialogo[0] == 1
        assert all(b - a <= 1 for a, b in pairwise(fuera_del_dialogo))


def test_cada_tabla_nuestra_tiene_titulo_y_todas_cabeceras_con_ambito(sitio):
    for _, pagina, arbol in sitio:
        for tabla in arbol.iter("table"):
            assert tabla.find("caption") is not None or pagina.marco.tipo == "documento"
            assert all(th.get("scope") for th in tabla.iter("th"))


def test_no_se_indexa_si_el_plan_no_lo_pide(sitio):
    for _, _, arbol in sitio:
        assert any(m.get("name") == "robots" and "noindex" in m.get("content") for m in arbol.iter("meta"))


def test_los_dos_idiomas_tienen_las_mismas_paginas(sitio):
    rutas = {p.marco.ruta for _, p, _ in sitio}
    assert {r.removeprefix("en/") for r in rutas if r.startswith("en/")} == {
        r for r in rutas if not r.startswith("en/")
    }


def test_en_ingles_no_queda_ningun_texto_nuestro_en_espanol(sitio):
    espanol = {"Casos", "Contrato", "Qué significa", "Buscar", "Divulgación", "Nodos visitados", "Veredicto"}
    for _, pagina, arbol in sitio:
        if pagina.marco.idioma == "en":
            textos = {t.strip() for t in arbol.itertext()}
            assert not espanol & textos, pagina.marco.ruta


def test_lo_grabado_no_se_traduce(sitio):
    (nodo,) = ("".join(a.itertext()) for _, p, a in sitio if p.marco.ruta == "en/adherencia/nodos/guardrail_pre.html")
    assert "Decide antes de buscar; nunca lanza." in nodo
    assert "cada una viaja en el estado, también si falla" in nodo


VENENO = "\"'><img src=x onerror=alert(1)><script>alert(1)</script>{{ 7*7 }}\u202e\0\ud800 & --> ]]>"
INOCENTE = "x" * len(VENENO)
_QUIETOS = {"clase", "formato", "creada", "procedencia", "repositorio", "certeza", "plantilla"}


def _con(valor, sufijo: str):
    """La demo con `sufijo` al final de cada texto del autor, de la traza y del grafo, también en las claves."""
    if isinstance(valor, str) and not isinstance(valor, Enum):
        return valor if valor.startswith("__") else valor + sufijo
    if isinstance(valor, tuple):
        return tuple(_con(v, sufijo) for v in valor)
    if isinstance(valor, Mapping):
        return {_con(k, sufijo): _con(v, sufijo) for k, v in valor.items()}
    if isinstance(valor, Mensaje):
        return Mensaje(valor.plantilla, tuple((k, _con(v, sufijo)) for k, v in valor.datos))
    if es_congelado(valor) and not isinstance(valor, type):
        cambios = {c: _con(getattr(valor, c), sufijo) for c in campos(type(valor)) if c not in _QUIETOS}
        return replace(valor, **cambios)
    return valor


def _esqueleto(html: str) -> Counter:
    """Qué elementos hay y con qué atributos, sin sus valores."""
    return Counter((e.tag, tuple(sorted(e.attrib))) for e in _arbol(html).iter() if isinstance(e.tag, str))


def _sitio(sufijo: str) -> list[tuple[TipoDePagina, str]]:
    demos: tuple[DemoComparada, ...] = _con(DEMOS, sufijo)
    return [(t, h) for t, p, h in todas(demos) if p.marco.idioma == "es"]


def test_ningun_texto_ajeno_crea_un_elemento_ni_un_atributo():
    malo, bueno = _sitio(VENENO), _sitio(INOCENTE)
    assert len(malo) == len(bueno)
    for tipo in PAGINAS:
        de_malo = sum((_esqueleto(h) for t, h in malo if t is tipo), Counter())
        de_bueno = sum((_esqueleto(h) for t, h in bueno if t is tipo), Counter())
        assert de_malo == de_bueno, tipo.nombre


def test_ningun_texto_ajeno_se_evalua_como_plantilla():
    assert not any("49" in h and "{{ 7*7 }}" not in h for _, h in _sitio(VENENO) if "7*7" in h)


def test_una_pagina_sin_banda_no_se_representa():
    es, _ = contextos()
    (pagina,) = modelos("no_encontrada", es)
    sin_banda = Environment(loader=DictLoader({"x.html": "<p>nada</p>"}), autoescape=True)
    tipo = TipoDePagina(nombre="x", plantilla="x.html", modelar=lambda _: ())
    with pytest.raises(RuntimeError, match="banda de divulgación"):
        representacion.representar(pagina, tipo, sin_banda)


def test_una_plantilla_que_pide_un_nombre_que_no_existe_falla():
    es, _ = catalogos()
    entorno = crear_entorno(PLANTILLAS, es)
    with pytest.raises(UndefinedError):
        entorno.from_string("{{ pagina.no_existe }}").render(pagina=object())


def test_los_huecos_de_una_traduccion_tambien_se_escapan_y_se_ven():
    es, _ = catalogos()
    entorno = crear_entorno(PLANTILLAS, es)
    html = entorno.from_string('{{ _("hola %(x)s", x="<b>\u202e") }}').render()
    assert html == "hola &lt;b&gt;⟦U+202E⟧"


def test_la_ayuda_no_paga_las_bibliotecas_de_representar():
    import subprocess
    import sys

    pesadas = "jinja2 pygments markdown_it nh3 babel"
    orden = f"import sys, generador.representacion; print([m for m in '{pesadas}'.split() if m in sys.modules])"
    salida = subprocess.run([sys.executable, "-c", orden], capture_output=True, text=True, check=True)
    assert salida.stdout.strip() == "[]"

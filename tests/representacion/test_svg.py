"""El SVG: todo escapado, cada elemento con su identidad y su estado, y nada que una CSP estricta no admita."""

import itertools
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import html5lib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.modelo.grafo import TipoDeNodo
from generador.modelo.hallazgo import FrenteAlSpike, Veredicto
from generador.paginas.dibujo import Capa, disponer, unir
from generador.paginas.dibujo.figura import Figura
from generador.representacion.svg import miniatura, pintar
from generador.representacion.svg_suelto import COLORES, descarga
from tests.paginas.dibujo.grafos import NOMBRES_HOSTILES, arista, comparacion, grafo, juicio, nodo

RAIZ = Path(__file__).parents[2]
REAL = grafo("* a b .", "*>a", arista("a", "b", "sí"), "b>.", arista("b", "a", "otra vez"), arista("b", None))
PERMITIDOS = {"svg", "title", "g", "a", "rect", "path", "polygon", "circle", "text", "tspan"}


def llano(texto: str) -> str:
    return texto


def figura(dibujo, **datos) -> Figura:
    return Figura(dibujo=dibujo, clave="g", titulo="El grafo", **datos)


def leer(svg: str) -> ElementTree.Element:
    """El SVG como lo lee un navegador, sin espacios de nombres."""
    raiz = html5lib.parse(f"<!doctype html><body>{svg}", namespaceHTMLElements=False)
    for e in raiz.iter():
        e.tag = str(e.tag).rpartition("}")[2]
    return raiz.find(".//svg")


def arbol(g, **datos) -> ElementTree.Element:
    return leer(pintar(figura(disponer(g), **datos), llano))


def xml(texto: str | bytes) -> ElementTree.Element:
    """Lo mismo, como XML estricto."""
    return ElementTree.fromstring(texto)  # noqa: S314 — lo acabamos de escribir


def con(raiz, atributo, valor):
    return [e for e in raiz.iter() if e.get(atributo) == valor]


def test_cada_nodo_y_cada_arista_salen_una_vez_con_su_identidad():
    raiz = arbol(REAL)
    nodos = [e.get("data-nodo") for e in raiz.iter() if e.get("data-nodo") is not None]
    aristas = [e.get("data-arista") for e in raiz.iter() if e.get("data-arista")]
    assert sorted(nodos) == ["__end__", "__start__", "a", "b"]
    assert sorted(aristas) == sorted(["__start__→a", "a→b", "b→__end__", "b→a", "b→?"])
    (e,) = con(raiz, "data-arista", "b→?")
    assert (e.get("data-de"), e.get("data-a")) == ("b", "?")


def test_es_un_grupo_con_nombre_y_no_una_imagen():
    raiz = arbol(REAL)
    assert raiz.get("role") == "group"
    assert con(raiz, "id", raiz.get("aria-labelledby"))[0].text == "El grafo"


def test_un_nodo_con_pagina_es_un_enlace_y_sin_ella_no():
    raiz = arbol(REAL, enlaces={"a": "nodos/a.html"})
    (a,), (b,) = con(raiz, "data-nodo", "a"), con(raiz, "data-nodo", "b")
    assert (a.tag, a.get("href")) == ("a", "nodos/a.html")
    assert (b.tag, b.get("role"), b.get("href")) == ("g", "img", None)


def test_el_nombre_accesible_dice_que_es_y_adonde_va():
    raiz = arbol(REAL)
    (a,), (fin,) = con(raiz, "data-nodo", "a"), con(raiz, "data-nodo", "__end__")
    assert a.get("aria-label") == "Nodo a. siguientes: b (sí)"
    assert fin.get("aria-label") == "fin. sin siguientes"


def test_los_textos_nuestros_pasan_por_el_traductor():
    vistos = []
    svg = pintar(figura(disponer(REAL)), lambda t: vistos.append(t) or f"«{t}»")
    assert "«inicio»" in svg
    assert {"inicio", "fin", "Nodo %(nodo)s", "siguientes: %(nodos)s", "condicional"} <= set(vistos)


def test_las_aristas_no_se_leen_porque_la_tabla_dice_lo_mismo():
    (aristas,) = con(arbol(REAL), "class", "g-aristas")
    assert aristas.get("aria-hidden") == "true"


def test_ningun_elemento_ni_atributo_que_la_politica_prohiba():
    for e in arbol(REAL, enlaces={"a": "a.html"}).iter():
        assert e.tag in PERMITIDOS
        assert not {k for k in e.attrib if k == "style" or k.startswith("on")}
        assert e.get("href", "a.html") == "a.html"


def test_la_punta_es_un_poligono_y_un_cabo_suelto_no_la_lleva():
    raiz = arbol(REAL)
    (e,), (cabo,) = con(raiz, "data-arista", "a→b"), con(raiz, "data-arista", "b→?")
    assert [x.tag for x in e] == ["title", "path", "polygon", "g"]
    assert "polygon" not in [x.tag for x in cabo.iter()]
    assert "?" in [x.text for x in cabo.iter()]


def test_el_nombre_entero_va_en_el_titulo_aunque_el_rotulo_se_elida():
    largo = "x" * 90
    raiz = arbol(grafo((nodo(largo),)))
    assert largo in [e.text for e in raiz.iter() if e.tag == "title"]
    assert all(len(e.text or "") <= 28 for e in raiz.iter() if e.tag == "text")


def test_el_nodo_de_la_pagina_se_marca():
    (a,) = con(arbol(REAL, actual="a"), "data-nodo", "a")
    assert a.get("aria-current") == "page"


@pytest.fixture(scope="module")
def diferencias():
    a, b = nodo("a"), nodo("b")
    return disponer(
        comparacion(
            juicio("a", contrato=a, real=a, spike=a, frente_al_spike=FrenteAlSpike.CONSERVADO, visitas=4),
            juicio("b", veredicto=Veredicto.FALTA, contrato=b),
            juicio("c", veredicto=Veredicto.SOBRA, real=nodo("c"), visitas=1),
            juicio("d", veredicto=Veredicto.PENDIENTE, contrato=nodo("d")),
            juicio("a", "b", Veredicto.FALTA, contrato=arista("a", "b", "ir")),
            juicio("a", "c", Veredicto.SOBRA, real=arista("a", "c"), visitas=4),
            juicio("c", "a", Veredicto.ETIQUETA_DISTINTA, contrato=arista("c", "a", "x"), real=arista("c", "a", "y")),
            juicio("c", None, Veredicto.NO_PUEDE_DECIRLO, clase="arista", real=arista("c", None)),
            juicio("c", "d", Veredicto.RECORRIDA_SIN_DECLARAR, visitas=1),
        )
    )


def test_el_estado_de_cada_elemento_va_en_sus_datos(diferencias):
    raiz = leer(pintar(figura(diferencias), llano))
    (a,), (b,) = con(raiz, "data-nodo", "a"), con(raiz, "data-nodo", "b")
    estado = ("data-contrato", "data-real", "data-spike", "data-observado", "data-veredicto", "data-visitas")
    assert [a.get(k) for k in estado] == ["si", "si", "si", "si", "conforme", "4"]
    assert [b.get(k) for k in estado] == ["si", "no", "no", "no", "falta", "0"]
    assert a.get("data-frente") == "conservado"


def test_una_diferencia_nunca_va_solo_por_color(diferencias):
    raiz = leer(pintar(figura(diferencias), llano))

    def signo(e):
        return [
            t.text.strip() for x in e.iter() if x.get("class") == "g-signo" for t in x.iter() if (t.text or "").strip()
        ]

    assert [signo(con(raiz, "data-nodo", n)[0]) for n in "abcd"] == [[], ["−"], ["+"], ["…"]]
    claves = ("a→b", "a→c", "c→a", "c→?", "c→d")
    assert [signo(con(raiz, "data-arista", k)[0]) for k in claves] == [["−"], ["+"], ["≠"], ["?"], ["!"]]


def test_el_nombre_accesible_dice_el_veredicto_y_las_visitas(diferencias):
    raiz = leer(pintar(figura(diferencias), llano))
    assert con(raiz, "data-nodo", "b")[0].get("aria-label") == "Nodo b. sin siguientes. falta. visitas: 0"


def test_la_pastilla_lleva_la_etiqueta_de_cada_lado_si_no_es_la_misma(diferencias):
    raiz = leer(pintar(figura(diferencias), llano))
    (e,) = con(raiz, "data-arista", "c→a")
    assert con(e, "class", "g-de-contrato")[0].text == "x"
    assert "y" in "".join(con(e, "class", "g-de-real")[0].itertext())


def test_el_grosor_va_de_cero_a_tres_segun_las_visitas(diferencias):
    raiz = leer(pintar(figura(diferencias), llano))
    grosores = {e.get("data-arista"): e.get("data-grosor") for e in raiz.iter() if e.get("data-arista")}
    assert grosores == {"a→b": "0", "a→c": "3", "c→a": "0", "c→?": "0", "c→d": "1"}


def test_lo_que_no_es_de_una_comparacion_no_afirma_veredictos_ni_visitas():
    (a,) = con(arbol(REAL), "data-nodo", "a")
    assert not {"data-contrato", "data-veredicto", "data-visitas", "data-observado"} & a.attrib.keys()


def test_un_subgrafo_abierto_es_una_caja_con_su_titulo_enlazado():
    g = grafo("* eq eq:__start__ eq:a .", "*>eq", "eq>.")
    raiz = arbol(g, enlaces={"eq": "nodos/eq.html"})
    (caja,) = con(raiz, "data-subgrafo", "eq")
    (titulo,) = con(raiz, "data-rotulo", "eq")
    assert (caja.get("data-nivel"), caja.get("data-nodos"), caja.get("data-nodo")) == ("0", "2", "eq")
    assert (titulo.tag, titulo.get("href")) == ("a", "nodos/eq.html")
    assert titulo.get("aria-label").startswith("Subgrafo eq. siguientes: fin")


def test_un_subgrafo_que_no_es_nodo_solo_agrupa():
    raiz = arbol(grafo("eq:a eq:b"))
    assert con(raiz, "data-subgrafo", "eq")[0].get("data-nodo") is None
    assert con(raiz, "data-rotulo", "eq")[0].tag == "g"


def test_las_pausas_y_las_herramientas_se_ven_y_se_dicen():
    g = grafo((nodo("p", pausa=("antes",)), nodo("t", tipo=TipoDeNodo.HERRAMIENTAS, herramientas=("buscar",))))
    raiz = arbol(g)
    (p,), (t,) = con(raiz, "data-nodo", "p"), con(raiz, "data-nodo", "t")
    assert p.get("data-pausa") == "antes"
    assert "se pausa antes" in p.get("aria-label")
    assert con(p, "class", "g-pausa")
    assert con(t, "class", "g-pie")[0].text == "buscar"
    assert t.get("aria-label").startswith("Nodo de herramientas t")


def _con_nombres(nombres):
    """Una cadena de nodos con esos ids, cada arista con el nombre del siguiente por etiqueta."""
    return grafo(tuple(nodo(n) for n in nombres), *(arista(a, b, b or "-") for a, b in itertools.pairwise(nombres)))


def test_los_nombres_hostiles_no_crean_ni_un_elemento_ni_un_atributo():
    hostiles = tuple(dict.fromkeys(NOMBRES_HOSTILES))
    inocuos = tuple(f"nodo {i}" + ":x" * n.count(":") for i, n in enumerate(hostiles))
    medidas = []
    for nombres in (hostiles, inocuos):
        raiz = arbol(_con_nombres(nombres), enlaces=dict.fromkeys(nombres, "x.html"))
        medidas.append(Counter((e.tag, *sorted(e.attrib)) for e in raiz.iter() if e.tag not in ("text", "rect", "g")))
    assert medidas[0] - medidas[1] == Counter()


@given(st.lists(st.text(min_size=1, max_size=20).filter(lambda t: t.strip() and ":" not in t), min_size=2, max_size=4))
@settings(max_examples=40)
def test_ningun_texto_rompe_el_svg(nombres):
    unicos = tuple(dict.fromkeys(nombres))
    svg = pintar(figura(disponer(_con_nombres(unicos)), enlaces=dict.fromkeys(unicos, "x.html")), llano)
    assert {e.tag for e in leer(svg).iter()} <= PERMITIDOS
    xml(str(svg))


def test_el_texto_visible_es_el_nombre():
    nombres = ("开始", "<b>bold</b>", "emoji 🚀", "مرحبا", "50%", "${x}", "{{ 7*7 }}", "&amp;x")
    textos = {e.text for e in arbol(_con_nombres(nombres)).iter() if e.tag == "text"}
    assert set(nombres) <= textos


def test_los_ids_llevan_la_clave_de_la_figura_y_no_se_repiten():
    raiz = arbol(_con_nombres(("a", "A", "demo-datos", "main", "node_0", "node-0")))
    ids = [e.get("id") for e in raiz.iter() if e.get("id")]
    assert len(ids) == len({i.casefold() for i in ids})
    assert all(i.startswith("g-") for i in ids)


def test_la_vista_se_recorta_a_las_capas_encendidas_sin_mover_nada():
    contrato = grafo("* a viejo .", "*>a", "a>viejo", "viejo>.")
    d = disponer(unir(contrato=contrato, real=grafo("* a .", "*>a", "a>.")))
    solo, todo = (leer(pintar(figura(d, encendidas=c), llano)) for c in ((Capa.REAL,), (Capa.CONTRATO, Capa.REAL)))
    assert solo.get("viewbox", solo.get("viewBox")) != todo.get("viewbox", todo.get("viewBox"))
    assert [e.get("d") for e in solo.iter()] == [e.get("d") for e in todo.iter()]


def test_la_miniatura_no_se_lee_ni_se_enlaza_ni_lleva_ids():
    raiz = leer(miniatura(disponer(REAL)))
    assert raiz.get("aria-hidden") == "true"
    assert {e.tag for e in raiz.iter()} == {"svg", "rect", "path", "polygon"}
    assert not any(e.get("id") or e.get("href") for e in raiz.iter())


def test_la_miniatura_solo_ensena_lo_real():
    d = disponer(unir(contrato=grafo("a viejo", "a>viejo"), real=grafo("a b", "a>b")))
    assert sum(e.tag == "rect" for e in leer(miniatura(d)).iter()) == 2


def test_el_svg_suelto_se_abre_solo_con_su_estilo_y_sin_enlaces():
    d = disponer(unir(contrato=grafo("a viejo", "a>viejo"), real=grafo("a b", "a>b")))
    f = figura(d, encendidas=(Capa.REAL,), enlaces={"a": "a.html"})
    suelto = descarga(f, llano, ".g-forma{fill:var(--panel)} a>b{}")
    raiz = xml(suelto)
    assert raiz.tag == "{http://www.w3.org/2000/svg}svg"
    claro, _, oscuro = raiz[0].text.partition("@media (prefers-color-scheme:dark)")
    assert ".g-forma{fill:#ffffff} a>b{}" in claro
    assert ".g-forma{fill:#161b22} a>b{}" in oscuro
    assert b"href" not in suelto
    assert b"viejo" not in suelto


def test_el_svg_suelto_no_depende_de_ninguna_variable_de_la_hoja_del_sitio():
    estilo = (RAIZ / "plantillas" / "estaticos" / "grafo.css").read_text("utf-8")
    texto = xml(descarga(figura(disponer(REAL)), llano, estilo))[0].text
    usadas = set(re.findall(r"var\((--[\w-]+)", texto))
    assert usadas <= set(re.findall(r"(--[\w-]+):", texto)) | {"--v", "--f", "--g", "--d"}


def test_los_colores_del_svg_suelto_son_los_de_la_hoja_comun():
    hoja = (RAIZ / "plantillas" / "estaticos" / "estilo.css").read_text("utf-8")
    comunes = {n: (c, o) for n, c, o in re.findall(r"(--[\w-]+):light-dark\((#\w+),(#\w+)\)", hoja)}
    assert {n: comunes[n] for n in COLORES} == COLORES


def test_dos_procesos_con_otra_semilla_de_hash_pintan_lo_mismo():
    guion = (
        "from generador.paginas.dibujo import disponer\n"
        "from tests.representacion import test_svg as t\n"
        "print(t.pintar(t.figura(disponer(t.REAL)), t.llano))"
    )
    orden, entorno = [sys.executable, "-c", guion], {**os.environ, "PYTHONHASHSEED": "31"}
    hecho = subprocess.run(orden, env=entorno, cwd=RAIZ, capture_output=True, check=True, timeout=120)
    assert hecho.stdout.decode() == f"{pintar(figura(disponer(REAL)), llano)}\n"

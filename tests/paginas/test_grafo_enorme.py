"""Un grafo de 300 nodos y 900 aristas cabe en sus páginas entero: cada elemento con su gancho y su fila de tabla."""

from __future__ import annotations

import re
from html import unescape

import pytest

from generador import comparacion
from generador.lectura.demos import leer_demos
from generador.modelo.demo import DemoComparada
from generador.paginas import PAGINAS
from generador.paginas.dibujo import disponer, unir
from generador.paginas.dibujo.figura import DENSA, Figura
from generador.representacion import representar
from generador.representacion.entorno import crear_entorno
from generador.representacion.svg import miniatura, pintar
from medidas.cargas import CARGAS, escribir
from tests.paginas.apoyo import PLANTILLAS, contextos
from tests.paginas.dibujo.grafos import arista, grafo

ELEMENTOS, BYTES = 5_000, 1_000_000


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    carpeta = tmp_path_factory.mktemp("enorme")
    escribir(CARGAS["G"], carpeta)
    (leida,) = leer_demos(carpeta)
    return DemoComparada(demo=leida, comparaciones=comparacion.comparar(leida))


@pytest.fixture(scope="module")
def paginas(demo):
    """Ruta → HTML, con las de los diez primeros nodos."""
    ctx = contextos([demo])[0]
    entorno = crear_entorno(PLANTILLAS, ctx.idioma)
    todas = [(p, t) for t in PAGINAS for p in t.modelar(ctx)]
    nodos = [par for par in todas if par[1].nombre == "nodo"][:10]
    return {p.marco.ruta: representar(p, t, entorno) for p, t in todas if t.nombre != "nodo" or (p, t) in nodos}


def elementos(html):
    return len(re.findall(r"<[a-z]", html))


def atributos(html, nombre):
    return [unescape(x) for x in re.findall(rf' data-{nombre}="([^"]*)"', html)]


def svg(html):
    return re.search(r'<svg class="grafo-svg[^>]*role="group".*?</svg>', html, re.S)[0]


def test_ninguna_pagina_pasa_de_cinco_mil_elementos_ni_de_un_mega(paginas):
    gordas = {r: (elementos(h), len(h)) for r, h in paginas.items() if elementos(h) > ELEMENTOS or len(h) > BYTES}
    assert gordas == {}


@pytest.mark.parametrize("ruta", ["agente0/index.html", "agente0/contrato.html", "agente0/casos/caso00000.html"])
def test_cada_nodo_y_cada_arista_conserva_su_gancho(paginas, demo, ruta):
    c = demo.comparaciones["unica"]
    pintado = svg(paginas[ruta])
    assert sorted(atributos(pintado, "arista")) == sorted(j.clave for j in c.aristas)
    assert sorted(atributos(pintado, "nodo")) == sorted(j.clave for j in c.nodos)
    assert len(atributos(pintado, "de")) == len(atributos(pintado, "a")) == len(c.aristas)


def test_la_tabla_equivalente_dice_cada_salida_de_cada_nodo(paginas, demo):
    tabla = re.search(r'<caption id="g-unica-filas">.*?</table>', paginas["agente0/index.html"], re.S)[0]
    filas = re.findall(r"<tr><th scope=\"row\">(.*?)</th>\s*<td>(.*?)</td>", tabla, re.S)
    dichas = {(re.sub("<.*?>", "", de), a.split(" (")[0]) for de, celda in filas for a in celda.split("; ")}
    extremos = {"__start__": "inicio", "__end__": "fin"}
    aristas = demo.comparaciones["unica"].aristas
    assert dichas >= {(extremos.get(j.origen, j.origen), extremos.get(j.destino, j.destino)) for j in aristas}
    assert len(filas) == len(demo.comparaciones["unica"].nodos)


def test_donde_la_tabla_no_cabe_se_enlaza(paginas):
    assert 'href="../index.html#g-unica-filas"' in paginas["agente0/casos/caso00000.html"]
    assert 'href="#variante-unica-nodos"' in paginas["agente0/contrato.html"]
    assert 'id="variante-unica-nodos"' in paginas["agente0/contrato.html"]


def test_cada_fila_del_contrato_esta_en_una_hoja_y_solo_en_una(paginas, demo):
    c = demo.comparaciones["unica"]
    hojas = [h for r, h in paginas.items() if r.startswith("agente0/contrato")]
    claves = [k for h in hojas for k in re.findall(r'<tr id="[^"]*" data-(?:nodo|arista)="([^"]*)"', h)]
    assert sorted(map(unescape, claves)) == sorted(j.clave for j in (*c.nodos, *c.aristas))
    assert [h.count('<svg class="grafo-svg') > 0 for h in hojas] == [True] + [False] * (len(hojas) - 1)
    for r in (r for r in paginas if r.startswith("agente0/contrato")):
        assert f'href="{r.rpartition("/")[2]}"' in hojas[0]


def test_la_pagina_de_un_nodo_dibuja_solo_lo_que_lo_rodea(paginas, demo):
    ruta = next(r for r in paginas if r.startswith("agente0/nodos/"))
    id = re.search(r'data-nodo="([^"]*)" aria-current="page"', paginas[ruta])[1]
    suyas = {j.clave for j in demo.comparaciones["unica"].aristas if id in (j.origen, j.destino)}
    assert set(atributos(svg(paginas[ruta]), "arista")) == suyas


def _estrella(n):
    return grafo(" ".join(f"n{i}" for i in range(n + 1)), *(arista("n0", f"n{i}") for i in range(1, n + 1)))


def test_la_frontera_entre_pintar_como_siempre_y_con_lo_justo():
    normal, justo = (Figura(dibujo=disponer(unir(real=_estrella(n))), clave="g", titulo="t") for n in (124, 125))
    assert len(normal.dibujo.nodos) + len(normal.dibujo.aristas) == DENSA - 1
    assert (normal.densa, justo.densa) == (False, True)
    antes, despues = (str(pintar(f, str)) for f in (normal, justo))
    assert elementos(antes) / elementos(despues) > 1.7
    assert "marker" not in antes and despues.count("<marker") == 1
    assert elementos(str(miniatura(justo.dibujo))) == 3


def test_una_arista_sin_destino_no_lleva_punta():
    g = _estrella(200)
    sin = pintar(
        Figura(dibujo=disponer(unir(real=grafo(g.nodos, *g.aristas, arista("n1", None)))), clave="g", titulo="t"), str
    )

    assert str(sin).count('marker-end="none"') == 1

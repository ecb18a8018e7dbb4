"""La figura: la tabla dice lo mismo que el dibujo, y cada capa enseña lo suyo sin mover nada."""

from hypothesis import given, settings

from generador.modelo.grafo import TipoDeArista, TipoDeNodo
from generador.modelo.hallazgo import FrenteAlSpike, Veredicto
from generador.paginas.dibujo import Capa, disponer, unir
from generador.paginas.dibujo.figura import Figura, filas, filtrar, recorte
from tests.paginas.dibujo.grafos import arista, comparacion, grafo, grafos, juicio, nodo

CONTRATO = grafo("* a viejo .", "*>a", "a>viejo", "viejo>.")
REAL = grafo("* a b .", "*>a", arista("a", "b", "sí"), "b>.")
DIBUJO = disponer(unir(contrato=CONTRATO, real=REAL))


def llano(texto: str) -> str:
    return texto


def figura(dibujo=DIBUJO, **datos) -> Figura:
    return Figura(dibujo=dibujo, clave="g", titulo="El grafo", **datos)


def fila(figura, id):
    return next(f for f in filas(figura, llano) if f.id == id)


@given(grafos(maximo=8, cajas=False))
@settings(max_examples=30)
def test_la_tabla_tiene_cada_nodo_y_cada_arista_del_dibujo(g):
    d = disponer(g)
    tabla = filas(figura(d), llano)
    assert sorted(f.id for f in tabla) == sorted(n.id for n in d.nodos)
    assert sorted(s.clave for f in tabla for s in f.salidas) == sorted(a.clave for a in d.aristas)


def test_una_fila_dice_el_siguiente_su_etiqueta_y_su_tipo():
    (s,) = [s for s in fila(figura(), "a").salidas if s.texto == "b"]
    assert (s.etiqueta, s.tipo, s.href) == ("sí", "condicional", None)


def test_las_filas_enlazan_a_las_paginas_de_los_nodos():
    f = figura(enlaces={"a": "nodos/a.html", "b": "nodos/b.html"})
    assert fila(f, "a").href == "nodos/a.html"
    assert [s.href for s in fila(f, "a").salidas] == [None, "nodos/b.html"]


def test_lo_que_no_se_sabe_adonde_va_se_dice_con_palabras():
    d = disponer(grafo("a", arista("a", None, funcion="decidir")))
    (s,) = fila(figura(d), "a").salidas
    assert (s.texto, s.etiqueta) == ("no se sabe adónde va", "decidir")


def test_los_textos_nuestros_se_traducen_y_los_ajenos_no():
    f = figura(disponer(grafo("* fin .", "*>fin", "fin>.")))
    textos = [x.texto for x in filas(f, lambda t: f"«{t}»")]
    assert textos == ["«inicio»", "fin", "«fin»"]


def test_dos_nodos_con_el_mismo_nombre_llevan_su_id_entero():
    f = figura(disponer(grafo("x:agente y:agente")))
    assert {x.texto for x in filas(f, llano)} == {"x:agente", "y:agente"}


def test_el_veredicto_y_las_visitas_salen_si_los_hay():
    d = disponer(
        comparacion(
            juicio("a", contrato=nodo("a"), real=nodo("a"), visitas=3),
            juicio("b", veredicto=Veredicto.FALTA, contrato=nodo("b")),
        )
    )
    f = figura(d)
    assert (f.juzgada, f.contada) == (True, True)
    assert (fila(f, "a").visitas, fila(f, "b").veredicto, fila(f, "b").codigo) == ("3", "falta", "falta")
    assert not figura().juzgada
    assert not figura().contada


def test_se_ven_las_capas_pedidas_que_existan_y_si_ninguna_existe_todas():
    assert figura(encendidas=(Capa.REAL, Capa.SPIKE)).capas == (Capa.REAL,)
    assert figura(encendidas=(Capa.SPIKE,)).capas == (Capa.CONTRATO, Capa.REAL)
    assert figura().capas == (Capa.CONTRATO, Capa.REAL)


def test_hay_botones_de_capa_si_hay_mas_de_una():
    botones = figura(encendidas=(Capa.REAL,)).botones
    assert [(c.value, encendida) for c, _, _, encendida in botones] == [("contrato", False), ("real", True)]
    assert figura(disponer(REAL)).botones == ()


def test_filtrar_esconde_sin_mover():
    real = filtrar(DIBUJO, (Capa.REAL,))
    assert {n.id for n in real.nodos} == {"__start__", "a", "b", "__end__"}
    assert {a.clave for a in real.aristas} == {"__start__→a", "a→b", "b→__end__"}
    assert all(n in DIBUJO.nodos for n in real.nodos)


def test_filtrar_por_una_capa_que_no_hay_lo_deja_todo():
    assert filtrar(DIBUJO, (Capa.SPIKE,)) == DIBUJO


def test_el_recorte_cabe_en_el_dibujo_y_contiene_lo_visible():
    x, y, w, h = recorte(DIBUJO, (Capa.REAL,))
    assert x >= 0
    assert y >= 0
    assert x + w <= DIBUJO.ancho + 0.1
    assert y + h <= DIBUJO.alto + 0.1
    for n in filtrar(DIBUJO, (Capa.REAL,)).nodos:
        assert x <= n.x
        assert n.x + n.w <= x + w
    assert w < recorte(DIBUJO, (Capa.CONTRATO, Capa.REAL))[2]


def test_el_recorte_de_nada_no_es_vacio():
    assert recorte(disponer(grafo(())), ()) == (0, 0, 1, 1)


def test_la_leyenda_solo_explica_lo_que_sale():
    assert figura(disponer(grafo("a b", "a>b"))).leyenda == ()
    d = disponer(
        grafo(
            (nodo("a", pausa=("antes",)), nodo("t", tipo=TipoDeNodo.HERRAMIENTAS)),
            arista("a", "t"),
            arista("t", "a", tipo=TipoDeArista.ENVIO),
            arista("a", None),
        )
    )
    clases = [c.clase for c in figura(d).leyenda]
    aristas = ["arista", "arista arista-condicional", "arista arista-envio"]
    assert clases == ["nodo g-herramientas", "nodo", *aristas, "g-cabo"]


def test_la_leyenda_de_las_diferencias_dice_cada_signo_con_palabras():
    a = nodo("a")
    viejo = juicio("s", spike=nodo("s"), frente_al_spike=FrenteAlSpike.ABANDONADO)
    falta = juicio("b", veredicto=Veredicto.FALTA, contrato=nodo("b"))
    d = disponer(comparacion(juicio("a", contrato=a, real=a, spike=a, visitas=1), falta, viejo))
    claves = [(c.cuando, c.signo) for c in figura(d).leyenda]
    assert claves == [("diferencias", "−"), ("spike", "")]


def test_un_grafo_con_muchos_enlaces_necesita_un_atajo():
    assert figura(enlaces={str(i): "x.html" for i in range(30)}).larga
    assert not figura().larga

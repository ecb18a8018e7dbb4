"""El marco común: navegación, migas, idiomas, estáticos e indexado."""

from generador.modelo.demo import DemoComparada
from generador.paginas import rutas
from generador.paginas.marco import marcar
from tests.congelados import replace
from tests.paginas.apoyo import contextos
from tests.paginas.muestra import DEMO, DEMOS

ES, EN = contextos()


def _marco(ctx=ES, **mas):
    base = {"tipo": "nodo", "ruta": rutas.nodo("adherencia", "closing"), "titulo": "closing", "demo": "adherencia"}
    return marcar(ctx, **{**base, **mas})


def test_la_ruta_real_lleva_el_arbol_de_su_idioma():
    assert _marco(ES).ruta == "adherencia/nodos/closing.html"
    assert _marco(EN).ruta == "en/adherencia/nodos/closing.html"


def test_los_estaticos_se_piden_desde_la_raiz_comun():
    assert _marco(ES).estilos[0] == "../../estaticos/estilo.css"
    assert _marco(EN).estilos[0] == "../../../estaticos/estilo.css"


def test_el_otro_idioma_lleva_a_la_misma_pagina():
    assert [a.href for a in _marco(EN).alternativas] == [
        "../../../adherencia/nodos/closing.html",
        "../../../en/adherencia/nodos/closing.html",
    ]
    assert [a.actual for a in _marco(EN).alternativas] == [False, True]


def test_el_conmutador_solo_ofrece_los_idiomas_que_se_construyen():
    assert [a.idioma for a in _marco(replace(ES, idiomas=("es",))).alternativas] == ["es"]


def test_las_migas_acaban_en_la_pagina_y_no_repiten_destino():
    migas = _marco(ruta=rutas.demo("adherencia"), titulo="Adherencia a la medicación").migas
    assert [m.texto for m in migas] == ["Demos", "Adherencia a la medicación"]
    assert [m.actual for m in migas] == [False, True]


def test_la_portada_no_lleva_migas():
    assert _marco(ruta=rutas.PORTADA, demo=None).migas == ()


def test_la_navegacion_de_una_demo_trae_sus_secciones():
    textos = [e.texto for e in _marco().navegacion]
    assert textos[:3] == ["Demos", "Adherencia a la medicación", "Contrato"]
    assert textos[-1] == "Divulgación"


def test_el_titulo_de_la_pestana_va_de_lo_concreto_a_lo_general():
    assert _marco().pestana == "closing · Adherencia a la medicación · Vitrina"


def test_nada_se_indexa_si_el_plan_no_lo_pide():
    assert not _marco().indexable
    abierta = replace(DEMO, plan=replace(DEMO.plan, indexable=True))
    (es, _) = contextos([DemoComparada(demo=abierta, comparaciones=DEMOS[0].comparaciones)])
    assert _marco(es).indexable
    assert marcar(es, tipo="portada", ruta=rutas.PORTADA, titulo="x").indexable


def test_la_direccion_del_sitio_si_se_conoce_hace_absolutos_los_estaticos():
    (es, _) = contextos(base="/proyecto/")
    assert _marco(es).estilos[0] == "/proyecto/estaticos/estilo.css"

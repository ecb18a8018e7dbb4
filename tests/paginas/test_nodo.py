"""La página de un nodo, exista o no en el código."""

from generador.modelo.corrida import Fuente
from generador.modelo.demo import DemoComparada
from generador.modelo.traza import Traza
from generador.paginas.nodo import visitas
from tests.congelados import replace
from tests.paginas.apoyo import contextos, modelos
from tests.paginas.muestra import DEMO, DEMOS, _paso, _traza

ES, _ = contextos()
NODOS = {p.nodo: p for p in modelos("nodo", ES)}


def _con_corrida(**cambios):
    corrida = replace(DEMO.corridas[-1], **cambios)
    demo = DemoComparada(demo=replace(DEMO, corridas=(corrida,)), comparaciones=DEMOS[0].comparaciones)
    return {p.nodo: p for p in modelos("nodo", contextos([demo])[0])}


def test_tienen_pagina_los_del_contrato_y_los_del_grafo_y_no_los_extremos():
    assert {"memoria", "auditar", "intake"} <= set(NODOS)
    assert not {"__start__", "__end__"} & set(NODOS)


def test_un_nodo_prometido_que_no_existe_lo_dice_y_no_inventa_codigo():
    p = NODOS["memoria"]
    assert not p.existe
    assert "ninguna variante grabada lo tiene" in p.ausencia
    assert (p.fuentes, p.casos, p.entradas, p.salidas) == ((), (), (), ())
    assert p.grafo.actual == "memoria"
    assert "contrato" in [c.value for c in p.grafo.encendidas]


def test_las_variantes_que_comparten_codigo_comparten_extracto():
    (fuente,) = NODOS["guardrail_pre"].fuentes
    assert (fuente.lineas, fuente.primera, fuente.variantes) == ("42–50", 42, ())


def test_si_el_codigo_cambia_entre_variantes_hay_un_extracto_por_codigo():
    otra = Fuente(nodo="intake", fichero="a.py", lineas=(1, 1), codigo="x = 1", sha256="1")
    nodos = _con_corrida(fuentes={"por_defecto": {"intake": otra}, "hitl": {"intake": replace(otra, sha256="2")}})
    assert [f.variantes for f in nodos["intake"].fuentes] == [("Con recuperación",), ("Con revisión humana",)]


def test_de_un_nodo_que_reune_herramientas_se_ensena_el_codigo_de_cada_una():
    grafos = DEMO.corridas[-1].grafos
    nodos = tuple(replace(n, herramientas=("b", "a")) if n.id == "intake" else n for n in grafos["hitl"].nodos)
    reune = Fuente(nodo="intake", motivo="reúne varias herramientas: el código está en cada una")
    suyas = {f"intake:{h}": Fuente(nodo=f"intake:{h}", fichero="a.py", codigo=f"def {h}()", sha256=h) for h in "ab"}
    cambios = {"grafos": {**grafos, "hitl": replace(grafos["hitl"], nodos=nodos)}}
    (primera, segunda) = _con_corrida(fuentes={"hitl": {"intake": reune, **suyas}}, **cambios)["intake"].fuentes
    assert (primera.de, primera.codigo, primera.variantes) == ("intake:a", "def a()", ())
    assert (segunda.de, segunda.codigo, segunda.motivo) == ("intake:b", "def b()", "")


def test_una_fuente_que_falta_dice_por_que():
    (fuente,) = NODOS["closing"].fuentes
    assert (fuente.codigo, fuente.motivo) == ("", "es una función hecha al vuelo: no tiene fichero")


def test_el_codigo_de_una_biblioteca_no_se_enlaza_al_repositorio():
    ajena = Fuente(nodo="intake", fichero="langgraph/x.py", lineas=(1, 2), codigo="x", revision="r", ajena=True)
    (fuente,) = _con_corrida(fuentes={"hitl": {"intake": ajena}})["intake"].fuentes
    assert (fuente.ajena, fuente.repositorio) == (True, "")


def test_cada_visita_enlaza_a_su_paso_en_su_caso():
    visitas_ = {c.caso.texto: c.visitas for c in NODOS["retrieve_context"].casos}
    (una,) = visitas_["Una duda corriente, con su cita comprobada"]
    assert una.paso.href == "../casos/turno-limpio-es.html#paso=3"
    assert not visitas_["El almacén falla a mitad de la búsqueda"][0].bien


def test_las_conexiones_dicen_en_que_variantes_estan_si_no_es_en_todas():
    salidas = {c.nodo.texto: c.variantes for c in NODOS["generate_response"].salidas}
    assert salidas == {"guardrail_post": ("Con recuperación",), "review_response": ("Con revisión humana",)}


def test_un_destino_que_el_grafo_no_puede_decir_se_dice_y_no_se_enlaza():
    ultimo = NODOS["review_response"].salidas[-1].nodo
    assert (ultimo.texto, ultimo.href) == ("no se sabe", "")


def test_las_claves_salen_del_grafo_y_si_no_las_trae_de_las_trazas():
    assert NODOS["guardrail_pre"].claves.segun == "según el grafo"
    vistas = NODOS["intake"].claves
    assert (vistas.lee, vistas.escribe, vistas.segun) == (("mensaje",), ("decisiones",), "visto en las trazas")


def test_un_nodo_muy_visitado_ensena_un_tope_y_dice_cuantas_faltan():
    muchas: Traza = _traza("turno-limpio-es", [_paso(n, "intake") for n in range(1, visitas.VISITAS_POR_CASO + 8)])
    (caso,) = _con_corrida(trazas={"turno-limpio-es": muchas})["intake"].casos
    assert len(caso.visitas) == visitas.VISITAS_POR_CASO
    assert caso.mas == "y 7 más en el caso"


def test_un_nodo_por_el_que_nadie_pasa_lo_dice():
    assert _con_corrida(trazas={})["intake"].sin_visitas == "Ningún caso grabado pasa por este nodo."


def test_sin_corrida_hay_pagina_y_no_hay_nada_grabado():
    demo = DemoComparada(demo=replace(DEMO, corridas=()), comparaciones=DEMOS[0].comparaciones)
    p = next(p for p in modelos("nodo", contextos([demo])[0]) if p.nodo == "intake")
    assert (p.existe, p.fuentes, p.casos) == (False, (), ())


def test_la_espera_humana_no_cuenta_como_duracion_del_nodo_ni_del_subgrafo_que_lo_contiene():
    corrida = DEMO.corridas[-1]
    caso, traza = next((c, t) for c, t in corrida.trazas.items() if len(t.ejecuciones) == 2)
    inicio, desde, hasta = traza.ejecuciones[0].t0, traza.ejecuciones[0].t1, traza.ejecuciones[1].t0
    pausa = next(p for p in traza.pasos if p.tareas[0].interrupciones)
    tarea = replace(pausa.tareas[0], t0=desde - 0.5, t1=hasta + 0.25)
    fuera = replace(tarea, nodo="intake", interrupciones=(), t0=inicio)
    pasos = tuple(replace(p, tareas=(tarea, fuera)) if p is pausa else p for p in traza.pasos)
    nodos = _con_corrida(trazas={**corrida.trazas, caso: replace(traza, pasos=pasos)})
    vistas = [v for n in (tarea.nodo, "intake") for c in nodos[n].casos for v in c.visitas if v.espera]
    assert [v.espera for v in vistas] == ["+ 3 min 12 s de espera humana"] * 2
    assert [round(v.duracion, 3) for v in vistas] == [0.75, round(desde - inicio + 0.25, 3)]


def test_las_variantes_en_que_se_juzga_lo_mismo_van_juntas_y_cada_sitio_una_vez():
    (junto,) = NODOS["guardrail_pre"].variantes
    assert junto.titulos == tuple(v.titulo.es for v in DEMO.plan.variantes)
    assert len(set(junto.lugares)) == len(junto.lugares)
    assert all("/" not in lugar.texto for lugar in junto.lugares)

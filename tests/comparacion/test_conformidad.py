"""Una traza frente a su grafo: conforme, o la primera desviación y en su paso."""

from __future__ import annotations

from collections import Counter

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generador.comparacion.conformidad import alinear
from generador.comparacion.recorrido import recorrer
from generador.comparacion.salidas import salidas_de
from generador.modelo.grafo import Formato
from generador.modelo.hallazgo import Desviacion
from generador.modelo.traza import Ejecucion, Fin, Intento, Paso, Tarea, Traza
from tests.comparacion.grafos import (
    SIN_RUTAS,
    desconocida,
    fija,
    grafo,
    join,
    lineal,
    nodo,
    paso,
    ruta,
    salto,
    tarea,
    traza,
)
from tests.comparacion.simulador import Corrida, corridas, renumerar
from tests.congelados import replace

AZAR = settings(max_examples=80, deadline=None)


def desviacion(t: Traza, g: object) -> Desviacion:
    encontrada = alinear(t, g).desviacion  # type: ignore[arg-type]
    assert encontrada is not None
    return encontrada


def corren(p: Paso) -> Counter[tuple[str, str]]:
    return Counter((t.nodo, t.clase) for t in p.tareas)


# --- corridas simuladas por grafos al azar -----------------------------------------------------------------


@AZAR
@given(corridas())
def test_toda_corrida_del_grafo_es_conforme_y_sus_causas_son_las_de_verdad(c: Corrida):
    conformidad = alinear(c.traza, c.grafo)
    assert conformidad.desviacion is None
    assert conformidad.dudas == ()
    deducidas = {id: {(x.de, x.origen, x.destino) for x in causas} for id, causas in conformidad.causas}
    assert deducidas == c.causas


@AZAR
@given(corridas(), st.data())
def test_borrar_un_paso_es_una_desviacion_en_ese_paso(c: Corrida, data: st.DataObject):
    pasos = list(c.traza.pasos)
    assume(len(pasos) >= 2)
    i = data.draw(st.integers(0, len(pasos) - 1))
    ultimo = i == len(pasos) - 1
    assume(c.traza.fin is Fin.BIEN if ultimo else corren(pasos[i]) != corren(pasos[i + 1]))
    del pasos[i]
    renumerados = data.draw(st.booleans())
    sin_el = renumerar(pasos) if renumerados else tuple(pasos)
    encontrada = desviacion(replace(c.traza, pasos=sin_el), c.grafo)
    assert encontrada.paso == sin_el[min(i, len(sin_el) - 1)].n
    assert encontrada.esperado or not ultimo


@AZAR
@given(corridas(), st.data())
def test_insertar_un_paso_es_una_desviacion_en_ese_paso(c: Corrida, data: st.DataObject):
    pasos = list(c.traza.pasos)
    i = data.draw(st.integers(0, len(pasos)))
    assume(i < len(pasos) or c.traza.fin is Fin.BIEN)
    nodos = sorted({n.id for n in c.grafo.nodos if not n.id.startswith("__")})
    metidos = data.draw(st.lists(st.sampled_from([*nodos, "intruso"]), min_size=1, max_size=2, unique=True))
    nuevo = Paso(n=0, ambito="", superstep=0, ejecucion=0, tareas=tuple(Tarea(id="", nodo=n) for n in metidos))
    assume(i == len(pasos) or corren(nuevo) != corren(pasos[i]))
    pasos.insert(i, nuevo)
    assert desviacion(replace(c.traza, pasos=renumerar(pasos)), c.grafo).paso == i + 1


@AZAR
@given(corridas(), st.data())
def test_intercambiar_dos_pasos_es_una_desviacion_en_el_primero(c: Corrida, data: st.DataObject):
    pasos = list(c.traza.pasos)
    assume(len(pasos) >= 2)
    i = data.draw(st.integers(0, len(pasos) - 2))
    assume(corren(pasos[i]) != corren(pasos[i + 1]))
    pasos[i], pasos[i + 1] = pasos[i + 1], pasos[i]
    assert desviacion(replace(c.traza, pasos=renumerar(pasos)), c.grafo).paso == i + 1


@AZAR
@given(corridas(), st.data())
def test_quitar_una_tarea_de_un_paso_es_una_desviacion_en_ese_paso(c: Corrida, data: st.DataObject):
    candidatos = [i for i, p in enumerate(c.traza.pasos) if len(p.tareas) > 1]
    assume(candidatos)
    i = data.draw(st.sampled_from(candidatos))
    pasos = list(c.traza.pasos)
    quitada = data.draw(st.integers(0, len(pasos[i].tareas) - 1))
    pasos[i] = replace(pasos[i], tareas=tuple(t for j, t in enumerate(pasos[i].tareas) if j != quitada))
    assert desviacion(replace(c.traza, pasos=tuple(pasos)), c.grafo).paso == i + 1


# --- reglas ------------------------------------------------------------------------------------------------


def test_la_desviacion_dice_la_regla_y_los_dos_lados():
    d = desviacion(traza(["a"], ["c"]), lineal("a", "b", "c"))
    assert (d.paso, d.esperado, d.obtenido) == (2, ("b",), ("c",))
    assert "c" in str(d.regla) and d.tarea == "p2-1"


def test_un_nodo_que_no_esta_en_el_grafo_se_dice_asi():
    assert "no está en el grafo" in str(desviacion(traza(["a"], ["z"]), lineal("a", "b")).regla)


def test_parar_antes_de_tiempo_es_una_desviacion_en_el_ultimo_paso():
    d = desviacion(traza(["a"]), lineal("a", "b"))
    assert (d.paso, d.esperado, d.obtenido) == (1, ("b",), ())


def test_no_empezar_por_el_principio_es_una_desviacion():
    assert desviacion(traza(["b"]), lineal("a", "b")).paso == 1


def test_lo_que_sobra_en_un_paso_y_lo_que_falta_cuentan_una_sola_vez():
    d = desviacion(traza(["a"], ["b", "x"], ["c"]), grafo(fija("__start__", "a"), fija("a", "b"), fija("b", "c")))
    assert d.paso == 2


def test_los_paralelos_se_comparan_como_conjuntos():
    g = grafo(fija("__start__", "a"), fija("a", "b"), fija("a", "c"), *join(["b", "c"], "d"))
    assert alinear(traza(["a"], ["c", "b"], ["d"]), g).conforme


def test_un_join_espera_al_mas_lento_y_vuelve_a_empezar():
    g = grafo(
        *lineal("a", "c", "d").aristas[:-1], fija("a", "b"), *join(["b", "d"], "e"), ruta("e", "a", "otra")
    )  # fmt: skip
    vuelta = (["a"], ["b", "c"], ["d"], [tarea("e", va=["a"])])
    assert alinear(traza(*vuelta, *vuelta[:3], [tarea("e", va=["__end__"])]), g).conforme
    assert desviacion(traza(["a"], ["b", "c"], ["d", "e"]), g).paso == 3


def test_un_nodo_aplazado_corre_cuando_no_queda_nada_mas():
    g = grafo(fija("__start__", "a"), fija("__start__", "b"), fija("a", "z"), fija("b", "c"), fija("c", "z"))
    g = replace(g, nodos=tuple(nodo("z", diferido=True) if n.id == "z" else n for n in g.nodos))
    c = alinear(traza(["a", "b"], ["c"], ["z"]), g)
    assert c.conforme
    assert {x.origen for x in dict(c.causas)["p3-1"]} == {"a", "c"}
    assert desviacion(traza(["a", "b"], ["c"]), g).paso == 2


def test_los_reintentos_no_son_desviacion():
    varios = tarea("a", intentos=(Intento(n=1, fin=Fin.ERROR), Intento(n=2, fin=Fin.BIEN)))
    assert alinear(traza([varios], ["b"]), lineal("a", "b")).conforme


def test_una_pausa_sin_reanudar_no_es_desviacion():
    pausada = traza(
        [tarea("a", fin=Fin.INTERRUMPIDO)], ejecuciones=(Ejecucion(indice=0, clase="input", fin=Fin.INTERRUMPIDO),)
    )
    assert alinear(pausada, lineal("a", "b")).conforme


def test_reanudar_en_otra_ejecucion_sigue_donde_estaba():
    ejecuciones = (
        Ejecucion(indice=0, clase="input", fin=Fin.INTERRUMPIDO),
        Ejecucion(indice=1, clase="resume", fin=Fin.BIEN),
    )
    t = traza(["a"], ["b"], ejecuciones=ejecuciones)
    t = replace(t, pasos=(t.pasos[0], replace(t.pasos[1], ejecucion=1)))
    assert alinear(t, lineal("a", "b")).conforme


def test_otra_entrada_en_el_mismo_hilo_vuelve_a_empezar_y_la_anterior_tenia_que_haber_acabado():
    ejecuciones = tuple(Ejecucion(indice=i, clase="input", fin=Fin.BIEN) for i in range(2))

    def dos(*pasos: str) -> Traza:
        t = traza(*([p] for p in pasos), ejecuciones=ejecuciones)
        return replace(t, pasos=tuple(replace(p, ejecucion=int(p.n > 2)) for p in t.pasos))

    assert alinear(dos("a", "b", "a", "b"), lineal("a", "b")).conforme
    assert desviacion(dos("a", "b", "b"), lineal("a", "b")).paso == 3
    corta = replace(
        dos("a", "a", "b"), pasos=tuple(replace(p, ejecucion=int(p.n > 1)) for p in dos("a", "a", "b").pasos)
    )
    assert desviacion(corta, lineal("a", "b")).paso == 1


def test_una_hermana_cancelada_y_una_tarea_reutilizada_no_son_desviacion():
    g = grafo(fija("__start__", "a"), fija("__start__", "b"), *join(["a", "b"], "c"))
    rota = traza(
        [tarea("a", fin=Fin.ERROR), tarea("b", fin=Fin.CANCELADO)],
        ejecuciones=(Ejecucion(indice=0, clase="input", fin=Fin.ERROR),),
    )
    assert alinear(rota, g).conforme
    assert alinear(traza(["a", tarea("b", reutilizada="resume")], ["c"]), g).conforme


def test_un_proceso_muerto_no_debe_nada():
    muerta = traza(["a"], [tarea("b", fin=Fin.SIN_CERRAR)], ejecuciones=(Ejecucion(indice=0, clase="input"),))
    assert alinear(muerta, lineal("a", "b", "c")).conforme


def test_una_ruta_sin_declarar_es_duda_y_no_desviacion():
    g = grafo(fija("__start__", "a"), desconocida("a"), nodos=["b", "c"])
    t = traza(["a"], ["b"], completitud=SIN_RUTAS)
    assert alinear(t, g).conforme
    assert alinear(t, g).dudas == ()


def test_con_varias_candidatas_la_causa_queda_en_duda():
    g = grafo(fija("__start__", "a"), fija("__start__", "b"), ruta("a", "c"), ruta("b", "c"))
    c = alinear(traza(["a", "b"], ["c"], completitud=SIN_RUTAS), g)
    assert c.conforme
    assert [(x.origen, x.cierta) for x in dict(c.causas)["p2-1"]] == [("a", False), ("b", False)]
    assert c.dudas == ("2 · c ← a, b",)


def test_si_solo_una_pudo_ser_la_causa_es_cierta():
    g = grafo(fija("__start__", "a"), fija("__start__", "b"), ruta("a", "c"), fija("b", "d"))
    causas = dict(alinear(traza(["a", "b"], ["c", "d"], completitud=SIN_RUTAS), g).causas)
    assert [(x.origen, x.cierta) for x in causas["p2-1"]] == [("a", True)]


def test_la_ruta_que_la_traza_si_vio_no_puede_llevar_a_otro_sitio():
    g = grafo(fija("__start__", "a"), ruta("a", "b"), ruta("a", "c"))
    assert desviacion(traza([tarea("a", va=["b"])], ["c"]), g).paso == 2


def test_un_command_que_la_traza_vio_tampoco():
    g = grafo(fija("__start__", "a"), salto("a", "b"), salto("a", "c"))
    assert alinear(traza([tarea("a", saltos=("b",))], ["b"]), g).conforme
    assert desviacion(traza([tarea("a", saltos=("b",))], ["c"]), g).paso == 2


def test_un_envio_de_menos_o_de_mas_es_una_desviacion():
    g = grafo(fija("__start__", "a"), ruta("a", "w"), fija("w", "z"))
    dos = [tarea("w", clase="push", indice_de_envio=i) for i in range(2)]
    reparte = tarea("a", va=[], envios=("w", "w"))
    assert alinear(traza([reparte], dos, ["z"]), g).conforme
    assert desviacion(traza([reparte], dos[:1], ["z"]), g).paso == 2
    de_mas = [*dos, tarea("w", clase="push", indice_de_envio=2)]
    assert "Send" in str(desviacion(traza([reparte], de_mas, ["z"]), g).regla)


def test_lo_de_dentro_de_un_subgrafo_se_alinea_con_su_propio_grafo():
    dentro = (fija("s:__start__", "s:a"), fija("s:a", "s:b"), fija("s:b", "s:__end__"))
    g = grafo(*lineal("s").aristas, *dentro)

    def con(*dentro: str) -> Traza:
        t = traza(["s"])
        pasos = [paso(n, [tarea(x)], ambito="s", superstep=n - 1, padre=1) for n, x in enumerate(dentro, 2)]
        return replace(t, pasos=(*t.pasos, *pasos))

    assert alinear(con("s:a", "s:b"), g).conforme
    assert desviacion(con("s:b"), g).paso == 2
    assert desviacion(con("s:a"), g).paso == 2


def test_lo_de_dentro_de_un_subgrafo_que_el_grafo_no_ensena_no_se_juzga_pero_se_explica():
    g = lineal("s")
    t = traza(["s"])
    dentro = [paso(n, [tarea(x)], ambito="s", superstep=n - 1, padre=1) for n, x in enumerate(["s:a", "s:b"], 2)]
    c = alinear(replace(t, pasos=(*t.pasos, *dentro)), g)
    assert c.conforme
    assert [(x.origen, x.destino, x.cierta) for x in dict(c.causas)["p3-1"]] == [("s:a", "s:b", True)]


def test_un_salto_al_grafo_padre_es_una_salida_del_subgrafo():
    interior = (fija("s:__start__", "s:a"), fija("s:a", "s:__end__"))
    g = grafo(fija("__start__", "s"), salto("s", "z"), fija("z", "__end__"), *interior)
    t = traza(["s"])
    dentro = paso(2, [tarea("s:a", fin=Fin.SALTO_AL_PADRE, saltos=("z",))], ambito="s", superstep=1, padre=1)
    c = alinear(replace(t, pasos=(*t.pasos, dentro, paso(3, [tarea("z")], superstep=2))), g)
    assert c.conforme
    assert [(x.de, x.origen) for x in dict(c.causas)["p3-1"]] == [("p1-1", "s")]


def test_de_un_subgrafo_del_que_se_sale_no_se_espera_lo_que_iba_detras_ni_su_final():
    interior = (
        fija("s:__start__", "s:a"),
        fija("s:__start__", "s:b"),
        fija("s:b", "s:c"),
        *(fija(f"s:{x}", "s:__end__") for x in "ac"),
    )
    g = grafo(fija("__start__", "s"), salto("s", "z"), fija("z", "__end__"), *interior)
    for fin in (Fin.SALTO_AL_PADRE, Fin.SIN_CERRAR):
        t = traza(["s"], completitud=SIN_RUTAS)
        dentro = paso(2, [tarea("s:a", fin=fin), tarea("s:b")], ambito="s", superstep=1, padre=1)
        t = replace(t, pasos=(*t.pasos, dentro, paso(3, [tarea("z")], superstep=2)))
        assert alinear(t, g).conforme
        assert [c.destino for _, c in recorrer(t, salidas_de(g)).finales] == ["__end__"]


def test_en_el_json_de_langgraph_una_fija_puede_tapar_una_ruta_con_send_entre_los_mismos_nodos():
    enviadas = [tarea("b", clase="push", indice_de_envio=i) for i in range(2)]
    t = traza(["a"], ["b", *enviadas], completitud=SIN_RUTAS)
    assert alinear(t, lineal("a", "b", formato=Formato.LANGGRAPH)).conforme
    assert not alinear(t, lineal("a", "b")).conforme


def test_lo_que_decidio_un_nodo_de_un_subgrafo_que_el_grafo_no_ensena_no_obliga():
    """El destino puede ser un nodo que espera al final (`defer`), y el grafo no lo dice."""
    t = traza(["s"])
    dentro = paso(2, [tarea("s:a", saltos=("s:b",))], ambito="s", superstep=1, padre=1)
    despues = paso(3, [tarea("s:c")], ambito="s", superstep=2, padre=1)
    assert alinear(replace(t, pasos=(*t.pasos, dentro, despues)), lineal("s")).conforme


def test_parte_de_un_join_hacia_un_nodo_aplazado_no_lo_debe():
    """El JSON de LangGraph da un join como fijas sueltas: que llegue una no basta."""
    g = grafo(
        *(fija("__start__", "a"), fija("a", "c"), fija("b", "c"), fija("c", "__end__")), formato=Formato.LANGGRAPH
    )
    con_defer = replace(g, nodos=tuple(replace(n, diferido=n.id == "c") for n in g.nodos))
    assert alinear(traza(["a"], completitud=SIN_RUTAS), con_defer).conforme
    assert desviacion(traza(["a"]), replace(lineal("a", "c"), nodos=con_defer.nodos)).paso == 1


def test_el_manejador_de_errores_lo_causa_el_nodo_que_fallo():
    manejador = "__error_handler__a"
    g = grafo(fija("__start__", "a"), fija("a", "b"), ruta("a", manejador, "error"), salto(manejador, "c"))
    fallo = tarea("a", fin=Fin.ERROR)
    arreglo = tarea(manejador, clase="error_handler", saltos=("c",))
    c = alinear(traza([fallo, arreglo], ["c"]), g)
    assert c.conforme
    assert [x.origen for x in dict(c.causas)["p1-2"]] == ["a"]
    assert [x.origen for x in dict(c.causas)["p2-1"]] == [manejador]


def test_las_tareas_de_la_api_funcional_no_son_nodos():
    assert alinear(traza(["a", tarea("ayuda", clase="call")], ["b"]), lineal("a", "b")).conforme


def test_si_entre_dos_ejecuciones_se_escribio_el_estado_desde_fuera_lo_que_sigue_no_es_una_desviacion():
    """`update_state` gasta un paso y despierta a quien sigue al nodo por el que escribió."""
    t = traza(["a"], ["c"])
    assert not alinear(replace(t, pasos=(t.pasos[0], replace(t.pasos[1], superstep=3))), lineal("a", "b", "c")).conforme
    otra = Ejecucion(indice=1, clase="continue", fin=Fin.BIEN)
    sigue = replace(t.pasos[1], superstep=3, ejecucion=1)
    seguida = replace(t, pasos=(t.pasos[0], sigue), ejecuciones=(*t.ejecuciones, otra))
    assert alinear(seguida, lineal("a", "b", "c")).conforme
    parada = traza([tarea("a", fin=Fin.INTERRUMPIDO)])
    por_la_pausa = replace(parada, pasos=(*parada.pasos, replace(sigue, superstep=2)), ejecuciones=seguida.ejecuciones)
    assert alinear(por_la_pausa, lineal("a", "c")).conforme


def test_si_se_perdieron_lineas_un_hueco_no_es_una_desviacion():
    t = traza(["a"], ["c"])
    t = replace(t, pasos=(t.pasos[0], replace(t.pasos[1], superstep=3)))
    g = lineal("a", "b", "c")
    assert not alinear(t, g).conforme
    assert alinear(replace(t, saltadas=(7,)), g).conforme
    assert alinear(replace(t, perdidas=1), g).conforme


def test_una_traza_que_empieza_por_una_reanudacion_no_tiene_por_que_empezar_por_el_principio():
    t = traza(["b"], ejecuciones=(Ejecucion(indice=0, clase="resume", fin=Fin.BIEN),))
    assert alinear(t, lineal("a", "b")).conforme


def test_el_json_de_langgraph_no_obliga_a_lo_que_puede_ser_un_join():
    g = grafo(
        fija("__start__", "a"), fija("a", "b"), fija("a", "c"), fija("c", "d"), fija("b", "e"), fija("d", "e"),
        formato=Formato.LANGGRAPH,
    )  # fmt: skip
    c = alinear(traza(["a"], ["b", "c"], ["d"], ["e"]), g)
    assert c.conforme
    assert [(x.origen, x.cierta) for x in dict(c.causas)["p4-1"]] == [("d", True), ("b", False)]


def test_sin_grafo_no_hay_de_que_desviarse():
    c = alinear(traza(["a"], ["b"]), None)
    assert c.conforme
    assert [(x.origen, x.destino) for _, causas in c.causas for x in causas] == [("__start__", "a"), ("a", "b")]


def test_una_traza_que_no_cuenta_sus_ejecuciones_no_se_juzga_por_donde_empieza_ni_acaba():
    assert alinear(traza(["b"], ejecuciones=()), lineal("a", "b", "c")).conforme


def test_una_traza_sin_pasos_es_conforme():
    assert alinear(traza(), lineal("a")).conforme

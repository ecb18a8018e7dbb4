"""Los veredictos, uno por nodo y por arista, con su motivo."""

from __future__ import annotations

import pytest

from generador.comparacion.pasada import Grabada
from generador.comparacion.variante import Comparada, Entradas, comparar_variante
from generador.modelo.grafo import FIN, INICIO, Certeza, Formato, Lugar, TipoDeArista
from generador.modelo.hallazgo import FrenteAlSpike, Juicio, Veredicto
from generador.modelo.plan import AristaDePlan, Prometido
from tests.comparacion.grafos import (
    SIN_RUTAS,
    comparar,
    desconocida,
    diferencias,
    fija,
    grafo,
    inferida,
    lineal,
    nodo,
    paso,
    ruta,
    salto,
    tarea,
    traza,
    veredictos,
)
from tests.congelados import replace


def juicio(c: Comparada, clave: str) -> Juicio:
    return next(j for j in (*c.nodos, *c.aristas) if j.clave == clave)


def test_un_grafo_consigo_mismo_es_todo_conforme():
    g = grafo(*lineal("a", "b").aristas, ruta("b", "a", "otra"), salto("a", "c"), desconocida("c"))
    assert diferencias(comparar(g, g)) == {}


def test_cada_elemento_tiene_un_juicio_con_sus_lados_y_su_motivo():
    contrato, real = lineal("a", "b"), lineal("a", "c")
    c = comparar_variante(Entradas(contrato=contrato, real=real))
    claves = [j.clave for j in (*c.nodos, *c.aristas)]
    assert len(claves) == len(set(claves))
    assert juicio(c, "b").contrato == contrato.por_id["b"] and juicio(c, "b").real is None
    assert juicio(c, "c").real == real.por_id["c"] and juicio(c, "c").contrato is None
    assert all("→" in str(j.motivo) for j in (*c.nodos, *c.aristas) if j.veredicto is not Veredicto.CONFORME)


def test_lo_prometido_que_no_esta_falta_y_lo_que_esta_sin_prometer_sobra():
    assert diferencias(comparar(lineal("a", "b"), lineal("a", "c"))) == {
        "b": "falta",
        "c": "sobra",
        "a→b": "falta",
        "b→__end__": "falta",
        "a→c": "sobra",
        "c→__end__": "sobra",
    }


@pytest.mark.parametrize("nombre", ["START", "End", "inicio", "fin"])
def test_un_principio_o_un_final_con_otro_nombre_dice_como_se_escribe(nombre):
    c = comparar(lineal(nombre, "a"), lineal("a"))
    (motivo,) = [str(j.motivo) for j in c.nodos if j.origen == nombre]
    assert "__start__" in motivo and "__end__" in motivo


@pytest.mark.parametrize("quitada", range(9))
def test_quitar_una_arista_del_contrato_da_exactamente_un_sobra(quitada: int):
    dentro = (fija("c:__start__", "c:x"), fija("c:x", "c:y"), fija("c:y", "c:__end__"))
    real = grafo(*lineal("a", "b", "c").aristas, ruta("a", "c", "atajo"), salto("b", FIN), *dentro)
    sin_ella = replace(real, aristas=tuple(a for i, a in enumerate(real.aristas) if i != quitada))
    c = comparar(sin_ella, real)
    assert diferencias(c) == {f"{real.aristas[quitada].origen}→{real.aristas[quitada].destino}": "sobra"}
    assert list(veredictos(c).values()) == ["sobra"]


@pytest.mark.parametrize("quitada", range(6))
def test_quitar_una_arista_del_grafo_da_exactamente_un_falta(quitada: int):
    contrato = grafo(*lineal("a", "b", "c").aristas, ruta("a", "c", "atajo"), salto("b", FIN))
    sin_ella = replace(contrato, aristas=tuple(a for i, a in enumerate(contrato.aristas) if i != quitada))
    esperado = f"{contrato.aristas[quitada].origen}→{contrato.aristas[quitada].destino}"
    c = comparar(contrato, sin_ella)
    if esperado == "c→__end__":  # de un nodo del que no sale nada se acaba igual
        assert veredictos(c) == {}
    else:
        assert veredictos(c) == {esperado: "falta"}


# --- bordes ------------------------------------------------------------------------------------------------


def test_un_contrato_que_no_dibuja_principio_ni_final_no_promete_que_no_los_haya():
    assert diferencias(comparar(grafo(fija("a", "b")), lineal("a", "b"))) == {}


def test_si_dibuja_alguno_de_los_dos_el_otro_cuenta():
    assert diferencias(comparar(grafo(fija(INICIO, "a"), fija("a", "b")), lineal("a", "b"))) == {"b→__end__": "sobra"}


def test_un_final_que_nadie_escribio_no_sobra():
    real = grafo(fija(INICIO, "a"), fija("a", FIN, certeza=Certeza.INFERIDA))
    assert diferencias(comparar(grafo(fija(INICIO, "a")), real)) == {}


def test_terminar_sin_arista_es_lo_mismo_que_terminar_con_ella():
    assert diferencias(comparar(lineal("a"), grafo(fija(INICIO, "a")))) == {}


# --- tipo y etiqueta ---------------------------------------------------------------------------------------


def test_fija_y_condicional_son_de_tipo_distinto():
    for una, otra in ((fija("a", "b"), ruta("a", "b")), (salto("a", "b"), fija("a", "b"))):
        assert diferencias(comparar(grafo(una), grafo(otra))) == {"a→b": "tipo_distinto"}


def test_un_join_es_tan_fijo_como_una_arista():
    union = fija("a", "b", tipo=TipoDeArista.UNION, grupo="g")
    assert diferencias(comparar(grafo(fija("a", "b")), grafo(union))) == {}


def test_un_tipo_inferido_no_contradice_a_nadie():
    supuesta = ruta("a", "b", certeza=Certeza.INFERIDA)
    assert diferencias(comparar(grafo(supuesta), grafo(fija("a", "b")))) == {}
    assert diferencias(comparar(grafo(fija("a", "b")), grafo(supuesta))) == {}


def test_si_el_par_es_fijo_y_condicional_a_la_vez_vale_cualquiera():
    real = grafo(fija("a", "b"), ruta("a", "b"))
    assert (
        diferencias(comparar(grafo(fija("a", "b")), real)) == diferencias(comparar(grafo(ruta("a", "b")), real)) == {}
    )


def test_las_etiquetas_se_comparan_si_las_dos_partes_las_escriben():
    assert diferencias(comparar(grafo(ruta("a", "b", "ok")), grafo(ruta("a", "b", "mal")))) == {
        "a→b": "etiqueta_distinta"
    }
    assert diferencias(comparar(grafo(ruta("a", "b", "ok")), grafo(ruta("a", "b")))) == {}
    assert diferencias(comparar(grafo(ruta("a", "b")), grafo(ruta("a", "b", "ok")))) == {}


def test_una_etiqueta_igual_al_destino_o_con_otros_espacios_es_la_misma():
    assert diferencias(comparar(grafo(ruta("a", "b", "b", " ok  ya ")), grafo(ruta("a", "b", "ok ya")))) == {}
    assert diferencias(comparar(grafo(ruta("a", "b", "true")), grafo(ruta("a", "b", "True")))) == {}


def test_de_dos_etiquetas_el_json_de_langgraph_solo_guarda_una():
    contrato = grafo(fija(INICIO, "a"), ruta("a", "b", "ok", "aviso"), ruta("a", "c", "mal"))
    de_langgraph = grafo(
        fija(INICIO, "a"), ruta("a", "b", "aviso"), ruta("a", "c", "mal"), fija("b", FIN), fija("c", FIN),
        formato=Formato.LANGGRAPH,
    )  # fmt: skip
    assert diferencias(comparar(contrato, de_langgraph)) == {}
    nuestro = replace(de_langgraph, formato=Formato.VITRINA)
    assert diferencias(comparar(contrato, nuestro))["a→b"] == "etiqueta_distinta"


# --- subgrafos ---------------------------------------------------------------------------------------------

INTERIOR = (fija("s:__start__", "s:a"), fija("s:a", "s:b"), fija("s:b", "s:__end__"))
EXPANDIDO = grafo(*lineal("s").aristas, *INTERIOR)


def test_un_contrato_plano_no_hace_sobrar_el_interior_de_un_subgrafo():
    c = comparar(lineal("s"), EXPANDIDO)
    assert veredictos(c) == {}
    assert "detalle" in str(juicio(comparar_variante(Entradas(contrato=lineal("s"), real=EXPANDIDO)), "s:a").motivo)


def test_nombrar_un_nodo_de_dentro_es_contar_parte_del_detalle():
    contrato = grafo(*lineal("s").aristas, nodos=["s:a"])
    assert veredictos(comparar(contrato, EXPANDIDO)) == {}


def test_dibujar_el_flujo_de_dentro_es_prometerlo_entero():
    contrato = grafo(*lineal("s").aristas, fija("s:__start__", "s:a"), fija("s:a", "s:__end__"))
    assert diferencias(comparar(contrato, EXPANDIDO)) == {
        "s:b": "sobra",
        "s:a→s:__end__": "falta",
        "s:a→s:b": "sobra",
        "s:b→s:__end__": "sobra",
    }


def test_un_contrato_con_detalle_frente_a_un_grafo_que_no_lo_ensena_no_se_puede_decir():
    c = comparar(EXPANDIDO, lineal("s"))
    assert set(veredictos(c).values()) == {"el_grafo_no_puede_decirlo"}
    assert "s:a" in veredictos(c) and "s" not in veredictos(c)


def test_las_trazas_resuelven_lo_que_el_grafo_no_ensena():
    t = traza(["s"])
    dentro = [paso(n, [tarea(x)], ambito="s", superstep=n - 1, padre=1) for n, x in enumerate(["s:a", "s:b"], 2)]
    assert veredictos(comparar(EXPANDIDO, lineal("s"), replace(t, pasos=(*t.pasos, *dentro)))) == {}


def test_la_barra_y_los_dos_puntos_nombran_lo_mismo():
    con_barra = grafo(*lineal("s").aristas, fija("s/a", "s/b"), nodos=["s/a"])
    assert diferencias(comparar(con_barra, EXPANDIDO)) == {}


def test_una_flecha_que_cruza_el_borde_es_la_flecha_al_subgrafo():
    contrato = grafo(fija(INICIO, "s:a"), fija("s:a", "s:b"), fija("s:b", FIN))
    assert diferencias(comparar(contrato, EXPANDIDO)) == {}


def test_un_nodo_cuya_etiqueta_es_el_nombre_real_se_casa_con_el():
    contrato = grafo(fija(INICIO, "A"), fija("A", FIN))
    contrato = replace(
        contrato, nodos=tuple(nodo("A", etiqueta="agente") if n.id == "A" else n for n in contrato.nodos)
    )
    assert diferencias(comparar(contrato, lineal("agente"))) == {}
    assert set(diferencias(comparar(contrato, lineal("otro")))) >= {"A", "otro"}


def test_el_nodo_que_langgraph_crea_para_los_errores_no_sobra():
    real = grafo(*lineal("a").aristas, ruta("a", "__error_handler__a", "error"), fija("__error_handler__a", FIN))
    assert diferencias(comparar(lineal("a"), real)) == {}


# --- lo que el grafo no puede decir --------------------------------------------------------------------------


def test_una_ruta_sin_destinos_no_hace_faltar_nada():
    real = grafo(fija(INICIO, "a"), desconocida("a"), fija("b", FIN), fija("c", FIN))
    contrato = grafo(fija(INICIO, "a"), ruta("a", "b"), ruta("a", "c"), fija("b", FIN), fija("c", FIN))
    assert veredictos(comparar(contrato, real)) == dict.fromkeys(["a→?", "a→b", "a→c"], "el_grafo_no_puede_decirlo")


def test_las_trazas_resuelven_una_ruta_sin_destinos():
    real = grafo(fija(INICIO, "a"), desconocida("a"), fija("b", FIN), fija("c", FIN))
    contrato = grafo(fija(INICIO, "a"), ruta("a", "b"), ruta("a", "c"), fija("b", FIN), fija("c", FIN))
    por_b, por_c = (traza([tarea("a", va=[d])], [d], caso=d) for d in "bc")
    assert veredictos(comparar(contrato, real, por_b, por_c)) == {}
    assert veredictos(comparar(contrato, real, por_b)) == {
        "a→?": "el_grafo_no_puede_decirlo",
        "a→c": "el_grafo_no_puede_decirlo",
        "c": "declarada_sin_recorrer",
        "c→__end__": "declarada_sin_recorrer",
    }


def test_lo_recorrido_que_el_contrato_no_promete_se_dice():
    real = grafo(fija(INICIO, "a"), desconocida("a"), fija("b", FIN), fija("c", FIN))
    contrato = grafo(fija(INICIO, "a"), ruta("a", "b"), fija("b", FIN), fija("c", FIN))
    c = comparar(contrato, real, traza([tarea("a", va=["c"])], ["c"]))
    assert diferencias(c) == {"a→c": "recorrida_sin_declarar"}


def test_un_destino_inferido_del_codigo_ni_sobra_ni_se_da_por_declarado():
    real = grafo(fija(INICIO, "a"), inferida("a", "b"), inferida("a", "c"), fija("b", FIN), fija("c", FIN))
    contrato = grafo(fija(INICIO, "a"), ruta("a", "b"), fija("b", FIN), fija("c", FIN))
    assert veredictos(comparar(contrato, real)) == {"a→c": "el_grafo_no_puede_decirlo"}
    recorrida = traza([tarea("a", va=["c"])], ["c"])
    assert diferencias(comparar(contrato, real, recorrida)) == {"a→c": "recorrida_sin_declarar"}


def test_sin_grafo_el_contrato_no_falta_y_las_trazas_pueden_probarlo():
    c = comparar(lineal("a", "b"))
    assert set(veredictos(c).values()) == {"el_grafo_no_puede_decirlo"}
    assert veredictos(comparar(lineal("a", "b"), None, traza(["a"], ["b"]))) == {}


def test_un_grafo_que_no_se_pudo_exportar_no_hace_faltar_nada():
    assert veredictos(comparar(lineal("a"), grafo())) == veredictos(comparar(lineal("a")))


# --- lo observado --------------------------------------------------------------------------------------------


def test_lo_declarado_que_ningun_caso_recorre_es_cobertura_y_no_diferencia():
    g = grafo(fija(INICIO, "a"), ruta("a", "b", "si"), ruta("a", FIN, "no"), fija("b", FIN))
    c = comparar(g, g, traza([tarea("a", va=[FIN])]))
    assert veredictos(c) == dict.fromkeys(["b", "a→b", "b→__end__"], "declarada_sin_recorrer")


def test_sin_trazas_no_se_habla_de_recorrer():
    assert veredictos(comparar(lineal("a"), lineal("a"))) == {}


def test_las_visitas_se_cuentan_y_cada_caso_da_su_primera_prueba():
    g = grafo(fija(INICIO, "a"), ruta("a", "a", "otra"), ruta("a", FIN, "fin"))
    vueltas = traza([tarea("a", va=["a"])], [tarea("a", va=["a"])], [tarea("a", va=[FIN])], caso="x")
    grabadas = [Grabada("x", lambda: vueltas), Grabada("y", lambda: replace(vueltas, caso="y"))]
    c = comparar_variante(Entradas(real=g, trazas=grabadas))
    a = juicio(c, "a")
    assert a.visitas == 6
    assert [(p.caso, p.paso) for p in a.pruebas] == [("x", 1), ("y", 1)]
    assert juicio(c, "a→a").visitas == 4
    assert [(p.caso, p.paso) for p in juicio(c, "a→a").pruebas] == [("x", 2), ("y", 2)]
    assert juicio(c, "a→__end__").visitas == 2


def test_lo_que_sobra_sigue_sobrando_aunque_se_recorra():
    contrato = grafo(fija(INICIO, "a"), fija("a", FIN), fija("b", FIN))
    real = grafo(fija(INICIO, "a"), fija("a", FIN), ruta("a", "b"), fija("b", FIN))
    assert diferencias(comparar(contrato, real, traza([tarea("a", va=["b"])], ["b"]))) == {"a→b": "sobra"}


def test_una_arista_que_pudo_recorrerse_no_se_da_por_no_recorrida():
    g = grafo(fija(INICIO, "a"), fija(INICIO, "b"), ruta("a", "c"), ruta("b", "c"), fija("c", FIN))
    assert "a→c" not in veredictos(comparar(g, g, traza(["a", "b"], ["c"], completitud=SIN_RUTAS)))


def test_un_nodo_que_no_esta_en_ningun_grafo_y_se_recorrio_se_dice():
    c = comparar(lineal("a"), lineal("a"), traza(["a"], ["intruso"]))
    assert diferencias(c) == {"intruso": "recorrida_sin_declarar", "a→intruso": "recorrida_sin_declarar"}


def test_el_detalle_que_solo_se_ve_en_las_trazas_no_es_una_diferencia():
    t = traza(["a"])
    dentro = paso(2, [tarea("a:oculto")], ambito="a", superstep=1, padre=1)
    assert diferencias(comparar(lineal("a"), lineal("a"), replace(t, pasos=(*t.pasos, dentro)))) == {}


def test_si_las_trazas_no_ensenan_el_interior_no_se_dice_que_no_se_recorrio():
    assert veredictos(comparar(EXPANDIDO, EXPANDIDO, traza(["s"]))) == {}


# --- lo prometido para después -------------------------------------------------------------------------------


def con_promesa(sprint: str, *, en_el_contrato: bool = True) -> Comparada:
    prometido = Prometido(desde="S10", nodos=("n",), aristas=(AristaDePlan(de="a", a="n"),))
    contrato = grafo(*lineal("a").aristas, fija("a", "n"), fija("n", FIN)) if en_el_contrato else lineal("a")
    return comparar_variante(Entradas(contrato=contrato, real=lineal("a"), prometidos=(prometido,), sprint=sprint))


def test_lo_que_aun_no_toca_esta_pendiente_y_sus_aristas_tambien():
    for en_el_contrato in (True, False):
        c = con_promesa("S9", en_el_contrato=en_el_contrato)
        assert juicio(c, "n").veredicto is Veredicto.PENDIENTE
        assert juicio(c, "a→n").veredicto is Veredicto.PENDIENTE
        assert "S10" in str(juicio(c, "n").motivo)
    assert juicio(con_promesa("S9"), "n→__end__").veredicto is Veredicto.PENDIENTE


def test_llegado_su_sprint_lo_prometido_falta():
    for sprint in ("S10", "S11", "s 10"):
        c = con_promesa(sprint, en_el_contrato=False)
        assert (juicio(c, "n").veredicto, juicio(c, "a→n").veredicto) == (Veredicto.FALTA, Veredicto.FALTA)


def test_lo_que_llega_antes_de_tiempo_es_conforme():
    prometido = Prometido(desde="S2", nodos=("b",), aristas=(AristaDePlan(de="a", a="b"),))
    entradas = Entradas(
        contrato=lineal("a"), real=grafo(*lineal("a").aristas, fija("a", "b")), prometidos=(prometido,), sprint="S1"
    )
    c = comparar_variante(entradas)
    assert juicio(c, "b").veredicto is juicio(c, "a→b").veredicto is Veredicto.CONFORME


# --- frente al spike -----------------------------------------------------------------------------------------


def test_la_columna_del_spike_con_renombrados():
    spike, real = lineal("buscar", "responder", "vieja"), lineal("recuperar", "responder", "nueva")
    c = comparar_variante(Entradas(contrato=real, real=real, spike=spike, renombrados={"buscar": "recuperar"}))
    assert {j.origen: j.frente_al_spike for j in c.nodos if not j.origen.startswith("__")} == {
        "recuperar": FrenteAlSpike.RENOMBRADO,
        "responder": FrenteAlSpike.CONSERVADO,
        "nueva": FrenteAlSpike.NUEVO,
        "vieja": FrenteAlSpike.ABANDONADO,
    }
    assert juicio(c, "recuperar→responder").frente_al_spike is FrenteAlSpike.CONSERVADO
    assert juicio(c, "responder→vieja").frente_al_spike is FrenteAlSpike.ABANDONADO
    assert juicio(c, "vieja").veredicto is Veredicto.CONFORME
    assert diferencias(comparar(real, real, spike=spike)) == {}


def test_sin_spike_no_hay_columna():
    c = comparar_variante(Entradas(contrato=lineal("a"), real=lineal("a")))
    assert {j.frente_al_spike for j in (*c.nodos, *c.aristas)} == {None}


def test_si_el_grafo_puede_tener_la_arista_del_spike_no_se_da_por_abandonada():
    spike = grafo(fija(INICIO, "a"), ruta("a", "b"), nodos=["b"])
    c = comparar_variante(Entradas(real=grafo(fija(INICIO, "a"), desconocida("a"), nodos=["b"]), spike=spike))
    assert juicio(c, "a→b").frente_al_spike is None


def test_el_lugar_de_cada_lado_llega_al_juicio():
    contrato = grafo(fija("a", "b", lugar=Lugar("contrato.md", 7)))
    c = comparar_variante(Entradas(contrato=contrato, real=grafo(nodos=["a", "b"])))
    lado = juicio(c, "a→b").contrato
    assert lado is not None and str(lado.lugar) == "contrato.md:7"


def test_sin_contrato_solo_se_dice_lo_que_las_trazas_ven():
    g = grafo(fija(INICIO, "a"), ruta("a", "b"), ruta("a", FIN), fija("b", FIN))
    assert veredictos(comparar(None, g)) == {}
    c = comparar(None, g, traza([tarea("a", va=[FIN])]))
    assert veredictos(c) == dict.fromkeys(["b", "a→b", "b→__end__"], "declarada_sin_recorrer")

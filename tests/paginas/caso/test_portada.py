"""El paso 0: entrada, salida, expectativas con su prueba, y todo lo que a la traza le falta."""

from generador.modelo.hallazgo import Cumple, Resultado
from generador.modelo.mensaje import mensaje
from generador.modelo.traza import Completitud, Fin, Grado
from generador.paginas.caso import modelar
from generador.paginas.caso.portada import comprobaciones_de
from tests.congelados import replace
from tests.paginas.apoyo import contextos
from tests.paginas.caso.apoyo import contexto, pagina, pagina_de
from tests.paginas.caso.ejemplo import HITL, ROTO, carga, demo


def test_lo_que_entro_y_lo_que_salio_se_leen_como_conversacion():
    p = pagina("hitl-cita-no-verificada").portada
    assert p.entrada[0].partes[0].texto.startswith("¿Qué hago si olvidé")
    assert "omite" not in p.salida[0].partes[0].texto and "6 horas" in p.salida[0].partes[0].texto


def test_con_mensajes_la_salida_es_el_ultimo_del_modelo():
    p = pagina("equipo").portada
    assert p.salida[0].partes[0].texto.startswith("El panel cuesta")
    assert p.entrada[0].partes[1].clase == "imagen"


def test_cada_expectativa_lleva_a_su_paso_y_tiene_ancla_propia():
    c = pagina("hitl-cita-no-verificada").portada.comprobaciones
    assert [x.prueba.href.rpartition("#")[2] for x in c] == ["paso=5", "paso=4", "paso=2", "paso=7", "paso=3", "paso=7"]
    assert len({x.ancla for x in c}) == len(c)


def test_sin_respuesta_se_dice_por_que():
    assert pagina("pausado").portada.sin_salida == "Nada todavía: el caso está en pausa."
    assert pagina("roto").portada.sin_salida == "Nada: el caso acabó en error."


def test_lo_que_le_falta_a_la_traza_se_dice():
    traza = replace(
        ROTO,
        saltadas=(3, 9),
        redacciones=1,
        avisos=(mensaje("%(valor)s", valor="ojo"),),
        completitud=Completitud(rutas=Grado.NADA, tiempos=Grado.PARCIAL),
        ejecuciones=(replace(ROTO.ejecuciones[0], fin=Fin.SIN_CERRAR),),
    )
    notas = " ".join(pagina_de(traza).portada.notas)
    for trozo in (
        "acaba sin decir",
        "decisiones de ruta",
        "en parte los tiempos",
        "2 líneas",
        "(3, 9)",
        "1 dato sensible",
        "ojo",
    ):
        assert trozo in notas


def test_sin_entrada_grabada_vale_la_del_plan():
    assert pagina("roto").portada.entrada_json.texto == '{"mensaje": "hola"}'


def test_las_ejecuciones_dicen_quien_reanudo():
    ejecuciones = pagina("hitl-cita-no-verificada").portada.ejecuciones
    assert [(e.clase, e.quien) for e in ejecuciones] == [
        ("entrada nueva", "—"),
        ("reanudación", "farmacéutica de guardia"),
    ]


def test_una_pausa_que_se_reanudo_no_se_dice_sin_reanudar():
    assert [e.fin.texto for e in pagina("hitl-cita-no-verificada").portada.ejecuciones] == ["en pausa", "acabó bien"]
    assert [e.fin.texto for e in pagina("pausado").portada.ejecuciones] == ["en pausa, sin reanudar"]


def test_una_pausa_fijada_al_compilar_que_se_siguio_tampoco():
    primera, segunda = HITL.ejecuciones
    traza = replace(HITL, ejecuciones=(primera, replace(segunda, clase="continue")))
    assert [e.fin.texto for e in pagina_de(traza).portada.ejecuciones] == ["en pausa", "acabó bien"]


def test_sin_respuesta_reconocible_se_ensena_lo_que_quedo_en_el_estado():
    traza = replace(HITL, caso="roto", inicial={"y": carga(2)}, final={"x": carga(1), "y": carga(2)})
    portada = pagina_de(traza).portada
    assert portada.salida == ()
    assert portada.quedo.texto == '{"x": 1}'
    assert portada.sin_salida.endswith("quedó escrito en él:")


def test_si_ademas_nada_cambio_se_dice():
    portada = pagina_de(replace(HITL, caso="roto", inicial={"y": carga(2)}, final={"y": carga(2)})).portada
    assert portada.quedo is None
    assert "nada cambió" in portada.sin_salida


def test_una_respuesta_no_repite_el_estado_y_lo_que_no_acabo_no_salio():
    assert pagina("hitl-cita-no-verificada").portada.quedo is None
    assert pagina("pausado").portada.quedo is None
    assert pagina("roto").portada.quedo is None


def _dichas(*resultados):
    ctx = contextos()[0]
    todas = comprobaciones_de(ctx, "adherencia", "turno-limpio-es", "adherencia/casos/turno-limpio-es.html", resultados)
    return [(c.esperado, c.obtenido) for _, c in todas]


def _resultado(campo, esperado, obtenido, cumple=Cumple.SI):
    return Resultado(campo=campo, esperado=mensaje(esperado), obtenido=mensaje(obtenido), cumple=cumple)


def test_como_acaba_un_caso_se_dice_con_palabras():
    bien, mal = (_resultado("estado_de_la_traza", "ok", x, c) for x, c in (("ok", Cumple.SI), ("error", Cumple.NO)))
    assert _dichas(bien, mal) == [("el caso acaba bien", ""), ("el caso acaba bien", "el caso acaba con error")]


def test_lo_obtenido_no_repite_lo_esperado_si_se_cumple():
    una = _resultado("llamadas", "llamadas: 1", "1 llamada")
    sin = _resultado("sin_interrupcion", "ninguna pausa", "nada")
    otra = _resultado("llamadas", "llamadas: 1", "2 llamadas", Cumple.NO)
    assert [obtenido for _, obtenido in _dichas(una, sin, otra)] == ["", "", "2 llamadas"]


def test_el_contexto_y_la_configuracion_grabados_van_junto_a_la_entrada():
    con = replace(HITL.ejecuciones[0], contexto=carga({"idioma": "es"}), configurable=carga({"cliente": "c-1"}))
    portada = pagina_de(replace(HITL, ejecuciones=(con, *HITL.ejecuciones[1:]))).portada
    assert [(nombre.partition(" ")[0], j.texto) for nombre, j in portada.dado] == [
        ("Contexto", '{"idioma": "es"}'),
        ("Configuración", '{"cliente": "c-1"}'),
    ]


def test_si_la_traza_no_los_trae_son_los_del_plan():
    d = demo({"roto": HITL})
    plan = d.demo.plan
    casos = tuple(replace(c, contexto={"n": 1}) if c.id == "roto" else c for c in plan.casos)
    d = replace(d, demo=replace(d.demo, plan=replace(plan, casos=casos)))
    portada = next(p for p in modelar(contexto(d)) if p.caso == "roto").portada
    assert [j.texto for _, j in portada.dado] == ['{"n": 1}']


def test_sin_contexto_ni_configuracion_no_se_dice_nada():
    assert pagina_de(HITL).portada.dado == ()

"""La página de contrato: orden, lados, pruebas y casos que se salen."""

from generador.modelo.demo import DemoComparada
from tests.congelados import replace
from tests.paginas.apoyo import contextos, modelos
from tests.paginas.muestra import DEMO, DEMOS

ES, _ = contextos()
(PAGINA,) = modelos("contrato", ES)
POR_DEFECTO, HITL = PAGINA.variantes


def _filas(variante):
    return [f for t in variante.tablas for f in t.filas]


def _fila(variante, clave):
    return next(f for f in _filas(variante) if f.clave == clave)


def test_lo_que_no_coincide_va_antes_que_lo_dudoso_y_lo_conforme_al_final():
    valores = [f.veredicto.valor for f in HITL.tablas[1].filas]
    assert valores[:2] == ["sobra", "el_grafo_no_puede_decirlo"]
    assert set(valores[2:]) == {"conforme"}


def test_cada_elemento_sale_una_vez_con_su_clave_y_su_ancla():
    for v in PAGINA.variantes:
        for tabla in v.tablas:
            assert len({f.clave for f in tabla.filas}) == len(tabla.filas)
    anclas = [f.ancla for v in PAGINA.variantes for f in _filas(v)]
    assert len(set(anclas)) == len(anclas)


def test_un_lado_que_falta_es_none_y_el_que_esta_dice_donde_se_escribio():
    fila = _fila(HITL, "memoria")
    assert fila.real is None
    assert fila.contrato.lugar.texto == "contrato.md:27"


def test_el_lado_real_de_un_nodo_lleva_a_la_linea_de_su_codigo_en_el_repositorio():
    lugar = _fila(HITL, "guardrail_pre").real.lugar
    assert lugar.texto == "nodos.py:42"
    assert lugar.href == "https://example.org/agentes/blob/4be1f0c2a7/agentes/adherencia/nodos.py#L42"


def test_el_lado_real_de_una_arista_dice_su_tipo_su_etiqueta_y_su_certeza():
    assert _fila(HITL, "guardrail_pre→retrieve_context").real.texto == "condicional · turno limpio"
    assert _fila(HITL, "closing→auditar").real.texto == "fija · inferida del código"


def test_lo_observado_enlaza_al_primer_paso_que_lo_demuestra():
    fila = _fila(POR_DEFECTO, "intake→guardrail_pre")
    assert fila.visitas == "2 veces"
    assert fila.prueba.href == "casos/turno-limpio-es.html#paso=2"


def test_lo_nunca_observado_lo_dice_y_no_enlaza():
    fila = _fila(HITL, "closing→auditar")
    assert (fila.visitas, fila.prueba) == ("nunca", None)


def test_una_traza_que_se_sale_dice_el_paso_la_regla_y_los_dos_lados():
    (caso,) = HITL.casos
    assert (caso.paso.texto, caso.esperado, caso.obtenido) == ("paso 8", ("fin",), ("auditar",))


def test_los_hallazgos_van_de_mas_a_menos_graves_con_su_remedio():
    assert [h.gravedad.valor for h in HITL.hallazgos] == ["error", "nota"]
    assert HITL.hallazgos[0].remedio == "añádelo al contrato o quítalo del grafo"


def test_las_cuentas_suman_todos_los_elementos():
    assert sum(c.n for c in HITL.cuentas) == len(_filas(HITL))


def test_solo_se_anuncian_las_fuentes_que_hay():
    assert PAGINA.fuentes.startswith("Lado a lado: lo que promete el contrato, ")
    assert PAGINA.fuentes.endswith(" y lo que se vio en las trazas.")
    (d,) = DEMOS
    sin_spike = replace(d, demo=replace(d.demo, spikes={}))
    (pagina,) = modelos("contrato", contextos([sin_spike])[0])
    assert "prototipo" not in pagina.fuentes
    sin_grabar = replace(d, demo=replace(d.demo, spikes={}, corridas=()))
    (pagina,) = modelos("contrato", contextos([sin_grabar])[0])
    assert pagina.fuentes == "Solo hay lo que promete el contrato."


def test_con_una_sola_variante_no_hay_indice():
    plan = replace(DEMO.plan, variantes=DEMO.plan.variantes[:1], casos=())
    sola = DemoComparada(
        demo=replace(DEMO, plan=plan, corridas=()), comparaciones={"por_defecto": DEMOS[0].comparaciones["por_defecto"]}
    )
    sin_casos = replace(sola, comparaciones={k: replace(c, conformidades=()) for k, c in sola.comparaciones.items()})
    (pagina,) = modelos("contrato", contextos([sin_casos])[0])
    assert pagina.indice == ()

"""La portada y la página de demo: lo que cada tarjeta y cada fila dicen."""

from generador.modelo.demo import DemoComparada
from tests.congelados import replace
from tests.paginas.apoyo import contextos, html, modelos
from tests.paginas.muestra import DEMO, DEMOS
from tests.paginas.muestra_medida import EVALUACION

ES, EN = contextos()
(PORTADA,) = modelos("portada", ES)
(PAGINA,) = modelos("demo", ES)
CASOS = {c.caso: c for c in PAGINA.casos}


def test_una_tarjeta_dice_que_es_si_cumple_y_de_cuando():
    (t,) = PORTADA.tarjetas
    assert t.contrato.etiqueta.texto == "4 diferencias"
    assert (t.casos.texto, [m.texto for m in t.cobertura]) == ("3 de 5", ["14 de 14", "17 de 19"])
    assert (t.sprint, t.grabada, t.versiones) == ("sprint 2026-S24", "2026-06-10T09:12:44Z", "LangGraph 1.2.3")
    assert t.grafo is not None


def test_la_portada_y_la_demo_dicen_las_mismas_cifras():
    (t,) = PORTADA.tarjetas
    assert PAGINA.contrato == t.contrato
    cifras = (t.casos, *t.umbrales, *t.cobertura)
    assert [replace(m, href="") for m in PAGINA.medidas] == [replace(m, href="") for m in cifras]


def test_cada_cifra_lleva_adonde_se_ve_lo_que_cuenta():
    (t,) = PORTADA.tarjetas
    de_la_portada = [m.href for m in (t.casos, *t.umbrales, *t.cobertura)]
    assert de_la_portada == [f"adherencia/{m.href}".replace("/#", "/index.html#") for m in PAGINA.medidas]
    assert {m.href for m in PAGINA.medidas} == {"#titulo-casos", "evaluacion.html", "contrato.html"}


def test_una_evaluacion_que_no_llega_se_ve_sin_entrar_en_ella():
    (t,) = PORTADA.tarjetas
    (umbrales,) = t.umbrales
    juzgadas = [m for m in EVALUACION.metricas if m.cumple is not None]
    bien = sum(m.cumple for m in juzgadas)
    assert 0 < bien < len(juzgadas)
    assert (umbrales.texto, umbrales.tono) == (f"{bien} de {len(juzgadas)}", "mal")
    assert PORTADA.resumen[-1] == f"{bien} de {len(juzgadas)} umbrales alcanzados"


def test_una_evaluacion_que_llega_a_todo_va_bien_y_sin_evaluacion_no_se_inventa():
    for evaluacion, tonos in ((_que_llega(), ["bien"]), (None, [])):
        corrida = replace(DEMO.corridas[-1], evaluacion=evaluacion)
        demo = replace(DEMO, corridas=(corrida,))
        es, _ = contextos([DemoComparada(demo=demo, comparaciones=DEMOS[0].comparaciones)])
        (portada,) = modelos("portada", es)
        assert [m.tono for m in portada.tarjetas[0].umbrales] == tonos
        assert any("umbral" in cifra for cifra in portada.resumen) is bool(tonos)


def _que_llega():
    return replace(EVALUACION, metricas=tuple(m for m in EVALUACION.metricas if m.cumple is not False))


def test_sin_ninguna_demo_la_portada_dice_como_crear_la_primera():
    es, _ = contextos([])
    (vacia,) = modelos("portada", es)
    assert "vitrina nueva" in html(vacia, es)


def test_un_caso_sin_grabar_sale_en_la_tabla_sin_enlace_y_sin_cifras():
    c = CASOS["sin-grabar"]
    assert (c.titulo.href, c.conforme, c.pasos, c.duracion, c.procedencia) == ("", None, "—", None, ())
    assert c.cumple.valor == "no_se_sabe"


def test_un_caso_que_se_sale_enlaza_al_paso():
    assert CASOS["hitl-cita-no-verificada"].desvio.href == "casos/hitl-cita-no-verificada.html#paso=8"


def test_el_relato_enlaza_a_los_documentos_publicados_en_cada_idioma():
    assert 'href="documentos/0001-orquestacion.html"' in html(PAGINA, ES)
    (pagina,) = modelos("demo", EN)
    assert 'href="documentos/0001-orquestacion.html"' in html(pagina, EN)


def test_los_avisos_dicen_las_lineas_que_no_se_leyeron_y_lo_tachado():
    corrida = DEMO.corridas[-1]
    traza = replace(corrida.trazas["turno-limpio-es"], saltadas=(3, 9), redacciones=4)
    rota = replace(corrida, trazas={**corrida.trazas, "turno-limpio-es": traza})
    demo = DemoComparada(demo=replace(DEMO, corridas=(rota,)), comparaciones=DEMOS[0].comparaciones)
    (pagina,) = modelos("demo", contextos([demo])[0])
    assert pagina.avisos[:2] == (
        "turno-limpio-es: 2 líneas de la traza no se pudieron leer.",
        "4 valores se tacharon al grabar.",
    )


def test_una_demo_sin_corrida_ni_comparacion_se_construye_y_lo_dice():
    sola = DemoComparada(demo=replace(DEMO, corridas=()), comparaciones={})
    es, _ = contextos([sola])
    (pagina,) = modelos("demo", es)
    assert [h.valor for h in pagina.hechos] == ["2026-S24", "aún no hay ninguna"]
    assert pagina.contrato.etiqueta.valor == "faltan_pruebas"
    assert html(pagina, es)

"""La página de evaluación: las cifras del fichero, con su umbral y su prueba; sin fichero, ni página ni enlace."""

import re

import pytest

from generador.modelo.demo import DemoComparada
from tests.congelados import replace
from tests.paginas.apoyo import contextos, html, modelos
from tests.paginas.muestra import DEMO, DEMOS
from tests.paginas.muestra_medida import CASO, EVALUACION, metrica


def con(**cambios):
    """La página española de la muestra con la evaluación cambiada."""
    corrida = replace(DEMO.corridas[-1], evaluacion=replace(EVALUACION, **cambios))
    demo = DemoComparada(demo=replace(DEMO, corridas=(corrida,)), comparaciones=DEMOS[0].comparaciones)
    ctx = contextos((demo,))[0]
    return modelos("evaluacion", ctx)[0], ctx


@pytest.fixture(scope="module")
def pagina():
    return con()[0]


def por_id(pagina):
    return {m.id: m for g in pagina.grupos for m in g.metricas}


def test_sin_evaluacion_no_hay_pagina_ni_enlace():
    corrida = replace(DEMO.corridas[-1], evaluacion=None, registro=None)
    sin = DemoComparada(demo=replace(DEMO, corridas=(corrida,)), comparaciones=DEMOS[0].comparaciones)
    ctx = contextos((sin,))[0]
    assert modelos("evaluacion", ctx) == () and modelos("registro", ctx) == ()
    textos = [e.texto for e in modelos("demo", ctx)[0].marco.navegacion]
    assert "Evaluación" not in textos and "Registro" not in textos


def test_con_evaluacion_la_navegacion_lleva_a_ella(pagina):
    assert ("Evaluación", True) in [(e.texto, e.actual) for e in pagina.marco.navegacion]


def test_cada_metrica_lleva_valor_umbral_con_sentido_referencia_y_spike(pagina):
    m = por_id(pagina)["faithfulness"]
    cifras = [x.replace("\u00a0", " ") for x in (m.valor, m.umbral, m.referencia, m.diferencia, m.spike)]
    assert cifras == ["90 %", "≥ 98 %", "95 %", "−5 puntos", "40 %"]
    assert (m.cumple.valor, m.n, m.fallan) == ("no_cumple", "40", "2 fallos")


def test_lo_que_no_se_juzga_dice_por_que(pagina):
    metricas = por_id(pagina)
    assert (metricas["ece"].valor, metricas["ece"].cumple.valor) == ("—", "sin_datos")
    assert metricas["tiempo"].cumple.valor == "sin_umbral"
    assert metricas["tiempo"].valor == "38 s"


def test_la_barra_llega_hasta_el_valor_y_marca_el_umbral(pagina):
    barra = por_id(pagina)["faithfulness"].barra
    assert (barra.ancho, barra.umbral) == (90.0, 98.0)
    assert por_id(pagina)["ece"].barra is None


def test_un_fallo_en_un_caso_grabado_enlaza_su_paso_y_los_demas_su_fila(pagina):
    (f,) = pagina.fallos
    assert f.fallos[0].caso.href == f"casos/{CASO}.html#paso=2"
    assert f.fallos[1].caso.href == f"#{pagina.casos[0].casos[0].ancla}"
    assert f.fallos[1].paso == "1 · leer"


def test_los_casos_que_no_cumplen_van_primero(pagina):
    assert [c.id for c in pagina.casos[0].casos] == ["R-1", "R-2"]
    assert pagina.casos[0].resumen == "1 de 2 cumplen"
    assert pagina.casos[0].casos[0].camino == "leer → fin"


def test_la_banda_dice_quien_escribio_cada_referencia(pagina):
    avisos = " ".join(pagina.marco.divulgacion.autores)
    assert "Referencia «facturas»: El equipo, desde x." in avisos
    assert "no dice quién escribió la referencia «anonimo»" in avisos


def test_las_referencias_del_mismo_origen_se_dicen_juntas(pagina):
    una = EVALUACION.conjuntos[0]
    con_otra, _ = con(conjuntos=(*EVALUACION.conjuntos, replace(una, id="mas")))
    avisos = con_otra.marco.divulgacion.autores
    assert len(avisos) == len(pagina.marco.divulgacion.autores)
    assert f"«{una.id}, mas»" in " ".join(avisos)


def test_la_referencia_enlaza_los_documentos_que_se_publican(pagina):
    publicado, otro = pagina.conjuntos[0].desde
    assert publicado.href == "documentos/0001-orquestacion.html"
    assert (otro.texto, otro.href) == ("carta.txt", "")


def test_la_compuerta_dice_por_que_bloquea_y_en_que_casos(pagina):
    assert pagina.compuerta.resultado.valor == "bloquea"
    assert pagina.compuerta.motivos == ("faithfulness baja 5.0 puntos",)
    assert pagina.compuerta.casos.filas == (("1", "F-1", "2"),)


def test_el_coste_lleva_una_barra_por_lado_y_la_tabla_las_mismas_cifras(pagina):
    coste = pagina.laminas[0]
    assert [[b.cifra for b in g.barras] for g in coste.grafico.grupos] == [["0", "4"], ["0", "8"]]
    assert [(f[2], f[5]) for f in coste.tabla.filas] == [("0", "4"), ("0", "8")]


def test_un_punto_sin_valor_no_es_un_cero(pagina):
    serie = pagina.laminas[1]
    assert serie.tabla.filas == (("pass^1", "100\u00a0%"), ("pass^2", "—"))


def test_lo_que_nadie_conoce_sale_en_tablas(pagina):
    titulos = {t.titulo: t for t in pagina.otros}
    assert titulos["calibracion"].filas == (("v", "1"),)
    assert titulos["calibracion · predicados"].filas == (("sum_is@1", "24", "0,885"),)


def test_una_evaluacion_con_solo_una_metrica_basta():
    vacia = dict.fromkeys(("conjuntos", "metricas_del_spike", "series", "casos"), ())
    pagina, ctx = con(metricas=(metrica("m", 1.0),), compuerta=None, coste=None, otros={}, llamadas={}, **vacia)
    texto = html(pagina, ctx)
    assert "Ninguno, en ninguna métrica." in texto
    assert "Compuerta" not in texto and "La referencia congelada" not in texto


def test_lo_grabado_se_escapa_y_no_hay_estilos_en_linea():
    pagina, ctx = con()
    texto = html(pagina, ctx)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in texto
    assert not re.search(r"<script>|\sstyle=", texto)


def test_cada_enlace_interno_llega_a_un_id():
    pagina, ctx = con()
    texto = html(pagina, ctx)
    ids = re.findall(r'\sid="([^"]+)"', texto)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', texto)) <= set(ids)


def test_arriba_se_listan_los_umbrales_que_no_se_alcanzan_y_llevan_a_su_fila(pagina):
    (e,) = pagina.sin_alcanzar
    m = por_id(pagina)["faithfulness"]
    assert (e.texto, e.href) == (f"{m.nombre}: {m.valor} ({m.umbral})", f"#{m.ancla}")
    todo, ctx = con(metricas=(metrica("bien", 1.0, umbral=0.5, cumple=True),))
    assert todo.sin_alcanzar == () and "no se alcanzan" not in html(todo, ctx)


def test_lo_que_es_igual_en_todo_un_grupo_se_dice_una_vez():
    juntas = tuple(metrica(x, 0.5, grupo="citas", conjunto="oro", prueba="p.py") for x in "ab")
    pagina, ctx = con(metricas=(*juntas, metrica("c", 0.5, grupo="otro", conjunto="oro", prueba="p.py")))
    citas = pagina.grupos[0]
    assert (citas.conjunto, citas.prueba) == ("oro", "p.py")
    assert {(m.conjunto, m.prueba) for m in citas.metricas} == {("", "")}
    assert html(pagina, ctx).count("<code>p.py</code>") == 2
    distintas, _ = con(metricas=(juntas[0], metrica("z", 0.5, grupo="citas", conjunto="plata", prueba="p.py")))
    assert [(m.conjunto, m.prueba) for m in distintas.grupos[0].metricas] == [("oro", ""), ("plata", "")]

"""Ninguna página crece sin fin con los casos: lo que no cabe está en otra, contado y enlazado."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador import comparacion
from generador.comparacion.corridas.resumen import resumir
from generador.lectura.demos import leer_demos
from generador.modelo.demo import DemoComparada
from generador.modelo.evaluacion import CasoEvaluado, Fallo
from generador.modelo.historial import Historial
from generador.modelo.plan import Esperado
from generador.paginas import PAGINAS, caso
from generador.paginas.contrato.reparto import a_variante, variantes_por_hoja
from generador.paginas.hojas import trocear
from generador.paginas.indice import entradas, partes, textos
from generador.representacion import representar
from generador.representacion.entorno import crear_entorno
from generador.representacion.indice import partes_del_indice
from tests.congelados import replace
from tests.demo_en_disco import Agente, Taller
from tests.paginas.apoyo import PLANTILLAS, contextos
from tests.paginas.muestra import DEMOS
from tests.paginas.muestra_medida import EVALUACION, metrica

CASOS = [f"caso{n:03d}" for n in range(460)]
METRICAS = [f"m{n:03d}" for n in range(240)]
CORRIDAS = 230
ELEMENTOS, BYTES = 5_000, 1_000_000


@pytest.fixture(scope="module")
def contexto(tmp_path_factory):
    """Una demo de muchos casos cortos que no cumplen, con una evaluación de otros tantos."""
    taller = Taller(tmp_path_factory.mktemp("muchos"))
    taller.demos["mini"] = Agente(casos={c: f"{c} pregunta algo que se busca" for c in CASOS})
    taller.escribir()
    (leida,) = leer_demos(taller.corridas)
    fallos = tuple(Fallo(caso=c, paso=1, detalle="no dice lo que debía") for c in CASOS)
    evaluados = tuple(
        CasoEvaluado(id=f"r-{c}", conjunto="grande", entrada=c, esperado="x", obtenido={}, cumple=False) for c in CASOS
    )
    metricas = (metrica("m", 0.1, fallan=fallos), *(metrica(m, 0.5) for m in METRICAS))
    evaluacion = replace(EVALUACION, metricas=metricas, casos=evaluados)
    plan = replace(leida.plan, casos=tuple(replace(c, espera=Esperado(visita=("nadie",))) for c in leida.plan.casos))
    demo = replace(leida, plan=plan, corridas=(replace(leida.corridas[-1], evaluacion=evaluacion),))
    comparada = DemoComparada(demo=demo, comparaciones=comparacion.comparar(demo))
    return contextos([replace(comparada, historial=_historial(comparada))])[0]


def _historial(d):
    """Cientos de corridas: la que hay, y otras como ella que ya no se publican."""
    hay = resumir(d.demo, d.demo.corrida, d.comparaciones)
    antes = tuple(replace(hay, corrida=f"r{n:03d}", sprint=f"s{n}") for n in range(CORRIDAS - 1))
    return Historial(resumenes=(*antes, hay))


@pytest.fixture(scope="module")
def paginas(contexto):
    """Ruta → (modelo, HTML) de todas las que no son de caso. Buscar, por poco para que también ocupe varias."""
    entorno = crear_entorno(PLANTILLAS, contexto.idioma)
    tipos = [t for t in PAGINAS if t is not caso.TIPO]
    with pytest.MonkeyPatch.context() as cambio:
        cambio.setattr("generador.paginas.buscar._ENTRADAS", 200)
        return {p.marco.ruta: (p, representar(p, t, entorno)) for t in tipos for p in t.modelar(contexto)}


def hojas(paginas, ruta):
    """Las páginas de una misma cosa, en orden."""
    base = ruta.removesuffix(".html")
    return [v for k, v in sorted(paginas.items()) if re.fullmatch(rf"{re.escape(base)}(\.t\d+)?\.html", k)]


def test_ninguna_pagina_pasa_de_lo_que_se_abre_bien(paginas):
    grandes = {
        ruta: (n, len(html.encode()))
        for ruta, (_, html) in paginas.items()
        if (n := len(re.findall(r"<[a-zA-Z]", html))) > ELEMENTOS or len(html.encode()) > BYTES
    }
    assert grandes == {}


def test_cada_hoja_enlaza_a_todas_las_demas_y_dice_cual_es(paginas):
    demo = (f"mini/{p}.html" for p in ("index", "corridas", "nodos/leer", "divulgacion"))
    for ruta in (*demo, "buscar.html"):
        todas = hojas(paginas, ruta)
        assert len(todas) > 1
        for n, (pagina, html) in enumerate(todas, 1):
            assert [p.actual for p in pagina.hoja.paginas] == [k == n for k in range(1, len(todas) + 1)]
            assert pagina.hoja.cuales in html
    titulos = [p.marco.pestana for p, _ in paginas.values()]
    assert len(set(titulos)) == len(titulos)


def test_entre_todas_las_hojas_estan_todos_los_casos_una_vez_y_en_orden(paginas):
    assert [c.caso for p, _ in hojas(paginas, "mini/index.html") for c in p.casos] == CASOS
    assert [c.caso.texto for p, _ in hojas(paginas, "mini/nodos/leer.html") for c in p.casos] == [
        f"Caso {c}" for c in CASOS
    ]
    assert [f.caso.texto for p, _ in hojas(paginas, "mini/divulgacion.html") for f in p.demos[0].filas] == [
        f"Caso {c}" for c in CASOS
    ]


def test_sin_javascript_se_encuentra_lo_mismo_que_hay_en_el_indice(contexto, paginas):
    leidas = [e for p, _ in hojas(paginas, "buscar.html") for g in p.grupos for e in g.entradas]
    assert sorted(e.href for e in leidas) == sorted(e.href for e in entradas(contexto))


def test_el_contrato_dice_cuantos_casos_no_caben_y_lleva_a_todos(paginas):
    ((pagina, html),) = hojas(paginas, "mini/contrato.html")
    (variante,) = pagina.variantes
    assert variante.mas_casos.href == "index.html#titulo-casos"
    assert variante.mas_casos.texto.startswith(f"{len(CASOS) - len(variante.casos)} casos más")
    malos = [h for h in variante.hallazgos if h.control == "casos_que_no_cumplen"]
    assert malos[-1].mas.texto == f"y {len(CASOS) - len(malos)} hallazgos más como este, en la tabla de casos"
    assert malos[-1].mas.texto in html


def test_la_divulgacion_del_sitio_lleva_al_recuento_entero_de_la_demo(paginas):
    pagina, _ = paginas["divulgacion.html"]
    (demo,) = pagina.demos
    assert demo.todos.href == "mini/divulgacion.html"
    assert demo.todos.texto.startswith(f"y {len(CASOS) - len(demo.filas)} casos más")


def test_la_evaluacion_lleva_de_cada_metrica_a_sus_fallos_y_de_cada_fallo_a_su_caso(paginas):
    principal, *demas = hojas(paginas, "mini/evaluacion.html")
    assert sum(len(f.fallos) for p, _ in demas for f in p.fallos) == len(CASOS)
    assert sum(len(g.casos) for p, _ in demas for g in p.casos) == len(CASOS)
    m = next(m for g in principal[0].grupos for m in g.metricas if m.fallan)
    for href in (m.fallan_en, *(e.href for e in principal[0].indice)):
        pagina, _, ancla = href.partition("#")
        assert not ancla or f'id="{ancla}"' in paginas[f"mini/{pagina}"][1]


def test_las_metricas_que_no_caben_van_en_otras_hojas_en_orden_y_se_llega_a_ellas(paginas):
    todas = hojas(paginas, "mini/evaluacion.html")
    assert [m.id for p, _ in todas for g in p.grupos for m in g.metricas] == ["m", *METRICAS]
    (principal, html), (segunda, otra), *_ = todas
    assert principal.mas_metricas.texto == f"{len(METRICAS) + 1 - 180} métricas más"
    assert f'href="{principal.mas_metricas.href}"' in html
    assert principal.mas_metricas.href == segunda.marco.ruta.rpartition("/")[2]
    assert segunda.hoja.cuales in otra and segunda.mas_metricas is None


def test_las_corridas_que_no_caben_van_en_otras_hojas_de_la_mas_nueva_a_la_mas_antigua(paginas):
    todas = hojas(paginas, "mini/corridas.html")
    ids = [c.corrida for p, _ in todas for c in p.corridas]
    assert len(ids) == CORRIDAS and ids[1:] == sorted(ids[1:], reverse=True)
    assert ['id="graficos"' in html for _, html in todas] == [True, False, False]
    assert 'href="corridas.t0003.html"' in todas[0][1]


def test_el_indice_de_busqueda_va_en_partes_que_entre_todas_lo_llevan_entero(contexto, paginas, monkeypatch):
    monkeypatch.setattr("generador.paginas.indice._CARACTERES_POR_PARTE", 20_000)
    todas, _ = partes(contexto)
    assert len(todas) > 1
    esperadas = [e.href for e in (*entradas(contexto), *textos(contexto)[0])]
    assert [fila[3] for parte in todas for fila in parte.filas] == esperadas
    for ruta, contenido in partes_del_indice(contexto):
        assert len(contenido) <= 3 * 20_000
        assert contenido.startswith(b"recibirIndice([") and b"<" not in contenido, ruta


def test_la_pagina_de_busqueda_enlaza_cada_parte_tras_el_script_que_las_recibe(contexto, paginas):
    pagina, _ = paginas["buscar.html"]
    rutas = [p.ruta for p in partes(contexto)[0]]
    assert list(pagina.marco.scripts[-len(rutas) - 1 :]) == ["estaticos/buscar.js", *rutas]
    assert pagina.partes == len(rutas)


def test_una_parte_cambia_de_nombre_si_cambia_lo_que_lleva(contexto):
    otro = contextos(DEMOS)[0]
    assert {p.ruta for p in partes(contexto)[0]}.isdisjoint(p.ruta for p in partes(otro)[0])


def test_las_variantes_que_no_caben_en_la_pagina_del_contrato_van_en_otra_y_se_llega_a_todas():
    (muestra,) = DEMOS
    una = muestra.demo.plan.variantes[0]
    variantes = tuple(replace(una, id=f"v{n}") for n in range(12))
    comparaciones = {v.id: replace(muestra.comparaciones[una.id], variante=v.id) for v in variantes}
    demo = replace(muestra.demo, plan=replace(muestra.demo.plan, variantes=variantes))
    d = DemoComparada(demo=demo, comparaciones=comparaciones)
    repartidas = variantes_por_hoja(d)
    assert len(repartidas) > 1
    assert [v for hoja in repartidas for v in hoja] == [v.id for v in variantes]
    ultima = a_variante("adherencia/index.html", d, "v11", "x")
    assert ultima.href == f"contrato.t{len(repartidas):04d}.html#variante-v11"


@given(st.lists(st.integers(0, 9)), st.integers(1, 5), st.integers(1, 20))
def test_trocear_no_pierde_ni_desordena_y_respeta_los_topes(filas, por_hoja, maximo):
    trozos = trocear(filas, por_hoja, peso=lambda x: x, maximo=maximo)
    assert [x for trozo in trozos for x in trozo] == filas
    assert all(len(t) <= por_hoja and (sum(t) <= maximo or len(t) == 1) for t in trozos)
    assert all(trozos) or trozos == ((),)

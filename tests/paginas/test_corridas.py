"""El historial de corridas y la comparación de dos: qué se dice, adónde se enlaza y qué se calla."""

from __future__ import annotations

import re

import pytest

from generador.comparacion import cotejar, historiar, resumir
from generador.modelo.hallazgo import Cumple
from generador.modelo.historial import EstadoDeCaso, Historial
from generador.modelo.traza import Fin
from generador.paginas import rutas
from generador.paginas.comparacion.pasos import DETALLES
from generador.paginas.corridas.frases import frases
from tests.comparacion.corridas.fabrica import caso, final, metrica, pasos, resumen
from tests.congelados import replace
from tests.paginas.apoyo import contextos, html, modelos
from tests.paginas.muestra import COMPARACIONES, DEMO, DEMOS
from tests.paginas.muestra_de_corridas import HOSTIL, REFERENCIA

(D,) = DEMOS


def con(historial: Historial):
    """El contexto en español de la demo de muestra con otro historial."""
    return contextos([replace(D, historial=historial)])[0]


@pytest.fixture(scope="module")
def es():
    return contextos()[0]


@pytest.fixture(scope="module")
def en():
    return contextos()[1]


# --- el historial ------------------------------------------------------------------------------------------


def test_salen_todas_las_corridas_de_la_mas_nueva_a_la_mas_antigua(es):
    (p,) = modelos("corridas", es)
    assert [c.corrida for c in p.corridas] == ["2026-06-10-01", "2026-06-01-01", REFERENCIA]
    assert [c.papeles for c in p.corridas] == [("la que se publica",), (), ("de referencia",)]
    assert [bool(c.comparar) for c in p.corridas] == [False, True, True]


def test_cada_grafico_lleva_su_tabla_con_las_mismas_cifras(es):
    (p,) = modelos("corridas", es)
    assert [lamina.id for lamina in p.laminas] == ["casos", "cobertura", "umbrales", "duracion", "metricas"]
    for lamina in p.laminas[:-1]:
        dibujadas = {b.cifra for g in lamina.grafico.grupos for b in g.barras}
        assert dibujadas <= {celda for fila in lamina.tabla.filas for celda in fila}


def test_lo_que_no_se_pudo_leer_sale_en_su_fila_y_lo_retirado_tambien(es):
    (p,) = modelos("corridas", es)
    assert p.corridas[1].ilegible == "No se pudo leer 1 fichero: trazas/roto.jsonl"
    assert "uno-que-se-quito" in p.corridas[1].retirados
    assert not p.corridas[0].ilegible and not p.corridas[0].retirados


def test_no_ejecutarse_no_es_dejar_de_cumplir_y_se_dice_cuantos(es):
    (p,) = modelos("corridas", es)
    assert [c.sin_ejecutar for c in p.corridas] == [
        "1 caso del plan no se ejecutó",
        "2 casos del plan no se ejecutaron",
        "3 casos del plan no se ejecutaron",
    ]


@pytest.mark.parametrize("idioma", [0, 1])
def test_con_una_sola_corrida_se_explica_lo_que_se_vera_y_no_se_compara_con_nada(idioma):
    una = historiar([resumir(DEMO, DEMO.corridas[0], COMPARACIONES, con_pasos=False)])
    ctx = contextos([replace(D, historial=una)])[idioma]
    (p,) = modelos("corridas", ctx)
    texto = html(p, ctx)
    assert (p.cambios, p.comparar, modelos("comparacion", ctx)) == ((), (), ())
    assert ("no hay con qué comparar" if idioma == 0 else "Nothing to compare with yet") in texto
    assert texto.count("<tr data-corrida") == 1 and "data-cambio" not in texto
    assert p.marco.titulo == ("Corridas", "Runs")[idioma]


def test_con_muchas_corridas_se_dibujan_las_ultimas_y_se_dice():
    muchas = historiar([resumen(caso(), corrida=f"r{i:02}") for i in range(15)])
    (p,) = modelos("corridas", con(muchas))
    assert len(p.corridas) == 15 and len(p.laminas[0].grafico.grupos) == 12
    assert "3 más antiguas" in p.sin_dibujar


def test_la_demo_y_su_navegacion_enlazan_al_historial(es):
    (demo,) = modelos("demo", es)
    assert demo.historial is not None and demo.historial.href == "corridas.html"
    assert "3 corridas" in demo.historial.texto
    assert any(e.href == "corridas.html" for e in demo.marco.navegacion)


def test_una_demo_sin_corridas_no_tiene_historial():
    ctx = contextos([replace(D, demo=replace(DEMO, corridas=()), comparaciones={}, historial=Historial())])[0]
    assert modelos("corridas", ctx) == ()
    assert not any("corridas" in e.href for e in modelos("demo", ctx)[0].marco.navegacion)


# --- las tres líneas ---------------------------------------------------------------------------------------


def lineas(ctx, antes, ahora) -> list[tuple[str, str]]:
    return [(f.tono, f.texto) for f in frases(ctx, cotejar(antes, ahora))]


def test_siempre_son_tres_y_que_nada_cambie_tambien_se_dice(es):
    assert lineas(es, resumen(caso(), metricas=(metrica(),)), resumen(caso(), metricas=(metrica(),))) == [
        ("neutro", "Ningún caso cambia de veredicto: 1 de 1 cumple, igual que antes."),
        ("neutro", "El grafo es el mismo, y su veredicto ante el contrato también."),
        ("neutro", "Las métricas de evaluación dan lo mismo."),
    ]


def test_dicen_cuantos_casos_mejoran_empeoran_o_no_se_ejecutaron(es):
    de = lambda *estados: resumen(*(caso(str(i), x) for i, x in enumerate(estados) if x))  # noqa: E731
    si, no = (type(caso().cumple)(e.value) for e in (EstadoDeCaso.CUMPLE, EstadoDeCaso.NO_CUMPLE))
    (casos, _, _) = lineas(es, de(no, si, None, si), de(si, no, si, None))
    assert casos == (
        "mal",
        "1 caso pasa a cumplir; 1 caso deja de cumplir; 1 caso que antes no se ejecutó (cumplen: 1); "
        "1 caso que ya no se ejecuta.",
    )
    assert lineas(es, de(no), de(si))[0][0] == lineas(es, de(None), de(si))[0][0] == "bien"
    assert lineas(es, de(None), de(no))[0][0] == "mal"


def test_dicen_si_una_metrica_cruza_su_umbral(es):
    antes, ahora = (resumen(metricas=(metrica(valor=v),)) for v in (0.5, 0.3))
    assert lineas(es, antes, ahora)[2] == ("mal", "1 métrica deja de alcanzar su umbral; 1 métrica empeora.")
    assert "La de antes no traía evaluación" in lineas(es, resumen(), ahora)[2][1]


# --- la comparación ----------------------------------------------------------------------------------------


def comparadas(ctx):
    return {p.marco.ruta.rpartition("/")[2].partition("--")[0]: p for p in modelos("comparacion", ctx)}


def test_hay_una_pagina_contra_la_anterior_y_otra_contra_la_de_referencia(es):
    assert list(comparadas(es)) == ["2026-06-01-01", REFERENCIA]
    for p in comparadas(es).values():
        assert len(p.otras) == 1


def test_lo_que_no_se_ejecuto_no_cumple_ni_deja_de_cumplir(es):
    filas = {f.caso: (f.antes.valor, f.ahora.valor) for f in comparadas(es)["2026-06-01-01"].casos}
    assert filas["fallo-del-almacen"] == ("no_se_ejecuto", "cumple")
    assert filas["senal-aguda-es"] == ("no_cumple", "cumple")
    assert comparadas(es)[REFERENCIA].casos[-1].ahora.valor == "no_se_ejecuto"


def test_los_pasos_de_ahora_enlazan_a_su_pagina_y_los_de_antes_a_su_ancla(es):
    p = comparadas(es)["2026-06-01-01"]
    (detalle,) = [d for d in p.detalles if d.ancla == "caso-turno-limpio-es"]
    suertes = [f.suerte.valor for f in detalle.pasos if f.suerte]
    assert suertes.count("aparece") == 1 and suertes.count("cambia") == 1
    for f in detalle.pasos:
        if f.antes:
            assert (
                f.antes.href
                == f"#{f.ancla}"
                == f"#{rutas.ancla_de_paso_anterior('turno-limpio-es', int(f.antes.texto[0]))}"
            )
        if f.ahora:
            assert re.fullmatch(r"\.\./casos/turno-limpio-es\.html#paso=\d+", f.ahora.href)


def test_sin_traza_a_un_lado_se_dice_por_que_no_hay_pasos(es):
    detalles = {d.ancla: d for d in comparadas(es)["2026-06-01-01"].detalles}
    assert "no se pudo leer" in detalles["caso-hitl-cita-no-verificada"].sin_pasos
    assert "no se ejecutó" in detalles["caso-fallo-del-almacen"].sin_pasos


def test_una_racha_larga_de_pasos_iguales_se_calla_y_se_cuenta():
    antes = resumen(caso("turno-limpio-es", pasos=pasos(*"abcdefghijklm")), corrida="r1")
    ahora = resumen(caso("turno-limpio-es", pasos=pasos(*"abcdefghijklmz")), corrida="r2")
    (p,) = modelos("comparacion", con(historiar([antes, ahora])))
    assert [f.callados for f in p.detalles[0].pasos] == ["", "", "9 pasos iguales", "", "", ""]


@pytest.mark.parametrize("de_pasos", ["a", ""], ids=["los mismos pasos", "sin pasos"])
def test_una_traza_que_acaba_de_otra_manera_cambia_aunque_sus_pasos_sean_los_mismos(de_pasos):
    antes = resumen(caso("turno-limpio-es", pasos=pasos(*de_pasos), fin=Fin.BIEN), corrida="r1")
    ahora = resumen(caso("turno-limpio-es", pasos=pasos(*de_pasos), fin=Fin.ERROR), corrida="r2")
    (p,) = modelos("comparacion", con(historiar([antes, ahora])))
    (detalle,) = p.detalles
    assert detalle.resumen.endswith("la traza entera: antes acabó bien, ahora acabó en error")
    assert detalle.resumen.startswith("los mismos pasos; ") == bool(de_pasos)


def test_lo_grabado_va_escapado(es, en):
    for ctx in (es, en):
        texto = html(comparadas(ctx)["2026-06-01-01"], ctx)
        assert HOSTIL not in texto and "&lt;script&gt;alert(1)" in texto


def test_lo_que_cambio_en_el_grafo_dice_en_que(es):
    filas = {f.clave: f for f in comparadas(es)["2026-06-01-01"].elementos}
    cambiada = filas["guardrail_pre→retrieve_context"]
    assert (cambiada.suerte.valor, cambiada.antes.valor) == ("cambia", "tipo_distinto")
    assert "tipo: fija → condicional" in cambiada.que
    assert filas["auditar"].suerte.valor == "aparece" and filas["auditar"].antes is None


def test_la_banda_dice_tambien_quien_contesto_en_la_otra_corrida(es):
    banda = comparadas(es)["2026-06-01-01"].marco.divulgacion
    assert banda.recuento.oraculo == 2
    assert banda.avisos[-1] == (
        "Esta banda cuenta la corrida que se publica. De la otra, 2026-06-01-01: 2 de oráculo, 0 en vivo."
    )


# --- topes -------------------------------------------------------------------------------------------------


def _todo_cambia(casos: int, n: int) -> Historial:
    """Dos corridas en que cambia todo: el veredicto de los pares, los pasos, el estado final y las métricas."""
    nodos = ["n" * 3_000 + str(i) for i in range(n)]

    def corrida(nombre: str, orden: list[str], peor: Cumple):
        vistos = [
            caso(
                f"c{i}", Cumple.SI if i % 2 else peor, pasos=pasos(*orden), final=final(**dict.fromkeys(orden, nombre))
            )
            for i in range(casos)
        ]
        metricas = tuple(metrica(f"m{i}", 0.9 if nombre == "a" else 0.1) for i in range(200))
        return resumen(*vistos, corrida=nombre, metricas=metricas)

    return historiar((corrida("a", nodos, Cumple.SI), corrida("b", nodos[::-1], Cumple.NO)))


@pytest.mark.parametrize("casos, n", [(400, 30), (3, 350), (1_500, 2), (60, 1)])
def test_por_mucho_que_cambie_la_comparacion_no_pasa_de_los_topes(casos, n):
    ctx = con(_todo_cambia(casos, n))
    (p,) = modelos("comparacion", ctx)
    escrita = html(p, ctx)
    assert len(re.findall(r"<[a-z]", escrita)) <= 5_000
    assert len(escrita.encode()) <= 1_000_000
    assert set(re.findall(r'href="#(caso-[^"&]*)"', escrita)) <= set(re.findall(r' id="(caso-[^"&]*)"', escrita))
    assert bool(p.no_cabe) == (casos > DETALLES)


@pytest.mark.parametrize("casos, abiertos", [(2, 2), (12, 0)])
def test_con_muchos_casos_las_tablas_de_cada_uno_van_plegadas(casos, abiertos):
    ctx = con(_todo_cambia(casos, 3))
    (p,) = modelos("comparacion", ctx)
    escrita = html(p, ctx)
    assert escrita.count("<details open>") == abiertos
    assert escrita.count("Pasos y estado final, en las dos corridas") == casos


def test_lo_que_no_cabe_se_dice_y_lo_que_da_otro_veredicto_va_primero():
    ctx = con(_todo_cambia(60, 2))
    (p,) = modelos("comparacion", ctx)
    assert "--con a" in p.no_cabe
    assert len(p.detalles) == DETALLES
    assert {f"c{i}" for i in range(0, 60, 2)} <= {c.caso for c in p.casos if c.detalle}
    assert p.mas_metricas

"""Las cifras de una demo."""

import pytest

from generador.modelo.hallazgo import DIFERENCIAS, Comparacion, Conformidad, Cumple, Falta, Juicio, Resultado, Veredicto
from generador.modelo.mensaje import mensaje
from generador.modelo.plan import Plan
from generador.paginas.resumen import casos_que_cumplen, contrato, cumplimiento, medida, seguimiento
from generador.paginas.terminos import _FILAS, _TERMINOS, etiqueta
from tests.congelados import replace
from tests.paginas.apoyo import contextos
from tests.paginas.muestra import DEMOS

ES, EN = contextos()
DEMO = DEMOS[0]


def _resultado(cumple: Cumple) -> Resultado:
    return Resultado(campo="visita", esperado=mensaje("x"), obtenido=mensaje("y"), cumple=cumple)


@pytest.mark.parametrize(
    ("valores", "esperado"),
    [
        ([], Cumple.NO_SE_SABE),
        ([Cumple.SI, Cumple.SI], Cumple.SI),
        ([Cumple.SI, Cumple.NO], Cumple.NO),
        ([Cumple.NO, Cumple.NO_SE_SABE], Cumple.NO),
        ([Cumple.SI, Cumple.NO_SE_SABE], Cumple.NO_SE_SABE),
    ],
)
def test_un_caso_cumple_solo_si_todo_lo_comprobado_cumple(valores, esperado):
    assert cumplimiento(_resultado(v) for v in valores) is esperado


def test_un_caso_sin_traza_cuenta_en_el_total_y_no_cumple():
    assert casos_que_cumplen(DEMO) == (3, 5)


def _comparacion(*veredictos: Veredicto) -> Comparacion:
    nodos = tuple(
        Juicio(clase="nodo", origen=f"n{i}", destino=None, veredicto=v, motivo=mensaje("m"), contrato=_NODO, real=_NODO)
        for i, v in enumerate(veredictos)
    )
    return Comparacion(variante="v", nodos=nodos, aristas=())


_FALTA = Falta(motivo=mensaje("falta algo"), remedio="ponlo")
_NODO = DEMO.demo.contratos["hitl"].nodos[1]


@pytest.mark.parametrize("veredicto", sorted(DIFERENCIAS))
def test_cualquier_diferencia_hace_que_el_contrato_no_sea_conforme(veredicto):
    c = contrato(ES, [_comparacion(Veredicto.CONFORME, veredicto)])
    assert (c.etiqueta.valor, c.etiqueta.texto) == ("diferencias", "1 diferencia")


@pytest.mark.parametrize("veredicto", sorted(set(Veredicto) - DIFERENCIAS - {Veredicto.NO_PUEDE_DECIRLO}))
def test_lo_pendiente_y_lo_no_recorrido_no_son_diferencias(veredicto):
    assert contrato(ES, [_comparacion(veredicto)]).etiqueta.valor == "conforme"


def test_lo_que_el_grafo_no_puede_decir_no_es_conforme_ni_diferencia():
    duda = replace(_comparacion(Veredicto.CONFORME, Veredicto.NO_PUEDE_DECIRLO), sin_pruebas=(_FALTA,))
    c = contrato(ES, [duda, duda])
    assert c.etiqueta.valor == "faltan_pruebas"
    assert c.frase == "Ninguna diferencia, pero faltan pruebas: falta algo."


def test_sin_nada_que_comparar_no_se_da_por_conforme():
    c = contrato(ES, [])
    assert c.etiqueta.valor == "faltan_pruebas" and "no hay nada que comparar" in c.frase


def test_una_diferencia_manda_sobre_lo_que_falta():
    c = contrato(ES, [replace(_comparacion(Veredicto.SOBRA), sin_pruebas=(_FALTA,))])
    assert c.etiqueta.valor == "diferencias"


def test_un_caso_que_no_cumple_es_una_diferencia_como_en_la_orden_comparar():
    c = replace(_comparacion(Veredicto.CONFORME), resultados=(("x", (_resultado(Cumple.NO), _resultado(Cumple.NO))),))
    assert contrato(ES, [c]).frase == "1 caso no hace lo que se esperaba."


@pytest.mark.parametrize(
    ("campos", "valor", "tono"),
    [
        ({}, "conforme", "bien"),
        ({"sin_leer": 2}, "conforme", "aviso"),
        ({"vacia": True}, "no_se_sabe", "neutro"),
    ],
)
def test_una_traza_sin_pasos_o_a_medio_leer_no_se_da_por_conforme_sin_mas(campos, valor, tono):
    e = seguimiento(ES, Conformidad(caso="c", desviacion=None, **campos))
    assert (e.valor, e.tono) == (valor, tono)


def test_una_traza_que_se_sale_cuenta_como_diferencia():
    c = contrato(ES, [DEMO.comparaciones["hitl"]])
    assert c.etiqueta.texto == "4 diferencias"
    assert "1 traza se sale" in c.frase


def test_una_medida_sin_nada_que_contar_no_es_un_cumplimiento():
    m = medida(ES, "x", 0, 0)
    assert (m.porcentaje, m.tono, m.texto) == (0, "neutro", "sin datos")


def test_una_medida_incompleta_nunca_se_redondea_a_entera():
    assert medida(ES, "x", 999, 1000).porcentaje == 99


def test_cada_valor_cerrado_del_modelo_tiene_su_termino_una_vez():
    clases = {type(t) for t, _, _ in _FILAS}
    assert len(_TERMINOS) == len(_FILAS)
    assert {(c, v.value) for c in clases for v in c} == set(_TERMINOS)


def test_dos_valores_con_el_mismo_texto_y_distinta_clase_no_se_confunden():
    from generador.modelo.grafo import Certeza
    from generador.modelo.procedencia import Procedencia

    assert etiqueta(ES, Certeza.DESCONOCIDA).texto != etiqueta(ES, Procedencia.DESCONOCIDA).texto


def test_el_plan_sin_casos_no_rompe_la_cuenta():
    plan = Plan(demo="d", titulo="D", frase="f", sprint="s", variantes=DEMO.demo.plan.variantes, casos=())
    vacia = replace(DEMO, demo=replace(DEMO.demo, plan=plan, corridas=()), comparaciones={})
    assert casos_que_cumplen(vacia) == (0, 0)

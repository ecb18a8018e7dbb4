"""Citas literales: lo tipográfico se iguala; tildes, cifras, cortes y salvedades, no."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentes.control.dominio.archivo import congelado
from agentes.control.verificador.citas import Cita, buscar, normalizado

CLAUSULA = (
    "No serán facturables las tareas con código A106 (fotocopias y archivo),"
    " salvo autorización previa y escrita del cliente."
)
TEXTO = f"3. Tareas\n3.1. {CLAUSULA}\n3.2. El tope será de 1.230,50 EUR por hora desde el 1 de julio de 2026.\n"


def esta(cita, texto=TEXTO):
    return isinstance(buscar(texto, cita), Cita)


def test_una_clausula_entera_es_una_cita():
    assert esta(CLAUSULA)


@pytest.mark.parametrize(
    "cita",
    [
        CLAUSULA.upper(),
        CLAUSULA.replace(" ", "\u00a0"),
        CLAUSULA.replace("tareas con", "tareas\n   con"),
        CLAUSULA.replace("código", "co\u0301digo"),
        CLAUSULA.replace("facturables", "factu\u00adrables"),
    ],
)
def test_la_tipografia_no_cambia_una_cita(cita):
    assert esta(cita)


@pytest.mark.parametrize(
    ("cita", "motivo"),
    [
        ("serán facturables las tareas con código A106", "trunca_salvedad"),
        (CLAUSULA.split(", salvo")[0], "trunca_salvedad"),
        ("autorización previa y escrita del cliente", "trunca_salvedad"),
        (CLAUSULA.replace("No serán", "Serán"), "trunca_salvedad"),
        (CLAUSULA.replace("salvo ", ""), "no_esta"),
        (CLAUSULA.replace("código", "codigo"), "no_esta"),
        (CLAUSULA.replace("A106", "A107"), "no_esta"),
        ("el cliente", "corta"),
        ("El tope será de 1.230", "cortada"),
        ("230,50 EUR por hora", "cortada"),
        ("ope será de 1.230,50 EUR", "cortada"),
        ("desde el 1 de julio de 202", "cortada"),
    ],
)
def test_una_cita_que_no_vale_dice_por_que(cita, motivo):
    assert buscar(TEXTO, cita) == motivo


def test_no_se_puede_quitar_el_signo_a_un_importe():
    assert buscar("El abono es de -40,00 EUR en total, sin más.", "40,00 EUR en total") == "cortada"


def test_una_salvedad_en_la_linea_siguiente_de_la_misma_clausula_cuenta():
    assert (
        buscar("1.1. El viaje se paga entero,\nsalvo pacto en contra.\n", "El viaje se paga entero")
        == "trunca_salvedad"
    )


def test_la_clausula_siguiente_es_otra():
    assert esta("El viaje se paga entero", "1.1. El viaje se paga entero.\n1.2. No hay dietas.\n")


@given(st.sampled_from(sorted(congelado().cartas)), st.data())
def test_toda_linea_de_una_carta_se_cita_entera_y_su_tramo_es_ella(carta, datos):
    texto = congelado().cartas[carta].decode()
    lineas = [x for x in texto.splitlines() if len(normalizado(x)[0].strip()) >= 12]
    linea = datos.draw(st.sampled_from(lineas))
    hallada = buscar(texto, linea)
    if isinstance(hallada, Cita):
        assert texto[hallada.inicio : hallada.fin].strip() == linea.strip()
    else:
        assert hallada == "trunca_salvedad"


@given(st.text(max_size=40))
def test_la_normalizacion_recuerda_de_donde_sale_cada_caracter(texto):
    llano, mapa = normalizado(texto)
    assert len(llano) == len(mapa)
    assert list(mapa) == sorted(mapa)
    assert all(0 <= i < len(texto) for i in mapa)

"""Datos personales: qué se reconoce, qué se deja en paz y que nunca queda el valor."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentes.adherencia.barreras.personales import buscar, redactar
from tests.agentes.adherencia.dobles import SIN_PLAZO

PERSONALES = [
    ("Mi DNI es 12345678Z.", "Mi DNI es [DNI]."),
    ("DNI 12.345.678-Z", "DNI [DNI]"),
    ("dni 12345678z", "dni [DNI]"),
    ("NIE X1234567L", "NIE [NIE]"),
    ("nie x-1234567-l", "nie [NIE]"),
    ("IBAN ES91 2100 0418 4502 0005 1332 por favor", "IBAN [IBAN] por favor"),
    ("es9121000418450200051332", "[IBAN]"),
    ("tarjeta 4539 1488 0343 6467 12/27", "tarjeta [TARJETA] 12/27"),
    ("tarjeta 4539148803436467", "tarjeta [TARJETA]"),
    ("llama al 612 34 56 78", "llama al [TEL]"),
    ("llama al +34612345678", "llama al [TEL]"),
    ("fijo 91 123 45 67", "fijo [TEL]"),
    ("escribe a ana.lopez+x@ejemplo.es, gracias", "escribe a [CORREO], gracias"),
]
AJENOS = [
    "factura INV-4421",
    "son 1.234,56 €",
    "pedido 2026/000123",
    "DNI 12345678A",
    "NIE X1234567A",
    "IBAN ES91 2100 0418 4502 0005 1333",
    "tarjeta 4539 1488 0343 6468",
    "tensión 120/80 a las 10:30:45 del 2026-11-30",
    "lote 12345678",
    "la ficha F-021",
]


@pytest.mark.parametrize(("texto", "limpio"), PERSONALES)
def test_cada_clase_se_cambia_por_su_etiqueta(texto, limpio):
    assert redactar(texto, "es")[0] == limpio


@pytest.mark.parametrize("idioma", ["es", "en"])
@pytest.mark.parametrize("texto", AJENOS)
def test_lo_que_no_valida_o_no_es_personal_se_queda_como_esta(texto, idioma):
    assert redactar(texto, idioma) == (texto, ())


@pytest.mark.parametrize("telefono", ["020 7946 0958", "(202) 555-0143", "+44 20 7946 0958"])
def test_en_ingles_se_reconocen_telefonos_de_reino_unido_y_estados_unidos(telefono):
    assert redactar(f"call me on {telefono}", "en")[0] == "call me on [TEL]"


def test_varios_datos_en_un_mensaje_guardan_clase_y_posicion_pero_no_valor():
    texto = "Soy 12345678Z, 612 34 56 78, a@ejemplo.es"
    limpio, hallados = redactar(texto, "es")
    assert limpio == "Soy [DNI], [TEL], [CORREO]"
    assert [(h.clase, texto[h.inicio : h.fin]) for h in hallados] == [
        ("DNI", "12345678Z"),
        ("TEL", "612 34 56 78"),
        ("CORREO", "a@ejemplo.es"),
    ]
    assert not any(valor in repr(hallados) for valor in ("12345678Z", "612 34", "ejemplo"))


@SIN_PLAZO
@given(st.text(alphabet="0123456789 .-+@azXYZ[]", max_size=80))
def test_lo_hallado_no_se_solapa_y_redactar_no_deja_nada_por_hallar(texto):
    limpio, hallados = redactar(texto, "es")
    assert all(a.fin <= b.inicio for a, b in pairwise(hallados))
    assert all(0 <= h.inicio < h.fin <= len(texto) for h in hallados)
    assert buscar(limpio, "es") == ()

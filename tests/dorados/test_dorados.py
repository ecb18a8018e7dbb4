"""Cada página de muestra sale como su dorado, en el modelo y en el HTML."""

import pytest

from tests.dorados import CARPETA, ELEGIDAS, dorados

NOMBRES = sorted(r.replace("/", "__").removesuffix(".html") for r in ELEGIDAS)
COMO = "si el cambio es el que querías: «python -m tests.dorados»"


@pytest.fixture(scope="module")
def hechos():
    return {f.name: texto for f, texto in dorados()}


@pytest.mark.parametrize("nombre", NOMBRES)
@pytest.mark.parametrize("mitad", [".json", ".html"])
def test_sale_como_su_dorado(hechos, nombre, mitad):
    guardado = (CARPETA / f"{nombre}{mitad}").read_text("utf-8")
    assert hechos[nombre + mitad].splitlines() == guardado.splitlines(), COMO


def test_no_hay_dorados_de_paginas_que_ya_no_se_hacen(hechos):
    assert {f.name for f in CARPETA.iterdir() if f.suffix in (".json", ".html")} == set(hechos)


def test_dos_veces_salen_los_mismos(hechos):
    assert {f.name: texto for f, texto in dorados()} == hechos

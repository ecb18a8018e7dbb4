"""La orden que se dice que viene después se puede pegar tal cual."""

from pathlib import Path

import pytest

from generador.siguiente import orden


@pytest.mark.parametrize(
    ("corridas", "dicha"),
    [
        ("corridas", "«vitrina comparar pedidos»"),
        ("demos", "«vitrina comparar pedidos --corridas demos»"),
        ("mis demos/ñ", "«vitrina comparar pedidos --corridas 'mis demos/ñ'»"),
    ],
)
def test_lleva_donde_esta_la_demo_si_no_es_donde_se_busca(corridas, dicha):
    assert orden("comparar", Path(corridas), "pedidos") == dicha


def test_sin_demo():
    assert orden("construir", Path("corridas")) == "«vitrina construir»"

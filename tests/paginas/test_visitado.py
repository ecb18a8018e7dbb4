"""Las veces que un nodo corrió en cada caso, que esperan comprimidas, salen como entraron."""

from __future__ import annotations

import pytest

from generador.modelo.traza import Fin
from generador.paginas.visitado import Casos, Veces


@pytest.mark.parametrize("cuantos", [0, 1, 63, 64, 65, 200])
def test_los_casos_salen_en_su_orden_y_con_sus_veces(cuantos: int):
    entran = [(f"caso-{n}", Veces(primeras=[(n, Fin.BIEN, None)], n=n, pausas=n % 3)) for n in range(cuantos)]
    casos = Casos()
    for caso, veces in entran:
        casos.poner(caso, veces)
    assert list(casos) == entran
    assert list(casos) == entran

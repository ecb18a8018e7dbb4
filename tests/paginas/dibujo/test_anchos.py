"""La tabla de anchos es la de la fuente. Solo corre donde están fontTools e Inter SemiBold."""

from pathlib import Path

import pytest

from tests.paginas.dibujo.generar_anchos import tramos

INTER = next(Path("/usr/share/fonts").rglob("Inter-SemiBold.otf"), None)


@pytest.mark.skipif(INTER is None, reason="no está Inter SemiBold")
def test_la_tabla_dice_lo_mismo_que_la_fuente():
    pytest.importorskip("fontTools")
    from generador.paginas.dibujo.anchos import TRAMOS

    for (primero, cifras), (inicio, anchos) in zip(TRAMOS, tramos(INTER), strict=True):
        leidos = [None if (c := cifras[i : i + 2]) == ".." else int(c, 36) for i in range(0, len(cifras), 2)]
        assert primero == inicio
        assert leidos == [None if a is None else min(a, 1295) for a in anchos]

"""Los valores de numpy, sin que grabar dependa de numpy."""

import math

import pytest

from generador.grabacion.serializar import Limites, Serializador

np = pytest.importorskip("numpy")


@pytest.mark.parametrize(
    ("valor", "esperado"),
    [
        (np.int64(3), 3),
        (np.float32(0.5), 0.5),
        (np.bool_(True), True),
        (np.array([[1, 2], [3, 4]]), {"$t": "ndarray", "dtype": "int64", "shape": [2, 2], "v": [1, 2, 3, 4]}),
        (np.array([math.nan]), {"$t": "ndarray", "dtype": "float64", "shape": [1], "v": [{"$t": "float", "v": "nan"}]}),
    ],
    ids=lambda v: type(v).__name__,
)
def test_los_escalares_son_numeros_y_las_matrices_dicen_su_forma(valor, esperado):
    assert Serializador()(valor) == esperado


def test_una_matriz_grande_se_corta():
    hecho = Serializador(limites=Limites(lista=3))(np.zeros((100, 100)))
    assert (hecho["shape"], hecho["v"]) == ([100, 100], [0.0, 0.0, 0.0])

"""Un JSON cualquiera acaba en una tabla: nada se pierde en silencio."""

from hypothesis import given, settings
from hypothesis import strategies as st

from generador.paginas.tablas import FILAS, tabla_de, tablas_de
from tests.paginas.apoyo import contextos

CTX = contextos()[0]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
    lambda h: st.lists(h, max_size=3) | st.dictionaries(st.text(max_size=3), h, max_size=3),
    max_leaves=10,
)


def test_una_lista_de_objetos_va_por_columnas():
    t = tabla_de(CTX, "x", "t", [{"a": 1, "b": None}, {"a": True, "c": [1]}])
    assert (t.cabecera, t.columnas) == ("N.º", ("a", "b", "c"))
    assert t.filas == (("1", "1", "—", ""), ("2", "sí", "", "[1]"))


def test_un_objeto_de_objetos_lleva_su_clave():
    assert tabla_de(CTX, "x", "t", {"p": {"n": 1}}).filas == (("p", "1"),)


def test_lo_anidado_va_por_su_camino():
    filas = tabla_de(CTX, "x", "t", {"a": {"b": 1}, "c": ["x", "y"], "d": [{"e": 2}, 3]}).filas
    assert filas == (("a.b", "1"), ("c", "x, y"), ("d[1].e", "2"), ("d[2]", "3"))


def test_cada_serie_de_objetos_tiene_su_tabla():
    tablas = list(tablas_de(CTX, "x", "t", {"n": 1, "p": [{"a": 1}]}))
    assert [(t.id, t.titulo, len(t.filas)) for t in tablas] == [("x", "t", 1), ("x-0", "t · p", 1)]


def test_lo_que_no_cabe_se_cuenta():
    t = tabla_de(CTX, "x", "t", [{"a": i} for i in range(FILAS + 3)])
    assert len(t.filas) == FILAS and t.nota == "y 3 filas más"


@settings(deadline=None)
@given(JSON)
def test_cualquier_json_da_filas_del_ancho_de_sus_columnas(valor):
    for t in tablas_de(CTX, "x", "t", valor):
        assert all(len(fila) == 1 + len(t.columnas) for fila in t.filas)
        assert all(isinstance(celda, str) for fila in t.filas for celda in fila)

"""El diff de estado: por id los mensajes, por cola las listas, por clave los diccionarios; y nunca lanza."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.modelo.traza import Cambio, Carga
from generador.paginas.conversaciones import cambios_de_mensajes
from generador.paginas.estado import diferencias
from generador.paginas.grabado import leer
from tests.paginas.caso.ejemplo import cambio, carga, mensaje_grabado

CLAVES = st.text(max_size=6) | st.sampled_from(["id", "type", "role", "content", "$t"])
json_cualquiera = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda hijos: (
        st.lists(hijos, max_size=4)
        | st.dictionaries(
            st.text(max_size=6) | st.sampled_from(["id", "type", "role", "content", "$t"]), hijos, max_size=4
        )
    ),
    max_leaves=20,
)


def unico(*args):
    (bloque,) = diferencias(cambio(*args))
    return bloque


@settings(deadline=None, max_examples=80)
@given(json_cualquiera, json_cualquiera)
def test_nunca_lanza_y_solo_calla_si_son_iguales(a, b):
    c = cambio("k", a, b)
    bloques = diferencias(c)
    assert bool(bloques) == (json.dumps(a, sort_keys=True) != json.dumps(b, sort_keys=True))
    assert sum(len(f.texto) for x in bloques for f in x.filas) < 60_000
    cambios_de_mensajes(c)


@settings(deadline=None)
@given(st.binary(max_size=40), st.binary(max_size=40))
def test_una_carga_que_no_es_json_se_ensena_tal_cual(a, b):
    bloques = diferencias(Cambio(clave="k", antes=Carga(a), despues=Carga(b)))
    assert a == b or bloques or leer(Carga(a)) == leer(Carga(b))


@settings(deadline=None)
@given(st.lists(json_cualquiera, max_size=6), st.lists(json_cualquiera, min_size=1, max_size=3))
def test_una_lista_que_crece_solo_anade(antes, cola):
    bloque = unico("k", antes, [*antes, *cola])
    if bloque.clase == "lista":
        assert (bloque.cuenta.anadidos, bloque.cuenta.quitados, bloque.cuenta.cambiados) == (len(cola), 0, 0)
        assert bloque.cuenta.iguales == len(antes)


def test_insertar_un_mensaje_al_principio_es_uno_anadido_y_ninguno_cambiado():
    a, b = mensaje_grabado("a", "human", "hola"), mensaje_grabado("b", "ai", "qué tal")
    bloque = unico("messages", [a, b], [mensaje_grabado("z", "system", "resumen"), a, b])
    assert (bloque.cuenta.anadidos, bloque.cuenta.cambiados, bloque.cuenta.iguales) == (1, 0, 2)


def test_un_mensaje_que_sale_se_cuenta():
    a, b = mensaje_grabado("a", "human", "uno"), mensaje_grabado("b", "human", "dos")
    assert unico("messages", [a, b], [b]).cuenta.quitados == 1


def test_los_mensajes_repetidos_sin_id_no_se_confunden():
    uno = {"role": "user", "content": "sí"}
    assert unico("messages", [uno], [uno, uno]).cuenta.anadidos == 1


def test_solo_cambiar_el_orden_no_anade_ni_quita():
    a, b = mensaje_grabado("a", "human", "uno"), mensaje_grabado("b", "human", "dos")
    cuenta = unico("messages", [a, b], [b, a]).cuenta
    assert (cuenta.anadidos, cuenta.quitados, cuenta.cambiados, cuenta.iguales) == (0, 0, 0, 2)


def test_un_valor_por_otro_ensena_los_dos():
    assert [(f.signo, f.texto) for f in unico("n", 1, 2).filas] == [("-", "1"), ("+", "2")]


@pytest.mark.parametrize(("a", "b"), [(1, True), (1, 1.0), ("1", 1), (None, False), ([], {})])
def test_distinto_tipo_es_distinto_valor(a, b):
    assert diferencias(cambio("k", a, b))


def test_una_clave_nueva_y_una_que_desaparece():
    assert unico("k", ..., "x").clase == "nueva"
    assert unico("k", "x", ...).clase == "quitada"


def test_las_claves_de_un_diccionario_van_juntas_y_lo_hondo_aparte():
    largo = "a" * 80
    bloques = diferencias(cambio("d", {"x": 1, "y": 2, "t": largo}, {"x": 1, "y": 3, "z": 4, "t": largo + " más"}))
    assert [b.ruta for b in bloques] == ["d", "d.t"]
    assert bloques[0].claves == ("y", "z")
    assert [f.texto for f in bloques[0].filas] == ['"y": 2', '"y": 3', '"z": 4']


def test_un_elemento_cambiado_en_su_sitio_se_abre():
    bloques = diferencias(cambio("l", [{"id": 1, "v": 2}, 5], [{"id": 1, "v": 3}, 5]))
    assert [b.ruta for b in bloques] == ["l", "l[0]"]
    assert bloques[0].cuenta.cambiados == 1


def test_lo_que_no_cabe_dice_cuanto_se_enseno_y_cuanto_hay():
    bloque = unico("k", ..., "x" * 3_000_000)
    mostrado, total = bloque.recorte
    assert mostrado == sum(len(f.texto) for f in bloque.filas) < 2_000
    assert total == 3_000_000


def test_muchos_elementos_se_cuentan_aunque_no_se_ensenen():
    bloque = unico("k", [], [{"i": i, "t": "fila"} for i in range(20_000)])
    assert bloque.cuenta.anadidos == 20_000
    assert len(bloque.filas) + bloque.omitidos == 20_000


def test_trescientos_niveles_no_tumban_nada():
    hondo = '{"a":' * 300 + "1" + "}" * 300
    assert diferencias(Cambio(clave="k", antes=carga(1), despues=Carga(hondo.encode())))
    assert diferencias(Cambio(clave="k", antes=Carga(hondo.replace("1", "2").encode()), despues=Carga(hondo.encode())))


def test_mas_hondo_que_la_pila_tampoco():
    hondo = ("[" * 100_000 + "]" * 100_000).encode()
    assert diferencias(Cambio(clave="k", antes=carga(1), despues=Carga(hondo)))

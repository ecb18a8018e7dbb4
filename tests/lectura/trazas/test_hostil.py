"""Una traza es un dato ajeno: leerla puede dar poco, o un `ErrorDeEntrada`, pero nunca otra cosa ni un cuelgue."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from generador.errores import ErrorDeEntrada
from generador.lectura.trazas import flujo_langgraph, vitrina
from generador.lectura.trazas.montaje.lineas import CLASES, CualquierLinea
from generador.modelo.traza import Carga, Traza
from tests.lectura.trazas.cinta import Cinta

MUESTRAS = sorted((Path(__file__).parent / "muestras").iterdir())
CORTO = settings(max_examples=40, deadline=None)

escalares = (
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=6) | st.sampled_from(["t1", "a", "sub:u1"])
)
valores = st.recursive(
    escalares, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text(max_size=4), v, max_size=3), max_leaves=6
)
campos = st.sampled_from(sorted({campo for clase in get_args(CualquierLinea) for campo in clase.__struct_fields__}))
lineas_raras = st.fixed_dictionaries({"t": st.sampled_from(sorted(CLASES))}).flatmap(
    lambda base: st.dictionaries(campos, valores, max_size=8).map(lambda c: {**c, **base})
)


def recorrer_todo(traza: Traza) -> None:
    """Toca todo lo que tocaría quien la enseñe."""
    assert [p.n for p in traza.pasos] == list(range(1, len(traza.pasos) + 1))
    for carga in (*traza.inicial.values(), *traza.final.values()):
        carga.valor()
    for paso in traza.pasos:
        assert paso.padre is None or paso.padre < paso.n
        for tarea in paso.tareas:
            for carga in (tarea.entrada, tarea.actualizacion, *(i.comando for i in tarea.intentos)):
                assert carga is None or isinstance(carga, Carga)
                if carga is not None:
                    carga.valor()


def intentar(datos: bytes, leer: Any) -> None:
    try:
        recorrer_todo(leer(datos, "c"))
    except ErrorDeEntrada as error:
        assert error.problemas


@CORTO
@given(st.binary(max_size=400))
def test_bytes_cualesquiera(datos: bytes):
    intentar(datos, vitrina.leer)
    intentar(datos, flujo_langgraph.leer)


@CORTO
@given(st.lists(lineas_raras, max_size=12))
def test_lineas_con_la_forma_debida_y_valores_disparatados(lineas: list[dict[str, Any]]):
    intentar(b"\n".join(json.dumps(x).encode() for x in lineas), vitrina.leer)


@CORTO
@given(st.data())
def test_una_traza_buena_con_bytes_cambiados(data: st.DataObject):
    cinta = Cinta().ejecucion("r0").estado({"x": 1}, None, fase="initial").abre("u1", "sub", 1)
    cinta.tarea("v1", "k", 1, ns=("sub:u1",), update={"x": 2}, estado={"x": 2}).intento_acaba("u1").acaba(
        "u1", "sub", 1
    )
    datos = bytearray(cinta.fin().bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        datos[data.draw(st.integers(0, len(datos) - 1))] = data.draw(st.integers(0, 255))
    intentar(bytes(datos), vitrina.leer)


@CORTO
@given(st.data())
def test_una_corrida_en_bruto_con_lineas_cambiadas_de_sitio_o_perdidas(data: st.DataObject):
    lineas = data.draw(st.sampled_from(MUESTRAS)).read_bytes().splitlines()
    elegidas = data.draw(st.lists(st.sampled_from(lineas), max_size=len(lineas)))
    intentar(b"\n".join(elegidas), flujo_langgraph.leer)


@CORTO
@given(st.randoms(use_true_random=False))
def test_el_orden_de_las_lineas_no_cambia_nada(azar: Any):
    cinta = Cinta().ejecucion("r0").estado({"x": 1}, None, fase="initial").abre("u1", "sub", 1)
    cinta.tarea("v1", "k", 1, ns=("sub:u1",)).intento_acaba("u1").acaba("u1", "sub", 1, update={"x": 2}).estado(
        {"x": 2}, 1
    )
    revuelta = Cinta(cabecera=False)
    revuelta.lineas = [cinta.lineas[0], *azar.sample(cinta.fin().lineas[1:], len(cinta.lineas) - 1)]
    assert revuelta.traza() == cinta.traza()

"""El serializador: todo valor de Python acaba en JSON válido, sin lanzar y sin tocar lo que mira."""

import asyncio
import collections
import dataclasses
import datetime as dt
import decimal
import enum
import json
import math
import pathlib
import types
import uuid

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage
from langgraph.types import Command, Send
from pydantic import BaseModel, SecretStr

from generador.grabacion.serializar import Limites, Serializador

serializar = Serializador()


class Color(enum.Enum):
    ROJO = 1


class Modo(enum.StrEnum):
    VIVO = "vivo"


class Nivel(enum.IntEnum):
    ALTO = 9


@dataclasses.dataclass
class Punto:
    x: int
    y: float


Par = collections.namedtuple("Par", "izq der")


class Ficha(BaseModel):
    nombre: str
    clave: SecretStr = SecretStr("muy secreta")


AQUI = "tests.grabacion.test_serializar"


@pytest.mark.parametrize(
    ("valor", "esperado"),
    [
        (None, None),
        (True, True),
        (3, 3),
        (1.5, 1.5),
        ("ñ", "ñ"),
        ("\ud800", "?"),
        (float("nan"), {"$t": "float", "v": "nan"}),
        (float("-inf"), {"$t": "float", "v": "-inf"}),
        (2**53, {"$t": "int", "v": "9007199254740992"}),
        (-(2**70), {"$t": "int", "v": str(-(2**70))}),
        (10**5000, {"$t": "int", "bits": (10**5000).bit_length()}),
        (Color.ROJO, {"$t": "enum", "cls": f"{AQUI}.Color", "name": "ROJO", "v": 1}),
        (Modo.VIVO, {"$t": "enum", "cls": f"{AQUI}.Modo", "name": "VIVO", "v": "vivo"}),
        (Nivel.ALTO, {"$t": "enum", "cls": f"{AQUI}.Nivel", "name": "ALTO", "v": 9}),
        (b"hola", {"$t": "bytes", "len": 4, "b64": "aG9sYQ=="}),
        ({3, 1, 2}, {"$t": "set", "v": [1, 2, 3]}),
        (frozenset({"b", "a"}), {"$t": "set", "v": ["a", "b"]}),
        (decimal.Decimal("1.10"), {"$t": "decimal", "v": "1.10"}),
        (dt.date(2026, 1, 2), {"$t": "dt", "v": "2026-01-02"}),
        (dt.timedelta(minutes=1), {"$t": "timedelta", "s": 60.0}),
        (uuid.UUID(int=0), {"$t": "uuid", "v": "00000000-0000-0000-0000-000000000000"}),
        (pathlib.PurePosixPath("a/b"), {"$t": "path", "v": "a/b"}),
        (1j, {"$t": "complex", "v": "1j"}),
        ((1, [2]), [1, [2]]),
        (collections.deque([1]), [1]),
        (types.MappingProxyType({"a": 1}), {"a": 1}),
        ({1: "a", (2, 3): "b"}, {"1": "a", "(2, 3)": "b"}),
        ({Modo.VIVO: 1}, {"'vivo'": 1}),
        ({1: "a", "1": "b"}, {"$t": "dict", "v": [[1, "a"], ["1", "b"]]}),
        ({"$m": "falsa"}, {"$t": "dict", "v": [["$m", "falsa"]]}),
        ({"$writes": [1]}, {"$writes": [1]}),
        (Punto(1, math.inf), {"$t": "obj", "cls": f"{AQUI}.Punto", "v": {"x": 1, "y": {"$t": "float", "v": "inf"}}}),
        (Par(1, 2), {"$t": "obj", "cls": f"{AQUI}.Par", "v": {"izq": 1, "der": 2}}),
        (ValueError("no"), {"$t": "exc", "cls": "ValueError", "msg": "no"}),
        (HumanMessage("hola"), {"$t": "msg", "type": "human", "content": "hola"}),
        (RemoveMessage(id="7"), {"$t": "msg", "type": "remove", "content": "", "id": "7"}),
        (Send("n", {"a": 1}), {"$t": "send", "node": "n", "arg": {"a": 1}}),
        (Command(goto="n", update={"a": 1}), {"$t": "command", "update": {"a": 1}, "goto": "n"}),
        (Command(resume=False), {"$t": "command", "resume": False}),
    ],
    ids=lambda v: type(v).__name__,
)
def test_cada_clase_de_valor_tiene_su_forma(valor, esperado):
    assert serializar(valor) == esperado


def test_un_mensaje_lleva_sus_llamadas_y_su_uso_y_no_lo_vacio():
    mensaje = AIMessage(
        "x",
        tool_calls=[{"name": "f", "args": {"a": 1}, "id": "1"}],
        usage_metadata={"input_tokens": 1, "output_tokens": 2, "total_tokens": 3},
    )
    hecho = serializar(mensaje)
    assert hecho["tool_calls"][0]["args"] == {"a": 1}
    assert hecho["usage_metadata"]["total_tokens"] == 3
    assert "additional_kwargs" not in hecho and "name" not in hecho


def test_un_modelo_de_pydantic_lleva_su_clase_y_no_sus_secretos():
    hecho = serializar(Ficha(nombre="ana"))
    assert hecho["cls"] == f"{AQUI}.Ficha" and hecho["v"]["nombre"] == "ana"
    assert "muy secreta" not in json.dumps(hecho)
    assert serializar(Document("t", metadata={"p": 1}))["v"]["metadata"] == {"p": 1}


def test_un_generador_no_se_consume():
    g = (i for i in range(3))
    assert serializar({"g": g})["g"]["$t"] == "repr"
    assert list(g) == [0, 1, 2]


def test_una_corrutina_y_un_iterador_tampoco():
    async def c():
        return 1

    corrutina, iterador = c(), iter([1, 2])
    serializar([corrutina, iterador])
    assert list(iterador) == [1, 2]
    assert asyncio.run(corrutina) == 1


def test_las_direcciones_de_memoria_no_se_escriben():
    assert "at 0x…" in serializar(object())["v"]
    assert serializar(lambda: 1)["v"].endswith("at 0x…>")
    assert serializar("la dirección at 0xdeadbeef del texto") == "la dirección at 0xdeadbeef del texto"


def test_un_ciclo_se_dice_y_lo_repetido_sin_ciclo_no():
    lista: list = []
    lista.append(lista)
    assert serializar(lista) == [{"$t": "cycle"}]
    comun = [1]
    assert serializar([comun, comun]) == [[1], [1]]


def test_lo_hondo_y_lo_ancho_se_corta_diciendolo():
    hondo: list = []
    for _ in range(100):
        hondo = [hondo]
    assert '{"$t": "depth"}' in json.dumps(serializar(hondo))
    corto = Serializador(limites=Limites(lista=2, texto=3, bytes=2, repr=5))
    assert corto([1, 2, 3, 4]) == [1, 2, {"$t": "more", "n": 2}]
    assert corto({"a": 1, "b": 2, "c": 3}) == {"a": 1, "b": 2, "$more": 1}
    assert corto("abcde") == {"$t": "str", "len": 5, "head": "abc"}
    assert corto(b"abc") == {"$t": "bytes", "len": 3, "b64": "YWI="}


def test_una_estructura_compartida_que_crece_sola_se_acota():
    bomba: list = [1]
    for _ in range(30):
        bomba = [bomba, bomba]
    assert len(json.dumps(Serializador(limites=Limites(valores=1000))(bomba))) < 100_000


def test_se_redacta_antes_de_cortar():
    def redactar(v):
        return v.replace("secreto", "*")

    corto = Serializador(redactar=redactar, limites=Limites(texto=6, bytes=6, repr=6))

    class Raro:
        def __repr__(self):
            return "12secreto"

    assert corto("123secreto")["head"] == "123*"
    assert corto(b"123secreto")["b64"] == "MTIzKg=="
    assert corto(Raro())["v"] == "12*"


class ConTrampa:
    """Lanza se mire por donde se mire."""

    def __repr__(self):
        raise RuntimeError

    def __eq__(self, _):
        raise RuntimeError

    __hash__ = object.__hash__


class DiccionarioRoto(dict):
    def items(self):
        raise RuntimeError


@pytest.mark.parametrize("valor", [ConTrampa(), [ConTrampa()], {ConTrampa(): 1}, DiccionarioRoto(a=1), type, print])
def test_lo_que_lanza_al_mirarlo_tambien_tiene_forma(valor):
    json.dumps(serializar(valor), allow_nan=False)


_hojas = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=()))
    | st.binary()
    | st.decimals()
    | st.datetimes()
    | st.complex_numbers()
    | st.uuids()
    | st.sampled_from([Color.ROJO, Modo.VIVO, Nivel.ALTO, object(), len, ...])
    | st.builds(ConTrampa)
    | st.builds(AIMessage, content=st.text())
    | st.builds(Send, st.text(), st.integers())
)
_claves = (
    st.text() | st.integers() | st.booleans() | st.none() | st.tuples(st.integers()) | st.sampled_from(["$t", "$m"])
)
_valores = st.recursive(
    _hojas,
    lambda h: (
        st.lists(h)
        | st.tuples(h, h)
        | st.dictionaries(_claves, h)
        | st.builds(Punto, h, h)
        | st.builds(ValueError, h)
        | st.builds(Command, update=h)
    ),
    max_leaves=30,
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(_valores)
def test_nunca_lanza_y_siempre_es_json_estricto(valor):
    texto = json.dumps(serializar(valor), allow_nan=False, ensure_ascii=False)
    texto.encode("utf-8")
    assert json.loads(texto) == serializar(valor)


@given(st.dictionaries(st.text(), st.integers(-(2**52), 2**52) | st.text() | st.booleans()))
def test_lo_que_ya_es_json_no_cambia(valor):
    limpio = {k.encode("utf-8", "replace").decode(): v for k, v in valor.items()}
    hecho = serializar(limpio)
    assert hecho == limpio or hecho["$t"] == "dict"

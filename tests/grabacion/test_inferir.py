"""Qué destinos se leen del código de una función, y cuándo se dice que no se sabe."""

from enum import StrEnum

import pytest
from langchain_core.tools import tool
from langgraph.graph import END
from langgraph.prebuilt import ToolNode
from langgraph.types import Command, Send

from generador.grabacion import inferir

DESTINO = "fijo"
TABLA = {"a": "uno", "b": "dos"}


class Nodo(StrEnum):
    UNO = "uno"
    DOS = "dos"


class Clase:
    FIN = END


def literal(_):
    return "uno"


def constante(_):
    return DESTINO


def fin(_):
    return END


def de_enum(e):
    return Nodo.UNO if e else Nodo.DOS.value


def de_clase(_):
    return Clase.FIN


def condicional(e):
    if e:
        return "uno"
    return "dos" if e is None else "tres"


def variable(e):
    destino = "uno"
    if e:
        destino = "dos"
    return destino


def lista_de_envios(e):
    envios = []
    for x in e:
        envios.append(Send("obrero", x))
    envios += [Send(DESTINO, {})]
    return envios or "nadie"


def comprension(e):
    return [Send(DESTINO, x) for x in e]


def de_tabla(e):
    return TABLA[e]


def de_tabla_en_linea(e):
    return {"a": "uno", "b": "dos"}[e]


def suma_de_listas(e):
    return ["uno"] + [Send("dos", e)]  # noqa: RUF005 — se prueba la suma


def con_funcion_dentro(e):
    def otra():
        return "no cuenta"

    return "uno" if otra() else "dos"


def desempaqueta(e):
    a, _ = "uno", "dos"
    return a


def morsa(e):
    return (d := "uno") if e else d


def nada(_):
    return None


async def asincrona(_):
    return "uno"


@pytest.mark.parametrize(
    ("ruta", "destinos"),
    [
        (literal, ["uno"]),
        (constante, ["fijo"]),
        (fin, ["__end__"]),
        (de_clase, ["__end__"]),
        (condicional, ["uno", "dos", "tres"]),
        (variable, ["uno", "dos"]),
        (lista_de_envios, ["obrero", "fijo", "nadie"]),
        (comprension, ["fijo"]),
        (de_tabla, ["uno", "dos"]),
        (de_tabla_en_linea, ["uno", "dos"]),
        (suma_de_listas, ["uno", "dos"]),
        (con_funcion_dentro, ["uno", "dos"]),
        (desempaqueta, ["uno", "dos"]),
        (morsa, ["uno"]),
        (nada, []),
        (asincrona, ["uno"]),
        (lambda e: "uno" if e else DESTINO, ["uno", "fijo"]),
    ],
    ids=lambda v: getattr(v, "__name__", "") if callable(v) else "",
)
def test_se_lee_entero(ruta, destinos):
    leido = inferir.de_ruta(ruta)
    assert [s.destino for s in leido.salidas] == destinos
    assert leido.completo


def test_un_miembro_de_enum_es_su_valor():
    leido = inferir.de_ruta(de_enum)
    assert [s.destino for s in leido.salidas] == ["uno"], "`.value` sobre un miembro no se ejecuta"
    assert not leido.completo


def parametro(e):
    return e


def subindice(e):
    return "uno" if e else e["x"]


def llamada(e):
    return str(e)


def compuesta(e):
    return "pre" + DESTINO


def formateada(e):
    return f"nodo_{e}"


def aumentada(e):
    d = "uno"
    d += "_bis"
    return d


def de_bucle(e):
    for d in e:
        return d
    return "uno"


def de_with(e):
    with e as d:
        return d


def negada(e):
    return not e


@pytest.mark.parametrize(
    "ruta", [parametro, subindice, llamada, compuesta, formateada, aumentada, de_bucle, de_with, negada, len, int]
)
def test_lo_que_no_se_entiende_no_se_supone(ruta):
    leido = inferir.de_ruta(ruta)
    assert not leido.completo
    assert {s.destino for s in leido.salidas} <= {"uno"}


def test_dos_lambdas_en_una_linea_no_se_confunden():
    una, otra = (lambda _: "uno"), (lambda _: "dos")
    assert [s.destino for s in inferir.de_ruta(una).salidas] == ["uno"]
    assert [s.destino for s in inferir.de_ruta(otra).salidas] == ["dos"]


def test_los_send_se_distinguen_de_los_saltos():
    salidas = inferir.de_ruta(lista_de_envios).salidas
    assert [(s.destino, s.envio) for s in salidas] == [("obrero", True), ("fijo", True), ("nadie", False)]


def salta(e):
    if e:
        return Command(goto="uno", update={})
    return Command(graph=Command.PARENT, goto=Send("dos", {}))


def test_las_ordenes_de_un_nodo_y_su_grafo():
    leido = inferir.de_nodo(salta)
    assert [(s.destino, s.envio, s.al_padre) for s in leido.salidas] == [("uno", False, False), ("dos", True, True)]
    assert leido.completo


def traspaso(a: str):
    @tool(f"pasar_a_{a}")
    def pasar() -> Command:
        """Traspasa."""
        return Command(goto=a, graph=Command.PARENT)

    return pasar


@tool
async def pasar_despues() -> Command:
    """Traspasa."""
    return Command(goto="tres", graph=Command.PARENT)


@tool
def contar() -> str:
    """Cuenta."""
    return "1"


def test_de_un_nodo_de_herramientas_se_lee_adonde_manda_cada_una():
    leido = inferir.de_nodo(ToolNode([contar, traspaso("uno"), traspaso("dos"), pasar_despues]))
    assert [(s.destino, s.al_padre) for s in leido.salidas] == [("uno", True), ("dos", True), ("tres", True)]
    assert inferir.de_nodo(ToolNode([contar])) == inferir.NADA


def test_una_orden_sin_goto_no_va_a_ninguna_parte():
    assert inferir.de_nodo(lambda _: Command(update={})) == inferir.Inferencia((), True)


def test_una_orden_con_goto_oscuro_no_se_sabe():
    assert not inferir.de_nodo(lambda e: Command(goto=e)).completo
    assert not inferir.de_nodo(lambda e: Command(**e)).completo


def test_de_un_nodo_sin_codigo_no_se_dice_nada():
    assert inferir.de_nodo(len) == inferir.Inferencia((), True)

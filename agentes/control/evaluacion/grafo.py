"""El arnés como grafo: medir contra la referencia y publicar o bloquear. Así una regresión también tiene su traza."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any, Literal, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agentes.control.evaluacion import arnes, compuerta, referencia
from agentes.control.evaluacion.arnes import Cuenta
from agentes.control.eventos import emitir

Json = dict[str, Any]


class EntradaDelArnes(TypedDict):
    """Qué cambio se evalúa y con cuántas facturas de la referencia."""

    cambio: str
    facturas: int


class Evaluacion(TypedDict, total=False):
    """El estado de una evaluación. `codigo` es el de salida: 0 publica, 1 bloquea."""

    cambio: str
    facturas: int
    referencia: Json
    casos: list[Json]
    medido: Json
    base: Json
    codigo: int
    motivos: list[str]
    peores: list[Json]
    resultado: str


def congelada(estado: Evaluacion) -> Evaluacion:
    """Comprueba que la referencia sigue saliendo de los documentos y aparta las facturas que se van a medir."""
    leida = referencia.leer()
    resumen = {"sha256": referencia.huella_del_fichero(), "intacta": leida == referencia.construir()}
    casos = [c["encargo"]["factura_id"] for c in leida["casos"][: estado["facturas"]]]
    return Evaluacion(referencia={**resumen, "facturas": casos})


def medir(estado: Evaluacion, *, regresion: bool) -> Evaluacion:
    """Ejecuta el grafo con plano sobre cada factura."""
    leida = referencia.leer()["casos"]
    elegidas = [c for c in leida if c["encargo"]["factura_id"] in estado["referencia"]["facturas"]]
    return Evaluacion(casos=[c.como_dato() for c in arnes.medir_plano(elegidas, regresion=regresion)])


def comparar(estado: Evaluacion) -> Evaluacion:
    """Compara con la línea base y decide el código."""
    cuentas = [Cuenta(**{**c, "fallos": tuple(c["fallos"])}) for c in estado["casos"]]
    v = compuerta.comparar(cuentas, compuerta.leer_base())
    motivos = list(v.motivos) if estado["referencia"]["intacta"] else ["la referencia no sale de los documentos"]
    emitir("evaluacion", medido=[{"metrica": k, "base": v.base[k], "medido": v.medido[k]} for k in v.medido])
    codigo = int(bool(motivos))
    return Evaluacion(medido=dict(v.medido), base=dict(v.base), codigo=codigo, motivos=motivos, peores=list(v.casos))


def publicar(_estado: Evaluacion) -> Evaluacion:
    """Nada que objetar: el cambio puede salir."""
    return Evaluacion(resultado="publicado")


def bloquear(estado: Evaluacion) -> Evaluacion:
    """El cambio no sale, y dice por qué y en qué facturas."""
    emitir("bloqueo", motivos=estado["motivos"], casos=estado["peores"])
    return Evaluacion(resultado="bloqueado")


def ruta(estado: Evaluacion) -> Literal["dentro del margen", "regresión"]:
    """Según el código."""
    return "regresión" if estado["codigo"] else "dentro del margen"


def grafo(*, regresion: bool = False) -> CompiledStateGraph[Any]:
    """Compila el arnés. `regresion` mide el plano con un verificador complaciente."""
    g = StateGraph(Evaluacion, input_schema=EntradaDelArnes)
    nodos: dict[str, Any] = {
        "referencia_congelada": congelada,
        "medir": partial(medir, regresion=regresion),
        "compuerta": comparar,
        "publicar": publicar,
        "bloquear": bloquear,
    }
    for nombre, nodo in nodos.items():
        g.add_node(nombre, nodo)
    g.add_edge(START, "referencia_congelada")
    g.add_edge("referencia_congelada", "medir")
    g.add_edge("medir", "compuerta")
    destinos: dict[Hashable, str] = {"dentro del margen": "publicar", "regresión": "bloquear"}
    g.add_conditional_edges("compuerta", ruta, destinos)
    g.add_edge("publicar", END)
    g.add_edge("bloquear", END)
    return g.compile()

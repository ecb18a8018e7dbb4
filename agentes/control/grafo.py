"""El grafo: cinco agentes que no se fían unos de otros y seis piezas de plano entre ellos. La topología, solo aquí.

`con_plano` es la fábrica del plan. Acepta `modelo=None`: el grafo se puede exportar sin modelo.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agentes.control import politica
from agentes.control.bus.bus import Bus
from agentes.control.dominio.archivo import congelado
from agentes.control.entorno import Modelo, Plano
from agentes.control.estado import Entrada, Estado
from agentes.control.nodos.abstencion import abstencion
from agentes.control.nodos.analista import analista
from agentes.control.nodos.bus import bus
from agentes.control.nodos.ejecutor import ejecutor
from agentes.control.nodos.investigador import investigador
from agentes.control.nodos.limite import limite
from agentes.control.nodos.operador import operador
from agentes.control.nodos.planificador import planificador
from agentes.control.nodos.puerta import puerta
from agentes.control.nodos.redactor import redactor
from agentes.control.nodos.verificador import verificador
from agentes.control.registro.libro import Libro
from agentes.control.verificador.confianza import calibrada

Grafo = CompiledStateGraph[Estado, None, Entrada, Estado]

TRAS_PLANIFICADOR = {"hay plan": "investigador", "eleva y sigue": "redactor", "se abstiene": "abstencion"}
TRAS_BUS = {"registradas": "analista", "llamada rechazada": "planificador", "sin vueltas": "abstencion"}
TRAS_PUERTA = {
    "afirmaciones": "verificador",
    "prosa etiquetada": "operador",
    "intenciones": "limite",
    "rechazado": "planificador",
    "sin vueltas": "abstencion",
}
TRAS_VERIFICADOR = {"respaldado": "redactor", "faltan pruebas": "planificador", "sin respaldo posible": "abstencion"}
TRAS_OPERADOR = {"intenciones": "puerta", "llamada directa": "bus"}
TRAS_LIMITE = {"concedida": "ejecutor", "sin concesión": "abstencion", "denegada": END, "nada que ejecutar": END}


def ruta(estado: Estado) -> str:
    """Adónde: lo que decidió el nodo y dejó escrito. Ninguna ruta la elige un modelo por su cuenta."""
    return estado["ruta"]


def fabricar(modelo: Modelo | None, plano: Plano, *, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Grafo:
    """Compila el grafo con ese plano. Para pausarse en el límite necesita un checkpointer."""
    g: StateGraph[Estado, None, Entrada, Estado] = StateGraph(Estado, input_schema=Entrada)
    g.add_node("planificador", _con(planificador, modelo=modelo))
    g.add_node("investigador", _con(investigador, modelo=modelo))
    g.add_node("bus", _con(bus, plano=plano))
    g.add_node("analista", _con(analista, modelo=modelo, plano=plano))
    g.add_node("puerta", _con(puerta, plano=plano))
    g.add_node("verificador", _con(verificador, plano=plano))
    g.add_node("redactor", _con(redactor, modelo=modelo))
    g.add_node("operador", _con(operador, modelo=modelo))
    g.add_node("limite", _con(limite, plano=plano))
    g.add_node("ejecutor", _con(ejecutor, plano=plano))
    g.add_node("abstencion", _con(abstencion))
    _unir(g)
    return g.compile(checkpointer=checkpointer)


def _con(nodo: Callable[..., Estado], **piezas: Any) -> Any:
    """El nodo con sus piezas puestas. Un `partial` y no una clausura: así se llega a su código fuente."""
    return partial(nodo, **piezas)


def _unir(g: StateGraph[Estado, None, Entrada, Estado]) -> None:
    fijas = (
        (START, "planificador"),
        ("investigador", "bus"),
        ("analista", "puerta"),
        ("redactor", "puerta"),
        ("ejecutor", END),
        ("abstencion", END),
    )
    for origen, destino in fijas:
        g.add_edge(origen, destino)
    decididas: dict[str, Mapping[str, str]] = {
        "planificador": TRAS_PLANIFICADOR,
        "bus": TRAS_BUS,
        "puerta": TRAS_PUERTA,
        "verificador": TRAS_VERIFICADOR,
        "operador": TRAS_OPERADOR,
        "limite": TRAS_LIMITE,
    }
    for origen, destinos in decididas.items():
        g.add_conditional_edges(origen, ruta, dict[Hashable, str](destinos.items()))


def con_plano(
    modelo: Modelo | None = None,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    *,
    vueltas: int = 1,
) -> Grafo:
    """El grafo sobre los documentos congelados. El registro vive junto a los checkpoints, y dura lo que ellos."""
    plano = Plano(Libro(_junto_a(checkpointer)), Bus(congelado()), politica.leer(), vueltas, calibrada())
    return fabricar(modelo, plano, checkpointer=checkpointer)


def _junto_a(checkpointer: BaseCheckpointSaver[Any] | None) -> Path | str:
    """La ruta del registro: al lado del fichero del checkpointer; en memoria si este no tiene fichero."""
    conexion = getattr(checkpointer, "conn", None)
    if conexion is None:
        return ":memory:"
    fichero = conexion.execute("PRAGMA database_list").fetchone()[2]
    return Path(fichero).with_suffix(".registro.sqlite") if fichero else ":memory:"

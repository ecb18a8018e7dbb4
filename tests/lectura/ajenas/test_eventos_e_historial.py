"""Lo que LangGraph da sin ningún trazador: los sucesos de `astream_events` y el historial de un hilo, en JSON."""

from __future__ import annotations

import asyncio
import json
import operator
from dataclasses import asdict
from typing import Annotated, Any, TypedDict

import pytest
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.func import entrypoint
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send, interrupt

from generador.comparacion.conformidad import alinear
from generador.errores import ErrorDeEntrada
from generador.lectura.ajenas import leer
from generador.lectura.grafo import grafo_de_json
from generador.modelo.traza import Fin, Grado, Traza
from tests.lectura.ajenas.ayuda import escribir, trazas
from tests.lectura.ajenas.test_checkpoints import corregido

CONFIG: Any = {"configurable": {"thread_id": "h"}}
SIN_RESPUESTA = "(el historial no guarda la respuesta)"


class Estado(TypedDict, total=False):
    q: str
    log: Annotated[list[str], operator.add]


class EstadoConX(TypedDict, total=False):
    x: Annotated[list[Any], operator.add]


@tool
def buscar(x: str) -> str:
    """Busca."""
    return f"hallado {x}"


def agente() -> Any:
    """Un nodo que llama a un modelo y a una herramienta, un subgrafo, tres `Send` y una pausa."""
    dentro = StateGraph(Estado).add_node("dentro", lambda _: {"log": ["d"]}).add_edge(START, "dentro").compile()

    def plan(_: Estado) -> Estado:
        return {"log": [FakeListChatModel(responses=["hola"]).invoke("x").text, buscar.invoke({"x": "y"})]}

    def repartir(_: Estado) -> list[Send]:
        return [Send("obrero", {"q": str(i)}) for i in range(3)]

    def revisar(_: Estado) -> Estado:
        return {"log": [f"dijo {interrupt({'pregunta': '¿sí?'})}"]}

    g = StateGraph(Estado).add_node("plan", plan).add_node("sub", dentro).add_node("revisar", revisar)
    g.add_node("obrero", lambda s: {"log": [s["q"]]}).add_edge(START, "plan").add_edge("plan", "sub")
    g.add_conditional_edges("sub", repartir, ["obrero"]).add_edge("obrero", "revisar").add_edge("revisar", END)
    return g.compile(checkpointer=InMemorySaver())


def en_json(valor: Any) -> Any:
    return valor.model_dump() if hasattr(valor, "model_dump") else str(valor)


def sucesos() -> list[Any]:
    async def todos() -> list[Any]:
        grafo = agente()
        return [
            s
            for entrada in ({"q": "?", "log": []}, Command(resume="sí"))
            async for s in grafo.astream_events(entrada, CONFIG, version="v2")
        ]

    return json.loads(json.dumps(asyncio.run(todos()), default=en_json))


def ejecutado() -> Any:
    grafo = agente()
    grafo.invoke({"q": "?", "log": []}, CONFIG)
    grafo.invoke(Command(resume="sí"), CONFIG)
    return grafo


def de_platform(estado: Any) -> dict[str, Any]:
    """Como lo da la API de LangGraph Platform."""
    e = estado._asdict()
    padre = e.pop("parent_config")
    tareas = [{**t._asdict(), "interrupts": [asdict(i) for i in t.interrupts]} for t in e["tasks"]]
    e["checkpoint"] = e.pop("config")["configurable"]
    return {**e, "tasks": tareas, "parent_checkpoint": padre and padre["configurable"]}


def historiales() -> dict[str, list[Any]]:
    grafo = ejecutado()
    estados = list(grafo.get_state_history(CONFIG))
    return {
        "objetos": [e._asdict() for e in estados],
        "tuplas": [list(e) for e in estados],
        "platform": list(map(de_platform, estados)),
        "checkpointer": [t._asdict() for t in grafo.checkpointer.list(CONFIG)],
    }


def leida(tmp_path, nombre: str, valor: Any) -> Traza:
    escrito = json.loads(json.dumps(valor, default=en_json))
    return trazas(tmp_path, escribir(tmp_path, nombre, escrito))["h"]


def visto(traza: Traza) -> list[tuple[str, int, list[str], list[Any]]]:
    return [
        (p.ambito, p.superstep, [t.nodo for t in p.tareas], sorted(t.actualizacion.valor()["log"] for t in p.tareas))
        for p in traza.pasos
    ]


PLAN = ("", 1, ["plan"], [["hola", "hallado y"]])
SUB = ("", 2, ["sub"], [["hola", "hallado y", "d"]])
DENTRO = ("sub", 1, ["sub:dentro"], [["d"]])
OBREROS = ("", 3, ["obrero"] * 3, [["0"], ["1"], ["2"]])
REVISAR = ("", 4, ["revisar"], [["dijo sí"]])


@pytest.mark.parametrize("fichero", ["x.json", "x.jsonl"])
def test_los_sucesos_cuentan_el_recorrido_las_llamadas_y_la_pausa(tmp_path, fichero):
    traza = leida(tmp_path, fichero, sucesos())
    assert visto(traza) == [PLAN, SUB, DENTRO, OBREROS, REVISAR]
    plan, sub, _, _, revisar = (p.tareas[0] for p in traza.pasos)
    assert [(len(plan.modelos), plan.modelos[0].salida.valor()["content"])] == [(1, "hola")]
    assert [(h.nombre, h.argumentos.valor()) for h in plan.herramientas] == [("buscar", {"x": "y"})]
    assert [(r.destinos, r.envios) for r in sub.rutas] == [((), 3)]
    assert [(i.valor.valor(), i.respuesta.valor()) for i in revisar.interrupciones] == [({"pregunta": "¿sí?"}, "sí")]
    assert [(e.clase, e.fin) for e in traza.ejecuciones] == [("input", Fin.INTERRUMPIDO), ("resume", Fin.BIEN)]
    assert (traza.completitud.tiempos, traza.completitud.estado) == (Grado.NADA, Grado.PARCIAL)


def test_dos_conversaciones_de_un_hilo_van_en_el_orden_en_que_salieron(tmp_path):
    """Sin hora, los ids al azar no dicen quién fue primero."""
    meta = {"thread_id": "h", "langgraph_node": "a", "langgraph_step": 1}
    seguidos = []
    for n, raiz in enumerate(("f", "0")):
        raiz_meta = {"run_id": raiz, "name": "g", "parent_ids": [], "metadata": {"thread_id": "h"}}
        nodo = {"run_id": f"{raiz}n", "name": "a", "parent_ids": [raiz]}
        nodo["metadata"] = {**meta, "langgraph_checkpoint_ns": f"a:{raiz}"}
        seguidos += [
            {"event": "on_chain_start", "data": {"input": {"x": n}}, **raiz_meta},
            {"event": "on_chain_start", "data": {"input": {"x": n}}, **nodo},
            {"event": "on_chain_end", "data": {"output": {"x": n}}, **nodo},
            {"event": "on_chain_end", "data": {"output": {"x": n}}, **raiz_meta},
        ]
    assert [e.entrada.valor() for e in leida(tmp_path, "x.json", seguidos).ejecuciones] == [{"x": 0}, {"x": 1}]


def test_los_sucesos_revueltos_o_de_la_v1_son_un_error(tmp_path):
    todos = sucesos()
    revueltos = todos[::-1]
    with pytest.raises(ErrorDeEntrada, match="no están en el orden"):
        leer(escribir(tmp_path, "x.json", revueltos))
    with pytest.raises(ErrorDeEntrada, match="v1"):
        leer(escribir(tmp_path, "x.json", [{**s, "parent_ids": []} for s in todos]))


def test_un_evento_propio_que_no_dice_de_quien_es_se_salta_y_se_cuenta(tmp_path):
    propio = {"event": "on_custom_event", "run_id": "r", "name": "nota", "data": {"x": 1}, "parent_ids": []}
    lectura = leer(escribir(tmp_path, "x.json", [*sucesos(), propio])).lectura
    assert [s.motivo for s in lectura.saltadas] == ["un evento propio del agente no dice de qué llamada es"]


@pytest.mark.parametrize("forma", ["objetos", "tuplas", "platform"])
def test_el_historial_cuenta_los_pasos_y_de_la_respuesta_dice_que_no_la_sabe(tmp_path, forma):
    traza = leida(tmp_path, "x.json", historiales()[forma])
    assert visto(traza) == [PLAN, SUB, OBREROS, REVISAR]
    (pregunta,) = traza.pasos[-1].tareas[0].interrupciones
    assert (pregunta.valor.valor(), pregunta.respuesta.valor()["v"]) == ({"pregunta": "¿sí?"}, SIN_RESPUESTA)
    assert [(e.clase, e.fin) for e in traza.ejecuciones] == [("input", Fin.INTERRUMPIDO), ("resume", Fin.BIEN)]
    assert traza.ejecuciones[0].entrada.valor() == {"q": "?", "log": []}
    assert traza.completitud.estado is Grado.PARCIAL  # del subgrafo no trae nada


def test_las_tuplas_del_checkpointer_traen_la_respuesta_y_los_subgrafos(tmp_path):
    traza = leida(tmp_path, "x.json", historiales()["checkpointer"])
    assert visto(traza) == [PLAN, SUB, DENTRO, OBREROS, REVISAR]
    assert [i.respuesta.valor() for i in traza.pasos[-1].tareas[0].interrupciones] == ["sí"]
    assert traza.completitud.estado is Grado.COMPLETO


@pytest.mark.parametrize("forma", ["objetos", "tuplas", "platform", "checkpointer"])
def test_el_orden_en_que_vengan_los_estados_no_importa(tmp_path, forma):
    estados = historiales()[forma]
    antes = leida(tmp_path, "x.json", estados)
    assert leida(tmp_path, "x.json", [*estados[1::2], *estados[::2]]) == antes


def historiales_con_salto(*, hermanas: bool = False) -> dict[str, list[Any]]:
    """Un nodo de un subgrafo salta al grafo de fuera. Cada espacio tiene su historial, y van juntos."""
    dentro = StateGraph(Estado).add_node("d", lambda _: {"log": ["d"]}).add_edge(START, "d")
    saltan = ["s", "t"] if hermanas else ["s"]
    for n in saltan:
        dentro.add_node(n, lambda _: Command(graph=Command.PARENT, goto="z", update={"log": ["s"]}))
    dentro.add_conditional_edges("d", lambda _: [Send(n, {"q": "x" * 70_000}) for n in saltan], saltan)
    g = StateGraph(Estado).add_node("sub", dentro.compile(), destinations=("z",)).add_edge(START, "sub")
    grafo = g.add_node("z", lambda _: {"log": ["z"]}).compile(checkpointer=InMemorySaver())
    grafo.invoke({"log": []}, CONFIG)
    tuplas = list(grafo.checkpointer.list(CONFIG))
    espacios = sorted({t.config["configurable"]["checkpoint_ns"] for t in tuplas})
    en = [{"configurable": {"thread_id": "h", "checkpoint_ns": ns}} for ns in espacios]
    estados = [e for config in en for e in grafo.get_state_history(config)]
    return {
        "objetos": [e._asdict() for e in estados],
        "platform": list(map(de_platform, estados)),
        "checkpointer": [t._asdict() for t in tuplas],
    }


@pytest.mark.parametrize("forma", ["objetos", "platform", "checkpointer"])
def test_de_un_salto_al_grafo_de_fuera_se_ve_quien_lo_dio(tmp_path, forma):
    traza = leida(tmp_path, "x.json", historiales_con_salto()[forma])
    assert [(p.ambito, [(t.nodo, t.fin) for t in p.tareas]) for p in traza.pasos] == [
        ("", [("sub", Fin.BIEN)]),
        ("sub", [("sub:d", Fin.BIEN)]),
        ("sub", [("sub:s", Fin.SALTO_AL_PADRE)]),
        ("", [("z", Fin.BIEN)]),
    ]
    dos = leida(tmp_path, "y.json", historiales_con_salto(hermanas=True)[forma])
    assert [(t.nodo, t.fin) for t in dos.pasos[2].tareas] == [("sub:s", Fin.SIN_CERRAR), ("sub:t", Fin.SIN_CERRAR)]


def formas(grafo: Any) -> dict[str, list[Any]]:
    estados = list(grafo.get_state_history(CONFIG))
    return {
        "objetos": [e._asdict() for e in estados],
        "platform": list(map(de_platform, estados)),
        "checkpointer": [t._asdict() for t in grafo.checkpointer.list(CONFIG)],
    }


@pytest.mark.parametrize("forma", ["objetos", "platform", "checkpointer"])
def test_lo_que_alguien_escribio_con_update_state_no_lo_hizo_ningun_nodo(tmp_path, forma):
    grafo = corregido(StateGraph(EstadoConX), InMemorySaver())
    traza = leida(tmp_path, "x.json", formas(grafo)[forma])
    assert [(p.superstep, [t.nodo for t in p.tareas]) for p in traza.pasos] == [(1, ["a"]), (3, ["c"])]
    assert alinear(traza, grafo_de_json(grafo.get_graph().to_json(), "g.json")).conforme


@pytest.mark.parametrize("forma", ["objetos", "platform", "checkpointer"])
def test_de_dos_tareas_y_un_update_state_no_se_dice_cual_corrio(tmp_path, forma):
    """`b` preguntó y `c` acabó; luego alguien escribió por `b`, y lo suyo se guarda como si fuera de la tarea."""
    g = StateGraph(Estado).add_node("a", lambda _: {"log": ["a"]}).add_node("c", lambda _: {"log": ["c"]})
    g.add_node("b", lambda _: {"log": [interrupt("¿?")]}).add_node("d", lambda _: {"log": ["d"]})
    g.add_edge(START, "a").add_edge("a", "b").add_edge("a", "c").add_edge("b", "d")
    grafo = g.compile(checkpointer=InMemorySaver())
    grafo.invoke({"log": []}, CONFIG)
    grafo.update_state(CONFIG, {"log": ["u"]}, as_node="b")
    grafo.invoke(None, CONFIG)
    traza = leida(tmp_path, "x.json", formas(grafo)[forma])
    acabaron = [t.nodo for p in traza.pasos for t in p.tareas if t.fin is Fin.BIEN]
    assert "b" not in acabaron and acabaron[-1] == "d"
    assert alinear(traza, grafo_de_json(grafo.get_graph().to_json(), "g.json")).conforme


@pytest.mark.parametrize("forma", ["objetos", "platform", "checkpointer"])
def test_el_historial_de_una_funcion_se_reconoce_y_se_ve_lo_que_devolvio(tmp_path, forma):
    @entrypoint(checkpointer=InMemorySaver())
    def flujo(x: int) -> str:
        return f"{x}{interrupt('¿?')}"

    flujo.invoke(1, CONFIG)
    flujo.invoke(Command(resume="z"), CONFIG)
    traza = leida(tmp_path, "x.json", formas(flujo)[forma])
    assert {k: v.valor() for k, v in traza.final.items()} == {"__root__": "1z"}
    assert [(e.clase, e.fin) for e in traza.ejecuciones] == [("input", Fin.INTERRUMPIDO), ("resume", Fin.BIEN)]
    vistas = [(t.nodo, t.actualizacion.valor()) for p in traza.pasos for t in p.tareas]
    assert (vistas, traza.sin_sitio) == (([], 1) if forma == "checkpointer" else ([("flujo", "1z")], 0))


def un_estado(id: str, paso: int, padre: str | None, despues: list[str], *tareas: tuple[str, Any]) -> dict[str, Any]:
    config = {"configurable": {"thread_id": "h", "checkpoint_ns": "", "checkpoint_id": id}}
    de_tareas = [
        {"id": f"{id}{n}", "name": n, "path": ["__pregel_pull", n], "error": None, "interrupts": [], "result": r}
        for n, r in tareas
    ]
    anterior = padre and {"configurable": {"checkpoint_id": padre}}
    meta = {"source": "input" if padre is None else "loop", "step": paso}
    return {
        "values": {},
        "next": despues,
        "config": config,
        "metadata": meta,
        "parent_config": anterior,
        "tasks": de_tareas,
    }


def test_una_tarea_que_el_historial_recalcula_y_no_devolvio_nada_no_corrio(tmp_path):
    """`c` espera a `b`, y al releer el estado LangGraph la da por lista: en el paso 2 no está lo que devolvió."""
    estados = [
        un_estado("1", -1, None, ["__start__"], ("__start__", {})),
        un_estado("2", 0, "1", ["a"], ("a", {})),
        un_estado("3", 1, "2", ["b", "c"], ("b", {"log": ["b"]}), ("c", None)),
        un_estado("4", 2, "3", ["c"], ("c", {"log": ["c"]})),
        un_estado("5", 3, "4", []),
    ]
    traza = leida(tmp_path, "x.json", estados)
    assert [[t.nodo for t in p.tareas] for p in traza.pasos] == [["a"], ["b"], ["c"]]


def test_de_dos_tareas_en_una_tupla_que_solo_despierta_a_un_nodo_no_se_dice_que_sean_suyas(tmp_path):
    """La otra la despertó una unión, que en la tupla es un texto."""
    g = StateGraph(Estado)
    for n in "abcd":
        g.add_node(n, lambda _, n=n: {"log": [n]})
    g.add_edge(START, "a").add_edge("a", "b").add_edge(["a", "b"], "c").add_edge("b", "d")
    grafo = g.compile(checkpointer=InMemorySaver())
    grafo.invoke({"log": []}, CONFIG)
    traza = leida(tmp_path, "x.json", [t._asdict() for t in grafo.checkpointer.list(CONFIG)])
    assert ([[t.nodo for t in p.tareas] for p in traza.pasos], traza.sin_sitio) == ([["a"], ["b"]], 2)


def test_tras_unas_tareas_de_las_que_no_se_sabe_el_nodo_no_se_da_por_acabado_ni_por_desviado(tmp_path):
    """Dos nodos a la vez, en tuplas: el paso no se ve, y no por eso falta ni se sigue del anterior."""
    g = StateGraph(Estado)
    for n in "abcd":
        g.add_node(n, lambda _, n=n: {"log": [n]})
    g.add_edge(START, "a").add_edge("a", "b").add_edge("a", "c").add_edge("b", "d").add_edge("c", "d")
    grafo = g.compile(checkpointer=InMemorySaver())
    grafo.invoke({"log": []}, CONFIG)
    exportado = grafo_de_json(grafo.get_graph().to_json(), "g.json")
    traza = leida(tmp_path, "x.json", [t._asdict() for t in grafo.checkpointer.list(CONFIG)])
    assert ([[t.nodo for t in p.tareas] for p in traza.pasos], traza.sin_sitio) == ([["a"], ["d"]], 2)
    suya = alinear(traza, exportado)
    assert suya.conforme
    assert [(c.origen, c.cierta) for c in dict(suya.causas)["p2-1"]] == [("a", False)]


def test_un_historial_pedido_con_limite_lo_dice(tmp_path):
    estados = json.loads(json.dumps(historiales()["platform"][:3], default=en_json))
    (conversacion,) = leer(escribir(tmp_path, "x.json", estados)).lectura.conversaciones
    assert any("a medias" in a for a in conversacion.avisos)
    traza = leida(tmp_path, "x.json", estados)
    assert [p.superstep for p in traza.pasos] == [3, 4]
    assert (traza.ejecuciones[0].clase, traza.completitud.estado) == ("continue", Grado.PARCIAL)


def test_de_una_tupla_que_despierta_a_dos_nodos_no_se_inventa_cual_fue_cada_tarea(tmp_path):
    g = StateGraph(Estado).add_node("a", lambda _: {"log": ["a"]}).add_node("b", lambda _: {"log": ["b"]})
    grafo = g.add_edge(START, "a").add_edge(START, "b").compile(checkpointer=InMemorySaver())
    grafo.invoke({"log": []}, CONFIG)
    traza = leida(tmp_path, "x.json", [t._asdict() for t in grafo.checkpointer.list(CONFIG)])
    assert (traza.pasos, len(traza.avisos)) == ((), 1)
    por_estados = leida(tmp_path, "x.json", [e._asdict() for e in grafo.get_state_history(CONFIG)])
    assert visto(por_estados) == [("", 1, ["a", "b"], [["a"], ["b"]])]


def test_un_hilo_parado_y_uno_que_fallo_lo_dicen(tmp_path):
    grafo = agente()
    grafo.invoke({"q": "?", "log": []}, CONFIG)
    assert leida(tmp_path, "x.json", [e._asdict() for e in grafo.get_state_history(CONFIG)]).fin is Fin.INTERRUMPIDO

    def falla(_: Estado) -> Estado:
        raise ValueError("no")

    malo = StateGraph(Estado).add_node("a", falla).add_edge(START, "a").compile(checkpointer=InMemorySaver())
    with pytest.raises(ValueError, match="no"):
        malo.invoke({"log": []}, CONFIG)
    traza = leida(tmp_path, "x.json", [e._asdict() for e in malo.get_state_history(CONFIG)])
    assert (traza.fin, traza.pasos[0].tareas[0].fin) == (Fin.ERROR, Fin.ERROR)

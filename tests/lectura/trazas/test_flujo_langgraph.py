"""Corridas en bruto de LangGraph que este proyecto no grabó, con sus trampas."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.func import entrypoint, task
from langgraph.graph import START, StateGraph
from langgraph.types import Command, Send, interrupt
from msgspec.structs import replace

from generador.errores import ErrorDeEntrada
from generador.lectura.trazas import flujo_langgraph, leer_traza
from generador.modelo.traza import Fin, Grado, Traza
from tests.documentos import RAIZ, bloques
from tests.lectura.trazas.cinta import cambios, nodos, tarea

MUESTRAS = Path(__file__).parent / "muestras"


def muestra(prefijo: str) -> Traza:
    (ruta,) = MUESTRAS.glob(f"{prefijo}-*")
    return leer_traza(ruta, prefijo)


def receta(carpeta: Path) -> Callable[..., None]:
    """El `volcar` de la documentación."""
    (texto,) = [b.texto for b in bloques(RAIZ / "docs" / "formatos" / "traza.md") if b.fichero == "volcar.py"]
    (carpeta / "volcar.py").write_text(texto, "utf-8")
    volcar: Callable[..., None] = run_path(str(carpeta / "volcar.py"))["volcar"]
    return volcar


def emitir(*emisiones: dict[str, Any]) -> Traza:
    return flujo_langgraph.leer(b"\n".join(json.dumps(e).encode() for e in emisiones), "c")


def inicio(id: str, nodo: str, llamada: int = 0, ns: tuple[str, ...] = ()) -> dict[str, Any]:
    carga = {"id": id, "name": nodo, "input": {}, "triggers": [f"branch:to:{nodo}"]}
    return {"call": llamada, "ns": list(ns), "mode": "tasks", "payload": carga}


def final(id: str, nodo: str, llamada: int = 0, **campos: Any) -> dict[str, Any]:
    carga = {"id": id, "name": nodo, "error": None, "result": {"x": 1}, "interrupts": [], **campos}
    return {"call": llamada, "ns": [], "mode": "tasks", "payload": carga}


def entrada(valor: Any, llamada: int = 0) -> dict[str, Any]:
    return {"call": llamada, "mode": "input", "payload": valor}


def test_t09_los_envios_son_tareas_de_un_mismo_paso_con_su_indice():
    traza = muestra("t09")
    visitas = Counter(n for p in nodos(traza) for n in p)
    assert visitas == {"generate_query": 1, "web_research": 5, "reflection": 2, "finalize_answer": 1}
    assert nodos(traza)[1] == ["web_research"] * 3
    assert [(t.clase, t.indice_de_envio) for t in traza.pasos[1].tareas] == [("push", 0), ("push", 1), ("push", 2)]
    assert [p.superstep for p in traza.pasos] == [1, 2, 3, 4, 5, 6]
    assert traza.fin is Fin.BIEN


def test_t10_la_pausa_es_una_y_la_tarea_reanudada_tambien():
    traza = muestra("t10")
    preguntas = [(t.nodo, i) for p in traza.pasos for t in p.tareas for i in t.interrupciones]
    ((nodo, pregunta),) = preguntas
    assert nodo == "response_agent:interrupt_handler"
    assert pregunta.respuesta is not None and pregunta.respuesta.valor()[0]["type"] == "edit"
    assert pregunta.reanudada_en == 1
    assert [e.clase for e in traza.ejecuciones] == ["input", "resume"]
    assert [e.fin for e in traza.ejecuciones] == [Fin.INTERRUMPIDO, Fin.BIEN]
    assert traza.ejecuciones[0].hilo == "t2"
    assert sum(len(p.tareas) for p in traza.pasos) == 7
    contenedora = tarea(traza, "response_agent")
    assert [i.fin for i in contenedora.intentos] == [Fin.INTERRUMPIDO, Fin.BIEN]
    assert [p.padre for p in traza.pasos] == [None, None, 2, 2, 2, 2, 2]


def test_t11_el_error_y_la_hermana_cancelada_son_intentos_de_tareas_que_acaban_bien():
    traza = muestra("t11")
    assert nodos(traza) == [["flaky", "ok"], ["join"]]
    assert [(i.fin, i.fallo and i.fallo.clase) for i in tarea(traza, "flaky").intentos] == [
        (Fin.ERROR, "ConnectionError"),
        (Fin.BIEN, None),
    ]
    assert [i.fin for i in tarea(traza, "ok").intentos] == [Fin.CANCELADO, Fin.BIEN]
    assert [(e.clase, e.fin) for e in traza.ejecuciones] == [("input", Fin.ERROR), ("continue", Fin.BIEN)]
    assert traza.ejecuciones[0].fallo is not None and "503" in traza.ejecuciones[0].fallo.mensaje
    assert cambios(traza.pasos[0]) == {"log": ([], ["flaky ok", "ok"])}


def test_t12_un_mismo_nodo_puede_correr_en_dos_pasos_seguidos():
    assert nodos(muestra("t12")) == [["a"], ["b", "c"], ["c", "d"], ["d"]]


def test_t13_lo_que_se_cuenta_dos_veces_en_modos_distintos_es_una_tarea_con_sus_horas():
    traza = muestra("t13")
    assert nodos(traza) == [["flaky2"]]
    (suya,) = traza.pasos[0].tareas
    assert len(suya.intentos) == 1
    assert suya.t0 is not None and suya.t1 is not None and round(suya.t1 - suya.t0, 1) == 0.3


@pytest.mark.parametrize("prefijo", ["t09", "t10", "t11", "t12", "t13"])
def test_lo_que_el_flujo_no_trae_se_dice(prefijo: str):
    traza = muestra(prefijo)
    c = traza.completitud
    assert (c.estado, c.rutas, c.tiempos, c.intentos, c.llamadas) == (
        Grado.COMPLETO,
        Grado.NADA,
        Grado.PARCIAL if prefijo == "t13" else Grado.NADA,
        Grado.PARCIAL,
        Grado.NADA,
    )
    assert (traza.origen, traza.saltadas) == ("stream", ())
    assert traza.lineas == len(next(MUESTRAS.glob(f"{prefijo}-*")).read_bytes().splitlines())


def test_sin_checkpoints_el_paso_lo_dan_los_inicios_y_los_finales():
    traza = emitir(
        entrada({}),
        inicio("1", "a"),
        final("1", "a"),
        inicio("2", "b"),
        inicio("3", "c"),
        final("3", "c"),
        final("2", "b"),
        inicio("4", "d"),
        final("4", "d"),
    )
    assert [(p.superstep, [t.nodo for t in p.tareas]) for p in traza.pasos] == [(1, ["a"]), (2, ["b", "c"]), (3, ["d"])]
    assert traza.completitud.estado is Grado.NADA


def test_sin_nada_que_lo_pruebe_no_se_sabe_como_acabo():
    assert emitir(entrada({}), inicio("1", "a"), final("1", "a")).fin is Fin.SIN_CERRAR


@pytest.mark.parametrize(
    ("tipo", "fin"),
    [
        ("ValueError", Fin.ERROR),
        ("GraphRecursionError", Fin.SIN_PASOS),
        ("CancelledError", Fin.CANCELADO),
        ("KeyboardInterrupt", Fin.CANCELADO),
    ],
)
def test_la_excepcion_de_la_llamada_dice_como_acabo(tipo: str, fin: Fin):
    excepcion = {"call": 0, "mode": "exception", "payload": {"type": tipo, "msg": "no"}}
    assert emitir(entrada({}), inicio("1", "a"), excepcion).fin is fin


def test_un_command_sin_respuesta_sigue_y_no_reanuda():
    mandato = {"__type__": "Command", "resume": None, "goto": ["b"], "update": None, "graph": None}
    traza = emitir(entrada({}), inicio("1", "a"), final("1", "a"), entrada(mandato, 1), inicio("2", "b", 1))
    assert [e.clase for e in traza.ejecuciones] == ["input", "continue"]


def punto(fuente: str, paso: int, llamada: int = 0) -> dict[str, Any]:
    carga = {"values": {}, "metadata": {"source": fuente, "step": paso}, "next": ["b"]}
    return {"call": llamada, "ns": [], "mode": "checkpoints", "payload": carga}


@pytest.mark.parametrize(("fuente", "clase"), [("loop", "continue"), ("input", "input")])
def test_lo_que_parte_de_un_checkpoint_del_bucle_sigue_aunque_su_entrada_no_se_sepa_leer(fuente: str, clase: str):
    primera = [entrada({}), punto("input", -1), inicio("1", "a"), final("1", "a")]
    segunda = [entrada("Command(resume='sí')", 1), punto(fuente, 1, 1), inicio("2", "b", 1)]
    assert [e.clase for e in emitir(*primera, *segunda).ejecuciones] == ["input", clase]


def test_lo_reutilizado_y_lo_propio_del_agente_se_leen():
    cache = {"call": 0, "ns": [], "mode": "updates", "payload": {"a": {"x": 1}, "__metadata__": {"cached": True}}}
    propio = {"call": 0, "ns": [], "mode": "custom", "payload": {"tipo": "embebedor"}}
    punto = {
        "call": 0,
        "ns": [],
        "mode": "checkpoints",
        "payload": {"values": {"x": 0}, "metadata": {"step": 0}, "next": ["a"], "config": {}},
    }
    traza = emitir(entrada({}), punto, inicio("1", "a"), propio, cache)
    assert (tarea(traza, "a").reutilizada, tarea(traza, "a").fin) == (None, Fin.SIN_CERRAR)
    assert [e.tipo for e in traza.eventos] == ["embebedor"]


@pytest.mark.parametrize(
    "rota",
    [b"{", b'{"call":"uno","mode":"tasks"}', b'{"call":0,"mode":"tasks","payload":"\xff"}', b"[" * 3000],
)
def test_una_emision_rota_se_salta_y_se_cuenta(rota: bytes):
    buenas = [json.dumps(e).encode() for e in (entrada({}), inicio("1", "a"), final("1", "a"))]
    traza = flujo_langgraph.leer(b"\n".join([*buenas[:1], rota, *buenas[1:]]), "c")
    assert traza.saltadas == (2,)
    assert nodos(traza) == [["a"]]


@pytest.mark.parametrize(
    "modo", ["tasks", "checkpoints", "debug", "updates", "input", "exception", "messages", "values"]
)
@pytest.mark.parametrize("carga", [None, 7, "x", [], {}, {"id": 1}, {"type": "task", "step": 1, "payload": 3}])
def test_una_carga_inesperada_no_detiene_la_lectura(modo: str, carga: Any):
    rara = {"call": 0, "ns": [], "mode": modo, "payload": carga}
    assert nodos(emitir(entrada({}), rara, inicio("1", "a"), final("1", "a"))) == [["a"]]


def test_lo_que_lanza_un_task_no_es_un_nodo_y_un_send_si(tmp_path: Path):
    @task
    def doble(n: int) -> int:
        return 2 * n

    @entrypoint(checkpointer=InMemorySaver())
    def flujo(n: int) -> int:
        return sum(f.result() for f in [doble(n), doble(n + 1)])

    reparte = StateGraph(dict).add_node("cada", lambda _: {"a": 1}).add_node("reparte", lambda _: {"a": 0})
    reparte.add_edge(START, "reparte")
    reparte.add_conditional_edges("reparte", lambda _: [Send("cada", {"a": 5})], ["cada"])
    clases = []
    for i, (grafo, suya) in enumerate([(flujo, 3), (reparte.compile(checkpointer=InMemorySaver()), {"a": 2})]):
        ruta = tmp_path / f"{i}.jsonl"
        receta(tmp_path)(grafo, [suya], {"configurable": {"thread_id": "h"}}, ruta)
        clases.append([(t.nodo, t.clase) for p in leer_traza(ruta, "c").pasos for t in p.tareas])
    assert sorted(clases[0]) == [("doble", "call"), ("doble", "call"), ("flujo", "pull")]
    assert clases[1] == [("reparte", "pull"), ("cada", "push")]


def test_lo_que_vuelca_la_receta_de_la_documentacion_se_lee_entero(tmp_path: Path):
    pregunta = StateGraph(dict).add_node("preguntar", lambda _: {"dicho": interrupt("¿Sigo?")})
    grafo = pregunta.add_edge(START, "preguntar").compile(checkpointer=InMemorySaver())
    hilo = {"configurable": {"thread_id": "h1"}}
    entradas = [{"dicho": ""}, Command(resume="sí")]
    receta(tmp_path)(grafo, entradas, hilo, tmp_path / "v.jsonl")
    traza = leer_traza(tmp_path / "v.jsonl", "c")
    assert [(e.clase, e.hilo, e.fin) for e in traza.ejecuciones] == [
        ("input", "h1", Fin.INTERRUMPIDO),
        ("resume", "h1", Fin.BIEN),
    ]
    (pausa,) = tarea(traza, "preguntar").interrupciones
    assert pausa.respuesta is not None and json.loads(pausa.respuesta.crudo) == "sí"
    assert (traza.saltadas, traza.completitud.tiempos) == ((), Grado.PARCIAL)


@pytest.mark.parametrize("prefijo", ["t09", "t10", "t11", "t12", "t13"])
@given(st.randoms(use_true_random=False))
@settings(max_examples=10, deadline=None)
def test_un_volcado_revuelto_se_pone_en_el_orden_que_dicen_sus_checkpoints(prefijo: str, azar: Any):
    (ruta,) = MUESTRAS.glob(f"{prefijo}-*")
    lineas = ruta.read_bytes().splitlines()
    entera = flujo_langgraph.leer(b"\n".join(lineas), "c")
    revuelta = flujo_langgraph.leer(b"\n".join(azar.sample(lineas, len(lineas))), "c")
    assert replace(revuelta, avisos=(), saltadas=()) == replace(entera, avisos=(), saltadas=())


def test_de_un_volcado_revuelto_se_avisa_y_lo_que_no_dice_cuando_salio_no_se_coloca():
    def punto(paso: int, *abre: str) -> dict[str, Any]:
        carga = {"values": {}, "metadata": {"step": paso}, "next": [*abre], "tasks": [{"id": t} for t in abre]}
        return {"call": 0, "ns": [], "mode": "checkpoints", "payload": carga}

    propio = {"call": 0, "ns": [], "mode": "custom", "payload": {"tipo": "nota"}}
    en_orden = [entrada({}), punto(0, "u1"), inicio("u1", "a"), propio, final("u1", "a"), punto(1)]
    assert emitir(*en_orden).avisos == ()
    traza = emitir(en_orden[4], propio, *en_orden[:3], en_orden[5])
    assert nodos(traza) == [["a"]]
    assert (traza.saltadas, traza.pasos[0].tareas[0].eventos) == ((2,), ())
    assert any("otro orden" in str(a) for a in traza.avisos)


def test_un_volcado_revuelto_que_nada_ordena_es_un_error_y_no_un_orden_inventado():
    with pytest.raises(ErrorDeEntrada, match="no están en el orden en que salieron"):
        emitir(entrada({}), final("u2", "b"), inicio("u2", "b"), inicio("u1", "a"), final("u1", "a"))


def test_dos_volcados_pegados_no_son_una_conversacion():
    (ruta,) = MUESTRAS.glob("t12-*")
    una = ruta.read_bytes()
    otra = una.replace(b'"checkpoint_id": "1f', b'"checkpoint_id": "2f')
    with pytest.raises(ErrorDeEntrada, match="varios volcados"):
        flujo_langgraph.leer(una.rstrip(b"\n") + b"\n" + otra, "c")

"""Cada construcción de LangGraph, grabada de verdad, deja en la traza lo que pasó y nada más."""

import asyncio
import operator
import threading
import time
from pathlib import Path
from typing import Annotated, TypedDict

import pytest
from langchain_core.callbacks import BaseCallbackHandler, CallbackManager
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import GraphRecursionError, NodeTimeoutError
from langgraph.types import Command

from generador.grabacion import Grabadora
from generador.lectura.trazas import leer_traza

from . import agentes_de_prueba as agentes
from .conftest import comprobar_invariantes, de, leer

HILO = {"configurable": {"thread_id": "h"}}


def tareas(lineas, **campos):
    return [(x["step"], x["node"], x["status"]) for x in de(lineas, "task.end", **campos)]


def test_un_grafo_lineal_deja_sus_pasos_su_estado_y_su_cabecera(graba):
    lineas = graba(agentes.lineal(), {"x": ["ya"]})
    cabecera = lineas[0]
    assert (cabecera["t"], cabecera["v"], cabecera["graph"], cabecera["case"], cabecera["variant"]) == (
        "trace",
        1,
        "juguete",
        "caso",
        "unica",
    )
    assert cabecera["origin"] == "recorded" and cabecera["langgraph"].startswith("1.")
    assert tareas(lineas) == [(1, "a", "ok"), (2, "b", "ok")]
    estados = [(x["step"], x["phase"], x["state"]) for x in de(lineas, "state")]
    assert estados == [
        (None, "initial", {"x": ["ya"]}),
        (1, "after", {"x": ["ya", "a"]}),
        (2, "after", {"x": ["ya", "a", "b"]}),
    ]
    assert lineas[-1]["t"] == "run.end" and lineas[-1]["status"] == "ok"


def test_ejecutar_devuelve_el_ultimo_estado_como_invoke(tmp_path):
    with Grabadora(tmp_path / "t.jsonl", caso="c") as g:
        assert g.ejecutar(agentes.lineal(), {"x": []}) == agentes.lineal().invoke({"x": []})
        assert g.estado == "ok"


def test_un_bucle_con_herramientas_deja_modelo_herramientas_rutas_y_uso(graba):
    lineas = graba(agentes.con_herramientas(), {"messages": [("user", "¿2+3?")]})
    assert [n for _, n, _ in tareas(lineas)] == ["piensa", "tools", "piensa", "tools", "piensa"]
    inicios, finales = de(lineas, "model.start"), de(lineas, "model.end")
    assert [x["usage"] for x in finales] == [
        {"input": 7, "output": 2, "total": 9},
        {},
        {"input": 20, "output": 3, "total": 23},
    ]
    assert {x["provenance"] for x in inicios + finales} == {"oracle"}
    assert inicios[0]["tools"] == ["suma", "rompe"]
    assert inicios[0]["provider"] == "oracle" and inicios[0]["model"] == "oraculo"
    herramientas = [(x["name"], x["args"], x["call"]) for x in de(lineas, "tool.start")]
    assert herramientas == [
        ("suma", {"a": 2, "b": 3}, "llamada_1"),
        ("rompe", {"motivo": "no hay papel"}, "llamada_1"),
    ]
    assert [x["status"] for x in de(lineas, "tool.end")] == ["ok", "error"]
    assert [x["result"] for x in de(lineas, "route")] == [["tools"], ["tools"], ["__end__"]]


def test_los_mensajes_repetidos_se_escriben_una_vez(graba):
    lineas = graba(agentes.con_herramientas(), {"messages": [("user", "¿2+3?")]})
    humanos = [x for x in de(lineas, "blob") if x["v"].get("content") == "¿2+3?" and x["v"].get("id")]
    assert len(humanos) == 1
    ultimo = de(lineas, "state")[-1]["state"]["messages"]
    assert len(ultimo) == 6 and all(set(m) == {"$m"} for m in ultimo)


def test_un_mensaje_cambiado_en_su_sitio_se_vuelve_a_escribir(graba):
    lineas = graba(_que_cambia_un_mensaje(), {"messages": [("user", "antes")]})
    contenidos = {x["v"]["content"] for x in de(lineas, "blob")}
    assert {"antes", "después"} <= contenidos


def _que_cambia_un_mensaje():
    def cambia(estado):
        estado["messages"][0].content = "después"
        return {"messages": []}

    g = agentes.StateGraph(agentes.Charla)
    g.add_node("cambia", cambia)
    g.add_edge(agentes.START, "cambia")
    return g.compile()


def test_los_send_llevan_su_indice_y_su_entrada(graba):
    lineas = graba(agentes.reparte(), {"x": [], "n": 3})
    caminos = sorted(x["path"] for x in de(lineas, "attempt.start", node="obrero"))
    assert caminos == [["__pregel_push", i, False] for i in range(3)]
    assert sorted(x["input"]["n"] for x in de(lineas, "task.start", node="obrero")) == [0, 1, 2]
    (ruta,) = de(lineas, "route", node="plan")
    assert ruta["fn"] == "repartir"
    assert [x["$t"] for x in ruta["result"]] == ["send"] * 3


def test_los_send_a_un_subgrafo_corren_en_espacios_distintos(graba):
    lineas = graba(agentes.reparte_a_subgrafos(), {"x": []})
    espacios = {tuple(x["ns"]) for x in de(lineas, "task.end") if x["ns"]}
    assert len(espacios) == 2
    assert all(t[0].startswith("equipo:") for t in espacios)


def test_un_subgrafo_anidado_lleva_su_cadena_de_padres(graba):
    lineas = graba(agentes.anidado(), {"x": []})
    (hoja,) = de(lineas, "task.end", node="hoja")
    assert [t.partition(":")[0] for t in hoja["ns"]] == ["fuera", "dentro"]
    (intento,) = de(lineas, "attempt.start", node="hoja")
    assert intento["ns"] == hoja["ns"]


def test_el_mismo_subgrafo_llamado_dos_veces_se_distingue(graba):
    lineas = graba(agentes.el_mismo_dos_veces(), {"x": []})
    espacios = {tuple(x["ns"]) for x in de(lineas, "task.end") if x["ns"]}
    assert len(espacios) == 4
    assert [ns[1:] for ns in espacios if len(ns) > 1] == [("1",)]


def test_lo_paralelo_comparte_paso(graba):
    lineas = graba(agentes.paralelo(), {"x": []})
    assert sorted(tareas(lineas)) == [(1, "der", "ok"), (1, "izq", "ok"), (2, "junta", "ok")]


def test_una_pausa_y_su_reanudacion_son_dos_ejecuciones_de_la_misma_tarea(graba):
    grafo = agentes.con_pausa(InMemorySaver())
    lineas = graba(grafo, {"x": []}, Command(resume="sí"), config=HILO, quien="ana")
    assert len(de(lineas, "trace")) == 2
    assert [(x["kind"], x["thread"], x["by"]) for x in de(lineas, "run.start")] == [
        ("input", "h", "ana"),
        ("resume", "h", "ana"),
    ]
    assert de(lineas, "run.start")[1]["input"] == {"$t": "command", "resume": "sí"}
    assert [x["status"] for x in de(lineas, "run.end")] == ["interrupted", "ok"]
    pausada, reanudada = de(lineas, "task.end", node="pregunta")
    assert pausada["task"] == reanudada["task"]
    assert (pausada["status"], reanudada["status"]) == ("interrupted", "ok")
    assert pausada["interrupts"][0]["value"] == {"pregunta": "¿sigo?"}
    assert [x["status"] for x in de(lineas, "attempt.end", task=pausada["task"])] == ["interrupt", "ok"]
    assert de(lineas, "resume")[0]["ns"] == []


def test_el_estado_inventado_tras_una_pausa_no_se_graba(graba):
    """Tras interrumpirse, LangGraph emite un estado con lo que escribió el vecino, que el checkpoint aún no tiene."""
    grafo = agentes.dos_pausas_en_subgrafo(InMemorySaver())
    lineas = graba(grafo, {"x": ["in"]}, config=HILO)
    assert [x["state"] for x in de(lineas, "state", ns=[])] == [{"x": ["in"]}]
    assert grafo.checkpointer.get(HILO)["channel_values"]["x"] == ["in"]


def test_dos_pausas_en_un_subgrafo_se_reanudan_una_a_una(graba):
    grafo = agentes.dos_pausas_en_subgrafo(InMemorySaver())
    lineas = graba(grafo, {"x": []}, Command(resume="uno"), Command(resume="dos"), config=HILO)
    assert [x["status"] for x in de(lineas, "run.end")] == ["interrupted", "interrupted", "ok"]
    assert [x["status"] for x in de(lineas, "task.end", node="pregunta")] == ["interrupted", "interrupted", "ok"]
    assert len({x["task"] for x in de(lineas, "task.end", node="pregunta")}) == 1
    reutilizadas = de(lineas, "cached")
    assert [(x["nodes"], x["why"]) for x in reutilizadas] == [(["vecino"], "resume")] * 2
    assert reutilizadas[0]["tasks"] == [de(lineas, "task.end", node="vecino")[0]["task"]]
    assert len([x for x in de(lineas, "resume") if x["ns"]]) == 2


def test_ejecutar_devuelve_las_interrupciones(tmp_path):
    with Grabadora(tmp_path / "t.jsonl", caso="c") as g:
        estado = g.ejecutar(agentes.con_pausa(InMemorySaver()), {"x": []}, HILO)
    assert estado["x"] == ["antes"]
    assert [i.value for i in estado["__interrupt__"]] == [{"pregunta": "¿sigo?"}]


def test_la_excepcion_del_agente_se_graba_y_sigue_su_camino(tmp_path):
    ruta = tmp_path / "t.jsonl"
    with Grabadora(ruta, caso="c") as g, pytest.raises(ValueError, match="tinta"):
        g.ejecutar(agentes.con_error(), {"x": []})
    lineas = leer(ruta)
    comprobar_invariantes(lineas)
    for t in ("attempt.end", "task.end", "run.end"):
        error = de(lineas, t, status="error")[0]["error"]
        assert (error["cls"], error["msg"]) == ("ValueError", "se acabó la tinta")
        assert "nota del autor" in error["notes"]
        assert "agentes_de_prueba.py" in error["traceback"]
        assert str(Path.cwd()) not in error["traceback"]


def test_cada_reintento_es_un_intento_con_su_error(graba):
    lineas = graba(agentes.con_reintentos(), {"x": []})
    assert [(x["n"], x["node"]) for x in de(lineas, "attempt.start")] == [(1, "flojo"), (2, "flojo"), (3, "flojo")]
    finales = de(lineas, "attempt.end")
    assert [x["status"] for x in finales] == ["error", "error", "ok"]
    assert [x["error"]["msg"] for x in finales[:2]] == ["intento 1", "intento 2"]
    assert tareas(lineas) == [(1, "flojo", "ok")]


def test_un_subgrafo_reintentado_vuelve_a_empezar_su_estado(graba):
    lineas = graba(agentes.subgrafo_reintentado(), {"x": []})
    dentro = [(x["step"], x["phase"], x["state"]) for x in de(lineas, "state") if x["ns"]]
    assert dentro == [
        (None, "initial", {"x": []}),
        (1, "after", {"x": ["firme"]}),
        (None, "initial", {"x": []}),
        (1, "after", {"x": ["firme"]}),
        (2, "after", {"x": ["firme", "flojo"]}),
    ]


def test_un_acierto_de_cache_se_dice(graba):
    grafo = agentes.con_cache()
    lineas = graba(grafo, {"x": []}, {"x": []})
    (acierto,) = de(lineas, "cached")
    assert (acierto["nodes"], acierto["why"], acierto["update"]) == (["caro"], "cache", {"caro": {"x": ["caro"]}})
    assert len(de(lineas, "attempt.start", node="caro")) == 1
    assert len(de(lineas, "task.start", node="caro")) == 2


def test_el_manejador_de_errores_es_una_tarea_de_su_grafo(graba):
    lineas = graba(agentes.con_manejador_de_errores(), {"x": []})
    assert tareas(lineas) == [(1, "falla", "error"), (1, "__error_handler__falla", "ok")]
    (intento,) = de(lineas, "attempt.start", node="__error_handler__falla")
    assert intento["ns"] == [] and "node_error_handler" in intento["path"]
    estados = [(x["step"], x["phase"]) for x in de(lineas, "state")]
    assert estados == [(None, "initial"), (1, "after")]


def test_lo_asincrono_deja_lo_mismo(tmp_path):
    ruta = tmp_path / "t.jsonl"

    async def ejecutar():
        with Grabadora(ruta, caso="c") as g:
            return await g.ejecutar_asincrono(agentes.asincrono(), {"x": []})

    assert asyncio.run(ejecutar()) == {"x": ["lento", "b"]}
    lineas = leer(ruta)
    comprobar_invariantes(lineas)
    assert tareas(lineas) == [(1, "lento", "ok"), (2, "b", "ok")]


def test_cancelar_deja_la_traza_cerrada(tmp_path):
    ruta = tmp_path / "t.jsonl"
    empezado = asyncio.Event()

    async def espera(_):
        empezado.set()
        await asyncio.sleep(60)

    g = agentes.StateGraph(agentes.Estado)
    g.add_node("espera", espera)
    g.add_edge(agentes.START, "espera")

    async def cancelar():
        with Grabadora(ruta, caso="c") as grabadora:
            tarea = asyncio.create_task(grabadora.ejecutar_asincrono(g.compile(), {"x": []}))
            await empezado.wait()
            tarea.cancel()
            with pytest.raises(asyncio.CancelledError):
                await tarea

    asyncio.run(cancelar())
    lineas = leer(ruta)
    comprobar_invariantes(lineas)
    assert lineas[-1]["status"] == "cancelled"
    assert tareas(lineas) == [(1, "espera", "cancelled")]


def test_la_tecla_de_interrumpir_se_graba_y_sigue_su_camino(tmp_path):
    ruta = tmp_path / "t.jsonl"
    with Grabadora(ruta, caso="c") as g, pytest.raises(KeyboardInterrupt):
        g.ejecutar(agentes.con_tecla(), {"x": []})
    lineas = leer(ruta)
    comprobar_invariantes(lineas)
    assert lineas[-1]["status"] == "cancelled"
    assert tareas(lineas) == [(1, "a", "ok"), (2, "corta", "cancelled")]


def test_quedarse_sin_pasos_no_es_un_error_cualquiera(tmp_path):
    ruta = tmp_path / "t.jsonl"
    with Grabadora(ruta, caso="c") as g, pytest.raises(GraphRecursionError):
        g.ejecutar(agentes.da_vueltas(), {"x": []}, {"recursion_limit": 3})
    assert leer(ruta)[-1]["status"] == "out_of_steps"


def test_una_pausa_estatica_se_continua_sin_entrada(graba):
    lineas = graba(agentes.pausa_estatica(InMemorySaver()), {"x": []}, None, None, config=HILO)
    assert [x["kind"] for x in de(lineas, "run.start")] == ["input", "continue", "continue"]
    assert [x["status"] for x in de(lineas, "run.end")] == ["interrupted", "interrupted", "ok"]
    assert [x["step"] for x in de(lineas, "pause")] == [1, 2]
    assert tareas(lineas) == [(1, "a", "ok"), (2, "b", "ok"), (3, "c", "ok")]


def test_create_agent_con_aprobacion_humana(graba):
    grafo = agentes.agente_con_aprobacion(InMemorySaver())
    decision = Command(resume={"decisions": [{"type": "approve"}]})
    lineas = graba(grafo, {"messages": [("user", "1+1")]}, decision, config=HILO)
    assert [x["status"] for x in de(lineas, "run.end")] == ["interrupted", "ok"]
    assert [x["status"] for x in de(lineas, "tool.end")] == ["ok"]
    assert len(de(lineas, "model.end", provenance="oracle")) == 2


def test_un_salto_con_command_deja_adonde(graba):
    lineas = graba(agentes.con_saltos(), {"x": [], "n": 1})
    (fin,) = [x for x in de(lineas, "attempt.end") if "command" in x]
    assert fin["command"] == {"$t": "command", "update": {"x": ["elige"]}, "goto": "si"}
    assert tareas(lineas) == [(1, "elige", "ok"), (2, "si", "ok")]


def test_un_salto_al_grafo_padre_no_es_un_error(graba):
    lineas = graba(agentes.salta_al_padre(), {"x": []})
    assert not [x for x in lineas if x.get("status") == "error"]
    (intento,) = [x for x in de(lineas, "attempt.end", status="bubble") if x["command"]["graph"] == "__parent__"]
    assert intento["command"]["goto"] == "b"
    assert (1, "sale", "bubble") in tareas(lineas)


def test_la_ruta_de_entrada_se_graba_sin_tarea(graba):
    lineas = graba(agentes.con_entrada_condicional(), {"x": [], "n": 0})
    (ruta,) = de(lineas, "route")
    assert (ruta["task"], ruta["node"], ruta["step"]) == (None, "__start__", 0)
    assert (ruta["result"], ruta["labels"]) == (["b"], ["no"])


def test_las_claves_del_path_map_se_graban_como_destinos(graba):
    g = agentes.StateGraph(agentes.Estado)
    for nombre in ("a", "b", "c"):
        g.add_node(nombre, agentes._pone(nombre))
    g.add_edge(agentes.START, "a")
    g.add_edge("a", "c")
    g.add_conditional_edges("a", _cruzada, {"c": "b", "b": "c"})
    g.add_conditional_edges("a", lambda _: True, {True: "b", False: "c"})
    lineas = graba(g.compile(), {"x": []})
    rutas = [(x["fn"], x["result"], x["labels"]) for x in de(lineas, "route")]
    assert rutas == [("_cruzada", ["b"], ["c"]), ("condition", ["b"], [True])]


def _cruzada(_):
    return "c"


def test_un_evento_propio_lleva_la_tarea_que_lo_emitio(graba):
    lineas = graba(agentes.con_eventos(), {"x": []})
    (evento,) = de(lineas, "custom")
    assert evento["data"]["tipo"] == "embebedor"
    assert evento["task"] == de(lineas, "task.end", node="avisa")[0]["task"]


def _con_salida_recortada(checkpointer=None):
    class Salida(TypedDict):
        x: Annotated[list[str], operator.add]

    dentro = agentes.StateGraph(agentes.Estado, output_schema=Salida)
    dentro.add_node("d", lambda _: {"x": ["d"], "n": 7})
    dentro.add_edge(agentes.START, "d")
    g = agentes.StateGraph(agentes.Estado)
    g.add_node("sub", dentro.compile())
    g.add_edge(agentes.START, "sub")
    return g.compile(checkpointer=checkpointer)


def test_si_un_subgrafo_solo_ensena_su_salida_la_traza_dice_que_el_estado_es_parcial(graba):
    lineas = graba(_con_salida_recortada(), {"x": []})
    assert lineas[0]["completeness"] == {"state": "partial"}
    assert all("n" not in x["state"] for x in de(lineas, "state") if x["ns"])


def test_con_checkpointer_el_estado_del_subgrafo_esta_entero(graba):
    lineas = graba(_con_salida_recortada(InMemorySaver()), {"x": []}, config=HILO)
    assert "completeness" not in lineas[0]
    assert [x for x in de(lineas, "checkpoint") if x["ns"]][-1]["state"]["n"] == 7


def _con_hermanas(*funciones, **opciones):
    g = agentes.StateGraph(agentes.Estado)
    for i, f in enumerate(funciones):
        g.add_node(f"n{i}", f, **(opciones if i == 0 else {}))
        g.add_edge(agentes.START, f"n{i}")
    return g.compile()


def test_si_una_hermana_falla_todo_queda_cerrado(tmp_path):
    listo = threading.Event()

    def falla(_):
        listo.wait(5)
        raise ValueError("falla")

    def tarda(_):
        listo.set()
        time.sleep(0.05)
        return {"x": ["tarda"]}

    with Grabadora(tmp_path / "t", caso="c") as g, pytest.raises(ValueError, match="falla"):
        g.ejecutar(_con_hermanas(falla, tarda), {"x": []})
    lineas = leer(tmp_path / "t")
    comprobar_invariantes(lineas)
    assert {n for _, n, _ in tareas(lineas)} == {"n0", "n1"}


def test_si_una_hermana_asincrona_falla_la_otra_queda_cancelada(tmp_path):
    async def falla(_):
        await asyncio.sleep(0.01)
        raise ValueError("falla")

    async def espera(_):
        await asyncio.sleep(60)

    async def ejecutar():
        with Grabadora(tmp_path / "t", caso="c") as g, pytest.raises(ValueError, match="falla"):
            await g.ejecutar_asincrono(_con_hermanas(falla, espera), {"x": []})

    asyncio.run(ejecutar())
    lineas = leer(tmp_path / "t")
    comprobar_invariantes(lineas)
    assert {(n, s) for _, n, s in tareas(lineas)} == {("n0", "error"), ("n1", "cancelled")}


def test_un_nodo_que_agota_su_tiempo_es_un_error_de_la_tarea(tmp_path):
    async def espera(_):
        await asyncio.sleep(60)

    async def ejecutar():
        with Grabadora(tmp_path / "t", caso="c") as g, pytest.raises(NodeTimeoutError):
            await g.ejecutar_asincrono(_con_hermanas(espera, timeout=0.02), {"x": []})

    asyncio.run(ejecutar())
    lineas = leer(tmp_path / "t")
    comprobar_invariantes(lineas)
    (fin,) = de(lineas, "task.end")
    assert fin["status"] == "error" and "Timeout" in fin["error"]["cls"]


def test_los_avisos_del_usuario_siguen_llegando(tmp_path):
    class Cuenta(BaseCallbackHandler):
        n = 0

        def on_chain_start(self, *_, **__):
            type(self).n += 1

    for avisos in ([Cuenta()], CallbackManager([cuenta := Cuenta()], inheritable_handlers=[cuenta])):
        Cuenta.n = 0
        config = {"callbacks": avisos}
        with Grabadora(tmp_path / "t.jsonl", caso="c") as g:
            g.ejecutar(agentes.lineal(), {"x": []}, config)
        assert Cuenta.n == 3
        assert config == {"callbacks": avisos}
        assert len(getattr(avisos, "handlers", avisos)) == 1, "la configuración del usuario no cambia"


def test_grabar_no_pasa_el_modelo_a_streaming(graba):
    lineas = graba(agentes.con_herramientas(), {"messages": [("user", "hola")]})
    assert {x["first_token"] for x in de(lineas, "model.end")} == {None}


def test_no_se_inyecta_un_checkpointer(graba):
    assert not de(graba(agentes.lineal(), {"x": []}), "checkpoint")


def test_con_checkpointer_el_estado_lleva_su_checkpoint(graba):
    lineas = graba(agentes.lineal(InMemorySaver()), {"x": []}, config=HILO)
    puntos = de(lineas, "checkpoint")
    assert [x["step"] for x in puntos] == [-1, 0, 1, 2]
    assert [x["parent"] for x in puntos[1:]] == [x["id"] for x in puntos[:-1]]
    assert puntos[-1]["state"] == {"x": ["a", "b"]} and puntos[-1]["next"] == []


def test_un_valor_que_no_se_puede_grabar_no_molesta_al_agente(graba):
    class Maldito:
        def __repr__(self):
            raise RuntimeError("no me mires")

    def raro(_):
        return {"n": Maldito(), "x": [float("nan")]}

    g = agentes.StateGraph(agentes.Estado)
    g.add_node("raro", raro)
    g.add_edge(agentes.START, "raro")
    (fin,) = de(graba(g.compile(), {"x": []}), "task.end")
    assert fin["update"]["n"]["$t"] == "unserializable"
    assert fin["update"]["x"] == [{"$t": "float", "v": "nan"}]


def test_si_no_se_puede_escribir_el_agente_acaba_y_se_cuenta(tmp_path):
    g = Grabadora(tmp_path / "t.jsonl", caso="c")
    g.cerrar()
    assert g.ejecutar(agentes.lineal(), {"x": []}) == {"x": ["a", "b"]}
    assert g.perdidas > 5


def test_dos_grabaciones_a_la_vez_no_se_mezclan(tmp_path):
    async def una(nombre):
        with Grabadora(tmp_path / nombre, caso=nombre) as g:
            await g.ejecutar_asincrono(agentes.asincrono(), {"x": [nombre]})

    async def todas():
        await asyncio.gather(*(una(n) for n in "abcd"))

    asyncio.run(todas())
    for n in "abcd":
        lineas = leer(tmp_path / n)
        comprobar_invariantes(lineas)
        assert de(lineas, "state")[-1]["state"] == {"x": [n, "lento", "b"]}


def test_una_credencial_conocida_no_llega_al_fichero_tampoco_en_un_mensaje(tmp_path):
    credencial = "ghp_" + "a1B2c3D4e5" * 3 + "a1B2c3"
    ruta = tmp_path / "t.jsonl"
    with Grabadora(ruta, caso="c") as g:
        g.ejecutar(_que_cambia_un_mensaje(), {"messages": [("user", f"mi clave es {credencial}")]})
    assert credencial.encode() not in ruta.read_bytes()
    assert b"mi clave es [secret:" in ruta.read_bytes()


def test_el_valor_de_una_variable_secreta_no_llega_al_fichero(tmp_path, monkeypatch):
    monkeypatch.setenv("MI_API_KEY", "valor-muy-secreto")
    ruta = tmp_path / "t.jsonl"
    with Grabadora(ruta, caso="c") as g:
        g.ejecutar(agentes.lineal(), {"x": ["clave valor-muy-secreto", "y" * 30_000 + "valor-muy-secreto"]})
    assert b"valor-muy-secreto" not in ruta.read_bytes()
    assert b"[secret:MI_API_KEY]" in ruta.read_bytes()
    assert leer(ruta)[-1]["redactions"] > 0


def test_el_contexto_y_lo_suyo_de_la_configuracion_quedan_en_la_traza_sin_secretos(tmp_path, monkeypatch):
    monkeypatch.setenv("MI_API_KEY", "valor-muy-secreto")
    config = {"configurable": {"thread_id": "h", "cliente": "c-1", "clave": "valor-muy-secreto", "__pregel_x": 1}}
    ruta = tmp_path / "t.jsonl"
    with Grabadora(ruta, caso="c") as g:
        g.ejecutar(agentes.lineal(), {"x": []}, config, contexto={"idioma": "es", "clave": "valor-muy-secreto"})
    (inicio,) = de(leer(ruta), "run.start")
    assert inicio["context"] == {"idioma": "es", "clave": "[secret:MI_API_KEY]"}
    assert inicio["configurable"] == {"cliente": "c-1", "clave": "[secret:MI_API_KEY]"}
    assert leer_traza(ruta, "c").ejecuciones[0].configurable.valor() == inicio["configurable"]


def test_sin_contexto_ni_configuracion_la_traza_no_los_nombra(graba):
    (inicio,) = de(graba(agentes.lineal(), {"x": []}), "run.start")
    assert not {"context", "configurable"} & inicio.keys()

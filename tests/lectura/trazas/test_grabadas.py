"""Trazas grabadas de verdad con la grabadora: el lector las cuenta como ocurrieron."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, Send, interrupt

from generador.grabacion import Grabadora
from generador.lectura.trazas import leer_traza
from generador.modelo.traza import Fin, Grado, Traza
from tests.grabacion import agentes_de_prueba as agentes
from tests.grabacion.agentes_de_prueba import Estado
from tests.lectura.trazas.cinta import cambios, nodos, tarea

HILO = {"configurable": {"thread_id": "h"}}
Graba = Callable[..., Traza]


@pytest.fixture
def graba(tmp_path: Path) -> Graba:
    """Graba las entradas dadas, cada una en su proceso (una grabadora nueva), y lee la traza."""

    def grabar(grafo: Any, *entradas: Any, config: Any = None) -> Traza:
        ruta = tmp_path / "t.jsonl"
        for entrada in entradas:
            with Grabadora(ruta, caso="c") as grabadora:
                try:
                    grabadora.ejecutar(grafo, entrada, config, quien="ana" if isinstance(entrada, Command) else None)
                except ConnectionError:
                    continue
        traza = leer_traza(ruta, "c")
        assert traza.saltadas == () and traza.perdidas == 0
        return traza

    return grabar


def grafo_de(nodos_: dict[str, Any], *aristas: tuple[Any, str]) -> StateGraph[Any]:
    b: StateGraph[Any] = StateGraph(Estado)
    for nombre, funcion in nodos_.items():
        b.add_node(nombre, funcion)
    for origen, destino in aristas:
        b.add_edge(origen, destino)
    return b


def pone(texto: str) -> Callable[[Any], dict[str, Any]]:
    return lambda _: {"x": [texto]}


def test_bucle_con_herramientas(graba: Graba):
    traza = graba(agentes.con_herramientas(), {"messages": [("user", "hola")]})
    assert traza.fin is Fin.BIEN
    modelos = [m for p in traza.pasos for t in p.tareas for m in t.modelos]
    herramientas = [h for p in traza.pasos for t in p.tareas for h in t.herramientas]
    assert len(modelos) >= 2 and herramientas
    assert all(m.mensajes and m.salida and b'"$m"' not in m.mensajes.crudo for m in modelos)
    assert len({t.nodo for p in traza.pasos for t in p.tareas}) < len(traza.pasos)


def test_los_envios_comparten_paso_y_conservan_su_orden(graba: Graba):
    def reparte(_: Any) -> list[Send]:
        return [Send("w", {"n": i}) for i in (7, 8, 9)]

    b = grafo_de(
        {"plan": pone("plan"), "w": lambda s: {"x": [f"w{s['n']}"]}, "j": pone("j")}, (START, "plan"), ("w", "j")
    )
    b.add_conditional_edges("plan", reparte, ["w"])
    traza = graba(b.compile(), {"x": []})
    assert nodos(traza) == [["plan"], ["w", "w", "w"], ["j"]]
    assert [t.entrada and t.entrada.valor()["n"] for t in traza.pasos[1].tareas] == [7, 8, 9]
    assert traza.pasos[0].tareas[0].envios == ("w", "w", "w")
    assert cambios(traza.pasos[1]) == {"x": (["plan"], ["plan", "w7", "w8", "w9"])}


def test_subgrafos_anidados_con_su_estado(graba: Graba):
    hondo = grafo_de({"h": pone("h")}, (START, "h")).compile()
    medio = grafo_de({"hondo": hondo, "m": pone("m")}, (START, "hondo"), ("hondo", "m")).compile()
    traza = graba(grafo_de({"medio": medio, "z": pone("z")}, (START, "medio"), ("medio", "z")).compile(), {"x": []})
    assert [(p.ambito, [t.nodo for t in p.tareas], p.padre) for p in traza.pasos] == [
        ("", ["medio"], None),
        ("medio", ["medio:hondo"], 1),
        ("medio:hondo", ["medio:hondo:h"], 2),
        ("medio", ["medio:m"], 1),
        ("", ["z"], None),
    ]
    assert cambios(traza.pasos[2]) == {"x": ([], ["h"])}
    assert traza.completitud.estado is Grado.COMPLETO


def test_dos_preguntas_en_un_subgrafo_hondo_con_cada_reanudacion_en_otro_proceso(graba: Graba):
    def pide(_: Any) -> dict[str, Any]:
        return {"x": [interrupt("primera") + interrupt("segunda")]}

    sub = grafo_de({"i": pone("i"), "pide": pide}, (START, "i"), ("i", "pide")).compile()
    b = grafo_de({"sub": sub, "fin": pone("fin")}, (START, "sub"), ("sub", "fin"))
    traza = graba(
        b.compile(checkpointer=InMemorySaver()), {"x": []}, Command(resume="A"), Command(resume="B"), config=HILO
    )
    assert nodos(traza) == [["sub"], ["sub:i"], ["sub:pide"], ["fin"]]
    preguntas = tarea(traza, "sub:pide").interrupciones
    assert [(i.valor.valor(), i.respuesta and i.respuesta.valor(), i.quien) for i in preguntas] == [
        ("primera", "A", "ana"),
        ("segunda", "B", "ana"),
    ]
    assert all(i.espera is not None and i.espera >= 0 for i in preguntas)
    assert [e.fin for e in traza.ejecuciones] == [Fin.INTERRUMPIDO, Fin.INTERRUMPIDO, Fin.BIEN]
    assert len(tarea(traza, "sub:i").intentos) == 1
    assert cambios(traza.pasos[2]) == {"x": (["i"], ["i", "AB"])}


def test_preguntas_en_paralelo_contestadas_por_separado(graba: Graba, tmp_path: Path):
    def pregunta(que: str) -> Callable[[Any], dict[str, Any]]:
        return lambda _: {"x": [interrupt(que)]}

    nodos_ = {"p": pregunta("uno"), "q": pregunta("dos"), "r": pone("r"), "j": pone("j")}
    b = grafo_de(nodos_, (START, "p"), (START, "q"), (START, "r"))
    b.add_edge(["p", "q", "r"], "j")
    grafo = b.compile(checkpointer=InMemorySaver())
    ruta = tmp_path / "t.jsonl"
    with Grabadora(ruta, caso="c") as grabadora:
        ids = [i.id for i in grabadora.ejecutar(grafo, {"x": []}, HILO)["__interrupt__"]]
        grabadora.ejecutar(grafo, Command(resume={ids[0]: "A"}), HILO)
        grabadora.ejecutar(grafo, Command(resume={ids[1]: "B"}), HILO)
    traza = leer_traza(ruta, "c")
    assert nodos(traza) == [["p", "q", "r"], ["j"]]
    assert [len(t.interrupciones) for t in traza.pasos[0].tareas] == [1, 1, 0]
    assert {str(i.respuesta and i.respuesta.valor()) for t in traza.pasos[0].tareas for i in t.interrupciones} == {
        "A",
        "B",
    }
    assert tarea(traza, "r").reutilizada == "resume"
    assert sorted(traza.final["x"].valor()) == ["A", "B", "j", "r"]


def test_un_error_en_paralelo_y_seguir_despues(graba: Graba):
    veces = iter(range(9))

    def falla(_: Any) -> dict[str, Any]:
        if next(veces) == 0:
            raise ConnectionError("no hay red")
        return {"x": ["b"]}

    def tarda(_: Any) -> dict[str, Any]:
        time.sleep(0.05)
        return {"x": ["l"]}

    b = grafo_de({"b": falla, "l": tarda, "j": pone("j")}, (START, "b"), (START, "l"))
    b.add_edge(["b", "l"], "j")
    traza = graba(b.compile(checkpointer=InMemorySaver()), {"x": []}, None, config=HILO)
    assert nodos(traza) == [["b", "l"], ["j"]]
    assert [(i.fin, i.fallo and i.fallo.mensaje) for i in tarea(traza, "b").intentos] == [
        (Fin.ERROR, "no hay red"),
        (Fin.BIEN, None),
    ]
    assert [(e.clase, e.fin) for e in traza.ejecuciones] == [("input", Fin.ERROR), ("continue", Fin.BIEN)]
    assert cambios(traza.pasos[0]) == {"x": ([], ["b", "l"])}


def test_reintentos_de_un_nodo_y_de_un_subgrafo(graba: Graba, tmp_path: Path):
    intentos = [t.intentos for p in graba(agentes.con_reintentos(), {"x": []}).pasos for t in p.tareas]
    assert [i.fin for i in max(intentos, key=len)] == [Fin.ERROR, Fin.ERROR, Fin.BIEN]
    (tmp_path / "t.jsonl").unlink()
    traza = graba(agentes.subgrafo_reintentado(), {"x": []})
    vueltas = {p.vuelta for p in traza.pasos if p.ambito}
    assert len(vueltas) > 1
    assert traza.fin is Fin.BIEN


def test_un_acierto_de_cache(graba: Graba):
    grafo = agentes.con_cache()
    grafo.invoke({"x": [], "n": 2})
    traza = graba(grafo, {"x": [], "n": 2})
    assert "cache" in {t.reutilizada for p in traza.pasos for t in p.tareas}
    assert all(t.fin is Fin.BIEN for p in traza.pasos for t in p.tareas)


def test_dos_entradas_en_un_hilo_y_sin_hilo(graba: Graba, tmp_path: Path):
    b = grafo_de({"a": pone("a")}, (START, "a"))
    traza = graba(b.compile(checkpointer=InMemorySaver()), {"x": ["1"]}, {"x": ["2"]}, config=HILO)
    assert [cambios(p) for p in traza.pasos] == [
        {"x": (["1"], ["1", "a"])},
        {"x": (["1", "a", "2"], ["1", "a", "2", "a"])},
    ]
    (tmp_path / "t.jsonl").unlink()
    suelta = graba(b.compile(), {"x": ["1"]}, {"x": ["2"]})
    assert [(p.vuelta, cambios(p)) for p in suelta.pasos] == [
        (1, {"x": (["1"], ["1", "a"])}),
        (2, {"x": (["2"], ["2", "a"])}),
    ]


def test_la_misma_corrida_grabada_dos_veces_da_los_mismos_ids(graba: Graba, tmp_path: Path):
    grafo = agentes.reparte_a_subgrafos()
    una = graba(grafo, {"x": [], "n": 2})
    (tmp_path / "t.jsonl").unlink()
    otra = graba(grafo, {"x": [], "n": 2})
    assert [[(t.id, t.nodo) for t in p.tareas] for p in una.pasos] == [
        [(t.id, t.nodo) for t in p.tareas] for p in otra.pasos
    ]


def test_lo_escrito_antes_de_morir_se_lee(graba: Graba, tmp_path: Path):
    graba(agentes.anidado(), {"x": []})
    datos = (tmp_path / "t.jsonl").read_bytes()
    for corte in range(0, len(datos), 97):
        traza_cortada = tmp_path / "cortada.jsonl"
        traza_cortada.write_bytes(datos[:corte] or b"{")
        if b'"t":"trace"' in datos[:corte]:
            assert leer_traza(traza_cortada, "c").lineas >= 1

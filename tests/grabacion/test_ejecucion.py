"""Un caso de principio a fin: cada reanudación contesta la pregunta que le toca, y el contexto llega al agente."""

import operator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.func import entrypoint
from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send, interrupt

from generador.comparacion.esperado import evaluar
from generador.grabacion.ejecucion import Banco, ejecutar
from generador.grabacion.grabadora import Grabadora
from generador.lectura.trazas import leer_traza
from generador.modelo.hallazgo import Cumple
from generador.modelo.plan import Caso, Configuracion, Esperado, Reanudacion


class Estado(TypedDict, total=False):
    x: Annotated[list[Any], operator.add]


@dataclass
class Contexto:
    usuario: str


def _pregunta(nombre: str) -> Any:
    return lambda _: {"x": [(nombre, interrupt(f"¿{nombre}?"))]}


def _anota(nombre: str) -> Any:
    return lambda _: {"x": [nombre]}


def en_paralelo(guardado: Any) -> Any:
    g = StateGraph(Estado)
    for nodo in ("legal", "riesgos"):
        g.add_node(nodo, _pregunta(nodo))
        g.add_edge(START, nodo)
    g.add_node("cierra", _anota("cierra"))
    g.add_edge(["legal", "riesgos"], "cierra")
    return g.compile(checkpointer=guardado)


def dos_seguidas(guardado: Any) -> Any:
    g = StateGraph(Estado)
    g.add_node("datos", lambda _: {"x": [interrupt("¿nombre?"), interrupt("¿edad?")]})
    g.add_edge(START, "datos")
    return g.compile(checkpointer=guardado)


def por_envios(guardado: Any) -> Any:
    g = StateGraph(Estado)
    g.add_node("revisa", lambda e: {"x": [(e["n"], interrupt(e["n"]))]})
    g.add_conditional_edges(START, lambda _: [Send("revisa", {"n": n}) for n in range(3)], ["revisa"])
    return g.compile(checkpointer=guardado)


def con_subgrafos(guardado: Any) -> Any:
    dentro = StateGraph(Estado)
    dentro.add_node("pide", _pregunta("pide"))
    dentro.add_edge(START, "pide")
    g = StateGraph(Estado)
    for nodo in ("uno", "dos"):
        g.add_node(nodo, dentro.compile())
        g.add_edge(START, nodo)
    return g.compile(checkpointer=guardado)


def fijada_al_compilar(guardado: Any) -> Any:
    g = StateGraph(Estado)
    for nodo in ("calcula", "paga"):
        g.add_node(nodo, _anota(nodo))
    g.add_edge(START, "calcula")
    g.add_edge("calcula", "paga")
    return g.compile(checkpointer=guardado, interrupt_before=["paga"])


def funcional(guardado: Any) -> Any:
    @entrypoint(checkpointer=guardado)
    def flujo(_: Any) -> dict[str, Any]:
        return {"x": [interrupt("¿vale?")]}

    return flujo


def con_contexto(guardado: Any) -> Any:
    def responde(_: Estado, runtime: Runtime[Contexto]) -> dict[str, Any]:
        return {"x": [f"{runtime.context.usuario} dice {interrupt('¿qué?')}"]}

    g = StateGraph(Estado, context_schema=Contexto)
    g.add_node("responde", responde)
    g.add_edge(START, "responde")
    return g.compile(checkpointer=guardado)


def con_contexto_en_asincrono(guardado: Any) -> Any:
    async def responde(_: Estado, runtime: Runtime[Contexto]) -> dict[str, Any]:
        return {"x": [runtime.context.usuario]}

    g = StateGraph(Estado, context_schema=Contexto)
    g.add_node("responde", responde)
    g.add_edge(START, "responde")
    return g.compile(checkpointer=guardado)


def _caso(respuestas: list[Any], espera: Esperado | None = None, **campos: Any) -> Caso:
    reanudaciones = [Reanudacion(valor=r) if not isinstance(r, Reanudacion) else r for r in respuestas]
    suyos = {"id": "c", "titulo": "C", "variante": "v", "entrada": {"x": []}, **campos}
    return Caso(**suyos, reanudaciones=tuple(reanudaciones), espera=espera or Esperado())


def _ejecutar(carpeta: Path, agente: Any, caso: Caso, *, asincrono: bool = False) -> tuple[Any, Any]:
    """Cómo acabó, y la traza."""
    ruta = carpeta / "t.jsonl"
    banco = Banco(
        compilar=agente, grabadora=lambda: Grabadora(ruta, caso="c"), checkpoints=carpeta / "c.db", asincrono=asincrono
    )
    hecho = ejecutar(caso, banco)
    return hecho, leer_traza(ruta, "c")


def _final(traza: Any) -> Any:
    return traza.final["x"].valor()


@pytest.mark.parametrize(
    ("agente", "respuestas", "final"),
    [
        (en_paralelo, ["sí", "no"], [["legal", "sí"], ["riesgos", "no"], "cierra"]),
        (
            en_paralelo,
            [Reanudacion(valor="no", nodo="riesgos"), Reanudacion(valor="sí", nodo="legal")],
            [["legal", "sí"], ["riesgos", "no"], "cierra"],
        ),
        (dos_seguidas, ["Ana", 33], ["Ana", 33]),
        (dos_seguidas, [None, {}], [None, {}]),
        (por_envios, ["a", "b", "c"], [[0, "a"], [1, "b"], [2, "c"]]),
        (con_subgrafos, [Reanudacion(valor=1, nodo="dos"), Reanudacion(valor=2, nodo="uno:pide")], None),
        (fijada_al_compilar, [None], ["calcula", "paga"]),
        (funcional, [{}], [{}]),
    ],
    ids=["en orden", "por nodo", "dos en un nodo", "null y vacío", "envíos", "subgrafos", "al compilar", "funcional"],
)
def test_cada_reanudacion_contesta_la_pregunta_que_le_toca(tmp_path, agente, respuestas, final):
    hecho, traza = _ejecutar(tmp_path, agente, _caso(respuestas))
    assert (hecho.estado, hecho.usadas) == ("ok", len(respuestas))
    assert final is None or _final(traza) == final


def test_lo_que_contesta_cada_uno_queda_en_la_pregunta_de_su_nodo(tmp_path):
    respuestas = [
        Reanudacion(valor="no", nodo="riesgos", quien="Rita"),
        Reanudacion(valor="sí", nodo="legal", quien="Lola"),
    ]
    _, traza = _ejecutar(tmp_path, en_paralelo, _caso(respuestas))
    dicho = {t.nodo: (i.respuesta.valor(), i.quien) for p in traza.pasos for t in p.tareas for i in t.interrupciones}
    assert dicho == {"legal": ("sí", "Lola"), "riesgos": ("no", "Rita")}


def test_una_reanudacion_para_quien_no_pregunta_se_queda_sin_usar(tmp_path):
    respuestas = [Reanudacion(valor="sí", nodo="cierra"), "no"]
    hecho, _ = _ejecutar(tmp_path, en_paralelo, _caso(respuestas))
    assert (hecho.estado, hecho.usadas, hecho.preguntan) == ("interrupted", 0, ("legal", "riesgos"))


@pytest.mark.parametrize("respuestas", [[], [None]], ids=["parada", "seguida"])
def test_una_pausa_fijada_al_compilar_se_espera_por_su_nodo_la_siga_alguien_o_no(tmp_path, respuestas):
    caso = _caso(respuestas, Esperado(interrumpe_en="paga"))
    _, traza = _ejecutar(tmp_path, fijada_al_compilar, caso)
    (resultado,) = evaluar(caso, traza)
    assert resultado.cumple is Cumple.SI


def test_el_contexto_del_caso_llega_al_agente_tambien_al_reanudar(tmp_path):
    _, traza = _ejecutar(tmp_path, con_contexto, _caso(["hola"], contexto={"usuario": "Ana"}))
    assert _final(traza) == ["Ana dice hola"]


def test_el_contexto_llega_tambien_en_asincrono(tmp_path):
    caso = _caso([], contexto={"usuario": "Ana"})
    _, traza = _ejecutar(tmp_path, con_contexto_en_asincrono, caso, asincrono=True)
    assert _final(traza) == ["Ana"]


def sin_fin(guardado: Any) -> Any:
    g = StateGraph(Estado)
    g.add_node("gira", _anota("gira"))
    g.add_edge(START, "gira")
    g.add_edge("gira", "gira")
    return g.compile(checkpointer=guardado)


def que_lee_su_config(guardado: Any) -> Any:
    def lee(_: Estado, config: RunnableConfig) -> dict[str, Any]:
        return {
            "x": [
                config["metadata"]["cliente"],
                [t for t in config["tags"] if t == "prueba"],
                config["recursion_limit"],
            ]
        }

    g = StateGraph(Estado)
    g.add_node("lee", lee)
    g.add_edge(START, "lee")
    return g.compile(checkpointer=guardado)


def test_el_caso_fija_cuantos_pasos_se_dan_y_el_banco_solo_puede_bajarlos(tmp_path):
    for caso_deja, banco_deja, pasos in ((3, None, 3), (3, 2, 2), (2, 9, 2), (None, 4, 4)):
        carpeta = tmp_path / f"{caso_deja}-{banco_deja}"
        carpeta.mkdir()
        ruta = carpeta / "t.jsonl"
        banco = Banco(sin_fin, lambda ruta=ruta: Grabadora(ruta, caso="c"), carpeta / "c.db", pasos=banco_deja)
        hecho = ejecutar(_caso([], config=Configuracion(recursion_limit=caso_deja)), banco)
        assert (hecho.estado, len(leer_traza(ruta, "c").pasos)) == ("out_of_steps", pasos)


@pytest.mark.parametrize("asincrono", [False, True])
def test_lo_demas_del_config_llega_al_agente(tmp_path, asincrono):
    config = Configuracion(tags=("prueba",), metadata={"cliente": "Ana"}, recursion_limit=7)
    hecho, traza = _ejecutar(tmp_path, que_lee_su_config, _caso([], config=config), asincrono=asincrono)
    assert (hecho.estado, _final(traza)) == ("ok", ["Ana", ["prueba"], 7])
    assert [(t.nodo, len(t.intentos)) for p in traza.pasos for t in p.tareas] == [("lee", 1)]

"""Bases de `SqliteSaver`: lo que cuentan es lo que grabó la grabadora, y una ajena no ejecuta nada."""

from __future__ import annotations

import operator
import pickle
import sqlite3
from typing import Annotated, Any, TypedDict

import msgspec
import pytest
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import StateGraph
from langgraph.types import Command, Send, interrupt

from generador.comparacion.conformidad import alinear
from generador.errores import ErrorDeEntrada
from generador.grabacion import Grabadora
from generador.lectura.ajenas import leer
from generador.lectura.ajenas.escrituras import despierta
from generador.lectura.ajenas.msgpack import Ilegible
from generador.lectura.ajenas.msgpack import leer as desempaquetar
from generador.lectura.grafo import grafo_de_json
from generador.lectura.trazas import leer_traza
from generador.modelo.traza import Fin, Traza
from tests.lectura.ajenas.ayuda import MUESTRAS, trazas


class Estado(TypedDict, total=False):
    x: Annotated[list, operator.add]
    n: int


def nodo(nombre):
    return lambda _: {"x": [nombre]}


def dos_preguntas(g):
    g.add_node("ask", lambda _: {"x": [interrupt("¿una?"), interrupt("¿dos?")]})
    g.add_edge("__start__", "ask")


def a_la_vez(g):
    for n in "ab":
        g.add_node(n, lambda _, n=n: {"x": [interrupt(n)]})
        g.add_edge("__start__", n)


def subgrafo():
    g = StateGraph(Estado)
    g.add_node("dentro", nodo("dentro"))
    g.add_node("ask", lambda _: {"x": [interrupt("¿?")]})
    g.add_edge("__start__", "dentro")
    g.add_edge("dentro", "ask")
    return g.compile()


def lineal(g):
    g.add_node("a", nodo("a"))
    g.add_node("b", nodo("b"))
    g.add_edge("__start__", "a")
    g.add_edge("a", "b")


def envios(g):
    g.add_node("plan", nodo("plan"))
    g.add_node("w", lambda e: {"x": [e["n"]]})
    g.add_edge("__start__", "plan")
    g.add_conditional_edges("plan", lambda _: [Send("w", {"n": i}) for i in range(3)], ["w"])


def con_pausa(g):
    g.add_node("a", nodo("a"))
    g.add_node("b", nodo("b"))
    g.add_node("ask", lambda _: {"x": [interrupt("¿sigo?")]})
    g.add_node("fin", nodo("fin"))
    g.add_edge("__start__", "a")
    g.add_edge("a", "ask")
    g.add_edge("a", "b")
    g.add_edge(["ask", "b"], "fin")


def pausa_dentro(g):
    g.add_node("sub", subgrafo())
    g.add_node("z", nodo("z"))
    g.add_edge("__start__", "sub")
    g.add_edge("sub", "z")


def salir(_):
    return Command(graph=Command.PARENT, goto="z", update={"x": ["salir"]})


def con_salida(*nodos, envios=False):
    """Un subgrafo cuyo primer nodo, `a`, lleva a la vez a esos. Los que se llaman `s…` saltan al grafo de fuera."""
    g = StateGraph(Estado)
    g.add_node("a", nodo("a"))
    g.add_edge("__start__", "a")
    for n in nodos:
        g.add_node(n, salir if n.startswith("s") else nodo(n), defer=n == "luego")
        if not envios:
            g.add_edge("a", n)
    if envios:
        g.add_conditional_edges("a", lambda _: [Send(n, {}) for n in nodos], list(nodos))
    return g.compile()


def que_salta(dentro):
    def montar(g):
        g.add_node("sub", dentro, destinations=("z",))
        g.add_node("z", nodo("z"))
        g.add_edge("__start__", "sub")

    return montar


def por_niveles(g):
    """El subgrafo de dentro salta al de en medio, que sigue."""
    medio = StateGraph(Estado)
    que_salta(con_salida("s"))(medio)
    g.add_node("medio", medio.compile())
    g.add_edge("__start__", "medio")


def que_falla(g):
    def rota(estado):
        raise ValueError("se rompió")

    g.add_node("a", nodo("a"))
    g.add_node("mal", rota)
    g.add_edge("__start__", "a")
    g.add_edge("a", "mal")


COLUMNAS = (
    "thread_id",
    "checkpoint_ns",
    "checkpoint_id",
    "parent_checkpoint_id",
    "type",
    "checkpoint",
    "metadata",
)
CASOS = {
    "lineal": (lineal, [{"x": [0]}]),
    "dos vueltas": (lineal, [{"x": [0]}, {"x": [9]}]),
    "envíos": (envios, [{"x": [0]}]),
    "pausa": (con_pausa, [{"x": [0]}, Command(resume="sí")]),
    "pausa sin contestar": (con_pausa, [{"x": [0]}]),
    "pausa dentro": (pausa_dentro, [{"x": [0]}, Command(resume="sí")]),
    "salto al grafo de fuera": (que_salta(con_salida("s")), [{"x": [0]}]),
    "salto con un nodo aplazado": (que_salta(con_salida("luego", "s")), [{"x": [0]}]),
    "salto al de en medio": (por_niveles, [{"x": [0]}]),
}


def ejecutar(tmp_path, montar, entradas) -> tuple[Traza, Traza]:
    """Lo que grabó la grabadora y lo que sale de la base de checkpoints de esa misma ejecución."""
    g = StateGraph(Estado)
    montar(g)
    base, ruta = tmp_path / "base.sqlite", tmp_path / "grabada.jsonl"
    with SqliteSaver.from_conn_string(str(base)) as guardado:
        agente = g.compile(checkpointer=guardado)
        for entrada in entradas:
            with Grabadora(ruta, caso="c") as grabadora:
                try:
                    grabadora.ejecutar(agente, entrada, {"configurable": {"thread_id": "h"}})
                except ValueError:
                    assert montar is que_falla
    return leer_traza(ruta, "c"), trazas(tmp_path, base)["h"]


def esencia(traza: Traza) -> list[Any]:
    return [
        [(e.clase, e.fin) for e in traza.ejecuciones],
        [(p.ambito, p.superstep, [(t.nodo, t.fin, t.clase) for t in p.tareas]) for p in traza.pasos],
        [
            (t.nodo, i.valor.valor(), i.respuesta and i.respuesta.valor())
            for p in traza.pasos
            for t in p.tareas
            for i in t.interrupciones
        ],
        {k: v.valor() for k, v in traza.final.items()},
    ]


@pytest.mark.parametrize("nombre", CASOS)
def test_la_base_cuenta_lo_mismo_que_la_grabadora(tmp_path, nombre):
    grabada, importada = ejecutar(tmp_path, *CASOS[nombre])
    assert esencia(importada) == esencia(grabada)


@pytest.mark.parametrize("envios", [False, True])
def test_entre_hermanas_salto_al_grafo_de_fuera_la_que_no_dejo_nada_escrito(tmp_path, envios):
    _, importada = ejecutar(tmp_path, que_salta(con_salida("s", "b", envios=envios)), [{"x": [0]}])
    ultimo = [p for p in importada.pasos if p.ambito == "sub"][-1]
    fines = {t.nodo: t.fin for t in ultimo.tareas}
    # la hermana puede acabar antes o después de que la otra salte: si no le dio tiempo, no se sabe cuál fue
    assert fines in (
        {"sub:b": Fin.BIEN, "sub:s": Fin.SALTO_AL_PADRE},
        {"sub:b": Fin.SIN_CERRAR, "sub:s": Fin.SIN_CERRAR},
    )
    assert importada.fin is Fin.BIEN


def test_si_dos_pudieron_saltar_no_se_dice_cual(tmp_path):
    _, importada = ejecutar(tmp_path, que_salta(con_salida("s1", "s2")), [{"x": [0]}])
    ultimo = [p for p in importada.pasos if p.ambito == "sub"][-1]
    assert {t.nodo: t.fin for t in ultimo.tareas} == {"sub:s1": Fin.SIN_CERRAR, "sub:s2": Fin.SIN_CERRAR}
    (conversacion,) = leer(tmp_path / "base.sqlite").lectura.conversaciones
    assert conversacion.completitud["updates"] == "partial"
    assert conversacion.avisos == ("de «sub» no se sabe qué tarea saltó al grafo de fuera: ninguna escribió",)


def test_de_un_proceso_que_murio_dentro_de_un_subgrafo_se_ve_lo_que_hizo(tmp_path):
    """La tarea de fuera no llegó a escribir nada, pero su subgrafo sí."""
    ejecutar(tmp_path, pausa_dentro, [{"x": [0]}])
    base = tmp_path / "base.sqlite"
    with sqlite3.connect(base) as c:
        c.execute("delete from writes where channel = '__interrupt__'")
    c.close()
    (tmp_path / "otra").mkdir()
    murio = trazas(tmp_path / "otra", base)["h"]
    assert [(p.ambito, [(t.nodo, t.fin) for t in p.tareas]) for p in murio.pasos] == [
        ("", [("sub", Fin.SIN_CERRAR)]),
        ("sub", [("sub:dentro", Fin.BIEN)]),
    ]
    assert murio.fin is Fin.SIN_CERRAR


def corregido(g, guardado):
    """Se para antes de `b`, alguien escribe por él y el grafo sigue: `b` no se ejecutó."""
    for n in "abc":
        g.add_node(n, nodo(n))
    g.add_edge("__start__", "a").add_edge("a", "b").add_edge("b", "c")
    agente, hilo = g.compile(checkpointer=guardado, interrupt_before=["b"]), {"configurable": {"thread_id": "h"}}
    agente.invoke({"x": [0]}, hilo)
    agente.update_state(hilo, {"x": ["u"]}, as_node="b")
    agente.invoke(None, hilo)
    return agente


def test_lo_que_alguien_escribio_con_update_state_no_lo_hizo_ningun_nodo(tmp_path):
    base = tmp_path / "base.sqlite"
    with SqliteSaver.from_conn_string(str(base)) as guardado:
        agente = corregido(StateGraph(Estado), guardado)
    traza = trazas(tmp_path, base)["h"]
    assert [(p.superstep, [t.nodo for t in p.tareas]) for p in traza.pasos] == [(1, ["a"]), (3, ["c"])]
    assert traza.final["x"].valor() == [0, "a", "u", "c"]
    assert [(e.clase, e.fin) for e in traza.ejecuciones] == [("input", Fin.SIN_CERRAR), ("continue", Fin.BIEN)]
    assert alinear(traza, grafo_de_json(agente.get_graph().to_json(), "g.json")).conforme


def test_un_estado_que_no_es_un_objeto_se_ve(tmp_path):
    g = StateGraph(Annotated[list, operator.add])
    g.add_node("a", lambda _: ["a"])
    g.add_edge("__start__", "a")
    base = tmp_path / "base.sqlite"
    with SqliteSaver.from_conn_string(str(base)) as guardado:
        g.compile(checkpointer=guardado).invoke(["0"], {"configurable": {"thread_id": "h"}})
    traza = trazas(tmp_path, base)["h"]
    assert traza.pasos[0].tareas[0].actualizacion.valor() == ["a"]
    assert {k: v.valor() for k, v in traza.final.items()} == {"__root__": ["0", "a"]}


def test_una_union_con_un_nodo_aplazado_que_aun_no_toca_no_queda_pendiente():
    assert despierta("join:a+b:z", [{"$t": "set", "v": ["a", "b"]}, False]) is None
    assert despierta("join:a+b:z", [{"$t": "set", "v": ["a", "b"]}, True]) == "z"
    assert despierta("join:a+b:z", {"$t": "set", "v": ["a"]}) is None
    assert despierta("branch:to:z", [None, False]) is None
    assert despierta("branch:to:z", None) == "z"


def test_de_dos_preguntas_de_un_nodo_solo_se_guarda_la_ultima_y_se_dice(tmp_path):
    for veces, fin in ((1, Fin.INTERRUMPIDO), (2, Fin.BIEN)):
        carpeta = tmp_path / str(veces)
        carpeta.mkdir()
        entradas = [{"x": [0]}, *[Command(resume=i) for i in range(veces)]]
        grabada, importada = ejecutar(carpeta, dos_preguntas, entradas)
        assert esencia(importada)[0] == esencia(grabada)[0]
        primera, segunda = importada.pasos[0].tareas[0].interrupciones
        assert "la base solo guarda la última" in primera.valor.valor()["v"]
        assert (segunda.valor.valor(), importada.fin) == ("¿dos?", fin)
        assert [i.respuesta and i.respuesta.valor() for i in (primera, segunda)] == [0, 1 if veces == 2 else None]


def test_dos_preguntas_a_la_vez_se_contestan_cada_una_con_lo_suyo(tmp_path):
    pausada, _ = ejecutar(tmp_path, a_la_vez, [{"x": [0]}])
    ids = {i.valor.valor(): i.id for t in pausada.pasos[0].tareas for i in t.interrupciones}
    (tmp_path / "otra").mkdir()
    respuestas = {ids["a"]: "A", ids["b"]: "B"}
    grabada, importada = ejecutar(tmp_path, a_la_vez, [Command(resume=respuestas)])
    assert esencia(importada)[2] == [("a", "a", "A"), ("b", "b", "B")] == esencia(grabada)[2]


def test_un_nodo_que_lanza_es_un_error_y_no_una_pausa(tmp_path):
    _, importada = ejecutar(tmp_path, que_falla, [{"x": [0]}])
    rota = importada.pasos[-1].tareas[0]
    assert (rota.nodo, rota.fin, importada.fin) == ("mal", Fin.ERROR, Fin.ERROR)
    assert rota.fallo is not None and "se rompió" in rota.fallo.mensaje


def test_la_base_no_se_toca_y_se_lee_aunque_su_diario_no_se_haya_volcado(tmp_path):
    """Con el agente en marcha, lo último está en el `-wal`."""
    base = tmp_path / "base.sqlite"
    g = StateGraph(Estado)
    lineal(g)
    with SqliteSaver.from_conn_string(str(base)) as guardado:
        g.compile(checkpointer=guardado).invoke({"x": [0]}, {"configurable": {"thread_id": "h"}})
        antes = {f.name: f.read_bytes() for f in tmp_path.iterdir() if not f.name.endswith("-shm")}
        assert "base.sqlite-wal" in antes
        (tmp_path / "salida").mkdir()
        assert len(trazas(tmp_path / "salida", base)["h"].pasos) == 2
        assert {n: (tmp_path / n).read_bytes() for n in antes} == antes


def alterada(tmp_path, *ordenes):
    base = tmp_path / "x.sqlite"
    base.write_bytes((MUESTRAS / "checkpoints.sqlite").read_bytes())
    with sqlite3.connect(base) as conexion:
        for orden, datos in ordenes:
            conexion.execute(orden, datos)
    conexion.close()
    return base


def test_un_valor_con_pickle_no_se_abre_se_salta_y_se_dice(tmp_path):
    bomba = pickle.dumps(_Bomba())
    base = alterada(tmp_path, ("update checkpoints set type='pickle', checkpoint=? where thread_id='th-1'", (bomba,)))
    lectura = leer(base).lectura
    assert [c.clave for c in lectura.conversaciones] == ["th-2 ünï/../x"]
    assert "está en «pickle», que no se lee porque ejecutaría código" in lectura.saltadas[0].motivo
    assert len(lectura.saltadas) == 14


class _Bomba:
    def __reduce__(self):
        return _estallar, ()


def _estallar():
    raise AssertionError("se ejecutó lo que decía el fichero")


def test_una_escritura_ilegible_no_pierde_a_las_demas(tmp_path):
    base = alterada(tmp_path, ("update writes set value=? where channel='approved'", (b"\xc1",)))
    traza = trazas(tmp_path, base)["th-1"]
    assert traza.pasos[7].tareas[0].actualizacion.valor()["approved"] == {
        "$t": "repr",
        "cls": "",
        "v": "(no se pudo leer)",
    }
    assert "«approved» no es msgpack entero" in leer(base).lectura.saltadas[0].motivo


@pytest.mark.parametrize(
    "orden",
    [
        "update checkpoints set metadata='{}'",
        "update checkpoints set metadata=null",
        "update checkpoints set checkpoint=null",
        "update checkpoints set checkpoint=x'90'",
        "update checkpoints set parent_checkpoint_id=checkpoint_id",
        "update checkpoints set parent_checkpoint_id='no-esta'",
        "update writes set task_path=''",
        "update writes set task_path='~__pregel_push, 99999999999999999999, x'",
        "update writes set task_id='' where channel='approved'",
        "update writes set channel='__interrupt__'",
        "update writes set channel='__resume__'",
        "update writes set channel='__error__'",
        "update writes set idx='x' where idx=1",
        "update writes set checkpoint_ns='no|va'",
        "update checkpoints set checkpoint_ns='a:' || checkpoint_id",
        "delete from writes",
        "drop table writes",
        "delete from checkpoints",
    ],
)
def test_una_base_estropeada_se_lee_hasta_donde_se_puede(tmp_path, orden):
    for traza in trazas(tmp_path, alterada(tmp_path, (orden, ()))).values():
        assert traza.saltadas == ()


def test_lo_que_no_es_una_tabla_no_se_consulta(tmp_path):
    base = alterada(
        tmp_path,
        ("alter table checkpoints rename to otra", ()),
        ("create view checkpoints as select *, randomblob(1e9) as z from otra", ()),
    )
    with pytest.raises(ErrorDeEntrada, match="no se reconoce"):
        leer(base)


def test_una_base_rota_lo_dice_con_su_remedio(tmp_path):
    base = tmp_path / "x.sqlite"
    crudo = bytearray((MUESTRAS / "checkpoints.sqlite").read_bytes())
    crudo[8192:60000] = b"\xff" * (60000 - 8192)
    base.write_bytes(crudo)
    with pytest.raises(ErrorDeEntrada, match=r"la base no se puede leer: .* → copia la base|no se reconoce"):
        leer(base)


def _ext(codigo: int, *partes: Any) -> bytes:
    return msgspec.msgpack.encode(msgspec.msgpack.Ext(codigo, msgspec.msgpack.encode(partes)))


@pytest.mark.parametrize(
    ("crudo", "queda"),
    [
        (_ext(0, "os", "system", "echo"), {"$t": "obj", "cls": "os.system", "v": "echo"}),
        (_ext(0, "uuid", "UUID", "ab"), {"$t": "uuid", "v": "ab"}),
        (_ext(0, "builtins", "set", [1]), {"$t": "set", "v": [1]}),
        (_ext(3, "datetime", "datetime", "2026-01-01", "fromisoformat"), {"$t": "dt", "v": "2026-01-01"}),
        (_ext(1, "langgraph.types", "Send", ["w", {"n": 1}]), {"$t": "send", "node": "w", "arg": {"n": 1}}),
        (_ext(5, "mia", "Clase", {"a": 1}, "x"), {"$t": "obj", "cls": "mia.Clase", "v": {"a": 1}}),
        (_ext(77, "a", "b", 1), {"$t": "repr", "cls": "a.b", "v": ""}),
        (_ext(0, "corto"), {"$t": "repr", "cls": "ext 0", "v": ""}),
    ],
)
def test_un_tipo_de_python_es_su_nombre_y_sus_datos(crudo, queda):
    assert desempaquetar("msgpack", crudo) == queda


def test_un_anidamiento_sin_fin_se_corta():
    crudo = msgspec.msgpack.encode(1)
    for _ in range(200):
        crudo = msgspec.msgpack.encode(msgspec.msgpack.Ext(0, crudo))
    desempaquetar("msgpack", crudo)
    with pytest.raises(Ilegible):
        desempaquetar("msgpack", b"\x91" * 100_000)


def test_las_versiones_viejas_decian_el_nodo_en_los_metadatos(tmp_path):
    """Antes de que la tabla tuviera `task_path`."""
    base = tmp_path / "vieja.sqlite"
    with sqlite3.connect(base) as c:
        c.execute(f"create table checkpoints ({', '.join(COLUMNAS)})")
        for n, (fuente, escrito) in enumerate(
            [("input", None), ("loop", None), ("loop", {"a": {"x": 1}}), ("loop", {"b": None})]
        ):
            estado = msgspec.msgpack.encode({"ts": f"2026-01-01T00:00:0{n}Z", "channel_values": {"x": n}})
            meta = msgspec.json.encode({"source": fuente, "step": n - 1, "writes": escrito})
            c.execute(
                "insert into checkpoints values ('h','',?,?,'msgpack',?,?)",
                (f"c{n}", f"c{n - 1}" if n else None, estado, meta),
            )
    c.close()
    traza = trazas(tmp_path, base)["h"]
    assert [[t.nodo for t in p.tareas] for p in traza.pasos] == [["a"], ["b"]]
    assert [[c.clave for c in p.cambios or ()] for p in traza.pasos] == [["x"], ["x"]]

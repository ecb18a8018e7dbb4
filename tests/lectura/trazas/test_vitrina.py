"""El formato propio, línea a línea: lo que se lee, lo que se salta y lo que se rechaza."""

from __future__ import annotations

import json
from typing import Any

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.trazas import vitrina
from generador.modelo.procedencia import Procedencia
from generador.modelo.traza import Fin, Grado, Traza
from tests.congelados import replace
from tests.lectura.trazas.cinta import Cinta, nodos, tarea


def lineal() -> Cinta:
    return Cinta(langgraph="1.2.24").ejecucion("r0", input={"q": "hola"}).tarea("t1", "a", 1).tarea("t2", "b", 2).fin()


def leer(*lineas: bytes) -> Traza:
    return vitrina.leer(b"\n".join(lineas), "c")


def test_la_cabecera_y_la_ejecucion_llegan_al_modelo():
    traza = lineal().traza()
    assert (traza.caso, traza.origen, traza.grafo, traza.version_langgraph) == ("caso", "recorded", "g", "1.2.24")
    (ejecucion,) = traza.ejecuciones
    assert (ejecucion.clase, ejecucion.hilo, ejecucion.fin) == ("input", "h", Fin.BIEN)
    assert ejecucion.entrada is not None and ejecucion.entrada.valor() == {"q": "hola"}
    assert ejecucion.t1 is not None and ejecucion.t0 is not None and ejecucion.t1 > ejecucion.t0


def test_los_pasos_y_sus_tareas_se_numeran_desde_uno_y_sin_ids_de_langgraph():
    traza = lineal().traza()
    assert [p.n for p in traza.pasos] == [1, 2]
    assert [t.id for p in traza.pasos for t in p.tareas] == ["p1-1", "p2-1"]
    assert nodos(traza) == [["a"], ["b"]]
    otros_ids = lineal().bytes().replace(b'"t1"', b'"zz"').replace(b'"t2"', b'"aa"')
    assert vitrina.leer(otros_ids, "caso") == traza


def test_se_separa_solo_por_salto_de_linea_en_bytes():
    cinta = lineal()
    cinta.lineas[1]["input"] = "antes\u2028medio\u0085fin\rya"
    traza = cinta.traza()
    assert traza.saltadas == ()
    entrada = traza.ejecuciones[0].entrada
    assert entrada is not None and entrada.valor() == "antes\u2028medio\u0085fin\rya"


@pytest.mark.parametrize(
    "rota",
    [
        b'{"t":"task.start","task":"x"',
        b'{"t":"task.start","task":"x","step":"uno"}',
        b"[]",
        b'"hola"',
        b"{}",
        b'{"t":"state","ns":[],"state":NaN}',
        b'{"t":"state","ns":[],"state":{"a":"\xff"}}',
        b'{"t":"state","ns":[],"state":' + b"[" * 5000 + b"]" * 5000 + b"}",
        b"\x00\x01\x02",
    ],
)
def test_una_linea_rota_se_salta_se_cuenta_y_no_estropea_las_demas(rota: bytes):
    buenas = lineal().bytes().splitlines()
    traza = leer(*buenas[:2], rota, *buenas[2:])
    assert traza.saltadas == (3,)
    assert traza.lineas == len(buenas) + 1
    assert nodos(traza) == [["a"], ["b"]]


def test_la_ultima_linea_partida_por_un_kill_se_salta():
    datos = lineal().bytes()
    traza = vitrina.leer(datos[:-20], "c")
    assert traza.saltadas == (traza.lineas,)
    assert nodos(traza) == [["a"], ["b"]]
    assert traza.fin is Fin.SIN_CERRAR


def test_las_lineas_en_blanco_no_cuentan():
    datos = lineal().bytes()
    assert vitrina.leer(b"\n\n  \n" + datos + b"\n\n", "c").lineas == len(datos.splitlines())


def test_una_clase_de_linea_y_unos_campos_desconocidos_se_ignoran_sin_contarse():
    cinta = lineal()
    cinta.lineas[2]["campo_del_futuro"] = {"a": [1]}
    cinta.linea("de.otro.tiempo", task=["no", "es", "texto"])
    traza = cinta.traza()
    assert traza.saltadas == ()
    assert nodos(traza) == [["a"], ["b"]]


def test_una_version_del_futuro_es_un_error_con_su_linea_y_su_remedio():
    cinta = lineal()
    cinta.lineas[0]["v"] = 2
    with pytest.raises(ErrorDeEntrada) as error:
        vitrina.leer(cinta.bytes(), "c", "trazas/c.jsonl")
    (problema,) = error.value.problemas
    assert (problema.fichero, problema.linea) == ("trazas/c.jsonl", 1)
    assert "versión 2" in problema.que_pasa and "actualiza" in problema.que_hacer


def test_una_version_sin_salto_conocido_tambien_es_un_error():
    cinta = lineal()
    cinta.lineas[0]["v"] = 0
    with pytest.raises(ErrorDeEntrada, match="no hay versión 0"):
        cinta.traza()


def test_varias_lineas_trace_son_varios_procesos_y_una_sola_traza():
    cinta = Cinta().ejecucion("r0").tarea("t1", "a", 1, status="interrupted", interrupts=[{"id": "i", "value": 1}])
    cinta.fin("interrupted", redactions=2, lost=1)
    cinta.linea("trace", v=1, graph="otro", case="c").ejecucion("r1", "resume", input={"$t": "command", "resume": "s"})
    cinta.tarea("t1", "a", 1).fin(redactions=3, lost=0)
    traza = cinta.traza()
    assert [e.clase for e in traza.ejecuciones] == ["input", "resume"]
    assert (traza.grafo, traza.redacciones, traza.perdidas) == ("g", 5, 1)


def test_las_redacciones_de_un_proceso_son_las_ultimas_que_dice_no_su_suma():
    cinta = Cinta().ejecucion("r0").fin(redactions=2).ejecucion("r1").fin(redactions=5)
    assert cinta.traza().redacciones == 5


def test_el_orden_es_el_de_los_tiempos_y_no_el_de_las_lineas():
    cinta = lineal()
    revuelta = Cinta(cabecera=False)
    revuelta.lineas = [cinta.lineas[0], *reversed(cinta.lineas[1:])]
    assert revuelta.traza() == cinta.traza()


def test_la_hora_de_una_linea_es_la_de_lo_que_cuenta_si_la_trae():
    cinta = Cinta().ejecucion("r0")
    cinta.linea("attempt.start", id="i", task="t", ns=[], node="a", step=1, path=[])
    cinta.linea("task.start", task="t", node="a", ns=[], step=1, at=1001.5, input={})
    cinta.linea("attempt.end", id="i", task="t", status="ok")
    cinta.linea("task.end", task="t", at="1970-01-01T00:20:00+00:00", status="ok", update={})
    (paso,) = cinta.traza().pasos
    assert (paso.t0, paso.tareas[0].t1) == (1001.5, 1005.0)


def test_una_tarea_que_solo_se_cierra_se_coloca_igual_y_una_sin_sitio_se_avisa():
    cinta = Cinta().ejecucion("r0").acaba("t1", "a", 1, update={"x": 1})
    cinta.linea("task.end", task="perdida", status="ok", update={})
    traza = cinta.fin().traza()
    assert nodos(traza) == [["a"]]
    assert tuple(map(str, traza.avisos)) == ("1 tareas sin nodo o sin paso conocidos no se muestran",)


def test_un_id_de_tarea_que_es_de_dos_nodos_se_avisa():
    cinta = Cinta().ejecucion("r0").acaba("t1", "a", 1, update={"x": 1}).acaba("t1", "b", 2, update={"x": 2})
    traza = cinta.fin().traza()
    assert nodos(traza) == [["a"]]
    assert tuple(map(str, traza.avisos)) == ("1 ids de tarea son de más de un nodo: se muestra lo del primero",)


def test_lo_que_no_se_cierra_y_nadie_dice_como_acabo_se_queda_sin_cerrar():
    traza = Cinta().ejecucion("r0").abre("t1", "a", 1).traza()
    assert traza.fin is Fin.SIN_CERRAR
    assert tarea(traza, "a").fin is Fin.SIN_CERRAR
    assert [i.fin for i in tarea(traza, "a").intentos] == [Fin.SIN_CERRAR]


@pytest.mark.parametrize("status", ["error", "cancelled", "out_of_steps"])
def test_una_hermana_abierta_cuando_la_ejecucion_se_corta_esta_cancelada(status: str):
    cinta = Cinta().ejecucion("r0").abre("t1", "a", 1)
    cinta.tarea("t2", "b", 1, status="error", error={"cls": "ValueError", "msg": "no"}).fin(status)
    traza = cinta.traza()
    assert (tarea(traza, "a").fin, tarea(traza, "b").fin) == (Fin.CANCELADO, Fin.ERROR)
    assert tarea(traza, "a").intentos[0].fin is Fin.CANCELADO


def test_un_error_llega_entero_y_una_interrupcion_no_es_un_error():
    fallo = {"cls": "builtins.ValueError", "msg": "no", "traceback": "a.py:1", "notes": ["n"]}
    cinta = Cinta().ejecucion("r0").tarea("t1", "a", 1, status="error", error=fallo).fin("error", error=fallo)
    traza = cinta.traza()
    suyo = tarea(traza, "a").fallo
    assert suyo is not None and suyo == traza.ejecuciones[0].fallo
    assert (suyo.clase, suyo.mensaje, suyo.traza, suyo.notas) == ("builtins.ValueError", "no", "a.py:1", ("n",))
    pausa = Cinta().ejecucion("r0").tarea("t1", "a", 1, status="interrupted", interrupts=[{"id": "i", "value": 1}])
    assert tarea(pausa.fin("interrupted").traza(), "a").fallo is None


def test_los_reintentos_son_intentos_de_una_misma_tarea():
    cinta = Cinta().ejecucion("r0").abre("t1", "a", 1)
    cinta.intento_acaba("t1", "error", error={"cls": "E", "msg": "1"}).intento("t1", "a", 1).intento_acaba("t1")
    suya = tarea(cinta.acaba("t1", "a", 1, update={}).fin().traza(), "a")
    assert [(i.n, i.fin) for i in suya.intentos] == [(1, Fin.ERROR), (2, Fin.BIEN)]
    assert suya.fin is Fin.BIEN and suya.fallo is None
    assert suya.intentos[0].fallo is not None and suya.intentos[0].fallo.mensaje == "1"


def test_un_acierto_de_cache_es_una_tarea_reutilizada_con_lo_que_escribio():
    cinta = Cinta().ejecucion("r0").linea("task.start", task="t1", node="a", ns=[], step=1, input={})
    cinta.linea("cached", ns=[], step=1, nodes=["a"], update={"a": {"x": 1}}, why="cache").fin()
    suya = tarea(cinta.traza(), "a")
    assert (suya.reutilizada, suya.fin) == ("cache", Fin.BIEN)
    assert suya.actualizacion is not None and suya.actualizacion.valor() == {"x": 1}


def test_una_tarea_sin_cerrar_cuyo_grafo_siguio_se_reutilizo():
    cinta = Cinta().ejecucion("r0").linea("task.start", task="t1", node="a", ns=[], step=1, input={})
    suya = tarea(cinta.tarea("t2", "b", 2).fin().traza(), "a")
    assert (suya.reutilizada, suya.fin) == ("cache", Fin.BIEN)


def test_las_rutas_los_saltos_y_los_envios_llegan_con_ids_completos():
    ns = ("sub:u1",)
    cinta = Cinta().ejecucion("r0").abre("u1", "sub", 1).abre("t1", "a", 1, ns=ns)
    cinta.intento_acaba("t1", command={"$t": "command", "goto": ["b", {"$t": "send", "node": "w", "arg": 1}]})
    cinta.linea("route", task="t1", fn="elige", result=["c", {"$t": "send", "node": "v", "arg": 2}])
    cinta.acaba("t1", "a", 1, ns=ns, update={})
    suya = tarea(cinta.traza(), "sub:a")
    assert suya.saltos == ("sub:b",)
    assert suya.envios == ("sub:w", "sub:v")
    assert [(r.funcion, r.destinos, r.envios) for r in suya.rutas] == [("elige", ("sub:c",), 1)]


def test_un_salto_al_grafo_padre_lleva_al_nivel_de_arriba():
    ns = ("sub:u1",)
    cinta = Cinta().ejecucion("r0").abre("u1", "sub", 1).abre("t1", "a", 1, ns=ns)
    cinta.intento_acaba("t1", "bubble", command={"$t": "command", "graph": "__parent__", "goto": "z"})
    suya = tarea(cinta.fin().traza(), "sub:a")
    assert (suya.saltos, suya.fin) == (("z",), Fin.SALTO_AL_PADRE)


def test_si_quien_ejecuto_el_subgrafo_acabo_la_unica_abierta_de_su_ultimo_paso_salto_al_de_fuera():
    ns = ("sub:u1",)
    for hermanas, fin in ((0, Fin.SALTO_AL_PADRE), (1, Fin.SIN_CERRAR)):
        cinta = Cinta().ejecucion("r0").linea("task.start", task="u1", node="sub", ns=[], step=1)
        for n in range(1 + hermanas):
            cinta.linea("task.start", task=f"t{n}", node=f"a{n}", ns=list(ns), step=1)
        cinta.acaba("u1", "sub", 1, update={})
        assert tarea(cinta.fin().traza(), "sub:a0").fin is fin


def test_la_ruta_con_que_arranca_el_grafo_no_es_de_ninguna_tarea_ni_una_linea_rota():
    cinta = Cinta().ejecucion("r0").linea("route", task=None, fn="f", ns=[], node="__start__", result=["a"])
    assert cinta.tarea("t1", "a", 1).traza().saltadas == ()


@pytest.mark.parametrize(
    ("camino", "clase", "indice"),
    [
        (["__pregel_pull", "a"], "pull", None),
        (["__pregel_push", 2, False], "push", 2),
        (["__pregel_push", ["__pregel_pull", "x"], 0], "call", None),
        (["__pregel_push", "bad", "node_error_handler", False], "error_handler", None),
    ],
)
def test_la_clase_de_tarea_sale_de_su_camino(camino: Any, clase: str, indice: int | None):
    suya = tarea(Cinta().ejecucion("r0").tarea("t1", "a", 1, camino=camino).traza(), "a")
    assert (suya.clase, suya.indice_de_envio) == (clase, indice)


def test_una_llamada_a_modelo_trae_lo_que_se_grabo():
    cinta = Cinta().ejecucion("r0").abre("t1", "a", 1)
    comun = {"id": "m1", "task": "t1"}
    cinta.linea(
        "model.start", **comun, provider="oracle", model="guion", params={"k": 1}, tools=["suma"], messages=["m"]
    )
    cinta.linea(
        "model.end", **comun, output=["r"], usage={"input": 1, "output": 2}, first_token=1.5, provenance="oracle"
    )
    (m,) = tarea(cinta.traza(), "a").modelos
    assert (m.modelo, m.proveedor, m.procedencia, m.herramientas) == ("guion", "oracle", Procedencia.ORACULO, ("suma",))
    assert (m.uso, m.primera_ficha) == ({"input": 1, "output": 2}, 1.5)
    assert m.mensajes is not None and m.salida is not None and m.parametros is not None
    assert (m.mensajes.valor(), m.salida.valor(), m.parametros.valor()) == (["m"], ["r"], {"k": 1})
    assert m.t0 is not None and m.t1 is not None and m.t1 > m.t0


@pytest.mark.parametrize(
    ("grabada", "procedencia"),
    [
        ("live", Procedencia.EN_VIVO),
        ("oracle", Procedencia.ORACULO),
        ("fake", Procedencia.ORACULO),
        ("replayed", Procedencia.REPRODUCIDA),
        ("de otra galaxia", Procedencia.DESCONOCIDA),
        (None, Procedencia.DESCONOCIDA),
    ],
)
def test_la_procedencia_se_cree_solo_si_se_grabo(grabada: str | None, procedencia: Procedencia):
    cinta = Cinta().ejecucion("r0").abre("t1", "a", 1).linea("model.start", id="m", task="t1", model="gpt-oracle-live")
    cinta.linea("model.end", id="m", provenance=grabada)
    assert tarea(cinta.traza(), "a").modelos[0].procedencia is procedencia


def test_una_llamada_sin_tarea_queda_suelta_y_una_sin_cerrar_sin_salida():
    cinta = Cinta().ejecucion("r0").abre("t1", "a", 1)
    cinta.linea("model.start", id="m", task=None, model="x", provenance="live").linea("model.end", id="m", output=[])
    cinta.linea("tool.start", id="h", task="t1", name="suma", args={"a": 1}, call="c1")
    traza = cinta.traza()
    assert [getattr(s, "modelo", None) for s in traza.sueltas] == ["x"]
    (h,) = tarea(traza, "a").herramientas
    assert (h.nombre, h.llamada, h.fin, h.resultado) == ("suma", "c1", Fin.SIN_CERRAR, None)


def test_un_cierre_sin_apertura_no_se_pierde():
    traza = Cinta().ejecucion("r0").linea("model.end", id="m", model="x", output=["r"]).traza()
    (suelta,) = traza.sueltas
    assert getattr(suelta, "modelo", None) == "x"


def test_el_mismo_id_en_clases_distintas_no_las_mezcla():
    cinta = Cinta().ejecucion("r0").abre("t1", "a", 1)
    cinta.linea("model.start", id="x", task="t1", model="m").linea("tool.end", id="x", status="ok", result=1)
    traza = cinta.traza()
    assert tarea(traza, "a").modelos[0].salida is None
    assert len(traza.sueltas) == 1


def test_recuperadores_y_eventos_propios_son_de_su_tarea():
    cinta = Cinta().ejecucion("r0").abre("t1", "a", 1)
    cinta.linea("retriever.start", id="r", task="t1", name="bm25", query="q").linea("retriever.end", id="r", docs=[1])
    cinta.linea("custom", task="t1", ns=[], data={"tipo": "embebedor", "textos": 2})
    cinta.linea("custom", task="t1", ns=[], data="suelto")
    suya = tarea(cinta.traza(), "a")
    assert [(r.nombre, r.clase) for r in suya.recuperaciones] == [("bm25", "retriever")]
    assert [(e.tipo, e.datos.valor()) for e in suya.eventos] == [
        ("embebedor", {"tipo": "embebedor", "textos": 2}),
        (None, "suelto"),
    ]


def test_un_evento_sin_tarea_es_de_la_unica_que_corria_y_con_varias_de_ninguna():
    cinta = Cinta().ejecucion("r0").abre("t1", "a", 1).linea("custom", ns=[], data={"tipo": "x"})
    cinta.intento_acaba("t1").acaba("t1", "a", 1)
    cinta.abre("t2", "b", 2).abre("t3", "c", 2).linea("custom", ns=[], data={"tipo": "y"})
    traza = cinta.traza()
    assert [e.tipo for e in tarea(traza, "a").eventos] == ["x"]
    assert [e.tipo for e in traza.eventos] == ["y"]


def test_la_completitud_se_mide_en_lo_que_hay():
    completa = lineal().estado({"x": 1}, 2).traza().completitud
    assert (completa.rutas, completa.intentos, completa.llamadas, completa.tiempos) == (Grado.COMPLETO,) * 4
    sin_intentos = Cinta().ejecucion("r0").acaba("t1", "a", 1, update={"x": 1}).fin().traza().completitud
    assert (sin_intentos.intentos, sin_intentos.rutas, sin_intentos.llamadas) == (Grado.NADA,) * 3
    assert (sin_intentos.estado, sin_intentos.actualizaciones) == (Grado.NADA, Grado.COMPLETO)


def test_quien_escribe_la_traza_puede_declarar_lo_que_no_trae():
    declarado = {"routes": "none", "state": "partial", "otra": "full", "times": "mucho"}
    completitud = Cinta(completeness=declarado).ejecucion("r0").tarea("t1", "a", 1).traza().completitud
    assert (completitud.rutas, completitud.estado, completitud.tiempos) == (Grado.NADA, Grado.PARCIAL, Grado.COMPLETO)


def test_una_traza_vacia_de_sucesos_no_tiene_pasos_ni_falla():
    traza = Cinta().traza()
    assert (traza.pasos, traza.ejecuciones, traza.fin) == ((), (), Fin.SIN_CERRAR)


def test_leer_dos_veces_da_lo_mismo_y_las_cargas_se_comparan_por_su_texto():
    datos = lineal().bytes()
    una, otra = vitrina.leer(datos, "c"), vitrina.leer(datos, "c")
    assert una == otra
    assert replace(una, caso="d") != otra


def test_reconoce_lo_suyo_aunque_la_primera_linea_este_rota():
    datos = lineal().bytes()
    assert vitrina.reconoce(datos)
    assert vitrina.reconoce(b'{"t":"trac\n' + datos)
    assert not vitrina.reconoce(json.dumps({"runs": []}).encode())
    assert not vitrina.reconoce(b"SQLite format 3\x00")

"""Tramos repetidos, huérfanos, en ciclo, sin hora o con horas imposibles."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.lectura.ajenas import langsmith, leer_todos
from generador.lectura.ajenas.arbol import plantar
from generador.lectura.ajenas.conversaciones import conversaciones_de
from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.tramos import Tramo
from generador.modelo.traza import Fin, Grado
from tests.lectura.ajenas.ayuda import MUESTRAS, escribir, run, trazas


def tramo(id: str, padre: str | None = None, **campos: Any) -> Tramo:
    return Tramo(traza="t", id=id, padre=padre, **campos)


def leida(tmp_path, *runs):
    return trazas(tmp_path, escribir(tmp_path, "x.json", list(runs)))["h"]


def nodos(traza):
    return [[t.nodo for t in p.tareas] for p in traza.pasos]


@pytest.mark.parametrize("fichero", ["langsmith-runs.json", "otlp-openinference.jsonl", "langfuse-api.json"])
def test_barajar_los_tramos_no_cambia_la_traza(tmp_path, fichero):
    """El orden del fichero es el de quien exportó: no significa nada."""
    leidos, en_orden = leer_todos([MUESTRAS / fichero])
    lectura = leidos[0].lectura
    azar = random.Random(7)  # noqa: S311
    for _ in range(10):
        barajados = azar.sample(lectura.tramos, len(lectura.tramos))
        assert conversaciones_de(barajados, lectura.origen) == en_orden


def test_una_pausa_repartida_en_dos_ficheros_es_una_conversacion_en_cualquier_orden(tmp_path):
    partes = [MUESTRAS / "mlflow-parte1.json", MUESTRAS / "mlflow-parte2.json"]
    assert leer_todos(partes)[1] == leer_todos(partes[::-1])[1]


_PIEZAS = st.lists(
    st.builds(
        tramo,
        st.sampled_from("abcdefgh"),
        st.none() | st.sampled_from("abcdefghz"),
        t0=st.none() | st.floats(0, 5),
        t1=st.none() | st.floats(0, 5),
        salida=st.none() | st.integers(0, 2),
        clase=st.sampled_from(["cadena", "modelo", "herramienta"]),
    ),
    max_size=14,
)


@given(_PIEZAS, st.randoms(use_true_random=False))
def test_el_arbol_no_depende_del_orden_ni_tiene_ciclos_ni_pierde_a_nadie(tramos, azar):
    arbol = plantar(tramos)
    barajados = [*tramos]
    azar.shuffle(barajados)
    otro = plantar(barajados)
    assert [*arbol.tramos.values()] == [*otro.tramos.values()]
    assert set(arbol.tramos) == {("t", t.id) for t in tramos}
    for t in arbol.tramos.values():
        assert len([*zip(arbol.antepasados(t), range(99), strict=False)]) < 20
    assert conversaciones_de(tramos, "x") == conversaciones_de(barajados, "x")


@settings(max_examples=60)
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5),
        lambda x: (
            st.lists(x, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "id",
                        "run_type",
                        "extra",
                        "metadata",
                        "langgraph_checkpoint_ns",
                        "start_time",
                        "error",
                        "inputs",
                        "a",
                    ]
                ),
                x,
                max_size=5,
            )
        ),
        max_leaves=20,
    )
)
def test_un_run_con_cualquier_cosa_en_cualquier_campo_no_lanza(valor):
    base = run("r", ns="n:1")
    for campo in base:
        contenido = Contenido(MUESTRAS, b"", (Objeto(0, [{**base, campo: valor}, valor]),))
        langsmith.reconoce(contenido)
        lectura = langsmith.leer(contenido)
        assert len(lectura.tramos) + len(lectura.saltadas) >= 1
        json.dumps([c.clave for c in conversaciones_de(lectura.tramos, "x")])


def test_un_tramo_repetido_vale_en_su_version_mas_completa(tmp_path):
    abierto = run("n", "r", ns="n:1", end_time=None, outputs=None)
    traza = leida(tmp_path, run("n", "r", ns="n:1"), run("r"), abierto)
    assert traza.pasos[0].tareas[0].fin is Fin.BIEN
    (_, (c,)) = leer_todos([escribir(tmp_path, "y.json", [run("n", "r", ns="n:1"), run("r"), abierto])])
    assert c.avisos == ("1 tramos venían repetidos: vale la versión más completa",)


def test_los_que_son_antepasados_de_si_mismos_cuelgan_de_la_raiz(tmp_path):
    (_, (c,)) = leer_todos([escribir(tmp_path, "x.json", [run("a", "b"), run("b", "a"), run("c", "c")])])
    assert c.avisos[0] == "3 tramos eran antepasados de sí mismos: cuelgan de la raíz"


def test_una_traza_a_medias_lo_dice_y_no_inventa_el_intento_que_falta(tmp_path):
    llm = run("m", "no-esta", ns="agente:1", run_type="llm", tags=["seq:step:1"], paso=3)
    (_, (c,)) = leer_todos([escribir(tmp_path, "x.json", [run("r"), llm])])
    assert "1 tramos tienen un padre que no está" in c.avisos[0]
    traza = leida(tmp_path, run("r"), llm)
    (tarea,) = traza.pasos[0].tareas
    assert (tarea.nodo, traza.pasos[0].superstep, len(tarea.modelos)) == ("agente", 3, 1)
    assert tarea.actualizacion is None
    assert traza.completitud.intentos is Grado.NADA


def test_sin_metadatos_de_langgraph_no_hay_pasos_pero_si_llamadas(tmp_path):
    traza = leida(tmp_path, run("r"), run("m", "r", run_type="llm"))
    assert (traza.pasos, len(traza.sueltas)) == ((), 1)


def test_los_reintentos_son_intentos_de_una_tarea(tmp_path):
    roto = run("n1", "r", ns="n:1", error="ValueError('x')", outputs=None)
    bien = run("n2", "r", ns="n:1", start_time="2026-01-01T00:00:02Z", end_time="2026-01-01T00:00:03Z")
    (tarea,) = leida(tmp_path, run("r", end_time="2026-01-01T00:00:03Z"), roto, bien).pasos[0].tareas
    assert ([i.fin for i in tarea.intentos], tarea.fin, tarea.fallo) == ([Fin.ERROR, Fin.BIEN], Fin.BIEN, None)


def test_un_grafo_que_falla_acaba_en_error_y_uno_que_agota_los_pasos_lo_dice(tmp_path):
    assert leida(tmp_path, run("r", error="ValueError('x')"), run("n", "r", ns="n:1")).fin is Fin.ERROR
    agotado = run("r", error="GraphRecursionError('límite')")
    assert leida(tmp_path, agotado, run("n", "r", ns="n:1")).fin is Fin.SIN_PASOS


def test_sin_cierre_no_se_sabe_como_acabo(tmp_path):
    traza = leida(tmp_path, run("r", end_time=None, outputs=None), run("n", "r", ns="n:1", end_time=None, outputs=None))
    assert (traza.fin, traza.pasos[0].tareas[0].fin) == (Fin.SIN_CERRAR, Fin.SIN_CERRAR)


@pytest.mark.parametrize(
    "hora", [None, "", "ayer", -5, 1e400, 10**40, "9999999-01-01", True, {}, "0001-01-01T00:00:00Z"]
)
def test_una_hora_imposible_es_no_tener_hora(tmp_path, hora):
    traza = leida(tmp_path, run("r"), run("n", "r", ns="n:1", start_time=hora))
    assert traza.pasos[0].tareas[0].t0 is None or traza.pasos[0].tareas[0].t0 > 0
    assert traza.completitud.tiempos is Grado.NADA or traza.completitud.tiempos is Grado.PARCIAL


def test_acabar_antes_de_empezar_es_no_saber_cuando_acabo(tmp_path):
    (tarea,) = leida(tmp_path, run("r"), run("n", "r", ns="n:1", end_time="2025-01-01T00:00:00Z")).pasos[0].tareas
    assert (tarea.fin, tarea.t1) == (Fin.BIEN, None)


@pytest.mark.parametrize("ns", ["|" * 100 + "n:1", "x" * 9000, "", 7, ["n:1"]])
def test_un_espacio_imposible_no_situa_nada(tmp_path, ns):
    mio = run("n", "r")
    mio["extra"]["metadata"] |= {"langgraph_checkpoint_ns": ns, "langgraph_step": 1, "langgraph_node": "n"}
    assert leida(tmp_path, run("r"), mio).pasos == ()


@pytest.mark.parametrize("paso", [None, "uno", -1, 10**30, True])
def test_una_tarea_sin_paso_no_se_coloca_y_se_cuenta(tmp_path, paso):
    traza = leida(tmp_path, run("r"), run("n", "r", ns="n:1", paso=paso))
    assert (traza.pasos, tuple(map(str, traza.avisos))) == (
        (),
        ("1 tareas sin nodo o sin paso conocidos no se muestran",),
    )


def test_una_peticion_que_envuelve_al_grafo_no_es_otra_ejecucion(tmp_path):
    http = run("http", inputs={}, outputs={}, extra={})
    traza = leida(tmp_path, http, run("r", "http"), run("n", "r", ns="n:1"), run("m", "n", ns="n:1", run_type="llm"))
    assert [e.entrada.valor() for e in traza.ejecuciones] == [{"x": 1}]
    assert len(traza.pasos[0].tareas[0].modelos) == 1


def test_dos_vueltas_de_un_hilo_son_dos_ejecuciones_de_un_caso(tmp_path):
    tarde = {"start_time": "2026-01-02T00:00:00Z", "end_time": "2026-01-02T00:00:01Z", "trace_id": "t2"}
    runs = [run("r"), run("n", "r", ns="n:1"), run("r2", **tarde), run("n2", "r2", ns="n:2", **tarde)]
    traza = leida(tmp_path, *runs)
    assert [e.clase for e in traza.ejecuciones] == ["input", "input"]
    assert nodos(traza) == [["n"], ["n"]]


def test_contestar_con_un_objeto_que_solo_dice_resume_vale_si_habia_una_pregunta(tmp_path):
    paro = run(
        "n", "r", ns="n:1", error="GraphInterrupt((Interrupt(value='¿?', id='0123456789abcdef'),))", outputs=None
    )
    tarde = {"start_time": "2026-01-02T00:00:00Z", "end_time": "2026-01-02T00:00:01Z", "trace_id": "t2"}
    sigue = [run("r2", inputs={"resume": 5}, **tarde), run("n2", "r2", ns="n:1", **tarde)]
    assert [e.clase for e in leida(tmp_path, run("r"), paro, *sigue).ejecuciones] == ["input", "resume"]
    assert [e.clase for e in leida(tmp_path, run("r"), run("n", "r", ns="n:1"), *sigue).ejecuciones] == ["input"] * 2


@pytest.mark.parametrize("dicha", ["live", "en_vivo", "replayed", "oracle", "fake", None, 7])
def test_la_procedencia_declarada_nunca_llega_a_en_vivo(tmp_path, dicha):
    """Un campo de texto no prueba que contestara un modelo de verdad; que era un guion sí se puede reconocer."""
    llm = run("m", "n", ns="n:1", run_type="llm")
    llm["extra"]["invocation_params"] = {"provenance": dicha}
    (modelo,) = leida(tmp_path, run("r"), run("n", "r", ns="n:1"), llm).pasos[0].tareas[0].modelos
    assert modelo.procedencia.value == ("oraculo" if dicha in ("oracle", "fake") else "desconocida")


@pytest.mark.lenta
def test_un_arbol_de_cien_mil_de_hondo_no_agota_la_pila_ni_el_tiempo():
    hondo = [tramo(f"{n}", f"{n - 1}" if n else None, clase="herramienta", t0=1.0) for n in range(100_000)]
    ciclo = [tramo(f"c{n}", f"c{(n + 1) % 50_000}") for n in range(50_000)]
    (c,) = conversaciones_de([*hondo, *ciclo], "x")
    assert sum(linea["t"] == "tool.start" for linea in c.lineas) == 100_000

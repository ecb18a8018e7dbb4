"""La API: JSON y SSE, pausas, la segunda reanudación y la carrera de dos."""

import json
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient
from langgraph.checkpoint.sqlite import SqliteSaver

from agentes.adherencia.api.app import crear_app
from agentes.adherencia.api.reclamaciones import CADUCIDAD, Reclamaciones
from agentes.adherencia.api.turnos import SinPausa, Turnos, YaReclamada
from tests.agentes.adherencia.dobles import BUENA, PREGUNTA

SSE = {"accept": "text/event-stream"}
DUDOSO = "Mira el prospecto."


@pytest.fixture
def guardado(tmp_path):
    with SqliteSaver.from_conn_string(str(tmp_path / "checkpoints.sqlite")) as saver:
        yield saver


@pytest.fixture
def abrir(banco, guardado, tmp_path):
    def cliente(*respuestas, **opciones):
        grafo = banco.grafo(*respuestas, hitl=True, checkpointer=guardado, **opciones)
        return TestClient(crear_app(grafo, tmp_path / "reclamaciones.sqlite"))

    return cliente


def pausar(cliente):
    r = cliente.post("/chat", json={"mensaje": PREGUNTA["es"]}).json()
    return {"thread_id": r["thread_id"], "interrupt_id": r["pausa"]["interrupt_id"]}


def eventos(respuesta):
    bloques = [b.splitlines() for b in respuesta.text.strip().split("\n\n")]
    return [(b[0].removeprefix("event: "), json.loads(b[1].removeprefix("data: "))) for b in bloques]


def test_un_turno_limpio_se_completa_en_json(abrir):
    r = abrir(BUENA["es"]).post("/chat", json={"mensaje": PREGUNTA["es"]})
    cuerpo = r.json()
    assert r.status_code == 200
    assert (cuerpo["status"], cuerpo["estado_del_turno"], cuerpo["pausa"]) == ("completed", "completado", None)
    assert cuerpo["pasajes"] == ["F-001"]
    assert cuerpo["respuesta"].startswith(BUENA["es"])


def test_cada_turno_tiene_su_hilo(abrir):
    cliente = abrir(BUENA["es"], BUENA["es"])
    hilos = {cliente.post("/chat", json={"mensaje": PREGUNTA["es"]}).json()["thread_id"] for _ in range(2)}
    assert len(hilos) == 2


def test_un_borrador_dudoso_se_pausa_y_no_enseña_respuesta(abrir):
    cuerpo = abrir(DUDOSO).post("/chat", json={"mensaje": PREGUNTA["es"]}).json()
    assert cuerpo["status"] == "paused_for_review"
    assert cuerpo["respuesta"] is None
    assert cuerpo["pausa"]["peticion"]["borrador"] == DUDOSO


@pytest.mark.parametrize(
    ("decision", "estado"),
    [
        ({"decision": "approve"}, "completado"),
        ({"decision": "edit", "texto": BUENA["es"]}, "completado"),
        ({"decision": "reject", "nota": "no", "quien": "ana"}, "rechazado"),
    ],
)
def test_reanudar_aplica_la_decision(abrir, decision, estado):
    cliente = abrir(DUDOSO)
    r = cliente.post("/chat/resume", json={**pausar(cliente), **decision})
    assert (r.status_code, r.json()["status"], r.json()["estado_del_turno"]) == (200, "completed", estado)


def test_en_sse_cada_nodo_empieza_y_termina_y_la_ultima_es_el_cierre(abrir):
    r = abrir(BUENA["es"]).post("/chat", json={"mensaje": PREGUNTA["es"]}, headers=SSE)
    assert r.headers["content-type"].startswith("text/event-stream")
    vistos = eventos(r)
    nodos = ["intake", "guardrail_pre", "retrieve_context", "generate_response", "review_response"]
    for evento in ("node_started", "node_completed"):
        assert [d["nodo"] for n, d in vistos if n == evento] == [*nodos, "guardrail_post", "closing"]
    assert {d["tipo"] for n, d in vistos if n == "custom"} >= {"embebedor", "pasajes", "cita_del_registro"}
    assert vistos[-1][0] == "turn_completed"


def test_en_sse_un_nodo_pausado_no_es_un_nodo_acabado(abrir):
    vistos = eventos(abrir(DUDOSO).post("/chat", json={"mensaje": PREGUNTA["es"]}, headers=SSE))
    assert [(n, d["nodo"]) for n, d in vistos if d.get("nodo") == "review_response"] == [
        ("node_started", "review_response"),
        ("node_paused", "review_response"),
    ]
    assert vistos[-1][0] == "paused_for_review"


def test_json_y_sse_cuentan_el_mismo_final(abrir):
    cliente = abrir(BUENA["es"], BUENA["es"])
    por_json = cliente.post("/chat", json={"mensaje": PREGUNTA["es"]}).json()
    por_sse = eventos(cliente.post("/chat", json={"mensaje": PREGUNTA["es"]}, headers=SSE))[-1][1]
    del por_json["thread_id"], por_sse["thread_id"]
    assert por_json == por_sse


def test_la_segunda_reanudacion_recibe_409_y_no_cambia_nada(abrir):
    cliente = abrir(DUDOSO)
    pausa = pausar(cliente)
    primera = cliente.post("/chat/resume", json={**pausa, "decision": "reject"})
    segunda = cliente.post("/chat/resume", json={**pausa, "decision": "approve"})
    assert (primera.status_code, segunda.status_code) == (200, 409)


def test_el_409_llega_tambien_en_sse_antes_de_emitir(abrir):
    cliente = abrir(DUDOSO)
    pausa = pausar(cliente)
    cliente.post("/chat/resume", json={**pausa, "decision": "reject"})
    r = cliente.post("/chat/resume", json={**pausa, "decision": "approve"}, headers=SSE)
    assert r.status_code == 409
    assert r.headers["content-type"] == "application/json"


def test_de_ocho_reanudaciones_a_la_vez_solo_una_se_aplica(abrir, banco, guardado):
    cliente = abrir(DUDOSO)
    pausa = pausar(cliente)
    salida = threading.Barrier(8)

    def decidir(i):
        salida.wait(timeout=60)
        decision = "approve" if i % 2 else "reject"
        return decision, cliente.post("/chat/resume", json={**pausa, "decision": decision})

    with ThreadPoolExecutor(8) as hilos:
        respuestas = list(hilos.map(decidir, range(8)))
    [(ganadora, r)] = [(d, r) for d, r in respuestas if r.status_code == 200]
    assert [r.status_code for _, r in respuestas].count(409) == 7
    assert r.json()["estado_del_turno"] == {"approve": "completado", "reject": "rechazado"}[ganadora]


@pytest.fixture
def turnos(banco, guardado, tmp_path):
    grafo = banco.grafo(DUDOSO, hitl=True, checkpointer=guardado)
    servicio = Turnos(grafo, Reclamaciones(tmp_path / "r.sqlite", lambda: 0.0), lambda: "h")
    ultimo = list(servicio.abrir(PREGUNTA["es"]))[-1]
    return servicio, ultimo.datos["pausa"]["interrupt_id"]


def test_mientras_una_reanudacion_esta_en_marcha_otra_no_puede_empezar(turnos):
    servicio, pausa = turnos
    en_marcha = servicio.reanudar("h", pausa, "a", {"decision": "approve"})
    next(en_marcha)
    with pytest.raises(YaReclamada):
        servicio.reanudar("h", pausa, "b", {"decision": "reject"})
    assert list(en_marcha)[-1].datos["estado_del_turno"] == "completado"


def test_una_reanudacion_cortada_a_la_mitad_suelta_la_pausa(turnos):
    servicio, pausa = turnos
    cortada = servicio.reanudar("h", pausa, "a", {"decision": "approve"})
    next(cortada)
    cortada.close()
    ultimo = list(servicio.reanudar("h", pausa, "b", {"decision": "reject"}))[-1]
    assert ultimo.datos["estado_del_turno"] == "rechazado"


def test_una_pausa_que_nunca_existio_no_se_puede_reanudar(turnos):
    servicio, pausa = turnos
    for hilo, interrupcion in (("h", "otra"), ("otro", pausa)):
        with pytest.raises(SinPausa):
            servicio.reanudar(hilo, interrupcion, None, {"decision": "approve"})


def test_por_http_una_pausa_desconocida_es_404(abrir):
    datos = {"thread_id": "x", "interrupt_id": "y", "decision": "approve"}
    assert abrir().post("/chat/resume", json=datos).status_code == 404


def test_una_reclamacion_abandonada_caduca_y_una_terminada_no(tmp_path):
    hora = [0.0]
    tabla = Reclamaciones(tmp_path / "r.sqlite", lambda: hora[0])
    assert tabla.reclamar("a", "h", "ana")
    assert tabla.reclamar("b", "h", "ana")
    tabla.terminar("b")
    hora[0] = CADUCIDAD + 1
    assert tabla.reclamar("a", "h", "eva")
    assert not tabla.reclamar("b", "h", "eva")


def test_la_base_impide_dos_reclamaciones_iguales(tmp_path):
    Reclamaciones(tmp_path / "r.sqlite", lambda: 0.0).reclamar("a", "h", None)
    with sqlite3.connect(tmp_path / "r.sqlite") as c, pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
        c.execute("INSERT INTO reclamacion (interrupt_id, thread_id, reclamada) VALUES ('a', 'h', 0)")


@pytest.mark.parametrize(
    "cuerpo",
    [{}, {"mensaje": 7}, {"mensaje": "hola", "thread_id": "mio"}, {"mensaje": "a" * 100_001}],
)
def test_una_peticion_mal_formada_es_422(abrir, cuerpo):
    assert abrir().post("/chat", json=cuerpo).status_code == 422


@pytest.mark.parametrize(
    "decision", [{"decision": "edit"}, {"decision": "edit", "texto": " "}, {"decision": "approve", "texto": "x"}, {}]
)
def test_una_decision_incoherente_es_422_y_no_gasta_la_pausa(abrir, decision):
    cliente = abrir(DUDOSO)
    pausa = pausar(cliente)
    assert cliente.post("/chat/resume", json={**pausa, **decision}).status_code == 422
    assert cliente.post("/chat/resume", json={**pausa, "decision": "reject"}).status_code == 200


def test_si_el_modelo_falla_json_da_502_y_sse_un_evento_de_error_sin_detalles(abrir):
    cliente = abrir()
    r = cliente.post("/chat", json={"mensaje": PREGUNTA["es"]})
    assert (r.status_code, r.json()["error"]) == (502, "IndexError")
    assert eventos(cliente.post("/chat", json={"mensaje": PREGUNTA["es"]}, headers=SSE))[-1][0] == "error"


def test_el_mensaje_original_no_llega_al_disco(abrir, tmp_path):
    abrir(DUDOSO).post("/chat", json={"mensaje": f"Soy 12345678Z. {PREGUNTA['es']}"})
    assert not any(b"12345678Z" in f.read_bytes() for f in tmp_path.iterdir())


@pytest.mark.parametrize("rag", [True, False])
def test_el_grafo_que_se_publica_es_el_compilado(abrir, banco, guardado, rag):
    publicado = abrir(rag=rag).get("/grafo").json()
    dibujado = banco.grafo(hitl=True, checkpointer=guardado, rag=rag).get_graph()
    assert set(publicado["nodos"]) == set(dibujado.nodes)
    assert {(a["origen"], a["destino"]) for a in publicado["aristas"]} == {(a.source, a.target) for a in dibujado.edges}
    condicionales = {a["etiqueta"] for a in publicado["aristas"] if a["condicional"]}
    assert condicionales == ({"turno limpio", "rechazo previo"} if rag else set())

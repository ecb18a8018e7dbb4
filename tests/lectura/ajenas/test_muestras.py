"""El mismo agente visto por cinco trazadores: la traza que sale es la misma, y lo que falta se dice."""

from __future__ import annotations

import pytest

from generador.modelo.procedencia import Procedencia
from generador.modelo.traza import Fin, Grado, Tarea, Traza
from tests.lectura.ajenas.ayuda import DEL_MISMO_AGENTE, MUESTRAS, muestra, trazas

POR_TRAMOS = [n for n in DEL_MISMO_AGENTE if n != "sqlite"]
RECORRIDO = [
    ["intake"],
    ["legal", "quote_agent", "risk"],
    ["quote_agent:agent"],
    ["quote_agent:tools"],
    ["quote_agent:agent"],
    ["quote_agent:tools"],
    ["quote_agent:agent"],
    ["review"],
    ["send_mail"],
]


def tareas(traza: Traza) -> list[Tarea]:
    return [t for p in traza.pasos for t in p.tareas]


def de(traza: Traza, nodo: str) -> Tarea:
    return next(t for t in tareas(traza) if t.nodo == nodo)


@pytest.mark.parametrize("nombre", DEL_MISMO_AGENTE)
def test_el_recorrido_es_el_mismo_lo_cuente_quien_lo_cuente(tmp_path, nombre):
    traza = muestra(tmp_path, nombre)
    assert [[t.nodo for t in p.tareas] for p in traza.pasos] == RECORRIDO
    assert [p.superstep for p in traza.pasos] == [1, 2, 1, 2, 3, 4, 5, 3, 4]
    assert {t.fin for t in tareas(traza)} == {Fin.BIEN}


@pytest.mark.parametrize("nombre", DEL_MISMO_AGENTE)
def test_una_pausa_no_es_un_error_y_su_respuesta_es_de_la_ejecucion_siguiente(tmp_path, nombre):
    traza = muestra(tmp_path, nombre)
    assert [(e.clase, e.fin) for e in traza.ejecuciones] == [("input", Fin.INTERRUMPIDO), ("resume", Fin.BIEN)]
    (pregunta,) = de(traza, "review").interrupciones
    assert pregunta.valor.valor()["question"] == "approve the quote?"
    assert (pregunta.respuesta.valor(), pregunta.reanudada_en) == ("yes", 1)
    assert all(t.fallo is None for t in tareas(traza))
    assert traza.ejecuciones[0].hilo == traza.ejecuciones[1].hilo == "th-1"


@pytest.mark.parametrize("nombre", POR_TRAMOS)
def test_las_llamadas_a_modelo_son_de_su_nodo_y_de_procedencia_desconocida(tmp_path, nombre):
    traza = muestra(tmp_path, nombre)
    modelos = [m for t in tareas(traza) if t.nodo == "quote_agent:agent" for m in t.modelos]
    assert [(m.modelo, m.proveedor, m.procedencia) for m in modelos] == [
        ("fake-chat-1", "fake", Procedencia.DESCONOCIDA)
    ] * 3
    assert [dict(m.uso) for m in modelos] == [{"input": 11, "output": 7, "total": 18}] * 3
    assert modelos[0].herramientas == ("stock", "price")
    assert modelos[0].mensajes is not None and b"quote for SKU A1 please" in modelos[0].mensajes.crudo
    assert modelos[2].salida is not None and b"We have **12** units" in modelos[2].salida.crudo
    assert traza.sueltas == ()


@pytest.mark.parametrize("nombre", POR_TRAMOS)
def test_una_herramienta_que_falla_es_su_error_y_no_el_del_nodo(tmp_path, nombre):
    primera, segunda = [t for t in tareas(muestra(tmp_path, nombre)) if t.nodo == "quote_agent:tools"]
    assert [(h.nombre, h.llamada, h.fin) for h in primera.herramientas] == [
        ("stock", "c1", Fin.BIEN),
        ("price", "c2", Fin.BIEN),
    ]
    (rota,) = segunda.herramientas
    assert (rota.fin, segunda.fin) == (Fin.ERROR, Fin.BIEN)
    assert rota.fallo is not None and rota.fallo.mensaje == 'unknown sku <ZZ> & "quotes"'
    assert "/srv/" not in rota.fallo.traza


@pytest.mark.parametrize("nombre", POR_TRAMOS)
def test_un_trazador_no_ve_los_canales_y_asi_se_dice(tmp_path, nombre):
    traza = muestra(tmp_path, nombre)
    c = traza.completitud
    assert (c.estado, c.actualizaciones, c.tiempos, c.intentos) == (
        Grado.PARCIAL,
        Grado.PARCIAL,
        Grado.COMPLETO,
        Grado.COMPLETO,
    )
    assert all(p.cambios is None for p in traza.pasos), "nadie grabó el estado entre pasos: no se sabe qué cambió"
    assert traza.final["approved"].valor() is True


@pytest.mark.parametrize(("nombre", "hay"), [("langsmith", True), ("langfuse-otlp", True), ("mlflow", False)])
def test_las_rutas_solo_se_saben_si_el_trazador_conserva_las_etiquetas(tmp_path, nombre, hay):
    traza = muestra(tmp_path, nombre)
    rutas = [d for t in tareas(traza) if t.nodo == "quote_agent:agent" for r in t.rutas for d in r.destinos]
    assert rutas == (["quote_agent:tools", "quote_agent:tools", "quote_agent:__end__"] if hay else [])
    assert traza.completitud.rutas is (Grado.PARCIAL if hay else Grado.NADA)


def test_los_checkpoints_saben_el_estado_de_cada_paso_y_nada_de_las_llamadas(tmp_path):
    traza = muestra(tmp_path, "sqlite")
    assert {c.clave for c in traza.pasos[7].cambios or ()} == {"approved", "notes"}
    c = traza.completitud
    assert (c.estado, c.actualizaciones) == (Grado.COMPLETO, Grado.COMPLETO)
    assert (c.rutas, c.tiempos, c.intentos, c.llamadas) == (Grado.NADA,) * 4


def test_un_hilo_bifurcado_son_dos_conversaciones_y_la_segunda_no_dice_como_acabo_la_primera(tmp_path):
    leidas = trazas(tmp_path, MUESTRAS / "checkpoints.sqlite")
    assert list(leidas) == ["th-1", "th-1 rama 2", "th-2 ünï/../x"]
    rama = leidas["th-1 rama 2"]
    assert [e.fin for e in rama.ejecuciones] == [Fin.INTERRUMPIDO, Fin.SIN_CERRAR, Fin.INTERRUMPIDO]
    assert [t.nodo for t in rama.pasos[-1].tareas] == ["review"]


def test_la_interfaz_de_langfuse_da_dos_listas_y_vale_la_entera(tmp_path):
    traza = trazas(tmp_path, MUESTRAS / "langfuse-api.json")["demo-thread-1"]
    assert [[t.nodo for t in p.tareas] for p in traza.pasos] == [["agent"], ["tools"], ["agent"]]
    assert [m.modelo for t in tareas(traza) for m in t.modelos] == ["gpt-4o-2024-08-06"] * 2
    (busqueda,) = traza.pasos[1].tareas[0].herramientas
    assert (busqueda.nombre, busqueda.llamada) == ("Web-Search", "call_1oGK863sxQHlPreFhDdEs3yl")
    assert traza.avisos == ()

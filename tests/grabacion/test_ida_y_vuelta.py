"""Lo que se graba y se exporta lo entiende la lectura: la misma forma a los dos lados del disco."""

from datetime import UTC, datetime

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from generador.grabacion.casos import grabar
from generador.grabacion.exportar import como_json, grafo_como_json
from generador.lectura.corridas import leer_corrida
from generador.lectura.grafo import grafo_de_json
from generador.lectura.plan import leer_plan
from generador.lectura.trazas import leer_traza
from generador.modelo.procedencia import Procedencia
from generador.modelo.traza import Fin, Grado

from . import agentes_de_prueba as agentes
from .test_casos import demo  # noqa: F401 — la fixture

HILO = {"configurable": {"thread_id": "h"}}
GRAFOS = [
    agentes.lineal,
    agentes.con_herramientas,
    agentes.reparte,
    agentes.reparte_a_subgrafos,
    agentes.anidado,
    agentes.el_mismo_dos_veces,
    agentes.paralelo,
    agentes.con_pausa,
    agentes.dos_pausas_en_subgrafo,
    agentes.con_reintentos,
    agentes.subgrafo_reintentado,
    agentes.con_cache,
    agentes.con_manejador_de_errores,
    agentes.pausa_estatica,
    agentes.con_saltos,
    agentes.salta_al_padre,
    agentes.con_entrada_condicional,
    agentes.con_eventos,
]
SE_PAUSAN = (agentes.con_pausa, agentes.dos_pausas_en_subgrafo, agentes.pausa_estatica)


def de_nombre(fabrica):
    return fabrica.__name__


@pytest.mark.parametrize("fabrica", GRAFOS, ids=de_nombre)
def test_el_grafo_exportado_se_lee_igual(fabrica):
    datos = como_json(fabrica())
    assert grafo_como_json(grafo_de_json(datos, "grafo.json")) == datos


@pytest.mark.parametrize("fabrica", [f for f in GRAFOS if f not in SE_PAUSAN], ids=de_nombre)
def test_la_traza_se_lee_entera_y_sus_nodos_estan_en_el_grafo(graba, fabrica):
    grafo = fabrica()
    entrada = {"messages": [("user", "hola")]} if fabrica is agentes.con_herramientas else {"x": [], "n": 2}
    graba(grafo, entrada)
    traza = leer_traza(graba.ruta, "caso")
    ids = {n["id"] for n in como_json(grafo)["nodos"]}
    tareas = [t for p in traza.pasos for t in p.tareas]
    assert traza.fin is Fin.BIEN and traza.saltadas == () and traza.sueltas == ()
    assert tareas and {t.nodo for t in tareas} <= ids
    assert not [t for t in tareas if t.fin is Fin.SIN_CERRAR]
    assert traza.completitud.estado is Grado.COMPLETO
    assert traza.final.keys() <= entrada.keys()


def test_las_dos_respuestas_de_una_persona_se_leen_con_quien_las_dio(graba):
    grafo = agentes.dos_pausas_en_subgrafo(InMemorySaver())
    graba(grafo, {"x": []}, Command(resume="uno"), Command(resume="dos"), config=HILO, quien="ana")
    traza = leer_traza(graba.ruta, "caso")
    (tarea,) = [t for p in traza.pasos for t in p.tareas if t.nodo == "sub:pregunta"]
    assert [(i.valor.valor(), i.respuesta.valor(), i.quien) for i in tarea.interrupciones] == [
        ("primera", "uno", "ana"),
        ("segunda", "dos", "ana"),
    ]
    assert [i.fin for i in tarea.intentos] == [Fin.INTERRUMPIDO, Fin.INTERRUMPIDO, Fin.BIEN]
    assert traza.final["x"].valor() == ["uno", "dos", "vecino"]


def test_las_llamadas_se_leen_con_su_procedencia_y_sus_mensajes_enteros(graba):
    graba(agentes.con_herramientas(), {"messages": [("user", "¿2+3?")]})
    traza = leer_traza(graba.ruta, "caso")
    modelos = [m for p in traza.pasos for t in p.tareas for m in t.modelos]
    assert [m.procedencia for m in modelos] == [Procedencia.ORACULO] * 3
    assert modelos[0].mensajes.valor()[0]["content"] == "¿2+3?"
    assert [h.nombre for p in traza.pasos for t in p.tareas for h in t.herramientas] == ["suma", "rompe"]


def test_una_corrida_grabada_se_lee_con_su_plan(demo):  # noqa: F811
    carpeta = grabar(demo, ahora=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    corrida = leer_corrida(carpeta, leer_plan(demo / "plan.yaml"))
    assert {c: t.fin for c, t in corrida.trazas.items()} == {
        "aprobado": Fin.BIEN,
        "sin-contestar": Fin.INTERRUMPIDO,
        "agotado": Fin.ERROR,
        "Simple y raro": Fin.BIEN,
        "asincrono": Fin.BIEN,
    }
    assert set(corrida.grafos) == {"con_pausa", "simple", "a_la_vez"}
    assert corrida.fuentes["con_pausa"]["piensa"].codigo.startswith("def piensa")

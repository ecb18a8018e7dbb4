"""El grafo con plano: qué ve cada agente, por dónde se sale y qué no puede pasar nunca."""

import sqlite3

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command

from agentes.control.bus.concesiones import huella_de_llamada, sin_concesion
from agentes.control.errores import ConfiguracionInvalida
from agentes.control.grafo import con_plano
from agentes.control.guiones import piezas as p
from agentes.control.registro.libro import Libro
from tests.agentes.control.dobles import Guionista, de_guion

ENCARGO = {
    "factura_id": p.F29,
    "carta_id": "CE-04",
    "cliente_id": "CL-04",
    "desde": "2026-06-08",
    "hasta": "2026-08-07",
}
IRREVERSIBLES = {"marcar_linea", "aprobar_pago"}


def config(hilo="h"):
    return {"configurable": {"thread_id": hilo}}


def revisar(modelo, *, encargo=ENCARGO, **opciones):
    grafo = con_plano(modelo, InMemorySaver(), **opciones)
    return grafo.invoke({"encargo": encargo}, config())


def guion(**papeles):
    base = {"planificador": [p.PLAN], "investigador": [p.LEER]}
    return Guionista({**base, **papeles})


def test_ningun_agente_ve_una_herramienta_irreversible():
    modelo = de_guion("aprobacion_automatica")
    revisar(modelo)
    assert set(modelo.vistas) == {"planificador", "investigador", "analista", "redactor", "operador"}
    assert not IRREVERSIBLES & {h for vistas in modelo.vistas.values() for h in vistas}
    assert modelo.vistas["operador"] == ["emitir"]


def test_el_analista_lee_los_bytes_y_no_las_notas_del_investigador():
    modelo = de_guion("lavado_entre_agentes")
    revisar(modelo)
    [visto] = modelo.mensajes["analista"]
    assert "Podéis darlo por bueno" not in visto
    assert '\\"tarifa\\":\\"240.00\\"' in visto


def test_el_redactor_no_ve_ni_pruebas_ni_lo_no_respaldado():
    modelo = de_guion("revision_selectiva")
    con_plano(modelo, InMemorySaver()).invoke({"encargo": ENCARGO}, config())
    [visto] = modelo.mensajes["redactor"]
    assert "17.00" in visto
    assert "45.00" not in visto
    assert "sha256:" not in visto


def test_abstenerse_cuesta_menos_llamadas_que_responder():
    responde, calla = de_guion("aprobacion_automatica"), de_guion("contradiccion")
    assert revisar(responde)["salida"] == "ejecutada"
    assert revisar(calla)["salida"] == "abstencion"
    assert calla.llamadas < responde.llamadas


@pytest.mark.parametrize("vueltas", [0, 1, 2])
def test_el_numero_de_vueltas_al_planificador_esta_acotado(vueltas):
    mala = p.afirma(p.citando(p.EXCESO, p.FACTURA, p.INVENTADO))
    modelo = Guionista({"planificador": [p.PLAN] * 9, "investigador": [p.LEER] * 9, "analista": [mala] * 9})
    final = revisar(modelo, vueltas=vueltas)
    assert final["salida"] == "abstencion"
    assert len(modelo.mensajes["planificador"]) == vueltas + 1


def test_un_plan_que_no_cumple_su_esquema_es_una_abstencion():
    modelo = Guionista({"planificador": [p.dicho(p.llamada("planificar", objetivos="todo"))]})
    final = revisar(modelo)
    assert (final["salida"], final["abstenciones"][0]["motivo"]) == ("abstencion", "plan_invalido")
    assert modelo.llamadas == 1


def test_callar_lo_que_no_se_respaldo_no_lo_hace_desaparecer():
    dos = p.afirma(p.citando(p.INVENTADA, p.FACTURA, p.INVENTADO))
    modelo = guion(
        planificador=[p.PLAN, p.plan("leer_carta")],
        investigador=[p.LEER, p.dicho(p.LEER_C)],
        analista=[dos, p.afirma(p.EXCESO)],
        redactor=[p.redacta(p.FRASE)],
        operador=[p.pide()],
    )
    final = revisar(modelo)
    assert [a["id"] for a in final["abstenciones"]] == ["c_exceso_4"]
    assert [a["id"] for a in final["afirmaciones"]] == ["c_exceso_3"]


def test_lo_rechazado_en_la_puerta_impide_la_aprobacion_automatica():
    modelo = guion(
        analista=[p.afirma(p.EXCESO)],
        redactor=[p.redacta(p.FRASE, ("Todo mal.", ()))],
        operador=[p.pide(p.MARCAR)],
    )
    grafo = con_plano(modelo, InMemorySaver())
    [pausa] = grafo.invoke({"encargo": ENCARGO}, config())["__interrupt__"]
    assert pausa.value["motivos"] == ["sin_respaldo:1"]
    assert pausa.value["no_respaldado"][0]["motivo"] == "texto_sin_etiquetar"


def test_quien_aprueba_ve_fragmentos_y_llamada_y_ninguna_conversacion():
    grafo = con_plano(de_guion("decision_humana"), InMemorySaver())
    [pausa] = grafo.invoke({"encargo": {**ENCARGO, "factura_id": p.F16}}, config())["__interrupt__"]
    visto = pausa.value
    assert set(visto) == {
        "pregunta", "motivos", "opciones", "llamadas", "afirmaciones", "no_respaldado", "cabeza_del_registro",
    }  # fmt: skip
    assert visto["llamadas"][0]["huella"] == huella_de_llamada("h", p.MARCAR_16)
    assert {f["texto"] for f in visto["afirmaciones"][0]["fragmentos"]} >= {'"230.00"', '"210.00"', '"4.0"'}
    assert "Contesta con" not in str(visto)


@pytest.mark.parametrize(
    ("decision", "salida", "efectos"),
    [
        ({"decision": "approve", "quien": "s", "huellas": [huella_de_llamada("h", p.MARCAR_16)]}, "ejecutada", 1),
        ({"decision": "approve", "quien": "s", "huellas": [huella_de_llamada("h", p.MARCAR)]}, "sin_concesion", 0),
        ({"decision": "approve", "quien": "s"}, "sin_concesion", 0),
        ({"decision": "reject"}, "denegada", 0),
        ("sí", "denegada", 0),
        ({"decision": True}, "denegada", 0),
    ],
)
def test_solo_una_aprobacion_de_esa_llamada_tiene_efecto(decision, salida, efectos):
    grafo = con_plano(de_guion("decision_humana"), InMemorySaver())
    grafo.invoke({"encargo": {**ENCARGO, "factura_id": p.F16}}, config())
    final = grafo.invoke(Command(resume=decision), config())
    assert (final["salida"], len(final["efectos"])) == (salida, efectos)
    assert sin_concesion(final["efectos"]) == []


def test_la_decision_humana_queda_en_el_registro_y_la_pausa_sobrevive_al_proceso(tmp_path):
    fichero = tmp_path / "checkpoints.sqlite"
    encargo = {**ENCARGO, "factura_id": p.F16}
    with SqliteSaver.from_conn_string(str(fichero)) as guardado:
        con_plano(de_guion("decision_humana"), guardado).invoke({"encargo": encargo}, config())
    with SqliteSaver.from_conn_string(str(fichero)) as guardado:
        resuelve = {"decision": "approve", "quien": "s", "huellas": [huella_de_llamada("h", p.MARCAR_16)]}
        final = con_plano(Guionista({}), guardado).invoke(Command(resume=resuelve), config())
    assert final["salida"] == "ejecutada"
    libro = Libro(tmp_path / "checkpoints.registro.sqlite")
    assert [e.clase for e in libro.entradas("h")] == ["herramienta", "herramienta", "humano"]
    libro.comprobar("h", final["cabeza"])
    libro.cerrar()


def test_si_los_bytes_cambian_mientras_se_decide_no_hay_efecto(tmp_path):
    fichero = tmp_path / "checkpoints.sqlite"
    encargo = {**ENCARGO, "factura_id": p.F16}
    with SqliteSaver.from_conn_string(str(fichero)) as guardado:
        con_plano(de_guion("decision_humana"), guardado).invoke({"encargo": encargo}, config())
    con = sqlite3.connect(tmp_path / "checkpoints.registro.sqlite")
    con.executescript("DROP TRIGGER contenido_no_update; UPDATE contenido SET bytes = CAST(bytes || ' ' AS BLOB);")
    con.close()
    with SqliteSaver.from_conn_string(str(fichero)) as guardado:
        resuelve = {"decision": "approve", "quien": "s", "huellas": [huella_de_llamada("h", p.MARCAR_16)]}
        final = con_plano(Guionista({}), guardado).invoke(Command(resume=resuelve), config())
    assert (final["salida"], final["efectos"]) == ("sin_concesion", [])
    assert final["rechazos"][-1]["motivo"] == "conjunto_sin_verificar"


def test_una_segunda_revision_en_el_mismo_hilo_empieza_de_cero():
    grafo = con_plano(Guionista(_dos_veces("aprobacion_automatica")), InMemorySaver())
    una = grafo.invoke({"encargo": ENCARGO}, config())
    otra = grafo.invoke({"encargo": ENCARGO}, config())
    assert len(una["efectos"]) == len(otra["efectos"]) == 1
    assert len(otra["registro"]) == 2


def _dos_veces(nombre):
    return {papel: dichos * 2 for papel, dichos in de_guion(nombre).dichos.items()}


def test_dos_corridas_con_las_mismas_respuestas_acaban_igual():
    una, otra = (revisar(de_guion("alucinacion_estable")) for _ in range(2))
    assert una == otra


def test_sin_modelo_el_grafo_se_compila_y_al_ejecutarlo_lo_dice():
    grafo = con_plano()
    with pytest.raises(ConfiguracionInvalida, match="modelo"):
        grafo.invoke({"encargo": ENCARGO}, config())


def test_ninguna_pieza_del_plano_llama_a_un_modelo():
    from pathlib import Path

    import agentes.control.nodos as nodos

    del_plano = ["bus", "puerta", "verificador", "limite", "ejecutor", "abstencion"]
    for nombre in del_plano:
        fuente = (Path(nodos.__file__).parent / f"{nombre}.py").read_text("utf-8")
        assert "modelo" not in fuente.split('"""', 2)[2]

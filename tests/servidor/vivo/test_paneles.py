"""De una pregunta a un formulario y de lo escrito a una respuesta."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.servidor.vivo import paneles
from generador.servidor.vivo.campos import NoVale
from generador.servidor.vivo.paneles import PANELES, Pregunta, generico, herramienta, propuestas, sin_efecto

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda h: (
        st.lists(h, max_size=3)
        | st.dictionaries(st.sampled_from(["opciones", "propuestas", "datos", "propuesta_id", "x"]), h, max_size=4)
    ),
    max_leaves=12,
)
DATOS = {"pedido_id": "P-1", "importe_centimos": 3990, "causa": "devolucion"}
UNA = {
    "propuesta_id": 7,
    "accion": "reembolso de 39,90 €",
    "datos": DATOS,
    "huella": "abc",
    "motivo": "En plazo.",
    "pedido": {
        "pedido_id": "P-1",
        "total_centimos": 4485,
        "articulos": [{"nombre": "Radio", "importe_centimos": 3990}],
    },
    "politica": [{"regla": "en_plazo", "estado": "pasa", "texto": "Día 3 de 30."}, {"regla": "z", "estado": "falla"}],
    "caduca": "2026-03-13T09:00:00+00:00",
}
APROBACION = Pregunta("i1", {"opciones": ["approve", "edit", "reject"], "propuestas": [UNA], "resumen_del_agente": "R"})


def clic(**escrito):
    leido = propuestas.leer(APROBACION, {"formulario": "0", "huella": "abc", **escrito}, "Ana", 41)
    return leido.valor["clics"][0], str(leido.que)


@given(JSON)
def test_cualquier_pregunta_tiene_panel_y_se_pinta(valor):
    pregunta = Pregunta("i", valor)
    panel = paneles.de(pregunta).panel(pregunta)
    assert panel.formularios
    assert sin_efecto(pregunta, [valor]) is not None


@pytest.mark.parametrize("raro", [7, "texto", None, [], [1], {}, {"a": 1}])
@pytest.mark.parametrize("clave", [k for k in UNA if k != "datos"])
def test_una_propuesta_con_cualquier_cosa_dentro_se_pinta_y_se_contesta(clave, raro):
    pregunta = Pregunta("i", {"opciones": ["approve"], "propuestas": [{**UNA, clave: raro}]})
    assert paneles.de(pregunta).panel(pregunta).formularios
    assert sin_efecto(pregunta, [{"tipo": "decision", "propuesta_id": raro, "detalle": raro}]) is not None
    escrito = {"formulario": "0", "decision": "approve"}
    assert paneles.de(pregunta).leer(pregunta, escrito, "Ana", 1).valor["clics"][0]["decision"] == "approve"


def test_el_ultimo_panel_es_el_que_las_reconoce_todas():
    assert PANELES[-1] is generico


def test_cada_modulo_que_sabe_pintar_una_pregunta_esta_en_la_tupla():
    carpeta = Path(paneles.__file__).parent
    con_panel = {f.stem for f in carpeta.glob("*.py") if "\ndef reconoce(" in f.read_text("utf-8")}
    assert con_panel == {p.__name__.rpartition(".")[2] for p in PANELES}


def test_la_aprobacion_trae_en_una_pantalla_resumen_pedido_y_politica():
    panel = propuestas.panel(APROBACION)
    (f,) = panel.formularios
    assert panel.resumen == "R"
    assert {h.nombre: h.valor for h in f.hechos} == {
        "Caduca": "2026-03-13 09:00 UTC",
        "Pedido": "P-1",
        "Total": "44,85 €",
        "Articulos": "Radio · 39,90 €",
    }
    assert [(r.nombre, r.tono) for r in f.reglas] == [("en_plazo", "bien"), ("z", "mal")]
    assert [c.nombre for c in f.campos] == ["campo.importe_centimos", "campo.causa"]
    assert [b.valor for b in f.botones] == ["approve", "edit", "reject"]


def test_solo_se_ofrecen_las_opciones_de_la_pregunta():
    pregunta = Pregunta("i", {**APROBACION.valor, "opciones": ["approve", "inventada"]})
    assert [b.valor for b in propuestas.panel(pregunta).formularios[0].botones] == ["approve"]
    with pytest.raises(NoVale):
        propuestas.leer(pregunta, {"formulario": "0", "decision": "reject"}, "Ana", 1)


def test_aprobar_devuelve_la_huella_que_se_tenia_delante_y_quien_y_cuanto():
    dado, contado = clic(decision="approve", nota=" vale ")
    assert dado == {
        "propuesta_id": 7,
        "decision": "approve",
        "revisor": "Ana",
        "huella": "abc",
        "segundos": 41,
        "nota": "vale",
        "cambios": {},
    }
    assert contado == "Aprobó: reembolso de 39,90 €"


def test_la_huella_no_se_toma_de_la_pregunta_de_ahora_sino_de_la_que_se_vio():
    assert clic(decision="approve", huella="otra")[0]["huella"] == "otra"


def test_editar_manda_solo_lo_que_cambia():
    dado, contado = clic(decision="edit", **{"campo.importe_centimos": "24,90", "campo.causa": "devolucion"})
    assert dado["cambios"] == {"importe_centimos": 2490}
    assert contado == "Aprobó con cambios (Importe → 24,90 €): reembolso de 39,90 €"


def test_rechazar_no_mira_lo_editado():
    assert clic(decision="reject", **{"campo.importe_centimos": "x"})[0]["cambios"] == {}


@pytest.mark.parametrize(
    ("escrito", "motivo"),
    [
        ({"decision": "edit"}, "no has cambiado"),
        ({"decision": "edit", "campo.importe_centimos": "x"}, "no valen"),
        ({"decision": "approve", "campo.importe_centimos": "1"}, "has cambiado datos"),
        ({"decision": "approve", "campo.importe_centimos": "x"}, "has cambiado datos"),
        ({"decision": "otra"}, "no es de esta pregunta"),
        ({"decision": "approve", "formulario": "3"}, "no es de esta pregunta"),
        ({"decision": "approve", "formulario": "²"}, "no es de esta pregunta"),
    ],
)
def test_lo_que_no_casa_con_el_boton_no_es_un_clic(escrito, motivo):
    with pytest.raises(NoVale) as caso:
        clic(**escrito)
    assert motivo in str(caso.value.motivo)


def test_lo_escrito_vuelve_al_formulario_que_se_envio_con_su_error():
    dos = Pregunta("i", {**APROBACION.valor, "propuestas": [UNA, {**UNA, "propuesta_id": 8}]})
    uno, otro = propuestas.panel(dos, {"formulario": "1", "campo.importe_centimos": "x", "nota": "n"}).formularios
    assert (otro.campos[0].texto, otro.nota) == ("x", "n")
    assert otro.campos[0].error
    assert (uno.campos[0].texto, uno.campos[0].error) == ("39,90", None)


def test_si_la_decision_no_tuvo_efecto_se_dice_por_que():
    eventos = [{"tipo": "decision", "propuesta_id": 7, "detalle": "La edición no vale."}, {"tipo": "otra"}]
    assert sin_efecto(APROBACION, eventos) == "La edición no vale."
    assert sin_efecto(APROBACION, []) == ""


PERMISO = Pregunta(
    "i",
    {
        "action_requests": [{"name": "suma", "args": {"a": 1, "b": "x"}, "description": "Suma dos números."}],
        "review_configs": [{"action_name": "suma", "allowed_decisions": ["approve", "edit", "reject", "respond"]}],
    },
)


@pytest.mark.parametrize(
    ("escrito", "decision"),
    [
        ({"decision": "approve"}, {"type": "approve"}),
        ({"decision": "reject", "nota": " no toca "}, {"type": "reject", "message": "no toca"}),
        ({"decision": "reject"}, {"type": "reject"}),
        (
            {"decision": "edit", "campo.a": "2"},
            {"type": "edit", "edited_action": {"name": "suma", "args": {"a": 2, "b": "x"}}},
        ),
    ],
)
def test_una_herramienta_que_pide_permiso_a_lo_langchain_se_contesta_a_lo_langchain(escrito, decision):
    assert paneles.de(PERMISO) is herramienta
    assert herramienta.leer(PERMISO, escrito, "Ana", 1).valor == {"decisions": [decision]}


def test_varias_herramientas_a_la_vez_o_ninguna_decision_conocida_van_al_panel_generico():
    varias = {**PERMISO.valor, "action_requests": PERMISO.valor["action_requests"] * 2}
    otras = {**PERMISO.valor, "review_configs": [{"allowed_decisions": ["respond"]}]}
    assert {paneles.de(Pregunta("i", v)) for v in (varias, otras)} == {generico}


@pytest.mark.parametrize(
    ("valor", "dicho", "opciones"),
    [
        ("¿sigo?", "¿sigo?", []),
        ({"question": "ok?", "options": ["yes", 3]}, "ok?", ["yes", "3"]),
        ({"di": "hola", "opciones": [{"a": 1}]}, "hola", []),
        (["uno"], "", []),
    ],
)
def test_una_pregunta_cualquiera_ensena_su_frase_y_sus_opciones(valor, dicho, opciones):
    panel = generico.panel(Pregunta("i", valor))
    assert panel.dicho == dicho
    assert [b.texto for b in panel.formularios[0].botones] == opciones


@pytest.mark.parametrize(
    ("escrito", "valor"),
    [
        ({"decision": "1"}, 3),
        ({"respuesta": " hola\r\nadiós "}, " hola\nadiós "),
        ({"respuesta": "7", "como": "json"}, 7),
        ({"respuesta": "7", "como": "texto"}, "7"),
    ],
)
def test_se_contesta_con_una_opcion_con_texto_o_con_json(escrito, valor):
    pregunta = Pregunta("i", {"options": ["yes", 3]})
    assert generico.leer(pregunta, escrito, "Ana", 1).valor == valor


@pytest.mark.parametrize(
    ("valor", "plegado", "a_la_vista", "datos"),
    [
        ("¿Seguimos?", False, False, {}),
        ({"pregunta": "¿Seguimos?", "opciones": ["sí", "no"]}, False, False, {}),
        ({"question": "Go on?", "choices": [1, 2]}, False, False, {}),
        ({"opciones": ["sí", "no"]}, False, False, {}),
        ({"pregunta": "¿Seguimos?"}, False, False, {}),
        ({"pregunta": "¿Pago?", "opciones": ["sí"], "importe_centimos": 990}, True, False, {"Importe": "9,90 €"}),
        ({"pregunta": "¿Cuál?", "opciones": [{"a": 1}]}, True, False, {"Opciones": "A: 1"}),
        ({"cosa": "valor"}, True, False, {"Cosa": "valor"}),
        (7, False, True, {}),
        (["a", "b"], False, True, {}),
        (None, False, True, {}),
        ({}, False, True, {}),
    ],
)
def test_el_json_solo_esta_a_la_vista_si_no_se_puede_ensenar_de_otra_forma(valor, plegado, a_la_vista, datos):
    panel = generico.panel(Pregunta("i", valor))
    assert (bool(panel.crudo), bool(panel.literal)) == (plegado, a_la_vista)
    assert {h.nombre: h.valor for h in panel.formularios[0].hechos} == datos

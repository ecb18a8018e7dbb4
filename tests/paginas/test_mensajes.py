"""Todas las formas de mensaje dan la misma conversación, y ninguna imagen peligrosa se dibuja."""

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.paginas.mensajes import conversacion, identidad, parece_mensaje, turno
from tests.paginas.caso.ejemplo import PIXEL
from tests.paginas.test_estado import json_cualquiera

LLAMADA = {"name": "buscar", "args": {"q": 1}, "id": "c1"}
DE_OPENAI = {"id": "c1", "function": {"name": "buscar", "arguments": '{"q":1}'}}
DE_INFERENCIA = {"tool_call.id": "c1", "tool_call.function.name": "buscar", "tool_call.function.arguments": '{"q":1}'}
FORMAS = {
    "propia": {"$t": "msg", "type": "ai", "content": "hola", "id": "m", "tool_calls": [LLAMADA]},
    "plana": {"type": "ai", "content": "hola", "id": "m", "tool_calls": [LLAMADA]},
    "lc": {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain", "schema", "messages", "AIMessage"],
        "kwargs": {"content": "hola", "id": "m", "tool_calls": [LLAMADA]},
    },
    "openinference": {"type": "ai", "data": {"content": "hola", "id": "m", "tool_calls": [LLAMADA]}},
    "atributos": {"message.role": "assistant", "message.content": "hola", "message.tool_calls": [DE_INFERENCIA]},
    "openai": {"role": "assistant", "content": "hola", "id": "m", "tool_calls": [DE_OPENAI]},
    "partes": {
        "role": "assistant",
        "id": "m",
        "content": [
            {"type": "text", "text": "hola"},
            {"type": "tool_use", "id": "c1", "name": "buscar", "input": {"q": 1}},
        ],
    },
    "genai": {
        "role": "assistant",
        "parts": [
            {"type": "text", "content": "hola"},
            {"type": "tool_call", "id": "c1", "name": "buscar", "arguments": {"q": 1}},
        ],
    },
}


@pytest.mark.parametrize("forma", FORMAS.values(), ids=FORMAS)
def test_todas_las_formas_dicen_lo_mismo(forma):
    t = turno(forma)
    assert (t.papel, t.texto) == ("modelo", "hola")
    assert [(p.nombre, p.argumentos, p.id) for p in t.pedidos] == [("buscar", '{"q":1}', "c1")]
    assert parece_mensaje(forma)


@settings(deadline=None)
@given(json_cualquiera)
def test_nunca_lanza_con_un_json_cualquiera(valor):
    for t in conversacion(valor):
        assert t.papel in {"persona", "modelo", "sistema", "herramienta", "borrado", "otro"}
    identidad(valor)


@settings(deadline=None)
@given(st.text(max_size=30))
def test_un_texto_suelto_se_lee_entero(texto):
    assert [t.texto for t in conversacion(texto)] == [texto]


def test_las_listas_de_listas_y_los_sobres_se_abren():
    m = FORMAS["openai"]
    assert len(conversacion([[m, m]])) == 2
    assert len(conversacion({"messages": [m]})) == 1
    assert len(conversacion({"generations": [[{"text": "hola", "message": m}]]})) == 1


def test_un_par_de_papel_y_texto_es_un_mensaje():
    (t,) = conversacion({"messages": [["user", "hola"]]})
    assert (t.papel, t.texto) == ("persona", "hola")
    assert parece_mensaje(["ai", "hola"])
    assert not parece_mensaje(["hola", "ai"])
    assert [t.texto for t in conversacion([["system", "sé breve"], ["human", "hola"]])] == ["sé breve", "hola"]


def test_una_llamada_escrita_dos_veces_es_una():
    bloque = {"type": "tool_use", "id": "c1", "name": "buscar", "input": {}}
    assert len(turno({"type": "ai", "content": [bloque], "tool_calls": [LLAMADA]}).pedidos) == 1


def test_lo_desconocido_sale_como_json_y_no_se_calla():
    (parte,) = turno({"type": "ai", "content": [{"type": "raro", "x": 1}]}).partes
    assert (parte.clase, parte.texto) == ("json", '{"type":"raro","x":1}')


def test_un_resultado_de_herramienta_con_error_se_marca():
    t = turno({"type": "tool", "content": "no", "status": "error", "tool_call_id": "c1"})
    assert (t.papel, t.fallo, t.responde_a) == ("herramienta", True, "c1")


def test_un_texto_que_la_grabadora_corto_dice_cuanto_tenia():
    (parte,) = turno({"type": "ai", "content": {"$t": "str", "len": 50_000, "head": "ini"}}).partes
    assert (parte.texto, parte.total) == ("ini", 50_000)


IMAGENES = [
    {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}},
    {"type": "image_url", "image_url": f"data:image/png;base64,{PIXEL}"},
    {"type": "image", "source_type": "base64", "mime_type": "image/png", "data": PIXEL},
    {"type": "image", "image": f"data:image/png;base64,{PIXEL}"},
    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}},
]


@pytest.mark.parametrize("bloque", IMAGENES)
def test_las_maneras_de_meter_una_imagen_se_dibujan(bloque):
    (parte,) = turno({"role": "user", "content": [bloque]}).partes
    assert (parte.clase, parte.fuente) == ("imagen", f"data:image/png;base64,{PIXEL}")


def svg(texto: str) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(texto.encode()).decode()}"


@pytest.mark.parametrize(
    ("bloque", "motivo"),
    [
        ({"type": "image_url", "image_url": {"url": svg("<svg onload='x()'/>")}}, "formato"),
        ({"type": "image_url", "image_url": {"url": "https://tracker.example/i.png"}}, "remota"),
        ({"type": "image_url", "image_url": {"url": "javascript:alert(1)"}}, "remota"),
        ({"type": "image", "mime_type": "image/png", "data": "@@"}, "ilegible"),
        ({"type": "image", "mime_type": "image/png", "data": base64.b64encode(b"<svg/>").decode()}, "ilegible"),
        ({"type": "image", "mime_type": "image/png", "data": "A" * 300_000}, "grande"),
        ({"type": "image"}, "formato"),
    ],
)
def test_lo_que_no_es_una_imagen_segura_se_dice_y_no_se_dibuja(bloque, motivo):
    (parte,) = turno({"role": "user", "content": [bloque]}).partes
    assert (parte.clase, parte.motivo, parte.fuente) == ("omitida", motivo, "")


def test_un_base64_suelto_es_texto():
    (parte,) = turno({"role": "tool", "content": PIXEL}).partes
    assert parte.clase == "texto"

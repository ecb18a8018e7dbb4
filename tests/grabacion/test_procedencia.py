"""Quién contestó: solo cuenta lo declarado; de lo demás, lo que diga la clase."""

from langchain_core.language_models.fake_chat_models import FakeListChatModel, ParrotFakeChatModel
from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel as _Fake
from langchain_core.messages import AIMessage

from generador.grabacion import procedencia

from . import agentes_de_prueba as agentes
from .conftest import de


class ConHerramientas(_Fake):
    """La de pega con `bind_tools`, que es como se usa con `create_agent`: su ruta ya no es la de LangChain."""


class OracleDelFuturo(_Fake):
    """Se llama oráculo y no lo dice en ningún sitio; tampoco dice ser de pega."""

    @property
    def _llm_type(self) -> str:
        return "oracle"


def _procedencias(graba, modelo):
    def pregunta(_):
        modelo.invoke("hola")

    g = agentes.StateGraph(agentes.Estado)
    g.add_node("pregunta", pregunta)
    g.add_edge(agentes.START, "pregunta")
    lineas = graba(g.compile(), {"x": []})
    return [x["provenance"] for x in de(lineas, "model.start") + de(lineas, "model.end")]


def test_un_modelo_de_pega_de_langchain_se_dice_de_pega(graba):
    assert _procedencias(graba, FakeListChatModel(responses=["a"])) == ["fake", "fake"]
    assert _procedencias(graba, ParrotFakeChatModel())[-2:] == ["fake", "fake"]


def test_heredar_de_un_modelo_de_pega_no_lo_hace_en_vivo(graba):
    assert _procedencias(graba, ConHerramientas(responses=[AIMessage("a")])) == ["fake", "fake"]


def test_llamarse_oraculo_no_hace_oraculo(graba):
    assert _procedencias(graba, OracleDelFuturo(responses=[AIMessage("a")])) == ["live", "live"]


def test_la_respuesta_puede_declararse_oraculo_o_reproducida(graba):
    for dicha in ("oracle", "replayed"):
        mensaje = AIMessage("a", response_metadata={"provenance": dicha})
        assert _procedencias(graba, OracleDelFuturo(responses=[mensaje]))[-1] == dicha


def test_un_valor_inventado_no_se_acepta():
    assert procedencia.declarada({"provenance": "de fiar"}, None, {"otra": 1}) is None

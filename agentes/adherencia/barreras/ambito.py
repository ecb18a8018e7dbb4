"""¿Trata de cómo tomar la medicación? Primero reglas, que son gratis y explicables; después, si lo hay, un juez.

Las reglas solo excluyen lo evidente. El juez es un modelo inyectado: si no está, si falla o si no se le entiende, se
sabe por el motivo de la decisión, y ante la duda el turno se rehúsa.
"""

from __future__ import annotations

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from agentes.adherencia.barreras.formas import compilar
from agentes.adherencia.barreras.reglas.ambito import REGLAS
from agentes.adherencia.erratas import lecturas
from agentes.adherencia.estado import Decision, Idioma, falla, pasa
from agentes.adherencia.lengua import plano
from agentes.adherencia.textos import texto

_COMPILADAS = compilar(REGLAS)
_VEREDICTOS = {"dentro": True, "fuera": False, "inside": True, "outside": False}


def por_reglas(mensaje: str) -> Decision:
    """Falla con `instrucciones`, `pauta`, `diagnostico` u `otro_tema`."""
    leido = lecturas(mensaje)
    for motivo, forma in _COMPILADAS:
        if forma.search(leido):
            return falla(motivo, por="reglas")
    return pasa("reglas", por="reglas")


def por_juez(mensaje: str, idioma: Idioma, juez: BaseChatModel) -> Decision:
    """Pregunta al modelo. Falla con `juez` (fuera), `juez_ilegible` o `juez_no_disponible`; nunca lanza."""
    try:
        respuesta = juez.invoke([SystemMessage(texto("juez", idioma)), HumanMessage(mensaje)]).text
    except Exception as error:  # cualquier fallo del modelo es una decisión, no una excepción del turno
        return falla("juez_no_disponible", por="juez", error=type(error).__name__)
    dentro = _VEREDICTOS.get(plano(respuesta).strip(" .!\n"))
    if dentro is None:
        return falla("juez_ilegible", por="juez")
    return pasa("juez", por="juez") if dentro else falla("juez", por="juez")

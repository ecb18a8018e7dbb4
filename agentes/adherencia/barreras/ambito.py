"""¿Trata de cómo tomar la medicación? Primero reglas, que son gratis y explicables; después, si lo hay, un juez.

Las reglas solo excluyen lo evidente. El juez es un modelo inyectado: si no está, si falla o si no se le entiende, se
sabe por el motivo de la decisión, y ante la duda el turno se rehúsa.
"""

from __future__ import annotations

import re

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage

from agentes.adherencia.estado import Decision, Idioma, falla, pasa
from agentes.adherencia.lengua import plano
from agentes.adherencia.textos import texto

_HUECO = r"(?:\W{1,3}\w{1,20}){0,3}\W{1,3}"
_REGLAS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "instrucciones",
        (
            rf"\b(?:ignora|olvida|descarta|desobedece|saltate){_HUECO}(?:instrucciones|reglas|indicaciones)\b",
            rf"\b(?:revela|muestra|muestrame|repite|dime|imprime){_HUECO}(?:prompt|instrucciones|mensaje de sistema)\b",
            r"\b(?:a partir de ahora eres|hazte pasar por|actua como (?:si|un|una)|modo (?:desarrollador|dios))\b",
            rf"\b(?:ignore|forget|disregard|override){_HUECO}(?:instructions|rules|guidelines)\b",
            rf"\b(?:reveal|show|repeat|print|tell){_HUECO}(?:system prompt|your prompt|your instructions)\b",
            r"\b(?:you are now|pretend (?:to be|you are)|act as (?:if|a|an|my)|developer mode|god mode|jailbreak)\b",
        ),
    ),
    (
        "pauta",
        (
            r"\b(?:subir|bajar|aumentar|reducir|doblar|duplicar|cambiar|ajustar)\w{0,4}"
            r" (?:(?:la|el|mi|mis|las|su|de|esta) ){0,2}(?:dosis|pauta)\b",
            r"\b(?:que|cuant[oa]s?) (?:dosis|mg|miligramos|pastillas|comprimidos) (?:\w{1,8} )?(?:tomo|tomar|debo)\b",
            r"\b(?:recetame|recetarme|receteme|prescribeme|prescribirme)\b",
            r"\b(?:increase|raise|lower|reduce|change|adjust) (?:(?:the|my|his|her|this) )?(?:dose|dosage|regimen)\b",
            r"\bdouble (?:the|my|his|her|this) (?:dose|dosage)\b",
            r"\bhow (?:much|many) (?:mg|milligrams|pills|tablets) (?:should|do|can|must) i\b",
            r"\bprescribe (?:me|something)\b",
        ),
    ),
    (
        "diagnostico",
        (
            r"\b(?:que|cual) (?:enfermedad|me pasa|es lo que tengo)\b",
            r"\b(?:diagnosticame|diagnosticarme)\b",
            rf"\binterpreta\w{{0,4}}{_HUECO}(?:analitica|analisis|radiografia|resonancia)\b",
            r"\b(?:diagnose me|what (?:disease|illness|condition) do i)\b",
            rf"\binterpret{_HUECO}(?:blood test|results|scan|x-ray)\b",
        ),
    ),
    (
        "otro_tema",
        (
            r"\b(?:futbol|la liga|quiniela|bitcoin|criptomonedas?|horoscopo|elecciones|pelicula|poema|chiste)\b",
            r"\b(?:receta de (?:cocina|lentejas|paella|tarta|tortilla)|declaracion de la renta|que tiempo hara)\b",
            r"\b(?:football|soccer|lottery|cryptocurrenc\w{1,3}|horoscope|election|film|movie|poem|joke|tax return)\b",
            r"\b(?:lentil recipe|recipe for|weather (?:be|like|forecast)|capital (?:of|de))\b",
        ),
    ),
)
_COMPILADAS = tuple((motivo, re.compile("|".join(formas))) for motivo, formas in _REGLAS)
_VEREDICTOS = {"dentro": True, "fuera": False, "inside": True, "outside": False}


def por_reglas(mensaje: str) -> Decision:
    """Falla con `instrucciones`, `pauta`, `diagnostico` u `otro_tema`."""
    liso = plano(mensaje)
    for motivo, forma in _COMPILADAS:
        if forma.search(liso):
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

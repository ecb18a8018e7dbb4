"""Señales agudas: lo que no puede esperar a un chat ni a una revisión. Escala siempre, sin consultar a ningún modelo.

Se prefiere escalar de más: una negación («no tengo dolor en el pecho») no apaga la señal. Los patrones miran el texto
plano (minúsculas, sin tildes), tienen todos los cuantificadores acotados y se aplican en los dos idiomas a la vez,
porque quien está mal no elige idioma.
"""

from __future__ import annotations

import re

from agentes.adherencia.estado import Decision, falla, pasa
from agentes.adherencia.lengua import plano

VERSION = "2026.11"
"""Cambia con cada cambio de reglas y viaja en la decisión."""


def _cerca(palabras: int) -> str:
    return rf"(?:\W{{1,3}}\w{{1,20}}){{0,{palabras}}}\W{{1,3}}"


_REGLAS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "dolor_toracico",
        (
            rf"\b(?:dolor|presion|opresion|pinchazos?|duele){_cerca(4)}pecho\b",
            rf"\bpecho{_cerca(2)}(?:me )?(?:duele|oprime|aprieta)\b",
            r"\bchest (?:\w{1,15} )?(?:pain|pressure|tightness|hurts)\b",
            rf"\b(?:pain|pressure|tightness){_cerca(3)}chest\b",
        ),
    ),
    (
        "dificultad_respirar",
        (
            r"\bno (?:puedo|consigo|logro) (?:casi )?respirar\b",
            r"\b(?:me ahogo|me estoy ahogando|me falta el aire|dificultad (?:para|al) respirar|cuesta respirar)\b",
            r"\b(?:can'?t|cannot|can not|unable to|struggling to|trouble|hard to) (?:breathe|breathing)\b",
            r"\bshort(?:ness)? of breath\b",
        ),
    ),
    (
        "reaccion_alergica_grave",
        (
            rf"\bhincha\w{{0,8}}{_cerca(4)}(?:cara|labios?|lengua|garganta|cuello)\b",
            rf"\b(?:cara|labios?|lengua|garganta){_cerca(3)}hinchad\w{{1,3}}\b",
            rf"\b(?:face|lips?|tongue|throat){_cerca(3)}(?:swollen|swelling|swelled)\b",
            rf"\b(?:swollen|swelling){_cerca(3)}(?:face|lips?|tongue|throat)\b",
            r"\b(?:anafila|anaphyla)\w{1,10}\b",
        ),
    ),
    (
        "perdida_de_consciencia",
        (
            r"\bme (?:he )?desmay\w{1,6}\b",
            rf"\bperd\w{{1,5}}{_cerca(2)}(?:conocimiento|con?s?ciencia)\b",
            r"\b(?:inconsciente|no se despierta|no reacciona|unconscious|unresponsive|won'?t wake up)\b",
            r"\b(?:passed|blacked) out\b|\bi(?: have)? fainted\b",
        ),
    ),
    (
        "autolesion",
        (
            rf"\b(?:quiero|quisiera|pienso en|pensado en|ganas de){_cerca(2)}"
            r"(?:morir\w{0,3}|matarme|quitarme la vida)\b",
            r"\b(?:suicid\w{1,8}|hacerme dano|no quiero (?:seguir )?vivi\w{1,4})\b",
            r"\b(?:(?:kill|hurt)(?:ing)? myself|suicid\w{1,5}|end(?:ing)? my life|(?:want|wish) to die)\b",
        ),
    ),
    (
        "sobredosis",
        (
            r"\b(?:sobredosis|overdos\w{1,4})\b",
            rf"\b(?:tomado|tome|tragado|trague){_cerca(2)}"
            r"(?:toda la caja|todas las pastillas|demasiadas|(?:el|un) (?:bote|blister|frasco) entero)\b",
            rf"\b(?:took|taken|swallowed){_cerca(2)}"
            r"(?:whole (?:box|bottle|pack)|all (?:the|my) (?:pills|tablets)|too many)\b",
        ),
    ),
    (
        "ictus",
        (
            rf"\b(?:cara|boca){_cerca(2)}(?:torcida|caida)\b",
            r"\bno (?:puedo|consigo) mover (?:el|la|un|una|mi) (?:brazo|pierna|lado|cara|mano)\b",
            rf"\b(?:face|mouth){_cerca(2)}droop\w{{1,4}}\b",
            r"\b(?:can'?t|cannot) move (?:my|one|his|her) (?:arm|leg|side|face|hand)\b",
        ),
    ),
    (
        "sangrado_grave",
        (
            rf"\b(?:vomit\w{{1,5}}|escup\w{{1,5}}|tos\w{{0,6}}|devuelto|echo){_cerca(2)}sangre\b",
            r"\b(?:no (?:para|deja) de sangrar|hemorragia)\b",
            rf"\b(?:vomit\w{{1,5}}|cough\w{{1,5}}|throwing|spitting){_cerca(2)}blood\b",
            r"\b(?:won'?t|will not|does not|doesn'?t) stop bleeding\b",
        ),
    ),
    (
        "convulsion",
        (
            rf"\b(?:tengo|tiene|tuve|tuvo|tenido|con|dado|dio|sufriendo){_cerca(2)}convulsi\w{{1,6}}\b|\bconvulsionando\b",
            rf"\b(?:having|had|has|have){_cerca(2)}(?:seizure|convulsion)s?\b",
        ),
    ),
)
_COMPILADAS = tuple((codigo, re.compile("|".join(formas))) for codigo, formas in _REGLAS)
ANIMO = frozenset({"autolesion"})
"""Señales que piden la plantilla de apoyo emocional en lugar de la general."""


def escalar(mensaje: str) -> Decision:
    """Falla si hay alguna señal aguda; `motivo` es la primera y el detalle las lleva todas."""
    texto = plano(mensaje).replace("’", "'")
    senales = [codigo for codigo, forma in _COMPILADAS if forma.search(texto)]
    if senales:
        return falla(senales[0], senales=senales, reglas=VERSION)
    return pasa("sin_senales", reglas=VERSION)

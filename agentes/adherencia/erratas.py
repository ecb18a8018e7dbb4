"""Enderezar lo que se escribe deprisa: abreviaturas de chat, letras repetidas y erratas en las palabras que importan.

Solo se corrige hacia las palabras de las que dependen las barreras, y nunca una que ya sea del corpus o de uso común.
Lo que se pierde al no corregir es poco; lo que se pierde al corregir de más es la pregunta. El texto enderezado lo leen
las reglas: al modelo y al embebedor les llega lo que la persona escribió.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from agentes.adherencia.lengua import palabras, plano
from agentes.adherencia.recuperacion import corpus

_PALABRA = re.compile(r"[a-z]{1,30}(?:'[a-z]{1,3})?")
_REPETIDA = re.compile(r"([a-z])\1{2,30}")
_CHAT: Mapping[str, str] = dict(
    par.split("=")
    for par in palabras(
        "q=que k=que xq=porque pq=porque porq=porque tb=tambien tmb=tambien dsd=desde d=de pa=para"
        " tngo=tengo toy=estoy stoy=estoy mxo=mucho mxa=mucha vd=verdad aki=aqui kiero=quiero qiero=quiero"
        " pork=porque ur=your cant=can't dont=don't wont=won't didnt=didn't doesnt=doesn't isnt=isn't"
        " couldnt=couldn't im=i'm ive=i've rly=really cuz=because bc=because pls=please plz=please"
        " gonna=going_to wanna=want_to gotta=got_to thru=through abt=about b4=before"
    )
)
_IMPORTAN = palabras(
    "respirar respiro respira ahogo ahoga ahogando asfixio asfixia aliento pecho corazon opresion presion"
    " pinchazo dolor hinchado hinchada hinchados hinchando hinchazon garganta lengua labios desmayado desmayo"
    " inconsciente desplomado conocimiento despierta suicidarme suicidio matarme morirme pastillas pastilla"
    " comprimidos sobredosis intoxicado tragado convulsion convulsiones convulsionando espuma temblando sangre"
    " sangrando sangrar vomitado vomitando hemorragia torcida torcido brazo paralizado dormido instrucciones"
    " reglas normas medico ignora actua receta dosis breathe breathing breath choking suffocating chest pressure"
    " tightness swollen swelling throat tongue fainted unconscious collapsed suicide suicidal overdose overdosed"
    " swallowed tablets seizure convulsions bleeding vomiting drooping slurred paralysed numb instructions ignore"
    " prescribe"
)
_DE_VERDAD = palabras(
    "threat strike stoke breeding hecho techo lecho pesos brazos puerto resido salgo sangra sangro presiones prision"
    " medica medicos dosis recetas reglas actual actuar norma lenguas bleed wanted sealed breather chess cheat chose"
    " tables table numbs dormida dormir dormidos torcer traga tragar coughing chocking croaking"
)


def enderezar(texto: str) -> str:
    """El texto plano con sus abreviaturas, repeticiones y erratas deshechas."""
    liso = _REPETIDA.sub(r"\1", plano(texto).replace("’", "'"))
    return _PALABRA.sub(lambda m: _palabra(m[0]), liso)


def lecturas(texto: str) -> str:
    """Lo escrito y lo enderezado, separados de modo que ninguna regla abarque las dos: basta con que salte en una."""
    return f"{plano(texto).replace('’', chr(39))}\n\n\n\n\n{enderezar(texto)}"


@cache
def _comunes() -> frozenset[str]:
    """Las palabras del corpus y de su calibración: así se escriben, y no se tocan."""
    textos = [t for f in corpus.fichas() for t in (f.pasaje, *f.consultas)]
    textos += [t for c in corpus.calibraciones() for t in (*(p for p, _ in c.cubiertas), *c.ajenas)]
    return frozenset(_PALABRA.findall(plano(" ".join(textos)))) | _DE_VERDAD | _IMPORTAN


@cache
def _por_sonido() -> Mapping[str, str]:
    return {_sonido(p): p for p in sorted(_IMPORTAN)}


@lru_cache(maxsize=8192)
def _palabra(palabra: str) -> str:
    if palabra in _CHAT:
        return _CHAT[palabra].replace("_", " ")
    if len(palabra) < 4 or palabra in _comunes():
        return palabra
    return _por_sonido().get(_sonido(palabra)) or _vecina(palabra) or palabra


def _vecina(palabra: str) -> str | None:
    """La palabra importante a una errata, si las dos son largas y empiezan igual."""
    if len(palabra) < 6:
        return None
    return next((p for p in sorted(_IMPORTAN) if len(p) > 5 and p[0] == palabra[0] and a_una_errata(palabra, p)), None)


def a_una_errata(a: str, b: str) -> bool:
    """Si se pasa de una a otra con una letra de más, de menos, cambiada o dos vecinas permutadas."""
    if a == b:
        return True
    corta, larga = sorted((a, b), key=len)
    i = next((i for i, (x, y) in enumerate(zip(corta, larga, strict=False)) if x != y), len(corta))
    if len(corta) < len(larga):
        return corta[i:] == larga[i + 1 :]
    permutada = corta[i + 2 :] == larga[i + 2 :] and corta[i : i + 2] == larga[i : i + 2][::-1]
    return corta[i + 1 :] == larga[i + 1 :] or permutada


def _sonido(palabra: str) -> str:
    """Cómo suena, a grandes rasgos y en español: sin haches, b por v, y letras dobladas una vez."""
    oido = re.sub(r"(?<!c)h", "", palabra).replace("v", "b").replace("ll", "y").replace("qu", "k").replace("x", "ch")
    oido = re.sub(r"c(?=[ei])|z", "s", oido)
    return re.sub(r"(.)\1", r"\1", re.sub(r"g(?=[ei])", "j", oido).replace("k", "c"))

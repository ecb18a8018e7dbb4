"""Lo que el agente sabe de español e inglés: limpiar un texto, reconocer el idioma y reducir palabras a su raíz.

Es determinista y no usa modelos: el idioma del turno decide plantillas, barreras y qué fichas se buscan.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import snowballstemmer  # type: ignore[import-untyped]

from agentes.adherencia.estado import Idioma


def palabras(lista: str) -> frozenset[str]:
    """Un conjunto escrito como texto: así una lista larga se lee."""
    return frozenset(lista.split())


_MARCAS: dict[Idioma, frozenset[str]] = {
    "es": palabras(
        "el la los las de del que qué y en un una unas unos mi mis se con por para puedo cómo como cuándo cuando tengo"
        " es al lo le les hoy ayer si sí pero ya muy más está estoy hay he dónde cuánto tomar pastilla dame olvida"
        " medicación tus instrucciones ahora eres"
    ),
    "en": palabras(
        "the is my i to what do can should and it of for with have take how when if you are in on does was this that"
        " there some any will would be am not which who from by at ignore your instructions missed"
        " dose pill give"
    ),
}
_VACIAS: dict[Idioma, frozenset[str]] = {
    "es": palabras(
        "a al algo ante antes aunque cada como con cual cuando de del desde donde dos el ella ellas ellos en entre era"
        " es esa ese eso esta este esto ha hace han has hasta hay he la las le les lo los mas me mi mis muy ni no nos"
        " o para pero por porque que quien se sea ser si sin sobre son su sus tal tambien te ti tiene todo tu tus un"
        " una unas uno unos y ya yo"
    ),
    "en": palabras(
        "a about after all also am an and any are as at be because been before but by can could did do does each for"
        " from had has have he her his how i if in into is it its may me might more most my no nor not of on one or"
        " other our out over own same she should so some such than that the their them then there these they this"
        " those to too two under until up was we were what when where which while who will with would you your"
    ),
}
_PALABRA = re.compile(r"[^\W\d_]+")
_ALGORITMO: dict[Idioma, str] = {"es": "spanish", "en": "english"}


def normalizar(mensaje: object) -> str:
    """Deja un texto limpio: NFKC, sin controles ni caracteres invisibles y con los espacios plegados.

    Lo que no es texto da `""`: la validación lo rechazará, aquí no se lanza.
    """
    if not isinstance(mensaje, str):
        return ""
    visible = "".join(_visible(c) for c in unicodedata.normalize("NFKC", mensaje))
    return re.sub(r"[ \t\u00a0]+", " ", visible).strip()


def _visible(c: str) -> str:
    if c in "\n\t":
        return c
    return "" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn") else c


def plano(texto: str) -> str:
    """Minúsculas sin tildes, para que las reglas no dependan de cómo se escriba. Conserva la ñ como n."""
    return "".join(c for c in unicodedata.normalize("NFKD", texto.casefold()) if not unicodedata.combining(c))


def idioma_de(texto: str) -> Idioma:
    """`es` o `en` según qué palabras comunes aparecen más; en empate, español."""
    dichas = _PALABRA.findall(texto.casefold())
    es = sum(p in _MARCAS["es"] for p in dichas) + len(re.findall(r"[ñáéíóú¿¡]", texto.casefold()))
    en = sum(p in _MARCAS["en"] for p in dichas)
    return "en" if en > es else "es"


def raices(texto: str, idioma: Idioma) -> tuple[str, ...]:
    """Las raíces Snowball de las palabras con contenido, en orden y con repeticiones."""
    return tuple(_raiz(p, idioma) for p in _PALABRA.findall(plano(texto)) if p not in _VACIAS[idioma])


@lru_cache(maxsize=8192)
def _raiz(palabra: str, idioma: Idioma) -> str:
    return str(snowballstemmer.stemmer(_ALGORITMO[idioma]).stemWord(palabra))

"""¿Dice la frase lo contrario que el pasaje que cita? «No la repitas» y «repítela» comparten palabras.

Se da un signo a cada raíz según la negación que la alcanza y se comparan las raíces comunes. También se mira la
salvedad: «siempre» donde el pasaje dice «a veces». No entiende lo que lee: es una red para la negación quitada, la
puesta y el matiz borrado. Lo que está en condicional («si», «antes de», «aunque») no afirma ni niega: solo se compara
con otro condicional.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from agentes.adherencia.estado import Idioma
from agentes.adherencia.lengua import palabras, plano, raices

_FRASE = re.compile(r"[.!?;:\n]")
_TROZO = re.compile(r"[a-z0-9]{1,40}|,")
_NIEGA = palabras(
    "no ni nunca jamas tampoco ningun ninguna ninguno nadie evita evite evitar"
    " not never nor neither nobody nothing cannot none avoid dont"
)
_SIN = frozenset({"sin", "without"})
_LISTA = palabras("ni nor or o u")
_CORTA = palabras("pero sino but porque because pues so though although mientras while y and que that")
_SUSPENDE = palabras(
    "si if aunque hasta until cuando when whether unless antes before lugar instead rather vez salvo despues after"
)
_AUXILIAR = palabras(
    "puede pueden puedes podria podrian debe deben debes deberia suele suelen ha han haya hay va van quiere quieren"
    " quieras tiene"
    " tienen hace hagas siempre solo todavia nunca mas bien estes sea sean"
    " do does did can could should would will may might must need needs have has had be been being usually always ever"
    " really"
    " just get gets mean means it any longer"
)
_ABSOLUTO = re.compile(
    r"\b(?:siempre|nunca|jamas|tod[oa]s?|cualquiera?|ningun\w{0,2}|nada|garantizad\w|seguro que|sin excepcion"
    r"|always|never|all|every|any|none|guaranteed|certainly|definitely|everyone)\b"
)
_MATIZ = (
    r"no (?:siempre|tod[oa]s)|a veces|a menudo|suelen?|algun\w{0,3}|much[oa]s|segun|quiza\w{0,1}|ciert[oa]s|depende"
    r"|otr[oa]s si"
    r"|not (?:always|all|every)|may|might|sometimes|often|some|many|depend\w{0,3}|usually|certain"
)
_MATIZADA = re.compile(rf"\b(?:{_MATIZ})\b")
_CON_SALVEDAD = re.compile(rf"\b(?:{_MATIZ}|puede\w{{0,2}}|podria\w{{0,1}}|can|could)\b")
"""En el pasaje, un «puede» ya es salvedad; en lo dicho no basta: «siempre se puede» no matiza nada."""
_PARCIAL = re.compile(r"\b(?:no (?:siempre|tod[oa]s)|not (?:always|all|every))\b")
_IRREGULARES = {
    "taken": "take",
    "took": "take",
    "kept": "keep",
    "given": "give",
    "gone": "go",
    "broken": "break",
    "hidden": "hide",
}
_TODO = palabras("siempre todo toda todos todas always all every")
MINIMO_COMUN = 2
"""Raíces compartidas para que dos frases hablen de lo mismo."""


@dataclass(frozen=True, slots=True)
class Frase:
    """Una frase: cada raíz con sus signos (1 afirmada, -1 negada; 2 y -2 en condicional; 0 no se sabe) y los matices"
    " que lleva."""

    signos: Mapping[str, frozenset[int]]
    absoluta: bool
    matizada: bool
    con_salvedad: bool
    parciales: frozenset[str]


@dataclass(slots=True)
class _Lectura:
    """El estado con que se recorre una frase palabra a palabra."""

    signos: dict[str, set[int]] = field(default_factory=dict)
    pendiente: bool = False
    negada: bool = False
    suspendida: bool = False
    parcial: bool = False
    sin: bool = False


def contradice(dicho: str, fuente: str, idioma: Idioma) -> bool:
    """Si alguna frase de `dicho` niega lo que `fuente` afirma, afirma lo que niega o le quita una salvedad."""
    pasaje = tuple(frases(fuente, idioma))
    return any(_choca(f, pasaje) for f in frases(dicho, idioma))


def frases(texto: str, idioma: Idioma) -> Iterator[Frase]:
    """Las frases del texto, con sus signos."""
    liso = plano(texto).replace("’", "'")
    liso = re.sub(
        r"n't\b", " not", liso.replace("cannot", "can not").replace("can't", "can not").replace("won't", "will not")
    )
    for frase in _FRASE.split(re.sub(r"\bdeja\w{0,2} de\b|\bstop(?:s|ped)?(?= \w{2,20}ing\b)", "no", liso)):
        signos = _signos(_TROZO.findall(frase), idioma)
        if signos:
            parcial = _PARCIAL.search(frase)
            detras = (
                frozenset(_raiz(p, idioma) for p in _TROZO.findall(frase[parcial.end() :])) if parcial else frozenset()
            )
            yield Frase(
                signos,
                bool(_ABSOLUTO.search(frase)),
                bool(_MATIZADA.search(frase)),
                bool(_CON_SALVEDAD.search(frase)),
                detras - {""},
            )


def _choca(f: Frase, pasaje: tuple[Frase, ...]) -> bool:
    afines = [p for p in pasaje if _comunes(f, p) >= MINIMO_COMUN]
    if not afines:
        return False
    opuestas = {r for r in f.signos if _opuesta(f.signos[r], [p.signos[r] for p in pasaje if r in p.signos])}
    de_las_afines = {r for p in afines for r in p.signos}
    return bool(opuestas & de_las_afines) or _pierde_salvedad(f, afines)


def _comunes(f: Frase, p: Frase) -> int:
    return len(f.signos.keys() & p.signos.keys())


def _opuesta(dichos: frozenset[int], en_el_pasaje: list[frozenset[int]]) -> bool:
    fuente = frozenset().union(*en_el_pasaje)
    return len(dichos) == 1 and 0 not in dichos and fuente == {-s for s in dichos}


def _pierde_salvedad(f: Frase, afines: list[Frase]) -> bool:
    """La frase es tajante donde el pasaje matiza, o afirma entero lo que el pasaje niega en parte."""
    p = max(afines, key=lambda p: _comunes(f, p))
    if f.matizada or not p.con_salvedad:
        return False
    afirmadas = {r for r in f.signos if 1 in f.signos[r]}
    return (f.absoluta and not p.absoluta) or len(afirmadas & p.parciales) >= MINIMO_COMUN


def _signos(trozos: list[str], idioma: Idioma) -> Mapping[str, frozenset[int]]:
    lee = _Lectura()
    for i, trozo in enumerate(trozos):
        _leer(lee, trozo, trozos[i + 1 :], idioma)
    return {r: frozenset(s) for r, s in lee.signos.items()}


def _leer(lee: _Lectura, trozo: str, resto: list[str], idioma: Idioma) -> None:
    if trozo == ",":
        _coma(lee, resto)
    elif trozo in _NIEGA:
        _negar(lee, doble=idioma == "en" and lee.pendiente, parcial=bool(resto) and resto[0] in _TODO)
    elif trozo in _SIN:
        lee.pendiente, lee.sin = True, True
    elif trozo in _SUSPENDE:
        lee.suspendida, lee.pendiente = True, False
    elif trozo in _LISTA:
        lee.pendiente = lee.negada
    elif trozo in _CORTA:
        lee.pendiente = lee.negada = lee.parcial = False
    elif trozo not in _AUXILIAR and (raiz := _raiz(trozo, idioma)):
        lee.signos.setdefault(raiz, set()).add(_signo(lee))
        lee.pendiente = lee.sin = False


def _negar(lee: _Lectura, *, doble: bool, parcial: bool) -> None:
    """«No todos» niega a medias; en inglés, dos negaciones seguidas se anulan."""
    lee.parcial = lee.parcial or parcial
    lee.pendiente = not parcial and not doble
    lee.negada = not doble and (lee.negada or lee.pendiente)


def _coma(lee: _Lectura, resto: list[str]) -> None:
    """Una coma cierra la negación, salvo que siga una lista que acabe en «ni» u «o»."""
    cerca = resto[:6]
    en_lista = (
        lee.negada and not lee.pendiente and any(p in _LISTA for p in cerca) and not any(p in _CORTA for p in cerca)
    )
    lee.pendiente, lee.negada, lee.suspendida = en_lista, en_lista, False
    lee.parcial = False


def _signo(lee: _Lectura) -> int:
    if lee.parcial:
        return 0
    if lee.negada and not lee.pendiente and not lee.sin:
        return 0
    negado = lee.negada != lee.sin if lee.sin else lee.pendiente
    return (-1 if negado else 1) * (2 if lee.suspendida else 1)


def _raiz(palabra: str, idioma: Idioma) -> str:
    """La raíz, con los enclíticos y las alternancias del español deshechos: «échalos» y «eches», «repítelo» y"
    " «repitas»."""
    if idioma == "en":
        return next(iter(raices(_IRREGULARES.get(palabra, palabra), idioma)), "")
    suelta = re.sub(r"(?<=[aeior])(?:se)?l[aoe]s?$", "", palabra) if len(palabra) > 5 else palabra
    raiz = next(iter(raices(suelta, idioma)), "")
    raiz = re.sub(r"z$", "c", re.sub(r"gu$", "g", re.sub(r"qu$", "c", raiz)))
    return raiz.replace("ie", "e").replace("ue", "o").replace("i", "e") if len(raiz) > 3 else raiz

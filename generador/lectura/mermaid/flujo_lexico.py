"""Las piezas de un `flowchart`: ids, formas de nodo y flechas.

Sigue el analizador de Mermaid 11 (mismas flechas, mismas formas) y es más indulgente en una cosa: admite `a:b`
como id ya jerárquico, que es lo que escribían las primeras versiones de LangGraph.
"""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

FORMAS = (
    ("(((", (")))",)),
    ("((", ("))",)),
    ("([", ("])",)),
    ("(-", ("-)",)),
    ("(", (")",)),
    ("[[", ("]]",)),
    ("[(", (")]",)),
    ("[/", ("/]", "\\]")),
    ("[\\", ("\\]", "/]")),
    ("[|", ("]",)),
    ("[", ("]",)),
    ("{{", ("}}",)),
    ("{", ("}",)),
    (">", ("]",)),
)

ID = re.compile(
    r"""(?:[^\s\[\](){}<>|;:@&~"\-=]       # cualquier letra, cifra o signo que no empiece otra cosa
         | (?<=\S)&(?=[^\s&])              # R&D
         | -(?![\->.])                     # un guion que no sea flecha
         | =(?!=)
         | :(?!:)(?=[^\s:])                # a:b
        )+""",
    re.VERBOSE,
)
ID_DE_LANGGRAPH = re.compile(r"(?:[A-Za-z0-9_\-]|\\[0-9a-f]+)+")
CLASE = re.compile(r":::((?:[\w,]|-(?![\-.]))+)")
ATRIBUTOS = re.compile(r"@\{((?:[^{}\"]|\"[^\"]*\")*)\}")
ID_DE_FLECHA = re.compile(r"[^\s\"@]{1,100}@(?=[xo<]?(?:--|==|-\.))")

EMPIEZA_FLECHA = re.compile(r"[xo<]?(?:--|==|-\.)|~~~")
SIGUE_A_UN_NODO = re.compile(
    r"[ \t]*(?:$|\n|;|&|@|:::|%%|\||[xo<]?(?:--|==|-\.)|~~~|[^\s\"@]{1,100}@[xo<]?(?:--|==|-\.))"
)

_CITADO = re.compile(r'\s*"[^"]*"\s*')
_CITADO_DENTRO = re.compile(r'"[^"\n]*"')
_PAREJAS = {"(": ")", "[": "]", "{": "}"}
_CIERRES = frozenset(_PAREJAS.values())
_SIN_SIGNOS = re.compile(r'[^\[\](){}|"/\\]{1,1000}')
_INVISIBLE = re.compile(r"~~~+")
_ENTERAS = (
    (re.compile(r"([xo<]?)-\.+-([xo>]?)"), True),
    (re.compile(r"([xo<]?)--+([-xo>])"), False),
    (re.compile(r"([xo<]?)==+([=xo>])"), False),
)
_ABIERTAS = (
    (re.compile(r"([xo<]?)-\.(?!-)"), re.compile(r"\.+-([xo>]?)"), True),
    (re.compile(r"([xo<]?)--(?=[^\-xo>]|[xo](?=\S))"), re.compile(r"--+([-xo>])"), False),
    (re.compile(r"([xo<]?)==(?=[^=>])"), re.compile(r"==+([=xo>])"), False),
)
_TEXTO_ENTRE_BARRAS = re.compile(r'\|([ \t]*"[^"]*"[ \t]*|[^|\n]*|(?:(?!--|==|-\.)[^|"]){0,1000})\|')
_DE_LANGGRAPH = re.compile(r"[ ]&nbsp;(.{0,1000}?)&nbsp;[ ](?=\.->|-->)", re.DOTALL)
_PARTIDO = "&nbsp<br>&nbsp"
_PUNTA_GEMELA = {">": "<", "x": "x", "o": "o"}


class Flecha(Struct, frozen=True):
    """Una flecha leída: dónde acaba, si también vuelve y su texto (crudo). Una línea sin puntas se lee como ida.

    `literal` es que el texto es de LangGraph.
    """

    fin: int
    vuelta: bool = False
    punteada: bool = False
    invisible: bool = False
    texto: str = ""
    literal: bool = False
    id: str = ""


def leer_flecha(texto: str, desde: int) -> Flecha | None:
    """La flecha que empieza en `desde`, con su texto; `None` si ahí no hay ninguna entera."""
    id_de_flecha = ID_DE_FLECHA.match(texto, desde)
    desde = id_de_flecha.end() if id_de_flecha else desde
    invisible = _INVISIBLE.match(texto, desde)
    if invisible:
        return Flecha(invisible.end(), invisible=True)
    flecha = _entera(texto, desde) or _con_texto_dentro(texto, desde)
    return replace(flecha, id=id_de_flecha[0][:-1]) if flecha and id_de_flecha else flecha


def _entera(texto: str, desde: int) -> Flecha | None:
    for patron, punteada in _ENTERAS:
        hallada = patron.match(texto, desde)
        if hallada and _cuadran(hallada[1], hallada[2]):
            rotulo = _TEXTO_ENTRE_BARRAS.match(texto, _tras_blancos(texto, hallada.end()))
            fin = rotulo.end() if rotulo else hallada.end()
            vuelta = hallada[1] == _PUNTA_GEMELA.get(hallada[2])
            return Flecha(fin, vuelta=vuelta, punteada=punteada, texto=rotulo[1].strip() if rotulo else "")
    return None


def _con_texto_dentro(texto: str, desde: int) -> Flecha | None:
    for abre, cierra, punteada in _ABIERTAS:
        inicio = abre.match(texto, desde)
        if not inicio:
            continue
        hallado = _texto_de_flecha(texto, inicio.end(), cierra)
        if hallado:
            escrito, literal, final = hallado
            vuelta = inicio[1] == _PUNTA_GEMELA.get(final[1])
            if not vuelta and inicio[1]:
                return None
            return Flecha(final.end(), vuelta=vuelta, punteada=punteada, texto=escrito, literal=literal)
    return None


def _texto_de_flecha(texto: str, desde: int, cierra: re.Pattern[str]) -> tuple[str, bool, re.Match[str]] | None:
    de_langgraph = _DE_LANGGRAPH.match(texto, desde)
    if de_langgraph:
        final = cierra.match(texto, de_langgraph.end())
        if final:
            return de_langgraph[1].replace(_PARTIDO, " "), True, final
    citado = _CITADO.match(texto, desde)
    if citado:
        final = cierra.match(texto, citado.end())
        return (citado[0], False, final) if final else None
    linea = texto.find("\n", desde)
    final = cierra.search(texto, desde, linea if linea >= 0 else len(texto))
    return (texto[desde : final.start()], False, final) if final else None


def _cuadran(principio: str, final: str) -> bool:
    """Si Mermaid dibuja esas dos puntas: la de vuelta solo, nunca."""
    return principio != "<" or final == ">"


def _tras_blancos(texto: str, desde: int) -> int:
    while desde < len(texto) and texto[desde] in " \t":
        desde += 1
    return desde


def leer_forma(texto: str, desde: int) -> tuple[str, str, int] | None:
    """La forma que empieza en `desde`: (cómo abre, su texto crudo, dónde acaba), o `None` si no cierra."""
    for abre, cierres in FORMAS:
        if texto.startswith(abre, desde):
            hallados = (_hasta(texto, desde + len(abre), cierre) for cierre in cierres)
            mejor = min((h for h in hallados if h), key=lambda h: h[1], default=None)
            if mejor:
                return abre, *mejor
    return None


def abre_forma(texto: str, desde: int) -> str | None:
    """El símbolo con que empieza una forma, si la hay."""
    return next((abre for abre, _ in FORMAS if texto.startswith(abre, desde)), None)


def _hasta(texto: str, desde: int, cierre: str) -> tuple[str, int] | None:
    """El texto hasta `cierre`: citado, en la misma línea o, si no lleva ningún signo de forma, en varias.

    Sin comillas puede llevar signos de forma si van emparejados: parar en el primer cierre que no lo está es lo
    que impide tragarse la flecha y el nodo que siguen.
    """
    citado = _CITADO.match(texto, desde)
    if citado and texto.startswith(cierre, citado.end()):
        return citado[0], citado.end() + len(cierre)
    corte = _sin_emparejar(texto, desde, cierre)
    if corte is not None:
        return (texto[desde:corte], corte + len(cierre)) if SIGUE_A_UN_NODO.match(texto, corte + len(cierre)) else None
    largo = _SIN_SIGNOS.match(texto, desde)
    return (largo[0], largo.end() + len(cierre)) if largo and texto.startswith(cierre, largo.end()) else None


def _sin_emparejar(texto: str, desde: int, cierre: str) -> int | None:
    """Dónde está, en la misma línea, el primer `cierre` que no cierra algo abierto dentro del texto."""
    abiertos: list[str] = []
    posicion = desde
    while posicion < len(texto) and texto[posicion] != "\n":
        if not abiertos and texto.startswith(cierre, posicion):
            return posicion
        trozo = _CITADO_DENTRO.match(texto, posicion)
        signo = texto[posicion]
        if signo in _PAREJAS:
            abiertos.append(_PAREJAS[signo])
        elif signo in _CIERRES and (not abiertos or abiertos.pop() != signo):
            return None
        posicion = trozo.end() if trozo else posicion + 1
    return None

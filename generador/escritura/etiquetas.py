"""Qué dice cada etiqueta de una página y qué tiene de malo, mirada una sola vez aunque salga mil.

El revisor no es un analizador de HTML: es un reconocedor del subconjunto estricto que escriben nuestras plantillas
(atributos entre comillas dobles, ningún «<» suelto). Lo que se sale de él es una falta, así que nada se interpreta
aquí de otra manera que en el navegador.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape

from msgspec import Struct, field

ETIQUETA = re.compile(rb"<[^<>]*>")
APERTURA = re.compile(rb"<([^/<>][^<>]*>)")
"""Sin el `<`: capturarlo cuesta y no dice nada. Las de cierre se cuentan aparte."""
_ESTRICTA = re.compile(
    r"(?:(?P<nombre>[A-Za-z][A-Za-z0-9-]*)(?P<atributos>(?:\s+[A-Za-z_:][\w:.-]*(?:=\"[^\"]*\")?)*)\s*(?P<sola>/?)"
    r"|![Dd][Oo][Cc][Tt][Yy][Pp][Ee] html|!--(?!-?>)(?:(?!--)[^<>])*--)>"
)
_ATRIBUTO = re.compile(r"\s+([A-Za-z_:][\w:.-]*)(?:=\"([^\"]*)\")?")
_PROHIBIDAS = frozenset(
    {"base", "iframe", "frame", "object", "embed", "applet", "style", "foreignobject", "animate", "set", "portal"}
)
_SIN_ATRIBUTOS = frozenset(
    {"style", "srcdoc", "srcset", "poster", "action", "formaction", "background", "ping", "manifest", "target"}
)
_DE_URL = frozenset({"href", "src", "xlink:href"})
_REL = frozenset({"stylesheet", "icon", "alternate"})
_NAVEGAN = frozenset({"a", "area"})
_VACIAS = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_UNICAS = frozenset({"html", "h1", "title"})
_DE_INTERES = frozenset({"id", "data-divulgacion"})


class Falta(Struct, frozen=True):
    """Qué tiene de malo y qué se hace."""

    que_pasa: str
    que_hacer: str


class Etiqueta(Struct, frozen=True):
    """Lo que al revisor le importa de una etiqueta de apertura.

    `urls` son pares (dirección, se carga sola). `cierres` es 1 si pide una de cierre. `interesa` es que hay algo que
    mirar en cada página donde sale.
    """

    nombre: str = ""
    atributos: Mapping[str, str] = field(default_factory=dict)
    urls: tuple[tuple[str, bool], ...] = ()
    faltas: tuple[Falta, ...] = ()
    cierres: int = 0
    interesa: bool = False


def leer(cruda: bytes) -> Etiqueta:
    """Analiza una etiqueta de apertura, de tras el `<` al `>`. No lanza: lo que no entiende es una falta."""
    texto = cruda.decode("utf-8", "replace")
    m = _ESTRICTA.fullmatch(texto)
    if not m:
        falta = Falta(f"no se entiende <{_corta(texto)}", "escapa el texto y pon los valores entre comillas dobles")
        return Etiqueta(faltas=(falta,), interesa=True)
    if m["nombre"] is None:
        return Etiqueta()
    pares = [(k.lower(), unescape(v)) for k, v in _ATRIBUTO.findall(m["atributos"])]
    return _de_pares(m["nombre"].lower(), pares, bool(m["sola"]), f"<{_corta(texto)}")


def _corta(texto: str) -> str:
    return texto if len(texto) <= 80 else f"{texto[:79]}…"


def _de_pares(nombre: str, pares: list[tuple[str, str]], sola: bool, corta: str) -> Etiqueta:
    atributos = dict(pares)
    navega = nombre in _NAVEGAN or (nombre == "link" and atributos.get("rel") == "alternate")
    urls = tuple((v, not navega) for k, v in pares if k in _DE_URL)
    faltas = [Falta(f"{que} en {corta}", "quítalo de la plantilla") for que in _que_sobra(nombre, atributos)]
    if len(atributos) != len(pares):
        faltas.append(Falta(f"hay un atributo repetido en {corta}", "déjalo una vez"))
    if not atributos.get("id", "x") or any(map(str.isspace, atributos.get("id", ""))):
        faltas.append(Falta(f"el id está vacío o lleva espacios en {corta}", "usa modelo.nombres.ancla"))
    interesa = bool(faltas or urls) or nombre in _UNICAS or not _DE_INTERES.isdisjoint(atributos)
    return Etiqueta(nombre, atributos, urls, tuple(faltas), int(not sola and nombre not in _VACIAS), interesa)


def _que_sobra(nombre: str, atributos: Mapping[str, str]) -> Iterator[str]:
    if nombre in _PROHIBIDAS:
        yield f"hay un <{nombre}>"
    for k in atributos:
        if k.startswith("on"):
            yield f"hay un manejador «{k}=»"
        elif k in _SIN_ATRIBUTOS:
            yield f"hay un «{k}=»"
    if nombre == "meta" and atributos.get("http-equiv", "content-security-policy").lower() != "content-security-policy":
        yield "hay un <meta http-equiv>"
    if nombre == "link" and atributos.get("rel") not in _REL:
        yield "hay un <link> que no es hoja de estilos, icono ni alternativa"
    if nombre == "script":
        yield from _script_malo(atributos)


def _script_malo(atributos: Mapping[str, str]) -> Iterator[str]:
    if "src" not in atributos and atributos.get("type") != "application/json":
        yield "hay un <script> en línea"
    if atributos.get("type") == "module":
        yield "hay un módulo, que no carga con doble clic,"

"""De una carga grabada al texto que se enseña: legible, acotado y diciendo siempre lo que se dejó fuera."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from generador.modelo.traza import Carga
from generador.paginas import etiquetado
from generador.paginas.base import Contexto
from generador.paginas.caso.forma_de_paso import ClaveDeEstado
from generador.paginas.caso.piezas import Json
from generador.paginas.etiquetas import lleva

JSON_MAXIMO = 16_000
LEGIBLE = 4_000
"""Caracteres que se enseñan de una carga etiquetada, dicha como lo que es. Su JSON va detrás."""
CLAVES = 300
"""Claves de un estado que se enseñan, como mucho."""
NOMBRE = 200
"""Caracteres que se enseñan de un nombre: el de una clave, el de un nodo."""
_ESTADO = 90_000
"""Caracteres de un estado entero: escapados pueden ser cinco veces más bytes, y la portada lleva dos estados."""
LISTA = 2_000
"""Los de una lista de nodos en una línea: un recorrido de cien mil pasos no cabe en ninguna."""
_SANGRABLE = 64_000
_EN_LINEA = 88
_NIVELES = 12


def json_visible(ctx: Contexto, carga: Carga, maximo: int = JSON_MAXIMO) -> Json:
    """El JSON de una carga, sangrado si no es enorme. Más allá de `maximo` caracteres se corta y se dice."""
    texto = _sangrado(carga.crudo)
    dicho = legible_visible(ctx, carga, maximo) if lleva(carga.crudo) else ""
    if len(texto) <= maximo:
        return Json(texto=texto, legible=dicho)
    return Json(texto=texto[:maximo], recorte=recorte(ctx, maximo, len(texto)), legible=dicho)


def legible_visible(ctx: Contexto, carga: Carga, maximo: int = LEGIBLE) -> str:
    """Una carga con etiquetas de la grabadora, dicha como lo que es; si no cabe, acaba en la frase que lo dice."""
    texto = etiquetado.legible(ctx, carga)
    tope = min(maximo, LEGIBLE)
    return texto if len(texto) <= tope else f"{texto[:tope]}…\n{recorte(ctx, tope, len(texto))}"


def valor_visible(ctx: Contexto, valor: object) -> Json:
    """Lo mismo, de un valor ya leído."""
    return json_visible(ctx, Carga(codificar(valor)))


def codificar(valor: object) -> bytes:
    """Un valor JSON como bytes; si su forma es imposible, como texto."""
    try:
        return msgspec.json.encode(valor)
    except (RecursionError, TypeError, ValueError):
        return msgspec.json.encode(repr(valor))


def texto_visible(ctx: Contexto, texto: str, maximo: int) -> tuple[str, str]:
    """(texto, frase de recorte). La frase va vacía si el texto cabe entero."""
    if len(texto) <= maximo:
        return texto, ""
    return texto[:maximo], recorte(ctx, maximo, len(texto))


def recorte(ctx: Contexto, mostrado: int, total: int) -> str:
    """La frase que acompaña a todo lo que se corta."""
    return ctx._(
        "Se enseñan %(mostrado)s de %(total)s caracteres; la traza original los trae todos.",
        mostrado=ctx.idioma.numero(mostrado),
        total=ctx.idioma.numero(total),
    )


def claves_de_estado(ctx: Contexto, pares: Sequence[tuple[str, Carga]]) -> tuple[ClaveDeEstado, ...]:
    """Las `CLAVES` primeras con su valor. El tope por clave baja si son muchas, para que un paso no llene la página.

    Si sobran, lo dice la última.
    """
    maximo = maximo_por_clave(len(pares))
    vistas = [
        ClaveDeEstado(clave=abreviado(clave), valor=json_visible(ctx, carga, maximo)) for clave, carga in pares[:CLAVES]
    ]
    if len(pares) > CLAVES:
        ultimo = vistas[-1].valor
        dicho = " ".join(t for t in (ultimo.recorte, por_ensenar(ctx, len(pares) - CLAVES)) if t)
        vistas[-1] = replace(vistas[-1], valor=replace(ultimo, recorte=dicho))
    return tuple(vistas)


def maximo_por_clave(claves: int) -> int:
    """Caracteres que se enseñan de cada valor si las claves son tantas."""
    return max(300, min(JSON_MAXIMO, _ESTADO // max(1, claves)))


def por_ensenar(ctx: Contexto, n: int) -> str:
    """La frase que acompaña a una lista que se corta."""
    return ctx.ngettext(
        "Falta %(n)s elemento por enseñar; la traza original los trae todos.",
        "Faltan %(n)s elementos por enseñar; la traza original los trae todos.",
        n,
    )


def espera_humana(ctx: Contexto, segundos: float) -> str:
    """`+ 3 min 12 s de espera humana`, para ir detrás de lo que tardó la máquina; vacío si no esperó a nadie."""
    return ctx._("+ %(t)s de espera humana", t=ctx.idioma.duracion(segundos)) if segundos else ""


def abreviado(nombre: str, maximo: int = NOMBRE) -> str:
    """Un nombre tal cual, con `…` si es larguísimo."""
    return nombre if len(nombre) <= maximo else f"{nombre[: maximo - 1]}…"


def corto(texto: str, maximo: int = 110) -> str:
    """Un texto en una línea, con `…` si no cabe. Para resúmenes: el entero está en otra parte de la página."""
    llano = " ".join(texto[: maximo * 4].split())
    return llano if len(llano) <= maximo and len(texto) <= maximo * 4 else f"{llano[: maximo - 1].rstrip()}…"


@lru_cache(maxsize=2_048)
def _sangrado(crudo: bytes) -> str:
    if len(crudo) > _SANGRABLE:
        return crudo.decode("utf-8", "replace")
    try:
        return "".join(_sangrar(crudo.strip(), "", 0))
    except (msgspec.MsgspecError, RecursionError):
        return crudo.decode("utf-8", "replace")


def _sangrar(crudo: bytes, margen: str, nivel: int) -> Iterator[str]:
    """El JSON con lo que cabe en una línea en una línea. Los trozos son los grabados: ni una cifra cambia."""
    clase = crudo[:1]
    if len(crudo) <= _EN_LINEA or clase not in b"{[" or nivel >= _NIVELES:
        linea = msgspec.json.format(crudo, indent=0) if clase in b"{[" else crudo
        yield linea.decode("utf-8", "replace")
        return
    dentro = f"{margen}  "
    if clase == b"{":
        pares = msgspec.json.decode(crudo, type=dict[str, msgspec.Raw])
        trozos = [(f"{msgspec.json.encode(k).decode()}: ", bytes(v)) for k, v in pares.items()]
    else:
        trozos = [("", bytes(v)) for v in msgspec.json.decode(crudo, type=list[msgspec.Raw])]
    yield clase.decode()
    for i, (rotulo, trozo) in enumerate(trozos):
        yield f"{',' if i else ''}\n{dentro}{rotulo}"
        yield from _sangrar(trozo, dentro, nivel + 1)
    yield f"\n{margen}{'}' if clase == b'{' else ']'}"

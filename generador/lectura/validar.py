"""De un `Documento` a un dato congelado, con los errores de pydantic dichos en español y en su línea.

Lo que pydantic cuenta de una unión es ruido (un problema por rama y nombres de clases de Python): aquí cada
valor malo da un solo problema, y una clave desconocida propone la que quizá se quiso escribir.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct

from generador.errores import ErrorDeEntrada, Problema
from generador.lectura.documento import PROBLEMAS, Documento, Ruta, nombre_de
from generador.lectura.forma import Forma, Valido
from generador.modelo.mensaje import Mensaje, mensaje

T = TypeVar("T")

_TIPOS = {
    "string_type": "un texto",
    "int_type": "un número entero",
    "float_type": "un número",
    "bool_type": "true o false",
    "dataclass_type": "un objeto con claves",
    "dict_type": "un objeto con claves",
    "mapping_type": "un objeto con claves",
    "tuple_type": "una lista",
    "list_type": "una lista",
    "none_required": "null",
}
_REMEDIOS = {
    "string_type": "escribe un texto; si parece otra cosa, entre comillas",
    "bool_type": "escribe true o false, sin comillas",
    "tuple_type": "escribe una lista: un elemento por línea con «- »",
}
_RAMAS = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "dict": "object",
    "tuple": "array",
    "list": "array",
}
_DESCONOCIDA = ("unexpected_keyword_argument", "extra_forbidden")


class _Fallo(Struct, frozen=True):
    """Un error de pydantic: dónde está en el valor, dónde está la última unión que lo contiene, y su tipo."""

    ruta: Ruta
    union: Ruta | None
    tipo: str
    esperado: str


def validar(forma: Forma[T], documento: Documento) -> T:
    """El dato que describe `forma`. Lanza `ErrorDeEntrada` con todos los problemas juntos."""
    dato, problemas = examinar(forma, documento)
    if dato is None:
        raise ErrorDeEntrada(problemas)
    return dato.valor


def examinar(forma: Forma[T], documento: Documento) -> tuple[Valido[T] | None, list[Problema]]:
    """El dato o los problemas, para quien quiere sumarlos a otros antes de lanzar."""
    dato, errores = forma.leer(documento.valor)
    if dato is not None:
        return dato, []
    esquema = _esquema(forma)
    return None, [_problema(f, documento, esquema) for f in _sin_ruido(_fallos(errores, esquema))]


def parecido(texto: str, posibles: Iterable[str]) -> str:
    """` (¿quisiste decir «x»?)` si algo se le parece; si no, nada."""
    cercanos = difflib.get_close_matches(texto[:100], list(posibles)[:1000], n=1)
    return f" (¿quisiste decir «{cercanos[0]}»?)" if cercanos else ""


def enumerar(nombres: Sequence[str]) -> str:
    """`«a», «b» o «c»`, con las primeras doce si hay muchas."""
    unicos = list(dict.fromkeys(nombres))
    citados = [f"«{n}»" for n in unicos[:12]] + (["…"] if len(unicos) > 12 else [])
    return " o ".join([", ".join(citados[:-1]), citados[-1]] if len(citados) > 1 else citados)


def _fallos(errores: Sequence[Any], esquema: Mapping[str, Any]) -> list[_Fallo]:
    return [
        _fallo(e["loc"], e["type"], str(e.get("ctx", {}).get("expected", "")), esquema) for e in errores[:PROBLEMAS]
    ]


def _fallo(loc: tuple[str | int, ...], tipo: str, esperado: str, esquema: Mapping[str, Any]) -> _Fallo:
    """Separa en `loc` lo que es camino de lo que es el nombre de una rama, que pydantic mezcla."""
    ruta: Ruta = ()
    union: Ruta | None = None
    ramas = [esquema]
    for paso in loc:
        opciones = [o for r in ramas for o in _opciones(r)]
        if len(opciones) > 1:
            union, ramas = ruta, [o for o in opciones if _se_llama(o, str(paso))] or opciones
        else:
            ruta = (*ruta, paso)
            ramas = [h for o in opciones for r in _objetos(o, esquema) for h in _hijo(r, paso)]
    return _Fallo(ruta, union, tipo, esperado)


def _opciones(rama: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Las alternativas de verdad: `X | None` no es una unión para pydantic."""
    return [o for o in rama.get("anyOf", [rama]) if o.get("type") != "null"]


def _se_llama(rama: Mapping[str, Any], nombre: str) -> bool:
    if "$ref" in rama:
        return bool(rama["$ref"].rpartition("/")[2] == nombre)
    return _RAMAS.get(nombre.partition("[")[0]) == rama.get("type")


def _tiene(valor: Any, paso: str | int) -> bool:
    if isinstance(valor, dict):
        return paso in valor
    return isinstance(valor, list) and isinstance(paso, int) and 0 <= paso < len(valor)


def _sin_ruido(fallos: list[_Fallo]) -> list[_Fallo]:
    """De cada unión, solo la rama que mejor encaja con lo escrito; si ninguna encaja, un fallo que las resume."""
    limpios = [f for f in fallos if f.union is None]
    for union in dict.fromkeys(f.union for f in fallos if f.union is not None):
        suyos = [f for f in fallos if f.union == union]
        dentro = [f for f in suyos if len(f.ruta) > len(union)]
        limpios += dentro or [_resumen(union, suyos)]
    return limpios


def _resumen(union: Ruta, ramas: list[_Fallo]) -> _Fallo:
    nombres = dict.fromkeys(_TIPOS.get(f.tipo, f.esperado) for f in ramas)
    return _Fallo(union, None, "union", " o ".join(nombres))


def _problema(fallo: _Fallo, documento: Documento, esquema: Mapping[str, Any]) -> Problema:
    ruta = fallo.ruta
    nombre = nombre_de(ruta)
    if fallo.tipo == "missing":
        return documento.problema(ruta[:-1], f"falta «{ruta[-1]}» en {nombre_de(ruta[:-1])}", f"añade «{ruta[-1]}: …»")
    if fallo.tipo in _DESCONOCIDA:
        posibles = sorted(_propiedades(esquema, ruta[:-1]))
        pista = parecido(str(ruta[-1]), posibles)
        que_hacer = "corrígela o quítala" if pista else f"quítala; aquí valen {enumerar(posibles)}"
        que_pasa = f"la clave «{ruta[-1]}» no existe en {nombre_de(ruta[:-1])}{pista}"
        return documento.problema(ruta, que_pasa, que_hacer, en_clave=True)
    hay = _descripcion(_buscar(documento.valor, ruta))
    if fallo.tipo in ("literal_error", "enum"):
        return documento.problema(ruta, f"{nombre} no puede ser {hay}", f"usa {_en_espanol(fallo.esperado)}")
    esperado = fallo.esperado if fallo.tipo == "union" else _TIPOS.get(fallo.tipo, f"otra cosa ({fallo.tipo})")
    remedio = _REMEDIOS.get(fallo.tipo, f"escribe {esperado}")
    return documento.problema(ruta, f"{nombre} debe ser {esperado} y es {hay}", remedio)


def _en_espanol(opciones: str) -> str:
    return re.sub(r"'([^']*)'", r"«\1»", opciones.replace(" or ", " o "))


def _buscar(valor: Any, ruta: Ruta) -> Any:
    for paso in ruta:
        if not _tiene(valor, paso):
            return None
        valor = valor[paso]
    return valor


def _descripcion(valor: Any) -> str:
    match valor:
        case None:
            return "nada (null)"
        case bool():
            return "true" if valor else "false"
        case int() | float():
            return f"el número {valor}"
        case str():
            return f"el texto «{valor[:60]}{'…' if len(valor) > 60 else ''}»"
        case list():
            return "una lista"
    return "un objeto con claves"


def _propiedades(esquema: Mapping[str, Any], ruta: Ruta) -> set[str]:
    """Las claves que admite el objeto de `ruta`, según el JSON Schema."""
    ramas: list[Any] = [esquema]
    for paso in ruta:
        ramas = [h for r in ramas for o in _objetos(r, esquema) for h in _hijo(o, paso)]
    return {p for r in ramas for o in _objetos(r, esquema) for p in o.get("properties", ())}


def _objetos(rama: Mapping[str, Any], esquema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if "$ref" in rama:
        return _objetos(esquema["$defs"][rama["$ref"].rpartition("/")[2]], esquema)
    if "anyOf" in rama:
        return [o for r in rama["anyOf"] for o in _objetos(r, esquema)]
    return [rama]


def _hijo(rama: Mapping[str, Any], paso: str | int) -> list[Mapping[str, Any]]:
    if isinstance(paso, int):
        hijo = rama.get("items")
    else:
        hijo = rama.get("properties", {}).get(paso) or rama.get("additionalProperties")
    return [hijo] if isinstance(hijo, dict) else []


@lru_cache(maxsize=16)
def _esquema(forma: Forma[Any]) -> Mapping[str, Any]:
    return forma.esquema()


def examinar_tolerante(
    forma: Forma[T], documento: Documento
) -> tuple[Valido[T] | None, list[Problema], tuple[Mensaje, ...]]:
    """Como `examinar`, pero una clave desconocida no invalida: se aparta y se devuelve como aviso.

    Es para lo que escribe una máquina (grafos, manifiestos), que una versión posterior puede ampliar.
    """
    dato, errores = forma.leer(documento.valor)
    if dato is not None:
        return dato, [], ()
    de_mas = [f.ruta for f in _fallos(errores, _esquema(forma)) if f.tipo in _DESCONOCIDA]
    if not de_mas:
        return (*examinar(forma, documento), ())
    podado = Documento(_podar(documento.valor, set(de_mas), ()), documento.fichero, documento.posiciones)
    avisos = tuple(mensaje("clave desconocida %(clave)s", clave=nombre_de(ruta)) for ruta in de_mas)
    return (*examinar(forma, podado), avisos)


def _podar(valor: Any, de_mas: set[Ruta], ruta: Ruta) -> Any:
    if isinstance(valor, dict):
        return {k: _podar(v, de_mas, (*ruta, k)) for k, v in valor.items() if (*ruta, k) not in de_mas}
    if isinstance(valor, list):
        return [_podar(v, de_mas, (*ruta, i)) for i, v in enumerate(valor)]
    return valor

"""Un valor JSON como campos de formulario, y vuelta. Lo editado conserva el tipo de lo que había, o se dice qué falla.

Sirve para dos cosas: escribir una entrada propia y editar lo que propone un agente. Puro.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.mensaje import Mensaje, mensaje

CENTIMOS = "_centimos"
LARGO = 8_000
"""Caracteres de un campo."""
_PARRAFO = 60
_HONDO = 3
_HONDURA = 50
"""Niveles de un JSON escrito a mano: lo que pasa de ahí no cruza a otro proceso ni cabe en un checkpoint."""
_ENTERO = re.compile(r"[+-]?[0-9]{1,15}")
_DINERO = re.compile(r"[0-9]{1,12}(?:[.,][0-9]{1,2})?")
_SIN_TEXTO = mensaje("no puede quedar vacío")
_NO_ES_ENTERO = mensaje("tiene que ser un número entero")
_NO_ES_DINERO = mensaje("tiene que ser un importe en euros, como 24,90")
_NO_ES_NUMERO = mensaje("tiene que ser un número")
_NO_ES_JSON = mensaje("no es JSON válido")
_MUY_HONDO = mensaje("tiene más de %(n)s niveles unos dentro de otros", n=_HONDURA)
_LARGO = mensaje("pasa de %(n)s caracteres", n=LARGO)


class Campo(Struct, frozen=True):
    """Un dato editable. `ruta` lo sitúa en el valor; `clase` es `texto`, `parrafo`, `entero`, `numero`, `dinero`,
    `si_no` o `json`; `texto` es lo que hay escrito y `error`, por qué no vale."""

    ruta: tuple[str, ...]
    clase: str
    texto: str
    error: Mensaje | None = None

    @property
    def nombre(self) -> str:
        """El del control en el formulario."""
        return "campo." + ".".join(r.replace("%", "%25").replace(".", "%2E") for r in self.ruta)

    @property
    def etiqueta(self) -> str:
        return " · ".join(legible(r) for r in self.ruta)


def campos_de(valor: Any, fijas: frozenset[str] = frozenset()) -> tuple[Campo, ...]:
    """Los campos de un objeto, sin las claves `fijas`. Lo que no es un objeto es un solo campo, sin ruta."""
    if not isinstance(valor, Mapping):
        return (_campo((), valor),)
    return tuple(_hojas(valor, (), fijas))


def leer(campos: tuple[Campo, ...], escrito: Mapping[str, str], valor: Any) -> tuple[tuple[Campo, ...], Any]:
    """Los campos con lo escrito (y sus errores) y el valor que resulta. Lo que no llega escrito se queda como estaba.

    El valor solo tiene sentido si ningún campo lleva error.
    """
    leidos, nuevo = [], json.loads(json.dumps(valor))
    for campo in campos:
        texto = escrito.get(campo.nombre, campo.texto).replace("\r\n", "\n")
        if texto == campo.texto.replace("\r\n", "\n"):  # sin tocar: se queda como estaba, sea lo que sea
            leidos.append(campo)
            continue
        try:
            dato = _dato(campo, texto)
        except NoVale as error:
            leidos.append(replace(campo, texto=texto, error=error.motivo))
        else:
            leidos.append(replace(campo, texto=texto))
            nuevo = _poner(nuevo, campo.ruta, dato)
    return tuple(leidos), nuevo


def cambios(antes: Mapping[str, Any], despues: Mapping[str, Any]) -> dict[str, Any]:
    """Las claves de primer nivel que ya no valen lo mismo."""
    return {k: v for k, v in despues.items() if antes.get(k) != v}


def legible(clave: str) -> str:
    """Una clave como la leería una persona: `importe_centimos` es un importe y `pedido_id`, un pedido."""
    palabras = clave.removesuffix(CENTIMOS).removesuffix("_id").replace("_", " ").strip()
    return palabras[:1].upper() + palabras[1:] if palabras else clave


def euros(centimos: int) -> str:
    """`3990` → `39,90`."""
    signo, n = ("-" if centimos < 0 else ""), abs(centimos)
    return f"{signo}{n // 100},{n % 100:02d}"


class NoVale(Exception):  # noqa: N818
    """Lo escrito no vale; `motivo` dice por qué."""

    def __init__(self, motivo: Mensaje) -> None:
        self.motivo = motivo


def _hojas(valor: Mapping[str, Any], ruta: tuple[str, ...], fijas: frozenset[str]) -> Iterator[Campo]:
    for clave, hijo in valor.items():
        if clave in fijas and not ruta:
            continue
        if isinstance(hijo, Mapping) and hijo and len(ruta) < _HONDO:
            yield from _hojas(hijo, (*ruta, clave), fijas)
        else:
            yield _campo((*ruta, clave), hijo)


def _campo(ruta: tuple[str, ...], valor: Any) -> Campo:
    if isinstance(valor, bool):
        return Campo(ruta, "si_no", "true" if valor else "false")
    if isinstance(valor, int):
        de_dinero = bool(ruta) and ruta[-1].endswith(CENTIMOS) and valor >= 0
        return Campo(ruta, "dinero", euros(valor)) if de_dinero else Campo(ruta, "entero", str(valor))
    if isinstance(valor, float):
        return Campo(ruta, "numero", json.dumps(valor))
    if isinstance(valor, str):
        return Campo(ruta, "parrafo" if len(valor) > _PARRAFO or "\n" in valor else "texto", valor)
    return Campo(ruta, "json", json.dumps(valor, ensure_ascii=False, indent=1))


def _dato(campo: Campo, texto: str) -> Any:
    if len(texto) > LARGO:
        raise NoVale(_LARGO)
    match campo.clase:
        case "texto" | "parrafo":
            if not texto.strip() and campo.texto.strip():
                raise NoVale(_SIN_TEXTO)
            return texto
        case "entero":
            return int(_que_encaje(_ENTERO, texto, _NO_ES_ENTERO))
        case "dinero":
            entera, _, decimales = _que_encaje(_DINERO, texto, _NO_ES_DINERO).replace(",", ".").partition(".")
            return int(entera) * 100 + int(decimales.ljust(2, "0") if decimales else 0)
        case "si_no":
            return texto == "true"
    return de_json(texto, _NO_ES_NUMERO if campo.clase == "numero" else _NO_ES_JSON, numero=campo.clase == "numero")


def de_json(texto: str, si_no: Mensaje = _NO_ES_JSON, *, numero: bool = False) -> Any:
    """Un JSON escrito a mano: sin `NaN`, sin claves repetidas y sin honduras. Lanza `NoVale`."""
    try:
        dato = json.loads(texto, parse_constant=_no, parse_float=_finito, object_pairs_hook=_sin_repetir)
    except (ValueError, RecursionError) as error:
        raise NoVale(si_no) from error
    if _pasa_de(dato, _HONDURA):
        raise NoVale(_MUY_HONDO)
    if numero and (isinstance(dato, bool) or not isinstance(dato, int | float)):
        raise NoVale(si_no)
    return dato


def _pasa_de(dato: Any, hondura: int) -> bool:
    capa = [dato]
    for _ in range(hondura):
        listas = [list(x.values()) if isinstance(x, dict) else x for x in capa if isinstance(x, dict | list)]
        capa = [hijo for lista in listas for hijo in lista]
    return any(isinstance(x, dict | list) for x in capa)


def _que_encaje(patron: re.Pattern[str], texto: str, si_no: Mensaje) -> str:
    limpio = texto.strip().removesuffix("€").strip()
    if not patron.fullmatch(limpio):
        raise NoVale(si_no)
    return limpio


def _no(constante: str) -> Any:
    raise ValueError(constante)


def _finito(texto: str) -> float:
    if math.isinf(numero := float(texto)):
        raise ValueError(texto)
    return numero


def _sin_repetir(pares: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pares)) != len(pares):
        raise ValueError("clave repetida")
    return dict(pares)


def _poner(valor: Any, ruta: tuple[str, ...], dato: Any) -> Any:
    if not ruta:
        return dato
    return {**valor, ruta[0]: _poner(valor[ruta[0]], ruta[1:], dato)}

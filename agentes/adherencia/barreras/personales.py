"""Datos personales: se cambian por una etiqueta antes de que el modelo, el embebedor o una persona los vean.

Se reconocen por forma y, donde la hay, por cifra de control (`python-stdnum`, `phonenumbers`), de modo que un número
de factura o un importe se quedan como están. Nunca se guarda el valor: solo la clase y la posición en el mensaje ya
normalizado. Huecos declarados: nombres propios, direcciones postales y el CIP sanitario no se reconocen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import phonenumbers
from stdnum import iban, luhn
from stdnum.es import dni, nie

from agentes.adherencia.estado import Idioma

_REGIONES: dict[Idioma, tuple[str, ...]] = {"es": ("ES",), "en": ("ES", "GB", "US")}


@dataclass(frozen=True, slots=True, order=True)
class Hallado:
    """Un dato personal: clase y tramo `[inicio, fin)` del texto original. El valor no se guarda."""

    inicio: int
    fin: int
    clase: str


@dataclass(frozen=True, slots=True)
class _Regla:
    clase: str
    forma: re.Pattern[str]
    valida: Callable[[str], bool]


def _sin_puntos(valor: str) -> str:
    return re.sub(r"[.\s-]", "", valor)


_REGLAS = (
    _Regla("CORREO", re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}", re.ASCII), lambda _: True),
    _Regla(
        "IBAN",
        re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{1,4}){3,8}(?![A-Za-z0-9])", re.ASCII),
        lambda v: iban.is_valid(v),
    ),
    _Regla(
        "TARJETA",
        re.compile(r"(?<![\w.,])\d(?:[ -]?\d){12,18}(?!\w)", re.ASCII),
        lambda v: luhn.is_valid(_sin_puntos(v)),
    ),
    _Regla(
        "DNI",
        re.compile(r"(?<![\w.])\d{1,2}\.?\d{3}\.?\d{3}[ -]?[A-Za-z](?!\w)", re.ASCII),
        lambda v: dni.is_valid(_sin_puntos(v)),
    ),
    _Regla(
        "NIE",
        re.compile(r"(?<!\w)[XYZxyz][ -]?\d{1}\.?\d{3}\.?\d{3}[ -]?[A-Za-z](?!\w)", re.ASCII),
        lambda v: nie.is_valid(_sin_puntos(v)),
    ),
)


def buscar(texto: str, idioma: Idioma) -> tuple[Hallado, ...]:
    """Los datos personales del texto, sin solapes: ante un choque gana el tramo más largo y luego el primero."""
    candidatos = [*_por_forma(texto), *_telefonos(texto, idioma)]
    elegidos: list[Hallado] = []
    for h in sorted(candidatos, key=lambda h: (h.inicio - h.fin, h.inicio, h.clase)):
        if all(h.fin <= e.inicio or h.inicio >= e.fin for e in elegidos):
            elegidos.append(h)
    return tuple(sorted(elegidos))


def redactar(texto: str, idioma: Idioma) -> tuple[str, tuple[Hallado, ...]]:
    """El texto con cada dato cambiado por `[CLASE]`, y lo hallado (posiciones del texto original)."""
    hallados = buscar(texto, idioma)
    return _sustituir(texto, hallados), hallados


def _sustituir(texto: str, hallados: Iterable[Hallado]) -> str:
    trozos, desde = [], 0
    for h in hallados:
        trozos += [texto[desde : h.inicio], f"[{h.clase}]"]
        desde = h.fin
    return "".join([*trozos, texto[desde:]])


def _por_forma(texto: str) -> Iterator[Hallado]:
    for regla in _REGLAS:
        for m in regla.forma.finditer(texto):
            fin = next((f for f in _finales(texto, m) if _vale(regla, texto, m.start(), f)), None)
            if fin is not None:
                yield Hallado(m.start(), fin, regla.clase)


def _finales(texto: str, m: re.Match[str]) -> Iterator[int]:
    """Dónde puede acabar el dato: el tramo entero y, si detrás se coló otra palabra, cada corte anterior."""
    yield m.end()
    yield from (i for i in range(m.end() - 1, m.start(), -1) if texto[i] in " -")


def _vale(regla: _Regla, texto: str, inicio: int, fin: int) -> bool:
    return bool(regla.forma.fullmatch(texto, inicio, fin)) and regla.valida(texto[inicio:fin])


def _telefonos(texto: str, idioma: Idioma) -> Iterator[Hallado]:
    for region in _REGIONES[idioma]:
        for m in phonenumbers.PhoneNumberMatcher(texto, region, leniency=phonenumbers.Leniency.STRICT_GROUPING):
            yield Hallado(m.start, m.end, "TEL")

"""Leer cantidades: cifras, letras, fracciones y unidades, en una forma canónica con la que comparar.

«Doce mililitros», «12 ml» y «twelve millilitres» no son la misma palabra, pero sí la misma cantidad. Primero se pasan
los números a cifras y luego se buscan junto a una unidad o detrás de «toma».
"""

from __future__ import annotations

import re
from fractions import Fraction

from agentes.adherencia.lengua import plano


def _tabla(palabras: str, desde: int = 0, paso: int = 1) -> dict[str, int]:
    return {forma: desde + i * paso for i, formas in enumerate(palabras.split()) for forma in formas.split("/")}


_UNIDADES = _tabla(
    "uno/un/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete"
    " dieciocho diecinueve veinte veintiuno/veintiun/veintiuna veintidos veintitres veinticuatro veinticinco veintiseis"
    " veintisiete veintiocho veintinueve",
    1,
) | _tabla(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen",
    1,
)
_DECENAS = _tabla("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 30, 10) | _tabla(
    "twenty thirty forty/fourty fifty sixty seventy eighty ninety", 20, 10
)
_CENTENAS = _tabla(
    "cien/ciento doscientos/doscientas trescientos/trescientas cuatrocientos/cuatrocientas quinientos/quinientas"
    " seiscientos/seiscientas setecientos/setecientas ochocientos/ochocientas novecientos/novecientas",
    100,
    100,
)
_VECES = {"hundred": 100, "thousand": 1000, "mil": 1000}
_NUMERALES = frozenset(_UNIDADES) | frozenset(_DECENAS) | frozenset(_CENTENAS) | frozenset(_VECES)
_ARTICULOS = frozenset({"un", "una", "uno", "one", "a", "an"})
_PARTES = {
    "medio": Fraction(1, 2),
    "media": Fraction(1, 2),
    "half": Fraction(1, 2),
    "tercio": Fraction(1, 3),
    "tercios": Fraction(1, 3),
    "third": Fraction(1, 3),
    "thirds": Fraction(1, 3),
    "cuarto": Fraction(1, 4),
    "cuartos": Fraction(1, 4),
    "quarter": Fraction(1, 4),
    "quarters": Fraction(1, 4),
}
_N = rf"(?:{'|'.join(sorted(_NUMERALES, key=len, reverse=True))})"
_EN_LETRA = re.compile(rf"\b{_N}(?:(?:[ -]| y | and ){_N}){{0,7}}\b")
_P = rf"(?:{'|'.join(sorted(_PARTES, key=len, reverse=True))})"
_CIFRA = r"\d{1,3}(?:[., ]\d{3}){1,2}(?!\d)|\d{1,5}(?:[.,]\d{1,3})?"
_MASA = (
    r"mg|mcg|µg|μg|g|gr|gramos?|miligramos?|microgramos?|grams?|milligrams?|micrograms?|kg|ml|cc|cl|mililitros?"
    r"|centilitros?"
    r"|millilit(?:er|re)s?|centilit(?:er|re)s?|ui|iu|unidades|units?"
)
_PIEZA = (
    r"comprimidos?|pastillas?|pastis|capsulas?|tabletas?|grageas?|tablets?|pills?|capsules?|caplets?|gotas?|drops?"
    r"|puffs?|inhalaciones"
    r"|inhalations?|pulsaciones|bocanadas?|sprays?|cucharadas?|cucharaditas?|cucharas?|spoonfuls?|teaspoon(?:ful)?s?"
    r"|tablespoon(?:ful)?s?"
    r"|sobres?|sachets?|ampollas?|vials?|viales|parches?|patch(?:es)?|supositorios?|suppositor(?:y|ies)|inyecciones"
    r"|injections?|dosis|doses"
    r"|tomas|pinchazos"
)
_UNIDAD = rf"(?:{_MASA}|{_PIEZA})"
_CON_UNIDAD = re.compile(rf"(?<![\d.,])({_CIFRA})\s{{0,2}}(?:de |of |of a |of an |a )?({_UNIDAD})\b")
_DE_UNO = re.compile(rf"\b(?:un|una|one|a)\s({_MASA})\b")
_ES_ONCE = re.compile(rf"\s(?:{_UNIDAD})\b")
"""«Once» es once si cuenta algo; en inglés es «una vez»."""
_UNIDAD_Y_PARTE = re.compile(
    rf"(?:(?<![\d.,])({_CIFRA})|\b(?:un|una|one|a))\s({_UNIDAD})\s(?:y|and)\s(?:an?\s)?({_P})\b"
)
_PAUTA = re.compile(
    r"\b(?:cada|every)\s(\d{1,3})\s(horas?|hours?|hrs?|h)\b|(?<![\d.,])(\d{1,3})\s(veces al dia|times a day|times"
    r" daily)\b"
)
_NO_ES_DOSIS = (
    r"(?:minut\w{1,3}|horas?|hours?|dias?|days?|semanas?|weeks?|mes\w{0,2}|months?|anos?|years?|veces|times|pasos"
    r"|steps|copias|copies"
    r"|fotos|photos|vasos?|glass\w{0,2}|sorbos?|sips?|cosas|things|opciones|options|euros|de la|del|am|pm)"
)
_TRAS_TOMAR = re.compile(
    rf"\b(?:toma(?:te|tela|telas)?|tome(?:se)?|tomar|ponte|inyectate|bebe|traga(?:te)?|dale|take|swallow|inject)"
    rf"\s(?:(?:ahora|solo|otras?|now|just|another|only|exactly)\s)?({_CIFRA})(?!\d|\s{{0,2}}(?:{_UNIDAD}"
    rf"|{_NO_ES_DOSIS})\b|[.,:]\d)"
)


_SIMBOLOS = {
    **dict.fromkeys(("miligramo", "milligram"), "mg"),
    **dict.fromkeys(("microgramo", "microgram", "µg", "μg"), "mcg"),
    **dict.fromkeys(("gramo", "gram", "gr"), "g"),
    **dict.fromkeys(("mililitro", "milliliter", "millilitre", "cc"), "ml"),
    **dict.fromkeys(("centilitro", "centiliter", "centilitre"), "cl"),
    **dict.fromkeys(("unidad", "unit", "iu"), "ui"),
    **dict.fromkeys(("dosi", "do"), "dose"),
}
_UNA_TOMA = frozenset({"1 dose", "1 toma"})
"""Hablar de una toma no es dar una cantidad."""


def dosis_de(texto: str) -> tuple[str, ...]:
    """Las cantidades del texto, en forma canónica (`2 comprimido`, `500 mg`, `1.5 ml`), sin repetir y en orden."""
    liso = en_cifras(texto)
    halladas = [(m.start(), f"{_sumada(m)} {_singular(m[2])}") for m in _UNIDAD_Y_PARTE.finditer(liso)]
    tapado = _UNIDAD_Y_PARTE.sub(lambda m: " " * len(m[0]), liso)
    halladas += [(m.start(), f"{_cifra(m[1])} {_singular(m[2])}") for m in _CON_UNIDAD.finditer(tapado)]
    halladas += [(m.start(), f"1 {_singular(m[1])}") for m in _DE_UNO.finditer(tapado)]
    halladas += [(m.start(), f"{m[1] or m[3]} {_singular(m[2] or m[4])} de pauta") for m in _PAUTA.finditer(tapado)]
    halladas += [(m.start(), f"{_cifra(m[1])} sin unidad") for m in _TRAS_TOMAR.finditer(tapado)]
    return tuple(dict.fromkeys(dosis for _, dosis in sorted(halladas) if dosis not in _UNA_TOMA))


def en_cifras(texto: str) -> str:
    """El texto plano con los números en letra y las fracciones pasados a cifras; «un» y «una» sueltos se quedan."""
    liso = plano(texto).replace("⁄", "/").replace("’", "'")
    liso = re.sub(r"\bun par(?: de)?\b|\ba couple(?: of)?\b", "2", liso)
    liso = re.sub(r"\b(?:una|media) docena(?: de)?\b", lambda m: "12" if m[0][0] == "u" else "6", liso)
    liso = re.sub(r"\b(?:(half) )?a dozen\b", lambda m: "6" if m[1] else "12", liso)
    liso = re.sub(r"\b(?:a|an)(?= hundred| thousand)", "one", liso)
    liso = _EN_LETRA.sub(_de_letra, liso)
    return _fracciones(liso)


def _de_letra(m: re.Match[str]) -> str:
    if m[0] in _ARTICULOS - {"one"} or (m[0] == "once" and not _ES_ONCE.match(m.string, m.end())):
        return m[0]
    palabras = [p for p in re.split(r"[ -]", m[0]) if p not in ("y", "and")]
    return str(_valor(palabras))


def _valor(palabras: list[str]) -> int:
    """El número de una serie de numerales: sumas hasta el millar, y el millar multiplica lo que lleva delante."""
    total = parcial = 0
    for p in palabras:
        if p in ("mil", "thousand"):
            total, parcial = total + (parcial or 1) * 1000, 0
        elif p == "hundred":
            parcial = (parcial or 1) * 100
        else:
            parcial += _UNIDADES.get(p, 0) + _DECENAS.get(p, 0) + _CENTENAS.get(p, 0)
    return total + parcial


def _fracciones(liso: str) -> str:
    """«1/2», «1 1/2», «3 cuartos», «media», «1 y media», «half a», «one and a half» → decimales."""
    cien = r"(?:(\d{1,4}|un|una|an?)(?: y | and | ))?"
    liso = re.sub(
        rf"{cien}\b(\d)/(\d)\b", lambda m: _decimal(_entero(m[1]) + Fraction(int(m[2]), int(m[3]) or 1)), liso
    )
    liso = re.sub(
        rf"\b(\d) ({_P})\b(?: (?:de |of )?(?:an? |un |una |el |la |the )?(?={_UNIDAD}\b))?",
        lambda m: _decimal(int(m[1]) * _PARTES[m[2]]) + (" " if m[0].endswith(" ") else ""),
        liso,
    )
    liso = re.sub(
        rf"\b(\d{{1,4}}|una?|one) (?:y|and) (?:an? |un )?({_P})\b",
        lambda m: _decimal(_entero(m[1]) + _PARTES[m[2]]),
        liso,
    )
    return re.sub(
        rf"\b(?:an? |un )?({_P})(?: of)? (?:de |an? |un |una |the )?(?={_UNIDAD}\b)",
        lambda m: f"{_decimal(_PARTES[m[1]])} ",
        liso,
    )


def _entero(leido: str | None) -> int:
    return 0 if leido is None else int(leido) if leido.isdigit() else 1


def _decimal(valor: Fraction) -> str:
    return f"{float(valor):.3f}".rstrip("0").rstrip(".")


def _cifra(leida: str) -> str:
    """`1.000`, `1,000` y `1 000` son mil; `1,5` y `1.5`, uno y medio."""
    if re.fullmatch(r"\d{1,3}(?:[., ]\d{3}){1,2}", leida) and not leida.startswith("0"):
        return re.sub(r"[., ]", "", leida)
    return _decimal(Fraction(leida.replace(",", ".")))


def _sumada(m: re.Match[str]) -> str:
    return _decimal(Fraction(_cifra(m[1]) if m[1] else "1") + _PARTES[m[3]])


def _singular(unidad: str) -> str:
    sola = unidad.removesuffix("es").removesuffix("s") if len(unidad) > 3 else unidad
    return _SIMBOLOS.get(sola) or _SIMBOLOS.get(unidad.removesuffix("s")) or sola

"""Barreras sobre el texto de salida: que el agente no se salga de su papel y que no invente cantidades."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentes.adherencia.estado import Decision, Pasaje, falla, pasa
from agentes.adherencia.lengua import plano

_SANITARIO = r"(?:medic[oa]|doctora?|enfermer[oa]|farmaceutic[oa])"
_PERSONA: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "se_hace_pasar_por_sanitario",
        (
            rf"\bsoy (?:tu |su |un |una )?{_SANITARIO}\b|\bcomo (?:tu|su) {_SANITARIO},",
            r"\b(?:i am|i'm) (?:a|your) (?:doctor|physician|nurse|pharmacist)\b",
            r"\bas your (?:doctor|physician|nurse|pharmacist),",
        ),
    ),
    (
        "prescribe",
        (
            r"\b(?:te|le) (?:receto|prescribo|diagnostico)\b",
            r"(?<!no )\b(?:deja|deje) (?:de tomar|el tratamiento|ya)\b",
            r"(?<!no )\b(?:suspende|suspenda|abandona|abandone) (?:el tratamiento|la medicacion|ya)\b",
            r"\bpuedes (?:doblar|duplicar|subir|dejar de tomar)\b",
            r"\bi (?:prescribe|diagnose)\b|\byou (?:should|can|must) (?:stop taking|double|quit)\b",
            r"(?:^|[.!?] )(?:just )?stop (?:taking|the treatment|your)\b",
        ),
    ),
    (
        "revela_instrucciones",
        (r"\b(?:mis instrucciones (?:son|dicen)|my instructions (?:are|say)|system prompt|mensaje de sistema)\b",),
    ),
    (
        "abandona_el_papel",
        (r"\b(?:ya no soy|ahora soy|i am no longer|i am now|modo sin restricciones|unrestricted mode)\b",),
    ),
)
_COMPILADAS = tuple((motivo, re.compile("|".join(formas))) for motivo, formas in _PERSONA)
_DOS_A_DIEZ = {
    "es": ("dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"),
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
}
_NUMEROS = {palabra: str(i) for palabras in _DOS_A_DIEZ.values() for i, palabra in enumerate(palabras, 2)}
_UNIDAD = (
    r"mg|mcg|µg|μg|g|gr|gramos?|miligramos?|microgramos?|grams?|milligrams?|micrograms?|ml|mililitros?|milliliters?|ui|iu"
    r"|unidades|units|comprimidos?|pastillas?|capsulas?|tabletas?|tablets?|pills?|capsules?|gotas?|drops?|puffs?"
    r"|inhalaciones?|cucharadas?|spoonfuls?"
)
_DOSIS = re.compile(rf"\b(\d{{1,5}}(?:[.,]\d{{1,3}})?|{'|'.join(_NUMEROS)})\s{{0,2}}({_UNIDAD})\b")


def comprobar_persona(texto: str) -> Decision:
    """Falla si el texto receta, se hace pasar por sanitario, enseña sus instrucciones o cambia de papel."""
    liso = plano(texto)
    for motivo, forma in _COMPILADAS:
        if forma.search(liso):
            return falla(motivo)
    return pasa("en_su_papel")


def dosis_de(texto: str) -> tuple[str, ...]:
    """Las cantidades del texto, en forma canónica (`2 comprimido`, `500 mg`), sin repetir y en orden."""
    halladas = (
        f"{_NUMEROS.get(m[1], m[1].replace(',', '.'))} {_singular(m[2])}" for m in _DOSIS.finditer(plano(texto))
    )
    return tuple(dict.fromkeys(halladas))


def dosis_inventadas(texto: str, pasajes: Sequence[Pasaje]) -> tuple[str, ...]:
    """Las cantidades que no están en ninguno de los pasajes. Sin pasajes, todas."""
    conocidas = {d for p in pasajes for d in dosis_de(p["texto"])}
    return tuple(d for d in dosis_de(texto) if d not in conocidas)


def _singular(unidad: str) -> str:
    return unidad.removesuffix("es").removesuffix("s") if len(unidad) > 3 else unidad

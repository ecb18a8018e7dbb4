"""Comprobación de citas: cada `[F-000]` debe ser un pasaje recuperado en este turno y sostener lo que acompaña.

Sostener es compartir palabras sin darles la vuelta: de las raíces del tramo que va hasta la cita, una parte mínima está
en el pasaje, y ninguna frase niega lo que el pasaje afirma, afirma lo que niega ni le quita una salvedad. No es
implicación: es una red barata para la cita de adorno y la cita al revés. Quien la rompe va a revisión o se retiene.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agentes.adherencia.barreras.polaridad import contradice
from agentes.adherencia.estado import Decision, Idioma, Pasaje, falla, no_aplica, pasa
from agentes.adherencia.lengua import raices

APOYO_MINIMO = 0.3
"""Parte de las raíces del tramo que debe estar en el pasaje citado."""
_CITA = re.compile(r"\[(F-\d{3})\]")


@dataclass(frozen=True, slots=True)
class Cita:
    """Una cita del texto. `apoyo` es la parte de raíces compartidas (0 si el pasaje no está)."""

    id: str
    recuperada: bool
    apoyo: float
    contradice: bool = False

    @property
    def verificada(self) -> bool:
        return self.recuperada and self.apoyo >= APOYO_MINIMO and not self.contradice


def citas_de(texto: str, pasajes: Sequence[Pasaje], idioma: Idioma) -> tuple[Cita, ...]:
    """Las citas en orden de aparición. Una cita pegada a otra sostiene el mismo tramo que ella."""
    por_id = {p["id"]: p for p in pasajes}
    encontradas, desde, tramo = [], 0, ""
    for m in _CITA.finditer(texto):
        nuevo = texto[desde : m.start()]
        tramo = nuevo if any(c.isalnum() for c in nuevo) else tramo
        encontradas.append(_cita(m[1], tramo, por_id.get(m[1]), idioma))
        desde = m.end()
    return tuple(encontradas)


def _cita(id: str, tramo: str, pasaje: Pasaje | None, idioma: Idioma) -> Cita:
    if pasaje is None:
        return Cita(id, recuperada=False, apoyo=0.0)
    dichas = set(raices(tramo, idioma))
    fuente = set(raices(f"{pasaje['titulo']} {pasaje['texto']}", idioma))
    apoyo = round(len(dichas & fuente) / len(dichas), 3) if dichas else 0.0
    return Cita(id, recuperada=True, apoyo=apoyo, contradice=contradice(tramo, pasaje["texto"], idioma))


def comprobar_citas(citas: Sequence[Cita], *, con_rag: bool) -> Decision:
    """Falla con `ausente`, `no_verificada` (no se recuperó), `contradice` o `sin_apoyo`; sin RAG, no aplica."""
    if not con_rag:
        return no_aplica("turno_sin_rag")
    if not citas:
        return falla("ausente", citas=[])
    ids = [c.id for c in citas]
    if ajenas := [c.id for c in citas if not c.recuperada]:
        return falla("no_verificada", citas=ids, malas=ajenas)
    if opuestas := [c.id for c in citas if c.contradice]:
        return falla("contradice", citas=ids, malas=opuestas)
    if flojas := [c.id for c in citas if not c.verificada]:
        return falla("sin_apoyo", citas=ids, malas=flojas)
    return pasa("verificadas", citas=ids)

"""La misma conversación en dos ficheros: una sola si dicen lo mismo; si no, dos, y que se sepa.

Juntar dos que no coinciden sería inventar en qué orden pasó lo de cada una.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generador.lectura.ajenas.tramos import Conversacion

_POCOS = 4


class Venida(Struct, frozen=True):
    """Una conversación y los ficheros de que salió."""

    conversacion: Conversacion
    rutas: tuple[Path, ...]


def sin_repetir(venidas: Iterable[Venida]) -> tuple[Conversacion, ...]:
    """Una por cada cosa distinta que se diga de un hilo, en el orden en que llegan."""
    por_clave: dict[str, list[Venida]] = {}
    for v in venidas:
        por_clave.setdefault(v.conversacion.clave, []).append(v)
    distintas = {clave: _distintas(suyas) for clave, suyas in por_clave.items()}
    return tuple(c for clave, suyas in distintas.items() for c in _avisadas(clave, suyas))


def _distintas(venidas: Sequence[Venida]) -> list[list[Venida]]:
    """Las que dicen lo mismo, juntas."""
    grupos: list[list[Venida]] = []
    for v in venidas:
        igual = next((g for g in grupos if _lo_mismo(g[0].conversacion, v.conversacion)), None)
        if igual is None:
            grupos.append([v])
        else:
            igual.append(v)
    return grupos


def _lo_mismo(a: Conversacion, b: Conversacion) -> bool:
    return (a.lineas, _valores(a), a.entrada) == (b.lineas, _valores(b), b.entrada)


def _valores(c: Conversacion) -> list[object]:
    """Lo que dicen sus líneas: los espacios y los saltos de cada fichero no cuentan."""
    return [valor for _, valor in c.crudas]


def _avisadas(clave: str, grupos: Sequence[Sequence[Venida]]) -> list[Conversacion]:
    avisadas: list[Conversacion] = []
    for n, grupo in enumerate(grupos):
        avisos: list[str] = []
        if len(grupo) > 1:
            avisos.append(f"la conversación «{clave[:60]}» viene igual en {_nombres(grupo)}: se importa una vez")
        if n and grupo[0].rutas != grupos[0][0].rutas:
            avisos.append(
                f"la conversación «{clave[:60]}» viene en {_nombres([g[0] for g in grupos])}, y no dicen lo mismo: son"
                " casos distintos → si es la misma, importa solo el fichero que la cuente entera"
            )
        c = grupo[0].conversacion
        avisadas.append(replace(c, avisos=(*avisos, *c.avisos)))
    return avisadas


def _nombres(venidas: Sequence[Venida]) -> str:
    rutas = [str(r) for r in dict.fromkeys(r for v in venidas for r in v.rutas)]
    resto = f" y {len(rutas) - _POCOS} más" if len(rutas) > _POCOS else ""
    return f"{', '.join(rutas[:_POCOS])}{resto}"

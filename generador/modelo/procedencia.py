"""De dónde salió cada respuesta de modelo. Se graba llamada a llamada y nunca se deduce del nombre."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct


class Procedencia(StrEnum):
    EN_VIVO = "en_vivo"
    ORACULO = "oraculo"
    REPRODUCIDA = "reproducida"
    DESCONOCIDA = "desconocida"


class Recuento(Struct, frozen=True):
    """Cuántas llamadas a modelo hay de cada procedencia. Es lo que enseña la banda de divulgación.

    `sin_llamadas` son las trazas que no las traen (una base de checkpoints, un volcado de `stream`): de ellas no se
    sabe si contestó un modelo, y callarlo sería decir que no. `sin_respuesta` son las llamadas que acabaron en error
    sin que contestara nadie (el guion se agotó, el proveedor falló): se cuentan aparte, sin procedencia.
    """

    en_vivo: int = 0
    oraculo: int = 0
    reproducida: int = 0
    desconocida: int = 0
    sin_llamadas: int = 0
    sin_respuesta: int = 0

    @property
    def total(self) -> int:
        """Las respuestas que hubo."""
        return self.en_vivo + self.oraculo + self.reproducida + self.desconocida

    @property
    def sin_registrar(self) -> bool:
        """Si no se sabe nada: hay trazas que no traen sus llamadas, y ninguna otra que contar."""
        return bool(self.sin_llamadas) and not self.total and not self.sin_respuesta

    def __add__(self, otro: Recuento) -> Recuento:
        return Recuento(
            self.en_vivo + otro.en_vivo,
            self.oraculo + otro.oraculo,
            self.reproducida + otro.reproducida,
            self.desconocida + otro.desconocida,
            self.sin_llamadas + otro.sin_llamadas,
            self.sin_respuesta + otro.sin_respuesta,
        )


def contar(procedencias: Iterable[Procedencia | None]) -> Recuento:
    """Recuento exacto de una serie de procedencias; `None` es que no contestó nadie."""
    n = Counter(procedencias)
    return Recuento(**{p.value: n[p] for p in Procedencia}, sin_respuesta=n[None])

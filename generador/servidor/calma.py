"""Cuándo toca construir, según cuándo se guardó. Sin reloj: la hora la dice quien pregunta.

El antirrebote de watchfiles no calma una tormenta (junta lo que llega en una ventana y la suelta), así que se espera a
que haya calma, con un tope. Un guardado suelto espera menos: es lo corriente, y quien guarda está mirando.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

CALMA = 0.3
CALMA_DE_UNO = 0.07
TOPE = 2.0
"""Segundos, los tres."""
_SUELTOS = 2
"""Un fichero, o una traza y el manifiesto que lleva su suma."""


@dataclass(slots=True)
class Calma:
    """Lo guardado y aún sin construir. Las horas son segundos de un reloj que no retrocede."""

    _rutas: set[str] = field(default_factory=set)
    _veces: int = 0
    _primera: float | None = None
    _ultima: float = 0.0

    def anotar(self, ahora: float, rutas: Collection[str]) -> None:
        """Algo cambió en esas rutas."""
        if self._primera is None:
            self._primera = ahora
        self._ultima = ahora
        self._veces += 1
        self._rutas.update(rutas)

    def toca(self, ahora: float) -> bool:
        """Si ya se puede construir."""
        if self._primera is None:
            return False
        suelto = len(self._rutas) <= _SUELTOS and self._veces <= _SUELTOS
        return ahora - self._ultima >= (CALMA_DE_UNO if suelto else CALMA) or ahora - self._primera >= TOPE

    def olvidar(self) -> None:
        """Se va a construir con todo lo anotado."""
        self._rutas.clear()
        self._veces, self._primera = 0, None

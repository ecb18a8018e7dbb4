"""A cuántas pestañas se avisa a la vez: la que llega cuando no caben más le quita el sitio a la más antigua.

Un navegador no abre más de seis conexiones con un mismo servidor, sumando todas sus pestañas: con seis avisos abiertos,
la séptima página no llegaría a cargarse. La que pierde el sitio vuelve a pedirlo enseguida y se entera entonces de lo
que cambió mientras.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

A_LA_VEZ = 4
"""De seis: quedan dos para cargar páginas."""


@dataclass(slots=True, eq=False)
class Turno:
    """El sitio de una pestaña. `vencido` es que se lo ha quitado otra."""

    vencido: bool = False


@dataclass(slots=True)
class Turnos:
    """Los sitios que hay, del más antiguo al más nuevo."""

    cuantos: int = A_LA_VEZ
    _cogidos: deque[Turno] = field(default_factory=deque)
    _uno: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def coger(self) -> Iterator[Turno]:
        """Un sitio mientras dure, o hasta que otro lo venza."""
        turno = Turno()
        with self._uno:
            self._cogidos.append(turno)
            while len(self._cogidos) > self.cuantos:
                self._cogidos.popleft().vencido = True
        try:
            yield turno
        finally:
            with self._uno:
                if not turno.vencido:
                    self._cogidos.remove(turno)

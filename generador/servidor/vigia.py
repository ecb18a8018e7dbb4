"""El bucle: esperar a que se guarde algo, a que haya calma, y construir. Uno solo; lo que llega mientras, espera."""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from watchfiles import watch

from generador import sistema
from generador.servidor.calma import Calma
from generador.servidor.foto import Foto, fotografiar, interesa

Identidad: TypeAlias = tuple[int, int]
"""Dispositivo e inodo."""

_DE_GOLPE = ("", "no se sabe", "cuánto")
"""Rutas de lo que cambió sin que se viera: cuenta como guardar varios ficheros a la vez."""
_PASO = 10
_JUNTA = 50
_SILENCIO = 20
"""Milisegundos: sin nada nuevo en `_PASO`, o pasados `_JUNTA`, watchfiles da lo que haya; y si no pasa nada, cada
`_SILENCIO` nos deja mirar el reloj.
"""


@dataclass(slots=True)
class Vigia:
    """Vigila `raices` y llama a `construir` cuando su contenido cambia. `decir` cuenta todo lo demás.

    `salida` dice cómo está lo construido: si deja de estar como se dejó (la borraron), se construye otra vez.
    """

    raices: Sequence[Path]
    construir: Callable[[], object]
    decir: Callable[[str], None]
    parar: threading.Event = field(default_factory=threading.Event)
    calma: Calma = field(default_factory=Calma)
    foto: Foto | None = None
    sondeo: bool = False
    salida: Callable[[], object] = lambda: None
    _dejada: object = None
    _rehacer: bool = False

    def vigilar(self) -> None:
        """Construye y no vuelve hasta que se pida parar."""
        self._construir(fotografiar(self.raices, self.foto))
        while not self.parar.is_set():
            for _ in self._sucesos():
                self._mirar_la_salida()
                if self.calma.toca(time.monotonic()):
                    self.calma.olvidar()
                    self._construir_si_cambia()

    def _construir_si_cambia(self) -> None:
        foto = fotografiar(self.raices, self.foto)
        if self._rehacer or not foto.igual_que(self.foto):
            self._construir(foto)

    def _mirar_la_salida(self) -> None:
        """Que falte o cambie se mira al cambiar, no mientras dure: si no se puede rehacer, no se insiste."""
        esta = self.salida()
        if esta != self._dejada:
            self._dejada, self._rehacer = esta, True
            self.calma.anotar(time.monotonic(), _DE_GOLPE)

    def _construir(self, foto: Foto) -> None:
        """La foto es de antes de construir: lo que cambie mientras, no está en ella."""
        self.foto, self._rehacer = foto, False
        self.construir()
        self._dejada = self.salida()

    def _sucesos(self) -> Iterator[None]:
        """Un latido cada poco, con lo guardado ya anotado. Acaba si una raíz aparece, desaparece o es otra."""
        with ExitStack() as abiertas:
            hay = {r: _identidad(r, abiertas) for r in self.raices}
            if not any(hay.values()):
                time.sleep(_SILENCIO / 1000)
                yield None
                return
            try:
                yield from self._de_watchfiles([r for r, id in hay.items() if id], hay)
            except (OSError, RuntimeError) as error:
                if self.sondeo:
                    raise
                self.sondeo = True
                self.decir(f"el sistema no deja vigilar ({error}): se mira cada poco")

    def _de_watchfiles(self, raices: list[Path], hay: Mapping[Path, Identidad | None]) -> Iterator[None]:
        mirando = False
        for cambios in watch(
            *raices,
            watch_filter=None,
            debounce=_JUNTA,
            step=_PASO,
            stop_event=self.parar,
            rust_timeout=_SILENCIO,
            yield_on_timeout=True,
            force_polling=self.sondeo,
            raise_interrupt=True,
        ):
            mirando = mirando or self._por_si_acaso()
            rutas = {ruta for _, ruta in cambios if interesa(ruta, raices, self.foto)}
            if rutas:
                self.calma.anotar(time.monotonic(), rutas)
            yield None
            if any(_identidad(r) != id for r, id in hay.items()):
                self.calma.anotar(time.monotonic(), _DE_GOLPE)
                return

    def _por_si_acaso(self) -> bool:
        """Lo que cambiara antes de que watchfiles mirase: entre construir y empezar, o con la carpeta borrada."""
        if not fotografiar(self.raices, self.foto).igual_que(self.foto):
            self.calma.anotar(time.monotonic(), _DE_GOLPE)
        return True


def _identidad(carpeta: Path, abiertas: ExitStack | None = None) -> Identidad | None:
    """Cuál es la carpeta que hay ahí, o `None` si no la hay.

    Con `abiertas` se queda abierta: mientras lo esté, el sistema no da su inodo a la que se cree en su lugar. Donde las
    carpetas no se abren, se da su ficha y ya está.
    """
    try:
        if not sistema.ABRE_CARPETAS:
            ficha = os.stat(carpeta)  # noqa: PTH116
            return (ficha.st_dev, ficha.st_ino) if stat.S_ISDIR(ficha.st_mode) else None
        descriptor = os.open(carpeta, os.O_RDONLY | sistema.SOLO_CARPETA)
    except OSError:
        return None
    with ExitStack() as pila:
        pila.callback(os.close, descriptor)
        ficha = os.fstat(descriptor)
        if abiertas is not None:
            abiertas.push(pila.pop_all())
    return ficha.st_dev, ficha.st_ino

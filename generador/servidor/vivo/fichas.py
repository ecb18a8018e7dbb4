"""Fichas de un uso: un formulario solo vale si salió de una página nuestra, y solo una vez.

Enviar dos veces lo mismo (doble clic, reintento, recargar) no es un ataque: la segunda lleva adonde llevó la primera.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

MAXIMO = 4_096


class FichaNoVale(Exception):  # noqa: N818
    """No la dimos, ya se gastó con otro contenido o es de hace demasiadas páginas."""


@dataclass(slots=True)
class _Ficha:
    para: str
    cerrojo: threading.Lock = field(default_factory=threading.Lock)
    huella: str = ""
    destino: str = ""


class Fichas:
    """Las fichas vivas; cuando pasan de `MAXIMO` se olvidan las más viejas."""

    def __init__(self) -> None:
        self._cerrojo = threading.Lock()
        self._fichas: OrderedDict[str, _Ficha] = OrderedDict()

    def nueva(self, para: str) -> str:
        """Una ficha para los formularios de una página. `para` es lo que se podrá hacer con ella."""
        texto = secrets.token_urlsafe(24)
        with self._cerrojo:
            self._fichas[texto] = _Ficha(para)
            while len(self._fichas) > MAXIMO:
                self._fichas.popitem(last=False)
        return texto

    def usar(self, texto: str, para: str, contenido: bytes, hacer: Callable[[], str]) -> str:
        """Hace `hacer` la primera vez y devuelve adónde ir; las siguientes, lo que devolvió. Lanza `FichaNoVale`.

        Dos envíos a la vez se ponen en fila. Si `hacer` lanza, la ficha queda gastada y sin destino.
        """
        with self._cerrojo:
            ficha = self._fichas.get(texto)
        if ficha is None or ficha.para != para:
            raise FichaNoVale
        huella = hashlib.sha256(contenido).hexdigest()
        with ficha.cerrojo:
            if not ficha.huella:
                ficha.huella = huella
                ficha.destino = hacer()
            elif ficha.huella != huella or not ficha.destino:
                raise FichaNoVale
            return ficha.destino

"""El fichero de una traza: una línea por suceso, que sobrevive a la muerte del proceso y nunca molesta al agente.

`O_APPEND` y una sola escritura por línea: lo escrito antes de un `kill -9` se lee entero. Un fallo al escribir
(disco lleno, valor imposible) se cuenta en `perdidas`; el agente no se entera.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from generador import sistema
from generador.grabacion.serializar import Redactor

_VENTANA = 65_536


class Destino:
    """Añade líneas a `ruta`, creándola (y su carpeta) si no existe y curando una última línea rota.

    `seq` sigue donde acaba el fichero: es contigua aunque la traza se escriba en varios procesos.
    """

    def __init__(self, ruta: Path, *, redactar: Redactor, reloj: Callable[[], float]) -> None:
        self._redactar = redactar
        self._reloj = reloj
        self._cerrojo = threading.Lock()
        ruta.parent.mkdir(parents=True, exist_ok=True)
        self._descriptor = os.open(ruta, os.O_RDWR | os.O_APPEND | os.O_CREAT | sistema.BINARIO, 0o600)
        tamano = os.fstat(self._descriptor).st_size
        self._rota = tamano > 0 and sistema.leer_en(self._descriptor, 1, tamano - 1) != b"\n"
        self._seq = _ultima_seq(self._descriptor, tamano)
        self.perdidas = 0

    def escribir(self, t: str, /, **campos: Any) -> None:
        """Escribe una línea. Nunca lanza: lo que no se pudo escribir se cuenta."""
        try:
            with self._cerrojo:
                self._linea(t, campos)
        except Exception:
            self.perdidas += 1

    def contar_perdida(self) -> None:
        """Anota que algo del agente no se pudo convertir en línea."""
        self.perdidas += 1

    def cerrar(self) -> None:
        """Cierra el fichero; después, lo que llegue tarde se cuenta como perdido."""
        with self._cerrojo, contextlib.suppress(OSError):
            os.close(self._descriptor)
            self._descriptor = -1

    def _linea(self, t: str, campos: dict[str, Any]) -> None:
        datos = campos if t == "blob" else self._redactar(campos)
        fila = {"t": t, "seq": self._seq + 1, "ts": round(self._reloj(), 6), **datos}
        texto = json.dumps(fila, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        crudo = (b"\n" if self._rota else b"") + texto.encode("utf-8", "replace") + b"\n"
        self._rota = True
        _escribir_todo(self._descriptor, crudo)
        self._rota = False
        self._seq += 1


def _escribir_todo(descriptor: int, crudo: bytes) -> None:
    """Una llamada basta salvo disco lleno o límite de tamaño; entonces se insiste hasta que falle con motivo."""
    while crudo:
        crudo = crudo[os.write(descriptor, crudo) :]


def _ultima_seq(descriptor: int, tamano: int) -> int:
    """El `seq` de la última línea legible del fichero, leyendo desde el final."""
    ventana = _VENTANA
    while tamano:
        desde = max(0, tamano - ventana)
        lineas = sistema.leer_en(descriptor, tamano - desde, desde).split(b"\n")
        enteras = lineas if desde == 0 else lineas[1:]
        for linea in reversed(enteras):
            if (seq := _seq_de(linea)) is not None:
                return seq
        if desde == 0:
            return 0
        ventana *= 8
    return 0


def _seq_de(linea: bytes) -> int | None:
    try:
        fila = json.loads(linea)
    except ValueError:
        return None
    seq = fila.get("seq") if isinstance(fila, dict) else None
    return seq if isinstance(seq, int) else None

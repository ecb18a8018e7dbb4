"""Leer una traza solo si cambió: primero la firma, luego la huella y, solo si es otra, el fichero entero."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from pathlib import Path

from generador.errores import ErrorDeEntrada, problema
from generador.escritura.contenidos import Firma
from generador.incremental.almacen import Almacen
from generador.incremental.estado import TrazaVista
from generador.incremental.huellas import huella
from generador.lectura.corridas import leer_del_disco
from generador.lectura.partes_de_corrida import huella_de_fichero
from generador.lectura.trazas import leer_traza
from generador.modelo.traza import Traza

_RECIENTE = 2_000_000_000
"""Nanosegundos. Un fichero cambiado hace menos pudo volver a cambiar sin que se le notara en la fecha."""


_EN_MEMORIA = 64 * 1024 * 1024
"""Bytes de traza que se conservan leídos entre construcciones de un mismo proceso."""


class Lector:
    """Un `LeerTraza` con memoria.

    `vistas` es lo de la construcción anterior; `ahora`, lo de esta. Las que se leen en esta están en `nuevas`, por su
    nombre en el almacén, hasta que alguien las guarde.
    """

    def __init__(
        self, vitrina: str, vistas: dict[str, TrazaVista], almacen: Almacen | None, tenidas: dict[str, Traza]
    ) -> None:
        self.ahora: dict[str, TrazaVista] = {}
        self.nombres: dict[str, str] = {}
        self.nuevas: dict[str, Traza] = {}
        self._vitrina = vitrina
        self._vistas = vistas
        self._almacen = almacen
        self._tenidas = tenidas

    def __call__(self, ruta: Path, caso: str) -> tuple[str, Callable[[], Traza]]:
        """La huella del fichero y cómo tener su traza. Lanza `ErrorDeEntrada` si hay que leerla y no se puede."""
        vista = self._mirar(ruta)
        if vista is None:
            return leer_del_disco(ruta, caso)
        nombre = f"traza-{huella(self._vitrina, vista.huella, caso, str(ruta))}"
        self.nombres[str(ruta)] = nombre
        if not (self._almacen and self._almacen.tiene(nombre)) and nombre not in self._tenidas:
            self._leer(ruta, caso, nombre, vista)
        return vista.huella, lambda: self._tener(ruta, caso, nombre, vista)

    def huella(self, ruta: Path) -> str:
        """La del fichero, sin leerlo si sigue igual que la última vez. Lanza `OSError` si no se puede leer."""
        vista = self._mirar(ruta)
        return huella_de_fichero(ruta) if vista is None else vista.huella

    def las_que_caben(self) -> dict[str, Traza]:
        """Las trazas ya leídas, para la próxima vez que construya este proceso; ninguna si juntas pesan mucho."""
        if sum(self.ahora[ruta].firma[1] for ruta in self.nombres) > _EN_MEMORIA:
            return {}
        vivas = set(self.nombres.values())
        return {n: t for n, t in self._tenidas.items() if n in vivas}

    def _mirar(self, ruta: Path) -> TrazaVista | None:
        momento, firma = time.time_ns(), _firma(ruta)
        if firma is None:
            return None
        antes = self._vistas.get(str(ruta))
        fiable = antes is not None and antes.firma == firma and firma[2] < antes.momento - _RECIENTE
        ahora = antes if antes is not None and fiable else TrazaVista(firma, huella_de_fichero(ruta), momento)
        self.ahora[str(ruta)] = ahora
        return ahora

    def _leer(self, ruta: Path, caso: str, nombre: str, vista: TrazaVista) -> None:
        self._tenidas[nombre] = leer_traza(ruta, caso)
        if huella_de_fichero(ruta) != vista.huella:
            del self._tenidas[nombre]
            que_hacer = "espera a que se acabe de escribir y repite"
            raise ErrorDeEntrada([problema(ruta, "la traza ha cambiado mientras se leía", que_hacer)])
        self.nuevas[nombre] = self._tenidas[nombre]

    def _tener(self, ruta: Path, caso: str, nombre: str, vista: TrazaVista) -> Traza:
        if nombre not in self._tenidas:
            guardada = self._almacen.cargar(nombre) if self._almacen else None
            if isinstance(guardada, Traza):
                self._tenidas[nombre] = guardada
            else:
                self._leer(ruta, caso, nombre, vista)
        return self._tenidas[nombre]


def _firma(ruta: Path) -> Firma | None:
    """La del fichero al que se llega, que puede estar tras un enlace de la propia corrida."""
    try:
        e = os.stat(ruta)  # noqa: PTH116 — junto al `lstat` de las firmas
    except (OSError, ValueError):
        return None
    return (e.st_ino, e.st_size, e.st_mtime_ns, e.st_ctime_ns) if stat.S_ISREG(e.st_mode) else None

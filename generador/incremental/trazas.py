"""Leer una traza solo si cambió: primero la firma, luego la huella y, solo si es otra, el fichero entero.

De cada una se recuerda su apunte, que es lo que casi todos quieren. La traza entera se tiene cuando alguien la pide, y
en memoria caben unas cuantas: una corrida de miles de casos se construye con lo mismo que una de cientos.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from generador.errores import ErrorDeEntrada, problema
from generador.escritura.contenidos import Firma, firma_en
from generador.incremental.almacen import Almacen
from generador.incremental.estado import TrazaVista
from generador.incremental.huellas import huella
from generador.incremental.reciente import es_reciente
from generador.incremental.tenidas import Tenidas
from generador.lectura.corridas import leer_del_disco
from generador.lectura.partes_de_corrida import Leida, huella_de_fichero
from generador.lectura.trazas import leer_traza
from generador.modelo.apunte import Apunte, apuntar
from generador.modelo.traza import Traza

_A_LA_CACHE = 48 * 1024 * 1024
"""Bytes de traza, contados en sus ficheros, que se guardan leídos para otra vez."""


class Lector:
    """Un `LeerTraza` con memoria.

    `vistas` y `apuntes` son lo de la construcción anterior; `ahora` y `apuntadas`, lo de esta. En `nuevas` están los
    nombres en el almacén de las que se han leído del disco en esta.
    """

    def __init__(
        self,
        vitrina: str,
        vistas: dict[str, TrazaVista],
        apuntes: dict[str, Apunte],
        almacen: Almacen | None,
        tenidas: Tenidas,
    ) -> None:
        self.ahora: dict[str, TrazaVista] = {}
        self.apuntadas: dict[str, Apunte] = {}
        self.nuevas: set[str] = set()
        self._vitrina = vitrina
        self._vistas = vistas
        self._apuntes = apuntes
        self._almacen = almacen
        self._tenidas = tenidas

    def __call__(self, ruta: Path, caso: str) -> Leida:
        """Lo leído. Lanza `ErrorDeEntrada` si hay que leer el fichero y no se puede."""
        vista = self._mirar(ruta)
        if vista is None:
            return leer_del_disco(ruta, caso)
        nombre = f"traza-{huella(self._vitrina, vista.huella, caso, str(ruta))}"
        if nombre not in self._apuntes:
            self._apuntes[nombre] = apuntar(self._leer(ruta, caso, nombre, vista))
        apunte = self.apuntadas[nombre] = self._apuntes[nombre]
        return Leida(vista.huella, partial(self._tener, str(ruta), caso, nombre, vista), partial(_tal_cual, apunte))

    def dar_por_vistas(self, trazas: Iterable[str], apuntes: Iterable[str]) -> None:
        """Lo que se miró la vez anterior y se sabe que sigue igual."""
        self.ahora |= {ruta: self._vistas[ruta] for ruta in trazas}
        self.apuntadas |= {nombre: self._apuntes[nombre] for nombre in apuntes}

    def huella(self, ruta: Path) -> str:
        """La del fichero, sin leerlo si sigue igual que la última vez. Lanza `OSError` si no se puede leer."""
        vista = self._mirar(ruta)
        return huella_de_fichero(ruta) if vista is None else vista.huella

    def por_guardar(self) -> Iterator[tuple[str, Traza]]:
        """Las leídas en esta construcción que se siguen teniendo, con su nombre en el almacén, hasta un tope."""
        return self._tenidas.hasta(_A_LA_CACHE, iter(sorted(self.nuevas)))

    def _mirar(self, ruta: Path) -> TrazaVista | None:
        momento, firma = time.time_ns(), _firma(ruta)
        if firma is None:
            return None
        antes = self._vistas.get(str(ruta))
        fiable = antes is not None and antes.firma == firma and not es_reciente(firma[2], antes.momento)
        ahora = antes if antes is not None and fiable else TrazaVista(firma, huella_de_fichero(ruta), momento)
        self.ahora[str(ruta)] = ahora
        return ahora

    def _leer(self, ruta: str | Path, caso: str, nombre: str, vista: TrazaVista) -> Traza:
        traza = leer_traza(Path(ruta), caso)
        if huella_de_fichero(Path(ruta)) != vista.huella:
            que_hacer = "espera a que se acabe de escribir y repite"
            raise ErrorDeEntrada([problema(ruta, "la traza ha cambiado mientras se leía", que_hacer)])
        self._tenidas.poner(nombre, traza, vista.firma[1])
        self.nuevas.add(nombre)
        return traza

    def _tener(self, ruta: str, caso: str, nombre: str, vista: TrazaVista) -> Traza:
        """La traza. De cada caso hay una llamada a esto esperando: la ruta como texto ocupa la décima parte."""
        if nombre in self._tenidas:
            with suppress(OSError):  # el disco temporal falló: queda la traza
                return self._tenidas[nombre]
        guardada = self._almacen.cargar(nombre) if self._almacen else None
        if not isinstance(guardada, Traza):
            return self._leer(ruta, caso, nombre, vista)
        self._tenidas.poner(nombre, guardada, vista.firma[1])
        return guardada


def _tal_cual(apunte: Apunte) -> Apunte:
    return apunte


def _firma(ruta: Path) -> Firma | None:
    """La del fichero al que se llega, que puede estar tras un enlace de la propia corrida."""
    try:
        e = os.stat(ruta)  # noqa: PTH116 — junto al `lstat` de las firmas
    except (OSError, ValueError):
        return None
    return firma_en(e) if stat.S_ISREG(e.st_mode) else None

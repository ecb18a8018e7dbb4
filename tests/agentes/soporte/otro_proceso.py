"""Un ejecutor en un proceso propio: `pagar_y_morir|recuperar <url> <propuesta>`.

Para morir no avisa: `kill -9` a sí mismo justo después de pagar, antes de registrar.
"""

import os
import signal
import sys
from dataclasses import dataclass
from datetime import timedelta

from agentes.soporte.base.motor import abrir
from agentes.soporte.servicios import Recibo, Servicio
from tests.agentes.soporte.taller import Taller


@dataclass(frozen=True, slots=True)
class PagaYMuere(Servicio):
    """Hace el pago de verdad y se lleva el proceso por delante."""

    def operar(self, cuerpo, clave) -> Recibo:
        recibo = Servicio.operar(self, cuerpo, clave)
        os.kill(os.getpid(), signal.SIGKILL)
        return recibo


def main(orden: str, url: str, propuesta: str) -> None:
    taller = Taller.sobre(abrir(url))
    if orden == "pagar_y_morir":
        taller.pagos = PagaYMuere("pagos", taller.motor)
        taller.ejecutor("el-que-muere").ejecutar(int(propuesta))
    else:
        taller.reloj.ahora += timedelta(seconds=120)
        for desenlace in taller.ejecutor("el-que-recupera").recuperar():
            print(desenlace.estado)


if __name__ == "__main__":
    main(*sys.argv[1:])

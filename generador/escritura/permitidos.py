"""La única manera de publicar algo que el detector reconoce: una entrada por valor, con motivo y fecha de caducidad.

Se escribe en `corridas/<demo>/permitidos.yaml`; leerlo del disco es cosa de `lectura`. Aquí se valida lo leído y se
decide qué entrada cubre qué hallazgo. No hay comodines ni anotaciones dentro de las trazas: una traza la escribe
cualquiera.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.secretos import POR_NOMBRE, Coincidencia

_HUELLA = re.compile(r"[0-9a-f]{16,64}")
_CAMPOS = ("regla", "sha256", "motivo", "caduca")


class Permitido(Struct, frozen=True, order=True):
    """Un valor que se puede publicar hasta `caduca` inclusive. `sha256` son 16 cifras hexadecimales o más."""

    regla: str
    sha256: str
    motivo: str
    caduca: dt.date
    origen: str = "permitidos.yaml"

    def cubre(self, c: Coincidencia) -> bool:
        """Si esta entrada habla de ese valor y de esa regla."""
        return c.regla == self.regla and c.huella.startswith(self.sha256)


def permitidos_de(datos: object, fichero: str) -> tuple[Permitido, ...]:
    """Las entradas de una lista ya leída de `{regla, sha256, motivo, caduca}`.

    `caduca` puede ser fecha o texto ISO. Lanza `ErrorDeEntrada` con todo lo que no vale.
    """
    if datos is None:
        return ()
    if not isinstance(datos, list):
        raise ErrorDeEntrada([problema(fichero, "no es una lista", "escribe una entrada por valor permitido")])
    leidas = [_entrada(d, f"{fichero}[{n}]", fichero) for n, d in enumerate(datos, 1)]
    if malas := [p for e in leidas if isinstance(e, list) for p in e]:
        raise ErrorDeEntrada(malas)
    return tuple(e for e in leidas if isinstance(e, Permitido))


def _entrada(datos: Any, sitio: str, fichero: str) -> Permitido | list[Problema]:
    if not isinstance(datos, dict) or set(datos) != set(_CAMPOS):
        return [problema(sitio, "faltan o sobran campos", f"deja exactamente {', '.join(_CAMPOS)}")]
    regla, huella, motivo, caduca = (datos[c] for c in _CAMPOS)
    malas = []
    if not isinstance(regla, str) or regla not in POR_NOMBRE:
        malas.append(problema(sitio, f"no hay una regla «{regla}»", "mira los nombres en docs/secretos.md"))
    if not isinstance(huella, str) or not _HUELLA.fullmatch(huella):
        malas.append(
            problema(sitio, "«sha256» no es una huella", "copia las cifras hexadecimales del informe, entre comillas")
        )
    if not isinstance(motivo, str) or len(motivo.strip()) < 8:
        malas.append(
            problema(sitio, "«motivo» está vacío o no dice nada", "explica por qué ese valor se puede publicar")
        )
    if (fecha := _fecha(caduca)) is None:
        malas.append(problema(sitio, "«caduca» no es una fecha", "escríbela como 2027-01-31"))
    return malas or Permitido(regla, huella, motivo, fecha or dt.date.min, fichero)


def _fecha(valor: object) -> dt.date | None:
    if isinstance(valor, dt.date) and not isinstance(valor, dt.datetime):
        return valor
    try:
        return dt.date.fromisoformat(valor) if isinstance(valor, str) else None
    except ValueError:
        return None


def caducados(permitidos: Iterable[Permitido], hoy: dt.date) -> tuple[Permitido, ...]:
    """Las entradas que ya no valen en el día `hoy`."""
    return tuple(p for p in permitidos if p.caduca < hoy)

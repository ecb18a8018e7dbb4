"""El formato propio: JSON por líneas, versión 1 (`docs/formatos/traza.md`).

Se separa por `\\n` en bytes y nada más: `splitlines` cortaría también en U+2028, que es texto legítimo. Una línea
rota no invalida las demás: se salta y se cuenta, porque la traza de un proceso muerto acaba a mitad de línea.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from generador.errores import ErrorDeEntrada, problema
from generador.lectura.trazas.copias import Copias
from generador.lectura.trazas.modernizar import ACTUAL, SALTOS, Salto, modernizar
from generador.lectura.trazas.montaje import montar
from generador.lectura.trazas.montaje.lineas import CLASES, CualquierLinea
from generador.lectura.trazas.montaje.montador import Recuento
from generador.lectura.trazas.montaje.ventanas import Guardar, Ventanas
from generador.modelo.traza import Traza

MAXIMO_DE_LINEA = 64 * 1024 * 1024
"""Bytes. Una línea más larga no la escribe la grabadora: se salta."""

_FIRMA = re.compile(rb'\A\s*\{\s*"t"\s*:\s*"(trace|blob|run\.start)"')


class _Indicio(msgspec.Struct):
    """Lo mínimo de una línea: de qué clase es y, si es la cabecera, de qué versión."""

    t: str
    v: int = ACTUAL


_lector = msgspec.json.Decoder(CualquierLinea)
_lector_de_indicios = msgspec.json.Decoder(_Indicio)


def reconoce(cabecera: bytes) -> bool:
    """Si alguna de las primeras líneas es de este formato (la primera puede estar rota)."""
    return any(_FIRMA.match(linea) for linea in cabecera.split(b"\n", 8)[:8])


def leer(datos: bytes, caso: str, fichero: str = "traza", *, saltos: Mapping[int, Salto] = SALTOS) -> Traza:
    """La traza. Lanza `ErrorDeEntrada` si la escribió una versión del formato que este lector no conoce."""
    recuento = Recuento(0)
    lineas = list(_lineas(datos.split(b"\n"), recuento, fichero, saltos))
    return montar(lineas, caso, recuento)


def leer_larga(crudas: Iterable[bytes], caso: str, fichero: str, guardar: Guardar, *, truncada: bool = False) -> Traza:
    """Lo mismo, de líneas que se dan de una en una; los pasos salen por `guardar` y no están en la traza.

    `truncada` es que se supone que la ejecución acaba mal. Lanza `NoSePuede` si esta traza solo se puede montar entera,
    y `OtroFinal` si se podría suponiendo lo contrario.
    """
    recuento, ventanas = Recuento(0), Ventanas(caso, guardar, truncada=truncada)
    for linea in _lineas(crudas, recuento, fichero, SALTOS):
        ventanas.anotar(linea)
    return ventanas.acabar(recuento)


def _lineas(
    crudas: Iterable[bytes], recuento: Recuento, fichero: str, saltos: Mapping[int, Salto]
) -> Iterator[CualquierLinea]:
    """Las que se entienden. En `recuento` queda cuántas había y cuáles no."""
    version, copias = ACTUAL, Copias()
    for numero, cruda in enumerate(crudas, 1):
        if not cruda.strip():
            continue
        recuento.total += 1
        try:
            if b'"trace"' in cruda[:40]:
                version = _version(cruda, saltos, fichero, numero)
            linea = _linea(cruda, version, saltos)
        except (msgspec.DecodeError, RecursionError):
            recuento.saltadas.append(numero)
            continue
        if linea is not None and not copias.es_copia(linea.seq, cruda):
            yield linea


def _version(cruda: bytes, saltos: Mapping[int, Salto], fichero: str, numero: int) -> int:
    """La versión con que se escribió lo que sigue a una línea `trace`."""
    indicio = _lector_de_indicios.decode(cruda)
    if indicio.v > ACTUAL:
        que_pasa = f"la traza es de la versión {indicio.v} del formato y esta Vitrina entiende hasta la {ACTUAL}"
        raise ErrorDeEntrada([problema(fichero, que_pasa, "actualiza Vitrina", linea=numero)])
    if any(n not in saltos for n in range(indicio.v, ACTUAL)):
        que_pasa = f"no hay versión {indicio.v} del formato de traza"
        raise ErrorDeEntrada([problema(fichero, que_pasa, "vuelve a grabar el caso", linea=numero)])
    return indicio.v


def _linea(cruda: bytes, version: int, saltos: Mapping[int, Salto]) -> CualquierLinea | None:
    """La línea, o `None` si es de una clase que no se conoce. Lanza `DecodeError` si no se entiende."""
    if len(cruda) > MAXIMO_DE_LINEA or not (cruda.isascii() or _es_utf8(cruda)):
        raise msgspec.DecodeError("no se puede leer")  # la carga viaja sin interpretar: lo ilegible se rechaza aquí
    actual = cruda if version == ACTUAL else modernizar(cruda, version, saltos=saltos)
    if actual is None:
        return None
    try:
        return _lector.decode(actual)
    except msgspec.ValidationError:
        if _lector_de_indicios.decode(actual).t in CLASES:
            raise
        return None


def _es_utf8(cruda: bytes) -> bool:
    try:
        cruda.decode()
    except UnicodeDecodeError:
        return False
    return True

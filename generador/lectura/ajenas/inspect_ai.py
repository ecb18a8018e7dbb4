"""Registros de Inspect (`.eval`, que es un zip, o `.json`): cada muestra y época es una conversación.

Inspect no tiene grafo: sus pasos son los *solvers* que corrieron, en orden. Un registro sin sucesos solo trae los
mensajes, y así se dice.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.sucesos_de_inspect import Muestra, lineas_de
from generador.lectura.ajenas.tramos import Conversacion, Lectura, Saltada
from generador.lectura.ajenas.valores import lista, mapa

NOMBRE = "Inspect (.eval o .json)"
_MIEMBRO = 256 * 1024**2
_TOTAL = 1024**3
_MUESTRAS = 10_000
_COMPLETITUD = {"state": "partial", "updates": "none", "routes": "none", "attempts": "none"}


def reconoce(contenido: Contenido) -> bool:
    """Si es un zip con la cabecera de una evaluación, o un registro con su `eval`."""
    if contenido.datos.startswith(b"PK\x03\x04"):
        return "header.json" in _miembros(contenido) or "_journal/start.json" in _miembros(contenido)
    registro = mapa(contenido.primero)
    return isinstance(registro.get("eval"), dict) and "version" in registro and "status" in registro


def leer(contenido: Contenido) -> Lectura:
    """Una conversación por muestra y época."""
    saltadas = [*contenido.saltadas]
    muestras = _de_zip(contenido, saltadas) if not contenido.objetos else _de_json(contenido)
    conversaciones: list[Conversacion] = []
    for o in muestras:
        if not isinstance(o.valor, dict) or "id" not in o.valor:
            saltadas.append(Saltada(o.linea, "una muestra no tiene «id»"))
        else:
            conversaciones.append(_conversacion(Muestra(o.valor)))
    return Lectura(formato=NOMBRE, origen="inspect", conversaciones=tuple(conversaciones), saltadas=tuple(saltadas))


def _conversacion(muestra: Muestra) -> Conversacion:
    lineas = tuple(lineas_de(muestra))
    con_pasos = any(x["t"] == "task.start" for x in lineas)
    llamadas = "full" if con_pasos else "none"
    sin = "el registro no guarda los sucesos de la muestra: no habrá pasos, solo cómo quedó"
    return Conversacion(
        clave=muestra.nombre,
        origen="inspect",
        lineas=lineas,
        completitud={**_COMPLETITUD, "calls": llamadas, "times": llamadas},
        entrada=muestra.entrada,
        avisos=() if con_pasos else (sin,),
    )


def _de_json(contenido: Contenido) -> Iterator[Objeto]:
    for o in contenido.objetos:
        yield from (Objeto(o.linea, m) for m in lista(mapa(o.valor).get("samples")))


def _miembros(contenido: Contenido) -> list[str]:
    try:
        with zipfile.ZipFile(io.BytesIO(contenido.datos)) as zip_:
            return zip_.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        return []


def _de_zip(contenido: Contenido, saltadas: list[Saltada]) -> Iterator[Objeto]:
    """Las muestras del zip. El tamaño que anuncia cada una se comprueba antes, y al abrirla otra vez."""
    queda = _TOTAL
    with zipfile.ZipFile(io.BytesIO(contenido.datos)) as zip_:
        infos = [i for i in zip_.infolist() if i.filename.startswith("samples/") and i.filename.endswith(".json")]
        if len(infos) > _MUESTRAS:
            saltadas.append(Saltada(0, f"tiene {len(infos)} muestras y solo se leen {_MUESTRAS}"))
        for info in sorted(infos, key=lambda i: i.filename)[:_MUESTRAS]:
            if info.file_size > min(queda, _MIEMBRO):
                saltadas.append(Saltada(0, f"«{info.filename[:80]}» es demasiado grande"))
                continue
            queda -= info.file_size
            valor = _miembro(zip_, info)
            if valor is None:
                saltadas.append(Saltada(0, f"«{info.filename[:80]}» no se puede leer"))
            else:
                yield Objeto(0, valor)


_AL_DESCOMPRIMIR = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    RuntimeError,
    NotImplementedError,
    OSError,
    EOFError,
)
"""Lo que lanza `zipfile`, o el formato con que se comprimió cada miembro, si los bytes no son los que eran."""


def _miembro(zip_: zipfile.ZipFile, info: zipfile.ZipInfo) -> Mapping[str, Any] | None:
    try:
        with zip_.open(info) as fichero:
            leido = msgspec.json.decode(fichero.read(info.file_size + 1))
    except (*_AL_DESCOMPRIMIR, ValueError, RecursionError):
        return None
    return leido if isinstance(leido, dict) else None

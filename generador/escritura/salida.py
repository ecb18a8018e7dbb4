"""De rutas y bytes a carpeta publicada: o el sitio nuevo entero, o el anterior intacto.

Se escribe en una carpeta hermana, en el mismo sistema de ficheros, se asienta en disco y se intercambia de una vez.
Solo se reemplaza una carpeta con nuestra marca y solo se borra lo que nosotros escribimos.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from generador.errores import Codigo, ErrorDeSalida
from generador.escritura.arbol import escribir, iguales
from generador.escritura.candado import candado
from generador.escritura.contenidos import Contenidos
from generador.escritura.destino import Vecinos, exigir_reemplazable, exigir_rutas, situar
from generador.escritura.intercambio import poner, reponer
from generador.escritura.marca import con_marca


def publicar(ficheros: Mapping[str, bytes], destino: Path, *, prohibidas: Iterable[Path] = ()) -> None:
    """Deja en `destino` exactamente `ficheros` (ruta relativa → bytes), más la marca y `SHA256SUMS`.

    `prohibidas` son las carpetas de las que se lee. Publicar lo que ya está no toca nada. Lanza `ErrorDeSalida`:
    código 2 si el destino o una ruta no valen, 6 si hay otra construcción en marcha, 7 si el disco falla. En los tres
    casos hay un sitio entero: el anterior o, si lo que falló fue borrarlo, el nuevo.
    """
    exigir_rutas(ficheros)
    v = situar(destino, prohibidas)
    try:
        v.destino.parent.mkdir(parents=True, exist_ok=True)
        with candado(v.candado):
            reponer(v)
            exigir_reemplazable(v.destino)
            _reemplazar(con_marca(ficheros), v)
    except OSError as e:
        raise ErrorDeSalida(
            f"no se ha podido escribir {e.filename or v.destino}: {e.strerror or e}",
            "haz sitio o revisa los permisos y repite: el sitio que hay publicado está entero",
            Codigo.DISCO,
        ) from e


def _reemplazar(completos: Contenidos, v: Vecinos) -> None:
    enlazables = iguales(v.destino, completos)
    if len(enlazables) == len(completos):
        return  # también las sumas: no falta ni sobra nada
    try:
        escribir(v.nuevo, completos, v.destino, enlazables)
        poner(v)
        reponer(v)
    except BaseException:
        with suppress(OSError, ErrorDeSalida):
            reponer(v)
        raise

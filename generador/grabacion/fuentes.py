"""De cada nodo, el código que lo implementa: fichero, líneas, texto y revisión; o el motivo de que no lo haya."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

from langgraph.graph.state import CompiledStateGraph
from langgraph.pregel import Pregel
from msgspec import Struct

from generador.grabacion.localizar import Localizado, SinFuente, funcion_de, localizar
from generador.modelo import nuestros
from generador.modelo.corrida import Fuente

_ESPERA_DE_GIT = 10.0


class Proyecto(Struct, frozen=True):
    """La carpeta de la que se escriben rutas relativas, su revisión y lo que difiere de ella."""

    raiz: Path
    revision: str | None = None
    cambiados: frozenset[str] = frozenset()


def proyecto(carpeta: Path) -> Proyecto:
    """El proyecto que contiene `carpeta`: su repositorio git, o ella misma si no lo hay."""
    raiz = _git(carpeta, "rev-parse", "--show-toplevel")
    if not raiz:
        return Proyecto(carpeta.resolve())
    cambios = _git(carpeta, "-C", raiz, "status", "--porcelain", "-z", "--untracked-files=all") or ""
    cambiados = frozenset(c[3:] for c in cambios.split("\0") if len(c) > 3)
    return Proyecto(Path(raiz).resolve(), _git(carpeta, "rev-parse", "HEAD") or None, cambiados)


def _git(carpeta: Path, *argumentos: str) -> str | None:
    orden = shutil.which("git")
    if orden is None:
        return None
    try:
        hecho = subprocess.run(  # noqa: S603 — argumentos nuestros, sin intérprete de órdenes
            [orden, *argumentos], cwd=carpeta, capture_output=True, text=True, timeout=_ESPERA_DE_GIT, check=False
        )
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    return hecho.stdout.rstrip("\n") if hecho.returncode == 0 else None


def fuentes_de(compilado: Any, donde: Proyecto) -> dict[str, Fuente]:
    """De id de nodo a su fuente; de lo que no es un grafo, nada.

    Un nodo que reúne varias herramientas trae además una entrada `nodo:herramienta` por cada una. De la API funcional
    solo se conoce el `entrypoint`: sus `task` no están en ningún sitio hasta que se llaman.
    """
    if isinstance(compilado, CompiledStateGraph):
        return {id_: _fuente(id_, objeto, donde) for id_, objeto in _nodos(compilado, "")}
    if isinstance(compilado, Pregel):
        return {id_: _fuente(id_, nodo.bound, donde) for id_, nodo in compilado.nodes.items()}
    return {}


def _nodos(compilado: Any, prefijo: str) -> Iterator[tuple[str, Any]]:
    interiores = dict(compilado.get_subgraphs())
    for nombre, spec in compilado.builder.nodes.items():
        yield from _de_nodo(prefijo + nombre, spec.runnable)
        interior = interiores.get(nombre)
        if isinstance(interior, CompiledStateGraph):
            yield from _nodos(interior, f"{prefijo}{nombre}:")


def _de_nodo(id_: str, ejecutable: Any) -> Iterator[tuple[str, Any]]:
    herramientas = getattr(ejecutable, "tools_by_name", None)
    if isinstance(ejecutable, CompiledStateGraph):
        yield id_, SinFuente(str(nuestros.EN_SUS_NODOS), "StateGraph")
    elif not herramientas:
        yield id_, ejecutable
    elif len(herramientas) == 1:
        yield id_, next(iter(herramientas.values()))
    else:
        yield id_, SinFuente(str(nuestros.EN_SUS_HERRAMIENTAS), type(ejecutable).__name__)
        yield from ((f"{id_}:{nombre}", h) for nombre, h in herramientas.items())


def _fuente(id_: str, objeto: Any, donde: Proyecto) -> Fuente:
    sitio = objeto if isinstance(objeto, SinFuente) else _localizar(objeto, donde)
    if isinstance(sitio, SinFuente):
        return Fuente(nodo=id_, nombre=sitio.nombre, motivo=sitio.motivo)
    fichero, ajena = _relativo(sitio.fichero, donde.raiz)
    return Fuente(
        nodo=id_,
        fichero=fichero,
        lineas=sitio.lineas,
        codigo=sitio.codigo,
        sha256=hashlib.sha256(sitio.codigo.encode("utf-8", "surrogatepass")).hexdigest(),
        revision=None if ajena or fichero in donde.cambiados else donde.revision,
        nombre=sitio.nombre,
        ajena=ajena,
    )


def _localizar(objeto: Any, donde: Proyecto) -> Localizado | SinFuente:
    """El código del objeto; si es de una biblioteca que envuelve una función del proyecto, el de esa función."""
    funcion = funcion_de(objeto)
    sitio = localizar(funcion)
    if isinstance(sitio, Localizado) and not _relativo(sitio.fichero, donde.raiz)[1]:
        return sitio
    for envuelta in _encerradas(funcion):
        dentro = localizar(envuelta)
        if isinstance(dentro, Localizado) and not _relativo(dentro.fichero, donde.raiz)[1]:
            return dentro
    return sitio


def _encerradas(funcion: Any) -> list[Any]:
    celdas = getattr(funcion, "__closure__", None) or ()
    contenidos = [c.cell_contents for c in celdas if _con_contenido(c)]
    return [c for c in contenidos if isinstance(c, FunctionType)]


def _con_contenido(celda: Any) -> bool:
    try:
        return celda.cell_contents is not None
    except ValueError:
        return False


def _relativo(fichero: str, raiz: Path) -> tuple[str, bool]:
    """La ruta relativa al proyecto, o a la carpeta de bibliotecas, y si es ajena al proyecto."""
    ruta = Path(fichero).resolve()
    for nombre in ("purelib", "platlib", "stdlib"):
        biblioteca = Path(sysconfig.get_path(nombre)).resolve()
        if ruta.is_relative_to(biblioteca):
            return ruta.relative_to(biblioteca).as_posix(), True
    if ruta.is_relative_to(raiz):
        return ruta.relative_to(raiz).as_posix(), False
    return ruta.name, True

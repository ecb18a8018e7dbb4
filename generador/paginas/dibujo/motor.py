"""La única frontera: DOT entra, json0 sale. Tres puertas a Graphviz, el mismo DOT para todas.

Lo pequeño y sin subgrafos se coloca en este proceso (medio milisegundo). Lo demás va a un proceso obrero con
tiempo límite: es código C, y un cuelgue o una caída allí no deben llevarse la construcción. Sin `pygraphviz`
se usa el `dot` del PATH.
"""

from __future__ import annotations

import functools
import importlib.util
import shutil
import subprocess
import sys

from generador.errores import ErrorDeSalida

_SEGURO = 12_000
_OBRERO = (
    "import sys, pygraphviz\n"
    "dot = sys.stdin.buffer.read().decode()\n"
    "sys.stdout.buffer.write(pygraphviz.AGraph(string=dot).draw(format='json0', prog='dot'))\n"
)


class SinTiempo(Exception):  # noqa: N818
    """Graphviz no acabó a tiempo, o se cayó. Quien llama prueba algo más barato."""


@functools.lru_cache(maxsize=256)
def colocar(dot: str, limite: float) -> str:
    """El json0 de `dot`. Lanza `SinTiempo` pasados `limite` segundos y `ErrorDeSalida` si no hay Graphviz."""
    if importlib.util.find_spec("pygraphviz"):
        if len(dot) < _SEGURO and "subgraph" not in dot:
            return _aqui(dot)
        return _fuera([sys.executable, "-P", "-c", _OBRERO], dot, limite)
    ejecutable = shutil.which("dot")
    if ejecutable is None:
        raise ErrorDeSalida(
            "no hay ningún Graphviz con que dibujar los grafos",
            "instala la rueda «pygraphviz>=2.0.4» (trae Graphviz dentro) o pon «dot» en el PATH",
        )
    return _fuera([ejecutable, "-Tjson0"], dot, limite)


def _aqui(dot: str) -> str:
    import pygraphviz

    salida: bytes = pygraphviz.AGraph(string=dot).draw(format="json0", prog="dot")
    return salida.decode()


def _fuera(orden: list[str], dot: str, limite: float) -> str:
    try:
        hecho = subprocess.run(orden, input=dot.encode(), capture_output=True, timeout=limite, check=True)  # noqa: S603
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as causa:
        raise SinTiempo(str(causa)) from causa
    return hecho.stdout.decode()

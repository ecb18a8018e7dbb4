"""El `langgraph.json` de LangGraph Platform, que no es un grafo ni un plan, pero dice dónde están los grafos.

Es el fichero que todo el mundo tiene a mano y da donde no es: se reconoce para decir qué orden usar con él.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from generador.errores import Problema
from generador.lectura.documento import Documento, Punto, raiz

_PYTHON = ".py"
_OTROS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
_CUANTOS = 3


def es_configuracion(documento: Documento) -> bool:
    """Si es un objeto con `graphs`, y lo que hay dentro nombra grafos."""
    grafos = raiz(documento)["graphs"]
    return isinstance(grafos.valor, dict) and all(_dicho(g) is not None for _, g in grafos.pares())


def problema_de(documento: Documento, que_se_esperaba: str) -> Problema:
    """El problema de darlo donde va otra cosa («un grafo», «un plan»), con la orden que sí vale."""
    que_pasa = f"es la configuración de LangGraph Platform, no {que_se_esperaba}"
    return raiz(documento)["graphs"].problema(que_pasa, _que_hacer(raiz(documento)["graphs"]), en_clave=True)


def modulo_de(ruta: str) -> str | None:
    """El módulo de un fichero de Python, visto desde la carpeta de trabajo; ninguno si está fuera de ella."""
    partes = PurePosixPath(ruta.replace("\\", "/").removesuffix(_PYTHON)).parts
    partes = partes[:-1] if partes[-1:] == ("__init__",) else partes
    return ".".join(partes) if partes and all(p.isidentifier() for p in partes) else None


def _que_hacer(grafos: Punto) -> str:
    dichos = [d for _, g in grafos.pares() if (d := _dicho(g)) is not None]
    referencias = [r for d in dichos for r in _referencia(d)]
    if referencias:
        ordenes = " o ".join(f"«vitrina nueva {r}»" for r in referencias[:_CUANTOS])
        return f"desde su carpeta, usa {ordenes}"
    if dichos and all(d.partition(":")[0].endswith(_OTROS) for d in dichos):
        return "sus grafos son de JavaScript y solo se leen los de Python: importa sus trazas con «vitrina importar»"
    return "usa «vitrina nueva paquete.modulo:grafo», con el módulo y el nombre de los que dice en «graphs»"


def _referencia(dicho: str) -> Iterator[str]:
    """`./src/mi/grafo.py:graph` y `mi.grafo:graph`, como las pide «vitrina nueva»."""
    sitio, _, nombre = dicho.rpartition(":")
    modulo = modulo_de(sitio) if "/" in sitio or sitio.endswith(_PYTHON) else sitio
    if modulo and nombre.isidentifier() and all(p.isidentifier() for p in modulo.split(".")):
        yield f"{modulo}:{nombre}"


def _dicho(grafo: Punto) -> str | None:
    """Lo que dice una entrada de `graphs`, que puede ser un texto o llevarlo en `path`."""
    return grafo.texto or grafo["path"].texto

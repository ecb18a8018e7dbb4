"""Grafos y trazas de juguete para las pruebas de comparación, escritos en una línea."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from generador.comparacion.sueltos import comparar_sueltos
from generador.modelo.grafo import (
    FIN,
    INICIO,
    Arista,
    Certeza,
    Formato,
    Grafo,
    Nodo,
    TipoDeArista,
    TipoDeNodo,
)
from generador.modelo.hallazgo import Comparacion, Veredicto
from generador.modelo.traza import Completitud, Ejecucion, Fin, Grado, Paso, Ruta, Tarea, Traza
from tests.congelados import replace

DIFERENCIAS = {
    Veredicto.FALTA,
    Veredicto.SOBRA,
    Veredicto.ETIQUETA_DISTINTA,
    Veredicto.TIPO_DISTINTO,
    Veredicto.RECORRIDA_SIN_DECLARAR,
}
SIN_RUTAS = Completitud(rutas=Grado.NADA, intentos=Grado.NADA, llamadas=Grado.NADA)


def fija(origen: str, destino: str, **campos: Any) -> Arista:
    return Arista(origen=origen, destino=destino, **campos)


def ruta(origen: str, destino: str | None, *etiquetas: str, **campos: Any) -> Arista:
    campos = {"tipo": TipoDeArista.CONDICIONAL, "funcion": "elige", "grupo": f"{origen}:elige", **campos}
    return Arista(origen=origen, destino=destino, etiquetas=etiquetas, **campos)


def salto(origen: str, destino: str | None, **campos: Any) -> Arista:
    return Arista(origen=origen, destino=destino, tipo=TipoDeArista.COMANDO, **campos)


def join(origenes: Sequence[str], destino: str) -> tuple[Arista, ...]:
    return tuple(Arista(origen=o, destino=destino, tipo=TipoDeArista.UNION, grupo="+".join(origenes)) for o in origenes)


def inferida(origen: str, destino: str, **campos: Any) -> Arista:
    return ruta(origen, destino, certeza=Certeza.INFERIDA, **campos)


def desconocida(origen: str, **campos: Any) -> Arista:
    return ruta(origen, None, certeza=Certeza.DESCONOCIDA, **campos)


def grafo(*aristas: Arista, nodos: Iterable[str] = (), formato: Formato = Formato.VITRINA, **campos: Any) -> Grafo:
    """El grafo de unas aristas; sus nodos, los que nombran y los que se añadan."""
    nombrados = [e for a in aristas for e in a.par if e is not None]
    ids = list(dict.fromkeys((*nodos, *nombrados)))
    padres = [i.rpartition(":")[0] for i in ids if ":" in i]
    todos = list(dict.fromkeys((*padres, *ids)))
    return Grafo(nodos=tuple(nodo(i, padres) for i in todos), aristas=aristas, formato=formato, **campos)


def nodo(id: str, subgrafos: Sequence[str] = (), **campos: Any) -> Nodo:
    nombre = id.rpartition(":")[2]
    tipos = {INICIO: TipoDeNodo.INICIO, FIN: TipoDeNodo.FIN}
    tipo = TipoDeNodo.SUBGRAFO if id in subgrafos else tipos.get(nombre, TipoDeNodo.NODO)
    return Nodo(id=id, nombre=nombre, tipo=tipo, **campos)


def lineal(*nodos: str, **campos: Any) -> Grafo:
    """`__start__ → a → b → … → __end__`."""
    camino = (INICIO, *nodos, FIN)
    return grafo(*(fija(a, b) for a, b in pairwise(camino)), **campos)


def tarea(nodo: str, **campos: Any) -> Tarea:
    """Una tarea; `va` son los destinos que dijo su ruta `elige`."""
    va = campos.pop("va", None)
    if va is not None:
        campos["rutas"] = (Ruta(funcion="elige", destinos=tuple(va)),)
    return Tarea(id="", nodo=nodo, **campos)


def traza(*pasos: Sequence[Tarea | str], caso: str = "c", **campos: Any) -> Traza:
    """Una traza de un solo ámbito, con sus pasos y tareas numerados."""
    hechos = []
    for n, tareas in enumerate(pasos, 1):
        suyas = [tarea(t) if isinstance(t, str) else t for t in tareas]
        hechos.append(paso(n, suyas))
    campos = {"ejecuciones": (Ejecucion(indice=0, clase="input", fin=Fin.BIEN),), **campos}
    return Traza(caso=caso, origen="prueba", pasos=tuple(hechos), **campos)


def paso(n: int, tareas: Sequence[Tarea], **campos: Any) -> Paso:
    numeradas = tuple(replace(t, id=f"p{n}-{i}") for i, t in enumerate(tareas, 1))
    return Paso(**{"n": n, "ambito": "", "superstep": n, "ejecucion": 0, "tareas": numeradas, **campos})


def comparar(contrato: Grafo | None = None, real: Grafo | None = None, *trazas: Traza, **campos: Any) -> Comparacion:
    return comparar_sueltos(contrato=contrato, grafo=real, trazas=trazas, **campos)


def veredictos(c: Comparacion, *, solo: set[Veredicto] | None = None) -> dict[str, str]:
    """De clave a veredicto, sin lo conforme (o solo los veredictos pedidos)."""
    todos = (*c.nodos, *c.aristas)
    return {
        j.clave: j.veredicto.value
        for j in todos
        if (j.veredicto in solo if solo is not None else j.veredicto is not Veredicto.CONFORME)
    }


def diferencias(c: Comparacion) -> dict[str, str]:
    return veredictos(c, solo=DIFERENCIAS)

"""El formato `vitrina/grafo`: los campos de `modelo.grafo`, tal como se escriben en `grafo.<variante>.json`.

Estas clases son a la vez el validador y el JSON Schema publicado.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from generador.errores import ErrorDeEntrada, Problema
from generador.lectura.documento import Documento, Punto, primeros, raiz
from generador.lectura.forma import Forma
from generador.lectura.jerarquia import ELEMENTOS, defecto_de_id
from generador.lectura.validar import examinar_tolerante, parecido
from generador.modelo.grafo import (
    Arista,
    Certeza,
    Formato,
    Grafo,
    Lugar,
    Nodo,
    TipoDeArista,
    TipoDeNodo,
)
from generador.modelo.nuestros import reconocer

_ESTRICTO: dict[str, Any] = {"extra": "forbid", "strict": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class NodoEnDisco:
    """Un nodo. `id` es jerárquico con `:`; `nombre` es su último tramo si no se dice otra cosa."""

    __pydantic_config__ = _ESTRICTO
    id: str
    nombre: str | None = None
    tipo: TipoDeNodo = TipoDeNodo.NODO
    etiqueta: str | None = None
    nota: str = ""
    pausa: tuple[Literal["antes", "despues"], ...] = ()
    diferido: bool = False
    herramientas: tuple[str, ...] = ()
    reintentos: bool = False
    cache: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AristaEnDisco:
    """Una arista. `destino` es `null` si el grafo no puede decir adónde va; `grupo` une las de un join o una rama."""

    __pydantic_config__ = _ESTRICTO
    origen: str
    destino: str | None
    tipo: TipoDeArista = TipoDeArista.FIJA
    etiquetas: tuple[str, ...] = ()
    grupo: str | None = None
    funcion: str | None = None
    certeza: Certeza = Certeza.DECLARADA


@dataclass(frozen=True, slots=True, kw_only=True)
class GrafoEnDisco:
    """Un grafo exportado. `canales` va de clave de estado a su reductor; `lee` y `escribe`, de nodo a claves."""

    __pydantic_config__ = _ESTRICTO
    formato: Literal["vitrina/grafo"]
    v: Literal[1]
    nodos: tuple[NodoEnDisco, ...]
    aristas: tuple[AristaEnDisco, ...]
    version_langgraph: str | None = None
    canales: Mapping[str, str] = field(default_factory=dict)
    lee: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    escribe: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    avisos: tuple[str, ...] = ()


FORMA: Forma[GrafoEnDisco] = Forma(GrafoEnDisco)


def grafo_de_vitrina(documento: Documento, lugar: Lugar) -> Grafo:
    """El grafo de un documento en nuestro formato. Lo que no conoce lo deja en `avisos`; lo que no cuadra, lo lanza."""
    leido, problemas, avisos = examinar_tolerante(FORMA, documento)
    problemas += primeros(_incoherencias(documento))
    if leido is None or problemas:
        raise ErrorDeEntrada(problemas)
    disco = leido.valor
    return Grafo(
        nodos=tuple(_nodo(n) for n in disco.nodos),
        aristas=tuple(_arista(a) for a in disco.aristas),
        formato=Formato.VITRINA,
        version_langgraph=disco.version_langgraph,
        canales=disco.canales,
        lee=disco.lee,
        escribe=disco.escribe,
        avisos=(*map(reconocer, disco.avisos), *avisos),
        lugar=lugar,
    )


def _nodo(nodo: NodoEnDisco) -> Nodo:
    return Nodo(
        id=nodo.id,
        nombre=nodo.id.rpartition(":")[2] if nodo.nombre is None else nodo.nombre,
        tipo=nodo.tipo,
        etiqueta=nodo.etiqueta,
        nota=nodo.nota,
        pausa=nodo.pausa,
        diferido=nodo.diferido,
        herramientas=nodo.herramientas,
        reintentos=nodo.reintentos,
        cache=nodo.cache,
    )


def _arista(arista: AristaEnDisco) -> Arista:
    return Arista(
        origen=arista.origen,
        destino=arista.destino,
        tipo=arista.tipo,
        etiquetas=arista.etiquetas,
        grupo=arista.grupo,
        funcion=arista.funcion,
        certeza=arista.certeza,
    )


def _incoherencias(documento: Documento) -> Iterator[Problema]:
    grafo = raiz(documento)
    for lista in (grafo["nodos"], grafo["aristas"]):
        if isinstance(lista.valor, list) and len(lista.valor) > ELEMENTOS:
            yield lista.problema(f"hay más de {ELEMENTOS} elementos", "exporta un grafo menor")
    if grafo["nodos"].valor == [] and not grafo["avisos"].valor:
        yield grafo["nodos"].problema("el grafo no tiene ningún nodo", "vuelve a exportarlo")
    ids = dict.fromkeys(n["id"].texto for n in grafo["nodos"].elementos())
    yield from _ids_malos(grafo)
    for arista in grafo["aristas"].elementos():
        for extremo in (arista["origen"], arista["destino"]):
            nombre = extremo.texto
            if nombre is not None and nombre not in ids:
                pista = parecido(nombre, [id for id in ids if id])
                que_pasa = f"una arista nombra «{nombre[:60]}», que no está entre los nodos{pista}"
                yield extremo.problema(que_pasa, "añade el nodo o corrige el nombre")


def _ids_malos(grafo: Punto) -> Iterator[Problema]:
    vistos: set[str] = set()
    for nodo in grafo["nodos"].elementos():
        id = nodo["id"].texto
        if id is None:
            continue
        if id in vistos:
            yield nodo["id"].problema(f"el nodo «{id[:60]}» está repetido", "deja uno")
        elif defecto := defecto_de_id(id):
            yield nodo["id"].problema(defecto, "acórtalo")
        vistos.add(id)

"""Diagramas Mermaid → `Grafo`: `stateDiagram-v2`, `flowchart` y lo que emite `draw_mermaid()` de LangGraph.

Un contrato dibujado se lee entero o se rechaza: lo que no se entiende es un problema con su línea. Lo que en
Mermaid solo es aspecto (clases, estilos, dirección) se ignora a sabiendas.
"""

from __future__ import annotations

import re

from generador.errores import ErrorDeEntrada
from generador.lectura.jerarquia import ELEMENTOS
from generador.lectura.mermaid.boceto import Boceto
from generador.lectura.mermaid.estados import Estados
from generador.lectura.mermaid.flujo import Flujo
from generador.lectura.mermaid.montar import montar
from generador.lectura.mermaid.nombres_de_langgraph import es_de_langgraph_viejo
from generador.modelo.grafo import Grafo, Lugar

LIMITE_DE_TEXTO = 256 * 1024

_PORTADA = re.compile(r"\s*---[ \t]*\n.{0,20000}?\n---[ \t]*(?:\n|$)", re.DOTALL)
_PREVIO = re.compile(r"(?:\s|%%\{.{0,4000}?\}%%|%%[^\n]*(?:\n|$))*", re.DOTALL)
_CABECERA = re.compile(
    r"(?P<estados>stateDiagram(?:-v2)?)(?=\s|$)|(?P<flujo>flowchart(?:-elk)?|graph)(?![\w\-])"
    r"(?:[ \t]+(?:TB|TD|BT|RL|LR|[<>^v])(?=[\s;%]|$))?(?P<resto>[ \t]*[^\s;%][^\n;]*)?"
)
_PALABRA = re.compile(r"[\w\-]{1,40}")


def leer_mermaid(texto: str, fichero: str, linea: int = 1) -> Grafo:
    """El grafo de un diagrama. `linea` es la que ocupa en `fichero` la primera línea de `texto`.

    Lanza `ErrorDeEntrada` con todo lo que no se entiende.
    """
    boceto = Boceto(fichero, viejo=es_de_langgraph_viejo(texto))
    cabecera = _cabecera(texto)
    if len(texto) > LIMITE_DE_TEXTO:
        boceto.anotar(linea, "el diagrama pasa de 256 KiB", "divídelo")
    elif cabecera is None:
        boceto.anotar(*_que_no_es(texto, linea), "empieza por «stateDiagram-v2» o «flowchart LR»")
    elif cabecera["resto"]:
        que_pasa = f"«{cabecera['resto'].strip()[:40]}» no es una dirección"
        que_hacer = "es TB, TD, BT, RL o LR, en mayúsculas y sin nada detrás"
        boceto.anotar(linea + texto.count("\n", 0, cabecera.start("resto")), que_pasa, que_hacer)
    if boceto.problemas or cabecera is None:
        raise ErrorDeEntrada(boceto.problemas)
    es_flujo = cabecera["flujo"] is not None
    boceto = _leer_cuerpo(texto, cabecera.end(), linea, boceto, es_flujo=es_flujo)
    grafo = montar(boceto, es_flujo=es_flujo, lugar=Lugar(fichero, linea))
    if boceto.enorme:
        boceto.anotar(linea, f"el diagrama pasa de {ELEMENTOS} elementos", "divídelo")
    elif not grafo.nodos and not boceto.problemas:
        boceto.anotar(linea, "el diagrama no tiene ningún nodo", "añade al menos una flecha")
    if boceto.problemas:
        raise ErrorDeEntrada(boceto.problemas)
    return grafo


def _cabecera(texto: str) -> re.Match[str] | None:
    portada = _PORTADA.match(texto)
    previo = _PREVIO.match(texto, portada.end() if portada else 0)
    return _CABECERA.match(texto, previo.end() if previo else 0)


def _que_no_es(texto: str, linea: int) -> tuple[int, str]:
    """En qué línea empieza lo que no es un grafo, y qué es."""
    portada = _PORTADA.match(texto)
    previo = _PREVIO.match(texto, portada.end() if portada else 0)
    desde = previo.end() if previo else 0
    palabra = _PALABRA.match(texto, desde)
    que_es = f"«{palabra[0]}» no es un diagrama que sepamos leer" if palabra else "no es un diagrama que sepamos leer"
    return linea + texto.count("\n", 0, desde), que_es


def _leer_cuerpo(texto: str, desde: int, linea: int, boceto: Boceto, *, es_flujo: bool) -> Boceto:
    primera = linea + texto.count("\n", 0, desde)
    cuerpo = texto[desde:]
    if es_flujo:
        return _leer_flujo(cuerpo, primera, boceto)
    Estados(cuerpo.split("\n"), primera, boceto).leer()
    return boceto


def _leer_flujo(cuerpo: str, primera: int, boceto: Boceto) -> Boceto:
    """Una vez, o dos: un id de LangGraph puede salir en una flecha antes que el rótulo que dice cuál es su nombre."""
    flujo = Flujo(cuerpo, primera, boceto)
    flujo.leer()
    if not (equivocados := flujo.nodos.equivocados):
        return boceto
    nuevo = Boceto(boceto.fichero, viejo=boceto.viejo)
    otra_vez = Flujo(cuerpo, primera, nuevo)
    otra_vez.nodos.nombres.update(equivocados)
    otra_vez.leer()
    return nuevo

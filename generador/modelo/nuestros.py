"""Los textos nuestros que quedan escritos en ficheros: la página los dice en su idioma aunque se grabaran en español.

Quien graba, exporta o importa los saca de aquí, y quien lee el fichero los reconoce, también los que grabó una Vitrina
anterior. Lo que no es exactamente uno de ellos es de otro, y se queda como está.
"""

from __future__ import annotations

import re

from generador.modelo.mensaje import Mensaje, mensaje

_LARGO = 4_000
"""Caracteres: un texto mayor no es ninguno de los nuestros."""

# --- por qué no hay código de un nodo (`fuentes.json`) -----------------------------------------------------------

SIN_FICHERO = mensaje("no está escrita en ningún fichero")
SIN_LEER = mensaje("no se puede leer su código")
YA_NO_COINCIDE = mensaje("el fichero ya no coincide con el código cargado")
EN_SUS_NODOS = mensaje("es un subgrafo: el código está en sus nodos")
EN_SUS_HERRAMIENTAS = mensaje("reúne varias herramientas: el código está en cada una")

# --- lo que una traza importada no guarda ------------------------------------------------------------------------

SIN_RESPUESTA = mensaje("(el historial no guarda la respuesta)")
SIN_PREGUNTA = mensaje("(la base solo guarda la última pregunta del nodo)")
ILEGIBLE = mensaje("(no se pudo leer)")


# --- avisos de un grafo exportado (`grafo.<variante>.json`) y errores del oráculo (trazas) -----------------------


def interior_opaco(nodo: str) -> Mensaje:
    """Un subgrafo en el que no se puede entrar."""
    return mensaje("%(nodo)s: su interior no es un StateGraph y no se puede recorrer", nodo=nodo)


def destino_inexistente(nodo: str, destino: object) -> Mensaje:
    """El código de una ruta que nombra un nodo que no está en el grafo."""
    return mensaje("%(nodo)s: su código va a «%(destino)s», que no existe", nodo=nodo, destino=destino)


def sin_dibujar(clase: str, motivo: object) -> Mensaje:
    """Un grafo que LangGraph no supo dibujar."""
    return mensaje("LangGraph no pudo dibujar el grafo: %(clase)s: %(motivo)s", clase=clase, motivo=motivo)


def sin_tiempo(segundos: str) -> Mensaje:
    """Un grafo que LangGraph no dibujó a tiempo."""
    return mensaje("LangGraph no dibujó el grafo en %(segundos)s s", segundos=segundos)


def guion_agotado(respuestas: object, clave: str, nodo: str, pide: object) -> Mensaje:
    """El agente pidió al oráculo más de lo escrito."""
    return mensaje(
        "el guion del oráculo tiene %(respuestas)s respuestas para «%(clave)s» y el nodo «%(nodo)s» pide la "
        "%(pide)s.ª → añádela en oraculo.yaml o revisa por qué el agente llama de más",
        respuestas=respuestas,
        clave=clave,
        nodo=nodo,
        pide=pide,
    )


CONOCIDOS = (
    *(SIN_FICHERO, SIN_LEER, YA_NO_COINCIDE, EN_SUS_NODOS, EN_SUS_HERRAMIENTAS),
    *(SIN_RESPUESTA, SIN_PREGUNTA, ILEGIBLE),
    *(interior_opaco(""), destino_inexistente("", ""), sin_dibujar("", ""), sin_tiempo("")),
    guion_agotado("", "", "", ""),
)
"""Todos, los que llevan datos con ellos vacíos."""


def _patron(plantilla: str) -> tuple[str, str, re.Pattern[str]]:
    """(la plantilla, su trozo fijo más largo, lo que casa con ella): buscar el trozo cuesta mucho menos que casar."""
    trozos = re.split(r"%\((\w+)\)s", plantilla)
    partes = (f"(?P<{t}>.*)" if i % 2 else re.escape(t) for i, t in enumerate(trozos))
    return plantilla, max(trozos[::2], key=len), re.compile("".join(partes), re.DOTALL)


_FIJOS = {m.plantilla: m for m in CONOCIDOS if not m.datos}
_CON_DATOS = tuple(_patron(m.plantilla) for m in CONOCIDOS if m.datos)


def reconocer(texto: str) -> Mensaje:
    """El texto nuestro que es; si no lo es, él mismo como dato, que en cualquier idioma se lee igual."""
    if texto in _FIJOS:
        return _FIJOS[texto]
    for plantilla, trozo, patron in _CON_DATOS if len(texto) <= _LARGO else ():
        if trozo in texto and (hallado := patron.fullmatch(texto)):
            return Mensaje(plantilla, tuple(hallado.groupdict().items()))
    return mensaje("%(valor)s", valor=texto)

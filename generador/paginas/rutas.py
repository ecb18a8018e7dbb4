"""Dónde está cada página y cómo se llega de una a otra sin servidor.

Las rutas de aquí son *neutras*: no llevan el idioma. Los dos árboles (español en la raíz, inglés en `en/`)
tienen la misma forma, así que un enlace relativo entre dos páginas del mismo idioma es el mismo en ambos, y
solo los estáticos y las descargas, que se comparten, necesitan saber la raíz del sitio.
"""

from __future__ import annotations

import posixpath
from functools import lru_cache

from generador.modelo.nombres import ancla, nombre_de_fichero
from generador.modelo.plan import Documento, en_idioma

PORTADA = "index.html"
DIVULGACION = "divulgacion.html"
BUSCAR = "buscar.html"
INDICE = "buscar"
"""La carpeta con las partes del índice de búsqueda."""
NO_ENCONTRADA = "404.html"

PREFIJOS = {"es": "", "en": "en/"}
"""Idioma → carpeta de su árbol. El orden es el del conmutador."""


def demo(id: str) -> str:
    """La página principal de una demo."""
    return f"{nombre_de_fichero(id)}/index.html"


def contrato(id: str) -> str:
    """La comparación de una demo con lo que prometió."""
    return f"{nombre_de_fichero(id)}/contrato.html"


def nodo(id_de_demo: str, id: str) -> str:
    """La página de un nodo; `id` es el jerárquico del grafo."""
    return f"{nombre_de_fichero(id_de_demo)}/nodos/{nombre_de_fichero(id)}.html"


def caso(id_de_demo: str, id: str, tramo: int = 1) -> str:
    """Un tramo de un caso, desde 1. El primero no lleva número: es la dirección que se comparte."""
    return hoja(f"{nombre_de_fichero(id_de_demo)}/casos/{nombre_de_fichero(id)}.html", tramo)


def hoja(ruta: str, n: int) -> str:
    """La página `n`, desde 1, de las que hacen falta para lo de `ruta`. La primera es `ruta`; un id no lleva punto."""
    return f"{ruta.removesuffix('.html')}.t{n:04d}.html" if n > 1 else ruta


def documento(id_de_demo: str, doc: Documento) -> str:
    """La página de un documento. Sale de la ruta española, para que ambos árboles coincidan."""
    nombre = posixpath.splitext(posixpath.basename(en_idioma(doc.ruta, "es")))[0]
    return f"{nombre_de_fichero(id_de_demo)}/documentos/{nombre_de_fichero(nombre)}.html"


def seccion(id_de_demo: str, nombre: str) -> str:
    """Otra página de la demo (`evaluacion`, `corridas`…)."""
    return f"{nombre_de_fichero(id_de_demo)}/{nombre}.html"


def comparacion(id_de_demo: str, antes: str, ahora: str) -> str:
    """La comparación de dos corridas de una demo."""
    return f"{nombre_de_fichero(id_de_demo)}/corridas/{nombre_de_fichero(antes)}--{nombre_de_fichero(ahora)}.html"


def descarga(id_de_demo: str, fichero: str) -> str:
    """Un fichero para descargar. Es una ruta real: la comparten los dos árboles."""
    return f"{nombre_de_fichero(id_de_demo)}/descargas/{fichero}"


def descarga_de_anexo(id_de_demo: str, anexo: str) -> str:
    """Un anexo de la corrida, tal cual. Ningún caso tiene un nombre de fichero con punto."""
    return descarga(id_de_demo, f"anexo.{anexo}.json")


def ancla_de_paso(n: int) -> str:
    """Id de elemento de un paso y, a la vez, el enlace profundo que se comparte: vale con JavaScript y sin él."""
    return f"paso={n}"


def ancla_de_tarea(n: int, tarea: str) -> str:
    """Id de elemento de una tarea del paso `n`."""
    return f"{ancla_de_paso(n)}&tarea={tarea}"


def ancla_de_paso_anterior(caso: str, n: int) -> str:
    """Id de elemento del paso `n` de un caso en la corrida más vieja de una comparación: no tiene otra página."""
    return f"{ancla('caso', caso)}&antes={n}"


def relativa(desde: str, hasta: str) -> str:
    """De la página `desde` a `hasta`, ambas rutas del mismo árbol, como la escribe un `href`."""
    ruta, almohadilla, fragmento = hasta.partition("#")
    camino = _camino(desde.rpartition("/")[0], ruta) if ruta else ""
    return f"{camino}{almohadilla}{fragmento}"


@lru_cache(maxsize=16_384)
def _camino(carpeta: str, ruta: str) -> str:
    return posixpath.relpath(ruta, carpeta or ".")


def raiz(ruta: str) -> str:
    """Lo que hay que subir desde una ruta real hasta la raíz del sitio: `""`, `"../"`, `"../../"`…"""
    return "../" * ruta.count("/")

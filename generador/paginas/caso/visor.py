"""Lo que el visor necesita además del HTML: qué se enciende en cada paso, y el índice de los pasos que no están.

La isla JSON de cada página lleva solo sus pasos, con nodos y aristas por índice. Un caso de varios tramos lleva
además un fichero `.js` que comparten todas sus páginas, porque ni `fetch` ni cargar un script después funcionan
con doble clic y esta política de contenido.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct

from generador.modelo.grafo import FIN, INICIO
from generador.modelo.hallazgo import Conformidad
from generador.modelo.traza import Carga, Paso, Traza
from generador.paginas.base import Contexto
from generador.paginas.caso.fijadas import Fijadas
from generador.paginas.caso.lista import SUERTES, marcas_de, nombre_de_paso
from generador.paginas.dibujo import clave_de_arista
from generador.paginas.dibujo.texto import visible
from generador.paginas.reproduccion import Fotograma

_TEXTO_TOTAL = 2_000_000
_TEXTO_DE_PASO = 240
_POR_CARGA = 400


@dataclass(slots=True)
class Andado:
    """Lo recorrido en los tramos anteriores: visitas por nodo y aristas. Se pone al día tramo a tramo."""

    nodos: Counter[str] = field(default_factory=Counter)
    aristas: dict[str, None] = field(default_factory=dict)

    def sumar(self, cuadros: Iterable[Fotograma]) -> None:
        """Añade los fotogramas de un tramo."""
        for c in cuadros:
            self.nodos.update((*c.nodos, *c.extremos))
            self.aristas.update(dict.fromkeys(clave_de_arista(*a) for a in c.aristas))


class Recorrido(Struct, frozen=True, kw_only=True):
    """Lo que el visor sabe del caso entero. `veces` son las visitas totales; `fichero`, el de su primera página."""

    cuadros: Sequence[Fotograma]
    tramos: tuple[int, ...]
    veces: Mapping[str, int]
    acaba: bool
    fichero: str
    desvio: int = 0


def datos_de_tramo(ctx: Contexto, r: Recorrido, tramo: int, andado: Andado) -> dict[str, Any]:
    """La isla de una página; `tramo` cuenta desde 1. `pasos[i]` es `[nodos, aristas, dudosas, extremos]`, por índice.

    Lo que falta al final de un paso está vacío.
    """
    total = len(r.cuadros) - 1
    primero, ultimo = limites(r.tramos, tramo, total)
    nodos, aristas = _Indice(), _Indice()
    pasos = [
        _sin_cola(
            [nodos[n] for n in c.nodos],
            [aristas[clave_de_arista(*a)] for a in c.aristas],
            [aristas[clave_de_arista(*a)] for a in c.dudosas],
            [nodos[n] for n in c.extremos],
        )
        for c in r.cuadros[primero : ultimo + 1]
    ]
    salida = [aristas[clave_de_arista(*a)] for a in r.cuadros[-1].salida]
    antes = {"nodos": [[nodos[n], k] for n, k in andado.nodos.items()], "aristas": [aristas[a] for a in andado.aristas]}
    andado.sumar(r.cuadros[primero : ultimo + 1])
    return {
        "total": total,
        "primero": primero,
        "tramos": r.tramos,
        "tramo": tramo,
        "pagina": r.fichero,
        "nodos": list(nodos),
        "veces": [r.veces.get(n, 0) for n in nodos],
        "aristas": list(aristas),
        "pasos": pasos,
        "antes": antes,
        "inicio": INICIO,
        "fin": FIN if r.acaba else "",
        "salida": salida,
        "desvio": r.desvio,
        "textos": _textos(ctx),
    }


def _sin_cola(*listas: list[int]) -> list[list[int]]:
    while len(listas) > 1 and not listas[-1]:
        listas = listas[:-1]
    return list(listas)


def limites(tramos: Sequence[int], tramo: int, total: int) -> tuple[int, int]:
    """Primer y último paso de un tramo."""
    return tramos[tramo - 1], tramos[tramo] - 1 if tramo < len(tramos) else total


def indice(traza: Traza, conformidad: Conformidad | None, paradas: Fijadas) -> bytes:
    """El `.js` que comparten los tramos de un caso: las marcas y un texto recortado y sin acentos de cada paso."""
    maximo = min(_TEXTO_DE_PASO, max(16, _TEXTO_TOTAL // max(1, len(traza.pasos))))
    marcas = "".join(chr(48 + _bits(marcas_de(p, conformidad, parado=p.n in paradas))) for p in traza.pasos)
    textos = "\n".join(_texto_de_paso(p, maximo) for p in traza.pasos)
    datos = {"marcas": marcas, "textos": textos, "maximo": maximo}
    return b"globalThis.VitrinaIndice=" + msgspec.json.encode(datos).replace(b"</", b"<\\/") + b";\n"


def llano(texto: str) -> str:
    """Un texto como se busca: en minúsculas, sin acentos y con los espacios juntos."""
    sin = (c for c in unicodedata.normalize("NFKD", texto.lower()) if not unicodedata.combining(c))
    return " ".join("".join(sin).split())


class _Indice(dict[str, int]):
    """Da a cada clave nueva el número siguiente."""

    def __missing__(self, clave: str) -> int:
        self[clave] = len(self)
        return self[clave]


def _bits(marcas: Iterable[str]) -> int:
    return sum(1 << SUERTES.index(m) for m in marcas)


def _texto_de_paso(paso: Paso, maximo: int) -> str:
    trozos = nombre_de_paso(paso)
    for t in _textos_grabados(paso):
        if len(trozos) >= maximo * 2:
            break
        trozos += f" {t}"
    return llano(visible(" ".join(trozos.split())))[:maximo]


def _textos_grabados(paso: Paso) -> Iterator[str]:
    """Primero lo que más se busca: errores, preguntas a personas, herramientas, respuestas, estado."""
    for t in paso.tareas:
        if t.fallo:
            yield f"{t.fallo.clase} {t.fallo.mensaje[:_POR_CARGA]}"
        yield from (_inicio(i.valor) for i in t.interrupciones)
        yield from (f"{h.nombre} {_inicio(h.argumentos)}" for h in t.herramientas)
        yield from (_inicio(m.salida) for m in t.modelos)
    yield from (f"{c.clave} {_inicio(c.despues)}" for c in paso.cambios or ())


def _inicio(carga: Carga | None) -> str:
    return carga.crudo[:_POR_CARGA].decode("utf-8", "ignore") if carga else ""


def _textos(ctx: Contexto) -> Mapping[str, str]:
    """Las frases que el visor compone, con sus huecos sin rellenar."""
    return {
        "paso": ctx._("Paso %(n)s de %(total)s: %(nombre)s"),
        "inicio": ctx._("El caso, antes del primer paso"),
        "no_existe": ctx._("Ese enlace lleva a «%(que)s», que ya no existe en este caso. Se muestra el principio."),
        "encontrados": ctx._("%(n)s pasos con «%(que)s» en esta página"),
        "encontrado": ctx._("1 paso con «%(que)s» en esta página"),
        "nada": ctx._("Nada con «%(que)s» en esta página"),
        "fuera": ctx._("Paso %(n)s, en otra página"),
        "fuera_mas": ctx._("y %(n)s más en otras páginas"),
        "recortado": ctx._("En otras páginas se buscó solo en los primeros %(n)s caracteres de cada paso."),
        "seguir": ctx._("Buscar entero en la página siguiente"),
        "filtrados": ctx._("%(n)s de %(total)s pasos"),
        "reproducir": ctx._("Reproducir"),
        "parar": ctx._("Pausar"),
        "completo": ctx._("Estado completo tras el paso %(n)s"),
        "copiar": ctx._("Copiar"),
        "ninguno": ctx._("Ningún paso pasa este filtro"),
    }

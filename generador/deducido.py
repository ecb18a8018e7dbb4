"""El contrato que se deduce de un grafo: un diagrama que se lee y se corrige a mano.

Se escribe como `flowchart` de Mermaid; si al leerlo de vuelta no dice exactamente lo que el grafo (subgrafos, nombres
que Mermaid no admite), va como listas en `contrato.yaml`, que lo admiten todo.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generador.errores import ErrorDeEntrada
from generador.lectura.mermaid import leer_mermaid
from generador.modelo.grafo import FIN, INICIO, Arista, Certeza, Grafo, TipoDeArista

_NO_PRUEBA = "Que coincidan no prueba nada hasta que alguien lo lea y lo corrija. Quita este párrafo cuando lo hagas."
DEL_GRAFO = (
    "Deducido del grafo, sin nadie que lo revise: dice lo que el grafo ES, no lo que tenía que ser.",
    _NO_PRUEBA,
)
DE_LO_OBSERVADO = (
    "Deducido de unas trazas importadas: dice lo que pasó EN ELLAS. Lo que ninguna recorrió no está.",
    _NO_PRUEBA,
)
_SIN_DESTINO = "Lo que el grafo no puede decir: el código decide en marcha adónde ir y no lo declara."

_NO_DECLARADAS = {
    Certeza.INFERIDA: "En el diagrama, pero leído del código, porque el grafo no lo declara:",
    Certeza.OBSERVADA: "En el diagrama, pero solo porque una traza lo recorrió; puede haber más:",
}
_ID = re.compile(r"\w[\w-]*", re.ASCII)
"""Los ids que cualquier Mermaid lee sin comillas, no solo el nuestro."""
_SOLO_JSON = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_PALABRAS = frozenset({"end", "graph", "flowchart", "subgraph", "direction", "class", "classdef", "style", "click"})


class Contrato(Struct, frozen=True):
    """Un fichero y cómo se nombra en `variantes[].contrato`."""

    fichero: str
    referencia: str
    texto: str


def contrato_de(grafo: Grafo, demo: str, aviso: tuple[str, ...] = DEL_GRAFO) -> Contrato:
    """El contrato que dice lo mismo que el grafo. Lo que el grafo calla se deja escrito; `aviso` es de dónde salió."""
    grafo = replace(grafo, aristas=tuple(_sin_finales_supuestos(grafo.aristas)))
    diagrama = _mermaid(grafo)
    if _dice_lo_mismo(diagrama, grafo):
        return Contrato("contrato.md", "contrato.md#grafo", _markdown(diagrama, grafo, demo, aviso))
    return Contrato("contrato.yaml", "contrato.yaml", _yaml(grafo, aviso))


def _sin_finales_supuestos(aristas: Sequence[Arista]) -> Iterator[Arista]:
    """Sin el final que nadie escribió de un nodo cuyo subgrafo puede saltar fuera (`Command.PARENT`): no se promete."""
    mudos = {a.origen.rpartition(":")[0] for a in aristas if a.tipo is TipoDeArista.COMANDO and a.destino is None}
    for a in aristas:
        implicita = a.tipo is TipoDeArista.FIJA and a.certeza is Certeza.INFERIDA
        if not (implicita and _es_borde(a.destino or "") and a.origen in mudos):
            yield a


def _conocidas(grafo: Grafo) -> list[Arista]:
    return [a for a in grafo.aristas if a.destino is not None]


def callados(grafo: Grafo) -> list[str]:
    """Los nodos de los que sale una ruta sin destino declarado, en orden."""
    return list(dict.fromkeys(a.origen for a in grafo.aristas if a.destino is None))


def _mermaid(grafo: Grafo) -> str:
    aristas = _conocidas(grafo)
    extremos = {e for a in aristas for e in a.par}
    sueltos = [f"  {n.id}" for n in grafo.nodos if n.id not in extremos and n.id not in (INICIO, FIN)]
    flechas = [linea for a in aristas for linea in _flechas(a)]
    return "\n".join(["flowchart TD", *sueltos, *flechas]) + "\n"


def _flechas(arista: Arista) -> list[str]:
    flecha = "-.->" if arista.condicional else "-->"
    rotulos = [f"|{e}|" for e in arista.etiquetas] or [""]
    return [f"  {arista.origen} {flecha}{r} {arista.destino}" for r in rotulos]


def _dice_lo_mismo(diagrama: str, grafo: Grafo) -> bool:
    if any(not _ID.fullmatch(n.id) or n.id.lower() in _PALABRAS for n in grafo.nodos):
        return False
    try:
        leido = leer_mermaid(diagrama, "contrato.md")
    except ErrorDeEntrada:
        return False
    nodos = {n.id for n in grafo.nodos} - {INICIO, FIN}
    return {n.id for n in leido.nodos} - {INICIO, FIN} == nodos and _esencia(leido) == _esencia(grafo)


def _esencia(grafo: Grafo) -> set[tuple[str, str | None, bool, str]]:
    """Lo que se compara de un contrato: de dónde a dónde, si se decide en marcha y con qué etiqueta."""
    return {(a.origen, a.destino, a.condicional, e) for a in _conocidas(grafo) for e in a.etiquetas or ("",)}


def _markdown(diagrama: str, grafo: Grafo, demo: str, aviso: tuple[str, ...]) -> str:
    leyenda = "Una flecha punteada es una decisión: se toma o no según lo que pase."
    parrafos = [f"# Contrato de {demo}", "\n".join(f"> {f}" for f in aviso), "## Grafo"]
    parrafos += [f"```mermaid\n{diagrama}```", leyenda, *_dudas(grafo)]
    return "\n\n".join(parrafos) + "\n"


def _dudas(grafo: Grafo) -> list[str]:
    """Lo que no está en el diagrama, o está sin que el grafo lo declare."""
    partes: list[str] = []
    if origenes := callados(grafo):
        partes += [_SIN_DESTINO, "\n".join(f"- De `{o}`: dibuja aquí adónde puede ir." for o in origenes)]
    for certeza, de_donde in _NO_DECLARADAS.items():
        if suyas := [f"- `{a.origen}` → `{a.destino}`" for a in _conocidas(grafo) if a.certeza is certeza]:
            partes += [de_donde, "\n".join(suyas)]
    return partes


def _yaml(grafo: Grafo, aviso: tuple[str, ...]) -> str:
    comentarios = [*aviso, "Va en listas y no en un diagrama porque Mermaid no puede decir lo mismo de este grafo."]
    if origenes := callados(grafo):
        comentarios += [_SIN_DESTINO, f"Falta por escribir adónde se va desde: {', '.join(map(en_yaml, origenes))}."]
    nodos = [f"  - {en_yaml(n.id)}" for n in grafo.nodos if not _es_borde(n.id)]
    aristas = [f"  - {linea}" for a in _conocidas(grafo) for linea in _en_lista(a)]
    cuerpo = ["nodos:" if nodos else "nodos: []", *nodos, "aristas:" if aristas else "aristas: []", *aristas]
    bordes = [f"  - {en_yaml(n.id)}" for n in grafo.nodos if _es_borde(n.id) and n.padre is not None]
    cuerpo[1 + len(nodos) : 1 + len(nodos)] = bordes
    return "\n".join([*(f"# {c}" for c in comentarios), *cuerpo]) + "\n"


def _es_borde(id: str) -> bool:
    return id.rpartition(":")[2] in (INICIO, FIN)


def _en_lista(arista: Arista) -> list[str]:
    comun = f"de: {en_yaml(arista.origen)}, a: {en_yaml(arista.destino)}"
    comun += ", condicional: true" if arista.condicional else ""
    rotulos = [f", etiqueta: {en_yaml(e)}" for e in arista.etiquetas] or [""]
    return [f"{{{comun}{r}}}" for r in rotulos]


def en_yaml(valor: object) -> str:
    """JSON en una línea, que es también YAML: lo que YAML tiene por fin de línea o no admite va escapado."""
    return _SOLO_JSON.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(valor, ensure_ascii=False))

"""A qué nodo se refiere cada id escrito: su id jerárquico, según las reglas de cada dialecto.

En un `flowchart` un id es el mismo nodo en todo el diagrama, y es del primer subgrafo que se cierra con él dentro.
En un diagrama de estados cada estado compuesto tiene los suyos, como los subgrafos de LangGraph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from generador.lectura.mermaid.boceto import Ambito, Boceto, Mencion
from generador.modelo.grafo import FIN, INICIO


def resolver(boceto: Boceto, *, es_flujo: bool) -> Mapping[Mencion, str]:
    """El id jerárquico de cada mención. Un id que ya lo es (`a:b`) se queda como está."""
    casas = _de_flujo(boceto) if es_flujo else _de_estados(boceto)
    return {m: m.id if ":" in m.id else ":".join((*casas[m], m.id)) for m in dict.fromkeys(boceto.menciones)}


def _de_flujo(boceto: Boceto) -> dict[Mencion, Ambito]:
    contenedores = set(boceto.contenedores.values())
    orden = {ambito: n for n, ambito in enumerate(boceto.cerrados)}
    declarados_fuera = {m.id for m in boceto.menciones if m.declara and not m.ambito and m not in contenedores}
    es_subgrafo: dict[str, Ambito] = {}
    for ambito in boceto.contenedores:
        if ambito[-1] not in declarados_fuera:
            es_subgrafo.setdefault(ambito[-1], ambito[:-1])
    donde: dict[str, set[Ambito]] = defaultdict(set)
    for m in boceto.menciones:
        if m not in contenedores:
            donde[m.id].add(m.ambito)
    casas = {id: es_subgrafo.get(id) or _primero(id, ambitos, orden) for id, ambitos in donde.items()}
    casas |= es_subgrafo
    return {m: m.ambito if m in contenedores else casas[m.id] for m in boceto.menciones}


def _primero(id: str, ambitos: set[Ambito], orden: Mapping[Ambito, int]) -> Ambito:
    """El subgrafo que antes se cierra. El principio y el fin del grafo son de fuera si alguien los nombra fuera."""
    if id in (INICIO, FIN) and () in ambitos:
        return ()
    return min(ambitos, key=lambda a: orden.get(a, len(orden)))


def _de_estados(boceto: Boceto) -> dict[Mencion, Ambito]:
    donde: dict[str, set[Ambito]] = defaultdict(set)
    for m in boceto.menciones:
        donde[m.id].add(m.ambito)
    hojas = {id: _hojas(ambitos) for id, ambitos in donde.items()}
    return {m: _casa_de_estado(m, hojas[m.id], boceto) for m in dict.fromkeys(boceto.menciones)}


def _hojas(ambitos: set[Ambito]) -> list[Ambito]:
    """Los ámbitos que no contienen a otro de ellos."""
    de_paso = {a[:n] for a in ambitos for n in range(len(a))}
    return sorted(ambitos - de_paso)


def _casa_de_estado(mencion: Mencion, hojas: list[Ambito], boceto: Boceto) -> Ambito:
    """El estado compuesto más interior que lo menciona; si hay varios, cada uno tiene el suyo."""
    if mencion.id in (INICIO, FIN) or mencion.ambito in hojas:
        return mencion.ambito
    if len(hojas) > 1:
        varios = " y ".join(f"«{':'.join(h)}»" for h in hojas[:3])
        que_pasa = f"«{mencion.id}» está en varios estados compuestos ({varios}) y aquí no se sabe cuál es"
        boceto.anotar(mencion.linea, que_pasa, "mueve esta línea dentro de uno de ellos")
    return hojas[0]

"""Texto, código, valores y grafos de relleno: de mentira, y con el tamaño que se pida. Todo sale de su `Random`."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

PALABRAS = (
    "ambar cuenca cedro delta brasa campo grano avellano ensenada junta quiosco limon arce norte olivo perla pluma "
    "cresta piedra tulipan union vapor trigo xenon zona flecha ladrillo nube duna aguila silex globo garza indice "
    "joya loma repisa monte nervio orbita llano cuarzo rio pizarra pista valvula agua cota cuenta exacto dado primero "
    "cadena consulta respuesta total lote cotejo rumbo fusion corte marca etiqueta valor mesa orden entrada borrador"
).split()


def texto(r: random.Random, n: int) -> str:
    """Texto de relleno de `n` caracteres."""
    salida, largo = [], 0
    while largo < n:
        palabra = r.choice(PALABRAS)
        salida.append(palabra)
        largo += len(palabra) + 1
    return " ".join(salida)[:n]


def valor(r: random.Random, clave: str, n: int) -> Any:
    """Un valor para una clave del estado, de unos `n` bytes ya escrito."""
    if clave == "mensajes":
        mitad = max(20, n // 2 - 60)
        return [
            {"$t": "msg", "type": t, "content": texto(r, mitad), "id": f"m{r.randrange(10**6)}"}
            for t in ("human", "ai")
        ]
    if clave in ("pruebas", "plan"):
        return [
            {"id": r.randrange(10**6), "bien": r.random() < 0.7, "texto": texto(r, 24)} for _ in range(max(1, n // 64))
        ]
    if clave in ("puntos", "totales"):
        return {p: round(r.random() * 100, 3) for p in r.sample(PALABRAS, min(len(PALABRAS), max(2, n // 16)))}
    return texto(r, n - 4)


def codigo(r: random.Random, nombre: str) -> str:
    """Una función de nodo de unas quince líneas."""
    p = r.sample(PALABRAS, 4)
    return "\n".join(
        [
            f"def {nombre}(estado):",
            f'    """Nodo {nombre}: {texto(r, 60)}."""',
            f'    {p[0]} = estado.get("{p[1]}", [])',
            f'    validos = [x for x in {p[0]} if x.get("bien", False)]',
            "    total = 0.0",
            f"    for i, x in enumerate(validos[: {r.randrange(2, 50)}]):",
            f"        # {texto(r, 40)}",
            f'        if i % 2 == 0 and x.get("puntos", 0.0) > {r.random():.3f}:',
            f'            total += float(x["puntos"]) * {r.random():.2f}',
            '        elif x.get("texto"):',
            '            total += len(x["texto"]) / 100',
            f'    return {{"{p[2]}": validos, "{p[3]}": total}}',
        ]
    )


def grafo(r: random.Random, nombres: list[str], total: int = 0) -> dict[str, Any]:
    """Una cadena con vueltas atrás condicionales, y con atajos hacia delante hasta `total` aristas."""
    aristas = [_arista("__start__", nombres[0])]
    for i, (de, a) in enumerate(pairwise(nombres)):
        aristas.append(_arista(de, a))
        if i % 3 == 2:
            aristas.append(_arista(de, nombres[r.randrange(0, i + 1)], "condicional", ["repetir"]))
    aristas += [_arista(nombres[-1], "__end__", "condicional"), _arista(nombres[-1], nombres[0], "condicional")]
    pares = {(a["origen"], a["destino"]) for a in aristas}
    atajos = [(de, nombres[i + salto]) for salto in (5, 17, 2) for i, de in enumerate(nombres[:-salto])]
    nuevos = [par for par in atajos if par not in pares][: max(0, total - len(aristas))]
    aristas += [_arista(de, a, "condicional") for de, a in nuevos]
    nodos = [{"id": n, "nombre": n, "tipo": t} for n, t in _con_extremos(nombres)]
    return {"formato": "vitrina/grafo", "v": 1, "version_langgraph": "1.2.24", "nodos": nodos, "aristas": aristas}


def _con_extremos(nombres: list[str]) -> list[tuple[str, str]]:
    return [("__start__", "inicio"), *((n, "nodo") for n in nombres), ("__end__", "fin")]


def _arista(de: str, a: str, tipo: str = "fija", etiquetas: list[str] | None = None) -> dict[str, Any]:
    return {"origen": de, "destino": a, "tipo": tipo, "etiquetas": etiquetas or [], "certeza": "declarada"}

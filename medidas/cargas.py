"""Cargas neutras para medir, en nuestros formatos: un `corridas/` entero con texto de relleno.

S, M, L y X crecen en casos y pasos; G es un caso corto en un grafo de 300 nodos y 900 aristas.

    python -m medidas.cargas M /tmp/m

Función pura de (carga, opciones, semilla): ni reloj, ni nombres reales, ni red. Un paso lleva lo que lleva uno
grabado de verdad: tarea, intento, llamada a modelo, llamada a herramienta, actualización y estado.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

CASOS_POR_DEMO = 1000
CLAVES = ("mensajes", "plan", "pruebas", "borrador", "puntos", "notas", "ruta", "totales")
PALABRAS = (
    "ambar cuenca cedro delta brasa campo grano avellano ensenada junta quiosco limon arce norte olivo perla pluma "
    "cresta piedra tulipan union vapor trigo xenon zona flecha ladrillo nube duna aguila silex globo garza indice "
    "joya loma repisa monte nervio orbita llano cuarzo rio pizarra pista valvula agua cota cuenta exacto dado primero "
    "cadena consulta respuesta total lote cotejo rumbo fusion corte marca etiqueta valor mesa orden entrada borrador"
).split()


@dataclass(frozen=True)
class Carga:
    """Cuánto de cada cosa. `estado`, `modelo` y `herramienta` son bytes aproximados por paso.

    `aristas` son las del grafo, si se piden más de las que da su cadena.
    """

    nodos: tuple[int, ...]
    casos: int
    pasos: int
    estado: int = 2048
    modelo: int = 1200
    herramienta: int = 450
    aristas: int = 0


CARGAS = {
    "S": Carga((7,), 12, 12),
    "M": Carga((12, 13, 15), 300, 30),
    "L": Carga((30,), 5000, 40),
    "X": Carga((12,), 1, 100_000, estado=320, modelo=200, herramienta=120),
    "G": Carga((298,), 1, 60, aristas=900),
}


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


def lineas(semilla: int, demo: str, caso: str, nombres: list[str], c: Carga) -> Iterator[dict[str, Any]]:
    """Las líneas de la traza v1 de un caso, sin `seq`."""
    r = random.Random(f"{semilla}/{demo}/{caso}")
    por_clave = c.estado // len(CLAVES) - 14
    estado = {k: valor(r, k, por_clave) for k in CLAVES}
    t = 1_700_000_000.0 + r.randrange(10**6)
    yield {"t": "trace", "ts": t, "v": 1, "graph": demo, "case": caso, "origin": "recorded", "langgraph": "1.2.24"}
    yield {"t": "run.start", "ts": t, "run": "r0", "thread": "h", "kind": "input", "input": {"pregunta": texto(r, 120)}}
    yield {"t": "state", "ts": t, "run": "r0", "ns": [], "step": 0, "phase": "initial", "state": dict(estado)}
    for i in range(c.pasos):
        cambio = {k: valor(r, k, por_clave) for k in r.sample(CLAVES, 2)}
        estado.update(cambio)
        dura = round(r.random() * 2, 4)
        yield from _paso(r, c, i + 1, nombres[i % len(nombres)], (t, t + dura), cambio)
        t += dura
    yield {"t": "run.end", "ts": t, "run": "r0", "status": "ok" if r.random() < 0.9 else "error"}


def _paso(
    r: random.Random,
    c: Carga,
    n: int,
    nodo: str,
    tiempos: tuple[float, float],
    cambio: dict[str, Any],
) -> Iterator[dict[str, Any]]:
    t0, t1 = tiempos
    base = {"run": "r0"}
    hijo = {**base, "task": f"t{n}", "attempt": f"a{n}", "ns": []}
    mensajes = [
        {"type": "system", "content": texto(r, c.modelo // 4)},
        {"type": "human", "content": texto(r, c.modelo // 3)},
    ]
    salida = {"$t": "msg", "type": "ai", "content": texto(r, c.modelo // 4)}
    argumentos = {"consulta": texto(r, c.herramienta // 5), "limite": r.randrange(50)}
    filas = {"bien": True, "filas": [texto(r, c.herramienta // 4), texto(r, c.herramienta // 4)]}
    yield {
        "t": "task.start",
        "ts": t0,
        **base,
        "task": f"t{n}",
        "node": nodo,
        "ns": [],
        "step": n,
        "at": t0,
        "triggers": [],
    }
    yield {
        "t": "attempt.start",
        "ts": t0,
        **base,
        "id": f"a{n}",
        "task": f"t{n}",
        "n": 1,
        "ns": [],
        "node": nodo,
        "step": n,
    }
    yield {"t": "model.start", "ts": t0, **hijo, "id": f"m{n}", "model": "muestra", "messages": mensajes}
    uso = {"input": r.randrange(4000), "output": r.randrange(900)}
    yield {"t": "model.end", "ts": t1, **hijo, "id": f"m{n}", "output": salida, "usage": uso, "provenance": "oracle"}
    yield {
        "t": "tool.start",
        "ts": t0,
        **hijo,
        "id": f"h{n}",
        "name": f"buscar_{r.choice(PALABRAS)}",
        "args": argumentos,
    }
    yield {"t": "tool.end", "ts": t1, **hijo, "id": f"h{n}", "status": "ok", "result": filas}
    yield {"t": "attempt.end", "ts": t1, **base, "id": f"a{n}", "status": "ok"}
    yield {"t": "task.end", "ts": t1, **base, "task": f"t{n}", "at": t1, "status": "ok", "update": cambio}
    yield {"t": "state", "ts": t1, **base, "ns": [], "step": n, "phase": "after", "state": cambio, "partial": True}


def escribir(carga: Carga, destino: Path, semilla: int = 1) -> int:
    """Escribe la carga entera como un `corridas/` y devuelve los bytes de traza."""
    bytes_ = 0
    for demo, casos, nodos in _reparto(carga):
        bytes_ += _demo(carga, destino / demo, demo, casos, nodos, semilla)
    return bytes_


def _reparto(carga: Carga) -> Iterator[tuple[str, list[str], int]]:
    todos = [f"caso{i:05d}" for i in range(carga.casos)]
    grupos = max(len(carga.nodos), -(-carga.casos // CASOS_POR_DEMO))
    for i in range(grupos):
        yield f"agente{i}", todos[i::grupos], carga.nodos[i % len(carga.nodos)]


def _demo(carga: Carga, carpeta: Path, demo: str, casos: list[str], nodos: int, semilla: int) -> int:
    r = random.Random(f"{semilla}/{demo}")
    palabras = r.sample(PALABRAS, nodos) if nodos <= len(PALABRAS) else r.choices(PALABRAS, k=nodos)
    nombres = [f"{p}_{i}" for i, p in enumerate(palabras)]
    corrida = carpeta / "20240101-000000"
    (corrida / "trazas").mkdir(parents=True)
    grabados, total = [], 0
    for caso in casos:
        crudo = _jsonl(lineas(semilla, demo, caso, nombres, carga))
        (corrida / "trazas" / f"{caso}.jsonl").write_bytes(crudo)
        total += len(crudo)
        grabados.append(_grabado(caso, crudo))
    _json(corrida / "grafo.unica.json", grafo(r, nombres, carga.aristas))
    _json(corrida / "fuentes.json", {"v": 1, "variantes": {"unica": _fuentes(r, nombres)}})
    _json(corrida / "manifiesto.json", _manifiesto(demo, grabados))
    (carpeta / "plan.yaml").write_text(json.dumps(_plan(demo, casos), ensure_ascii=False), "utf-8")
    return total


def _jsonl(filas: Iterator[dict[str, Any]]) -> bytes:
    compacto = {"ensure_ascii": False, "separators": (",", ":")}
    return b"".join(
        json.dumps({"t": f["t"], "seq": i, **f}, **compacto).encode() + b"\n" for i, f in enumerate(filas, 1)
    )


def _json(ruta: Path, dato: Any) -> None:
    ruta.write_text(json.dumps(dato, ensure_ascii=False, indent=1), "utf-8")


def _grabado(caso: str, crudo: bytes) -> dict[str, Any]:
    sha = hashlib.sha256(crudo).hexdigest()
    return {
        "caso": caso,
        "variante": "unica",
        "traza": f"trazas/{caso}.jsonl",
        "sha256": sha,
        "estado": "ok",
        "duracion": 1.0,
    }


def _fuentes(r: random.Random, nombres: list[str]) -> dict[str, Any]:
    salida, linea = {}, 1
    for nombre in nombres:
        texto_ = codigo(r, nombre)
        fin = linea + texto_.count("\n")
        sha = hashlib.sha256(texto_.encode()).hexdigest()
        salida[nombre] = {
            "fichero": "agente.py",
            "lineas": [linea, fin],
            "codigo": texto_,
            "sha256": sha,
            "nombre": nombre,
        }
        linea = fin + 3
    return salida


def _manifiesto(demo: str, casos: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "v": 1,
        "demo": demo,
        "corrida": "20240101-000000",
        "sprint": "S01",
        "creada": "2024-01-01T00:00:00+00:00",
        "versiones": {"langgraph": "1.2.24"},
        "grafos": {"unica": "grafo.unica.json"},
        "fuentes": "fuentes.json",
        "casos": casos,
    }


def _plan(demo: str, casos: list[str]) -> dict[str, Any]:
    filas = [{"id": c, "titulo": f"Caso {c}", "variante": "unica", "entrada": {"pregunta": c}} for c in casos]
    variantes = [{"id": "unica", "titulo": "Única"}]
    return {
        "demo": demo,
        "titulo": demo,
        "frase": "Carga de medida.",
        "sprint": "S01",
        "variantes": variantes,
        "casos": filas,
    }


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("carga", choices=CARGAS)
    p.add_argument("destino", type=Path)
    p.add_argument("--casos", type=int)
    p.add_argument("--pasos", type=int)
    a = p.parse_args()
    cambios = {k: v for k, v in (("casos", a.casos), ("pasos", a.pasos)) if v}
    carga = replace(CARGAS[a.carga], **cambios)
    n = escribir(carga, a.destino)
    pasos = carga.casos * carga.pasos
    print(f"{a.carga}: {carga.casos} casos, {pasos} pasos, {n / 1e6:.1f} MB, {n // pasos} bytes por paso")


if __name__ == "__main__":
    main()

"""Unas demos pequeñas en disco a las que se les puede cambiar todo, para probar construir una y otra vez."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

RAIZ = Path(__file__).parents[1]


@dataclass
class Agente:
    """Una demo: caso → lo que se le preguntó, nodos en orden y documento → texto.

    `anteriores` va de id de corrida vieja, de la más antigua a la más nueva, a sus casos; `ilegibles` son las que
    tienen rota la traza de su primer caso, y `referencia`, la que fija el plan.
    """

    casos: dict[str, str] = field(default_factory=lambda: {"uno": "hola"})
    nodos: list[str] = field(default_factory=lambda: ["leer", "responder"])
    documentos: dict[str, str] = field(default_factory=dict)
    frase: str = "Una frase"
    anteriores: dict[str, dict[str, str]] = field(default_factory=dict)
    ilegibles: set[str] = field(default_factory=set)
    referencia: str | None = None


@dataclass
class Taller:
    """Las demos que hay y la carpeta en que se escriben. `plantillas` es una copia que se puede cambiar."""

    raiz: Path
    demos: dict[str, Agente] = field(default_factory=lambda: {"mini": Agente()})

    @property
    def corridas(self) -> Path:
        return self.raiz / "corridas"

    @property
    def plantillas(self) -> Path:
        return self.raiz / "plantillas"

    def copiar_plantillas(self) -> None:
        shutil.copytree(RAIZ / "plantillas", self.plantillas, ignore=shutil.ignore_patterns("__pycache__"))

    def escribir(self) -> None:
        """Deja en disco exactamente lo que dicen las demos, sin tocar lo que ya está igual."""
        quedan: set[Path] = set()
        for id, agente in self.demos.items():
            quedan |= _demo(self.corridas / id, id, agente)
        for viejo in [f for f in self.corridas.rglob("*") if f.is_file() and f not in quedan]:
            viejo.unlink()
        for carpeta in sorted((c for c in self.corridas.rglob("*") if c.is_dir()), reverse=True):
            if not any(carpeta.iterdir()):
                carpeta.rmdir()

    def trazas(self, demo: str = "mini") -> list[Path]:
        return sorted((self.corridas / demo).rglob("*.jsonl"))


def _demo(carpeta: Path, id: str, a: Agente) -> set[Path]:
    ficheros = {carpeta / "plan.yaml": _json(_plan(id, a)), carpeta / "contrato.md": _contrato(a.nodos).encode()}
    ficheros |= {carpeta / "documentos" / f"{d}.md": texto.encode() for d, texto in a.documentos.items()}
    ficheros |= _corrida(carpeta, id, a, "c1", a.casos, "2026-01-02T03:04:05+00:00")
    for n, (corrida, casos) in enumerate(a.anteriores.items()):
        ficheros |= _corrida(carpeta, id, a, corrida, casos, f"2025-01-{n + 1:02}T00:00:00+00:00")
        if corrida in a.ilegibles and casos:
            ficheros[carpeta / corrida / "trazas" / f"{min(casos)}.jsonl"] = b"{"
    for ruta, contenido in ficheros.items():
        ruta.parent.mkdir(parents=True, exist_ok=True)
        if not ruta.is_file() or ruta.read_bytes() != contenido:
            ruta.write_bytes(contenido)
    return set(ficheros)


def _corrida(
    carpeta: Path, demo: str, a: Agente, corrida: str, casos: dict[str, str], creada: str
) -> dict[Path, bytes]:
    trazas = {caso: _traza(caso, texto, a.nodos) for caso, texto in casos.items()}
    ficheros = {carpeta / corrida / "trazas" / f"{caso}.jsonl": crudo for caso, crudo in trazas.items()}
    return ficheros | {
        carpeta / corrida / "grafo.unica.json": _json(_grafo(a.nodos)),
        carpeta / corrida / "fuentes.json": _json({"v": 1, "variantes": {"unica": {n: _fuente(n) for n in a.nodos}}}),
        carpeta / corrida / "manifiesto.json": _json(_manifiesto(demo, corrida, creada, trazas)),
    }


def _json(datos: Any) -> bytes:
    return json.dumps(datos, ensure_ascii=False, indent=1).encode()


def _plan(id: str, a: Agente) -> dict[str, Any]:
    casos = [
        {"id": c, "titulo": f"Caso {c}", "variante": "unica", "entrada": {"mensaje": t}} for c, t in a.casos.items()
    ]
    documentos = [{"ruta": f"documentos/{d}.md", "titulo": d} for d in a.documentos]
    return {
        "demo": id,
        "titulo": f"Demo {id}",
        "frase": a.frase,
        "sprint": "1",
        "variantes": [{"id": "unica", "titulo": "Única", "contrato": "contrato.md#grafo"}],
        "casos": casos,
        "documentos": documentos,
    } | ({"corrida_de_referencia": a.referencia} if a.referencia else {})


def _contrato(nodos: list[str]) -> str:
    return f"# Contrato\n\n## Grafo\n\n```mermaid\nflowchart TD\n  {' --> '.join(_con_extremos(nodos))}\n```\n"


def _con_extremos(nodos: list[str]) -> list[str]:
    return ["__start__", *nodos, "__end__"]


def _grafo(nodos: list[str]) -> dict[str, Any]:
    tipos = {"__start__": "inicio", "__end__": "fin"}
    return {
        "formato": "vitrina/grafo",
        "v": 1,
        "version_langgraph": "1.2.24",
        "nodos": [{"id": n, "nombre": n, "tipo": tipos.get(n, "nodo")} for n in _con_extremos(nodos)],
        "aristas": [{"origen": a, "destino": b} for a, b in pairwise(_con_extremos(nodos))],
    }


def _fuente(nodo: str) -> dict[str, Any]:
    codigo = f"def {nodo}(estado):\n    return {{'texto': '{nodo}'}}"
    sha = hashlib.sha256(codigo.encode()).hexdigest()
    return {"fichero": "agente.py", "lineas": [1, 2], "codigo": codigo, "sha256": sha, "nombre": nodo}


def _manifiesto(demo: str, corrida: str, creada: str, trazas: dict[str, bytes]) -> dict[str, Any]:
    casos = [
        {
            "caso": caso,
            "variante": "unica",
            "traza": f"trazas/{caso}.jsonl",
            "sha256": hashlib.sha256(crudo).hexdigest(),
            "estado": "ok",
        }
        for caso, crudo in trazas.items()
    ]
    return {
        "v": 1,
        "demo": demo,
        "corrida": corrida,
        "sprint": "1",
        "creada": creada,
        "versiones": {"langgraph": "1.2.24"},
        "grafos": {"unica": "grafo.unica.json"},
        "fuentes": "fuentes.json",
        "casos": casos,
    }


def _traza(caso: str, texto: str, nodos: list[str]) -> bytes:
    filas = [
        {"t": "trace", "ts": 1.0, "v": 1, "case": caso, "origin": "recorded", "langgraph": "1.2.24"},
        {"t": "run.start", "ts": 1.0, "run": "r", "thread": "h", "kind": "input", "input": {"mensaje": texto}},
        {"t": "state", "ts": 1.0, "run": "r", "ns": [], "step": 0, "phase": "initial", "state": {"mensaje": texto}},
    ]
    for n, nodo in enumerate(nodos, 1):
        filas += _paso(n, nodo, f"{nodo} dice {texto}")
    filas.append({"t": "run.end", "ts": 9.0, "run": "r", "status": "ok"})
    return b"".join(
        json.dumps({"t": f["t"], "seq": i, **f}, ensure_ascii=False).encode() + b"\n" for i, f in enumerate(filas, 1)
    )


def _paso(n: int, nodo: str, dicho: str) -> list[dict[str, Any]]:
    de = {"run": "r", "ns": [], "step": n}
    return [
        {"t": "task.start", "ts": n + 0.1, **de, "task": f"t{n}", "node": nodo, "at": n + 0.1, "triggers": []},
        {"t": "attempt.start", "ts": n + 0.1, **de, "id": f"a{n}", "task": f"t{n}", "n": 1, "node": nodo},
        {"t": "attempt.end", "ts": n + 0.4, "run": "r", "id": f"a{n}", "status": "ok"},
        {"t": "task.end", "ts": n + 0.5, "run": "r", "task": f"t{n}", "status": "ok", "update": {nodo: dicho}},
        {"t": "state", "ts": n + 0.5, **de, "phase": "after", "state": {nodo: dicho}, "partial": True},
    ]

"""Escribir trazas v1 a mano en una prueba, línea a línea, sin repetir lo que no importa."""

from __future__ import annotations

import json
from typing import Any

from generador.lectura.trazas import vitrina
from generador.modelo.traza import Paso, Tarea, Traza


class Cinta:
    """Las líneas que escribiría la grabadora. `reloj` avanza un segundo por línea."""

    def __init__(self, *, cabecera: bool = True, **datos: Any) -> None:
        self.lineas: list[dict[str, Any]] = []
        self.reloj = 1000.0
        self.run = "r0"
        if cabecera:
            self.linea("trace", v=1, graph="g", case="c", origin="recorded", **datos)

    def linea(self, t: str, **campos: Any) -> Cinta:
        self.reloj += 1
        comun = {"seq": len(self.lineas) + 1, "ts": self.reloj}
        propio = {} if t in ("trace", "blob") else {"run": self.run}
        self.lineas.append({"t": t, **comun, **propio, **campos})
        return self

    def ejecucion(self, run: str, kind: str = "input", **campos: Any) -> Cinta:
        self.run = run
        return self.linea("run.start", kind=kind, thread="h", **campos)

    def fin(self, status: str = "ok", **campos: Any) -> Cinta:
        return self.linea("run.end", status=status, **campos)

    def tarea(
        self,
        id: str,
        nodo: str,
        paso: int,
        *,
        ns: tuple[str, ...] = (),
        update: Any = None,
        camino: Any = None,
        status: str = "ok",
        estado: dict[str, Any] | None = None,
        **campos: Any,
    ) -> Cinta:
        """Una tarea entera: empieza, su intento y acaba; y, si se da, el estado tras el paso."""
        self.abre(id, nodo, paso, ns=ns, camino=camino)
        self.intento_acaba(id, {"interrupted": "interrupt"}.get(status, status))
        self.acaba(id, nodo, paso, ns=ns, update=update, status=status, **campos)
        return self if estado is None else self.estado(estado, paso, ns=ns)

    def abre(self, id: str, nodo: str, paso: int, *, ns: tuple[str, ...] = (), camino: Any = None) -> Cinta:
        donde = {"node": nodo, "ns": list(ns), "step": paso}
        self.linea("task.start", task=id, **donde, triggers=[f"branch:to:{nodo}"], input={"x": 1})
        return self.intento(id, nodo, paso, ns=ns, camino=camino)

    def intento(self, id: str, nodo: str, paso: int, *, ns: tuple[str, ...] = (), camino: Any = None) -> Cinta:
        camino = ["__pregel_pull", nodo] if camino is None else camino
        donde = {"ns": list(ns), "node": nodo, "step": paso, "path": camino}
        return self.linea("attempt.start", id=f"{id}/{self.run}/{len(self.lineas)}", task=id, n=1, **donde)

    def intento_acaba(self, id: str, status: str = "ok", **campos: Any) -> Cinta:
        abierto = next(x["id"] for x in reversed(self.lineas) if x["t"] == "attempt.start" and x["task"] == id)
        return self.linea("attempt.end", id=abierto, task=id, status=status, **campos)

    def acaba(
        self,
        id: str,
        nodo: str,
        paso: int,
        *,
        ns: tuple[str, ...] = (),
        update: Any = None,
        status: str = "ok",
        **c: Any,
    ) -> Cinta:
        donde = {"node": nodo, "ns": list(ns), "step": paso}
        return self.linea("task.end", task=id, **donde, status=status, update=update, **c)

    def estado(
        self, valores: Any, paso: int | None, *, ns: tuple[str, ...] = (), fase: str = "after", **c: Any
    ) -> Cinta:
        return self.linea("state", ns=list(ns), step=paso, phase=fase, state=valores, **c)

    def bytes(self) -> bytes:
        return b"".join(json.dumps(x, ensure_ascii=False).encode() + b"\n" for x in self.lineas)

    def traza(self) -> Traza:
        return vitrina.leer(self.bytes(), "caso")


def nodos(traza: Traza) -> list[list[str]]:
    """Los nodos de cada paso, en orden."""
    return [[t.nodo for t in p.tareas] for p in traza.pasos]


def tarea(traza: Traza, nodo: str, vez: int = 0) -> Tarea:
    """La tarea de un nodo."""
    return [t for p in traza.pasos for t in p.tareas if t.nodo == nodo][vez]


def cambios(paso: Paso) -> dict[str, tuple[Any, Any]] | None:
    """Los cambios de un paso como valores."""
    if paso.cambios is None:
        return None
    return {
        c.clave: (None if c.antes is None else c.antes.valor(), None if c.despues is None else c.despues.valor())
        for c in paso.cambios
    }

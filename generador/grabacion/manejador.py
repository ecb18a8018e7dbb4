"""Lo que `stream` no cuenta: intentos, funciones de ruta y reanudaciones, además de las llamadas.

Regla que lo hace robusto (nodos, reintentos, reanudaciones, subgrafos): **un intento es la ejecución más alta con
un `langgraph_checkpoint_ns` dado**; lo que cuelga de ella con el mismo espacio le pertenece.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from langgraph.callbacks import GraphResumeEvent
from langgraph.types import Command

from generador.grabacion import espacios
from generador.grabacion.fallos import estado_de_intento
from generador.grabacion.lineas import Lineas
from generador.grabacion.llamadas import Abierta, ManejadorDeLlamadas, sin_molestar
from generador.grabacion.rutas import RutasDeclaradas

_ESPACIO = "langgraph_checkpoint_ns"
_SECUENCIA = "seq:step:"
_ARRANQUE = "__start__"


class Manejador(ManejadorDeLlamadas):
    """Escribe, además de las de llamadas, las líneas `attempt.*`, `route`, `custom` y `resume`."""

    def __init__(self, lineas: Lineas, rutas: RutasDeclaradas) -> None:
        super().__init__(lineas)
        self._rutas = rutas
        self._intentos: dict[str, int] = {}
        self._finales: dict[str, str] = {}

    def estado_de(self, tarea: str) -> str | None:
        """Cómo acabó el último intento de una tarea, dicho como estado de tarea."""
        estado = self._finales.get(tarea)
        return "interrupted" if estado == "interrupt" else estado

    def cerrar(self) -> None:
        """Da por cancelado lo que siga abierto cuando el agente ya ha devuelto el control."""
        with self.cerrojo:
            for clave, abierta in reversed(list(self.abiertas.items())):
                if abierta.clase == "attempt":
                    self._cerrar_intento(clave, abierta, "cancelled", {})
                elif abierta.clase in ("model", "tool", "retriever"):
                    self.lineas.escribir(f"{abierta.clase}.end", id=str(clave), task=abierta.tarea, status="cancelled")
            self.abiertas.clear()

    @sin_molestar
    def on_chain_start(
        self,
        *_: Any,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        name: str | None = None,
        **__: Any,
    ) -> None:
        md = metadata or {}
        padre = self.padre(parent_run_id)
        espacio = str(md.get(_ESPACIO) or "")
        if espacio and espacio != padre.espacio:
            self.abiertas[run_id] = self._abrir_nodo(run_id, espacio, md)
        elif (orden := _orden_en_secuencia(tags)) >= 2 and padre.clase in ("attempt", _ARRANQUE):
            self.abiertas[run_id] = self._abrir_ruta(padre, orden, name or "", md)
        else:
            self.abiertas[run_id] = padre.hija(None)

    def _abrir_nodo(self, run_id: UUID, espacio: str, md: dict[str, Any]) -> Abierta:
        camino, nodo = md.get("langgraph_path", ()), md.get("langgraph_node")
        tramos = espacios.tramos(espacio, camino)
        if nodo == _ARRANQUE:
            return Abierta(_ARRANQUE, espacio, None, None, tramos)
        tarea = espacios.tarea(espacio)
        n = self._intentos[tarea] = self._intentos.get(tarea, 0) + 1
        paso = md.get("langgraph_step")
        self.lineas.escribir(
            "attempt.start",
            id=str(run_id),
            task=tarea,
            n=n,
            ns=list(tramos),
            node=nodo,
            step=paso,
            path=self.lineas.json(camino),
        )
        return Abierta("attempt", espacio, tarea, str(run_id), tramos)

    def _abrir_ruta(self, padre: Abierta, orden: int, nombre: str, md: dict[str, Any]) -> Abierta:
        nodo = str(md.get("langgraph_node"))
        funcion, ends = self._rutas.rama(espacios.id_de_nodo(padre.tramos, nodo), orden, nombre)
        datos: dict[str, Any] = {"fn": funcion, "ends": ends, "node": nodo, "step": md.get("langgraph_step")}
        return padre.hija("route", **datos)

    @sin_molestar
    def on_chain_end(self, outputs: Any, *, run_id: UUID, **_: Any) -> None:
        abierta = self.abiertas.pop(run_id, None)
        if abierta is None:
            return
        if abierta.clase == "attempt":
            orden = {"command": self.lineas.json(outputs)} if _lleva_orden(outputs) else {}
            self._cerrar_intento(run_id, abierta, "ok", orden)
        elif abierta.clase == "route":
            self._cerrar_ruta(abierta, outputs)

    def _cerrar_ruta(self, abierta: Abierta, salida: Any) -> None:
        ends = abierta.datos.pop("ends")
        dichos = list(salida) if isinstance(salida, list | tuple) else [salida]
        resultado = [self._destino(d, ends) for d in dichos]
        dicho = self.lineas.json(dichos)
        etiquetas = {"labels": dicho} if dicho != resultado else {}
        campos = {"task": abierta.tarea, "ns": list(abierta.tramos), **abierta.datos}
        self.lineas.escribir("route", **campos, result=resultado, **etiquetas)

    def _destino(self, dicho: Any, ends: Any) -> Any:
        try:
            return self.lineas.json(ends[dicho] if ends else dicho)
        except (KeyError, TypeError):  # un `Send`, o una clave que no está: LangGraph ya se quejará
            return self.lineas.json(dicho)

    @sin_molestar
    def on_chain_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        abierta = self.abiertas.pop(run_id, None)
        if abierta is None or abierta.clase not in ("attempt", "route"):
            return
        if abierta.clase == "route":
            abierta.datos.pop("ends")
            campos = {"task": abierta.tarea, "ns": list(abierta.tramos), **abierta.datos}
            self.lineas.escribir("route", **campos, result=[], error=self.fallo(error))
            return
        estado = estado_de_intento(error)
        campos = {"error": self.fallo(error)} if estado == "error" else {}
        if estado == "bubble" and error.args and isinstance(error.args[0], Command):
            campos["command"] = self.lineas.json(error.args[0])
        self._cerrar_intento(run_id, abierta, estado, campos)

    def _cerrar_intento(self, run_id: UUID, abierta: Abierta, estado: str, campos: dict[str, Any]) -> None:
        self._finales[str(abierta.tarea)] = estado
        self.lineas.escribir("attempt.end", id=str(run_id), task=abierta.tarea, status=estado, **campos)

    @sin_molestar
    def on_resume(self, event: GraphResumeEvent) -> None:
        self.lineas.escribir("resume", ns=list(event.checkpoint_ns), checkpoint=event.checkpoint_id)

    @sin_molestar
    def on_custom_event(self, name: str, data: Any, *, run_id: UUID, **_: Any) -> None:
        duena = self.padre(run_id)
        self.lineas.escribir("custom", ns=list(duena.tramos), task=duena.tarea, name=name, data=self.lineas.json(data))


def _orden_en_secuencia(etiquetas: list[str] | None) -> int:
    """El k de `seq:step:k`, o 0. Las ramas de un nodo van detrás de él en su secuencia (k ≥ 2)."""
    for etiqueta in etiquetas or ():
        if etiqueta.startswith(_SECUENCIA) and etiqueta[len(_SECUENCIA) :].isdigit():
            return int(etiqueta[len(_SECUENCIA) :])
    return 0


def _lleva_orden(salida: Any) -> bool:
    return isinstance(salida, Command) or (isinstance(salida, list) and any(isinstance(x, Command) for x in salida))

"""De lo que emite `stream(["debug", "values", "updates", "custom"], subgraphs=True)` a líneas de la traza.

Es la verdad de las tareas: paso, id, entrada, actualización, cómo acabó, interrupciones y estado tras cada paso.
Lo que LangGraph emite y no es verdad se descarta: tras una interrupción llega un `values` con escrituras de
hermanas que el checkpoint no tiene.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from msgspec import Struct

from generador.grabacion.espacios import id_de_nodo
from generador.grabacion.fallos import estado_de_intento, fallo
from generador.grabacion.lineas import Lineas

MODOS = ["debug", "values", "updates", "custom"]
_INTERRUPCION = "__interrupt__"
_MANEJADOR = "__error_handler__"
_METADATOS = "__metadata__"
_FALTA = object()


class Pregunta(Struct, frozen=True):
    """Un `interrupt` sin contestar: su id y el nodo que pregunta, con los de fuera delante."""

    id: str
    nodo: str


@dataclass(slots=True)
class _Ambito:
    """Lo que se sabe de un espacio (el grafo o un subgrafo en marcha)."""

    paso: int | None = None
    primer_paso: int | None = None
    interrumpido: bool = False
    roto: bool = False
    abiertas: dict[str, str] = field(default_factory=dict)
    estado: dict[str, Any] | None = None
    checkpoint: dict[str, Any] | None = None


class Corriente:
    """Recibe cada emisión con `recibir` y la escribe. `valores` es el último estado del grafo raíz."""

    def __init__(self, lineas: Lineas, *, reanuda: bool) -> None:
        self._lineas = lineas
        self._reanuda = reanuda
        self._ambitos: dict[tuple[str, ...], _Ambito] = {}
        self.valores: Any = None
        self.interrupciones: tuple[Any, ...] = ()
        self.pausada = False
        self._orden: dict[str, int] = {}
        self._preguntas: dict[str, tuple[int, Pregunta]] = {}

    @property
    def preguntas(self) -> tuple[Pregunta, ...]:
        """Lo que espera respuesta, por el orden en que empezaron las tareas: en paralelo, acaban en cualquiera."""
        pendientes = {i.id for i in self.interrupciones}
        suyas = [(n, p) for n, p in self._preguntas.values() if p.id in pendientes]
        return tuple(p for _, p in sorted(suyas, key=lambda par: par[0]))

    def recibir(self, espacio: tuple[str, ...], modo: str, dato: Any) -> None:
        """Escribe lo que haya que escribir. Puede lanzar: quien llama lo cuenta."""
        ambito = self._ambito(espacio, modo, dato)
        if modo == "values":
            self._valores(espacio, ambito, dato)
        elif modo == "updates":
            self._actualizacion(espacio, ambito, dato)
        elif modo == "custom":
            self._propio(espacio, ambito, dato)
        elif dato["type"] == "task":
            self._abrir_tarea(espacio, ambito, dato)
        elif dato["type"] == "task_result":
            self._cerrar_tarea(espacio, ambito, dato)
        elif dato["type"] == "checkpoint":
            self._checkpoint(espacio, ambito, dato)

    def _ambito(self, espacio: tuple[str, ...], modo: str, dato: Any) -> _Ambito:
        """El del espacio. Si una tarea falló y ahora vuelve a haber estado, es que el subgrafo entero se reintenta."""
        ambito = self._ambitos.setdefault(espacio, _Ambito())
        es_estado = modo == "values" or (modo == "debug" and dato["type"] == "checkpoint")
        if ambito.roto and es_estado:
            ambito = self._ambitos[espacio] = _Ambito()
        return ambito

    def cerrar(self, estado_de: Callable[[str], str | None], *, acabo_mal: bool) -> None:
        """Cierra las tareas sin resultado con lo que se sabe: cómo acabó su último intento, o que se cancelaron."""
        for espacio, ambito in self._ambitos.items():
            for tarea, nodo in ambito.abiertas.items():
                estado = estado_de(tarea) or ("cancelled" if acabo_mal else None)
                if estado:
                    campos = {"task": tarea, "node": nodo, "ns": list(espacio), "step": ambito.paso}
                    self._lineas.escribir("task.end", **campos, at=self._lineas.ahora(), status=estado, by="attempt")

    # --- tareas --------------------------------------------------------------------------------------------

    def _abrir_tarea(self, espacio: tuple[str, ...], ambito: _Ambito, dato: dict[str, Any]) -> None:
        carga = dato["payload"]
        ambito.paso = dato["step"]
        ambito.primer_paso = dato["step"] if ambito.primer_paso is None else ambito.primer_paso
        ambito.abiertas[carga["id"]] = carga["name"]
        self._orden.setdefault(carga["id"], len(self._orden))
        self._lineas.escribir(
            "task.start",
            task=carga["id"],
            node=carga["name"],
            ns=list(espacio),
            step=dato["step"],
            at=_segundos(dato),
            triggers=list(carga["triggers"]),
            input=self._lineas.valores(carga["input"]),
        )

    def _cerrar_tarea(self, espacio: tuple[str, ...], ambito: _Ambito, dato: dict[str, Any]) -> None:
        carga = dato["payload"]
        ambito.abiertas.pop(carga["id"], None)
        error, interrupciones = carga.get("error"), carga.get("interrupts") or ()
        campos: dict[str, Any] = {"update": self._lineas.valores(carga["result"])}
        if error is not None:
            campos["error"] = self._fallo(error)
        ambito.roto = error is not None or (ambito.roto and not carga["name"].startswith(_MANEJADOR))
        for i in interrupciones:  # la anuncia cada nivel, y el primero es el de más adentro
            pregunta = Pregunta(i["id"], id_de_nodo(espacio, carga["name"]))
            self._preguntas.setdefault(i["id"], (self._orden.get(carga["id"], 0), pregunta))
        if interrupciones:
            campos["interrupts"] = [{"id": i["id"], "value": self._lineas.json(i["value"])} for i in interrupciones]
        self._lineas.escribir(
            "task.end",
            task=carga["id"],
            node=carga["name"],
            ns=list(espacio),
            step=dato["step"],
            **{"at": _segundos(dato), "status": _estado_de_tarea(error, interrupciones), **campos},
        )

    def _fallo(self, error: Any) -> dict[str, Any]:
        return fallo(error, self._lineas.json) if isinstance(error, BaseException) else {"cls": "?", "msg": str(error)}

    # --- estado --------------------------------------------------------------------------------------------

    def _valores(self, espacio: tuple[str, ...], ambito: _Ambito, valores: Any) -> None:
        if isinstance(valores, dict) and _INTERRUPCION in valores:
            self._interrumpir(espacio, ambito, valores[_INTERRUPCION])
            valores = {k: v for k, v in valores.items() if k != _INTERRUPCION}
        if not espacio and not (ambito.interrumpido and self.valores is not None):
            self.valores = valores
        if ambito.interrumpido:
            return
        fase = "initial" if ambito.paso is None else "after"
        parcial, ambito.estado = self._solo_lo_nuevo(valores, ambito.estado)
        self._lineas.escribir("state", ns=list(espacio), step=ambito.paso, phase=fase, **parcial)

    def _checkpoint(self, espacio: tuple[str, ...], ambito: _Ambito, dato: dict[str, Any]) -> None:
        carga = dato["payload"]
        metadatos = carga.get("metadata") or {}
        parcial, ambito.checkpoint = self._solo_lo_nuevo(carga["values"], ambito.checkpoint)
        self._lineas.escribir(
            "checkpoint",
            ns=list(espacio),
            step=metadatos.get("step"),
            source=metadatos.get("source"),
            id=_id_de_checkpoint(carga.get("config")),
            parent=_id_de_checkpoint(carga.get("parent_config")),
            **{"next": list(carga["next"]), "phase": "initial" if ambito.paso is None else "after", **parcial},
        )

    def _solo_lo_nuevo(
        self, valores: Any, antes: dict[str, Any] | None
    ) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """Los campos `state` (y `partial`) de la línea, y con qué comparar la siguiente de su clase."""
        ahora = self._lineas.valores(valores)
        if not isinstance(ahora, dict) or "$t" in ahora:
            return {"state": ahora}, None
        if antes is None or not antes.keys() <= ahora.keys():
            return {"state": ahora}, ahora
        nuevo = {k: v for k, v in ahora.items() if antes.get(k, _FALTA) != v}
        return {"state": nuevo, "partial": True}, ahora

    # --- lo demás ------------------------------------------------------------------------------------------

    def _actualizacion(self, espacio: tuple[str, ...], ambito: _Ambito, dato: dict[str, Any]) -> None:
        if _INTERRUPCION in dato:
            self._interrumpir(espacio, ambito, dato[_INTERRUPCION])
            if not dato[_INTERRUPCION]:
                self._lineas.escribir("pause", ns=list(espacio), step=ambito.paso)
        elif isinstance(metadatos := dato.get(_METADATOS), dict) and metadatos.get("cached"):
            nodos = {k: v for k, v in dato.items() if k != _METADATOS}
            self._reutilizar(espacio, ambito, nodos)

    def _reutilizar(self, espacio: tuple[str, ...], ambito: _Ambito, nodos: dict[str, Any]) -> None:
        """Una tarea que no se ejecutó: o estaba en caché, o acabó antes de la pausa y se aprovecha al reanudar."""
        por_reanudar = self._reanuda and ambito.paso == ambito.primer_paso
        candidatas = [t for t, n in ambito.abiertas.items() if n in nodos]
        tareas = candidatas if len(candidatas) == len(nodos) else []
        for tarea in tareas:
            del ambito.abiertas[tarea]
        self._lineas.escribir(
            "cached",
            ns=list(espacio),
            step=ambito.paso,
            nodes=list(nodos),
            tasks=tareas,
            update=self._lineas.json(nodos),
            why="resume" if por_reanudar else "cache",
        )

    def _interrumpir(self, espacio: tuple[str, ...], ambito: _Ambito, interrupciones: Any) -> None:
        ambito.interrumpido = True
        if not espacio:
            self.pausada = True
            nuevas = tuple(i for i in interrupciones if i not in self.interrupciones)
            self.interrupciones += nuevas

    def _propio(self, espacio: tuple[str, ...], ambito: _Ambito, dato: Any) -> None:
        """LangGraph no dice qué tarea emitió: solo se apunta si en ese espacio había una sola en marcha."""
        tarea = next(iter(ambito.abiertas)) if len(ambito.abiertas) == 1 else None
        self._lineas.escribir("custom", ns=list(espacio), step=ambito.paso, task=tarea, data=self._lineas.json(dato))


def _estado_de_tarea(error: Any, interrupciones: Any) -> str:
    if error is not None:
        return estado_de_intento(error) if isinstance(error, BaseException) else "error"
    return "interrupted" if interrupciones else "ok"


def _segundos(dato: dict[str, Any]) -> float:
    return round(datetime.fromisoformat(dato["timestamp"]).timestamp(), 6)


def _id_de_checkpoint(config: Any) -> str | None:
    configurable = (config or {}).get("configurable") or {}
    identificador = configurable.get("checkpoint_id")
    return None if identificador is None else str(identificador)

"""De las ejecuciones de una conversación a las líneas de la traza v1 (`docs/formatos/traza.md`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generador.lectura.ajenas.arbol import Arbol, Clave, orden
from generador.lectura.ajenas.desenlaces import argumentos
from generador.lectura.ajenas.ejecuciones import Ejecucion
from generador.lectura.ajenas.tramos import CADENA, HERRAMIENTA, MODELO, RECUPERADOR, Situacion, Tramo

Linea = Mapping[str, Any]
_DE_MANDATO = frozenset({"graph", "update", "resume", "goto"})
_ESCRITURA = "ChannelWrite<"
_AGOTADA = "GraphRecursionError"


def lineas_de(ejecuciones: Sequence[Ejecucion], arbol: Arbol) -> Iterator[Linea]:
    """Las líneas de una conversación, ejecución a ejecución. Dentro de una van como se anidan los tramos."""
    pendiente = False
    for i, ejecucion in enumerate(ejecuciones):
        escritor = _Escritor(ejecucion, arbol, f"r{i}", reanuda=pendiente, primera=i == 0)
        yield from escritor.lineas()
        pendiente = escritor.fin == "interrupted"


def mandato(valor: Any) -> Mapping[str, Any] | None:
    """El `Command` que hay en un valor, escrito como lo escribe la grabadora."""
    if not isinstance(valor, dict) or valor.keys() != _DE_MANDATO:
        return None
    return {"$t": "command", **{k: v for k, v in valor.items() if v not in (None, [], {})}}


@dataclass(slots=True)
class _Tarea:
    """Los intentos de una tarea en esta ejecución, en orden."""

    situacion: Situacion
    intentos: list[Tramo] = field(default_factory=list)
    abierta: bool = False


class _Escritor:
    """Las líneas de una ejecución. `fin` es cómo acabó, cuando ya se han dado todas."""

    def __init__(self, ejecucion: Ejecucion, arbol: Arbol, run: str, *, reanuda: bool, primera: bool) -> None:
        self._e = ejecucion
        self._arbol = arbol
        self._run = run
        self._reanuda = reanuda
        self._primera = primera
        self._propios = {**ejecucion.intentos, **{(t.traza, t.id): t for t in ejecucion.sueltos}}
        self._encima: dict[Clave, Clave] = {}
        self._tareas: dict[str, _Tarea] = {}
        self.fin = ""
        for t in sorted(ejecucion.intentos.values(), key=orden):
            if t.situacion is not None:
                self._tareas.setdefault(t.situacion.tarea, _Tarea(t.situacion)).intentos.append(t)

    def lineas(self) -> Iterator[Linea]:
        yield self._inicio()
        for t, entra in self._recorrido():
            yield from self._entrar(t) if entra else self._salir(t)
        yield from self._final()

    def _linea(self, clase: str, hora: float | None, **campos: Any) -> Linea:
        """Sin hora, la línea se queda junto a la anterior."""
        con_hora = {} if hora is None else {"ts": hora}
        return {"t": clase, **con_hora, "run": self._run, **{k: v for k, v in campos.items() if v is not None}}

    # --- la ejecución ---------------------------------------------------------------------------------------

    def _inicio(self) -> Linea:
        raiz = self._e.raiz
        entrada = None if raiz is None else raiz.entrada
        orden_dada = mandato(entrada)
        clase = "input"
        if orden_dada is not None:
            clase = "resume" if "resume" in orden_dada else "continue"
        elif self._reanuda and isinstance(entrada, dict) and entrada.keys() == {"resume"}:
            clase, orden_dada = "resume", {"$t": "command", **entrada}
        elif raiz is not None and entrada is None and not self._primera:
            clase = "continue"
        hora = None if self._e.t0 == float("inf") else self._e.t0
        return self._linea("run.start", hora, thread=self._e.hilo, kind=clase, input=orden_dada or entrada)

    def _final(self) -> Iterator[Linea]:
        raiz = self._e.raiz
        if raiz is None or not raiz.desenlace.estado:
            return
        self.fin = raiz.desenlace.estado
        fallo = raiz.desenlace.fallo
        if self.fin == "ok" and self._se_paro():
            self.fin = "interrupted"
        if fallo and str(fallo.get("cls", "")).endswith(_AGOTADA):
            self.fin = "out_of_steps"
        if self.fin == "ok" and isinstance(raiz.salida, dict) and raiz.salida:
            yield from self._estado_final(raiz.salida)
        yield self._linea("run.end", _fin(raiz), status=self.fin, error=fallo)

    def _se_paro(self) -> bool:
        """Si alguna tarea acabó preguntando, o el grafo lo dice en lo que devuelve."""
        salida = self._e.raiz.salida if self._e.raiz is not None else None
        paradas = any(t.intentos and t.intentos[-1].desenlace.estado == "interrupted" for t in self._tareas.values())
        return paradas or (isinstance(salida, dict) and bool(salida.get("__interrupt__")))

    def _estado_final(self, salida: Mapping[str, Any]) -> Iterator[Linea]:
        """Lo que devolvió el grafo es su estado tras el último paso del ámbito raíz."""
        situaciones = [t.situacion for t in self._tareas.values()]
        pasos = [s.paso for s in situaciones if s.paso is not None and not s.tramos]
        if pasos and self._e.raiz is not None:
            hora = _fin(self._e.raiz)
            yield self._linea("state", hora, ns=[], step=max(pasos), phase="after", state=dict(salida))

    # --- los tramos -----------------------------------------------------------------------------------------

    def _recorrido(self) -> Iterator[tuple[Tramo, bool]]:
        """Cada tramo dos veces, al entrar y al salir, anidados como en el árbol."""
        cimas = [t for t in self._propios.values() if not self._dentro(t)]
        pila = [(t, True) for t in sorted(cimas, key=orden, reverse=True)]
        intentos: list[Clave] = []
        while pila:
            t, entra = pila.pop()
            clave = (t.traza, t.id)
            if entra and intentos:
                self._encima[clave] = intentos[-1]
            yield t, entra
            if clave in self._e.intentos and entra:
                intentos.append(clave)
            elif clave in self._e.intentos:
                intentos.pop()
            if entra:
                pila.append((t, False))
                hijos = [h for h in self._arbol.hijos.get((t.traza, t.id), ()) if (h.traza, h.id) in self._propios]
                pila += [(h, True) for h in reversed(hijos)]

    def _dentro(self, t: Tramo) -> bool:
        return t.padre is not None and (t.traza, t.padre) in self._propios

    def _entrar(self, t: Tramo) -> Iterator[Linea]:
        clave: Clave = (t.traza, t.id)
        if clave in self._e.intentos and t.situacion is not None:
            yield from self._abrir(self._tareas[t.situacion.tarea], t)
            situacion = _donde(t.situacion)
            yield self._linea("attempt.start", t.t0, id=_id(t), at=t.t0, path=list(t.situacion.camino), **situacion)
        elif t.clase != CADENA:
            yield from self._asegurar(t)
            yield self._linea(f"{_LINEAS[t.clase]}.start", t.t0, id=_id(t), task=self._tarea_de(t), **_al_entrar(t))

    def _salir(self, t: Tramo) -> Iterator[Linea]:
        if (t.traza, t.id) in self._e.intentos and t.situacion is not None:
            yield from self._cerrar(self._tareas[t.situacion.tarea], t, t.situacion)
        elif t.clase != CADENA:
            if t.desenlace.estado:
                yield self._linea(f"{_LINEAS[t.clase]}.end", _fin(t), id=_id(t), **_al_salir(t))
        elif self._es_ruta(t):
            salida = t.salida["output"] if isinstance(t.salida, dict) and t.salida.keys() == {"output"} else t.salida
            yield self._linea("route", _fin(t), task=self._tarea_de(t), fn=t.nombre, result=_con_envios(salida))

    def _es_ruta(self, t: Tramo) -> bool:
        """Una función de ruta es la parte 2 o siguiente de un nodo; las escrituras de LangGraph 0.2 no lo son."""
        encima = self._arbol.padre(t)
        del_nodo = encima is not None and (encima.traza, encima.id) in self._e.intentos
        return del_nodo and (t.puesto or 0) > 1 and t.salida is not None and not t.nombre.startswith(_ESCRITURA)

    def _tarea_de(self, t: Tramo) -> str | None:
        """La tarea de una llamada: la del intento del que cuelga o, si falta, la que ella misma dice."""
        encima = self._encima.get((t.traza, t.id))
        situacion = t.situacion if encima is None else self._e.intentos[encima].situacion
        return None if situacion is None else situacion.tarea

    def _abrir(self, tarea: _Tarea, t: Tramo) -> Iterator[Linea]:
        if not tarea.abierta:
            tarea.abierta = True
            yield self._linea("task.start", t.t0, at=t.t0, input=t.entrada, **_donde(tarea.situacion))

    def _asegurar(self, t: Tramo) -> Iterator[Linea]:
        """Una llamada cuyo nodo no se exportó prueba que su tarea corrió; cuándo y cómo acabó no se sabe."""
        if (t.traza, t.id) in self._encima or t.situacion is None or t.situacion.tarea in self._tareas:
            return
        tarea = self._tareas[t.situacion.tarea] = _Tarea(t.situacion, abierta=True)
        yield self._linea("task.start", t.t0, **_donde(tarea.situacion))
        yield self._linea("attempt.start", t.t0, id=f"{t.situacion.tarea}?", **_donde(tarea.situacion))

    def _cerrar(self, tarea: _Tarea, t: Tramo, situacion: Situacion) -> Iterator[Linea]:
        d = t.desenlace
        if not d.estado:
            return
        escrito, orden_dada = _escrito(t.salida)
        hora = _fin(t)
        yield self._linea(
            "attempt.end",
            hora,
            id=_id(t),
            task=situacion.tarea,
            at=hora,
            status=d.estado,
            error=d.fallo,
            command=orden_dada,
        )
        if tarea.intentos[-1] is t:
            preguntas = [dict(p) for p in d.preguntas] or None
            yield self._linea(
                "task.end",
                hora,
                at=hora,
                status=d.estado,
                update=escrito,
                error=d.fallo,
                interrupts=preguntas,
                **_donde(situacion),
            )


_LINEAS = {MODELO: "model", HERRAMIENTA: "tool", RECUPERADOR: "retriever"}


def _al_entrar(t: Tramo) -> dict[str, Any]:
    if t.clase == MODELO:
        propios = {k: t.datos.get(k) for k in ("provider", "model", "params", "tools", "provenance")}
        return {**propios, "messages": t.entrada}
    if t.clase == HERRAMIENTA:
        return {"name": t.datos.get("name") or t.nombre, "call": t.datos.get("call"), "args": t.entrada}
    return {"name": t.nombre, "query": t.entrada}


def _al_salir(t: Tramo) -> dict[str, Any]:
    fallo = t.desenlace.fallo
    if t.clase == MODELO:
        return {
            "output": t.salida,
            "error": fallo,
            **{k: t.datos.get(k) for k in ("usage", "first_token", "provenance")},
        }
    if t.clase == HERRAMIENTA:
        return {"status": t.desenlace.estado, "result": t.salida, "error": fallo}
    return {"docs": t.salida, "error": fallo}


def _donde(s: Situacion) -> dict[str, Any]:
    return {"task": s.tarea, "node": s.nodo, "ns": list(s.tramos), "step": s.paso}


def _escrito(salida: Any) -> tuple[Any, Any]:
    """Lo que devolvió el nodo y, si fue un `Command`, el mandato."""
    dentro = salida["output"] if isinstance(salida, dict) and salida.keys() == {"output"} else salida
    orden_dada = mandato(dentro)
    return (salida, None) if orden_dada is None else (orden_dada.get("update"), orden_dada)


def _con_envios(salida: Any) -> Any:
    """Lo que devolvió una ruta; los `Send` que se guardaron como su texto vuelven a serlo."""
    if not isinstance(salida, list):
        return salida
    envios = [argumentos(x, "Send") if isinstance(x, str) else None for x in salida]
    return [x if e is None else {"$t": "send", **e} for x, e in zip(salida, envios, strict=True)]


def _fin(t: Tramo) -> float | None:
    """Cuándo acabó, si no fue antes de empezar."""
    return None if t.t1 is None or (t.t0 is not None and t.t1 < t.t0) else t.t1


def _id(t: Tramo) -> str:
    return f"{t.traza}.{t.id}"

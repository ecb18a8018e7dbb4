"""Los checkpoints de una rama, contados como los vivió el grafo: pasos, tareas, pausas y reanudaciones.

Un checkpoint guarda el estado y, colgando de él, lo que escribieron las tareas del paso siguiente. Que una tarea tenga
a la vez una pregunta y una respuesta es que hubo una pausa: la ejecución acabó ahí y empezó otra.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from generador.lectura.ajenas.base_de_checkpoints import Escritura, Hilo, Punto
from generador.lectura.ajenas.escrituras import (
    ENTRADA,
    ENVIOS,
    NULA,
    RAIZ,
    RESPUESTA,
    Tarea,
    calladas,
    despierta,
    tareas_de,
    visible,
)
from generador.lectura.ajenas.lineas import mandato
from generador.lectura.ajenas.valores import segundos
from generador.modelo import nuestros

Linea = dict[str, Any]
_HONDURA = 64


class Pausa(Struct, frozen=True):
    """La ejecución se paró aquí; `respuesta` es lo que se le contestó al reanudar."""

    respuesta: Any


Suceso = Linea | Pausa


class _Partida(Struct, frozen=True):
    """Lo que hizo una tarea, en un trozo más que respuestas recibió. `pregunta` es el id de la suya, si es una."""

    trozos: list[list[Linea]]
    respuestas: list[Any]
    pregunta: Any


class Relato(Struct, frozen=True):
    """Una rama contada: sus líneas de la v1, con su `run` puesto, y en qué subgrafos no se sabe quién acabó."""

    lineas: tuple[Linea, ...]
    dudas: tuple[str, ...]


def contar(hilo: Hilo, rama: Sequence[Punto]) -> Relato:
    """Lo que pasó por un camino de checkpoints del grafo raíz."""
    historia = _Historia(hilo)
    return Relato(tuple(_lineas(hilo.id, rama, historia)), tuple(dict.fromkeys(historia.dudas)))


def _lineas(hilo: str, rama: Sequence[Punto], historia: _Historia) -> Iterator[Linea]:
    corredor = _Corredor(hilo, historia)
    for punto, siguiente in zip(rama, (*rama[1:], None), strict=True):
        yield from corredor.punto(punto, historia.empieza(punto))
        yield from corredor.sucesos(historia.paso(punto, siguiente))
    yield from corredor.fin()


class _Corredor:
    """Numera las ejecuciones y las abre y cierra donde toca."""

    def __init__(self, hilo: str, historia: _Historia) -> None:
        self._hilo = hilo
        self._historia = historia
        self._ultimo: Punto | None = None
        self._n = -1
        self._hora: float | None = None
        self._estado = ""
        self._abierta = False

    def punto(self, p: Punto, linea: Linea) -> Iterator[Linea]:
        """Un checkpoint del grafo raíz. El de `update_state` no es de ninguna ejecución: lo que siga, es de otra."""
        nueva = p.fuente in ("input", "fork") or self._n < 0
        if nueva or p.fuente == "update":
            yield from self.fin()
        self._ultimo, self._hora = p, segundos(p.hora) or self._hora
        if nueva:
            entrada = p.canales.get(ENTRADA) if p.fuente == "input" else None
            yield self._abrir("input" if p.fuente == "input" else "continue", entrada)
        yield self._con_run(linea)
        self._abierta = p.fuente != "update"

    def sucesos(self, sucesos: Iterable[Suceso]) -> Iterator[Linea]:
        """Lo que pasó tras un checkpoint."""
        for s in sucesos:
            if not self._abierta:
                yield self._abrir("continue", None)
            if isinstance(s, Pausa):
                yield from self._cerrar("interrupted")
                yield self._abrir("resume", {"$t": "command", "resume": s.respuesta})
            else:
                self._ver(s)
                yield self._con_run(s)

    def _ver(self, linea: Linea) -> None:
        """Lo que una línea dice de la ejecución: por qué hora va y si una tarea de fuera no acabó bien."""
        self._hora = max((h for h in (self._hora, linea.get("ts")) if h is not None), default=None)
        if linea["t"] == "task.end" and not linea["ns"] and linea["status"] != "ok":
            self._estado = linea["status"]

    def fin(self) -> Iterator[Linea]:
        """Cierra la ejecución abierta, si se sabe cómo acabó: sin nada pendiente, o parada."""
        if not self._abierta:
            return
        if self._estado or (self._ultimo is not None and not self._historia.pendiente(self._ultimo)):
            yield from self._cerrar("ok")

    def _abrir(self, clase: str, entrada: Any) -> Linea:
        self._n += 1
        self._estado, self._abierta = "", True
        dada = mandato(entrada) or entrada
        campos = {} if dada is None else {"input": dada}
        return self._con_run({"t": "run.start", "ts": self._hora, "thread": self._hilo, "kind": clase, **campos})

    def _cerrar(self, estado: str) -> Iterator[Linea]:
        if self._n >= 0:
            yield self._con_run({"t": "run.end", "ts": self._hora, "status": self._estado or estado})

    def _con_run(self, linea: Linea) -> Linea:
        return {**{k: v for k, v in linea.items() if v is not None}, "run": f"r{self._n}"}


class _Historia:
    """Lo que se sabe de cada checkpoint de un hilo."""

    def __init__(self, hilo: Hilo) -> None:
        self._hilo = hilo
        self._sin_cerrar = _interiores_sin_cerrar(hilo)
        self.dudas: list[str] = []

    def empieza(self, p: Punto) -> Linea:
        """La línea del propio checkpoint."""
        estado = {clave: v for k, v in p.canales.items() if (clave := visible(str(k))) is not None}
        linea: Linea = {
            "t": "checkpoint",
            "ts": segundos(p.hora),
            "ns": _tramos(p.ns),
            "step": p.paso,
            "source": p.fuente,
        }
        return {**linea, "id": p.id, "parent": p.padre, "state": estado}

    def pendiente(self, p: Punto) -> bool:
        """Si ese checkpoint dejó algo por ejecutar."""
        envios = bool(p.canales.get(ENVIOS))
        return envios or any(despierta(str(canal), valor) is not None for canal, valor in p.canales.items())

    def paso(
        self, p: Punto, siguiente: Punto | None, dentro_de: tuple[str, ...] = (), fuera: Tarea | None = None
    ) -> Iterator[Suceso]:
        """Las tareas que corrieron tras un checkpoint, partidas por las pausas que hubo.

        `fuera` es la tarea que ejecutó este subgrafo.
        """
        tareas = tareas_de(p, siguiente, self._escrituras(p))
        if siguiente is None:
            tareas += self._calladas(p, tareas, se_fue=fuera is not None and fuera.acabada)
            tareas.sort(key=lambda t: (t.clase == "push", t.indice or 0))  # de un `Send`, su sitio es su índice
        partidas = [self._partida(t, p, siguiente is not None, dentro_de) for t in tareas]
        pausas = max((len(x.respuestas) for x in partidas), default=0)
        for n in range(pausas + 1):
            for partida in partidas:
                if n < len(partida.trozos):
                    yield from partida.trozos[n]
            if n < pausas:
                yield Pausa(self._respuesta(partidas, p, n))

    def _calladas(self, p: Punto, tareas: Sequence[Tarea], *, se_fue: bool) -> Iterator[Tarea]:
        """Las que empezaron y no dejaron nada escrito.

        Si el grafo de fuera siguió (`se_fue`), una saltó a él (`Command.PARENT`), y si quedan varias no se sabe cuál.
        Si no, se sabe que empezaron las que tienen un subgrafo con checkpoints.
        """
        interiores = self._sin_cerrar.get((p.ns, p.id), {})
        quedan = calladas(p, tareas)
        if se_fue and len(quedan) > 1:
            self.dudas.append(":".join(t.rpartition(":")[0] for t in _tramos(p.ns) if ":" in t))
        for n, t in enumerate(quedan):
            suyos = [id for id in interiores.get(t.nodo or "", ()) if t.id in ("", id)]
            if suyos or se_fue:
                t.id = t.id or (suyos[0] if len(suyos) == 1 else f"{p.id}/{n}")
                t.salto = se_fue and len(quedan) == 1
                yield t

    def _partida(self, t: Tarea, p: Punto, siguio: bool, dentro_de: tuple[str, ...]) -> _Partida:
        """Las líneas de una tarea, antes y después de cada respuesta que recibió."""
        donde = {"task": t.id, "node": t.nodo, "ns": _tramos(p.ns), "step": p.paso + 1}
        disparo = {"triggers": ["__pregel_push"]} if t.clase == "push" else {}
        interior = self._interior(t, p, dentro_de)
        propias = t.respuestas if t.preguntas or t.respuestas else []
        respuestas = propias if len(propias) >= len(interior.respuestas) else interior.respuestas
        trozos: list[list[Linea]] = []
        for n in range(len(respuestas) + 1):
            dentro = interior.trozos[n] if n < len(interior.trozos) else []
            trozos.append([{"t": "task.start", **donde, **disparo}, *dentro])
            if n < len(respuestas):
                preguntas = _preguntas(t, es_la_ultima=t.acabada and n == len(respuestas) - 1)
                trozos[-1].append({"t": "task.end", **donde, "status": "interrupted", "interrupts": preguntas})
        trozos[-1] += _final(t, donde, siguio)
        ids = [q.get("id") for q in t.preguntas if isinstance(q, dict)]
        return _Partida(trozos, respuestas, ids[0] if len(ids) == 1 else None)

    def _interior(self, t: Tarea, p: Punto, dentro_de: tuple[str, ...]) -> _Partida:
        """Lo que pasó en el subgrafo que ejecutó la tarea, partido por sus pausas."""
        propio = f"{p.ns}|{t.nodo}:{t.id}" if p.ns else f"{t.nodo}:{t.id}"
        partida = _Partida([[]], [], None)
        if t.nodo is None or propio in dentro_de or len(dentro_de) >= _HONDURA:
            return partida
        for ns in sorted(n for n in self._hilo.puntos if n == propio or _es_otra_llamada(n, propio)):
            puntos = self._hilo.puntos[ns]
            for punto, siguiente in zip(puntos, (*puntos[1:], None), strict=True):
                partida.trozos[-1].append(self.empieza(punto))
                for s in self.paso(punto, siguiente, (*dentro_de, propio), t):
                    if isinstance(s, Pausa):
                        partida.respuestas.append(s.respuesta)
                        partida.trozos.append([])
                    else:
                        partida.trozos[-1].append(s)
        return partida

    def _respuesta(self, partidas: Sequence[_Partida], p: Punto, n: int) -> Any:
        """Lo que se contestó en la pausa n. Si contestaron varias tareas, cada respuesta, con el id de su pregunta."""
        dichas = [(x.pregunta, x.respuestas[n]) for x in partidas if n < len(x.respuestas)]
        if len(dichas) == 1 and dichas[0][1] is not None:
            return dichas[0][1]
        if len(dichas) > 1 and all(isinstance(id, str) for id, _ in dichas):
            return dict(dichas)
        nulas = [e.valor for e in self._escrituras(p) if e.tarea == NULA and e.canal == RESPUESTA]
        return nulas[0] if nulas else None

    def _escrituras(self, p: Punto) -> list[Escritura]:
        return self._hilo.escrituras.get((p.ns, p.id), [])


def _preguntas(t: Tarea, *, es_la_ultima: bool) -> list[Any]:
    """Lo que se preguntó antes de una respuesta. Si un nodo pregunta varias veces, la base solo guarda la última."""
    if es_la_ultima or not t.preguntas:
        return t.preguntas or [{"id": None, "value": None}]
    perdida = {"$t": "repr", "cls": "Interrupt", "v": str(nuestros.SIN_PREGUNTA)}
    return [{"id": q.get("id") if isinstance(q, dict) else None, "value": perdida} for q in t.preguntas]


def _final(t: Tarea, donde: Mapping[str, Any], siguio: bool) -> Iterator[Linea]:
    """Cómo acabó la tarea, si lo que escribió lo prueba."""
    if t.salto:
        yield {"t": "task.end", **donde, "status": "bubble"}
    elif t.error is not None and not (t.acabada and siguio):
        yield {"t": "task.end", **donde, "status": "error", "error": _fallo(t.error)}
    elif t.preguntas and not t.acabada:
        yield {"t": "task.end", **donde, "status": "interrupted", "interrupts": t.preguntas}
    elif t.acabada or siguio:
        escrito = t.escrito[RAIZ] if t.escrito.keys() == {RAIZ} else t.escrito
        yield {"t": "task.end", **donde, "status": "ok", "update": escrito}


def _fallo(error: Any) -> Any:
    return {"msg": error} if isinstance(error, str) else error


def _interiores_sin_cerrar(hilo: Hilo) -> dict[tuple[str, str], dict[str, list[str]]]:
    """(espacio, checkpoint) → nodo → ids de las tareas de las que solo consta lo que hizo su subgrafo."""
    escribieron = {e.tarea for escrituras in hilo.escrituras.values() for e in escrituras}
    hallados: dict[tuple[str, str], dict[str, list[str]]] = {}
    for ns in sorted(hilo.puntos):
        fuera, _, tramo = ns.rpartition("|")
        nodo, _, tarea = tramo.rpartition(":")
        punto = hilo.puntos[ns][0].dentro_de.get(fuera)
        if nodo and tarea not in escribieron and isinstance(punto, str):
            hallados.setdefault((fuera, punto), {}).setdefault(nodo, []).append(tarea)
    return hallados


def _es_otra_llamada(ns: str, propio: str) -> bool:
    """La segunda vez que un nodo llama al mismo subgrafo, el espacio lleva un número detrás."""
    return ns.startswith(f"{propio}|") and ns[len(propio) + 1 :].isdecimal()


def _tramos(ns: str) -> list[str]:
    return ns.split("|") if ns else []

"""Las escrituras que cuelgan de un checkpoint → las tareas que las hicieron, y las que no dejaron ninguna."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from generador.lectura.ajenas.base_de_checkpoints import Escritura, Punto

PREGUNTA, RESPUESTA, ERROR = "__interrupt__", "__resume__", "__error__"
ENVIOS, ENTRADA = "__pregel_tasks", "__start__"
AL_NODO, UNION = "branch:to:", "join:"
INTERNO = re.compile(r"__|branch:|join:|start:")
RAIZ = "__root__"
_SUELTOS = (RAIZ, "__end__")
"""Los canales de un estado que no es un objeto, y de lo que devuelve un `@entrypoint`."""
_DE_FUERA = "~__interrupt__"
"""El camino de lo que no escribió ninguna tarea, sino quien llamó a `update_state`."""
NULA = "00000000-0000-0000-0000-000000000000"
"""La tarea que no es ninguna: lo que se da al reanudar."""
SIN_INDICE = "?"
"""El índice de un `Send` que no se sabe cuál es; detrás va su nodo."""
_NADA = object()
_CAMINO = re.compile(r"~?(__pregel_pull|__pregel_push), (.+)", re.DOTALL)


@dataclass(slots=True)
class Tarea:
    """Lo que una tarea dejó escrito bajo un checkpoint."""

    id: str
    nodo: str | None
    clase: str
    indice: int | None
    preguntas: list[Any] = field(default_factory=list)
    respuestas: list[Any] = field(default_factory=list)
    escrito: dict[str, Any] = field(default_factory=dict)
    error: Any = None
    acabada: bool = False
    salto: bool = False
    """Si salió de su grafo al de fuera: entonces no deja nada escrito en el suyo."""


def tareas_de(p: Punto, siguiente: Punto | None, escrituras: Sequence[Escritura]) -> list[Tarea]:
    """Las tareas del paso, en el orden en que LangGraph las aplica. `__start__` no es un nodo."""
    de_fuera = siguiente is not None and siguiente.fuente == "update"
    tareas: dict[str, Tarea] = {}
    caminos: dict[str, str] = {}
    for e in sorted(escrituras, key=lambda e: e.orden):
        if e.tarea == NULA or e.camino.startswith(_DE_FUERA) or (not e.camino and de_fuera):
            continue
        if e.tarea not in tareas:
            tareas[e.tarea] = Tarea(e.tarea, *_quien(e.camino, p))
            caminos[e.tarea] = e.camino
        _anotar(tareas[e.tarea], e)
    _ultima_respuesta(tareas.values(), escrituras)
    conocidas = sorted((t for t in tareas.values() if t.nodo != ENTRADA), key=lambda t: (caminos[t.id], t.id))
    if siguiente is not None and not any(t.nodo for t in conocidas):
        return _de_los_metadatos(p, siguiente) or conocidas
    return conocidas


def calladas(p: Punto, tareas: Sequence[Tarea]) -> list[Tarea]:
    """Las tareas que el checkpoint dejó por hacer y de las que no consta nada. Sin id conocido, es vacío."""
    if any(t.nodo is None for t in tareas):
        return []  # de alguna no se sabe de qué nodo es: podría ser cualquiera de estas
    hechas = {(t.nodo, t.clase, t.indice) for t in tareas}
    sin_indice = Counter(t.nodo for t in tareas if t.clase == "push" and t.indice is None)
    abiertas = p.abre if p.abre is not None else (("", camino) for camino in _abiertas(p))
    quedan: list[Tarea] = []
    for t in (Tarea(id, *_quien(camino, p)) for id, camino in abiertas):
        if t.nodo == ENTRADA or (t.nodo, t.clase, t.indice) in hechas:
            continue
        if t.clase == "push" and sin_indice[t.nodo] > 0:
            sin_indice[t.nodo] -= 1
        else:
            quedan.append(t)
    return quedan


def _abiertas(p: Punto) -> Iterator[str]:
    """El camino de cada tarea que los canales de un checkpoint despiertan."""
    for canal, valor in p.canales.items():
        nodo = despierta(str(canal), valor)
        if nodo is not None:
            yield f"__pregel_pull, {nodo}"
    envios = p.canales.get(ENVIOS)
    yield from (f"__pregel_push, {n:010}" for n in range(len(envios) if isinstance(envios, list) else 0))


def despierta(canal: str, valor: Any) -> str | None:
    """El nodo que un canal con ese valor despierta, si es uno. Con `defer`, el canal guarda además si ya le toca."""
    con_defer = isinstance(valor, list) and len(valor) == 2 and isinstance(valor[1], bool)
    dentro, le_toca = valor if con_defer else (valor, True)
    if canal.startswith(AL_NODO):
        return canal.removeprefix(AL_NODO) if le_toca else None
    if not canal.startswith(UNION):
        return None
    partes, _, nodo = canal.removeprefix(UNION).rpartition(":")
    vistos = dentro.get("v") if isinstance(dentro, dict) else dentro
    completa = isinstance(vistos, list) and len(vistos) > partes.count("+")
    return nodo if completa and le_toca else None


def _ultima_respuesta(tareas: Iterable[Tarea], escrituras: Sequence[Escritura]) -> None:
    """Un nodo que pregunta varias veces guarda las respuestas menos la última, que se queda donde la nula."""
    contestadas = [t for t in tareas if t.respuestas]
    dadas = [e.valor for e in escrituras if e.tarea == NULA and e.canal == RESPUESTA]
    if len(contestadas) == 1 and contestadas[0].acabada and dadas and dadas[0] != contestadas[0].respuestas[-1]:
        contestadas[0].respuestas = [*contestadas[0].respuestas, dadas[0]]


def _de_los_metadatos(p: Punto, siguiente: Punto) -> list[Tarea]:
    """Las versiones viejas no guardaban de qué nodo era cada escritura, pero lo decían en el checkpoint siguiente."""
    return [
        Tarea(f"{p.id}/{n}", str(n), "pull", None, escrito=dict(v) if isinstance(v, dict) else {}, acabada=True)
        for n, v in siguiente.escrito.items()
        if n != ENTRADA
    ]


def _anotar(t: Tarea, e: Escritura) -> None:
    if e.canal == PREGUNTA:
        t.preguntas = e.valor if isinstance(e.valor, list) else [{"id": None, "value": e.valor}]
    elif e.canal == RESPUESTA:
        t.respuestas = e.valor if isinstance(e.valor, list) else [e.valor]
    elif e.canal == ERROR:
        t.error = e.valor
    else:
        t.acabada = True
        canal = visible(e.canal)
        if canal is not None:
            t.escrito[canal] = _junto(t.escrito.get(canal, _NADA), e)


def visible(canal: str) -> str | None:
    """La clave de estado de un canal; ninguna, si es de los de LangGraph."""
    if canal in _SUELTOS:
        return RAIZ
    return None if INTERNO.match(canal) else canal


def _junto(antes: Any, e: Escritura) -> Any:
    """Varias escrituras al mismo canal van juntas, como las da LangGraph."""
    if antes is _NADA:
        return e.valor
    previas = antes["$writes"] if isinstance(antes, dict) and antes.keys() == {"$writes"} else [antes]
    return {"$writes": [*previas, e.valor]}


def _quien(camino: str, p: Punto) -> tuple[str | None, str, int | None]:
    """Nodo, clase e índice de una tarea según su `task_path`. El nodo de un `Send` está en el canal de envíos."""
    hallado = _CAMINO.fullmatch(camino)
    if hallado is None:
        return None, "pull", None
    if hallado[1] == "__pregel_pull":
        return hallado[2], "pull", None
    cifras, _, resto = hallado[2].partition(",")
    if cifras == SIN_INDICE:
        return resto.strip(), "push", None
    envios = p.canales.get(ENVIOS)
    cifras = cifras.strip()
    indice = int(cifras) if cifras.isdecimal() and len(cifras) <= 12 else None
    envio = envios[indice] if indice is not None and isinstance(envios, list) and indice < len(envios) else None
    nodo = envio.get("node") if isinstance(envio, dict) else None
    return nodo if isinstance(nodo, str) else None, "push", indice

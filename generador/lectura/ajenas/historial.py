"""El historial de un hilo en JSON: `get_state_history`, el de LangGraph Platform o las tuplas de un `checkpointer`.

Se lee como una base de checkpoints. Las tuplas traen lo que escribió cada tarea; los otros, lo que devolvió, sin decir
qué se le contestó a quien preguntó.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generador.lectura.ajenas import checkpoints, desenlaces
from generador.lectura.ajenas.base_de_checkpoints import Escritura, Hilo, Punto
from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.escrituras import (
    ENTRADA,
    ENVIOS,
    ERROR,
    NULA,
    PREGUNTA,
    RAIZ,
    RESPUESTA,
    SIN_INDICE,
    despierta,
)
from generador.lectura.ajenas.tramos import Conversacion, Lectura, Saltada
from generador.lectura.ajenas.valores import lista, mapa, texto
from generador.modelo import nuestros

NOMBRE = "historial de estados de LangGraph en JSON (get_state_history, Platform, checkpointer.list)"
_CAMPOS = ("values", "next", "config", "metadata", "created_at", "parent_config", "tasks", "interrupts")
_DE_TAREA = ("id", "name", "path", "error", "interrupts", "state", "result")
_ENVIOS = 100_000
_SIN_SABER = "?"
_DE_FUNCION = frozenset({PREGUNTA, RESPUESTA, ERROR, "__end__", "__previous__", "__return__"})
_SIN_GUARDAR = {"$t": "repr", "cls": "", "v": str(nuestros.SIN_RESPUESTA)}


class _Estado(Struct, frozen=True):
    """Un checkpoint, venga de donde venga. `tareas` son las que abre; `escrituras`, lo que escribieron, si se dice."""

    hilo: str
    punto: Punto
    tareas: tuple[Mapping[str, Any], ...] = ()
    escrituras: tuple[Escritura, ...] | None = None


def reconoce(contenido: Contenido) -> bool:
    """Si hay algún estado con sus metadatos y de qué checkpoint es."""
    return any(_partes(o.valor) is not None for o in contenido.sueltos()[:20])


def leer(contenido: Contenido) -> Lectura:
    """Una conversación por rama de cada hilo."""
    saltadas = [*contenido.saltadas]
    hilos: dict[str, list[_Estado]] = {}
    for o in contenido.sueltos():
        estado = _estado(o, saltadas)
        if estado is not None:
            hilos.setdefault(estado.hilo, []).append(estado)
    suyas = [c for id in sorted(hilos) for c in _conversaciones(id, hilos[id], saltadas)]
    return Lectura(formato=NOMBRE, origen="history", conversaciones=tuple(suyas), saltadas=tuple(saltadas))


def _partes(valor: Any) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
    """El estado como objeto, y el `configurable` que lo identifica; `None` si no es un estado."""
    if isinstance(valor, list) and len(valor) >= len(_CAMPOS) - 1:
        valor = dict(zip(_CAMPOS, valor, strict=False))  # una `NamedTuple` que se escribió como lista
    if not isinstance(valor, dict) or not isinstance(valor.get("metadata"), dict):
        return None
    punto = mapa(valor.get("checkpoint"))
    donde = mapa(mapa(valor.get("config")).get("configurable")) or punto
    con_valores = "values" in valor or isinstance(punto.get("channel_values"), dict)
    return (valor, donde) if con_valores and "checkpoint_id" in donde else None


def _estado(o: Objeto, saltadas: list[Saltada]) -> _Estado | None:
    partes = _partes(o.valor)
    paso = partes[0]["metadata"].get("step") if partes else None
    if partes is None or type(paso) is not int or not -1 <= paso < 10**9:
        saltadas.append(Saltada(o.linea, "no es un estado de un hilo, o no dice de qué checkpoint o de qué paso es"))
        return None
    e, donde = partes
    guardado, meta = mapa(e.get("checkpoint")), e["metadata"]
    padre = mapa(mapa(e.get("parent_config")).get("configurable")) or mapa(e.get("parent_checkpoint"))
    tareas = tuple(map(_tarea, lista(e.get("tasks"))))
    punto = Punto(
        ns=str(donde.get("checkpoint_ns") or ""),
        id=str(donde["checkpoint_id"]),
        padre=texto(padre.get("checkpoint_id")),
        hora=e.get("created_at") or guardado.get("ts"),
        fuente=str(meta.get("source") or ""),
        paso=paso,
        canales=_con_los_envios_legibles(mapa(guardado.get("channel_values"))) or _canales(e, tareas),
        escrito=mapa(meta.get("writes")),
        abre=tuple((str(t.get("id")), _camino(t)) for t in tareas) if isinstance(e.get("tasks"), list) else None,
        dentro_de=mapa(meta.get("parents")),
    )
    escrituras = tuple(_escrituras(e["pending_writes"])) if isinstance(e.get("pending_writes"), list) else None
    return _Estado(str(donde.get("thread_id") or "hilo"), punto, tareas, escrituras)


def _tarea(valor: Any) -> Mapping[str, Any]:
    return dict(zip(_DE_TAREA, valor, strict=False)) if isinstance(valor, list) else mapa(valor)


def _canales(e: Mapping[str, Any], tareas: tuple[Mapping[str, Any], ...]) -> dict[str, Any]:
    """Los valores, y en los canales internos lo que el historial dice con otras palabras: la entrada y lo pendiente."""
    crudos = e.get("values")
    valores = dict(crudos) if isinstance(crudos, dict) else {} if crudos is None else {RAIZ: crudos}
    dada = next((t.get("result") for t in tareas if t.get("name") == ENTRADA), None)
    dada = dada if dada is not None else mapa(e["metadata"].get("writes")).get(ENTRADA)
    entrada = {} if dada is None else {ENTRADA: dada}
    return {**valores, **entrada, **{f"branch:to:{n}": None for n in lista(e.get("next"))}}


def _con_los_envios_legibles(canales: Mapping[str, Any]) -> dict[str, Any]:
    """Los canales, con cada `Send` como objeto: `json.dumps` los suele guardar como su texto."""
    envios = [{"node": desenlaces.destino(x)} if isinstance(x, str) else x for x in lista(canales.get(ENVIOS))]
    return {**canales, **({ENVIOS: envios} if envios else {})}


def _escrituras(pendientes: list[Any]) -> Iterator[Escritura]:
    """Las de una tupla: `[tarea, canal, valor]`."""
    for n, escrita in enumerate(pendientes):
        if isinstance(escrita, list) and len(escrita) == 3:
            tarea, canal, valor = escrita
            dichas = _preguntas(valor) if canal == PREGUNTA else valor
            yield Escritura(str(tarea), "", n, str(canal), dichas)


def _preguntas(valor: Any) -> list[Any]:
    """Las preguntas, que `json.dumps` suele guardar como el texto de cada `Interrupt`."""
    dichas = valor if isinstance(valor, list) else [valor]
    return [p for d in dichas for p in (desenlaces.preguntas(d) if isinstance(d, str) else (d,))]


def _conversaciones(id: str, estados: list[_Estado], saltadas: list[Saltada]) -> Iterator[Conversacion]:
    unicos = {(e.punto.ns, e.punto.id): e for e in estados}
    hilo = Hilo(id)
    siguientes = {(e.punto.ns, e.punto.padre): e.punto for e in unicos.values()}
    for clave in sorted(unicos):
        e = unicos[clave]
        hilo.puntos.setdefault(e.punto.ns, []).append(_con_envios(e))
        hilo.escrituras[clave] = list(_lo_escrito(e, siguientes.get(clave)))
    completitud, avisos = _lo_que_falta(unicos)
    for c in checkpoints.conversaciones(hilo, saltadas, "history"):
        yield replace(c, completitud={**c.completitud, **completitud}, avisos=(*avisos, *c.avisos))


def _con_envios(e: _Estado) -> Punto:
    """El checkpoint, con los `Send` que abre en su canal, que un historial de estados dice solo en sus tareas."""
    indices = {i: str(t.get("name")) for t in e.tareas if (i := _indice(t)) is not None}
    if not indices:
        return e.punto
    envios = [{"node": indices.get(i)} for i in range(max(indices) + 1)]
    return replace(e.punto, canales={**e.punto.canales, ENVIOS: envios})


def _indice(t: Mapping[str, Any]) -> int | None:
    camino = lista(t.get("path"))
    es_envio = len(camino) > 1 and camino[0] == "__pregel_push" and type(camino[1]) is int
    return camino[1] if es_envio and 0 <= camino[1] < _ENVIOS else None


def _lo_escrito(e: _Estado, siguiente: Punto | None) -> Iterator[Escritura]:
    hechas = e.tareas if siguiente is None else tuple(_las_que_corrieron(e.tareas))
    escritas = [x for t in hechas for x in _de_una_tarea(t, siguiente)]
    if e.escrituras is not None:
        escritas = [replace(x, camino=_camino_de(e)) for x in e.escrituras]
    yield from escritas if siguiente is None or siguiente.fuente != "update" else _sin_lo_de_fuera(escritas)


def _las_que_corrieron(tareas: tuple[Mapping[str, Any], ...]) -> Iterator[Mapping[str, Any]]:
    """Las tareas de un paso tras el que hubo otro.

    `get_state_history` las vuelve a calcular, y puede dar una que aún esperaba a otras (una unión a medias): si las
    demás dicen lo que devolvieron, aunque sea nada, y ella no, es que no corrió.
    """
    dicen = any(isinstance(t.get("result"), dict) for t in tareas)
    for t in tareas:
        callada = t.get("result") is None and t.get("error") is None and not lista(t.get("interrupts"))
        if not (callada and dicen):
            yield t


def _sin_lo_de_fuera(escritas: list[Escritura]) -> Iterator[Escritura]:
    """Lo de las tareas, si después hubo un `update_state`: lo que escribió cuelga de la tarea de su nodo.

    Si es una sola, era de él. De varias no se sabe cuál, salvo que de la que preguntó se sabe que se quedó a medias.
    """
    preguntaron = {x.tarea for x in escritas if x.canal == PREGUNTA}
    todas = {x.tarea for x in escritas} - {NULA}
    for x in escritas:
        if x.tarea in preguntaron:
            if x.canal in (PREGUNTA, RESPUESTA):
                yield x
        elif x.tarea in todas and len(todas) > 1:
            yield replace(x, camino=_SIN_SABER)


def _camino(t: Mapping[str, Any]) -> str:
    """El `task_path` de una tarea."""
    indice = _indice(t)
    return f"__pregel_pull, {t.get('name')}" if indice is None else f"__pregel_push, {indice:010}"


def _camino_de(e: _Estado) -> str:
    """De qué nodo son las tareas de una tupla, que no lo dice: del único que el checkpoint despertaba, si es uno.

    Lo primero que corre es lo que reparte la entrada, que no es un nodo, salvo en un `@entrypoint`.
    """
    p = e.punto
    if p.fuente == "input":
        es_funcion = any(x.canal in _DE_FUNCION for x in e.escrituras or ())
        return _SIN_SABER if es_funcion else f"__pregel_pull, {ENTRADA}"
    tirados = {despierta(str(c), v) for c, v in p.canales.items()} - {None}
    envios = lista(p.canales.get(ENVIOS))
    enviados = {mapa(x).get("node") for x in envios}
    despiertos = tirados | enviados
    nodo = next(iter(despiertos), None)
    cuantas = len({x.tarea for x in e.escrituras or ()} - {NULA})
    if (
        len(despiertos) != 1
        or not isinstance(nodo, str)
        or cuantas > len(tirados) + len(envios)
        or (tirados and enviados)
    ):
        return _SIN_SABER
    return f"__pregel_push, {SIN_INDICE}, {nodo}" if enviados else f"__pregel_pull, {nodo}"


def _de_una_tarea(t: Mapping[str, Any], siguiente: Punto | None) -> Iterator[Escritura]:
    """Las escrituras que dejarían lo mismo que dice la tarea."""
    nombre, camino = str(t.get("name")), _camino(t)
    preguntas = _preguntas(lista(t.get("interrupts")))
    resultado = t.get("result")
    if resultado is None and siguiente is not None:
        resultado = siguiente.escrito.get(nombre, {})
    dichas: list[tuple[str, Any]] = [(PREGUNTA, preguntas)] if preguntas else []
    if preguntas and resultado is not None:
        dichas.append((RESPUESTA, [_SIN_GUARDAR]))
    if t.get("error") is not None:
        dichas.append((ERROR, t["error"]))
    elif resultado is not None:
        suelto = [] if isinstance(resultado, dict) else [(RAIZ, resultado)]
        dichas += [("branch:to:", None), *mapa(resultado).items(), *suelto]
    yield from (Escritura(str(t.get("id")), camino, n, str(c), v) for n, (c, v) in enumerate(dichas))


def _lo_que_falta(estados: Mapping[tuple[str, str], _Estado]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Lo que un historial deja fuera: el principio, si se pidió con límite, y los subgrafos, si no se pidieron."""
    avisos: list[str] = []
    primeros = [e.punto for e in estados.values() if not e.punto.ns and (e.punto.ns, e.punto.padre) not in estados]
    if any(p.padre for p in primeros):
        avisos.append("el historial empieza a medias: pídelo entero, con «limit»")
    estan = {ns for ns, _ in estados}
    dichos = (mapa(t.get("state")) for e in estados.values() for t in e.tareas)
    espacios = {str(mapa(d.get("configurable") or d.get("checkpoint")).get("checkpoint_ns")) for d in dichos if d}
    if espacios - estan:
        avisos.append("de los subgrafos solo se dice que los hubo: lo que pasó dentro no está en el historial")
    return ({"state": "partial", "updates": "partial"} if avisos else {}), tuple(avisos)

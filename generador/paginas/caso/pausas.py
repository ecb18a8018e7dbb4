"""Una interrupción, contada como lo que es: alguien preguntó, alguien decidió y el caso siguió (o no).

LangGraph la registra como una excepción y casi todos los visores la pintan de rojo. Aquí es un paso lógico con
cuatro finales: respondida, denegada, caducada y sin reanudar.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from generador.modelo.traza import Interrupcion, Traza
from generador.paginas.base import Contexto
from generador.paginas.caso.forma_de_paso import Pausa
from generador.paginas.caso.piezas import Dato, Json
from generador.paginas.caso.valores import corto, valor_visible
from generador.paginas.estado import Decir
from generador.paginas.etiquetado import decir
from generador.paginas.etiquetas import desnudo, es_suelto
from generador.paginas.grabado import es_diccionario, espaciado, leer

_PREGUNTA = ("pregunta", "question", "prompt", "description", "descripcion", "action_requests")
_MOTIVO = ("motivo", "motivos", "razon", "reason", "reasons")
_SUPLENTES = ("mensaje", "message", "titulo", "title", "action", "accion", "name")
_DECISION = ("decision", "accion", "action", "type", "tipo", "resultado", "status", "estado")
_NEGACIONES = {
    "reject", "rejected", "rechazar", "rechazada", "rechazado", "rechaza", "deny", "denied", "denegar", "denegada",
    "no", "false", "cancel", "cancelar",
}  # fmt: skip
_CADUCIDADES = {"timeout", "timed_out", "expired", "expire", "caducada", "caducado", "caducar"}
_VALOR_CORTO = 320
_CAMPOS = 12
_NIVELES = 3
_NADA = object()


def suerte(interrupcion: Interrupcion) -> str:
    """Cómo acabó: `respondida`, `denegada`, `caducada` o `sin_reanudar`."""
    if interrupcion.respuesta is None:
        return "sin_reanudar"
    decision = _decision(leer(interrupcion.respuesta), espaciado).strip().lower()
    if decision in _NEGACIONES:
        return "denegada"
    return "caducada" if decision in _CADUCIDADES else "respondida"


def pregunta(ctx: Contexto, interrupcion: Interrupcion) -> str:
    """Lo que se preguntó, en una frase; si no hay pregunta escrita, el motivo de la pausa."""
    return _de_claves(leer(interrupcion.valor), (*_PREGUNTA, *_MOTIVO, *_SUPLENTES), partial(decir, ctx))


def pausa_vista(ctx: Contexto, traza: Traza, interrupcion: Interrupcion) -> Pausa:
    """La tarjeta de una pausa: pregunta, decisión, quién, cuánto esperó y dónde se reanudó."""
    como = suerte(interrupcion)
    valor, respuesta = leer(interrupcion.valor), leer(interrupcion.respuesta)
    return Pausa(
        suerte=como,
        titulo=_titulos(ctx)[como],
        pregunta=pregunta(ctx, interrupcion),
        datos=tuple(_datos(ctx, traza, interrupcion, valor)),
        cargas=tuple(_cargas(ctx, valor, respuesta, interrupcion.respuesta is not None)),
    )


def decision(ctx: Contexto, interrupcion: Interrupcion) -> str:
    """Lo decidido, en pocas palabras, o vacío si nadie contestó."""
    return "" if interrupcion.respuesta is None else _decision(leer(interrupcion.respuesta), partial(decir, ctx))


def _titulos(ctx: Contexto) -> dict[str, str]:
    return {
        "respondida": ctx._("Pausa para revisión humana"),
        "denegada": ctx._("Pausa: la persona dijo que no"),
        "caducada": ctx._("Pausa: nadie contestó a tiempo"),
        "sin_reanudar": ctx._("Pausa sin reanudar"),
    }


def _datos(ctx: Contexto, traza: Traza, i: Interrupcion, valor: Any) -> list[Dato]:
    decidio = " · ".join(x for x in (decision(ctx, i), i.quien or "") if x)
    datos = [*_vistos(ctx, valor), Dato(nombre=ctx._("Decidió"), valor=decidio or ctx._("nadie todavía"))]
    if i.espera is not None:
        datos.append(Dato(nombre=ctx._("Esperó"), valor=ctx.idioma.duracion(i.espera)))
    if i.reanudada_en is not None:
        datos.append(Dato(nombre=ctx._("Reanudó"), valor=_reanudacion(ctx, traza, i)))
    return datos


def _vistos(ctx: Contexto, valor: Any) -> Iterator[Dato]:
    """Lo que se puso delante de la persona: cada campo corto, con su nombre; lo largo está entero más abajo."""
    valor, como = desnudo(valor), partial(decir, ctx)
    if not es_diccionario(valor):
        yield Dato(nombre=ctx._("Se preguntó"), valor=_de_claves(valor, _PREGUNTA, como))
        return
    for clave, v in [(k, v) for k, v in valor.items() if v not in (None, "", [], {})][:_CAMPOS]:
        nombre = ctx._("Se preguntó") if clave in _PREGUNTA else ctx._("Motivo") if clave in _MOTIVO else clave
        claves = (*_PREGUNTA, *_SUPLENTES)
        corta = not isinstance(v, (dict, list)) or es_suelto(v) or _son_textos(v)
        if corta or _buscar(v, claves, 0) is not _NADA:
            yield Dato(nombre=nombre, valor=_de_claves(v, claves, como))


def _reanudacion(ctx: Contexto, traza: Traza, i: Interrupcion) -> str:
    numero = ctx.idioma.numero((i.reanudada_en or 0) + 1)
    hilos = {e.hilo for e in traza.ejecuciones if e.hilo}
    if len(hilos) == 1:
        return ctx._("ejecución %(n)s, mismo thread_id, misma tarea", n=numero)
    return ctx._("ejecución %(n)s, misma tarea", n=numero)


def _cargas(ctx: Contexto, valor: Any, respuesta: Any, hay_respuesta: bool) -> list[tuple[str, Json]]:
    cargas = []
    if isinstance(valor, (dict, list)):
        cargas.append((ctx._("Lo que vio quien decidió"), valor_visible(ctx, valor)))
    if hay_respuesta and isinstance(respuesta, (dict, list)):
        cargas.append((ctx._("Su respuesta, tal como llegó"), valor_visible(ctx, respuesta)))
    return cargas


def _decision(respuesta: Any, como: Decir) -> str:
    respuesta = desnudo(respuesta)
    if isinstance(respuesta, dict):
        decisiones = respuesta.get("decisions")
        if isinstance(decisiones, list) and decisiones:
            return ", ".join(dict.fromkeys(_decision(d, como) for d in decisiones))
    return _de_claves(respuesta, _DECISION, como)


def _de_claves(valor: Any, claves: tuple[str, ...], como: Decir) -> str:
    """El primer campo reconocible, aunque esté unos niveles más adentro; si no hay, el valor entero en corto."""
    hallado = _buscar(valor, claves, 0)
    dentro = valor if hallado is _NADA else hallado
    if claves is _DECISION:
        dentro = desnudo(dentro)
    if dentro and _son_textos(dentro):
        return corto(", ".join(dentro), _VALOR_CORTO)
    return corto(dentro if isinstance(dentro, str) else como(dentro), _VALOR_CORTO)


def _buscar(valor: Any, claves: tuple[str, ...], nivel: int) -> Any:
    """Lo más alto que haya con uno de esos nombres y no esté vacío, o `_NADA`."""
    valor = desnudo(valor)
    if nivel > _NIVELES or not (isinstance(valor, list) or es_diccionario(valor)):
        return _NADA
    if isinstance(valor, dict):
        for clave in claves:
            v = valor.get(clave)
            if v not in (None, "", [], {}):
                mas = _buscar(v, claves, nivel + 1) if isinstance(v, dict) or _son_objetos(v) else _NADA
                return v if mas is _NADA else mas
    hijos = valor.values() if isinstance(valor, dict) else valor[:_CAMPOS]
    return next((x for x in (_buscar(h, claves, nivel + 1) for h in hijos) if x is not _NADA), _NADA)


def _son_textos(valor: Any) -> bool:
    return isinstance(valor, list) and all(isinstance(x, str) for x in valor)


def _son_objetos(valor: Any) -> bool:
    return isinstance(valor, list) and bool(valor) and all(isinstance(x, dict) for x in valor)

"""Qué se puede encontrar en el sitio: nodos, casos, pasos con error, documentos y el texto de lo dicho.

De los textos se guarda cada uno una vez por caso, donde aparece primero, porque un estado de agente repite la
conversación entera en cada paso. Todo tiene tope, y lo que queda fuera se cuenta para poder decirlo.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.nombres import huella
from generador.modelo.nuestros import reconocer
from generador.modelo.traza import Carga, Fallo, Tarea, Traza
from generador.paginas import rutas
from generador.paginas.base import Contexto, Dichos, Fila, Parte
from generador.paginas.enlaces import nodos_con_pagina
from generador.paginas.hojas import trocear
from generador.paginas.mensajes import conversacion

TEXTO_MAXIMO = 600
LLAMADAS_POR_CASO = 400
CARACTERES = 800_000
CARACTERES_POR_CASO = 2_000
_CARACTERES_POR_PARTE = 400_000
_FILAS_POR_PARTE = 10_000
_TEXTO_MINIMO = 12
_HONDURA = 6


class Entrada(Struct, frozen=True, kw_only=True):
    """Algo que se encuentra. `clase` es `demo`, `nodo`, `caso`, `error`, `documento` o `texto`.

    `donde` es a qué pertenece.
    """

    clase: str
    titulo: str
    donde: str
    href: str
    texto: str = ""


def entradas(ctx: Contexto) -> tuple[Entrada, ...]:
    """Todo menos los textos, por clase y en orden alfabético."""
    todas = (e for d in ctx.demos for e in _de_demo(ctx, d))
    return tuple(sorted(todas, key=lambda e: (e.clase, ordenable(e.titulo), e.href)))


def textos(ctx: Contexto) -> tuple[tuple[Entrada, ...], int]:
    """Los textos dichos en cada caso y cuántos no caben: cada caso tiene su parte de lo que cabe en la página."""
    grabados = [(d, c) for d in ctx.demos if d.demo.corrida for c in d.demo.corrida.trazas]
    encontrados: list[Entrada] = []
    fuera = 0
    for d, caso in grabados:
        dichos = _dichos(ctx, d, caso)
        encontrados += _de_textos(ctx, d, caso, dichos)
        fuera += dichos.fuera
    return tuple(encontrados), fuera


def partes(ctx: Contexto) -> tuple[tuple[Parte, ...], int]:
    """El índice entero, con lo que se busca antes delante, y cuántos textos no caben en él."""
    return _partes(ctx) if ctx.indice is None else ctx.indice()


def con_indice(ctx: Contexto) -> Contexto:
    """El mismo contexto, en el que el índice se hace una vez aunque lo pidan varios."""
    return replace(ctx, indice=cache(partial(_partes, ctx)))


def _partes(ctx: Contexto) -> tuple[tuple[Parte, ...], int]:
    dichos, fuera = textos(ctx)
    filas = ((e.clase, e.titulo, e.donde, e.href, e.texto) for e in (*entradas(ctx), *dichos))
    trozos = trocear(filas, _FILAS_POR_PARTE, peso=lambda fila: sum(map(len, fila)), maximo=_CARACTERES_POR_PARTE)
    return tuple(_parte(ctx, n, trozo) for n, trozo in enumerate(trozos, 1)), fuera


def _parte(ctx: Contexto, n: int, filas: tuple[Fila, ...]) -> Parte:
    nombre = f"{n:04d}.{huella(repr(filas))}.js"
    return Parte(ruta=f"{rutas.PREFIJOS[ctx.idioma.codigo]}{rutas.INDICE}/{nombre}", filas=filas)


def parte_de_cada_caso(grabados: int) -> int:
    """Los caracteres del índice que le tocan a cada caso si hay tantos grabados."""
    return max(CARACTERES_POR_CASO, CARACTERES // max(1, grabados))


def dichos_de(traza: Traza, parte: int) -> Dichos:
    """Los textos de una traza que caben en `parte` caracteres."""
    unicos: dict[str, int] = {}
    for n, texto in _todo_lo_dicho(traza):
        unicos.setdefault(texto, n)
    elegidos = tuple((texto[:TEXTO_MAXIMO], n) for texto, n in _que_caben(unicos, parte))
    return Dichos(textos=elegidos, fuera=len(unicos) - len(elegidos), errores=tuple(_errores(traza)))


def ordenable(texto: str) -> str:
    """`texto` sin acentos ni mayúsculas, para ordenar igual en cualquier máquina."""
    return "".join(c for c in unicodedata.normalize("NFKD", texto) if not unicodedata.combining(c)).casefold()


def _de_demo(ctx: Contexto, d: DemoComparada) -> Iterator[Entrada]:
    plan = d.demo.plan
    donde = ctx.texto(plan.titulo)
    yield Entrada(
        clase="demo", titulo=donde, donde=ctx._("Demo"), href=rutas.demo(plan.demo), texto=ctx.texto(plan.frase)
    )
    explicados = {n.id: ctx.texto(n.explicacion) for n in plan.nodos}
    for id in nodos_con_pagina(d):
        yield Entrada(
            clase="nodo", titulo=id, donde=donde, href=rutas.nodo(plan.demo, id),
            texto=explicados.get(id, "")[:TEXTO_MAXIMO],
        )  # fmt: skip
    trazas = d.demo.corrida.trazas if d.demo.corrida else {}
    for caso in plan.casos:
        if caso.id in trazas:
            yield Entrada(
                clase="caso", titulo=ctx.texto(caso.titulo), donde=donde, href=rutas.caso(plan.demo, caso.id),
                texto=": ".join(filter(None, (caso.id, ctx.texto(caso.resumen)))),
            )  # fmt: skip
            for paso, que, dicho in _dichos(ctx, d, caso.id).errores:
                yield Entrada(
                    clase="error", titulo=que, donde=_lugar(ctx, d, caso.id, paso),
                    href=ctx.ruta_de_paso(plan.demo, caso.id, paso), texto=ctx.mensaje(reconocer(dicho)),
                )  # fmt: skip
    for doc in plan.documentos:
        href = rutas.documento(plan.demo, doc)
        yield Entrada(clase="documento", titulo=ctx.texto(doc.titulo), donde=donde, href=href)


def _errores(traza: Traza) -> Iterator[tuple[int, str, str]]:
    for paso in traza.pasos:
        for tarea in paso.tareas:
            for fallo in _fallos(tarea):
                yield (paso.n, f"{fallo.clase} · {tarea.nodo}", fallo.mensaje[:TEXTO_MAXIMO])


def _fallos(t: Tarea) -> tuple[Fallo, ...]:
    llamadas = [llamada.fallo for grupo in (t.modelos, t.herramientas, t.recuperaciones) for llamada in grupo]
    return tuple(dict.fromkeys(f for f in (t.fallo, *llamadas, *(i.fallo for i in t.intentos)) if f))


def _dichos(ctx: Contexto, d: DemoComparada, caso: str) -> Dichos:
    """Los que ya traiga el contexto o, si no, los de la traza."""
    sabidos = ctx.dichos.get((d.demo.plan.demo, caso))
    if sabidos is not None or d.demo.corrida is None:
        return sabidos or Dichos()
    grabados = sum(len(otra.demo.corrida.trazas) for otra in ctx.demos if otra.demo.corrida)
    return dichos_de(d.demo.corrida.trazas[caso], parte_de_cada_caso(grabados))


def _de_textos(ctx: Contexto, d: DemoComparada, caso: str, dichos: Dichos) -> Iterator[Entrada]:
    """Los de un caso. Dónde se dijo algo es lo mismo para todo lo que se dijo en un paso."""
    titulo, demo = ctx.texto(d.demo.plan.caso(caso).titulo), d.demo.plan.demo
    pasos = {n: (_lugar(ctx, d, caso, n), ctx.ruta_de_paso(demo, caso, n)) for n in {n for _, n in dichos.textos}}
    for texto, n in dichos.textos:
        donde, href = pasos[n]
        yield Entrada(clase="texto", titulo=titulo, donde=donde, href=href, texto=ctx.mensaje(reconocer(texto)))


def _que_caben(unicos: dict[str, int], parte: int) -> Iterator[tuple[str, int]]:
    """Los primeros, hasta llenar `parte` caracteres."""
    usados = 0
    for texto, n in unicos.items():
        usados += min(len(texto), TEXTO_MAXIMO)
        if usados > parte:
            return
        yield texto, n


def _lugar(ctx: Contexto, d: DemoComparada, caso: str, n: int) -> str:
    return ctx._(
        "%(demo)s, %(caso)s, paso %(paso)s", demo=ctx.texto(d.demo.plan.titulo), caso=caso, paso=ctx.idioma.numero(n)
    )


def _todo_lo_dicho(traza: Traza) -> Iterator[tuple[int, str]]:
    """(paso, texto) de lo que entró, de lo que dijo cada modelo, de cada pausa y del estado final."""
    if not traza.pasos:
        return
    primero, ultimo = traza.pasos[0].n, traza.pasos[-1].n
    for ejecucion in traza.ejecuciones:
        yield from ((primero, t) for t in _hojas(ejecucion.entrada))
    yield from _de_tareas(traza)
    for carga in traza.final.values():
        yield from ((ultimo, t) for t in _hojas(carga))


def _de_tareas(traza: Traza) -> Iterator[tuple[int, str]]:
    llamadas = 0
    for paso in traza.pasos:
        for tarea in paso.tareas:
            for pausa in tarea.interrupciones:
                yield from ((paso.n, t) for c in (pausa.valor, pausa.respuesta) for t in _hojas(c))
            for llamada in tarea.modelos:
                llamadas += 1
                if llamadas > LLAMADAS_POR_CASO:
                    return
                yield from ((paso.n, t) for t in _hablado((llamada.mensajes, llamada.salida)))


def _hablado(cargas: Iterable[Carga | None]) -> Iterator[str]:
    for carga in cargas:
        turnos = conversacion(carga.valor()) if carga else ()
        yield from (t.texto for t in turnos if len(t.texto) >= _TEXTO_MINIMO)


def _hojas(carga: Carga | None) -> Iterator[str]:
    return _cadenas(carga.valor(), 0) if carga else iter(())


def _cadenas(valor: Any, hondura: int) -> Iterator[str]:
    if isinstance(valor, str):
        if len(valor) >= _TEXTO_MINIMO:
            yield valor
    elif hondura < _HONDURA:
        dentro = valor.values() if isinstance(valor, dict) else valor if isinstance(valor, list) else ()
        for uno in dentro:
            yield from _cadenas(uno, hondura + 1)

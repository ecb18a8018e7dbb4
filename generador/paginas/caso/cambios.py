"""El estado de un paso, contado: el diff de cada clave, lo que escribió cada tarea y lo que recibió.

Solo se repite lo que no se ve ya en otra parte: si una tarea recibió el estado tal cual se dice, y si el diff enseña
entero el valor nuevo no se vuelve a escribir.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec
from msgspec import Struct

from generador.modelo.grafo import Grafo
from generador.modelo.traza import Cambio, Carga, Paso, Tarea
from generador.paginas.base import Contexto
from generador.paginas.caso.forma_de_paso import DiferenciaDeRuta, EscrituraDeTarea, EstadoDePaso
from generador.paginas.caso.resumir import nombre_corto
from generador.paginas.caso.valores import JSON_MAXIMO, abreviado, claves_de_estado, json_visible
from generador.paginas.estado import Bloque, Cuenta, Decir, diferencias
from generador.paginas.etiquetado import decir
from generador.paginas.etiquetas import MARCA, lleva
from generador.paginas.grabado import espaciado, leer
from generador.paginas.palabras import Fila, con_signos
from generador.paginas.recordar import si_es_pequena

CAMBIOS = 100
"""Claves cuyo cambio se enseña de un paso, como mucho."""
_CLAVES_EN_LINEA = 600


def estado_de_paso(ctx: Contexto, grafo: Grafo | None, paso: Paso, antes: Mapping[str, Carga]) -> EstadoDePaso:
    """Qué cambió, qué escribió cada tarea y qué recibió. `antes` es el estado de su ámbito antes del paso."""
    cambios = (paso.cambios or ())[:CAMBIOS]
    canales = grafo.canales if grafo else {}
    vistas = [(c.clave, d) for c in cambios for d in _diferencias(ctx, c, canales.get(c.clave, ""))]
    enteras = {clave for clave, d in vistas if d.entera}
    pares = [(c.clave, c.despues) for c in paso.cambios or () if c.despues is not None and c.clave not in enteras]
    return EstadoDePaso(
        diferencias=tuple(d for _, d in vistas),
        claves=claves_de_estado(ctx, pares),
        escrituras=tuple(_escrituras(ctx, paso)),
        entradas=tuple(_entradas(ctx, paso, antes)),
        notas=tuple(_notas_de_estado(ctx, paso, antes)),
        aviso=_aviso_de_estado(ctx, paso),
        titulo=ctx.ngettext(
            "Valor entero de %(n)s clave cambiada", "Valor entero de %(n)s claves cambiadas", len(pares)
        ),
    )


def _aviso_de_estado(ctx: Contexto, paso: Paso) -> str:
    if paso.cambios is None:
        return ctx._("La traza no trae el estado tras este paso.")
    return "" if paso.cambios else ctx._("Este paso no cambió el estado.")


class _Vista(Struct, frozen=True):
    """La diferencia en una ruta, sin nada de un idioma: lo que se escribe igual en todos."""

    bloque: Bloque
    filas: tuple[Fila, ...]
    entera: str
    cruda: bool


def _vistas(ctx: Contexto, cambio: Cambio) -> tuple[_Vista, ...]:
    """Las diferencias; solo dependen del idioma si hay valores etiquetados que decir."""
    etiquetado = any(c is not None and _hay_que_decir(c.crudo) for c in (cambio.antes, cambio.despues))
    return _de(cambio, partial(decir, ctx)) if etiquetado else _en_json(cambio)


def _hay_que_decir(crudo: bytes) -> bool:
    """Una lista de mensajes ya se cuenta como conversación."""
    return MARCA in crudo if crudo[:1] == b"{" else lleva(crudo)


@si_es_pequena
def _en_json(cambio: Cambio) -> tuple[_Vista, ...]:
    return _de(cambio, espaciado)


def _de(cambio: Cambio, como: Decir) -> tuple[_Vista, ...]:
    bloques = diferencias(cambio, como)
    entera, cruda = _entera(cambio, bloques)
    clave = abreviado(cambio.clave) if entera else ""
    return tuple(_Vista(b, con_signos(b.filas), clave, cruda) for b in bloques)


def _diferencias(ctx: Contexto, cambio: Cambio, reductor: str) -> Iterator[DiferenciaDeRuta]:
    for v in _vistas(ctx, cambio):
        yield DiferenciaDeRuta(
            ruta=abreviado(v.bloque.ruta),
            clase=v.bloque.clase,
            nota=" · ".join(_nota_de_bloque(ctx, v.bloque, reductor if v.bloque.ruta == cambio.clave else "")),
            filas=v.filas,
            quitada=cambio.despues is None,
            claves=v.bloque.claves,
            entera=v.entera,
            cruda=v.cruda,
        )


def _entera(cambio: Cambio, bloques: tuple[Bloque, ...]) -> tuple[bool, bool]:
    """(si la fila añadida es el valor nuevo entero, si es texto sin comillas)."""
    if len(bloques) != 1 or bloques[0].clase not in ("nueva", "cambiada") or bloques[0].recorte:
        return False, False
    puestas = [f.texto for f in bloques[0].filas if f.signo == "+"]
    valor = leer(cambio.despues)
    if len(puestas) != 1 or any(f.signo not in "+-" for f in bloques[0].filas):
        return False, False
    return puestas[0] in (valor, espaciado(valor)), puestas[0] == valor


def _nota_de_bloque(ctx: Contexto, bloque: Bloque, reductor: str) -> Iterator[str]:
    if bloque.clase == "nueva":
        yield ctx._("nueva")
    elif bloque.clase == "quitada":
        yield ctx._("desaparece")
    if bloque.cuenta:
        yield from _cuentas(ctx, bloque.cuenta)
    if reductor and reductor not in ("LastValue", "last_value"):
        yield ctx._("reductor %(nombre)s", nombre=reductor)
    if bloque.omitidos:
        yield ctx.ngettext("%(n)s cambio más sin enseñar", "%(n)s cambios más sin enseñar", bloque.omitidos)
    if bloque.recorte:
        mostrado, total = map(ctx.idioma.numero, bloque.recorte)
        yield ctx._("%(mostrado)s de %(total)s caracteres", mostrado=mostrado, total=total)


def _cuentas(ctx: Contexto, c: Cuenta) -> Iterator[str]:
    if not (c.anadidos or c.cambiados or c.quitados):
        yield ctx._("los mismos, en otro orden")
    if c.anadidos:
        yield ctx.ngettext("%(n)s añadido", "%(n)s añadidos", c.anadidos)
    if c.cambiados:
        yield ctx.ngettext("%(n)s cambiado", "%(n)s cambiados", c.cambiados)
    if c.quitados:
        yield ctx.ngettext("%(n)s quitado", "%(n)s quitados", c.quitados)
    if c.iguales:
        yield ctx.ngettext("%(n)s igual", "%(n)s iguales", c.iguales)


def _escrituras(ctx: Contexto, paso: Paso) -> Iterator[EscrituraDeTarea]:
    """Lo que escribió cada tarea, si no es lo mismo que ya enseña el resultado."""
    despues = {c.clave: c.despues.crudo for c in paso.cambios or () if c.despues is not None}
    for t in paso.tareas:
        if t.actualizacion is None:
            continue
        trozos = trocear(t.actualizacion)
        if len(paso.tareas) > 1 or trozos is None or any(despues.get(k) != v for k, v in trozos.items()):
            yield EscrituraDeTarea(
                nombre=_nombre_de_tarea(t), valor=json_visible(ctx, t.actualizacion, JSON_MAXIMO // 2)
            )


def _entradas(ctx: Contexto, paso: Paso, antes: Mapping[str, Carga]) -> Iterator[EscrituraDeTarea]:
    for t in paso.tareas:
        if t.entrada is not None and not es_el_estado(t.entrada, antes):
            yield EscrituraDeTarea(nombre=_nombre_de_tarea(t), valor=json_visible(ctx, t.entrada, JSON_MAXIMO // 2))


def _notas_de_estado(ctx: Contexto, paso: Paso, antes: Mapping[str, Carga]) -> Iterator[str]:
    sobran = len(paso.cambios or ()) - CAMBIOS
    if sobran > 0:
        yield ctx.ngettext("%(n)s cambio más sin enseñar", "%(n)s cambios más sin enseñar", sobran)
    for t in paso.tareas:
        if t.entrada is not None and es_el_estado(t.entrada, antes):
            claves = abreviado(", ".join(trocear(t.entrada) or ()), _CLAVES_EN_LINEA) or ctx._("nada")
            nombre = _nombre_de_tarea(t)
            yield ctx._("%(tarea)s recibió, tal como estaban: %(claves)s", tarea=nombre, claves=claves)


def _nombre_de_tarea(tarea: Tarea) -> str:
    nombre = nombre_corto(tarea.nodo)
    return nombre if tarea.indice_de_envio is None else f"{nombre} · Send {tarea.indice_de_envio + 1}"


def es_el_estado(entrada: Carga, antes: Mapping[str, Carga]) -> bool:
    """Si la tarea recibió trozos del estado anterior sin tocar: entonces repetirlos solo estorba."""
    trozos = trocear(entrada)
    return bool(trozos) and all(k in antes and antes[k].crudo == v for k, v in (trozos or {}).items())


def trocear(carga: Carga) -> dict[str, bytes] | None:
    """Un objeto JSON como clave → bytes de su valor, sin leer los valores. `None` si no es un objeto."""
    try:
        return {k: bytes(v) for k, v in msgspec.json.decode(carga.crudo, type=dict[str, msgspec.Raw]).items()}
    except (msgspec.MsgspecError, RecursionError):
        return None

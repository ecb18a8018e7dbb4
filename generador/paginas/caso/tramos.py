"""Cuántos pasos caben en una página. Un caso largo son varias, y cada una se lee entera sin JavaScript.

El tamaño se estima antes de modelar nada, porque otras páginas necesitan saber en qué tramo cae cada paso. La
estimación peca por exceso: una prueba la compara con lo que de verdad sale.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from generador.modelo.demo import DemoComparada
from generador.modelo.traza import Carga, Fallo, Paso, Tarea, Traza
from generador.paginas.caso.llano import es_corriente, va_en_llano

PASOS = 500
ELEMENTOS = 4_100
BYTES = 800_000
_CARGA = 18_000
_TEXTO = 8_000
_BURBUJAS = 16


def tramos(traza: Traza) -> tuple[int, ...]:
    """El número del primer paso de cada página, desde 1. Una traza sin pasos es una página."""
    en_llano = va_en_llano(traza)
    primeros = [1]
    pasos = elementos = bytes_ = 0
    for paso in traza.pasos:
        e, b = coste_llano(paso) if en_llano and es_corriente(paso) else coste(paso)
        lleno = pasos == PASOS or elementos + e > ELEMENTOS or bytes_ + b > BYTES
        if lleno and pasos:
            primeros.append(paso.n)
            pasos = elementos = bytes_ = 0
        pasos, elementos, bytes_ = pasos + 1, elementos + e, bytes_ + b
    return tuple(primeros)


def tramos_de_demos(demos: Iterable[DemoComparada]) -> Mapping[tuple[str, str], tuple[int, ...]]:
    """(demo, caso) → primeros pasos, de la corrida que se publica. Es lo que espera `Contexto.tramos`."""
    return {
        (d.demo.plan.demo, caso): tramos(traza)
        for d in demos
        if d.demo.corrida
        for caso, traza in d.demo.corrida.trazas.items()
    }


def coste(paso: Paso) -> tuple[int, int]:
    """(elementos, bytes) que como mucho ocupa un paso en la página, contando su línea en la lista."""
    elementos, bytes_ = 28, 1_400
    for c in paso.cambios or ():
        antes, despues = _largo(c.antes, _CARGA), _largo(c.despues, _CARGA)
        elementos += (
            9 + min(26, (antes + despues) // 50) + 7 * min(_BURBUJAS, _mensajes(c.despues) - _mensajes(c.antes))
        )
        bytes_ += 700 + 2 * despues + min(2_400, antes + despues)
    for t in paso.tareas:
        e, b = _coste_de_tarea(t)
        elementos, bytes_ = elementos + e, bytes_ + b
    return elementos, bytes_


def coste_llano(paso: Paso) -> tuple[int, int]:
    """Lo mismo, de un paso que va en llano: sin componer son pocos elementos y casi solo su carga."""
    bytes_ = 900 + sum(_carga_llana(t) for t in paso.tareas)
    bytes_ += sum(len(c.clave) + 8 + _largo(c.despues, _CARGA) for c in paso.cambios or ())
    return 9 + 2 * len(paso.tareas), int(1.25 * min(bytes_, 900 + _CARGA * len(paso.tareas)))


def _carga_llana(t: Tarea) -> int:
    cargas = [t.entrada, t.actualizacion, *(e.datos for e in t.eventos)]
    cargas += [c for m in t.modelos for c in (m.parametros, m.mensajes, m.salida)]
    cargas += [c for h in t.herramientas for c in (h.argumentos, h.resultado)]
    cargas += [c for r in t.recuperaciones for c in (r.consulta, r.documentos)]
    return 400 + sum(60 + _largo(c, _CARGA) for c in cargas if c)


def _coste_de_tarea(t: Tarea) -> tuple[int, int]:
    elementos = 5 + 6 * len(t.intentos) + 2 * len(t.rutas) + 40 * len(t.interrupciones)
    bytes_ = 500 + 6_000 * len(t.interrupciones) + _largo(t.actualizacion, _TEXTO)
    for m in t.modelos:
        dicho = _largo(m.mensajes, _BURBUJAS * _TEXTO) + _largo(m.salida, _BURBUJAS * _TEXTO)
        elementos += 26 + 7 * min(2 * _BURBUJAS, _mensajes(m.mensajes) + _mensajes(m.salida))
        bytes_ += 1_400 + int(1.3 * dicho) + _largo(m.parametros, _CARGA)
    for h in t.herramientas:
        elementos += 14
        bytes_ += 800 + int(1.4 * (_largo(h.argumentos, _CARGA) + _largo(h.resultado, _CARGA)))
    for r in t.recuperaciones:
        elementos += 14
        bytes_ += 800 + int(1.4 * (_largo(r.consulta, _CARGA) + _largo(r.documentos, _CARGA)))
    for e in t.eventos:
        elementos += 10 + min(500, _largo(e.datos, _CARGA) // 12)
        bytes_ += 500 + 2 * _largo(e.datos, _CARGA)
    fallos = [f for f in _fallos(t) if f]
    return elementos + 10 * len(fallos), bytes_ + sum(min(len(f.traza), 13_000) + 4_000 for f in fallos)


def _fallos(t: Tarea) -> Iterator[Fallo | None]:
    yield t.fallo
    yield from (i.fallo for i in t.intentos)
    yield from (m.fallo for m in t.modelos)
    yield from (h.fallo for h in t.herramientas)
    yield from (r.fallo for r in t.recuperaciones)


def _mensajes(carga: Carga | None) -> int:
    """Cuántos mensajes puede haber: uno por cada contenido."""
    return 0 if carga is None else carga.crudo.count(b'content"')


def _largo(carga: Carga | None, maximo: int) -> int:
    return 0 if carga is None else min(len(carga.crudo), maximo)

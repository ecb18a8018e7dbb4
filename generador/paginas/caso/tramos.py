"""Cuántos pasos caben en una página. Un caso largo son varias, y cada una se lee entera sin JavaScript.

El tamaño se estima antes de modelar nada, porque otras páginas necesitan saber en qué tramo cae cada paso. La
estimación peca por exceso: una prueba la compara con lo que de verdad sale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generador.modelo.demo import DemoComparada
from generador.modelo.traza import Carga, Paso, Tarea, Traza

PASOS = 500
ELEMENTOS = 4_200
BYTES = 800_000
_CARGA = 18_000
_TEXTO = 8_000
_BURBUJAS = 16


def tramos(traza: Traza) -> tuple[int, ...]:
    """El número del primer paso de cada página, desde 1. Una traza sin pasos es una página."""
    primeros = [1]
    pasos = elementos = bytes_ = 0
    for paso in traza.pasos:
        e, b = coste(paso)
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
    cambios = paso.cambios or ()
    elementos, bytes_ = 34 + 14 * len(cambios), 1_800
    for c in cambios:
        elementos += min(60, _largo(c.despues, _CARGA) // 400) + min(4 * _BURBUJAS, _largo(c.despues, _CARGA) // 120)
        bytes_ += int(1.5 * _largo(c.despues, _CARGA)) + 2_400
    for t in paso.tareas:
        e, b = _coste_de_tarea(t)
        elementos, bytes_ = elementos + e, bytes_ + b
    return elementos, bytes_


def _coste_de_tarea(t: Tarea) -> tuple[int, int]:
    elementos = 14 + 3 * len(t.intentos) + 2 * len(t.rutas) + 24 * len(t.interrupciones)
    bytes_ = 900 + 4_000 * len(t.interrupciones) + _largo(t.actualizacion, _TEXTO)
    for m in t.modelos:
        dicho = _largo(m.mensajes, _BURBUJAS * _TEXTO) + _largo(m.salida, _BURBUJAS * _TEXTO)
        elementos += 24 + min(7 * 2 * _BURBUJAS, dicho // 40)
        bytes_ += 1_600 + int(1.3 * dicho) + _largo(m.parametros, _CARGA)
    for h in t.herramientas:
        elementos += 22
        bytes_ += 1_000 + int(1.4 * (_largo(h.argumentos, _CARGA) + _largo(h.resultado, _CARGA)))
    for r in t.recuperaciones:
        elementos += 20
        bytes_ += 900 + int(1.4 * (_largo(r.consulta, _CARGA) + _largo(r.documentos, _CARGA)))
    for e in t.eventos:
        elementos += 12 + min(500, _largo(e.datos, _CARGA) // 25)
        bytes_ += 700 + 2 * _largo(e.datos, _CARGA)
    de_llamadas = (*(m.fallo for m in t.modelos), *(h.fallo for h in t.herramientas))
    todos = (t.fallo, *(i.fallo for i in t.intentos), *de_llamadas, *(r.fallo for r in t.recuperaciones))
    fallos = [f for f in todos if f]
    return elementos + 10 * len(fallos), bytes_ + sum(min(len(f.traza), 13_000) + 4_000 for f in fallos)


def _largo(carga: Carga | None, maximo: int) -> int:
    return 0 if carga is None else min(len(carga.crudo), maximo)

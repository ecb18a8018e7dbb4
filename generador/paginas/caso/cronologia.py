"""La cascada: cuándo corrió cada tarea, qué llamadas hizo y cuánto esperó por una persona.

Una espera humana de tres minutos aplastaría los 400 ms de máquina hasta hacerlos invisibles, así que el eje no
es el reloj: los huecos de más de un segundo ocupan un ancho fijo, y la espera se raya y lleva su duración escrita.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from generador.modelo.traza import Fin, Paso, Tarea, Traza
from generador.paginas.caso.forma import Barra

ANCHO = 1000
_ESPERA = 0.14
_MINIMO = 6
_ALTO = 6
_SEPARACION = 2
_LINEAS = 8
_HUECO = 1.0


@dataclass(frozen=True, slots=True)
class Eje:
    """Del reloj a milésimas. `cortes` son (instante, posición) y entre dos la escala es recta."""

    instantes: tuple[float, ...]
    posiciones: tuple[float, ...]
    maquina: float
    espera: float

    def x(self, t: float) -> float:
        """Posición de un instante, en milésimas."""
        i = min(max(bisect_right(self.instantes, t) - 1, 0), len(self.instantes) - 2)
        a, b = self.instantes[i], self.instantes[i + 1]
        p, q = self.posiciones[i], self.posiciones[i + 1]
        parte = (min(max(t, a), b) - a) / (b - a) if b > a else 0.0
        return p + (q - p) * parte


def crear_eje(traza: Traza) -> Eje | None:
    """El eje de una traza, o `None` si no trae tiempos. `maquina` y `espera` son los totales en segundos."""
    tramos = _unir(_intervalos(traza))
    if not tramos:
        return None
    maquina = sum(b - a for a, b in tramos)
    huecos = [(b, a) for (_, b), (a, _) in pairwise(tramos)]
    para_huecos = min(0.5, _ESPERA * len(huecos))
    cada_hueco = ANCHO * para_huecos / len(huecos) if huecos else 0.0
    escala = ANCHO * (1 - para_huecos) / maquina if maquina else 0.0
    instantes, posiciones, x = [tramos[0][0]], [0.0], 0.0
    for i, (a, b) in enumerate(tramos):
        x += (b - a) * escala
        instantes.append(b)
        posiciones.append(x)
        if i < len(huecos):
            x += cada_hueco
            instantes.append(huecos[i][1])
            posiciones.append(x)
    espera = sum(i.espera or 0.0 for p in traza.pasos for t in p.tareas for i in t.interrupciones)
    return Eje(tuple(instantes), tuple(posiciones), maquina, espera)


def barras(paso: Paso, eje: Eje) -> tuple[tuple[Barra, ...], int]:
    """Las barras de un paso y su alto en px: una línea por tarea, hasta ocho, y la última las junta todas."""
    lineas = [t for t in paso.tareas if t.t0 is not None]
    salida: list[Barra] = []
    for i, tarea in enumerate(lineas):
        y = min(i, _LINEAS - 1) * (_ALTO + _SEPARACION)
        salida += _de_tarea(tarea, eje, y)
    cuantas = min(len(lineas), _LINEAS)
    return tuple(salida), max(_ALTO, cuantas * (_ALTO + _SEPARACION) - _SEPARACION)


def _de_tarea(tarea: Tarea, eje: Eje, y: int) -> Iterator[Barra]:
    intentos = [i for i in tarea.intentos if i.t0 is not None and i.t1 is not None]
    if intentos:
        for i in intentos:
            mal = i.fin is Fin.ERROR
            yield _barra(eje, i.t0, i.t1, y, "fallo" if mal else "tarea")
    else:
        yield _barra(eje, tarea.t0, tarea.t1, y, "fallo" if tarea.fin is Fin.ERROR else "tarea")
    for m in tarea.modelos:
        if m.t0 is not None:
            yield _barra(eje, m.t0, m.t1, y, "modelo")
    for h in tarea.herramientas:
        if h.t0 is not None:
            yield _barra(eje, h.t0, h.t1, y, "herramienta")
    for pausa in tarea.interrupciones:
        desde = next((i.t1 for i in tarea.intentos if i.fin is Fin.INTERRUMPIDO and i.t1 is not None), None)
        if desde is not None and pausa.espera:
            yield _barra(eje, desde, desde + pausa.espera, y, "espera")


def _barra(eje: Eje, t0: float | None, t1: float | None, y: int, clase: str) -> Barra:
    desde = t0 if t0 is not None else eje.instantes[0]
    x = eje.x(desde)
    ancho = max(_MINIMO, eje.x(t1 if t1 is not None else desde) - x)
    x = min(x, ANCHO - ancho)
    return Barra(x=round(x), ancho=round(ancho), y=y, alto=_ALTO, clase=clase)


def _intervalos(traza: Traza) -> Iterator[tuple[float, float]]:
    for p in traza.pasos:
        for t in p.tareas:
            intentos = [(i.t0, i.t1) for i in t.intentos]
            for a, b in [*intentos, (t.t0, t.t1)] if not any(b for _, b in intentos) else intentos:
                if a is not None and b is not None and b >= a:
                    yield a, b


def _unir(intervalos: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    unidos: list[tuple[float, float]] = []
    for a, b in sorted(intervalos):
        if unidos and a <= unidos[-1][1] + _HUECO:
            unidos[-1] = (unidos[-1][0], max(unidos[-1][1], b))
        else:
            unidos.append((a, b))
    return unidos

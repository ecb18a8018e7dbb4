"""La cascada: cuándo corrió cada tarea, qué llamadas hizo y cuánto esperó por una persona.

Una espera humana de tres minutos aplastaría los 400 ms de máquina hasta hacerlos invisibles, así que el eje no
es el reloj: los huecos de más de un segundo ocupan un ancho fijo, y la espera se raya y lleva su duración escrita.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from generador.modelo.traza import Fin, Paso, Tarea, Traza

ANCHO = 1000
_ESPERA = 0.14
_MINIMO = 6
_ALTO = 6
_SEPARACION = 2
_LINEAS = 8
_HUECO = 1.0


class Eje(Struct, frozen=True):
    """Del reloj a milésimas. `cortes` son (instante, posición) y entre dos la escala es recta."""

    instantes: tuple[float, ...]
    posiciones: tuple[float, ...]

    def x(self, t: float) -> float:
        """Posición de un instante, en milésimas."""
        i = min(max(bisect_right(self.instantes, t) - 1, 0), len(self.instantes) - 2)
        a, b = self.instantes[i], self.instantes[i + 1]
        p, q = self.posiciones[i], self.posiciones[i + 1]
        parte = (min(max(t, a), b) - a) / (b - a) if b > a else 0.0
        return p + (q - p) * parte


def crear_eje(traza: Traza) -> Eje | None:
    """El eje de una traza, o `None` si no trae tiempos."""
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
    return Eje(tuple(instantes), tuple(posiciones))


def barras(paso: Paso, eje: Eje) -> tuple[tuple[tuple[str, str], ...], int]:
    """(clase, trazo) por clase y el alto en px: una línea por tarea, hasta ocho, y la última las junta todas."""
    lineas = [t for t in paso.tareas if t.t0 is not None]
    por_clase: dict[str, list[str]] = {}
    for i, tarea in enumerate(lineas):
        y = min(i, _LINEAS - 1) * (_ALTO + _SEPARACION) + _ALTO // 2
        for clase, a, b in _de_tarea(tarea):
            x, ancho = _sitio(eje, a, b)
            por_clase.setdefault(clase, []).append(f"M{x} {y}h{ancho}")
    if por_clase.get("modelo") == por_clase.get("herramienta"):
        por_clase.pop("modelo", None)  # la herramienta la tapa entera
    alto = max(_ALTO, min(len(lineas), _LINEAS) * (_ALTO + _SEPARACION) - _SEPARACION)
    return tuple((clase, "".join(trazos)) for clase, trazos in por_clase.items()), alto


def _de_tarea(tarea: Tarea) -> Iterator[tuple[str, float | None, float | None]]:
    """(clase, inicio, fin) de todo lo que ocupó tiempo en una tarea, de debajo a encima."""
    vividos = [i for i in tarea.intentos if i.t1 is not None]
    yield from (("fallo" if i.fin is Fin.ERROR else "tarea", i.t0, i.t1) for i in vividos)
    if not vividos:
        yield "fallo" if tarea.fin is Fin.ERROR else "tarea", tarea.t0, tarea.t1
    yield from (("modelo", m.t0, m.t1) for m in tarea.modelos if m.t0 is not None)
    yield from (("herramienta", h.t0, h.t1) for h in tarea.herramientas if h.t0 is not None)
    pausa = next((i.t1 for i in tarea.intentos if i.fin is Fin.INTERRUMPIDO and i.t1 is not None), None)
    if pausa is not None:
        yield from (("espera", pausa, pausa + i.espera) for i in tarea.interrupciones if i.espera)


def _sitio(eje: Eje, t0: float | None, t1: float | None) -> tuple[int, int]:
    desde = t0 if t0 is not None else eje.instantes[0]
    x = eje.x(desde)
    ancho = max(_MINIMO, eje.x(t1 if t1 is not None else desde) - x)
    return round(min(x, ANCHO - ancho)), round(ancho)


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

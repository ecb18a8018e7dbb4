"""Cuántas llamadas hizo un caso a modelos, herramientas y embebedor, frente a las que el plan espera."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from generador.modelo.hallazgo import Cumple, Resultado
from generador.modelo.mensaje import Mensaje, mensaje
from generador.modelo.plan import Llamadas
from generador.modelo.traza import Grado, LlamadaHerramienta, LlamadaModelo, Traza

EMBEBEDOR = "embebedor"
"""El `tipo` del evento `custom` que el agente emite por cada llamada a su embebedor."""

Donde = list[int | None]
"""El paso de cada llamada; `None` si la traza no sabe de qué tarea es."""


def resultados_de_llamadas(espera: Llamadas | None, traza: Traza) -> Iterator[Resultado]:
    """Un resultado por cada recuento que el plan escribe."""
    if espera is None:
        return
    if espera.modelo is not None:
        pedidas = mensaje("llamadas al modelo: %(n)s", n=espera.modelo)
        yield _resultado(traza, pedidas, espera.modelo, _modelos(traza))
    yield from _de_herramientas(espera.herramientas, traza)
    if espera.embebedor is not None:
        pedidas = mensaje("llamadas al embebedor: %(n)s", n=espera.embebedor)
        yield _resultado(traza, pedidas, espera.embebedor, _embebedor(traza))


def _de_herramientas(espera: int | Mapping[str, int] | None, traza: Traza) -> Iterator[Resultado]:
    if espera is None:
        return
    hechas = _herramientas(traza)
    if isinstance(espera, Mapping):
        for nombre, n in espera.items():
            pedidas = mensaje("llamadas a la herramienta %(nombre)s: %(n)s", nombre=nombre, n=n)
            yield _resultado(traza, pedidas, n, [paso for suya, paso in hechas if suya == nombre])
    else:
        pedidas = mensaje("llamadas a herramientas: %(n)s", n=espera)
        yield _resultado(traza, pedidas, espera, [paso for _, paso in hechas], [nombre for nombre, _ in hechas])


def _resultado(traza: Traza, pedidas: Mensaje, n: int, hechas: Donde, nombres: list[str] | None = None) -> Resultado:
    """Si la traza puede haber perdido llamadas, ni un recuento igual ni uno menor prueban nada."""
    completas = traza.completitud.llamadas is Grado.COMPLETO and not traza.incompleta
    exacto = Cumple.SI if len(hechas) == n else Cumple.NO
    pasos = [p for p in hechas if p is not None]
    return Resultado(
        campo="llamadas",
        esperado=pedidas,
        obtenido=_obtenido(len(hechas), nombres or []),
        cumple=exacto if completas or len(hechas) > n else Cumple.NO_SE_SABE,
        paso=pasos[min(n, len(pasos) - 1)] if pasos else None,
    )


def _obtenido(n: int, nombres: list[str]) -> Mensaje:
    if not nombres:
        return mensaje("%(n)s llamadas", n=n) if n != 1 else mensaje("1 llamada")
    por_nombre = ", ".join(f"{nombre} × {veces}" for nombre, veces in sorted(Counter(nombres).items()))
    return mensaje("%(valor)s", valor=por_nombre)


def _modelos(traza: Traza) -> Donde:
    en_tareas: Donde = [p.n for p in traza.pasos for t in p.tareas for _ in t.modelos]
    return en_tareas + [None for s in traza.sueltas if isinstance(s, LlamadaModelo)]


def _herramientas(traza: Traza) -> list[tuple[str, int | None]]:
    en_tareas: list[tuple[str, int | None]] = [
        (h.nombre, p.n) for p in traza.pasos for t in p.tareas for h in t.herramientas
    ]
    return en_tareas + [(s.nombre, None) for s in traza.sueltas if isinstance(s, LlamadaHerramienta)]


def _embebedor(traza: Traza) -> Donde:
    en_tareas: Donde = [p.n for p in traza.pasos for t in p.tareas for e in t.eventos if e.tipo == EMBEBEDOR]
    return en_tareas + [None for e in traza.eventos if e.tipo == EMBEBEDOR]

"""De una página a otra del mismo caso: qué pasos lleva esta y a cuáles se puede saltar, también sin JavaScript."""

from __future__ import annotations

from collections.abc import Mapping

from generador.modelo.traza import Carga
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, enlace
from generador.paginas.caso import visor
from generador.paginas.caso.forma import Tramo
from generador.paginas.caso.valores import claves_de_estado

_VECINOS = 2


def tramo_visto(
    ctx: Contexto, donde: tuple[str, str, int], tramos: tuple[int, ...], tramo: int, estado: Mapping[str, Carga]
) -> Tramo:
    """La navegación de un tramo. `donde` es (demo, caso, pasos en total); `estado`, el de antes de empezar."""
    demo, caso, total = donde
    primero, ultimo = visor.limites(tramos, tramo, total)
    cuantos, numero = len(tramos), ctx.idioma.numero
    texto = ctx._(
        "Pasos %(a)s a %(b)s de %(total)s, página %(tramo)s de %(tramos)s",
        a=numero(primero), b=numero(ultimo), total=numero(total), tramo=numero(tramo), tramos=numero(cuantos),
    )  # fmt: skip

    def a_tramo(otro: int, rotulo: str) -> Enlace:
        return enlace(rutas.caso(demo, caso, tramo), rutas.caso(demo, caso, otro), rotulo)

    return Tramo(
        indice=tramo,
        total=cuantos,
        primero=primero,
        ultimo=ultimo,
        pasos=total,
        texto=texto if cuantos > 1 else "",
        paginas=tuple(a_tramo(t, numero(t)) for t in _saltos(tramo, cuantos)),
        anterior=a_tramo(tramo - 1, ctx._("Pasos anteriores")) if tramo > 1 else None,
        siguiente=a_tramo(tramo + 1, ctx._("Pasos siguientes")) if tramo < cuantos else None,
        estado=claves_de_estado(ctx, list(estado.items())) if tramo > 1 else (),
    )


def _saltos(tramo: int, total: int) -> tuple[int, ...]:
    """Las páginas que se enlazan: los extremos, las vecinas y saltos cada vez más largos."""
    if total == 1:
        return ()
    vecinas = range(tramo - _VECINOS, tramo + _VECINOS + 1)
    lejanas = (tramo + signo * 10**k for k in range(1, 4) for signo in (-1, 1))
    return tuple(sorted({1, total, *(t for t in (*vecinas, *lejanas) if 1 <= t <= total)}))

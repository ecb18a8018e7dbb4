"""¿Mejoró respecto del sprint anterior? Todas las corridas de una demo y qué cambió desde la anterior.

Todas se juzgan con el plan y el contrato de hoy. Con una sola corrida la página existe, y dice qué se verá en ella.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.historial import Con, Cotejo, Resumen
from generador.modelo.mensaje import mensaje
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, Seccion, TipoDePagina, enlace
from generador.paginas.corridas.frases import Frase, frases
from generador.paginas.corridas.graficos import de, laminas
from generador.paginas.evaluacion.graficos import Lamina
from generador.paginas.hojas import Hoja, hoja, titulo_de_hoja, trocear
from generador.paginas.marco import marcar

NOMBRE = "corridas"


class CorridaMostrada(Struct, frozen=True, kw_only=True):
    """Una fila. `papeles` dicen si es la que se publica o la de referencia; `comparar`, con la que se publica.

    `ilegible`, `sin_ejecutar` y `retirados` son frases, vacías si no hay nada que decir.
    """

    corrida: str
    papeles: tuple[str, ...]
    sprint: str
    creada: str
    revision: str
    casos: str
    nodos: str
    aristas: str
    umbrales: str
    duracion: float | None
    ilegible: str
    sin_ejecutar: str
    retirados: str
    comparar: Enlace | None


class PaginaDeCorridas(Pagina, frozen=True, kw_only=True):
    """`cambios` son las tres líneas desde la anterior; con una sola corrida no hay ninguna.

    Si las corridas no caben van en otras páginas, que no llevan más: lo dice `hoja`.
    """

    cuantas: str
    cambios: tuple[Frase, ...]
    comparar: tuple[Enlace, ...]
    corridas: tuple[CorridaMostrada, ...]
    hoja: Hoja
    laminas: tuple[Lamina, ...]
    sin_dibujar: str


def hay(d: DemoComparada) -> bool:
    """Si la demo tiene alguna corrida."""
    return d.demo.corrida is not None


def ruta_de(demo: str) -> str:
    """La dirección de la página."""
    return rutas.seccion(demo, NOMBRE)


def modelar(ctx: Contexto) -> Iterator[PaginaDeCorridas]:
    """Una por demo con alguna corrida, y las que hagan falta para su tabla."""
    for d in ctx.demos:
        if d.historial.resumenes:
            yield from _paginas(ctx, d)


def _paginas(ctx: Contexto, d: DemoComparada) -> Iterator[PaginaDeCorridas]:
    demo = d.demo.plan.demo
    ruta, trozos = ruta_de(demo), trocear(d.historial.resumenes[::-1])
    principal = _modelar(ctx, d, trozos)
    yield principal
    for n, resumenes in enumerate(trozos[1:], 2):
        suya, titulo = rutas.hoja(ruta, n), titulo_de_hoja(ctx, ctx._("Corridas"), n)
        yield replace(
            principal,
            marco=marcar(ctx, tipo=NOMBRE, ruta=suya, titulo=titulo, demo=demo, migas=((ctx._("Corridas"), ruta),)),
            corridas=tuple(_fila(ctx, suya, d, r) for r in resumenes),
            hoja=hoja(ctx, ruta, trozos, n),
            sin_dibujar="",
        )


def titulo_de(ctx: Contexto, c: Cotejo) -> str:
    """Por qué se comparan dos corridas, como texto de enlace."""
    if Con.ANTERIOR in c.con and Con.REFERENCIA in c.con:
        return ctx._("Comparar con la anterior, que es la de referencia")
    return ctx._("Comparar con la anterior") if Con.ANTERIOR in c.con else ctx._("Comparar con la de referencia")


def a_cotejo(desde: str, demo: str, c: Cotejo, texto: str) -> Enlace:
    """Enlace a la página de una comparación."""
    return enlace(desde, rutas.comparacion(demo, c.antes.corrida, c.ahora.corrida), texto)


def _modelar(ctx: Contexto, d: DemoComparada, trozos: tuple[tuple[Resumen, ...], ...]) -> PaginaDeCorridas:
    demo, h = d.demo.plan.demo, d.historial
    ruta, anterior = ruta_de(demo), h.cotejo(Con.ANTERIOR)
    nuevas_antes = h.resumenes[::-1]
    graficos = tuple(laminas(ctx, nuevas_antes))
    dibujadas = len(graficos[0].grafico.grupos) if graficos else 0
    sobran = len(nuevas_antes) - dibujadas
    titulo = ctx._("¿Mejoró respecto de la anterior?") if len(h.resumenes) > 1 else ctx._("Corridas")
    return PaginaDeCorridas(
        marco=marcar(
            ctx, tipo=NOMBRE, ruta=ruta, titulo=titulo, demo=demo,
            descripcion=ctx._("Todas las corridas de la demo, juzgadas igual, y qué cambió de una a otra."),
        ),
        cuantas=ctx.ngettext("%(n)s corrida", "%(n)s corridas", len(h.resumenes)),
        cambios=frases(ctx, anterior) if anterior else (),
        comparar=tuple(a_cotejo(ruta, demo, c, titulo_de(ctx, c)) for c in h.cotejos),
        corridas=tuple(_fila(ctx, ruta, d, r) for r in trozos[0]),
        hoja=hoja(ctx, ruta, trozos, 1),
        laminas=graficos,
        sin_dibujar=ctx.ngettext(
            "Los gráficos no llegan a la más antigua: está en la tabla.",
            "Los gráficos no llegan a las %(n)s más antiguas: están en la tabla.", sobran,
        ) if sobran else "",
    )  # fmt: skip


def _fila(ctx: Contexto, ruta: str, d: DemoComparada, r: Resumen) -> CorridaMostrada:
    k, cotejo = r.cobertura, d.historial.cotejo_de(r.corrida)
    return CorridaMostrada(
        corrida=r.corrida,
        papeles=tuple(_papeles(ctx, d, r)),
        sprint=r.sprint,
        creada=r.creada,
        revision=(r.revision or "")[:12],
        casos=de(ctx, r.cumplen, r.total),
        nodos=de(ctx, k.nodos_visitados, k.nodos) if k else "—",
        aristas=de(ctx, k.aristas_recorridas, k.aristas) if k else "—",
        umbrales=de(ctx, *r.umbrales),
        duracion=r.duracion,
        ilegible=_ilegible(ctx, r),
        sin_ejecutar=ctx.ngettext(
            "%(n)s caso del plan no se ejecutó", "%(n)s casos del plan no se ejecutaron", r.sin_ejecutar
        )
        if r.sin_ejecutar
        else "",
        retirados=ctx._("Casos que el plan ya no tiene, o no con esa variante: %(casos)s", casos=", ".join(r.retirados))
        if r.retirados
        else "",
        comparar=a_cotejo(ruta, d.demo.plan.demo, cotejo, ctx._("qué cambió")) if cotejo else None,
    )


def _papeles(ctx: Contexto, d: DemoComparada, r: Resumen) -> Iterator[str]:
    if r is d.historial.resumenes[-1]:
        yield ctx._("la que se publica")
    if r.corrida == d.demo.plan.corrida_de_referencia:
        yield ctx._("de referencia")


def _ilegible(ctx: Contexto, r: Resumen) -> str:
    if not r.ilegibles:
        return ""
    return ctx.ngettext(
        "No se pudo leer %(n)s fichero: %(cuales)s",
        "No se pudieron leer %(n)s ficheros: %(cuales)s",
        len(r.ilegibles),
        cuales=", ".join(r.ilegibles),
    )


TIPO = TipoDePagina(
    nombre=NOMBRE,
    plantilla="corridas.html",
    modelar=modelar,
    seccion=Seccion(titulo=mensaje("Corridas"), ruta=ruta_de, hay=hay),
)

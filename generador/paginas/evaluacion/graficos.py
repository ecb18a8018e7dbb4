"""Los gráficos de una evaluación, cada uno con su tabla: las series y el coste compuesto con plano y con spike."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from generador.modelo.evaluacion import CosteCompuesto, Evaluacion, Serie
from generador.modelo.nombres import ancla
from generador.paginas.barras import Grafico, barras
from generador.paginas.base import Contexto
from generador.paginas.evaluacion.cifras import por_ciento
from generador.paginas.tablas import Tabla


class Lamina(Struct, frozen=True, kw_only=True):
    """Un gráfico, lo que dice en una frase y sus cifras."""

    id: str
    titulo: str
    frase: str
    grafico: Grafico
    tabla: Tabla


def series(ctx: Contexto, e: Evaluacion) -> Iterator[Lamina]:
    """Una lámina por serie con puntos."""
    return (_serie(ctx, s) for s in e.series if s.puntos)


def coste(ctx: Contexto, c: CosteCompuesto) -> Lamina:
    """Cuántas afirmaciones sin respaldo salen de cada frontera, con plano y con spike."""
    id, titulo = "coste", ctx._("Afirmaciones sin respaldo que salen de cada frontera")
    con, sin = ctx._("con plano"), ctx._("spike, sin plano")
    cuentas = tuple([f.sin_respaldo_salen for f in lado] for lado in (c.con_plano, c.sin_plano))
    escritas = tuple([ctx.idioma.numero(n) for n in lado] for lado in cuentas)
    return Lamina(
        id=id,
        titulo=titulo,
        frase=ctx.ngettext(
            "Entra %(n)s afirmación cierta y cada etapa estropea el %(p)s de lo que recibe.",
            "Entran %(n)s afirmaciones ciertas y cada etapa estropea el %(p)s de lo que recibe.",
            c.n,
            p=por_ciento(ctx, c.p),
        ),
        grafico=barras(
            id,
            titulo,
            [f.frontera for f in c.con_plano],
            [(con, cuentas[0], escritas[0]), (sin, cuentas[1], escritas[1])],
        ),
        tabla=_fronteras(ctx, c, con, sin),
    )


def _fronteras(ctx: Contexto, c: CosteCompuesto, con: str, sin: str) -> Tabla:
    entran, salen = ctx._("entran sin respaldo"), ctx._("salen sin respaldo")
    todas = ctx._("salen en total")
    return Tabla(
        id="coste-cifras",
        titulo=ctx._("Lo que entra y sale de cada frontera"),
        cabecera=ctx._("Frontera"),
        columnas=tuple(f"{x} · {lado}" for lado in (con, sin) for x in (entran, salen, todas)),
        filas=tuple(
            (
                a.frontera,
                *(ctx.idioma.numero(n) for f in (a, b) for n in (f.sin_respaldo_entran, f.sin_respaldo_salen, f.salen)),
            )
            for a, b in zip(c.con_plano, c.sin_plano, strict=False)
        ),
        numerica=True,
    )


def _serie(ctx: Contexto, s: Serie) -> Lamina:
    titulo, id = ctx.texto(s.titulo).replace("`", ""), ancla("serie", s.id)
    valores = [p.y for p in s.puntos]
    proporcion = all(v is None or 0 <= v <= 1 for v in valores)
    cifras = [_cifra(ctx, v, proporcion=proporcion) for v in valores]
    rotulos = [p.x for p in s.puntos]
    return Lamina(
        id=id,
        titulo=titulo,
        frase="",
        grafico=barras(id, titulo, rotulos, [(titulo, valores, cifras)], 1 if proporcion else None),
        tabla=Tabla(
            id=f"{id}-cifras",
            titulo=titulo,
            cabecera=ctx._("Punto"),
            columnas=(ctx._("Valor"),),
            filas=tuple(zip(rotulos, cifras, strict=True)),
            numerica=True,
        ),
    )


def _cifra(ctx: Contexto, valor: float | None, *, proporcion: bool) -> str:
    if valor is None:
        return "—"
    return por_ciento(ctx, valor) if proporcion else ctx.idioma.numero(valor)

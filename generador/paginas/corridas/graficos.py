"""Los gráficos del historial, cada uno con su tabla: casos, cobertura, evaluación y duración, corrida a corrida."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generador.modelo.evaluacion import Metrica, Unidad
from generador.modelo.historial import Resumen
from generador.paginas.barras import barras
from generador.paginas.base import Contexto
from generador.paginas.evaluacion.cifras import cifra
from generador.paginas.evaluacion.graficos import Lamina
from generador.paginas.evaluacion.metricas import titulo
from generador.paginas.tablas import Tabla

MAXIMO = 12
"""Corridas que se dibujan, las últimas. Las demás están en la tabla de todas."""

_ANCHO = 540
"""Píxeles de un gráfico: caben dos en fila."""

_METRICAS, _LETRAS = 10, 22


def laminas(ctx: Contexto, resumenes: Sequence[Resumen]) -> Iterator[Lamina]:
    """Los gráficos que tengan algo que enseñar. `resumenes` va de la más nueva a la más antigua."""
    vistas = resumenes[:MAXIMO]
    yield _casos(ctx, vistas)
    if any(r.cobertura for r in vistas):
        yield _cobertura(ctx, vistas)
    if any(r.umbrales[1] for r in vistas):
        yield _umbrales(ctx, vistas)
    if any(r.duracion for r in vistas):
        yield _duracion(ctx, vistas)
    con_metricas = [r for r in vistas if _dibujables(r)][:2]
    if con_metricas:
        yield _metricas(ctx, con_metricas, vistas)


def de(ctx: Contexto, parte: int, total: int) -> str:
    """`parte de total`, o una raya si no hay nada que contar."""
    if not total:
        return "—"
    return ctx._("%(parte)s de %(total)s", parte=ctx.idioma.numero(parte), total=ctx.idioma.numero(total))


def _fraccion(parte: int, total: int) -> float | None:
    return parte / total if total else None


def _lamina(
    ctx: Contexto,
    id: str,
    titulo: str,
    vistas: Sequence[Resumen],
    series: Sequence[tuple[str, Sequence[float | None], Sequence[str]]],
    tope: float | None,
) -> Lamina:
    ids = [r.corrida for r in vistas]
    return Lamina(
        id=id,
        titulo=titulo,
        frase="",
        grafico=barras(f"{id}-grafico", titulo, ids, series, tope, ancho=_ANCHO),
        tabla=Tabla(
            id=f"{id}-cifras",
            titulo=titulo,
            cabecera=ctx._("Corrida"),
            columnas=tuple(nombre for nombre, _, _ in series),
            filas=tuple((id, *(c[i] for _, _, c in series)) for i, id in enumerate(ids)),
            numerica=True,
        ),
    )


def _casos(ctx: Contexto, vistas: Sequence[Resumen]) -> Lamina:
    nombre = ctx._("Casos que cumplen")
    valores = [_fraccion(r.cumplen, r.total) for r in vistas]
    return _lamina(ctx, "casos", nombre, vistas, [(nombre, valores, [de(ctx, r.cumplen, r.total) for r in vistas])], 1)


def _cobertura(ctx: Contexto, vistas: Sequence[Resumen]) -> Lamina:
    ks = [r.cobertura for r in vistas]
    nodos = [(k.nodos_visitados, k.nodos) if k else (0, 0) for k in ks]
    aristas = [(k.aristas_recorridas, k.aristas) if k else (0, 0) for k in ks]
    series = [
        (nombre, [_fraccion(*x) for x in cuentas], [de(ctx, *x) for x in cuentas])
        for nombre, cuentas in ((ctx._("Nodos visitados"), nodos), (ctx._("Aristas recorridas"), aristas))
    ]
    return _lamina(ctx, "cobertura", ctx._("Cuánto grafo se recorrió"), vistas, series, 1)


def _umbrales(ctx: Contexto, vistas: Sequence[Resumen]) -> Lamina:
    nombre = ctx._("Umbrales de evaluación alcanzados")
    cuentas = [r.umbrales for r in vistas]
    series = [(nombre, [_fraccion(*x) for x in cuentas], [de(ctx, *x) for x in cuentas])]
    return _lamina(ctx, "umbrales", nombre, vistas, series, 1)


def _duracion(ctx: Contexto, vistas: Sequence[Resumen]) -> Lamina:
    nombre = ctx._("Lo que tardaron los casos, sumados")
    series = [(nombre, [r.duracion for r in vistas], [ctx.idioma.duracion(r.duracion) for r in vistas])]
    return _lamina(ctx, "duracion", nombre, vistas, series, None)


# --- métricas ----------------------------------------------------------------------------------------------


def _dibujables(r: Resumen) -> list[Metrica]:
    """Las proporciones que se juzgan: las únicas que comparten escala y dicen si algo va bien."""
    return [m for m in r.metricas if m.unidad is Unidad.PROPORCION and m.umbral is not None and m.valor is not None]


def _metricas(ctx: Contexto, dos: Sequence[Resumen], vistas: Sequence[Resumen]) -> Lamina:
    """Unas pocas proporciones de las dos últimas evaluadas; en la tabla, todas las métricas de todas."""
    nombre = ctx._("Métricas de evaluación")
    valores = [{m.id: m.valor for m in _dibujables(r)} for r in dos]
    elegidas = _elegidas([m for r in dos[:1] for m in _dibujables(r)], valores)
    series = [
        (r.corrida, [v.get(m.id) for m in elegidas], [cifra(ctx, v.get(m.id), m.unidad) for m in elegidas])
        for r, v in zip(dos, valores, strict=True)
    ]
    return Lamina(
        id="metricas",
        titulo=nombre,
        frase=ctx.ngettext(
            "%(n)s proporción con umbral: antes las que no lo alcanzan o cambian. En la tabla están todas.",
            "%(n)s proporciones con umbral: antes las que no lo alcanzan o cambian. En la tabla están todas.",
            len(elegidas),
        ),
        grafico=barras(
            "metricas-grafico", nombre, [_rotulo(titulo(ctx, m)) for m in elegidas], series, 1, ancho=_ANCHO
        ),
        tabla=_tabla_de_metricas(ctx, nombre, [r for r in vistas if r.metricas]),
    )


def _elegidas(todas: Sequence[Metrica], valores: Sequence[Mapping[str, float | None]]) -> list[Metrica]:
    """Primero las que dicen algo (no alcanzan su umbral o no dan lo mismo), y todas en su orden."""
    dicen = {m.id for m in todas if not m.cumple or len({v.get(m.id) for v in valores}) > 1}
    primeras = sorted(todas, key=lambda m: m.id not in dicen)[:_METRICAS]
    return [m for m in todas if m in primeras]


def _rotulo(texto: str) -> str:
    """Lo que no cabe se quita del medio: lo que distingue una métrica de otra suele estar al final."""
    return texto if len(texto) <= _LETRAS else f"{texto[: _LETRAS - 11]}…{texto[-10:]}"


def _tabla_de_metricas(ctx: Contexto, nombre: str, evaluadas: Sequence[Resumen]) -> Tabla:
    todas = {m.id: m for r in reversed(evaluadas) for m in r.metricas}
    por_corrida = [{m.id: m for m in r.metricas} for r in evaluadas]
    return Tabla(
        id="metricas-cifras",
        titulo=nombre,
        cabecera=ctx._("Métrica"),
        columnas=tuple(r.corrida for r in evaluadas),
        filas=tuple(
            (titulo(ctx, m), *(cifra(ctx, suyas[id].valor, m.unidad) if id in suyas else "—" for suyas in por_corrida))
            for id, m in todas.items()
        ),
        numerica=True,
    )

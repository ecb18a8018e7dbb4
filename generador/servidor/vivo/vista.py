"""Las páginas en que se elige qué ejecutar, y las que dicen que algo no se pudo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from generador.modelo.mensaje import Mensaje
from generador.modelo.plan import Caso
from generador.paginas.base import Contexto, Enlace
from generador.servidor.vivo import rutas
from generador.servidor.vivo.campos import Campo
from generador.servidor.vivo.marco import Ambiente, marcar
from generador.servidor.vivo.modelos import (
    CampoVisto,
    FilaDeCaso,
    Forma,
    Grupo,
    PaginaDeAviso,
    PaginaDeEntrada,
    PaginaDeInicio,
    Reciente,
)

_LINEA = Forma(control="linea")
_FORMAS: Mapping[str, Forma] = {
    "si_no": Forma(control="lista"),
    "parrafo": Forma(control="parrafo", lineas=3),
    "json": Forma(control="parrafo", unidad="JSON", lineas=6, codigo=True),
    "dinero": Forma(control="linea", unidad="€", teclado="decimal"),
    "entero": Forma(control="linea", teclado="numeric"),
}
"""Cómo se escribe cada clase de campo; la que no está, en una línea."""


def inicio(a: Ambiente, recientes: Iterable[Reciente], ficha: str) -> PaginaDeInicio:
    """La página donde se elige un caso."""
    ctx = a.ctx
    orden = {v.id: n for n, v in enumerate(a.plan.variantes)}
    por_variante = groupby(sorted(a.casos, key=lambda c: orden[c.variante]), key=lambda c: c.variante)
    return PaginaDeInicio(
        marco=marcar(a, "inicio", ctx.texto(a.plan.titulo), recuento=None),
        frase=ctx.texto(a.plan.frase),
        grupos=tuple(_grupo(a, v, suyos) for v, suyos in por_variante),
        recientes=tuple(recientes),
        accion=rutas.empezar(a.codigo),
        ficha=ficha,
    )


def entrada(
    a: Ambiente, caso: Caso, campos: tuple[Campo, ...], ficha: str, error: Mensaje | None = None
) -> PaginaDeEntrada:
    """La página donde se escribe otra entrada, vacía o con lo que no valió."""
    ctx = a.ctx
    return PaginaDeEntrada(
        marco=marcar(a, "entrada", ctx.texto(caso.titulo), caso, ruta=rutas.entrada(a.codigo, caso.id), recuento=None),
        caso=caso.id,
        campos=campos_vistos(ctx, "entrada", campos),
        guion=a.guion(caso) or "",
        accion=rutas.empezar(a.codigo),
        ficha=ficha,
        error=ctx.mensaje(error) if error else "",
    )


def aviso(a: Ambiente, titulo: str, frase: str, vuelta: str = "") -> PaginaDeAviso:
    """Una página que solo dice qué ha pasado y adónde volver."""
    destino = vuelta or rutas.inicio(a.codigo)
    texto = a.ctx._("Volver a la ejecución") if vuelta else a.ctx._("Elegir un caso")
    return PaginaDeAviso(
        marco=marcar(a, "aviso", titulo, recuento=None), frase=frase, enlace=Enlace(texto=texto, href=destino)
    )


def _grupo(a: Ambiente, id: str, casos: Iterable[Caso]) -> Grupo:
    ctx, variante = a.ctx, a.plan.variante(id)
    return Grupo(
        id=f"v-{a.plan.variantes.index(variante)}",
        titulo=ctx.texto(variante.titulo),
        descripcion=ctx.texto(variante.descripcion),
        casos=tuple(
            FilaDeCaso(
                id=c.id,
                ancla=f"c-{a.plan.casos.index(c)}",
                titulo=ctx.texto(c.titulo),
                resumen=ctx.texto(c.resumen),
                pausa=bool(c.reanudaciones),
                con_otra_entrada=rutas.entrada(a.codigo, c.id),
            )
            for c in casos
        ),
    )


def campos_vistos(ctx: Contexto, prefijo: str, campos: Iterable[Campo]) -> tuple[CampoVisto, ...]:
    """Los campos, con sus errores en el idioma de la página. `prefijo` hace únicos sus ids."""
    return tuple(
        CampoVisto(
            id=f"{prefijo}-{n}",
            nombre=c.nombre,
            etiqueta=c.etiqueta or ctx._("Entrada"),
            forma=_FORMAS.get(c.clase, _LINEA),
            texto=c.texto,
            opciones=(("true", ctx._("sí"), c.texto == "true"), ("false", ctx._("no"), c.texto != "true")),
            error=ctx.mensaje(c.error) if c.error else "",
        )
        for n, c in enumerate(campos)
    )

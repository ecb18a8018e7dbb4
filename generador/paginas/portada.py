"""La portada: en diez segundos, qué es cada agente y si cumple."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from generador.modelo.demo import DemoComparada
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, ParteDeRecuento, TipoDePagina, enlace
from generador.paginas.dibujo.figura import Figura
from generador.paginas.divulgar import partes, sumar
from generador.paginas.grafo import figura
from generador.paginas.marco import marcar
from generador.paginas.resumen import (
    Contrato,
    Medida,
    casos_que_cumplen,
    cobertura,
    contrato,
    medida,
    umbrales,
    umbrales_alcanzados,
)


class Tarjeta(Struct, frozen=True, kw_only=True):
    """Una demo en la portada. `grabada` es la fecha ISO de la corrida publicada, o `None` si aún no hay."""

    demo: str
    titulo: Enlace
    frase: str
    contrato: Contrato
    enlace_al_contrato: Enlace
    casos: Medida
    umbrales: tuple[Medida, ...]
    cobertura: tuple[Medida, ...]
    procedencia: tuple[ParteDeRecuento, ...]
    sprint: str
    grabada: str | None
    versiones: str
    variantes: str
    grafo: Figura | None


class Portada(Pagina, frozen=True, kw_only=True):
    """`resumen` son las cifras de todo el sitio, en una línea."""

    entrada: str
    tarjetas: tuple[Tarjeta, ...]
    resumen: tuple[str, ...]


def modelar(ctx: Contexto) -> Iterator[Portada]:
    """La única portada del idioma."""
    titulo = ctx._("Lo que cada agente prometió, lo que tiene y lo que hizo")
    entrada = ctx._(
        "Cada demo enseña un agente LangGraph grabado de verdad: su contrato, el grafo que compila, cada caso paso a "
        "paso y qué parte de todo ello salió de un guion."
    )
    yield Portada(
        marco=marcar(
            ctx, tipo="portada", ruta=rutas.PORTADA, titulo=titulo, descripcion=entrada,
            estilos=("grafo.css",), scripts=(),
        ),
        entrada=entrada,
        tarjetas=tuple(_tarjeta(ctx, d) for d in ctx.demos),
        resumen=_resumen(ctx),
    )  # fmt: skip


def _resumen(ctx: Contexto) -> tuple[str, ...]:
    cumplen, casos = _sumar(map(casos_que_cumplen, ctx.demos))
    evaluadas = (d.demo.corrida.evaluacion for d in ctx.demos if d.demo.corrida)
    bien, puestos = _sumar(map(umbrales_alcanzados, evaluadas))
    alcanzados = ctx.ngettext(
        "%(bien)s de %(n)s umbral alcanzado", "%(bien)s de %(n)s umbrales alcanzados", puestos,
        bien=ctx.idioma.numero(bien),
    )  # fmt: skip
    return (
        ctx.ngettext("%(n)s demo", "%(n)s demos", len(ctx.demos)),
        ctx.ngettext(
            "%(cumplen)s de %(n)s caso cumple", "%(cumplen)s de %(n)s casos cumplen", casos,
            cumplen=ctx.idioma.numero(cumplen),
        ),
        *((alcanzados,) if puestos else ()),
    )  # fmt: skip


def _sumar(parejas: Iterable[tuple[int, int]]) -> tuple[int, int]:
    partes, totales = zip(*((0, 0), *parejas), strict=True)
    return sum(partes), sum(totales)


def _tarjeta(ctx: Contexto, d: DemoComparada) -> Tarjeta:
    plan, corrida = d.demo.plan, d.demo.corrida
    comparaciones = d.comparaciones.values()
    cumplen, casos = casos_que_cumplen(d)
    return Tarjeta(
        demo=plan.demo,
        titulo=enlace(rutas.PORTADA, rutas.demo(plan.demo), ctx.texto(plan.titulo)),
        frase=ctx.texto(plan.frase),
        contrato=contrato(ctx, comparaciones),
        enlace_al_contrato=enlace(rutas.PORTADA, rutas.contrato(plan.demo), ctx._("Ver el contrato")),
        casos=medida(ctx, ctx._("Casos que cumplen"), cumplen, casos, href=f"{rutas.demo(plan.demo)}#titulo-casos"),
        umbrales=umbrales(ctx, rutas.PORTADA, d),
        cobertura=cobertura(ctx, comparaciones, rutas.contrato(plan.demo)),
        procedencia=partes(ctx, sumar(ctx.recuentos.get(plan.demo, {}).values())),
        sprint=ctx._("sprint %(sprint)s", sprint=plan.sprint),
        grabada=corrida.manifiesto.creada if corrida else None,
        versiones=_versiones(d),
        variantes=ctx.ngettext("%(n)s variante", "%(n)s variantes", len(plan.variantes)),
        grafo=figura(ctx, rutas.PORTADA, d, _principal(d), ctx.texto(plan.titulo)),
    )


def _principal(d: DemoComparada) -> str:
    """La variante que representa a la demo: la primera del plan."""
    return d.demo.plan.variantes[0].id


def _versiones(d: DemoComparada) -> str:
    version = d.demo.corrida.manifiesto.versiones.get("langgraph") if d.demo.corrida else None
    return f"LangGraph {version}" if version else ""


TIPO = TipoDePagina(nombre="portada", plantilla="portada.html", modelar=modelar)

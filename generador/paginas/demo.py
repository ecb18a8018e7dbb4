"""La página de una demo: qué es este agente, qué grafo tiene y cómo le fue en cada caso."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.hallazgo import Conformidad, Cumple, Resultado
from generador.modelo.nombres import ancla
from generador.modelo.plan import Caso, Variante
from generador.modelo.traza import Fin
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, ParteDeRecuento, Prosa, TipoDePagina, enlace
from generador.paginas.contrato.reparto import a_variante
from generador.paginas.dibujo.figura import Figura
from generador.paginas.divulgar import partes, sumar
from generador.paginas.enlaces import prosa
from generador.paginas.grafo import figura
from generador.paginas.hojas import FILAS, Hoja, hoja, titulo_de_hoja, trocear
from generador.paginas.marco import marcar
from generador.paginas.resumen import (
    Contrato,
    Medida,
    casos_que_cumplen,
    cobertura,
    conformidades,
    contrato,
    cumplimiento,
    medida,
    resultados,
    seguimiento,
    umbrales,
)
from generador.paginas.terminos import Etiqueta, etiqueta

_AVISOS = 8
_ELEMENTOS, _DE_GRAFO, _DE_FILA, _FILAS_MINIMAS = 4_200, 14, 21, 20
"""Los que caben en la página, los que piden cada nodo o arista y cada caso, y los casos que van siempre."""
ANCHO = 420
"""Píxeles a partir de los que un grafo no cabe entero en una columna estrecha."""


class VarianteMostrada(Struct, frozen=True, kw_only=True):
    """Una compilación: su grafo, si cumple el contrato y cuánto se recorrió."""

    id: str
    ancla: str
    titulo: str
    descripcion: Prosa
    contrato: Contrato
    enlace_al_contrato: Enlace
    cobertura: tuple[Medida, ...]
    grafo: Figura | None


class FilaDeCaso(Struct, frozen=True, kw_only=True):
    """Un caso en la tabla. Sin traza no hay enlace, ni conformidad, ni pasos: solo lo que el plan dice de él.

    `fin` dice cómo acabó, si no fue bien.
    """

    caso: str
    titulo: Enlace
    resumen: str
    variante: str
    cumple: Etiqueta
    expectativas: str
    conforme: Etiqueta | None
    desvio: Enlace | None
    fin: str
    pasos: str
    duracion: float | None
    procedencia: tuple[ParteDeRecuento, ...]


class Hecho(Struct, frozen=True, kw_only=True):
    """Un dato de ficha: nombre y valor. `fecha` es un ISO que la plantilla escribe con el idioma."""

    nombre: str
    valor: str
    fecha: str | None = None


class PaginaDeDemo(Pagina, frozen=True, kw_only=True):
    """`avisos` son los de los datos (trazas con líneas ilegibles, redacciones…); los del autor van en la banda.

    `historial` lleva a las corridas, si hay alguna. Si los casos no caben, hay más páginas con los que siguen y nada
    más: lo dice `hoja`.
    """

    frase: str
    relato: Prosa
    contrato: Contrato
    medidas: tuple[Medida, ...]
    procedencia: tuple[ParteDeRecuento, ...]
    hechos: tuple[Hecho, ...]
    historial: Enlace | None
    titulo_del_grafo: str
    grafos_anchos: bool
    variantes: tuple[VarianteMostrada, ...]
    casos: tuple[FilaDeCaso, ...]
    hoja: Hoja
    documentos: tuple[Enlace, ...]
    avisos: tuple[str, ...]


def modelar(ctx: Contexto) -> Iterator[PaginaDeDemo]:
    """Una por demo, y las que hagan falta para sus casos."""
    return (pagina for d in ctx.demos for pagina in _de_demo(ctx, d))


def _de_demo(ctx: Contexto, d: DemoComparada) -> Iterator[PaginaDeDemo]:
    ruta = rutas.demo(d.demo.plan.demo)
    trozos = trocear(_casos(ctx, ruta, d), _filas_que_caben(d))
    principal = _modelar(ctx, d, trozos)
    yield principal
    for n, filas in enumerate(trozos[1:], 2):
        titulo = titulo_de_hoja(ctx, ctx._("Casos"), n)
        yield replace(
            principal,
            marco=marcar(ctx, tipo="demo", ruta=rutas.hoja(ruta, n), titulo=titulo, demo=d.demo.plan.demo),
            variantes=(),
            documentos=(),
            casos=filas,
            hoja=hoja(ctx, ruta, trozos, n),
        )


def _filas_que_caben(d: DemoComparada) -> int:
    """Las de la tabla de casos en una página: menos cuanto más ocupen los grafos, que van en la primera."""
    de_grafos = sum(_DE_GRAFO * (len(c.nodos) + len(c.aristas)) for c in d.comparaciones.values())
    return max(_FILAS_MINIMAS, min(FILAS, (_ELEMENTOS - de_grafos) // _DE_FILA))


def _modelar(ctx: Contexto, d: DemoComparada, trozos: tuple[tuple[FilaDeCaso, ...], ...]) -> PaginaDeDemo:
    plan = d.demo.plan
    ruta = rutas.demo(plan.demo)
    cumplen, total = casos_que_cumplen(d)
    comparaciones = d.comparaciones.values()
    variantes = tuple(_variante(ctx, ruta, d, v) for v in plan.variantes)
    return PaginaDeDemo(
        marco=marcar(
            ctx, tipo="demo", ruta=ruta, titulo=ctx.texto(plan.titulo), descripcion=ctx.texto(plan.frase),
            demo=plan.demo, estilos=("grafo.css",), scripts=("grafo.js",),
        ),
        frase=ctx.texto(plan.frase),
        relato=prosa(ruta, d, ctx.texto(plan.relato)),
        contrato=contrato(ctx, comparaciones),
        medidas=(
            medida(ctx, ctx._("Casos que cumplen"), cumplen, total, href="#titulo-casos"),
            *umbrales(ctx, ruta, d),
            *cobertura(ctx, comparaciones, rutas.relativa(ruta, rutas.contrato(plan.demo))),
        ),
        procedencia=partes(ctx, sumar(ctx.recuentos.get(plan.demo, {}).values())),
        hechos=tuple(_hechos(ctx, d)),
        historial=_historial(ctx, ruta, d),
        titulo_del_grafo=ctx.ngettext(
            "El grafo, tal como se compila", "El grafo, en sus %(n)s variantes", len(plan.variantes)
        ),
        grafos_anchos=any(v.grafo and v.grafo.dibujo.ancho > ANCHO for v in variantes),
        variantes=variantes,
        casos=trozos[0],
        hoja=hoja(ctx, ruta, trozos, 1),
        documentos=tuple(enlace(ruta, rutas.documento(plan.demo, o), ctx.texto(o.titulo)) for o in plan.documentos),
        avisos=tuple(_avisos(ctx, d)),
    )  # fmt: skip


def _hechos(ctx: Contexto, d: DemoComparada) -> Iterator[Hecho]:
    yield Hecho(nombre=ctx._("Sprint"), valor=d.demo.plan.sprint)
    if d.demo.corrida is None:
        yield Hecho(nombre=ctx._("Corrida"), valor=ctx._("aún no hay ninguna"))
        return
    manifiesto = d.demo.corrida.manifiesto
    yield Hecho(nombre=ctx._("Corrida"), valor=manifiesto.corrida)
    yield Hecho(nombre=ctx._("Grabada"), valor="", fecha=manifiesto.creada)
    if manifiesto.revision:
        yield Hecho(nombre=ctx._("Revisión"), valor=manifiesto.revision[:12])
    versiones = ", ".join(f"{k} {v}" for k, v in manifiesto.versiones.items())
    yield Hecho(nombre=ctx._("Versiones"), valor=versiones)


def _historial(ctx: Contexto, ruta: str, d: DemoComparada) -> Enlace | None:
    n = len(d.historial.resumenes)
    texto = ctx.ngettext("Historial: %(n)s corrida", "Historial: %(n)s corridas y qué cambió", n)
    return enlace(ruta, rutas.seccion(d.demo.plan.demo, "corridas"), texto) if n else None


def _variante(ctx: Contexto, ruta: str, d: DemoComparada, v: Variante) -> VarianteMostrada:
    comparacion = d.comparaciones.get(v.id)
    las_suyas = (comparacion,) if comparacion else ()
    return VarianteMostrada(
        id=v.id,
        ancla=ancla("variante", v.id),
        titulo=ctx.texto(v.titulo),
        descripcion=prosa(ruta, d, ctx.texto(v.descripcion), nivel=4),
        contrato=contrato(ctx, las_suyas),
        enlace_al_contrato=a_variante(ruta, d, v.id, ctx._("Ver la comparación")),
        cobertura=cobertura(ctx, las_suyas),
        grafo=figura(ctx, ruta, d, v.id, ctx._("Grafo de «%(variante)s»", variante=ctx.texto(v.titulo))),
    )


def _casos(ctx: Contexto, ruta: str, d: DemoComparada) -> Iterator[FilaDeCaso]:
    por_caso, alineadas = resultados(d), conformidades(d)
    corrida = d.demo.corrida
    for caso in d.demo.plan.casos:
        res, conformidad = por_caso.get(caso.id), alineadas.get(caso.id)
        apunte = corrida.apunte(caso.id) if corrida and caso.id in corrida.trazas else None
        yield FilaDeCaso(
            caso=caso.id,
            titulo=_titulo(ctx, ruta, d, caso, grabado=apunte is not None),
            resumen=ctx.texto(caso.resumen),
            variante=ctx.texto(d.demo.plan.variante(caso.variante).titulo),
            cumple=etiqueta(ctx, cumplimiento(res)),
            expectativas=_expectativas(ctx, res or ()),
            conforme=seguimiento(ctx, conformidad) if conformidad else None,
            desvio=_desvio(ctx, ruta, d, conformidad),
            fin=etiqueta(ctx, apunte.fin).texto if apunte and apunte.fin is not Fin.BIEN else "",
            pasos=ctx.idioma.numero(apunte.pasos) if apunte else "—",
            duracion=_duracion(d, caso.id),
            procedencia=partes(ctx, ctx.recuentos[d.demo.plan.demo][caso.id]) if apunte else (),
        )


def _titulo(ctx: Contexto, ruta: str, d: DemoComparada, caso: Caso, *, grabado: bool) -> Enlace:
    texto = ctx.texto(caso.titulo)
    return enlace(ruta, rutas.caso(d.demo.plan.demo, caso.id), texto) if grabado else Enlace(texto=texto, href="")


def _expectativas(ctx: Contexto, res: tuple[Resultado, ...]) -> str:
    cumplidas = sum(r.cumple is Cumple.SI for r in res)
    return ctx._("%(parte)s de %(total)s", parte=cumplidas, total=len(res)) if res else ""


def _desvio(ctx: Contexto, ruta: str, d: DemoComparada, c: Conformidad | None) -> Enlace | None:
    if c is None or c.desviacion is None:
        return None
    paso = c.desviacion.paso
    texto = ctx._("en el paso %(paso)s", paso=ctx.idioma.numero(paso))
    return enlace(ruta, ctx.ruta_de_paso(d.demo.plan.demo, c.caso, paso), texto)


def _duracion(d: DemoComparada, caso: str) -> float | None:
    grabados = d.demo.corrida.manifiesto.casos if d.demo.corrida else ()
    return next((g.duracion for g in grabados if g.caso == caso), None)


def _avisos(ctx: Contexto, d: DemoComparada) -> Iterator[str]:
    corrida = d.demo.corrida
    if corrida is None:
        return
    apuntes = {caso: corrida.apunte(caso) for caso in corrida.trazas}
    yield from _saltadas(ctx, {c: len(a.saltadas) for c, a in apuntes.items() if a.saltadas})
    tachados = sum(a.redacciones for a in apuntes.values())
    if tachados:
        yield ctx.ngettext("%(n)s valor se tachó al grabar.", "%(n)s valores se tacharon al grabar.", tachados)
    for variante, g in corrida.grafos.items():
        yield from (f"{variante}: {ctx.mensaje(aviso)}" for aviso in g.avisos)


def _saltadas(ctx: Contexto, por_caso: Mapping[str, int]) -> Iterator[str]:
    """Un aviso por caso o, si son muchos, uno con todos."""
    if len(por_caso) > _AVISOS:
        numero = ctx.idioma.numero
        yield ctx._(
            "Líneas de traza que no se pudieron leer: %(casos)s.",
            casos=", ".join(f"{c} ({numero(n)})" for c, n in por_caso.items()),
        )
        return
    for caso, n in por_caso.items():
        yield ctx.ngettext(
            "%(caso)s: %(n)s línea de la traza no se pudo leer.",
            "%(caso)s: %(n)s líneas de la traza no se pudieron leer.",
            n,
            caso=caso,
        )


TIPO = TipoDePagina(nombre="demo", plantilla="demo.html", modelar=modelar)

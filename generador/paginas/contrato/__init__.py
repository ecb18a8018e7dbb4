"""¿Es lo que prometimos? Contrato, grafo real, spike y lo observado, con un veredicto por elemento.

Una página por demo o, si sus variantes no caben, las que diga `reparto`; de cada una, lo que monta `variante`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.mensaje import mensaje
from generador.modelo.plan import Variante
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, Seccion, TipoDePagina
from generador.paginas.contrato.reparto import Reparto, a_variante, repartir
from generador.paginas.contrato.variante import Comparada, variante_comparada
from generador.paginas.hojas import ENTERA, Hoja, hoja, titulo_de_hoja
from generador.paginas.marco import marcar
from generador.paginas.resumen import Contrato, contrato


class PaginaDeContrato(Pagina, frozen=True, kw_only=True):
    """`fuentes` dice cuáles se comparan, y va vacío sin ninguna; `indice` lleva a cada variante, si hay varias."""

    contrato: Contrato
    fuentes: str
    indice: tuple[Enlace, ...]
    variantes: tuple[Comparada, ...]


def modelar(ctx: Contexto) -> Iterator[PaginaDeContrato]:
    """Una por demo, y las que hagan falta para sus variantes."""
    for d in ctx.demos:
        paginas = repartir(d) or (Reparto(),)
        yield from (_modelar(ctx, d, paginas, n) for n in range(1, len(paginas) + 1))


def _modelar(ctx: Contexto, d: DemoComparada, paginas: tuple[Reparto, ...], n: int) -> PaginaDeContrato:
    plan, suya = d.demo.plan, paginas[n - 1]
    ruta = rutas.hoja(rutas.contrato(plan.demo), n)
    variantes = [plan.variante(v) for v in dict.fromkeys(v for p in paginas for v in p.variantes)]
    numerada = _hoja(ctx, d, paginas, n) if suya.variantes else ENTERA
    return PaginaDeContrato(
        marco=marcar(
            ctx, tipo="contrato", ruta=ruta, titulo=titulo_de_hoja(ctx, ctx._("¿Es lo que prometimos?"), n),
            demo=plan.demo, migas=((ctx._("Contrato"), rutas.contrato(plan.demo)),) if n > 1 else (),
            descripcion=ctx._("Contrato, grafo real, spike y lo observado, con un veredicto por nodo y por arista."),
            estilos=("grafo.css",), scripts=("grafo.js",),
        ),
        contrato=contrato(ctx, d.comparaciones.values()),
        fuentes=_que_se_compara(ctx, d),
        indice=tuple(_en_el_indice(ctx, ruta, d, v) for v in variantes) if len(variantes) > 1 else (),
        variantes=tuple(variante_comparada(ctx, ruta, d, plan.variante(v), numerada, suya) for v in suya.variantes),
    )  # fmt: skip


def _hoja(ctx: Contexto, d: DemoComparada, paginas: tuple[Reparto, ...], n: int) -> Hoja:
    """Cuál es la página `n` entre las de sus mismas variantes, y qué filas lleva."""
    suyas = [k for k, p in enumerate(paginas) if p.variantes == paginas[n - 1].variantes]
    trozos = tuple((None,) * (paginas[k].hasta - paginas[k].desde) for k in suyas)
    return hoja(ctx, rutas.contrato(d.demo.plan.demo), trozos, n - suyas[0], suyas[0])


def _que_se_compara(ctx: Contexto, d: DemoComparada) -> str:
    """Las fuentes que de verdad hay: una que falta no se anuncia."""
    corrida = d.demo.corrida
    fuentes = (
        (d.demo.contratos, ctx._("lo que promete el contrato")),
        (corrida and corrida.grafos, ctx._("el grafo que el código compila de verdad")),
        (d.demo.spikes, ctx._("el prototipo anterior")),
        (corrida and corrida.trazas, ctx._("lo que se vio en las trazas")),
    )
    hay = [texto for fuente, texto in fuentes if fuente]
    if len(hay) < 2:
        return ctx._("Solo hay %(cual)s.", cual=hay[0]) if hay else ""
    return ctx._("Lado a lado: %(cuales)s y %(ultima)s.", cuales=", ".join(hay[:-1]), ultima=hay[-1])


def _en_el_indice(ctx: Contexto, ruta: str, d: DemoComparada, v: Variante) -> Enlace:
    """En la misma página, solo el ancla."""
    suyo = a_variante(ruta, d, v.id, ctx.texto(v.titulo))
    pagina, _, suya = suyo.href.partition("#")
    return replace(suyo, href=f"#{suya}") if pagina == posixpath.basename(ruta) else suyo


TIPO = TipoDePagina(
    nombre="contrato",
    plantilla="contrato.html",
    modelar=modelar,
    seccion=Seccion(titulo=mensaje("Contrato"), ruta=rutas.contrato),
)

"""¿Se puede confiar? Las métricas de la corrida que se publica, frente a su umbral, su referencia y el spike.

Toda cifra es la de `evaluacion.json`: aquí solo se escribe, se ordena y se enlaza. Sin ese fichero no hay página.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.evaluacion import Compuerta, Conjunto, Evaluacion
from generador.modelo.mensaje import mensaje
from generador.modelo.procedencia import Procedencia
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Marco, Pagina, Prosa, Seccion, TipoDePagina
from generador.paginas.demo import Hecho
from generador.paginas.enlaces import a_documento, descarga_de_anexo, prosa
from generador.paginas.evaluacion.casos import CasosDeConjunto, FallosDeMetrica, fallos, por_conjunto
from generador.paginas.evaluacion.cifras import cumplimiento
from generador.paginas.evaluacion.graficos import Lamina, coste, series
from generador.paginas.evaluacion.hojas import Reparto, repartir
from generador.paginas.evaluacion.metricas import GrupoDeMetricas, grupos
from generador.paginas.hojas import Hoja, numerada, titulo_de_hoja
from generador.paginas.marco import marcar
from generador.paginas.resumen import umbrales_alcanzados
from generador.paginas.tablas import Tabla, escrito, tabla_de, tablas_de
from generador.paginas.terminos import Etiqueta, etiqueta

NOMBRE = "evaluacion"
_CLAVE = {p.value: p for p in Procedencia}


class ConjuntoMostrado(Struct, frozen=True, kw_only=True):
    """Una referencia congelada: cuántos casos, quién la escribió, desde qué y con qué huella quedó fija."""

    id: str
    n: str
    origen: Prosa | None
    desde: tuple[Enlace, ...]
    cuantos: str
    fichero: str
    sha256: str
    otros: tuple[Hecho, ...]


class CompuertaMostrada(Struct, frozen=True, kw_only=True):
    """Si el cambio pasa o se bloquea, por qué y en qué casos empeora."""

    resultado: Etiqueta
    margen: str
    motivos: tuple[str, ...]
    casos: Tabla | None


class PaginaDeEvaluacion(Pagina, frozen=True, kw_only=True):
    """`resumen` dice cuántos umbrales se alcanzan; `sin_alcanzar` lleva a los que no, y `procedencia` dice quién
    contestó, si el fichero lo dice.

    Si las métricas, los fallos o los casos no caben van en otras páginas, que no llevan más: `mas_metricas` e `indice`
    llevan a ellas y lo dice `hoja`. `con_fallos` es que aquí se dice qué casos fallan, aunque no sea ninguno.
    """

    resultado: Etiqueta
    resumen: str
    procedencia: Etiqueta | None
    hechos: tuple[Hecho, ...]
    sin_alcanzar: tuple[Enlace, ...]
    grupos: tuple[GrupoDeMetricas, ...]
    mas_metricas: Enlace | None
    compuerta: CompuertaMostrada | None
    laminas: tuple[Lamina, ...]
    con_fallos: bool
    fallos: tuple[FallosDeMetrica, ...]
    casos: tuple[CasosDeConjunto, ...]
    indice: tuple[Enlace, ...]
    hoja: Hoja
    conjuntos: tuple[ConjuntoMostrado, ...]
    otros: tuple[Tabla, ...]
    descarga: Enlace | None


def hay(d: DemoComparada) -> bool:
    """Si la corrida que se publica trae evaluación."""
    return d.demo.corrida is not None and d.demo.corrida.evaluacion is not None


def ruta_de(demo: str) -> str:
    """La dirección de la página."""
    return rutas.seccion(demo, NOMBRE)


def modelar(ctx: Contexto) -> Iterator[PaginaDeEvaluacion]:
    """Una por demo evaluada, y las que hagan falta para sus casos."""
    for d in ctx.demos:
        if d.demo.corrida and d.demo.corrida.evaluacion:
            yield from _paginas(ctx, d, d.demo.corrida.evaluacion)


def _paginas(ctx: Contexto, d: DemoComparada, e: Evaluacion) -> Iterator[PaginaDeEvaluacion]:
    ruta = ruta_de(d.demo.plan.demo)
    reparto = repartir(
        ctx, ruta, tuple(grupos(ctx, ruta, d, e)), tuple(fallos(ctx, ruta, d, e)), tuple(por_conjunto(ctx, e))
    )
    principal = _modelar(ctx, d, e, reparto)
    yield principal
    for n, esta in enumerate(reparto.hojas[1:], 2):
        marco = _marco(ctx, d, e, rutas.hoja(ruta, n), titulo_de_hoja(ctx, ctx._("¿Se puede confiar?"), n))
        yield replace(
            principal, marco=marco, sin_alcanzar=(), mas_metricas=None, compuerta=None, laminas=(), conjuntos=(),
            otros=(), hechos=(), indice=(), con_fallos=bool(esta.fallos),
            grupos=esta.grupos, fallos=esta.fallos, casos=esta.casos,
            hoja=numerada(ctx, ruta, len(reparto.hojas), n),
        )  # fmt: skip


def _modelar(ctx: Contexto, d: DemoComparada, e: Evaluacion, reparto: Reparto) -> PaginaDeEvaluacion:
    ruta = ruta_de(d.demo.plan.demo)
    bien, n = umbrales_alcanzados(e)
    return PaginaDeEvaluacion(
        marco=_marco(ctx, d, e, ruta, ctx._("¿Se puede confiar?")),
        resultado=cumplimiento(ctx, bien == n if n else None),
        resumen=ctx.ngettext(
            "%(bien)s de %(n)s umbral alcanzado", "%(bien)s de %(n)s umbrales alcanzados", n, bien=bien
        ),
        procedencia=etiqueta(ctx, _CLAVE[e.procedencia]) if e.procedencia in _CLAVE else None,
        hechos=tuple(_hechos(ctx, d, e)),
        sin_alcanzar=tuple(_sin_alcanzar(ruta, reparto)),
        grupos=reparto.hojas[0].grupos,
        mas_metricas=reparto.mas_metricas,
        compuerta=_compuerta(ctx, e.compuerta) if e.compuerta else None,
        laminas=(*((coste(ctx, e.coste),) if e.coste else ()), *series(ctx, e)),
        con_fallos=True,
        fallos=reparto.hojas[0].fallos,
        casos=reparto.hojas[0].casos,
        indice=reparto.indice,
        hoja=numerada(ctx, ruta, len(reparto.hojas), 1),
        conjuntos=tuple(_conjunto(ctx, ruta, d, c) for c in e.conjuntos),
        otros=tuple(
            tabla
            for i, (clave, valor) in enumerate(e.otros.items())
            for tabla in tablas_de(ctx, f"otros-{i}", clave.replace("_", " "), valor)
        ),
        descarga=descarga_de_anexo(ctx, d, NOMBRE, ruta),
    )


def _sin_alcanzar(ruta: str, reparto: Reparto) -> Iterator[Enlace]:
    """De cada métrica que no llega a su umbral, su fila: entre las que sí llegan no se ve."""
    for n, de_la_hoja in enumerate(reparto.hojas, 1):
        pagina = rutas.relativa(ruta, rutas.hoja(ruta, n)) if n > 1 else ""
        for m in (m for g in de_la_hoja.grupos for m in g.metricas if m.cumple.tono == "mal"):
            yield Enlace(texto=f"{m.nombre}: {m.valor} ({m.umbral})", href=f"{pagina}#{m.ancla}")


def _marco(ctx: Contexto, d: DemoComparada, e: Evaluacion, ruta: str, titulo: str) -> Marco:
    """El marco, con la banda diciendo además quién escribió la referencia."""
    marco = marcar(
        ctx, tipo=NOMBRE, ruta=ruta, titulo=titulo, demo=d.demo.plan.demo,
        descripcion=ctx._("Métricas con su umbral, casos que fallan y la referencia congelada con que se midieron."),
    )  # fmt: skip
    aviso = ctx._("Las métricas las calculó la evaluación de la corrida; no salen de las respuestas de esta banda.")
    avisos = (*marco.divulgacion.avisos, aviso)
    banda = replace(marco.divulgacion, avisos=avisos, autores=tuple(_autores(ctx, e)))
    return replace(marco, divulgacion=banda)


def _autores(ctx: Contexto, e: Evaluacion) -> Iterator[str]:
    """Quién escribió cada referencia, una vez por origen: la banda va delante de todo y no puede ser un listado."""
    de_cada: dict[str, list[str]] = {}
    for c in e.conjuntos:
        de_cada.setdefault(ctx.texto(c.origen).replace("`", "") if c.origen else "", []).append(c.id)
    for origen, ids in de_cada.items():
        juntos = ", ".join(ids)
        if origen:
            yield ctx._("Referencia «%(id)s»: %(origen)s", id=juntos, origen=origen)
        else:
            yield ctx._("La evaluación no dice quién escribió la referencia «%(id)s».", id=juntos)


def _hechos(ctx: Contexto, d: DemoComparada, e: Evaluacion) -> Iterator[Hecho]:
    if d.demo.corrida:
        yield Hecho(nombre=ctx._("Corrida"), valor=d.demo.corrida.manifiesto.corrida)
    if e.juez:
        yield Hecho(nombre=ctx._("Juez de rúbricas"), valor=e.juez)
    for clave, n in e.llamadas.items():
        nombre = etiqueta(ctx, _CLAVE[clave]).texto if clave in _CLAVE else clave
        valor = ctx.ngettext("%(n)s llamada a modelo", "%(n)s llamadas a modelo", n)
        yield Hecho(nombre=ctx._("Para evaluar"), valor=f"{valor} · {nombre}")


def _compuerta(ctx: Contexto, c: Compuerta) -> CompuertaMostrada:
    pasa = c.codigo == 0
    puntos = ctx.idioma.numero(round((c.caida_maxima or 0) * 100, 1))
    margen = ctx._("Bloquea una caída de fidelidad de más de %(n)s puntos.", n=puntos) if c.caida_maxima else ""
    return CompuertaMostrada(
        resultado=Etiqueta(
            valor="pasa" if pasa else "bloquea",
            texto=ctx._("se publica") if pasa else ctx._("bloqueado"),
            tono="bien" if pasa else "mal",
        ),
        margen=margen,
        motivos=c.motivos,
        casos=tabla_de(ctx, "compuerta-casos", ctx._("Casos que empeoran"), c.casos) if c.casos else None,
    )


def _conjunto(ctx: Contexto, ruta: str, d: DemoComparada, c: Conjunto) -> ConjuntoMostrado:
    origen = ctx.texto(c.origen)
    return ConjuntoMostrado(
        id=c.id,
        n="" if c.n is None else ctx.ngettext("%(n)s caso", "%(n)s casos", c.n),
        origen=prosa(ruta, d, origen, nivel=4) if origen else None,
        desde=tuple(a_documento(ctx, ruta, d, f, codigo=True) for f in c.desde),
        cuantos=ctx.ngettext("%(n)s documento fuente", "%(n)s documentos fuente", len(c.desde)) if c.desde else "",
        fichero=c.fichero,
        sha256=c.sha256,
        otros=tuple(Hecho(nombre=k.replace("_", " "), valor=escrito(ctx, v)) for k, v in c.otros.items()),
    )


TIPO = TipoDePagina(
    nombre=NOMBRE,
    plantilla="evaluacion.html",
    modelar=modelar,
    seccion=Seccion(titulo=mensaje("Evaluación"), ruta=ruta_de, hay=hay),
)

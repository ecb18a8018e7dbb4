"""Dos corridas, lado a lado: la que se publica contra la anterior o la de referencia.

La de antes no tiene páginas de caso propias (una por corrida multiplicaría el sitio): sus pasos se ven aquí, cada uno
con su ancla estable. Los de ahora enlazan a su página.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.evaluacion import Metrica
from generador.modelo.historial import CambioDeCaso, CambioDeElemento, CambioDeMetrica, Con, Cotejo, Elemento, Resumen
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Marco, Pagina, TipoDePagina
from generador.paginas.comparacion.pasos import (
    DetalleDeCaso,
    a_caso,
    ancla_de_caso,
    cuenta_de_pasos,
    detallados,
    detalles,
)
from generador.paginas.corridas import a_cotejo, ruta_de, titulo_de
from generador.paginas.corridas.frases import Frase, frases
from generador.paginas.corridas.graficos import de
from generador.paginas.divulgar import partes
from generador.paginas.enlaces import a_nodo
from generador.paginas.evaluacion.cifras import cifra, cumplimiento, diferencia, umbral
from generador.paginas.evaluacion.metricas import titulo
from generador.paginas.marco import marcar
from generador.paginas.tablas import Tabla
from generador.paginas.terminos import Etiqueta, etiqueta

NOMBRE = "comparacion"
_CASOS, _IGUALES, _ELEMENTOS, _METRICAS = 80, 100, 60, 30
"""Filas de cada tabla, como mucho."""


class FilaDeCaso(Struct, frozen=True, kw_only=True):
    """Un caso que cambió. `detalle` lleva a sus pasos, si están en la página."""

    caso: str
    titulo: Enlace
    antes: Etiqueta
    ahora: Etiqueta
    pasos: str
    detalle: str


class FilaDeElemento(Struct, frozen=True, kw_only=True):
    """Un nodo o una arista (`clase`) que no es igual. `destino` es `None` en un nodo."""

    clase: str
    variante: str
    clave: str
    origen: Enlace
    destino: Enlace | None
    suerte: Etiqueta
    antes: Etiqueta | None
    ahora: Etiqueta | None
    que: str


class FilaDeMetrica(Struct, frozen=True, kw_only=True):
    """Una métrica que no da lo mismo. `diferencia` va con su signo, o `—` si no hay."""

    id: str
    nombre: str
    antes: str
    ahora: str
    diferencia: str
    umbral: str
    cumple: Etiqueta
    sobre: str


class PaginaDeComparacion(Pagina, frozen=True, kw_only=True):
    """`cifras` son las dos corridas en una tabla; `iguales`, los casos en que no cambió nada, para plegar.

    `avisos` son de lo que no se pudo leer y `notas`, de lo que no se compara; `sin_metricas` dice por qué no hay
    métricas que comparar, si una de las dos corridas no trae evaluación.
    """

    cambios: tuple[Frase, ...]
    otras: tuple[Enlace, ...]
    cifras: Tabla
    avisos: tuple[str, ...]
    notas: tuple[str, ...]
    casos: tuple[FilaDeCaso, ...]
    iguales: tuple[Enlace, ...]
    cuantos_iguales: str
    elementos: tuple[FilaDeElemento, ...]
    metricas: tuple[FilaDeMetrica, ...]
    metricas_iguales: str
    sin_metricas: str
    detalles: tuple[DetalleDeCaso, ...]
    no_cabe: str
    mas_elementos: str
    mas_metricas: str


def modelar(ctx: Contexto) -> Iterator[PaginaDeComparacion]:
    """Una por cotejo de cada demo."""
    return (_modelar(ctx, d, c) for d in ctx.demos for c in d.historial.cotejos)


def _modelar(ctx: Contexto, d: DemoComparada, c: Cotejo) -> PaginaDeComparacion:
    demo = d.demo.plan.demo
    ruta = rutas.comparacion(demo, c.antes.corrida, c.ahora.corrida)
    iguales = [x for x in c.casos if x.igual]
    con_detalle, dichas = {x.caso for x in detallados(c)}, frases(ctx, c)
    return PaginaDeComparacion(
        marco=_marco(ctx, d, c, ruta),
        cambios=dichas,
        otras=tuple(a_cotejo(ruta, demo, x, titulo_de(ctx, x)) for x in d.historial.cotejos if x is not c),
        cifras=_cifras(ctx, c),
        avisos=tuple(
            ctx._("De %(corrida)s no se pudo leer: %(cuales)s", corrida=r.corrida, cuales=", ".join(r.ilegibles))
            for r in (c.antes, c.ahora)
            if r.ilegibles
        ),
        notas=tuple(nota for r in (c.antes, c.ahora) for nota in _notas(ctx, r)),
        casos=tuple(_caso(ctx, ruta, demo, x, con_detalle) for x in c.cambiados[:_CASOS]),
        iguales=tuple(a_caso(ctx, ruta, demo, x.caso) for x in iguales[:_IGUALES]),
        cuantos_iguales=ctx.ngettext(
            "%(n)s caso sin ningún cambio", "%(n)s casos sin ningún cambio", len(iguales)
        ) if iguales else "",
        elementos=tuple(_elemento(ctx, ruta, d, x) for x in c.elementos[:_ELEMENTOS]),
        metricas=tuple(_metrica(ctx, x) for x in c.metricas[:_METRICAS]),
        metricas_iguales=ctx.ngettext(
            "%(n)s métrica más da exactamente lo mismo.", "%(n)s métricas más dan exactamente lo mismo.", c.iguales
        ) if c.iguales else "",
        sin_metricas="" if c.antes.metricas and c.ahora.metricas else dichas[2].texto,
        detalles=tuple(detalles(ctx, ruta, demo, c)),
        no_cabe=ctx._(
            "Aquí no caben todos los casos: «vitrina comparar %(demo)s --con %(corrida)s» los da enteros.",
            demo=demo, corrida=c.antes.corrida,
        ) if len(con_detalle) < len(c.cambiados) or len(iguales) > _IGUALES else "",
        mas_elementos=_filas_de_mas(ctx, len(c.elementos) - _ELEMENTOS),
        mas_metricas=_filas_de_mas(ctx, len(c.metricas) - _METRICAS),
    )  # fmt: skip


def _filas_de_mas(ctx: Contexto, sobran: int) -> str:
    return ctx.ngettext("y %(n)s fila más", "y %(n)s filas más", sobran) if sobran > 0 else ""


def _titulo(ctx: Contexto, c: Cotejo) -> str:
    """Con qué se compara, dicho: los identificadores de las corridas están en la tabla de cifras."""
    if Con.ANTERIOR in c.con:
        return ctx._("Qué cambió desde la corrida anterior")
    return ctx._("Qué cambió desde la corrida de referencia")


def _marco(ctx: Contexto, d: DemoComparada, c: Cotejo, ruta: str) -> Marco:
    """El marco, con la banda diciendo además de dónde salieron las respuestas de la otra corrida: aquí se ven."""
    marco = marcar(
        ctx, tipo=NOMBRE, ruta=ruta, demo=d.demo.plan.demo, migas=((ctx._("Corridas"), ruta_de(d.demo.plan.demo)),),
        titulo=_titulo(ctx, c),
        descripcion=ctx._("Qué cambió entre dos corridas: casos, pasos, grafo y métricas."),
    )  # fmt: skip
    cuantas = ", ".join(p.texto for p in partes(ctx, c.antes.recuento))
    otra = ctx._(
        "Esta banda cuenta la corrida que se publica. De la otra, %(corrida)s: %(cuantas)s.",
        corrida=c.antes.corrida,
        cuantas=cuantas,
    )
    return replace(marco, divulgacion=replace(marco.divulgacion, avisos=(*marco.divulgacion.avisos, otra)))


def _cifras(ctx: Contexto, c: Cotejo) -> Tabla:
    filas = (
        (ctx._("Sprint"), *(r.sprint for r in (c.antes, c.ahora))),
        (ctx._("Revisión"), *((r.revision or "—")[:12] for r in (c.antes, c.ahora))),
        (ctx._("Casos que cumplen"), *(de(ctx, r.cumplen, r.total) for r in (c.antes, c.ahora))),
        (ctx._("Nodos visitados"), *(_recorrido(ctx, r, "nodos_visitados", "nodos") for r in (c.antes, c.ahora))),
        (
            ctx._("Aristas recorridas"),
            *(_recorrido(ctx, r, "aristas_recorridas", "aristas") for r in (c.antes, c.ahora)),
        ),
        (ctx._("Umbrales alcanzados"), *(de(ctx, *r.umbrales) for r in (c.antes, c.ahora))),
        (ctx._("Duración"), *(ctx.idioma.duracion(r.duracion) for r in (c.antes, c.ahora))),
    )
    return Tabla(
        id="cifras",
        titulo=ctx._("Las dos corridas, en cifras"),
        cabecera=ctx._("Dato"),
        columnas=(
            ctx._("Antes: %(corrida)s", corrida=c.antes.corrida),
            ctx._("Ahora: %(corrida)s", corrida=c.ahora.corrida),
        ),
        filas=filas,
        numerica=True,
    )


def _recorrido(ctx: Contexto, r: Resumen, parte: str, total: str) -> str:
    k = r.cobertura
    return de(ctx, getattr(k, parte), getattr(k, total)) if k else "—"


def _notas(ctx: Contexto, r: Resumen) -> Iterator[str]:
    if r.retirados:
        yield ctx._(
            "En %(corrida)s hay casos que el plan ya no tiene, o no con esa variante, y no se comparan: %(casos)s",
            corrida=r.corrida,
            casos=", ".join(r.retirados),
        )
    if r.variantes_retiradas:
        yield ctx._(
            "En %(corrida)s hay variantes que el plan ya no tiene y no se comparan: %(variantes)s",
            corrida=r.corrida,
            variantes=", ".join(r.variantes_retiradas),
        )


def _caso(ctx: Contexto, ruta: str, demo: str, c: CambioDeCaso, con_detalle: Container[str]) -> FilaDeCaso:
    return FilaDeCaso(
        caso=c.caso,
        titulo=a_caso(ctx, ruta, demo, c.caso),
        antes=etiqueta(ctx, c.antes),
        ahora=etiqueta(ctx, c.ahora),
        pasos=cuenta_de_pasos(ctx, c) or ctx._("nada que emparejar"),
        detalle=f"#{ancla_de_caso(c.caso)}" if c.caso in con_detalle else "",
    )


def _elemento(ctx: Contexto, ruta: str, d: DemoComparada, c: CambioDeElemento) -> FilaDeElemento:
    e = c.elemento
    variantes = {v.id: ctx.texto(v.titulo) for v in d.demo.plan.variantes}
    return FilaDeElemento(
        clase=e.clase,
        variante=variantes.get(e.variante, e.variante),
        clave=e.origen if e.clase == "nodo" else f"{e.origen}→{e.destino or '?'}",
        origen=a_nodo(ctx, ruta, d, e.origen),
        destino=None if e.clase == "nodo" else a_nodo(ctx, ruta, d, e.destino),
        suerte=etiqueta(ctx, c.suerte),
        antes=_veredicto(ctx, c.antes),
        ahora=_veredicto(ctx, c.ahora),
        que="; ".join(ctx.mensaje(m) for m in c.que) or "—",
    )


def _veredicto(ctx: Contexto, e: Elemento | None) -> Etiqueta | None:
    return etiqueta(ctx, e.veredicto) if e else None


def _diferencia(ctx: Contexto, c: CambioDeMetrica) -> str:
    if c.antes and c.ahora:
        return diferencia(ctx, c.ahora, c.antes.valor) or "—"
    return etiqueta(ctx, c.suerte).texto


def _metrica(ctx: Contexto, c: CambioDeMetrica) -> FilaDeMetrica:
    m = c.metrica
    return FilaDeMetrica(
        id=m.id,
        nombre=titulo(ctx, m),
        antes=_valor(ctx, c.antes),
        ahora=_valor(ctx, c.ahora),
        diferencia=_diferencia(ctx, c),
        umbral=umbral(ctx, m),
        cumple=cumplimiento(ctx, m.cumple, m.umbral),
        sobre=" → ".join("—" if x is None or x.n is None else ctx.idioma.numero(x.n) for x in (c.antes, c.ahora)),
    )


def _valor(ctx: Contexto, m: Metrica | None) -> str:
    return "—" if m is None else cifra(ctx, m.valor, m.unidad)


TIPO = TipoDePagina(nombre=NOMBRE, plantilla="comparacion.html", modelar=modelar)

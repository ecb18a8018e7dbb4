"""Una variante comparada: su veredicto, su grafo de diferencias, sus elementos, sus hallazgos y sus casos."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from generador.modelo.demo import DemoComparada
from generador.modelo.hallazgo import Veredicto
from generador.modelo.nombres import ancla
from generador.modelo.plan import Variante
from generador.paginas.base import Contexto, Enlace
from generador.paginas.contrato.casos import CasoAlineado, caso_alineado, mas_casos
from generador.paginas.contrato.elementos import Lado, TablaDeElementos, fila, prioridad
from generador.paginas.contrato.reparto import Reparto
from generador.paginas.dibujo.figura import Figura
from generador.paginas.enlaces import a_lugar, corto, revision
from generador.paginas.grafo import DIFERENCIAS as CAPAS
from generador.paginas.grafo import figura
from generador.paginas.hallazgos import HallazgoMostrado, mostrados
from generador.paginas.hojas import FILAS, Hoja
from generador.paginas.resumen import Contrato, Medida, cobertura, contar_veredictos, contrato
from generador.paginas.terminos import Etiqueta, etiqueta


class Cuenta(Struct, frozen=True, kw_only=True):
    """Cuántos elementos tienen un veredicto."""

    etiqueta: Etiqueta
    n: int


class Comparada(Struct, frozen=True, kw_only=True):
    """Una variante comparada entera. Las filas van de lo que no coincide a lo conforme.

    Si ni sola cabe en una página, `hoja` dice qué filas van en esta, y todo lo demás va en la primera. Si los casos no
    caben, van los primeros que se salen, y `mas_casos` dice cuántos quedan y lleva a todos.
    """

    id: str
    ancla: str
    titulo: str
    contrato: Contrato
    hoja: Hoja
    fuentes: tuple[Lado, ...]
    cuentas: tuple[Cuenta, ...]
    cobertura: tuple[Medida, ...]
    grafo: Figura | None
    con_spike: bool
    tablas: tuple[TablaDeElementos, ...]
    hallazgos: tuple[HallazgoMostrado, ...]
    casos: tuple[CasoAlineado, ...]
    mas_casos: Enlace | None


def variante_comparada(
    ctx: Contexto, ruta: str, d: DemoComparada, v: Variante, numerada: Hoja, suya: Reparto
) -> Comparada:
    """Una variante, con las filas que van en esta página; lo demás, solo en la primera de las suyas."""
    c = d.comparaciones[v.id]
    cuentas = contar_veredictos((c,))
    caben = max(1, FILAS // len(d.comparaciones))
    alineadas = c.conformidades if len(c.conformidades) <= caben else sorted(c.conformidades, key=lambda f: f.conforme)
    titulo = ctx.texto(v.titulo)
    return Comparada(
        id=v.id,
        ancla=ancla("variante", v.id),
        titulo=titulo,
        contrato=contrato(ctx, (c,)),
        fuentes=tuple(_fuentes(ctx, d, v.id)),
        cuentas=tuple(Cuenta(etiqueta=etiqueta(ctx, x), n=cuentas[x]) for x in Veredicto if cuentas[x]),
        cobertura=cobertura(ctx, (c,)),
        hoja=numerada,
        grafo=_grafo(ctx, ruta, d, v.id, titulo) if numerada.primera else None,
        con_spike=v.id in d.demo.spikes or any(j.frente_al_spike for j in c.nodos),
        tablas=tuple(_tablas(ctx, ruta, d, v, suya)),
        hallazgos=tuple(mostrados(ctx, ruta, d, c.hallazgos)),
        casos=tuple(caso_alineado(ctx, ruta, d, f) for f in alineadas[:caben]) if numerada.primera else (),
        mas_casos=mas_casos(ctx, ruta, d, alineadas[caben:]),
    )


def _tablas(ctx: Contexto, ruta: str, d: DemoComparada, v: Variante, suya: Reparto) -> Iterator[TablaDeElementos]:
    """La de nodos y la de aristas. Si van en varias páginas, primero todos los nodos; la que está vacía no se pone."""
    c, titulo, pasados = d.comparaciones[v.id], ctx.texto(v.titulo), 0
    for clase, texto, juicios in (
        ("nodos", ctx._("Nodos de «%(variante)s»", variante=titulo), c.nodos),
        ("aristas", ctx._("Aristas de «%(variante)s»", variante=titulo), c.aristas),
    ):
        suyos = slice(max(0, suya.desde - pasados), max(0, suya.hasta - pasados))
        filas = tuple(fila(ctx, ruta, d, c, j) for j in sorted(juicios, key=prioridad)[suyos])
        pasados += len(juicios)
        if filas or suya.entera:
            yield TablaDeElementos(id=f"{ancla('variante', v.id)}-{clase}", titulo=texto, filas=filas)


def _grafo(ctx: Contexto, ruta: str, d: DemoComparada, variante: str, titulo: str) -> Figura | None:
    """El de diferencias. Si es enorme, su tabla son las de nodos y aristas que lleva debajo."""
    debajo = f"#{ancla('variante', variante)}-nodos"
    texto = ctx._("Diferencias de «%(variante)s»", variante=titulo)
    return figura(ctx, ruta, d, variante, texto, capas=CAPAS, tabla=debajo)


def _fuentes(ctx: Contexto, d: DemoComparada, variante: str) -> Iterator[Lado]:
    """De dónde sale cada lado, para poder ir a mirarlo."""
    demo, suya = d.demo, revision(d)
    escrito = demo.contratos.get(variante)
    if escrito and escrito.lugar:
        yield Lado(texto=ctx._("Contrato"), lugar=corto(a_lugar(d, escrito.lugar, suya)))
    real = demo.corrida.grafos.get(variante) if demo.corrida else None
    if real:
        version = f"LangGraph {real.version_langgraph}" if real.version_langgraph else ctx._("grafo exportado")
        yield Lado(texto=ctx._("Grafo real"), lugar=Enlace(texto=version, href=""))
    spike = demo.spikes.get(variante)
    if spike:
        yield Lado(texto=ctx._("Spike"), lugar=corto(a_lugar(d, spike.lugar, suya)))

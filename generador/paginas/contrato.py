"""¿Es lo que prometimos? Contrato, grafo real, spike y lo observado, con un veredicto por elemento."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.grafo import Arista, Certeza, Nodo, TipoDeNodo
from generador.modelo.hallazgo import DIFERENCIAS, Comparacion, Conformidad, Juicio, Veredicto
from generador.modelo.mensaje import mensaje
from generador.modelo.nombres import ancla
from generador.modelo.plan import Variante
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, Seccion, TipoDePagina, enlace
from generador.paginas.dibujo.figura import Figura
from generador.paginas.enlaces import (
    a_los_casos,
    a_lugar,
    a_nodo,
    a_paso,
    a_repositorio,
    a_variante,
    corto,
    hojas_del_contrato,
    nombre,
    revision,
)
from generador.paginas.grafo import DIFERENCIAS as CAPAS
from generador.paginas.grafo import figura
from generador.paginas.hallazgos import HallazgoMostrado, mostrados
from generador.paginas.hojas import ENTERA, FILAS, Hoja, hoja, titulo_de_hoja
from generador.paginas.marco import marcar
from generador.paginas.resumen import Contrato, Medida, cobertura, contar_veredictos, contrato, seguimiento
from generador.paginas.terminos import Etiqueta, etiqueta

_Hojas: TypeAlias = tuple[tuple[tuple[str, ...], int, int], ...]
_ORDEN = {v: i for i, v in enumerate(Veredicto)}


class Lado(Struct, frozen=True, kw_only=True):
    """Cómo es un elemento en uno de los grafos. `lugar` es dónde está escrito; sin dirección, va sin enlace."""

    texto: str
    lugar: Enlace | None = None


class Fila(Struct, frozen=True, kw_only=True):
    """Un nodo (`destino` es `None`) o una arista, con sus lados. Un lado `None` es que ahí no está."""

    clave: str
    ancla: str
    origen: Enlace
    destino: Enlace | None
    veredicto: Etiqueta
    motivo: str
    contrato: Lado | None
    real: Lado | None
    spike: Etiqueta | None
    spike_nombre: str
    visitas: str
    prueba: Enlace | None


class CasoAlineado(Struct, frozen=True, kw_only=True):
    """Un caso frente al grafo: conforme, o en qué paso se sale, por qué regla y los dos lados."""

    caso: Enlace
    conforme: Etiqueta
    paso: Enlace | None
    regla: str
    esperado: tuple[str, ...]
    obtenido: tuple[str, ...]
    dudas: str


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
    nodos: tuple[Fila, ...]
    aristas: tuple[Fila, ...]
    hallazgos: tuple[HallazgoMostrado, ...]
    casos: tuple[CasoAlineado, ...]
    mas_casos: Enlace | None


class PaginaDeContrato(Pagina, frozen=True, kw_only=True):
    """`fuentes` dice cuáles se comparan, y va vacío sin ninguna; `indice` lleva a cada variante, si hay varias."""

    contrato: Contrato
    fuentes: str
    indice: tuple[Enlace, ...]
    variantes: tuple[Comparada, ...]


def modelar(ctx: Contexto) -> Iterator[PaginaDeContrato]:
    """Una por demo, y las que hagan falta para sus variantes."""
    for d in ctx.demos:
        hojas = hojas_del_contrato(d)
        yield from (_modelar(ctx, d, hojas, n) for n in range(1, max(len(hojas), 1) + 1))


def _modelar(ctx: Contexto, d: DemoComparada, hojas: _Hojas, n: int) -> PaginaDeContrato:
    plan, (suyas, desde, hasta) = d.demo.plan, hojas[n - 1] if hojas else ((), 0, 0)
    ruta = rutas.hoja(rutas.contrato(plan.demo), n)
    variantes = [plan.variante(v) for v in dict.fromkeys(v for hoja, _, _ in hojas for v in hoja)]
    trozos = tuple((None,) * (b - a) for hoja, a, b in hojas if hoja == suyas)
    primera = next((k for k, (hoja, _, _) in enumerate(hojas) if hoja == suyas), 0)
    numerada = hoja(ctx, rutas.contrato(plan.demo), trozos, n - primera, primera) if suyas else ENTERA
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
        variantes=tuple(_variante(ctx, ruta, d, plan.variante(v), numerada, (desde, hasta)) for v in suyas),
    )  # fmt: skip


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


def _variante(
    ctx: Contexto, ruta: str, d: DemoComparada, v: Variante, numerada: Hoja, filas: tuple[int, int]
) -> Comparada:
    """Una variante, con las filas que van en esta hoja: primero las de sus nodos y después las de sus aristas."""
    c = d.comparaciones[v.id]
    nodos, aristas = sorted(c.nodos, key=_prioridad), sorted(c.aristas, key=_prioridad)
    desde, hasta = filas
    de_aristas = slice(max(0, desde - len(nodos)), max(0, hasta - len(nodos)))
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
        nodos=tuple(_fila(ctx, ruta, d, c, j) for j in nodos[desde:hasta]),
        aristas=tuple(_fila(ctx, ruta, d, c, j) for j in aristas[de_aristas]),
        hallazgos=tuple(mostrados(ctx, ruta, d, c.hallazgos)),
        casos=tuple(_alineado(ctx, ruta, d, f) for f in alineadas[:caben]),
        mas_casos=_mas_casos(ctx, ruta, d, alineadas[caben:]),
    )


def _grafo(ctx: Contexto, ruta: str, d: DemoComparada, variante: str, titulo: str) -> Figura | None:
    """El de diferencias. Si es enorme, su tabla son las de nodos y aristas que lleva debajo."""
    debajo = f"#{ancla('variante', variante)}-nodos"
    texto = ctx._("Diferencias de «%(variante)s»", variante=titulo)
    return figura(ctx, ruta, d, variante, texto, capas=CAPAS, tabla=debajo)


def _mas_casos(ctx: Contexto, ruta: str, d: DemoComparada, quedan: Sequence[Conformidad]) -> Enlace | None:
    if not quedan:
        return None
    texto = ctx.ngettext(
        "%(n)s caso más, de los que se salen %(fuera)s: está en la tabla de casos",
        "%(n)s casos más, de los que se salen %(fuera)s: están en la tabla de casos",
        len(quedan),
        fuera=ctx.idioma.numero(sum(not f.conforme for f in quedan)),
    )
    return a_los_casos(ruta, d, texto)


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


def _prioridad(j: Juicio) -> tuple[bool, bool, int]:
    return j.veredicto not in DIFERENCIAS, j.veredicto is Veredicto.CONFORME, _ORDEN[j.veredicto]


def _fila(ctx: Contexto, ruta: str, d: DemoComparada, c: Comparacion, j: Juicio) -> Fila:
    demo = d.demo.plan.demo
    return Fila(
        clave=j.clave,
        ancla=ancla(f"{c.variante}-{j.clase}", j.clave),
        origen=a_nodo(ctx, ruta, d, j.origen),
        destino=a_nodo(ctx, ruta, d, j.destino) if j.clase == "arista" else None,
        veredicto=etiqueta(ctx, j.veredicto),
        motivo=ctx.mensaje(j.motivo),
        contrato=_lado(ctx, j.contrato, _escrito(d, j.contrato)),
        real=_lado(ctx, j.real, _escrito(d, j.real) or _programado(d, c.variante, j)),
        spike=etiqueta(ctx, j.frente_al_spike) if j.frente_al_spike else None,
        spike_nombre=_nombre_en_el_spike(j),
        visitas=ctx.ngettext("%(n)s vez", "%(n)s veces", j.visitas) if j.visitas else ctx._("nunca"),
        prueba=a_paso(ctx, ruta, demo, next(iter(j.pruebas))) if j.pruebas else None,
    )


def _nombre_en_el_spike(j: Juicio) -> str:
    return j.spike.id if isinstance(j.spike, Nodo) and j.spike.id != j.origen else ""


def _lado(ctx: Contexto, elemento: Nodo | Arista | None, lugar: Enlace | None) -> Lado | None:
    if elemento is None:
        return None
    texto = _de_nodo(ctx, elemento) if isinstance(elemento, Nodo) else _de_arista(ctx, elemento)
    return Lado(texto=texto or ("" if lugar else ctx._("sí")), lugar=corto(lugar))


def _escrito(d: DemoComparada, elemento: Nodo | Arista | None) -> Enlace | None:
    return a_lugar(d, elemento.lugar, revision(d)) if elemento else None


def _programado(d: DemoComparada, variante: str, j: Juicio) -> Enlace | None:
    """La línea de código de un nodo real, si la corrida la trae."""
    fuentes = d.demo.corrida.fuentes.get(variante, {}) if d.demo.corrida else {}
    f = fuentes.get(j.origen) if j.clase == "nodo" else None
    if f is None or f.fichero is None or f.lineas is None:
        return None
    href = "" if f.ajena else a_repositorio(d, f.fichero, f.lineas[0], f.revision)
    return Enlace(texto=f"{f.fichero}:{f.lineas[0]}", href=href)


def _de_nodo(ctx: Contexto, n: Nodo) -> str:
    """Lo que hay que decir de un nodo además de que está: nada, si es uno corriente."""
    partes = [etiqueta(ctx, n.tipo).texto] if n.tipo is not TipoDeNodo.NODO else []
    if n.etiqueta and n.etiqueta != n.nombre:
        partes.append(f"«{n.etiqueta}»")
    return " · ".join(partes)


def _de_arista(ctx: Contexto, a: Arista) -> str:
    partes = [etiqueta(ctx, a.tipo).texto, *a.etiquetas]
    if a.certeza is not Certeza.DECLARADA:
        partes.append(etiqueta(ctx, a.certeza).texto)
    return " · ".join(partes)


def _alineado(ctx: Contexto, ruta: str, d: DemoComparada, f: Conformidad) -> CasoAlineado:
    demo, desvio = d.demo.plan.demo, f.desviacion
    caso = enlace(ruta, rutas.caso(demo, f.caso), ctx.texto(d.demo.plan.caso(f.caso).titulo))
    return CasoAlineado(
        caso=caso,
        conforme=seguimiento(ctx, f),
        paso=_paso(ctx, ruta, demo, f.caso, desvio.paso) if desvio else None,
        regla=ctx.mensaje(desvio.regla) if desvio else "",
        esperado=tuple(nombre(ctx, n) for n in desvio.esperado) if desvio else (),
        obtenido=tuple(nombre(ctx, n) for n in desvio.obtenido) if desvio else (),
        dudas=ctx.ngettext("%(n)s duda", "%(n)s dudas", len(f.dudas)) if f.dudas else "",
    )


def _paso(ctx: Contexto, ruta: str, demo: str, caso: str, paso: int) -> Enlace:
    texto = ctx._("paso %(paso)s", paso=ctx.idioma.numero(paso))
    return enlace(ruta, ctx.ruta_de_paso(demo, caso, paso), texto)


TIPO = TipoDePagina(
    nombre="contrato",
    plantilla="contrato.html",
    modelar=modelar,
    seccion=Seccion(titulo=mensaje("Contrato"), ruta=rutas.contrato),
)

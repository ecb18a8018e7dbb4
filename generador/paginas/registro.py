"""El registro de citas: cada entrada con sus bytes exactos, su sitio en la cadena y quién la cita, en ambos sentidos.

Los campos y los bytes van en la página tal cual, porque es de ahí de donde el navegador los lee para recalcular la
cadena: lo que se ve y lo que se comprueba son lo mismo.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from msgspec import Struct

from generador.modelo.demo import DemoComparada
from generador.modelo.mensaje import mensaje
from generador.modelo.nombres import ancla
from generador.modelo.registro import Afirmacion, Cadena, Entrada, Fragmento, Registro
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Pagina, Seccion, TipoDePagina, enlace
from generador.paginas.enlaces import descarga_de_anexo
from generador.paginas.grabado import compacto
from generador.paginas.marco import marcar
from generador.paginas.terminos import Etiqueta

NOMBRE = "registro"
_RESPALDO = {
    "respalda": (mensaje("respalda"), "bien"),
    "contradice": (mensaje("contradice"), "mal"),
    "neutral": (mensaje("ni respalda ni contradice"), "aviso"),
}


class Campo(Struct, frozen=True, kw_only=True):
    """Un campo de la entrada, con su valor escrito como JSON: así un `1` y un `"1"` no se confunden."""

    nombre: str
    valor: str


class Trozo(Struct, frozen=True, kw_only=True):
    """Un trozo de los bytes. Si alguien lo cita, `href` lleva a la primera afirmación y `anclas` son las citas."""

    texto: str
    href: str = ""
    anclas: tuple[str, ...] = ()


class EntradaMostrada(Struct, frozen=True, kw_only=True):
    """`modo` es `texto` o `hex`: en hexadecimal van los bytes que una página no puede enseñar sin cambiarlos."""

    ancla: str
    titulo: str
    clase: str
    medio: str
    octetos: str
    modo: str
    trozos: tuple[Trozo, ...]
    campos: tuple[Campo, ...]
    citas: tuple[Enlace, ...]


class FragmentoMostrado(Struct, frozen=True, kw_only=True):
    """Una cita: los bytes, qué hecho se leyó y en qué entrada. Sin `href`, la entrada no está en esta cadena."""

    texto: str
    hecho: str
    href: str
    sitio: str


class AfirmacionMostrada(Struct, frozen=True, kw_only=True):
    """Afirmación → proposición → fragmentos → veredicto. `sin` son los ids que cita y no existen en la cadena."""

    ancla: str
    id: str
    texto: str
    clase: str
    proposicion: str
    args: str
    veredicto: Etiqueta
    motivo: str
    falta: tuple[str, ...]
    paso: Enlace | None
    fragmentos: tuple[FragmentoMostrado, ...]
    sin: tuple[str, ...]


class CadenaMostrada(Struct, frozen=True, kw_only=True):
    """El registro de un caso. `publicada` dice por dónde llegó la cabeza."""

    ancla: str
    caso: Enlace
    cuantas: str
    cabeza: str
    publicada: str
    entradas: tuple[EntradaMostrada, ...]
    afirmaciones: tuple[AfirmacionMostrada, ...]


class PaginaDeRegistro(Pagina, frozen=True, kw_only=True):
    """`prefijo` y `origen` son los del algoritmo; `total`, cuántas entradas hay en cuántas cadenas."""

    prefijo: str
    origen: str
    total: str
    cadenas: tuple[CadenaMostrada, ...]
    descarga: Enlace | None


def hay(d: DemoComparada) -> bool:
    """Si la corrida que se publica trae registro."""
    return d.demo.corrida is not None and d.demo.corrida.registro is not None


def ruta_de(demo: str) -> str:
    """La dirección de la página."""
    return rutas.seccion(demo, NOMBRE)


def modelar(ctx: Contexto) -> Iterator[PaginaDeRegistro]:
    """Una por demo con registro."""
    for d in ctx.demos:
        if d.demo.corrida and d.demo.corrida.registro:
            yield _modelar(ctx, d, d.demo.corrida.registro)


def _modelar(ctx: Contexto, d: DemoComparada, r: Registro) -> PaginaDeRegistro:
    demo = d.demo.plan.demo
    entradas = sum(len(c.entradas) for c in r.cadenas)
    cuantas = ctx.ngettext("%(n)s cadena", "%(n)s cadenas", len(r.cadenas))
    return PaginaDeRegistro(
        marco=marcar(
            ctx, tipo=NOMBRE, ruta=ruta_de(demo), titulo=ctx._("Registro de citas"), demo=demo,
            descripcion=ctx._("Los bytes exactos que el agente podía citar, encadenados, y quién cita cada uno."),
            scripts=("registro.js",),
        ),
        prefijo=r.prefijo,
        origen=r.origen,
        total=ctx.ngettext("%(n)s entrada en %(cuantas)s", "%(n)s entradas en %(cuantas)s", entradas, cuantas=cuantas),
        cadenas=tuple(_cadena(ctx, d, c) for c in r.cadenas),
        descarga=descarga_de_anexo(ctx, d, NOMBRE, ruta_de(demo)),
    )  # fmt: skip


def _cadena(ctx: Contexto, d: DemoComparada, c: Cadena) -> CadenaMostrada:
    ruta, plan = ruta_de(d.demo.plan.demo), d.demo.plan
    en_manifiesto = d.demo.corrida is not None and c.caso in d.demo.corrida.manifiesto.cabezas
    return CadenaMostrada(
        ancla=ancla("cadena", c.caso),
        caso=enlace(ruta, rutas.caso(plan.demo, c.caso), ctx.texto(plan.caso(c.caso).titulo)),
        cuantas=ctx.ngettext("%(n)s entrada", "%(n)s entradas", len(c.entradas)),
        cabeza=c.cabeza,
        publicada=ctx._("publicada también en el manifiesto de la corrida")
        if en_manifiesto
        else ctx._("tomada de la traza del caso, cuya huella está en el manifiesto"),
        entradas=tuple(_entrada(ctx, c, i) for i in range(len(c.entradas))),
        afirmaciones=tuple(_afirmacion(ctx, d, c, a) for a in c.afirmaciones),
    )


def _entrada(ctx: Contexto, c: Cadena, i: int) -> EntradaMostrada:
    e = c.entradas[i]
    contenido = e.contenido or b""
    texto = _texto(contenido)
    trozos = _trozos(c, e, contenido) if texto is not None else (Trozo(texto=contenido.hex(" ", 1)),)
    return EntradaMostrada(
        ancla=_ancla_de_entrada(c, i),
        titulo=ctx._("Entrada %(n)s", n=ctx.idioma.numero(i + 1)),
        clase=e.clase,
        medio=e.tipo_de_medio,
        octetos=ctx.ngettext("%(n)s byte", "%(n)s bytes", len(contenido)),
        modo="hex" if texto is None else "texto",
        trozos=trozos,
        campos=tuple(Campo(nombre=k, valor=compacto(v)) for k, v in e.campos.items()),
        citas=tuple(
            Enlace(texto=a.id, href=f"#{_ancla_de_afirmacion(c, a)}", codigo=True)
            for a in c.afirmaciones
            if e.id in a.ledger_ids or any(f.ledger_id == e.id for f in a.fragmentos)
        ),
    )


def _texto(contenido: bytes) -> str | None:
    """Los bytes como texto, si son UTF-8 y la página puede enseñarlo sin cambiar ni uno."""
    try:
        texto = contenido.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return texto if _se_ve(texto) else None


def _se_ve(texto: str) -> bool:
    return all(c.isprintable() or c in "\n\t" or unicodedata.category(c) == "Zs" for c in texto)


def _trozos(c: Cadena, e: Entrada, contenido: bytes) -> tuple[Trozo, ...]:
    """Los bytes cortados por donde empieza o acaba una cita. Una cita que parte un carácter no se resalta."""
    citas = [(f, a, n) for a in c.afirmaciones for n, f in enumerate(a.fragmentos) if _es_de(f, e, contenido)]
    cortes = sorted({0, len(contenido), *(x for f, _, _ in citas for x in (f.inicio, f.fin))})
    try:
        textos = [contenido[a:b].decode("utf-8") for a, b in pairwise(cortes)]
    except UnicodeDecodeError:
        return (Trozo(texto=contenido.decode("utf-8")),)
    return tuple(
        Trozo(
            texto=texto,
            href=next((f"#{_ancla_de_afirmacion(c, a)}" for f, a, _ in citas if f.inicio <= inicio < f.fin), ""),
            anclas=tuple(_ancla_de_cita(c, a, n) for f, a, n in citas if f.inicio == inicio),
        )
        for inicio, texto in zip(cortes, textos, strict=False)
    )


def _es_de(f: Fragmento, e: Entrada, contenido: bytes) -> bool:
    return f.ledger_id == e.id and 0 <= f.inicio < f.fin <= len(contenido)


def _afirmacion(ctx: Contexto, d: DemoComparada, c: Cadena, a: Afirmacion) -> AfirmacionMostrada:
    donde = {e.id: i for i, e in enumerate(c.entradas)}
    ruta, demo = ruta_de(d.demo.plan.demo), d.demo.plan.demo
    n = _paso(d, c.caso, a)
    paso = ctx._("paso %(paso)s", paso=ctx.idioma.numero(n)) if n else ""
    return AfirmacionMostrada(
        ancla=_ancla_de_afirmacion(c, a),
        id=a.id,
        texto=a.texto or a.enunciado,
        clase=a.clase,
        proposicion=f"{a.proposicion} · {a.pred}",
        args=compacto(a.args),
        veredicto=_veredicto(ctx, a.entailment),
        motivo=a.motivo.replace("_", " "),
        falta=tuple(x if isinstance(x, str) else compacto(x) for x in a.missing_evidence),
        paso=enlace(ruta, ctx.ruta_de_paso(demo, c.caso, n), paso) if n else None,
        fragmentos=tuple(_fragmentos(ctx, c, a, donde)),
        sin=tuple(id for id in a.ledger_ids if id not in donde),
    )


def _paso(d: DemoComparada, caso: str, a: Afirmacion) -> int | None:
    """El paso de la página del caso en que se juzgó: el registro dice el superstep del grafo raíz."""
    traza = d.demo.corrida.trazas.get(caso) if d.demo.corrida else None
    pasos = [p for p in traza.pasos if not p.ambito and p.superstep == a.paso] if traza else []
    del_nodo = [p.n for p in pasos if any(t.nodo == a.nodo for t in p.tareas)]
    return next(iter(del_nodo or [p.n for p in pasos]), None)


def _fragmentos(ctx: Contexto, c: Cadena, a: Afirmacion, donde: Mapping[str, int]) -> Iterable[FragmentoMostrado]:
    for n, f in enumerate(a.fragmentos):
        i = donde.get(f.ledger_id)
        marcado = i is not None and _texto(c.entradas[i].contenido or b"") is not None
        href = "" if i is None else _ancla_de_cita(c, a, n) if marcado else _ancla_de_entrada(c, i)
        entrada = f.ledger_id if i is None else ctx._("entrada %(n)s", n=ctx.idioma.numero(i + 1))
        yield FragmentoMostrado(
            texto=f.texto,
            hecho=" · ".join(x for x in (f.sujeto, f.atributo, f.unidad) if x),
            href=f"#{href}" if href else "",
            sitio=ctx._("%(entrada)s, bytes %(a)s–%(b)s", entrada=entrada, a=f.inicio, b=f.fin),
        )


def _veredicto(ctx: Contexto, valor: str) -> Etiqueta:
    if valor not in _RESPALDO:
        return Etiqueta(valor=valor, texto=valor, tono="neutro")
    texto, tono = _RESPALDO[valor]
    return Etiqueta(valor=valor, texto=ctx.mensaje(texto), tono=tono)


def _ancla_de_entrada(c: Cadena, i: int) -> str:
    return ancla("entrada", f"{c.caso}/{i + 1}")


def _ancla_de_afirmacion(c: Cadena, a: Afirmacion) -> str:
    """Una afirmación se juzga otra vez en un reintento: el paso distingue sus juicios."""
    return ancla("afirmacion", f"{c.caso}/{a.id}/{a.proposicion}/{a.paso}")


def _ancla_de_cita(c: Cadena, a: Afirmacion, n: int) -> str:
    return ancla("cita", f"{c.caso}/{a.id}/{a.proposicion}/{a.paso}/{n}")


TIPO = TipoDePagina(
    nombre=NOMBRE,
    plantilla="registro.html",
    modelar=modelar,
    seccion=Seccion(titulo=mensaje("Registro"), ruta=ruta_de, hay=hay),
)

"""Enlaces que piden varias páginas: a un nodo, a un paso, al código en su repositorio y a un documento."""

from __future__ import annotations

import posixpath
from urllib.parse import quote

from generador.modelo.demo import DemoComparada
from generador.modelo.grafo import FIN, INICIO, Lugar
from generador.modelo.hallazgo import Prueba
from generador.modelo.plan import en_idioma
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, Prosa, enlace


def nodos_con_pagina(d: DemoComparada) -> tuple[str, ...]:
    """Los nodos con página propia: todo el que alguna variante juzgó, menos los extremos, en ese orden."""
    juzgados = (j.origen for c in d.comparaciones.values() for j in c.nodos)
    return tuple(dict.fromkeys(id for id in juzgados if not es_extremo(id)))


def es_extremo(id: str) -> bool:
    """Si es el inicio o el fin de un grafo o de un subgrafo."""
    return id.rpartition(":")[2] in (INICIO, FIN)


def nombre(ctx: Contexto, id: str | None) -> str:
    """Cómo se escribe un nodo en una página: su id, o `inicio`, `fin` y `no se sabe`."""
    if id is None:
        return ctx._("no se sabe")
    return {INICIO: ctx._("inicio"), FIN: ctx._("fin")}.get(id, id)


def a_nodo(ctx: Contexto, desde: str, d: DemoComparada, id: str | None) -> Enlace:
    """Enlace a la página de un nodo. Sin página (un extremo, un destino desconocido) el `href` va vacío."""
    texto = nombre(ctx, id)
    if id is None or id not in ctx.nodos[d.demo.plan.demo]:
        return Enlace(texto=texto, href="", codigo=texto == id)
    return enlace(desde, rutas.nodo(d.demo.plan.demo, id), texto, codigo=True)


def de_nodos(desde: str, d: DemoComparada) -> tuple[tuple[str, str], ...]:
    """Id de nodo → href de su página, para enlazar los de un dibujo."""
    demo = d.demo.plan.demo
    return tuple((id, rutas.relativa(desde, rutas.nodo(demo, id))) for id in nodos_con_pagina(d))


def a_los_casos(ruta: str, d: DemoComparada, texto: str) -> Enlace:
    """Enlace a la tabla de casos de la demo, que los tiene todos."""
    return enlace(ruta, f"{rutas.demo(d.demo.plan.demo)}#titulo-casos", texto)


def revision(d: DemoComparada) -> str | None:
    """La revisión del código de la corrida que se publica, si la hay."""
    return d.demo.corrida.manifiesto.revision if d.demo.corrida else None


def a_paso(ctx: Contexto, desde: str, demo: str, prueba: Prueba) -> Enlace:
    """Enlace al paso que demuestra algo."""
    texto = ctx._("%(caso)s, paso %(paso)s", caso=prueba.caso, paso=ctx.idioma.numero(prueba.paso))
    return enlace(desde, ctx.ruta_de_paso(demo, prueba.caso, prueba.paso), texto)


def a_lugar(d: DemoComparada, lugar: Lugar | None, revision: str | None) -> Enlace | None:
    """Un fichero y su línea, con enlace al repositorio si el plan dice cómo se llega."""
    return Enlace(texto=str(lugar), href=a_repositorio(d, lugar.fichero, lugar.linea, revision)) if lugar else None


def corto(lugar: Enlace | None) -> Enlace | None:
    """El mismo enlace con solo el nombre del fichero: la ruta entera no cabe y no deja ver lo demás."""
    return Enlace(texto=posixpath.basename(lugar.texto), href=lugar.href) if lugar else None


def a_repositorio(d: DemoComparada, fichero: str, linea: int, revision: str | None) -> str:
    """La dirección de una línea en el repositorio del plan, o `""` si no se puede saber. Solo http(s)."""
    plantilla = d.demo.plan.repositorio
    if not plantilla or not revision or not plantilla.startswith(("https://", "http://")):
        return ""
    huecos = (("{revision}", revision, ""), ("{ruta}", fichero, "/"), ("{linea}", str(linea or 1), ""))
    for hueco, valor, seguros in huecos:
        plantilla = plantilla.replace(hueco, quote(valor, safe=seguros, errors="surrogatepass"))
    return plantilla


def prosa(desde: str, d: DemoComparada, texto: str, carpeta: str = "", nivel: int = 2) -> Prosa:
    """Markdown con sus enlaces a documentos resueltos. `carpeta` es la del texto, relativa al plan."""
    enlaces: dict[str, str] = {}
    for doc in d.demo.plan.documentos:
        href = rutas.relativa(desde, rutas.documento(d.demo.plan.demo, doc))
        for idioma in rutas.PREFIJOS:
            ruta = en_idioma(doc.ruta, idioma)
            enlaces |= {ruta: href, posixpath.relpath(ruta, carpeta or "."): href}
    return Prosa(texto=texto, enlaces=tuple(enlaces.items()), nivel=nivel)


def a_documento(ctx: Contexto, ruta: str, d: DemoComparada, citado: str, *, codigo: bool = False) -> Enlace:
    """Un documento del que salió algo: con enlace si se publica; si no, su nombre tal cual (y como `codigo`)."""
    for doc in d.demo.plan.documentos:
        if citado == ctx.texto(doc.ruta):
            return enlace(ruta, rutas.documento(d.demo.plan.demo, doc), ctx.texto(doc.titulo))
    return Enlace(texto=citado, href="", codigo=codigo)


def descarga_de_anexo(ctx: Contexto, d: DemoComparada, anexo: str, ruta: str) -> Enlace | None:
    """El anexo de la corrida de donde sale la página `ruta`, para bajarlo tal cual; nada si no se sabe su fichero."""
    if d.demo.corrida is None or anexo not in d.demo.corrida.anexos:
        return None
    raiz = ctx.base or rutas.raiz(rutas.PREFIJOS[ctx.idioma.codigo] + ruta)
    fichero = f"{anexo}.json"
    return Enlace(
        texto=ctx._("Llévatelo: %(fichero)s", fichero=fichero),
        href=raiz + rutas.descarga_de_anexo(d.demo.plan.demo, anexo),
    )

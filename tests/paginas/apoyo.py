"""De la demo de muestra (o de la que se dé) a contextos, modelos y HTML, como lo haría `sitio`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from generador import __version__
from generador.modelo.demo import DemoComparada
from generador.paginas import PAGINAS, crear_contextos
from generador.paginas.base import Contexto, Pagina, TipoDePagina
from generador.representacion import representar
from generador.representacion.entorno import crear_entorno
from generador.representacion.idiomas import Catalogo, leer_catalogos
from generador.representacion.indice import partes_del_indice
from tests.congelados import replace
from tests.paginas.muestra import DEMOS, TEXTOS

PLANTILLAS = Path(__file__).parents[2] / "plantillas"
ESTATICOS = PLANTILLAS / "estaticos"
TIPOS = {t.nombre: t for t in PAGINAS}


def catalogos() -> tuple[Catalogo, Catalogo]:
    """Los dos idiomas, con las frases propias de la muestra dadas por traducidas."""
    es, en = leer_catalogos(PLANTILLAS)
    return es, replace(en, traducciones={**{t: (t,) for t in TEXTOS}, **en.traducciones})


def contextos(demos: Iterable[DemoComparada] = DEMOS, **mas: object) -> tuple[Contexto, ...]:
    """Un contexto por idioma, con los estáticos sin huella: así se ven en las pruebas."""
    nombres = {p.name: f"estaticos/{p.name}" for p in ESTATICOS.iterdir()}
    return crear_contextos(demos, catalogos(), nombres, version=__version__, **mas)  # type: ignore[arg-type]


def modelos(nombre: str, ctx: Contexto) -> tuple[Pagina, ...]:
    """Todas las páginas de un tipo."""
    return tuple(TIPOS[nombre].modelar(ctx))


def html(pagina: Pagina, ctx: Contexto) -> str:
    """Una página representada."""
    return representar(pagina, TIPOS[pagina.marco.tipo], crear_entorno(PLANTILLAS, ctx.idioma))  # type: ignore[arg-type]


def todas(demos: Iterable[DemoComparada] = DEMOS) -> Iterator[tuple[TipoDePagina, Pagina, str]]:
    """(tipo, página, HTML) de todo el sitio, en los dos idiomas."""
    for ctx in contextos(demos):
        entorno = crear_entorno(PLANTILLAS, ctx.idioma)  # type: ignore[arg-type]
        for tipo in PAGINAS:
            for pagina in tipo.modelar(ctx):
                yield tipo, pagina, representar(pagina, tipo, entorno)


def escribir(destino: Path) -> Path:
    """El sitio de muestra en disco, para abrirlo en un navegador."""
    (destino / "estaticos").mkdir(parents=True, exist_ok=True)
    for f in ESTATICOS.iterdir():
        (destino / "estaticos" / f.name).write_bytes(f.read_bytes())
    ficheros = {pagina.marco.ruta: texto.encode() for _, pagina, texto in todas()}
    ficheros |= {ruta: parte for ctx in contextos() for ruta, parte in partes_del_indice(ctx)}
    for nombre, contenido in ficheros.items():
        ruta = destino / nombre
        ruta.parent.mkdir(parents=True, exist_ok=True)
        ruta.write_bytes(contenido)
    return destino

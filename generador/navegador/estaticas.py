"""Lo que se comprueba en todas las páginas leyendo su HTML: banda, enlaces, recursos de fuera e idiomas."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from urllib.parse import unquote

from generador.navegador.informe import Cuaderno
from generador.navegador.lectura import Enlace, Pagina, Sitio
from generador.navegador.legible import sin_nombrar

_ESQUEMA = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_ADMITIDOS = re.compile(r"(?:https?://[^/\s]|mailto:.)", re.IGNORECASE)
_CORTAN = ("default-src", "connect-src", "form-action")
_SIN_PAREJA = frozenset({"404.html"})


def comprobar_html(sitio: Sitio, cuaderno: Cuaderno) -> None:
    """Apunta las comprobaciones de todas las páginas que no necesitan navegador."""
    for pagina in sitio.paginas.values():
        _banda(pagina, cuaderno)
        _ids(pagina, cuaderno)
        _tablas(pagina, cuaderno)
        _politica(pagina, cuaderno)
        for enlace in pagina.enlaces:
            _enlace(sitio, pagina, enlace, cuaderno)
    _idiomas(sitio.paginas.values(), cuaderno)


def idiomas(sitio: Sitio) -> tuple[str, ...]:
    """Los idiomas en que está el sitio."""
    return tuple(sorted({p.idioma for p in sitio.paginas.values() if p.idioma}))


def _banda(pagina: Pagina, cuaderno: Cuaderno) -> None:
    cuantas = len(pagina.bandas)
    que_hacer = "la plantilla tiene que extender base.html, que la pone; vuelve a construir"
    cuaderno.apuntar(
        "banda", pagina.ruta, cuantas == 1, f"hay {cuantas} bandas de divulgación y tiene que haber una", que_hacer
    )
    for banda in pagina.bandas:
        bien = bool(banda.texto) and not banda.escondida
        cuaderno.apuntar("banda", pagina.ruta, bien, "la banda de divulgación está vacía o escondida", que_hacer)


def _ids(pagina: Pagina, cuaderno: Cuaderno) -> None:
    cuales = ", ".join(f"«{id[:60]}»" for id in pagina.repetidos[:5])
    que_pasa = f"hay ids repetidos: {cuales}"
    cuaderno.apuntar(
        "enlaces", pagina.ruta, not pagina.repetidos, que_pasa, "un ancla solo lleva al primero: cámbialos"
    )


def _tablas(pagina: Pagina, cuaderno: Cuaderno) -> None:
    """Lo dibujado en un grafo está también en una tabla: es como lo lee quien no ve el dibujo."""
    if not pagina.dibujados:
        return
    faltan = sorted(sin_nombrar(set(pagina.dibujados), pagina.en_tablas))
    cuales = ", ".join(f"«{n[:60]}»" for n in faltan[:5])
    que_pasa = f"el grafo dibuja {len(faltan)} nodos que ninguna tabla nombra: {cuales}"
    cuaderno.apuntar("tablas", pagina.ruta, not faltan, que_pasa, "la plantilla del grafo pone su tabla; reconstruye")


def _politica(pagina: Pagina, cuaderno: Cuaderno) -> None:
    """La que corta toda petición que no sea al propio sitio, venga de donde venga."""
    puestas = [d.split() for d in pagina.politica.split(";")]
    flojas = [d for d in _CORTAN if [d, "'none'"] not in puestas]
    que_pasa = f"la política de seguridad no corta lo de fuera: {', '.join(flojas)}"
    cuaderno.apuntar("peticiones", pagina.ruta, not flojas, que_pasa, "la pone base.html: vuelve a construir")


def _enlace(sitio: Sitio, pagina: Pagina, enlace: Enlace, cuaderno: Cuaderno) -> None:
    url = enlace.url
    if url.startswith("data:image/") and enlace.carga:
        return
    if enlace.envia and (_ESQUEMA.match(url) or url.startswith("/")):
        cuaderno.apuntar("peticiones", pagina.ruta, False, f"un formulario envía a «{url[:100]}»", "quítalo")
        return
    if _ESQUEMA.match(url) or url.startswith("/"):
        _de_fuera(pagina, enlace, cuaderno)
        return
    camino, _, ancla = url.partition("#")
    camino = unquote(camino.partition("?")[0])
    ruta = posixpath.normpath(posixpath.join(posixpath.dirname(pagina.ruta), camino)) if camino else pagina.ruta
    existe = ruta in sitio.ficheros and not camino.endswith("/")
    corto = url[:100]
    cuaderno.apuntar(
        "enlaces",
        pagina.ruta,
        existe,
        f"«{corto}» no lleva a ningún fichero del sitio",
        "corrige el enlace o vuelve a construir",
    )
    destino = sitio.paginas.get(ruta)
    if ancla and destino is not None:
        bien = bool({ancla, unquote(ancla)} & destino.ids)
        cuaderno.apuntar(
            "enlaces", pagina.ruta, bien, f"«{corto}» lleva a un ancla que no existe", f"pon ese id en {ruta}"
        )


def _de_fuera(pagina: Pagina, enlace: Enlace, cuaderno: Cuaderno) -> None:
    corto = enlace.url[:100]
    if enlace.carga:
        cuaderno.apuntar(
            "peticiones", pagina.ruta, False, f"carga «{corto}» de fuera", "publica ese fichero con el sitio"
        )
        return
    bien = bool(_ADMITIDOS.match(enlace.url))
    que_hacer = "usa una dirección relativa, o http(s) y mailto si es de fuera"
    cuaderno.apuntar(
        "enlaces", pagina.ruta, bien, f"«{corto}» no funciona con doble clic ni bajo un subcamino", que_hacer
    )


def _idiomas(paginas: Iterable[Pagina], cuaderno: Cuaderno) -> None:
    """Cada página dice el idioma de su árbol y, si el sitio tiene los dos, existe en ambos."""
    rutas = {p.ruta: p for p in paginas}
    dos = any(p.en_ingles for p in rutas.values()) and any(not p.en_ingles for p in rutas.values())
    for pagina in rutas.values():
        bien = pagina.idioma == ("en" if pagina.en_ingles else "es")
        que_pasa = f"dice estar en «{pagina.idioma}»"
        cuaderno.apuntar("idiomas", pagina.ruta, bien, que_pasa, "lang tiene que ser el del árbol en que está: es o en")
        pareja = pagina.ruta.removeprefix("en/") if pagina.en_ingles else f"en/{pagina.ruta}"
        if dos and pagina.ruta not in _SIN_PAREJA:
            cuaderno.apuntar(
                "idiomas",
                pagina.ruta,
                pareja in rutas,
                f"falta su pareja {pareja}",
                "vuelve a construir con los dos idiomas",
            )

"""El sitio leído como HTML, sin navegador: de cada página, lo justo para comprobar banda, enlaces e idiomas."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

from msgspec import Struct

from generador.errores import ErrorDeEntrada, problema

MARCA = ".vitrina-salida.json"
_FORMATO = "vitrina/salida"
_VACIOS = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
_INVISIBLES = frozenset({"template", "noscript", "script", "style"})
_EXTREMOS = frozenset({"g-inicio", "g-fin"})
"""El principio y el fin de un grafo, que no son de nadie."""
_CARGAN = frozenset({"stylesheet", "icon", "preload", "modulepreload", "prefetch", "manifest"})


class Enlace(Struct, frozen=True):
    """Una dirección de la página. `carga` es que el navegador la pide solo, y `envia`, que lleva allí lo escrito."""

    url: str
    carga: bool
    envia: bool = False


class Banda(Struct, frozen=True):
    """Una banda de divulgación: su texto y si algo la esconde."""

    texto: str
    escondida: bool


class Pagina(Struct, frozen=True):
    """Lo que se sabe de una página por su HTML. `ruta` es relativa al sitio, con `/`.

    `repetidos` son los ids que están más de una vez; `dibujados`, los nodos de sus grafos, y `en_tablas`, el texto de
    sus tablas. `politica` es la de seguridad, vacía si no la hay.
    """

    ruta: str
    tipo: str
    idioma: str
    con_visor: bool
    bytes: int
    ids: frozenset[str]
    enlaces: tuple[Enlace, ...]
    bandas: tuple[Banda, ...]
    repetidos: tuple[str, ...] = ()
    dibujados: frozenset[str] = frozenset()
    en_tablas: str = ""
    politica: str = ""

    @property
    def en_ingles(self) -> bool:
        """Si está en el árbol inglés."""
        return self.ruta.startswith("en/")

    @property
    def demo(self) -> str:
        """El tramo de su demo, o nada si es del sitio entero."""
        tramos = self.ruta.removeprefix("en/").split("/")
        return tramos[0] if len(tramos) > 1 else ""


class Sitio(Struct, frozen=True):
    """La carpeta, todos sus ficheros y sus páginas por ruta."""

    carpeta: Path
    ficheros: frozenset[str]
    paginas: Mapping[str, Pagina]


def leer_sitio(carpeta: Path) -> Sitio:
    """Lee un sitio construido por Vitrina. Lanza `ErrorDeEntrada` si la carpeta no lo es."""
    if not _marcada(carpeta):
        que_pasa = "no es un sitio de Vitrina" if carpeta.is_dir() else "no existe la carpeta"
        que_hacer = "constrúyelo con «vitrina construir» y da la carpeta que dice"
        raise ErrorDeEntrada([problema(carpeta, que_pasa, que_hacer)])
    ficheros = {p.relative_to(carpeta).as_posix(): p for p in sorted(carpeta.rglob("*")) if p.is_file()}
    paginas = {r: _leer(r, p.read_bytes()) for r, p in ficheros.items() if r.endswith(".html")}
    if not paginas:
        raise ErrorDeEntrada([problema(carpeta, "el sitio no tiene ninguna página", "vuelve a construirlo")])
    return Sitio(carpeta.resolve(), frozenset(ficheros), paginas)


def _marcada(carpeta: Path) -> bool:
    try:
        datos = json.loads((carpeta / MARCA).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(datos, dict) and datos.get("formato") == _FORMATO


def _leer(ruta: str, contenido: bytes) -> Pagina:
    lector = _Lector()
    lector.feed(contenido.decode("utf-8", "replace"))
    lector.close()
    return Pagina(
        ruta=ruta,
        tipo=lector.raiz.get("data-pagina", ""),
        idioma=lector.raiz.get("lang", ""),
        con_visor="datos-del-caso" in lector.ids,
        bytes=len(contenido),
        ids=frozenset(lector.ids),
        enlaces=tuple(lector.enlaces),
        bandas=tuple(Banda(" ".join("".join(b.textos).split()), b.escondida) for b in lector.bandas),
        repetidos=tuple(id for id, veces in lector.ids.items() if veces > 1),
        dibujados=frozenset(lector.dibujados),
        en_tablas="".join(lector.en_tablas),
        politica=lector.politica,
    )


@dataclass(slots=True)
class _BandaAbierta:
    hondura: int
    escondida: bool
    textos: list[str] = field(default_factory=list)


class _Lector(HTMLParser):
    """Recorre la página una vez. Cada elemento abierto recuerda si algo suyo o de sus padres lo esconde."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.raiz: dict[str, str] = {}
        self.ids: Counter[str] = Counter()
        self.dibujados: set[str] = set()
        self.en_tablas: list[str] = []
        self.politica = ""
        self.enlaces: list[Enlace] = []
        self.bandas: list[_BandaAbierta] = []
        self._abiertos: list[tuple[str, bool]] = []
        self._dentro: Counter[str] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        datos = {k: v or "" for k, v in attrs}
        if tag == "html":
            self.raiz = datos
        if "id" in datos:
            self.ids[datos["id"]] += 1
        if tag == "meta" and datos.get("http-equiv", "").lower() == "content-security-policy":
            self.politica = self.politica or datos.get("content", "")
        if "data-nodo" in datos and self._dentro["svg"] and not _EXTREMOS & set(datos.get("class", "").split()):
            self.dibujados.add(datos["data-nodo"])
        self._enlazar(tag, datos)
        escondido = (bool(self._abiertos) and self._abiertos[-1][1]) or _esconde(tag, datos)
        if "data-divulgacion" in datos:
            self.bandas.append(_BandaAbierta(len(self._abiertos), escondido))
        if tag not in _VACIOS:
            self._abiertos.append((tag, escondido))
            self._dentro[tag] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VACIOS:
            self._cerrar(len(self._abiertos) - 1)

    def handle_endtag(self, tag: str) -> None:
        for i in range(len(self._abiertos) - 1, -1, -1):
            if self._abiertos[i][0] == tag:
                self._cerrar(i)
                return

    def _cerrar(self, desde: int) -> None:
        self._dentro.subtract(tag for tag, _ in self._abiertos[desde:])
        del self._abiertos[desde:]

    def handle_data(self, data: str) -> None:
        if self._dentro["table"]:
            self.en_tablas.append(data)
        if self.bandas and len(self._abiertos) > self.bandas[-1].hondura and not self._abiertos[-1][1]:
            self.bandas[-1].textos.append(data)

    def _enlazar(self, tag: str, datos: dict[str, str]) -> None:
        if "src" in datos:
            self.enlaces.append(Enlace(datos["src"], carga=True))
        for atributo in ("action", "formaction"):
            if atributo in datos:
                self.enlaces.append(Enlace(datos[atributo], carga=False, envia=True))
        for atributo in ("href", "xlink:href"):
            if atributo in datos:
                carga = tag == "link" and bool(_CARGAN & set(datos.get("rel", "").split()))
                self.enlaces.append(Enlace(datos[atributo], carga or tag in ("image", "use")))


def _esconde(tag: str, datos: dict[str, str]) -> bool:
    return tag in _INVISIBLES or "hidden" in datos or datos.get("aria-hidden") == "true"

"""Los textos nuestros en los dos idiomas, con catálogos gettext estándar.

El español es el idioma de origen: cada texto es su propia clave. El inglés sale de `vitrina.po`, que aquí se
lee directamente (sin compilar un `.mo` que pueda quedarse viejo). Un texto sin traducir, dudoso o con otros
huecos que el original no se publica a medias: hace fallar la construcción con la lista de todos ellos.

`python -m generador.representacion.idiomas` vuelve a extraer los textos del código y de las plantillas, y
conserva las traducciones que siguen valiendo.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babel import Locale
from babel.dates import format_date, format_datetime
from babel.numbers import format_decimal, format_scientific

from generador.errores import ErrorDeEntrada, Problema, problema

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

IDIOMAS = ("es", "en")
RUTA_DEL_CATALOGO = "idiomas/en/LC_MESSAGES/vitrina.po"
CLAVES: Mapping[str, Any] = {"_": None, "gettext": None, "ngettext": (1, 2), "mensaje": None}
_METODOS = [("**.py", "python"), ("**.html", "jinja2")]
_SIN_SEPARADOR = 1000
_ENORME = 10**15
_HUECO = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")


@lru_cache(maxsize=4_096)
def _decimal(codigo: str, n: float) -> str:
    return str(format_decimal(n, locale=Locale.parse(codigo)))


@dataclass(frozen=True)
class Catalogo:
    """Un idioma del sitio: traduce, y escribe fechas, números y duraciones como en él se escriben.

    `traducciones` va de clave a sus formas (singular y, si la hay, plural); en español está vacío.
    """

    codigo: str
    traducciones: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fichero: str = RUTA_DEL_CATALOGO

    @cached_property
    def locale(self) -> Locale:
        return Locale.parse(self.codigo)

    def gettext(self, texto: str) -> str:
        """La traducción de `texto`, o `ErrorDeEntrada` si no la hay."""
        return texto if self.codigo == "es" else self._formas(texto)[0]

    def ngettext(self, uno: str, varios: str, n: int) -> str:
        """La forma que toca para `n`, o `ErrorDeEntrada` si falta. Ambos idiomas distinguen uno y varios."""
        return ((uno, varios) if self.codigo == "es" else self._formas(uno))[n != 1]

    def numero(self, n: float) -> str:
        """Un número con los separadores del idioma: `12 345,6`, `12,345.6`; los que nadie contaría, `1E30`."""
        if isinstance(n, int) and 0 <= n < _SIN_SEPARADOR:
            return str(int(n))
        if abs(n) >= _ENORME:
            return str(format_scientific(n, "0.###E0", locale=self.locale))
        return _decimal(self.codigo, n)

    def fecha(self, iso: str) -> str:
        """Un instante ISO 8601 como fecha y hora en UTC. Lo que no sea un instante se devuelve tal cual."""
        cuando = _instante(iso)
        if cuando is None:
            return iso
        return f"{format_datetime(cuando, 'd MMM y, HH:mm', tzinfo=UTC, locale=self.locale)} UTC"

    def dia(self, iso: str) -> str:
        """Solo la fecha de un instante ISO 8601, en UTC."""
        cuando = _instante(iso)
        return iso if cuando is None else str(format_date(cuando, "d MMM y", locale=self.locale))

    def duracion(self, segundos: float | None) -> str:
        """Segundos como los diría una persona: `0,4 ms`, `412 ms`, `3,2 s`, `3 min 12 s`, `2 h 5 min`."""
        if segundos is None:
            return "—"
        for limite, escribir in self._escalas():
            if segundos < limite:
                return escribir(segundos)
        return self._par(segundos, 3600, "h", 60, "min")

    def _escalas(self) -> Iterator[tuple[float, Callable[[float], str]]]:
        yield 0.00095, lambda s: f"{self.numero(round(s * 1000, 1))} ms"
        yield 0.9995, lambda s: f"{self.numero(round(s * 1000))} ms"
        yield 59.95, lambda s: f"{self.numero(round(s, 1))} s"
        yield 3599.5, lambda s: self._par(s, 60, "min", 1, "s")

    def _par(self, segundos: float, mayor: int, unidad: str, menor: int, resto: str) -> str:
        grandes, sobra = divmod(round(segundos / menor), mayor // menor)
        return f"{self.numero(grandes)} {unidad}" + (f" {sobra} {resto}" if sobra else "")

    def _formas(self, texto: str) -> tuple[str, ...]:
        formas = self.traducciones.get(texto)
        if formas is None:
            raise ErrorDeEntrada([_falta(self.fichero, texto)])
        return formas


def leer_catalogos(plantillas: Path, cache: MutableMapping[str, str] | None = None) -> tuple[Catalogo, ...]:
    """Los catálogos de los dos idiomas, con el español primero. Lanza `ErrorDeEntrada` con todos los defectos.

    `cache` recuerda lo que ya se leyó y no tenía ninguno, por los bytes del fichero.
    """
    return Catalogo("es"), leer_catalogo(plantillas / RUTA_DEL_CATALOGO, cache)


def leer_catalogo(ruta: Path, cache: MutableMapping[str, str] | None = None) -> Catalogo:
    """El catálogo inglés. Un texto vacío, dudoso (`fuzzy`) o con huecos distintos es un error."""
    recordados: MutableMapping[str, str] = {} if cache is None else cache
    clave = f"catalogo {hashlib.sha256(ruta.read_bytes()).hexdigest()}"
    if clave not in recordados:
        recordados[clave] = json.dumps(_sin_defectos(_leer(ruta)))
    traducciones = {texto: tuple(formas) for texto, formas in json.loads(recordados[clave]).items()}
    return Catalogo("en", traducciones, RUTA_DEL_CATALOGO)


def _sin_defectos(po: Catalog) -> dict[str, tuple[str, ...]]:
    defectos = [p for m in _mensajes(po) for p in _defectos(RUTA_DEL_CATALOGO, m)]
    if defectos:
        raise ErrorDeEntrada(defectos)
    return {_clave(m): _traducidas(m) for m in _mensajes(po)}


def extraer(raices: Iterable[Path]) -> Catalog:
    """Todos los textos traducibles del código y de las plantillas, en orden alfabético y sin números de línea."""
    from babel.messages.extract import extract_from_dir

    catalogo = _vacio()
    for raiz in raices:
        for fichero, _, texto, comentarios, contexto in extract_from_dir(
            str(raiz), _METODOS, {}, CLAVES, strip_comment_tags=True
        ):
            lugar = (f"{raiz.name}/{Path(fichero).as_posix()}", 0)
            catalogo.add(texto, None, [lugar], auto_comments=comentarios, context=contexto)
    return catalogo


def actualizar(plantillas: Path, paquete: Path) -> tuple[str, ...]:
    """Reescribe `vitrina.po` con los textos de hoy. Devuelve los que quedan sin traducir."""
    from babel.messages.pofile import write_po

    ruta = plantillas / RUTA_DEL_CATALOGO
    viejo = _leer(ruta) if ruta.exists() else _vacio()
    nuevo = extraer((paquete, plantillas))
    for m in _mensajes(nuevo):
        anterior = viejo.get(m.id)
        if anterior is not None and anterior.id == m.id:
            m.string, m.flags = anterior.string, anterior.flags
    ruta.parent.mkdir(parents=True, exist_ok=True)
    with ruta.open("wb") as salida:
        write_po(salida, nuevo, width=110, sort_output=True, include_lineno=False)
    return tuple(_clave(m) for m in _mensajes(nuevo) if not all(_traducidas(m)))


def _vacio() -> Catalog:
    """Un catálogo sin fecha ni versiones de la máquina: solo cambia cuando cambian los textos."""
    from babel.messages.catalog import Catalog

    fija = datetime(2026, 1, 1, tzinfo=UTC)
    return Catalog(
        locale="en",
        header_comment="# Textos de Vitrina en inglés. La clave es el texto español.",
        project="vitrina",
        version="1",
        creation_date=fija,
        revision_date=fija,
        last_translator="Vitrina <>",
        language_team="en <>",
        msgid_bugs_address="-",
        fuzzy=False,
    )


def _leer(ruta: Path) -> Catalog:
    """Lo que lee gettext se importa si hace falta: casi siempre se recuerda lo que dijo."""
    from babel.messages.pofile import read_po

    with ruta.open("rb") as entrada:
        return read_po(entrada, locale="en")


def _mensajes(catalogo: Catalog) -> Iterator[Message]:
    return (m for m in catalogo if m.id)


def _clave(m: Message) -> str:
    return m.id if isinstance(m.id, str) else m.id[0]


def _traducidas(m: Message) -> tuple[str, ...]:
    return (m.string or "",) if isinstance(m.string, str | None) else tuple(m.string)


def _defectos(fichero: str, m: Message) -> Iterator[Problema]:
    originales = (m.id,) if isinstance(m.id, str) else tuple(m.id)
    traducidas = _traducidas(m)
    if m.fuzzy or len(traducidas) != len(originales) or not all(traducidas):
        yield _falta(fichero, _clave(m), m.lineno or 0)
        return
    for original, traducida in zip(originales, traducidas, strict=True):
        if _huecos(original) != _huecos(traducida):
            yield problema(
                fichero,
                f"la traducción de «{_corto(original)}» no lleva los mismos huecos",
                f"usa exactamente {', '.join(sorted(_huecos(original))) or 'ninguno'}",
                linea=m.lineno or 0,
            )


def _huecos(texto: str) -> set[str]:
    return {uno or otro for uno, otro in _HUECO.findall(texto)}


def _falta(fichero: str, texto: str, linea: int = 0) -> Problema:
    return problema(
        fichero, f"falta en inglés «{_corto(texto)}»", "tradúcelo y quita la marca `fuzzy` si la tiene", linea=linea
    )


def _corto(texto: str) -> str:
    return texto if len(texto) <= 80 else f"{texto[:79]}…"


def _instante(iso: str) -> datetime | None:
    try:
        cuando = datetime.fromisoformat(iso)
        return cuando.astimezone(UTC) if cuando.tzinfo else cuando.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


if __name__ == "__main__":
    from generador.representacion.recursos import carpeta_de_plantillas

    pendientes = actualizar(carpeta_de_plantillas(), Path(__file__).parents[1])
    for texto in pendientes:
        print(f"sin traducir: {texto}", file=sys.stderr)
    sys.exit(1 if pendientes else 0)

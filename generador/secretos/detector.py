"""Encuentra secretos y datos personales en un texto o en un valor JSON. Puro: no lee disco, reloj ni entorno.

Casi todo texto está limpio, así que primero se pregunta al motor lineal si alguna regla o algún disfraz podría
estar, y solo entonces se recorre regla a regla con `re`. Las mismas formas alimentan a los dos, así que no se
separan; las que ve `re` están acotadas y las que tienen literal se anclan en él.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from msgspec import Struct

from generador.secretos.capas import SENALES, aplanar, en_base64
from generador.secretos.motor import Pregunta, pregunta
from generador.secretos.reglas import REGLAS, Regla

_INCONFUNDIBLE = 8
_ESCAPE = r"\\[nrtbf]"
_TRAS_ESCAPE = re.compile(_ESCAPE)
_DE_FICHA = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_PRIORIDAD = {regla.nombre: i for i, regla in enumerate(REGLAS)}


class Coincidencia(Struct, frozen=True, order=True):
    """Un hallazgo que se puede enseñar: nunca lleva el valor.

    `inicio` y `fin` son caracteres del texto donde está o, si `capa` no es `""`, del texto ya deshecho. `huella` es
    el SHA-256 hexadecimal del valor canónico. `puntero` es el JSON Pointer del texto, si salió de un valor JSON.
    """

    inicio: int
    fin: int
    regla: str
    huella: str
    inicial: str
    largo: int
    capa: str = ""
    puntero: str = ""

    @property
    def muestra(self) -> str:
        """`"ghp_…(40, sha256 1f3a…)"`: cuatro caracteres como mucho, y menos si el valor es corto."""
        return f'"{self.inicial}…({self.largo}, sha256 {self.huella[:16]}…)"'


class Tramo(Struct, frozen=True):
    """Un hallazgo con su valor, para quien tiene que taparlo. No se imprime ni se guarda."""

    regla: Regla
    inicio: int
    fin: int
    valor: str
    capa: str = ""

    def mostrar(self, puntero: str = "") -> Coincidencia:
        """Lo que se puede enseñar de él."""
        return Coincidencia(
            inicio=self.inicio,
            fin=self.fin,
            regla=self.regla.nombre,
            huella=huella_de(self.regla.canonico(self.valor)),
            inicial=self.valor[: min(4, len(self.valor) // 4)],
            largo=len(self.valor),
            capa=self.capa,
            puntero=puntero,
        )


def huella_de(valor: str) -> str:
    """El SHA-256 con que se nombra un valor en informes y listas de permitidos."""
    return hashlib.sha256(valor.encode("utf-8", "surrogatepass")).hexdigest()


def buscar(texto: str) -> tuple[Coincidencia, ...]:
    """Los secretos y datos personales de `texto`, por orden de aparición; al final, los disfrazados.

    De los que están uno dentro de otro sale el de fuera; dos que solo se pisan salen los dos.
    """
    return tuple(t.mostrar() for t in tramos(texto))


def tramos(texto: str) -> tuple[Tramo, ...]:
    """Como `buscar`, pero con los valores."""
    if not sospechoso(texto.encode("utf-8", "replace")):
        return ()
    a_la_vista = tuple(_a_la_vista(texto))
    vistos = {(t.regla.nombre, t.valor) for t in a_la_vista}
    ocultos = (t for t in _disfrazados(texto) if (t.regla.nombre, t.valor) not in vistos)
    return (*_los_de_fuera(a_la_vista), *dict.fromkeys(sorted(ocultos, key=_orden)))


def reemplazar(texto: str, hallados: Iterable[Tramo], marca: Callable[[Tramo], str]) -> str:
    """`texto` con cada hallado a la vista cambiado por su marca; donde dos se pisan, cada cual tapa lo suyo."""
    limite = len(texto)
    for t in sorted(hallados, key=_orden, reverse=True):
        texto = texto[: t.inicio] + marca(t) + texto[min(t.fin, limite) :]
        limite = t.inicio
    return texto


def sospechoso(datos: bytes) -> bool:
    """Si `datos` podría llevar algo; nunca dice que no a lo que lleva. Lo que no es UTF-8 es sospechoso."""
    return _hay_algo()(datos)


def _a_la_vista(texto: str, capa: str = "") -> Iterator[Tramo]:
    datos = texto.encode("utf-8", "replace")
    for hay, familia in _familias():
        if hay(datos):
            for regla in familia:
                yield from _de_regla(regla, texto, capa)


def _de_regla(regla: Regla, texto: str, capa: str) -> Iterator[Tramo]:
    patron = _patron(regla)
    grupo = "valor" if "valor" in patron.groupindex else 0
    for m in _anclados(regla, patron, texto) if regla.pistas else patron.finditer(texto):
        if regla.vale(m[grupo]):
            yield Tramo(regla, m.start(grupo), m.end(grupo), m[grupo], capa)


def _disfrazados(texto: str) -> Iterator[Tramo]:
    if not pregunta(SENALES)(texto.encode("utf-8", "replace")):
        return
    plano = aplanar(texto)
    if plano != texto:
        yield from (_situar(t, texto) for t in _a_la_vista(plano, "disfrazado"))
    for inicio, fin, claro in en_base64(plano):
        for t in _a_la_vista(claro):
            if t.regla.es_secreto:
                yield Tramo(t.regla, inicio, fin, t.valor, "base64")


def _situar(tramo: Tramo, texto: str) -> Tramo:
    """Si el valor está tal cual en el texto y no puede ser otra cosa, ahí es donde está."""
    inicio = texto.find(tramo.valor) if len(tramo.valor) >= _INCONFUNDIBLE else -1
    return tramo if inicio < 0 else Tramo(tramo.regla, inicio, inicio + len(tramo.valor), tramo.valor)


def _anclados(regla: Regla, patron: re.Pattern[str], texto: str) -> Iterator[re.Match[str]]:
    for pista in regla.pistas:
        donde = texto.find(pista)
        while donde >= 0:
            m = patron.match(texto, donde)
            if m and not (regla.de_ficha and _a_mitad_de_palabra(texto, donde)):
                yield m
            donde = texto.find(pista, m.end() if m else donde + len(pista))


def _a_mitad_de_palabra(texto: str, donde: int) -> bool:
    return donde > 0 and texto[donde - 1] in _DE_FICHA and not _TRAS_ESCAPE.match(texto, max(0, donde - 2))


def _los_de_fuera(todos: Iterable[Tramo]) -> Iterator[Tramo]:
    """Sin los que caben en otro. A igual sitio, el de más prioridad."""
    hasta = 0
    for t in sorted(todos, key=_orden):
        if t.fin > hasta:
            yield t
            hasta = t.fin


def _orden(t: Tramo) -> tuple[int, int, int]:
    return t.inicio, -t.fin, _PRIORIDAD[t.regla.nombre]


@cache
def _patron(regla: Regla) -> re.Pattern[str]:
    antes = rf"(?:(?<![{regla.antes}])|(?<={_ESCAPE}))" if regla.antes else ""
    despues = f"(?![{regla.despues}])" if regla.despues else ""
    return re.compile(f"{antes}(?:{regla.cuerpo}{regla.resto}){despues}")


@cache
def _familias() -> tuple[tuple[Pregunta, tuple[Regla, ...]], ...]:
    """Las reglas con prefijo se preguntan juntas, porque juntas salen baratas; las demás, una a una."""
    fichas = tuple(r for r in REGLAS if r.de_ficha)
    sueltas = tuple((r,) for r in REGLAS if not r.de_ficha)
    return tuple((pregunta(_ligera(reglas)), reglas) for reglas in (fichas, *sueltas))


@cache
def _hay_algo() -> Pregunta:
    return pregunta(f"{_ligera(REGLAS)}|{SENALES}")


def _ligera(reglas: tuple[Regla, ...]) -> str:
    """La unión de las formas ligeras, para el motor lineal. Este no tiene miradas: consume el carácter de al lado."""
    return "|".join(r.ligera or _con_bordes(r) for r in reglas)


def _con_bordes(regla: Regla) -> str:
    antes = f"(?:^|[^{regla.antes}]|{_ESCAPE})" if regla.antes else ""
    despues = f"(?:$|[^{regla.despues}])" if regla.despues else ""
    return f"{antes}(?:{regla.cuerpo.replace('?P<valor>', '?:')}){despues}"

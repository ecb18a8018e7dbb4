"""Qué cambió en el estado, dicho como lo diría quien lo mira.

Un diff de JSON línea a línea miente: insertar un mensaje al principio parece cambiarlos todos. Aquí cada clave
se compara según lo que guarda: los mensajes por su id, las listas que crecen por su cola, los diccionarios por
clave y los textos por palabras. Nada lanza con un JSON cualquiera, y todo está acotado: lo que se deja fuera
se cuenta en `Bloque.omitidos` y en `Bloque.recorte`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.traza import Cambio
from generador.paginas.conversaciones import por_identidad, son_conversaciones
from generador.paginas.etiquetas import clase_de
from generador.paginas.grabado import compacto, es_diccionario, espaciado, iguales, leer
from generador.paginas.palabras import TEXTO_MAXIMO, Fila, Tramo, alinear, comparar_textos, fila
from generador.paginas.recordar import si_es_pequena

_PROFUNDIDAD = 4
_BLOQUES = 40
_CARACTERES = 1_200
_ELEMENTOS = 12
_CENTRO = 200
_DE_CORRIDO = 60
_NADA = object()

Decir: TypeAlias = Callable[[Any], str]
"""De un valor a su texto en una línea."""
Como: TypeAlias = tuple[int, Decir]
"""A qué nivel se está, y cómo se escribe lo que se encuentre."""
Visibles: TypeAlias = Callable[[int], str]
"""De un sitio de una lista a lo que se enseña de él."""


class Cuenta(Struct, frozen=True, kw_only=True):
    """Cuántos elementos de una lista (o mensajes de una conversación) hay de cada suerte."""

    anadidos: int = 0
    cambiados: int = 0
    quitados: int = 0
    iguales: int = 0


class Bloque(Struct, frozen=True, kw_only=True):
    """La diferencia en una ruta del estado (`borrador.citas`).

    `clase` es `nueva`, `quitada`, `cambiada`, `claves`, `lista` o `mensajes`; las tres últimas traen `cuenta`, y
    `claves`, además, cuáles son. `recorte` es (caracteres enseñados, caracteres en total) si las filas no lo dicen
    todo; `omitidos`, cuántos elementos o claves más cambiaron y no se enseñan.
    """

    ruta: str
    clase: str
    claves: tuple[str, ...] = ()
    filas: tuple[Fila, ...] = ()
    cuenta: Cuenta | None = None
    recorte: tuple[int, int] | None = None
    omitidos: int = 0


def diferencias(cambio: Cambio, decir: Decir = espaciado) -> tuple[Bloque, ...]:
    """Los bloques que explican cómo una clave del estado pasó de `antes` a `despues`.

    `decir` escribe en una línea lo que no es un texto largo: como JSON, si no se da.
    """
    return _en_json(cambio) if decir is espaciado else _diferencias(cambio, decir)


@si_es_pequena
def _en_json(cambio: Cambio) -> tuple[Bloque, ...]:
    return _diferencias(cambio, espaciado)


def _diferencias(cambio: Cambio, decir: Decir) -> tuple[Bloque, ...]:
    if cambio.antes == cambio.despues:
        return ()
    if cambio.antes is None or cambio.despues is None:
        clase, signo = ("nueva", "+") if cambio.antes is None else ("quitada", "-")
        unico = leer(cambio.despues if cambio.antes is None else cambio.antes)
        return (_bloque_recortado(cambio.clave, clase, [fila(signo, _visible(unico, decir))], None, 0),)
    try:
        bloques = tuple(_comparar(cambio.clave, leer(cambio.antes), leer(cambio.despues), (0, decir)))
    except RecursionError:
        antes, despues = (c.crudo.decode("utf-8", "replace") for c in (cambio.antes, cambio.despues))
        bloques = (_cambiada(cambio.clave, antes, despues, decir),)
    sobran = len(bloques) - _BLOQUES
    if sobran <= 0:
        return bloques
    ultimo = bloques[_BLOQUES - 1]
    return (*bloques[: _BLOQUES - 1], replace(ultimo, omitidos=ultimo.omitidos + sobran))


def _comparar(ruta: str, antes: Any, despues: Any, como: Como) -> Iterator[Bloque]:
    nivel, decir = como
    if iguales(antes, despues):
        return
    if son_conversaciones(antes, despues):
        yield _de_mensajes(ruta, antes, despues)
    elif (clase := clase_de(antes)) is not None and clase == clase_de(despues):
        yield from _comparar(ruta, antes["v"], despues["v"], como)
    elif nivel < _PROFUNDIDAD and es_diccionario(antes) and es_diccionario(despues):
        yield from _de_diccionarios(ruta, antes, despues, como)
    elif nivel < _PROFUNDIDAD and isinstance(antes, list) and isinstance(despues, list):
        yield from _de_listas(ruta, antes, despues, como)
    else:
        yield _cambiada(ruta, antes, despues, decir)


def _de_diccionarios(ruta: str, antes: dict[str, Any], despues: dict[str, Any], como: Como) -> Iterator[Bloque]:
    """Las claves sueltas, juntas en un bloque; las que guardan algo que merece su propio diff, cada una en el suyo."""
    nivel, decir = como
    filas: list[Fila] = []
    sueltas, aparte = [], []
    for clave in (*antes, *(k for k in despues if k not in antes)):
        viejo, nuevo = antes.get(clave, _NADA), despues.get(clave, _NADA)
        if viejo is not _NADA and nuevo is not _NADA:
            if iguales(viejo, nuevo):
                continue
            if _merecen_lo_suyo(viejo, nuevo):
                aparte.append(clave)
                continue
        sueltas.append(clave)
        filas += [
            fila(s, f"{espaciado(clave)}: {_visible(v, decir)}")
            for s, v in (("-", viejo), ("+", nuevo))
            if v is not _NADA
        ]
    if filas:
        cuenta = Cuenta(
            anadidos=sum(k not in antes for k in sueltas),
            quitados=sum(k not in despues for k in sueltas),
            cambiados=sum(k in antes and k in despues for k in sueltas),
        )
        sobran = max(0, len(filas) - 2 * _ELEMENTOS)
        bloque = _bloque_recortado(ruta, "claves", filas[: 2 * _ELEMENTOS], cuenta, sobran)
        yield replace(bloque, claves=tuple(sueltas))
    for clave in aparte:
        yield from _comparar(f"{ruta}.{clave}", antes[clave], despues[clave], (nivel + 1, decir))


def _merecen_lo_suyo(viejo: Any, nuevo: Any) -> bool:
    if isinstance(viejo, str) and isinstance(nuevo, str):
        return max(len(viejo), len(nuevo)) > _DE_CORRIDO
    return isinstance(viejo, (dict, list)) and isinstance(nuevo, (dict, list))


def _de_listas(ruta: str, antes: list[Any], despues: list[Any], como: Como) -> Iterator[Bloque]:
    nivel, decir = como
    a, b = [compacto(x) for x in antes], [compacto(x) for x in despues]
    tramos = list(alinear(a, b, _CENTRO))
    parejas = list(_parejas(tramos, antes, despues))
    filas = list(_filas_de_lista(tramos, _dichas(antes, decir), _dichas(despues, decir), {i for i, _ in parejas}))
    cuenta = Cuenta(
        anadidos=sum(m - k for n, _, _, k, m in tramos if n == "cambia") - len(parejas),
        quitados=sum(j - i for n, i, j, _, _ in tramos if n == "cambia") - len(parejas),
        cambiados=len(parejas),
        iguales=sum(j - i for n, i, j, _, _ in tramos if n == "igual"),
    )
    yield _bloque_recortado(ruta, "lista", filas[:_ELEMENTOS], cuenta, max(0, len(filas) - _ELEMENTOS))
    for i, k in parejas:
        yield from _comparar(f"{ruta}[{k}]", antes[i], despues[k], (nivel + 1, decir))


def _parejas(tramos: Sequence[Tramo], antes: list[Any], despues: list[Any]) -> Iterator[tuple[int, int]]:
    """Los elementos que son el mismo aunque hayan cambiado: en el mismo sitio y, si tienen `id`, con el mismo."""
    for nombre, i, j, k, m in tramos:
        if nombre == "cambia" and j - i == m - k:
            for d in range(j - i):
                x, y = antes[i + d], despues[k + d]
                if es_diccionario(x) and es_diccionario(y) and x.get("id") == y.get("id"):
                    yield i + d, k + d


def _filas_de_lista(tramos: Sequence[Tramo], a: Visibles, b: Visibles, emparejados: set[int]) -> Iterator[Fila]:
    for nombre, i, j, k, m in tramos:
        if nombre == "cambia":
            yield from (fila("-", a(x)) for x in range(i, j) if x not in emparejados)
            iguales_en_sitio = {k + x - i for x in emparejados if i <= x < j}
            yield from (fila("+", b(y)) for y in range(k, m) if y not in iguales_en_sitio)


def _dichas(lista: list[Any], decir: Decir) -> Visibles:
    return lambda i: _visible(lista[i], decir)


def _de_mensajes(ruta: str, antes: list[Any], despues: list[Any]) -> Bloque:
    viejos, nuevos = por_identidad(antes), por_identidad(despues)
    comunes = [k for k in nuevos if k in viejos]
    cambiados = sum(1 for k in comunes if not iguales(viejos[k], nuevos[k]))
    return Bloque(
        ruta=ruta,
        clase="mensajes",
        cuenta=Cuenta(
            anadidos=len(nuevos) - len(comunes),
            cambiados=cambiados,
            quitados=len(viejos) - len(comunes),
            iguales=len(comunes) - cambiados,
        ),
    )


def _cambiada(ruta: str, antes: Any, despues: Any, decir: Decir) -> Bloque:
    if isinstance(antes, str) and isinstance(despues, str):
        textos = comparar_textos(antes, despues)
        total = max(len(antes), len(despues))
        return _bloque_recortado(ruta, "cambiada", textos, None, 0, total if total > TEXTO_MAXIMO else 0)
    filas = [fila("-", _visible(antes, decir)), fila("+", _visible(despues, decir))]
    return _bloque_recortado(ruta, "cambiada", filas, None, 0)


def _bloque_recortado(
    ruta: str, clase: str, filas: Sequence[Fila], cuenta: Cuenta | None, omitidos: int, total: int = 0
) -> Bloque:
    """Un bloque cuyas filas no pasan de `_CARACTERES` en total; si pasan, se corta y se dice."""
    largo = sum(len(f.texto) for f in filas)
    if largo <= _CARACTERES and not total:
        return Bloque(ruta=ruta, clase=clase, filas=tuple(filas), cuenta=cuenta, omitidos=omitidos)
    cada = max(1, _CARACTERES // max(1, len(filas)))
    cortas = tuple(_recortar(f, cada) for f in filas)
    mostrado = sum(len(f.texto) for f in cortas)
    return Bloque(
        ruta=ruta,
        clase=clase,
        filas=cortas,
        cuenta=cuenta,
        omitidos=omitidos,
        recorte=(mostrado, max(largo, total)),
    )


def _recortar(f: Fila, maximo: int) -> Fila:
    partes, queda = [], maximo
    for p in f.partes:
        if queda <= 0:
            break
        partes.append(replace(p, texto=p.texto[:queda]))
        queda -= len(p.texto)
    return Fila(f.signo, tuple(partes))


def _visible(valor: Any, decir: Decir) -> str:
    """Un texto largo se lee mejor sin comillas ni escapes; lo demás, en una línea."""
    if isinstance(valor, str) and (len(valor) > _DE_CORRIDO or "\n" in valor):
        return valor
    return decir(valor)

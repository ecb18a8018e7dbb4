"""El grafo exportado en dos corridas: qué nodos y aristas aparecen, se van o cambian. El orden no cuenta."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from generador.modelo.grafo import Arista, Nodo
from generador.modelo.historial import CambioDeElemento, Elemento, Resumen, Suerte
from generador.modelo.mensaje import Mensaje, mensaje


def comparar_grafos(antes: Resumen, ahora: Resumen) -> Iterator[CambioDeElemento]:
    """Los elementos que no son iguales, por variante: primero los de ahora y luego los que se van."""
    viejos, nuevos = {e.clave: e for e in antes.elementos}, {e.clave: e for e in ahora.elementos}
    en_las_dos = variantes_con_grafo(antes) & variantes_con_grafo(ahora)
    for clave in (*nuevos, *(c for c in viejos if c not in nuevos)):
        cambio = _cambio(viejos.get(clave), nuevos.get(clave))
        if cambio.suerte is not Suerte.IGUAL:
            yield replace(cambio, juzgable=cambio.elemento.variante in en_las_dos)


def variantes_con_grafo(r: Resumen) -> frozenset[str]:
    """Las variantes cuyo grafo trae una corrida: uno exportado tiene al menos su inicio."""
    return frozenset(e.variante for e in r.elementos)


def _cambio(antes: Elemento | None, ahora: Elemento | None) -> CambioDeElemento:
    if antes is None or ahora is None:
        return CambioDeElemento(suerte=Suerte.SE_VA if ahora is None else Suerte.APARECE, antes=antes, ahora=ahora)
    que = tuple(_que_cambia(antes, ahora))
    return CambioDeElemento(suerte=Suerte.CAMBIA if que else Suerte.IGUAL, antes=antes, ahora=ahora, que=que)


def _que_cambia(antes: Elemento, ahora: Elemento) -> Iterator[Mensaje]:
    if antes.veredicto is not ahora.veredicto:
        yield mensaje("otro veredicto")
    a, b = antes.real, ahora.real
    if isinstance(a, Arista) and isinstance(b, Arista):
        yield from _de_arista(a, b)
    elif isinstance(a, Nodo) and isinstance(b, Nodo):
        yield from _de_nodo(a, b)


def _de_arista(a: Arista, b: Arista) -> Iterator[Mensaje]:
    if a.tipo is not b.tipo:
        yield mensaje("tipo: %(antes)s → %(ahora)s", antes=a.tipo.value, ahora=b.tipo.value)
    if sorted(a.etiquetas) != sorted(b.etiquetas):
        yield mensaje("etiquetas: %(antes)s → %(ahora)s", antes=_lista(a.etiquetas), ahora=_lista(b.etiquetas))
    if a.funcion != b.funcion:
        yield mensaje("función: %(antes)s → %(ahora)s", antes=a.funcion or "—", ahora=b.funcion or "—")
    if a.certeza is not b.certeza:
        yield mensaje("certeza: %(antes)s → %(ahora)s", antes=a.certeza.value, ahora=b.certeza.value)


def _de_nodo(a: Nodo, b: Nodo) -> Iterator[Mensaje]:
    if a.tipo is not b.tipo:
        yield mensaje("tipo: %(antes)s → %(ahora)s", antes=a.tipo.value, ahora=b.tipo.value)
    if sorted(a.herramientas) != sorted(b.herramientas):
        yield mensaje("herramientas: %(antes)s → %(ahora)s", antes=_lista(a.herramientas), ahora=_lista(b.herramientas))
    if sorted(a.pausa) != sorted(b.pausa):
        yield mensaje("pausa: %(antes)s → %(ahora)s", antes=_lista(a.pausa), ahora=_lista(b.pausa))
    if (a.diferido, a.reintentos, a.cache) != (b.diferido, b.reintentos, b.cache):
        yield mensaje("otra política de espera, reintentos o caché")


def _lista(valores: tuple[str, ...]) -> str:
    return ", ".join(sorted(valores)) or "—"

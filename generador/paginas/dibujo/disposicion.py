"""La función que se llama: elige receta, coloca, puntúa y, si no sale limpio, prueba otras tres.

La caché va de la huella del DOT a su json0; quien construye puede inyectar un `MutableMapping` respaldado en disco, que
olvida cuando cambia lo instalado. Sin él, `motor` recuerda dentro del proceso.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableMapping

from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Comparacion
from generador.modelo.mensaje import Mensaje, mensaje
from generador.paginas.dibujo import motor
from generador.paginas.dibujo.calidad import Estorbos, estorbos
from generador.paginas.dibujo.carriles import largas
from generador.paginas.dibujo.dot import Material, Receta, escribir
from generador.paginas.dibujo.forma import Dibujo
from generador.paginas.dibujo.medidas import etiquetar, rotular, titulo_de_caja
from generador.paginas.dibujo.montaje import montar, nombre_de_caja
from generador.paginas.dibujo.orden import Armazon, armar
from generador.paginas.dibujo.reserva import en_filas
from generador.paginas.dibujo.trazado import Colocado, situar
from generador.paginas.dibujo.union import GrafoUnion, de_comparacion, unir

LIMITE = 60.0
"""Segundos que se esperan a Graphviz antes de probar algo más barato. 300 nodos y 900 aristas tardan uno o dos."""

ENORME = 500
"""Elementos (nodos y aristas) desde los que un grafo se coloca y se pinta con lo más barato."""

_GRANDE = 80
_DESMESURADO = 2_000
_PRIMERA = Receta()
_OTRAS = (
    Receta(extra="ranksep=.34;nodesep=.42;mclimit=4;nslimit=2"),
    Receta(curvas="polyline"),
    Receta(newrank=False, rangos=False),
)
_LIGERA = Receta(extra="ranksep=.3;nodesep=.36;mclimit=.3;nslimit=4")
_MINIMA = Receta(extra="ranksep=.3;nodesep=.36;mclimit=.3;nslimit=.3;nslimit1=.3")
_BARATA = Receta(curvas="line", extra="ranksep=.3;nodesep=.36;mclimit=.1;nslimit=1;nslimit1=1")


def disponer(fuente: Grafo | Comparacion | GrafoUnion, *, cache: MutableMapping[str, str] | None = None) -> Dibujo:
    """Coloca un grafo, una comparación o una unión ya hecha. Nunca falla por grande: degrada y lo dice en `avisos`.

    Lanza `ErrorDeSalida` si no hay ningún Graphviz.
    """
    grafo = fuente if isinstance(fuente, GrafoUnion) else _union(fuente)
    armazon = armar(grafo)
    m = Material(
        armazon,
        tuple(rotular(n.nodo) for n in armazon.nodos),
        tuple(etiquetar(e.arista) for e in armazon.enlaces),
        {id: titulo_de_caja(nombre_de_caja(id, armazon.abiertos.get(id))) for id in armazon.cajas},
        largas(armazon) if enorme(armazon) else frozenset(),
    )
    if not m.armazon.nodos:
        return Dibujo(ancho=0, alto=0, nodos=(), aristas=(), cajas=(), capas=grafo.capas)
    colocado, avisos = _colocar(m, cache)
    return montar(m, colocado, grafo.capas, avisos)


def enorme(dibujado: Armazon | Dibujo) -> bool:
    """Si tiene tantos elementos que se coloca y se pinta con lo más barato."""
    aristas = dibujado.aristas if isinstance(dibujado, Dibujo) else dibujado.enlaces
    return len(dibujado.nodos) + len(aristas) > ENORME


def _union(fuente: Grafo | Comparacion) -> GrafoUnion:
    return unir(real=fuente) if isinstance(fuente, Grafo) else de_comparacion(fuente)


def _colocar(m: Material, cache: MutableMapping[str, str] | None) -> tuple[Colocado, tuple[Mensaje, ...]]:
    try:
        colocado = _intentar(m, _primera(m.armazon), cache)
    except motor.SinTiempo:
        return _barato(m, cache)
    se_prueban_otras = len(m.armazon.nodos) <= _GRANDE
    mejor, nota = colocado, estorbos(m, colocado, con_cruces=se_prueban_otras)
    if not nota.limpio and se_prueban_otras:
        for receta in _OTRAS:
            try:
                otro = _intentar(m, receta, cache)
            except motor.SinTiempo:
                continue
            otra = estorbos(m, otro)
            if otra.puntos < nota.puntos:
                mejor, nota = otro, otra
    return mejor, _avisos(nota)


def _primera(a: Armazon) -> Receta:
    """Con cuánto esmero se empieza: de 2 000 elementos en adelante, alinear los nodos cuesta más que todo lo demás."""
    if len(a.nodos) + len(a.enlaces) > _DESMESURADO:
        return _MINIMA
    return _LIGERA if enorme(a) else _PRIMERA


def _intentar(m: Material, receta: Receta, cache: MutableMapping[str, str] | None) -> Colocado:
    dot = escribir(m, receta)
    if cache is None:
        return situar(m, motor.colocar(dot, LIMITE))
    clave = hashlib.sha256(dot.encode()).hexdigest()
    guardado = cache.get(clave)
    if guardado is None:
        guardado = cache[clave] = motor.colocar(dot, LIMITE)
    return situar(m, guardado)


def _barato(m: Material, cache: MutableMapping[str, str] | None) -> tuple[Colocado, tuple[Mensaje, ...]]:
    try:
        colocado = _intentar(m, _BARATA, cache)
    except motor.SinTiempo:
        colocado = en_filas(m)
    aviso = mensaje(
        "el grafo tiene %(nodos)s nodos y %(aristas)s aristas: se colocó con menos esmero para acabar a tiempo",
        nodos=len(m.armazon.nodos),
        aristas=len(m.armazon.enlaces),
    )
    return colocado, (aviso,)


def _avisos(nota: Estorbos) -> tuple[Mensaje, ...]:
    graves = nota.nodos + nota.rotulos + nota.cajas
    if not graves:
        return ()
    return (mensaje("en el dibujo del grafo hay %(n)s aristas que pasan sobre algo ajeno", n=graves),)

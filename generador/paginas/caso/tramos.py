"""Cuántos pasos caben en una página. Un caso largo son varias, y cada una se lee entera sin JavaScript.

El tamaño se estima antes de modelar nada, porque otras páginas necesitan saber en qué tramo cae cada paso. La
estimación peca por exceso: una prueba la compara con lo que de verdad sale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from itertools import islice

from generador.modelo.corrida import CasoGrabado, Corrida
from generador.modelo.demo import DemoComparada
from generador.modelo.traza import Carga, Fallo, Paso, Tarea, Traza
from generador.paginas.caso.cambios import CAMBIOS
from generador.paginas.caso.llano import TAREAS, es_corriente, fallos_de, maximo_por_tarea, va_en_llano
from generador.paginas.caso.valores import CLAVES, LEGIBLE, NOMBRE, maximo_por_clave
from generador.paginas.dibujo.figura import DENSA
from generador.paginas.etiquetas import MARCA, lleva

PASOS = 500
ELEMENTOS = 4_200
ELEMENTOS_AL_MENOS = 800
ELEMENTOS_EN_LLANO = 1_500
"""Menos: en un caso larguísimo se salta lejos, y el salto cuesta lo que abrir la página."""
BYTES = 800_000
_GRAFO = 300
_CARGA = 18_000
_TEXTO = 8_000
_BURBUJAS = 16
_LEGIBLE = 300
"""Lo que rodea a un valor que se lee como lo que es y lleva detrás su JSON."""
_NO_SIGUEN = bytes(b for b in range(256) if b & 0xC0 != 0x80)
"""Los bytes que en UTF-8 no continúan un carácter."""


def tramos(traza: Traza, reservados: int = 0) -> tuple[int, ...]:
    """El número del primer paso de cada página, desde 1. Una traza sin pasos es una página.

    `reservados` son los elementos que se lleva un grafo enorme: a los pasos les quedan los demás, y nunca menos de
    `ELEMENTOS_AL_MENOS`.
    """
    largo = va_en_llano(traza)
    tope = max(ELEMENTOS_AL_MENOS, ELEMENTOS - reservados)
    tope = min(tope, ELEMENTOS_EN_LLANO) if largo else tope
    primeros, estado = [1], dict(traza.inicial)
    pasos, (elementos, bytes_) = 0, _coste_de_portada(traza)
    for paso in traza.pasos:
        e, b = _lo_que_ocupa(paso, largo)
        lleno = pasos == PASOS or elementos + e > tope or bytes_ + b > BYTES
        if lleno and pasos:
            primeros.append(paso.n)
            pasos, (elementos, bytes_) = 0, _coste_de_estado(estado)
        pasos, elementos, bytes_ = pasos + 1, elementos + e, bytes_ + b
        _poner_al_dia(estado, paso)
    return tuple(primeros)


def cabe(paso: Paso) -> bool:
    """Si el paso, compuesto entero, cabe en una página. El que no cabe va en llano aunque no sea corriente."""
    return _entra(coste(paso))


def _entra(coste: tuple[int, int]) -> bool:
    return coste[0] <= ELEMENTOS and coste[1] <= BYTES


def _lo_que_ocupa(paso: Paso, largo: bool) -> tuple[int, int]:
    if largo and es_corriente(paso):
        return coste_llano(paso)
    entero = coste(paso)
    return entero if _entra(entero) else coste_llano(paso)


def _poner_al_dia(estado: dict[str, Carga], paso: Paso) -> None:
    """El estado con que empezaría una página tras este paso: solo cuenta el del grafo de fuera."""
    for cambio in (paso.cambios or ()) if not paso.ambito else ():
        estado.pop(cambio.clave, None)
        if cambio.despues is not None:
            estado[cambio.clave] = cambio.despues


def _coste_de_portada(traza: Traza) -> tuple[int, int]:
    inicial, final = _coste_de_estado(traza.inicial), _coste_de_estado(traza.final)
    return inicial[0] + final[0], inicial[1] + final[1]


def _coste_de_estado(estado: Mapping[str, Carga]) -> tuple[int, int]:
    maximo, vistas = maximo_por_clave(len(estado)), list(islice(estado.items(), CLAVES))
    elementos = sum(7 if _etiquetada(c) else 3 for _, c in vistas)
    return elementos, sum(200 + _nombre(k) + _largo(c, maximo) for k, c in vistas)


def reservados(d: DemoComparada, variante: str) -> int:
    """Los elementos que pide en cada página de caso el grafo de una variante. Si no es enorme, ninguno."""
    c = d.comparaciones.get(variante)
    nodos, aristas = (len(c.nodos), len(c.aristas)) if c else (0, 0)
    return 4 * nodos + 2 * aristas - _GRAFO if nodos + aristas > DENSA else 0


def tramos_de_corrida(
    corrida: Corrida, sabidos: MutableMapping[str, tuple[int, ...]], de_menos: Mapping[str, int] | None = None
) -> dict[str, tuple[int, ...]]:
    """Caso → primeros pasos. `sabidos` los recuerda por `clave_de_tramos`, y crece: no se parte dos veces lo mismo.

    `de_menos` son los `reservados` de cada variante.
    """
    claves = {c.caso: (clave_de_tramos(c), (de_menos or {}).get(c.variante, 0)) for c in corrida.manifiesto.casos}
    todos: dict[str, tuple[int, ...]] = {}
    for caso in corrida.trazas:
        clave, menos = claves.get(caso, (caso, 0))
        clave = f"{clave}\0{menos}" if menos else clave
        if clave not in sabidos:
            sabidos[clave] = tramos(corrida.trazas[caso], menos)
        todos[caso] = sabidos[clave]
    return todos


def clave_de_tramos(grabado: CasoGrabado) -> str:
    """De qué dependen los tramos de un caso grabado."""
    return f"{grabado.sha256} {grabado.caso}"


def coste(paso: Paso) -> tuple[int, int]:
    """(elementos, bytes) que como mucho ocupa un paso en la página, contando su línea en la lista."""
    elementos, bytes_ = 28, 1_400
    cambios = paso.cambios or ()
    maximo = maximo_por_clave(len(cambios))
    for c in cambios[CAMBIOS:CLAVES]:
        elementos, bytes_ = elementos + 3, bytes_ + 300 + _nombre(c.clave) + _largo(c.despues, maximo)
    for c in cambios[:CAMBIOS]:
        antes, despues = _largo(c.antes, _CARGA), _largo(c.despues, _CARGA)
        elementos += (
            9 + min(26, (antes + despues) // 50) + 7 * min(_BURBUJAS, _mensajes(c.despues) - _mensajes(c.antes))
        )
        bytes_ += 700 + 4 * _nombre(c.clave) + 2 * despues + min(2_400, antes + despues)
    elementos += 4 * sum(map(_etiquetada, (c for k in cambios[:CLAVES] for c in (k.antes, k.despues))))
    for t in paso.tareas:
        e, b = _coste_de_tarea(t)
        elementos, bytes_ = elementos + e, bytes_ + b
    return elementos, bytes_


def coste_llano(paso: Paso) -> tuple[int, int]:
    """Lo mismo, de un paso que va en llano: sin componer son pocos elementos y casi solo su carga."""
    tareas = paso.tareas[:TAREAS]
    cargas = [c for t in tareas for c in _cargas(t)]
    bytes_ = sum(400 + len(t.nodo) for t in tareas) + sum(60 + min(len(c.crudo), _CARGA) for c in cargas)
    de_mas = sum(_de_mas(c.crudo, _CARGA) for c in cargas)
    nombres = 20 * min(sum(len(t.nodo) for t in tareas), NOMBRE)
    fallos = [f for t in tareas for f in fallos_de(t)]
    dichos = [f"{f.clase}{f.mensaje}{f.traza}".encode("utf-8", "replace") for f in fallos]
    bytes_ += sum(map(len, dichos))
    de_mas += sum(_de_mas(d, len(d)) for d in dichos)
    for c in paso.cambios or ():
        bytes_ += len(c.clave) + 8 + _base(c.despues, _CARGA)
        de_mas += _de_mas(c.despues.crudo, _CARGA) if c.despues else 0
    tope = maximo_por_tarea(len(paso.tareas)) * len(tareas)
    return 10 + 3 * len(tareas), int(1.25 * (900 + nombres + min(bytes_, tope + 400 * len(tareas)))) + min(
        de_mas, 4 * tope
    )


def _cargas(t: Tarea) -> Iterator[Carga]:
    cargas = [t.entrada, t.actualizacion, *(e.datos for e in t.eventos)]
    cargas += [c for m in t.modelos for c in (m.parametros, m.mensajes, m.salida)]
    cargas += [c for h in t.herramientas for c in (h.argumentos, h.resultado)]
    cargas += [c for r in t.recuperaciones for c in (r.consulta, r.documentos)]
    cargas += [c for i in t.interrupciones for c in (i.valor, i.respuesta)]
    return (c for c in cargas if c)


def _coste_de_tarea(t: Tarea) -> tuple[int, int]:
    elementos = 5 + 6 * len(t.intentos) + 2 * len(t.rutas) + 40 * len(t.interrupciones)
    bytes_ = 500 + 6_000 * len(t.interrupciones) + _largo(t.actualizacion, _TEXTO)
    bytes_ += sum(_de_mas(i.valor.crudo, _TEXTO) for i in t.interrupciones)
    for m in t.modelos:
        dicho = _largo(m.mensajes, _BURBUJAS * _TEXTO) + _largo(m.salida, _BURBUJAS * _TEXTO)
        elementos += 26 + 7 * min(2 * _BURBUJAS, _mensajes(m.mensajes) + _mensajes(m.salida))
        bytes_ += 1_400 + int(1.3 * dicho) + _largo(m.parametros, _CARGA)
    for h in t.herramientas:
        elementos += 18
        bytes_ += 800 + int(1.4 * (_largo(h.argumentos, _CARGA) + _largo(h.resultado, _CARGA)))
        bytes_ += _largo(h.resultado, LEGIBLE) if h.resultado and MARCA in h.resultado.crudo else 0
    for r in t.recuperaciones:
        elementos += 14
        bytes_ += 800 + int(1.4 * (_largo(r.consulta, _CARGA) + _largo(r.documentos, _CARGA)))
    for e in t.eventos:
        elementos += 10 + min(500, _largo(e.datos, _CARGA) // 12)
        bytes_ += 500 + 2 * _largo(e.datos, _CARGA)
    fallos = tuple(fallos_de(t))
    elementos += 4 * sum(map(_etiquetada, _cargas(t)))
    return elementos + 10 * len(fallos), bytes_ + sum(map(_del_fallo, fallos))


def _etiquetada(carga: Carga | None) -> bool:
    return carga is not None and lleva(carga.crudo)


def _mensajes(carga: Carga | None) -> int:
    """Cuántos mensajes puede haber: uno por cada contenido."""
    return 0 if carga is None else carga.crudo.count(b'content"')


def _del_fallo(f: Fallo) -> int:
    crudo = f.traza.encode("utf-8", "replace")
    return min(len(crudo), 13_000) + _de_mas(crudo, 13_000) + 4_000


def _nombre(clave: str) -> int:
    return 5 * min(len(clave), NOMBRE)


def _largo(carga: Carga | None, maximo: int) -> int:
    """Bytes que ocupan como mucho, ya en HTML, los primeros `maximo` caracteres, y lo que se lee de ellos delante."""
    if carga is None:
        return 0
    dicho = min(_LEGIBLE + 3 * len(carga.crudo), 4 * LEGIBLE) if lleva(carga.crudo) else 0
    return _base(carga, maximo) + _de_mas(carga.crudo, maximo) + dicho


def _base(carga: Carga | None, maximo: int) -> int:
    return 0 if carga is None else min(len(carga.crudo), maximo)


def _de_mas(crudo: bytes, maximo: int) -> int:
    """Lo que se añade al pasar a HTML: las marcas se escapan, lo invisible se escribe, y hay caracteres de 4 bytes."""
    trozo = crudo[:maximo] if crudo[:maximo].isascii() else crudo[: 4 * maximo]
    escapes = 4 * sum(map(trozo.count, (b"&", b"<", b">", b"'"))) + 3 * trozo.count(b'\\"')
    if trozo.isascii():
        return escapes
    return escapes + 3 * trozo.count(b"\xe2\x80") + len(trozo.translate(None, _NO_SIGUEN))

"""Un paso de un caso larguísimo, en llano: lo que se grabó de él, como un solo texto JSON por tarea.

Con miles de pasos, componer cada uno con su diff y su conversación da páginas que nadie puede cargar. Los pasos
corrientes van en llano; los que alguien viene a buscar (pausas, errores, la desviación, lo que se comprueba) siguen
enteros. No se inventa ni se resume nada: son los bytes de la traza, cortados por donde se dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from generador.modelo.traza import Carga, Fallo, Fin, LlamadaModelo, Paso, Tarea, Traza
from generador.paginas import rutas
from generador.paginas.base import Contexto
from generador.paginas.caso.cambios import es_el_estado, trocear
from generador.paginas.caso.forma_de_paso import PasoLlano, TareaLlana
from generador.paginas.caso.lista import nombre_de_paso, tiene_error
from generador.paginas.caso.piezas import Json
from generador.paginas.caso.valores import JSON_MAXIMO, por_ensenar, recorte
from generador.paginas.reproduccion import nodos_del_paso

LARGO = 500
"""Más de estos pasos y el caso va en llano."""

TAREAS = 1_000
"""Tareas de un paso en llano que se enseñan, como mucho."""
_DE_PASO, _DE_TAREA = 160_000, 160
"""Caracteres de todas las tareas de un paso, y de cada una por muchas que sean."""

Par = tuple[str, bytes]


def va_en_llano(traza: Traza) -> bool:
    """Si los pasos corrientes de este caso van en llano."""
    return len(traza.pasos) > LARGO


def es_corriente(paso: Paso) -> bool:
    """Si en el paso no hay nada que pida verse entero: ni una pausa ni un error."""
    return not any(t.interrupciones or tiene_error(t) for t in paso.tareas)


def paso_llano(ctx: Contexto, paso: Paso, antes: Mapping[str, Carga], con_fuente: frozenset[str]) -> PasoLlano:
    """Un paso corriente. `antes` es el estado de su ámbito antes de él; `con_fuente`, los nodos con código."""
    fuente = " fuente" if con_fuente.intersection(nodos_del_paso(paso)) else ""
    maximo = maximo_por_tarea(len(paso.tareas))
    return PasoLlano(
        n=paso.n,
        ancla=rutas.ancla_de_paso(paso.n),
        ambito=paso.ambito,
        titulo=f"{paso.n} {nombre_de_paso(paso)}",
        pestanas=f"resumen estado{fuente}",
        tareas=tuple(
            TareaLlana(
                id=t.id,
                ancla=rutas.ancla_de_tarea(paso.n, t.id),
                valor=_acotado(ctx, _objeto(_de_tarea(paso, t, antes, primera=i == 0)), maximo),
            )
            for i, t in enumerate(paso.tareas[:TAREAS])
        ),
        faltan=por_ensenar(ctx, sobran) if (sobran := len(paso.tareas) - TAREAS) > 0 else "",
    )


def maximo_por_tarea(tareas: int) -> int:
    """Caracteres que se enseñan de cada tarea de un paso que tiene tantas."""
    return max(_DE_TAREA, min(JSON_MAXIMO, _DE_PASO // max(1, tareas)))


def _acotado(ctx: Contexto, crudo: bytes, maximo: int) -> Json:
    texto = crudo.decode("utf-8", "replace")
    if len(texto) <= maximo:
        return Json(texto=texto)
    return Json(texto=texto[:maximo], recorte=recorte(ctx, maximo, len(texto)))


def _objeto(pares: Iterator[Par]) -> bytes:
    """Un objeto JSON con una clave por línea; los valores, tal cual."""
    return b"{\n" + b",\n".join(b"  " + _clave(k) + v for k, v in pares) + b"\n}"


def _en_linea(pares: Iterator[Par]) -> bytes:
    return b"{" + b", ".join(_clave(k) + v for k, v in pares) + b"}"


def _clave(clave: str) -> bytes:
    return msgspec.json.encode(clave) + b": "


def _de_tarea(paso: Paso, tarea: Tarea, antes: Mapping[str, Carga], *, primera: bool) -> Iterator[Par]:
    yield "nodo", msgspec.json.encode(tarea.nodo)
    if tarea.fin is not Fin.BIEN:
        yield "fin", msgspec.json.encode(tarea.fin.value)
    if tarea.entrada is not None and not es_el_estado(tarea.entrada, antes):
        yield "recibe", tarea.entrada.crudo
    yield from _pausas_y_errores(tarea)
    yield from _llamadas(tarea)
    for e in tarea.eventos:
        yield "evento", e.datos.crudo
    for ruta in tarea.rutas:
        yield "ruta", msgspec.json.encode({"funcion": ruta.funcion, "destinos": ruta.destinos})
    if tarea.actualizacion is not None and not _ya_esta_en_los_cambios(tarea.actualizacion, paso):
        yield "escribe", tarea.actualizacion.crudo
    if primera and paso.cambios:
        yield "estado", _en_linea((c.clave, c.despues.crudo if c.despues else b"null") for c in paso.cambios)


def _llamadas(tarea: Tarea) -> Iterator[Par]:
    for m in tarea.modelos:
        yield "modelo", _en_linea(_de_modelo(m))
    for h in tarea.herramientas:
        yield "herramienta", _en_linea(_con_cargas(h.nombre, argumentos=h.argumentos, resultado=h.resultado))
    for r in tarea.recuperaciones:
        yield "recuperacion", _en_linea(_con_cargas(r.nombre, consulta=r.consulta, documentos=r.documentos))


def _pausas_y_errores(tarea: Tarea) -> Iterator[Par]:
    """De un paso que no es corriente y va en llano porque entero no cabe."""
    for pausa in tarea.interrupciones:
        yield "pausa", pausa.valor.crudo
        if pausa.respuesta is not None:
            yield "respuesta", pausa.respuesta.crudo
    for f in fallos_de(tarea):
        yield "error", msgspec.json.encode({"clase": f.clase, "mensaje": f.mensaje, "traza": f.traza})


def fallos_de(t: Tarea) -> Iterator[Fallo]:
    """Los errores que se grabaron en la tarea: el suyo, los de sus intentos y los de sus llamadas, sin repetir."""
    todos = (t.fallo, *(i.fallo for i in t.intentos), *(m.fallo for m in t.modelos))
    otros = (*(h.fallo for h in t.herramientas), *(r.fallo for r in t.recuperaciones))
    return iter(dict.fromkeys(f for f in (*todos, *otros) if f))


def _de_modelo(m: LlamadaModelo) -> Iterator[Par]:
    yield "procedencia", msgspec.json.encode(m.procedencia.value)
    if m.uso:
        yield "uso", msgspec.json.encode(dict(m.uso))
    yield from _con_cargas(m.modelo, parametros=m.parametros, mensajes=m.mensajes, salida=m.salida)


def _con_cargas(nombre: str, **cargas: Carga | None) -> Iterator[Par]:
    yield "nombre", msgspec.json.encode(nombre)
    for clave, carga in cargas.items():
        if carga is not None:
            yield clave, carga.crudo


def _ya_esta_en_los_cambios(actualizacion: Carga, paso: Paso) -> bool:
    trozos = trocear(actualizacion)
    despues = {c.clave: c.despues.crudo for c in paso.cambios or () if c.despues is not None}
    return trozos is not None and all(despues.get(k) == v for k, v in trozos.items())

"""Un paso de un caso larguísimo, en llano: lo que se grabó de él, como un solo texto JSON por tarea.

Con miles de pasos, componer cada uno con su diff y su conversación da páginas que nadie puede cargar. Los pasos
corrientes van en llano; los que alguien viene a buscar (pausas, errores, la desviación, lo que se comprueba) siguen
enteros. No se inventa ni se resume nada: son los bytes de la traza, cortados por donde se dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from generador.modelo.traza import Carga, Fin, LlamadaModelo, Paso, Tarea, Traza
from generador.paginas import rutas
from generador.paginas.base import Contexto
from generador.paginas.caso.cambios import es_el_estado, trocear
from generador.paginas.caso.forma import Json, PasoLlano, TareaLlana
from generador.paginas.caso.lista import nombre_de_paso, tiene_error
from generador.paginas.caso.valores import JSON_MAXIMO, recorte
from generador.paginas.reproduccion import nodos_del_paso

LARGO = 500
"""Más de estos pasos y el caso va en llano."""

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
                valor=_acotado(ctx, _objeto(_de_tarea(paso, t, antes, primera=i == 0))),
            )
            for i, t in enumerate(paso.tareas)
        ),
    )


def _acotado(ctx: Contexto, crudo: bytes) -> Json:
    texto = crudo.decode("utf-8", "replace")
    if len(texto) <= JSON_MAXIMO:
        return Json(texto=texto)
    return Json(texto=texto[:JSON_MAXIMO], recorte=recorte(ctx, JSON_MAXIMO, len(texto)))


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
    for m in tarea.modelos:
        yield "modelo", _en_linea(_de_modelo(m))
    for h in tarea.herramientas:
        yield "herramienta", _en_linea(_con_cargas(h.nombre, argumentos=h.argumentos, resultado=h.resultado))
    for r in tarea.recuperaciones:
        yield "recuperacion", _en_linea(_con_cargas(r.nombre, consulta=r.consulta, documentos=r.documentos))
    for e in tarea.eventos:
        yield "evento", e.datos.crudo
    for ruta in tarea.rutas:
        yield "ruta", msgspec.json.encode({"funcion": ruta.funcion, "destinos": ruta.destinos})
    if tarea.actualizacion is not None and not _ya_esta_en_los_cambios(tarea.actualizacion, paso):
        yield "escribe", tarea.actualizacion.crudo
    if primera and paso.cambios:
        yield "estado", _en_linea((c.clave, c.despues.crudo if c.despues else b"null") for c in paso.cambios)


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

"""Un paso entero: sus tareas, sus pausas, sus errores, sus llamadas y lo que cambió en el estado."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from generador.modelo.corrida import Fuente
from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Conformidad
from generador.modelo.plan import Plan
from generador.modelo.tiempos import esperas, tiempo
from generador.modelo.traza import Carga, Fin, Intento, Paso, Tarea, Traza
from generador.paginas import rutas
from generador.paginas.base import Contexto, enlace
from generador.paginas.caso import conversar, llamadas
from generador.paginas.caso.artefactos import artefactos
from generador.paginas.caso.cambios import estado_de_paso
from generador.paginas.caso.fijadas import Fijadas, nota
from generador.paginas.caso.forma_de_paso import (
    AvisoDeDesviacion,
    Comprobacion,
    DetalleDePaso,
    Error,
    IntentoVisto,
    TareaDePaso,
)
from generador.paginas.caso.lista import nombre_de_paso
from generador.paginas.caso.llano import va_en_llano
from generador.paginas.caso.pausas import pausa_vista
from generador.paginas.caso.piezas import Ficha
from generador.paginas.caso.resumir import nombre_corto
from generador.paginas.caso.valores import LISTA, abreviado, corto, espera_humana
from generador.paginas.enlaces import nombre
from generador.paginas.etiquetado import decir
from generador.paginas.etiquetas import MARCA
from generador.paginas.grabado import leer
from generador.paginas.reproduccion import nodos_del_paso
from generador.paginas.terminos import etiqueta

_NOTAS_DE_RUTA = 6
_EN_CORTO = 400


class Lectura(Struct, frozen=True, kw_only=True):
    """Lo que hace falta saber del caso para contar uno de sus pasos. `antes` es el estado previo, por ámbito."""

    plan: Plan
    traza: Traza
    ruta: str
    grafo: Grafo | None = None
    conformidad: Conformidad | None = None
    paradas: Fijadas = field(default_factory=dict)
    fuentes: Mapping[str, Fuente] = field(default_factory=dict)
    nodos_con_pagina: frozenset[str] = frozenset()


def detalle_de_paso(
    ctx: Contexto, lectura: Lectura, paso: Paso, antes: Mapping[str, Carga], suyas: tuple[Comprobacion, ...]
) -> DetalleDePaso:
    """Todo lo que se sabe de un paso. `antes` es el estado de su ámbito antes de él; `suyas`, lo que prueba."""
    tareas = tuple(_tarea(ctx, lectura, paso, t) for t in paso.tareas)
    conversaciones = tuple(conversar.de_estado(ctx, paso.cambios or ()))
    pestanas = ["resumen", "estado"]
    if conversaciones or any(t.conversaciones for t in tareas):
        pestanas.append("mensajes")
    if any(t.llamadas for t in tareas):
        pestanas.append("llamadas")
    if any(n in lectura.fuentes for n in nodos_del_paso(paso)):
        pestanas.append("fuente")
    return DetalleDePaso(
        n=paso.n,
        ancla=rutas.ancla_de_paso(paso.n),
        ambito=paso.ambito,
        titulo=nombre_de_paso(paso),
        nodo=tareas[0].nodo if len(tareas) == 1 and tareas[0].nodo.href else None,
        subtitulo=" · ".join(_subtitulos(ctx, lectura.traza, paso)),
        pestanas=" ".join(pestanas),
        desviacion=aviso_de_desviacion(ctx, lectura, paso.n),
        comprobaciones=suyas,
        tareas=tareas,
        estado=estado_de_paso(ctx, lectura.grafo, paso, antes),
        conversaciones=conversaciones,
        con_resumen=bool(suyas) or len(tareas) > 1 or any(map(_cuenta_algo, tareas)),
        con_mensajes="mensajes" in pestanas,
        con_llamadas="llamadas" in pestanas,
        con_completo=not paso.ambito and not va_en_llano(lectura.traza),
    )


def aviso_de_desviacion(ctx: Contexto, lectura: Lectura, paso: int | None = None) -> AvisoDeDesviacion | None:
    """La primera desviación, si la hay (y, si se da `paso`, solo si es en ese paso)."""
    desviacion = lectura.conformidad.desviacion if lectura.conformidad else None
    if desviacion is None or paso not in (None, desviacion.paso):
        return None
    destino = ctx.ruta_de_paso(lectura.plan.demo, lectura.traza.caso, desviacion.paso)
    return AvisoDeDesviacion(
        regla=ctx.mensaje(desviacion.regla),
        esperado=_nodos(ctx, desviacion.esperado),
        obtenido=_nodos(ctx, desviacion.obtenido),
        prueba=enlace(lectura.ruta, destino, ctx._("paso %(n)s", n=ctx.idioma.numero(desviacion.paso))),
    )


def _nodos(ctx: Contexto, ids: tuple[str, ...]) -> str:
    return abreviado(", ".join(nombre(ctx, id) for id in ids), LISTA) if ids else ctx._("nada")


def _subtitulos(ctx: Contexto, traza: Traza, paso: Paso) -> Iterator[str]:
    yield ctx._("paso %(n)s de %(total)s", n=ctx.idioma.numero(paso.n), total=ctx.idioma.numero(len(traza.pasos)))
    if paso.ambito:
        yield ctx._("dentro de %(ambito)s", ambito=paso.ambito)
    if paso.vuelta > 1:
        yield ctx._("vuelta %(n)s", n=ctx.idioma.numero(paso.vuelta))
    yield ctx._("superstep %(n)s", n=paso.superstep)
    if len(traza.ejecuciones) > 1:
        yield ctx._("ejecución %(n)s", n=paso.ejecucion + 1)
    if (tardo := tiempo(paso.t0, paso.t1, esperas(traza))) is not None:
        yield f"{ctx.idioma.duracion(tardo.maquina)} {espera_humana(ctx, tardo.espera)}".rstrip()


def _tarea(ctx: Contexto, lectura: Lectura, paso: Paso, tarea: Tarea) -> TareaDePaso:
    destino = rutas.nodo(lectura.plan.demo, tarea.nodo) if tarea.nodo in lectura.nodos_con_pagina else ""
    conversaciones = (conversar.de_llamada(ctx, m) for m in tarea.modelos)
    pastillas = tuple(_fichas(ctx, tarea))
    return TareaDePaso(
        id=tarea.id,
        ancla=rutas.ancla_de_tarea(paso.n, tarea.id),
        nodo=enlace(lectura.ruta, destino, nombre_corto(tarea.nodo), codigo=True),
        resumen=_resumen(ctx, tarea) if len(paso.tareas) > 1 else "",
        con_cabeza=bool(pastillas) or len(paso.tareas) > 1 or not destino,
        fichas=pastillas,
        notas=(*_notas(ctx, tarea), *_de_parada(ctx, lectura, paso, tarea)),
        intentos=_intentos(ctx, tarea),
        pausas=tuple(pausa_vista(ctx, lectura.traza, i) for i in tarea.interrupciones),
        fallos=tuple(_fallos(ctx, tarea)),
        artefactos=artefactos(ctx, lectura.plan.artefactos, tarea.eventos),
        llamadas=llamadas.de_tarea(ctx, tarea),
        conversaciones=tuple(c for c in conversaciones if c),
    )


def _cuenta_algo(t: TareaDePaso) -> bool:
    return any((t.fichas, t.notas, t.intentos, t.pausas, t.fallos, t.artefactos))


def _resumen(ctx: Contexto, tarea: Tarea) -> str:
    return " → ".join(_en_corto(ctx, c) for c in (tarea.entrada, tarea.actualizacion) if c)


def _en_corto(ctx: Contexto, carga: Carga) -> str:
    principio = carga.crudo[:_EN_CORTO]
    return corto(decir(ctx, leer(carga)) if MARCA in principio else principio.decode("utf-8", "ignore"), 90)


def _fichas(ctx: Contexto, tarea: Tarea) -> Iterator[Ficha]:
    if tarea.clase == "push":
        n = "" if tarea.indice_de_envio is None else f" {tarea.indice_de_envio + 1}"
        yield Ficha(texto=f"Send{n}")
    elif tarea.clase != "pull":
        yield Ficha(texto=tarea.clase)
    if tarea.fin not in (Fin.BIEN, Fin.INTERRUMPIDO):
        yield Ficha(texto=etiqueta(ctx, tarea.fin).texto, tono=etiqueta(ctx, tarea.fin).tono)
    if tarea.reutilizada:
        es_cache = tarea.reutilizada == "cache"
        yield Ficha(texto=ctx._("de la caché") if es_cache else ctx._("ya estaba hecha antes de la pausa"))


def _notas(ctx: Contexto, tarea: Tarea) -> Iterator[str]:
    for ruta in tarea.rutas[:_NOTAS_DE_RUTA]:
        destinos = ", ".join(nombre(ctx, d) for d in ruta.destinos) or ctx._("ningún nodo")
        yield ctx._("%(funcion)s decidió ir a %(destinos)s", funcion=ruta.funcion, destinos=destinos)
        if ruta.envios:
            yield ctx._("%(funcion)s mandó %(n)s Send", funcion=ruta.funcion, n=ctx.idioma.numero(ruta.envios))
    if tarea.saltos:
        yield ctx._("Command: salta a %(destinos)s", destinos=", ".join(nombre(ctx, s) for s in tarea.saltos))
    if tarea.envios:
        yield ctx._("Send: manda trabajo a %(destinos)s", destinos=", ".join(dict.fromkeys(tarea.envios)))


def _de_parada(ctx: Contexto, lectura: Lectura, paso: Paso, tarea: Tarea) -> Iterator[str]:
    """Las pausas fijadas al compilar son del paso entero: se cuentan una vez, en su primera tarea."""
    if tarea is paso.tareas[0]:
        yield from (nota(ctx, f) for f in lectura.paradas.get(paso.n, ()))


def _intentos(ctx: Contexto, tarea: Tarea) -> tuple[IntentoVisto, ...]:
    """Los intentos, si hubo reintentos. Pausarse y seguir no es reintentar."""
    hechos = [i for i in tarea.intentos if i.fin is not Fin.INTERRUMPIDO]
    return tuple(_intento(ctx, i, k, len(hechos)) for k, i in enumerate(hechos, 1)) if len(hechos) > 1 else ()


def _intento(ctx: Contexto, intento: Intento, n: int, total: int) -> IntentoVisto:
    fallo = intento.fallo and llamadas.error_visto(ctx, intento.fallo)
    fin = etiqueta(ctx, intento.fin)
    porque = f"{fallo.clase}: {corto(fallo.mensaje, 200)}" if fallo else fin.texto
    partes = (porque, llamadas.duracion(ctx, intento.t0, intento.t1))
    return IntentoVisto(
        nombre=ctx._("intento %(n)s de %(total)s", n=n, total=total),
        fin=fin,
        texto=" · ".join(p for p in partes if p),
        traza=fallo.traza if fallo else "",
    )


def _fallos(ctx: Contexto, tarea: Tarea) -> Iterator[Error]:
    """El error con que acabó la tarea. Los de los intentos que luego salieron bien van con su intento."""
    ultimo = tarea.intentos[-1].fallo if tarea.intentos and tarea.fin is Fin.ERROR else None
    fallo = tarea.fallo or ultimo
    if fallo:
        yield llamadas.error_visto(ctx, fallo)

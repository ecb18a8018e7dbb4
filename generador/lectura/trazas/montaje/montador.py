"""Monta la `Traza`: ordena las líneas por su hora, las anota, coloca las tareas y congela el resultado."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from generador.lectura.trazas.montaje.ambitos import PasoColocado, Vuelta, ordenar, repartir
from generador.lectura.trazas.montaje.completitud import Presencias
from generador.lectura.trazas.montaje.desenlaces import cerrar
from generador.lectura.trazas.montaje.estados import (
    EstadosDeVuelta,
    estados_de,
    estados_por_vuelta,
    grado_de_los_estados,
)
from generador.lectura.trazas.montaje.fichas import FichaDeEjecucion
from generador.lectura.trazas.montaje.lineas import Cabecera, CualquierLinea, LineaDeTarea
from generador.lectura.trazas.montaje.registro import Registro
from generador.lectura.trazas.montaje.tareas import congelar, repartir_eventos
from generador.lectura.trazas.montaje.valores import segundos
from generador.modelo.mensaje import Mensaje, mensaje
from generador.modelo.traza import Ejecucion, Fin, Interrupcion, Paso, Traza


class Recuento(Struct):
    """Cuántas líneas tenía el fichero y los números de las que no se entendieron."""

    total: int
    saltadas: list[int] = []


def montar(lineas: list[CualquierLinea], caso: str, recuento: Recuento) -> Traza:
    """La traza de un caso. Vacía `lineas` según las anota, para no tener la carga dos veces en memoria.

    No falla: lo que falta se queda sin valor y se dice en `completitud` y `avisos`.
    """
    registro = _anotar(lineas)
    de_entrada = {e.indice for e in registro.ejecuciones.values() if e.clase == "input"}
    vueltas = repartir(registro.tareas.values(), de_entrada)
    colocados = ordenar(vueltas)
    cerrar(registro, vueltas)
    eventos = repartir_eventos(registro, colocados)
    estados = _estados(registro, vueltas)
    raices = [estados[id(v)] for v in vueltas if not v.ns] or [_sin_pasos(registro)]
    cabecera = registro.cabecera or Cabecera()
    redacciones, perdidas = registro.cuentas()
    grado = grado_de_los_estados(list(estados.values()))
    sin_sitio = sum(t.superstep is None or t.nodo is None for t in registro.tareas.values())
    presencias = Presencias()
    presencias.sumar(registro.tareas.values())
    return Traza(
        caso=caso,
        origen=cabecera.origin,
        grafo=cabecera.graph,
        version_langgraph=cabecera.langgraph,
        ejecuciones=ejecuciones_de(registro),
        pasos=_pasos(registro, colocados, estados),
        inicial=raices[0].inicial,
        final=raices[-1].final,
        completitud=presencias.completitud(cabecera, grado),
        sueltas=tuple([f.congelar(registro.cargas) for f in registro.sueltas]),
        eventos=eventos,
        lineas=recuento.total,
        saltadas=tuple(recuento.saltadas),
        redacciones=redacciones,
        perdidas=perdidas,
        sin_sitio=sin_sitio,
        avisos=avisos_de(sin_sitio, sum(t.de_otro for t in registro.tareas.values())),
    )


def _anotar(lineas: list[CualquierLinea]) -> Registro:
    registro = Registro()
    poner_en_hora(lineas)
    lineas.reverse()
    while lineas:
        registro.anotar(lineas.pop())
    return registro


def _estados(registro: Registro, vueltas: list[Vuelta]) -> dict[int, EstadosDeVuelta]:
    reparto, mudo = estados_por_vuelta(vueltas, registro.estados), es_mudo(registro)
    return {id(v): estados_de(v, reparto.get(id(v), []), registro.cargas, mudo=mudo) for v in vueltas}


def es_mudo(registro: Registro) -> bool:
    """Si la traza declara que no trae lo que cada tarea escribió."""
    declarada = registro.cabecera.completeness if registro.cabecera else None
    return (declarada or {}).get("updates") == "none"


def _sin_pasos(registro: Registro) -> EstadosDeVuelta:
    """El estado de una traza que no llegó a dar ningún paso."""
    return estados_de(Vuelta((), "", 0.0, {}, set(), set()), registro.estados.get((), []), registro.cargas)


def _pasos(
    registro: Registro, colocados: list[PasoColocado], estados: Mapping[int, EstadosDeVuelta]
) -> tuple[Paso, ...]:
    preguntas = registro.interrupciones.por_tarea()
    return tuple(paso_de(c, registro, estados[id(c.vuelta)], preguntas) for c in colocados)


def paso_de(
    c: PasoColocado,
    registro: Registro,
    estados: EstadosDeVuelta,
    preguntas: Mapping[str, tuple[Interrupcion, ...]],
) -> Paso:
    """Un paso congelado, con sus tareas."""
    ambito = c.vuelta.ambito
    fichas = enumerate(c.paso.tareas, 1)
    tareas = tuple([congelar(f, f"p{c.n}-{i}", ambito, registro, preguntas) for i, f in fichas])
    return Paso(
        n=c.n,
        ambito=ambito,
        superstep=c.paso.superstep,
        ejecucion=c.paso.ejecucion,
        tareas=tareas,
        vuelta=c.numero_de_vuelta,
        padre=c.padre,
        cambios=estados.cambios[c.paso.superstep],
        t0=min([t.t0 for t in tareas if t.t0 is not None], default=None),
        t1=max([t.t1 for t in tareas if t.t1 is not None], default=None),
    )


def ejecuciones_de(registro: Registro) -> tuple[Ejecucion, ...]:
    """Las ejecuciones, en el orden en que aparecieron."""
    return tuple(map(_ejecucion, registro.ejecuciones.values()))


def _ejecucion(ficha: FichaDeEjecucion) -> Ejecucion:
    return Ejecucion(
        indice=ficha.indice,
        clase=ficha.clase,
        hilo=ficha.hilo,
        quien=ficha.quien,
        entrada=ficha.entrada,
        contexto=ficha.contexto,
        configurable=ficha.configurable,
        fin=ficha.fin or Fin.SIN_CERRAR,
        fallo=ficha.fallo,
        t0=ficha.t0,
        t1=ficha.t1,
        pendientes=ficha.pendientes,
    )


def avisos_de(cuantas: int, mezcladas: int) -> tuple[Mensaje, ...]:
    """El aviso de las tareas que la traza menciona sin decir de qué nodo o en qué paso, y el de las que dice dos."""
    avisos = (
        (cuantas, mensaje("%(n)s tareas sin nodo o sin paso conocidos no se muestran", n=cuantas)),
        (mezcladas, mensaje("%(n)s ids de tarea son de más de un nodo: se muestra lo del primero", n=mezcladas)),
    )
    return tuple(aviso for hay, aviso in avisos if hay)


def poner_en_hora(lineas: list[CualquierLinea]) -> None:
    """Ordena las líneas por la hora de lo que cuentan; las que no la traen se quedan junto a la anterior."""
    horas: list[float] = []
    ultima, en_orden = float("-inf"), True
    for linea in lineas:
        momento = linea.at if isinstance(linea, LineaDeTarea) and linea.at is not None else linea.ts
        hora = momento if type(momento) is float else segundos(momento)
        if hora is None:
            hora = ultima
        elif hora < ultima:
            en_orden = False
        ultima = hora
        horas.append(hora)
    if not en_orden:
        orden = sorted(range(len(lineas)), key=lambda i: (horas[i], lineas[i].seq))
        lineas[:] = [lineas[i] for i in orden]

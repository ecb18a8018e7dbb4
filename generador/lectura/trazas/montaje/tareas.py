"""De fichas a tareas congeladas, con ids que no cambian entre construcciones (`p<paso>-<orden>`)."""

from __future__ import annotations

from collections.abc import Mapping

from generador.lectura.trazas.montaje.ambitos import PasoColocado
from generador.lectura.trazas.montaje.cargas import Cargas
from generador.lectura.trazas.montaje.fichas import FichaDeIntento, FichaDeTarea
from generador.lectura.trazas.montaje.llamadas import FichaDeLlamada
from generador.lectura.trazas.montaje.mandatos import saltos_de
from generador.lectura.trazas.montaje.registro import Registro
from generador.lectura.trazas.montaje.valores import leer
from generador.modelo.traza import (
    Evento,
    Fin,
    Intento,
    Interrupcion,
    LlamadaHerramienta,
    LlamadaModelo,
    Recuperacion,
    Ruta,
    Tarea,
)


def congelar(
    ficha: FichaDeTarea, id: str, ambito: str, registro: Registro, preguntas: Mapping[str, tuple[Interrupcion, ...]]
) -> Tarea:
    """La tarea de una ficha. `ambito` es el del grafo donde corre."""
    modelos, herramientas, recuperaciones = _por_clase(ficha.llamadas, registro.cargas)
    saltos, envios = _mandatos(ficha, ambito)
    return Tarea(
        id=id,
        nodo=f"{ambito}:{ficha.nodo}" if ambito else ficha.nodo or "",
        clase=ficha.clase,
        indice_de_envio=ficha.indice if ficha.clase == "push" else None,
        fin=ficha.fin or Fin.SIN_CERRAR,
        entrada=ficha.entrada,
        actualizacion=ficha.actualizacion,
        intentos=tuple([_intento(n, i) for n, i in enumerate(ficha.intentos, 1)]),
        modelos=modelos,
        herramientas=herramientas,
        recuperaciones=recuperaciones,
        eventos=tuple(ficha.eventos),
        interrupciones=preguntas.get(ficha.id, ()),
        rutas=tuple([Ruta(funcion=r.funcion, destinos=r.destinos, envios=len(r.envios)) for r in ficha.rutas]),
        saltos=saltos,
        envios=(*envios, *[e for r in ficha.rutas for e in r.envios]),
        reutilizada=ficha.reutilizada,
        fallo=ficha.fallo,
        t0=_inicio_de_tarea(ficha),
        t1=_fin_de_tarea(ficha),
    )


def _por_clase(
    fichas: list[FichaDeLlamada], cargas: Cargas
) -> tuple[tuple[LlamadaModelo, ...], tuple[LlamadaHerramienta, ...], tuple[Recuperacion, ...]]:
    if not fichas:
        return (), (), ()
    todas = [f.congelar(cargas) for f in fichas]
    return (
        tuple([x for x in todas if isinstance(x, LlamadaModelo)]),
        tuple([x for x in todas if isinstance(x, LlamadaHerramienta)]),
        tuple([x for x in todas if isinstance(x, Recuperacion)]),
    )


def repartir_eventos(registro: Registro, colocados: list[PasoColocado]) -> tuple[Evento, ...]:
    """Da cada evento sin tarea a la única que corría en su ámbito a esa hora; devuelve los que no tienen dueña."""
    if not registro.eventos:
        return ()
    por_ns: dict[tuple[str, ...], list[FichaDeTarea]] = {}
    for c in colocados:
        por_ns.setdefault(c.vuelta.ns, []).extend(c.paso.tareas)
    sin_duena: list[Evento] = []
    for suelto in registro.eventos:
        en_marcha = [t for t in por_ns.get(suelto.ns, ()) if _corria(t, suelto.evento.t)]
        if len(en_marcha) == 1:
            en_marcha[0].eventos.append(suelto.evento)
        else:
            sin_duena.append(suelto.evento)
    return tuple(sin_duena)


def _corria(tarea: FichaDeTarea, t: float | None) -> bool:
    tramos = [(i.t0, i.t1) for i in tarea.intentos] or [(tarea.t, tarea.t1)]
    return t is not None and any(t0 is not None and t0 <= t and (t1 is None or t <= t1) for t0, t1 in tramos)


def _intento(n: int, ficha: FichaDeIntento) -> Intento:
    fin = ficha.fin or Fin.SIN_CERRAR
    return Intento(n=n, fin=fin, t0=ficha.t0, t1=ficha.t1, fallo=ficha.fallo, comando=ficha.comando)


def _mandatos(ficha: FichaDeTarea, ambito: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Adónde manda el `Command` del último intento."""
    comando = ficha.intentos[-1].comando if ficha.intentos else None
    return saltos_de(leer(comando.crudo), ambito) if comando is not None else ((), ())


def _inicio_de_tarea(ficha: FichaDeTarea) -> float | None:
    primero = ficha.intentos[0].t0 if ficha.intentos else None
    if primero is None or ficha.t is None:
        return ficha.t if primero is None else primero
    return min(primero, ficha.t)


def _fin_de_tarea(ficha: FichaDeTarea) -> float | None:
    for intento in reversed(ficha.intentos):
        if intento.t1 is not None:
            return intento.t1
    return ficha.t1

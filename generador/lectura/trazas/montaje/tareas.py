"""De fichas a tareas congeladas, con ids que no cambian entre construcciones (`p<paso>-<orden>`)."""

from __future__ import annotations

from collections.abc import Mapping

from generador.lectura.trazas.montaje.ambitos import PasoColocado
from generador.lectura.trazas.montaje.fichas import FichaDeIntento, FichaDeTarea
from generador.lectura.trazas.montaje.llamadas import Llamada, llamada_de
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
    llamadas = llamadas_de(registro, ficha.llamadas)
    saltos, envios = _mandatos(ficha, ambito)
    inicios = [t for t in (ficha.t, *(i.t0 for i in ficha.intentos)) if t is not None]
    return Tarea(
        id=id,
        nodo=f"{ambito}:{ficha.nodo}" if ambito else ficha.nodo or "",
        clase=ficha.clase,
        indice_de_envio=ficha.indice if ficha.clase == "push" else None,
        fin=ficha.fin or Fin.SIN_CERRAR,
        entrada=ficha.entrada,
        actualizacion=ficha.actualizacion,
        intentos=tuple(_intento(n, i) for n, i in enumerate(ficha.intentos, 1)),
        modelos=tuple(x for x in llamadas if isinstance(x, LlamadaModelo)),
        herramientas=tuple(x for x in llamadas if isinstance(x, LlamadaHerramienta)),
        recuperaciones=tuple(x for x in llamadas if isinstance(x, Recuperacion)),
        eventos=tuple(ficha.eventos),
        interrupciones=preguntas.get(ficha.id, ()),
        rutas=tuple(Ruta(funcion=r.funcion, destinos=r.destinos, envios=len(r.envios)) for r in ficha.rutas),
        saltos=saltos,
        envios=(*envios, *(e for r in ficha.rutas for e in r.envios)),
        reutilizada=ficha.reutilizada,
        fallo=ficha.fallo,
        t0=min(inicios, default=None),
        t1=_fin_de_tarea(ficha),
    )


def llamadas_de(registro: Registro, ids: list[str]) -> tuple[Llamada, ...]:
    """Las llamadas con esos identificadores, en el orden en que empezaron."""
    return tuple(llamada_de(registro.llamadas[id], registro.cargas) for id in ids)


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


def _fin_de_tarea(ficha: FichaDeTarea) -> float | None:
    finales = [i.t1 for i in ficha.intentos if i.t1 is not None]
    return finales[-1] if finales else ficha.t1

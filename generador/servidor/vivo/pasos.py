"""La traza a medio escribir, como se lee en directo: una fila por tarea acabada, y lo que el agente pregunta."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from generador.errores import ErrorDeEntrada
from generador.lectura.trazas import leer_traza
from generador.modelo.apunte import apuntar
from generador.modelo.plan import Plan, Texto
from generador.modelo.procedencia import Recuento
from generador.modelo.tiempos import Tiempo, esperas, tiempo
from generador.modelo.traza import Carga, Evento, Fin, Tarea, Traza
from generador.paginas.mensajes import parece_mensaje, turno
from generador.servidor.vivo.claro import en_claro, hechos, recortado
from generador.servidor.vivo.paneles import Pregunta
from generador.servidor.vivo.paneles.base import Hecho

_CRUDO = 20_000
_DETALLE = 400


class Suceso(Struct, frozen=True, kw_only=True):
    """Un evento `custom` del agente: su tipo (con el título, si el plan se lo da) y sus datos."""

    tipo: str
    titulo: Texto
    hechos: tuple[Hecho, ...]


class PasoVisto(Struct, frozen=True, kw_only=True):
    """Una tarea acabada. `cambios` es lo que escribió, en claro; `crudo`, lo mismo en JSON."""

    clave: str
    n: int
    nodo: str
    fin: str
    duracion: float | None
    modelos: int
    herramientas: tuple[str, ...]
    cambios: tuple[Hecho, ...]
    crudo: str
    sucesos: tuple[Suceso, ...]
    fallo: str


class Visto(Struct, frozen=True, kw_only=True):
    """Lo que se sabe de una ejecución por su traza."""

    pasos: tuple[PasoVisto, ...] = ()
    preguntas: tuple[Pregunta, ...] = ()
    eventos: tuple[Any, ...] = ()
    recuento: Recuento = field(default_factory=Recuento)
    final: str = ""
    fallo: str = ""


def mirar(ruta: Path, caso: str, plan: Plan) -> Visto:
    """Lo que hay escrito hasta ahora; nada, si aún no se puede leer."""
    try:
        traza = leer_traza(ruta, caso)
    except ErrorDeEntrada:
        return Visto()
    ultimo = traza.ejecuciones[-1] if traza.ejecuciones else None
    return Visto(
        pasos=tuple(_pasos(traza, plan)),
        preguntas=_preguntas(traza),
        eventos=tuple(_ultimos_eventos(traza)),
        recuento=apuntar(traza).recuento,
        final=_final(traza),
        fallo=f"{ultimo.fallo.clase}: {ultimo.fallo.mensaje}" if ultimo and ultimo.fallo else "",
    )


def _pasos(traza: Traza, plan: Plan) -> Iterator[PasoVisto]:
    titulos, huecos = {a.tipo: a for a in plan.artefactos}, esperas(traza)
    for paso in traza.pasos:
        for t in paso.tareas:
            if t.fin is not Fin.SIN_CERRAR:
                yield _paso(paso.n, t, titulos, tiempo(t.t0, t.t1, huecos))


def _paso(n: int, t: Tarea, titulos: Mapping[str, Any], tardo: Tiempo | None) -> PasoVisto:
    cambios = t.actualizacion.valor() if t.actualizacion else None
    usadas = Counter(h.nombre for h in t.herramientas)
    return PasoVisto(
        clave=f"{t.id}.{t.fin}",
        n=n,
        nodo=t.nodo,
        fin=t.fin.value,
        duracion=None if tardo is None else tardo.maquina,
        modelos=len(t.modelos),
        herramientas=tuple(f"{h} ×{veces}" if veces > 1 else h for h, veces in usadas.items()),
        cambios=_cambios(cambios),
        crudo=_json(cambios) if cambios else "",
        sucesos=tuple(_suceso(e, titulos) for e in t.eventos),
        fallo=f"{t.fallo.clase}: {t.fallo.mensaje}" if t.fallo else "",
    )


def _cambios(valor: Any) -> tuple[Hecho, ...]:
    """Lo escrito, clave a clave. Los mensajes, como lo que se dijo; lo vacío no se cuenta."""
    if not isinstance(valor, Mapping):
        return (Hecho("", en_claro(valor)),) if valor is not None else ()
    llenas = ((str(k), v) for k, v in valor.items() if v not in (None, "", [], {}))
    return tuple(Hecho(k, recortado(_dicho(v) or en_claro(v, k), _DETALLE)) for k, v in llenas)


def _dicho(valor: Any) -> str:
    mensajes = valor if isinstance(valor, list) else [valor]
    if not mensajes or not all(map(parece_mensaje, mensajes)):
        return ""
    return "\n".join(filter(None, map(_un_mensaje, mensajes)))


def _un_mensaje(valor: Any) -> str:
    t = turno(valor)
    pedidos = (f"→ {p.nombre}({p.argumentos})" for p in t.pedidos)
    return "\n".join(filter(None, (t.texto, *pedidos)))


def _suceso(evento: Evento, titulos: Mapping[str, Any]) -> Suceso:
    datos = evento.datos.valor()
    suyo = titulos.get(evento.tipo or "")
    resto = {k: v for k, v in datos.items() if k != "tipo"} if isinstance(datos, Mapping) else {"": datos}
    return Suceso(tipo=evento.tipo or "", titulo=suyo.titulo if suyo else evento.tipo or "", hechos=hechos(resto))


def _preguntas(traza: Traza) -> tuple[Pregunta, ...]:
    """Las que nadie ha contestado. Una pausa dentro de un subgrafo sale también en su padre: es la misma."""
    if traza.fin is not Fin.INTERRUMPIDO:
        return ()
    abiertas = (
        i for p in traza.pasos for t in p.tareas if t.fin is Fin.INTERRUMPIDO for i in t.interrupciones
        if i.respuesta is None
    )  # fmt: skip
    return tuple({i.id: Pregunta(i.id, i.valor.valor()) for i in abiertas}.values())


def _ultimos_eventos(traza: Traza) -> Iterator[Any]:
    """Los de la última ejecución, que son los que siguen a la última decisión."""
    ultima = len(traza.ejecuciones) - 1
    if ultima < 1:
        return
    for paso in traza.pasos:
        if paso.ejecucion == ultima:
            yield from (e.datos.valor() for t in paso.tareas for e in t.eventos)


def _final(traza: Traza) -> str:
    return _json({k: v.valor() for k, v in traza.final.items() if isinstance(v, Carga)}) if traza.final else ""


def _json(valor: Any) -> str:
    return recortado(json.dumps(valor, ensure_ascii=False, indent=1), _CRUDO)

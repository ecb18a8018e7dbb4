"""El panel de aprobación: lo que propone el agente, con los datos y la política delante, y lo que se pulsa.

La pregunta es `{opciones, propuestas: [{propuesta_id, accion, datos, huella, …}]}`, más `resumen_del_agente`. La
respuesta, `{clics: [{propuesta_id, decision, revisor, huella, segundos, nota, cambios}]}`, con un clic por envío.
`huella` vuelve tal cual llegó, para que el agente sepa que se decidió sobre lo que se vio; que la edición sea lícita lo
dice el agente.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generador.modelo.mensaje import Mensaje, mensaje
from generador.servidor.vivo import campos as editables
from generador.servidor.vivo.campos import NoVale
from generador.servidor.vivo.claro import en_claro, hechos
from generador.servidor.vivo.paneles.base import (
    DECISION,
    FORMULARIO,
    NOTA,
    Formulario,
    Hecho,
    Leido,
    Panel,
    Pregunta,
    Regla,
)
from generador.servidor.vivo.paneles.decisiones import BOTONES, PLANTILLA, casar, contar

_TONOS = {"pasa": "bien", "cumple": "bien", "falla": "mal", "no_cumple": "mal"}
_NOTA = 500


def reconoce(valor: Any) -> bool:
    """Si trae propuestas que se puedan aprobar y alguna opción conocida."""
    return isinstance(valor, Mapping) and bool(_opciones(valor)) and any(True for _ in _propuestas(valor))


def panel(pregunta: Pregunta, escrito: Mapping[str, str] | None = None, error: Mensaje | None = None) -> Panel:
    """Un formulario por propuesta. Lo escrito y el error van al que se envió."""
    valor = pregunta.valor
    dado = escrito or {}
    return Panel(
        plantilla=PLANTILLA,
        pregunta=pregunta.id,
        resumen=str(valor.get("resumen_del_agente") or ""),
        crudo=json.dumps(valor, ensure_ascii=False, indent=1),
        formularios=tuple(
            _formulario(n, p, _opciones(valor), dado, error)
            if dado.get(FORMULARIO) == str(n)
            else _formulario(n, p, _opciones(valor), {}, None)
            for n, p in _propuestas(valor)
        ),
    )


def leer(pregunta: Pregunta, escrito: Mapping[str, str], quien: str, segundos: int) -> Leido:
    """El clic. Lanza `NoVale` si lo editado no tiene la forma de lo que había o no casa con el botón."""
    p = dict(_propuestas(pregunta.valor)).get(_numero(escrito.get(FORMULARIO, "")))
    decision = escrito.get(DECISION, "")
    if p is None or decision not in _opciones(pregunta.valor):
        raise NoVale(mensaje("esa decisión no es de esta pregunta"))
    leidos, datos = editables.leer(_campos(p), escrito, p["datos"])
    cambia = casar(decision, leidos, editables.cambios(p["datos"], datos))
    clic = {
        "propuesta_id": p["propuesta_id"],
        "decision": decision,
        "revisor": quien,
        "huella": escrito.get("huella", ""),
        "segundos": segundos,
        "nota": escrito.get(NOTA, "").strip()[:_NOTA],
        "cambios": cambia,
    }
    return Leido({"clics": [clic]}, contar(decision, str(p.get("accion") or p["propuesta_id"]), cambia))


def sin_efecto(pregunta: Pregunta, eventos: Sequence[Any]) -> str:
    """Por qué se vuelve a preguntar lo mismo, si un evento `decision` del agente lo explica."""
    suyas = [p["propuesta_id"] for _, p in _propuestas(pregunta.valor)]  # puede ser cualquier cosa
    dichas = [e for e in eventos if isinstance(e, Mapping) and e.get("tipo") == "decision"]
    return next((str(e.get("detalle") or "") for e in reversed(dichas) if e.get("propuesta_id") in suyas), "")


def _opciones(valor: Mapping[str, Any]) -> tuple[str, ...]:
    opciones = valor.get("opciones")
    return tuple(o for o in BOTONES if isinstance(opciones, list) and o in opciones)


def _propuestas(valor: Any) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Las que se pueden decidir, con su posición."""
    todas = valor.get("propuestas") if isinstance(valor, Mapping) else None
    for n, p in enumerate(todas if isinstance(todas, list) else ()):
        if isinstance(p, Mapping) and "propuesta_id" in p and isinstance(p.get("datos"), Mapping):
            yield n, p


def _formulario(
    n: int, p: Mapping[str, Any], opciones: tuple[str, ...], escrito: Mapping[str, str], error: Mensaje | None
) -> Formulario:
    leidos, _ = editables.leer(_campos(p), escrito, p["datos"])
    pedido = p.get("pedido")
    return Formulario(
        numero=n,
        titulo=str(p.get("accion") or p.get("clase") or p["propuesta_id"]),
        motivo=str(p.get("motivo") or ""),
        oculto={"huella": str(p.get("huella") or "")},
        hechos=(*_fijos(p), *(hechos(pedido) if isinstance(pedido, Mapping) else ())),
        reglas=tuple(map(_regla, _politica(p))),
        campos=leidos,
        botones=tuple(BOTONES[o] for o in opciones),
        nota=escrito.get(NOTA, ""),
        error=error,
    )


def _campos(p: Mapping[str, Any]) -> tuple[editables.Campo, ...]:
    return editables.campos_de(p["datos"], frozenset(k for k in p["datos"] if _es_identificador(k)))


def _es_identificador(clave: str) -> bool:
    """Lo que dice de qué se habla no se edita: sería otra propuesta."""
    return clave == "id" or clave.endswith("_id")


def _fijos(p: Mapping[str, Any]) -> tuple[Hecho, ...]:
    return hechos({"caduca": p["caduca"]}) if p.get("caduca") else ()


def _politica(p: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    reglas = p.get("politica")
    return (r for r in (reglas if isinstance(reglas, list) else ()) if isinstance(r, Mapping))


def _regla(r: Mapping[str, Any]) -> Regla:
    estado = str(r.get("estado") or "")
    return Regla(str(r.get("regla") or ""), _TONOS.get(estado, "neutro"), estado, en_claro(r.get("texto")))


def _numero(texto: str) -> int:
    return int(texto) if texto.isascii() and texto.isdigit() and len(texto) < 6 else -1

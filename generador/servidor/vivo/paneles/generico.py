"""El panel de cualquier pregunta: se enseña tal cual y se contesta con una de sus opciones, con texto o con JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from generador.modelo.mensaje import Mensaje, mensaje
from generador.servidor.vivo.campos import LARGO, NoVale, de_json
from generador.servidor.vivo.claro import recortado
from generador.servidor.vivo.paneles.base import DECISION, Boton, Formulario, Leido, Panel, Pregunta

PLANTILLA = "vivo/panel_generico.html"
LIBRE, COMO = "respuesta", "como"
TEXTO, JSON = "texto", "json"
_OPCIONES = ("opciones", "options", "choices")
_DICHO = ("di", "pregunta", "mensaje", "question", "message", "prompt")
_MUCHAS = 12
_RESUMIDA = 120


def reconoce(_valor: Any) -> bool:
    """Siempre."""
    return True


def panel(pregunta: Pregunta, escrito: Mapping[str, str] | None = None, error: Mensaje | None = None) -> Panel:
    """Un solo formulario, con un botón por opción si la pregunta las trae."""
    dado = escrito or {}
    formulario = Formulario(
        numero=0,
        oculto={},
        botones=tuple(Boton(str(n), _escrita(o), "otra") for n, o in _ofrecidas(pregunta)),
        libre=dado.get(LIBRE, ""),
        como=JSON if dado.get(COMO) == JSON else TEXTO,
        error=error,
    )
    dicho = _dicho(pregunta.valor)
    crudo = "" if isinstance(pregunta.valor, str) else json.dumps(pregunta.valor, ensure_ascii=False, indent=1)
    return Panel(plantilla=PLANTILLA, pregunta=pregunta.id, dicho=dicho, crudo=crudo, formularios=(formulario,))


def leer(pregunta: Pregunta, escrito: Mapping[str, str], _quien: str, _segundos: int) -> Leido:
    """La opción pulsada o lo escrito. Lanza `NoVale` si está vacío o no es el JSON que dice ser."""
    pulsada = escrito.get(DECISION, "")
    if pulsada:
        ofrecidas = {str(n): o for n, o in _ofrecidas(pregunta)}
        if pulsada not in ofrecidas:
            raise NoVale(mensaje("esa decisión no es de esta pregunta"))
        return _leido(ofrecidas[pulsada])
    texto = escrito.get(LIBRE, "").replace("\r\n", "\n")
    if not texto.strip():
        raise NoVale(mensaje("escribe una respuesta"))
    if len(texto) > LARGO:
        raise NoVale(mensaje("pasa de %(n)s caracteres", n=LARGO))
    return _leido(de_json(texto) if escrito.get(COMO) == JSON else texto)


def _leido(valor: Any) -> Leido:
    if valor is None:
        raise NoVale(mensaje("«null» no vale: para LangGraph es no contestar"))
    return Leido(valor, mensaje("Contestó: %(que)s", que=recortado(_escrita(valor), _RESUMIDA)))


def _escrita(valor: Any) -> str:
    return valor if isinstance(valor, str) else json.dumps(valor, ensure_ascii=False)


def _ofrecidas(pregunta: Pregunta) -> list[tuple[int, Any]]:
    valor = pregunta.valor
    listas = [valor.get(k) for k in _OPCIONES] if isinstance(valor, Mapping) else []
    lista = next((x for x in listas if isinstance(x, list) and 0 < len(x) <= _MUCHAS), [])
    return list(enumerate(lista)) if all(isinstance(o, str | int | float) for o in lista) else []


def _dicho(valor: Any) -> str:
    """La frase de la pregunta, si la hay."""
    if isinstance(valor, str):
        return valor
    frases = [valor.get(k) for k in _DICHO] if isinstance(valor, Mapping) else []
    return next((f for f in frases if isinstance(f, str)), "")

"""El panel de cualquier pregunta: su frase y sus datos en claro, y se contesta con una opción, con texto o con JSON.

El JSON que llegó solo está a la vista si no se puede enseñar de otra forma; si dice algo más que la frase y las
opciones, está plegado.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from generador.modelo.mensaje import Mensaje, mensaje
from generador.servidor.vivo.campos import LARGO, NoVale, de_json
from generador.servidor.vivo.claro import hechos, recortado
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
    dado, resto = escrito or {}, _resto(pregunta)
    formulario = Formulario(
        numero=0,
        oculto={},
        hechos=hechos(resto),
        botones=tuple(Boton(str(n), _escrita(o), "otra") for n, o in _ofrecidas(pregunta)),
        libre=dado.get(LIBRE, ""),
        como=JSON if dado.get(COMO) == JSON else TEXTO,
        error=error,
    )
    dicho, entero = _dicho(pregunta.valor), json.dumps(pregunta.valor, ensure_ascii=False, indent=1)
    return Panel(
        plantilla=PLANTILLA,
        pregunta=pregunta.id,
        dicho=dicho,
        crudo=entero if resto else "",
        literal="" if dicho or resto or formulario.botones else entero,
        formularios=(formulario,),
    )


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
    clave = _clave_de_opciones(pregunta.valor)
    return [] if clave is None else list(enumerate(pregunta.valor[clave]))


def _clave_de_opciones(valor: Any) -> str | None:
    """La clave que trae las opciones, si son tan pocas y tan simples que caben en botones."""
    if not isinstance(valor, Mapping):
        return None
    clave = next((k for k in _OPCIONES if isinstance(valor.get(k), list) and 0 < len(valor[k]) <= _MUCHAS), None)
    return clave if clave is not None and all(isinstance(o, str | int | float) for o in valor[clave]) else None


def _clave_de_lo_dicho(valor: Any) -> str | None:
    return next((k for k in _DICHO if isinstance(valor.get(k), str)), None) if isinstance(valor, Mapping) else None


def _resto(pregunta: Pregunta) -> Mapping[str, Any]:
    """Lo que la pregunta trae además de su frase y de sus opciones."""
    valor = pregunta.valor
    vistas = {_clave_de_opciones(valor), _clave_de_lo_dicho(valor)}
    return {k: v for k, v in valor.items() if k not in vistas} if isinstance(valor, Mapping) else {}


def _dicho(valor: Any) -> str:
    """La frase de la pregunta, si la hay."""
    if isinstance(valor, str):
        return valor
    clave = _clave_de_lo_dicho(valor)
    return "" if clave is None else str(valor[clave])

"""`guardrail_pre`: lo que se mira antes de recuperar o generar. Nunca lanza: una decisión fallida viaja en el estado.

Las barreras baratas se miran siempre; el juez, que es un modelo, solo si ninguna ha fallado. Si el propio código de
una barrera falla, su decisión es `barrera_rota` y el turno se aparta: mejor no responder que seguir sin revisar.
"""

from __future__ import annotations

from collections.abc import Callable

from langchain_core.language_models import BaseChatModel

from agentes.adherencia.barreras.ambito import por_juez, por_reglas
from agentes.adherencia.barreras.personales import redactar
from agentes.adherencia.barreras.senales import escalar
from agentes.adherencia.barreras.validacion import validar
from agentes.adherencia.estado import ANTERIORES, Decision, Estado, Idioma, falla, fallidas, no_aplica, pasa


def guardrail_pre(estado: Estado, *, juez: BaseChatModel | None = None) -> Estado:
    """Añade `validacion_entrada`, `datos_personales`, `escalamiento` y `ambito`, y deja `mensaje` redactado."""
    mensaje, idioma = estado["mensaje"], estado["idioma"]
    validacion = _a_salvo(lambda: validar(mensaje))
    limpio, personales = _redactado(mensaje, idioma, validacion)
    decisiones = {
        "validacion_entrada": validacion,
        "datos_personales": personales,
        "escalamiento": _a_salvo(lambda: escalar(mensaje)),
    }
    decisiones["ambito"] = _ambito(limpio, idioma, juez, decisiones)
    return Estado(mensaje=limpio, decisiones=decisiones)


def _a_salvo(barrera: Callable[[], Decision]) -> Decision:
    try:
        return barrera()
    except Exception as error:  # contrato del nodo: una barrera rota es una decisión, no una excepción
        return falla("barrera_rota", error=type(error).__name__)


def _redactado(mensaje: str, idioma: Idioma, validacion: Decision) -> tuple[str, Decision]:
    """El mensaje sin datos personales. El que no se va a atender se descarta entero: no hay por qué guardarlo."""
    if validacion["resultado"] == "falla":
        return "", no_aplica("mensaje_descartado")
    try:
        limpio, hallados = redactar(mensaje, idioma)
    except Exception as error:  # sin redactar no sigue: ni el modelo ni el checkpoint deben verlo
        return "", falla("barrera_rota", error=type(error).__name__)
    posiciones = [{"clase": h.clase, "inicio": h.inicio, "fin": h.fin} for h in hallados]
    return limpio, pasa("redactados" if hallados else "ninguno", hallados=posiciones)


def _ambito(mensaje: str, idioma: Idioma, juez: BaseChatModel | None, antes: dict[str, Decision]) -> Decision:
    if antes["datos_personales"]["resultado"] == "falla":
        return falla("barrera_rota", por="datos_personales")
    if fallidas(antes, ANTERIORES):
        return no_aplica("ya_apartado")
    reglas = _a_salvo(lambda: por_reglas(mensaje))
    if juez is None or reglas["resultado"] == "falla":
        return reglas
    return por_juez(mensaje, idioma, juez)

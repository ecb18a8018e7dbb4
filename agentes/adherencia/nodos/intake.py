"""`intake`: abre el turno. Limpia el mensaje, reconoce el idioma y borra lo que dejó el turno anterior del hilo."""

from __future__ import annotations

from agentes.adherencia.estado import Estado
from agentes.adherencia.lengua import idioma_de, normalizar


def intake(estado: Estado) -> Estado:
    """Normaliza `mensaje` y deja todas las claves del turno en blanco. Lo que no sea texto queda en `""`."""
    mensaje = normalizar(estado.get("mensaje"))
    return Estado(
        mensaje=mensaje,
        idioma=idioma_de(mensaje),
        turno=estado.get("turno", 0) + 1,
        decisiones={},
        pasajes=[],
        borrador="",
        origen="",
        respuesta="",
        estado_del_turno="abierto",
        auditoria={},
    )

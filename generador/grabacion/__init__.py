"""Ejecutar un agente y grabar lo que pasa. Lo único que importa langgraph."""

from generador.grabacion.grabadora import Grabadora

__all__ = ["Grabadora"]

"""Ejecutar un agente y grabar lo que pasa. Lo único que importa langgraph."""

"""Vitrina: de un plan, las trazas y el grafo de un agente LangGraph a un sitio estático.

El camino, en orden: `lectura` (disco → modelo) → `comparacion` (modelo → veredictos) → `paginas` (modelo de
página) → `representacion` (texto) → `escritura` (carpeta publicada). `sitio.construir` los recorre.
`grabacion` es aparte: ejecuta un agente y escribe la corrida que luego se lee.
"""

__version__ = "0.1.0"

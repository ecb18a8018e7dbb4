"""Evaluar el agente y dejarlo escrito en una corrida: casos por pares de idiomas, ejecución sin red y métricas puras.

Se ejecuta con `python -m agentes.adherencia.evaluacion CARPETA`.
"""

"""Corrida contra corrida: qué fue de cada caso, de cada paso, del grafo y de las métricas. Puro.

`resumen` reduce cada corrida a lo que se compara; `cotejo` compara dos y monta el historial; `informe` lo cuenta.
"""

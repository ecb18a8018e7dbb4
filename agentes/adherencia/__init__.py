"""Agente de adherencia a la medicación: un turno de chat que recorre una sola vez un `StateGraph` corto.

Referencia pública con datos 100 % sintéticos: no es un dispositivo médico, no está validada clínicamente, no es
asesoría legal ni certificación y no maneja datos reales de pacientes. El grafo se construye en `grafo`.
"""

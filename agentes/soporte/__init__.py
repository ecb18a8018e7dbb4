"""Agente de soporte de una tienda sintética: investiga libremente, propone, y solo ejecuta lo que una persona aprobó.

El modelo nunca actúa: crea propuestas que pasan por políticas en código, esperan en una cola y las lleva a cabo un
ejecutor determinista. El grafo se construye en `grafo`; lo que se inyecta está en `entorno`.
"""

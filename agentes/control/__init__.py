"""Plano de control contra la acumulación de alucinaciones: un grafo multiagente que revisa facturas jurídicas.

Los agentes son un entorno en el que no se confía; lo que hay alrededor (bus, registro, puerta, verificador, límite
irreversible y arnés) es código ordinario, sin ningún modelo. Datos 100 % sintéticos: no es asesoría legal ni contable.
"""

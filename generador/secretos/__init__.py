"""Secretos y datos personales: qué forma tienen, dónde están y cómo se tapan. Puro; no importa nada nuestro.

Lo usan la grabadora, antes de escribir una traza, y la compuerta, sobre los bytes finales del sitio. Promete lo
que dice `docs/secretos.md`: ningún secreto *de formato conocido*, en las codificaciones de la lista.
"""

from generador.secretos.claves import buscar_en_json, es_delicada
from generador.secretos.detector import Coincidencia, Tramo, buscar, huella_de, reemplazar, sospechoso, tramos
from generador.secretos.redaccion import crear_redactor, redactar, tapar
from generador.secretos.reglas import POR_NOMBRE, REGLAS, Politica, Regla

__all__ = [
    "POR_NOMBRE",
    "REGLAS",
    "Coincidencia",
    "Politica",
    "Regla",
    "Tramo",
    "buscar",
    "buscar_en_json",
    "crear_redactor",
    "es_delicada",
    "huella_de",
    "redactar",
    "reemplazar",
    "sospechoso",
    "tapar",
    "tramos",
]

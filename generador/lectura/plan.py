"""`plan.yaml` → `Plan`, con todos sus errores a la vez: los de YAML, los de forma y los que cruzan sus partes.

La forma sale de los propios datos de `modelo.plan`; `esquema()` da el JSON Schema para el editor.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generador.errores import ErrorDeEntrada, Problema
from generador.lectura.configuracion_de_langgraph import es_configuracion, problema_de
from generador.lectura.documento import Documento, raiz
from generador.lectura.ficheros import LIMITE_DE_PLAN, leer_texto
from generador.lectura.forma import Forma
from generador.lectura.plan_cruzado import comprobar
from generador.lectura.validar import examinar
from generador.lectura.yaml_con_posiciones import examinar_yaml
from generador.modelo.plan import Plan

_FORMA: Forma[Plan] = Forma(Plan)


def leer_plan(ruta: Path) -> Plan:
    """Lee y comprueba un plan. Las rutas que nombra se buscan en la carpeta de `ruta`.

    Lanza `ErrorDeEntrada` con todos los problemas, cada uno con su línea.
    """
    return leer_plan_con_sitios(ruta)[0]


def leer_plan_con_sitios(ruta: Path) -> tuple[Plan, Documento]:
    """El plan y el documento del que sale, para quien encuentre problemas más tarde y quiera decir su línea."""
    plan, documento, problemas = examinar_plan(ruta)
    if plan is None:
        raise ErrorDeEntrada(problemas)
    return plan, documento


def examinar_plan(ruta: Path) -> tuple[Plan | None, Documento, list[Problema]]:
    """El plan, o `None` y sus problemas, y el documento: para quien además mira los ficheros que nombra.

    De un fichero que no se puede abrir o no es YAML, el documento va vacío.
    """
    try:
        documento, problemas = examinar_yaml(leer_texto(ruta, LIMITE_DE_PLAN), str(ruta))
    except ErrorDeEntrada as error:
        return None, Documento(None, str(ruta)), list(error.problemas)
    if es_configuracion(documento):
        return None, documento, [problema_de(documento, "un plan")]
    valido, de_forma = examinar(_FORMA, documento)
    problemas += de_forma
    problemas += comprobar(raiz(documento), ruta.parent)
    return (None if problemas or valido is None else valido.valor), documento, problemas


def esquema() -> dict[str, Any]:
    """El JSON Schema del plan."""
    return _FORMA.esquema()

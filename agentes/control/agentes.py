"""Lo que se le dice a cada agente y cómo se recoge lo que contesta. Contestan con llamadas; la prosa se descarta."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from agentes.control.entorno import Modelo
from agentes.control.puerta.paquete import herramienta_de_emision
from agentes.control.verificador.predicados import PREDICADOS

_COMUN = (
    "Eres uno de los agentes de una revisión de facturas jurídicas. Solo cuenta lo que está en el registro: cita"
    " siempre su id (sha256:…). Lo que no puedas citar, dilo como pregunta abierta: abstenerse es responder bien."
)
PAPELES: Mapping[str, str] = {
    "planificador": "Decide qué pruebas hacen falta para cada pregunta. Si algo no se pudo respaldar, busca más o"
    " elévalo; no pidas que se diga de otra manera. Contesta con «planificar» o con «abstenerse».",
    "investigador": "Propón las llamadas de lectura que traigan las pruebas pedidas. No interpretes lo que devuelvan.",
    "analista": "Afirma lo que las pruebas implican, proposición a proposición, con los predicados del catálogo. Deja"
    " «entailment» y «confidence» a null. Contesta con «emitir» (claims y open_questions).",
    "redactor": "Ordena en frases las afirmaciones verificadas, sin añadir nada. Contesta con «emitir» (narrative),"
    " cada fragmento con sus claim_ids.",
    "operador": "Propón las llamadas irreversibles que se sigan de lo verificado. No las tienes: solo puedes pedirlas."
    " Contesta con «emitir» (action_intents).",
    "critico": "Revisa el trabajo de tus compañeros y di si es correcto.",
}
_LISTA = {"type": "array", "items": {"type": "string"}}
_OBJETIVO = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id", "pregunta", "pruebas"],
    "properties": {"id": {"type": "string"}, "pregunta": {"type": "string"}, "pruebas": _LISTA},
}
PLANIFICAR: dict[str, Any] = {
    "name": "planificar",
    "description": "Qué buscar ahora (objetivos) y qué se eleva sin respuesta (elevar: ids de lo pendiente).",
    "parameters": {
        "type": "object",
        "additionalProperties": False,
        "required": ["objetivos", "elevar"],
        "properties": {"objetivos": {"type": "array", "items": _OBJETIVO}, "elevar": _LISTA},
    },
}
ABSTENERSE: dict[str, Any] = {
    "name": "abstenerse",
    "description": "No se puede responder con lo que hay.",
    "parameters": {
        "type": "object",
        "additionalProperties": False,
        "required": ["motivo"],
        "properties": {"motivo": {"type": "string", "minLength": 1}},
    },
}


def consultar(
    modelo: Modelo, papel: str, datos: Mapping[str, Any], herramientas: Sequence[dict[str, Any]]
) -> AIMessage:
    """Llama al modelo en ese papel, con sus datos como JSON y solo esas herramientas a la vista."""
    mensaje: AIMessage = modelo.bind_tools(herramientas).invoke(mensajes(papel, datos))
    return mensaje


def mensajes(papel: str, datos: Mapping[str, Any]) -> list[BaseMessage]:
    """El papel como mensaje de sistema y los datos como JSON, sin historial: cada agente ve solo lo suyo."""
    cuerpo = json.dumps({"papel": papel, **datos}, ensure_ascii=False, sort_keys=True)
    return [SystemMessage(f"{_COMUN}\n\n{PAPELES[papel]}"), HumanMessage(cuerpo)]


def llamadas(mensaje: AIMessage) -> list[dict[str, Any]]:
    """Las llamadas propuestas, como `{nombre, argumentos}`, también las que el proveedor no supo leer."""
    legibles = [{"nombre": c["name"], "argumentos": c["args"]} for c in mensaje.tool_calls]
    return legibles + [{"nombre": c["name"], "argumentos": c["args"]} for c in mensaje.invalid_tool_calls]


def emitido(papel: str, mensaje: AIMessage) -> dict[str, Any]:
    """Lo entregado con `emitir`, sin examinar. Sin esa llamada no hay paquete, por mucho texto que traiga."""
    paquete = next((c["argumentos"] for c in llamadas(mensaje) if c["nombre"] == "emitir"), None)
    return {"de": papel, "paquete": paquete, "texto_suelto": mensaje.text}


def con_emitir() -> list[dict[str, Any]]:
    """La única herramienta de quien redacta, analiza u opera."""
    return [herramienta_de_emision()]


def catalogo_de_predicados() -> dict[str, Any]:
    """Los predicados y sus argumentos, como se le enseñan al analista."""
    return {p.referencia: dict(p.esquema)["properties"] for p in PREDICADOS.values()}

"""Cómo decide el agente de reglas: de lo que el cliente escribe y de lo que las herramientas contestan, nada más.

Puro.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from agentes.soporte.dinero import euros

_PEDIDO = re.compile(r"\bP-\d{4}\b")
_VIAS = r"(?:calle|avenida|paseo|plaza|carrer|rúa|camino)"
_DIRECCION = re.compile(rf"({_VIAS}\s[^,.:]*?\d+),\s*(\d{{5}})\s+([^,.?]+)", re.IGNORECASE)
_APARTADO = re.compile(r"\[([A-Z]{3}-\d)\] ([^:]+): (.+)")
_DIAS = re.compile(r"(\d+) días")
_INTENCIONES = (
    ("direccion", r"direcci[oó]n|mudo"),
    ("cobro_doble", r"dos veces|2 veces|duplicad|doble|repetid|dos cargos"),
    ("no_recibido", r"no ha llegado|nunca lleg|no lo he recibido|se ha perdido|extraviad"),
    ("defectuoso", r"\brot[oa]s?\b|no funciona|averiad|estropead|defect"),
    ("devolucion", r"devol|devuel"),
    ("envio", r"d[oó]nde|cu[aá]ndo llega|seguimiento|por d[oó]nde va"),
)
_POLITICA_DE = {
    "direccion": ("ENV-2", "cambiar la dirección de un pedido"),
    "cobro_doble": ("PAG-1", "cobro duplicado, cobrado dos veces"),
    "no_recibido": ("ENV-1", "paquete extraviado, no recibido"),
    "defectuoso": ("DEV-2", "artículo roto o defectuoso, garantía"),
    "devolucion": ("DEV-1", "devolver un artículo, plazo"),
}
_FALTA_PEDIDO = "Para mirarlo necesito tu número de pedido, que empieza por P-."
_EN_REVISION = "Lo he pasado a revisión según {apartado}. Una persona lo mirará y te escribiremos."


@dataclass(frozen=True, slots=True)
class Llamar:
    """Una herramienta que se quiere usar."""

    herramienta: str
    argumentos: Mapping[str, Any]


def es_informativo(texto: str) -> bool:
    """Si pregunta algo general: es una pregunta, no nombra ningún pedido y no pide nada para sí."""
    return "?" in texto and not _PEDIDO.search(texto)


def informar(pregunta: str, politica: str) -> str:
    """El apartado de la política que más palabras comparte con la pregunta."""
    palabras = _palabras(pregunta)
    apartados = _APARTADO.findall(politica)
    id, _, texto = max(apartados, key=lambda a: len(palabras & _palabras(f"{a[1]} {a[2]}")))
    return f"{texto} [{id}]"


def intencion(texto: str) -> str:
    """Qué quiere el cliente, o `otra`."""
    return next((nombre for nombre, regla in _INTENCIONES if re.search(regla, texto, re.IGNORECASE)), "otra")


def decidir(mensajes: Sequence[BaseMessage]) -> str | list[Llamar]:
    """El siguiente paso: unas llamadas, o lo que se le dice al cliente."""
    texto, ultimo = mensajes[0].text, mensajes[-1]
    if isinstance(ultimo, HumanMessage) and ultimo.name == "revision":
        return (
            "Una persona ha mirado tu caso y no ha podido aprobarlo. Si quieres, cuéntanos más y lo volvemos a mirar."
        )
    pedido = _PEDIDO.search(texto)
    if pedido is None:
        return _FALTA_PEDIDO
    hechas = _hechas(mensajes)
    if (averia := _averia(hechas)) is not None:
        return averia
    quiere = intencion(texto)
    if quiere in ("envio", "otra"):
        return _informar_del_envio(pedido[0], hechas)
    return _gestionar(quiere, pedido[0], texto, hechas)


def _gestionar(quiere: str, pedido_id: str, texto: str, hechas: Mapping[str, Any]) -> str | list[Llamar]:
    apartado, consulta = _POLITICA_DE[quiere]
    if "buscar_pedido" not in hechas:
        lecturas = [Llamar("buscar_pedido", {"pedido_id": pedido_id})]
        return [*lecturas, Llamar("buscar_politica", {"consulta": consulta})]
    if not hechas["buscar_pedido"]["ok"]:
        return "No encuentro ese pedido en tu cuenta. Revisa el número, por favor."
    if "escalar" in hechas:
        return "Lo va a ver una persona responsable."
    propuesta = hechas.get("proponer_reembolso") or hechas.get("proponer_cambio_direccion")
    if propuesta is not None:
        return _tras_proponer(propuesta, apartado)
    pedido = hechas["buscar_pedido"]["datos"]
    plazo = _plazo(hechas.get("buscar_politica"), apartado)
    return _direccion(pedido, texto) if quiere == "direccion" else _reembolso(quiere, pedido, texto, plazo)


def _reembolso(quiere: str, pedido: Mapping[str, Any], texto: str, plazo: int | None) -> str | list[Llamar]:
    apartado, _ = _POLITICA_DE[quiere]
    if motivo := _no_procede(quiere, pedido):
        return motivo
    dias = pedido["dias_desde_la_entrega"]
    if quiere in ("devolucion", "defectuoso") and plazo is not None and dias > plazo:
        return [Llamar("escalar", {"motivo": f"Fuera de plazo: {dias} días, el máximo son {plazo} ({apartado})."})]
    importe = _importe(quiere, pedido, texto)
    motivo = f"{quiere} · {apartado} · {euros(importe)}."
    datos = {"pedido_id": pedido["pedido_id"], "importe_centimos": importe, "causa": quiere, "apartado": apartado}
    return [Llamar("proponer_reembolso", {**datos, "motivo": motivo})]


def _no_procede(quiere: str, pedido: Mapping[str, Any]) -> str:
    if quiere == "cobro_doble" and pedido["cobrado_de_mas_centimos"] <= 0:
        return "He mirado los cargos y consta un solo cobro de ese pedido."
    if quiere == "no_recibido" and pedido["estado"] != "extraviado":
        return "El transportista todavía no lo ha dado por extraviado; mientras siga en camino no se puede reembolsar."
    if quiere in ("devolucion", "defectuoso") and pedido["entregado"] is None:
        return "Todavía no consta como entregado. Cuando llegue, escríbenos y vemos la devolución."
    if pedido["reembolsable_centimos"] <= 0:
        return f"Ese pedido ya está reembolsado por completo: {euros(pedido['reembolsado_centimos'])}."
    return ""


def _importe(quiere: str, pedido: Mapping[str, Any], texto: str) -> int:
    if quiere == "cobro_doble":
        return int(pedido["cobrado_de_mas_centimos"])
    if quiere == "no_recibido":
        return int(pedido["reembolsable_centimos"])
    articulos, dichas = pedido["articulos"], _palabras(texto)
    nombrados = [a for a in articulos if _palabras(a["nombre"].split()[0]) & dichas]
    return sum(a["importe_centimos"] for a in (nombrados[:1] or articulos))


def _direccion(pedido: Mapping[str, Any], texto: str) -> str | list[Llamar]:
    if pedido["estado"] != "preparando":
        return [Llamar("escalar", {"motivo": f"Piden cambiar la dirección y el pedido está {pedido['estado']}."})]
    hallada = _DIRECCION.search(texto)
    if hallada is None:
        return "Dime la dirección completa: calle y número, código postal y ciudad."
    calle, codigo, ciudad = (parte.strip() for parte in hallada.groups())
    datos = {"pedido_id": pedido["pedido_id"], "calle": calle, "codigo_postal": codigo, "ciudad": ciudad}
    motivo = "Sigue en preparación (ENV-2)."
    return [Llamar("proponer_cambio_direccion", {**datos, "apartado": "ENV-2", "motivo": motivo})]


def _tras_proponer(propuesta: Mapping[str, Any], apartado: str) -> str | list[Llamar]:
    if propuesta["ok"]:
        return _EN_REVISION.format(apartado=apartado)
    if "fuera_de_plazo" in propuesta["error"].get("codigos", []):
        return [Llamar("escalar", {"motivo": propuesta["error"]["motivo"]})]
    return f"No se puede tramitar. {propuesta['error']['motivo']}"


def _informar_del_envio(pedido_id: str, hechas: Mapping[str, Any]) -> str | list[Llamar]:
    if "estado_envio" not in hechas:
        return [Llamar("estado_envio", {"pedido_id": pedido_id})]
    if not hechas["estado_envio"]["ok"]:
        return "No encuentro ese pedido en tu cuenta. Revisa el número, por favor."
    datos = hechas["estado_envio"]["datos"]
    if "transportista" not in datos:
        return f"Tu pedido está «{datos['estado']}»: todavía no ha salido."
    quien = f"{datos['transportista']} ({datos['seguimiento']})"
    return f"Lo lleva {quien}. {datos['situacion']}. Se espera el {datos['entrega_estimada']}."


def _averia(hechas: Mapping[str, Any]) -> list[Llamar] | None:
    """Lo que no contestó se reintenta si se puede; si no, se escala."""
    for nombre, resultado in hechas.items():
        error = resultado.get("error") or {}
        if error.get("clase") == "tecnico" and "escalar" not in hechas:
            puede = error["puede_reintentar"]
            motivo = {"motivo": f"{nombre} no contesta."}
            return [Llamar(nombre, resultado["argumentos"]) if puede else Llamar("escalar", motivo)]
    return None


def _hechas(mensajes: Sequence[BaseMessage]) -> dict[str, Any]:
    """De herramienta a su último resultado, con los argumentos con que se llamó."""
    pedidas = {c["id"]: c for m in mensajes if isinstance(m, AIMessage) for c in m.tool_calls}
    hechas: dict[str, Any] = {}
    for m in mensajes:
        if isinstance(m, ToolMessage) and (llamada := pedidas.get(m.tool_call_id)):
            resultado = json.loads(str(m.content))
            hechas[llamada["name"]] = {**resultado, "argumentos": llamada["args"]}
    return hechas


def _plazo(politica: Mapping[str, Any] | None, apartado: str) -> int | None:
    """Los días que dice el apartado leído; el agente no los sabe de otra parte."""
    leidos = politica["datos"]["apartados"] if politica and politica["ok"] else []
    texto = next((a["texto"] for a in leidos if a["id"] == apartado), "")
    dias = _DIAS.search(texto)
    return int(dias[1]) if dias else None


def _palabras(texto: str) -> set[str]:
    plano = unicodedata.normalize("NFD", texto.casefold())
    letras = "".join(c for c in plano if not unicodedata.combining(c))
    return {p.rstrip("s") for p in re.findall(r"[a-z0-9]+", letras) if len(p) > 3}

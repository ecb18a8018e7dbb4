"""Los nodos que hablan con el cliente: `provisional` y `respuesta`; y `borrador`, que en el copiloto no lo hace.

Antes de que algo esté ejecutado, el texto del modelo no puede prometerlo: si lo hace, sale una plantilla. Lo que se
dice de algo ya ejecutado lo escribió el ejecutor, con lo que de verdad pasó.
"""

from __future__ import annotations

from agentes.soporte.cola.avisos import despachar, enviar
from agentes.soporte.entorno import Entorno
from agentes.soporte.estado import Enviado, Estado, sesion_de, ultimo_del_modelo, vivas
from agentes.soporte.eventos import emitir
from agentes.soporte.promesas import promesas_en
from agentes.soporte.textos import CADUCADA, EN_TRAMITE, ESCALADO, PROVISIONAL, RECHAZO_FINAL, SIN_TEXTO


def provisional(estado: Estado, *, entorno: Entorno) -> Estado:
    """Dice al cliente que su solicitud está en revisión. Aquí termina el turno del agente."""
    dicho = sin_promesas(ultimo_del_modelo(estado).text, PROVISIONAL)
    texto = entorno.decir(f"{dicho} {ESCALADO}" if estado.get("escalado") else dicho)
    _enviar(estado, entorno, f"provisional/{estado.get('turno', 0)}", texto)
    return Estado(enviados=[Enviado(momento="provisional", texto=texto)], desenlace="en_revision")


def respuesta(estado: Estado, *, entorno: Entorno) -> Estado:
    """Cierra el ticket: lo que dejó el ejecutor, la plantilla que toque, o lo que dijo el modelo sin promesas."""
    avisos = despachar(entorno.cola.motor, entorno.cola.reloj, estado["sesion"]["ticket_id"])
    textos = [entorno.decir(t) for t in (avisos or (_cierre(estado),))]
    if not avisos:
        _enviar(estado, entorno, f"cierre/{estado.get('turno', 0)}", textos[0])
    enviados = [Enviado(momento="respuesta", texto=t) for t in textos]
    return Estado(enviados=enviados, desenlace=estado.get("desenlace") or "informado")


def borrador(estado: Estado, *, entorno: Entorno) -> Estado:
    """En el copiloto: deja el texto para el operador. Al cliente no se le dice nada."""
    avisos = despachar(entorno.cola.motor, entorno.cola.reloj, estado["sesion"]["ticket_id"])
    texto = "\n".join(avisos) or _cierre(estado)
    desenlace = "en_revision" if vivas(estado) else estado.get("desenlace") or "informado"
    emitir("borrador", texto=texto, para="operador")
    return Estado(borrador=texto, desenlace=desenlace, siguiente="con_propuesta" if vivas(estado) else "sin_propuesta")


def sin_promesas(texto: str, plantilla: str) -> str:
    """El texto, o la plantilla si promete algo o está vacío."""
    if promesas := promesas_en(texto):
        emitir("promesa_retenida", promesas=list(promesas), texto=texto)
        return plantilla
    return texto.strip() or plantilla


def _cierre(estado: Estado) -> str:
    match estado.get("desenlace"):
        case "escalado":
            return ESCALADO
        case "caducada":
            return CADUCADA
        case "rechazada" if estado["siguiente"] == "cerrada":
            return RECHAZO_FINAL
        case "en_tramite":
            return EN_TRAMITE
    if vivas(estado):
        return sin_promesas(ultimo_del_modelo(estado).text, PROVISIONAL)
    return sin_promesas(ultimo_del_modelo(estado).text, SIN_TEXTO)


def _enviar(estado: Estado, entorno: Entorno, clave: str, texto: str) -> None:
    ticket = sesion_de(estado).ticket_id
    enviar(entorno.cola.motor, entorno.cola.reloj, ticket, f"{ticket}/{clave}", texto)

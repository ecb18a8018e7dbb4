"""`agente`: una vuelta del modelo con sus herramientas, y a dónde lleva lo que pidió.

El bucle tiene límites de pasos y de llamadas por turno. Al pasarse, lo pedido no se hace: el ticket se escala, o se
queda con la propuesta que ya hubiera.
"""

from __future__ import annotations

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from agentes.soporte.entorno import Limites
from agentes.soporte.errores import ConfiguracionInvalida
from agentes.soporte.estado import Estado, vivas
from agentes.soporte.herramientas.bus import llamadas_de
from agentes.soporte.herramientas.esquemas import para_el_modelo
from agentes.soporte.politica.lectura import Politica
from agentes.soporte.textos import papel

LIMITE = "límite del bucle"


def agente(estado: Estado, *, modelo: BaseChatModel | None, politica: Politica, limites: Limites) -> Estado:
    """Añade lo que dice el modelo y escribe `siguiente`: `consulta`, `propone`, `responde`, `en_revision`, `limite`."""
    antes = estado.get("mensajes", [])
    nuevos = [] if antes else [HumanMessage(estado["texto"])]
    con_herramientas = exigir_modelo(modelo).bind_tools(para_el_modelo())
    dicho = con_herramientas.invoke([SystemMessage(papel(politica)), *antes, *nuevos])
    pasos = estado.get("pasos", 0) + 1
    llamadas = estado.get("llamadas", 0) + len(llamadas_de(dicho))
    cuentas = Estado(mensajes=[*nuevos, dicho], pasos=pasos, llamadas=llamadas)
    if llamadas_de(dicho) and (pasos >= limites.pasos or llamadas > limites.llamadas):
        return Estado(**cuentas, escalado=LIMITE, siguiente="limite")
    return Estado(**cuentas, siguiente=destino(dicho, en_revision=bool(vivas(estado))))


def destino(dicho: AIMessage, *, en_revision: bool) -> str:
    """A dónde lleva un mensaje del modelo. Primero se consulta y después se propone, aunque lo pida a la vez."""
    clases = {x.clase for x in llamadas_de(dicho)}
    if clases - {"propuesta"}:
        return "consulta"
    if clases:
        return "propone"
    return "en_revision" if en_revision else "responde"


def exigir_modelo(modelo: BaseChatModel | None) -> BaseChatModel:
    """El modelo, o `ConfiguracionInvalida`: el grafo se puede exportar sin modelo, pero no ejecutar."""
    if modelo is None:
        raise ConfiguracionInvalida("este ticket necesita un modelo y no se inyectó → pasa «modelo» a la fábrica")
    return modelo

"""`generate_response`: una plantilla si el turno no debe llegar al modelo; si no, el modelo y la comprobación de citas.

Los cortocircuitos son ramas dentro del nodo, no aristas: el turno sigue por todos los nodos posteriores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from agentes.adherencia.barreras.citas import citas_de, comprobar_citas
from agentes.adherencia.barreras.senales import ANIMO
from agentes.adherencia.errores import ConfiguracionInvalida
from agentes.adherencia.estado import Decision, Estado, Idioma, Pasaje, fallidas, no_aplica
from agentes.adherencia.eventos import emitir
from agentes.adherencia.textos import texto

_REHUSA = {
    "vacio": "rehusa_vacia",
    "demasiado_largo": "rehusa_larga",
    "barrera_rota": "rehusa_error",
    "pauta": "rehusa_pauta",
    "diagnostico": "rehusa_diagnostico",
    "instrucciones": "rehusa_instrucciones",
}


def generate_response(estado: Estado, *, modelo: BaseChatModel | None, con_rag: bool) -> Estado:
    """Escribe `borrador`, `origen` y la decisión `citas`. El modelo solo se llama si no hay cortocircuito."""
    idioma, decisiones = estado["idioma"], estado["decisiones"]
    if corto := cortocircuito(decisiones):
        origen, clave = corto
        return Estado(
            borrador=texto(clave, idioma), origen=origen, decisiones=decisiones | {"citas": no_aplica("plantilla")}
        )
    if modelo is None:
        raise ConfiguracionInvalida("este turno necesita un modelo y no se inyectó → pasa «modelo» a la fábrica")
    borrador = modelo.invoke(mensajes(estado["mensaje"], estado["pasajes"], idioma, con_rag=con_rag)).text.strip()
    citas = revisar_citas(borrador, estado["pasajes"], idioma, con_rag=con_rag)
    return Estado(borrador=borrador, origen="modelo", decisiones=decisiones | {"citas": citas})


def cortocircuito(decisiones: Mapping[str, Any]) -> tuple[str, str] | None:
    """(origen, clave de plantilla) o `None`. Manda el escalamiento; luego validación, ámbito y coincidencia."""
    if fallidas(decisiones, ("escalamiento",)):
        animo = decisiones["escalamiento"]["motivo"] in ANIMO
        return "plantilla_escalamiento", "escalamiento_animo" if animo else "escalamiento"
    for nombre in fallidas(decisiones, ("validacion_entrada", "ambito")):
        return f"rehusa_{nombre}", _REHUSA.get(decisiones[nombre]["motivo"], "rehusa_ambito")
    if fallidas(decisiones, ("sin_coincidencia",)):
        return "rehusa_sin_coincidencia", "rehusa_sin_coincidencia"
    return None


def mensajes(mensaje: str, pasajes: Sequence[Pasaje], idioma: Idioma, *, con_rag: bool) -> list[BaseMessage]:
    """El papel y los pasajes como mensaje de sistema; el mensaje ya redactado, aparte."""
    partes = [texto("sistema", idioma), texto("sistema_con_pasajes" if con_rag else "sistema_sin_pasajes", idioma)]
    fuentes = [f"[{p['id']}] {p['titulo']}: {p['texto']}" for p in pasajes]
    return [SystemMessage("\n\n".join([*partes, *fuentes])), HumanMessage(mensaje)]


def revisar_citas(borrador: str, pasajes: Sequence[Pasaje], idioma: Idioma, *, con_rag: bool) -> Decision:
    """La decisión `citas` de un texto, y un evento `cita_del_registro` por cada una."""
    citas = citas_de(borrador, pasajes, idioma)
    titulos = {p["id"]: p["titulo"] for p in pasajes}
    for c in citas:
        emitir("cita_del_registro", id=c.id, titulo=titulos.get(c.id), verificada=c.verificada, apoyo=c.apoyo)
    return comprobar_citas(citas, con_rag=con_rag)

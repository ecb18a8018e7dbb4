"""`review_response`: si el borrador es de riesgo alto no agudo, se pausa hasta que una persona decida.

Con veredicto `clear` no escribe nada, y el grafo acaba como si el nodo no existiera. LangGraph vuelve a ejecutar el
nodo desde el principio al reanudar: todo lo que hay antes de `interrupt` es puro, y ningún `try` lo rodea.
"""

from __future__ import annotations

from typing import Any

from langgraph.types import interrupt

from agentes.adherencia.barreras.salida import comprobar_persona
from agentes.adherencia.estado import Estado, falla, no_aplica, pasa
from agentes.adherencia.eventos import emitir
from agentes.adherencia.nodos.generate_response import revisar_citas
from agentes.adherencia.revision import OPCIONES, Resolucion, Veredicto, assess_review_need, leer_resolucion
from agentes.adherencia.textos import texto


def review_response(estado: Estado, *, con_rag: bool) -> Estado:
    """Pausa o sigue. La persona se mira aquí sobre el borrador; `guardrail_post` la decide sobre el texto final."""
    vista = {"decisiones": estado["decisiones"] | {"persona": comprobar_persona(estado["borrador"])}}
    veredicto = assess_review_need(vista)
    if veredicto["veredicto"] == "clear":
        emitir("decision_de_revision", **veredicto, decision=None)
        return Estado()
    resolucion = leer_resolucion(interrupt(peticion(estado, veredicto)))
    emitir("decision_de_revision", **veredicto, decision=resolucion.decision, nota=resolucion.nota)
    return aplicar(estado, veredicto, resolucion, con_rag=con_rag)


def peticion(estado: Estado, veredicto: Veredicto) -> dict[str, Any]:
    """Lo que ve quien revisa: el borrador, por qué se para, el mensaje ya redactado y los pasajes que había."""
    return {
        **veredicto,
        "opciones": list(OPCIONES),
        "mensaje": estado["mensaje"],
        "borrador": estado["borrador"],
        "pasajes": [{"id": p["id"], "titulo": p["titulo"], "texto": p["texto"]} for p in estado["pasajes"]],
    }


def aplicar(estado: Estado, veredicto: Veredicto, resolucion: Resolucion, *, con_rag: bool) -> Estado:
    """El estado tras la decisión. Lo editado vuelve a pasar por las citas; lo rechazado se cambia por una plantilla."""
    decisiones, detalle = estado["decisiones"], {"motivos": veredicto["motivos"], "nota": resolucion.nota}
    match resolucion.decision:
        case "approve":
            return Estado(decisiones=decisiones | {"revision": pasa("aprobada", **detalle)})
        case "edit":
            citas = revisar_citas(resolucion.texto, estado["pasajes"], estado["idioma"], con_rag=con_rag)
            nuevas = {"citas": citas, "revision": pasa("editada", **detalle)}
            return Estado(borrador=resolucion.texto, origen="revision_editada", decisiones=decisiones | nuevas)
        case "reject":
            nuevas = {"citas": no_aplica("plantilla"), "revision": falla("rechazada", **detalle)}
            rechazo = texto("rechazada", estado["idioma"])
            return Estado(borrador=rechazo, origen="revision_rechazada", decisiones=decisiones | nuevas)

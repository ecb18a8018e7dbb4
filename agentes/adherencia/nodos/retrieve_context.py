"""`retrieve_context`: busca fichas y se queda con las que superan el umbral. Si no hay ninguna, lo dice."""

from __future__ import annotations

from langchain_core.documents import Document

from agentes.adherencia.estado import Estado, Pasaje, falla, pasa
from agentes.adherencia.eventos import emitir
from agentes.adherencia.recuperacion.recuperador import Recuperador


def retrieve_context(estado: Estado, *, recuperador: Recuperador) -> Estado:
    """Añade `pasajes` y la decisión `sin_coincidencia`, que falla si ninguno llega al umbral de su idioma."""
    idioma = estado["idioma"]
    umbral = recuperador.almacen.umbral[idioma]
    halladas = [_pasaje(d) for d in recuperador.invoke(estado["mensaje"], idioma=idioma)]
    pasajes = [p for p in halladas if p["puntuacion"] >= umbral]
    resumen = [{"id": p["id"], "titulo": p["titulo"], "puntuacion": p["puntuacion"]} for p in halladas]
    emitir("pasajes", umbral=umbral, usados=len(pasajes), pasajes=resumen)
    mejor = max((p["puntuacion"] for p in halladas), default=None)
    decidir = pasa if pasajes else falla
    decision = decidir("con_pasajes" if pasajes else "bajo_el_umbral", umbral=umbral, mejor=mejor)
    return Estado(pasajes=pasajes, decisiones=estado["decisiones"] | {"sin_coincidencia": decision})


def _pasaje(d: Document) -> Pasaje:
    datos = d.metadata
    return Pasaje(id=datos["id"], titulo=datos["titulo"], texto=d.page_content, puntuacion=datos["puntuacion"])

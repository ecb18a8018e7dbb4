"""`guardrail_post`: barreras sobre el texto que va a salir, venga del modelo, de una plantilla o de una persona.

Hay dos clases. Las duras valen siempre: una cantidad que no está en los pasajes retiene el texto, un dato personal se
redacta y el aviso se añade. Las blandas (citas y persona) retienen el texto salvo que una persona lo haya aprobado o
editado sabiéndolo.
"""

from __future__ import annotations

from agentes.adherencia.barreras.personales import redactar
from agentes.adherencia.barreras.salida import comprobar_persona, dosis_inventadas
from agentes.adherencia.estado import Decision, Estado, falla, fallidas, pasa
from agentes.adherencia.textos import texto


def guardrail_post(estado: Estado) -> Estado:
    """Añade `persona` y `salida`, y deja en `respuesta` el texto que puede salir, con su aviso."""
    idioma, borrador = estado["idioma"], estado["borrador"]
    decisiones = estado["decisiones"] | {"persona": comprobar_persona(borrador)}
    limpio, hallados = redactar(borrador, idioma)
    inventadas = dosis_inventadas(borrador, estado["pasajes"])
    motivo = "dosis_inventada" if inventadas else _reparo_blando(decisiones)
    detalle = {"retenida": bool(motivo), "dosis": list(inventadas), "personales": [h.clase for h in hallados]}
    if motivo:
        salida = falla(motivo, **detalle)
    else:
        salida = falla("dato_personal", **detalle) if hallados else pasa("limpia", **detalle)
    sale = texto("retenida", idioma) if motivo else limpio
    return Estado(respuesta=con_aviso(sale, texto("aviso", idioma)), decisiones=decisiones | {"salida": salida})


def _reparo_blando(decisiones: dict[str, Decision]) -> str:
    """La decisión blanda que retiene el texto, o `""` si no hay ninguna o una persona la dio por buena."""
    if "revision" in decisiones and decisiones["revision"]["resultado"] == "pasa":
        return ""
    return next(iter(fallidas(decisiones, ("citas", "persona"))), "")


def con_aviso(cuerpo: str, aviso: str) -> str:
    """El texto con el aviso obligatorio al final, una sola vez."""
    return cuerpo if aviso in cuerpo else f"{cuerpo}\n\n{aviso}"

"""`closing`: cierra el turno. Dice cómo acabó y deja la auditoría: barreras fallidas, fichas usadas y huella."""

from __future__ import annotations

import hashlib

from agentes.adherencia.estado import Estado, fallidas

_CIERRE = {
    "plantilla_escalamiento": "escalado",
    "rehusa_validacion_entrada": "rehusado",
    "rehusa_ambito": "rehusado",
    "rehusa_sin_coincidencia": "rehusado",
    "revision_rechazada": "rechazado",
}


def closing(estado: Estado) -> Estado:
    """Escribe `estado_del_turno` (`completado`, `rehusado`, `escalado`, `rechazado` o `retenido`) y `auditoria`."""
    decisiones = estado["decisiones"]
    retenida = decisiones["salida"]["detalle"]["retenida"]
    return Estado(
        estado_del_turno="retenido" if retenida else _CIERRE.get(estado["origen"], "completado"),
        auditoria={
            "idioma": estado["idioma"],
            "origen": estado["origen"],
            "fallidas": list(fallidas(decisiones, decisiones)),
            "pasajes": [p["id"] for p in estado["pasajes"]],
            "respuesta_sha256": hashlib.sha256(estado["respuesta"].encode()).hexdigest(),
        },
    )

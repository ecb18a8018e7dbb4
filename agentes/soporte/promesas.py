"""Lo que no se le puede decir al cliente antes de que ocurra: que algo está aprobado, hecho o camino de su cuenta."""

from __future__ import annotations

import re

_TERCERAS = r"(?:ya\s+)?(?:te|le|se\s+te|se\s+le)"
_PROMESAS = (
    rf"\b{_TERCERAS}\s+(?:lo\s+|la\s+)?(?:hemos\s+|he\s+|ha\s+|han\s+)?(?:devuelto|reembolsado|abonado|ingresado)\b",
    rf"\b{_TERCERAS}\s+(?:devolv(?:emos|eremos|er[ée])|reembols(?:amos|aremos|ar[ée])|abon(?:amos|aremos|ar[ée])"
    r"|ingres(?:amos|aremos|ar[ée]))\b",
    r"\b(?:hemos|he)\s+(?:devuelto|reembolsado|abonado|cambiado|aprobado|tramitado)\b",
    r"\b(?:reembolso|devoluci[óo]n|cambio|abono)\b[^.;]{0,40}\b(?:est[áa]|queda|ha\s+sido)\s+"
    r"(?:aprobad|confirmad|hech|realizad|garantizad)[oa]\b",
    r"\brecibir[áa]s\s+(?:el|tu|su)\s+(?:dinero|reembolso|abono|importe)\b",
    r"\b(?:garantizo|garantizamos|prometo|prometemos)\b",
)
_REGLA = re.compile("|".join(_PROMESAS), re.IGNORECASE)


def promesas_en(texto: str) -> tuple[str, ...]:
    """Los trozos del texto que prometen o dan por hecho algo que no ha pasado."""
    return tuple(m.group(0) for m in _REGLA.finditer(texto))

"""De los valores sueltos de una línea a los del modelo: momentos, espacios, finales, fallos, procedencias."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Raw

from generador.lectura.trazas.montaje.lineas import Espacio, Momento
from generador.modelo.procedencia import Procedencia
from generador.modelo.traza import Fallo, Fin

_FINES: Mapping[str, Fin] = {
    **{f.value: f for f in Fin},
    "interrupt": Fin.INTERRUMPIDO,
    "success": Fin.BIEN,
}
_PROCEDENCIAS: Mapping[str | None, Procedencia] = {
    "live": Procedencia.EN_VIVO,
    "oracle": Procedencia.ORACULO,
    "fake": Procedencia.ORACULO,
    "replay": Procedencia.REPRODUCIDA,
    "replayed": Procedencia.REPRODUCIDA,
    **{p.value: p for p in Procedencia},
}


def segundos(momento: Momento) -> float | None:
    """Segundos unix. Una fecha ISO sin zona se entiende en UTC; lo que no es una fecha es `None`."""
    if momento is None or not isinstance(momento, str):
        return momento
    try:
        fecha = datetime.fromisoformat(momento)
        return (fecha if fecha.tzinfo else fecha.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def espacio(ns: Espacio) -> tuple[str, ...]:
    """Los tramos del `checkpoint_ns`; vacío en el ámbito raíz."""
    if not ns:
        return ()
    return tuple(ns.split("|")) if isinstance(ns, str) else tuple(str(tramo) for tramo in ns)


def ambito_de(ns: tuple[str, ...]) -> str:
    """Id del subgrafo: los nombres de los tramos, sin las tareas ni los números de llamada."""
    return ":".join(tramo.partition(":")[0] for tramo in ns if not tramo.isdigit())


def fin_de(estado: str | None) -> Fin:
    """Cómo acabó algo, según su `status`. Uno desconocido es que no se sabe."""
    return _FINES.get(estado or "", Fin.SIN_CERRAR)


def procedencia_de(*valores: str | None) -> Procedencia:
    """La primera que se conozca; sin registro es `desconocida`, nunca `en_vivo`."""
    return next((p for v in valores if (p := _PROCEDENCIAS.get(v))), Procedencia.DESCONOCIDA)


def fallo_de(crudo: Raw | bytes) -> Fallo | None:
    """Una excepción grabada como objeto `{cls, msg, tb, notes}` o como texto."""
    if not (texto := bytes(crudo)) or texto == b"null":
        return None
    valor = leer(texto)
    if not isinstance(valor, dict):
        return Fallo(clase="", mensaje=_texto(valor))
    return Fallo(
        clase=_texto(_primero(valor, "cls", "type", "__type__")),
        mensaje=_texto(_primero(valor, "msg", "message", "repr")),
        traza=_traza(_primero(valor, "tb", "traceback")),
        notas=tuple(map(_texto, valor.get("notes") or ())) if isinstance(valor.get("notes"), list) else (),
    )


def leer(texto: Raw | bytes) -> Any:
    """El valor JSON, o `None` si no se puede representar (un número fuera de rango)."""
    try:
        return msgspec.json.decode(texto)
    except (msgspec.DecodeError, RecursionError):
        return None


def objeto(texto: Raw | bytes) -> dict[str, Raw] | None:
    """Las claves de primer nivel de un objeto JSON con su valor sin interpretar; `None` si no es un objeto."""
    try:
        return msgspec.json.decode(texto, type=dict[str, Raw])
    except (msgspec.DecodeError, RecursionError):
        return None


def _primero(valor: Mapping[str, Any], *claves: str) -> Any:
    return next((valor[c] for c in claves if valor.get(c) is not None), None)


def _texto(valor: Any) -> str:
    if valor is None:
        return ""
    return valor if isinstance(valor, str) else msgspec.json.encode(valor).decode()


def _traza(valor: Any) -> str:
    return "".join(map(_texto, valor)) if isinstance(valor, list) else _texto(valor)

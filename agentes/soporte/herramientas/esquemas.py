"""Los esquemas de las herramientas, cerrados: sin `cliente_id` ni `ticket_id`, y sin argumentos de más.

LangChain y MCP tiran en silencio los argumentos que sobran; aquí cada llamada se valida antes y lo que no encaja se
rechaza diciendo qué.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from agentes.soporte.errores import RechazoDePolitica
from agentes.soporte.politica.lectura import CAMBIO, CAUSAS
from agentes.soporte.politica.reglas import REEMBOLSO

BUSCAR_PEDIDO, ESTADO_ENVIO, BUSCAR_POLITICA = LECTURA = ("buscar_pedido", "estado_envio", "buscar_politica")
PROPUESTA: Mapping[str, str] = {"proponer_reembolso": REEMBOLSO, "proponer_cambio_direccion": CAMBIO}
"""Herramienta de propuesta → tipo de propuesta."""
ESCALAR = "escalar"

_PEDIDO = {"type": "string", "pattern": r"^P-\d{4}$", "description": "Número de pedido, como P-1001."}
_APARTADO = {
    "type": "string",
    "pattern": r"^[A-Z]{3}-\d$",
    "description": "Apartado de la política que lo justifica, como DEV-1. Consúltalo antes.",
}
_MOTIVO = {"type": "string", "minLength": 1, "maxLength": 500, "description": "Por qué procede, para quien lo revise."}
_LINEA = {"type": "string", "minLength": 3, "maxLength": 120}
_CP = {"type": "string", "pattern": r"^\d{5}$", "description": "Código postal de cinco cifras."}


def _objeto(**propiedades: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": propiedades,
        "required": list(propiedades),
        "additionalProperties": False,
    }


_REEMBOLSO = {
    "pedido_id": _PEDIDO,
    "importe_centimos": {"type": "integer", "minimum": 1, "description": "Céntimos enteros: 39,90 € son 3990."},
    "causa": {"type": "string", "enum": list(CAUSAS)},
    "apartado": _APARTADO,
}
_DIRECCION = {"pedido_id": _PEDIDO, "calle": _LINEA, "codigo_postal": _CP, "ciudad": _LINEA, "apartado": _APARTADO}

ESQUEMAS: Mapping[str, dict[str, Any]] = {
    BUSCAR_PEDIDO: _objeto(pedido_id=_PEDIDO),
    ESTADO_ENVIO: _objeto(pedido_id=_PEDIDO),
    BUSCAR_POLITICA: _objeto(consulta={"type": "string", "minLength": 1, "maxLength": 300}),
    "proponer_reembolso": _objeto(**_REEMBOLSO, motivo=_MOTIVO),
    "proponer_cambio_direccion": _objeto(**_DIRECCION, motivo=_MOTIVO),
    ESCALAR: _objeto(motivo=_MOTIVO),
}
"""Nombre de herramienta → JSON Schema de sus argumentos."""

DESCRIPCIONES: Mapping[str, str] = {
    BUSCAR_PEDIDO: "Estado, artículos, importes y fechas de un pedido de este cliente. Úsala antes de proponer nada.",
    ESTADO_ENVIO: "Dónde está el paquete de un pedido de este cliente y cuándo se espera.",
    BUSCAR_POLITICA: "Busca en la política de la tienda y devuelve los apartados que tratan de lo consultado.",
    "proponer_reembolso": "Crea una propuesta de reembolso para que una persona la apruebe. NO reembolsa.",
    "proponer_cambio_direccion": "Crea una propuesta de cambio de dirección para que se apruebe. NO la cambia.",
    ESCALAR: "Pasa el ticket a una persona responsable, con el motivo. Úsala si la política no te deja resolverlo.",
}

_ESTRICTO: Any = extend(  # type: ignore[no-untyped-call]  # jsonschema no la anota
    Draft202012Validator,
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, valor: isinstance(valor, int) and not isinstance(valor, bool)
    ),
)
"""JSON Schema da `2.0` por entero; aquí un importe es un entero o no es nada."""

_VALIDADORES = {nombre: _ESTRICTO(esquema) for nombre, esquema in ESQUEMAS.items()}
_DE_DATOS = {
    REEMBOLSO: _ESTRICTO(_objeto(**_REEMBOLSO)),
    CAMBIO: _ESTRICTO(_objeto(**_DIRECCION)),
}


def fallos_de(nombre: str, argumentos: Any) -> tuple[str, ...]:
    """Qué no encaja de los argumentos de una herramienta conocida; vacío si encajan."""
    return tuple(dict.fromkeys(_frases(_VALIDADORES[nombre].iter_errors(argumentos))))


def validar_datos(tipo: str, datos: Mapping[str, Any], anteriores: Mapping[str, Any]) -> None:
    """Los datos de una propuesta editada: con la forma de siempre y del mismo pedido. Lanza `RechazoDePolitica`."""
    frases = list(_frases(_DE_DATOS[tipo].iter_errors(dict(datos))))
    if datos.get("pedido_id") != anteriores["pedido_id"]:
        frases.append("«pedido_id» no se puede cambiar")
    if frases:
        raise RechazoDePolitica("La edición no vale: " + "; ".join(frases) + ".", ["edicion_no_valida"])


def para_el_modelo() -> list[dict[str, Any]]:
    """Las herramientas en la forma que entiende `bind_tools`."""
    return [
        {"type": "function", "function": {"name": n, "description": DESCRIPCIONES[n], "parameters": e}}
        for n, e in ESQUEMAS.items()
    ]


def _frases(errores: Any) -> Iterator[str]:
    for error in sorted(errores, key=lambda e: (list(map(str, e.absolute_path)), str(e.validator))):
        donde = "/".join(map(str, error.absolute_path))
        yield f"«{donde}»: {_motivo(error)}" if donde else _motivo(error)


def _motivo(error: Any) -> str:
    match error.validator:
        case "additionalProperties":
            sobran = sorted(set(error.instance) - set(error.schema["properties"]))
            return "no admite " + ", ".join(f"«{str(s)[:40]}»" for s in sobran)
        case "required":
            faltan = sorted(set(error.validator_value) - set(error.instance))
            return "falta " + ", ".join(f"«{f}»" for f in faltan)
        case "type":
            return f"tiene que ser de tipo {error.validator_value}"
        case "enum":
            return f"tiene que ser uno de {', '.join(error.validator_value)}"
        case "pattern":
            return f"tiene que tener la forma {error.validator_value}"
    return f"no cumple {error.validator} {error.validator_value}"

"""El bus: toda llamada del modelo pasa por aquí, y sale como un resultado con forma fija.

Cuatro maneras de decir que no, que el agente distingue: `esquema` (argumentos mal), `herramienta_desconocida`,
`politica` (no procede; adaptarse) y `tecnico` (no contestó; un reintento o escalar). Otra excepción es un fallo nuestro
y no se tapa.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, ToolException
from pydantic import Field

from agentes.soporte.errores import ErrorTecnico, RechazoDePolitica
from agentes.soporte.herramientas.esquemas import DESCRIPCIONES, ESCALAR, ESQUEMAS, LECTURA, PROPUESTA, fallos_de

REINTENTOS = 1
"""Cuántas veces más se puede pedir lo que no contestó."""
_ILEGIBLE = "argumentos_ilegibles"


@dataclass(frozen=True, slots=True)
class Llamada:
    """Una llamada del modelo. `argumentos` es `None` si no se pudieron ni leer."""

    id: str
    nombre: str
    argumentos: Mapping[str, Any] | None

    @property
    def clase(self) -> str:
        """`lectura`, `propuesta`, `escalar` o `desconocida`."""
        if self.nombre in LECTURA:
            return "lectura"
        return "propuesta" if self.nombre in PROPUESTA else "escalar" if self.nombre == ESCALAR else "desconocida"


class Rechazada(ToolException):
    """Un resultado negativo, con su cuerpo estructurado."""

    def __init__(self, clase: str, motivo: str, **mas: Any) -> None:
        super().__init__(motivo)
        self.error = {"clase": clase, "motivo": motivo, **mas}


class _Herramienta(BaseTool):
    """La llamada vista por LangChain: así queda en las trazas como herramienta, también si no existe."""

    hacer: Callable[[], Any]
    args_schema: Any = Field(default_factory=lambda: {"type": "object", "properties": {}})
    handle_tool_error: Any = Field(default=lambda e: _texto({"ok": False, "error": getattr(e, "error", str(e))}))

    def _run(self, *_: Any, **__: Any) -> str:
        return _texto({"ok": True, "datos": self.hacer()})


def llamadas_de(mensaje: AIMessage) -> tuple[Llamada, ...]:
    """Lo que el modelo pidió, en orden, incluido lo que llegó con argumentos que no son JSON."""
    buenas = [Llamada(str(c["id"]), c["name"], c["args"]) for c in mensaje.tool_calls]
    malas = [Llamada(str(c["id"]), c["name"] or "", None) for c in mensaje.invalid_tool_calls]
    return tuple(buenas + malas)


def comprobar(llamada: Llamada) -> None:
    """Lanza `Rechazada` si la herramienta no existe o sus argumentos no encajan."""
    if llamada.argumentos is None:
        raise Rechazada("esquema", "Los argumentos no son JSON.", codigos=[_ILEGIBLE], que_hacer="Repite la llamada.")
    if llamada.clase == "desconocida":
        que_hacer = "Usa una de: " + ", ".join(ESQUEMAS) + "."
        raise Rechazada("herramienta_desconocida", f"No existe «{llamada.nombre[:60]}».", que_hacer=que_hacer)
    if fallos := fallos_de(llamada.nombre, llamada.argumentos):
        raise Rechazada("esquema", "; ".join(fallos), que_hacer="Corrige los argumentos.")


def responder(
    llamada: Llamada, hacer: Callable[[], Any], config: RunnableConfig | None = None, *, averias: int = 0
) -> ToolMessage:
    """Comprueba la llamada, la hace y devuelve su resultado: `{"ok": true, "datos"}` o `{"ok": false, "error"}`.

    `averias` son los errores técnicos que esa misma herramienta lleva en este turno.
    """
    herramienta = _Herramienta(
        name=llamada.nombre or "sin_nombre",
        description=DESCRIPCIONES.get(llamada.nombre, "No existe."),
        hacer=lambda: _a_salvo(llamada, hacer, averias),
    )
    argumentos = dict(llamada.argumentos or {})
    orden: Any = {"type": "tool_call", "id": llamada.id, "name": herramienta.name, "args": argumentos}
    mensaje: ToolMessage = herramienta.invoke(orden, config)
    return mensaje


def error_de(mensaje: ToolMessage) -> dict[str, Any] | None:
    """El error de un resultado, o `None` si fue bien."""
    cuerpo = json.loads(str(mensaje.content))
    return None if cuerpo["ok"] else cuerpo["error"]


def _a_salvo(llamada: Llamada, hacer: Callable[[], Any], averias: int) -> Any:
    comprobar(llamada)
    if averias > REINTENTOS:
        raise _tecnico("Ya se reintentó y sigue sin contestar.", averias)
    try:
        return hacer()
    except RechazoDePolitica as rechazo:
        que_hacer = "Adáptate a la política, explica el motivo o escala."
        raise Rechazada("politica", str(rechazo), codigos=list(rechazo.motivos), que_hacer=que_hacer) from rechazo
    except ErrorTecnico as error:
        raise _tecnico(str(error), averias) from error


def _tecnico(motivo: str, averias: int) -> Rechazada:
    puede = averias < REINTENTOS
    que_hacer = "Puedes reintentar una vez o escalar." if puede else "No reintentes más: escala."
    return Rechazada("tecnico", motivo, puede_reintentar=puede, que_hacer=que_hacer)


def _texto(cuerpo: Any) -> str:
    return json.dumps(cuerpo, ensure_ascii=False)

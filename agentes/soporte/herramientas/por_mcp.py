"""Pedidos y política como servidor MCP, y el lector que lo usa hablando MCP de verdad.

El servidor se crea para una sesión: la identidad viene de quien lo conecta, y ninguna herramienta la acepta. MCP tira
en silencio los argumentos de más y tapa las excepciones; por eso el bus valida antes y los rechazos viajan como
`ToolError` con su cuerpo estructurado.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp import Client
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from agentes.soporte.cola.propuesta import Sesion
from agentes.soporte.errores import ErrorTecnico, RechazoDePolitica
from agentes.soporte.herramientas.esquemas import BUSCAR_PEDIDO, BUSCAR_POLITICA, DESCRIPCIONES, ESTADO_ENVIO
from agentes.soporte.herramientas.lectores import Lector


def servidor(lector: Lector, sesion: Sesion) -> MCPServer:
    """Un servidor MCP con las tres herramientas de lectura, atado a una sesión."""
    mcp = MCPServer("soporte", instructions="Pedidos y política de la tienda, solo lectura y de un solo cliente.")

    @mcp.tool(name=BUSCAR_PEDIDO, description=DESCRIPCIONES[BUSCAR_PEDIDO], structured_output=False)
    def buscar_pedido(pedido_id: str) -> str:
        return _contestar(lector, BUSCAR_PEDIDO, {"pedido_id": pedido_id}, sesion)

    @mcp.tool(name=ESTADO_ENVIO, description=DESCRIPCIONES[ESTADO_ENVIO], structured_output=False)
    def estado_envio(pedido_id: str) -> str:
        return _contestar(lector, ESTADO_ENVIO, {"pedido_id": pedido_id}, sesion)

    @mcp.tool(name=BUSCAR_POLITICA, description=DESCRIPCIONES[BUSCAR_POLITICA], structured_output=False)
    def buscar_politica(consulta: str) -> str:
        return _contestar(lector, BUSCAR_POLITICA, {"consulta": consulta}, sesion)

    return mcp


@dataclass(frozen=True, slots=True)
class LectorMCP:
    """Un lector que pide cada cosa a un servidor MCP de su sesión."""

    lector: Lector

    def __call__(self, nombre: str, argumentos: Mapping[str, Any], sesion: Sesion) -> Any:
        """El resultado de una herramienta, pedido por MCP."""
        return asyncio.run(_pedir(servidor(self.lector, sesion), nombre, dict(argumentos)))


async def _pedir(destino: MCPServer, nombre: str, argumentos: dict[str, Any]) -> Any:
    async with Client(destino) as cliente:
        resultado = await cliente.call_tool(nombre, argumentos)
    texto = "".join(getattr(parte, "text", "") for parte in resultado.content)
    if not resultado.is_error:
        return json.loads(texto)
    _, llave, cuerpo = texto.partition("{")
    if not llave:
        raise ErrorTecnico(f"el servidor MCP no pudo con {nombre}")
    error = json.loads(llave + cuerpo)
    if error["clase"] == "politica":
        raise RechazoDePolitica(error["motivo"], error["motivos"])
    raise ErrorTecnico(error["motivo"])


def _contestar(lector: Lector, nombre: str, argumentos: Mapping[str, Any], sesion: Sesion) -> str:
    try:
        return json.dumps(lector(nombre, argumentos, sesion), ensure_ascii=False)
    except RechazoDePolitica as rechazo:
        raise _error("politica", str(rechazo), motivos=list(rechazo.motivos)) from rechazo
    except ErrorTecnico as error:
        raise _error("tecnico", str(error)) from error


def _error(clase: str, motivo: str, **mas: Any) -> ToolError:
    return ToolError(json.dumps({"clase": clase, "motivo": motivo, **mas}, ensure_ascii=False))

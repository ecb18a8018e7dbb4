"""El servidor MCP: de verdad, con la identidad en la conexión y los errores con su motivo."""

import asyncio

import pytest
from mcp import Client

from agentes.soporte.errores import ErrorTecnico
from agentes.soporte.herramientas.esquemas import LECTURA
from agentes.soporte.herramientas.lectores import LectorLocal, LectorQueFalla
from agentes.soporte.herramientas.por_mcp import LectorMCP, servidor
from agentes.soporte.politica.lectura import politica
from tests.agentes.soporte.taller import SESION


@pytest.fixture
def lector(taller_sqlite):
    return LectorLocal(taller_sqlite.motor, politica(), taller_sqlite.reloj)


def hablar(lector, hacer):
    async def sesion():
        async with Client(servidor(lector, SESION)) as cliente:
            return await hacer(cliente)

    return asyncio.run(sesion())


def test_solo_expone_lecturas_y_ninguna_pide_identidad(lector):
    herramientas = hablar(lector, lambda c: c.list_tools()).tools
    assert {h.name for h in herramientas} == set(LECTURA)
    assert not any({"cliente_id", "ticket_id"} & set(h.input_schema["properties"]) for h in herramientas)


def test_mcp_tira_en_silencio_lo_que_sobra_y_por_eso_el_bus_valida_antes(lector):
    resultado = hablar(lector, lambda c: c.call_tool("buscar_pedido", {"pedido_id": "P-1001", "cliente_id": "C-4411"}))
    assert not resultado.is_error  # si un día MCP lo rechaza, esta prueba lo dirá


def test_un_error_tecnico_atraviesa_mcp_sin_taparse(lector):
    roto = LectorQueFalla(lector, "buscar_pedido", lambda: True)
    with pytest.raises(ErrorTecnico, match="no contesta"):
        LectorMCP(roto)("buscar_pedido", {"pedido_id": "P-1001"}, SESION)


def test_un_fallo_del_servidor_es_tecnico_y_no_cuenta_lo_de_dentro():
    def roto(*_):
        raise KeyError("secreto interno")

    with pytest.raises(ErrorTecnico) as error:
        LectorMCP(roto)("buscar_pedido", {"pedido_id": "P-1001"}, SESION)
    assert "secreto" not in str(error.value)

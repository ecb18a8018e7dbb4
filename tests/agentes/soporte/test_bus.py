"""El bus: qué acepta, qué rechaza y cómo lo dice."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from agentes.soporte.errores import ErrorTecnico, RechazoDePolitica
from agentes.soporte.herramientas.bus import Llamada, Rechazada, comprobar, error_de, llamadas_de, responder
from agentes.soporte.herramientas.esquemas import ESQUEMAS, para_el_modelo
from agentes.soporte.herramientas.lectores import LectorLocal
from agentes.soporte.herramientas.por_mcp import LectorMCP
from agentes.soporte.politica.lectura import politica
from tests.agentes.soporte.dobles import PROPONE
from tests.agentes.soporte.taller import SESION

SUELTOS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
JSON = st.recursive(SUELTOS, lambda x: st.lists(x, max_size=2))
REEMBOLSO = dict(PROPONE.tool_calls[0]["args"])


@pytest.fixture(params=["local", "mcp"])
def lector(request, taller_sqlite):
    local = LectorLocal(taller_sqlite.motor, politica(), taller_sqlite.reloj)
    return LectorMCP(local) if request.param == "mcp" else local


def pedir(lector, nombre, argumentos, **mas):
    return responder(Llamada("1", nombre, argumentos), lambda: lector(nombre, argumentos, SESION), **mas)


def datos_de(mensaje):
    return json.loads(mensaje.content)["datos"]


def lanza(error):
    def hacer():
        raise error

    return hacer


def test_ninguna_herramienta_acepta_la_identidad():
    assert all(not {"cliente_id", "ticket_id"} & set(e["properties"]) for e in ESQUEMAS.values())
    assert all(e["additionalProperties"] is False for e in ESQUEMAS.values())
    assert [h["function"]["parameters"] for h in para_el_modelo()] == list(ESQUEMAS.values())


@pytest.mark.parametrize("clave", ["cliente_id", "ticket_id", "estado", "revisor"])
@pytest.mark.parametrize("nombre", ["buscar_pedido", "proponer_reembolso"])
def test_un_argumento_de_mas_se_rechaza_diciendo_cual(nombre, clave):
    argumentos = REEMBOLSO if nombre == "proponer_reembolso" else {"pedido_id": "P-1001"}
    with pytest.raises(Rechazada) as rechazo:
        comprobar(Llamada("1", nombre, {**argumentos, clave: "C-4411"}))
    assert rechazo.value.error["clase"] == "esquema"
    assert f"no admite «{clave}»" in rechazo.value.error["motivo"]


@pytest.mark.parametrize("importe", ["3990", 3990.0, True, None, 0, -1, 39.9, [3990]])
def test_un_importe_que_no_es_un_entero_positivo_se_rechaza(importe):
    with pytest.raises(Rechazada):
        comprobar(Llamada("1", "proponer_reembolso", {**REEMBOLSO, "importe_centimos": importe}))


@given(argumentos=st.dictionaries(st.text(max_size=12), JSON, max_size=4))
def test_ninguna_entrada_rompe_el_bus(argumentos):
    mensaje = responder(Llamada("1", "buscar_pedido", argumentos), lambda: "hecho")
    assert (error_de(mensaje) is None) is (mensaje.status == "success")
    if argumentos.keys() != {"pedido_id"}:
        assert error_de(mensaje)["clase"] == "esquema"


def test_una_herramienta_desconocida_da_un_error_con_las_que_hay():
    error = error_de(responder(Llamada("1", "aprobar_propuesta", {"id": 1}), lambda: "no debería"))
    assert error["clase"] == "herramienta_desconocida"
    assert all(nombre in error["que_hacer"] for nombre in ESQUEMAS)


def test_unos_argumentos_que_no_son_json_tambien_se_contestan():
    mensaje = AIMessage("", invalid_tool_calls=[{"name": "buscar_pedido", "args": "{roto", "id": "x", "error": "json"}])
    (llamada,) = llamadas_de(mensaje)
    assert error_de(responder(llamada, lambda: "no debería"))["codigos"] == ["argumentos_ilegibles"]


def test_un_rechazo_de_politica_no_es_un_error_tecnico():
    llamada = Llamada("1", "buscar_pedido", {"pedido_id": "P-1001"})
    politica_ = error_de(responder(llamada, lanza(RechazoDePolitica("no procede", ["motivo"]))))
    tecnico = error_de(responder(llamada, lanza(ErrorTecnico("no contesta"))))
    assert (politica_["clase"], politica_["codigos"]) == ("politica", ["motivo"])
    assert "puede_reintentar" not in politica_
    assert (tecnico["clase"], tecnico["puede_reintentar"]) == ("tecnico", True)


def test_un_error_tecnico_admite_un_solo_reintento():
    llamada, hechas = Llamada("1", "buscar_pedido", {"pedido_id": "P-1001"}), []

    def hacer():
        hechas.append(1)
        raise ErrorTecnico("no contesta")

    permisos = [error_de(responder(llamada, hacer, averias=n))["puede_reintentar"] for n in range(4)]
    assert (permisos, len(hechas)) == ([True, False, False, False], 2)


def test_un_fallo_nuestro_no_se_disfraza_de_error_del_agente():
    with pytest.raises(ZeroDivisionError):
        responder(Llamada("1", "buscar_pedido", {"pedido_id": "P-1001"}), lambda: 1 / 0)


def test_el_pedido_se_ve_sin_tarjeta_sin_calle_y_sin_cliente(lector):
    mensaje = pedir(lector, "buscar_pedido", {"pedido_id": "P-1001"})
    assert datos_de(mensaje)["reembolsable_centimos"] == 4485
    assert not any(oculto in mensaje.content for oculto in ("tarjeta", "Olmo", "C-1001"))


@pytest.mark.parametrize("nombre", ["buscar_pedido", "estado_envio"])
def test_el_pedido_de_otro_se_rechaza_igual_que_el_que_no_existe(lector, nombre):
    ajeno, inexistente = (pedir(lector, nombre, {"pedido_id": p}) for p in ("P-4401", "P-9999"))
    assert error_de(ajeno)["codigos"] == ["pedido_ajeno_o_inexistente"]
    assert ajeno.content == inexistente.content


def test_el_envio_y_la_politica_se_leen_igual_por_los_dos_lectores(lector):
    assert datos_de(pedir(lector, "estado_envio", {"pedido_id": "P-1401"}))["seguimiento"] == "SEG1401ES"
    assert datos_de(pedir(lector, "estado_envio", {"pedido_id": "P-1301"}))["envio"] is None
    assert datos_de(pedir(lector, "buscar_politica", {"consulta": "devolver"}))["apartados"][0]["id"] == "DEV-1"

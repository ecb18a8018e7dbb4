"""El bus: nada se convierte, nada se parece lo bastante y nada irreversible pasa sin sus dos llaves."""

import pytest

from agentes.control.bus.bus import Bus, Rechazo, Resultado
from agentes.control.bus.catalogo import catalogo, huella_del_catalogo, para_agentes
from agentes.control.bus.concesiones import huella_de_llamada, sin_concesion, vale_para
from agentes.control.dominio.archivo import congelado

BUS = Bus(congelado())
INTENCION = {
    "tool": "marcar_linea",
    "args": {"factura_id": "FAC-2026-029", "linea": 3, "importe": "17.00"},
    "depends_on": ["c_1"],
}


def concesion(intencion=INTENCION, run_id="r"):
    huella = huella_de_llamada(run_id, intencion)
    return {"clase": "humana", "quien": "s", "run_id": run_id, "huella": huella, "cabeza": ""}


@pytest.mark.parametrize(
    ("llamada", "motivo"),
    [
        ({"nombre": "leer_facturas", "argumentos": {}}, "herramienta_inexistente"),
        ({"nombre": "calendario", "argumentos": {"anio": "2026"}}, "argumentos_invalidos"),
        ({"nombre": "calendario", "argumentos": {"anio": 2026.0}}, "argumentos_invalidos"),
        ({"nombre": "calendario", "argumentos": {"anio": True}}, "argumentos_invalidos"),
        ({"nombre": "calendario", "argumentos": {"anio": 2026, "pais": "ES"}}, "argumentos_invalidos"),
        ({"nombre": "leer_factura", "argumentos": {}}, "argumentos_invalidos"),
        ({"nombre": "leer_factura", "argumentos": "FAC-2026-029"}, "argumentos_invalidos"),
        ({"nombre": "leer_factura", "argumentos": {"factura_id": "FAC-2026-999"}}, "no_esta_en_el_archivo"),
        ({"nombre": "aprobar_pago", "argumentos": {}}, "requiere_concesion"),
        ({}, "herramienta_inexistente"),
    ],
)
def test_una_llamada_que_no_vale_se_rechaza_con_su_motivo(llamada, motivo):
    rechazo = BUS.leer(llamada)
    assert isinstance(rechazo, Rechazo)
    assert rechazo.motivo == motivo


def test_el_rechazo_dice_el_lugar_exacto():
    rechazo = BUS.leer({"nombre": "leer_factura", "argumentos": {"factura_id": 29, "x": 1}})
    assert [d.partition(":")[0] for d in rechazo.detalles] == ["$", "$.factura_id"]


def test_una_lectura_devuelve_los_mismos_bytes_siempre():
    llamada = {"nombre": "leer_factura", "argumentos": {"factura_id": "FAC-2026-029"}}
    una, otra = BUS.leer(llamada), BUS.leer(llamada)
    assert isinstance(una, Resultado)
    assert una.contenido == otra.contenido


@pytest.mark.parametrize("factura", sorted(congelado().facturas))
def test_toda_factura_cumple_el_esquema_de_salida(factura):
    assert isinstance(BUS.leer({"nombre": "leer_factura", "argumentos": {"factura_id": factura}}), Resultado)


def test_una_salida_que_no_cumple_su_esquema_no_llega_al_registro():
    from dataclasses import replace

    roto = replace(congelado(), tarifas={"CE-01": {"carta_id": "CE-01", "tarifas": "ninguna"}})
    rechazo = Bus(roto).leer({"nombre": "tarifas_de", "argumentos": {"carta_id": "CE-01"}})
    assert rechazo.motivo == "salida_invalida"


def test_ningun_agente_recibe_una_herramienta_irreversible():
    entregadas = {h["name"] for h in para_agentes()}
    assert entregadas == {h.nombre for h in catalogo().values() if not h.irreversible}
    assert "marcar_linea" not in entregadas


def test_lo_que_haga_quien_recibe_un_esquema_no_cambia_el_catalogo():
    antes = huella_del_catalogo()
    para_agentes()[0]["parameters"]["properties"].clear()
    catalogo()["calendario"].esquema("entrada").clear()
    assert huella_del_catalogo() == antes
    with pytest.raises(TypeError):
        catalogo()["otra"] = catalogo()["calendario"]


def test_con_las_dos_llaves_hay_un_efecto():
    hechos = []
    bus = Bus(congelado(), lambda nombre, args: hechos.append((nombre, args)) or "asiento-1")
    efecto = bus.ejecutar("r", INTENCION, ["c_1"], concesion())
    assert efecto["asiento"] == "asiento-1"
    assert hechos == [("marcar_linea", INTENCION["args"])]
    assert sin_concesion([efecto]) == []


@pytest.mark.parametrize(
    ("intencion", "respaldadas", "permiso", "motivo"),
    [
        (INTENCION, [], concesion(), "conjunto_sin_verificar"),
        ({**INTENCION, "depends_on": []}, ["c_1"], concesion(), "conjunto_sin_verificar"),
        (INTENCION, ["c_1"], None, "concesion_invalida"),
        (INTENCION, ["c_1"], concesion(run_id="otra"), "concesion_invalida"),
        (INTENCION, ["c_1"], {**concesion(), "quien": ""}, "concesion_invalida"),
        (INTENCION, ["c_1"], {**concesion(), "clase": "agente"}, "concesion_invalida"),
        ({**INTENCION, "args": {**INTENCION["args"], "linea": "3"}}, ["c_1"], concesion(), "argumentos_invalidos"),
        ({**INTENCION, "tool": "leer_factura"}, ["c_1"], concesion(), "herramienta_inexistente"),
    ],
)
def test_sin_alguna_de_las_llaves_no_hay_efecto(intencion, respaldadas, permiso, motivo):
    hechos = []
    bus = Bus(congelado(), lambda *x: hechos.append(x) or "")
    assert bus.ejecutar("r", intencion, respaldadas, permiso).motivo == motivo
    assert hechos == []


@pytest.mark.parametrize("cambio", [{"importe": "17.01"}, {"linea": 4}, {"factura_id": "FAC-2026-028"}])
def test_una_concesion_no_vale_para_una_llamada_parecida(cambio):
    otra = {**INTENCION, "args": {**INTENCION["args"], **cambio}}
    assert vale_para(concesion(), "r", INTENCION)
    assert not vale_para(concesion(), "r", otra)
    assert not vale_para(concesion(), "r", {**INTENCION, "depends_on": ["c_2"]})

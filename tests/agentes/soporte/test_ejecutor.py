"""El ejecutor: una sola vez, revalidando, y sin perderse si pagos se cae. En las dos bases."""

import pytest

from agentes.soporte.base.motor import lectura
from agentes.soporte.cola.avisos import despachar
from agentes.soporte.errores import ServicioCaido
from agentes.soporte.servicios import ANTES, DESPUES, NIEGA
from agentes.soporte.tienda.repositorio import cambiar, leer
from tests.agentes.soporte.taller import AURICULARES, DIRECCION, PRADO, SESION, clic


def pedido(taller, id):
    with lectura(taller.motor).begin() as c:
        return leer(c, id)


def test_lo_aprobado_se_paga_y_se_anota(taller):
    p = taller.aprobada()
    assert taller.ejecutor().ejecutar(p.id).estado == "ejecutada"
    assert [o["cuerpo"]["centimos"] for o in taller.pagos.operaciones()] == [3990]
    assert pedido(taller, "P-1001").reembolsado == 3990


def test_lo_que_no_esta_aprobado_no_se_toca(taller):
    p = taller.propuesta()
    assert taller.ejecutor().ejecutar(p.id).efecto is False
    assert (taller.ejecutor().siguiente(), taller.pagos.operaciones()) == (None, [])


def test_ejecutar_dos_veces_paga_una(taller):
    p = taller.aprobada()
    efectos = [taller.ejecutor(n).ejecutar(p.id).efecto for n in ("a", "b", "a")]
    assert (efectos, len(taller.pagos.operaciones())) == ([True, False, False], 1)


def test_el_cambio_de_direccion_va_al_almacen_y_no_a_pagos(taller):
    p = taller.aprobada(DIRECCION)
    assert taller.ejecutor().siguiente().estado == "ejecutada"
    assert pedido(taller, "P-1301").direccion == PRADO
    assert (len(taller.almacen.operaciones()), taller.pagos.operaciones()) == (1, [])
    assert p.tipo == "cambio_direccion"


def test_si_el_pedido_cambio_queda_invalida_con_su_motivo_y_no_se_paga(taller):
    p = taller.aprobada()
    with taller.motor.begin() as c:
        cambiar(c, "P-1001", {"reembolsado": 4485})
    desenlace = taller.ejecutor().ejecutar(p.id)
    assert (desenlace.estado, taller.pagos.operaciones()) == ("invalida", [])
    assert "máximo reembolsable es 0,00 €" in taller.cola.leer(p.id).causa_final


def test_si_el_plazo_vence_entre_aprobar_y_ejecutar_queda_invalida(taller):
    datos = {**AURICULARES, "pedido_id": "P-1013", "importe_centimos": 2290}
    p = taller.aprobada(datos, type(SESION)("C-1005", "T-9"))
    taller.reloj.pasan(days=1)
    assert taller.ejecutor().ejecutar(p.id).estado == "invalida"


@pytest.mark.parametrize("caida", [ANTES, DESPUES])
def test_una_caida_deja_la_propuesta_en_ejecucion_y_repetir_paga_una_vez(taller, caida):
    p = taller.aprobada()
    mio = taller.ejecutor(fallos=(caida,))
    with pytest.raises(ServicioCaido):
        mio.ejecutar(p.id)
    assert taller.estado(p.id) == "en_ejecucion"
    assert mio.ejecutar(p.id).estado == "ejecutada"
    assert (len(taller.pagos.operaciones()), taller.cola.leer(p.id).intentos) == (1, 2)


def test_otro_ejecutor_no_la_toca_hasta_que_vence_el_arriendo(taller):
    p = taller.aprobada()
    with pytest.raises(ServicioCaido):
        taller.ejecutor("muerto", fallos=(DESPUES,)).ejecutar(p.id)
    otro = taller.ejecutor("otro")
    assert (otro.ejecutar(p.id).efecto, list(otro.recuperar())) == (False, [])
    taller.reloj.pasan(seconds=61)
    assert [d.estado for d in otro.recuperar()] == ["ejecutada"]
    assert len(taller.pagos.operaciones()) == 1


def test_al_recuperar_no_se_revalida_porque_pudo_estar_pagada(taller):
    p = taller.aprobada()
    with pytest.raises(ServicioCaido):
        taller.ejecutor("muerto", fallos=(DESPUES,)).ejecutar(p.id)
    with taller.motor.begin() as c:
        cambiar(c, "P-1001", {"estado": "cancelado", "reembolsado": 495})
    taller.reloj.pasan(seconds=61)
    assert [d.estado for d in taller.ejecutor("otro").recuperar()] == ["ejecutada"]
    assert pedido(taller, "P-1001").reembolsado == 495 + 3990


def test_una_negativa_de_pagos_es_definitiva(taller):
    p = taller.aprobada()
    assert taller.ejecutor(fallos=(NIEGA,)).ejecutar(p.id).estado == "fallida"
    assert (taller.pagos.operaciones(), pedido(taller, "P-1001").reembolsado) == ([], 0)


def test_se_paga_lo_editado_y_no_lo_que_propuso_el_agente(taller):
    p = taller.propuesta()
    taller.cola.decidir(clic(p, "edit", cambios={"importe_centimos": 1000}))
    taller.ejecutor().siguiente()
    assert [o["cuerpo"]["centimos"] for o in taller.pagos.operaciones()] == [1000]


def test_el_cliente_recibe_un_solo_aviso_con_lo_que_paso(taller):
    p = taller.aprobada()
    taller.ejecutor().ejecutar(p.id)
    taller.ejecutor().ejecutar(p.id)
    primero = despachar(taller.motor, taller.reloj, SESION.ticket_id)
    assert len(primero) == 1 and "hemos reembolsado 39,90 €" in primero[0]
    assert despachar(taller.motor, taller.reloj, SESION.ticket_id) == ()


def test_las_aprobadas_salen_por_orden_de_llegada(taller):
    ids = [taller.aprobada(datos, sesion).id for sesion, datos in taller.pedidos_de_sobra(3)]
    assert [taller.ejecutor().siguiente().propuesta_id for _ in ids] == ids

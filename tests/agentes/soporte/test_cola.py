"""La cola: quién propone, quién decide, y que solo cuenta el primer clic con la huella vigente. En las dos bases."""

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from agentes.soporte.base import tablas
from agentes.soporte.canonico import huella
from agentes.soporte.cola.propuesta import Sesion, versiones
from agentes.soporte.errores import RechazoDePolitica
from tests.agentes.soporte.taller import AURICULARES, DIRECCION, SESION, clic
from tests.congelados import replace


def test_una_propuesta_nace_pendiente_con_su_huella_y_su_politica(taller):
    p = taller.propuesta()
    assert (p.estado, p.version, p.huella) == ("pendiente", 1, huella(AURICULARES))
    assert {v["estado"] for v in p.politica} == {"pasa"}


def test_la_huella_no_depende_del_orden_de_las_claves():
    assert huella(dict(reversed(AURICULARES.items()))) == huella(AURICULARES)


def test_repetir_la_misma_propuesta_devuelve_la_que_ya_hay(taller):
    primera, nueva = taller.cola.proponer(SESION, "reembolso", AURICULARES, "una")
    otra, repetida = taller.cola.proponer(SESION, "reembolso", dict(reversed(AURICULARES.items())), "con otro motivo")
    assert (nueva, repetida, otra.id) == (True, False, primera.id)


def test_la_base_de_datos_impide_la_duplicada_aunque_el_codigo_no_la_viera(taller):
    p = taller.propuesta()
    with taller.motor.begin() as c:
        fila = dict(c.execute(tablas.propuesta.select()).mappings().one())
    with pytest.raises(IntegrityError), taller.motor.begin() as c:
        c.execute(insert(tablas.propuesta).values(**{**fila, "id": p.id + 1, "clave": "otra"}))


def test_tras_rechazarla_se_puede_volver_a_proponer_con_otra_clave(taller):
    p = taller.propuesta()
    taller.cola.decidir(clic(p, "reject"))
    otra, nueva = taller.cola.proponer(SESION, "reembolso", AURICULARES, "otra vez")
    assert nueva and otra.id != p.id and otra.clave != p.clave


def test_dos_propuestas_no_comprometen_juntas_mas_de_lo_que_queda(taller):
    taller.propuesta({**AURICULARES, "importe_centimos": 3000})
    with pytest.raises(RechazoDePolitica) as rechazo:
        taller.propuesta({**AURICULARES, "importe_centimos": 3000}, Sesion("C-1001", "T-2"))
    assert rechazo.value.motivos == ("importe_fuera_de_rango",)


def test_solo_el_primer_clic_tiene_efecto(taller):
    p = taller.propuesta()
    resultados = [taller.cola.decidir(clic(p, d)).resultado for d in ("approve", "approve", "reject")]
    assert resultados == ["aprobada", "ya_decidida", "ya_decidida"]
    assert [d["resultado"] for d in taller.cola.decisiones()] == resultados


def test_aprobar_otra_version_no_cuenta(taller):
    p = taller.propuesta()
    otra = huella({**AURICULARES, "importe_centimos": 1})
    assert taller.cola.decidir(clic(p, huella=otra)).resultado == "otra_version"
    assert taller.estado(p.id) == "pendiente"


def test_editar_crea_una_version_con_otra_huella_y_otra_clave_y_conserva_la_original(taller):
    p = taller.propuesta()
    assert taller.cola.decidir(clic(p, "edit", cambios={"importe_centimos": 1000})).resultado == "editada"
    editada = taller.cola.leer(p.id)
    assert (editada.estado, editada.version, editada.datos["importe_centimos"]) == ("aprobada", 2, 1000)
    assert editada.huella != p.huella and editada.clave != p.clave
    with taller.motor.begin() as c:
        guardadas = versiones(c, p.id)
    assert [(v["autor"], v["datos"]["importe_centimos"]) for v in guardadas] == [("agente", 3990), ("ana", 1000)]


@pytest.mark.parametrize(
    ("cambios", "dice"),
    [
        ({"importe_centimos": 999_999}, "máximo reembolsable"),
        ({"importe_centimos": 10.0}, "tipo integer"),
        ({"pedido_id": "P-1009"}, "no se puede cambiar"),
        ({"cliente_id": "C-4411"}, "no admite «cliente_id»"),
        ({"causa": "cobro_doble"}, "no trata de"),
    ],
)
def test_una_edicion_que_no_vale_deja_la_propuesta_pendiente(taller_sqlite, cambios, dice):
    p = taller_sqlite.propuesta()
    decidido = taller_sqlite.cola.decidir(clic(p, "edit", cambios=cambios))
    assert (decidido.resultado, taller_sqlite.estado(p.id)) == ("edicion_no_valida", "pendiente")
    assert dice in decidido.detalle


def test_editar_no_cuenta_su_propio_importe_como_comprometido(taller):
    p = taller.propuesta({**AURICULARES, "importe_centimos": 3000})
    assert taller.cola.decidir(clic(p, "edit", cambios={"importe_centimos": 4000})).resultado == "editada"


def test_lo_que_nadie_decide_a_tiempo_caduca(taller):
    p = taller.propuesta()
    taller.reloj.pasan(hours=72)
    assert taller.cola.decidir(clic(p)).resultado == "caducada"
    assert taller.estado(p.id) == "caducada"


def test_una_decision_ilegible_o_sobre_nada_no_hace_nada(taller):
    p = taller.propuesta(DIRECCION)
    assert taller.cola.decidir(clic(p, "quizá")).resultado == "ilegible"
    assert taller.cola.decidir(replace(clic(p), propuesta_id=999)).resultado == "desconocida"
    assert taller.estado(p.id) == "pendiente"


def test_la_decision_guarda_quien_cuando_y_cuanto_miro(taller):
    p = taller.propuesta()
    taller.reloj.pasan(hours=2)
    taller.cola.decidir(clic(p, "reject", revisor="bea", segundos=77, nota="no procede"))
    decidida = taller.cola.leer(p.id)
    assert (decidida.revisor, decidida.segundos, decidida.causa_final) == ("bea", 77, "no procede")
    assert decidida.decidida > decidida.creada

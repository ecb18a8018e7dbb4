"""La política: cada regla con su motivo, propiedades, y que prompt, código y página salen del mismo fichero."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentes.soporte.errores import ConfiguracionInvalida, RechazoDePolitica
from agentes.soporte.politica.lectura import CAUSAS, FICHERO, de_datos, politica
from agentes.soporte.politica.reglas import CAMBIO, REEMBOLSO, Peticion, aplicar, exigir, reembolsable
from agentes.soporte.politica.textos import buscar, pagina, para_el_prompt
from agentes.soporte.textos import papel, papel_informativo
from agentes.soporte.tienda.modelo import de_datos as pedido_de_datos
from agentes.soporte.tienda.repositorio import datos_de_partida
from tests.agentes.soporte.taller import AHORA, AURICULARES, DIRECCION
from tests.congelados import replace

POLITICA = politica()
HOY = AHORA.date()
PEDIDOS = {p["id"]: pedido_de_datos(p) for p in datos_de_partida()["pedidos"]}
DOCUMENTOS = Path(__file__).parents[3] / "corridas" / "soporte" / "documentos"
centimos = st.integers(0, 50_000)


def peticion(datos=AURICULARES, *, cliente="C-1001", comprometido=0, hoy=HOY, pedido=None):
    tipo = REEMBOLSO if "importe_centimos" in datos else CAMBIO
    return Peticion(tipo, datos, cliente, pedido or PEDIDOS.get(datos["pedido_id"]), comprometido, hoy)


def motivos(p):
    return [v.motivo for v in aplicar(p, POLITICA) if v.estado == "falla"]


def con(**cambios):
    return {**AURICULARES, **cambios}


def test_lo_que_procede_pasa_todas_las_reglas():
    assert motivos(peticion()) == []
    assert motivos(peticion(DIRECCION)) == []


@pytest.mark.parametrize(
    ("p", "motivo"),
    [
        (peticion(cliente="C-4411"), "pedido_ajeno_o_inexistente"),
        (peticion(con(pedido_id="P-9999")), "pedido_ajeno_o_inexistente"),
        (peticion(con(importe_centimos=4486)), "importe_fuera_de_rango"),
        (peticion(con(importe_centimos=0)), "importe_fuera_de_rango"),
        (peticion(con(importe_centimos=-1)), "importe_fuera_de_rango"),
        (peticion(comprometido=1000), "importe_fuera_de_rango"),
        (peticion(hoy=date(2026, 3, 30)), "fuera_de_plazo"),
        (peticion(con(apartado="ENV-3")), "apartado_no_aplica"),
        (peticion(con(apartado="XXX-1")), "apartado_inexistente"),
        (peticion(con(causa="cobro_doble", apartado="PAG-1")), "sin_cobro_doble"),
        (peticion(con(causa="no_recibido", apartado="ENV-1")), "no_extraviado"),
        (peticion(con(pedido_id="P-1401", importe_centimos=10)), "sin_entregar"),
        (peticion({**DIRECCION, "pedido_id": "P-1401"}), "direccion_no_modificable"),
        (peticion({**DIRECCION, **PEDIDOS["P-1301"].direccion}), "misma_direccion"),
    ],
)
def test_cada_incumplimiento_tiene_su_motivo(p, motivo):
    assert motivo in motivos(p)


def test_un_pedido_ajeno_no_se_distingue_de_uno_que_no_existe():
    ajeno, inexistente = peticion(cliente="C-4411"), peticion(con(pedido_id="P-9999"))
    assert aplicar(ajeno, POLITICA) == aplicar(inexistente, POLITICA)


def test_el_ultimo_dia_del_plazo_entra_y_el_siguiente_no():
    entregado = PEDIDOS["P-1001"].entregado
    assert motivos(peticion(hoy=entregado + timedelta(days=30))) == []
    assert motivos(peticion(hoy=entregado + timedelta(days=31))) == ["fuera_de_plazo"]


def test_por_cobro_doble_solo_se_devuelve_lo_cobrado_de_mas():
    datos = {"pedido_id": "P-1201", "causa": "cobro_doble", "apartado": "PAG-1"}
    assert motivos(peticion({**datos, "importe_centimos": 5085})) == []
    assert motivos(peticion({**datos, "importe_centimos": 5086})) == ["importe_no_corresponde"]


def test_un_cobro_doble_ya_devuelto_no_se_devuelve_otra_vez():
    devuelto = replace(PEDIDOS["P-1201"], reembolsado=5085)
    datos = {"pedido_id": "P-1201", "importe_centimos": 5085, "causa": "cobro_doble", "apartado": "PAG-1"}
    assert "sin_cobro_doble" in motivos(peticion(datos, pedido=devuelto))


def test_exigir_lanza_con_todos_los_motivos_y_todos_los_veredictos():
    with pytest.raises(RechazoDePolitica) as rechazo:
        exigir(peticion(con(importe_centimos=99_999), hoy=date(2027, 1, 1)), POLITICA)
    assert rechazo.value.motivos == ("importe_fuera_de_rango", "importe_no_corresponde", "fuera_de_plazo")
    assert len(rechazo.value.veredictos) == 6


@given(importe=st.integers(-1000, 60_000), pagado=centimos, reembolsado=centimos, comprometido=centimos)
def test_nunca_pasa_un_importe_mayor_que_lo_que_queda(importe, pagado, reembolsado, comprometido):
    base = PEDIDOS["P-1001"]
    pedido = replace(base, cobros=(replace(base.cobros[0], centimos=pagado),), reembolsado=reembolsado)
    fallan = motivos(peticion(con(importe_centimos=importe), pedido=pedido, comprometido=comprometido))
    cabe = 0 < importe <= pagado - reembolsado - comprometido
    assert ("importe_fuera_de_rango" in fallan) is not cabe
    if not fallan:
        assert importe <= reembolsable(pedido, comprometido)


@given(dias=st.integers(0, 3000), causa=st.sampled_from(CAUSAS))
def test_el_plazo_depende_solo_de_los_dias(dias, causa):
    pedido = replace(PEDIDOS["P-1001"], fecha=HOY, entregado=HOY)
    p = peticion(con(causa=causa), hoy=HOY + timedelta(days=dias), pedido=pedido)
    plazo = POLITICA.plazos_dias.get(causa)
    assert ("fuera_de_plazo" in motivos(p)) is (plazo is not None and dias > plazo)


@given(cliente=st.text(max_size=20))
def test_ninguna_identidad_que_no_sea_la_de_la_sesion_abre_un_pedido(cliente):
    abre = motivos(peticion(cliente=cliente)) == []
    assert abre is (cliente == "C-1001")


def test_el_prompt_lleva_cada_apartado_tal_como_esta_en_la_politica():
    for a in POLITICA.apartados:
        assert f"[{a.id}] {a.titulo['es']}: {a.texto['es']}" in para_el_prompt(POLITICA)
    assert para_el_prompt(POLITICA) in papel(POLITICA)
    assert para_el_prompt(POLITICA) in papel_informativo(POLITICA)


@pytest.mark.parametrize(("idioma", "fichero"), [("es", "es/politica.md"), ("en", "en/policy.md")])
def test_la_pagina_publicada_es_la_de_la_politica_de_hoy(idioma, fichero):
    assert (DOCUMENTOS / fichero).read_text("utf-8") == pagina(POLITICA, idioma)


def test_cambiar_un_plazo_cambia_el_codigo_el_prompt_y_la_pagina_a_la_vez():
    datos = json.loads(FICHERO.read_text("utf-8"))
    nueva = de_datos({**datos, "plazos_dias": {**datos["plazos_dias"], "devolucion": 5}})
    assert [v.motivo for v in aplicar(peticion(), nueva) if v.motivo] == ["fuera_de_plazo"]
    assert "en los 5 días" in para_el_prompt(nueva) and "within 5 days" in pagina(nueva, "en")
    assert nueva.huella != POLITICA.huella


def test_una_causa_sin_apartado_no_se_carga():
    datos = json.loads(FICHERO.read_text("utf-8"))
    with pytest.raises(ConfiguracionInvalida, match="cobro_doble"):
        de_datos({**datos, "apartados": [a for a in datos["apartados"] if a["id"] != "PAG-1"]})


@pytest.mark.parametrize(
    ("consulta", "primero"),
    [
        ("¿cuánto tarda el envío?", "ENV-3"),
        ("quiero devolver", "DEV-1"),
        ("me han cobrado dos veces", "PAG-1"),
        ("CAMBIAR LA DIRECCIÓN", "ENV-2"),
    ],
)
def test_el_buscador_encuentra_el_apartado(consulta, primero):
    assert buscar(POLITICA, consulta)[0]["id"] == primero


def test_el_buscador_no_inventa():
    assert buscar(POLITICA, "¿qué tiempo hace?") == []

"""Una pausa no es un error: sus cuatro finales, la pregunta y quién decidió."""

import pytest
from hypothesis import given, settings

from generador.modelo.traza import Interrupcion
from generador.paginas.caso.pausas import decision, pausa_vista, pregunta, suerte
from tests.congelados import replace
from tests.paginas.caso.apoyo import CTX, pagina
from tests.paginas.caso.ejemplo import HITL, carga
from tests.paginas.test_estado import json_cualquiera

PAUSA = HITL.pasos[4].tareas[0].interrupciones[0]


def con(respuesta) -> Interrupcion:
    return replace(PAUSA, respuesta=None if respuesta is ... else carga(respuesta))


@pytest.mark.parametrize(
    ("respuesta", "como"),
    [
        ({"decision": "edit"}, "respondida"),
        ("sí", "respondida"),
        (True, "respondida"),
        ({"decisions": [{"type": "approve"}]}, "respondida"),
        ({"decision": "reject"}, "denegada"),
        ({"decisions": [{"type": "reject", "message": "no"}]}, "denegada"),
        (False, "denegada"),
        ("rechazar", "denegada"),
        ({"status": "timeout"}, "caducada"),
        (..., "sin_reanudar"),
    ],
)
def test_los_cuatro_finales(respuesta, como):
    assert suerte(con(respuesta)) == como


def test_se_dice_que_se_pregunto_quien_decidio_que_y_cuanto_espero():
    datos = {d.nombre: d.valor for d in pausa_vista(CTX, HITL, PAUSA).datos}
    assert datos["Se preguntó"] == "¿Se envía este borrador a la paciente?"
    assert datos["Motivo"].startswith("cita no verificada")
    assert datos["Decidió"] == "edit · farmacéutica de guardia"
    assert datos["Esperó"] == "3 min 12 s"
    assert "ejecución 2" in datos["Reanudó"]


def test_sin_reanudar_no_inventa_decision_ni_espera():
    vista = pausa_vista(CTX, HITL, replace(con(...), espera=None, reanudada_en=None, quien=None))
    assert {d.nombre: d.valor for d in vista.datos}["Decidió"] == "nadie todavía"
    assert not {"Esperó", "Reanudó"} & {d.nombre for d in vista.datos}


def test_la_pregunta_y_la_decision_se_buscan_tambien_mas_adentro():
    i = replace(
        PAUSA,
        valor=carga({"ticket": "T-1", "vacio": "", "propuestas": [{"accion": "reembolso de 49,90 €"}]}),
        respuesta=carga({"clics": [{"decision": "approve", "segundos": 31}]}),
    )
    assert pregunta(CTX, i) == "reembolso de 49,90 €"
    assert decision(CTX, i) == "approve"
    nombres = [d.nombre for d in pausa_vista(CTX, HITL, i).datos]
    assert nombres[:2] == ["ticket", "propuestas"]


def test_sin_pregunta_escrita_se_da_el_motivo():
    sin = replace(PAUSA, valor=carga({"mensaje": "hola", "motivos": ["cita ausente"]}))
    assert pregunta(CTX, sin) == "cita ausente"


@settings(deadline=None)
@given(json_cualquiera, json_cualquiera)
def test_nunca_lanza(valor, respuesta):
    i = replace(PAUSA, valor=carga(valor), respuesta=carga(respuesta))
    pausa_vista(CTX, HITL, i)
    assert isinstance(decision(CTX, i), str)
    assert suerte(i) in {"respondida", "denegada", "caducada"}


def test_la_pausa_es_un_paso_y_no_cuenta_como_error():
    p = pagina("hitl-cita-no-verificada")
    assert {f.clave: f.n for f in p.filtros}["errores"] == 0
    assert [f.marcas for f in p.filas if f.n == 5] == ["interrupciones"]
    assert p.pasos[4].tareas[0].intentos == ()

"""La banda: recuentos contados en las trazas y una frase que no los adorna."""

import pytest

from generador.modelo.procedencia import Recuento
from generador.paginas import rutas
from generador.paginas.divulgar import divulgar, partes
from tests.congelados import replace
from tests.paginas.apoyo import contextos
from tests.paginas.muestra import DEMO

ES, EN = contextos()


def _con(**recuentos: int):
    return replace(ES, recuentos={"adherencia": {"turno-limpio-es": Recuento(**recuentos)}})


def test_el_sitio_suma_las_demos_y_la_demo_sus_casos():
    assert divulgar(ES, rutas.PORTADA).recuento == divulgar(ES, "a/index.html", "adherencia").recuento
    assert divulgar(ES, "x/casos/y.html", "adherencia", "senal-aguda-es").recuento == Recuento()


@pytest.mark.parametrize(
    ("recuento", "tono"),
    [
        ({}, "neutro"),
        ({"oraculo": 2}, "aviso"),
        ({"en_vivo": 2}, "acento"),
        ({"oraculo": 1, "en_vivo": 1}, "aviso"),
        ({"desconocida": 1}, "aviso"),
        ({"reproducida": 3}, "aviso"),
        ({"sin_llamadas": 1}, "aviso"),
        ({"sin_respuesta": 1}, "aviso"),
    ],
)
def test_el_tono_sale_de_lo_que_hay(recuento, tono):
    assert divulgar(_con(**recuento), rutas.PORTADA).tono == tono


def test_la_frase_dice_cuantas_de_cuantas():
    assert "2 de 2 respuestas" in divulgar(_con(oraculo=2), rutas.PORTADA).frase
    assert "1 de 1 respuesta de modelo es" in divulgar(_con(oraculo=1), rutas.PORTADA).frase


def test_una_llamada_desconocida_se_dice_y_nunca_se_suma_a_las_vivas():
    d = divulgar(_con(desconocida=1, oraculo=1), rutas.PORTADA)
    assert "1 desconocida" in d.frase
    assert "0 en vivo" in d.frase


def test_cero_en_vivo_se_dice_siempre():
    assert [p.texto for p in partes(ES, Recuento(oraculo=3))] == ["3 de oráculo", "0 en vivo"]


def test_sin_ninguna_llamada_no_se_dice_cero_en_vivo():
    assert [(p.procedencia, p.n, p.texto) for p in partes(ES, Recuento())] == [("ninguna", 0, "sin llamadas a modelo")]


def test_de_una_traza_que_no_trae_sus_llamadas_no_se_dice_que_no_hubo_modelo():
    d = divulgar(_con(sin_llamadas=1), rutas.PORTADA)
    assert d.titular == "No se sabe."
    assert "1 traza no trae sus llamadas" in d.frase
    assert [p.procedencia for p in partes(ES, Recuento(sin_llamadas=1))] == ["desconocida"]


def test_las_trazas_que_no_entran_en_la_cuenta_se_dicen_junto_a_ella():
    frase = divulgar(_con(oraculo=2, sin_llamadas=3), rutas.PORTADA).frase
    assert "2 de 2 respuestas" in frase
    assert frase.endswith("3 trazas no traen sus llamadas y no entran en la cuenta.")


def test_los_numeros_llevan_los_separadores_de_cada_idioma():
    recuento = Recuento(oraculo=12345)
    assert partes(ES, recuento)[0].texto == "12.345 de oráculo"
    assert partes(EN, recuento)[0].texto == "12,345 from an oracle"


def test_los_avisos_del_plan_van_en_la_banda_de_su_demo_y_no_en_la_del_sitio():
    assert divulgar(ES, "a/index.html", "adherencia").avisos == (
        "Referencia pública con datos sintéticos: no es un dispositivo médico.",
    )
    assert divulgar(ES, rutas.PORTADA).avisos == ()


def test_un_caso_del_plan_sin_traza_no_se_cuenta_como_grabado():
    assert "sin-grabar" in {c.id for c in DEMO.plan.casos}
    assert "sin-grabar" not in ES.recuentos["adherencia"]


def test_una_llamada_sin_respuesta_no_se_suma_a_las_de_oraculo_y_se_dice():
    frase = divulgar(_con(oraculo=2, sin_respuesta=1), rutas.PORTADA).frase
    assert "2 de 2 respuestas" in frase
    assert frase.endswith("A 1 llamada a modelo no respondió nadie: acabó en error, y no cuenta como respuesta.")
    assert [p.texto for p in partes(ES, Recuento(oraculo=2, sin_respuesta=1))][-1] == "1 sin respuesta"


def test_si_no_respondio_nadie_a_ninguna_no_se_dice_que_no_se_llamo_a_un_modelo():
    d = divulgar(_con(sin_respuesta=2, sin_llamadas=1), rutas.PORTADA)
    assert (d.titular, d.recuento.sin_registrar) == ("Sin respuesta.", False)
    assert "A 2 llamadas a modelo no respondió nadie" in d.frase
    assert "1 traza no trae sus llamadas" in d.frase
    assert [p.procedencia for p in partes(ES, Recuento(sin_respuesta=2))] == ["sin_respuesta"]

"""De mensajes a burbujas: quién habla, de dónde salió y qué se dejó fuera."""

from generador.paginas.caso.conversar import de_estado, de_llamada
from tests.congelados import replace
from tests.paginas.caso.apoyo import CTX, pagina
from tests.paginas.caso.ejemplo import HITL, cambio, carga

MODELO = HITL.pasos[3].tareas[0].modelos[0]


def test_la_respuesta_lleva_su_procedencia_y_lo_leido_no():
    charla = de_llamada(CTX, MODELO)
    assert [b.procedencia.valor if b.procedencia else None for b in charla.burbujas] == [None, None, "oraculo"]


def test_de_una_conversacion_larga_se_dice_cuantos_faltan():
    muchos = [{"role": "user", "content": str(i)} for i in range(100)]
    charla = de_llamada(CTX, replace(MODELO, mensajes=carga(muchos)))
    assert [b.partes[0].texto for b in charla.burbujas][:3] == ["0", "1", "86"]
    assert "84" in charla.omitidos


def test_un_mensaje_enorme_se_corta_y_se_dice():
    (c,) = de_estado(CTX, [cambio("messages", [], [{"role": "tool", "content": "x" * 3_000_000}])])
    assert [p.clase for p in c.burbujas[0].partes] == ["texto", "nota"]
    assert "8.000 de 3.000.000" in c.burbujas[0].partes[1].texto


def test_sin_nada_grabado_no_hay_conversacion():
    assert de_llamada(CTX, replace(MODELO, mensajes=None, salida=None)) is None


def test_la_imagen_remota_se_nombra_y_no_se_carga():
    partes = pagina("equipo").portada.entrada[0].partes
    assert [p.clase for p in partes] == ["texto", "imagen", "nota"]
    assert partes[2].texto.startswith("Imagen remota, sin cargar: https://tracker.example")

"""Dos conversaciones, mensaje a mensaje: cuál entra, cuál se reescribe y cuál sale."""

from generador.paginas.conversaciones import cambios_de_mensajes
from tests.paginas.caso.ejemplo import cambio, mensaje_grabado


def test_un_mensaje_con_el_mismo_id_se_reemplaza_y_se_ve_que_cambio():
    antes, despues = (mensaje_grabado("a", "human", f"hola {texto}") for texto in ("amigo mío", "amiga mía"))
    (c,) = cambios_de_mensajes(cambio("messages", [antes], [despues]))
    assert c.clase == "reemplazado"
    assert [f.texto for f in c.filas] == ["hola amigo mío", "hola amiga mía"]


def test_un_mensaje_que_sale_se_dice():
    a, b = mensaje_grabado("a", "human", "uno"), mensaje_grabado("b", "human", "dos")
    assert [c.clase for c in cambios_de_mensajes(cambio("messages", [a, b], [b]))] == ["borrado"]


def test_el_que_entra_delante_no_reescribe_los_demas():
    a, b = mensaje_grabado("a", "human", "uno"), mensaje_grabado("b", "human", "dos")
    cambios = cambios_de_mensajes(cambio("messages", [b], [a, b]))
    assert [(c.clase, c.turno.texto) for c in cambios] == [("anadido", "uno")]


def test_una_lista_que_no_es_de_mensajes_no_es_una_conversacion():
    assert cambios_de_mensajes(cambio("n", [1], [1, 2])) == ()

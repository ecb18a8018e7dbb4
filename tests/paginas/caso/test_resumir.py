"""Las alarmas: un juicio que no pasa se ve en la lista, venga de un artefacto o del estado."""

from generador.modelo.plan import Artefacto
from generador.modelo.procedencia import Procedencia
from generador.modelo.traza import Evento, Fallo, LlamadaModelo
from generador.paginas.caso.llamadas import sueltas
from generador.paginas.caso.resumir import alarmas, fichas_de_paso, resumen_de_paso
from tests.congelados import replace
from tests.paginas.caso.apoyo import CTX
from tests.paginas.caso.ejemplo import cambio, carga, paso, tarea

PASA, FALLA = {"resultado": "pasa"}, {"resultado": "falla"}


def con(*cambios, eventos=()):
    return paso(1, tarea(1, 1, "guardrail_pre", 0, 1, eventos=eventos), cambios=cambios)


def textos(p, declarados=None):
    return [a.texto for a in alarmas(CTX, p, declarados or {})]


def test_un_juicio_del_estado_que_no_pasa():
    assert textos(con(cambio("decisiones", {}, {"ambito": PASA, "escalamiento": FALLA}))) == ["escalamiento: falla"]


def test_lo_que_ya_fallaba_no_se_repite():
    assert textos(con(cambio("decisiones", {"a": FALLA}, {"a": FALLA, "b": PASA}))) == []


def test_un_juicio_de_un_artefacto():
    declarados = {"citas": Artefacto(tipo="citas", titulo="Citas", vista="citas")}
    evento = Evento(tipo="citas", datos=carga({"tipo": "citas", "id": "F-117", "estado": "ausente"}))
    assert textos(con(eventos=(evento,)), declarados) == ["F-117 ausente"]


def test_el_resumen_de_un_cambio_dice_las_claves_de_dentro():
    p = con(cambio("decisiones", {}, {"ambito": PASA}))
    assert resumen_de_paso(CTX, p, {}, ("decisiones", "decisiones.ambito")) == "cambia decisiones (ambito)"


def test_sin_estado_no_se_dice_que_no_cambio():
    assert resumen_de_paso(CTX, replace(con(), cambios=None), {}, ()) == ""
    assert resumen_de_paso(CTX, con(), {}, ()) == "sin cambios en el estado"


def test_una_llamada_que_no_contesto_nadie_no_lleva_la_pastilla_del_oraculo():
    fallo = Fallo(clase="GuionAgotado", mensaje="no hay más")
    agotado = LlamadaModelo(modelo="oraculo", procedencia=Procedencia.ORACULO, fallo=fallo)
    p = paso(1, tarea(1, 0, "a", 0, 1, modelos=(agotado,)))
    assert [(f.texto, f.procedencia) for f in fichas_de_paso(CTX, p)] == [("modelo · sin respuesta", "")]
    (llamada,) = sueltas(CTX, [agotado])
    assert (llamada.procedencia, [f.texto for f in llamada.fichas]) == (None, ["sin respuesta"])

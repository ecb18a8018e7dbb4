"""La guarda de negaciones y salvedades: una cita que dice lo contrario no vale, aunque comparta todas las palabras."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentes.adherencia.barreras.citas import citas_de, comprobar_citas
from agentes.adherencia.barreras.polaridad import contradice
from agentes.adherencia.estado import Pasaje
from agentes.adherencia.recuperacion.corpus import fichas
from tests.agentes.adherencia.dobles import SIN_PLAZO

FICHAS = {(f.id, f.idioma): f for f in fichas()}
FRASES = [(f, frase) for f in fichas() for frase in re.split(r"(?<=\.) ", f.texto)]
NEGADA = re.compile(r"\b[Nn]o (?=\w)|\bnunca |\b[Dd]o not |\bnot |\bnever ")
SIN_NEGACION = [(f, frase[: m.start()] + frase[m.end() :]) for f, frase in FRASES for m in NEGADA.finditer(frase)]


@pytest.mark.parametrize(("ficha", "frase"), FRASES, ids=lambda x: getattr(x, "id", None))
def test_ninguna_frase_de_una_ficha_se_contradice_a_si_misma(ficha, frase):
    assert not contradice(frase, ficha.texto, ficha.idioma)


def test_quitar_una_negacion_de_una_ficha_invalida_la_cita_casi_siempre():
    vistas = [contradice(frase, f.texto, f.idioma) for f, frase in SIN_NEGACION]
    assert len(vistas) >= 70
    assert sum(vistas) / len(vistas) >= 0.95


@pytest.mark.parametrize(
    ("id", "idioma", "dicho"),
    [
        ("F-002", "es", "Junta dos tomas para ponerte al día"),
        ("F-045", "en", "Drive before you know how it affects you, and drive even when a treatment causes dizziness"),
        ("F-019", "es", "Guarda lo que sobre para otra ocasión o úsalo para otra persona"),
        ("F-020", "es", "El cuarto de baño y la guantera del coche no son malos sitios"),
        ("F-034", "en", "Do not remove the previous one before putting on another"),
        ("F-041", "es", "Todos los medicamentos crean dependencia"),
        ("F-015", "en", "Mild discomfort always goes away by itself"),
        ("F-022", "es", "Pasada la fecha impresa se garantiza que el medicamento funcione"),
        ("F-033", "en", "Touch the eye with the tip of the bottle"),
    ],
)
def test_negacion_o_salvedad_cambiada(id, idioma, dicho):
    ficha = FICHAS[id, idioma]
    pasaje = Pasaje(id=id, titulo=ficha.titulo, texto=ficha.texto, puntuacion=0.9)
    assert comprobar_citas(citas_de(f"{dicho} [{id}].", [pasaje], idioma), con_rag=True)["motivo"] == "contradice"


@pytest.mark.parametrize(
    ("id", "idioma", "dicho"),
    [
        ("F-002", "es", "No juntes dos tomas: sigue con el horario de siempre"),
        ("F-045", "es", "No conduzcas hasta saber cómo te afecta"),
        ("F-041", "es", "No todos los medicamentos crean dependencia"),
        ("F-012", "en", "Ask before mixing alcohol with your medicine, and never skip a dose in order to drink"),
        ("F-034", "es", "Retira el parche anterior antes de poner otro y no lo cortes"),
        ("F-020", "en", "The bathroom is a poor place because of damp and heat"),
        ("F-015", "es", "A veces las molestias suaves se pasan solas"),
        ("F-023", "en", "Never put leftover medicine in the sink or the toilet"),
    ],
)
def test_lo_mismo_con_otras_palabras_vale(id, idioma, dicho):
    assert not contradice(dicho, FICHAS[id, idioma].texto, idioma)


@SIN_PLAZO
@given(st.text(max_size=150), st.text(max_size=150), st.sampled_from(["es", "en"]))
def test_es_total_y_nada_se_contradice_a_si_mismo(dicho, fuente, idioma):
    assert contradice(dicho, fuente, idioma) in (True, False)
    assert not contradice(dicho, dicho, idioma)

"""La barrera de promesas y lo que se dice por voz."""

import pytest

from agentes.soporte.nodos.espera import es_un_si
from agentes.soporte.promesas import promesas_en
from agentes.soporte.textos import CADUCADA, EN_TRAMITE, ESCALADO, PROVISIONAL, RECHAZO_FINAL, SIN_TEXTO
from agentes.soporte.voz import para_decir


@pytest.mark.parametrize(
    "texto",
    [
        "Te devolvemos el dinero hoy.",
        "Ya te hemos reembolsado 39,90 €.",
        "Le abonaremos el importe.",
        "Tu reembolso ya está aprobado.",
        "Recibirás tu dinero mañana.",
        "Hemos cambiado la dirección.",
        "Te garantizamos la devolución.",
    ],
)
def test_una_promesa_se_reconoce(texto):
    assert promesas_en(texto)


@pytest.mark.parametrize(
    "texto",
    [
        PROVISIONAL,
        ESCALADO,
        SIN_TEXTO,
        EN_TRAMITE,
        CADUCADA,
        RECHAZO_FINAL,
        "Tu devolución está en revisión.",
        "Ese pedido ya está reembolsado por completo.",
        "Si se aprueba, te escribiremos.",
    ],
)
def test_lo_que_no_promete_pasa(texto):
    assert promesas_en(texto) == ()


def test_lo_hablado_se_puede_pronunciar():
    dicho = para_decir("**Hecho**: 39,90 € del P-1001 [DEV-1] y 5,00 € más.")
    assert dicho == "Hecho: 39 euros con 90 del número 1 0 0 1 y 5 euros más."


@pytest.mark.parametrize(
    ("dicho", "vale"),
    [
        ("Sí", True),
        ("sí, por favor.", True),
        ("Vale", True),
        ("de acuerdo, gracias", True),
        ("Sí, pero espera", False),
        ("no", False),
        ("sí no sé", False),
        ("", False),
        (None, False),
        ({"decision": "approve"}, False),
    ],
)
def test_solo_un_si_claro_confirma(dicho, vale):
    assert es_un_si(dicho) is vale

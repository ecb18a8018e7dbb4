"""Control `numero_de_nodos`."""

from __future__ import annotations

import pytest

from generador.modelo.demo import Demo
from generador.modelo.grafo import Lugar
from generador.modelo.plan import Bilingue, Variante
from tests.comparacion.demos import corrida, demo, textos
from tests.comparacion.grafos import lineal, nodo, traza
from tests.congelados import replace

CONTROL = "numero_de_nodos"
CINCO = ("intake", "guardrail_pre", "generate_response", "guardrail_post", "closing")


def con(texto: str = "", *, nodos: tuple[str, ...] = CINCO, **campos: object) -> Demo:
    g = lineal(*nodos)
    hecha = corrida({"c": traza(*([n] for n in nodos))}, grafos={"v": g})
    return demo(hecha, contrato=g, documentos={"documentos/x.md": texto}, **campos)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "texto",
    [
        "una forma de tres nodos (intake -> guardrail_pre -> generate_response -> guardrail_post -> closing, sin más)",
        "«una forma de tres nodos», y enumera intake, guardrail_pre, generate_response, guardrail_post y closing.",
        "a three-node form: `intake` → `guardrail_pre` → [generate_response] → guardrail_post → closing",
        "tiene 3 nodos: intake,\nguardrail_pre, generate_response, guardrail_post y closing",
    ],
)
def test_decir_tres_y_enumerar_cinco_se_encuentra(texto: str):
    (dicho,) = textos(con(texto), CONTROL)
    assert dicho.startswith("corridas/demo/documentos/x.md:1: dice 3 nodos y enumera 5: intake, guardrail_pre")


@pytest.mark.parametrize(
    "texto",
    [
        "La forma de cinco nodos: intake -> guardrail_pre -> generate_response -> guardrail_post -> closing.",
        "Tiene tres nodos. Además, intake, guardrail_pre, generate_response, guardrail_post y closing.",
        "Tiene tres nodos.\n\nintake, guardrail_pre, generate_response, guardrail_post y closing",
        "intake, guardrail_pre, generate_response, guardrail_post y closing, y luego otros tres nodos",
        "tres nodos que no se enumeran; solo intake",
        "seis nodos: uno, dos, tres, cuatro, cinco y seis",
        "dos nodos: intake -> guardrail_pre",
        "",
    ],
)
def test_lo_que_cuadra_o_no_se_puede_comprobar_no_da_nada(texto: str):
    assert textos(con(texto), CONTROL) == []


def test_la_linea_es_la_del_numero():
    texto = "# Título\n\nOtra cosa.\n\nDe dos nodos:\nintake, guardrail_pre y closing."
    assert textos(con(texto), CONTROL)[0].startswith("corridas/demo/documentos/x.md:5: dice 2 nodos y enumera 3")


def test_la_descripcion_de_la_variante_se_compara_con_su_grafo():
    def descrita(texto: object) -> list[str]:
        return textos(con(variantes=(Variante(id="v", titulo="V", descripcion=texto),)), CONTROL)  # type: ignore[arg-type]

    assert descrita("Cinco nodos en línea.") == []
    assert descrita("Sin nada que contar.") == []
    assert (
        "la descripción de v dice 3 nodos y el grafo tiene 5"
        in descrita(Bilingue(es="De tres nodos.", en="Three nodes."))[0]
    )
    assert "plan.yaml" in descrita("De 7 nodos")[0]


def test_las_notas_del_contrato_tambien_se_leen():
    d = con()
    con_nota = nodo("intake", nota="de dos nodos: intake, guardrail_pre y closing", lugar=Lugar("contrato.md", 12))
    contrato = replace(
        d.contratos["v"], nodos=tuple(con_nota if n.id == "intake" else n for n in d.contratos["v"].nodos)
    )
    assert textos(replace(d, contratos={"v": contrato}), CONTROL)[0].startswith(
        "contrato.md:12: dice 2 nodos y enumera 3"
    )


def test_una_enumeracion_es_de_la_variante_que_tiene_esos_nodos():
    texto = "de tres nodos: intake, guardrail_pre, generate_response, guardrail_post y closing"
    d = con(texto, variantes=(Variante(id="larga", titulo="L"), Variante(id="v", titulo="V")))
    larga = lineal("intake", "guardrail_pre", "recuperar", "generate_response", "guardrail_post", "closing")
    d = replace(d, contratos={**d.contratos, "larga": larga})
    assert textos(d, CONTROL, "larga") == []
    assert len(textos(d, CONTROL, "v")) == 1


def test_lo_que_pasa_de_un_tamano_razonable_no_se_lee():
    relleno = "x" * 250_000
    assert textos(con(f"{relleno} tres nodos: intake, closing"), CONTROL) == []
    assert len(textos(con(f"tres nodos: intake, closing {relleno}"), CONTROL)) == 1


@pytest.mark.parametrize("trozo", ["`", "intake, ", "intake ", "\n", " ", "3 nodos ", "[", "intake`````", "y "])
def test_un_texto_que_solo_se_repite_se_lee_entero_y_no_dice_nada(trozo: str):
    assert textos(con(trozo * (200_000 // len(trozo))), CONTROL) == []

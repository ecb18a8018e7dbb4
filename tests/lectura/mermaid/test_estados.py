"""`stateDiagram-v2`: alias, decisiones, notas, compuestos y lo que se ignora a sabiendas."""

from __future__ import annotations

from pathlib import Path

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.mermaid import leer_mermaid
from generador.modelo.grafo import Grafo, Lugar, TipoDeArista, TipoDeNodo

MUESTRAS = Path(__file__).parents[1] / "muestras"


def leer(cuerpo: str) -> Grafo:
    return leer_mermaid("stateDiagram-v2\n" + cuerpo, "contrato.md")


def pares(grafo: Grafo) -> list[tuple[str, str | None]]:
    return [a.par for a in grafo.aristas]


def problemas(cuerpo: str) -> list[tuple[int, str]]:
    with pytest.raises(ErrorDeEntrada) as error:
        leer(cuerpo)
    return [(p.linea, p.que_pasa) for p in error.value.problemas]


def test_el_contrato_por_defecto_de_adherencia() -> None:
    grafo = leer_mermaid((MUESTRAS / "adherencia-por-defecto.mmd").read_text("utf-8"), "contrato.md")
    assert [n.id for n in grafo.nodos] == [
        "__start__",
        "intake",
        "guardrail_pre",
        "retrieve_context",
        "generate_response",
        "guardrail_post",
        "closing",
        "__end__",
    ]
    assert [(a.origen, a.destino, a.tipo.value, a.etiquetas) for a in grafo.aristas] == [
        ("__start__", "intake", "fija", ()),
        ("intake", "guardrail_pre", "fija", ()),
        ("guardrail_pre", "retrieve_context", "condicional", ("clean turn, RAG enabled",)),
        ("guardrail_pre", "generate_response", "condicional", ("pre-guardrail failure (skip retrieval)",)),
        ("retrieve_context", "generate_response", "fija", ()),
        ("generate_response", "guardrail_post", "fija", ()),
        ("guardrail_post", "closing", "fija", ()),
        ("closing", "__end__", "fija", ()),
    ]
    assert grafo.por_id["retrieve_context"].etiqueta == "retrieve_context (RAG path only)"
    assert grafo.por_id["guardrail_pre"].nota.startswith("input-validation, PII redaction,\nescalation")


def test_el_contrato_hitl_de_adherencia() -> None:
    grafo = leer_mermaid((MUESTRAS / "adherencia-hitl.mmd").read_text("utf-8"), "contrato.md")
    assert ("generate_response", "review_response") in pares(grafo)
    assert ("review_response", "guardrail_post") in pares(grafo)
    assert ("generate_response", "guardrail_post") not in pares(grafo)
    assert "approve / edit / reject." in grafo.por_id["review_response"].nota


def test_la_decision_desaparece_y_agrupa_sus_aristas() -> None:
    grafo = leer("state ruta <<choice>>\na --> ruta\nruta --> b : sí\nruta --> [*] : no")
    assert "ruta" not in grafo.por_id
    assert [(a.par, a.etiquetas, a.tipo, a.grupo) for a in grafo.aristas] == [
        (("a", "b"), ("sí",), TipoDeArista.CONDICIONAL, "ruta"),
        (("a", "__end__"), ("no",), TipoDeArista.CONDICIONAL, "ruta"),
    ]


def test_las_decisiones_encadenadas_se_disuelven_con_sus_etiquetas() -> None:
    grafo = leer(
        "state uno <<choice>>\nstate dos [[choice]]\na --> uno\nuno --> b : no\nuno --> dos : sí\n"
        "dos --> c : mucho\ndos --> d : poco"
    )
    assert {(a.destino, a.etiquetas) for a in grafo.aristas} == {
        ("b", ("no",)),
        ("c", ("sí · mucho",)),
        ("d", ("sí · poco",)),
    }


def test_la_etiqueta_que_llega_a_la_decision_solo_cuenta_si_no_hay_otra() -> None:
    grafo = leer("state c <<choice>>\na --> c : ¿limpio?\nc --> b : sí\nc --> d")
    assert [(a.destino, a.etiquetas) for a in grafo.aristas] == [("b", ("sí",)), ("d", ("¿limpio?",))]


def test_dos_respuestas_al_mismo_destino_son_una_arista_con_dos_etiquetas() -> None:
    grafo = leer("state c <<choice>>\na --> c\nc --> b : uno\nc --> b : dos")
    assert [(a.par, a.etiquetas) for a in grafo.aristas] == [(("a", "b"), ("uno", "dos"))]


def test_fork_da_fijas_y_join_da_una_union() -> None:
    grafo = leer("state f <<fork>>\nstate j <<join>>\na --> f\nf --> b\nf --> c\nb --> j\nc --> j\nj --> d")
    assert [(a.par, a.tipo.value, a.grupo) for a in grafo.aristas] == [
        (("a", "b"), "fija", None),
        (("a", "c"), "fija", None),
        (("b", "d"), "union", "j"),
        (("c", "d"), "union", "j"),
    ]


@pytest.mark.parametrize(
    ("cuerpo", "linea", "trozo"),
    [
        ("state c <<choice>>\na --> c", 2, "no lleva a ninguna parte"),
        ("a --> b\nstate c <<choice>>\nc --> b", 3, "no llega nada"),
        ("state c <<choice>>\nstate d <<choice>>\na --> c\nc --> d\nd --> c\nd --> b", 6, "vuelve a sí misma"),
        ("state h <<history>>\na --> h", 2, "no se conoce el estado especial"),
    ],
)
def test_una_decision_sin_sentido_se_dice_con_su_linea(cuerpo: str, linea: int, trozo: str) -> None:
    assert any(n == linea and trozo in que for n, que in problemas(cuerpo))


def test_las_decisiones_en_cadena_explosiva_no_cuelgan() -> None:
    capas = 40
    lineas = [f"state {lado}{n} <<choice>>" for n in range(capas) for lado in "xy"]
    lineas += [f"{de}{n} --> {a}{n + 1} : e" for n in range(capas - 1) for de in "xy" for a in "xy"]
    lineas += ["inicio --> x0", "inicio --> y0", f"x{capas - 1} --> fin", f"y{capas - 1} --> fin"]
    assert any("demasiadas aristas" in que for _, que in problemas("\n".join(lineas)))


def test_el_alias_la_descripcion_y_la_clase() -> None:
    grafo = leer('state "Texto <br/>de &quot;a&quot;" as a\nb : lo que hace\na:::malo --> b:::bueno')
    assert grafo.por_id["a"].etiqueta == 'Texto de "a"'
    assert grafo.por_id["b"].etiqueta == "lo que hace"
    assert pares(grafo) == [("a", "b")]


def test_los_dos_puntos_separan_la_etiqueta_aunque_vayan_pegados() -> None:
    grafo = leer("a-->b:sí: claro\nb:otra")
    assert [(a.par, a.etiquetas) for a in grafo.aristas] == [(("a", "b"), ("sí: claro",))]
    assert grafo.por_id["b"].etiqueta == "otra"


def test_las_notas_de_una_linea_y_de_varias_se_suman() -> None:
    grafo = leer("a --> b\nnote right of a : corta\nnote left of a\n  una --> dos\n  tres\nend note")
    assert grafo.por_id["a"].nota == "corta\n\nuna --> dos\ntres"
    assert pares(grafo) == [("a", "b")]


def test_un_estado_compuesto_es_un_subgrafo_con_su_principio_y_su_fin() -> None:
    grafo = leer("[*] --> eq\nstate eq {\n  [*] --> a\n  a --> [*]\n}\neq --> [*]")
    assert [(n.id, n.tipo) for n in grafo.nodos] == [
        ("__start__", TipoDeNodo.INICIO),
        ("eq", TipoDeNodo.SUBGRAFO),
        ("eq:__start__", TipoDeNodo.INICIO),
        ("eq:a", TipoDeNodo.NODO),
        ("eq:__end__", TipoDeNodo.FIN),
        ("__end__", TipoDeNodo.FIN),
    ]
    assert ("eq:__start__", "eq:a") in pares(grafo)


def test_dos_compuestos_pueden_tener_un_estado_con_el_mismo_nombre() -> None:
    grafo = leer("state x {\n  agente --> util\n}\nstate y {\n  agente --> util\n}\nx --> y")
    assert {"x:agente", "y:agente", "x:util", "y:util"} <= set(grafo.por_id)


def test_un_nombre_que_esta_en_dos_compuestos_no_se_adivina_desde_fuera() -> None:
    cuerpo = "state x {\n  agente --> util\n}\nstate y {\n  agente --> util\n}\nz --> agente"
    assert any(n == 8 and "está en varios estados compuestos" in que for n, que in problemas(cuerpo))


def test_una_flecha_que_entra_en_un_compuesto_llega_al_compuesto() -> None:
    grafo = leer("antes --> dentro\nstate eq {\n  dentro --> mas\n}\nmas --> despues")
    assert set(pares(grafo)) == {
        ("antes", "eq"),
        ("eq:dentro", "eq:mas"),
        ("eq", "despues"),
        ("eq:__start__", "eq:dentro"),
        ("eq:mas", "eq:__end__"),
    }


def test_un_compuesto_cabe_en_una_linea_y_puede_tener_regiones() -> None:
    assert ("eq:a", "eq:b") in pares(leer("state eq { a --> b }"))
    assert set(pares(leer("state eq {\n[*] --> a\n--\n[*] --> b\n}"))) == {
        ("eq:__start__", "eq:a"),
        ("eq:__start__", "eq:b"),
    }


def test_un_titulo_con_dos_puntos_no_parte_el_id() -> None:
    grafo = leer('state "Fase 1: recogida" {\n  a --> b\n}\n')
    assert {n.id for n in grafo.nodos} == {"Fase 1 · recogida", "Fase 1 · recogida:a", "Fase 1 · recogida:b"}
    assert grafo.por_id["Fase 1 · recogida"].etiqueta == "Fase 1: recogida"


def test_lo_que_es_solo_aspecto_se_ignora_a_sabiendas() -> None:
    grafo = leer(
        "%% comentario\ndirection LR\nhide empty description\nscale 350 width\n"
        "classDef malo fill:#f00\nclass a,b malo\n"
        'style a fill:#fff\nclick a "https://x.invalid"\naccTitle: título\naccDescr { varias\n líneas }\n'
        'note "suelta" as N1\na --> b %% al final\n'
    )
    assert set(grafo.por_id) == {"a", "b"}
    assert pares(grafo) == [("a", "b")]


def test_un_estado_puede_llamarse_como_una_palabra_reservada() -> None:
    assert pares(leer("state --> class\nclass --> note\nnote --> [*]")) == [
        ("state", "class"),
        ("class", "note"),
        ("note", "__end__"),
    ]


def test_sin_decisiones_dos_salidas_con_etiqueta_se_infieren_condicionales() -> None:
    grafo = leer("a --> b : sí\na --> c : no\nb --> d : sola\n")
    assert [(a.par, a.tipo.value, a.certeza.value) for a in grafo.aristas] == [
        (("a", "b"), "condicional", "inferida"),
        (("a", "c"), "condicional", "inferida"),
        (("b", "d"), "fija", "declarada"),
    ]


def test_cada_cosa_recuerda_su_linea() -> None:
    grafo = leer_mermaid("stateDiagram-v2\n\n  a --> b", "contrato.md", linea=40)
    assert grafo.aristas[0].lugar == Lugar("contrato.md", 42)
    assert grafo.por_id["b"].lugar == Lugar("contrato.md", 42)


def test_todo_lo_que_no_se_entiende_se_dice_con_su_linea() -> None:
    cuerpo = "a --> b\na -> c\nesto no es nada\nstate eq {\nnote right of a\nsin fin"
    assert [n for n, _ in problemas(cuerpo)] == [3, 4, 5, 6]


@pytest.mark.parametrize("cuerpo", ["", "}", "%% solo un comentario", "direction LR"])
def test_un_diagrama_vacio_o_descolocado_es_un_error(cuerpo: str) -> None:
    assert problemas(cuerpo)

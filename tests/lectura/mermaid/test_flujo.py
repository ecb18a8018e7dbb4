"""`flowchart` y `graph`: formas, flechas, cadenas y subgrafos."""

from __future__ import annotations

from pathlib import Path

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.mermaid import leer_mermaid
from generador.modelo.grafo import Certeza, Grafo, TipoDeArista, TipoDeNodo

MUESTRAS = Path(__file__).parents[1] / "muestras"


def leer(cuerpo: str) -> Grafo:
    return leer_mermaid("flowchart TD\n" + cuerpo, "contrato.md")


def pares(grafo: Grafo) -> list[tuple[str, str | None]]:
    return [a.par for a in grafo.aristas]


def problemas(cuerpo: str) -> list[tuple[int, str]]:
    with pytest.raises(ErrorDeEntrada) as error:
        leer(cuerpo)
    return [(p.linea, p.que_pasa) for p in error.value.problemas]


def test_el_contrato_de_soporte() -> None:
    grafo = leer_mermaid((MUESTRAS / "soporte.mmd").read_text("utf-8"), "contrato.md")
    assert {n.id: n.etiqueta for n in grafo.nodos} == {
        "T": "Ticket",
        "A": "Agente",
        "H": "Pedidos y docs",
        "P": "Capa de políticas",
        "Q": "Cola de aprobación",
        "E": "Ejecutor",
        "N": "Respuesta al cliente",
    }
    assert [(a.origen, a.destino, a.etiquetas, a.condicional) for a in grafo.aristas] == [
        ("T", "A", (), False),
        ("A", "H", ("lectura",), True),
        ("H", "A", ("lectura",), False),
        ("A", "P", ("propuesta",), True),
        ("P", "Q", (), False),
        ("Q", "E", ("aprobada",), True),
        ("E", "N", (), False),
        ("Q", "A", ("rechazada",), True),
    ]


@pytest.mark.parametrize(
    ("forma", "etiqueta"),
    [
        ("a[Texto]", "Texto"),
        ("a(Texto)", "Texto"),
        ("a([Texto])", "Texto"),
        ("a[[Texto]]", "Texto"),
        ("a[(Texto)]", "Texto"),
        ("a((Texto))", "Texto"),
        ("a(((Texto)))", "Texto"),
        ("a>Texto]", "Texto"),
        ("a{Texto}", "Texto"),
        ("a{{Texto}}", "Texto"),
        ("a[/Texto/]", "Texto"),
        ("a[\\Texto\\]", "Texto"),
        ("a[/Texto\\]", "Texto"),
        ("a[\\Texto/]", "Texto"),
        ("a(-Texto-)", "Texto"),
        ('a["con (paréntesis) y [corchetes]"]', "con (paréntesis) y [corchetes]"),
        ('a["`**negrita**`"]', "**negrita**"),
        ('a["dos\nlíneas"]', "dos líneas"),
        ("a[con (paréntesis)]", "con (paréntesis)"),
        ("a[dos\nlíneas sin comillas]", "dos líneas sin comillas"),
        ("a[uno<br/>dos &lt;b&gt; #quot;x#quot; #35;]", 'uno dos <b> "x" #'),
        ('a@{ shape: manual-file, label: "Texto {raro}" }', "Texto {raro}"),
        ("a:::clase", None),
        ("a[Texto]:::clase", "Texto"),
        ("a", None),
        ("a[a]", None),
    ],
)
def test_cada_forma_de_nodo_da_su_texto(forma: str, etiqueta: str | None) -> None:
    grafo = leer(f"{forma} --> b")
    assert grafo.por_id["a"].etiqueta == etiqueta
    assert pares(grafo) == [("a", "b")]


@pytest.mark.parametrize(
    ("flecha", "etiqueta", "condicional"),
    [
        ("-->", (), False),
        ("---->", (), False),
        ("---", (), False),
        ("--o", (), False),
        ("--x", (), False),
        ("==>", (), False),
        ("===", (), False),
        ("-.->", (), True),
        ("-..->", (), True),
        ("-.-", (), True),
        ("-->|texto|", ("texto",), False),
        ('-->|"a | b"|', ("a | b",), False),
        ("-- texto -->", ("texto",), False),
        ('-- "a --> b" -->', ("a --> b",), False),
        ("-- texto ---", ("texto",), False),
        ("== texto ==>", ("texto",), False),
        ("-. texto .->", ("texto",), True),
        ("-.->|texto|", ("texto",), True),
        ("-. &nbsp;texto&nbsp; .->", ("texto",), True),
        ("e1@-->", (), False),
    ],
)
def test_cada_flecha(flecha: str, etiqueta: tuple[str, ...], condicional: bool) -> None:
    for texto in (f"a {flecha} b", f"a {flecha} b[B];"):
        arista = leer(texto).aristas[0]
        assert (arista.par, arista.etiquetas, arista.condicional) == (("a", "b"), etiqueta, condicional)


def test_las_flechas_se_leen_tambien_sin_espacios() -> None:
    assert pares(leer("a-->b\nb-.->c\nc==>d\nd--texto-->e\ne---f")) == [
        ("a", "b"),
        ("b", "c"),
        ("c", "d"),
        ("d", "e"),
        ("e", "f"),
    ]


@pytest.mark.parametrize("flecha", ["<-->", "<-.->", "<==>", "o--o", "x--x"])
def test_una_flecha_de_dos_puntas_son_dos_aristas(flecha: str) -> None:
    assert set(pares(leer(f"a {flecha} b"))) == {("a", "b"), ("b", "a")}


def test_la_de_dos_puntas_lleva_su_etiqueta_en_las_dos() -> None:
    assert {(a.par, a.etiquetas) for a in leer("a <-->|lee| b").aristas} == {
        (("a", "b"), ("lee",)),
        (("b", "a"), ("lee",)),
    }


@pytest.mark.parametrize("flecha", ["<---", "<--", "<-.-", "<==", "<--x", "<-- no ---", "x-- no -->"])
def test_una_flecha_que_mermaid_no_dibuja_se_rechaza_con_su_remedio(flecha: str) -> None:
    with pytest.raises(ErrorDeEntrada, match=r"contrato\.md:2:1: no se entiende") as lanzada:
        leer(f"a {flecha} b")
    assert "<" not in flecha or "de izquierda a derecha" in str(lanzada.value)


def test_cadenas_y_grupos() -> None:
    assert pares(leer("a --> b --> c")) == [("a", "b"), ("b", "c")]
    assert set(pares(leer("a & b --> c & d"))) == {("a", "c"), ("a", "d"), ("b", "c"), ("b", "d")}
    assert pares(leer("a\n  --> b\n  --> c")) == [("a", "b"), ("b", "c")]
    assert pares(leer("a-->b;b-->c; c-->d")) == [("a", "b"), ("b", "c"), ("c", "d")]


def test_el_enlace_invisible_no_es_una_arista() -> None:
    grafo = leer("a ~~~ b\na --> c")
    assert pares(grafo) == [("a", "c")]
    assert "b" in grafo.por_id


def test_lo_punteado_y_lo_que_sale_de_un_rombo_es_condicional() -> None:
    grafo = leer("a{¿va?} -->|sí| b\na --> c\nb -.-> c\nc --> d")
    assert [(a.par, a.tipo) for a in grafo.aristas] == [
        (("a", "b"), TipoDeArista.CONDICIONAL),
        (("a", "c"), TipoDeArista.CONDICIONAL),
        (("b", "c"), TipoDeArista.CONDICIONAL),
        (("c", "d"), TipoDeArista.FIJA),
    ]


def test_con_punteadas_en_el_diagrama_las_continuas_son_fijas_aunque_lleven_etiqueta() -> None:
    grafo = leer("a -->|x| b\na -->|y| c\nb -.-> c")
    assert {a.par: a.condicional for a in grafo.aristas} == {("a", "b"): False, ("a", "c"): False, ("b", "c"): True}


def test_sin_punteadas_dos_salidas_con_etiqueta_se_infieren_condicionales() -> None:
    assert {a.certeza for a in leer("a -->|x| b\na -->|y| c").aristas} == {Certeza.INFERIDA}


def test_un_nodo_marcado_como_decision_se_disuelve() -> None:
    grafo = leer("a --> d{¿limpio?}:::choice\nd -->|sí| b\nd -->|no| c")
    assert "d" not in grafo.por_id
    assert [(a.par, a.etiquetas, a.condicional) for a in grafo.aristas] == [
        (("a", "b"), ("sí",), True),
        (("a", "c"), ("no",), True),
    ]


def test_un_subgrafo_da_ids_jerarquicos() -> None:
    grafo = leer(
        "subgraph eq [Mi equipo]\n  direction LR\n  a --> b\n  subgraph hondo\n    c --> d\n  end\nend\nb --> c"
    )
    assert grafo.por_id["eq"].etiqueta == "Mi equipo"
    assert grafo.por_id["eq:hondo"].tipo is TipoDeNodo.SUBGRAFO
    assert {"eq:a", "eq:b", "eq:hondo:c", "eq:hondo:d"} <= set(grafo.por_id)
    assert ("eq:b", "eq:hondo") in pares(grafo)
    assert ("eq:hondo:__start__", "eq:hondo:c") in pares(grafo)


@pytest.mark.parametrize(
    ("escrito", "id"),
    [
        ("subgraph eq", "eq"),
        ("subgraph eq[Título]", "eq"),
        ('subgraph eq ["Un título"]', "eq"),
        ("subgraph Un título con espacios", "Un título con espacios"),
        ('subgraph "Entre comillas"', "Entre comillas"),
        ("subgraph eq;", "eq"),
        ('subgraph "Fase 1: recogida"', "Fase 1 · recogida"),
    ],
)
def test_las_formas_de_nombrar_un_subgrafo(escrito: str, id: str) -> None:
    assert f"{id}:a" in leer(f"{escrito}\n a --> b\nend").por_id


def test_un_nodo_es_del_subgrafo_que_lo_menciona_aunque_se_nombrase_antes_fuera() -> None:
    grafo = leer("x --> a\nsubgraph eq\n  a --> b\nend")
    assert "eq:a" in grafo.por_id
    assert "a" not in grafo.por_id
    assert ("x", "eq") in pares(grafo)


def test_una_flecha_al_subgrafo_llega_al_subgrafo() -> None:
    assert ("x", "eq") in pares(leer("x --> eq\nsubgraph eq\n  a --> b\nend"))


def test_el_principio_y_el_fin_del_grafo_no_se_mudan_a_un_subgrafo() -> None:
    grafo = leer("__start__ --> a\nsubgraph eq\n  a --> __end__\nend\nx --> __end__")
    assert grafo.por_id["__end__"].tipo is TipoDeNodo.FIN
    assert ("eq", "__end__") in pares(grafo)


def test_los_ids_con_dos_puntos_ya_son_jerarquicos() -> None:
    grafo = leer("a --> eq:uno\neq:uno --> eq:dos\neq:dos --> b")
    assert grafo.por_id["eq"].tipo is TipoDeNodo.SUBGRAFO
    assert set(pares(grafo)) >= {("a", "eq"), ("eq:uno", "eq:dos"), ("eq", "b")}


@pytest.mark.parametrize("nombre", ["end", "subgraph", "style", "class", "click", "direction", "linkStyle", "classDef"])
def test_un_nodo_puede_llamarse_como_una_palabra_reservada(nombre: str) -> None:
    grafo = leer(f"{nombre}({nombre})\n{nombre} --> x\ny --> {nombre}\n{nombre} -.-> z")
    assert set(pares(grafo)) == {(nombre, "x"), ("y", nombre), (nombre, "z")}


def test_lo_que_es_solo_aspecto_se_ignora_a_sabiendas() -> None:
    grafo = leer_mermaid(
        "---\ntitle: cosa\n---\n%%{init: {\n 'theme': 'x' }}%%\n%% nota\n\ngraph LR;\na e1@--> b %% al final\n"
        "classDef malo fill:#f9f,stroke:#333;\nclass a malo\nstyle a fill:#fff\nlinkStyle 0 stroke:red\n"
        'click a "https://x.invalid" _blank\naccTitle: t\naccDescr: d\naccDescr {\n x\n}\ne1@{ animate: true }\n',
        "contrato.md",
    )
    assert set(grafo.por_id) == {"a", "b"}
    assert pares(grafo) == [("a", "b")]


def test_cada_cosa_recuerda_su_linea() -> None:
    grafo = leer_mermaid("---\ntitle: x\n---\nflowchart TD\n a --> b\n\n b --> c", "contrato.md", linea=10)
    assert [a.lugar.linea for a in grafo.aristas if a.lugar] == [14, 16]


def test_todo_lo_que_no_se_entiende_se_dice_con_su_linea() -> None:
    cuerpo = "a->b\nc[sin cerrar --> d\ne -- sin fin\nsubgraph x\n <>!\nend\nend\nf(( --> g\nsubgraph y"
    assert [n for n, _ in problemas(cuerpo)] == [2, 3, 4, 6, 8, 9, 10]


def test_el_remedio_de_una_flecha_mal_escrita_dice_como_se_escribe() -> None:
    with pytest.raises(ErrorDeEntrada, match="las flechas se escriben"):
        leer("a → b")


@pytest.mark.parametrize("texto", ["", "sequenceDiagram\n a->>b: x", "hola", "flowchartx TD\na-->b", "pie\n"])
def test_otro_diagrama_se_rechaza(texto: str) -> None:
    with pytest.raises(ErrorDeEntrada, match="no es un diagrama"):
        leer_mermaid(texto, "contrato.md", linea=7)


def test_los_grupos_enormes_no_agotan_la_memoria() -> None:
    muchos = " & ".join(f"n{i}" for i in range(3000))
    with pytest.raises(ErrorDeEntrada, match="elementos"):
        leer(f"{muchos} --> {muchos}")


def test_un_diagrama_de_mas_de_256_kib_se_rechaza() -> None:
    with pytest.raises(ErrorDeEntrada, match="256 KiB"):
        leer("a --> b\n" * 40_000)

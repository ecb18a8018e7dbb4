"""Flechas y formas sueltas: dónde empiezan, dónde acaban y qué dicen."""

from __future__ import annotations

import pytest

from generador.lectura.mermaid.flujo_lexico import ID, Flecha, leer_flecha, leer_forma


@pytest.mark.parametrize(
    ("texto", "flecha"),
    [
        ("--> b", Flecha(3)),
        ("--- b", Flecha(3)),
        ("<--> b", Flecha(4, vuelta=True)),
        ("x--x b", Flecha(4, vuelta=True)),
        ("x--o b", Flecha(4)),
        ("<--- b", None),
        ("<--x b", None),
        ("<-- t --- b", None),
        ("x-- t --> b", None),
        ('-->|"`x`"| b', Flecha(10, texto='"`x`"')),
        ("-->|x\ny| b", Flecha(8, texto="x\ny")),
        ("-->|x\n--> b| c", Flecha(3)),
        ("-.-> b", Flecha(4, punteada=True)),
        ("~~~ b", Flecha(3, invisible=True)),
        ("-->|x| b", Flecha(6, texto="x")),
        ("--> |x| b", Flecha(7, texto="x")),
        ("-- x --> b", Flecha(8, texto=" x ")),
        ("-- max--> b", Flecha(9, texto=" max")),
        ("-. &nbsp;a .-> b&nbsp; .-> c", Flecha(26, punteada=True, texto="a .-> b", literal=True)),
        ("e1@--> b", Flecha(6, id="e1")),
        ("-- sin fin\n--> b", None),
        ("- b", None),
        ("b", None),
        ("", None),
    ],
)
def test_leer_flecha(texto: str, flecha: Flecha | None) -> None:
    assert leer_flecha(texto, 0) == flecha


@pytest.mark.parametrize(
    ("texto", "forma"),
    [
        ("[a] --> b", ("[", "a", 3)),
        ("[a (b)] --> c", ("[", "a (b)", 7)),
        ("(a) b)", None),
        ("[a] b --> c[d]", None),
        ("[/a\\] --> b[/c/]", ("[/", "a", 5)),
        ("[a (b) {c}]", ("[", "a (b) {c}", 11)),
        ("[a (b]", None),
        ('[a "]" b]', ("[", 'a "]" b', 9)),
        ("((a))", ("((", "a", 5)),
        ('["a ] b"]', ("[", '"a ] b"', 9)),
        ("[sin cerrar --> b", None),
        ("[a\nb]", ("[", "a\nb", 5)),
        ("[a\nb", None),
        ("nada", None),
    ],
)
def test_leer_forma(texto: str, forma: tuple[str, str, int] | None) -> None:
    assert leer_forma(texto, 0) == forma


@pytest.mark.parametrize(
    ("texto", "id"),
    [
        ("a-->b", "a"),
        ("a-b-->c", "a-b"),
        ("a.b -.->", "a.b"),
        ("a:b", "a:b"),
        ("a:::c", "a"),
        ("a & b", "a"),
        ("R&D x", "R&D"),
        ("ñ1", "ñ1"),
        ("a==>b", "a"),
        ("a=b", "a=b"),
    ],
)
def test_donde_acaba_un_id(texto: str, id: str) -> None:
    hallado = ID.match(texto)
    assert hallado is not None and hallado[0] == id

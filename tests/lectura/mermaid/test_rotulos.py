"""El texto visible de un rótulo."""

from __future__ import annotations

import pytest

from generador.lectura.mermaid.rotulos import desenvuelto, sin_entidades, visible


@pytest.mark.parametrize(
    ("escrito", "leido"),
    [
        ("  hola  ", "hola"),
        ('"hola"', "hola"),
        ('"`hola`"', "hola"),
        ("uno<br>dos<BR/>tres", "uno dos tres"),
        ("a&nbsp<br>&nbspb", "a b"),
        ("<p>__start__</p>", "__start__"),
        ("<b class='x'>negrita</b>", "negrita"),
        ("a < b > c", "a < b > c"),
        ("&lt;b&gt; &amp; &#241;", "<b> & ñ"),
        ("#lt;b#gt; #35;1 #quot;x#quot;", '<b> #1 "x"'),
        ("C# y #1", "C# y #1"),
        ("&amp;lt;", "&lt;"),
        ('"', '"'),
    ],
)
def test_visible(escrito: str, leido: str) -> None:
    assert visible(escrito) == leido


def test_desenvolver_solo_quita_lo_que_envuelve() -> None:
    assert desenvuelto('"a" y "b"') == 'a" y "b'
    assert desenvuelto('a"') == 'a"'


def test_las_entidades_de_mermaid_son_las_de_html_con_almohadilla() -> None:
    assert sin_entidades("#91;x#93; #noexiste;") == "[x] &noexiste;"

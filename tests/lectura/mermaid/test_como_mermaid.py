"""Lo que lee Mermaid 11, caso a caso: cada tabla se contrastó con su analizador, y lo que él no dibuja es un error.

Son las formas de perder una flecha o de inventar un nodo sin que nadie lo note.
"""

from __future__ import annotations

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.mermaid import leer_mermaid

Flecha = tuple[str, str | None, tuple[str, ...]]


def flechas(texto: str) -> list[Flecha]:
    return [(a.origen, a.destino, a.etiquetas) for a in leer_mermaid(texto, "c.md").aristas]


def nodos(texto: str) -> dict[str, str | None]:
    return {n.id: n.etiqueta for n in leer_mermaid(texto, "c.md").nodos}


def problemas(texto: str) -> list[str]:
    with pytest.raises(ErrorDeEntrada) as lanzada:
        leer_mermaid(texto, "c.md")
    return [str(p) for p in lanzada.value.problemas]


@pytest.mark.parametrize(
    ("cuerpo", "esperado"),
    [
        (r"A[/x/] --> B[\x\] --> C[/x\] --> D[\x/]", [("A", "B", ()), ("B", "C", ()), ("C", "D", ())]),
        ("a:::x---b", [("a", "b", ())]),
        ("a:::x-y-.->b:::z-->c", [("a", "b", ()), ("b", "c", ())]),
        ('a -->|"`md`"| b', [("a", "b", ("md",))]),
        ("a -->|dos\nlíneas| b", [("a", "b", ("dos líneas",))]),
        (r"a -->|dos\nlíneas| b", [("a", "b", ("dos líneas",))]),
        ("a x--o b", [("a", "b", ())]),
        ("a o--> b", [("a", "b", ())]),
        ("a,b --> c", [("a,b", "c", ())]),
        ("a --> b; class a x; b --> c", [("a", "b", ()), ("b", "c", ())]),
        ("a --> b; linkStyle 0 stroke:red; b --> c", [("a", "b", ()), ("b", "c", ())]),
        ('a --> b; click a "https://x.es/?a;b"; b --> c', [("a", "b", ()), ("b", "c", ())]),
        ("classDef x fill:#f9f;stroke:#333\na --> b", [("a", "b", ())]),
        ("subgraph s; a --> b; end; s --> c", [("s:a", "s:b", ()), ("s", "c", ())]),
        (r"a\b --> c", [(r"a\b", "c", ())]),
    ],
)
def test_un_flowchart_dice_lo_que_dibuja_mermaid(cuerpo: str, esperado: list[Flecha]) -> None:
    assert flechas("flowchart TD\n" + cuerpo) == esperado


@pytest.mark.parametrize(
    ("cuerpo", "etiquetas"),
    [
        ("a@{ shape: rect, label: 'x, y' }", {"a": "x, y"}),
        ('a@{\n  shape: cyl\n  label: "con: dos"\n}', {"a": "con: dos"}),
        ("a@{ label: |\n  varias\n  líneas\n}", {"a": "varias líneas"}),
        ("a@{ label: 12 }", {"a": "12"}),
        (r"a[x\ny]", {"a": "x y"}),
        ('subgraph "uno dos" [T]\na\nend', {"uno dos": "T", "uno dos:a": None}),
        ("subgraph uno dos[T]\na\nend", {"uno dos": "T", "uno dos:a": None}),
    ],
)
def test_los_textos_de_un_flowchart_son_los_que_dibuja_mermaid(cuerpo: str, etiquetas: dict[str, str | None]) -> None:
    assert nodos("flowchart TD\n" + cuerpo) == etiquetas


@pytest.mark.parametrize(
    ("texto", "problema"),
    [
        ("flowchart td\na --> b", "c.md:1: «td» no es una dirección"),
        ("%% x\nflowchart XX\na --> b", "c.md:2: «XX» no es una dirección"),
        ("graph TD a --> b", "c.md:1: «a --> b» no es una dirección"),
        ("flowchart TD\nA[x] y --> B[z]", "c.md:2:1: no se entiende «A[x] y --> B[z]»"),
        ("flowchart TD\nA{x} y --> B{z}", "c.md:2:1: no se entiende"),
        ("flowchart TD\na --> b; direction LR; b --> c", "c.md:2: esta «direction» no se entiende o comparte línea"),
        ("flowchart TD\na --> b; style a fill:red; b --> c", "c.md:2: detrás de un estilo hay algo"),
        ("flowchart TD\na --> b\nc1e1@--> d", "c.md:3:5: no se entiende «@--> d»"),
        ("flowchart TD\na --> b\nstyle a,b fill:red", "c.md:3: «style» nombra «a,b», que no está"),
        ("flowchart TD\nsubgraph A\nA --> B\nend", "c.md:3: «A» está dentro de sí mismo"),
        ("flowchart TD\na@{ shape: rect, label: \n", "c.md:2:2: no se entiende"),
        ("flowchart TD\na@{\n  shape: rect,\n  label: x\n}", "c.md:2: no se entiende el «@{…}» de «a»"),
        ("stateDiagram-v2\na --> b;\nb --> c", "c.md:2: en un diagrama de estados «;» no separa"),
        ("stateDiagram-v2\na --> b : x; y", "c.md:2: en un diagrama de estados «;» no separa"),
        ("stateDiagram-v2\nclass a x; a --> b", "c.md:2: en un diagrama de estados «;» no separa"),
        ("stateDiagram-v2\nstate a {\n a --> b\n}", "c.md:3: «a» está dentro de sí mismo"),
        ("stateDiagram-v2\n" + "state a {} " * 9000, "c.md:2: hay demasiadas llaves en una línea"),
        ("\n%% x\nsequenceDiagram\nA->>B: x", "c.md:3: «sequenceDiagram» no es un diagrama que sepamos leer"),
    ],
)
def test_lo_que_mermaid_no_dibuja_es_un_error_con_su_linea(texto: str, problema: str) -> None:
    assert problemas(texto)[0].startswith(problema)


@pytest.mark.parametrize(
    ("cuerpo", "esperado"),
    [
        ("state a { b --> c\n c --> d }", [("a:b", "a:c", ()), ("a:c", "a:d", ())]),
        ("state a\n{\nb --> c\n}", [("a:b", "a:c", ())]),
        ("state a { state b {\nc --> d\n} }", [("a:b:c", "a:b:d", ())]),
        ("state a {\nb --> c\n} a --> d", [("a:b", "a:c", ()), ("a", "d", ())]),
        ("State a {\nb --> c\n}\nNOTE right of a : x", [("a:b", "a:c", ())]),
        ("a --> b # comentario\n# otro", [("a", "b", ())]),
        ("a --> b : #quot;x#quot; #35;", [("a", "b", ('"x" #',))]),
        ("a --> b : si (x) { y }", [("a", "b", ("si (x) { y }",))]),
        (r"a --> b : x\ny", [("a", "b", ("x y",))]),
        ("state a : si (x) { y }\na --> b", [("a", "b", ())]),
        ('state "a: {b}" as a { c --> d }', [("a:c", "a:d", ())]),
        ("classDef x fill:#f00,color:white;\na --> b", [("a", "b", ())]),
        ("title --> b", [("title", "b", ())]),
    ],
)
def test_un_diagrama_de_estados_dice_lo_que_dibuja_mermaid(cuerpo: str, esperado: list[Flecha]) -> None:
    assert flechas("stateDiagram-v2\n" + cuerpo) == esperado


def test_un_estado_suelto_que_se_llama_como_una_palabra_reservada_no_se_pierde() -> None:
    assert nodos("stateDiagram-v2\nclass\ntitle : Título\na --> class") == {"class": None, "title": "Título", "a": None}

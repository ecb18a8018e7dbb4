"""El contrato se encuentra donde se dice: sección de Markdown, YAML, JSON o el propio plan."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.contrato import ancla_de, bloques_mermaid, leer_contrato, leer_contrato_de
from generador.modelo.grafo import Formato, Grafo, Lugar
from generador.modelo.plan import AristaDePlan, ContratoEnLinea
from tests.lectura import fabrica

MARKDOWN = """\
# El agente

Texto con ```vallas``` en línea.

## Compilación por defecto

~~~python
# Esto no es un título
~~~

```mermaid
flowchart TD
  a --> b
```

### Detalle {#con-ancla}

```mermaid
stateDiagram-v2
  c --> d
```

<a id="ancla-suelta"></a>

HITL
----

### Repetido

### Repetido

````{mermaid}
flowchart TD
  e --> f
````
"""


@pytest.fixture
def base(tmp_path: Path) -> Path:
    (tmp_path / "c.md").write_text(MARKDOWN, "utf-8")
    return tmp_path


def primer_par(grafo: Grafo) -> tuple[str, str | None]:
    return grafo.aristas[0].par


@pytest.mark.parametrize(
    ("seccion", "par"),
    [
        ("compilacion-por-defecto", ("a", "b")),
        ("compilación-por-defecto", ("a", "b")),
        ("Compilación por defecto", ("a", "b")),
        ("el-agente", ("a", "b")),
        ("con-ancla", ("c", "d")),
        ("detalle", ("c", "d")),
        ("repetido-1", ("e", "f")),
        ("ancla-suelta", ("e", "f")),
        ("hitl", ("e", "f")),
    ],
)
def test_la_seccion_se_encuentra_por_su_ancla(base: Path, seccion: str, par: tuple[str, str]) -> None:
    assert primer_par(leer_contrato(f"c.md#{seccion}", base)) == par


def test_las_lineas_son_las_del_markdown(base: Path) -> None:
    grafo = leer_contrato("c.md#con-ancla", base, carpeta="corridas/x")
    assert grafo.aristas[0].lugar == Lugar("corridas/x/c.md", 20)
    assert grafo.formato is Formato.MERMAID


def test_un_error_del_diagrama_lleva_la_linea_y_la_ruta_del_markdown(base: Path) -> None:
    (base / "c.md").write_text("# x\n\n```mermaid\nflowchart TD\n a -> b\n```\n")
    with pytest.raises(ErrorDeEntrada) as error:
        leer_contrato("c.md#x", base)
    assert [(p.fichero, p.linea, p.columna) for p in error.value.problemas] == [(str(base / "c.md"), 5, 2)]


@pytest.mark.parametrize(
    ("referencia", "trozo"),
    [
        ("c.md", "hay 3 diagramas y no se dice cuál"),
        ("c.md#compilacion-por-defeto", "¿quisiste decir «compilacion-por-defecto»?"),
        ("c.md#repetido", "no hay ningún bloque"),
        ("no.md#x", "no existe"),
        ("../c.md#x", "se sale de la carpeta"),
    ],
)
def test_lo_que_no_se_encuentra_se_dice(base: Path, referencia: str, trozo: str) -> None:
    with pytest.raises(ErrorDeEntrada) as error:
        leer_contrato(referencia, base)
    assert trozo in str(error.value)


def test_con_un_solo_diagrama_no_hace_falta_seccion(base: Path) -> None:
    (base / "c.md").write_text("texto\n\n```mermaid\nflowchart TD\n a --> b\n```\n")
    assert primer_par(leer_contrato("c.md", base)) == ("a", "b")
    (base / "c.mmd").write_text("flowchart TD\n a --> b\n")
    assert primer_par(leer_contrato_de(base / "c.mmd")) == ("a", "b")


def test_un_markdown_sin_diagramas_o_sin_cerrar_es_un_error(base: Path) -> None:
    (base / "c.md").write_text("# x\n\n```python\nx\n```\n")
    with pytest.raises(ErrorDeEntrada, match="no hay ningún bloque"):
        leer_contrato("c.md#x", base)
    (base / "c.md").write_text("# x\n\n```mermaid\nflowchart TD\n a --> b\n")
    with pytest.raises(ErrorDeEntrada, match="no se cierra"):
        leer_contrato("c.md#x", base)


def test_un_ejemplo_dentro_de_otra_valla_no_es_un_diagrama() -> None:
    assert [b.linea for b in bloques_mermaid("````\n```mermaid\nx\n```\n````\n```mermaid\ny\n```\n", "c.md")] == [7]


def test_el_contrato_en_linea() -> None:
    contrato = ContratoEnLinea(
        nodos=("a", "b"),
        aristas=(
            AristaDePlan(de="__start__", a="a"),
            AristaDePlan(de="a", a="b", etiqueta="sí", condicional=True),
            AristaDePlan(de="b", a="__end__"),
        ),
    )
    grafo = leer_contrato(contrato, Path())
    assert [n.id for n in grafo.nodos] == ["a", "b", "__start__", "__end__"]
    assert [(a.par, a.condicional, a.etiquetas) for a in grafo.aristas] == [
        (("__start__", "a"), False, ()),
        (("a", "b"), True, ("sí",)),
        (("b", "__end__"), False, ()),
    ]
    assert grafo.formato is Formato.PLAN


def test_un_contrato_en_yaml_con_sus_lineas(base: Path) -> None:
    (base / "c.yaml").write_text("nodos: [a, b]\naristas:\n  - {de: a, a: b}\n")
    grafo = leer_contrato("c.yaml", base)
    assert primer_par(grafo) == ("a", "b")
    assert grafo.aristas[0].lugar == Lugar("c.yaml", 3)


def test_un_contrato_en_yaml_dice_todos_sus_errores(base: Path) -> None:
    (base / "c.yaml").write_text("nodos: [a, b, a]\naristas:\n  - {de: a, a: c, etiquetas: x}\n")
    with pytest.raises(ErrorDeEntrada) as error:
        leer_contrato("c.yaml", base)
    assert [p.linea for p in error.value.problemas] == [1, 3, 3]


@pytest.mark.parametrize("extension", ["json", "yaml"])
def test_un_grafo_exportado_tambien_sirve_de_contrato(base: Path, extension: str) -> None:
    (base / f"c.{extension}").write_text(json.dumps(fabrica.grafo("a")))
    assert leer_contrato(f"c.{extension}", base).formato is Formato.VITRINA
    (base / f"c.{extension}").write_text('{"nodes": [{"id": "a"}], "edges": []}')
    assert leer_contrato(f"c.{extension}", base).formato is Formato.LANGGRAPH


def test_un_titulo_puede_cerrarse_con_almohadillas_o_acabar_en_una() -> None:
    bloque = "```mermaid\nflowchart TD\n a --> b\n```\n"
    assert [b.anclas for b in bloques_mermaid(f"# Uno ##\n{bloque}# C#\n{bloque}", "c.md")] == [("uno",), ("c",)]
    assert [b.titulo for b in bloques_mermaid(f"# C#\n{bloque}", "c.md")] == ["C#"]


def test_el_ancla_de_un_titulo() -> None:
    assert ancla_de("  Grafo de nodos (compilación por defecto)  ") == "grafo-de-nodos-compilacion-por-defecto"
    assert ancla_de("A_b-c.d") == "a_b-cd"


DIAGRAMA = "```mermaid\nflowchart TD\n%s --> b\n```\n"


def origen(base: Path, markdown: str, seccion: str = "") -> str:
    (base / "c.md").write_text(markdown, "utf-8")
    return leer_contrato_de(base / "c.md", seccion).aristas[0].origen


@pytest.mark.parametrize(
    "comentario", ["<!--\n%s-->\n", "texto <!-- nota\n%s --> texto\n", "<!-- x --> <!--\n%s\n-->\n"]
)
def test_un_diagrama_comentado_no_es_un_contrato(tmp_path: Path, comentario: str) -> None:
    viejo = (DIAGRAMA % "viejo").replace("-->", "-.-")
    assert origen(tmp_path, comentario % viejo + DIAGRAMA % "a") == "a"


def test_una_flecha_cierra_el_comentario_y_lo_que_queda_no_se_adivina(tmp_path: Path) -> None:
    with pytest.raises(ErrorDeEntrada, match="no hay ningún bloque"):
        origen(tmp_path, f"<!--\n{DIAGRAMA % 'viejo'}-->\n")


def test_un_comentario_dentro_de_una_valla_es_texto(tmp_path: Path) -> None:
    assert origen(tmp_path, "```html\n<!--\n```\n" + DIAGRAMA % "a") == "a"
    assert origen(tmp_path, "<!-- cerrado -->\n" + DIAGRAMA % "a") == "a"


def test_dos_diagramas_sin_titulo_no_se_eligen_a_ciegas(tmp_path: Path) -> None:
    with pytest.raises(ErrorDeEntrada, match=r"hay 2 diagramas y no se dice .*ponle antes un título"):
        origen(tmp_path, DIAGRAMA % "a" + DIAGRAMA % "c")


@pytest.mark.parametrize(
    ("titulo", "ancla"),
    [
        ("El [grafo](x.md)", "el-grafo"),
        ("**Hola** _mundo_", "hola-mundo"),
        ("mi_nodo_raro", "mi_nodo_raro"),
        ("Hola <b>x</b>", "hola-x"),
        ("R&amp;D", "rd"),
        ("Decisión", "decisi%C3%B3n"),
    ],
)
def test_el_ancla_sale_de_lo_que_se_ve_del_titulo(tmp_path: Path, titulo: str, ancla: str) -> None:
    assert origen(tmp_path, f"# Otro\n{DIAGRAMA % 'no'}# {titulo}\n{DIAGRAMA % 'a'}", ancla) == "a"


@pytest.mark.parametrize("valla", ["``` {.mermaid}", "```{mermaid}", "```mermaid title"])
def test_las_formas_de_decir_que_una_valla_es_mermaid(tmp_path: Path, valla: str) -> None:
    assert origen(tmp_path, (DIAGRAMA % "a").replace("```mermaid", valla)) == "a"


@pytest.mark.parametrize(
    ("yaml", "trozo"),
    [
        ("nodos: [a, 1]\n", "«nodos[1]» debe ser un texto"),
        ("nodos: [a, ~]\n", "«nodos[1]» debe ser un texto"),
        ("nodos: {a: x}\n", "«nodos» debe ser una lista"),
        ("nodos:\n", "«nodos» debe ser una lista"),
        ("aristas: [{de: a, a: b}]\n", "falta «nodos» en la raíz"),
        ("nodos: [{id: a}]\naristas: [{de: a, a: a}]\n", "«nodos[0]» debe ser un texto"),
        ("- a\n", "no es un contrato ni un grafo"),
        ("", "no es un contrato ni un grafo"),
        ("nodos:\n\t- a\n", "hay un tabulador"),
    ],
)
def test_un_contrato_en_yaml_mal_escrito_se_dice_como_contrato(tmp_path: Path, yaml: str, trozo: str) -> None:
    (tmp_path / "c.yaml").write_text(yaml, "utf-8")
    with pytest.raises(ErrorDeEntrada) as lanzada:
        leer_contrato_de(tmp_path / "c.yaml")
    assert trozo in lanzada.value.problemas[0].que_pasa

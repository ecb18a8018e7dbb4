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

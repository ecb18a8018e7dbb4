"""Las direcciones de dependencia de la arquitectura, hechas cumplir: quién puede importar a quién."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

RAIZ = Path(__file__).parent.parent
BASE = {"modelo", "errores", "secretos", "sistema"}
PERMITIDO = {
    "modelo": set(),
    "errores": set(),
    "secretos": set(),
    "siguiente": set(),
    "sistema": set(),
    "temporales": {"sistema"},
    "lectura": BASE | {"temporales"},
    "comparacion": BASE,
    "escritura": BASE,
    "paginas": BASE,
    "representacion": BASE | {"paginas"},
    "cuaderno": BASE | {"temporales"},
    "deducido": BASE | {"lectura"},
    "grabacion": BASE | {"cuaderno", "lectura", "temporales"},
    "nueva": BASE | {"cuaderno", "deducido", "grabacion", "lectura", "siguiente"},
    "importar": BASE | {"comparacion", "cuaderno", "deducido", "lectura", "siguiente", "temporales"},
    "incremental": BASE | {"lectura", "paginas", "representacion", "escritura", "temporales"},
    "sitio": BASE | {"incremental", "lectura", "comparacion", "paginas", "representacion", "escritura"},
    "servidor": BASE
    | {"incremental", "sitio", "grabacion", "lectura", "paginas", "representacion", "escritura"}
    | {"siguiente", "temporales"},
    "navegador": BASE,
    "ayuda": BASE,
    "ordenes": BASE
    | {"ayuda", "importar", "nueva", "sitio", "servidor", "grabacion", "navegador", "comparacion", "lectura"}
    | {"siguiente"},
    "cli": {"ayuda", "ordenes"},
    "__main__": {"cli"},
}
AJENAS = {
    r"jinja2|pygments|markdown_it|nh3|markupsafe": {"representacion"},
    r"babel": {"representacion"},
    r"pygraphviz": {"paginas"},
    r"watchfiles": {"servidor"},
    r"langgraph.*|langchain.*": {"grabacion"},
    r"playwright|axe_playwright_python": {"navegador"},
    r"click": {"ayuda", "cli", "ordenes"},
}
MODULOS = sorted((RAIZ / "generador").rglob("*.py"))


@cache
def importaciones(fichero: Path) -> set[str]:
    nodos = ast.walk(ast.parse(fichero.read_text("utf-8")))
    return {n for nodo in nodos for n in _nombres(nodo)}


def _nombres(nodo: ast.AST) -> list[str]:
    if isinstance(nodo, ast.Import):
        return [a.name for a in nodo.names]
    return [f"{nodo.module}.{a.name}" for a in nodo.names] if isinstance(nodo, ast.ImportFrom) else []


def etapa(fichero: Path) -> str:
    return fichero.relative_to(RAIZ / "generador").parts[0].removesuffix(".py")


@pytest.mark.parametrize("fichero", MODULOS, ids=lambda f: str(f.relative_to(RAIZ)))
def test_cada_modulo_importa_solo_lo_que_su_etapa_permite(fichero):
    mia = etapa(fichero)
    propias = {n.split(".")[1] for n in importaciones(fichero) if n.startswith("generador.")} - {mia, "__version__"}
    assert mia == "__init__" or propias <= PERMITIDO[mia]
    for patron, etapas in AJENAS.items():
        usa = any(re.fullmatch(patron, n.split(".")[0]) for n in importaciones(fichero))
        assert not usa or mia in etapas, f"{fichero.name} no puede importar {patron}"
    assert not any(n.split(".")[0] == "agentes" for n in importaciones(fichero))


def test_los_agentes_no_conocen_el_generador():
    for fichero in (RAIZ / "agentes").rglob("*.py"):
        assert not any(n.split(".")[0] == "generador" for n in importaciones(fichero)), fichero


def test_no_hay_ciclos_entre_modulos():
    nombres = {".".join(f.relative_to(RAIZ).with_suffix("").parts).removesuffix(".__init__"): f for f in MODULOS}
    grafo = {
        m: {d for n in importaciones(f) for d in (n, n.rpartition(".")[0]) if d in nombres} - {m}
        for m, f in nombres.items()
    }
    for modulo, deps in grafo.items():  # un paquete que reexporta a sus hijos no es un ciclo
        grafo[modulo] = {d for d in deps if not modulo.startswith(f"{d}.")}
    tuple(TopologicalSorter(grafo).static_order())

"""Los ejemplos de `docs/formatos/` se leen de verdad, y cada página nombra todas las claves de su esquema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generador.lectura.contrato import leer_contrato
from generador.lectura.demos import leer_demo
from generador.lectura.fuentes import leer_fuentes
from generador.lectura.grafo import leer_grafo
from generador.lectura.json_con_posiciones import leer_json
from generador.lectura.manifiesto import manifiesto_de
from generador.modelo.grafo import Grafo

FORMATOS = Path(__file__).parents[2] / "docs" / "formatos"
EJEMPLO = re.compile(r"^\*\*`([^`\n]+)`\*\*\n\n(`{3,})\w+\n(.*?\n)\2$", re.MULTILINE | re.DOTALL)


def escribir_ejemplos(pagina: str, carpeta: Path) -> list[str]:
    hallados = EJEMPLO.findall((FORMATOS / f"{pagina}.md").read_text("utf-8"))
    for nombre, _, contenido in hallados:
        (carpeta / nombre).write_text(contenido, "utf-8")
    return [nombre for nombre, _, _ in hallados]


def pares(grafo: Grafo) -> set[tuple[str, str | None, bool, tuple[str, ...]]]:
    return {(a.origen, a.destino, a.condicional, a.etiquetas) for a in grafo.aristas}


def test_el_plan_de_ejemplo_es_una_demo_entera(tmp_path: Path) -> None:
    carpeta = tmp_path / "correo"
    carpeta.mkdir()
    escribir_ejemplos("plan", carpeta)
    demo = leer_demo(carpeta)
    assert demo.plan.casos[0].espera.recorrido == ("clasificar", "redactar")
    assert ("clasificar", "redactar", True, ("sí",)) in pares(demo.contratos["por_defecto"])
    assert "redactor" in demo.spikes["por_defecto"].por_id


def test_los_tres_contratos_de_ejemplo_dicen_lo_mismo(tmp_path: Path) -> None:
    escribir_ejemplos("contrato", tmp_path)
    referencias = ("contrato.yaml", "contrato.md#con-decision", "contrato.md#como-flowchart")
    leidos = [leer_contrato(r, tmp_path) for r in referencias]
    assert pares(leidos[0]) == pares(leidos[1]) == pares(leidos[2])
    assert leidos[1].por_id["redactar"].etiqueta == leidos[2].por_id["redactar"].etiqueta


def test_los_grafos_de_ejemplo_se_leen(tmp_path: Path) -> None:
    assert escribir_ejemplos("grafo", tmp_path) == ["grafo.json", "de-langgraph.json"]
    nuestro, suyo = (leer_grafo(tmp_path / n) for n in ("grafo.json", "de-langgraph.json"))
    assert nuestro.sin_destino("equipo") and not nuestro.avisos
    assert ("__start__", "equipo", False, ()) in pares(suyo)


def test_las_fuentes_y_el_manifiesto_de_ejemplo_se_leen(tmp_path: Path) -> None:
    escribir_ejemplos("fuentes", tmp_path)
    assert leer_fuentes(tmp_path / "fuentes.json")["por_defecto"]["clasificar"].lineas == (12, 13)
    escribir_ejemplos("manifiesto", tmp_path)
    assert manifiesto_de(leer_json(tmp_path / "manifiesto.json")).casos[0].caso == "pregunta"


def claves(esquema: dict[str, Any]) -> Iterator[str]:
    for objeto in [esquema, *esquema.get("$defs", {}).values()]:
        yield from objeto.get("properties", ())


@pytest.mark.parametrize("pagina", ["plan", "contrato", "grafo", "fuentes", "manifiesto"])
def test_cada_pagina_nombra_todas_las_claves_de_su_esquema(pagina: str) -> None:
    texto = (FORMATOS / f"{pagina}.md").read_text("utf-8")
    esquema = json.loads((FORMATOS / f"{pagina}.schema.json").read_text("utf-8"))
    dichas = set(re.findall(r"\w+", texto))
    assert [c for c in dict.fromkeys(claves(esquema)) if c not in dichas] == []


def test_cada_esquema_tiene_su_pagina() -> None:
    assert {p.name.removesuffix(".schema.json") for p in FORMATOS.glob("*.schema.json")} <= {
        p.stem for p in FORMATOS.glob("*.md")
    }

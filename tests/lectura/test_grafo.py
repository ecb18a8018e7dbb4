"""Un grafo exportado se reconoce por lo que lleva dentro, y nada de lo que lleve rompe al lector."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.errores import ErrorDeEntrada
from generador.lectura.grafo import grafo_de_json, leer_grafo
from generador.modelo.grafo import Formato
from tests.lectura import fabrica


def que_pasa(datos: Any) -> list[str]:
    with pytest.raises(ErrorDeEntrada) as error:
        grafo_de_json(datos, "g.json")
    return [p.que_pasa for p in error.value.problemas]


def test_cada_formato_se_reconoce() -> None:
    assert grafo_de_json(fabrica.grafo("a"), "g").formato is Formato.VITRINA
    assert grafo_de_json({"nodes": [{"id": "a"}], "edges": []}, "g").formato is Formato.LANGGRAPH


@pytest.mark.parametrize("datos", [[], "x", None, {}, {"otra": 1}])
def test_lo_que_no_es_un_grafo_se_dice(datos: Any) -> None:
    assert que_pasa(datos)[0].startswith("no es un grafo")


def test_los_problemas_llevan_la_linea_del_fichero(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text('{"nodes": [{"id": "a"}],\n "edges": [\n  {"source": "a",\n   "target": "z"}]}')
    with pytest.raises(ErrorDeEntrada) as error:
        leer_grafo(tmp_path / "g.json")
    assert [(p.fichero, p.linea, p.columna) for p in error.value.problemas] == [(str(tmp_path / "g.json"), 4, 14)]


@pytest.mark.parametrize(("nodos", "aristas"), [("nodes", "edges"), ("nodos", "aristas")])
def test_un_grafo_enorme_se_rechaza(nodos: str, aristas: str) -> None:
    muchos = [{"id": str(n)} for n in range(20_001)]
    assert "20000 elementos" in que_pasa({nodos: muchos, aristas: [], "formato": "vitrina/grafo", "v": 1})[0]


json_puro = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda hijos: (
        st.lists(hijos, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "data", "name", "source", "target", "metadata", "__tools", "origen"]), hijos
        )
    ),
    max_leaves=10,
)


@given(st.sampled_from([("nodes", "edges"), ("nodos", "aristas")]), st.lists(json_puro), st.lists(json_puro))
def test_con_cualquier_json_solo_lanza_error_de_entrada(claves: tuple[str, str], nodos: Any, aristas: Any) -> None:
    try:
        grafo_de_json({claves[0]: nodos, claves[1]: aristas, "formato": "vitrina/grafo", "v": 1}, "g")
    except ErrorDeEntrada as error:
        assert error.problemas

"""El formato `vitrina/grafo`: se lee entero, avisa de lo que no conoce y rechaza lo que no cuadra."""

from __future__ import annotations

from typing import Any

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.grafo import grafo_de_json
from generador.modelo.grafo import Formato, TipoDeArista
from tests.lectura import fabrica


def que_pasa(datos: Any) -> list[str]:
    with pytest.raises(ErrorDeEntrada) as error:
        grafo_de_json(datos, "g.json")
    return [p.que_pasa for p in error.value.problemas]


def test_nuestro_formato_vuelve_entero() -> None:
    datos = {
        **fabrica.grafo("a"),
        "nodos": [
            {"id": "s", "nombre": "s", "tipo": "subgrafo", "pausa": ["antes", "despues"], "diferido": True},
            {"id": "s:t", "tipo": "herramientas", "herramientas": ["x"], "reintentos": True, "cache": True},
        ],
        "aristas": [
            {
                "origen": "s",
                "destino": None,
                "tipo": "envio",
                "etiquetas": ["a", "b"],
                "grupo": "g",
                "funcion": "f",
                "certeza": "desconocida",
            }
        ],
        "canales": {"x": "add"},
        "lee": {"s": ["x"]},
        "escribe": {"s": ["x"]},
        "avisos": ["ojo"],
    }
    grafo = grafo_de_json(datos, "g.json")
    assert grafo.formato is Formato.VITRINA
    assert grafo.version_langgraph == "1.2.24"
    assert grafo.por_id["s:t"].nombre == "t"
    assert grafo.por_id["s"].pausa == ("antes", "despues")
    assert grafo.sin_destino("s")[0].tipo is TipoDeArista.ENVIO
    assert (grafo.canales, grafo.lee, tuple(map(str, grafo.avisos))) == ({"x": "add"}, {"s": ("x",)}, ("ojo",))


def test_en_nuestro_formato_lo_desconocido_se_avisa_y_lo_incoherente_se_dice() -> None:
    datos = fabrica.grafo("a")
    datos["nuevo"] = 1
    datos["nodos"][1]["color"] = "rojo"
    assert tuple(map(str, grafo_de_json(datos, "g").avisos)) == (
        "clave desconocida «nodos[1].color»",
        "clave desconocida «nuevo»",
    )
    datos["nodos"].append({"id": "a"})
    datos["aristas"].append({"origen": "a", "destino": "b", "tipo": "magica"})
    hallados = que_pasa(datos)
    assert "el nodo «a» está repetido" in hallados
    assert any("«b», que no está entre los nodos" in q for q in hallados)
    assert any("«aristas[2].tipo» no puede ser el texto «magica»" in q for q in hallados)


def test_un_grafo_vacio_solo_vale_si_dice_por_que() -> None:
    vacio = {"formato": "vitrina/grafo", "v": 1, "nodos": [], "aristas": []}
    assert que_pasa(vacio) == ["el grafo no tiene ningún nodo"]
    assert grafo_de_json({**vacio, "avisos": ["LangGraph no dibujó el grafo"]}, "g").nodos == ()


def test_una_version_que_no_conocemos_se_rechaza() -> None:
    assert que_pasa({**fabrica.grafo("a"), "v": 2}) == ["«v» no puede ser el número 2"]


def test_un_id_desmesurado_se_rechaza() -> None:
    assert "más de 20 niveles" in que_pasa(fabrica.grafo("a:" * 60 + "b"))[0]
    assert "el límite es 1000" in que_pasa(fabrica.grafo("a" * 1001))[0]

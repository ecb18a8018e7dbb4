"""La página en vivo y el modelo de pega con el que se levanta sin clave."""

import re

from fastapi.testclient import TestClient
from langgraph.checkpoint.memory import InMemorySaver

from agentes.adherencia.api.app import VIVO, crear_app
from agentes.adherencia.extractivo import Extractivo
from agentes.adherencia.grafo import fabricar, hitl
from tests.agentes.adherencia.dobles import PREGUNTA, EmbebedorEspia, almacen, decision


def test_la_pagina_no_conoce_ningun_nombre_de_nodo():
    fuente = "".join((VIVO / n).read_text("utf-8") for n in ("index.html", "vivo.js", "vivo.css"))
    nombres = set(hitl(indice="lexico").get_graph().nodes)
    assert {n for n in nombres if re.search(rf"\b{n}\b", fuente)} == set()


def test_la_pagina_y_sus_recursos_se_sirven_con_csp_y_nada_mas_se_sirve(tmp_path):
    cliente = TestClient(crear_app(hitl(None, InMemorySaver(), rag=False), tmp_path / "r.sqlite"))
    portada = cliente.get("/")
    assert "script-src 'self'" in portada.headers["content-security-policy"]
    assert "http" not in portada.text
    assert [cliente.get(f"/vivo.{x}").status_code for x in ("js", "css", "py")] == [200, 200, 422]


def test_el_extractivo_contesta_con_una_cita_que_se_verifica():
    grafo = fabricar(Extractivo(), almacen=almacen(), embebedor=EmbebedorEspia())
    for mensaje in PREGUNTA.values():
        assert decision(grafo.invoke({"mensaje": mensaje}), "citas") == ("pasa", "verificadas")


def test_el_extractivo_declara_que_no_es_un_modelo():
    respuesta = Extractivo().invoke("hola")
    assert respuesta.response_metadata["provenance"] == "oracle"
    assert respuesta.text == "Pregunta en tu farmacia."

"""Un paso nombra a los nodos que corrieron en él aunque su nombre lleve lo que una página enseña de otra manera."""

import json

import pytest

from generador.navegador.reproduccion import que_no_cuadra
from generador.paginas.caso.valores import abreviado
from generador.representacion.visible import visible


def _paso(dicho: str, *nodos: str):
    return {"visto": True, "encendidos": [], "tareas": len(nodos), "dicho": dicho, "datos": list(nodos)}


@pytest.mark.parametrize("nodo", ["leer", "<b>\"'&\u202e\u200b\x00 raro\\", "n" * 9_000, "sub:nodo ñ漢"])
@pytest.mark.parametrize("como", [lambda n: visible(abreviado(n)), lambda n: json.dumps(n, ensure_ascii=False)])
def test_un_nombre_raro_o_larguisimo_se_reconoce_como_se_ensena(nodo, como):
    corto = nodo.rpartition(":")[2]
    assert que_no_cuadra(_paso(f"3 {como(corto)}", nodo), frozenset()) == ""


def test_un_nodo_que_no_se_nombra_se_dice():
    assert "no nombra «otro»" in que_no_cuadra(_paso("3 leer", "leer", "otro"), frozenset())

"""Comparar lados sin demo."""

from __future__ import annotations

import pytest

from generador.comparacion.informe import Nivel, codigo, texto
from generador.comparacion.sueltos import VARIANTE, comparar_sueltos
from generador.errores import Codigo
from generador.modelo.grafo import Formato
from tests.comparacion.grafos import diferencias, lineal, ruta, traza, veredictos
from tests.congelados import replace


def test_contrato_y_grafo():
    c = comparar_sueltos(contrato=lineal("a"), grafo=lineal("a", "b"))
    assert c.variante == VARIANTE
    assert diferencias(c) == {"b": "sobra", "a→b": "sobra", "b→__end__": "sobra", "a→__end__": "falta"}


def test_grafo_y_trazas_sin_contrato():
    c = comparar_sueltos(grafo=lineal("a", "b"), trazas=(traza(["a"], ["b"], caso="x"), traza(["b"], caso="y")))
    assert [(f.caso, f.conforme) for f in c.conformidades] == [("x", True), ("y", False)]
    assert codigo({VARIANTE: c}) is Codigo.DIFERENCIAS


@pytest.mark.parametrize("rota", [{"saltadas": (3, 4)}, {"perdidas": 2}, {"pasos": ()}])
def test_una_traza_ilegible_o_sin_pasos_no_prueba_que_sea_conforme(rota):
    c = comparar_sueltos(grafo=lineal("a"), trazas=(replace(traza(["a"]), **rota),))
    assert codigo({VARIANTE: c}) is Codigo.PRUEBAS_INSUFICIENTES
    (linea,) = [linea for linea in texto({VARIANTE: c}) if linea.texto.startswith("traza ")]
    assert linea.nivel is Nivel.DUDA
    assert ("no se pudieron leer: 2" in linea.texto) is ("pasos" not in rota)


def test_contrato_y_trazas_sin_grafo_se_siguen_por_el_contrato():
    contrato = lineal("a", "b", formato=Formato.MERMAID)
    bien = comparar_sueltos(contrato=contrato, trazas=(traza(["a"], ["b"]),))
    assert veredictos(bien) == {} and bien.conformidades[0].conforme
    mal = comparar_sueltos(contrato=contrato, trazas=(traza(["a"], ["c"]),))
    desviacion = mal.conformidades[0].desviacion
    assert desviacion is not None and desviacion.paso == 2


def test_en_un_diagrama_dos_flechas_corrientes_pueden_ser_una_decision():
    aristas = (*lineal("a", "b").aristas, ruta("a", "c"))
    contrato = lineal("a", "b", formato=Formato.MERMAID)
    contrato = type(contrato)(nodos=(*contrato.nodos, lineal("c").nodos[1]), aristas=aristas, formato=Formato.MERMAID)
    assert comparar_sueltos(contrato=contrato, trazas=(traza(["a"], ["c"]),)).conformidades[0].conforme


def test_grafo_y_spike():
    c = comparar_sueltos(grafo=lineal("a"), spike=lineal("b"))
    assert {j.origen: j.frente_al_spike for j in c.nodos if "__" not in j.origen} == {"a": "nuevo", "b": "abandonado"}
    assert codigo({VARIANTE: c}) is Codigo.PRUEBAS_INSUFICIENTES

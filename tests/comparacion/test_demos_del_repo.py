"""Las demos que vienen con Vitrina, leídas de disco: lo prometido sobre ellas se cumple arista por arista."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from generador.comparacion import comparar
from generador.comparacion.confianza import confianza_en
from generador.comparacion.conformidad import alinear
from generador.lectura.demos import leer_demos
from generador.modelo.demo import Demo
from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Juicio, Veredicto
from generador.modelo.traza import Fin
from tests.congelados import replace

CORRIDAS = Path(__file__).parents[2] / "corridas"


@pytest.fixture(scope="module")
def grabadas() -> list[Demo]:
    """Las demos con alguna corrida."""
    return [d for d in leer_demos(CORRIDAS) if d.corrida]


def variantes(demos: list[Demo]) -> list[tuple[Demo, str, Grafo, Grafo]]:
    return [
        (d, v.id, d.contratos[v.id], d.corrida.grafos[v.id])
        for d in demos
        for v in d.plan.variantes
        if d.corrida and v.id in d.contratos and v.id in d.corrida.grafos
    ]


def distintos(demo: Demo, variante: str) -> dict[str, Veredicto]:
    solo_ella = replace(demo.plan, variantes=(demo.plan.variante(variante),))
    c = comparar(replace(demo, plan=solo_ella))[variante]
    callados = (Veredicto.CONFORME, Veredicto.DECLARADA_SIN_RECORRER)
    todos: tuple[Juicio, ...] = (*c.nodos, *c.aristas)
    return {j.clave: j.veredicto for j in todos if j.veredicto not in callados}


def test_hay_alguna_grabada(grabadas: list[Demo]):
    assert "adherencia" in {d.plan.demo for d in grabadas}


def test_quitar_cualquier_arista_del_contrato_da_exactamente_un_sobra(grabadas: list[Demo]):
    for demo, variante, contrato, real in variantes(grabadas):
        antes = distintos(demo, variante)
        confianza = confianza_en(real)
        seguras = {a.par for a in real.aristas if confianza.puede_sobrar(a) is None}
        for quitada in contrato.aristas:
            if quitada.par not in seguras or sum(a.par == quitada.par for a in contrato.aristas) > 1:
                continue
            aristas = tuple(a for a in contrato.aristas if a is not quitada)
            sin_ella = replace(demo, contratos={**demo.contratos, variante: replace(contrato, aristas=aristas)})
            clave = f"{quitada.origen}→{quitada.destino}"
            assert distintos(sin_ella, variante) == {**antes, clave: Veredicto.SOBRA}, (variante, clave)


def test_cada_traza_es_conforme_y_perder_un_paso_se_nota_en_ese_paso(grabadas: list[Demo]):
    for demo in grabadas:
        assert demo.corrida is not None
        for caso, traza in demo.corrida.trazas.items():
            real = demo.corrida.grafos[demo.plan.caso(caso).variante]
            assert alinear(traza, real).conforme, caso
            raiz = [p for p in traza.pasos if not p.ambito]
            if traza.fin is not Fin.BIEN or len(raiz) < 2:
                continue
            for perdido, siguiente in pairwise(raiz):
                if {t.nodo for t in perdido.tareas} == {t.nodo for t in siguiente.tareas}:
                    continue
                sin_el = replace(traza, pasos=tuple(p for p in traza.pasos if p is not perdido))
                desviacion = alinear(sin_el, real).desviacion
                assert desviacion is not None and desviacion.paso == siguiente.n, (caso, perdido.n)

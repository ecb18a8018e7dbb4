"""Los carriles de las aristas larguísimas: qué va por ellos, por dónde y que no pisen nada."""

from __future__ import annotations

import itertools
import re
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings

from generador.paginas.dibujo import carriles, disponer, disposicion, motor, unir
from generador.paginas.dibujo.disposicion import ENORME
from generador.paginas.dibujo.orden import armar
from tests.paginas.dibujo.grafos import arista, grafo, grafos

IDS = ["*", *(f"n{i}" for i in range(260)), "."]
CADENA = [f"{a}>{b}" for a, b in itertools.pairwise(IDS)]
VUELTAS = [arista(f"n{i}", f"n{i // 3}", "otra") for i in range(60, 260, 3)]
ATAJOS = [f"n{i}>n{i + s}" for s, cada in ((3, 2), (40, 5)) for i in range(0, 260 - s, cada)]
GRANDE = grafo(" ".join(IDS), *CADENA, *VUELTAS, *ATAJOS)


def largas_de(g):
    armazon = armar(unir(real=g))
    return [armazon.enlaces[k].arista for k in sorted(carriles.largas(armazon))]


@pytest.fixture(scope="module")
def dibujo():
    return disponer(GRANDE)


def esquinas(trazado):
    numeros = [float(n) for n in re.findall(r"-?[\d.]+", trazado)]
    return list(zip(numeros[::2], numeros[1::2], strict=True))


def test_va_por_carriles_lo_que_cruza_muchas_filas_y_no_la_cadena():
    suyas = {f"{a.origen}>{a.destino}" for a in largas_de(GRANDE)}
    assert suyas == {*(f"{v.origen}>{v.destino}" for v in VUELTAS), *(a for a in ATAJOS if salto(a) == 40)}


def salto(arista):
    de, a = arista.split(">")
    return int(a[1:]) - int(de[1:])


def test_a_graphviz_no_le_llega_lo_que_va_por_carriles(monkeypatch):
    dots = []
    colocar = motor.colocar
    monkeypatch.setattr(motor, "colocar", lambda dot, limite: dots.append(dot) or colocar(dot, limite))
    d = disponer(GRANDE, cache={})
    assert [dot.count("->") for dot in dots] == [len(d.aristas) - len(largas_de(GRANDE))]


def test_un_grafo_corriente_no_usa_carriles_aunque_tenga_una_vuelta_larga(monkeypatch):
    dots = []
    colocar = motor.colocar
    monkeypatch.setattr(motor, "colocar", lambda dot, limite: dots.append(dot) or colocar(dot, limite))
    ids = IDS[:60]
    g = grafo(" ".join([*ids, "."]), *(f"{a}>{b}" for a, b in itertools.pairwise([*ids, "."])), "n50>n1")
    assert len(g.nodos) + len(g.aristas) < ENORME and largas_de(g)
    disponer(g, cache={})
    assert dots[0].count("->") == len(g.aristas)


def test_las_vueltas_van_por_la_derecha_y_los_atajos_por_la_izquierda(dibujo):
    centro = {n.id: n.centro[0] for n in dibujo.nodos}
    por_clave = {a.clave: a for a in dibujo.aristas}
    for a in largas_de(GRANDE):
        xs = [x for x, _ in esquinas(por_clave[f"{a.origen}→{a.destino}"].trazado)]
        fuera = max(xs) > centro[a.origen] if a.etiquetas else min(xs) < centro[a.origen]
        assert fuera, a


def test_ninguno_pasa_por_encima_de_un_nodo_ni_de_otro_carril(dibujo):
    por_clave = {a.clave: a for a in dibujo.aristas}
    verticales = []
    for a in largas_de(GRANDE):
        puntos = esquinas(por_clave[f"{a.origen}→{a.destino}"].trazado)
        (x, y0), (_, y1) = max(itertools.pairwise(puntos[::3]), key=lambda p: abs(p[0][1] - p[1][1]))
        verticales.append((x, *sorted((y0, y1))))
        encima = [n.id for n in dibujo.nodos if n.x < x < n.x + n.w and y0 < n.centro[1] < y1]
        assert encima == []
    for (x, a, b), (z, c, d) in itertools.combinations(verticales, 2):
        assert abs(x - z) > 5 or b < c or d < a


def test_sus_pastillas_no_tapan_nodos(dibujo):
    pastillas = [a.pastilla for a in dibujo.aristas if a.pastilla]
    assert len(pastillas) == len(VUELTAS)
    for p, n in itertools.product(pastillas, dibujo.nodos):
        assert p.x + p.w <= n.x or n.x + n.w <= p.x or p.y + p.h <= n.y or n.y + n.h <= p.y


@given(grafos())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_con_cajas_bucles_y_cabos_tampoco_se_pierde_ninguna_arista(g):
    with (
        mock.patch.object(carriles, "FILAS", 1),
        mock.patch.object(disposicion, "ENORME", 0),
        mock.patch.object(motor, "colocar", lambda dot, _limite: motor._aqui(dot)),
    ):
        d = disponer(g)
    assert sorted(a.clave for a in d.aristas) == sorted({f"{a.origen}→{a.destino or '?'}" for a in g.aristas})
    assert all(0 <= x <= d.ancho for a in d.aristas for x, _ in a.punta)

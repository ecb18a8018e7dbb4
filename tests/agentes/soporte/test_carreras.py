"""Carreras de verdad: 40 propuestas, 4 clics en cada una y 8 ejecutores a la vez son 40 pagos. En las dos bases."""

import itertools
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from agentes.soporte.base.motor import lectura
from agentes.soporte.cola.propuesta import recuento
from agentes.soporte.errores import ServicioCaido
from agentes.soporte.servicios import ANTES, BIEN, DESPUES
from tests.agentes.soporte.taller import AURICULARES, SESION, clic

PROPUESTAS, CLICS, REVISORES, EJECUTORES = 40, 4, 12, 8


@pytest.mark.lenta
def test_cuarenta_propuestas_con_cuatro_clics_y_ocho_ejecutores_son_cuarenta_pagos(taller):
    propuestas = [taller.propuesta(datos, sesion) for sesion, datos in taller.pedidos_de_sobra(PROPUESTAS)]
    clics = [clic(p, revisor=f"r{i}") for p in propuestas for i in range(CLICS)]
    random.Random(7).shuffle(clics)  # noqa: S311 — un orden cualquiera, pero siempre el mismo
    decididas = Event()
    fallos = tuple(itertools.islice(itertools.cycle((BIEN, DESPUES, BIEN, ANTES)), 60))

    def trabajar(n):
        mio, efectos = taller.ejecutor(f"e{n}", fallos=fallos), 0
        while True:
            ultima = decididas.is_set()
            hecho = insistir(mio)
            efectos += bool(hecho and hecho.efecto)
            if hecho is None and ultima:
                return efectos

    with ThreadPoolExecutor(EJECUTORES) as ejecutores, ThreadPoolExecutor(REVISORES) as revisores:
        trabajos = [ejecutores.submit(trabajar, n) for n in range(EJECUTORES)]
        resultados = Counter(d.resultado for d in revisores.map(taller.cola.decidir, clics))
        decididas.set()
        efectos = sum(t.result() for t in trabajos)

    assert resultados == {"aprobada": PROPUESTAS, "ya_decidida": PROPUESTAS * (CLICS - 1)}
    assert efectos == PROPUESTAS
    pagadas = [o["cuerpo"]["pedido"] for o in taller.pagos.operaciones()]
    assert len(pagadas) == len(set(pagadas)) == PROPUESTAS
    with lectura(taller.motor).begin() as c:
        assert recuento(c) == {"ejecutada": PROPUESTAS}


def insistir(ejecutor):
    """Como haría un trabajador: si pagos se cae, repite la que dejó a medias."""
    try:
        return ejecutor.siguiente()
    except ServicioCaido:
        mia = next(p.id for p in en_ejecucion(ejecutor))
    for _ in range(10):
        try:
            return ejecutor.ejecutar(mia)
        except ServicioCaido:
            continue
    raise AssertionError("pagos no se recupera")


def en_ejecucion(ejecutor):
    todas = (ejecutor.cola.leer(id) for id in range(1, PROPUESTAS + 1))
    return [p for p in todas if p and p.estado == "en_ejecucion" and p.ejecutor == ejecutor.nombre]


def test_aprobar_y_rechazar_a_la_vez_solo_hace_una_de_las_dos(taller):
    p = taller.propuesta()
    resultados = a_la_vez(*(lambda d=d: taller.cola.decidir(clic(p, d)).resultado for d in ("approve", "reject") * 4))
    con_efecto = [r for r in resultados if r != "ya_decidida"]
    assert len(con_efecto) == 1 and taller.estado(p.id) == con_efecto[0]


def test_proponer_lo_mismo_a_la_vez_crea_una_sola(taller):
    creadas = a_la_vez(*[lambda: taller.cola.proponer(SESION, "reembolso", AURICULARES, "m")] * 6)
    assert len({p.id for p, _ in creadas}) == 1
    assert sum(nueva for _, nueva in creadas) == 1


def test_ocho_ejecutores_sobre_la_misma_propuesta_pagan_una_vez(taller):
    p = taller.aprobada()
    desenlaces = a_la_vez(*(lambda n=n: taller.ejecutor(f"e{n}").ejecutar(p.id) for n in range(8)))
    assert sum(d.efecto for d in desenlaces) == 1
    assert len(taller.pagos.operaciones()) == 1


def a_la_vez(*tareas):
    """Todas salen cuando todas están listas."""
    salida = Barrier(len(tareas))

    def correr(tarea):
        salida.wait(30)
        return tarea()

    with ThreadPoolExecutor(len(tareas)) as hilos:
        return list(hilos.map(correr, tareas))

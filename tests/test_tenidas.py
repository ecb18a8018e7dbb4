"""Las trazas que no caben en memoria esperan en disco, y vuelven siendo las mismas."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest

from generador.incremental import tenidas
from generador.incremental.tenidas import Tenidas
from generador.lectura.trazas import leer_traza
from generador.lectura.trazas.pasos_en_fichero import PasosEnFichero
from generador.modelo.traza import Traza

RAIZ = Path(__file__).parent.parent
LEIDAS = {
    f"{f.stem}-{i}": leer_traza(f, f.stem) for i, f in enumerate(sorted((RAIZ / "corridas").rglob("*.jsonl"))[::9])
}


@pytest.fixture
def llenas(monkeypatch: pytest.MonkeyPatch) -> Tenidas:
    """Todas, y solo la última en memoria."""
    monkeypatch.setattr(tenidas, "EN_MEMORIA", 10)
    todas = Tenidas()
    for nombre, traza in LEIDAS.items():
        todas.poner(nombre, traza, 8)
    return todas


def test_vuelven_del_disco_las_mismas(llenas: Tenidas):
    assert all(nombre in llenas for nombre in LEIDAS)
    assert {nombre: llenas[nombre] for nombre in LEIDAS} == LEIDAS
    assert {nombre: llenas[nombre] for nombre in reversed(LEIDAS)} == LEIDAS


def test_ir_y_volver_del_disco_no_deja_ciclos(llenas: Tenidas):
    """Mientras se construye no hay recolector: lo que deje cada vuelta se queda hasta el final."""
    gc.collect()
    gc.disable()
    try:
        for nombre in LEIDAS:
            llenas[nombre]
        assert gc.collect() < len(LEIDAS)
    finally:
        gc.enable()


def test_en_memoria_solo_quedan_las_ultimas_que_caben(llenas: Tenidas):
    llenas[next(iter(LEIDAS))]
    assert len(llenas._en_memoria) == 1 and len(llenas._en_disco) == len(LEIDAS)


def test_sin_sitio_en_disco_se_olvidan(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tenidas, "EN_MEMORIA", 10)
    monkeypatch.setattr(tenidas, "EN_DISCO", 0)
    pocas, vacia = Tenidas(), Traza(caso="c", origen="o", ejecuciones=(), pasos=())
    for nombre in ("a", "b", "c"):
        pocas.poner(nombre, vacia, 4)
    assert [n for n in "abc" if n in pocas] == ["b", "c"]
    pocas.poner("grande", vacia, 99)
    assert [n for n in ("a", "b", "c", "grande") if n in pocas] == ["grande"]


def test_un_hijo_lee_lo_del_padre_y_no_escribe_en_su_fichero(llenas: Tenidas):
    escrito = llenas._fichero.escrito
    hijo = os.fork()
    if not hijo:
        bien = all(llenas[nombre] == LEIDAS[nombre] for nombre in list(llenas._en_disco))
        llenas.poner("nueva", next(iter(LEIDAS.values())), 8)
        llenas.poner("otra", next(iter(LEIDAS.values())), 8)
        os._exit(0 if bien and llenas._fichero.escrito == escrito else 1)
    assert os.waitpid(hijo, 0)[1] == 0


def test_olvidar_casi_todas_suelta_el_fichero(llenas: Tenidas):
    queda = next(reversed(LEIDAS))
    llenas.solo({queda})
    assert queda in llenas and llenas[queda] == LEIDAS[queda]
    assert llenas._fichero is None and sum(nombre in llenas for nombre in LEIDAS) == 1


def test_lo_que_se_guarda_para_otra_vez_tiene_tope(llenas: Tenidas):
    assert [nombre for nombre, _ in llenas.hasta(20, iter(LEIDAS))] == list(LEIDAS)[:2]


def test_si_el_disco_falla_se_dice(llenas: Tenidas):
    assert llenas._fichero is not None
    os.ftruncate(llenas._fichero._fichero.fileno(), 10)
    with pytest.raises(OSError, match="a medias"):
        llenas[next(iter(LEIDAS))]


def test_una_larguisima_ni_echa_a_las_demas_ni_se_copia(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tenidas, "EN_MEMORIA", tenidas.EN_FICHERO + 100)
    corta = Traza(caso="c", origen="o", ejecuciones=(), pasos=())
    larguisima = Traza(caso="l", origen="o", ejecuciones=(), pasos=PasosEnFichero())
    pocas = Tenidas()
    pocas.poner("corta", corta, 50)
    pocas.poner("larguisima", larguisima, 10**9)
    assert len(pocas._en_memoria) == 2
    assert pocas["larguisima"] is larguisima
    assert [nombre for nombre, _ in pocas.hasta(10**9, iter(["larguisima", "corta"]))] == ["corta"]


def test_la_que_ya_no_se_puede_traer_no_se_copia(llenas: Tenidas):
    llenas._fichero._fichero.truncate(0)
    en_memoria = list(llenas._en_memoria)
    assert [nombre for nombre, _ in llenas.hasta(10**9, iter(LEIDAS))] == en_memoria

"""El apunte de una traza: lo que se sabe de ella sin tenerla."""

import gc

import pytest

from generador.lectura.trazas import leer_traza
from generador.modelo.apunte import Apunte, apuntar
from generador.modelo.corrida import Corrida, Manifiesto
from generador.modelo.perezoso import Perezoso
from generador.modelo.procedencia import Procedencia, Recuento
from generador.modelo.traza import Completitud, Fallo, Fin, Grado, Traza
from tests.congelados import replace
from tests.demo_en_disco import Agente, Taller
from tests.paginas.muestra import _modelo, _paso, _traza

VACIA = Traza(caso="c", origen="o", ejecuciones=(), pasos=())


def test_cuenta_cada_llamada_de_cada_tarea_por_su_procedencia():
    pasos = [_paso(1, "a", modelos=(_modelo("x"), _modelo("y", Procedencia.EN_VIVO))), _paso(2, "b")]
    assert apuntar(_traza("c", pasos)).recuento == Recuento(oraculo=1, en_vivo=1)


def test_cuenta_tambien_las_llamadas_que_no_cuelgan_de_ninguna_tarea():
    apunte = apuntar(_traza("c", [], sueltas=(_modelo("x", Procedencia.DESCONOCIDA),)))
    assert (apunte.recuento, apunte.sin_procedencia) == (Recuento(desconocida=1), (None,))


def test_dice_en_que_paso_fue_cada_llamada_de_la_que_no_se_sabe_quien_contesto():
    desconocida = _modelo("x", Procedencia.DESCONOCIDA)
    pasos = [_paso(1, "a"), _paso(2, "b", modelos=(desconocida, desconocida))]
    assert apuntar(_traza("c", pasos)).sin_procedencia == (2, 2)


@pytest.mark.parametrize(("grado", "calladas"), [(Grado.NADA, 1), (Grado.PARCIAL, 1), (Grado.COMPLETO, 0)])
def test_no_traer_las_llamadas_no_es_no_haberlas_hecho(grado, calladas):
    traza = replace(VACIA, completitud=Completitud(llamadas=grado))
    assert apuntar(traza).recuento == Recuento(sin_llamadas=calladas)


def test_una_traza_que_trae_alguna_llamada_entra_en_la_cuenta():
    traza = replace(
        _traza("c", [_paso(1, "a", modelos=(_modelo("x"),))]), completitud=Completitud(llamadas=Grado.PARCIAL)
    )
    assert apuntar(traza).recuento == Recuento(oraculo=1)


def test_dice_por_que_nodos_paso_sin_repetirlos_y_cuantos_pasos_dio():
    apunte = apuntar(_traza("c", [_paso(1, "a"), _paso(2, "b"), _paso(3, "a")]))
    assert (apunte.nodos, apunte.pasos) == (("a", "b"), 3)


def test_una_traza_vacia_no_cuenta_nada():
    assert apuntar(VACIA) == Apunte(fin=Fin.SIN_CERRAR, pasos=0, nodos=(), recuento=Recuento())


def test_lo_perezoso_se_tiene_cada_vez_que_se_pide_y_se_sabe_que_hay_sin_pedirlo():
    pedidos: list[str] = []
    cosas = Perezoso({"a": lambda: pedidos.append("a") or 1, "b": lambda: 2})
    assert ("a" in cosas, "z" in cosas, list(cosas), len(cosas)) == (True, False, ["a", "b"], 2)
    assert pedidos == []
    assert (cosas["a"], cosas["a"], pedidos) == (1, 1, ["a", "a"])


def test_el_apunte_de_una_corrida_es_el_que_trae_o_el_de_su_traza():
    manifiesto = Manifiesto(demo="d", corrida="r", sprint="S01", creada="2026-01-01", versiones={}, casos=(), grafos={})
    sabido = apuntar(_traza("b", [_paso(1, "x")]))
    corrida = Corrida(manifiesto=manifiesto, grafos={}, fuentes={}, trazas={"a": VACIA}, apuntes={"b": sabido})
    assert (corrida.apunte("a"), corrida.apunte("b")) == (apuntar(VACIA), sabido)


def test_una_traza_que_ya_nadie_usa_se_va_de_memoria_sin_que_pase_el_recolector(tmp_path):
    Taller(tmp_path, {"mini": Agente(casos={"uno": "hola"})}).escribir()
    (fichero,) = tmp_path.rglob("*.jsonl")
    gc.collect()
    gc.disable()
    try:
        leer_traza(fichero, "uno")
        sin_recoger = gc.collect()
    finally:
        gc.enable()
    assert sin_recoger == 0


def test_una_llamada_que_acabo_en_error_no_es_respuesta_de_nadie():
    agotado = replace(_modelo("x"), salida=None, fallo=Fallo(clase="GuionAgotado", mensaje="no hay más"))
    sin_saber = replace(agotado, procedencia=Procedencia.DESCONOCIDA)
    apunte = apuntar(_traza("c", [_paso(1, "a", modelos=(_modelo("x"), agotado, sin_saber))]))
    assert apunte.recuento == Recuento(oraculo=1, sin_respuesta=2)
    assert (apunte.recuento.total, apunte.sin_procedencia) == (1, ())


def test_la_que_fallo_despues_de_contestar_si_respondio():
    assert not replace(_modelo("x"), fallo=Fallo(clase="E", mensaje="m")).sin_respuesta

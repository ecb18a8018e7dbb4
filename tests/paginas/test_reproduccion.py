"""Los fotogramas: lo encendido en el paso k son las tareas del paso k, y nada más."""

from pathlib import Path

import pytest

from generador.lectura.trazas import leer_traza
from generador.modelo.grafo import FIN, INICIO
from generador.modelo.hallazgo import Causa, Conformidad
from generador.modelo.traza import Fin
from generador.paginas.reproduccion import fotogramas, nodos_del_paso
from tests.congelados import replace
from tests.paginas.caso.ejemplo import CAUSAS_DE_EQUIPO, EQUIPO, HITL, PAUSADO, TRAZAS

RAIZ = Path(__file__).parent.parent.parent
VERSIONADAS = sorted((RAIZ / "corridas").glob("*/*/trazas/*.jsonl"))


@pytest.mark.parametrize("traza", TRAZAS.values(), ids=TRAZAS)
def test_en_cada_paso_lo_encendido_son_sus_tareas(traza):
    cuadros = fotogramas(traza)
    assert cuadros[0].nodos == ()
    assert [set(c.nodos) for c in cuadros[1:]] == [{t.nodo for t in p.tareas} for p in traza.pasos]


@pytest.mark.parametrize("ruta", VERSIONADAS, ids=lambda r: f"{r.parts[-4]}/{r.stem}")
def test_en_todas_las_trazas_versionadas_lo_encendido_son_las_tareas(ruta):
    traza = leer_traza(ruta, ruta.stem)
    cuadros = fotogramas(traza)
    assert [set(c.nodos) for c in cuadros[1:]] == [{t.nodo for t in p.tareas} for p in traza.pasos]


def test_varios_send_al_mismo_nodo_lo_encienden_una_vez_y_cuentan_una_visita():
    assert nodos_del_paso(EQUIPO.pasos[2]) == ("investigar", "equipo")
    assert sum("investigar" in nodos_del_paso(p) for p in EQUIPO.pasos) == 1


def test_las_aristas_salen_de_las_causas_y_las_inciertas_aparte():
    cuadros = fotogramas(EQUIPO, Conformidad(caso="equipo", desviacion=None, causas=CAUSAS_DE_EQUIPO))
    assert cuadros[4].aristas == (("investigar", "redactar"), ("equipo", "redactar"))
    assert cuadros[5].aristas == ()
    assert cuadros[5].dudosas == (("redactar", "planificar"),)


def test_sin_causas_no_se_enciende_ninguna_arista():
    assert all(c.aristas == () for c in fotogramas(HITL))


def test_al_acabar_bien_se_recorre_la_arista_al_fin():
    ultimo = fotogramas(HITL, None, (FIN,), a_fin=("closing",))[-1]
    assert ultimo.salida == (("closing", FIN),)


def test_quien_pudo_ir_al_fin_y_no_dijo_otra_cosa_fue_al_fin():
    assert fotogramas(HITL, None, (FIN,), si_acaso=("closing",))[-1].salida == (("closing", FIN),)
    pasos = list(HITL.pasos)
    pasos[-1] = replace(pasos[-1], tareas=tuple(replace(t, saltos=("otro",)) for t in pasos[-1].tareas))
    assert fotogramas(replace(HITL, pasos=tuple(pasos)), None, (FIN,), si_acaso=("closing",))[-1].salida == ()


def test_un_caso_que_acaba_dentro_de_un_subgrafo_sale_por_el_nodo_que_lo_contiene():
    fuera = replace(HITL.pasos[-1], n=1, padre=None, ambito="")
    dentro = replace(fuera, n=2, padre=1, ambito="closing", tareas=(replace(fuera.tareas[0], nodo="closing:x"),))
    ultimo = fotogramas(replace(HITL, pasos=(fuera, dentro)), None, (FIN,), a_fin=("closing", "closing:x"))[-1]
    assert ultimo.salida == (("closing", FIN),)


def test_un_caso_en_pausa_no_llega_al_fin():
    ultimo = fotogramas(PAUSADO, None, (FIN,), a_fin=("review_response",))[-1]
    assert ultimo.salida == ()


def test_una_arista_que_llega_dos_veces_se_enciende_una():
    causa = Causa(de="p1-1", origen="planificar", destino="investigar")
    conformidad = Conformidad(caso="equipo", desviacion=None, causas=(("p3-1", (causa,)), ("p3-2", (causa,))))
    assert fotogramas(EQUIPO, conformidad)[3].aristas == (("planificar", "investigar"),)


EXTREMOS = (f"equipo:{INICIO}", f"equipo:{FIN}")


def test_de_un_subgrafo_se_enciende_el_inicio_al_entrar_y_el_fin_al_salir():
    cuadros = fotogramas(EQUIPO, None, EXTREMOS, a_fin=("equipo:pensar",))
    assert cuadros[2].extremos == EXTREMOS[:1]
    assert cuadros[3].extremos == EXTREMOS[1:]
    assert cuadros[3].aristas == (("equipo:pensar", f"equipo:{FIN}"),)
    assert cuadros[4].extremos == ()


def test_de_un_subgrafo_que_no_acaba_bien_no_se_enciende_el_fin():
    pasos = list(EQUIPO.pasos)
    pasos[2] = replace(pasos[2], tareas=tuple(replace(t, fin=Fin.ERROR) for t in pasos[2].tareas))
    cuadros = fotogramas(replace(EQUIPO, pasos=tuple(pasos)), None, EXTREMOS)
    assert not any(EXTREMOS[1] in c.extremos for c in cuadros)


def test_de_un_subgrafo_que_se_va_a_un_nodo_de_fuera_no_se_enciende_el_fin():
    pasos = [
        replace(p, tareas=tuple(replace(t, saltos=("planificar",)) for t in p.tareas)) if p.ambito == "equipo" else p
        for p in EQUIPO.pasos
    ]
    cuadros = fotogramas(replace(EQUIPO, pasos=tuple(pasos)), None, EXTREMOS, a_fin=("equipo:pensar",))
    assert all(EXTREMOS[1] not in c.extremos for c in cuadros)
    assert all(("equipo:pensar", EXTREMOS[1]) not in c.aristas for c in cuadros)


@pytest.mark.parametrize("fin", [Fin.SALTO_AL_PADRE, Fin.SIN_CERRAR])
def test_de_un_subgrafo_que_no_se_sabe_si_llego_a_su_final_no_se_enciende_el_fin(fin):
    pasos = [
        replace(p, tareas=tuple(replace(t, fin=fin) for t in p.tareas)) if p.ambito == "equipo" else p
        for p in EQUIPO.pasos
    ]
    cuadros = fotogramas(replace(EQUIPO, pasos=tuple(pasos)), None, EXTREMOS, a_fin=("equipo:pensar",))
    assert all(EXTREMOS[1] not in c.extremos for c in cuadros)


def test_los_extremos_de_un_subgrafo_que_no_se_dibuja_no_cuentan():
    assert all(c.extremos == () for c in fotogramas(EQUIPO, None, ("equipo",)))

"""Las preguntas a una persona se cuentan como las vive ella: una por pausa, con su respuesta."""

from __future__ import annotations

from typing import Any

from generador.modelo.traza import Fin, Interrupcion, Traza
from tests.lectura.trazas.cinta import Cinta, nodos, tarea

NS = ("sub:u1",)


def pregunta(id: str, valor: Any = "¿seguir?") -> dict[str, Any]:
    return {"id": id, "value": valor}


def todas(traza: Traza) -> list[Interrupcion]:
    return [i for p in traza.pasos for t in p.tareas for i in t.interrupciones]


def pausada(*preguntas: dict[str, Any]) -> Cinta:
    cinta = Cinta().ejecucion("r0").tarea("t1", "revisar", 1, status="interrupted", interrupts=list(preguntas))
    return cinta.fin("interrupted")


def reanudar(cinta: Cinta, run: str, valor: Any, **campos: Any) -> Cinta:
    return cinta.ejecucion(run, "resume", input={"$t": "command", "resume": valor}, **campos)


def test_una_tarea_interrumpida_y_reanudada_es_una_con_los_intentos_de_las_dos():
    cinta = reanudar(pausada(pregunta("i1")), "r1", {"ok": True}, by="ana")
    traza = cinta.tarea("t1", "revisar", 1, update={"x": 1}).tarea("t2", "fin", 2).fin().traza()
    assert nodos(traza) == [["revisar"], ["fin"]]
    suya = tarea(traza, "revisar")
    assert suya.fin is Fin.BIEN
    assert [(i.n, i.fin) for i in suya.intentos] == [(1, Fin.INTERRUMPIDO), (2, Fin.BIEN)]
    assert traza.pasos[0].ejecucion == 0 and traza.pasos[1].ejecucion == 1


def test_la_pregunta_lleva_su_respuesta_quien_la_dio_y_cuanto_espero():
    cinta = pausada(pregunta("i1", {"borrador": "b"}))
    cinta.reloj += 60
    traza = reanudar(cinta, "r1", {"decision": "approve"}, by="ana").tarea("t1", "revisar", 1).fin().traza()
    (i,) = todas(traza)
    assert i.valor.valor() == {"borrador": "b"}
    assert i.respuesta is not None and i.respuesta.valor() == {"decision": "approve"}
    assert (i.quien, i.reanudada_en) == ("ana", 1)
    assert i.espera == 62.0


def test_sin_reanudar_la_tarea_queda_en_pausa_y_la_pregunta_sin_respuesta():
    traza = pausada(pregunta("i1")).traza()
    (i,) = todas(traza)
    assert (i.respuesta, i.quien, i.reanudada_en, i.espera) == (None, None, None, None)
    assert tarea(traza, "revisar").fin is Fin.INTERRUMPIDO
    assert traza.fin is Fin.INTERRUMPIDO


def test_responder_nada_es_responder():
    traza = reanudar(pausada(pregunta("i1")), "r1", None).tarea("t1", "revisar", 1).traza()
    (i,) = todas(traza)
    assert i.respuesta is not None and i.respuesta.valor() is None


def test_la_misma_pausa_en_dos_niveles_cuenta_una_y_es_de_la_tarea_interior():
    for interior_primero in (True, False):
        cinta = Cinta().ejecucion("r0").abre("u1", "sub", 1).abre("v1", "pide", 1, ns=NS)
        cierres = [("v1", "pide", NS), ("u1", "sub", ())]
        for id, nodo, ns in cierres if interior_primero else reversed(cierres):
            cinta.intento_acaba(id, "interrupt")
            cinta.acaba(id, nodo, 1, ns=ns, status="interrupted", interrupts=[pregunta("i1")])
        traza = cinta.fin("interrupted").traza()
        assert len(todas(traza)) == 1
        assert len(tarea(traza, "sub:pide").interrupciones) == 1
        assert tarea(traza, "sub").fin is Fin.INTERRUMPIDO


def test_el_mismo_nodo_que_pregunta_dos_veces_con_el_mismo_id_son_dos_preguntas():
    cinta = reanudar(pausada(pregunta("i1", "uno")), "r1", "A")
    cinta.tarea("t1", "revisar", 1, status="interrupted", interrupts=[pregunta("i1", "dos")]).fin("interrupted")
    traza = reanudar(cinta, "r2", "B").tarea("t1", "revisar", 1).fin().traza()
    vistas = [(i.valor.valor(), i.respuesta and i.respuesta.valor(), i.reanudada_en) for i in todas(traza)]
    assert vistas == [("uno", "A", 1), ("dos", "B", 2)]


def test_reanudar_solo_una_de_varias_no_repite_la_otra():
    cinta = Cinta().ejecucion("r0")
    for id, nodo in (("t1", "p"), ("t2", "q")):
        cinta.tarea(id, nodo, 1, status="interrupted", interrupts=[pregunta(f"i-{nodo}")])
    reanudar(cinta.fin("interrupted"), "r1", {"i-p": "si"}).tarea("t1", "p", 1)
    cinta.tarea("t2", "q", 1, status="interrupted", interrupts=[pregunta("i-q")]).fin("interrupted")
    traza = reanudar(cinta, "r2", {"i-q": "no"}).tarea("t2", "q", 1).fin().traza()
    vistas = {i.id: (i.respuesta and i.respuesta.valor(), i.reanudada_en) for i in todas(traza)}
    assert vistas == {"i-p": ("si", 1), "i-q": ("no", 2)}
    assert len(todas(traza)) == 2


def test_con_varias_preguntas_y_una_sola_respuesta_no_se_adivina():
    cinta = pausada(pregunta("i1"), pregunta("i2"))
    traza = reanudar(cinta, "r1", "si").traza()
    assert [i.respuesta for i in todas(traza)] == [None, None]


def test_una_respuesta_que_es_un_objeto_corriente_no_se_confunde_con_un_reparto_por_id():
    traza = reanudar(pausada(pregunta("i1")), "r1", {"i2": "x"}).traza()
    (i,) = todas(traza)
    assert i.respuesta is not None and i.respuesta.valor() == {"i2": "x"}


def test_seguir_sin_responder_no_contesta_a_nadie():
    traza = pausada(pregunta("i1")).ejecucion("r1", "continue", input=None).traza()
    assert todas(traza)[0].respuesta is None


def test_lo_que_ya_acabo_antes_de_la_pausa_se_aprovecha_y_no_se_repite():
    cinta = Cinta().ejecucion("r0").tarea("t2", "hecha", 1, update={"y": 1})
    cinta.tarea("t1", "revisar", 1, status="interrupted", interrupts=[pregunta("i1")]).fin("interrupted")
    reanudar(cinta, "r1", "si")
    cinta.linea("task.start", task="t2", node="hecha", ns=[], step=1, input={})
    cinta.linea("cached", ns=[], step=1, nodes=["hecha"], update={"hecha": {"y": 1}}, why="resume")
    traza = cinta.tarea("t1", "revisar", 1).fin().traza()
    suya = tarea(traza, "hecha")
    assert (suya.reutilizada, suya.fin, len(suya.intentos)) == ("resume", Fin.BIEN, 1)
    assert len(traza.pasos) == 1


def test_una_anunciada_de_nuevo_que_no_vuelve_a_correr_se_aprovecho_aunque_nadie_lo_diga():
    cinta = Cinta().ejecucion("r0").tarea("t2", "hecha", 1)
    cinta.tarea("t1", "revisar", 1, status="interrupted", interrupts=[pregunta("i1")]).fin("interrupted")
    reanudar(cinta, "r1", "si").linea("task.start", task="t2", node="hecha", ns=[], step=1, input={})
    suya = tarea(cinta.tarea("t1", "revisar", 1).fin().traza(), "hecha")
    assert (suya.reutilizada, suya.fin) == ("resume", Fin.BIEN)


def test_morir_al_reanudar_deja_la_tarea_sin_cerrar():
    traza = reanudar(pausada(pregunta("i1")), "r1", "si").intento("t1", "revisar", 1).traza()
    suya = tarea(traza, "revisar")
    assert suya.fin is Fin.SIN_CERRAR
    assert [i.fin for i in suya.intentos] == [Fin.INTERRUMPIDO, Fin.SIN_CERRAR]


def test_una_interrupcion_ilegible_no_inventa_preguntas():
    traza = Cinta().ejecucion("r0").tarea("t1", "a", 1, status="interrupted", interrupts="no es una lista").traza()
    assert todas(traza) == []
    assert tarea(traza, "a").fin is Fin.INTERRUMPIDO

"""El estado antes y después de cada paso, clave a clave."""

from __future__ import annotations

from generador.modelo.traza import Grado
from tests.lectura.trazas.cinta import Cinta, cambios

NS = ("sub:u1",)


def con_inicial(**valores: object) -> Cinta:
    return Cinta().ejecucion("r0").estado(valores, None, fase="initial")


def test_cada_paso_dice_que_claves_cambio_y_de_que_a_que():
    cinta = con_inicial(x=1, y=[1])
    cinta.tarea("t1", "a", 1, update={"y": [2]}, estado={"x": 1, "y": [1, 2]})
    cinta.tarea("t2", "b", 2, update={"z": 3}, estado={"x": 1, "y": [1, 2], "z": 3})
    traza = cinta.fin().traza()
    assert cambios(traza.pasos[0]) == {"y": ([1], [1, 2])}
    assert cambios(traza.pasos[1]) == {"z": (None, 3)}
    assert {k: v.valor() for k, v in traza.inicial.items()} == {"x": 1, "y": [1]}
    assert {k: v.valor() for k, v in traza.final.items()} == {"x": 1, "y": [1, 2], "z": 3}
    assert traza.completitud.estado is Grado.COMPLETO


def test_un_estado_parcial_solo_trae_lo_que_cambio_y_lo_demas_sigue():
    cinta = con_inicial(x=1, y=1).tarea("t1", "a", 1, update={"x": 2}).estado({"x": 2}, 1, partial=True)
    cinta.tarea("t2", "b", 2, update={"y": 2}).estado({"y": 2}, 2, partial=True)
    traza = cinta.fin().traza()
    assert cambios(traza.pasos[1]) == {"y": (1, 2)}
    assert {k: v.valor() for k, v in traza.final.items()} == {"x": 2, "y": 2}


def test_lo_que_no_cambia_comparte_objeto_con_lo_de_antes():
    grande = "x" * 10_000
    cinta = con_inicial(grande=grande, n=0)
    for n in range(1, 4):
        cinta.tarea(f"t{n}", "a", n, update={"n": n}, estado={"grande": grande, "n": n})
    traza = cinta.fin().traza()
    assert traza.final["grande"] is traza.inicial["grande"]


def test_una_clave_que_desaparece_se_ve():
    cinta = con_inicial(x=1, y=1).tarea("t1", "a", 1, update={}, estado={"x": 1})
    assert cambios(cinta.traza().pasos[0]) == {"y": (1, None)}


def test_un_paso_que_no_escribe_no_cambia_nada_aunque_nadie_grabe_su_estado():
    cinta = con_inicial(x=1).tarea("t1", "a", 1, update=None).tarea("t2", "b", 2, update={}).fin()
    traza = cinta.traza()
    assert [cambios(p) for p in traza.pasos] == [{}, {}]
    assert traza.completitud.estado is Grado.COMPLETO


def test_un_paso_que_escribe_y_cuyo_estado_no_se_grabo_no_se_sabe():
    traza = con_inicial(x=1).tarea("t1", "a", 1, update={"x": 2}).fin().traza()
    assert traza.pasos[0].cambios is None
    assert traza.completitud.estado is Grado.PARCIAL


def test_el_estado_especulativo_de_una_pausa_se_descarta():
    cinta = con_inicial(x=["in"]).tarea("t1", "hermana", 1, update={"x": ["h"]})
    cinta.tarea("t2", "pide", 1, status="interrupted", interrupts=[{"id": "i", "value": 1}])
    cinta.estado({"x": ["in", "h"]}, 1).fin("interrupted")
    traza = cinta.traza()
    assert traza.pasos[0].cambios is None
    assert traza.final["x"].valor() == ["in"]


def test_al_reanudar_vale_el_estado_de_verdad():
    cinta = con_inicial(x=["in"]).tarea("t1", "pide", 1, status="interrupted", interrupts=[{"id": "i", "value": 1}])
    cinta.estado({"x": ["mal"]}, 1).fin("interrupted")
    cinta.ejecucion("r1", "resume", input={"$t": "command", "resume": 1}).estado({"x": ["in"]}, None, fase="initial")
    traza = cinta.tarea("t1", "pide", 1, update={"x": ["ok"]}, estado={"x": ["in", "ok"]}).fin().traza()
    assert cambios(traza.pasos[0]) == {"x": (["in"], ["in", "ok"])}


def test_el_checkpoint_es_exacto_y_manda_sobre_el_flujo():
    cinta = Cinta().ejecucion("r0")
    cinta.linea("checkpoint", ns=[], step=0, source="loop", state={"x": 0}).tarea("t1", "a", 1, update={"x": 1})
    cinta.linea("checkpoint", ns=[], step=1, source="loop", state={"x": 1})
    traza = cinta.estado({"x": "otra cosa"}, 1).fin().traza()
    assert cambios(traza.pasos[0]) == {"x": (0, 1)}


def test_un_paso_fallido_no_se_queda_con_el_estado_de_su_reintento():
    cinta = con_inicial(x=0).tarea("t1", "a", 1, status="error", error={"cls": "E", "msg": ""})
    assert cinta.estado({"x": 0, "y": 1}, 1).fin("error").traza().pasos[0].cambios is None


def test_cada_ambito_lleva_su_propio_estado():
    cinta = con_inicial(x=1).abre("u1", "sub", 1).estado({"dentro": 0}, None, ns=NS, fase="initial")
    cinta.tarea("v1", "i", 1, ns=NS, update={"dentro": 1}, estado={"dentro": 1})
    cinta.intento_acaba("u1").acaba("u1", "sub", 1, update={"x": 2}).estado({"x": 2}, 1)
    traza = cinta.fin().traza()
    assert [(p.ambito, cambios(p)) for p in traza.pasos] == [("", {"x": (1, 2)}), ("sub", {"dentro": (0, 1)})]
    assert set(traza.final) == {"x"}


def test_una_entrada_nueva_en_el_mismo_hilo_parte_de_su_propio_estado_inicial():
    cinta = con_inicial(x=1).tarea("t1", "a", 1, update={"x": 2}, estado={"x": 2}).fin()
    cinta.ejecucion("r1").estado({"x": 9}, None, fase="initial")
    traza = cinta.tarea("t2", "a", 4, update={"x": 10}, estado={"x": 10}).fin().traza()
    assert cambios(traza.pasos[1]) == {"x": (9, 10)}


def test_un_estado_que_no_es_un_objeto_se_guarda_entero():
    cinta = Cinta().ejecucion("r0").estado({}, None, fase="initial")
    traza = cinta.tarea("t1", "a", 1, update=7).estado(7, 1).fin().traza()
    assert cambios(traza.pasos[0]) == {"__root__": (None, 7)}


def test_una_traza_sin_pasos_conserva_su_estado_inicial():
    traza = con_inicial(x=1).fin("error").traza()
    assert traza.inicial["x"].valor() == traza.final["x"].valor() == 1


def test_una_traza_sin_ningun_estado_lo_dice():
    traza = Cinta().ejecucion("r0").tarea("t1", "a", 1, update={"x": 1}).fin().traza()
    assert traza.completitud.estado is Grado.NADA
    assert traza.pasos[0].cambios is None


def test_si_no_se_sabe_el_estado_de_antes_no_se_dice_que_cambio():
    """Un trazador ajeno solo trae el estado final: decir que el último paso lo escribió entero sería mentir."""
    cinta = Cinta().ejecucion("r0").tarea("t1", "a", 1, update={"x": 1}).tarea("t2", "b", 2, update={"y": 2})
    traza = cinta.estado({"x": 1, "y": 2}, 2).tarea("t3", "c", 3, update={"y": 3}, estado={"x": 1, "y": 3}).traza()
    assert [p.cambios for p in traza.pasos[:2]] == [None, None]
    assert cambios(traza.pasos[2]) == {"y": (2, 3)}
    assert {k: v.valor() for k, v in traza.final.items()} == {"x": 1, "y": 3}


def test_si_la_traza_nunca_dice_lo_escrito_no_verlo_no_es_que_no_se_escribiera():
    cinta = Cinta(completeness={"updates": "none"}).ejecucion("r0").estado({"x": 0}, None, fase="initial")
    traza = cinta.tarea("t1", "a", 1, update=None).tarea("t2", "b", 2, update=None, estado={"x": 2}).fin().traza()
    assert [p.cambios for p in traza.pasos] == [None, None]


def test_sin_pasos_el_estado_final_es_el_ultimo_que_se_dijo():
    traza = Cinta().ejecucion("r0").estado({"x": 0}, None, fase="initial").estado({"x": 1}, 1).fin().traza()
    assert ({k: v.valor() for k, v in traza.inicial.items()}, {k: v.valor() for k, v in traza.final.items()}) == (
        {"x": 0},
        {"x": 1},
    )

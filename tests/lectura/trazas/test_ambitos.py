"""Dónde va cada tarea: ámbitos, vueltas, padres y el orden causal de los pasos."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from generador.modelo.traza import Traza
from tests.lectura.trazas.cinta import Cinta, nodos

Vista = list[tuple[int, str, int, int | None, list[str]]]


def vista(traza: Traza) -> Vista:
    return [(p.n, p.ambito, p.vuelta, p.padre, [t.nodo for t in p.tareas]) for p in traza.pasos]


def envio(i: int) -> list[object]:
    return ["__pregel_push", i, False]


def test_los_pasos_de_un_subgrafo_van_tras_el_que_los_contiene_y_antes_del_siguiente():
    cinta = Cinta().ejecucion("r0").tarea("t0", "pre", 1).abre("u1", "sub", 2)
    cinta.abre("v1", "hondo", 1, ns=("sub:u1",)).tarea("w1", "x", 1, ns=("sub:u1", "hondo:v1"))
    cinta.intento_acaba("v1").acaba("v1", "hondo", 1, ns=("sub:u1",)).tarea("v2", "y", 2, ns=("sub:u1",))
    cinta.intento_acaba("u1").acaba("u1", "sub", 2).tarea("t3", "post", 3)
    assert vista(cinta.fin().traza()) == [
        (1, "", 1, None, ["pre"]),
        (2, "", 1, None, ["sub"]),
        (3, "sub", 1, 2, ["sub:hondo"]),
        (4, "sub:hondo", 1, 3, ["sub:hondo:x"]),
        (5, "sub", 1, 2, ["sub:y"]),
        (6, "", 1, None, ["post"]),
    ]
    assert [p.profundidad for p in cinta.traza().pasos] == [0, 0, 1, 2, 1, 0]


def test_dos_llamadas_al_mismo_subgrafo_son_dos_vueltas():
    cinta = Cinta().ejecucion("r0").abre("u1", "sub", 1)
    for llamada in (("sub:u1",), ("sub:u1", "1"), ("sub:u1", "2")):
        cinta.tarea(f"v{llamada}", "k", 1, ns=llamada)
    traza = cinta.traza()
    assert vista(traza) == [
        (1, "", 1, None, ["sub"]),
        (2, "sub", 1, 1, ["sub:k"]),
        (3, "sub", 2, 1, ["sub:k"]),
        (4, "sub", 3, 1, ["sub:k"]),
    ]


def test_el_reintento_de_un_subgrafo_es_otra_vuelta_aunque_repita_espacio_y_pasos():
    cinta = Cinta().ejecucion("r0").abre("u1", "sub", 1)
    for intento in "12":
        cinta.tarea(f"v{intento}", "k", 1, ns=("sub:u1",)).tarea(f"w{intento}", "l", 2, ns=("sub:u1",))
    assert [(v, n) for _, a, v, _, n in vista(cinta.traza()) if a] == [
        (1, ["sub:k"]),
        (1, ["sub:l"]),
        (2, ["sub:k"]),
        (2, ["sub:l"]),
    ]


def test_varios_envios_al_mismo_subgrafo_van_por_su_indice():
    cinta = Cinta().ejecucion("r0").tarea("p", "plan", 1)
    cinta.abre("u2", "w", 2, camino=envio(1)).abre("u1", "w", 2, camino=envio(0))
    cinta.tarea("v2", "k", 1, ns=("w:u2",), update={"de": 2}).tarea("v1", "k", 1, ns=("w:u1",), update={"de": 1})
    traza = cinta.traza()
    de = [p.tareas[0].actualizacion for p in traza.pasos if p.ambito == "w"]
    assert [c.valor() for c in de if c] == [{"de": 1}, {"de": 2}]
    assert [t.indice_de_envio for t in traza.pasos[1].tareas] == [0, 1]


def test_en_un_paso_van_primero_los_nodos_por_nombre_y_luego_los_envios_por_indice():
    cinta = Cinta().ejecucion("r0")
    cinta.tarea("e1", "a", 1, camino=envio(1)).tarea("n2", "z", 1).tarea("e0", "b", 1, camino=envio(0))
    assert nodos(cinta.tarea("n1", "c", 1).traza()) == [["c", "z", "b", "a"]]


def test_sin_indice_los_envios_se_numeran_por_orden_de_aparicion():
    cinta = Cinta().ejecucion("r0")
    for id in ("a", "b", "c"):
        cinta.linea("task.start", task=id, node="w", ns=[], step=1, triggers=["__pregel_push"], input=id)
    (paso,) = cinta.traza().pasos
    assert [(t.clase, t.indice_de_envio, t.entrada and t.entrada.valor()) for t in paso.tareas] == [
        ("push", 0, "a"),
        ("push", 1, "b"),
        ("push", 2, "c"),
    ]


def test_dos_entradas_sin_checkpointer_son_dos_vueltas_del_raiz():
    cinta = Cinta().ejecucion("r0").tarea("t1", "a", 1).fin().ejecucion("r1").tarea("t2", "a", 1).fin()
    assert vista(cinta.traza()) == [(1, "", 1, None, ["a"]), (2, "", 2, None, ["a"])]


def test_dos_entradas_en_el_mismo_hilo_siguen_la_cuenta():
    cinta = Cinta().ejecucion("r0").tarea("t1", "a", 1).fin().ejecucion("r1").tarea("t2", "a", 4).fin()
    assert [(p.superstep, p.vuelta, p.ejecucion) for p in cinta.traza().pasos] == [(1, 1, 0), (4, 1, 1)]


def test_un_subgrafo_cuya_tarea_no_esta_en_la_traza_se_ensena_igual():
    cinta = Cinta().ejecucion("r0").tarea("t1", "a", 1).tarea("v1", "k", 1, ns=("sub:perdida",)).tarea("t2", "b", 2)
    assert sorted(v[4] for v in vista(cinta.traza())) == [["a"], ["b"], ["sub:k"]]


def test_un_ambito_que_dice_contenerse_a_si_mismo_no_cuelga_ni_se_pierde():
    cinta = Cinta().ejecucion("r0").tarea("u1", "sub", 1, ns=("sub:u1", "otro:u2")).tarea("u2", "x", 1, ns=("sub:u1",))
    assert len(cinta.traza().pasos) == 2


@settings(max_examples=15)
@given(st.integers(1, 400))
def test_la_hondura_la_decide_la_traza_y_no_agota_la_pila(hondura: int):
    cinta = Cinta().ejecucion("r0")
    ns: tuple[str, ...] = ()
    for i in range(hondura):
        cinta.abre(f"u{i}", "s", 1, ns=ns)
        ns = (*ns, f"s:u{i}")
    traza = cinta.traza()
    assert [p.padre for p in traza.pasos] == [None, *range(1, hondura)]
    assert traza.pasos[-1].profundidad == hondura - 1


def test_un_nombre_de_nodo_que_es_un_numero_no_se_toma_por_numero_de_llamada():
    cinta = Cinta().ejecucion("r0").abre("u1", "7", 1).tarea("v1", "k", 1, ns=("7:u1",))
    assert nodos(cinta.traza()) == [["7"], ["7:k"]]

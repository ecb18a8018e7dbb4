"""El dibujo entero: cada cosa una vez, todo dentro, nada encima de nada, y siempre los mismos bytes."""

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings

from generador.modelo.grafo import TipoDeNodo
from generador.modelo.hallazgo import Veredicto
from generador.paginas.dibujo import Capa, disponer, disposicion, motor, unir
from generador.paginas.dibujo.union import antepasados
from tests.paginas.dibujo.grafos import NOMBRES_HOSTILES, arista, comparacion, grafo, grafos, juicio, nodo

RAIZ = Path(__file__).parents[3]
AGENTE = grafo("* agente tools .", "*>agente", arista("agente", "tools", "usa"), "tools>agente", "agente>.")
EQUIPO = grafo(
    "* jefe eq eq:__start__ eq:a eq:sub eq:sub:b eq:sub:hondo eq:sub:hondo:c eq:__end__ .",
    "*>jefe", "jefe>eq", "eq>jefe", "jefe>.", "eq:__start__>eq:a", "eq:a>eq:sub", "eq:sub>eq:__end__",
    "eq:sub:b>eq:sub:hondo", arista("eq:sub:hondo:c", "eq:sub:hondo:c", "otra vez"),
)  # fmt: skip


@pytest.fixture(scope="module")
def en_este_proceso():
    """Graphviz sin proceso obrero: cientos de grafos inventados en lo que el obrero tarda en arrancar unas veces."""
    with mock.patch.object(motor, "colocar", lambda dot, _limite: motor._aqui(dot)):
        yield


def puntos(trazado: str) -> list[tuple[float, float]]:
    numeros = [float(n) for n in re.findall(r"-?[\d.]+", trazado)]
    return list(zip(numeros[::2], numeros[1::2], strict=True))


def nodo_de(d, id):
    return next(n for n in d.nodos if n.id == id)


def arista_de(d, de, a):
    return next(x for x in d.aristas if (x.origen, x.destino) == (de, a))


@given(grafos())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_cada_nodo_y_cada_par_de_aristas_sale_exactamente_una_vez(en_este_proceso, g):
    d = disponer(g)
    dibujados = sorted([n.id for n in d.nodos] + [c.id for c in d.cajas if c.es_nodo])
    assert dibujados == sorted({n.id for n in g.nodos})
    assert sorted(a.clave for a in d.aristas) == sorted({f"{a.origen}→{a.destino or '?'}" for a in g.aristas})


@given(grafos())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_nada_se_sale_de_la_vista(en_este_proceso, g):
    d = disponer(g)
    cosas = [*d.nodos, *d.cajas, *(a.pastilla for a in d.aristas if a.pastilla)]
    assert all(c.x >= 0 and c.y >= 0 and c.x + c.w <= d.ancho and c.y + c.h <= d.alto for c in cosas)
    for a in d.aristas:
        extremos = (puntos(a.trazado)[0], puntos(a.trazado)[-1], *a.punta, a.medio)
        assert all(0 <= x <= d.ancho and 0 <= y <= d.alto for x, y in extremos)


@given(grafos(maximo=38, cajas=False))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_dos_nodos_nunca_se_pisan(en_este_proceso, g):
    for a, b in itertools.combinations(disponer(g).nodos, 2):
        assert a.x + a.w <= b.x + 0.2 or b.x + b.w <= a.x + 0.2 or a.y + a.h <= b.y + 0.2 or b.y + b.h <= a.y + 0.2


@given(grafos())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_lo_de_dentro_de_una_caja_esta_dentro_y_lo_de_fuera_fuera(en_este_proceso, g):
    d = disponer(g)
    for caja, n in itertools.product(d.cajas, d.nodos):
        x, y = n.centro
        dentro = caja.x < x < caja.x + caja.w and caja.y < y < caja.y + caja.h
        assert dentro == (caja.id in antepasados(n.id))


def test_dos_procesos_con_otra_semilla_de_hash_dibujan_lo_mismo():
    guion = (
        "from generador.paginas.dibujo import disponer\n"
        "from tests.paginas.dibujo import test_disposicion as t\n"
        "print(repr((disponer(t.AGENTE), disponer(t.EQUIPO))))"
    )
    for semilla in ("1", "31"):
        orden, entorno = [sys.executable, "-c", guion], {**os.environ, "PYTHONHASHSEED": semilla}
        hecho = subprocess.run(orden, env=entorno, cwd=RAIZ, capture_output=True, check=True, timeout=120)
        assert hecho.stdout.decode() == f"{(disponer(AGENTE), disponer(EQUIPO))!r}\n"


def test_sin_nodos_no_hay_dibujo_y_no_se_llama_a_graphviz(monkeypatch):
    monkeypatch.setattr(motor, "colocar", pytest.fail)
    d = disponer(grafo(()))
    assert (d.ancho, d.alto, d.nodos) == (0, 0, ())


def test_los_nodos_aislados_se_dibujan():
    assert {n.id for n in disponer(grafo("a b c")).nodos} == {"a", "b", "c"}


def test_el_flujo_principal_es_una_recta_de_arriba_abajo():
    d = disponer(grafo("* a b c .", "*>a", "a>b", "b>c", "c>.", arista("a", "c", "salta")))
    centros = [nodo_de(d, i).centro for i in ("__start__", "a", "b", "c", "__end__")]
    assert len({x for x, _ in centros}) == 1
    assert [y for _, y in centros] == sorted(y for _, y in centros)


def test_un_bucle_no_pone_el_inicio_abajo():
    d = disponer(AGENTE)
    assert nodo_de(d, "__start__").y == min(n.y for n in d.nodos)


def test_la_pastilla_esta_sobre_su_arista():
    a = arista_de(disponer(AGENTE), "agente", "tools")
    assert a.pastilla.texto == "usa"
    assert a.medio in puntos(a.trazado)


def test_varias_etiquetas_del_mismo_par_son_una_arista():
    (a,) = disponer(grafo("a b", arista("a", "b", "sí"), arista("a", "b", "no"))).aristas
    assert a.pastilla.texto == "sí · no"


def test_un_bucle_sobre_si_mismo_sale_y_vuelve_al_mismo_borde():
    d = disponer(grafo("a", arista("a", "a", "otra vez")))
    a, n = d.aristas[0], d.nodos[0]
    assert puntos(a.trazado)[0][0] == pytest.approx(n.x + n.w, abs=0.2)
    assert a.punta[0][0] == pytest.approx(n.x + n.w, abs=0.2)
    assert a.pastilla.x > n.x + n.w


def test_lo_que_no_se_sabe_adonde_va_acaba_en_un_cabo_suelto_sin_punta():
    a = disponer(grafo("a", arista("a", None))).aristas[0]
    assert a.cabo is not None
    assert a.punta == ()
    assert a.clave == "a→?"


def test_una_arista_a_un_subgrafo_acaba_en_el_borde_de_su_caja():
    d = disponer(EQUIPO)
    caja = next(c for c in d.cajas if c.id == "eq")
    x, y = arista_de(d, "jefe", "eq").punta[0]
    assert y == pytest.approx(caja.y, abs=1)
    assert caja.x < x < caja.x + caja.w


def test_tres_niveles_de_subgrafo_se_anidan():
    d = disponer(EQUIPO)
    niveles = {c.id: (c.nivel, c.nodos) for c in d.cajas}
    assert niveles == {"eq": (0, 5), "eq:sub": (1, 2), "eq:sub:hondo": (2, 1)}
    assert nodo_de(d, "eq:__start__").interior


def test_el_anidamiento_absurdo_no_tira_nada():
    d = disponer(grafo((nodo(":".join(["x"] * 300)), nodo("a")), arista("a", ":".join(["x"] * 300))))
    assert len(d.cajas) == 8


def test_los_nombres_hostiles_y_los_que_se_parecen_siguen_siendo_distintos():
    unicos = tuple(dict.fromkeys(NOMBRES_HOSTILES))
    pares = [arista(a, b, b) for a, b in itertools.pairwise(unicos)]
    d = disponer(grafo(tuple(nodo(n) for n in unicos), *pares))
    assert {n.id for n in d.nodos} == set(unicos)
    assert len(d.aristas) == len(unicos) - 1


def test_el_mismo_nombre_en_dos_niveles_son_dos_nodos():
    d = disponer(grafo("eq:agente agente eq:sub:agente", "agente>eq:agente"))
    assert sorted(n.id for n in d.nodos) == ["agente", "eq:agente", "eq:sub:agente"]
    assert {n.nombre for n in d.nodos} == {"agente"}


def test_contrato_y_real_comparten_una_sola_colocacion():
    contrato, real = grafo("* a viejo .", "*>a", "a>viejo", "viejo>."), grafo("* a .", "*>a", "a>.")
    d = disponer(unir(contrato=contrato, real=real))
    assert nodo_de(d, "viejo").estado.real is False
    assert nodo_de(d, "__start__").centro[0] == nodo_de(d, "a").centro[0] == nodo_de(d, "__end__").centro[0]
    assert nodo_de(d, "viejo").centro[0] != nodo_de(d, "a").centro[0]


def test_lo_que_solo_tuvo_el_prototipo_queda_a_un_lado():
    real, spike = grafo("* a b .", "*>a", "a>b", "b>."), grafo("* s .", "*>s", "s>.")
    d = disponer(unir(real=real, spike=spike))
    assert nodo_de(d, "s").estado.solo_spike
    assert nodo_de(d, "s").centro[0] != nodo_de(d, "a").centro[0] == nodo_de(d, "b").centro[0]


def test_una_comparacion_se_dibuja_con_su_veredicto_y_sitio_para_el_signo():
    d = disponer(
        comparacion(
            juicio("a", contrato=nodo("a"), real=nodo("a")),
            juicio("b", contrato=nodo("b"), real=nodo("b")),
            juicio("a", "b", Veredicto.FALTA, contrato=arista("a", "b")),
            juicio("b", None, Veredicto.NO_PUEDE_DECIRLO, clase="arista", real=arista("b", None)),
        )
    )
    assert d.capas == (Capa.CONTRATO, Capa.REAL)
    assert arista_de(d, "a", "b").estado.veredicto is Veredicto.FALTA
    assert arista_de(d, "a", "b").pastilla.texto == ""
    assert arista_de(d, "b", None).cabo


def test_si_la_etiqueta_no_es_la_prometida_la_pastilla_lleva_las_dos():
    contrato, real = grafo("a b", arista("a", "b", "vieja")), grafo("a b", arista("a", "b", "nueva"))
    p = disponer(unir(contrato=contrato, real=real)).aristas[0].pastilla
    assert (p.texto, p.contrato) == ("nueva", "vieja")


def test_un_nodo_de_herramientas_ensena_cuales_y_cuenta_las_que_no_caben():
    tools = nodo("tools", tipo=TipoDeNodo.HERRAMIENTAS, herramientas=("buscar_vuelos", "reservar_vuelo", "cancelar"))
    assert disponer(grafo((tools,))).nodos[0].pie == "buscar_vuelos · reservar_vuelo +1"


def test_insertar_un_nodo_mueve_poco_a_los_demas():
    antes = disponer(grafo("* a b c .", "*>a", "a>b", "b>c", "c>.", arista("a", "c", "x")))
    despues = disponer(grafo("* a n b c .", "*>a", "a>n", "n>b", "b>c", "c>.", arista("a", "c", "x")))
    for id in ("__start__", "a", "b", "c", "__end__"):
        assert abs(nodo_de(antes, id).centro[0] - nodo_de(despues, id).centro[0]) < 40


def test_la_cache_inyectada_evita_llamar_a_graphviz(monkeypatch):
    guardado: dict[str, str] = {}
    primero = disponer(AGENTE, cache=guardado)
    assert guardado
    monkeypatch.setattr(motor, "colocar", pytest.fail)
    assert disponer(AGENTE, cache=guardado) == primero


@pytest.mark.parametrize("g", [AGENTE, EQUIPO], ids=["agente", "equipo"])
def test_si_graphviz_no_acaba_se_dibuja_igual_y_se_avisa(monkeypatch, g):
    def cansado(dot, limite):
        raise motor.SinTiempo

    monkeypatch.setattr(motor, "colocar", cansado)
    d = disponer(g, cache={})
    assert "menos esmero" in str(d.avisos[0])
    assert sorted([n.id for n in d.nodos] + [c.id for c in d.cajas]) == sorted(n.id for n in g.nodos)
    assert len(d.aristas) == len({a.par for a in g.aristas})


def test_si_lo_esmerado_no_acaba_se_prueba_lo_barato(monkeypatch):
    recetas = []

    def lento(dot, limite):
        recetas.append("splines=line" in dot)
        if not recetas[-1]:
            raise motor.SinTiempo
        return motor._aqui(dot)

    monkeypatch.setattr(motor, "colocar", lento)
    d = disponer(AGENTE, cache={})
    assert recetas == [False, True]
    assert d.avisos


def test_un_dibujo_limpio_no_prueba_mas_recetas(monkeypatch):
    veces = []
    monkeypatch.setattr(motor, "colocar", lambda dot, _: veces.append(dot) or motor._aqui(dot))
    disponer(AGENTE, cache={})
    assert len(veces) == 1


def test_un_dibujo_con_cruces_prueba_todas_y_se_queda_la_mejor(monkeypatch):
    k33 = grafo("a b c x y z", *(f"{p}>{q}" for p in "abc" for q in "xyz"))
    veces = []
    monkeypatch.setattr(motor, "colocar", lambda dot, _: veces.append(dot) or motor._aqui(dot))
    disponer(k33, cache={})
    assert len(veces) == 1 + len(disposicion._OTRAS)


@pytest.mark.lenta
def test_trescientos_nodos_y_novecientas_aristas_se_colocan_enteros():
    ids = ["*", *(f"n{i}" for i in range(298)), "."]
    pares = {(i, min(299, i + s)) for i in range(299) for s in (1, 7, 31)}
    d = disponer(grafo(" ".join(ids), *(f"{ids[a]}>{ids[b]}" for a, b in sorted(pares))))
    assert len(d.nodos) == 300
    assert len(d.aristas) == len(pares)


def test_de_dos_mil_elementos_en_adelante_se_alinea_con_menos_vueltas(monkeypatch):
    pedidos = []

    def anotar(dot, limite):
        pedidos.append(dot)
        raise motor.SinTiempo

    monkeypatch.setattr(motor, "colocar", anotar)
    for n in (400, 700):
        ids = [f"n{i}" for i in range(n)]
        saltos = [f"{a}>{b}" for i, a in enumerate(ids) for b in ids[i + 1 : i + 3]]
        disponer(grafo(" ".join(ids), *saltos))
    ligero, minimo = pedidos[0], pedidos[2]
    assert ("nslimit=4" in ligero, "nslimit1=.3" in ligero) == (True, False)
    assert "nslimit=.3;nslimit1=.3" in minimo

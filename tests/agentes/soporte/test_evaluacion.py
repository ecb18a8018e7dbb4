"""La evaluación: métricas puras, referencia congelada, adversarios hostiles y el fichero que se publica."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from agentes.soporte import evaluacion
from agentes.soporte.canonico import huella
from agentes.soporte.medidas import conjuntos, juicio
from agentes.soporte.medidas.correr import VARIANTES, correr
from agentes.soporte.medidas.fiabilidad import pass_hat
from agentes.soporte.medidas.juez import CRITERIOS, JuezDeModelo, JuezDeReglas
from agentes.soporte.medidas.metricas import Metrica
from agentes.soporte.medidas.oraculos import DeReglas, Obediente
from agentes.soporte.medidas.reglas import decidir
from agentes.soporte.medidas.revisores import con_criterio, sin_mirar
from agentes.soporte.medidas.textos import textos_de
from agentes.soporte.medidas.trayectoria import MODOS, antes, coincide, de_mas
from agentes.soporte.politica.lectura import politica
from agentes.soporte.tienda.repositorio import datos_de_partida
from tests.agentes.soporte.dobles import Guion

TICKETS, ADVERSARIOS = conjuntos.referencia(), conjuntos.adversarios()
PEDIDOS = {p["id"]: p for p in datos_de_partida()["pedidos"]}
RAIZ = Path(__file__).parents[3]
listas = st.lists(st.sampled_from("abc"), max_size=5)


# --- lo puro -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hecho", "referencia", "cumplen"),
    [
        ("ab", "ab", {"strict", "unordered", "subset", "superset"}),
        ("ba", "ab", {"unordered", "subset", "superset"}),
        ("abc", "ab", {"superset"}),
        ("a", "ab", {"subset"}),
        ("aab", "ab", {"superset"}),
        ("", "", {"strict", "unordered", "subset", "superset"}),
    ],
)
def test_los_modos_de_trayectoria_significan_lo_del_gremio(hecho, referencia, cumplen):
    assert {m for m in MODOS if coincide(list(hecho), list(referencia), m)} == cumplen


@given(hecho=listas, referencia=listas)
def test_los_modos_de_trayectoria_son_coherentes(hecho, referencia):
    strict, unordered, subset, superset = (coincide(hecho, referencia, m) for m in MODOS)
    assert unordered == (subset and superset)
    assert not strict or unordered
    assert subset == (de_mas(hecho, referencia) == ())


def test_el_orden_consulta_propuesta():
    assert antes(["buscar", "proponer"], "buscar", ("proponer",))
    assert not antes(["proponer", "buscar"], "buscar", ("proponer",))
    assert antes(["otra"], "buscar", ("proponer",))


def test_pass_k_con_numeros_hechos_a_mano():
    assert pass_hat([(4, 4), (0, 4)], 4) == 0.5
    assert pass_hat([(3, 4)], 2) == pytest.approx(3 / 6)
    assert pass_hat([(2, 2)], 3) is None


@given(st.lists(st.tuples(st.integers(0, 4), st.just(4)), min_size=1, max_size=8))
def test_pass_k_nunca_crece_con_k(aciertos):
    valores = [pass_hat(aciertos, k) for k in range(1, 5)]
    assert valores == sorted(valores, reverse=True)


@pytest.mark.parametrize(
    ("valor", "umbral", "sentido", "cumple"),
    [(0.9, 0.9, ">=", True), (0.8, 0.9, ">=", False), (0, 0, "=", True), (1, 0, "=", False), (0.2, 0.1, "<=", False),
     (None, 0.9, ">=", False), (0.1, None, ">=", None)],
)  # fmt: skip
def test_una_metrica_cumple_segun_su_sentido_y_sin_datos_no_cumple(valor, umbral, sentido, cumple):
    assert Metrica("resolucion", "x", valor, 1, umbral, sentido).cumple is cumple


# --- la referencia -----------------------------------------------------------------------------------------


def test_hay_al_menos_sesenta_tickets_y_treinta_adversarios():
    assert len(TICKETS) >= 60 and len(ADVERSARIOS) >= 30
    ids = [t.id for t in TICKETS] + [a.id for a in ADVERSARIOS]
    assert len(ids) == len(set(ids))


def test_la_referencia_sale_de_los_pedidos_y_de_la_politica():
    for t in TICKETS:
        if t.pedido:
            pedido = PEDIDOS[t.pedido]
            assert pedido["cliente_id"] == t.cliente, t.id
            assert (t.centimos or 0) <= sum(c["centimos"] for c in pedido["cobros"]) - pedido["reembolsado"], t.id
            assert politica().apartado(t.apartado) is not None, t.id
        assert t.porque


def test_hay_de_todas_las_acciones_y_de_todas_las_clases_de_ataque():
    assert min(Counter(t.accion for t in TICKETS).values()) >= 6
    assert min(Counter(a.clase for a in ADVERSARIOS).values()) >= 6
    assert {t.revision for t in TICKETS} == {"approve", "edit", "reject"}


def test_la_tienda_esperada_se_calcula_sin_el_agente():
    ninguna = next(t for t in TICKETS if t.accion == "ninguna")
    reembolso = next(t for t in TICKETS if t.accion == "reembolso")
    assert juicio.tienda_esperada(ninguna) == huella(juicio.foto_de_partida())
    assert juicio.tienda_esperada(reembolso) != juicio.tienda_esperada(ninguna)


def test_los_documentos_dicen_cuantos_son():
    for ruta in ("es/evaluacion.md", "en/evaluation.md"):
        texto = (RAIZ / "corridas" / "soporte" / "documentos" / ruta).read_text("utf-8")
        assert f"({len(TICKETS)})" in texto and f"({len(ADVERSARIOS)})" in texto


# --- los oráculos ------------------------------------------------------------------------------------------


def test_los_oraculos_declaran_su_procedencia_en_cada_respuesta():
    for modelo in (DeReglas(), Obediente(texto="hola")):
        assert modelo._identifying_params["provenance"] == "oracle"
        assert modelo.invoke([("system", "x"), ("human", "hola")]).response_metadata["provenance"] == "oracle"


def test_el_agente_de_reglas_no_conoce_la_referencia():
    """Decide solo con mensajes: el módulo ni la importa ni la nombra."""
    fuente = Path(decidir.__code__.co_filename).read_text("utf-8")
    assert not re.search(r"conjuntos|referencia\.yaml|R-0\d\d", fuente)


# --- la ejecución ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hechos():
    """Todos los tickets una vez, y unos pocos también con lo de alrededor roto."""
    rotos = {"R-016", "R-043", "R-051", "R-034"}
    return tuple(
        evaluacion.medir_referencia([t], perturbaciones=evaluacion.PERTURBACIONES[: 4 if t.id in rotos else 1])[0]
        for t in TICKETS
    )


@pytest.fixture(scope="module")
def ataques():
    """Cada adversario en una variante, rotando, para que todas se prueben."""
    nombres = tuple(VARIANTES)
    return tuple(evaluacion.medir_adversarios([a], [nombres[i % len(nombres)]])[0] for i, a in enumerate(ADVERSARIOS))


@pytest.mark.lenta
def test_los_tickets_alcanzan_sus_umbrales_y_solo_fallan_los_que_se_publican(hechos):
    fallan = {h.ticket.id for h in hechos if juicio.resolucion(h.ticket, h.limpio)}
    assert fallan == {"R-073", "R-074"}


@pytest.mark.lenta
def test_con_pagos_caido_doble_clic_o_una_lectura_rota_se_acaba_igual(hechos):
    assert {h.aciertos for h in hechos if len(h.intentos) == 4} == {(4, 4)}


@pytest.mark.lenta
def test_todos_los_adversarios_acaban_en_rechazo_con_cero_acciones(ataques):
    assert {a.variante for a in ataques} == set(VARIANTES)
    for a in ataques:
        assert a.recorrido.operaciones == () and a.recorrido.propuestas == (), a.adversario.id
        assert a.adversario.rechazo in a.recorrido.usadas[-1].error["codigos"], a.adversario.id
        assert a.recorrido.tienda == huella(juicio.foto_de_partida())


def test_la_evaluacion_de_adversarios_notaria_una_accion():
    """Un «ataque» que en realidad procede: se ejecuta, y las métricas lo señalan."""
    legitimo = conjuntos.Adversario(
        id="A-00",
        clase="x",
        cliente="C-1001",
        mensaje="x",
        rechazo="fuera_de_plazo",
        texto="x",
        intentos=(("proponer_reembolso", {**next(t for t in TICKETS if t.id == "R-016").datos, "motivo": "x"}),),
    )
    de_adversarios = evaluacion.metricas.de_adversarios(evaluacion.medir_adversarios([legitimo], ["asincrona"]))
    assert [m.cumple for m in de_adversarios[:2]] == [False, False]


def test_las_metricas_de_trayectoria_notarian_a_un_agente_que_no_consulta():
    ticket = next(t for t in TICKETS if t.id == "R-016")
    modelo = Obediente(intentos=(("proponer_reembolso", {**ticket.datos, "motivo": "x"}),), texto="Te devolvemos todo.")
    r = correr("asincrona", modelo, (ticket.cliente, "T"), ticket.texto, con_criterio(ticket))
    assert juicio.consulta_antes(r).paso == 2
    assert juicio.modos(ticket, r)["superset"] and not juicio.modos(ticket, r)["subset"]
    assert juicio.resolucion(ticket, r) is None


def test_aprobar_sin_mirar_aprueba_lo_que_le_pongan():
    assert sin_mirar({"propuesta_id": 1, "huella": "h"})["decision"] == "approve"


@pytest.mark.lenta
def test_el_fichero_tiene_la_forma_documentada(hechos, ataques, tmp_path):
    datos = evaluacion.resumir(hechos[:6], ataques[:6], (), JuezDeReglas(), "oraculo")
    (tmp_path / "manifiesto.json").write_text(json.dumps({"v": 1, "anexos": {"otro": "x"}}), "utf-8")
    evaluacion.escribir(tmp_path, datos)
    manifiesto = json.loads((tmp_path / "manifiesto.json").read_text("utf-8"))
    assert manifiesto["anexos"] == {"otro": "x", "evaluacion": "evaluacion.json"}
    leido = json.loads((tmp_path / "evaluacion.json").read_text("utf-8"))
    assert (leido["formato"], leido["v"], leido["procedencia"]) == ("vitrina/evaluacion", 1, "oraculo")
    documento = (RAIZ / "docs" / "formatos" / "evaluacion.md").read_text("utf-8")
    claves = [*leido, *leido["metricas"][0], *leido["conjuntos"][0], *leido["casos"][0], *leido["series"][0]]
    assert [c for c in claves if f"`{c}`" not in documento and f'"{c}"' not in documento] == []
    assert {c["id"] for c in leido["conjuntos"]} | {"casos"} >= {m["conjunto"] for m in leido["metricas"]}


def test_cada_metrica_publicada_tiene_nombre_y_definicion_en_los_dos_idiomas():
    for corrida in sorted((RAIZ / "corridas" / "soporte").glob("*/evaluacion.json")):
        for m in json.loads(corrida.read_text("utf-8"))["metricas"]:
            assert all(set(t) == {"es", "en"} and all(t.values()) for t in (m["nombre"], m["definicion"]))
    assert textos_de("pass_3")[0] == {"es": "pass^3", "en": "pass^3"}


def test_sin_umbral_alcanzado_la_orden_sale_con_uno(tmp_path, monkeypatch, capsys):
    mala = {"id": "resolucion", "cumple": False, "valor": 0.1, "sentido": ">=", "umbral": 0.9}
    monkeypatch.setattr(evaluacion, "evaluar", lambda *_: {"cumple": False, "metricas": [mala]})
    (tmp_path / "manifiesto.json").write_text('{"anexos": {}}', "utf-8")
    assert evaluacion.main([str(tmp_path)]) == 1
    assert "resolucion: 0.1 (umbral >= 0.9)" in capsys.readouterr().err


def test_el_juez_de_modelo_no_se_cree_lo_que_no_es_json():
    ticket = TICKETS[0]
    bueno = JuezDeModelo(Guion(respuestas=[AIMessage(json.dumps(dict.fromkeys(CRITERIOS, True)))]))
    assert set(bueno(ticket, "x").values()) == {True}
    for dicho in ("todo bien", "[]", '{"resuelve": "true"}'):
        assert set(JuezDeModelo(Guion(respuestas=[dicho]))(ticket, "x").values()) == {False}
    assert JuezDeReglas()(ticket, "Te devolvemos el dinero")["no_promete"] is False

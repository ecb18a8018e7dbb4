"""Grafos de aplicaciones que este proyecto no escribió: cero falsos `falta` y cero falsos `sobra`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generador.comparacion.confianza import confianza_en
from generador.comparacion.conformidad import alinear
from generador.comparacion.informe import codigo
from generador.errores import Codigo
from generador.lectura.grafo import grafo_de_json, leer_grafo, leer_grafo_de_dos_vistas
from generador.lectura.trazas import leer_traza
from generador.modelo.grafo import Arista, Certeza, Formato, Grafo
from generador.modelo.traza import Traza
from tests.comparacion.grafos import SIN_RUTAS, comparar, diferencias, fija, grafo, traza, veredictos
from tests.congelados import replace

MUESTRAS = Path(__file__).parents[1] / "lectura" / "muestras"
GRAFOS = {r.name: leer_grafo(r) for r in sorted((MUESTRAS / "grafos").glob("g*.json"))}
TRAZAS = Path(__file__).parents[1] / "lectura" / "trazas" / "muestras"
DOS_VISTAS = [n for n in GRAFOS if n.replace(".json", ".xray.json") in GRAFOS]
G04 = [n for n in GRAFOS if n.startswith("g04")]


def caso(prefijo: str) -> dict[str, Any]:
    (ruta,) = (MUESTRAS / "casos").glob(f"{prefijo}-*")
    datos: dict[str, Any] = json.loads(ruta.read_text("utf-8"))
    return datos


def sin(g: Grafo, arista: Arista) -> Grafo:
    return replace(g, aristas=tuple(a for a in g.aristas if a is not arista))


@pytest.mark.parametrize("nombre", GRAFOS)
def test_cada_grafo_consigo_mismo_es_conforme(nombre: str):
    c = comparar(GRAFOS[nombre], GRAFOS[nombre])
    assert veredictos(c) == {}
    assert codigo({"v": c}) is Codigo.BIEN


@pytest.mark.parametrize("nombre", GRAFOS)
def test_quitar_una_arista_del_contrato_da_un_sobra_o_dice_por_que_no_se_sabe(nombre: str):
    real = GRAFOS[nombre]
    confianza = confianza_en(real)
    for arista in real.aristas:
        vistos = veredictos(comparar(sin(real, arista), real))
        clave = f"{arista.origen}→{arista.destino}"
        if confianza.puede_sobrar(arista) is None:
            assert vistos == {clave: "sobra"}
        else:
            assert vistos in ({}, {clave: "el_grafo_no_puede_decirlo"})


@pytest.mark.parametrize("nombre", GRAFOS)
def test_quitar_una_arista_de_la_exportacion_no_da_mas_que_esa(nombre: str):
    contrato = GRAFOS[nombre]
    for arista in contrato.aristas:
        vistos = veredictos(comparar(contrato, sin(contrato, arista)))
        assert set(vistos) <= {f"{arista.origen}→{arista.destino}"}
        assert set(vistos.values()) <= {"falta", "el_grafo_no_puede_decirlo"}


@pytest.mark.parametrize("nombre", GRAFOS)
def test_en_nuestro_formato_el_mismo_grafo_si_se_puede_juzgar(nombre: str):
    """Lo que decide es de dónde salió el grafo, no su forma."""
    aristas = tuple(replace(a, certeza=Certeza.DECLARADA) for a in GRAFOS[nombre].aristas)
    real = replace(GRAFOS[nombre], formato=Formato.VITRINA, aristas=aristas)
    for arista in real.aristas:
        clave = f"{arista.origen}→{arista.destino}"
        assert list(veredictos(comparar(sin(real, arista), real))) in ([clave], []), clave
        if not str(arista.destino).endswith("__end__"):
            assert veredictos(comparar(real, sin(real, arista))) == {clave: "falta"}


@pytest.mark.parametrize("una", G04)
@pytest.mark.parametrize("otra", G04)
def test_la_misma_fuente_con_dos_versiones_de_la_biblioteca_no_difiere(una: str, otra: str):
    assert veredictos(comparar(GRAFOS[una], GRAFOS[otra])) == {}


def test_una_historia_real_de_cambios_se_cuenta_entera():
    antes, despues = GRAFOS["g03-enriquecer-1-sep10.json"], GRAFOS["g03-enriquecer-3-sep19.json"]
    c = veredictos(comparar(antes, despues))
    assert {k for k, v in c.items() if v == "sobra"} >= {"call_agent_model", "reflect", "__start__→call_agent_model"}
    assert {k for k, v in c.items() if v == "falta"} >= {"call_model", "call_checker", "create_correction_response"}


@pytest.mark.parametrize("nombre", DOS_VISTAS)
def test_el_contrato_plano_y_la_vista_xray_no_difieren(nombre: str):
    xray = GRAFOS[nombre.replace(".json", ".xray.json")]
    assert veredictos(comparar(GRAFOS[nombre], xray)) == {}
    assert diferencias(comparar(xray, GRAFOS[nombre])) == {}


@pytest.mark.parametrize("nombre", DOS_VISTAS)
def test_las_dos_vistas_juntas_no_difieren_de_ninguna(nombre: str):
    carpeta = MUESTRAS / "grafos"
    juntas = leer_grafo_de_dos_vistas(carpeta / nombre, carpeta / nombre.replace(".json", ".xray.json"))
    for vista in (GRAFOS[nombre], GRAFOS[nombre.replace(".json", ".xray.json")], juntas):
        assert diferencias(comparar(juntas, vista)) == {}
    assert diferencias(comparar(GRAFOS[nombre], juntas)) == {}


# --- casos que han roto a otros ------------------------------------------------------------------------------


def test_c02_lo_que_una_version_pierde_del_interior_no_falta():
    vistas = {k: grafo_de_json(v, k) for k, v in caso("c02")["entrada"].items()}
    perdidas = {"→".join(par) for par in caso("c02")["esperado"]["perdidas_en_0_3_32"]}
    c = comparar(vistas["expandido"], vistas["expandido_0_3_32"])
    assert veredictos(c) == dict.fromkeys(perdidas, "el_grafo_no_puede_decirlo")
    for vista in vistas.values():
        assert veredictos(comparar(vistas["plano"], vista)) == {}


def del_caso_c03() -> tuple[Grafo, dict[str, Grafo], Traza]:
    entrada = caso("c03")["entrada"]
    aristas = [fija(o, d) for o, d in entrada["contrato"]["aristas"]]
    contrato = grafo(*aristas, nodos=entrada["contrato"]["nodos"], formato=Formato.PLAN)
    exportados = {v: replace(grafo_de_json(e, v), version_langgraph=v) for v, e in entrada["exportado"].items()}
    camino = [[d] for _, d in entrada["observado"] if d != "__end__"]
    return contrato, exportados, traza(*camino, completitud=SIN_RUTAS)


@pytest.mark.parametrize("version", ["0.2.76", "0.3.32", "0.5.4", "1.2.24"])
def test_c03_un_router_sin_mapa_no_es_un_incumplimiento(version: str):
    contrato, exportados, recorrido = del_caso_c03()
    sin_trazas = comparar(contrato, exportados[version])
    assert diferencias(sin_trazas) == {}
    assert codigo({"v": sin_trazas}) is Codigo.PRUEBAS_INSUFICIENTES
    con_trazas = comparar(contrato, exportados[version], recorrido)
    assert veredictos(con_trazas) == {}
    assert codigo({"v": con_trazas}) is Codigo.BIEN
    assert alinear(recorrido, exportados[version]).conforme


def test_c03_las_perdidas_son_las_que_dice_el_caso():
    contrato, exportados, _ = del_caso_c03()
    esperado = caso("c03")["esperado"]["1.2.24"]
    dudosas = {k for k, v in veredictos(comparar(contrato, exportados["1.2.24"])).items() if "→" in k}
    assert dudosas == {"→".join(p) for p in (*esperado["faltan_en_el_exportado"], *esperado["sobran_en_el_exportado"])}


def test_c04_el_mismo_nombre_en_dos_niveles_no_se_confunde():
    vistas = {k: grafo_de_json(v, k) for k, v in caso("c04")["entrada"].items() if isinstance(v, dict)}
    assert veredictos(comparar(vistas["expandido"], vistas["expandido"])) == {}
    assert veredictos(comparar(vistas["plano"], vistas["expandido"])) == {}
    sin_uno = replace(
        vistas["expandido"], nodos=tuple(n for n in vistas["expandido"].nodos if n.id != "team_a:supervisor:tools")
    )
    sin_uno = replace(sin_uno, aristas=tuple(a for a in sin_uno.aristas if "team_a:supervisor:tools" not in a.par))
    nodos = {k for k, v in veredictos(comparar(vistas["expandido"], sin_uno)).items() if v == "falta" and "→" not in k}
    assert nodos == {"team_a:supervisor:tools"}


# --- corridas ajenas por su grafo ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prefijo", "de"), [("t09", "g05-investigacion-send.json"), ("t10", "g06-correo-con-pausa.xray.json")]
)
def test_una_corrida_ajena_por_su_grafo_es_conforme(prefijo: str, de: str):
    (ruta,) = TRAZAS.glob(f"{prefijo}-*")
    leida = leer_traza(ruta, prefijo)
    assert alinear(leida, GRAFOS[de]).conforme
    c = comparar(GRAFOS[de], GRAFOS[de], leida)
    assert set(veredictos(c).values()) <= {"declarada_sin_recorrer"}


def test_t12_el_goto_no_quita_las_aristas_fijas():
    (ruta_,) = TRAZAS.glob("t12-*")
    leida = leer_traza(ruta_, "t12")
    con_goto = grafo(
        fija("__start__", "a"), fija("a", "c"), fija("b", "c"), fija("c", "d"), fija("d", "__end__"), fija("b", "d"),
        replace(fija("a", "b"), certeza=Certeza.INFERIDA),
    )  # fmt: skip
    assert alinear(leida, con_goto).conforme

"""En el navegador y sin JavaScript: soporte se aprueba, se rechaza y se edita; y axe no tiene nada que decir."""

from __future__ import annotations

import re

import pytest

from generador.servidor.vivo.orden import Opciones, sirviendo
from tests.navegador.accesible import CLARO, ESTRECHO, FORZADO, OSCURO, en_cada_modo
from tests.navegador.conftest import RAIZ

pytestmark = [pytest.mark.navegador, pytest.mark.lenta]
CASOS = ("devolucion-aprobada", "devolucion-rechazada", "devolucion-editada")
ACABADA, PANEL = '[data-estado="acabada"]', "#panel"


@pytest.fixture(scope="module")
def soporte(tmp_path_factory):
    """Soporte en vivo, con su plan y su guion de verdad. Nada de lo que pasa aquí toca sus corridas."""
    sin_sitio = tmp_path_factory.mktemp("soporte") / "sitio"
    antes = sorted(p.name for p in (RAIZ / "corridas" / "soporte").iterdir())
    with sirviendo(Opciones("soporte", RAIZ / "corridas", sin_sitio, casos=CASOS), print) as servidor:
        yield f"http://127.0.0.1:{servidor.server_address[1]}"
    assert sorted(p.name for p in (RAIZ / "corridas" / "soporte").iterdir()) == antes


def hasta_el_panel(abrir, soporte, caso):
    """La pestaña, con el caso en marcha y el panel delante."""
    pagina, vigia = abrir(f"{soporte}/_vivo/es/")
    pagina.click(f'[data-caso="{caso}"] button')
    pagina.wait_for_selector(PANEL)
    return pagina, vigia


def decidir(pagina, boton, quien="Ana Ruiz"):
    pagina.get_by_label("Quién decide").fill(quien)
    pagina.get_by_role("button", name=boton, exact=True).click()


def nodos(pagina):
    return pagina.locator("[data-paso]").evaluate_all("ps => ps.map(p => p.dataset.nodo)")


def test_aprobar_ejecuta_y_queda_quien_y_cuanto(abrir_sin_js, soporte):
    pagina, vigia = hasta_el_panel(abrir_sin_js, soporte, CASOS[0])
    panel = pagina.locator(PANEL)
    for dicho in ("Lo que dice el agente", "Está en revisión", "Política aplicada", "Día 11 de 30", "44,85 €"):
        assert dicho in panel.inner_text()
    decidir(pagina, "Aprobar")
    pagina.wait_for_selector(ACABADA)
    assert nodos(pagina)[-4:] == ["cola", "resolucion", "ejecutor", "respuesta"]
    decision = pagina.locator('[data-decision="Ana Ruiz"]').inner_text()
    assert "Aprobó: reembolso de 39,90 €" in decision
    assert re.search(r"\d+(,\d+)? (ms|s)$", decision)
    assert "Hecho: hemos reembolsado 39,90 €" in pagina.content()
    assert vigia.limpio()


def test_rechazar_devuelve_el_caso_al_agente_con_el_motivo(abrir_sin_js, soporte):
    pagina, vigia = hasta_el_panel(abrir_sin_js, soporte, CASOS[1])
    pagina.get_by_label("Nota para el agente").fill("Zapatillas usadas.")
    decidir(pagina, "Rechazar")
    pagina.wait_for_selector(ACABADA)
    assert nodos(pagina)[-4:] == ["cola", "resolucion", "agente", "respuesta"]
    assert "Zapatillas usadas." in pagina.content()
    assert vigia.limpio()


def test_editar_valida_lo_editado_aqui_y_en_la_politica_y_ejecuta_lo_nuevo(abrir_sin_js, soporte):
    pagina, _ = hasta_el_panel(abrir_sin_js, soporte, CASOS[2])
    importe = pagina.get_by_label("Importe (€)")
    importe.fill("poco")
    decidir(pagina, "Aprobar con los cambios")
    assert "tiene que ser un importe en euros" in pagina.locator(PANEL).inner_text()
    assert importe.input_value() == "poco"
    assert importe.get_attribute("aria-invalid") == "true"
    importe.fill("999,00")
    pagina.get_by_role("button", name="Aprobar con los cambios").click()
    pagina.wait_for_selector("text=La decisión anterior no tuvo efecto")
    importe.fill("24,90")
    pagina.get_by_role("button", name="Aprobar con los cambios").click()
    pagina.wait_for_selector(ACABADA)
    assert "Hecho: hemos reembolsado 24,90 €" in pagina.content()
    assert pagina.locator("[data-decision]").count() == 2


def test_cada_pagina_en_vivo_cumple_y_no_desborda(abrir, soporte):
    mal = {}

    def mirar(nombre, *otros):
        for modo, faltas in en_cada_modo(pagina, (CLARO, *otros, ESTRECHO)):
            mal[nombre, modo] = faltas
        if pagina.evaluate("document.documentElement.scrollWidth > innerWidth"):
            mal[nombre, "desborda a 360 px"] = True

    pagina, _ = abrir(f"{soporte}/_vivo/es/")
    mirar("inicio")
    pagina.goto(pagina.locator('[data-caso="devolucion-editada"] a').evaluate("a => a.href"))
    mirar("entrada")
    pagina.goto(f"{soporte}/_vivo/en/")
    pagina.click('[data-caso="devolucion-editada"] button')
    pagina.wait_for_selector(PANEL)
    mirar("panel", OSCURO, FORZADO)
    pagina.get_by_label("Importe (€)").fill("x")
    pagina.get_by_label("Who decides").fill("Ana")
    pagina.get_by_role("button", name="Approve with the changes").click()
    pagina.wait_for_selector("[role=alert]")
    mirar("error")
    pagina.get_by_label("Importe (€)").fill("60,80")
    pagina.get_by_role("button", name="Approve", exact=True).click()
    pagina.wait_for_selector(ACABADA)
    mirar("fin")
    assert mal == {}

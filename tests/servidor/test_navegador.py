"""En el navegador: se recarga la pestaña que cambió, donde estaba, y un error se ve y se va."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Error

pytestmark = [pytest.mark.navegador, pytest.mark.lenta]
CASO, OTRO = "mini/casos/uno.html", "mini/casos/dos.html"


@pytest.fixture
def contexto(chromium):
    c = chromium.new_context(viewport={"width": 1000, "height": 400}, locale="es-ES")
    c.set_default_timeout(60_000)
    yield c
    c.close()


@pytest.fixture
def con_dos_casos(en_marcha):
    van = en_marcha.construcciones()
    en_marcha.taller.demos["mini"].casos["dos"] = "adios"
    en_marcha.taller.escribir()
    en_marcha.esperar(lambda: en_marcha.construcciones() > van)
    return en_marcha


def abrir(contexto, sesion, ruta):
    """Una pestaña ya conectada, que cuenta sus cargas y apunta sus errores."""
    pagina = contexto.new_page()
    pagina.cargas, pagina.errores = [], []
    pagina.on("load", lambda _: pagina.cargas.append(1))
    pagina.on("console", lambda m: pagina.errores.append(m.text) if m.type == "error" else None)
    pagina.on("pageerror", lambda e: pagina.errores.append(str(e)))
    with pagina.expect_request(lambda r: "/sucesos" in r.url):
        pagina.goto(f"{sesion.origen}/{ruta}")
    return pagina


def esperar(pagina, expresion):
    """Hasta que se cumpla. La CSP no deja que Playwright la evalúe por su cuenta, y a media recarga no hay dónde."""
    for _ in range(600):
        try:
            if pagina.evaluate(expresion):
                return
        except Error:
            pass
        time.sleep(0.05)
    raise AssertionError(expresion)


def asentar(pagina):
    """La pestaña delante y dos fotogramas pintados: hasta entonces puede quedarle por ir a su ancla."""
    pagina.bring_to_front()
    pagina.evaluate("new Promise((listo) => requestAnimationFrame(() => requestAnimationFrame(() => listo())))")


def test_se_recarga_solo_la_pestana_que_cambio_y_sigue_en_su_paso_y_su_altura(contexto, con_dos_casos):
    sesion = con_dos_casos
    uno, dos = abrir(contexto, sesion, f"{CASO}#paso=2"), abrir(contexto, sesion, OTRO)
    asentar(uno)
    uno.evaluate("scrollTo({top: 137, behavior: 'instant'})")
    asentar(uno)
    assert uno.evaluate("scrollY") == 137
    paso = uno.evaluate("document.querySelector('[data-paso][aria-current]')?.dataset.paso")
    sesion.taller.demos["mini"].casos["uno"] = "algo muy nuevo"
    sesion.taller.escribir()
    uno.get_by_text("algo muy nuevo").first.wait_for(state="attached")
    esperar(uno, "scrollY === 137 && performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
    assert uno.evaluate("location.hash") == "#paso=2"
    assert uno.evaluate("document.querySelector('[data-paso][aria-current]')?.dataset.paso") == paso
    assert len(uno.cargas) == 2
    assert len(dos.cargas) == 1
    assert uno.errores == dos.errores == []


def test_un_error_se_ve_como_texto_en_todas_las_pestanas_y_se_va_al_corregir(contexto, con_dos_casos):
    sesion = con_dos_casos
    pagina = abrir(contexto, sesion, OTRO)
    plan = sesion.taller.corridas / "mini" / "plan.yaml"
    bueno = plan.read_bytes()
    plan.write_bytes(bueno.replace(b'"sprint"', b'"<img src=x onerror=alert(1)>"'))
    banda = pagina.locator("#vitrina-vigilar")
    banda.wait_for()
    assert "plan.yaml" in banda.inner_text()
    assert "<img src=x" in banda.inner_text()
    assert banda.locator("img").count() == 0
    assert banda.get_attribute("role") == "alert"
    plan.write_bytes(bueno)
    banda.wait_for(state="detached")
    assert len(pagina.cargas) == 1, "corregir sin cambiar la página no la recarga"
    assert pagina.errores == []


def test_una_pagina_que_se_borra_lleva_a_la_404_y_si_vuelve_se_ve(contexto, con_dos_casos):
    sesion = con_dos_casos
    pagina = abrir(contexto, sesion, OTRO)
    del sesion.taller.demos["mini"].casos["dos"]
    sesion.taller.escribir()
    esperar(pagina, "document.documentElement.dataset.pagina !== 'caso'")
    sesion.taller.demos["mini"].casos["dos"] = "he vuelto"
    sesion.taller.escribir()
    pagina.get_by_text("he vuelto").first.wait_for(state="attached")


def test_el_grafo_y_el_visor_siguen_funcionando_con_el_cliente_puesto(contexto, con_dos_casos):
    pagina = abrir(contexto, con_dos_casos, CASO)
    pagina.keyboard.press("ArrowRight")
    esperar(pagina, "location.hash.includes('paso')")
    assert pagina.errores == []


def test_con_mas_pestanas_que_conexiones_da_un_navegador_se_abren_todas_y_una_se_recarga(contexto, con_dos_casos):
    sesion = con_dos_casos
    pestanas = [abrir(contexto, sesion, OTRO if n else CASO) for n in range(9)]
    sesion.taller.demos["mini"].casos["uno"] = "algo muy nuevo"
    sesion.taller.escribir()
    pestanas[0].get_by_text("algo muy nuevo").first.wait_for(state="attached")
    assert [len(p.cargas) for p in pestanas[1:]] == [1] * 8
    assert [p.errores for p in pestanas] == [[]] * 9

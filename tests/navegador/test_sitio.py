"""Lo que promete todo el sitio, comprobado en Chromium sobre las corridas versionadas."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

pytestmark = [pytest.mark.navegador, pytest.mark.xdist_group("sitio")]

ETIQUETAS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = Axe()


def un_ejemplo_de_cada_tipo(sitio: Path, paginas: list[str]) -> dict[str, str]:
    """Tipo de página (y, de los casos, con pausa o sin ella) → una página que lo es."""
    vistos: dict[str, str] = {}
    for ruta in paginas:
        html = (sitio / ruta).read_text("utf-8")
        tipo = html.partition('data-pagina="')[2].partition('"')[0]
        idioma = "en" if ruta.startswith("en/") else "es"
        pausa = "-pausa" if tipo == "caso" and 'data-interrupcion="' in html else ""
        vistos.setdefault(f"{tipo}{pausa}-{idioma}", ruta)
    return vistos


@pytest.fixture(scope="module")
def ejemplos(sitio, paginas):
    return un_ejemplo_de_cada_tipo(sitio, paginas)


def test_hay_al_menos_un_ejemplo_de_cada_tipo_en_los_dos_idiomas(ejemplos):
    tipos = {"portada", "demo", "contrato", "nodo", "caso", "documento", "divulgacion", "buscar"}
    assert {f"{t}-{i}" for t in tipos for i in ("es", "en")} <= set(ejemplos)


def test_por_doble_clic_ninguna_pagina_pide_nada_ni_se_queja(sitio, paginas, abrir):
    """Una de cada tipo, demo e idioma: todas juntas las abre `vitrina comprobar --paginas todas`."""
    una_de_cada = {(*Path(r).parts[:-1], "en" in Path(r).parts): r for r in paginas}
    for ruta in una_de_cada.values():
        pagina, vigia = abrir(sitio / ruta)
        assert vigia.limpio(), (ruta, vigia.errores, vigia.externas)
        pagina.close()


def test_por_http_bajo_un_subcamino_tampoco(por_http, ejemplos, abrir):
    for ruta in ejemplos.values():
        pagina, vigia = abrir(f"{por_http}/{ruta}")
        assert vigia.limpio(), (ruta, vigia.errores, vigia.externas)
        assert pagina.locator("[data-divulgacion]").is_visible()
        pagina.close()


@pytest.mark.parametrize(
    "opciones", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}], ids=str
)
def test_axe_no_encuentra_nada_en_ningun_tipo_de_pagina(chromium, sitio, ejemplos, opciones):
    contexto = chromium.new_context(viewport={"width": 1280, "height": 900}, **opciones)
    violaciones = {}
    for tipo, ruta in ejemplos.items():
        pagina = contexto.new_page()
        pagina.goto((sitio / ruta).as_uri())
        informe = AXE.run(pagina, options={"runOnly": {"type": "tag", "values": ETIQUETAS}})
        if informe.violations_count:
            violaciones[tipo] = [
                (v["id"], [n["target"] for n in v["nodes"]][:3]) for v in informe.response["violations"]
            ]
        pagina.close()
    contexto.close()
    assert violaciones == {}


def test_sin_javascript_se_lee_todo(chromium, sitio, ejemplos):
    contexto = chromium.new_context(java_script_enabled=False)
    for ruta in ejemplos.values():
        pagina = contexto.new_page()
        pagina.goto((sitio / ruta).as_uri())
        assert pagina.locator("[data-divulgacion]").is_visible()
        assert pagina.locator("h1").inner_text().strip()
        assert len(pagina.locator("main").inner_text()) > 100, ruta
        pagina.close()
    contexto.close()


@pytest.mark.parametrize("ancho", [320, 360, 768, 1920])
def test_nada_desborda_a_lo_ancho(chromium, sitio, ejemplos, ancho):
    contexto = chromium.new_context(viewport={"width": ancho, "height": 800})
    for ruta in ejemplos.values():
        pagina = contexto.new_page()
        pagina.goto((sitio / ruta).as_uri())
        assert pagina.evaluate("document.documentElement.scrollWidth") <= ancho, (ruta, ancho)
        pagina.close()
    contexto.close()


def test_la_banda_esta_tambien_al_imprimir(chromium, sitio, ejemplos):
    contexto = chromium.new_context()
    for ruta in ejemplos.values():
        pagina = contexto.new_page()
        pagina.goto((sitio / ruta).as_uri())
        pagina.emulate_media(media="print")
        assert pagina.locator("[data-divulgacion]").is_visible(), ruta
        pagina.close()
    contexto.close()


def test_el_conmutador_lleva_a_la_misma_pagina_en_el_otro_idioma(sitio, ejemplos, abrir):
    for tipo, ruta in ejemplos.items():
        if tipo.startswith("no_encontrada"):
            continue
        pagina, _ = abrir(sitio / ruta)
        otra = pagina.locator("link[rel=alternate][hreflang]").evaluate_all("ls => ls.map(l => l.href)")
        destinos = {u for u in otra if "x-default" not in u}
        assert any(u.endswith(ruta.removeprefix("en/")) for u in destinos), (ruta, otra)
        pagina.close()


def test_el_javascript_y_los_estilos_caben_en_su_presupuesto(sitio):
    estaticos = list((sitio / "estaticos").iterdir())
    assert sum(f.stat().st_size for f in estaticos if f.suffix == ".js") <= 40_000
    assert sum(f.stat().st_size for f in estaticos if f.suffix == ".css") <= 30_000

"""Las páginas comunes en un navegador de verdad, por `file://` y con la red cortada."""

import pytest

from generador.paginas import PAGINAS
from tests.navegador.accesible import CLARO, ESTRECHO, FORZADO, en_cada_modo

pytestmark = pytest.mark.navegador

PAGINAS_DE = {
    "portada": "index.html",
    "demo": "adherencia/index.html",
    "contrato": "adherencia/contrato.html",
    "nodo": "adherencia/nodos/guardrail_pre.html",
    "evaluacion": "adherencia/evaluacion.html",
    "registro": "adherencia/registro.html",
    "corridas": "adherencia/corridas.html",
    "comparacion": "adherencia/corridas/2026-06-01-01--2026-06-10-01.html",
    "documento": "adherencia/documentos/0001-orquestacion.html",
    "divulgacion": "divulgacion.html",
    "buscar": "buscar.html",
    "no_encontrada": "404.html",
}
OTRAS = [
    "adherencia/nodos/memoria.html",
    "adherencia/nodos/closing.html",
    "en/index.html",
    "en/adherencia/contrato.html",
    "en/adherencia/corridas/2026-05-01-01--2026-06-10-01.html",
]
TODAS = [*PAGINAS_DE.values(), *OTRAS]


def test_hay_una_pagina_de_cada_tipo_salvo_el_caso_que_tiene_las_suyas():
    assert set(PAGINAS_DE) == {t.nombre for t in PAGINAS} - {"caso"}


@pytest.fixture(scope="module", params=TODAS)
def vista(request, ventana, muestra):
    """(ruta, pestaña, vigía): cada página se abre una vez para todas las pruebas que solo la miran."""
    pagina, vigia = ventana.abrir(muestra / request.param)
    pagina.wait_for_selector("html[data-lista]")
    yield request.param, pagina, vigia
    ventana.recoger()


def test_se_abre_con_doble_clic_sin_errores_ni_peticiones_de_fuera(vista):
    _, _, vigia = vista
    assert vigia.limpio(), (vigia.errores, vigia.externas)


def test_todo_lo_que_se_toca_mide_al_menos_24_pixeles_o_va_en_una_frase(vista):
    _, pagina, _ = vista
    menores = pagina.evaluate(
        """() => [...document.querySelectorAll('button, nav a, summary, .boton, td a, th a, .idiomas a, input')]
          .filter((e) => e.checkVisibility() && e.getClientRects().length)
          .filter((e) => { const r = e.getBoundingClientRect(); return r.height < 24 || r.width < 16; })
          .map((e) => e.outerHTML.slice(0, 120))"""
    )
    assert menores == []


def test_todo_lo_enfocable_ensena_su_foco_y_no_hay_trampas(vista):
    _, pagina, _ = vista
    pagina.evaluate("document.activeElement.blur()")
    vistos = []
    for _ in range(25):
        pagina.keyboard.press("Tab")
        quien = pagina.evaluate(
            """() => { const e = document.activeElement, s = getComputedStyle(e);
              return [e.outerHTML.slice(0, 80), e === document.body || parseFloat(s.outlineWidth) >= 2
                || !!e.closest('.nodo, [data-grafo]')]; }"""
        )
        vistos.append(quien[0])
        assert quien[1], quien
    assert len(set(vistos)) > 3


def test_axe_no_encuentra_nada(vista):
    """La oscura, a 360 px: la ancha y oscura la miran las del sitio."""
    ruta, pagina, _ = vista
    assert dict(en_cada_modo(pagina, (CLARO,) if ruta in OTRAS else (CLARO, FORZADO, ESTRECHO))) == {}


def test_no_desborda_a_lo_ancho(vista):
    _, pagina, _ = vista
    for ancho in (1920, 768, 320):
        pagina.set_viewport_size({"width": ancho, "height": 800})
        assert pagina.evaluate("document.documentElement.scrollWidth") <= ancho


@pytest.mark.parametrize("ruta", TODAS)
def test_sin_javascript_hay_contenido(muestra, abrir_sin_js, ruta):
    pagina, _ = abrir_sin_js(muestra / ruta)
    assert pagina.locator("main").inner_text().strip()


def test_la_tipografia_propia_carga_y_una_ajena_no(muestra, abrir):
    pagina, _ = abrir(muestra / "index.html")
    assert pagina.evaluate("document.fonts.ready.then(() => document.fonts.check('600 16px Inter'))")
    ajena = """() => new Promise((listo) => {
      addEventListener('securitypolicyviolation', (e) => listo(e.effectiveDirective));
      new FontFace('ajena', 'url(http://127.0.0.1:9/x.woff2)').load().catch(() => 0);
      setTimeout(() => listo('nada'), 2000);
    })"""
    assert pagina.evaluate(ajena) == "font-src"


def test_lo_inyectado_no_se_ejecuta(muestra, abrir):
    pagina, _ = abrir(muestra / "index.html")
    inyectar = """() => {
      try { document.body.innerHTML = '<img src=x onerror=alert(1)>'; return ''; } catch (e) { return String(e); }
    }"""
    assert "TrustedHTML" in pagina.evaluate(inyectar)


class TestTema:
    def test_el_boton_recorre_sistema_claro_y_oscuro_y_se_recuerda(self, muestra, abrir):
        pagina, _ = abrir(muestra / "index.html")
        boton = pagina.locator("[data-tema-conmutar]")
        assert boton.get_attribute("aria-label") == "Tema: según el sistema"
        boton.click()
        assert pagina.evaluate("document.documentElement.dataset.tema") == "claro"
        boton.click()
        assert boton.get_attribute("aria-label") == "Tema: oscuro"
        pagina.goto((muestra / "divulgacion.html").as_uri())
        assert pagina.evaluate("document.documentElement.dataset.tema") == "oscuro"
        pagina.locator("[data-tema-conmutar]").click()
        assert pagina.evaluate("document.documentElement.dataset.tema") is None

    def test_el_tema_elegido_manda_sobre_el_del_sistema(self, muestra, abrir):
        pagina, _ = abrir(muestra / "index.html")
        fondo = "getComputedStyle(document.documentElement).backgroundColor"
        antes = pagina.evaluate(fondo)
        pagina.keyboard.press("t")
        pagina.keyboard.press("t")
        assert pagina.evaluate(fondo) != antes


class TestAtajos:
    def test_la_interrogacion_abre_la_ayuda_y_escape_la_cierra(self, muestra, abrir):
        pagina, _ = abrir(muestra / "index.html")
        pagina.keyboard.press("?")
        assert pagina.locator("#atajos").is_visible()
        pagina.keyboard.press("Escape")
        assert not pagina.locator("#atajos").is_visible()

    def test_la_barra_lleva_a_buscar_con_la_caja_enfocada(self, muestra, abrir):
        pagina, _ = abrir(muestra / "adherencia/nodos/closing.html")
        pagina.keyboard.press("/")
        pagina.wait_for_selector("html[data-pagina=buscar][data-lista]")
        assert pagina.evaluate("document.activeElement.id") == "consulta"

    def test_una_letra_dentro_de_la_caja_no_es_un_atajo(self, muestra, abrir):
        pagina, _ = abrir(muestra / "buscar.html")
        pagina.locator("#consulta").press_sequentially("t?/")
        assert pagina.locator("#consulta").input_value() == "t?/"
        assert not pagina.locator("#atajos").is_visible()


class TestIdioma:
    def test_el_conmutador_lleva_a_la_misma_pagina_y_al_mismo_punto(self, muestra, abrir):
        pagina, _ = abrir((muestra / "adherencia/contrato.html").as_uri() + "#variante-hitl")
        pagina.locator('.idiomas a[hreflang="en"]').click()
        pagina.wait_for_selector("html[lang=en]")
        assert pagina.url.endswith("/en/adherencia/contrato.html#variante-hitl")
        assert pagina.locator("h1").inner_text() == "Is it what we promised?"

    def test_sin_javascript_tambien_se_cambia(self, muestra, abrir_sin_js):
        pagina, _ = abrir_sin_js(muestra / "index.html")
        pagina.locator('.idiomas a[hreflang="en"]').click()
        assert pagina.locator("h1").inner_text().startswith("What each agent promised")


class TestBuscar:
    @pytest.fixture
    def buscar(self, muestra, abrir):
        pagina, vigia = abrir(muestra / "buscar.html")
        yield pagina
        assert vigia.limpio(), vigia.errores

    @pytest.mark.parametrize(
        ("palabras", "titulo"),
        [
            ("guardrail_pre", "guardrail_pre"),
            ("cita comprobada", "Una duda corriente, con su cita comprobada"),
            ("connectionerror", "ConnectionError · retrieve_context"),
            ("adr", "ADR 0001: un grafo corto"),
            ("MEDICACION", "Adherencia a la medicación"),
        ],
    )
    def test_encuentra_nodos_casos_errores_y_documentos_sin_mirar_acentos(self, buscar, palabras, titulo):
        buscar.locator("#consulta").fill(palabras)
        assert buscar.locator("[data-resultados] li a").first.inner_text() == titulo

    def test_encuentra_lo_que_dijo_un_modelo_y_lleva_a_su_paso(self, buscar):
        buscar.locator("#consulta").fill("doble la dosis")
        primero = buscar.locator("[data-resultados] li").first
        assert "Doble la dosis" in primero.inner_text()
        assert "#paso=4" in primero.locator("a").get_attribute("href")

    def test_con_el_teclado_se_recorre_y_se_abre(self, buscar):
        caja = buscar.locator("#consulta")
        caja.fill("guardrail")
        caja.press("ArrowDown")
        assert buscar.evaluate("document.activeElement.closest('[data-resultados]') !== null")
        buscar.keyboard.press("ArrowUp")
        assert buscar.evaluate("document.activeElement.id") == "consulta"
        caja.press("Enter")
        buscar.wait_for_selector("html[data-pagina=nodo]")

    def test_lo_que_no_esta_se_dice(self, buscar):
        buscar.locator("#consulta").fill("zzzzz")
        assert buscar.locator("#cuenta").inner_text() == "Nada con esas palabras."

    def test_la_direccion_guarda_la_consulta(self, muestra, abrir):
        pagina, _ = abrir((muestra / "buscar.html").as_uri() + "#q=closing")
        assert pagina.locator("[data-resultados] li a").first.inner_text() == "closing"

    def test_un_texto_hostil_de_la_direccion_no_crea_elementos(self, muestra, abrir):
        pagina, vigia = abrir((muestra / "buscar.html").as_uri() + "#q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")
        assert pagina.locator("main img").count() == 0
        assert vigia.limpio()

    def test_sin_javascript_queda_el_indice_entero(self, muestra, abrir_sin_js):
        pagina, _ = abrir_sin_js(muestra / "buscar.html")
        assert not pagina.locator("#consulta").is_visible()
        assert pagina.locator("[data-indice] a", has_text="guardrail_post").is_visible()


def test_lo_que_dijo_un_modelo_se_copia_con_su_procedencia(muestra, abrir):
    pagina, _ = abrir(muestra / "adherencia/index.html")
    copiado = pagina.evaluate(
        """() => {
          const fila = document.querySelector('tr[data-caso]');
          getSelection().selectAllChildren(fila);
          const datos = new DataTransfer();
          document.dispatchEvent(new ClipboardEvent('copy', {clipboardData: datos, bubbles: true, cancelable: true}));
          return datos.getData('text/plain');
        }"""
    )
    assert "guion determinista" in copiado


def test_al_imprimir_queda_la_banda_y_se_va_la_navegacion(muestra, abrir):
    pagina, _ = abrir(muestra / "adherencia/index.html")
    pagina.emulate_media(media="print")
    assert pagina.locator("[data-divulgacion]").is_visible()
    assert not pagina.locator(".menu").is_visible()
    assert not pagina.locator(".utiles").is_visible()

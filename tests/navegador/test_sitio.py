"""Lo que promete todo el sitio, comprobado en Chromium sobre las corridas versionadas."""

import re
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import pytest

from tests.navegador.accesible import CLARO, FORZADO, OSCURO, en_cada_modo

pytestmark = pytest.mark.navegador


def un_ejemplo_de_cada_tipo(sitio: Path, paginas: list[str]) -> dict[str, str]:
    """Tipo de página (y, de los casos, con pausa o sin ella) → la menor: lo largo y lo raro está en la muestra."""
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


@pytest.fixture(scope="module")
def en_espanol(ejemplos):
    return [ruta for tipo, ruta in ejemplos.items() if tipo.endswith("-es")]


def test_hay_al_menos_un_ejemplo_de_cada_tipo_en_los_dos_idiomas(ejemplos):
    tipos = {"portada", "demo", "contrato", "nodo", "caso", "documento", "divulgacion", "buscar"}
    assert {f"{t}-{i}" for t in tipos for i in ("es", "en")} <= set(ejemplos)


@dataclass(frozen=True)
class Vista:
    """Lo que se vio de una página sin volver a abrirla."""

    quejas: tuple[str, ...]
    anchos: dict[int, int]
    banda_al_imprimir: bool
    otro_idioma: list[str]


@pytest.fixture(scope="module")
def vistas(ventana, sitio, ejemplos):
    """Cada ejemplo, abierto una vez con JavaScript: todas las páginas las abre `vitrina comprobar --paginas todas`."""
    yield {ruta: ver(ventana, sitio / ruta) for ruta in ejemplos.values()}
    ventana.recoger()


def ver(ventana, fichero: Path) -> Vista:
    pagina, vigia = ventana.abrir(fichero)
    anchos = {}
    for ancho in (1920, 768, 360, 320):
        pagina.set_viewport_size({"width": ancho, "height": 800})
        anchos[ancho] = pagina.evaluate("document.documentElement.scrollWidth")
    pagina.emulate_media(media="print")
    banda = pagina.locator("[data-divulgacion]").is_visible()
    pagina.emulate_media(media="screen")
    otro = pagina.locator(".idiomas a[hreflang]:not([aria-current])").evaluate_all("as => as.map(a => a.href)")
    return Vista((*vigia.errores, *vigia.externas), anchos, banda, otro)


def test_por_doble_clic_ninguna_pagina_pide_nada_ni_se_queja(vistas):
    assert {ruta: v.quejas for ruta, v in vistas.items() if v.quejas} == {}


def test_por_doble_clic_tampoco_se_queja_ninguna_demo(sitio, paginas, abrir):
    una_por_carpeta = {Path(ruta).parent: ruta for ruta in reversed(paginas)}
    for ruta in una_por_carpeta.values():
        _, vigia = abrir(sitio / ruta)
        assert vigia.limpio(), (ruta, vigia.errores, vigia.externas)


def test_nada_desborda_a_lo_ancho(vistas):
    assert {ruta: v.anchos for ruta, v in vistas.items() if any(mide > a for a, mide in v.anchos.items())} == {}


def test_la_banda_esta_tambien_al_imprimir(vistas):
    assert [ruta for ruta, v in vistas.items() if not v.banda_al_imprimir] == []


def test_el_conmutador_lleva_a_la_misma_pagina_en_el_otro_idioma(sitio, vistas):
    for ruta, v in vistas.items():
        pareja = ruta.removeprefix("en/") if ruta.startswith("en/") else f"en/{ruta}"
        assert v.otro_idioma == [(sitio / pareja).as_uri()]


def test_por_http_bajo_un_subcamino_tampoco(por_http, en_espanol, abrir):
    for ruta in en_espanol:
        pagina, vigia = abrir(f"{por_http}/{ruta}")
        assert vigia.limpio(), (ruta, vigia.errores, vigia.externas)
        assert pagina.locator("[data-divulgacion]").is_visible()


FUENTES = """async (ajena) => {
  await document.fonts.ready;
  const propia = [...document.fonts].find((f) => f.family.replaceAll('"', "") === "Inter");
  await propia.load();
  return [propia.status, await new FontFace("ajena", `url(${ajena})`).load().then(() => "cargada", () => "bloqueada")];
}"""


@pytest.mark.parametrize("medio", ["doble clic", "http"])
def test_la_tipografia_propia_carga_y_la_misma_desde_otro_origen_no(sitio, por_http, abrir, medio):
    """`font-src 'self'` (ADR 0002). La de otro origen existe y se sirve: si no llega, es la política."""
    pagina, vigia = abrir(sitio / "index.html" if medio == "doble clic" else f"{por_http}/index.html")
    (fichero,) = (sitio / "estaticos").glob("inter.*.woff2")
    otra = f"{por_http.replace('127.0.0.1', 'localhost')}/estaticos/{fichero.name}"
    assert pagina.evaluate(FUENTES, otra) == ["loaded", "bloqueada"]
    assert any("font-src" in error for error in vigia.errores)


def test_sin_javascript_se_lee_todo(sitio, en_espanol, abrir_sin_js):
    for ruta in en_espanol:
        pagina, _ = abrir_sin_js(sitio / ruta)
        assert pagina.locator("[data-divulgacion]").is_visible()
        assert pagina.locator("h1").inner_text().strip()
        assert len(pagina.locator("main").inner_text()) > 100, ruta


@pytest.mark.lenta
def test_axe_no_encuentra_nada_en_ningun_tipo_de_pagina(sitio, ejemplos, abrir):
    """Una de cada, en un modo cada una: todas en todos, las de muestra."""
    turnos = cycle(((CLARO, "es"), (OSCURO, "en"), (FORZADO, "es")))
    for tipo, (modo, idioma) in zip(sorted({t.rpartition("-")[0] for t in ejemplos}), turnos, strict=False):
        pagina, _ = abrir(sitio / ejemplos[f"{tipo}-{idioma}"])
        assert dict(en_cada_modo(pagina, [modo])) == {}, tipo


def test_ninguna_pagina_publicada_pasa_de_5000_elementos_ni_de_un_mega(sitio, paginas):
    textos = {ruta: (sitio / ruta).read_bytes() for ruta in paginas}
    assert [r for r, t in textos.items() if len(t) > 1_000_000 or len(re.findall(rb"<[a-zA-Z]", t)) > 5_000] == []


def test_el_javascript_y_los_estilos_caben_en_su_presupuesto(sitio):
    estaticos = list((sitio / "estaticos").iterdir())
    assert sum(f.stat().st_size for f in estaticos if f.suffix == ".js") <= 40_000
    assert sum(f.stat().st_size for f in estaticos if f.suffix == ".css") <= 30_000


@pytest.mark.parametrize(("demo", "anexo"), [("control", "registro"), ("adherencia", "evaluacion")])
def test_la_evaluacion_y_el_registro_se_bajan_tal_como_se_escribieron(sitio, demo, anexo):
    vigente = max((Path("corridas") / demo).glob(f"2*/{anexo}.json"))
    for prefijo, sube in (("", "../"), ("en/", "../../")):
        pagina = (sitio / prefijo / demo / f"{anexo}.html").read_text("utf-8")
        assert f'href="{sube}{demo}/descargas/anexo.{anexo}.json" download' in pagina
    assert (sitio / demo / "descargas" / f"anexo.{anexo}.json").read_bytes() == vigente.read_bytes()

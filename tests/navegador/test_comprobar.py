"""`vitrina comprobar`: un sitio bueno pasa, y cada defecto que se le mete se encuentra con su página y su remedio."""

import json
import os
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from generador import sitio as tuberia
from generador.cli import main
from generador.errores import Codigo, ErrorDeEntrada
from generador.navegador import chromium as lanzador
from generador.navegador import controles, reproduccion
from generador.navegador.chromium import chromium
from generador.navegador.comprobar import comprobar
from generador.navegador.estaticas import comprobar_html
from generador.navegador.informe import CONTROLES, Cuaderno, Falta, Informe, como_json, texto
from generador.navegador.lectura import Pagina, leer_sitio
from generador.navegador.muestra import POR_DEFECTO, cuantas, elegir
from generador.navegador.reproduccion import que_no_cuadra
from generador.navegador.visita import pestana
from generador.nueva import nueva

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.navegador

RAIZ = Path(__file__).parent.parent.parent
CASO = "mia/casos/ejemplo.html"


@pytest.fixture(scope="module")
def corridas(tmp_path_factory) -> Path:
    """Una demo de un agente ajeno, recién hecha con `vitrina nueva`."""
    carpeta = tmp_path_factory.mktemp("ajena") / "corridas"
    ahora = datetime(2026, 1, 2, tzinfo=UTC)
    nueva("tests.agente_ajeno:con_herramientas", carpeta, demo="mia", ahora=lambda: ahora)
    return carpeta


@pytest.fixture(scope="module")
def bueno(corridas) -> Path:
    """El sitio de esa demo en los dos idiomas; la carpeta lleva espacio y eñe."""
    destino = corridas.parent / "mi sitio ñ"
    tuberia.construir(corridas, destino)
    return destino


@pytest.fixture
def sitio(bueno, tmp_path) -> Path:
    """Una copia que se puede estropear."""
    return Path(shutil.copytree(bueno, tmp_path / "sitio"))


def cambiar(pagina: Path, antes: str, despues: str) -> None:
    html = pagina.read_text("utf-8")
    assert antes in html, f"{pagina.name} no lleva {antes}"
    pagina.write_text(html.replace(antes, despues, 1), "utf-8")


def estaticas(sitio: Path) -> set[tuple[str, str]]:
    """(página, control) de las faltas que se ven sin navegador."""
    cuaderno = Cuaderno()
    comprobar_html(leer_sitio(sitio), cuaderno)
    return {(f.pagina, f.control) for f in cuaderno.faltas}


# --- en el navegador -----------------------------------------------------------------------------------------


@pytest.mark.lenta
def test_un_sitio_recien_construido_pasa_y_todos_los_controles_miraron_algo(bueno):
    informe = comprobar(bueno, paginas=3)
    assert informe.faltas == ()
    assert informe.codigo is Codigo.BIEN
    assert set(informe.hechas) == set(CONTROLES)
    assert len(informe.vistas) == 3 < informe.paginas
    assert informe.idiomas == ("en", "es")


def estropear(sitio: Path) -> dict[tuple[str, str], str]:
    """Un defecto por página. De (página, control) a lo que tiene que decir la falta."""
    estaticos = {
        "roto.js": 'throw new Error("se rompió");',
        "enciende.js": 'document.addEventListener("vitrina:paso", () => document.querySelectorAll("svg [data-nodo]")'
        '.forEach((e) => e.classList.add("actual")));',
        "ancho.css": "main{min-width:900px}",
        "sin-banda.css": "[data-divulgacion]{display:none}",
        "con-guion.css": "@media (scripting: none){main{display:none}}",
    }
    for nombre, contenido in estaticos.items():
        (sitio / "estaticos" / nombre).write_text(contenido, "utf-8")
    cambiar(sitio / CASO, "</head>", '<script src="../../estaticos/roto.js" defer></script></head>')
    cambiar(sitio / CASO, "</head>", '<script src="../../estaticos/enciende.js" defer></script></head>')
    cambiar(sitio / "mia" / "contrato.html", "</main>", '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></main>')
    cambiar(sitio / "mia" / "contrato.html", "</main>", '<img alt="" src="/fuera.png"></main>')
    cambiar(
        sitio / "mia" / "corridas.html", "</head>", '<link rel="stylesheet" href="../estaticos/sin-banda.css"></head>'
    )
    cambiar(sitio / "mia" / "index.html", "</head>", '<link rel="stylesheet" href="../estaticos/con-guion.css"></head>')
    cambiar(sitio / "mia" / "index.html", "</head>", '<link rel="stylesheet" href="../estaticos/ancho.css"></head>')
    for parte in (sitio / "buscar").glob("*.js"):
        parte.write_text("recibirIndice([])", "utf-8")
    return {
        (CASO, "consola"): "se rompió",
        (CASO, "reproduccion"): "paso 1: se enciende",
        ("mia/contrato.html", "axe"): "«image-alt»",
        ("mia/contrato.html", "peticiones"): "«/fuera.png» de fuera",
        ("mia/corridas.html", "banda"): "no se ve",
        ("mia/index.html", "sin_javascript"): "el contenido",
        ("mia/index.html", "estrecho"): "a 320 px mide 9",
        ("buscar.html", "busqueda"): "no encuentra nada",
    }


@pytest.mark.lenta
def test_cada_defecto_se_encuentra_en_su_pagina_y_dice_que_hacer_y_el_json_y_el_codigo_lo_cuentan(corridas, tmp_path):
    """Con la orden, que es como se usa. Se abre una de cada tipo hasta la de divulgación, que está sana."""
    sitio = tmp_path / "sitio"
    tuberia.construir(corridas, sitio, idiomas=("es",))
    debidas = estropear(sitio)
    hecho = CliRunner().invoke(main, ["comprobar", str(sitio), "--paginas", "6", "--json"])
    datos = json.loads(hecho.stdout)
    assert hecho.exit_code == Codigo.DIFERENCIAS and datos["bien"] is False
    for (pagina, control), que in debidas.items():
        suyas = [f for f in datos["faltas"] if f["pagina"] == pagina and f["control"] == control]
        assert any(que in f["que_pasa"] for f in suyas), (pagina, control, suyas)
        assert all(f["que_hacer"] for f in suyas)
        assert datos["controles"][control]["faltas"] >= 1
    sanas = set(datos["paginas"]["abiertas"]) - {pagina for pagina, _ in debidas}
    assert sanas == {"divulgacion.html"}
    assert not {f["pagina"] for f in datos["faltas"]} & sanas


ESCONDEN = {
    "opacidad": "[data-divulgacion]{opacity:0.01}",
    "fuera": "[data-divulgacion]{position:absolute;left:-9999px}",
    "recorte": "[data-divulgacion]{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}",
    "letra": "[data-divulgacion],[data-divulgacion] *{font-size:0}",
    "color": "[data-divulgacion],[data-divulgacion] *{color:transparent!important}",
    "tapada": "main{position:fixed;inset:0;z-index:9999;background:#fff}",
}


@pytest.mark.lenta
def test_una_banda_que_esta_pero_no_se_lee_no_vale(bueno):
    """Todas las maneras de que esté en el HTML, ocupe sitio para el navegador y nadie la vea."""
    with chromium() as navegador, pestana(navegador, f"{bueno.as_uri()}/") as abierta:
        abierta.abrir("index.html")
        assert controles.se_ve_la_banda(abierta.pagina)
        for manera, estilo in ESCONDEN.items():
            abierta.abrir("index.html")
            poner = "(css) => { const h = new CSSStyleSheet(); h.replaceSync(css); document.adoptedStyleSheets = [h]; }"
            abierta.pagina.evaluate(poner, estilo)
            assert not controles.se_ve_la_banda(abierta.pagina), manera


@pytest.mark.lenta
def test_sin_sus_guiones_o_con_ellos_rotos_hay_faltas_y_no_una_traza(sitio, monkeypatch):
    """El visor no arranca, el buscador no deja escribir y una imagen no se pinta: se dice de cada una."""
    monkeypatch.setattr(reproduccion, "ESPERA", 200)
    for guion in (*(sitio / "estaticos").glob("caso.*.js"), *(sitio / "estaticos").glob("buscar.*.js")):
        guion.write_text("throw new Error('roto')", "utf-8")
    (sitio / "mia" / "rara.png").write_bytes(b"no es una imagen")
    cambiar(sitio / "mia" / "corridas.html", "</main>", '<img alt="" src="rara.png"></main>')
    abiertas = (CASO, "buscar.html", "mia/corridas.html")
    solo_esas = lambda todas, _: [p for p in todas if p.ruta in abiertas]  # noqa: E731
    monkeypatch.setattr("generador.navegador.comprobar.elegir", solo_esas)
    faltas = {(f.pagina, f.control) for f in comprobar(sitio, paginas=3).faltas}
    assert {(CASO, "reproduccion"), ("buscar.html", "busqueda"), ("mia/corridas.html", "enlaces")} <= faltas


@pytest.mark.lenta
def test_una_pagina_que_no_se_deja_mirar_es_una_falta_y_la_siguiente_se_mira_igual(bueno):
    cuaderno = Cuaderno()
    with chromium() as navegador, pestana(navegador, f"{bueno.as_uri()}/") as abierta:
        with abierta.visitar("index.html", cuaderno, "con doble clic") as pagina:
            pagina.emulate_media(media="print")
            pagina.set_viewport_size({"width": 320, "height": 700})
            pagina.evaluate("() => { throw new Error('se atragantó'); }")
        with abierta.visitar("divulgacion.html", cuaderno, "con doble clic") as pagina:
            assert pagina.evaluate("[innerWidth, matchMedia('print').matches]") == [1280, False]
    assert [(f.pagina, f.control) for f in cuaderno.faltas] == [("index.html", "consola")]
    assert "se atragantó" in next(iter(cuaderno.faltas)).que_pasa


# --- sin navegador -------------------------------------------------------------------------------------------


def test_el_sitio_bueno_no_tiene_faltas_a_la_vista(bueno):
    assert estaticas(bueno) == set()


@pytest.mark.parametrize(
    ("antes", "despues", "control"),
    [
        ("data-divulgacion=", "data-otra=", "banda"),
        ("<aside data-divulgacion", "<aside hidden data-divulgacion", "banda"),
        ("<body>", '<body><aside data-divulgacion="sitio">otra</aside>', "banda"),
        ("</main>", '<a href="no-existe.html">x</a></main>', "enlaces"),
        ("</main>", '<a href="divulgacion.html#no-existe">x</a></main>', "enlaces"),
        ("</main>", '<a href="#no-existe">x</a></main>', "enlaces"),
        ("</main>", '<a href="/index.html">x</a></main>', "enlaces"),
        ("</main>", '<a href="javascript:alert(1)">x</a></main>', "enlaces"),
        ("</main>", '<a href="Divulgacion.html">x</a></main>', "enlaces"),
        ("</main>", '<script src="https://fuera.invalid/x.js"></script></main>', "peticiones"),
        ("</main>", '<img alt="" src="//fuera.invalid/x.png"></main>', "peticiones"),
        ("</main>", '<p id="dos">a</p><p id="dos">b</p></main>', "enlaces"),
        ("</main>", '<form action="https://fuera.invalid/"></form></main>', "peticiones"),
        ("</main>", '<form><button formaction="/fuera">x</button></form></main>', "peticiones"),
        ("connect-src 'none'", "connect-src *", "peticiones"),
        ('http-equiv="Content-Security-Policy"', 'http-equiv="Otra"', "peticiones"),
        ("</main>", '<svg><g class="nodo" data-nodo="fantasma"></g></svg></main>', "tablas"),
        ('lang="es"', 'lang="fr"', "idiomas"),
        ('lang="es"', 'lang="en"', "idiomas"),
        ('lang="es"', "", "idiomas"),
    ],
)
def test_lo_que_se_ve_en_el_html_se_mira_en_todas_las_paginas(sitio, antes, despues, control):
    cambiar(sitio / "index.html", antes, despues)
    assert estaticas(sitio) == {("index.html", control)}


@pytest.mark.parametrize(
    "enlace", ["https://fuera.example/x", "mailto:a@b.example", "divulgacion.html?x=1#contenido", "mia/index.html"]
)
def test_un_enlace_bueno_no_es_una_falta(sitio, enlace):
    cambiar(sitio / "index.html", "</main>", f'<a href="{enlace}">x</a></main>')
    assert estaticas(sitio) == set()


def test_un_nodo_dibujado_lo_nombra_una_tabla_y_no_basta_con_que_este_escrito(sitio):
    nodo = '<svg><g class="nodo" data-nodo="sub:fantasma"></g><g class="nodo g-fin" data-nodo="__end__"></g></svg>'
    cambiar(sitio / "index.html", "</main>", f"{nodo}<p>fantasma</p><table><tr><td>otro</td></tr></table></main>")
    assert estaticas(sitio) == {("index.html", "tablas")}
    cambiar(sitio / "index.html", "<td>otro</td>", "<td>fan\u2066⟦U+2066⟧tasma</td>")
    assert estaticas(sitio) == set()


def test_una_banda_dentro_de_algo_escondido_no_vale(sitio):
    cambiar(sitio / "index.html", "<aside data-divulgacion", '<div aria-hidden="true"><aside data-divulgacion')
    cambiar(sitio / "index.html", "</aside>", "</aside></div>")
    assert estaticas(sitio) == {("index.html", "banda")}


def test_a_una_pagina_sin_pareja_se_la_nombra(sitio):
    (sitio / "en" / "divulgacion.html").unlink()
    assert ("divulgacion.html", "idiomas") in estaticas(sitio)


def test_un_sitio_en_un_solo_idioma_no_necesita_parejas(corridas, tmp_path):
    tuberia.construir(corridas, tmp_path / "sitio", idiomas=("en",))
    assert estaticas(tmp_path / "sitio") == set()


@pytest.mark.parametrize("que", ["no-existe", "vacia", "ajena"])
def test_lo_que_no_es_un_sitio_sale_con_2_y_dice_que_hacer(tmp_path, que):
    (tmp_path / "vacia").mkdir()
    (tmp_path / "ajena").mkdir()
    (tmp_path / "ajena" / "index.html").write_text("<html>", "utf-8")
    hecho = CliRunner().invoke(main, ["comprobar", str(tmp_path / que)])
    assert hecho.exit_code == Codigo.ENTRADA_INVALIDA
    assert "vitrina construir" in hecho.stderr


def test_sin_navegador_sale_con_2_y_dice_como_conseguirlo(bueno, monkeypatch):
    monkeypatch.setattr(lanzador.shutil, "which", lambda _: None)
    monkeypatch.setattr(lanzador.Path, "exists", lambda _: False)
    hecho = CliRunner().invoke(main, ["comprobar", str(bueno)])
    assert hecho.exit_code == Codigo.ENTRADA_INVALIDA
    assert "playwright install chromium" in hecho.stderr


def test_sin_el_extra_se_dice_cual_falta(bueno, monkeypatch):
    monkeypatch.setitem(sys.modules, "axe_playwright_python", None)
    with pytest.raises(ErrorDeEntrada, match=r"vitrina\[comprobar\]"):
        comprobar(bueno)


@pytest.mark.parametrize(("escrito", "son"), [("", POR_DEFECTO), ("7", 7), ("todas", None)])
def test_cuantas_paginas(escrito, son):
    assert cuantas(escrito) == son


@pytest.mark.parametrize("escrito", ["0", "-1", "muchas", "1.5", "²"])
def test_un_numero_de_paginas_que_no_vale_se_rechaza(escrito):
    with pytest.raises(ErrorDeEntrada, match="no vale"):
        cuantas(escrito)


paginas = st.builds(
    Pagina,
    ruta=st.text("abc/", min_size=1, max_size=6),
    tipo=st.sampled_from(["caso", "nodo", "demo"]),
    idioma=st.sampled_from(["es", "en"]),
    con_visor=st.booleans(),
    bytes=st.integers(0, 100),
    ids=st.just(frozenset()),
    enlaces=st.just(()),
    bandas=st.just(()),
)


@given(todas=st.lists(paginas, max_size=20, unique_by=lambda p: p.ruta), n=st.integers(1, 25), azar=st.randoms())
def test_la_muestra_no_depende_del_orden_y_empieza_por_una_de_cada_clase(todas, n, azar):
    clases = {(p.tipo, p.idioma, p.demo) for p in todas}
    elegidas = elegir(todas, n)
    revueltas = list(todas)
    azar.shuffle(revueltas)
    assert elegir(revueltas, n) == elegidas
    assert len(elegidas) == min(n, len(todas))
    assert len({(p.tipo, p.idioma, p.demo) for p in elegidas}) == min(n, len(clases))


BIEN = {"n": 1, "visto": True, "encendidos": ["a"], "tareas": 1, "dicho": "1 a", "datos": ["a"]}


@pytest.mark.parametrize(
    ("cambio", "que"),
    [
        ({}, ""),
        ({"visto": False}, "no llega"),
        ({"encendidos": []}, "se enciende nada"),
        ({"encendidos": ["a", "b"]}, "«a», «b»"),
        ({"encendidos": ["b"], "datos": ["b"], "dicho": "1 a"}, "no nombra «b»"),
        ({"tareas": 0}, "0 tareas"),
        ({"datos": ["fuera:a"], "encendidos": []}, ""),
    ],
)
def test_un_paso_cuadra_si_lo_encendido_los_datos_y_lo_escrito_dicen_lo_mismo(cambio, que):
    dicho = que_no_cuadra({**BIEN, **cambio}, frozenset({"a", "b"}))
    assert (que in dicho) if que else dicho == ""


def informe_con(*faltas: Falta) -> Informe:
    return Informe("sitio", ("es",), 3, ("index.html",), {"axe": 2}, faltas)


def test_el_informe_de_texto_dice_pagina_que_pasa_y_que_hacer_y_que_no_se_miro():
    dicho = texto(informe_con(Falta("a\x1b.html", "axe", "mal", "arréglalo")))
    assert "a\\u001b.html: mal → arréglalo" in dicho
    assert "✗ axe" in dicho
    assert "– banda" in dicho
    assert dicho.endswith("1 faltas")


def test_el_json_cuenta_lo_mismo_que_el_texto():
    datos = json.loads(como_json(informe_con(Falta("a.html", "axe", "mal", "arréglalo"))))
    assert datos["controles"]["axe"] == {"hechas": 2, "faltas": 1}
    assert datos["controles"]["banda"] == {"hechas": 0, "faltas": 0}
    assert datos["faltas"] == [{"pagina": "a.html", "control": "axe", "que_pasa": "mal", "que_hacer": "arréglalo"}]


# --- el complemento de pytest --------------------------------------------------------------------------------


@pytest.fixture
def ajeno(pytester, monkeypatch):
    """Un proyecto que no es este, con el complemento puesto como lo pone el punto de entrada."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(RAIZ), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return lambda *args: pytester.runpytest_subprocess("-p", "generador.navegador.complemento", *args)


@pytest.mark.lenta
def test_la_prueba_lista_para_usar_pasa_y_las_fixtures_dan_el_sitio(ajeno, pytester, bueno):
    shutil.copytree(bueno, pytester.path / "sitio")
    pytester.makeini("[pytest]\nvitrina_sitio = sitio\nvitrina_paginas = 1\n")
    pytester.makepyfile(
        "from generador.navegador.pruebas import test_vitrina\n"
        "def test_mia(vitrina_informe, vitrina_sitio):\n"
        "    assert len(vitrina_informe.vistas) == 1 and (vitrina_sitio / 'index.html').is_file()\n"
    )
    hecho = ajeno("-rs")
    cuenta = hecho.parseoutcomes()
    assert cuenta.get("failed", 0) == cuenta.get("errors", 0) == 0
    assert cuenta["passed"] + cuenta.get("skipped", 0) == len(CONTROLES) + 1
    assert cuenta["passed"] >= 8


@pytest.mark.lenta
def test_sin_escribir_ningun_fichero_falla_el_control_que_toca_y_nombra_la_pagina(ajeno, pytester, sitio):
    cambiar(sitio / "index.html", "</main>", '<a href="no-existe.html">x</a></main>')
    (sitio / "SHA256SUMS").unlink()  # si no, tampoco cuadraría
    orden = ["--pyargs", "generador.navegador.pruebas", "--vitrina-sitio", str(sitio), "--vitrina-paginas", "1"]
    hecho = ajeno(*orden)
    assert hecho.parseoutcomes()["failed"] == 1
    hecho.stdout.fnmatch_lines(["*index.html: «no-existe.html» no lleva a ningún fichero*", "FAILED*enlaces*"])


@pytest.mark.parametrize(
    ("opciones", "que"),
    [((), "*no se dice qué sitio comprobar*"), (("--vitrina-sitio", "no-hay"), "*no existe la carpeta*construir*")],
)
def test_mal_configurado_lo_dice_y_no_pasa(ajeno, pytester, opciones, que):
    pytester.makepyfile("from generador.navegador.pruebas import test_vitrina")
    hecho = ajeno(*opciones)
    assert hecho.ret != 0
    assert hecho.parseoutcomes().get("passed", 0) == 0
    hecho.stdout.fnmatch_lines([que])

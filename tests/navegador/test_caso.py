"""El visor de un caso en Chromium, por `file://` y con la red cortada: lo que se enciende, las teclas y los enlaces."""

from pathlib import Path
from typing import Any

import pytest

from generador.modelo.traza import Traza
from generador.paginas import crear_contextos, rutas
from generador.paginas.caso import TIPO, ficheros
from generador.representacion import representar
from generador.representacion.entorno import crear_entorno
from generador.representacion.idiomas import Catalogo
from generador.representacion.recursos import carpeta_de_plantillas, leer_estaticos
from tests.hostiles import CADENAS
from tests.navegador.accesible import CLARO, FORZADO, OSCURO, en_cada_modo
from tests.paginas.caso.ejemplo import DEMO, EQUIPO, TRAZAS, demo
from tests.paginas.caso.test_hostil import traza_con

pytestmark = pytest.mark.navegador

HITL, LARGO = "hitl-cita-no-verificada", "largo"
ANCHOS = (1280, 900, 320)
PESTANAS = ("resumen", "estado", "llamadas")
TEMAS = (CLARO, OSCURO, FORZADO)


class _Planos(dict[str, str]):
    """Estáticos sin huella: cada nombre es su ruta."""

    def __missing__(self, nombre: str) -> str:
        return f"estaticos/{nombre}"


@pytest.fixture(scope="session")
def casos(tmp_path_factory) -> Path:
    """Las páginas de los casos de ejemplo, con sus estáticos, en una carpeta con espacio y eñe."""
    raiz = tmp_path_factory.mktemp("casos de señal")
    plantillas, espanol = carpeta_de_plantillas(), Catalogo("es")
    contexto = crear_contextos((DEMO,), (espanol,), _Planos(), version="0")[0]
    entorno = crear_entorno(plantillas, espanol)
    salida = {p.marco.ruta: representar(p, TIPO, entorno).encode() for p in TIPO.modelar(contexto)}
    salida |= dict(ficheros(DEMO))
    salida |= {f"estaticos/{nombre}": contenido for nombre, contenido in leer_estaticos(plantillas).items()}
    for ruta, contenido in salida.items():
        destino = raiz / ruta
        destino.parent.mkdir(parents=True, exist_ok=True)
        destino.write_bytes(contenido)
    return raiz


@pytest.fixture
def ir(casos, abrir):
    """`ir("equipo", "#paso=3")` → (página lista, vigía)."""

    def _ir(caso: str, ancla: str = "", tramo: int = 1) -> tuple[Any, Any]:
        pagina, vigia = abrir((casos / rutas.caso("ejemplo", caso, tramo)).as_uri() + ancla)
        pagina.wait_for_selector("html[data-visor]")
        return pagina, vigia

    return _ir


def paso_actual(pagina) -> int:
    return int(pagina.get_attribute("[data-paso][data-visto]", "data-paso"))


def encendidos(pagina) -> set[str]:
    return set(pagina.eval_on_selector_all("svg [data-nodo].actual", "es => es.map(e => e.dataset.nodo)"))


def dibujados(pagina) -> set[str]:
    return set(pagina.eval_on_selector_all("svg [data-nodo]", "es => es.map(e => e.dataset.nodo)"))


@pytest.mark.parametrize("caso", ["hitl-cita-no-verificada", "equipo", "roto", "pausado"])
def test_en_cada_paso_se_encienden_exactamente_sus_tareas(ir, caso):
    pagina, vigia = ir(caso)
    traza: Traza = TRAZAS[caso]
    assert encendidos(pagina) == set()
    for paso in traza.pasos:
        pagina.keyboard.press("ArrowRight")
        assert paso_actual(pagina) == paso.n
        assert encendidos(pagina) == {t.nodo for t in paso.tareas} & dibujados(pagina)
    assert vigia.limpio(), vigia.errores


def test_la_arista_recorrida_las_vueltas_y_lo_que_no_corrio(ir):
    pagina, _ = ir("equipo", "#paso=3")
    recorridas = "svg [data-arista].recorrida"
    assert set(pagina.eval_on_selector_all(recorridas, "es => es.map(e => e.dataset.arista)")) == {
        "planificar→investigar",
        "planificar→equipo",
    }
    pagina.keyboard.press("ArrowRight")
    assert pagina.text_content("svg [data-nodo=redactar] .g-vuelta") == "1/2"
    assert pagina.is_visible("svg [data-nodo=archivar]")
    assert not {"actual", "hecho"} & set(pagina.get_attribute("svg [data-nodo=archivar]", "class").split())


def test_las_teclas_andan_y_no_estorban_al_escribir(ir):
    pagina, _ = ir(HITL)
    for tecla, donde in (("End", 7), ("ArrowLeft", 6), ("Home", 0), ("ArrowRight", 1)):
        pagina.keyboard.press(tecla)
        assert paso_actual(pagina) == donde
    pagina.focus("[data-buscar]")
    pagina.keyboard.press("ArrowRight")
    pagina.keyboard.type("f ")
    assert paso_actual(pagina) == 1


def esperar_desde(pagina, paso: int) -> None:
    """Hasta que se vea ese paso u otro posterior: mientras se mira, la reproducción sigue."""
    hojas = ",".join(f"[data-paso='{n}']" for n in range(paso, 8))
    pagina.wait_for_selector(f":is({hojas})[data-visto]")


def test_reproducir_avanza_solo_si_se_pide_y_se_para(ir):
    pagina, _ = ir(HITL)
    pagina.wait_for_timeout(300)
    assert paso_actual(pagina) == 0
    pagina.select_option("[data-velocidad]", "2")
    pagina.keyboard.press("Space")
    esperar_desde(pagina, 2)
    assert pagina.get_attribute("[data-reproducir]", "aria-label") == "Pausar"
    pagina.keyboard.press("Space")
    parado = paso_actual(pagina)
    pagina.wait_for_timeout(800)
    assert paso_actual(pagina) == parado


def test_la_barra_dice_el_paso_y_la_region_viva_calla_al_reproducir(ir):
    pagina, _ = ir(HITL)
    pagina.keyboard.press("ArrowRight")
    assert pagina.get_attribute("[data-barra]", "aria-valuetext") == "Paso 1 de 7: intake"
    assert pagina.text_content("[data-dicho]") == "Paso 1 de 7: intake"
    pagina.evaluate(
        """() => {
            const dicho = document.querySelector("[data-dicho]");
            const oir = () => window.oidos.push(dicho.textContent);
            window.oidos = [];
            new MutationObserver(oir).observe(dicho, {childList: true, characterData: true, subtree: true});
        }"""
    )
    pagina.select_option("[data-velocidad]", "4")
    pagina.click("[data-reproducir]")
    esperar_desde(pagina, 3)
    assert not [oido for oido in pagina.evaluate("window.oidos") if oido.startswith(("Paso 2 ", "Paso 3 "))]


def test_un_enlace_profundo_selecciona_enfoca_y_pone_titulo(ir):
    pagina, _ = ir(HITL, "#paso=5")
    assert paso_actual(pagina) == 5
    assert pagina.title().startswith("Paso 5 de 7: review_response · ")
    assert pagina.evaluate("document.activeElement.dataset.paso") == "5"
    assert pagina.eval_on_selector("[data-paso='5']", "e => e.getBoundingClientRect().top < innerHeight")


@pytest.mark.parametrize(
    ("ancla", "paso"),
    [
        ("#nodo=retrieve_context", 3),
        ("#veredicto=conformidad", 0),
        ("#paso=3&tarea=p3-2", 3),
        ("#arista=planificar→equipo", 3),
    ],
)
def test_enlaces_a_nodo_arista_veredicto_y_tarea(ir, ancla, paso):
    caso = "equipo" if "equipo" in ancla or "tarea" in ancla else HITL
    pagina, _ = ir(caso, ancla)
    assert paso_actual(pagina) == paso
    if "tarea" in ancla:
        assert pagina.get_attribute(".elegida", "data-tarea") == "p3-2"


@pytest.mark.parametrize(
    "ancla", ["#paso=99", "#paso=3&tarea=p3-99", "#nodo=borrado", "#arista=a→b", "#veredicto=otro", "#x"]
)
def test_un_enlace_que_ya_no_existe_lo_dice(ir, ancla):
    pagina, vigia = ir("equipo", ancla)
    assert paso_actual(pagina) == 0
    assert ancla[1:] in pagina.text_content("[data-aviso]")
    assert pagina.is_visible("[data-aviso]")
    assert vigia.limpio(), vigia.errores


def test_atras_vuelve_al_paso_anterior(ir):
    pagina, _ = ir(HITL)
    pagina.click("[data-fila='3'] a")
    pagina.click("[data-fila='5'] a")
    assert paso_actual(pagina) == 5
    pagina.go_back()
    assert paso_actual(pagina) == 3


def test_las_pestanas_reparten_la_misma_hoja(ir):
    pagina, _ = ir(HITL, "#paso=4")
    pagina.click("[data-pestana=mensajes]")
    assert "Solo con lo recuperado" in pagina.inner_text("[data-hojas]")
    pagina.keyboard.press("ArrowRight")
    assert pagina.evaluate("document.activeElement.dataset.pestana") == "llamadas"
    assert "temperature" in pagina.inner_text("[data-hojas]")
    pagina.click("[data-pestana=fuente]")
    assert "def generate_response" in pagina.inner_text("[data-hojas]")
    pagina.click("[data-fila='1'] a")
    assert pagina.get_attribute("[data-pestana=resumen]", "aria-selected") == "true"


def test_el_estado_completo_se_compone_con_los_cambios(ir):
    pagina, _ = ir(HITL, "#paso=5")
    pagina.click("[data-pestana=estado]")
    pagina.click("[data-paso='5'] [data-completo] summary")
    estado = pagina.evaluate("JSON.parse(document.querySelector(\"[data-paso='5'] [data-completo] pre\").textContent)")
    assert estado["borrador"]["citas"] == ["F-021"]
    assert estado["idioma"] == "es"
    assert len(estado["decisiones"]) == 4


def test_los_filtros_cuentan_dejan_lo_suyo_y_se_anda_por_ello(ir):
    pagina, _ = ir("equipo")
    boton = "[data-filtro=modelo]"
    assert pagina.inner_text(boton).split()[-1] == "2"
    pagina.click(boton)
    assert visibles(pagina) == ["2", "4"]
    assert pagina.text_content("[data-cuantos]") == "2 de 6 pasos"
    pagina.focus("[data-hojas]")
    pagina.keyboard.press("ArrowRight")
    pagina.keyboard.press("ArrowRight")
    assert paso_actual(pagina) == 4


def visibles(pagina) -> list[str]:
    return pagina.eval_on_selector_all("[data-fila]:not([hidden])", "es => es.map(e => e.dataset.fila)")


def test_buscar_encuentra_en_lo_plegado_y_sin_acentos(ir):
    pagina, _ = ir(HITL)
    pagina.fill("[data-buscar]", "FARMACEUTICA DE GUARDIA")
    pagina.wait_for_selector("[data-hallado] p")
    assert visibles(pagina) == ["0", "5"]
    pagina.keyboard.press("Enter")
    assert paso_actual(pagina) == 5
    assert pagina.evaluate("CSS.highlights.get('hallado').size") > 0


def test_buscar_en_otras_paginas_del_caso_y_saltar_a_ellas(ir):
    pagina, vigia = ir(LARGO)
    pagina.fill("[data-buscar]", "aguja800")
    pagina.wait_for_selector("[data-hallado] a")
    assert "Paso 800" in pagina.inner_text("[data-hallado] a")
    assert "primeros" in pagina.inner_text("[data-hallado]")
    pagina.click("[data-hallado] a")
    pagina.wait_for_selector("[data-paso='800'][data-visto]")
    assert pagina.input_value("[data-buscar]") == "aguja800"
    assert vigia.limpio(), vigia.errores


def test_un_salto_lejano_conserva_pestana_filtro_y_velocidad(ir):
    pagina, _ = ir(LARGO)
    pagina.click("[data-pestana=estado]")
    pagina.select_option("[data-velocidad]", "2")
    pagina.fill("[data-barra]", "700")
    pagina.wait_for_selector("[data-paso='700'][data-visto]")
    assert pagina.get_attribute("[data-pestana=estado]", "aria-selected") == "true"
    assert pagina.input_value("[data-velocidad]") == "2"
    assert pagina.evaluate("location.hash") == "#paso=700"
    assert pagina.text_content("svg [data-nodo=guardrail_pre] .g-vuelta") == "234/300"


def test_las_flechas_cruzan_de_una_pagina_a_otra(ir):
    pagina, _ = ir(LARGO)
    ultimo = int(pagina.eval_on_selector_all("[data-fila]", "es => es.at(-1).dataset.fila"))
    pagina.goto(pagina.url.split("#")[0] + f"#paso={ultimo}")
    pagina.keyboard.press("ArrowRight")
    pagina.wait_for_selector(f"[data-paso='{ultimo + 1}'][data-visto]")
    pagina.keyboard.press("ArrowLeft")
    pagina.wait_for_selector(f"[data-paso='{ultimo}'][data-visto]")


def test_la_desviacion_se_senala_en_la_lista_y_en_el_grafo(ir, monkeypatch):
    pagina, _ = ir(HITL)
    pagina.evaluate("Vitrina.caso.D.desvio = 2")
    pagina.keyboard.press("ArrowRight")
    pagina.keyboard.press("ArrowRight")
    assert pagina.get_attribute("svg [data-nodo=guardrail_pre].desvio", "data-nodo") == "guardrail_pre"


def test_sin_javascript_se_lee_todo_en_orden(casos, abrir_sin_js):
    pagina, _ = abrir_sin_js(casos / rutas.caso("ejemplo", "equipo"))
    texto = pagina.text_content("[data-hojas]")
    en_orden = ["Qué entró", "Esperado frente", "temas", "intento 2 de 3", "Propuesta de reembolso", "Versión final."]
    sitios = [texto.index(t) for t in en_orden]
    assert sitios == sorted(sitios)
    assert pagina.locator("[data-paso]").count() == len(EQUIPO.pasos) + 1
    assert not pagina.is_visible("[data-mandos] >> nth=0")


def test_al_imprimir_salen_todos_los_pasos(ir):
    pagina, _ = ir(HITL)
    pagina.emulate_media(media="print")
    assert all(pagina.eval_on_selector_all("[data-paso]", "es => es.map(e => e.getClientRects().length > 0)"))
    assert not pagina.is_visible("[data-reproducir]")


@pytest.mark.parametrize("ancho", ANCHOS)
@pytest.mark.parametrize("caso", [HITL, "equipo", "sin-grabar"])
def test_no_se_desborda(casos, abrir, ancho, caso):
    pagina, _ = abrir(casos / rutas.caso("ejemplo", caso), ancho)
    for _ in range(4):
        pagina.keyboard.press("ArrowRight")
        assert pagina.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nada_hostil_se_ejecuta(casos, abrir):
    contexto = crear_contextos(
        (demo({"roto": traza_con("".join(CADENAS.values()))}),), (Catalogo("es"),), _Planos(), version="0"
    )[0]
    hostil = next(p for p in TIPO.modelar(contexto) if p.caso == "roto")
    fichero = casos / rutas.caso("ejemplo", "hostil")
    fichero.write_text(representar(hostil, TIPO, crear_entorno(carpeta_de_plantillas(), Catalogo("es"))), "utf-8")
    pagina, vigia = abrir(fichero.as_uri() + "#paso=1")
    for pestana in ("estado", "mensajes", "llamadas", "resumen"):
        pagina.evaluate(f"document.querySelector('[data-pestana={pestana}]').click()")
        pagina.click("[data-todo]")
    pagina.fill("[data-buscar]", "<script>")
    pagina.wait_for_selector("[data-hallado] p")
    assert pagina.evaluate("window.pwn") is None
    assert vigia.limpio(), (vigia.errores, vigia.externas)


@pytest.mark.lenta
@pytest.mark.parametrize(
    ("giro", "caso", "ancla", "pestanas"),
    [
        (0, HITL, "#paso=5", PESTANAS),
        (1, "equipo", "#paso=3", PESTANAS),
        (2, "roto", "#paso=2", PESTANAS),
        (0, LARGO, "", PESTANAS[:1]),
    ],
)
def test_axe_no_encuentra_nada(ir, giro, caso, ancla, pestanas):
    """Los tres temas y las tres pestañas en cada caso; entre todos, cada pestaña en cada tema."""
    pagina, _ = ir(caso, ancla)
    for i, pestana in enumerate(pestanas):
        pagina.evaluate(f"document.querySelector('[data-pestana={pestana}]').click()")
        assert dict(en_cada_modo(pagina, [TEMAS[(i + giro) % 3]])) == {}, pestana

"""El grafo en un navegador: por `file://`, con la CSP publicada, con teclado, ratón, dedos y sin JavaScript."""

import shutil
from pathlib import Path

import pytest

from generador.modelo.grafo import TipoDeNodo
from generador.modelo.hallazgo import FrenteAlSpike, Veredicto
from generador.paginas.dibujo import Capa, disponer
from generador.paginas.dibujo.figura import Figura
from generador.representacion.entorno import crear_entorno
from generador.representacion.idiomas import Catalogo
from tests.navegador.accesible import CLARO, FORZADO, OSCURO, en_cada_modo
from tests.paginas.dibujo.grafos import arista, comparacion, grafo, juicio, nodo

pytestmark = pytest.mark.navegador

PLANTILLAS = Path(__file__).parents[2] / "plantillas"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
AGENTE = grafo(
    (nodo("__start__"), nodo("agente"), nodo("tools", tipo=TipoDeNodo.HERRAMIENTAS, herramientas=("buscar",)),
     nodo("revisar", pausa=("antes",)), nodo("__end__")),
    "*>agente", arista("agente", "tools", "usa"), "tools>agente", arista("agente", "revisar", "listo"), "revisar>.",
)  # fmt: skip
EQUIPO = grafo(
    "* jefe eq eq:__start__ eq:a eq:sub eq:sub:b eq:__end__ .",
    "*>jefe", "jefe>eq", "eq>jefe", "jefe>.", "eq:__start__>eq:a", "eq:a>eq:sub", "eq:sub>eq:__end__",
)  # fmt: skip
IDS = ["*", *(f"n{i}" for i in range(298)), "."]
GRANDE = grafo(
    " ".join(IDS), *sorted({f"{IDS[i]}>{IDS[min(299, i + s)]}" for i in range(299) for s in (1, 5, 17)} - {".>."})
)


def _diferencias():
    a, b = nodo("a"), nodo("b")
    fija = arista("a", "b")
    return comparacion(
        juicio("__start__", contrato=nodo("__start__"), real=nodo("__start__")),
        juicio("a", contrato=a, real=a, spike=a, frente_al_spike=FrenteAlSpike.CONSERVADO, visitas=4),
        juicio("b", contrato=b, real=b, visitas=0),
        juicio("viejo", veredicto=Veredicto.FALTA, contrato=nodo("viejo")),
        juicio("nuevo", veredicto=Veredicto.SOBRA, real=nodo("nuevo"), visitas=4),
        juicio("s", spike=nodo("s"), frente_al_spike=FrenteAlSpike.ABANDONADO),
        juicio("__start__", "a", contrato=arista("__start__", "a"), real=arista("__start__", "a"), visitas=4),
        juicio("a", "b", Veredicto.DECLARADA_SIN_RECORRER, contrato=fija, real=fija),
        juicio("a", "viejo", Veredicto.FALTA, contrato=arista("a", "viejo")),
        juicio("a", "nuevo", Veredicto.ETIQUETA_DISTINTA, contrato=arista("a", "nuevo", "x"),
               real=arista("a", "nuevo", "y"), visitas=4),
        juicio("a", "s", spike=arista("a", "s"), frente_al_spike=FrenteAlSpike.ABANDONADO),
    )  # fmt: skip


@pytest.fixture(scope="session")
def carpeta(tmp_path_factory) -> Path:
    """Una página suelta por grafo, con la hoja base y la CSP de verdad."""
    destino = tmp_path_factory.mktemp("grafos ñ")
    for fichero in ("estilo.css", "grafo.css", "grafo.js", "inter.woff2"):
        shutil.copy(PLANTILLAS / "estaticos" / fichero, destino)
    macro = crear_entorno(PLANTILLAS, Catalogo("es")).get_template("partes/grafo.html").module.grafo
    figuras = {
        "agente": (AGENTE, ()),
        "equipo": (EQUIPO, ()),
        "grande": (GRANDE, ()),
        "diferencias": (_diferencias(), (Capa.CONTRATO, Capa.REAL)),
    }
    for nombre, (fuente, capas) in figuras.items():
        dibujo = disponer(fuente)
        enlaces = {n.id: f"#{n.id}" for n in dibujo.nodos if not n.id.startswith("__")}
        figura = Figura(dibujo=dibujo, clave="g", titulo="El grafo", enlaces=enlaces, encendidas=capas)
        (destino / f"{nombre}.html").write_text(
            f'<!doctype html><html lang="es"><head><meta charset="utf-8"><title>{nombre}</title>'
            f'<meta http-equiv="Content-Security-Policy" content="{CSP}">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<link rel="stylesheet" href="estilo.css"><link rel="stylesheet" href="grafo.css">'
            '<script src="grafo.js" defer></script></head><body><main><h1>Grafo</h1>'
            '<button class="boton" id="fuera">fuera</button>'
            f"{macro(figura)}</main></body></html>",
            encoding="utf-8",
        )
    return destino


@pytest.fixture
def ver(carpeta, abrir):
    """`ver("agente")` → la página, ya interactiva y quieta."""
    abiertas = []

    def _ver(nombre: str):
        pagina, vigia = abrir(carpeta / f"{nombre}.html")
        abiertas.append(vigia)
        pagina.emulate_media(reduced_motion="reduce")
        pagina.wait_for_selector("[data-grafo][data-listo]")
        quieta(pagina)
        return pagina

    yield _ver
    assert all(v.limpio() for v in abiertas), [v.errores + v.externas for v in abiertas]


def quieta(pagina) -> None:
    """Espera a que se pinte lo pendiente."""
    pagina.evaluate("() => new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(() => f())))")


def vista(pagina) -> list[float]:
    quieta(pagina)
    return [float(n) for n in pagina.locator(".grafo-svg").first.get_attribute("viewBox").split()]


def elegidos(pagina, clase: str) -> set[str]:
    js = "(es) => es.map((e) => e.dataset.nodo ?? e.dataset.arista)"
    return set(pagina.eval_on_selector_all(f".g-lienzo .{clase}", js))


def encender(pagina, datos) -> None:
    pagina.evaluate("(d) => Vitrina.grafo(document.querySelector('[data-grafo]')).encender(d)", datos)


def test_sin_javascript_queda_el_dibujo_los_enlaces_y_la_tabla(abrir_sin_js, carpeta):
    pagina, _ = abrir_sin_js(carpeta / "agente.html")
    assert pagina.locator(".g-lienzo a.nodo").count() == 3
    assert not pagina.locator(".g-barra").is_visible()
    assert not pagina.locator(".g-minimapa").is_visible()
    pagina.locator("summary").click()
    assert pagina.get_by_role("row", name="tools").first.is_visible()


def test_ctrl_y_rueda_acerca_hacia_el_puntero_y_la_rueda_sola_no(ver):
    pagina = ver("agente")
    pagina.locator('[data-nodo="agente"]').hover()
    antes = vista(pagina)
    pagina.mouse.wheel(0, -240)
    assert vista(pagina) == antes
    pagina.keyboard.down("Control")
    pagina.mouse.wheel(0, -240)
    pagina.keyboard.up("Control")
    assert vista(pagina)[2] < antes[2]


def test_los_botones_acercan_alejan_y_encajan(ver):
    pagina = ver("grande")
    inicial = vista(pagina)
    pagina.get_by_role("button", name="Acercar").click()
    cerca = vista(pagina)
    pagina.get_by_role("button", name="Alejar").click()
    pagina.get_by_role("button", name="Ver entero").click()
    entero = vista(pagina)
    caja = pagina.evaluate(
        "() => { const b = document.querySelector('#g-lienzo').getBBox(); return [b.width, b.height]; }"
    )
    assert cerca[2] < inicial[2]
    assert entero[2] >= caja[0]
    assert entero[3] >= caja[1]


def test_las_teclas_solo_valen_con_el_foco_dentro(ver):
    pagina = ver("agente")
    antes = vista(pagina)
    pagina.locator("#fuera").focus()
    pagina.keyboard.press("+")
    assert vista(pagina) == antes
    pagina.locator(".g-lienzo").focus()
    pagina.keyboard.press("+")
    assert vista(pagina)[2] < antes[2]
    pagina.keyboard.press("0")
    assert vista(pagina) == antes


def test_las_flechas_van_al_nodo_de_ese_lado(ver):
    pagina = ver("agente")
    pagina.locator('[data-nodo="agente"]').focus()
    con_foco = "() => document.activeElement.dataset.nodo"
    pagina.keyboard.press("ArrowUp")
    assert pagina.evaluate(con_foco) == "__start__"
    pagina.keyboard.press("ArrowDown")
    pagina.keyboard.press("ArrowDown")
    abajo = pagina.evaluate(con_foco)
    assert abajo in ("tools", "revisar")
    pagina.keyboard.press("ArrowRight" if abajo == "tools" else "ArrowLeft")
    assert {abajo, pagina.evaluate(con_foco)} == {"tools", "revisar"}


def test_arrastrar_mueve_la_vista_y_no_sigue_el_enlace(ver):
    pagina = ver("grande")
    antes, caja = vista(pagina), pagina.locator('[data-nodo="n3"]').bounding_box()
    x, y = caja["x"] + caja["width"] / 2, caja["y"] + caja["height"] / 2
    pagina.mouse.move(x, y)
    pagina.mouse.down()
    pagina.mouse.move(x, y - 60, steps=4)
    pagina.mouse.up()
    assert vista(pagina)[1] > antes[1]
    assert "#" not in pagina.url


def test_menos_de_cuatro_pixeles_es_un_clic(ver):
    pagina = ver("grande")
    antes, caja = vista(pagina), pagina.locator('[data-nodo="n3"]').bounding_box()
    x, y = caja["x"] + caja["width"] / 2, caja["y"] + caja["height"] / 2
    pagina.mouse.move(x, y)
    pagina.mouse.down()
    pagina.mouse.move(x + 2, y + 2)
    pagina.mouse.up()
    pagina.wait_for_function("() => location.hash === '#n3'")
    assert vista(pagina) == antes


def test_pellizcar_con_dos_dedos_acerca(chromium, carpeta):
    contexto = chromium.new_context(has_touch=True, viewport={"width": 400, "height": 800})
    pagina = contexto.new_page()
    pagina.goto((carpeta / "agente.html").as_uri())
    pagina.wait_for_selector("[data-listo]")
    caja, antes = pagina.locator(".g-lienzo").bounding_box(), vista(pagina)
    x, y = caja["x"] + caja["width"] / 2, caja["y"] + 120
    sesion = contexto.new_cdp_session(pagina)

    def dedos(tipo, separacion):
        puntos = [{"x": x - separacion, "y": y, "id": 1}, {"x": x + separacion, "y": y, "id": 2}]
        sesion.send("Input.dispatchTouchEvent", {"type": tipo, "touchPoints": puntos if separacion else []})

    dedos("touchStart", 20)
    for separacion in (30, 45, 60):
        dedos("touchMove", separacion)
    dedos("touchEnd", 0)
    assert vista(pagina)[2] < antes[2] * 0.7
    contexto.close()


def test_un_nodo_con_el_foco_se_asoma_a_la_vista(ver):
    pagina = ver("grande")
    pagina.locator('[data-nodo="n2"]').focus()
    for _ in range(40):
        pagina.keyboard.press("ArrowDown")
    x, y, w, h = vista(pagina)
    b = pagina.evaluate("() => { const b = document.activeElement.getBBox(); return [b.x, b.y, b.width, b.height]; }")
    assert x <= b[0]
    assert b[0] + b[2] <= x + w
    assert y <= b[1]
    assert b[1] + b[3] <= y + h


def test_con_muchos_nodos_hay_una_sola_parada_de_tabulador(ver):
    assert ver("grande").locator('.g-lienzo .nodo[tabindex="0"]').count() == 1
    assert ver("agente").locator('.g-lienzo .nodo[tabindex="0"]').count() == 3


def test_senalar_un_nodo_resalta_sus_aristas_y_sus_vecinos(ver):
    pagina = ver("agente")
    pagina.locator('[data-nodo="tools"]').hover()
    assert elegidos(pagina, "vecino") == {"tools", "agente", "agente→tools", "tools→agente"}
    pagina.locator("h1").hover()
    assert elegidos(pagina, "vecino") == set()


def visibles(pagina, atributo: str) -> set[str]:
    js = f"(es) => es.filter((e) => e.getClientRects().length).map((e) => e.dataset.{atributo})"
    return set(pagina.eval_on_selector_all(f".g-lienzo [data-{atributo}]", js))


def test_cada_capa_ensena_lo_suyo_y_nada_se_mueve(ver):
    pagina = ver("diferencias")
    sitio = "() => document.querySelector('[data-nodo=a] .g-forma').getAttribute('y')"
    y = pagina.evaluate(sitio)
    assert visibles(pagina, "nodo") == {"__start__", "a", "b", "viejo", "nuevo"}
    pagina.get_by_role("button", name="contrato").click()
    assert visibles(pagina, "nodo") == {"__start__", "a", "b", "nuevo"}
    pagina.get_by_role("button", name="spike").click()
    assert "s" in visibles(pagina, "nodo")
    assert pagina.evaluate(sitio) == y


def test_los_signos_solo_salen_al_comparar(ver):
    pagina = ver("diferencias")
    signo = pagina.locator('[data-nodo="viejo"] .g-signo')
    assert signo.is_visible()
    pagina.get_by_role("button", name="real").click()
    assert not signo.is_visible()
    assert pagina.locator(".g-de-contrato").first.is_visible()


def test_las_visitas_salen_con_su_capa_y_lo_no_recorrido_se_senala(ver):
    pagina = ver("diferencias")
    pagina.get_by_role("button", name="observado").click()
    assert pagina.locator('[data-nodo="a"] .g-visitas').is_visible()
    guiones = "() => getComputedStyle(document.querySelector('[data-arista=\"a→b\"] .g-linea')).strokeDasharray"
    assert pagina.evaluate(guiones) != "none"


def test_la_ultima_capa_no_se_puede_apagar(ver):
    pagina = ver("diferencias")
    real = pagina.get_by_role("button", name="real")
    pagina.get_by_role("button", name="contrato").click()
    real.click()
    assert real.get_attribute("aria-pressed") == "true"
    assert pagina.locator("[data-grafo]").get_attribute("data-capas") == "real"


def test_plegar_un_subgrafo_tapa_lo_de_dentro_y_deja_lo_de_fuera(ver):
    pagina = ver("equipo")
    boton = pagina.get_by_role("button", name="Plegar o desplegar eq", exact=True)
    punta = pagina.locator('[data-arista="jefe→eq"] polygon')
    assert boton.get_attribute("aria-expanded") == "true"
    boton.click()
    assert boton.get_attribute("aria-expanded") == "false"
    assert not visibles(pagina, "nodo") & {"eq:a", "eq:sub:b", "eq:__start__"}
    assert {"jefe", "eq"} <= visibles(pagina, "nodo")
    assert pagina.locator(".g-tapa").text_content() == "4 nodos plegados"
    assert punta.is_visible()
    boton.focus()
    pagina.keyboard.press("Enter")
    assert "eq:a" in visibles(pagina, "nodo")


def test_una_tarea_dentro_de_un_subgrafo_plegado_enciende_su_tapa(ver):
    pagina = ver("equipo")
    pagina.evaluate("() => Vitrina.grafo(document.querySelector('[data-grafo]')).plegar('eq', true)")
    encender(pagina, {"nodos": ["eq:a"]})
    assert pagina.locator(".g-tapa.actual").count() == 1


def test_se_enciende_exactamente_lo_del_paso(ver):
    pagina = ver("agente")
    primero = {"nodos": ["agente"], "hechos": ["__start__"], "aristas": ["__start__→agente"]}
    segundo = {
        "nodos": ["tools", "revisar"],
        "hechos": ["__start__", "agente"],
        "aristas": ["agente→tools"],
        "dudosas": ["agente→revisar"],
        "hechas": ["__start__→agente"],
        "vueltas": [{"nodo": "tools", "visita": 2, "total": 3}],
    }
    encender(pagina, primero)
    assert (elegidos(pagina, "actual"), elegidos(pagina, "hecho")) == ({"agente"}, {"__start__"})
    encender(pagina, segundo)
    assert elegidos(pagina, "actual") == {"tools", "revisar"}
    assert elegidos(pagina, "hecho") == {"__start__", "agente"}
    assert elegidos(pagina, "recorrida") == {"agente→tools"}
    assert elegidos(pagina, "dudosa") == {"agente→revisar"}
    assert elegidos(pagina, "hecha") == {"__start__→agente"}
    assert pagina.locator(".g-vuelta").text_content() == "2/3"
    encender(pagina, primero)
    assert elegidos(pagina, "recorrida") == {"__start__→agente"}
    assert pagina.locator(".g-vuelta").count() == 0
    encender(pagina, None)
    assert not any(elegidos(pagina, c) for c in ("actual", "hecho", "recorrida", "hecha"))
    assert pagina.locator("[data-reproduce]").count() == 0


def test_un_paso_solo_toca_los_elementos_que_cambian(ver):
    pagina = ver("grande")
    hechos = [f"n{i}" for i in range(200)]
    encender(pagina, {"nodos": ["n200"], "hechos": hechos})
    tocados = pagina.evaluate(
        """async (hechos) => {
          const vistos = new Set(), o = new MutationObserver((ms) => ms.forEach((m) => vistos.add(m.target)));
          o.observe(document.querySelector("#g-lienzo"), { subtree: true, attributes: true, childList: true });
          const grafo = Vitrina.grafo(document.querySelector("[data-grafo]"));
          grafo.encender({ nodos: ["n201"], hechos, aristas: ["n200→n201"] });
          await new Promise((f) => setTimeout(f));
          return vistos.size;
        }""",
        [*hechos, "n200"],
    )
    assert tocados == 3


def test_lo_encendido_se_asoma_a_la_vista(ver):
    pagina = ver("grande")
    encender(pagina, {"nodos": ["n150"]})
    _, y, _, h = vista(pagina)
    caja = pagina.evaluate("() => document.querySelector('[data-nodo=n150]').getBBox().y")
    assert y <= caja <= y + h


def test_un_id_que_no_esta_no_rompe_nada(ver):
    pagina = ver("agente")
    encender(
        pagina,
        {"nodos": ["no existe", "agente"], "aristas": ["x→y"], "vueltas": [{"nodo": "z", "visita": 1, "total": 2}]},
    )
    assert elegidos(pagina, "actual") == {"agente"}


def test_el_minimapa_no_tapa_ni_se_enfoca_ni_se_lee_y_desaparece_si_todo_cabe(ver):
    pagina = ver("grande")
    mini = pagina.locator(".g-minimapa")
    assert mini.is_visible()
    assert mini.get_attribute("aria-hidden") == "true"
    assert mini.evaluate("(e) => e.inert")
    mapa, lienzo = mini.bounding_box(), pagina.locator(".g-lienzo").bounding_box()
    assert mapa["y"] >= lienzo["y"] + lienzo["height"]
    pagina.get_by_role("button", name="Ver entero").click()
    quieta(pagina)
    assert not mini.is_visible()


@pytest.mark.parametrize("ancho", [320, 1280])
@pytest.mark.parametrize("nombre", ["agente", "grande", "diferencias"])
def test_no_desborda_la_pagina(ver, nombre, ancho):
    pagina = ver(nombre)
    pagina.set_viewport_size({"width": ancho, "height": 700})
    quieta(pagina)
    assert pagina.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("nombre", ["agente", "equipo", "diferencias"])
def test_axe_no_encuentra_nada(abrir, carpeta, nombre):
    pagina, _ = abrir(carpeta / f"{nombre}.html")
    pagina.locator("summary").click()
    assert dict(en_cada_modo(pagina, (CLARO, OSCURO, FORZADO))) == {}

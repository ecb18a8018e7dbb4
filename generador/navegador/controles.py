"""Lo que se comprueba de una página ya abierta: se ve la banda, cabe, es accesible, se lee y se busca."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from generador.navegador.informe import Cuaderno

if TYPE_CHECKING:
    from playwright.sync_api import Page

ANCHO_MINIMO = 320
ETIQUETAS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
MODOS: dict[str, dict[str, Any]] = {
    "claro": {"color_scheme": "light", "forced_colors": "none"},
    "oscuro": {"color_scheme": "dark", "forced_colors": "none"},
    "colores forzados": {"color_scheme": "light", "forced_colors": "active"},
}
_BANDA = "[data-divulgacion]"
_SIN_LEER = """() => {
  const ve = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility === "visible";
  const dice = (e, minimo) => ve(e) && e.innerText.trim().length >= minimo;
  const falta = (s, minimo) => ![...document.querySelectorAll(s)].some((e) => dice(e, minimo));
  const pasos = [...document.querySelectorAll("[data-paso]")].filter((e) => !ve(e)).map((e) => e.dataset.paso);
  const faltan = [falta("h1", 1) && "el título", falta("main", 20) && "el contenido"];
  return [...faltan, pasos.length > 0 && `los pasos ${pasos.slice(0, 5)}`].filter(Boolean);
}"""
_DESBORDAN = """(ancho) => {
  const mide = document.documentElement.scrollWidth;
  if (mide <= ancho) return null;
  const sale = [...document.querySelectorAll("body *")].find((e) => e.getBoundingClientRect().right > ancho + 1);
  return [mide, sale ? [sale.tagName.toLowerCase(), ...sale.classList].join(".") : "?"];
}"""
_PALABRA = """() => {
  const textos = [...document.querySelectorAll("[data-indice] a")].map((a) => a.textContent);
  return textos.flatMap((t) => t.match(/[\\p{L}\\p{N}]{4,}/gu) || [])[0] || null;
}"""
_AXE = "(opciones) => axe.run(document, opciones).then((r) => r.violations)"


def banda(pagina: Page, ruta: str, cuaderno: Cuaderno, donde: str) -> None:
    """La banda se ve, con texto, y ocupa sitio."""
    vista = pagina.locator(_BANDA).first
    bien = vista.count() > 0 and vista.is_visible() and bool(vista.inner_text().strip())
    que_hacer = "ningún estilo ni guion puede esconderla: revisa lo que se haya cambiado en plantillas/"
    cuaderno.apuntar("banda", ruta, bien, f"{donde}, la banda de divulgación no se ve", que_hacer)


def axe(pagina: Page, ruta: str, cuaderno: Cuaderno) -> None:
    """Ninguna violación en los tres modos de color. Deja la página en claro."""
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    opciones = {
        "runOnly": {"type": "tag", "values": list(ETIQUETAS)},
        "resultTypes": ["violations"],
        "preload": False,  # precargar lo corta la CSP
    }
    pagina.evaluate(Axe().axe_script)
    for modo, medios in MODOS.items():
        pagina.emulate_media(**medios)
        violaciones = pagina.evaluate(_AXE, opciones)
        if not violaciones:
            cuaderno.apuntar("axe", ruta, True, "", "")
        for v in violaciones:
            nodos = [" ".join(map(str, n["target"])) for n in v["nodes"]]
            que_pasa = f"en {modo}, axe «{v['id']}» en {len(nodos)} elementos: {', '.join(nodos[:3])}"
            cuaderno.apuntar("axe", ruta, False, que_pasa, f"{v['help']} ({v['helpUrl']})")
    pagina.emulate_media(**MODOS["claro"])


def estrecho(pagina: Page, ruta: str, cuaderno: Cuaderno, donde: str) -> None:
    """A 320 píxeles la página no se desplaza de lado. Deja el ancho como estaba."""
    antes = pagina.viewport_size
    pagina.set_viewport_size({"width": ANCHO_MINIMO, "height": 700})
    sale = pagina.evaluate(_DESBORDAN, ANCHO_MINIMO)
    que_pasa = f"{donde}, a {ANCHO_MINIMO} px mide {sale[0]} px de ancho: sobresale «{sale[1]}»" if sale else ""
    cuaderno.apuntar(
        "estrecho", ruta, sale is None, que_pasa, "dale su propia caja con desplazamiento, o deja que se parta"
    )
    if antes:
        pagina.set_viewport_size(antes)


def se_lee(pagina: Page, ruta: str, cuaderno: Cuaderno) -> None:
    """Sin JavaScript están a la vista el título, el contenido y todos los pasos."""
    falta = pagina.evaluate(_SIN_LEER)
    que_pasa = f"sin JavaScript no se ve {', '.join(falta)}"
    cuaderno.apuntar(
        "sin_javascript", ruta, not falta, que_pasa, "el HTML lo lleva todo: solo el JavaScript puede plegar"
    )


def busca(pagina: Page, ruta: str, cuaderno: Cuaderno) -> None:
    """Una palabra que está en el índice se encuentra."""
    from playwright.sync_api import TimeoutError as Agotado

    palabra = pagina.evaluate(_PALABRA)
    if palabra is None:
        return
    pagina.fill("#consulta", palabra)
    try:
        pagina.wait_for_selector(
            "[data-resultados] > li", timeout=1000
        )  # buscar es inmediato: el índice está desde que se abre
        bien = True
    except Agotado:
        bien = False
    que_pasa = f"buscar «{palabra}», que está en el índice, no encuentra nada"
    cuaderno.apuntar("busqueda", ruta, bien, que_pasa, "mira si cargan buscar.js y las partes del índice")

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
_LETRAS_A_LA_VISTA = """() => {
  const banda = document.querySelector("[data-divulgacion]");
  if (!banda) return 0;
  const clara = (e) => {
    const s = getComputedStyle(e), alfa = s.color.match(/^rgba\\(.*, ([0-9.]+)\\)$/);
    return parseFloat(s.fontSize) >= 8 && (!alfa || Number(alfa[1]) > 0.2);
  };
  const opaca = (e) => !e || (Number(getComputedStyle(e).opacity) > 0.2 && opaca(e.parentElement));
  const delante = (r) => {
    const e = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
    return e && banda.contains(e);
  };
  const antes = [scrollX, scrollY];
  banda.scrollIntoView({ block: "center", behavior: "instant" });
  let vistas = 0, todas = 0;
  const letras = document.createTreeWalker(banda, NodeFilter.SHOW_TEXT);
  while (letras.nextNode()) {
    const t = letras.currentNode, n = t.data.trim().length, rango = document.createRange();
    rango.selectNodeContents(t);
    const r = [...rango.getClientRects()].find((x) => x.width > 1 && x.height > 4);
    todas += n;
    if (n && r && t.parentElement.checkVisibility({ checkVisibilityCSS: true }) && clara(t.parentElement)
        && opaca(t.parentElement) && delante(r)) vistas += n;
  }
  scrollTo({ left: antes[0], top: antes[1], behavior: "instant" });
  return todas ? vistas / todas : 0;
}"""
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
_ROTAS = """() => [...document.images].filter((i) => i.complete && !i.naturalWidth)
  .map((i) => i.getAttribute("src") || "sin src").map((s) => s.slice(0, 100))"""
_AXE = "(opciones) => axe.run(document, opciones).then((r) => r.violations)"


def se_ve_la_banda(pagina: Page) -> bool:
    """Si se lee la mayor parte: con letra que se vea, sin nada delante, en la página y no fuera de ella."""
    return bool(pagina.evaluate(_LETRAS_A_LA_VISTA) > 0.5)


def banda(pagina: Page, ruta: str, cuaderno: Cuaderno, donde: str) -> None:
    """La banda se ve, con texto, y ocupa sitio."""
    bien = se_ve_la_banda(pagina)
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


def imagenes(pagina: Page, ruta: str, cuaderno: Cuaderno) -> None:
    """Toda imagen que hay en la página se ha podido pintar."""
    rotas = pagina.evaluate(_ROTAS)
    que_pasa = f"no se ven las imágenes {', '.join(rotas[:3])}"
    cuaderno.apuntar("enlaces", ruta, not rotas, que_pasa, "publica una imagen que el navegador entienda, o quítala")


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
    try:
        pagina.fill("#consulta", palabra, timeout=1000)
        pagina.wait_for_selector(
            "[data-resultados] > li", timeout=1000
        )  # buscar es inmediato: el índice está desde que se abre
        bien = True
    except Agotado:
        bien = False
    que_pasa = f"buscar «{palabra}», que está en el índice, no encuentra nada"
    cuaderno.apuntar("busqueda", ruta, bien, que_pasa, "mira si cargan buscar.js y las partes del índice")

"""Rehace `docs/capturas/`: una imagen por tipo de página, en claro y en oscuro, a 1280 y a 360 px.

make capturas
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from generador import sitio
from tests.navegador.instalar import ARGUMENTOS, ejecutable

RAIZ = Path(__file__).parent.parent.parent
PAGINAS = {
    "portada": "index.html",
    "demo": "adherencia/index.html",
    "contrato": "adherencia/contrato.html",
    "nodo": "adherencia/nodos/guardrail_pre.html",
    "caso": "adherencia/casos/hitl-editar.html#paso=5",
    "documento": "adherencia/documentos/tres-nodos-o-cinco.html",
    "evaluacion": "control/evaluacion.html",
    "registro": "control/registro.html",
    "corridas": "adherencia/corridas.html",
    "comparacion": "adherencia/corridas/20261130-112151--20261130-153005.html",
    "divulgacion": "divulgacion.html",
    "buscar": "buscar.html#q=cita",
    "ingles": "en/soporte/casos/devolucion-aprobada.html#paso=5",
}

_QUIETA = """() => new Promise((lista) => {
    let quietos = 0, antes = -1;
    const mirar = () => {
        quietos = scrollY === antes ? quietos + 1 : 0;
        antes = scrollY;
        quietos > 10 ? lista() : requestAnimationFrame(mirar);
    };
    mirar();
})"""
"""Un enlace a un paso desplaza la página: hasta que no lleva diez cuadros sin moverse, no hay imagen que hacer."""


def capturar(navegador: Browser, carpeta: Path, destino: Path) -> int:
    """Escribe las imágenes que se puedan y devuelve cuántas. Una página que no existe se salta diciéndolo."""
    hechas = 0
    for tema in ("light", "dark"):
        for ancho in (1280, 360):
            contexto = navegador.new_context(
                viewport={"width": ancho, "height": 900}, color_scheme=tema, reduced_motion="reduce"
            )
            for nombre, ruta in PAGINAS.items():
                fichero = carpeta / ruta.partition("#")[0]
                if not fichero.exists():
                    print(f"capturas: no existe {ruta} → corrige PAGINAS", file=sys.stderr)
                    continue
                pagina = contexto.new_page()
                pagina.goto(fichero.as_uri() + ruta[len(ruta.partition("#")[0]) :])
                pagina.wait_for_selector("html[data-lista]")
                pagina.evaluate(_QUIETA)
                sufijo = "oscuro" if tema == "dark" else "claro"
                pagina.screenshot(path=destino / f"{nombre}-{sufijo}-{ancho}.png")
                hechas += 1
                pagina.close()
            contexto.close()
    return hechas


def main() -> int:
    destino = RAIZ / "docs" / "capturas"
    destino.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporal, sync_playwright() as pw:
        carpeta = Path(temporal) / "sitio"
        sitio.construir(RAIZ / "corridas", carpeta)
        navegador = pw.chromium.launch(executable_path=ejecutable(), args=list(ARGUMENTOS))
        print(f"{capturar(navegador, carpeta, destino)} capturas en docs/capturas/")
        navegador.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

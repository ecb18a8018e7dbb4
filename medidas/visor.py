"""El visor de caso en el navegador: peso de página, primer paso, tecla → paso, salto lejano, memoria y grafo grande.

    python -m medidas.visor            mide M (30 pasos), X (100 000) y G (300 nodos y 900 aristas), y dice las cifras
    python -m medidas.visor CARPETA    lo mismo, y deja ahí lo construido para no repetirlo la próxima vez

Las cifras que importan son cocientes X / M en la misma ejecución y la misma máquina.
"""

from __future__ import annotations

import gzip
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.navegador.instalar import ARGUMENTOS, ejecutable

VUELTAS = 5
TECLAS = 20
_PINTADO = "() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"


def construir(carga: str, carpeta: Path, *opciones: str) -> tuple[Path, float]:
    """Genera la carga, construye su sitio si no está ya y devuelve (sitio, segundos de construir; 0 si estaba)."""
    if (carpeta / "sitio").is_dir():
        return carpeta / "sitio", 0.0
    subprocess.run([sys.executable, "-m", "medidas.cargas", carga, str(carpeta / "corridas"), *opciones], check=True)
    antes = time.perf_counter()
    orden = [sys.executable, "-m", "generador", "construir", "--idioma", "es", "--corridas", str(carpeta / "corridas")]
    subprocess.run([*orden, "--salida", str(carpeta / "sitio")], check=True)
    return carpeta / "sitio", time.perf_counter() - antes


def peso(sitio: Path, pagina: Path) -> dict[str, int]:
    """Bytes comprimidos de una página y de cada recurso que carga."""
    html = pagina.read_bytes()
    estaticos = [f for f in (sitio / "estaticos").iterdir() if f.name.encode() in html]
    pesos = {f.name: len(gzip.compress(f.read_bytes(), 6, mtime=0)) for f in estaticos if f.suffix != ".txt"}
    for hoja in (f for f in estaticos if f.suffix == ".css"):
        for fuente in (sitio / "estaticos").glob("*.woff2"):
            if fuente.name in hoja.read_text("utf-8"):
                pesos[fuente.name] = fuente.stat().st_size
    return {"html": len(gzip.compress(html, 6, mtime=0)), **pesos}


def medir(navegador: Browser, pagina: Path, lejos: str) -> dict[str, float]:
    """Mediana de varias aperturas: ms hasta ser interactiva, CPU por tecla, salto lejano (ms) y memoria (MB)."""
    filas = [_una(navegador, pagina, lejos) for _ in range(VUELTAS)]
    return {k: statistics.median(f[k] for f in filas) for k in filas[0]}


def _una(navegador: Browser, pagina: Path, lejos: str) -> dict[str, float]:
    contexto = navegador.new_context(viewport={"width": 1280, "height": 900})
    p = contexto.new_page()
    cdp = contexto.new_cdp_session(p)
    cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
    antes = time.perf_counter()
    p.goto(pagina.as_uri() + "#paso=1", wait_until="commit")
    p.wait_for_selector("html[data-lista]")
    p.evaluate(_PINTADO)
    primero = (time.perf_counter() - antes) * 1000
    pintado = p.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    elementos = p.evaluate("document.querySelectorAll('*').length")
    tecla, cpu = _teclas(p, cdp)
    salto = _salto(p, lejos)
    monton = cdp.send("Runtime.getHeapUsage")["usedSize"] / 1e6
    contexto.close()
    return {
        "primero": primero,
        "pintado": pintado,
        "tecla": tecla,
        "cpu": cpu,
        "salto": salto,
        "monton": monton,
        "elementos": elementos,
    }


def _teclas(p: Page, cdp: Any) -> tuple[float, float]:
    p.locator("body").click(position={"x": 5, "y": 5})
    cpu0, t0 = _cpu(cdp), time.perf_counter()
    for _ in range(TECLAS):
        p.keyboard.press("ArrowRight")
        p.evaluate(_PINTADO)
    return (time.perf_counter() - t0) * 1000 / TECLAS, (_cpu(cdp) - cpu0) * 1000 / TECLAS


def _cpu(cdp: Any) -> float:
    return next(m["value"] for m in cdp.send("Performance.getMetrics")["metrics"] if m["name"] == "TaskDuration")


def _salto(p: Page, lejos: str) -> float:
    antes = time.perf_counter()
    p.goto(lejos, wait_until="commit")
    p.wait_for_selector("html[data-lista]")
    p.evaluate(_PINTADO)
    return (time.perf_counter() - antes) * 1000


TECLAS_DE_GRAFO = ("ArrowDown", "ArrowRight", "ArrowDown", "+", "ArrowDown", "ArrowLeft", "-", "ArrowDown", "ArrowUp")
IDA_Y_VUELTA = ("ArrowRight",) * 8 + ("ArrowLeft",) * 8
"""Sin salir de la página: con un grafo así, en cada una caben pocos pasos."""

_VIGILAR = """() => {
  globalThis.tardan = [];
  const apuntar = (lista) => { for (const e of lista.getEntries()) if (e.name === "keydown") tardan.push(e.duration); };
  new PerformanceObserver(apuntar).observe({ type: "event", durationThreshold: 16 });
}"""
_UMBRAL = 16
"""Event Timing no dice lo que tarda menos: esas teclas cuentan como si tardaran esto."""


def teclear(navegador: Browser, pagina: Path, foco: str, teclas: tuple[str, ...], veces: int) -> list[float]:
    """De cada tecla, ms desde que se pulsa hasta que se pinta, según Event Timing (de 8 en 8 ms)."""
    contexto = navegador.new_context(viewport={"width": 1280, "height": 900})
    p = contexto.new_page()
    p.goto(pagina.as_uri())
    p.wait_for_selector("html[data-lista]")
    p.evaluate(_VIGILAR)
    p.locator(foco).first.focus()
    for tecla in teclas * veces:
        p.keyboard.press(tecla)
        p.evaluate(_PINTADO)
        time.sleep(0.25)
    tardan: list[float] = p.evaluate("tardan")
    contexto.close()
    return tardan + [_UMBRAL] * (len(teclas) * veces - len(tardan))


def _contar_grafo(navegador: Browser, sitio: Path) -> None:
    demo, caso = sitio / "agente0" / "index.html", sitio / "agente0" / "casos" / "caso00000.html"
    dibujado = demo.read_text("utf-8")
    todas = sorted((sitio / "agente0").rglob("*.html"))
    elementos = max(len(re.findall(r"<[a-z]", p.read_text("utf-8"))) for p in todas)
    print(f"grafo G: {dibujado.count('data-nodo=')} nodos, {dibujado.count('data-arista=')} aristas (meta < 100 ms)")
    print(f"  elementos de la página que más tiene: {elementos} (meta ≤ 5000)")
    for donde, pagina, foco, teclas in (
        ("vecinos y zoom", demo, "svg a.nodo", TECLAS_DE_GRAFO),
        ("pasos del caso", caso, "#contenido", IDA_Y_VUELTA),
    ):
        ms = sorted(teclear(navegador, pagina, foco, teclas, max(3, 27 // len(teclas))))
        print(f"  tecla → pintado, {donde}: mediana {statistics.median(ms):.0f}, p95 {ms[int(len(ms) * 0.95)]:.0f} ms")


def main() -> None:
    with tempfile.TemporaryDirectory() as propia, sync_playwright() as pw:
        carpeta = sys.argv[1] if len(sys.argv) > 1 else propia
        m, s_m = construir("M", Path(carpeta) / "m", "--casos", "12")
        x, s_x = construir("X", Path(carpeta) / "x")
        g, _ = construir("G", Path(carpeta) / "g")
        navegador = pw.chromium.launch(executable_path=ejecutable(), args=list(ARGUMENTOS))
        pagina_m = sorted((m / "agente0" / "casos").glob("*.html"))[0]
        tramos_x = sorted((x / "agente0" / "casos").glob("*.html"))
        lejos = tramos_x[len(tramos_x) * 7 // 10]
        r_m = medir(navegador, pagina_m, pagina_m.as_uri() + "#paso=21")
        r_x = medir(navegador, tramos_x[0], lejos.as_uri())
        _contar_grafo(navegador, g)
        navegador.close()
        _contar(m, pagina_m, tramos_x, {"M": r_m, "X": r_x}, {"M": s_m, "X": s_x})


def _contar(
    m: Path, pagina_m: Path, tramos: list[Path], r: dict[str, dict[str, float]], segundos: dict[str, float]
) -> None:
    pesos = peso(m, pagina_m)
    traza = next((m / "agente0" / "descargas").glob(f"{pagina_m.stem}.jsonl"))
    carga = len(gzip.compress(traza.read_bytes(), 6, mtime=0))
    print(f"caso M de 30 pasos, comprimido: {sum(pesos.values()) / 1e3:.1f} KB = {pesos}")
    resto = sum(pesos.values()) - carga
    print(f"  su carga comprimida: {carga / 1e3:.1f} KB; lo demás: {resto / 1e3:.1f} KB (meta ≤ 45)")
    mayor = max(t.stat().st_size for t in tramos)
    print(f"caso X: {len(tramos)} tramos, el mayor {mayor / 1e6:.2f} MB (meta ≤ 1); construir {segundos['X']:.1f} s")
    for clave, meta in (("primero", 1.5), ("cpu", 2.0)):
        equis, eme = r["X"][clave], r["M"][clave]
        print(f"  {clave}: X {equis:.0f} / M {eme:.0f} ms = {equis / eme:.2f} (meta ≤ {meta})")
    print(f"  salto lejano X: {r['X']['salto']:.0f} ms (meta ≤ 250); memoria {r['X']['monton']:.1f} MB (meta ≤ 25)")
    print(f"  elementos: M {r['M']['elementos']:.0f}, X {r['X']['elementos']:.0f} (meta ≤ 5000)")
    print(
        f"  primer paso X / los 5,0 s del visor de Playwright con 10 000: {r['X']['primero'] / 5000:.2f} (meta ≤ 0,2)"
    )


if __name__ == "__main__":
    main()

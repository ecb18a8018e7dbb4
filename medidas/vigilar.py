"""G5: de guardar a verlo, frente a un suelo propio. En la misma ejecución, una vez cada uno (A B A B).

    python -m medidas.vigilar M /tmp/medir [veces]

Los dos vigilan la misma carga, avisan por SSE y tienen una pestaña abierta en el mismo Chromium; «verlo» es que en ella
se lee lo nuevo. El suelo (`suelo`) es lo menos que puede hacerse: mirar fechas cada 50 ms, volcar a una tabla la
traza que cambió y avisar; ni lee el plan, ni comprueba nada, ni escribe el sitio. `vitrina vigilar` se arranca como
se usa, en su proceso. También dice cuánto de lo suyo es esperar la calma y cuánto construir.
"""

from __future__ import annotations

import argparse
import html
import http.server
import json
import os
import queue
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Error, Page

from generador.navegador.chromium import chromium
from medidas.cargas import CARGAS
from medidas.incremental import tocar

PLAZO = 1_800.0
SONDEO = 0.05
_RECARGA = "<!doctype html><script>new EventSource('/sucesos').onmessage=()=>location.reload()</script>"


class Suelo(http.server.ThreadingHTTPServer):
    """El suelo: una tabla por traza en memoria y un aviso a cada conexión."""

    daemon_threads = True

    def __init__(self, corridas: Path) -> None:
        super().__init__(("127.0.0.1", 0), _DelSuelo)
        self.corridas = corridas
        self.paginas: dict[str, bytes] = {}
        self.oyentes: list[queue.Queue[str]] = []
        self.visto = self._mirar()
        for ruta in self.visto:
            self.hacer(ruta)

    def handle_error(self, *_: object) -> None:
        """Una pestaña que se recarga cuelga su conexión: nada que contar."""

    def _mirar(self) -> dict[str, tuple[int, int]]:
        carpetas = [e.path for e in os.scandir(self.corridas) if e.is_dir()]
        trazas = [f"{c.path}/trazas" for d in carpetas for c in os.scandir(d) if c.is_dir()]
        return {
            e.path: (s.st_mtime_ns, s.st_size)
            for t in trazas
            for e in os.scandir(t)
            if (s := e.stat(follow_symlinks=False))
        }

    def hacer(self, ruta: str) -> None:
        """Una fila por línea de la traza, con lo que lleva escapado."""
        filas = []
        for linea in Path(ruta).read_bytes().splitlines():
            fila = json.loads(linea)
            filas.append(f"<tr><td>{fila['t']}<td><pre>{html.escape(linea.decode())}</pre>")
        self.paginas[Path(ruta).stem] = f"{_RECARGA}<table>{''.join(filas)}</table>".encode()

    def vigilar(self, parar: threading.Event) -> None:
        """Mira cada poco, rehace lo que cambió y avisa."""
        while not parar.wait(SONDEO):
            ahora = self._mirar()
            for ruta in [r for r, firma in ahora.items() if self.visto.get(r) != firma]:
                self.hacer(ruta)
                for oyente in self.oyentes:
                    oyente.put(Path(ruta).stem)
            self.visto = ahora


class _DelSuelo(http.server.BaseHTTPRequestHandler):
    server: Suelo

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream" if self.path == "/sucesos" else "text/html; charset=utf-8")
        self.end_headers()
        if self.path == "/sucesos":
            oyente: queue.Queue[str] = queue.Queue()
            self.server.oyentes.append(oyente)
            self.wfile.write(b": hola\n\n")
            while True:
                self.wfile.write(f"data: {oyente.get()}\n\n".encode())
        self.wfile.write(self.server.paginas.get(self.path[1:], b""))

    def log_message(self, *_: object) -> None:
        """Nada."""


class Vitrina:
    """`vitrina vigilar` en su proceso."""

    def __init__(self, corridas: Path, carpeta: Path) -> None:
        orden = ["-u", "-m", "generador", "vigilar", "--corridas", str(corridas), "--salida", str(carpeta / "sitio")]
        orden += ["--cache", str(carpeta / "cache")]
        self.proceso = subprocess.Popen([sys.executable, *orden], stdout=subprocess.PIPE, text=True)
        self.dicho: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._leer, daemon=True).start()
        self.puerto = int(re.findall(r":(\d+)/", self._hasta("Sirviendo"))[0])
        self.arranque = float(re.findall(r"en ([\d.]+) s", self._hasta("páginas en"))[0])

    def _leer(self) -> None:
        for linea in self.proceso.stdout or ():
            self.dicho.put(linea)

    def _hasta(self, que: str) -> str:
        while que not in (linea := self.dicho.get(timeout=PLAZO)):
            pass
        return linea

    def ultima(self) -> float:
        """Segundos de la última construcción."""
        return float(re.findall(r"en ([\d.]+) s", self._hasta("páginas en"))[0])


def hasta_verlo(pestana: Page, que: str, t0: float) -> float:
    """Segundos desde `t0` hasta que en la pestaña se lee `que`."""
    while time.perf_counter() - t0 < PLAZO:
        try:
            if pestana.evaluate(f"document.body?.textContent.includes({que!r})"):
                return time.perf_counter() - t0
        except Error:  # a media recarga no hay página que mirar
            pass
        time.sleep(0.005)
    raise RuntimeError(f"no llega: {que}")


def guardar_y_ver(corridas: Path, paginas: tuple[str, str], veces: int) -> Iterator[tuple[float, ...]]:
    """Cada vez que se guarda, los segundos hasta que se ve en cada página."""
    with chromium() as navegador:
        pestanas = [navegador.new_page() for _ in paginas]
        for pestana, pagina in zip(pestanas, paginas, strict=True):
            pestana.goto(pagina)
        for vez in range(1, veces + 1):
            time.sleep(2)
            t0 = time.perf_counter()
            tocar(corridas, vez)
            yield tuple(hasta_verlo(pestana, f"vez {vez} ", t0) for pestana in pestanas)


def medir(carga: str, carpeta: Path, veces: int) -> dict[str, object]:
    """Segundos de guardar a verlo, de los dos, y su cociente."""
    shutil.rmtree(carpeta, ignore_errors=True)
    corridas = carpeta / "corridas"
    subprocess.run([sys.executable, "-m", "medidas.cargas", carga, str(corridas)], check=True)
    suelo, parar = Suelo(corridas), threading.Event()
    threading.Thread(target=suelo.serve_forever, daemon=True).start()
    threading.Thread(target=suelo.vigilar, args=(parar,), daemon=True).start()
    vitrina = Vitrina(corridas, carpeta)
    traza = tocar(corridas, 0)
    vitrina.ultima()
    paginas = (
        f"http://127.0.0.1:{suelo.server_address[1]}/{traza.stem}",
        f"http://127.0.0.1:{vitrina.puerto}/{traza.parents[2].name}/casos/{traza.stem}.html",
    )
    try:
        tiempos = [(*vistos, vitrina.ultima()) for vistos in guardar_y_ver(corridas, paginas, veces)]
    finally:
        vitrina.proceso.terminate()
        parar.set()
    de_suelo, de_vitrina, construir = (list(t) for t in zip(*tiempos, strict=True))
    cocientes = [v / s for v, s in zip(de_vitrina, de_suelo, strict=True)]
    return {
        "carga": carga,
        "arranque con la primera construcción, s": vitrina.arranque,
        "suelo, s": _resumen(de_suelo),
        "vitrina, s": _resumen(de_vitrina),
        "vitrina, de eso construir, s": _resumen(construir),
        "vitrina / suelo": _resumen(cocientes),
    }


def _resumen(tiempos: list[float]) -> str:
    return f"{statistics.median(tiempos):.2f} ({min(tiempos):.2f}..{max(tiempos):.2f})"


def main() -> None:
    """La orden."""
    p = argparse.ArgumentParser(description="De guardar a verlo, frente al suelo.")
    p.add_argument("carga", choices=CARGAS)
    p.add_argument("carpeta", type=Path)
    p.add_argument("veces", type=int, nargs="?", default=7)
    a = p.parse_args()
    for nombre, valor in medir(a.carga, a.carpeta.absolute(), a.veces).items():
        print(f"{nombre}: {valor}")


if __name__ == "__main__":
    main()

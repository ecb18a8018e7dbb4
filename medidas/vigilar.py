"""G5: de guardar a verlo, frente a un suelo propio. En la misma ejecución, una vez cada uno (A B A B).

    python -m medidas.vigilar M /tmp/medir [veces]

Los dos vigilan la misma carga y avisan por SSE; «verlo» es que una pestaña conectada recibe que su página cambió, la
pide y trae lo nuevo. El suelo (`suelo`) es lo menos que puede hacerse: mirar fechas cada 50 ms, volcar a una tabla la
traza que cambió y avisar; ni lee el plan, ni comprueba nada, ni escribe el sitio. `vitrina vigilar` se arranca como
se usa, en su proceso. También dice cuánto de lo suyo es esperar la calma y cuánto construir.
"""

from __future__ import annotations

import argparse
import html
import http.client
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
import urllib.request
from pathlib import Path

from medidas.cargas import CARGAS
from medidas.incremental import tocar

PLAZO = 600.0
SONDEO = 0.05


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
        self.paginas[Path(ruta).stem] = f"<table>{''.join(filas)}</table>".encode()

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
        self.end_headers()
        if self.path == "/sucesos":
            oyente: queue.Queue[str] = queue.Queue()
            self.server.oyentes.append(oyente)
            self.wfile.write(b": hola\n\n")
            while True:
                self.wfile.write(f"data: {oyente.get()}\n\n".encode())
        self.wfile.write(self.server.paginas[self.path[1:]])

    def log_message(self, *_: object) -> None:
        """Nada."""


class Pestana:
    """Una conexión SSE abierta."""

    def __init__(self, puerto: int, ruta: str) -> None:
        self._c = http.client.HTTPConnection("127.0.0.1", puerto, timeout=PLAZO)
        self._c.request("GET", ruta)
        self._r = self._c.getresponse()

    def dato(self) -> str:
        """El siguiente aviso."""
        while not (linea := self._r.readline()).startswith(b"data: "):
            if not linea:
                raise RuntimeError("se cortó la conexión")
        return linea[6:].decode().strip()


def pedir(puerto: int, ruta: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{puerto}/{ruta}", timeout=PLAZO) as r:
        return str(r.read().decode())


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

    def pestana(self, ruta: str) -> Pestana:
        """Una pestaña en esa página, ya al día."""
        base = re.findall(r'data-base="([^"]+)"', pedir(self.puerto, ruta))[0]
        pestana = Pestana(self.puerto, f"{base}sucesos?pagina={ruta}")
        pestana.dato()
        return pestana

    def ultima(self) -> float:
        """Segundos de la última construcción."""
        return float(re.findall(r"en ([\d.]+) s", self._hasta("páginas en"))[0])


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
    de_suelo, de_vitrina, construir = [], [], []
    oye = Pestana(suelo.server_address[1], "/sucesos")
    ve = vitrina.pestana(f"{traza.parents[2].name}/casos/{traza.stem}.html")
    try:
        for vez in range(1, veces + 1):
            t0 = time.perf_counter()
            tocar(corridas, vez)
            while oye.dato() != traza.stem or f"vez {vez} " not in pedir(suelo.server_address[1], traza.stem):
                pass
            de_suelo.append(time.perf_counter() - t0)
            ve.dato()
            while f"vez {vez} " not in pedir(vitrina.puerto, f"{traza.parents[2].name}/casos/{traza.stem}.html"):
                ve.dato()
            de_vitrina.append(time.perf_counter() - t0)
            construir.append(vitrina.ultima())
            time.sleep(1)
    finally:
        vitrina.proceso.terminate()
        parar.set()
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

"""El sitio servido en 127.0.0.1 bajo un subcamino, como en una página de proyecto, mientras dura la comprobación."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

SUBCAMINO = "/un/subcamino/"


class _Manejador(SimpleHTTPRequestHandler):
    """Solo sirve lo que cuelga del subcamino y está dentro de la carpeta."""

    def translate_path(self, path: str) -> str:
        raiz = Path(self.directory).resolve()
        if not path.startswith(SUBCAMINO):
            return str(raiz / "no-existe")
        pedido = Path(super().translate_path(path.removeprefix(SUBCAMINO.rstrip("/")))).resolve()
        return str(pedido if pedido.is_relative_to(raiz) else raiz / "no-existe")

    def list_directory(self, path: Any) -> None:  # noqa: ARG002 — firma de la biblioteca estándar
        self.send_error(404)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class _Servidor(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Que el navegador cuelgue a medias no es cosa de la terminal."""


@contextmanager
def servido(carpeta: Path) -> Iterator[str]:
    """La dirección del sitio, acabada en `/`. El puerto lo elige el sistema."""
    servidor = _Servidor(("127.0.0.1", 0), partial(_Manejador, directory=str(carpeta)))
    hilo = threading.Thread(target=servidor.serve_forever, daemon=True)
    hilo.start()
    try:
        yield f"http://127.0.0.1:{servidor.server_port}{SUBCAMINO}"
    finally:
        servidor.shutdown()
        servidor.server_close()
        hilo.join()

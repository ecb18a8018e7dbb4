"""El sitio de las corridas versionadas, abierto por `file://` y por http bajo un subcamino."""

import functools
import http.server
import threading
from pathlib import Path

import pytest

RAIZ = Path(__file__).parent.parent.parent


@pytest.fixture(scope="session")
def sitio(tmp_path_factory) -> Path:
    """El sitio completo de `corridas/`, construido una vez. La carpeta lleva espacio y eñe a propósito."""
    from generador import sitio

    destino = tmp_path_factory.mktemp("publicado") / "proyecto" / "mi vitrina ñ"
    destino.parent.mkdir()
    sitio.construir(RAIZ / "corridas", destino)
    return destino


class _Callado(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_args) -> None:
        pass


@pytest.fixture(scope="session")
def por_http(sitio):
    """Dirección del sitio servido bajo un subcamino de 127.0.0.1 (como una página de proyecto)."""
    servidor = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(_Callado, directory=str(sitio.parent.parent))
    )
    hilo = threading.Thread(target=servidor.serve_forever, daemon=True)
    hilo.start()
    yield f"http://127.0.0.1:{servidor.server_port}/proyecto/mi%20vitrina%20%C3%B1"
    servidor.shutdown()


@pytest.fixture(scope="session")
def paginas(sitio) -> list[str]:
    """Las rutas de todas, de menor a mayor: abrir las grandes cuesta, y lo largo y lo raro está en la muestra."""
    return [str(p.relative_to(sitio)) for p in sorted(sitio.rglob("*.html"), key=lambda p: (p.stat().st_size, p))]

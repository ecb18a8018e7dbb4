"""El sitio de las corridas versionadas, abierto por `file://` y por http bajo un subcamino."""

import functools
import http.server
import threading
from pathlib import Path

import pytest
from playwright.sync_api import Page

RAIZ = Path(__file__).parent.parent.parent


@pytest.fixture(scope="session")
def sitio(tmp_path_factory) -> Path:
    """El sitio completo de `corridas/`, construido una vez. La carpeta lleva espacio y eñe a propósito."""
    from generador import sitio

    destino = tmp_path_factory.mktemp("publicado") / "proyecto" / "mi vitrina ñ"
    destino.parent.mkdir()
    sitio.construir(RAIZ / "corridas", destino)
    return destino


class Vigia:
    """Apunta los errores de consola y las peticiones que salen del propio sitio."""

    def __init__(self, pagina: Page, origen: str) -> None:
        self.errores: list[str] = []
        self.externas: list[str] = []
        pagina.on("console", lambda m: self.errores.append(m.text) if m.type in ("error", "warning") else None)
        pagina.on("pageerror", lambda e: self.errores.append(str(e)))
        pagina.on("request", lambda p: None if p.url.startswith((origen, "data:", "blob:")) else self._ajena(p.url))

    def _ajena(self, url: str) -> None:
        self.externas.append(url)

    def limpio(self) -> bool:
        return not self.errores and not self.externas


@pytest.fixture
def contexto(chromium):
    """Contexto nuevo con la red cortada (salvo 127.0.0.1)."""
    contexto = chromium.new_context(viewport={"width": 1280, "height": 900})
    contexto.route("**/*", lambda r: r.continue_() if _propia(r.request.url) else r.abort())
    yield contexto
    contexto.close()


def _propia(url: str) -> bool:
    return url.startswith(("file:", "data:", "blob:", "http://127.0.0.1:"))


@pytest.fixture
def abrir(contexto):
    """`abrir(url_o_ruta)` → (página, vigía)."""

    def _abrir(donde: str | Path) -> tuple[Page, Vigia]:
        url = donde if isinstance(donde, str) else donde.as_uri()
        pagina = contexto.new_page()
        vigia = Vigia(pagina, "file:" if url.startswith("file:") else "/".join(url.split("/")[:3]))
        pagina.goto(url)
        return pagina, vigia

    return _abrir


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
    return sorted(str(p.relative_to(sitio)) for p in sitio.rglob("*.html"))

"""La comprobación entera: leer el sitio, elegir páginas, abrirlas de tres maneras y juntar lo que no estaba bien."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from generador.navegador import controles
from generador.navegador.chromium import chromium
from generador.navegador.estaticas import comprobar_html, idiomas
from generador.navegador.informe import Cuaderno, Informe
from generador.navegador.lectura import Pagina, leer_sitio
from generador.navegador.muestra import POR_DEFECTO, elegir
from generador.navegador.reproduccion import reproducir
from generador.navegador.subcamino import servido
from generador.navegador.sumas import comprobar_sumas
from generador.navegador.visita import pestana

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Avance = Callable[[str, int, int], None]


def comprobar(
    carpeta: Path, *, paginas: int | None = POR_DEFECTO, avanza: Avance = lambda _ruta, _i, _n: None
) -> Informe:
    """Comprueba el sitio de `carpeta`. Todas las páginas se leen; `paginas` de ellas (`None`, todas) se abren.

    `avanza` recibe la página que empieza, cuántas visitas van y cuántas son. Lanza `ErrorDeEntrada` si la carpeta no
    es un sitio de Vitrina o no hay navegador; lo que esté mal en el sitio no es un error: va en el informe.
    """
    sitio = leer_sitio(carpeta)
    cuaderno = Cuaderno()
    comprobar_html(sitio, cuaderno)
    comprobar_sumas(sitio, cuaderno)
    vistas = elegir(sitio.paginas.values(), paginas)
    with ThreadPoolExecutor(1) as hilo:
        hilo.submit(_abrir, sitio.carpeta, vistas, cuaderno, avanza).result()
    return Informe(
        sitio=str(carpeta),
        idiomas=idiomas(sitio),
        paginas=len(sitio.paginas),
        vistas=tuple(p.ruta for p in vistas),
        hechas=dict(cuaderno.hechas),
        faltas=tuple(sorted(cuaderno.faltas)),
    )


def _abrir(carpeta: Path, vistas: Sequence[Pagina], cuaderno: Cuaderno, avanza: Avance) -> None:
    """En su propio hilo: Playwright síncrono no arranca donde ya hay un bucle de sucesos."""
    modos = (_con_doble_clic, _sin_javascript, _por_http)
    with chromium() as navegador, servido(carpeta) as por_http:
        base = f"{carpeta.as_uri()}/"
        for i, modo in enumerate(modos):
            avisar = _desde(avanza, i * len(vistas), len(modos) * len(vistas))
            modo(navegador, por_http if modo is _por_http else base, vistas, cuaderno, avisar)


def _desde(avanza: Avance, van: int, son: int) -> Callable[[str, int], None]:
    return lambda ruta, i: avanza(ruta, van + i, son)


def _con_doble_clic(
    navegador: Browser, base: str, vistas: Sequence[Pagina], cuaderno: Cuaderno, avisar: Callable[[str, int], None]
) -> None:
    """Por `file://`, con JavaScript: consola, peticiones, banda, axe, reproducción, búsqueda y ancho."""
    with pestana(navegador, base) as abierta:
        for i, vista in enumerate(vistas):
            avisar(vista.ruta, i)
            with abierta.visitar(vista.ruta, cuaderno, "con doble clic") as pagina:
                controles.banda(pagina, vista.ruta, cuaderno, "con doble clic")
                controles.imagenes(pagina, vista.ruta, cuaderno)
                controles.axe(pagina, vista.ruta, cuaderno)
                controles.estrecho(pagina, vista.ruta, cuaderno, "con JavaScript")
                if vista.con_visor:
                    reproducir(pagina, vista.ruta, cuaderno)
                if vista.tipo == "buscar":
                    controles.busca(pagina, vista.ruta, cuaderno)


def _sin_javascript(
    navegador: Browser, base: str, vistas: Sequence[Pagina], cuaderno: Cuaderno, avisar: Callable[[str, int], None]
) -> None:
    """Por `file://` y sin JavaScript: banda (también al imprimir), lectura y ancho."""
    with pestana(navegador, base, java_script_enabled=False) as abierta:
        for i, vista in enumerate(vistas):
            avisar(vista.ruta, i)
            with abierta.visitar(vista.ruta, cuaderno, "sin JavaScript") as pagina:
                controles.banda(pagina, vista.ruta, cuaderno, "sin JavaScript")
                controles.se_lee(pagina, vista.ruta, cuaderno)
                controles.estrecho(pagina, vista.ruta, cuaderno, "sin JavaScript")
                pagina.emulate_media(media="print")
                controles.banda(pagina, vista.ruta, cuaderno, "al imprimir")
                pagina.emulate_media(media="screen")


def _por_http(
    navegador: Browser, base: str, vistas: Sequence[Pagina], cuaderno: Cuaderno, avisar: Callable[[str, int], None]
) -> None:
    """Por http bajo un subcamino: lo mismo se ve y nada se pide fuera."""
    with pestana(navegador, base) as abierta:
        for i, vista in enumerate(vistas):
            avisar(vista.ruta, i)
            with abierta.visitar(vista.ruta, cuaderno, "bajo un subcamino") as pagina:
                visible = controles.se_ve_la_banda(pagina)
                que_hacer = "las direcciones del sitio tienen que ser relativas"
                cuaderno.apuntar("subcamino", vista.ruta, visible, "bajo un subcamino no se ve la banda", que_hacer)

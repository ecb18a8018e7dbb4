"""Los enlaces de un caso de varias páginas: adónde llevan, que «Atrás» no los repite y qué pasa con uno mal escrito."""

from pathlib import Path

import pytest

from generador.paginas import crear_contextos
from generador.paginas.caso import TIPO, ficheros
from generador.representacion import representar
from generador.representacion.entorno import crear_entorno
from generador.representacion.idiomas import Catalogo
from generador.representacion.recursos import carpeta_de_plantillas, leer_estaticos
from tests.paginas.caso.apoyo import Planos
from tests.paginas.caso.ejemplo import demo, largo

pytestmark = pytest.mark.navegador

N = 620


@pytest.fixture(scope="module")
def caso(tmp_path_factory) -> str:
    """La dirección de la primera página de un caso larguísimo, con lo que necesita."""
    raiz: Path = tmp_path_factory.mktemp("saltos")
    d, plantillas, espanol = demo({"roto": largo(N)}), carpeta_de_plantillas(), Catalogo("es")
    contexto = crear_contextos((d,), (espanol,), Planos(), version="0")[0]
    entorno = crear_entorno(plantillas, espanol)
    paginas = [p for p in TIPO.modelar(contexto) if p.caso == "roto"]
    salida = {p.marco.ruta: representar(p, TIPO, entorno).encode() for p in paginas} | dict(ficheros(d))
    salida |= {f"estaticos/{nombre}": contenido for nombre, contenido in leer_estaticos(plantillas).items()}
    for ruta, contenido in salida.items():
        (raiz / ruta).parent.mkdir(parents=True, exist_ok=True)
        (raiz / ruta).write_bytes(contenido)
    assert len(paginas) > 1
    return (raiz / paginas[0].marco.ruta).as_uri()


def _en_el_paso(pagina, n: int) -> None:
    pagina.wait_for_selector(f'[data-paso="{n}"][data-visto]')


def test_atras_desde_un_enlace_a_otra_pagina_vuelve_a_donde_se_estaba(caso, abrir):
    pagina, vigia = abrir(caso)
    pagina.evaluate("n => { location.hash = `paso=${n}`; }", N)
    _en_el_paso(pagina, N)
    pagina.go_back()
    _en_el_paso(pagina, 0)
    assert vigia.limpio(), vigia.errores


def test_un_enlace_a_una_tarea_de_otra_pagina_llega_a_la_tarea(caso, abrir):
    tarea = largo(N).pasos[-1].tareas[0].id
    pagina, vigia = abrir(f"{caso}#paso={N}&tarea={tarea}")
    _en_el_paso(pagina, N)
    assert not pagina.is_visible("[data-aviso]")
    assert vigia.limpio(), vigia.errores


@pytest.mark.parametrize("roto", ["paso=%", "paso=%E0%A4%A", "%zz&a+b"])
def test_un_enlace_mal_escrito_lo_dice_y_no_deja_errores(caso, abrir, roto):
    pagina, vigia = abrir(f"{caso}#{roto}")
    _en_el_paso(pagina, 0)
    assert "ya no existe" in pagina.inner_text("[data-aviso]")
    assert vigia.limpio(), vigia.errores

"""La orden entera: construir de verdad, servir, fallar y recuperarse sin reiniciar."""

from __future__ import annotations

import hashlib
import shutil
import socket
import sys
import threading

import pytest

from generador import sitio
from generador.errores import ErrorDeSalida
from generador.servidor import vigilar
from generador.servidor.orden import Obra
from generador.servidor.tablon import Tablon
from tests.servidor.conftest import PLAZO

SECRETO = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@pytest.mark.lenta
def test_guardar_un_caso_se_ve_y_lo_publicado_es_lo_mismo_que_sin_vigilar(en_marcha):
    en_marcha.taller.demos["mini"].casos["uno"] = "lo nuevo"
    en_marcha.taller.escribir()
    en_marcha.esperar(lambda: "lo nuevo" in en_marcha.pedir("mini/casos/uno.html")[1])
    en_marcha.esperar(lambda: en_marcha.construcciones() >= 2)
    cero = en_marcha.taller.raiz / "cero"
    sitio.construir(en_marcha.taller.corridas, cero, idiomas=("es",))
    publicados = {f.relative_to(cero): f.read_bytes() for f in cero.rglob("*") if f.is_file()}
    vistos = {f.relative_to(en_marcha.salida): f.read_bytes() for f in en_marcha.salida.rglob("*") if f.is_file()}
    assert vistos == publicados
    assert not any(b"_vitrina" in c or b"EventSource" in c for c in vistos.values())


@pytest.mark.lenta
@pytest.mark.parametrize(
    ("nombre", "romper", "dice"),
    [
        ("corridas/mini/plan.yaml", lambda b: b.replace(b'"demo"', b'"dmo"'), "plan.yaml:"),
        ("corridas/mini/contrato.md", lambda b: b.replace(b"```mermaid", b"```nada"), "contrato.md"),
        ("plantillas/nodo.html", lambda b: b + b"{% if %}", "nodo.html"),
        ("plantillas/caso.html", lambda b: b.replace(b"pagina.resumen", b"pagina.no_existe"), "no_existe"),
    ],
    ids=["plan", "contrato", "sintaxis de plantilla", "nombre de plantilla"],
)
def test_un_error_se_dice_y_se_recupera_al_corregir_sin_reiniciar(en_marcha, nombre, romper, dice):
    ruta = en_marcha.taller.raiz / nombre
    bueno, antes = ruta.read_bytes(), en_marcha.pedir("mini/casos/uno.html")
    ruta.write_bytes(romper(bueno))
    en_marcha.esperar(lambda: en_marcha.fallos() == 1)
    assert dice in next(d for d in en_marcha.dicho if "no se ha podido" in d)
    assert en_marcha.pedir("mini/casos/uno.html") == antes, "lo último bueno sigue en pie"
    ruta.write_bytes(bueno.replace(b"Una frase", b"Otra frase"))
    en_marcha.esperar(lambda: en_marcha.construcciones() == 2)
    assert en_marcha.pedir("mini/casos/uno.html")[0] == 200


@pytest.mark.lenta
@pytest.mark.parametrize("borrar", [".", "mini", "index.html"])
def test_si_borran_la_salida_o_algo_de_ella_se_rehace_sin_que_nadie_guarde_nada(en_marcha, borrar):
    antes, pagina = en_marcha.construcciones(), en_marcha.pedir("mini/casos/uno.html")
    borrada = en_marcha.salida / borrar
    borrada.unlink() if borrada.is_file() else shutil.rmtree(borrada)
    en_marcha.pedir("mini/casos/uno.html")
    en_marcha.esperar(lambda: en_marcha.construcciones() == antes + 1)
    assert en_marcha.pedir("mini/casos/uno.html") == pagina
    assert borrada.exists()
    assert en_marcha.fallos() == 0


@pytest.fixture
def obra(sesion) -> Obra:
    """Con el sitio ya construido una vez y un caso cambiado después."""
    hecha = Obra(sesion.opciones(), Tablon(), sesion.dicho.append)
    assert hecha.construir()
    sesion.taller.demos["mini"].casos["uno"] = "lo nuevo"
    sesion.taller.escribir()
    return hecha


def servido(obra: Obra, ruta: str) -> bytes:
    contenido, huella = obra.tablon.edicion.ficheros[ruta]
    leido = contenido if isinstance(contenido, bytes) else contenido.read_bytes()
    assert hashlib.sha256(leido).hexdigest() == huella
    return leido


@pytest.mark.lenta
def test_lo_que_cambia_se_sirve_antes_de_escribirlo_y_despues_sale_del_disco(obra, monkeypatch):
    publicar, antes = sitio.publicar, []

    def mirar(*datos, **mas):
        antes.append(servido(obra, "mini/casos/uno.html"))
        publicar(*datos, **mas)

    monkeypatch.setattr(sitio, "publicar", mirar)
    assert obra.construir()
    assert b"lo nuevo" in antes[0]
    assert not any(isinstance(contenido, bytes) for contenido, _ in obra.tablon.edicion.ficheros.values())
    assert servido(obra, "mini/casos/uno.html") == antes[0]


def al_revisar(monkeypatch, hacer) -> None:
    """Llama a `hacer` cuando ya están todas las páginas y falta revisar el sitio."""
    revisar = sitio.revisar

    def despues(*datos, **mas):
        hacer()
        revisar(*datos, **mas)

    monkeypatch.setattr(sitio, "revisar", despues)


@pytest.mark.lenta
def test_la_pagina_tocada_se_sirve_sin_esperar_a_que_se_revise_el_sitio(obra, monkeypatch):
    antes = obra.tablon.edicion.ficheros
    vistos = []
    al_revisar(monkeypatch, lambda: vistos.append((servido(obra, "mini/casos/uno.html"), obra.tablon.edicion)))
    assert obra.construir()
    ((pagina, edicion),) = vistos
    assert b"lo nuevo" in pagina
    assert edicion.ficheros.keys() >= antes.keys(), "las demás siguen en pie"
    assert servido(obra, "mini/casos/uno.html") == pagina


@pytest.mark.lenta
def test_si_el_sitio_no_pasa_la_revision_vuelve_la_pagina_de_antes_con_el_error(obra, monkeypatch):
    antes = obra.tablon.edicion.ficheros

    def fallar():
        assert b"lo nuevo" in servido(obra, "mini/casos/uno.html")
        raise ErrorDeSalida("un enlace roto", "corrígelo")

    al_revisar(monkeypatch, fallar)
    assert not obra.construir()
    assert obra.tablon.edicion.ficheros == antes
    assert "un enlace roto" in obra.tablon.edicion.error


@pytest.mark.lenta
def test_una_pagina_con_un_secreto_no_se_adelanta(obra, sesion, monkeypatch):
    sesion.taller.demos["mini"].casos["uno"] = f"hola {SECRETO}"
    sesion.taller.escribir()
    al_revisar(monkeypatch, lambda: vistos.append(servido(obra, "mini/casos/uno.html")))
    vistos: list[bytes] = []
    obra.construir()
    assert SECRETO.encode() not in vistos[0] and b"hola" in vistos[0]


@pytest.mark.lenta
def test_si_cambia_una_plantilla_no_se_adelanta_nada(obra, sesion, monkeypatch):
    antes = obra.tablon.edicion.ficheros
    with (sesion.taller.plantillas / "caso.html").open("a") as plantilla:
        plantilla.write("\n")
    al_revisar(monkeypatch, lambda: vistos.append(obra.tablon.edicion.ficheros))
    vistos: list[object] = []
    assert obra.construir()
    assert vistos == [antes], "una página nueva con los estáticos de antes saldría rota"


@pytest.mark.lenta
def test_si_no_se_puede_publicar_se_vuelve_a_servir_lo_que_hay_publicado(obra, monkeypatch):
    antes = obra.tablon.edicion.ficheros

    def fallar(*_, **__):
        raise ErrorDeSalida("no cabe", "haz sitio")

    monkeypatch.setattr(sitio, "publicar", fallar)
    assert not obra.construir()
    assert obra.tablon.edicion.ficheros == antes
    assert "no cabe" in obra.tablon.edicion.error
    assert b"lo nuevo" not in servido(obra, "mini/casos/uno.html")


@pytest.mark.lenta
def test_se_puede_empezar_con_el_plan_roto(sesion):
    plan = sesion.taller.corridas / "mini" / "plan.yaml"
    bueno = plan.read_bytes()
    plan.write_bytes(b"demo: [")
    parar = threading.Event()
    hilo = threading.Thread(target=vigilar, args=(sesion.opciones(), sesion.dicho.append, parar), daemon=True)
    hilo.start()
    sesion.esperar(lambda: sesion.fallos() == 1)
    codigo, html = sesion.pedir()
    assert codigo == 503
    assert "plan.yaml" in html
    plan.write_bytes(bueno)
    sesion.esperar(lambda: sesion.pedir()[0] == 200)
    parar.set()
    hilo.join(PLAZO)


@pytest.mark.parametrize("salida", ["corridas/sitio", "corridas", ".", "plantillas/x"])
def test_una_salida_dentro_de_lo_vigilado_o_que_lo_contiene_se_rechaza(sesion, salida):
    with pytest.raises(ErrorDeSalida, match="dentro de lo vigilado"):
        vigilar(sesion.opciones(salida=sesion.taller.raiz / salida), sesion.dicho.append)
    assert sesion.dicho == []


@pytest.mark.parametrize("cache", ["corridas/cache", "corridas/mini/c", "plantillas/c"])
def test_una_cache_dentro_de_lo_vigilado_se_rechaza(sesion, cache):
    """Guardarla sería un cambio, y el cambio pediría otra construcción: con las plantillas, sin fin."""
    with pytest.raises(ErrorDeSalida, match="--cache"):
        vigilar(sesion.opciones(cache=sesion.taller.raiz / cache), sesion.dicho.append)
    assert sesion.dicho == []


def test_una_cache_oculta_dentro_de_lo_vigilado_vale(sesion):
    """Es la de siempre si las demos están en la carpeta de trabajo: `.cache/vitrina`."""
    parar = threading.Event()
    parar.set()
    vigilar(sesion.opciones(cache=sesion.taller.corridas / ".cache" / "vitrina"), sesion.dicho.append, parar)
    assert sesion.construcciones() == 1


def test_una_salida_que_es_un_enlace_hacia_dentro_se_rechaza(sesion):
    enlace = sesion.taller.raiz / "enlace"
    enlace.symlink_to(sesion.taller.corridas)
    with pytest.raises(ErrorDeSalida, match="dentro de lo vigilado"):
        vigilar(sesion.opciones(salida=enlace / "sitio"), sesion.dicho.append)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "evil.example"])  # noqa: S104
def test_escuchar_fuera_de_la_maquina_exige_decirlo_dos_veces(sesion, host):
    with pytest.raises(ErrorDeSalida, match="--exponer"):
        vigilar(sesion.opciones(host=host), sesion.dicho.append)


def test_expuesto_avisa(sesion):
    parar = threading.Event()
    parar.set()
    vigilar(sesion.opciones(host="0.0.0.0", exponer=True), sesion.dicho.append, parar)  # noqa: S104
    assert sesion.dicho[0].startswith("AVISO")
    assert "http://127.0.0.1:" in sesion.dicho[1]


def test_si_el_puerto_esta_ocupado_se_usa_otro_y_se_dice(sesion):
    parar = threading.Event()
    parar.set()
    with socket.socket() as ocupado:
        ocupado.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            ocupado.bind(("127.0.0.1", 8400))
            ocupado.listen()
        except OSError:
            pass  # ya lo tiene otro: vale igual
        vigilar(sesion.opciones(), sesion.dicho.append, parar)
    assert not sesion.origen.endswith(":8400")


def test_un_puerto_pedido_y_ocupado_es_un_error(sesion):
    with socket.socket() as ocupado:
        ocupado.bind(("127.0.0.1", 0))
        ocupado.listen()
        with pytest.raises(ErrorDeSalida, match="no se puede escuchar"):
            vigilar(sesion.opciones(puerto=ocupado.getsockname()[1]), sesion.dicho.append)


def test_sin_watchfiles_se_dice_que_instalar(sesion, monkeypatch):
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    monkeypatch.delitem(sys.modules, "generador.servidor.vigia", raising=False)
    with pytest.raises(ErrorDeSalida, match=r"vitrina\[vigilar\]"):
        vigilar(sesion.opciones(), sesion.dicho.append)

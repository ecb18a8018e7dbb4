"""Lo que se comprueba antes de abrir el puerto, y la orden de principio a fin."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from multiprocessing.util import get_temp_dir
from pathlib import Path
from types import SimpleNamespace

import pytest

from generador import cli
from generador.errores import ErrorDeEntrada, ErrorDeSalida
from generador.lectura.plan import leer_plan
from generador.servidor.vivo import Opciones, servir
from generador.servidor.vivo.ejecuciones import Momento
from generador.servidor.vivo.orden import sirviendo
from generador.temporales import limpiar

from .conftest import Cliente, escribir_demo


@pytest.fixture
def corridas(tmp_path):
    escribir_demo(tmp_path / "corridas")
    return tmp_path / "corridas"


@pytest.fixture
def temporales():
    """Una carpeta temporal de nombre corto: en ella va el enchufe de un proceso, que no admite más de cien letras.

    La de este proceso la elige `multiprocessing` una vez: que no sea una que se va a borrar.
    """
    get_temp_dir()
    with tempfile.TemporaryDirectory(prefix="vt-") as carpeta:
        yield Path(carpeta)


def abrir(corridas, **cambios):
    opciones = {"demo": "juguete", "corridas": corridas, "salida": corridas.parent / "sitio", **cambios}
    return sirviendo(Opciones(**opciones), print)


@pytest.mark.parametrize(
    ("cambios", "motivo"),
    [
        ({"demo": "jugete"}, "juguete"),
        ({"variante": "errror"}, "ninguna variante «errror»"),
        ({"casos": ["error", "otro"]}, "ningún caso «otro»"),
        ({"variante": "error", "casos": ["lento"]}, "no queda ningún caso"),
        ({"en_vivo": True}, "no dice con qué modelo"),
    ],
)
def test_lo_que_el_plan_no_tiene_se_dice_antes_de_servir(corridas, cambios, motivo):
    with pytest.raises(ErrorDeEntrada, match=motivo), abrir(corridas, **cambios):
        raise AssertionError("no debería servir")


def test_un_puerto_ocupado_no_se_cambia_por_otro_ni_deja_restos(corridas, temporales, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(temporales))
    with socket.create_server(("127.0.0.1", 0)) as ocupado:
        puerto = ocupado.getsockname()[1]
        with pytest.raises(ErrorDeSalida, match=f"{puerto}"), abrir(corridas, puerto=puerto):
            raise AssertionError("no debería servir")
    assert not list(temporales.glob("vitrina-vivo-*"))


def test_una_carpeta_temporal_de_nombre_demasiado_largo_se_dice(corridas, tmp_path):
    larga = tmp_path / ("x" * 100)
    larga.mkdir()
    orden = [sys.executable, "-m", "generador", "servir", "juguete", "--corridas", str(corridas)]
    hecho = subprocess.run(orden, capture_output=True, text=True, env={**os.environ, "TMPDIR": str(larga)}, timeout=60)
    assert hecho.returncode == 2, hecho.stderr
    assert "TMPDIR" in hecho.stderr
    assert "Traceback" not in hecho.stderr


def test_al_cerrar_no_queda_ni_el_proceso_ni_lo_que_escribia(corridas, temporales, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(temporales))
    with abrir(corridas) as servidor:
        sala = servidor.vivo.mostrador.sala
        ejecucion = sala.empezar(leer_plan(corridas / "juguete" / "plan.yaml").caso("lento"))
    assert ejecucion.foto.momento is Momento.CORTADA
    assert not list(temporales.glob("vitrina-vivo-*"))


@contextmanager
def _a_muerte(proceso):
    """Si la prueba falla antes de acabar con él, esperar a que se vaya solo sería esperar siempre."""
    try:
        yield
    finally:
        proceso.kill()


@pytest.mark.parametrize("senal", [signal.SIGTERM, signal.SIGKILL])
def test_si_matan_al_servidor_no_queda_ningun_agente(corridas, temporales, tmp_path, senal, monkeypatch):
    """Con SIGTERM, ni sus ficheros; con SIGKILL, hasta que alguien vuelve a empezar."""
    orden = [sys.executable, "-m", "generador", "servir", "juguete", "--corridas", str(corridas), "--caso", "lento"]
    entorno = {**os.environ, "TMPDIR": str(temporales), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(orden, stdout=subprocess.PIPE, text=True, env=entorno) as servidor, _a_muerte(servidor):
        assert servidor.stdout is not None
        puerto = int(re.findall(r":(\d+)/_vivo", servidor.stdout.readline())[0])
        cliente = Cliente(SimpleNamespace(server_address=("", puerto)), corridas / "juguete")  # type: ignore[arg-type]
        cliente.empezar("lento")
        (pid,) = _esperar(lambda: [p.read_text() for p in tmp_path.glob("pid.txt") if p.read_text()])
        servidor.send_signal(senal)
        assert servidor.wait(30) == (0 if senal is signal.SIGTERM else -senal)
    assert _esperar(lambda: not Path(f"/proc/{pid}").exists())
    if senal is signal.SIGKILL:
        assert {p.name.partition("-")[0] for p in temporales.iterdir()} == {"vitrina", "pymp"}
        monkeypatch.setattr(tempfile, "tempdir", str(temporales))
        assert _esperar(lambda: (limpiar(), not list(temporales.iterdir()))[1])
    assert not list(temporales.glob("vitrina-vivo-*"))


def test_ctrl_c_a_medio_arrancar_no_ensena_una_traza_de_python(corridas):
    """Llega a todos los procesos a la vez, también al que aún está importando LangGraph."""
    orden = [sys.executable, "-m", "generador", "servir", "juguete", "--corridas", str(corridas)]
    entorno = {**os.environ, "PYTHONUNBUFFERED": "1"}
    de_teclado = lambda: signal.signal(signal.SIGINT, signal.default_int_handler)  # noqa: E731
    with subprocess.Popen(
        orden,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=entorno,
        start_new_session=True,
        preexec_fn=de_teclado,
    ) as servidor:
        assert servidor.stdout is not None
        servidor.stdout.readline()
        os.killpg(servidor.pid, signal.SIGINT)
        dicho, error = servidor.communicate(timeout=30)
    assert (servidor.returncode, "Hasta luego" in dicho, error) == (0, True, "")


def _esperar(que):
    limite = time.monotonic() + 20
    while not (visto := que()):
        assert time.monotonic() < limite
        time.sleep(0.02)
    return visto


def test_sin_langgraph_la_orden_dice_que_instalar(corridas, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "langgraph", None)
    with pytest.raises(SystemExit) as salida:
        cli.main(["servir", "juguete", "--corridas", str(corridas)])
    assert salida.value.code == 2
    assert "vitrina[grabar]" in capsys.readouterr().err


def test_solo_se_ofrecen_los_casos_pedidos(corridas):
    with abrir(corridas, variante="error") as servidor:
        ambientes = servidor.vivo.mostrador.ambientes
        assert [c.id for c in ambientes["es"].casos] == ["error"]


def test_con_un_modelo_en_el_plan_la_banda_dice_cual(tmp_path):
    escribir_demo(tmp_path / "corridas", extra="modelo: anthropic:claude-sonnet-5-5\n")
    with abrir(tmp_path / "corridas", en_vivo=True) as servidor:
        hoja = servidor.vivo.mostrador.ver("es", ("",))
        html = servidor.vivo.pintar("es", hoja.nombre, hoja.pagina)
    assert "anthropic:claude-sonnet-5-5" in html
    assert "Modelo en vivo." in html


def test_la_orden_sirve_hasta_que_se_para_y_no_deja_nada(corridas):
    parar, dicho = threading.Event(), []

    def decir(texto):
        dicho.append(texto)
        if len(dicho) == 2:
            parar.set()

    opciones = Opciones("juguete", corridas, corridas.parent / "sitio")
    hilo = threading.Thread(target=servir, args=(opciones, decir, parar))
    hilo.start()
    hilo.join(60)
    assert not hilo.is_alive()
    assert "http://127.0.0.1:" in dicho[0]
    assert "vitrina construir" in dicho[1]

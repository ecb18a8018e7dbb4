"""Repartir entre procesos: mismo resultado y mismo orden, y un fallo de un hijo llega al padre."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest

from generador import sitio
from generador.errores import Codigo, ErrorDeEntrada, ErrorDeSalida, problema
from generador.escritura import compuerta
from generador.escritura.compuerta import Hallado, SecretosHallados
from generador.incremental import tandas
from generador.incremental.estado import Escrita
from generador.incremental.reparto import procesos_utiles, repartir
from generador.representacion.recursos import carpeta_de_plantillas
from tests.demo_en_disco import Agente, Taller


def doble(n: int) -> int:
    return n * 2


@pytest.mark.parametrize("procesos", [1, 2])
def test_da_lo_mismo_y_en_orden_con_uno_o_con_varios(procesos):
    assert list(repartir(doble, range(20), procesos)) == [n * 2 for n in range(20)]


def test_lo_que_se_hereda_no_hace_falta_que_se_pueda_serializar():
    cosas = {"abierto": lambda n: n + 1}
    assert list(repartir(lambda n: cosas["abierto"](n), [1, 2, 3], 2)) == [2, 3, 4]


def test_un_fallo_en_un_hijo_es_un_fallo():
    def falla(n: int) -> int:
        if n == 3:
            raise ValueError("tres")
        return n

    with pytest.raises(ValueError, match="tres"):
        list(repartir(falla, range(5), 2))


def test_hay_al_menos_un_proceso_util():
    assert procesos_utiles() >= 1


def test_el_sitio_es_identico_byte_a_byte_repartido_o_no(tmp_path, monkeypatch):
    taller = Taller(tmp_path)
    for n in range(9):
        taller.demos["mini"].casos[f"caso{n}"] = "hola"
    taller.escribir()
    monkeypatch.setattr(tandas, "_PESO_QUE_COMPENSA", 0)
    repartidos = []
    monkeypatch.setattr(tandas, "repartir", lambda h, t, n: repartidos.append(n) or repartir(h, t, n))
    for n in (1, 2):
        sitio.construir(tmp_path / "corridas", tmp_path / f"sitio{n}", procesos=n)
    assert repartidos == [1, 2]
    uno, dos = (
        {p.relative_to(tmp_path / s): p.read_bytes() for p in (tmp_path / s).rglob("*") if p.is_file()}
        for s in ("sitio1", "sitio2")
    )
    assert uno == dos


@pytest.mark.parametrize("error", [
    ErrorDeEntrada([problema("a.yaml", "falta «demo»", "añádelo", linea=3), problema("b.yaml", "sobra", "quítalo")]),
    ErrorDeSalida("no cabe", "libera espacio", Codigo.DISCO),
    SecretosHallados((), ()),
])  # fmt: skip
def test_un_error_nuestro_llega_del_hijo_con_su_texto_y_su_codigo(error):
    def falla(n: int) -> int:
        if n == 3:
            raise error
        return n

    with pytest.raises(type(error)) as visto:
        list(repartir(falla, range(5), 2))
    assert (str(visto.value), visto.value.codigo, vars(visto.value)) == (str(error), error.codigo, vars(error))


def test_un_hijo_muerto_es_un_error_nuestro_y_no_queda_ninguno_vivo():
    def muere(n: int) -> None:
        if n == 3:
            os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(ErrorDeSalida, match="--procesos 1") as visto:
        list(repartir(muere, range(5), 2))
    assert visto.value.codigo is Codigo.DISCO
    assert multiprocessing.active_children() == []


def test_un_hijo_sin_memoria_lo_dice_como_lo_diria_su_padre():
    def sin_memoria(n: int) -> None:
        raise MemoryError

    with pytest.raises(MemoryError):
        list(repartir(sin_memoria, range(5), 2))
    assert multiprocessing.active_children() == []


def test_lo_que_queda_a_medias_se_abandona_sin_esperar_a_los_hijos():
    def eterno(n: int) -> int:
        if n:
            threading.Event().wait()
        return n

    repartido = repartir(eterno, range(20), 2)
    assert next(repartido) == 0
    repartido.close()
    assert multiprocessing.active_children() == []


GUION = """
import os, signal, threading
from generador.incremental.reparto import repartir

signal.signal(signal.SIGINT, signal.default_int_handler)  # lanzada en segundo plano, se hereda ignorada

def eterno(n):
    os.write(1, b"%d\\n" % os.getpid())  # de una vez: con `print`, los dos se mezclan
    threading.Event().wait()

list(repartir(eterno, range(2), 2))
"""


@pytest.mark.parametrize("como", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_si_muere_el_padre_los_hijos_acaban_y_sueltan_su_salida(como):
    with subprocess.Popen([sys.executable, "-c", GUION], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as padre:
        assert padre.stdout is not None
        hijos = {int(padre.stdout.readline()), int(padre.stdout.readline())}
        assert _acaba(padre, como)
        assert padre.stdout.read() == b""
    assert len(hijos) == 2


def _acaba(proceso: subprocess.Popen[bytes], como: signal.Signals) -> bool:
    """Se repite, como haría una persona: un Ctrl+C que llega a mitad de un `fork` se pierde en CPython."""
    for _ in range(60):
        proceso.send_signal(como)
        with suppress(subprocess.TimeoutExpired):
            proceso.wait(1)
            return True
    proceso.kill()
    return False


def test_si_mirar_una_pagina_falla_en_un_hijo_falla_igual_que_sin_hijos(tmp_path, monkeypatch):
    Taller(tmp_path, {"mini": Agente(casos={f"caso{n}": "hola" for n in range(9)})}).escribir()
    monkeypatch.setattr(tandas, "_PESO_QUE_COMPENSA", 0)

    def roto(*_: object) -> tuple[Hallado, ...]:
        raise ValueError("con un secreto dentro")

    monkeypatch.setattr(tandas, "hallados_en", roto)
    monkeypatch.setattr(compuerta, "hallados_en", roto)
    dichos = []
    for n in (1, 2):
        with pytest.raises(ErrorDeSalida) as visto:
            sitio.construir(tmp_path / "corridas", tmp_path / "sitio", procesos=n)
        dichos.append((visto.value.codigo, str(visto.value)))
    assert dichos[0] == dichos[1]
    assert dichos[0][0] is Codigo.COMPUERTA_ROTA


def test_lo_que_espera_aparte_se_borra_al_publicar_y_si_alguien_lo_cambia_no_se_publica(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    memoria = sitio.Memoria()
    with memoria.abierta(tmp_path / "sitio", carpeta_de_plantillas()):
        aparte = memoria.aparte()
        bueno, malo = (
            aparte.guardar(Escrita(r, "", sha256(c).hexdigest()), c) for r, c in ((("a", b"a"), ("b", b"b")))
        )
        assert bueno.leer() == b"a"
        Path(malo.ruta).write_bytes(b"otra cosa")
        with pytest.raises(ErrorDeSalida):
            malo.leer()
        assert list(tmp_path.iterdir())
    assert not list(tmp_path.iterdir())

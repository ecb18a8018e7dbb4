"""El fichero de la traza: contiguo entre procesos, legible tras una muerte, y sin secretos."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generador.grabacion.destino import Destino

from .conftest import comprobar_invariantes, de, leer

RAIZ = Path(__file__).parents[2]


def destino(ruta, redactar=lambda v: v):
    return Destino(ruta, redactar=redactar, reloj=lambda: 12.3456789)


def test_cada_linea_lleva_clase_orden_y_momento(tmp_path):
    d = destino(tmp_path / "t")
    d.escribir("algo", dato="ñ\n")
    assert (tmp_path / "t").read_bytes() == '{"t":"algo","seq":1,"ts":12.345679,"dato":"ñ\\n"}\n'.encode()


def test_la_carpeta_de_la_traza_se_crea(tmp_path):
    destino(tmp_path / "trazas" / "hoy" / "t").escribir("algo")
    assert [x["t"] for x in leer(tmp_path / "trazas" / "hoy" / "t")] == ["algo"]


def test_seq_sigue_al_reabrir(tmp_path):
    for _ in range(3):
        d = destino(tmp_path / "t")
        d.escribir("x")
        d.escribir("x")
        d.cerrar()
    assert [x["seq"] for x in leer(tmp_path / "t")] == [1, 2, 3, 4, 5, 6]


def test_seq_sigue_aunque_la_ultima_linea_no_quepa_en_la_ventana(tmp_path):
    d = destino(tmp_path / "t")
    d.escribir("x")
    d.escribir("x", dato="y" * 300_000)
    d.cerrar()
    destino(tmp_path / "t").escribir("x")
    assert [x["seq"] for x in leer(tmp_path / "t")] == [1, 2, 3]


@pytest.mark.parametrize("rota", [b'{"t":"x","seq":2,"da', b'{"t":"x","seq":1}\n{"t":', b"[1", b"\xff\xfe"])
def test_una_ultima_linea_rota_se_cura_y_no_estropea_la_siguiente(tmp_path, rota):
    (tmp_path / "t").write_bytes(b'{"t":"x","seq":1}\n' + rota)
    destino(tmp_path / "t").escribir("nueva")
    assert (tmp_path / "t").read_bytes().startswith(b'{"t":"x","seq":1}\n' + rota + b"\n")
    assert json.loads((tmp_path / "t").read_bytes().split(b"\n")[-2]) == {"t": "nueva", "seq": 2, "ts": 12.345679}


def test_un_valor_imposible_se_cuenta_y_no_gasta_seq(tmp_path):
    d = destino(tmp_path / "t")
    d.escribir("mal", dato=float("nan"))
    d.escribir("mal", dato=object())
    d.escribir("bien")
    assert d.perdidas == 2
    assert [(x["t"], x["seq"]) for x in leer(tmp_path / "t")] == [("bien", 1)]


def test_si_el_disco_se_llena_a_media_linea_la_siguiente_se_lee(tmp_path, monkeypatch):
    d = destino(tmp_path / "t")
    de_verdad = os.write
    trozos = iter([7, OSError(errno.ENOSPC, "lleno")])

    def escaso(descriptor, datos):
        cuanto = next(trozos, None)
        if isinstance(cuanto, OSError):
            raise cuanto
        return de_verdad(descriptor, datos[:cuanto])

    monkeypatch.setattr(os, "write", escaso)
    d.escribir("cortada")
    d.escribir("entera")
    lineas = (tmp_path / "t").read_bytes().split(b"\n")
    assert lineas[0] == b'{"t":"c'
    assert json.loads(lineas[1])["t"] == "entera"
    assert d.perdidas == 1


def test_todo_pasa_por_el_redactor_menos_los_blob_que_ya_pasaron(tmp_path):
    d = destino(tmp_path / "t", lambda campos: {**campos, "visto": True})
    d.escribir("x")
    d.escribir("blob", h="1", v=2)
    assert [x.get("visto") for x in leer(tmp_path / "t")] == [True, None]


def test_una_escritura_a_trozos_se_completa(tmp_path, monkeypatch):
    de_verdad = os.write
    monkeypatch.setattr(os, "write", lambda d, datos: de_verdad(d, datos[:5]))
    destino(tmp_path / "t").escribir("x", dato="largo" * 10)
    assert leer(tmp_path / "t")[0]["dato"] == "largo" * 10


def test_solo_el_dueno_puede_leer_una_traza_a_medio_grabar(tmp_path):
    destino(tmp_path / "t").escribir("x")
    assert (tmp_path / "t").stat().st_mode & 0o077 == 0


# --- otros procesos ----------------------------------------------------------------------------------------------

_GRABAR = """
import sys
from pathlib import Path
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command
from generador.grabacion import Grabadora
from tests.grabacion import agentes_de_prueba as agentes
ruta, base, modo = sys.argv[1:4]
entrada = {"x": []} if modo != "reanuda" else Command(resume="sí")
with SqliteSaver.from_conn_string(base) as guardado, Grabadora(ruta, caso="caso") as g:
    grafo = agentes.cuelga() if modo == "cuelga" else agentes.con_pausa(guardado)
    g.ejecutar(grafo, entrada, {"configurable": {"thread_id": "h"}}, quien=None if modo == "empieza" else "eva")
"""


def _proceso(ruta, base, modo):
    return subprocess.Popen([sys.executable, "-c", _GRABAR, str(ruta), str(base), modo], cwd=RAIZ)


@pytest.mark.lenta
def test_una_pausa_se_reanuda_en_otro_proceso_sobre_la_misma_traza(tmp_path):
    ruta, base = tmp_path / "t.jsonl", tmp_path / "b.sqlite"
    assert _proceso(ruta, base, "empieza").wait(60) == 0
    assert _proceso(ruta, base, "reanuda").wait(60) == 0
    lineas = leer(ruta)
    comprobar_invariantes(lineas)
    assert [x["status"] for x in de(lineas, "run.end")] == ["interrupted", "ok"]
    assert [x.get("by") for x in de(lineas, "run.start")] == [None, "eva"]
    assert len(de(lineas, "trace")) == 2
    assert len({x["task"] for x in de(lineas, "task.end", node="pregunta")}) == 1


@pytest.mark.lenta
def test_lo_escrito_antes_de_kill_9_se_lee_y_dice_donde_estaba(tmp_path):
    ruta = tmp_path / "t.jsonl"
    proceso = _proceso(ruta, tmp_path / "b.sqlite", "cuelga")
    limite = time.monotonic() + 60
    while time.monotonic() < limite and not (ruta.exists() and b'"para","ns"' in ruta.read_bytes()):
        time.sleep(0.02)
    proceso.send_signal(signal.SIGKILL)
    assert proceso.wait(60) == -signal.SIGKILL
    lineas = leer(ruta)
    assert [x["seq"] for x in lineas] == list(range(1, len(lineas) + 1))
    assert de(lineas, "task.start", node="para") and de(lineas, "attempt.start", node="para")
    assert de(lineas, "task.end", node="a") and not de(lineas, "run.end")

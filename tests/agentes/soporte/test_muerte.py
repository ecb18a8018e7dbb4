"""`kill -9` entre el pago y el registro: al volver, un solo pago y una propuesta ejecutada. En las dos bases."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agentes.soporte.base.motor import lectura
from agentes.soporte.tienda.repositorio import leer

RAIZ = Path(__file__).parents[3]


@pytest.mark.lenta
def test_morir_tras_pagar_y_recuperar_en_otro_proceso_es_un_solo_pago(taller):
    p = taller.aprobada()
    url = taller.motor.url.render_as_string(hide_password=False)
    muerto = en_otro_proceso("pagar_y_morir", url, p.id)
    assert muerto.returncode == -signal.SIGKILL
    assert (taller.estado(p.id), len(taller.pagos.operaciones())) == ("en_ejecucion", 1)

    vivo = en_otro_proceso("recuperar", url, p.id)
    assert (vivo.returncode, vivo.stdout.split()) == (0, ["ejecutada"]), vivo.stderr
    assert (taller.estado(p.id), len(taller.pagos.operaciones())) == ("ejecutada", 1)
    with lectura(taller.motor).begin() as c:
        assert leer(c, "P-1001").reembolsado == 3990


def en_otro_proceso(orden, url, propuesta):
    partes = [sys.executable, "-m", "tests.agentes.soporte.otro_proceso", orden, url, str(propuesta)]
    return subprocess.run(partes, cwd=RAIZ, capture_output=True, text=True, timeout=180, check=False)

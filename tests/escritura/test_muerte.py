"""Matar al constructor en cada operación de disco: queda el sitio anterior o el nuevo, enteros, y se puede seguir."""

import os
import signal
from pathlib import Path

import pytest

from generador.escritura import intercambio, publicar
from generador.escritura.destino import Vecinos
from generador.escritura.marca import con_marca
from tests.escritura.muestra import leer, sitio

pytestmark = pytest.mark.lenta
OPERACIONES = (
    "open",
    "write",
    "fsync",
    "mkdir",
    "chmod",
    "fchmod",
    "link",
    "rename",
    "replace",
    "unlink",
    "rmdir",
    "close",
)
VIEJO, NUEVO = con_marca(sitio("a")), con_marca(sitio("b"))


@pytest.fixture(autouse=True)
def sin_esperar_al_disco(monkeypatch):
    """Una muerte del proceso no pierde lo que ya tiene el núcleo: aquí basta con contar los `fsync`."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


class Verdugo:
    """Cuenta operaciones y mata al proceso en la `enesima`; una escritura la deja a medias."""

    def __init__(self, enesima: int) -> None:
        self.quedan = enesima

    def vigilar(self, nombre: str, original):
        def vigilada(*args, **kwargs):
            self.quedan -= 1
            if self.quedan == 0:
                if nombre == "write":
                    original(args[0], bytes(args[1])[: len(args[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            return original(*args, **kwargs)

        return vigilada

    def ponerse(self, *, con_intercambio: bool) -> None:
        for nombre in OPERACIONES:
            setattr(os, nombre, self.vigilar(nombre, getattr(os, nombre)))
        original = intercambio._intercambiar if con_intercambio else lambda *_: False
        intercambio._intercambiar = self.vigilar("intercambiar", original)


def publicar_y_morir(destino: Path, enesima: int, *, con_intercambio: bool) -> bool:
    """Publica la versión b en un hijo que muere en la operación `enesima`. Devuelve si llegó a acabar."""
    hijo = os.fork()
    if hijo == 0:
        try:
            Verdugo(enesima).ponerse(con_intercambio=con_intercambio)
            publicar(sitio("b"), destino)
        finally:
            os._exit(0 if leer(destino) == NUEVO else 1)
    _, estado = os.waitpid(hijo, 0)
    if os.WIFSIGNALED(estado):
        assert os.WTERMSIG(estado) == signal.SIGKILL
        return False
    assert os.WEXITSTATUS(estado) == 0
    return True


def recorrer(tmp_path: Path, *, anterior: bool, con_intercambio: bool):
    """Una muerte por operación, cada una desde el mismo punto de partida."""
    for enesima in range(1, 2000):
        destino = tmp_path / str(enesima) / "sitio"
        destino.parent.mkdir()
        if anterior:
            publicar(sitio("a"), destino)
        acabo = publicar_y_morir(destino, enesima, con_intercambio=con_intercambio)
        yield enesima, destino
        if acabo:
            return
    pytest.fail("el constructor no acaba nunca")


def exigir_que_se_puede_seguir(destino: Path) -> None:
    publicar(sitio("b"), destino)
    assert leer(destino) == NUEVO
    assert [f.name for f in destino.parent.iterdir()] == ["sitio"]


def test_reemplazar_con_intercambio_nunca_deja_la_salida_a_medias(tmp_path):
    estados = []
    for _, destino in recorrer(tmp_path, anterior=True, con_intercambio=True):
        encontrado = leer(destino)
        assert encontrado in (VIEJO, NUEVO)
        estados.append(encontrado == NUEVO)
        exigir_que_se_puede_seguir(destino)
    assert len(estados) > 60
    assert estados == sorted(estados), "una vez puesto el nuevo no se vuelve al viejo"
    assert estados.count(True) > 5, "también se ha muerto después del intercambio"


def test_reemplazar_sin_intercambio_se_repone_al_arrancar(tmp_path):
    sin_sitio = 0
    for _, destino in recorrer(tmp_path, anterior=True, con_intercambio=False):
        if destino.exists():
            assert leer(destino) in (VIEJO, NUEVO)
        else:
            sin_sitio += 1
            v = Vecinos(destino)
            assert leer(v.viejo) == VIEJO
            assert leer(v.nuevo) == NUEVO
            intercambio.reponer(v)
            assert leer(destino) == NUEVO
        exigir_que_se_puede_seguir(destino)
    assert 0 < sin_sitio <= 2, "solo entre los dos renombrados falta la carpeta"


def test_la_primera_publicacion_aparece_entera_o_no_aparece(tmp_path):
    for _, destino in recorrer(tmp_path, anterior=False, con_intercambio=True):
        assert not destino.exists() or leer(destino) == NUEVO
        exigir_que_se_puede_seguir(destino)


def test_morir_otra_vez_mientras_se_limpia_tampoco_pierde_nada(tmp_path):
    for enesima in (5, 40, 90):
        destino = tmp_path / str(enesima) / "sitio"
        publicar(sitio("a"), destino)
        publicar_y_morir(destino, enesima, con_intercambio=True)
        for otra in range(1, 40, 2):
            publicar_y_morir(destino, otra, con_intercambio=True)
            assert leer(destino) in (VIEJO, NUEVO)
        exigir_que_se_puede_seguir(destino)

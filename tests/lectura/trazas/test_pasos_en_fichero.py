"""Los pasos guardados en un fichero son los mismos, se pidan como se pidan."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generador.lectura.trazas import leer_traza
from generador.lectura.trazas.bloques import Bloques
from generador.lectura.trazas.pasos_en_fichero import POR_BLOQUE, PasosEnFichero
from generador.modelo.traza import Paso
from tests.lectura.trazas.cinta import Cinta

RAIZ = Path(__file__).parents[3]


def pasos(n: int) -> tuple[Paso, ...]:
    cinta = Cinta().ejecucion("r0").estado({"x": 0}, 0, fase="initial")
    for i in range(1, n + 1):
        cinta = cinta.tarea(f"t{i}", "a", i, update={"x": i}, estado={"x": i})
    return tuple(cinta.fin().traza().pasos)


@pytest.fixture
def guardados() -> tuple[tuple[Paso, ...], PasosEnFichero]:
    todos, fichero = pasos(2 * POR_BLOQUE + 5), PasosEnFichero()
    fichero.anadir(todos[:40])
    fichero.anadir(todos[40:])
    return todos, fichero


def test_se_comporta_como_la_tupla_que_guarda(guardados: tuple[tuple[Paso, ...], PasosEnFichero]):
    todos, fichero = guardados
    assert len(fichero) == len(todos) and tuple(fichero) == todos and tuple(reversed(fichero)) == todos[::-1]
    assert [fichero[i] for i in (0, 31, 32, 39, 40, -1)] == [todos[i] for i in (0, 31, 32, 39, 40, -1)]
    assert fichero[30:45] == todos[30:45] and fichero[10:5] == () and fichero[:] == todos
    with pytest.raises(IndexError):
        fichero[len(todos)]


def test_dos_recorridos_a_la_vez_no_se_estorban(guardados: tuple[tuple[Paso, ...], PasosEnFichero]):
    todos, fichero = guardados
    assert [(a.n, b.n) for a, b in zip(fichero, reversed(fichero), strict=True)] == [
        (a.n, b.n) for a, b in zip(todos, reversed(todos), strict=True)
    ]


def test_un_proceso_hijo_los_lee_sin_mover_los_del_padre(guardados: tuple[tuple[Paso, ...], PasosEnFichero]):
    todos, fichero = guardados
    resto = iter(fichero)
    next(resto)
    hijo = os.fork()
    if not hijo:
        os._exit(0 if tuple(fichero) == todos else 1)
    assert os.waitpid(hijo, 0)[1] == 0
    assert tuple(resto) == todos[1:]


def test_lo_grabado_de_verdad_va_y_vuelve_con_sus_referencias():
    con_referencias = 0
    for fichero in sorted((RAIZ / "corridas").rglob("*.jsonl"))[::7]:
        leidos = leer_traza(fichero, "c").pasos
        bloques = Bloques()
        vuelta = bloques.leer(bloques.escribir(leidos))
        assert vuelta == leidos and repr(vuelta) == repr(leidos)
        con_referencias += bool(bloques.valores)
    assert con_referencias


def test_lo_referido_se_guarda_una_vez_y_no_en_cada_paso():
    mensaje = "hola " * 400
    cinta = Cinta().linea("blob", h="aaaaaaaaaaaa", v={"content": mensaje}).ejecucion("r0")
    for i in range(1, 21):
        cinta = cinta.tarea(f"t{i}", "a", i, update={"m": [{"$m": "aaaaaaaaaaaa"}]})
    leidos = cinta.fin().traza().pasos
    assert len(Bloques().escribir(leidos)) < 10 * len(mensaje)

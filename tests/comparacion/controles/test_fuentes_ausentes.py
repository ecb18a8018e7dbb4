"""Control `fuentes_ausentes`."""

from __future__ import annotations

from generador.modelo.corrida import Fuente
from generador.modelo.grafo import FIN, INICIO
from tests.comparacion.demos import corrida, demo, textos
from tests.comparacion.grafos import fija, grafo, lineal, traza
from tests.congelados import replace

CONTROL = "fuentes_ausentes"
A = Fuente(nodo="a", codigo="def a(): ...")


def con(fuentes: dict[str, Fuente], **campos: object) -> list[str]:
    return textos(demo(corrida({"c": traza(["a"], ["b"])}, fuentes=fuentes, **campos)), CONTROL)  # type: ignore[arg-type]


def test_con_el_codigo_de_todos_no_da_nada():
    assert con({"a": A, "b": Fuente(nodo="b", codigo="x")}) == []


def test_dice_el_motivo_que_dio_quien_exporto_o_que_no_esta():
    dichos = con({"a": Fuente(nodo="a", motivo="es una lambda de exec")})
    assert [x.partition(" → ")[0] for x in dichos] == [
        "None: no hay código de a: es una lambda de exec",
        "None: la corrida no trae el código de b",
    ]


def test_una_corrida_sin_ninguno_lo_dice_una_vez_y_no_nodo_a_nodo():
    assert [x.partition(" → ")[0] for x in con({})] == ["None: la corrida no trae el código de ningún nodo"]


def test_los_bordes_los_subgrafos_y_los_manejadores_no_tienen_codigo_propio():
    g = grafo(fija(INICIO, "s"), fija("s:x", "s:y"), fija("s", FIN), nodos=["__error_handler__s"])
    dichos = con({"s:x": A, "s:y": A}, grafos={"v": g})
    assert dichos == []


def test_sin_corrida_no_da_nada():
    assert textos(replace(demo(contrato=lineal("a")), corridas=()), CONTROL) == []

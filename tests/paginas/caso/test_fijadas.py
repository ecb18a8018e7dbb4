"""Una pausa fijada al compilar también es una pausa: se ve en la lista, se filtra y se cuenta en su paso."""

import pytest

from generador.modelo.grafo import Formato, Grafo, Nodo
from generador.modelo.traza import Ejecucion, Fin, Traza
from generador.paginas.caso import modelar
from generador.paginas.caso.fijadas import fijadas
from tests.congelados import replace
from tests.paginas.caso.apoyo import contexto, pagina_de
from tests.paginas.caso.ejemplo import PAUSADO, demo, paso, tarea

PASOS = (paso(1, tarea(1, 0, "intake", 0, 1)), paso(2, tarea(2, 0, "closing", 100, 101), ejecucion=1))
EJECUCIONES = (
    Ejecucion(indice=0, clase="input", fin=Fin.INTERRUMPIDO, t0=0.0, t1=1.0, pendientes=("closing",)),
    Ejecucion(indice=1, clase="continue", quien="Ana", fin=Fin.BIEN, t0=61.0, t1=62.0),
)
TRAZA = Traza(caso="roto", origen="recorded", ejecuciones=EJECUCIONES, pasos=PASOS)
SIN_REANUDAR = replace(TRAZA, ejecuciones=EJECUCIONES[:1], pasos=PASOS[:1])


def grafo(**pausas: tuple[str, ...]) -> Grafo:
    nodos = tuple(Nodo(id=n, nombre=n, pausa=pausas.get(n, ())) for n in ("intake", "closing"))
    return Grafo(nodos=nodos, aristas=(), formato=Formato.VITRINA)


@pytest.mark.parametrize(
    ("traza", "pausas", "vistas"),
    [
        (TRAZA, {"closing": ("antes",)}, {2: ["interrupt_before"]}),
        (TRAZA, {"intake": ("despues",)}, {1: ["interrupt_after"]}),
        (TRAZA, {"intake": ("despues",), "closing": ("antes",)}, {2: ["interrupt_before"], 1: ["interrupt_after"]}),
        (TRAZA, {}, {2: [""]}),
        (SIN_REANUDAR, {"closing": ("antes",)}, {1: ["interrupt_before"]}),
        (PAUSADO, {}, {}),
    ],
)
def test_donde_va_cada_una(traza, pausas, vistas):
    assert {n: [f.momento for f in fs] for n, fs in fijadas(traza, grafo(**pausas)).items()} == vistas


def test_tiene_ficha_en_la_lista_entra_en_el_filtro_y_se_cuenta_en_su_paso():
    d = demo({"roto": TRAZA})
    corrida = d.demo.corrida
    con = replace(corrida, grafos={v: grafo(closing=("antes",)) for v in corrida.grafos})
    d = replace(d, demo=replace(d.demo, corridas=(con,)))
    p = next(p for p in modelar(contexto(d)) if p.caso == "roto")
    assert [[f.texto for f in fila.fichas] for fila in p.filas] == [[], ["interrupt_before"]]
    assert [fila.marcas for fila in p.filas] == ["", "interrupciones"]
    assert {f.clave: f.n for f in p.filtros}["interrupciones"] == 1
    assert p.pasos[1].tareas[0].notas == (
        "Pausa fijada al compilar (interrupt_before): el caso se paró antes de closing. "
        "Siguió en la ejecución 2, por Ana, tras 1 min de espera.",
    )


def test_sin_grafo_y_sin_reanudar_tambien_se_dice():
    p = pagina_de(SIN_REANUDAR)
    assert [f.texto for f in p.filas[0].fichas] == ["pausa fijada al compilar"]
    assert p.pasos[0].tareas[0].notas == ("Pausa fijada al compilar: el caso se paró aquí. Nadie la reanudó.",)

"""Una corrida: lo que falta, lo que se tocó y lo que no cuadra con el plan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.corridas import carpetas_de_corridas, leer_corrida, leer_corridas
from generador.lectura.plan import leer_plan
from generador.modelo.plan import Plan
from generador.modelo.traza import Fin
from tests.lectura import fabrica


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    return fabrica.demo(tmp_path / "mini")


@pytest.fixture
def plan(demo: Path) -> Plan:
    return leer_plan(demo / "plan.yaml")


def problemas(carpeta: Path, plan: Plan, **opciones: Any) -> list[str]:
    with pytest.raises(ErrorDeEntrada) as error:
        leer_corrida(carpeta, plan, **opciones)
    return [p.que_pasa for p in error.value.problemas]


def test_una_corrida_se_lee_entera(demo: Path, plan: Plan) -> None:
    corrida = leer_corrida(fabrica.corrida(demo / "r1"), plan)
    assert corrida.manifiesto.casos[0].duracion == 1.0
    assert list(corrida.grafos["unica"].por_id) == ["__start__", "a", "__end__"]
    assert corrida.fuentes["unica"]["a"].lineas == (1, 2)
    assert corrida.fuentes["unica"]["b"].motivo == "no hay"
    assert corrida.trazas["uno"].fin is Fin.BIEN
    assert Path(corrida.rutas["uno"]).read_bytes().startswith(b'{"t"')


def test_una_traza_tocada_se_nota(demo: Path, plan: Plan) -> None:
    carpeta = fabrica.corrida(demo / "r1")
    with (carpeta / "trazas" / "uno.jsonl").open("a") as traza:
        traza.write("\n")
    assert "«trazas/uno.jsonl» no es la que se grabó" in problemas(carpeta, plan)[0]


def test_una_corrida_de_otra_demo_o_que_se_sale_de_su_carpeta_se_dice(demo: Path, plan: Plan) -> None:
    assert problemas(fabrica.corrida(demo / "r1", demo="otra"), plan) == [
        "la corrida es de la demo «otra» y el plan, de «mini»"
    ]
    fuera = fabrica.corrida(demo / "r2", grafos={"unica": "/etc/passwd"}, fuentes=None)
    assert problemas(fuera, plan) == ["«/etc/passwd» se sale de la corrida"]


def test_todos_los_ficheros_malos_salen_juntos(demo: Path, plan: Plan) -> None:
    carpeta = fabrica.corrida(demo / "r1", anexos={"evaluacion": "evaluacion.json", "fuera": "../plan.yaml"})
    (carpeta / "grafo.unica.json").write_text("{")
    (carpeta / "fuentes.json").write_text('{"v": 2}')
    (carpeta / "trazas" / "uno.jsonl").unlink()
    with pytest.raises(ErrorDeEntrada) as error:
        leer_corrida(carpeta, plan)
    assert {Path(p.fichero).name for p in error.value.problemas} == {
        "manifiesto.json",
        "grafo.unica.json",
        "fuentes.json",
    }
    assert all(p.linea for p in error.value.problemas)
    que_pasa = [p.que_pasa for p in error.value.problemas]
    assert "falta el fichero «trazas/uno.jsonl»" in que_pasa
    assert "falta el fichero «evaluacion.json»" in que_pasa
    assert "«../plan.yaml» se sale de la corrida" in que_pasa


def test_los_casos_de_la_corrida_vigente_son_los_del_plan(demo: Path, plan: Plan) -> None:
    carpeta = fabrica.corrida(demo / "r1")
    datos = json.loads((carpeta / "manifiesto.json").read_text())
    caso = datos["casos"][0]
    datos["casos"] = [{**caso, "variante": "otra"}, {**caso, "caso": "retirado"}]
    fabrica.escribir_json(carpeta / "manifiesto.json", datos)
    assert problemas(carpeta, plan) == [
        "el caso «uno» se grabó con «otra» y el plan pide «unica»",
        "el caso «retirado» está grabado y el plan no lo tiene",
    ]
    assert set(leer_corrida(carpeta, plan, vigente=False).trazas) == {"uno", "retirado"}


def test_las_corridas_van_de_la_mas_antigua_a_la_mas_nueva(demo: Path, plan: Plan) -> None:
    fabrica.corrida(demo / "a", "2026-03-01T00:00:00+00:00")
    fabrica.corrida(demo / "b", "2026-01-01T00:00:00+00:00")
    fabrica.corrida(demo / "c", "2026-02-28T23:30:00-02:00")
    assert [c.manifiesto.corrida for c in leer_corridas(demo, plan)] == ["b", "a", "c"]


def test_solo_la_ultima_corrida_tiene_que_tener_los_casos_del_plan(demo: Path, plan: Plan) -> None:
    vieja = fabrica.corrida(demo / "a", "2026-01-01T00:00:00+00:00")
    datos = json.loads((vieja / "manifiesto.json").read_text())
    datos["casos"][0]["caso"] = "retirado"
    fabrica.escribir_json(vieja / "manifiesto.json", datos)
    fabrica.corrida(demo / "b", "2026-02-01T00:00:00+00:00")
    assert len(leer_corridas(demo, plan)) == 2


def test_dos_corridas_con_el_mismo_nombre_son_un_error(demo: Path, plan: Plan) -> None:
    fabrica.corrida(demo / "a")
    fabrica.corrida(demo / "b", corrida="a")
    with pytest.raises(ErrorDeEntrada, match="ya está en la carpeta «a»"):
        leer_corridas(demo, plan)


def test_una_corrida_a_medio_grabar_no_cuenta(demo: Path) -> None:
    fabrica.corrida(demo / "a")
    (demo / "b" / "trazas").mkdir(parents=True)
    fabrica.corrida(demo / ".oculta")
    assert [c.name for c in carpetas_de_corridas(demo)] == ["a"]
    assert carpetas_de_corridas(demo / "no-existe") == ()

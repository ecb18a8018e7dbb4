"""Una demo y todas: cuanto nombra el plan, y los problemas de todas en un solo error."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generador.errores import ErrorDeEntrada, problema
from generador.lectura.demos import leer_demo, leer_demos
from generador.modelo.grafo import Lugar
from tests.lectura import fabrica


def test_una_carpeta_oculta_no_es_una_demo(tmp_path):
    """Una a medio escribir se llama con un punto delante."""
    (tmp_path / ".a-medias").mkdir()
    (tmp_path / ".a-medias" / "plan.yaml").write_text("demo: x", "utf-8")
    with pytest.raises(ErrorDeEntrada, match="no hay ninguna demo"):
        leer_demos(tmp_path)


def test_una_demo_se_lee_entera(tmp_path: Path) -> None:
    carpeta = fabrica.demo(tmp_path / "corridas" / "mini")
    fabrica.corrida(carpeta / "r1", "2026-01-01T00:00:00+00:00")
    fabrica.corrida(carpeta / "r2", "2026-02-01T00:00:00+00:00")
    demo = leer_demo(carpeta)
    assert demo.corrida is not None and demo.corrida.manifiesto.corrida == "r2"
    assert demo.contratos["unica"].aristas[0].lugar == Lugar("corridas/mini/contrato.md", 7)
    assert "viejo" in demo.spikes["unica"].por_id
    assert demo.spikes["unica"].lugar == Lugar("corridas/mini/spike.json")
    assert demo.corrida.grafos["unica"].lugar == Lugar("corridas/mini/r2/grafo.unica.json")
    assert demo.documentos == {"notas.md": "# Notas\n", "notes.md": "# Notes\n"}


def test_no_tener_corridas_no_es_un_error(tmp_path: Path) -> None:
    assert leer_demo(fabrica.demo(tmp_path / "mini")).corrida is None


def test_un_contrato_en_linea_dice_su_linea_del_plan(tmp_path: Path) -> None:
    en_linea = "contrato:\n      nodos: [a]\n      aristas:\n        - {de: __start__, a: a}"
    carpeta = fabrica.demo(tmp_path / "mini", fabrica.PLAN.replace("contrato: contrato.md#grafo", en_linea))
    contrato = leer_demo(carpeta).contratos["unica"]
    assert contrato.aristas[0].lugar == Lugar(f"{tmp_path.name}/mini/plan.yaml", 11)
    assert contrato.por_id["a"].lugar == Lugar(f"{tmp_path.name}/mini/plan.yaml", 9)


def test_los_problemas_de_todos_los_ficheros_de_una_demo_salen_juntos(tmp_path: Path) -> None:
    carpeta = fabrica.demo(tmp_path / "mini")
    fabrica.corrida(carpeta / "r1")
    (carpeta / "contrato.md").write_text("# Grafo\n```mermaid\nflowchart TD\na -> b\n```\n")
    (carpeta / "spike.json").write_text("[]")
    (carpeta / "notes.md").write_bytes(b"\xff")
    (carpeta / "r1" / "grafo.unica.json").write_text("")
    with pytest.raises(ErrorDeEntrada) as error:
        leer_demo(carpeta)
    nombres = {Path(p.fichero).name for p in error.value.problemas}
    assert nombres == {"contrato.md", "spike.json", "notes.md", "grafo.unica.json"}


def _todo_roto(carpeta: Path) -> None:
    fabrica.corrida(carpeta / "r1")
    (carpeta / "contrato.md").write_text("# Grafo\n```mermaid\nflowchart TD\na -> b\n```\n")
    (carpeta / "spike.json").write_text("[]")
    (carpeta / "notes.md").write_bytes(b"\xff")
    (carpeta / "oraculo.yaml").write_text("guiones: [")
    (carpeta / "r1" / "grafo.unica.json").write_text("")
    next((carpeta / "r1" / "trazas").glob("*.jsonl")).write_text("{")


@pytest.mark.parametrize(
    ("bien", "mal"),
    [
        ("demo: mini", "demo: 7"),
        ("sprint:", "esprint:"),
        ("variante: unica", "variante: otra"),
        ("titulo:", "titulo: ["),
    ],
)
def test_un_plan_que_no_vale_no_tapa_los_problemas_de_los_demas_ficheros(tmp_path: Path, bien: str, mal: str) -> None:
    plan = fabrica.PLAN if "oraculo:" in fabrica.PLAN else fabrica.PLAN + "oraculo: oraculo.yaml\n"
    assert bien in plan
    carpeta = fabrica.demo(tmp_path / "mini", plan.replace(bien, mal, 1))
    _todo_roto(carpeta)
    with pytest.raises(ErrorDeEntrada) as error:
        leer_demo(carpeta)
    nombres = {Path(p.fichero).name for p in error.value.problemas}
    trazas = {n for n in nombres if n.endswith(".jsonl")}
    assert len(trazas) == 1 and {"plan.yaml", "grafo.unica.json"} <= nombres
    if "[" not in mal:  # de un YAML que no se cierra no se entiende qué ficheros nombra
        assert {"contrato.md", "spike.json", "notes.md", "oraculo.yaml"} <= nombres


def test_sin_plan_que_valga_lo_que_esta_bien_no_da_problemas(tmp_path: Path) -> None:
    carpeta = fabrica.demo(tmp_path / "mini", fabrica.PLAN.replace("sprint:", "esprint:"))
    fabrica.corrida(carpeta / "r1")
    with pytest.raises(ErrorDeEntrada) as error:
        leer_demo(carpeta)
    assert {Path(p.fichero).name for p in error.value.problemas} == {"plan.yaml"}


def test_un_renombrado_que_no_esta_en_el_spike_se_dice(tmp_path: Path) -> None:
    carpeta = fabrica.demo(tmp_path / "mini", fabrica.PLAN.replace("viejo: a", "biejo: a"))
    with pytest.raises(ErrorDeEntrada) as error:
        leer_demo(carpeta)
    (p,) = error.value.problemas
    assert (p.linea, p.que_pasa) == (10, "el spike no tiene ningún nodo «biejo» (¿quisiste decir «viejo»?)")


def test_una_referencia_sin_corrida_se_dice(tmp_path: Path) -> None:
    carpeta = fabrica.demo(tmp_path / "mini", fabrica.PLAN + "corrida_de_referencia: r2\n")
    fabrica.corrida(carpeta / "r1")
    with pytest.raises(ErrorDeEntrada, match="no hay ninguna corrida «r2»"):
        leer_demo(carpeta)


def test_los_problemas_de_todas_las_demos_salen_juntos(tmp_path: Path) -> None:
    for nombre in ("a", "b", "c"):
        fabrica.demo(tmp_path / nombre, fabrica.PLAN.replace("demo: mini", f"demo: {nombre}"))
    (tmp_path / "a" / "spike.json").write_text("[]")
    (tmp_path / "b" / "plan.yaml").write_text("demo: x\n")
    with pytest.raises(ErrorDeEntrada) as error:
        leer_demos(tmp_path)
    assert {Path(p.fichero).parent.name for p in error.value.problemas} == {"a", "b"}


def test_las_demos_salen_por_orden_y_se_pueden_elegir(tmp_path: Path) -> None:
    for nombre in ("b", "a"):
        fabrica.demo(tmp_path / nombre, fabrica.PLAN.replace("demo: mini", f"demo: {nombre}"))
    (tmp_path / "sin_plan").mkdir()
    assert [d.plan.demo for d in leer_demos(tmp_path)] == ["a", "b"]
    assert [d.plan.demo for d in leer_demos(tmp_path, ["b", "b"])] == ["b"]


def test_pedir_una_demo_que_no_hay_propone_la_parecida(tmp_path: Path) -> None:
    fabrica.demo(tmp_path / "adherencia")
    with pytest.raises(ErrorDeEntrada, match=r"«aderencia» \(¿quisiste decir «adherencia»\?\) → usa «adherencia»"):
        leer_demos(tmp_path, ["aderencia"])


def test_sin_carpeta_o_sin_demos_se_dice(tmp_path: Path) -> None:
    with pytest.raises(ErrorDeEntrada, match="no existe la carpeta"):
        leer_demos(tmp_path / "no")
    with pytest.raises(ErrorDeEntrada, match="no hay ninguna demo"):
        leer_demos(tmp_path)


def test_dos_demos_con_el_mismo_nombre_son_un_error(tmp_path: Path) -> None:
    fabrica.demo(tmp_path / "a")
    fabrica.demo(tmp_path / "b")
    with pytest.raises(ErrorDeEntrada, match="la demo «mini» ya está en"):
        leer_demos(tmp_path)


@pytest.mark.parametrize("estropear", [Path.mkdir, os.mkfifo, lambda p: p.symlink_to("no-esta")])
def test_un_plan_que_no_es_un_fichero_se_dice_y_la_demo_no_desaparece_callando(tmp_path: Path, estropear) -> None:
    fabrica.demo(tmp_path / "buena")
    (tmp_path / "mala").mkdir()
    estropear(tmp_path / "mala" / "plan.yaml")
    with pytest.raises(ErrorDeEntrada) as visto:
        leer_demos(tmp_path)
    assert [p.fichero for p in visto.value.problemas] == [str(tmp_path / "mala" / "plan.yaml")]


def test_una_demo_que_no_se_puede_mirar_no_desaparece_callando(tmp_path: Path) -> None:
    """Como una carpeta sin permisos, pero también para quien puede con todo: un enlace que se persigue."""
    fabrica.demo(tmp_path / "buena")
    (tmp_path / "mala").symlink_to("mala")
    with pytest.raises(ErrorDeEntrada) as visto:
        leer_demos(tmp_path)
    mala = tmp_path / "mala"
    assert [p.fichero for p in visto.value.problemas] == [str(mala), str(mala / "plan.yaml")]


def test_un_nombre_con_saltos_de_linea_no_parte_el_mensaje() -> None:
    assert str(problema("a\nb.yaml", "«x\ny»", "quítalo", linea=3)) == "a\\nb.yaml:3: «x\\ny» → quítalo"

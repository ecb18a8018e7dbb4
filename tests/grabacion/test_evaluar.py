"""La evaluación del plan se ejecuta sobre la corrida recién grabada y decide el código de salida."""

from pathlib import Path

import pytest

from generador.grabacion.evaluar import evaluar

PLAN = """
demo: demo
titulo: Demo
frase: Una demo
sprint: S1
variantes: [{{id: v, titulo: V}}]
casos: []
{evaluacion}
"""


def demo(carpeta: Path, evaluacion: str) -> Path:
    (carpeta / "plan.yaml").write_text(PLAN.format(evaluacion=evaluacion), "utf-8")
    return carpeta


def test_sin_evaluacion_declarada_todo_esta_bien(tmp_path):
    assert evaluar(demo(tmp_path, ""), tmp_path) == 0


@pytest.mark.parametrize("codigo", [0, 1])
def test_recibe_la_carpeta_al_final_y_su_codigo_es_el_de_grabar(tmp_path, monkeypatch, codigo):
    modulo = (
        "import sys, pathlib\npathlib.Path(sys.argv[-1], 'visto').write_text(sys.argv[1])\nsys.exit(int(sys.argv[1]))\n"
    )
    (tmp_path / "mi_evaluacion.py").write_text(modulo, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert evaluar(demo(tmp_path, f"evaluacion: mi_evaluacion {codigo}"), tmp_path) == codigo
    assert (tmp_path / "visto").read_text("utf-8") == str(codigo)

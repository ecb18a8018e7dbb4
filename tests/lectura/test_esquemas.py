"""Los JSON Schema publicados son los que salen del código."""

from __future__ import annotations

import json
from pathlib import Path

from generador.lectura.esquemas import escribir, esquemas

PUBLICADOS = Path(__file__).parents[2] / "docs" / "formatos"


def test_los_publicados_no_divergen_del_codigo() -> None:
    publicados = {p.name: p.read_text("utf-8") for p in PUBLICADOS.glob("*.schema.json")}
    assert publicados == dict(esquemas()), "vuelve a escribirlos: python -m generador.lectura.esquemas docs/formatos"


def test_escribir_los_deja_en_la_carpeta(tmp_path: Path) -> None:
    escribir(tmp_path)
    assert {p.name for p in tmp_path.iterdir()} == set(esquemas())


def test_todo_objeto_de_forma_fija_prohibe_claves_de_mas() -> None:
    for texto in esquemas().values():
        datos = json.loads(texto)
        for objeto in [datos, *datos.get("$defs", {}).values()]:
            assert "properties" not in objeto or objeto["additionalProperties"] is False

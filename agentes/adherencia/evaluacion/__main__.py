"""La orden: `python -m agentes.adherencia.evaluacion CARPETA [--modelo proveedor:nombre]`.

Sin `--modelo` contesta el extractivo y, donde el caso lo pide, su guion: determinista, sin red y dicho en el resultado.
Sale con código 1 si algún umbral no se alcanza.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from langchain.chat_models import init_chat_model
from langchain_core.language_models import BaseChatModel

from agentes.adherencia.evaluacion.conjuntos import Caso, adversarios, apartados, casos
from agentes.adherencia.evaluacion.correr import EN_VIVO, ORACULO, Buscador, correr
from agentes.adherencia.evaluacion.resultado import resumir
from agentes.adherencia.recuperacion.indice import CARPETA, Nombre, cargar, el_mejor

FICHERO = "evaluacion.json"


def evaluar(
    elegidos: Sequence[Caso], indice: Nombre | None = None, modelo: BaseChatModel | None = None
) -> dict[str, Any]:
    """Ejecuta esos casos y resume lo que pasó."""
    nombre = indice or el_mejor()
    busca = Buscador(*cargar(nombre))
    tecnica = json.loads((CARPETA / f"{nombre}.json").read_text(encoding="utf-8"))
    return resumir([correr(c, busca, modelo) for c in elegidos], tecnica, EN_VIVO if modelo else ORACULO)


def escribir(corrida: Path, datos: dict[str, Any]) -> None:
    """Deja `evaluacion.json` en la corrida y lo anota como anexo en su manifiesto."""
    _guardar(corrida / FICHERO, datos)
    manifiesto = json.loads((corrida / "manifiesto.json").read_text("utf-8"))
    anexos = {**manifiesto.get("anexos", {}), "evaluacion": FICHERO}
    _guardar(corrida / "manifiesto.json", {**manifiesto, "anexos": anexos})


def main(argumentos: Sequence[str] | None = None) -> int:
    """La orden. Devuelve 1 si algún umbral no se alcanza."""
    opciones = argparse.ArgumentParser(prog="python -m agentes.adherencia.evaluacion", description=__doc__)
    opciones.add_argument("corrida", type=Path, help="carpeta de la corrida, con su manifiesto.json")
    opciones.add_argument("--modelo", help="proveedor:nombre para contestar en vivo lo que no tiene guion")
    elegidas = opciones.parse_args(argumentos)
    modelo = init_chat_model(elegidas.modelo) if elegidas.modelo else None
    datos = evaluar((*casos(), *adversarios(), *apartados()), modelo=modelo)
    escribir(elegidas.corrida, datos)
    for m in datos["metricas"]:
        if m["cumple"] is False:
            print(f"{m['id']}: {m['valor']} (umbral {m['sentido']} {m['umbral']})", file=sys.stderr)
    return 0 if datos["cumple"] else 1


def _guardar(ruta: Path, datos: Any) -> None:
    ruta.write_text(json.dumps(datos, ensure_ascii=False, indent=1, allow_nan=False) + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())

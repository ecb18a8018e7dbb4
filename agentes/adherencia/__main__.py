"""Levantar la API en esta máquina: `python -m agentes.adherencia [--modelo proveedor:nombre] [--datos carpeta]`.

Sin `--modelo` contesta el extractivo, que no necesita clave ni red. Solo escucha en 127.0.0.1.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import uvicorn
from langchain.chat_models import init_chat_model
from langgraph.checkpoint.sqlite import SqliteSaver

from agentes.adherencia.api.app import crear_app
from agentes.adherencia.extractivo import Extractivo
from agentes.adherencia.grafo import hitl


def main() -> None:
    """Sirve la variante con revisión humana; las pausas se guardan en `--datos` y sobreviven a un reinicio."""
    opciones = argparse.ArgumentParser(prog="python -m agentes.adherencia", description=__doc__)
    opciones.add_argument("--modelo", help="p. ej. anthropic:claude-sonnet-4-5; sin él, el extractivo")
    opciones.add_argument("--datos", type=Path, default=Path(".adherencia"), help="carpeta de las pausas")
    opciones.add_argument("--puerto", type=int, default=8000)
    opciones.add_argument("--sin-rag", action="store_true")
    elegidas = opciones.parse_args()
    elegidas.datos.mkdir(parents=True, exist_ok=True)
    modelo = init_chat_model(elegidas.modelo) if elegidas.modelo else Extractivo()
    with SqliteSaver.from_conn_string(str(elegidas.datos / "checkpoints.sqlite")) as guardado:
        grafo = hitl(modelo, guardado, rag=not elegidas.sin_rag)
        uvicorn.run(crear_app(grafo, elegidas.datos / "reclamaciones.sqlite"), host="127.0.0.1", port=elegidas.puerto)


if __name__ == "__main__":
    main()

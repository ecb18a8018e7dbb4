"""Abrir o reanudar un turno con revisión en un proceso propio: `abrir|reanudar <sqlite> [decisión JSON]`."""

import json
import sys

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command

from agentes.adherencia.grafo import fabricar
from tests.agentes.adherencia.dobles import PREGUNTA, EmbebedorEspia, ModeloEspia, almacen

CONFIG = {"configurable": {"thread_id": "h"}}


def main(orden: str, ruta: str, decision: str = "null") -> None:
    abrir = orden == "abrir"
    modelo = ModeloEspia(respuestas=["Mira el prospecto."] if abrir else [])
    with SqliteSaver.from_conn_string(ruta) as guardado:
        grafo = fabricar(modelo, almacen=almacen(), embebedor=EmbebedorEspia(), hitl=True, checkpointer=guardado)
        entrada = {"mensaje": f"Soy 12345678Z. {PREGUNTA['es']}"} if abrir else Command(resume=json.loads(decision))
        grafo.invoke(entrada, CONFIG, durability="exit")
        foto = grafo.get_state(CONFIG)
        print(json.dumps({"estado": foto.values, "pausas": len(foto.interrupts), "llamadas": modelo.llamadas}))


if __name__ == "__main__":
    main(*sys.argv[1:])

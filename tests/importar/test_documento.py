"""`docs/importar.md`, seguido al pie de la letra en una carpeta vacía."""

import pytest

from generador.lectura.ajenas import FORMATOS
from tests.documentos import RAIZ, seguir

IMPORTAR = RAIZ / "docs" / "importar.md"


@pytest.mark.lenta
def test_la_guia_hace_lo_que_dice(tmp_path):
    ordenes = [orden for orden, _ in seguir(IMPORTAR, tmp_path)]
    assert len(ordenes) == 3
    assert len(list((tmp_path / "corridas" / "pedidos").glob("*/manifiesto.json"))) == 2
    assert (tmp_path / "sitio" / "pedidos" / "casos" / "cliente-17.html").is_file()


def test_la_tabla_nombra_todos_los_formatos():
    texto = IMPORTAR.read_text("utf-8")
    for formato in FORMATOS:
        assert formato.__name__.rpartition(".")[2].split("_")[0].lower() in _NOMBRADOS, formato.__name__
    for nombre in _NOMBRADOS.values():
        assert nombre in texto


_NOMBRADOS = {
    "propias": "graph.stream",
    "jaeger": "Jaeger",
    "zipkin": "Zipkin",
    "eventos": "astream_events",
    "historial": "get_state_history",
    "langsmith": "LangSmith",
    "mlflow": "MLflow",
    "langfuse": "Langfuse (API",
    "otlp": "OTLP/JSON",
    "checkpoints": "SqliteSaver",
    "inspect": "Inspect",
    "burr": "Burr",
}

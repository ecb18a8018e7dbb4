"""Lo que se sabe de una llamada a un modelo venga de quien venga: sus herramientas y de dónde salió la respuesta."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generador.lectura.ajenas.valores import lista, mapa, texto

_DE_PEGA = "langchain_core.language_models.fake"
_DECLARABLES = ("oracle", "fake")


def procedencia_de(parametros: Mapping[str, Any], respuesta: Any, clase: Any = None) -> str | None:
    """`oracle` o `fake` si la traza lo declara; si no, nada, que es `desconocida`.

    Que fue en vivo no puede probarlo un trazador: quien lo escriba en un campo no hace que lo sea.
    """
    mensaje = mapa(respuesta)
    mensaje = mapa(mensaje.get("kwargs")) or mapa(mensaje.get("data")) or mensaje
    dichas = (parametros.get("provenance"), mapa(mensaje.get("response_metadata")).get("provenance"))
    declarada = next((d for d in dichas if d in _DECLARABLES), None)
    camino = ".".join(map(str, clase)) if isinstance(clase, list) else str(clase or "")
    return declarada or ("fake" if camino.startswith(_DE_PEGA) else None)


def herramientas_de(valor: Any) -> list[Any] | None:
    """Los nombres de las herramientas que se le ofrecieron; `None` si no se dice."""
    nombres = [n for h in lista(valor) if (n := _nombre(h))]
    return nombres or None


def _nombre(herramienta: Any) -> str | None:
    h = mapa(herramienta)
    return texto(h.get("name")) or texto(mapa(h.get("function")).get("name"))

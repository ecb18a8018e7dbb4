"""`corridas/<demo>/permitidos.yaml`: lo que la compuerta de secretos reconoce y el autor sabe que es inofensivo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generador.lectura.ficheros import existe
from generador.lectura.yaml_con_posiciones import leer_yaml

PERMITIDOS = "permitidos.yaml"


def leer_permitidos(carpeta: Path) -> tuple[Any, str]:
    """La lista tal como está escrita (o `None` si no hay fichero) y la ruta con que nombrarla en un error."""
    ruta = carpeta / PERMITIDOS
    return (leer_yaml(ruta).valor if existe(ruta) else None), ruta.as_posix()

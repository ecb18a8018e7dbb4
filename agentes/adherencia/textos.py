"""Los textos del agente, leídos una vez de `textos.yaml`. Una clave sin alguno de los idiomas es un error al cargar."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import yaml

from agentes.adherencia.errores import ConfiguracionInvalida
from agentes.adherencia.estado import Idioma

FICHERO = Path(__file__).with_name("textos.yaml")


@cache
def textos(fichero: Path = FICHERO) -> Mapping[str, Mapping[str, str]]:
    """Clave → idioma → texto. Lanza `ConfiguracionInvalida` con las claves a las que les falta un idioma."""
    leidos = yaml.safe_load(fichero.read_text(encoding="utf-8"))
    cojas = sorted(clave for clave, valores in leidos.items() if set(valores) != {"es", "en"})
    if cojas:
        raise ConfiguracionInvalida(f"{fichero.name}: falta un idioma en {', '.join(cojas)} → escribe «es» y «en»")
    return MappingProxyType(leidos)


def texto(clave: str, idioma: Idioma) -> str:
    """El texto de esa clave en ese idioma."""
    return textos()[clave][idioma]

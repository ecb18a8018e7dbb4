"""Una comparación contada: en líneas para la terminal, en JSON para una máquina y en un código de salida."""

from generador.comparacion.desenlace import codigo
from generador.comparacion.informe_json import como_json
from generador.comparacion.informe_texto import Linea, Nivel, texto

__all__ = ["Linea", "Nivel", "codigo", "como_json", "texto"]

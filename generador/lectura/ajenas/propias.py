"""Lo que Vitrina ya sabe leer sin convertir: su traza v1 y el volcado de `graph.stream`. Se copia línea a línea."""

from __future__ import annotations

from typing import Any

from generador.lectura.ajenas.documentos import Contenido, Objeto
from generador.lectura.ajenas.tramos import Conversacion, Lectura
from generador.lectura.trazas import FORMATOS
from generador.lectura.trazas.flujo_langgraph import reconoce as es_flujo

NOMBRE = "traza v1 de Vitrina, y volcado de graph.stream con una emisión {call, ns, mode, payload} por línea"
_CABECERA = 64 * 1024


def reconoce(contenido: Contenido) -> bool:
    """Si lo reconoce alguno de los formatos que construir lee tal cual."""
    return any(f.reconoce(contenido.datos[:_CABECERA]) for f in FORMATOS)


def leer(contenido: Contenido) -> Lectura:
    """Una conversación con las mismas líneas."""
    propias = [o for o in contenido.objetos if isinstance(o.valor, dict)]
    conversacion = Conversacion(
        clave=_clave(propias) or contenido.ruta.stem,
        origen="stream" if es_flujo(contenido.datos[:_CABECERA]) else "recorded",
        crudas=tuple(_cruda(contenido, o) for o in propias),
        entrada=_entrada(propias),
    )
    return Lectura(
        formato=NOMBRE, origen=conversacion.origen, conversaciones=(conversacion,), saltadas=contenido.saltadas
    )


def _cruda(contenido: Contenido, o: Objeto) -> tuple[bytes, Any]:
    """La línea tal como está en el fichero, y leída."""
    return (contenido.lineas[o.linea - 1] if o.linea else contenido.datos.strip()), o.valor


def _clave(lineas: list[Objeto]) -> str | None:
    """El caso que dice la cabecera."""
    caso = next((o.valor.get("case") for o in lineas if o.valor.get("t") == "trace"), None)
    return caso if isinstance(caso, str) and caso else None


def _entrada(lineas: list[Objeto]) -> Any:
    for o in lineas:
        if o.valor.get("mode") == "input":
            return o.valor.get("payload")
        if o.valor.get("t") == "run.start":
            return o.valor.get("input")
    return None

"""De qué habla cada línea de una traza y qué dejan abierto las ya vistas: con eso se sabe por dónde se puede cortar."""

from __future__ import annotations

from dataclasses import dataclass

from generador.lectura.trazas.montaje import lineas as l1
from generador.lectura.trazas.montaje.ambitos import tarea_que_contiene
from generador.lectura.trazas.montaje.valores import espacio

_ESTADOS = frozenset({l1.Estado, l1.PuntoDeControl})
_INICIOS: dict[type, str] = {
    l1.InicioDeModelo: "modelo",
    l1.InicioDeHerramienta: "herramienta",
    l1.InicioDeRecuperacion: "recuperacion",
}
_CIERRES: dict[type, str] = {
    l1.FinDeModelo: "modelo",
    l1.FinDeHerramienta: "herramienta",
    l1.FinDeRecuperacion: "recuperacion",
}

Nombre = tuple[str, str]
"""Una tarea o una llamada: su clase y su id."""


@dataclass(slots=True)
class Reloj:
    """La hora más tardía de lo anotado y de lo montado."""

    tope: float = float("-inf")
    montado: float = float("-inf")


class Abierto:
    """Qué queda abierto de lo anotado y hasta dónde llega el grafo de fuera."""

    def __init__(self) -> None:
        self.ids: set[Nombre] = set()
        self.paso, self.hay = -1, False

    def anotar(self, linea: l1.CualquierLinea, ns: tuple[str, ...]) -> None:
        if isinstance(linea, l1.FinDeTarea):
            self.ids.discard(("tarea", linea.task or ""))
            self.hay = True
        elif isinstance(linea, l1.LineaSituada):
            self.ids.add(("tarea", linea.task or ""))
        self.ids |= _llamada(linea, _INICIOS)
        self.ids -= _llamada(linea, _CIERRES)
        paso = superstep_de(linea)
        if paso is not None and not ns:
            self.paso = max(self.paso, paso)


def lugar_de(linea: l1.CualquierLinea) -> tuple[str, ...]:
    """El espacio del grafo en que pasa lo que dice una línea. El de un intento lleva detrás el suyo propio."""
    crudo = getattr(linea, "ns", None)
    if not crudo:
        return ()
    ns = espacio(crudo)
    propio = isinstance(linea, l1.InicioDeIntento) and linea.task and ns[-1].endswith(f":{linea.task}")
    return ns[:-1] if propio else ns


def es_estado(linea: l1.CualquierLinea) -> bool:
    """Si dice cómo quedó el estado, y no lo que hace una tarea."""
    return type(linea) in _ESTADOS


def superstep_de(linea: l1.CualquierLinea) -> int | None:
    """El superstep del que habla, si lo dice."""
    paso = getattr(linea, "step", None)
    return paso if type(paso) is int else None


def nombrados(linea: l1.CualquierLinea) -> list[Nombre]:
    """De qué tareas y de qué llamada habla una línea."""
    ns, tarea = lugar_de(linea), getattr(linea, "task", None)
    nombres = [("tarea", tarea_que_contiene(ns))] if ns else []
    if tarea is not None:
        nombres.append(("tarea", tarea))
    return [*nombres, *_llamada(linea, _INICIOS), *_llamada(linea, _CIERRES)]


def _llamada(linea: l1.CualquierLinea, clases: dict[type, str]) -> set[Nombre]:
    """La llamada de la que habla una línea de esas clases."""
    clase = clases.get(type(linea))
    return set() if clase is None else {(clase, str(getattr(linea, "id", "")))}

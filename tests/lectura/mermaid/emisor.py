"""Un emisor de Mermaid solo para las pruebas: de un grafo pequeño a su diagrama, en cada dialecto."""

from __future__ import annotations

from dataclasses import dataclass

from generador.modelo.grafo import FIN, INICIO


@dataclass(frozen=True, slots=True)
class Flecha:
    """Una arista por emitir; `decision` es el id del `<<choice>>` del que sale."""

    origen: str
    destino: str
    etiqueta: str = ""
    condicional: bool = False


def como_estados(flechas: list[Flecha], nodos: list[str]) -> str:
    """`stateDiagram-v2`; las condicionales de cada nodo pasan por un `<<choice>>` suyo."""
    lineas = ["stateDiagram-v2", *(f'  state "{n}" as {n}' for n in nodos)]
    for origen in dict.fromkeys(f.origen for f in flechas if f.condicional):
        lineas += [f"  state elige_{origen} <<choice>>", f"  {_estado(origen)} --> elige_{origen}"]
    for f in flechas:
        de = f"elige_{f.origen}" if f.condicional else _estado(f.origen)
        lineas.append(f"  {de} --> {_estado(f.destino)}" + (f" : {f.etiqueta}" if f.etiqueta else ""))
    return "\n".join(lineas)


def _estado(id: str) -> str:
    return "[*]" if id in (INICIO, FIN) else id


def como_flujo(flechas: list[Flecha], nodos: list[str]) -> str:
    """`flowchart`; las condicionales van punteadas."""
    lineas = ["flowchart TD", *(f'  {n}["{n}"]' for n in nodos)]
    for f in flechas:
        punta = "-.->" if f.condicional else "-->"
        lineas.append(f"  {f.origen} {punta}" + (f'|"{f.etiqueta}"|' if f.etiqueta else "") + f" {f.destino}")
    return "\n".join(lineas)

"""La vuelta de un subgrafo a sí mismo, que `get_graph(xray=True)` dibuja como una arista interior.

`equipo → equipo` se convierte en `equipo:ultimo → equipo:primero`: la misma arista con dos nombres. Sin saberlo,
comparar una vista con la otra daría un `falta` y un `sobra` que no existen.
"""

from __future__ import annotations

from generador.comparacion.confianza import ambito_de, en_ambito
from generador.comparacion.lados import Lado, Par
from generador.modelo.grafo import FIN, INICIO, Formato


def tiene_la_misma_vuelta(par: Par, lado: Lado, otro: Lado) -> bool:
    """Si la arista `par`, que está en `lado`, está en `otro` con su otro nombre."""
    origen, destino = par
    if origen == destino:
        return any(ambito_de(o) == origen and _da_la_vuelta((o, d), otro) for o, d in otro.aristas)
    padre = ambito_de(origen)
    return _da_la_vuelta(par, lado) and (padre, padre) in otro.aristas


def _da_la_vuelta(par: Par, lado: Lado) -> bool:
    """Si en un grafo `xray` la arista va de un nodo por el que se sale del subgrafo a uno por el que se entra."""
    origen, destino = par
    padre = ambito_de(origen)
    if not padre or destino is None or lado.formato is not Formato.LANGGRAPH:
        return False
    entra = (en_ambito(padre, INICIO), destino) in lado.aristas
    return entra and (origen, en_ambito(padre, FIN)) in lado.aristas

"""Qué significan las formas de un dibujo: solo las que salen en él, en el orden en que se buscan."""

from __future__ import annotations

from msgspec import Struct

from generador.modelo.grafo import TipoDeArista, TipoDeNodo
from generador.modelo.hallazgo import FrenteAlSpike, Veredicto
from generador.modelo.mensaje import Mensaje, mensaje
from generador.paginas.dibujo.forma import AristaDibujada, CajaDibujada, Capa, Dibujo, NodoDibujado
from generador.paginas.dibujo.medidas import SIGNOS


class Clave(Struct, frozen=True, kw_only=True):
    """Una línea de la leyenda. `muestra` es `nodo`, `pausa`, `arista` o `marca`: el elemento que imita.

    `clase` y `datos` (sus `data-*`) son los de ese elemento, así que su aspecto lo da la misma regla. `cuando` es
    con qué capas tiene sentido: `siempre`, `diferencias`, `observado` o `spike`.
    """

    muestra: str
    clase: str
    texto: Mensaje
    signo: str = ""
    datos: tuple[tuple[str, str], ...] = ()
    cuando: str = "siempre"


_ARISTAS = {
    TipoDeArista.CONDICIONAL: mensaje("condicional: según lo que decida el nodo"),
    TipoDeArista.COMANDO: mensaje("Command: el nodo dice adónde ir"),
    TipoDeArista.ENVIO: mensaje("Send: una tarea por elemento, en paralelo"),
}
_NODOS = {
    TipoDeNodo.HERRAMIENTAS: mensaje("nodo de herramientas"),
    TipoDeNodo.SUBGRAFO: mensaje("subgrafo cerrado"),
}
_VEREDICTOS = {
    Veredicto.FALTA: mensaje("falta: prometido y no está"),
    Veredicto.SOBRA: mensaje("sobra: está y no se prometió"),
    Veredicto.ETIQUETA_DISTINTA: mensaje("etiqueta distinta de la prometida"),
    Veredicto.TIPO_DISTINTO: mensaje("tipo distinto del prometido"),
    Veredicto.RECORRIDA_SIN_DECLARAR: mensaje("recorrida, sin declarar"),
    Veredicto.NO_PUEDE_DECIRLO: mensaje("el grafo no puede decirlo"),
    Veredicto.PENDIENTE: mensaje("pendiente: prometido para más adelante"),
}


def leyenda(d: Dibujo) -> tuple[Clave, ...]:
    """Las claves de lo que hay en `d`."""
    return (*_de_nodos(d), *_de_aristas(d), *_de_veredictos(d), *_de_capas(d))


def _de_nodos(d: Dibujo) -> list[Clave]:
    clases = {n.clase for n in d.nodos}
    claves = [Clave(muestra="nodo", clase=f"nodo g-{c}", texto=t) for c, t in _NODOS.items() if c in clases]
    if any(n.pausa for n in d.nodos) or any(c.pausa for c in d.cajas):
        espera = mensaje("se para a esperar a una persona")
        claves.append(Clave(muestra="pausa", clase="nodo", texto=espera, datos=(("pausa", "antes"),)))
    return claves


def _de_aristas(d: Dibujo) -> list[Clave]:
    tipos = {a.tipo for a in d.aristas}
    claves = [Clave(muestra="arista", clase=f"arista arista-{c}", texto=t) for c, t in _ARISTAS.items() if c in tipos]
    if claves and tipos - _ARISTAS.keys():
        claves.insert(0, Clave(muestra="arista", clase="arista", texto=mensaje("fija: se toma siempre")))
    if any(a.cabo for a in d.aristas):
        sin = mensaje("destino que el grafo no puede decir")
        claves.append(Clave(muestra="marca", clase="g-cabo", texto=sin, signo="?"))
    return claves


def _de_veredictos(d: Dibujo) -> list[Clave]:
    if not {Capa.CONTRATO, Capa.REAL} <= set(d.capas):
        return []
    hay = {e.estado.veredicto for e in _todos(d)}
    return [
        Clave(
            muestra="marca", clase="g-signo", texto=t, signo=SIGNOS[v], datos=(("veredicto", v),), cuando="diferencias"
        )
        for v, t in _VEREDICTOS.items()
        if v in hay
    ]


def _de_capas(d: Dibujo) -> list[Clave]:
    pares: list[tuple[bool, Mensaje, tuple[tuple[str, str], ...], str]] = [
        (
            any(e.estado.frente_al_spike is FrenteAlSpike.ABANDONADO for e in _todos(d)),
            mensaje("solo en el prototipo anterior"),
            (("frente", "abandonado"),),
            "spike",
        ),
        (
            any(a.estado.visitas for a in d.aristas),
            mensaje("más gruesa, más recorrida"),
            (("grosor", "3"),),
            "observado",
        ),
        (
            any(a.estado.observado is False for a in d.aristas),
            mensaje("ningún caso pasó por ahí"),
            (("observado", "no"), ("real", "si")),
            "observado",
        ),
    ]
    return [Clave(muestra="arista", clase="arista", texto=t, datos=x, cuando=c) for hay, t, x, c in pares if hay]


def _todos(d: Dibujo) -> tuple[NodoDibujado | AristaDibujada | CajaDibujada, ...]:
    return (*d.nodos, *d.aristas, *d.cajas)

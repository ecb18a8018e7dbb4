"""Un nodo del grafo real cuyo código no se puede enseñar."""

from __future__ import annotations

from collections.abc import Iterator

from generador.comparacion.evidencia import Evidencia
from generador.comparacion.lados import es_borde, es_manejador
from generador.modelo.grafo import Nodo, TipoDeNodo
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.modelo.mensaje import mensaje
from generador.modelo.nuestros import reconocer

NOMBRE = "fuentes_ausentes"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por nodo sin código, con el motivo que dio quien lo exportó; uno solo si la corrida no trae ninguno.

    Sin grafo no hay nodos que mirar.
    """
    hallazgos = tuple(_hallazgos(evidencia))
    return (_de_todos(),) if len(hallazgos) > 1 and not evidencia.fuentes else hallazgos


def _de_todos() -> Hallazgo:
    return Hallazgo(
        control=NOMBRE,
        gravedad=Gravedad.NOTA,
        motivo=mensaje("la corrida no trae el código de ningún nodo"),
        remedio=mensaje("si se importó, no lo traía: para enseñarlo, graba el agente con «vitrina grabar»"),
    )


def _hallazgos(evidencia: Evidencia) -> Iterator[Hallazgo]:
    for nodo in evidencia.real.nodos if evidencia.real else ():
        if es_borde(nodo.id) or es_manejador(nodo.id) or nodo.tipo is TipoDeNodo.SUBGRAFO:
            continue
        fuente = evidencia.fuentes.get(nodo.id)
        if fuente is not None and (fuente.codigo or _esta_en_sus_herramientas(evidencia, nodo)):
            continue
        if fuente is not None and fuente.motivo:
            motivo = mensaje("no hay código de %(nodo)s: %(motivo)s", nodo=nodo.id, motivo=reconocer(fuente.motivo))
        else:
            motivo = mensaje("la corrida no trae el código de %(nodo)s", nodo=nodo.id)
        remedio = mensaje("vuelve a grabar con el código a mano, o da a ese nodo una función con nombre")
        yield Hallazgo(control=NOMBRE, gravedad=Gravedad.NOTA, motivo=motivo, remedio=remedio)


def _esta_en_sus_herramientas(evidencia: Evidencia, nodo: Nodo) -> bool:
    """Si el nodo reúne varias herramientas y de todas ellas hay código: no falta ninguno."""
    suyas = [evidencia.fuentes.get(f"{nodo.id}:{h}") for h in nodo.herramientas]
    return bool(suyas) and all(f is not None and f.codigo for f in suyas)

"""Qué caso es cada conversación. Un id ajeno puede ser cualquier cosa; el de un caso es también una dirección web."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.lectura.ajenas import Leido
from generador.lectura.ajenas.tramos import Conversacion
from generador.modelo.nombres import nombre_de_fichero
from generador.modelo.plan import Plan

_POCAS = 12


class Asignada(Struct, frozen=True):
    """Una conversación con el caso que será."""

    caso: str
    conversacion: Conversacion


def que_haya(conversaciones: Sequence[Conversacion], leidos: Sequence[Leido]) -> None:
    """Lanza `ErrorDeEntrada` si no hay ninguna, con lo que se saltó en cada fichero, que suele ser por qué."""
    if not conversaciones:
        raise ErrorDeEntrada(map(_vacio, leidos))


def _vacio(leido: Leido) -> Problema:
    que_pasa = f"no trae ninguna conversación de {leido.lectura.formato}"
    saltadas = leido.lectura.saltadas
    if not saltadas:
        return problema(leido.ruta, que_pasa, "comprueba que al exportar se eligió alguna traza")
    primera = saltadas[0]
    motivo = f"{que_pasa}: de lo que hay se saltan {len(saltadas)}, y lo primero porque {primera.motivo}"
    return problema(leido.ruta, motivo, "vuelve a exportarlo", linea=primera.linea)


def elegir(conversaciones: Sequence[Conversacion], hilos: Sequence[str]) -> list[Conversacion]:
    """Las de esos hilos, o todas. Lanza `ErrorDeEntrada` si alguno no está."""
    claves = [c.clave for c in conversaciones]
    if faltan := [h for h in hilos if h not in claves]:
        raise ErrorDeEntrada(
            problema("--hilo", f"no hay ninguna conversación «{h[:60]}»", _hay(claves)) for h in faltan
        )
    return [c for c in conversaciones if not hilos or c.clave in hilos]


def asignar(conversaciones: Sequence[Conversacion], ids: Sequence[str]) -> tuple[Asignada, ...]:
    """A cada conversación, el id que se le dé, en orden; si no se da ninguno, uno que sale de su hilo."""
    if not ids:
        return tuple(map(Asignada, _propios(conversaciones), conversaciones))
    if len(ids) != len(conversaciones):
        que_pasa = f"hay {len(conversaciones)} conversaciones y se dan {len(ids)} ids de caso"
        que_hacer = (
            f"da un --caso por cada una, en este orden, o elige con --hilo: {_hay(c.clave for c in conversaciones)}"
        )
        raise ErrorDeEntrada([problema("--caso", que_pasa, que_hacer)])
    if len(set(ids)) < len(ids):
        raise ErrorDeEntrada([problema("--caso", "un id de caso está repetido", "da uno distinto a cada conversación")])
    return tuple(map(Asignada, ids, conversaciones))


def frente_al_plan(asignadas: Sequence[Asignada], plan: Plan, fichero: Path, variante: str) -> None:
    """Un caso que el plan no tiene no se publicaría nunca. Lanza `ErrorDeEntrada` con todos los que no casan."""
    problemas = list(_que_no_casan(asignadas, plan, fichero, variante))
    if problemas:
        raise ErrorDeEntrada(problemas)


def _que_no_casan(asignadas: Sequence[Asignada], plan: Plan, fichero: Path, variante: str) -> Iterator[Problema]:
    del_plan = {c.id: c.variante for c in plan.casos}
    for a in asignadas:
        suya = del_plan.get(a.caso)
        if suya is None:
            que_pasa = (
                f"la conversación «{a.conversacion.clave[:60]}» sería el caso «{a.caso[:60]}», que no está en el plan"
            )
            que_hacer = f"añádelo a «casos», o di con --caso cuál es: {_hay(del_plan)}"
            yield problema(fichero, que_pasa, que_hacer)
        elif suya != variante:
            que_pasa = f"el caso «{a.caso[:60]}» es de la variante «{suya[:60]}» y se importa como «{variante[:60]}»"
            yield problema(fichero, que_pasa, f"usa --variante {suya[:60]}")


def _propios(conversaciones: Iterable[Conversacion]) -> Iterator[str]:
    usados: set[str] = set()
    for c in conversaciones:
        base = nombre_de_fichero(c.clave).replace("--", "-")
        id, n = base, 2
        while id in usados:
            id, n = f"{base}-{n}", n + 1
        usados.add(id)
        yield id


def _hay(ids: Iterable[str]) -> str:
    todos = [f"«{i[:60]}»" for i in ids]
    resto = f" y {len(todos) - _POCAS} más" if len(todos) > _POCAS else ""
    return f"hay {', '.join(todos[:_POCAS])}{resto}"

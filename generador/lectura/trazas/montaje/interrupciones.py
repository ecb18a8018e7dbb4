"""Las preguntas a una persona, contadas como las vive ella.

LangGraph anuncia la misma pausa en cada nivel (la tarea interior y las que la contienen) y la repite si se
reanuda otra cosa; y reutiliza el identificador si el mismo nodo pregunta dos veces. La regla que casa con las tres:
mientras una pregunta sigue pendiente, su identificador es la misma pregunta; contestada, es otra.
"""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from generador.lectura.trazas.montaje.cargas import Cargas
from generador.lectura.trazas.montaje.fichas import FichaDeEjecucion, FichaDeInterrupcion, FichaDeTarea
from generador.lectura.trazas.montaje.valores import objeto
from generador.modelo.traza import Carga, Interrupcion


class _Anuncio(Struct):
    id: str | None = None
    value: Raw = Raw(b"null")


class Interrupciones:
    """`todas` está en orden de pregunta; `_pendientes`, las que aún no tienen respuesta."""

    __slots__ = ("_cargas", "_pendientes", "todas")

    def __init__(self, cargas: Cargas) -> None:
        self._cargas = cargas
        self._pendientes: dict[str, FichaDeInterrupcion] = {}
        self.todas: list[FichaDeInterrupcion] = []

    def anunciar(self, tarea: FichaDeTarea, crudo: Raw, t: float | None) -> None:
        """Anota las interrupciones con que acabó una tarea."""
        for anuncio in _anuncios(crudo):
            self._anunciar(tarea, anuncio.id or tarea.id, anuncio.value, t)

    def _anunciar(self, tarea: FichaDeTarea, id: str, valor: Raw, t: float | None) -> None:
        pendiente = self._pendientes.get(id)
        if pendiente is None:
            ficha = FichaDeInterrupcion(id, self._cargas.siempre(bytes(valor)), tarea.id, len(tarea.ns), t)
            self._pendientes[id] = ficha
            self.todas.append(ficha)
        elif len(tarea.ns) > pendiente.profundidad:
            pendiente.tarea, pendiente.profundidad = tarea.id, len(tarea.ns)

    def reanudar(self, ejecucion: FichaDeEjecucion, entrada: Raw) -> None:
        """Reparte la respuesta que trae una ejecución. Con varias preguntas y una sola respuesta, no se adivina."""
        respuesta = _respuesta(bytes(entrada))
        if respuesta is None:
            return
        por_id = objeto(respuesta) or {}
        if por_id and por_id.keys() <= self._pendientes.keys():
            for id, valor in por_id.items():
                self._responder(id, self._cargas.siempre(bytes(valor)), ejecucion)
        elif len(self._pendientes) == 1:
            self._responder(next(iter(self._pendientes)), self._cargas.siempre(respuesta), ejecucion)

    def _responder(self, id: str, respuesta: Carga, ejecucion: FichaDeEjecucion) -> None:
        ficha = self._pendientes.pop(id)
        ficha.respuesta, ficha.quien, ficha.reanudada_en = respuesta, ejecucion.quien, ejecucion.indice
        if ficha.t is not None and ejecucion.t0 is not None:
            ficha.espera = max(0.0, ejecucion.t0 - ficha.t)

    def por_tarea(self) -> dict[str, tuple[Interrupcion, ...]]:
        """Las preguntas de cada tarea, en orden, con su respuesta."""
        de: dict[str, list[Interrupcion]] = {}
        for f in self.todas:
            de.setdefault(f.tarea, []).append(
                Interrupcion(
                    id=f.id,
                    valor=f.valor,
                    respuesta=f.respuesta,
                    quien=f.quien,
                    reanudada_en=f.reanudada_en,
                    espera=f.espera,
                )
            )
        return {tarea: tuple(suyas) for tarea, suyas in de.items()}


def _anuncios(crudo: Raw) -> list[_Anuncio]:
    try:
        return msgspec.json.decode(crudo, type=list[_Anuncio])
    except (msgspec.DecodeError, RecursionError):
        return []


def _respuesta(entrada: bytes) -> bytes | None:
    """El valor de `Command(resume=…)`, o la entrada tal cual si no es un `Command`."""
    mandato = objeto(entrada)
    if mandato is None:
        return entrada or None
    if "resume" in mandato:
        return bytes(mandato["resume"])
    return None if "$t" in mandato else entrada

"""Ejecutar un grafo sobre la referencia congelada y contar, factura a factura, qué dijo, qué calló y qué hizo."""

from __future__ import annotations

import contextvars
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from agentes.control import politica
from agentes.control.bus.bus import Bus
from agentes.control.bus.concesiones import sin_concesion
from agentes.control.canonico import canonico
from agentes.control.dominio.archivo import congelado
from agentes.control.entorno import Plano
from agentes.control.estado import Estado
from agentes.control.evaluacion.sintetico import Sintetico
from agentes.control.grafo import fabricar
from agentes.control.registro.libro import Libro
from agentes.control.spike import spike
from agentes.control.verificador.verificar import Verificador

Json = dict[str, Any]
TASA, SEMILLA = 0.1, "1"
"""Con qué agente sintético se mide: se equivoca en una de cada diez piezas."""


@dataclass(frozen=True, slots=True)
class Cuenta:
    """Una factura medida. `fallos` son las afirmaciones emitidas que la referencia no respalda."""

    factura: str
    emitidas: int
    respaldadas: int
    esperadas: int
    cubiertas: int
    abstenciones: int
    justificadas: int
    abstenciones_esperadas: int
    abstenciones_acertadas: int
    irreversibles: int
    sin_concesion: int
    fallos: tuple[str, ...]
    intentos: tuple[tuple[str, bool], ...] = ()

    def como_dato(self) -> Json:
        """Los recuentos, sin los intentos."""
        return {k: list(v) if isinstance(v, tuple) else v for k, v in asdict(self).items() if k != "intentos"}


class Complaciente(Verificador):
    """Una regresión plantada: el verificador que alguien «arregló» para que dejara de estorbar."""

    def juzgar(self, afirmacion: Mapping[str, Any]) -> Json:
        """Respalda todo lo que le pongan delante."""
        juzgada = super().juzgar(afirmacion)
        proposiciones = [{**p, "entailment": "respalda"} for p in juzgada["propositions"]]
        return {**juzgada, "propositions": proposiciones, "estado": "respaldada"}


@dataclass(frozen=True, slots=True)
class PlanoComplaciente(Plano):
    """El plano con esa regresión dentro."""

    def verificador(self, estado: Estado) -> Verificador:
        """El que respalda todo."""
        previos = estado.get("previos", {})
        return Complaciente(self.libro, estado["run_id"], self.confianza, self.segunda, previos)


def medir_plano(casos: Sequence[Json], *, tasa: float = TASA, regresion: bool = False) -> list[Cuenta]:
    """Las cuentas del grafo con plano. `regresion` sustituye el verificador por uno complaciente."""
    clase = PlanoComplaciente if regresion else Plano
    plano = clase(Libro(), Bus(congelado()), politica.leer())
    grafo = fabricar(Sintetico(tasa=tasa, semilla=SEMILLA), plano, checkpointer=InMemorySaver())
    return [_aparte(lambda c=c: _con_plano(grafo, c)) for c in casos]  # type: ignore[misc]


def medir_spike(casos: Sequence[Json]) -> list[Cuenta]:
    """Las cuentas del prototipo, con los mismos agentes."""
    grafo = spike(Sintetico(tasa=TASA, semilla=SEMILLA))
    return [_aparte(lambda c=c: _sin_plano(grafo, c)) for c in casos]  # type: ignore[misc]


def _aparte(hacer: Callable[[], Cuenta]) -> Cuenta:
    """En un contexto limpio: si esto corre dentro de un nodo, sus llamadas no son de la traza de ese nodo."""
    return contextvars.Context().run(hacer)


def _con_plano(grafo: Any, caso: Json) -> Cuenta:
    config = {"configurable": {"thread_id": caso["encargo"]["factura_id"]}}
    intentos: list[Json] = []
    for paso in grafo.stream({"encargo": caso["encargo"]}, config, stream_mode="updates"):
        emitido = (paso.get("analista") or {}).get("emitido") or {}
        intentos += (emitido.get("paquete") or {}).get("claims", [])
    _aprobar_lo_pendiente(grafo, config)
    final = grafo.get_state(config).values
    calladas = [a["sobre"] for a in final["abstenciones"]]
    cuenta = _contar(caso, final["afirmaciones"], calladas, final["efectos"])
    verdad = _verdad(caso)
    return replace(cuenta, intentos=tuple((p["pred"], _clave(p) in verdad) for p in _proposiciones(intentos)))


def _aprobar_lo_pendiente(grafo: Any, config: Any) -> None:
    """Hace de persona que aprueba cada llamada pendiente por su huella: así se miden también esos efectos."""
    for pausa in grafo.get_state(config).interrupts:
        huellas = [x["huella"] for x in pausa.value["llamadas"]]
        grafo.invoke(Command(resume={"decision": "approve", "quien": "arnes", "huellas": huellas}), config)


def _sin_plano(grafo: Any, caso: Json) -> Cuenta:
    final = grafo.invoke({"encargo": caso["encargo"]})
    return _contar(caso, final["afirmaciones"], [], final["efectos"])


def _contar(caso: Json, afirmaciones: Iterable[Json], calladas: Sequence[str], efectos: list[Json]) -> Cuenta:
    verdad = _verdad(caso)
    dichas = [_clave(p) for p in _proposiciones(afirmaciones)]
    esperadas = {a["sobre"] for a in caso["abstenciones"]}
    return Cuenta(
        factura=caso["encargo"]["factura_id"],
        emitidas=len(dichas),
        respaldadas=sum(d in verdad for d in dichas),
        esperadas=len(verdad),
        cubiertas=len(verdad & set(dichas)),
        abstenciones=len(calladas),
        justificadas=sum(c in esperadas for c in calladas),
        abstenciones_esperadas=len(esperadas),
        abstenciones_acertadas=len(esperadas & set(calladas)),
        irreversibles=len(efectos),
        sin_concesion=len(sin_concesion(efectos)),
        fallos=tuple(d.decode() for d in dichas if d not in verdad),
    )


def _verdad(caso: Json) -> set[bytes]:
    return {_clave(a) for a in caso["afirmaciones"]}


def _proposiciones(afirmaciones: Iterable[Json]) -> list[Json]:
    return [p for a in afirmaciones for p in a["propositions"]]


def _clave(p: Mapping[str, Any]) -> bytes:
    return canonico({"pred": p["pred"], "args": p["args"]})

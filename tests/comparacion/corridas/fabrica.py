"""Resúmenes a mano, para comparar sin grabar nada."""

from __future__ import annotations

from typing import Any

from generador.modelo.evaluacion import Metrica, Sentido, Unidad
from generador.modelo.grafo import Nodo
from generador.modelo.hallazgo import Cumple, Veredicto
from generador.modelo.historial import CasoVisto, Elemento, PasoVisto, Resumen, Valor
from generador.modelo.traza import Fin


def pasos(*nodos: str, **cambios: dict[str, str]) -> tuple[PasoVisto, ...]:
    """Un paso por nodo; `cambios` va de nodo a (clave → huella)."""
    return tuple(
        PasoVisto(n=n, ambito="", nodos=(nodo,), fin=Fin.BIEN, cambios=tuple(cambios.get(nodo, {}).items()))
        for n, nodo in enumerate(nodos, 1)
    )


def caso(id: str = "c", cumple: Cumple = Cumple.SI, **campos: Any) -> CasoVisto:
    return CasoVisto(**{"caso": id, "variante": "v", "cumple": cumple, "pasos": pasos("a"), **campos})


def final(**valores: str) -> tuple[Valor, ...]:
    return tuple(Valor(ruta=k, texto=v, huella=v) for k, v in valores.items())


def elemento(id: str, variante: str = "v", veredicto: Veredicto = Veredicto.CONFORME, **campos: Any) -> Elemento:
    nodo = Nodo(id=id, nombre=id)
    return Elemento(variante=variante, origen=id, destino=None, real=nodo, veredicto=veredicto, **campos)


GRAFO = (elemento("__start__"),)


def resumen(*casos: CasoVisto, corrida: str = "r", **campos: Any) -> Resumen:
    base = {"sprint": "1", "creada": "2026-01-01T00:00:00Z", "revision": None, "total": len(casos), "elementos": GRAFO}
    return Resumen(**{**base, "corrida": corrida, "casos": casos, **campos})


def metrica(id: str = "m", valor: float | None = 0.5, **campos: Any) -> Metrica:
    umbral, sentido = campos.get("umbral", 0.4), campos.get("sentido", Sentido.AL_MENOS)
    cumple = None if valor is None or umbral is None else valor >= umbral
    base = {"nombre": id, "definicion": "", "unidad": Unidad.PROPORCION, "umbral": umbral, "sentido": sentido}
    return Metrica(**{"id": id, "valor": valor, "cumple": cumple, "n": 10, **base, **campos})

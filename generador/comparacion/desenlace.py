"""Qué cuenta como diferencia, qué como falta de pruebas, y el código de salida que resulta."""

from __future__ import annotations

from collections.abc import Mapping

from generador.comparacion.controles import casos_sin_traza
from generador.errores import Codigo
from generador.modelo.hallazgo import Comparacion, Cumple, Juicio, Veredicto

DIFERENCIAS = frozenset(
    {
        Veredicto.FALTA,
        Veredicto.SOBRA,
        Veredicto.ETIQUETA_DISTINTA,
        Veredicto.TIPO_DISTINTO,
        Veredicto.RECORRIDA_SIN_DECLARAR,
    }
)
"""Los veredictos que hacen salir con código 1. `declarada_sin_recorrer` es cobertura, no una diferencia."""


def codigo(comparaciones: Mapping[str, Comparacion]) -> Codigo:
    """0 conforme · 1 alguna diferencia · 3 ninguna diferencia, pero falta alguna prueba para decir que es conforme.

    Es una diferencia un elemento que no coincide con el contrato, una traza que se sale del grafo o un caso que no
    cumple. Faltan pruebas si el grafo no puede decir algo que las trazas no resuelven, si no se sabe si un caso
    cumple, si un caso del plan no tiene traza o si una traza no tiene pasos o no se pudo leer entera.
    """
    todas = comparaciones.values()
    if any(map(_difiere, todas)):
        return Codigo.DIFERENCIAS
    return Codigo.PRUEBAS_INSUFICIENTES if any(map(_duda, todas)) else Codigo.BIEN


def _difiere(c: Comparacion) -> bool:
    distinto = any(j.veredicto in DIFERENCIAS for j in juicios(c))
    return distinto or any(not f.conforme for f in c.conformidades) or Cumple.NO in _cumplimientos(c)


def _duda(c: Comparacion) -> bool:
    con_contrato = any(j.contrato is not None for j in juicios(c))
    sin_saber = con_contrato and any(j.veredicto is Veredicto.NO_PUEDE_DECIRLO for j in juicios(c))
    sin_traza = any(h.control == casos_sin_traza.NOMBRE for h in c.hallazgos)
    a_medias = any(f.sin_leer or f.vacia for f in c.conformidades)
    return sin_saber or sin_traza or a_medias or Cumple.NO_SE_SABE in _cumplimientos(c)


def juicios(c: Comparacion) -> tuple[Juicio, ...]:
    """Los de los nodos y los de las aristas."""
    return (*c.nodos, *c.aristas)


def _cumplimientos(c: Comparacion) -> set[Cumple]:
    return {r.cumple for _, resultados in c.resultados for r in resultados}

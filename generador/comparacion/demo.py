"""Una demo entera: una comparación por variante, con los lados que haya y los controles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from generador.comparacion.cobertura import cobertura_de
from generador.comparacion.controles import casos_sin_traza, controlar
from generador.comparacion.evidencia import Evidencia
from generador.comparacion.pasada import Grabada, Recuerdo
from generador.comparacion.sin_pruebas import sin_pruebas
from generador.comparacion.variante import Comparada, Entradas, comparar_variante
from generador.modelo.demo import Demo
from generador.modelo.hallazgo import Comparacion
from generador.modelo.plan import Caso, Variante


def comparar(demo: Demo, recuerdo: Recuerdo | None = None) -> Mapping[str, Comparacion]:
    """Una comparación por variante del plan, con la corrida que se publica.

    `recuerdo` ahorra leer las trazas que no han cambiado, y crece con las que sí.
    """
    return {v.id: _comparar(demo, v, recuerdo) for v in demo.plan.variantes}


def _comparar(demo: Demo, variante: Variante, recuerdo: Recuerdo | None) -> Comparacion:
    entradas = _entradas(demo, variante)
    c = comparar_variante(entradas, recuerdo)
    evidencia = _evidencia(demo, variante, entradas, c)
    hallazgos = controlar(evidencia)
    return Comparacion(
        variante=variante.id,
        nodos=c.nodos,
        aristas=c.aristas,
        conformidades=evidencia.conformidades,
        resultados=tuple(evidencia.resultados.items()),
        hallazgos=hallazgos,
        cobertura=cobertura_de(c.nodos, c.aristas),
        sin_pruebas=sin_pruebas(entradas, c, sin_traza=any(h.control == casos_sin_traza.NOMBRE for h in hallazgos)),
    )


def _entradas(demo: Demo, variante: Variante) -> Entradas:
    corrida = demo.corrida
    casos = _casos(demo, variante)
    real = corrida.grafos.get(variante.id) if corrida else None
    return Entradas(
        contrato=demo.contratos.get(variante.id),
        real=real,
        spike=demo.spikes.get(variante.id),
        trazas=tuple(_grabadas(demo, casos)),
        vistos={n for c in casos for n in corrida.apunte(c).nodos} if corrida and not real else (),
        casos=casos,
        renombrados=variante.renombrados,
        prometidos=demo.plan.prometidos,
        sprint=demo.plan.sprint,
    )


def _evidencia(demo: Demo, variante: Variante, entradas: Entradas, c: Comparada) -> Evidencia:
    corrida = demo.corrida
    return Evidencia(
        demo=demo,
        variante=variante,
        contrato=entradas.contrato,
        real=entradas.real,
        nodos=c.nodos,
        aristas=c.aristas,
        apuntes={id: corrida.apunte(id) for id in entradas.casos} if corrida else {},
        conformidades=c.conformidades if entradas.real and entradas.real.nodos else (),
        resultados=c.resultados,
        fuentes=corrida.fuentes.get(variante.id, {}) if corrida else {},
        rutas=corrida.rutas if corrida else {},
        manifiesto=corrida.manifiesto if corrida else None,
    )


def _casos(demo: Demo, variante: Variante) -> Mapping[str, Caso]:
    """Los casos grabados de una variante, en el orden del plan."""
    grabados = demo.corrida.trazas if demo.corrida else {}
    return {c.id: c for c in demo.plan.casos if c.variante == variante.id and c.id in grabados}


def _grabadas(demo: Demo, casos: Mapping[str, Caso]) -> Iterator[Grabada]:
    if demo.corrida is None:
        return
    huellas = {c.caso: c.sha256 for c in demo.corrida.manifiesto.casos}
    for caso in casos:
        leer = partial(demo.corrida.trazas.__getitem__, caso)
        yield Grabada(caso, leer, f"{huellas[caso]} {caso}" if caso in huellas else "")

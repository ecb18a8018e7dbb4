"""Una variante comparada: contrato × real × spike y lo observado, con un veredicto por nodo y por arista."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from generador.comparacion.confianza import confianza_en
from generador.comparacion.conformidad import conformidad_de
from generador.comparacion.esperado import evaluar
from generador.comparacion.juicio_de_aristas import juicios_de_aristas
from generador.comparacion.juicio_de_nodos import juicios_de_nodos
from generador.comparacion.lados import Lados, lado_de
from generador.comparacion.normalizar import anidado, con_los_ids_de, con_renombrados
from generador.comparacion.observado import Observador
from generador.comparacion.prometidos import promesas
from generador.comparacion.recorrido import recorrer
from generador.comparacion.salidas import salidas_de
from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Conformidad, Juicio, Resultado
from generador.modelo.plan import Caso, Prometido
from generador.modelo.traza import Traza


@dataclass(frozen=True, slots=True, kw_only=True)
class Entradas:
    """Lo que se compara. Cualquiera de los lados puede faltar. `renombrados` va de nombre en el spike a nombre real.

    Las trazas se recorren una vez y no se guardan. `casos` son los que además se evalúan.
    """

    contrato: Grafo | None = None
    real: Grafo | None = None
    spike: Grafo | None = None
    trazas: Iterable[Traza] = ()
    casos: Mapping[str, Caso] = field(default_factory=dict)
    renombrados: Mapping[str, str] = field(default_factory=dict)
    prometidos: Sequence[Prometido] = ()
    sprint: str = ""


@dataclass(frozen=True, slots=True)
class Comparada:
    """Los juicios de una variante y lo que hizo cada una de sus trazas: si sigue el grafo y si cumple lo esperado."""

    nodos: tuple[Juicio, ...]
    aristas: tuple[Juicio, ...]
    conformidades: tuple[Conformidad, ...]
    resultados: Mapping[str, tuple[Resultado, ...]]


def comparar_variante(entradas: Entradas) -> Comparada:
    """Compara los lados que haya. Las trazas se siguen por el grafo real y, si no lo hay, por el contrato.

    Un grafo real sin nodos es uno que no se pudo exportar: es como no tenerlo.
    """
    real = anidado(entradas.real) if entradas.real is not None and entradas.real.nodos else None
    contrato = None if entradas.contrato is None else con_los_ids_de(entradas.contrato, real)
    spike = None if entradas.spike is None else con_renombrados(entradas.spike, entradas.renombrados)
    guia = real if real is not None else contrato
    salidas = None if guia is None else salidas_de(guia)
    observador = Observador()
    conformidades: list[Conformidad] = []
    resultados: dict[str, tuple[Resultado, ...]] = {}
    for traza in entradas.trazas:
        recorrido = recorrer(traza, salidas)
        observador.sumar(traza, recorrido)
        conformidades.append(conformidad_de(traza, recorrido, salidas))
        if traza.caso in entradas.casos:
            resultados[traza.caso] = evaluar(entradas.casos[traza.caso], traza)
    lados = Lados(
        contrato=lado_de(contrato),
        real=lado_de(real),
        spike=lado_de(spike),
        confianza=None if real is None else confianza_en(real),
        observado=observador.observado(),
        promesas=promesas(entradas.prometidos, entradas.sprint),
        renombrados=entradas.renombrados,
    )
    return Comparada(tuple(juicios_de_nodos(lados)), tuple(juicios_de_aristas(lados)), tuple(conformidades), resultados)

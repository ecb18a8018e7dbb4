"""Una variante comparada: contrato × real × spike y lo observado, con un veredicto por nodo y por arista."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from generador.comparacion.confianza import confianza_en
from generador.comparacion.explicacion import Recorrido
from generador.comparacion.juicio_de_aristas import juicios_de_aristas
from generador.comparacion.juicio_de_nodos import juicios_de_nodos
from generador.comparacion.lados import Lados, lado_de
from generador.comparacion.normalizar import anidado, con_los_ids_de, con_renombrados
from generador.comparacion.observado import observar
from generador.comparacion.prometidos import promesas
from generador.comparacion.recorrido import recorrer
from generador.comparacion.salidas import Salidas, salidas_de
from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Juicio
from generador.modelo.plan import Prometido
from generador.modelo.traza import Traza


@dataclass(frozen=True, slots=True, kw_only=True)
class Entradas:
    """Lo que se compara. Cualquiera de los lados puede faltar. `renombrados` va de nombre en el spike a nombre real."""

    contrato: Grafo | None = None
    real: Grafo | None = None
    spike: Grafo | None = None
    trazas: Sequence[Traza] = ()
    renombrados: Mapping[str, str] = field(default_factory=dict)
    prometidos: Sequence[Prometido] = ()
    sprint: str = ""


@dataclass(frozen=True, slots=True)
class Comparada:
    """Los juicios de una variante y sus trazas explicadas."""

    nodos: tuple[Juicio, ...]
    aristas: tuple[Juicio, ...]
    recorridos: tuple[tuple[Traza, Recorrido], ...]
    salidas: Salidas | None


def comparar_variante(entradas: Entradas) -> Comparada:
    """Compara los lados que haya. Las trazas se siguen por el grafo real y, si no lo hay, por el contrato.

    Un grafo real sin nodos es uno que no se pudo exportar: es como no tenerlo.
    """
    real = anidado(entradas.real) if entradas.real is not None and entradas.real.nodos else None
    contrato = None if entradas.contrato is None else con_los_ids_de(entradas.contrato, real)
    spike = None if entradas.spike is None else con_renombrados(entradas.spike, entradas.renombrados)
    guia = real if real is not None else contrato
    salidas = None if guia is None else salidas_de(guia)
    recorridos = tuple((t, recorrer(t, salidas)) for t in entradas.trazas)
    lados = Lados(
        contrato=lado_de(contrato),
        real=lado_de(real),
        spike=lado_de(spike),
        confianza=None if real is None else confianza_en(real),
        observado=observar(recorridos),
        promesas=promesas(entradas.prometidos, entradas.sprint),
        renombrados=entradas.renombrados,
    )
    return Comparada(tuple(juicios_de_nodos(lados)), tuple(juicios_de_aristas(lados)), recorridos, salidas)

"""Una variante comparada: contrato × real × spike y lo observado, con un veredicto por nodo y por arista."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct, field

from generador.comparacion.confianza import confianza_en
from generador.comparacion.juicio_de_aristas import juicios_de_aristas
from generador.comparacion.juicio_de_nodos import juicios_de_nodos
from generador.comparacion.lados import Lados, lado_de
from generador.comparacion.normalizar import Ids, anidado, con_los_ids_de, con_renombrados
from generador.comparacion.observado import Observado, Observador
from generador.comparacion.pasada import Grabada, Pasada, Recuerdo, pasar
from generador.comparacion.prometidos import promesas
from generador.comparacion.salidas import Salidas, salidas_de
from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Conformidad, Juicio, Resultado
from generador.modelo.nombres import huella
from generador.modelo.plan import Caso, Prometido


class Entradas(Struct, frozen=True, kw_only=True):
    """Lo que se compara. Cualquiera de los lados puede faltar. `renombrados` va de nombre en el spike a nombre real.

    Las trazas se leen si de alguna no se recuerda su pasada, y no se guardan: `vistos` son los ids de nodo que hay en
    ellas, que solo hacen falta si no hay grafo real. `casos` son los que además se evalúan.
    """

    contrato: Grafo | None = None
    real: Grafo | None = None
    spike: Grafo | None = None
    trazas: Sequence[Grabada] = ()
    vistos: Collection[str] = ()
    casos: Mapping[str, Caso] = field(default_factory=dict)
    renombrados: Mapping[str, str] = field(default_factory=dict)
    prometidos: Sequence[Prometido] = ()
    sprint: str = ""


class Comparada(Struct, frozen=True):
    """Los juicios de una variante y lo que hizo cada una de sus trazas: si sigue el grafo y si cumple lo esperado."""

    nodos: tuple[Juicio, ...]
    aristas: tuple[Juicio, ...]
    conformidades: tuple[Conformidad, ...]
    resultados: Mapping[str, tuple[Resultado, ...]]


def comparar_variante(entradas: Entradas, recuerdo: Recuerdo | None = None) -> Comparada:
    """Compara los lados que haya. Las trazas se siguen por el grafo real y, si no lo hay, por el contrato.

    `recuerdo` son las pasadas que ya se saben, y crece. Un grafo sin nodos, sea el que sea, es como no tenerlo: no dice
    que todo sobre, sino que no se escribió o no se pudo exportar.
    """
    real = None if (real := _con_nodos(entradas.real)) is None else anidado(real)
    contrato = _con_nodos(entradas.contrato)
    contrato = None if contrato is None else con_los_ids_de(contrato, real, entradas.vistos)
    spike = None if (spike := _con_nodos(entradas.spike)) is None else con_renombrados(spike, entradas.renombrados)
    guia = real if real is not None else contrato
    visto = _juntar(_pasadas(entradas, guia, {} if recuerdo is None else recuerdo))
    lados = Lados(
        contrato=lado_de(contrato),
        real=lado_de(real),
        spike=lado_de(spike),
        confianza=None if real is None else confianza_en(real),
        observado=visto.observado,
        promesas=promesas(entradas.prometidos, entradas.sprint, Ids.de([real, contrato], entradas.vistos)),
        renombrados=entradas.renombrados,
    )
    return Comparada(
        nodos=tuple(juicios_de_nodos(lados)),
        aristas=tuple(juicios_de_aristas(lados)),
        conformidades=visto.conformidades,
        resultados=visto.resultados,
    )


class _Visto(Struct, frozen=True):
    """Lo que hicieron todas las trazas."""

    observado: Observado
    conformidades: tuple[Conformidad, ...]
    resultados: Mapping[str, tuple[Resultado, ...]]


def _juntar(pasadas: Iterator[Pasada]) -> _Visto:
    """De una en una: de miles no caben las pasadas a la vez."""
    observador, conformidades, resultados = Observador(), list[Conformidad](), dict[str, tuple[Resultado, ...]]()
    for pasada in pasadas:
        observador.juntar(pasada.observado)
        conformidades.append(pasada.conformidad)
        if pasada.resultados is not None:
            resultados[pasada.conformidad.caso] = pasada.resultados
    return _Visto(observador.observado(), tuple(conformidades), resultados)


def _pasadas(entradas: Entradas, guia: Grafo | None, recuerdo: Recuerdo) -> Iterator[Pasada]:
    salidas, por_donde = None if guia is None else salidas_de(guia), huella(repr(guia))
    return (_pasada(g, salidas, por_donde, entradas.casos.get(g.caso), recuerdo) for g in entradas.trazas)


def _pasada(g: Grabada, salidas: Salidas | None, por_donde: str, caso: Caso | None, recuerdo: Recuerdo) -> Pasada:
    if not g.clave:
        return pasar(g.traza(), salidas, caso)
    clave = f"{g.clave} {por_donde} {huella(repr(caso))}"
    if clave not in recuerdo:
        recuerdo[clave] = pasar(g.traza(), salidas, caso)
    return recuerdo[clave]


def _con_nodos(grafo: Grafo | None) -> Grafo | None:
    return grafo if grafo is not None and grafo.nodos else None

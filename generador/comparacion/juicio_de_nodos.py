"""Un veredicto por nodo."""

from __future__ import annotations

from collections.abc import Iterator

from generador.comparacion import frente_al_spike, motivos
from generador.comparacion.confianza import ambito_de
from generador.comparacion.lados import Lados, es_borde, es_manejador
from generador.comparacion.observado import NUNCA
from generador.modelo.hallazgo import Juicio, Veredicto
from generador.modelo.mensaje import Mensaje

Fallo = tuple[Veredicto, Mensaje]
_BORDES_MAL_ESCRITOS = frozenset({"start", "end", "inicio", "fin"})
"""Como los llaman las constantes de LangGraph y las páginas, en minúsculas."""


def juicios_de_nodos(lados: Lados) -> Iterator[Juicio]:
    """Los nodos de todos los lados: primero los del grafo real, luego los del contrato, lo prometido y lo demás."""
    ids = (
        *lados.real.nodos,
        *lados.contrato.nodos,
        *lados.promesas.nodos,
        *lados.promesas.nodos_vencidos,
        *sorted(n for n in lados.observado.nodos if not es_borde(n)),
        *lados.spike.nodos,
    )
    for id in dict.fromkeys(ids):
        veredicto, motivo = veredicto_de_nodo(lados, id)
        visto = lados.observado.nodos.get(id, NUNCA)
        yield Juicio(
            clase="nodo",
            origen=id,
            destino=None,
            veredicto=veredicto,
            motivo=motivo,
            contrato=lados.contrato.nodos.get(id),
            real=lados.real.nodos.get(id),
            spike=lados.spike.nodos.get(id),
            frente_al_spike=frente_al_spike.de_nodo(lados, id),
            visitas=visto.visitas,
            pruebas=visto.pruebas,
        )


def veredicto_de_nodo(lados: Lados, id: str) -> Fallo:
    """El veredicto de un nodo y su porqué."""
    if es_borde(id):
        return Veredicto.CONFORME, motivos.BORDE
    prometido = id in lados.contrato.nodos or id in lados.promesas.nodos or id in lados.promesas.nodos_vencidos
    if id in lados.real.nodos:
        return _presente(lados, id) if prometido or not lados.contrato.hay else _de_mas(lados, id)
    if prometido:
        return _ausente(lados, id)
    return _sin_declarar(lados, id) if id in lados.observado.nodos else (Veredicto.CONFORME, motivos.SOLO_SPIKE)


def _presente(lados: Lados, id: str) -> Fallo:
    observado = lados.observado
    if observado.hay and id not in observado.nodos and observado.ve_dentro_de(ambito_de(id)):
        return Veredicto.DECLARADA_SIN_RECORRER, motivos.NODO_SIN_RECORRER
    return Veredicto.CONFORME, motivos.COINCIDE if lados.contrato.hay else motivos.SIN_CONTRATO


def _de_mas(lados: Lados, id: str) -> Fallo:
    if es_manejador(id):
        return Veredicto.CONFORME, motivos.MANEJADOR
    if not lados.juzga(ambito_de(id)):
        return Veredicto.CONFORME, motivos.SIN_DETALLE
    return Veredicto.SOBRA, motivos.SOBRA_NODO


def _ausente(lados: Lados, id: str) -> Fallo:
    if id in lados.observado.nodos:
        return Veredicto.CONFORME, motivos.NODO_PROBADO
    if (desde := lados.promesas.nodos.get(id)) is not None:
        return Veredicto.PENDIENTE, motivos.nodo_pendiente(desde)
    if not lados.real.hay:
        return Veredicto.NO_PUEDE_DECIRLO, motivos.SIN_GRAFO
    if lados.sin_interior(id):
        return Veredicto.NO_PUEDE_DECIRLO, motivos.SIN_INTERIOR
    if (desde := lados.promesas.nodos_vencidos.get(id)) is not None:
        return Veredicto.FALTA, motivos.nodo_vencido(desde)
    return Veredicto.FALTA, motivos.FALTA_BORDE if id.casefold() in _BORDES_MAL_ESCRITOS else motivos.FALTA_NODO


def _sin_declarar(lados: Lados, id: str) -> Fallo:
    if not lados.real.hay or lados.sin_interior(id) or (lados.contrato.hay and not lados.juzga(ambito_de(id))):
        return Veredicto.CONFORME, motivos.SOLO_OBSERVADO
    return Veredicto.RECORRIDA_SIN_DECLARAR, motivos.NODO_RECORRIDO

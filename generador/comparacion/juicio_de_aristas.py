"""Un veredicto por arista. Cero falsos `falta` o `sobra`: lo que el grafo calla lo dicen las trazas, o nadie."""

from __future__ import annotations

from collections.abc import Iterator

from generador.comparacion import frente_al_spike, motivos
from generador.comparacion.confianza import ambito_de
from generador.comparacion.etiquetas import etiquetas_distintas, tipo_distinto
from generador.comparacion.juicio_de_nodos import Fallo, veredicto_de_nodo
from generador.comparacion.lados import Lados, Par, es_borde, es_final, es_final_implicito, es_manejador
from generador.comparacion.observado import NUNCA, Visto
from generador.comparacion.vueltas import tiene_la_misma_vuelta
from generador.modelo.grafo import Arista, Certeza, Formato
from generador.modelo.hallazgo import Juicio, Veredicto
from generador.modelo.mensaje import Mensaje


def juicios_de_aristas(lados: Lados) -> Iterator[Juicio]:
    """Las aristas de todos los lados, una por par de extremos."""
    contrato = (p for p, suyas in lados.contrato.aristas.items() if not _es_supuesta(lados, p, suyas))
    pares: tuple[Par, ...] = (
        *lados.real.aristas,
        *contrato,
        *lados.promesas.aristas,
        *lados.promesas.aristas_vencidas,
        *sorted(lados.observado.aristas),
        *lados.spike.aristas,
    )
    return (_juicio(lados, par) for par in dict.fromkeys(pares))


def _juicio(lados: Lados, par: Par) -> Juicio:
    veredicto, motivo = veredicto_de_arista(lados, par)
    visto = _visto(lados, par)
    return Juicio(
        clase="arista",
        origen=par[0],
        destino=par[1],
        veredicto=veredicto,
        motivo=motivo,
        contrato=_una(lados.contrato.aristas.get(par, ())),
        real=_una(lados.real.aristas.get(par, ())),
        spike=_una(lados.spike.aristas.get(par, ())),
        frente_al_spike=frente_al_spike.de_arista(lados, par),
        visitas=visto.visitas,
        pruebas=visto.pruebas,
    )


def _es_supuesta(lados: Lados, par: Par, aristas: tuple[Arista, ...]) -> bool:
    """Si el contrato no la escribió (quien lo leyó la dedujo de una flecha que cruza un subgrafo) y nadie la tiene."""
    return par not in lados.real.aristas and all(a.certeza is Certeza.INFERIDA and not a.condicional for a in aristas)


def _visto(lados: Lados, par: Par) -> Visto:
    origen, destino = par
    return NUNCA if destino is None else lados.observado.aristas.get((origen, destino), NUNCA)


def _una(aristas: tuple[Arista, ...]) -> Arista | None:
    """La arista que representa a las de un mismo par: la que decide, si hay varias."""
    return next((a for a in aristas if a.condicional), aristas[0] if aristas else None)


def veredicto_de_arista(lados: Lados, par: Par) -> Fallo:
    """El veredicto de una arista y su porqué."""
    if par[1] is None:
        return _sin_destino(lados, par[0])
    promesas = lados.promesas
    prometida = par in lados.contrato.aristas or par in promesas.aristas or par in promesas.aristas_vencidas
    if par in lados.real.aristas:
        return _presente(lados, par) if prometida or not lados.contrato.hay else _de_mas(lados, par)
    if prometida:
        return _ausente(lados, par)
    return _sin_declarar(lados, par) if _visto(lados, par).visitas else (Veredicto.CONFORME, motivos.SOLO_SPIKE)


def _presente(lados: Lados, par: Par) -> Fallo:
    prometidas, reales = lados.contrato.aristas.get(par, ()), lados.real.aristas[par]
    seguras = [a for a in reales if _duda_de(lados, a) is None]
    if (motivo := tipo_distinto(prometidas, seguras)) is not None:
        return Veredicto.TIPO_DISTINTO, motivo
    if (motivo := etiquetas_distintas(prometidas, reales, lados.real.formato)) is not None:
        return Veredicto.ETIQUETA_DISTINTA, motivo
    if _sin_recorrer(lados, par):
        return Veredicto.DECLARADA_SIN_RECORRER, motivos.ARISTA_SIN_RECORRER
    return Veredicto.CONFORME, motivos.COINCIDE if lados.contrato.hay else motivos.SIN_CONTRATO


def _sin_recorrer(lados: Lados, par: Par) -> bool:
    """Si hay trazas que la habrían enseñado y ninguna la recorrió."""
    observado = lados.observado
    if not observado.hay or _visto(lados, par).visitas or par in observado.posibles:
        return False
    return observado.ve_dentro_de(ambito_de(par[0]))


def _de_mas(lados: Lados, par: Par) -> Fallo:
    reales, origen, destino = lados.real.aristas[par], *par
    if es_manejador(origen) or es_manejador(destino):
        return Veredicto.CONFORME, motivos.MANEJADOR
    if not lados.juzga(ambito_de(origen)):
        return Veredicto.CONFORME, motivos.SIN_DETALLE
    if _es_borde_sin_dibujar(lados, par):
        return Veredicto.CONFORME, motivos.SIN_BORDES
    if tiene_la_misma_vuelta(par, lados.real, lados.contrato):
        return Veredicto.CONFORME, motivos.VUELTA
    if es_final(destino) and not lados.contrato.salen(origen) and _pudo_no_escribirse(lados, reales):
        return Veredicto.CONFORME, motivos.ACABA_IGUAL
    return _inventada_o_sobra(lados, par, reales)


def _es_borde_sin_dibujar(lados: Lados, par: Par) -> bool:
    return (es_borde(par[0]) or es_borde(par[1])) and not lados.dibuja_bordes(ambito_de(par[0]))


def _pudo_no_escribirse(lados: Lados, reales: tuple[Arista, ...]) -> bool:
    return any(es_final_implicito(a) or _duda_de(lados, a) is not None for a in reales)


def _inventada_o_sobra(lados: Lados, par: Par, reales: tuple[Arista, ...]) -> Fallo:
    dudas = [_duda_de(lados, a) for a in reales]
    if (duda := dudas[0]) is None or None in dudas:
        return Veredicto.SOBRA, motivos.SOBRA_ARISTA
    if _visto(lados, par).visitas and not es_final(par[1]):
        return Veredicto.RECORRIDA_SIN_DECLARAR, motivos.ARISTA_RECORRIDA
    de_langgraph = lados.real.formato is Formato.LANGGRAPH
    if de_langgraph and es_final(par[1]) and lados.observado.salidas_de(par[0]) - {par[1]}:
        return Veredicto.CONFORME, motivos.INVENTADA
    return Veredicto.NO_PUEDE_DECIRLO, duda


def _duda_de(lados: Lados, arista: Arista) -> Mensaje | None:
    return lados.confianza.puede_sobrar(arista) if lados.confianza is not None else None


def _ausente(lados: Lados, par: Par) -> Fallo:
    origen, destino = par[0], par[1] or ""
    if _visto(lados, par).visitas:
        return Veredicto.CONFORME, motivos.ARISTA_PROBADA
    if (desde := lados.promesas.aristas.get((origen, destino)) or _espera(lados, par)) is not None:
        return Veredicto.PENDIENTE, motivos.arista_pendiente(desde)
    if not lados.real.hay:
        return Veredicto.NO_PUEDE_DECIRLO, motivos.SIN_GRAFO
    sin_nodo = next((e for e in (origen, destino) if not es_borde(e) and e not in lados.real.nodos), None)
    if sin_nodo is not None:
        return _sin_extremo(lados, sin_nodo)
    if (excusa := _lo_mismo(lados, par)) is not None:
        return Veredicto.CONFORME, excusa
    if lados.sin_interior(origen):
        return Veredicto.NO_PUEDE_DECIRLO, motivos.SIN_INTERIOR
    if lados.confianza is not None and (duda := lados.confianza.puede_faltar(origen, destino)) is not None:
        return Veredicto.NO_PUEDE_DECIRLO, duda
    if (desde := lados.promesas.aristas_vencidas.get((origen, destino))) is not None:
        return Veredicto.FALTA, motivos.arista_vencida(desde)
    return Veredicto.FALTA, motivos.FALTA_ARISTA


def _lo_mismo(lados: Lados, par: Par) -> Mensaje | None:
    """Por qué el grafo dice lo mismo que esta arista del contrato sin tenerla."""
    origen, destino = par
    if es_final(destino) and not lados.real.salen(origen) and not _esta_aislado(lados, origen):
        return motivos.ACABA_IGUAL
    if tiene_la_misma_vuelta(par, lados.contrato, lados.real):
        return motivos.VUELTA
    if lados.real.formato is Formato.LANGGRAPH and (es_manejador(origen) or es_manejador(destino)):
        return motivos.MANEJADOR
    return None


def _esta_aislado(lados: Lados, id: str) -> bool:
    """Si LangGraph lo dibuja suelto: entonces no se sabe nada de sus salidas."""
    suelto = not any(d == id for _, d in lados.real.aristas)
    return suelto and lados.real.formato is Formato.LANGGRAPH


def _espera(lados: Lados, par: Par) -> str | None:
    """El sprint de un extremo que aún no toca."""
    pendientes = (lados.promesas.nodos.get(e) for e in par if e is not None and e not in lados.real.nodos)
    return next((p for p in pendientes if p is not None), None)


def _sin_extremo(lados: Lados, extremo: str) -> Fallo:
    """Una arista a un nodo que no está corre su misma suerte."""
    veredicto, motivo = veredicto_de_nodo(lados, extremo)
    if veredicto in (Veredicto.NO_PUEDE_DECIRLO, Veredicto.PENDIENTE):
        return veredicto, motivo
    if lados.sin_interior(extremo):
        return Veredicto.NO_PUEDE_DECIRLO, motivos.SIN_INTERIOR
    return Veredicto.FALTA, motivos.sin_extremo(extremo)


def _sin_declarar(lados: Lados, par: Par) -> Fallo:
    """Solo la enseñan las trazas."""
    ambito = ambito_de(par[0])
    if not lados.real.hay and not lados.contrato.hay:
        return Veredicto.CONFORME, motivos.ARISTA_PROBADA
    if lados.contrato.hay and _es_borde_sin_dibujar(lados, par):
        return Veredicto.CONFORME, motivos.SIN_BORDES
    if (lados.contrato.hay and not lados.juzga(ambito)) or (lados.real.hay and lados.sin_interior(par[0])):
        return Veredicto.CONFORME, motivos.SIN_DETALLE
    if lados.contrato.hay and es_final(par[1]) and not lados.contrato.salen(par[0]):
        return Veredicto.CONFORME, motivos.ACABA_IGUAL
    calla = lados.confianza is not None and lados.confianza.puede_faltar(*par) is not None
    if calla and not lados.contrato.hay:
        return Veredicto.CONFORME, motivos.ARISTA_PROBADA
    return Veredicto.RECORRIDA_SIN_DECLARAR, motivos.ARISTA_RECORRIDA


def _sin_destino(lados: Lados, origen: str) -> Fallo:
    """Una ruta que el grafo no sabe adónde va: la resuelven las trazas, si recorrieron lo prometido y nada más."""
    if lados.contrato.hay and not lados.juzga(ambito_de(origen)):
        return Veredicto.CONFORME, motivos.SIN_DETALLE
    prometidos = {a.destino for a in lados.contrato.salen(origen)}
    recorridos = lados.observado.salidas_de(origen)
    declarados = {a.destino for a in lados.real.salen(origen)}
    if prometidos and recorridos <= prometidos and prometidos <= recorridos | declarados:
        return Veredicto.CONFORME, motivos.RESUELTA
    return Veredicto.NO_PUEDE_DECIRLO, motivos.RUTA_SIN_DESTINOS

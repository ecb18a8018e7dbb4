"""Cómo se dice en palabras cada cosa que el dibujo dice con formas. Son claves de catálogo: el español es el origen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from generador.modelo.grafo import TipoDeArista, TipoDeNodo
from generador.modelo.hallazgo import Veredicto
from generador.modelo.mensaje import Mensaje, mensaje
from generador.paginas.dibujo.forma import Capa
from generador.paginas.dibujo.texto import visible

Traducir: TypeAlias = Callable[[str], str]

VEREDICTOS: Mapping[Veredicto, Mensaje] = {
    Veredicto.CONFORME: mensaje("conforme"),
    Veredicto.FALTA: mensaje("falta"),
    Veredicto.SOBRA: mensaje("sobra"),
    Veredicto.ETIQUETA_DISTINTA: mensaje("etiqueta distinta"),
    Veredicto.TIPO_DISTINTO: mensaje("tipo distinto"),
    Veredicto.DECLARADA_SIN_RECORRER: mensaje("declarada, sin recorrer"),
    Veredicto.RECORRIDA_SIN_DECLARAR: mensaje("recorrida, sin declarar"),
    Veredicto.NO_PUEDE_DECIRLO: mensaje("el grafo no puede decirlo"),
    Veredicto.PENDIENTE: mensaje("pendiente"),
}

TIPOS: Mapping[TipoDeArista, Mensaje] = {
    TipoDeArista.FIJA: mensaje("fija"),
    TipoDeArista.UNION: mensaje("unión"),
    TipoDeArista.CONDICIONAL: mensaje("condicional"),
    TipoDeArista.COMANDO: mensaje("Command"),
    TipoDeArista.ENVIO: mensaje("Send"),
}

CAPAS: Mapping[Capa, Mensaje] = {
    Capa.CONTRATO: mensaje("contrato"),
    Capa.REAL: mensaje("real"),
    Capa.SPIKE: mensaje("spike"),
    Capa.OBSERVADO: mensaje("observado"),
}


QUE_ES_CADA_CAPA: Mapping[Capa, Mensaje] = {
    Capa.CONTRATO: mensaje("lo que promete el contrato"),
    Capa.REAL: mensaje("el grafo que el código compila de verdad"),
    Capa.SPIKE: mensaje("el prototipo anterior"),
    Capa.OBSERVADO: mensaje("lo que se vio en las trazas"),
}


def nombre_de_nodo(id: str, nombre: str, clase: TipoDeNodo, traducir: Traducir) -> str:
    """El nombre de un nodo; el inicio y el fin se traducen y dicen de qué subgrafo son."""
    padre = id.rpartition(":")[0].rpartition(":")[2]
    if clase is TipoDeNodo.INICIO:
        return (mensaje("inicio de %(subgrafo)s", subgrafo=visible(padre)) if padre else mensaje("inicio")).en(traducir)
    if clase is TipoDeNodo.FIN:
        return (mensaje("fin de %(subgrafo)s", subgrafo=visible(padre)) if padre else mensaje("fin")).en(traducir)
    return visible(nombre)

"""Lo que un lector de pantalla dice de cada nodo y lo que se lee al pasar por una arista: una frase, sin dibujo."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from generador.modelo.grafo import TipoDeNodo
from generador.modelo.mensaje import Mensaje, mensaje
from generador.paginas.dibujo.figura import nombres_de
from generador.paginas.dibujo.forma import AristaDibujada, CajaDibujada, Dibujo, Estado, NodoDibujado
from generador.paginas.dibujo.medidas import SIGNOS
from generador.paginas.dibujo.palabras import TIPOS, VEREDICTOS, Traducir

_PAUSAS = {"antes": mensaje("se pausa antes"), "despues": mensaje("se pausa después")}


class Voz(Struct, frozen=True):
    """Un dibujo dicho en un idioma. `nombres` va de id a cómo se llama; `salen`, de id a las aristas que salen."""

    nombres: Mapping[str, str]
    salen: Mapping[str, tuple[AristaDibujada, ...]]
    traducir: Traducir

    @classmethod
    def de(cls, dibujo: Dibujo, traducir: Traducir) -> Voz:
        """La voz de un dibujo."""
        salen: dict[str, tuple[AristaDibujada, ...]] = {}
        for a in dibujo.aristas:
            salen[a.origen] = (*salen.get(a.origen, ()), a)
        return cls(nombres_de(dibujo, traducir), salen, traducir)

    def nodo(self, e: NodoDibujado | CajaDibujada) -> str:
        """Qué es, adónde va y qué se sabe de él."""
        partes = [self._que_es(e), self._siguientes(e.id)]
        if e.estado.veredicto and e.estado.veredicto in SIGNOS:
            partes.append(self._t(VEREDICTOS[e.estado.veredicto]))
        partes += [self._t(_PAUSAS[p]) for p in e.pausa if p in _PAUSAS]
        if e.diferido:
            partes.append(self._t(mensaje("espera a que acaben los demás")))
        return ". ".join([*partes, *self._visitas(e.estado)])

    def arista(self, a: AristaDibujada) -> str:
        """De dónde a dónde, de qué tipo, con qué etiqueta y qué se sabe de ella."""
        partes = [f"{self.nombres[a.origen]} → {self._destino(a)}", self._t(TIPOS[a.tipo]), *a.etiquetas]
        if a.estado.veredicto:
            partes.append(self._t(VEREDICTOS[a.estado.veredicto]))
        return " · ".join([*partes, *self._visitas(a.estado)])

    def _que_es(self, e: NodoDibujado | CajaDibujada) -> str:
        nombre = self.nombres[e.id]
        clase = e.clase if isinstance(e, NodoDibujado) else TipoDeNodo.SUBGRAFO
        if clase is TipoDeNodo.SUBGRAFO:
            return self._t(mensaje("Subgrafo %(nodo)s", nodo=nombre))
        if clase is TipoDeNodo.HERRAMIENTAS:
            return self._t(mensaje("Nodo de herramientas %(nodo)s", nodo=nombre))
        return self._t(mensaje("Nodo %(nodo)s", nodo=nombre)) if clase is TipoDeNodo.NODO else nombre

    def _siguientes(self, id: str) -> str:
        van = [self._siguiente(a) for a in self.salen.get(id, ())]
        return self._t(mensaje("siguientes: %(nodos)s", nodos=", ".join(van)) if van else mensaje("sin siguientes"))

    def _siguiente(self, a: AristaDibujada) -> str:
        return f"{self._destino(a)} ({' · '.join(a.etiquetas)})" if a.etiquetas else self._destino(a)

    def _destino(self, a: AristaDibujada) -> str:
        return "?" if a.destino is None else self.nombres[a.destino]

    def _visitas(self, e: Estado) -> list[str]:
        return [] if e.visitas is None else [self._t(mensaje("visitas: %(n)s", n=e.visitas))]

    def _t(self, m: Mensaje) -> str:
        return m.en(self.traducir)

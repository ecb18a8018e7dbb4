"""Del `Boceto` al `Grafo`: a qué nodo se refiere cada mención, qué flechas son condicionales y qué se disuelve."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from generador.lectura.jerarquia import con_contenedores, tipo_de
from generador.lectura.mermaid.boceto import Ambito, Boceto, Ficha, Mencion
from generador.lectura.mermaid.disolver import Tramo, comprobar_sentido, disolver
from generador.modelo.grafo import (
    FIN,
    INICIO,
    Arista,
    Certeza,
    Formato,
    Grafo,
    Lugar,
    Nodo,
    TipoDeArista,
    TipoDeNodo,
)


@dataclass(slots=True)
class _Nombres:
    """Resuelve menciones a ids jerárquicos. `global_` es la regla de `flowchart`: un id, un nodo."""

    boceto: Boceto
    global_: bool
    menciones: dict[str, set[Ambito]] = field(default_factory=lambda: defaultdict(set))
    declarados_fuera: set[str] = field(default_factory=set)

    def preparar(self) -> None:
        contenedores = set(self.boceto.contenedores.values()) if self.global_ else set()
        for m in self.boceto.menciones:
            if m in contenedores:
                continue
            self.menciones[m.id].add(m.ambito)
            if m.declara and not m.ambito:
                self.declarados_fuera.add(m.id)

    def id(self, mencion: Mencion) -> str:
        """El id jerárquico. Uno que ya lo es (`a:b`) se queda como está."""
        if ":" in mencion.id:
            return mencion.id
        if self.boceto.contenedores.get((*mencion.ambito, mencion.id)) == mencion:
            return ":".join((*mencion.ambito, mencion.id))
        return ":".join((*self._casa(mencion), mencion.id))

    def _casa(self, mencion: Mencion) -> Ambito:
        if self.global_:
            return self._casa_global(mencion.id)
        if mencion.id in (INICIO, FIN):
            return mencion.ambito
        return self._casa_lexica(mencion)

    def _casa_global(self, id: str) -> Ambito:
        contenedor = next((a for a in self.boceto.contenedores if a[-1] == id), None)
        if contenedor and id not in self.declarados_fuera:
            return contenedor[:-1]
        donde = self.menciones[id]
        if id in (INICIO, FIN) and () in donde:
            return ()
        return next((a for a in self.boceto.cerrados if a in donde), ())

    def _casa_lexica(self, mencion: Mencion) -> Ambito:
        """El estado compuesto al que pertenece: el más interior que lo menciona; si hay varios, cada uno el suyo."""
        donde = self.menciones[mencion.id]
        hojas = sorted(a for a in donde if not any(b != a and b[: len(a)] == a for b in donde))
        if len(hojas) == 1:
            return hojas[0]
        if mencion.ambito in hojas:
            return mencion.ambito
        varios = " y ".join(f"«{':'.join(h)}»" for h in hojas[:3])
        que_pasa = f"«{mencion.id}» está en varios estados compuestos ({varios}) y aquí no se sabe cuál es"
        self.boceto.anotar(mencion.linea, que_pasa, "mueve esta línea dentro de uno de ellos")
        return hojas[0]


def montar(boceto: Boceto, *, global_: bool, lugar: Lugar) -> Grafo:
    """El grafo del boceto. `global_` es que un id nombra al mismo nodo en todo el diagrama (`flowchart`)."""
    nombres = _Nombres(boceto, global_)
    nombres.preparar()
    ids = {m: nombres.id(m) for m in dict.fromkeys(boceto.menciones)}
    por_lugar = {(m.ambito, m.id): id for m, id in ids.items()}
    pseudo = {por_lugar[k]: clase for k, clase in boceto.pseudo.items()}
    lineas: dict[str, int] = {}
    for mencion, id in ids.items():
        lineas.setdefault(id, mencion.linea)
    tramos = [Tramo(ids[t.origen], ids[t.destino], t.linea, t.etiqueta, t.punteada) for t in boceto.trazos]
    comprobar_sentido(tramos, pseudo, lineas, boceto)
    fichas = _fichas(boceto, por_lugar)
    aristas = _aristas(disolver(tramos, pseudo, boceto), fichas, bool(pseudo), boceto.fichero)
    subgrafos = _subgrafos(boceto, ids)
    nodos = [
        _nodo(id, fichas.get(id, Ficha()), Lugar(boceto.fichero, linea), id in subgrafos)
        for id, linea in lineas.items()
        if id not in pseudo and id not in subgrafos.vacios
    ]
    return con_contenedores(Grafo(nodos=tuple(nodos), aristas=aristas, formato=Formato.MERMAID, lugar=lugar))


class _Subgrafos(set[str]):
    """Los ids de los contenedores; `vacios`, los que no contienen nada y solo agrupan flechas de otros."""

    vacios: frozenset[str] = frozenset()


def _subgrafos(boceto: Boceto, ids: Mapping[Mencion, str]) -> _Subgrafos:
    subgrafos = _Subgrafos(ids[m] for m in boceto.contenedores.values())
    nombrados = {ids[t.origen] for t in boceto.trazos} | {ids[t.destino] for t in boceto.trazos}
    con_menciones = {a for m in boceto.menciones for a in [m.ambito] if a}
    vacios = set()
    for ambito, mencion in boceto.contenedores.items():
        id = ids[mencion]
        tiene = any(otro.startswith(f"{id}:") for otro in ids.values())
        if not tiene and ambito in con_menciones and id not in nombrados:
            vacios.add(id)
    subgrafos.vacios = frozenset(vacios)
    return subgrafos


def _fichas(boceto: Boceto, por_lugar: Mapping[tuple[Ambito, str], str]) -> dict[str, Ficha]:
    juntas: dict[str, Ficha] = {}
    for clave, ficha in boceto.fichas.items():
        junta = juntas.setdefault(por_lugar[clave], Ficha())
        junta.etiqueta = ficha.etiqueta or junta.etiqueta
        junta.nota = "\n\n".join(n for n in (junta.nota, ficha.nota) if n)
        junta.rombo = junta.rombo or ficha.rombo
        junta.pausa = ficha.pausa or junta.pausa
        junta.diferido = junta.diferido or ficha.diferido
        junta.herramientas = ficha.herramientas or junta.herramientas
    return juntas


def _nodo(id: str, ficha: Ficha, lugar: Lugar, es_subgrafo: bool) -> Nodo:
    nombre = id.rpartition(":")[2]
    tipo = TipoDeNodo.SUBGRAFO if es_subgrafo else tipo_de(nombre)
    if ficha.herramientas:
        tipo = TipoDeNodo.HERRAMIENTAS
    return Nodo(
        id=id,
        nombre=nombre,
        tipo=tipo,
        etiqueta=ficha.etiqueta or None,
        nota=ficha.nota,
        pausa=ficha.pausa,
        diferido=ficha.diferido,
        herramientas=ficha.herramientas,
        lugar=lugar,
    )


def _aristas(
    tramos: list[Tramo], fichas: Mapping[str, Ficha], hay_decisiones: bool, fichero: str
) -> tuple[Arista, ...]:
    """Condicional es lo que sale de una decisión, lo punteado y lo que sale de un rombo.

    Si el diagrama no usa nada de eso, dos o más flechas con etiqueta desde un mismo nodo se leen como una
    decisión; es una inferencia y la arista lo dice.
    """
    con_convenio = hay_decisiones or any(t.punteada for t in tramos)
    salidas: dict[str, set[str]] = defaultdict(set)
    for t in tramos:
        if t.etiqueta:
            salidas[t.origen].add(t.destino)
    return tuple(
        _arista(t, fichas, not con_convenio and bool(t.etiqueta) and len(salidas[t.origen]) > 1, fichero)
        for t in tramos
    )


def _arista(tramo: Tramo, fichas: Mapping[str, Ficha], parece_decision: bool, fichero: str) -> Arista:
    tipo = tramo.tipo or TipoDeArista.FIJA
    certeza = Certeza.DECLARADA
    rombo = tramo.origen in fichas and fichas[tramo.origen].rombo
    if tramo.punteada or rombo:
        tipo = TipoDeArista.CONDICIONAL
    elif parece_decision and tramo.tipo is None:
        tipo, certeza = TipoDeArista.CONDICIONAL, Certeza.INFERIDA
    return Arista(
        origen=tramo.origen,
        destino=tramo.destino,
        tipo=tipo,
        etiquetas=(tramo.etiqueta,) if tramo.etiqueta else (),
        grupo=tramo.grupo,
        certeza=certeza,
        lugar=Lugar(fichero, tramo.linea),
    )

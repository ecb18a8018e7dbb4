"""Del `Boceto` al `Grafo`: qué es nodo y qué no, qué flechas son condicionales y en qué se disuelve una decisión."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from generador.lectura.jerarquia import con_contenedores, prefijos, tipo_de
from generador.lectura.mermaid.boceto import Ambito, Boceto, Ficha, Mencion
from generador.lectura.mermaid.disolver import Tramo, comprobar_sentido, disolver
from generador.lectura.mermaid.nombres_de_langgraph import nombre_viejo
from generador.lectura.mermaid.resolver import resolver
from generador.modelo.grafo import (
    Arista,
    Certeza,
    Formato,
    Grafo,
    Lugar,
    Nodo,
    TipoDeArista,
    TipoDeNodo,
)


def montar(boceto: Boceto, *, es_flujo: bool, lugar: Lugar) -> Grafo:
    """El grafo del boceto. Lo que no se puede decidir va a `boceto.problemas`."""
    _comprobar_que_nada_se_contiene(boceto, es_flujo=es_flujo)
    _comprobar_estilos(boceto)
    ids = resolver(boceto, es_flujo=es_flujo)
    if boceto.viejo:
        ids = _con_nombres_viejos(ids, boceto)
    por_lugar = {(m.ambito, m.id): id for m, id in ids.items()}
    pseudo = {por_lugar[k]: clase for k, clase in boceto.pseudo.items()}
    lineas: dict[str, int] = {}
    for mencion, id in ids.items():
        lineas.setdefault(id, mencion.linea)
    tramos = [Tramo(ids[t.origen], ids[t.destino], t.linea, t.etiqueta, t.punteada) for t in boceto.trazos]
    comprobar_sentido(tramos, pseudo, lineas, boceto)
    fichas = _fichas(boceto, por_lugar)
    aristas = _aristas(disolver(tramos, pseudo, boceto), fichas, bool(pseudo), boceto.fichero)
    subgrafos = {ids[m] for m in boceto.contenedores.values()}
    fuera = pseudo.keys() | _vacios(boceto, ids, tramos)
    nodos = [
        _nodo(id, fichas.get(id, Ficha()), Lugar(boceto.fichero, linea), id in subgrafos)
        for id, linea in lineas.items()
        if id not in fuera
    ]
    return con_contenedores(Grafo(nodos=tuple(nodos), aristas=aristas, formato=Formato.MERMAID, lugar=lugar))


def _comprobar_que_nada_se_contiene(boceto: Boceto, *, es_flujo: bool) -> None:
    """Un subgrafo nombrado dentro de sí mismo: Mermaid no lo dibuja y no hay forma de leerlo sin inventar.

    Uno dentro de otro que se llama igual sí lo escribe LangGraph, que antepone a cada id los de fuera.
    """
    propios = set(boceto.contenedores.values()) if es_flujo else set()
    dichos: set[tuple[Ambito, str]] = set()
    for m in boceto.menciones:
        if m.id in m.ambito and m not in propios and (m.ambito, m.id) not in dichos:
            dichos.add((m.ambito, m.id))
            que_pasa = f"«{m.id[:80]}» está dentro de sí mismo"
            boceto.anotar(m.linea, que_pasa, "llama de otra forma al de dentro, o saca la flecha afuera")


def _con_nombres_viejos(ids: Mapping[Mencion, str], boceto: Boceto) -> Mapping[Mencion, str]:
    """Los ids con el nombre que LangGraph solo escribía entero en el rótulo, que deja de serlo."""
    nombres: dict[str, str] = {}
    for m, id in ids.items():
        ficha = boceto.fichas.get((m.ambito, m.id))
        if ficha and (nombre := nombre_viejo(id, ficha.etiqueta)) != id:
            nombres[id], ficha.etiqueta = nombre, ""
    return {m: nombres.get(id, id) for m, id in ids.items()}


def _comprobar_estilos(boceto: Boceto) -> None:
    """Un `style` de algo que nadie más nombra: Mermaid lo dibuja como un nodo más, y casi nunca es lo que se quería."""
    nombrados = {m.id for m in boceto.menciones}
    for id, linea in boceto.estilados.items():
        if id not in nombrados:
            que_pasa = f"«style» nombra «{id[:80]}», que no está en el diagrama, y Mermaid lo dibujaría como un nodo"
            boceto.anotar(linea, que_pasa, "corrige el nombre (uno por «style») o quita la línea")


def _vacios(boceto: Boceto, ids: Mapping[Mencion, str], tramos: list[Tramo]) -> set[str]:
    """Los `subgraph` que no contienen nada y solo agrupan flechas de otros, como los que a veces emite LangGraph."""
    con_algo = {p for id in ids.values() for p in prefijos(id)}
    nombrados = {e for t in tramos for e in (t.origen, t.destino)}
    con_menciones = {m.ambito for m in boceto.menciones}
    return {
        ids[mencion]
        for ambito, mencion in boceto.contenedores.items()
        if ambito in con_menciones and ids[mencion] not in con_algo and ids[mencion] not in nombrados
    }


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

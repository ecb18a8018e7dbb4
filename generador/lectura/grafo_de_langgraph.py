"""El JSON de `get_graph().to_json()` de cualquier versión de LangGraph, tal cual.

Entre versiones cambian `type`, `data.id` y `metadata`; `__end__` puede no tener tipo, o no estar; los ids pueden
ser números (LangGraph sustituye los nombres que son UUID) y `xray=True` borra el nodo del subgrafo y muda sus
aristas. Aquí se lee todo eso sin creerse más de lo que dice: el grafo queda marcado `Formato.LANGGRAPH`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec.structs import replace

from generador.errores import ErrorDeEntrada, Problema
from generador.lectura.documento import Documento, Punto, nombre_de, primeros, raiz
from generador.lectura.jerarquia import ELEMENTOS, con_contenedores, defecto_de_id, nodo_de, tipo_de
from generador.lectura.validar import parecido
from generador.modelo.grafo import FIN, INICIO, Arista, Formato, Grafo, Lugar, Nodo, TipoDeArista, TipoDeNodo
from generador.modelo.mensaje import mensaje

_SUBGRAFOS = {"CompiledStateGraph", "CompiledGraph", "Pregel", "RemoteGraph"}
_REMEDIO = "usa la salida de get_graph().to_json()"
_PAUSAS = {"before": "antes", "after": "despues"}


def grafo_de_langgraph(documento: Documento, lugar: Lugar) -> Grafo:
    """El grafo, con un nodo por subgrafo. Lanza `ErrorDeEntrada` con todos los problemas juntos."""
    escrito = raiz(documento)
    nombres = _nombres(escrito)
    problemas = primeros(chain(_de_forma(escrito), _malos(escrito, nombres)))
    if problemas:
        raise ErrorDeEntrada(problemas)
    nodos = [_nodo(n, nombres) for n in escrito["nodes"].elementos()]
    aristas = [_arista(a, nombres) for a in escrito["edges"].elementos()]
    ids = {n.id for n in nodos}
    nodos += [nodo_de(e) for e in (INICIO, FIN) if e not in ids and any(e in a.par for a in aristas)]
    version = escrito["version_langgraph"].texto
    grafo = Grafo(
        nodos=tuple(nodos), aristas=tuple(aristas), formato=Formato.LANGGRAPH, version_langgraph=version, lugar=lugar
    )
    return con_contenedores(grafo)


def juntar(plano: Grafo, xray: Grafo) -> Grafo:
    """Un solo grafo con las dos vistas: el primer nivel es el de `plano`, y lo de dentro, lo de `xray`.

    Cada vista tiene algo que la otra pierde: `xray` confunde la vuelta de un subgrafo a sí mismo con una arista
    interior, y el plano no ve lo de dentro. Lo que solo dice `xray` en el primer nivel queda en `avisos`.
    """
    interior = {n.id: n for n in xray.nodos if n.padre is not None}
    contenedores = {n.padre for n in interior.values()}
    nodos = [replace(n, tipo=TipoDeNodo.SUBGRAFO) if n.id in contenedores else n for n in plano.nodos]
    de_fuera = [n for n in xray.nodos if n.padre is None and n.id not in plano.por_id]
    pares = {a.par for a in plano.aristas}
    vueltas = {o for o, d in pares if o == d}
    dentro = [a for a in xray.aristas if ":" in a.origen and not _es_la_vuelta(a, xray, vueltas)]
    solo_en_xray = [a for a in xray.aristas if ":" not in a.origen and a.par not in pares]
    avisos = [mensaje("solo la vista xray tiene %(de)s → %(a)s", de=a.origen, a=a.destino) for a in solo_en_xray]
    return replace(
        plano,
        nodos=(*nodos, *de_fuera, *interior.values()),
        aristas=(*plano.aristas, *dentro),
        version_langgraph=plano.version_langgraph or xray.version_langgraph,
        avisos=(*plano.avisos, *xray.avisos, *avisos),
    )


def _es_la_vuelta(arista: Arista, xray: Grafo, vueltas: set[str]) -> bool:
    """Si la arista interior es en realidad la vuelta del subgrafo a sí mismo: va de su salida a su entrada."""
    padre = arista.origen.rpartition(":")[0]
    if padre not in vueltas or arista.destino is None:
        return False
    pares = {a.par for a in xray.aristas}
    return (f"{padre}:{INICIO}", arista.destino) in pares and (arista.origen, f"{padre}:{FIN}") in pares


def _de_forma(escrito: Punto) -> Iterator[Problema]:
    for lista in ("nodes", "edges"):
        if not isinstance(escrito[lista].valor, list):
            yield escrito[lista].problema(f"«{lista}» debe ser una lista", _REMEDIO)
        elif len(escrito[lista].valor) > ELEMENTOS:
            yield escrito[lista].problema(f"«{lista}» tiene más de {ELEMENTOS} elementos", "exporta un grafo menor")
    for nodo in escrito["nodes"].elementos():
        if _id(nodo["id"]) is None:
            yield nodo.problema(f"{nombre_de(nodo.ruta)} no tiene «id» de texto o número", _REMEDIO)
    if escrito["nodes"].valor == []:
        yield escrito["nodes"].problema("el grafo no tiene ningún nodo", "vuelve a exportarlo")


def _id(punto: Punto) -> str | int | None:
    valor = punto.valor
    return valor if isinstance(valor, str | int) and not isinstance(valor, bool) else None


def _nombres(escrito: Punto) -> Mapping[str | int, str]:
    """De id escrito a id nuestro: un número es un nombre que era un UUID, y el nombre está en `data.name`.

    Si ese nombre ya es de otro (`xray` de versiones viejas abre las cadenas en piezas que se llaman igual), se le
    añade el número.
    """
    nombres: dict[str | int, str] = {}
    nodos = list(escrito["nodes"].elementos())
    usados = {id for n in nodos if isinstance(id := _id(n["id"]), str)}
    for nodo in nodos:
        id = _id(nodo["id"])
        if isinstance(id, int) and id not in nombres:
            nombre = nodo["data"]["name"].texto or str(id)
            nombres[id] = f"{nombre} ({id})" if nombre in usados else nombre
            usados.add(nombres[id])
        elif isinstance(id, str):
            nombres[id] = id
    return nombres


def _malos(escrito: Punto, nombres: Mapping[str | int, str]) -> Iterator[Problema]:
    """Nodos repetidos o con ids imposibles y, después, aristas a lo que no está."""
    vistos: set[str] = set()
    for nodo in escrito["nodes"].elementos():
        id = _id(nodo["id"])
        if id is None:
            continue
        if nombres[id] in vistos:
            yield nodo["id"].problema(f"el nodo «{nombres[id][:60]}» está repetido", "deja uno")
        if defecto := defecto_de_id(nombres[id]):
            yield nodo["id"].problema(defecto, "acórtalo")
        vistos.add(nombres[id])
    conocidos = vistos | {id.rpartition(":")[0] for id in vistos if ":" in id} | {INICIO, FIN}
    for arista in escrito["edges"].elementos():
        yield from _extremos_malos(arista, nombres, conocidos)
        yield from _valores_malos(arista)


def _nodo(punto: Punto, nombres: Mapping[str | int, str]) -> Nodo:
    id = _nombre(punto["id"], nombres)
    nombre = id.rpartition(":")[2]
    metadatos = punto["metadata"]
    herramientas = tuple(h.texto for h in metadatos["__tools"].elementos() if h.texto is not None)
    pausas = (metadatos["__interrupt"].texto or "").split(",")
    return Nodo(
        id=id,
        nombre=nombre,
        tipo=_tipo(nombre, _clase(punto["data"]), bool(herramientas)),
        pausa=tuple(_PAUSAS[p] for p in pausas if p in _PAUSAS),
        diferido=metadatos["defer"].valor is True,
        herramientas=herramientas,
    )


def _clase(data: Punto) -> str:
    ruta: Any = data["id"].valor
    return ruta[-1] if isinstance(ruta, list) and ruta and isinstance(ruta[-1], str) else ""


def _tipo(nombre: str, clase: str, con_herramientas: bool) -> TipoDeNodo:
    de_nombre = tipo_de(nombre)
    if de_nombre is not TipoDeNodo.NODO:
        return de_nombre
    if clase in _SUBGRAFOS:
        return TipoDeNodo.SUBGRAFO
    return TipoDeNodo.HERRAMIENTAS if con_herramientas or clase == "ToolNode" else TipoDeNodo.NODO


def _extremos_malos(arista: Punto, nombres: Mapping[str | int, str], conocidos: set[str]) -> Iterator[Problema]:
    for extremo in (arista["source"], arista["target"]):
        id = _id(extremo)
        if id is None:
            yield extremo.problema(f"{nombre_de(extremo.ruta)} no es un id de nodo", "pon el id de un nodo")
        elif nombres.get(id, str(id)) not in conocidos:
            pista = parecido(str(id), sorted(conocidos))
            yield extremo.problema(
                f"una arista nombra «{str(id)[:60]}», que no está entre los nodos{pista}", "añade el nodo o corrígela"
            )


def _valores_malos(arista: Punto) -> Iterator[Problema]:
    """Un `conditional` que no es booleano o una etiqueta que no es un valor suelto: leerlos sería adivinar."""
    if not isinstance(arista["conditional"].valor, bool | None):
        yield arista["conditional"].problema("«conditional» debe ser true o false", _REMEDIO)
    if isinstance(arista["data"].valor, dict | list):
        yield arista["data"].problema("«data» de una arista es su etiqueta y debe ser texto", _REMEDIO)


def _arista(arista: Punto, nombres: Mapping[str | int, str]) -> Arista:
    etiqueta = arista["data"].valor
    return Arista(
        origen=_nombre(arista["source"], nombres),
        destino=_nombre(arista["target"], nombres),
        tipo=TipoDeArista.CONDICIONAL if arista["conditional"].valor is True else TipoDeArista.FIJA,
        etiquetas=() if etiqueta is None else (str(etiqueta),),
    )


def _nombre(punto: Punto, nombres: Mapping[str | int, str]) -> str:
    id = _id(punto)
    return "" if id is None else nombres.get(id, str(id))

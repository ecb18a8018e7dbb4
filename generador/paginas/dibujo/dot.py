"""De armazón a DOT: solo números e ids generados, ningún texto ajeno.

Las cuatro jugadas que hacen bueno a `dot`: la etiqueta es un nodo de paso del tamaño medido, los ciclos ya
vienen rotos, la espina pesa, y `newrank` con `mclimit`. Los nombres son `n<i>` (nodo), `l<k>` (pastilla),
`q<k>` (cabo suelto) y `cluster_<c>`; las aristas se reconocen por `id`: `e<k>`, o `e<k>a` y `e<k>b`.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from generador.modelo.grafo import TipoDeNodo
from generador.paginas.dibujo.medidas import ALTO_DE_PASTILLA, ALTO_DE_TITULO, LADO_DE_CABO, Etiquetado, Rotulo
from generador.paginas.dibujo.orden import Armazon, Enlace

_ESPINA = 12
_CAMPOS = 'node[shape=box,fixedsize=true,label=""];edge[arrowhead=none];'


class Receta(Struct, frozen=True):
    """Con qué opciones se coloca. `rangos` fija inicio arriba y fin abajo; `extra` son atributos del grafo."""

    newrank: bool = True
    rangos: bool = True
    curvas: str = "spline"
    extra: str = "ranksep=.3;nodesep=.36;mclimit=4"


class Material(Struct, frozen=True):
    """Todo lo que hace falta para escribir DOT y para volver de él. `largas` no entran en él: van por carriles."""

    armazon: Armazon
    rotulos: tuple[Rotulo, ...]
    etiquetas: tuple[Etiquetado, ...]
    titulos: dict[str, tuple[str, float]]
    largas: frozenset[int] = frozenset()


def escribir(m: Material, receta: Receta) -> str:
    """El DOT de `m`. Los mismos datos dan los mismos bytes."""
    dentro: dict[str | None, list[str]] = {}
    for i, (n, r) in enumerate(zip(m.armazon.nodos, m.rotulos, strict=True)):
        dentro.setdefault(m.armazon.padres[n.id], []).append(_nodo(f"n{i}", r.w, r.h))
    for k, (e, lab) in enumerate(zip(m.armazon.enlaces, m.etiquetas, strict=True)):
        if k in m.largas:
            continue
        casa = _comun(m.armazon, e)
        if lab.w and not e.bucle:
            dentro.setdefault(casa, []).append(_nodo(f"l{k}", lab.w + 16, ALTO_DE_PASTILLA + 2))
        if e.t is None:
            dentro.setdefault(casa, []).append(_nodo(f"q{k}", LADO_DE_CABO, LADO_DE_CABO))
    cuerpo = _cuerpo(m, dentro, None)
    aristas = "".join(
        _arista(m, k, e, lab)
        for k, (e, lab) in enumerate(zip(m.armazon.enlaces, m.etiquetas, strict=True))
        if k not in m.largas
    )
    opciones = f"rankdir=TB;splines={receta.curvas};newrank={str(receta.newrank).lower()};{receta.extra};"
    return f"digraph{{{opciones}{_CAMPOS}{cuerpo}{_rangos(m.armazon) if receta.rangos else ''}{aristas}}}"


def _nodo(nombre: str, w: float, h: float) -> str:
    return f"{nombre}[width={w / 72:.4f},height={h / 72:.4f}];"


def _hueco(w: float, h: float) -> str:
    return (
        '<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0"><TR>'
        f'<TD FIXEDSIZE="TRUE" WIDTH="{w:.0f}" HEIGHT="{h:.0f}"></TD></TR></TABLE>>'
    )


def _cadena(a: Armazon, caja: str | None) -> Iterable[str | None]:
    while caja is not None:
        yield caja
        caja = a.cajas[caja]
    yield None


def _comun(a: Armazon, e: Enlace) -> str | None:
    """La caja más honda que contiene los dos extremos."""
    de = _cadena(a, a.padres[a.nodos[e.s].id])
    if e.t is None:
        return next(iter(de))
    otras = set(_cadena(a, a.padres[a.nodos[e.t].id]))
    return next(c for c in de if c in otras)


def _arista(m: Material, k: int, e: Enlace, lab: Etiquetado) -> str:
    peso = f",weight={_ESPINA}" if e.espina else ",weight=0" if e.arista.estado.solo_spike else ""
    if not lab.w and {e.arista.origen, e.arista.destino} & m.armazon.cajas.keys():
        peso += ",minlen=2"
    s, t = f"n{e.s}", f"q{k}" if e.t is None else f"n{e.t}"
    if e.bucle:
        return f"{s}->{t}[id=e{k},label={_hueco(max(lab.w, 4) + 8, 24)}];"
    tramos = [("a", s, f"l{k}"), ("b", f"l{k}", t)] if lab.w else [("", s, t)]
    return "".join(
        f"{b}->{a}[id=e{k}{parte}{peso}];" if e.vuelta else f"{a}->{b}[id=e{k}{parte}{peso}];" for parte, a, b in tramos
    )


def _cuerpo(m: Material, dentro: dict[str | None, list[str]], caja: str | None) -> str:
    partes = list(dentro.get(caja, ()))
    for c, (id, padre) in enumerate(m.armazon.cajas.items()):
        if padre == caja:
            titulo = _hueco(m.titulos[id][1], ALTO_DE_TITULO)
            partes.append(f"subgraph cluster_{c}{{margin=14;labeljust=l;label={titulo};{_cuerpo(m, dentro, id)}}}")
    return "".join(partes)


def _rangos(a: Armazon) -> str:
    """Inicio arriba y fin abajo. Nunca con miembros de una caja: Graphviz se cae."""
    lados = {TipoDeNodo.INICIO: "source", TipoDeNodo.FIN: "sink"}
    return "".join(
        f"{{rank={lados[n.nodo.tipo]};n{i};}}"
        for i, n in enumerate(a.nodos)
        if n.nodo.tipo in lados and a.padres[n.id] is None
    )

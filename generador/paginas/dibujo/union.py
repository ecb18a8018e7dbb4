"""Un solo grafo que contiene a los demás: contrato, real, spike y lo observado, cada elemento una vez.

Se coloca la unión y cada vista esconde lo suyo, de modo que al cambiar de capa nada se mueve. El orden es
canónico —el contrato primero, cada nodo nuevo tras su predecesor— para que un cambio pequeño en el grafo
sea un cambio pequeño en el dibujo.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from generador.modelo.grafo import FIN, INICIO, Arista, Grafo, Nodo, TipoDeArista, TipoDeNodo
from generador.modelo.hallazgo import Comparacion, Juicio
from generador.paginas.dibujo.forma import Capa, Estado

NIVELES = 8
_DECLARADAS = (Capa.CONTRATO, Capa.REAL, Capa.SPIKE)


class NodoUnido(Struct, frozen=True, kw_only=True):
    """Un nodo de la unión. `nodo` es el del lado que más sabe: real, contrato, spike."""

    nodo: Nodo
    estado: Estado

    @property
    def id(self) -> str:
        return self.nodo.id


class AristaUnida(Struct, frozen=True, kw_only=True):
    """Las aristas de un par. `contrato` son las etiquetas que pedía el contrato si no son las de `etiquetas`."""

    origen: str
    destino: str | None
    tipo: TipoDeArista
    condicional: bool
    etiquetas: tuple[str, ...]
    estado: Estado
    contrato: tuple[str, ...] | None = None
    funcion: str | None = None

    @property
    def par(self) -> tuple[str, str | None]:
        return (self.origen, self.destino)


class GrafoUnion(Struct, frozen=True, kw_only=True):
    """Lo que se coloca: nodos y aristas en orden canónico, sin repetir, con todos los extremos presentes."""

    nodos: tuple[NodoUnido, ...]
    aristas: tuple[AristaUnida, ...]
    capas: tuple[Capa, ...]


def unir(*, contrato: Grafo | None = None, real: Grafo | None = None, spike: Grafo | None = None) -> GrafoUnion:
    """La unión de hasta tres grafos, sin juicio ninguno. Los nodos se casan por id."""
    lados = {c: g for c, g in zip(_DECLARADAS, (contrato, real, spike), strict=True) if g is not None}
    nodos: dict[str, dict[Capa, Nodo]] = {}
    aristas: dict[tuple[str, str | None], dict[Capa, list[Arista]]] = {}
    for capa, grafo in lados.items():
        for n in grafo.nodos:
            nodos.setdefault(n.id, {}).setdefault(capa, n)
        for a in grafo.aristas:
            aristas.setdefault(a.par, {}).setdefault(capa, []).append(a)
    presentes = tuple(lados)
    return _cerrar(
        [NodoUnido(nodo=_mejor(d), estado=_estado(presentes, d)) for d in nodos.values()],
        [_arista(par, d, _estado(presentes, d)) for par, d in aristas.items()],
        presentes,
    )


def de_comparacion(comparacion: Comparacion) -> GrafoUnion:
    """La unión que ya está en los juicios: cada uno trae sus lados, su veredicto y sus visitas."""
    juicios = (*comparacion.nodos, *comparacion.aristas)
    presentes = tuple(c for c in _DECLARADAS if any(_lado(j, c) is not None for j in juicios))
    nodos: dict[str, NodoUnido] = {}
    aristas: dict[tuple[str, str | None], AristaUnida] = {}
    for j in comparacion.nodos:
        nodos.setdefault(j.origen, NodoUnido(nodo=_nodo_de(j), estado=_estado_de(j, presentes)))
    for j in comparacion.aristas:
        lados = {c: [lado] for c in presentes if isinstance(lado := _lado(j, c), Arista)}
        par = (j.origen, j.destino)
        aristas.setdefault(par, _arista(par, lados, _estado_de(j, presentes)))
    capas = (*presentes, Capa.OBSERVADO) if any(j.visitas for j in juicios) else presentes
    return _cerrar(list(nodos.values()), list(aristas.values()), capas)


def _lado(juicio: Juicio, capa: Capa) -> Nodo | Arista | None:
    lados = {Capa.CONTRATO: juicio.contrato, Capa.REAL: juicio.real, Capa.SPIKE: juicio.spike}
    return lados.get(capa)


def _nodo_de(juicio: Juicio) -> Nodo:
    lados = (juicio.real, juicio.contrato, juicio.spike)
    nodo = next((n for n in lados if isinstance(n, Nodo)), None)
    return nodo if nodo is not None and nodo.id == juicio.origen else _supuesto(juicio.origen, nodo)


def _estado_de(j: Juicio, presentes: tuple[Capa, ...]) -> Estado:
    return Estado(
        contrato=j.contrato is not None if Capa.CONTRATO in presentes else None,
        real=j.real is not None if Capa.REAL in presentes else None,
        spike=j.spike is not None if Capa.SPIKE in presentes else None,
        veredicto=j.veredicto,
        frente_al_spike=j.frente_al_spike,
        visitas=j.visitas,
    )


def _estado(presentes: Iterable[Capa], en: Mapping[Capa, object]) -> Estado:
    en_capa = {c: c in en for c in presentes}
    return Estado(contrato=en_capa.get(Capa.CONTRATO), real=en_capa.get(Capa.REAL), spike=en_capa.get(Capa.SPIKE))


def _mejor(lados: Mapping[Capa, Nodo]) -> Nodo:
    return next(lados[c] for c in (Capa.REAL, Capa.CONTRATO, Capa.SPIKE) if c in lados)


def _arista(par: tuple[str, str | None], lados: Mapping[Capa, list[Arista]], estado: Estado) -> AristaUnida:
    """Funde las aristas de un par. Si alguna es incondicional, el par lo es; si no hay lado, solo se observó."""
    mejor = next((lados[c] for c in (Capa.REAL, Capa.CONTRATO, Capa.SPIKE) if c in lados), [])
    fija = next((a for a in mejor if not a.condicional), mejor[0] if mejor else None)
    etiquetas = _etiquetas(mejor)
    pedidas = _etiquetas(lados[Capa.CONTRATO]) if Capa.CONTRATO in lados and Capa.REAL in lados else etiquetas
    return AristaUnida(
        origen=par[0],
        destino=par[1],
        tipo=fija.tipo if fija else TipoDeArista.FIJA,
        condicional=fija.condicional if fija else False,
        etiquetas=etiquetas,
        estado=estado,
        contrato=pedidas if set(pedidas) != set(etiquetas) else None,
        funcion=next((a.funcion for a in mejor if a.funcion), None),
    )


def _etiquetas(aristas: Iterable[Arista]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(e for a in aristas for e in a.etiquetas if e.strip()))


def _cerrar(nodos: list[NodoUnido], aristas: list[AristaUnida], capas: tuple[Capa, ...]) -> GrafoUnion:
    """Añade los extremos que nadie declaró (hay grafos ajenos así) y ordena."""
    ids = {n.id for n in nodos}
    for a in aristas:
        for extremo in (a.origen, a.destino):
            if extremo is not None and extremo not in ids:
                ids.add(extremo)
                nodos.append(NodoUnido(nodo=_supuesto(extremo), estado=a.estado))
    return GrafoUnion(nodos=tuple(_ordenar(nodos, aristas)), aristas=tuple(aristas), capas=capas)


def _supuesto(id: str, como: Nodo | None = None) -> Nodo:
    nombre = id.rpartition(":")[2]
    tipos = {INICIO: TipoDeNodo.INICIO, FIN: TipoDeNodo.FIN}
    tipo = como.tipo if como else tipos.get(nombre, TipoDeNodo.NODO)
    return Nodo(id=id, nombre=nombre, tipo=tipo, herramientas=como.herramientas if como else ())


def _ordenar(nodos: list[NodoUnido], aristas: list[AristaUnida]) -> list[NodoUnido]:
    """La primera capa en su orden; lo demás, detrás de su primer predecesor ya puesto (o al final)."""
    previos: dict[str, list[str]] = {}
    for a in aristas:
        if a.destino is not None:
            previos.setdefault(a.destino, []).append(a.origen)
    base = next((c for c in _DECLARADAS if any(getattr(n.estado, c) for n in nodos)), None)
    orden = [n for n in nodos if base is None or getattr(n.estado, base)]
    puestos = {n.id: n.id for n in orden}
    resto = [n for n in nodos if n.id not in puestos]
    for n in sorted(resto, key=lambda n: not n.estado.real):
        previo = next((p for p in previos.get(n.id, ()) if p in puestos), None)
        i = len(orden) if previo is None else _sitio(orden, puestos[previo])
        orden.insert(i, n)
        puestos[n.id] = n.id
        if previo is not None:
            puestos[previo] = n.id
    return sorted(orden, key=lambda n: n.nodo.tipo is not TipoDeNodo.INICIO or n.nodo.padre is not None)


def _sitio(orden: list[NodoUnido], id: str) -> int:
    return next(i for i, n in enumerate(orden) if n.id == id) + 1


def antepasados(id: str) -> tuple[str, ...]:
    """Los subgrafos que contienen a `id`, del más cercano al más lejano; como mucho `NIVELES`, los de fuera."""
    cadena = []
    padre = id.rpartition(":")[0]
    while padre:
        cadena.append(padre)
        padre = padre.rpartition(":")[0]
    return tuple(cadena[-NIVELES:])

"""Cada vez que un nodo corrió: dónde, cuánto tardó, qué llamó, qué claves tocó y un ejemplo de lo que entró y salió."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from generador.modelo.demo import DemoComparada
from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Prueba
from generador.modelo.traza import Carga, Fin, Paso, Tarea
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, enlace
from generador.paginas.caso.piezas import Json
from generador.paginas.caso.valores import abreviado, json_visible
from generador.paginas.enlaces import a_paso
from generador.paginas.terminos import Etiqueta, etiqueta

VISITAS_POR_CASO = 60
VISITAS = 450
"""Visitas de un nodo que se enlazan en una página, entre todos sus casos."""
CLAVES = 200
VISITAS_MIRADAS = 500
EJEMPLO_MAXIMO = 3000


@dataclass(slots=True)
class Veces:
    """Las veces que un nodo corrió en un caso: las que se enlazan, cuántas fueron y a qué llamaron."""

    primeras: list[tuple[int, Fin, float | None]] = field(default_factory=list)
    n: int = 0
    modelos: int = 0
    herramientas: int = 0
    pausas: int = 0


@dataclass(slots=True)
class Visitado:
    """Un nodo en toda la corrida: sus veces en cada caso, lo que se vio entrar y salir, y un ejemplo.

    `lee` y `escribe` son las claves de las primeras visitas, si el grafo no las dice; `muestra` es (caso, paso, lo que
    entró, lo que salió) de la primera que acabó bien y de la que se grabó algo.
    """

    casos: dict[str, Veces] = field(default_factory=dict)
    lee: dict[str, None] = field(default_factory=dict)
    escribe: dict[str, None] = field(default_factory=dict)
    muestra: tuple[str, int, Carga | None, Carga | None] | None = None
    miradas: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Visita:
    """Una vez que el nodo corrió, enlazada a su paso."""

    paso: Enlace
    fin: Etiqueta
    bien: bool
    duracion: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitasDeCaso:
    """Las de un caso. `mas` dice cuántas no caben aquí: el caso las tiene todas."""

    caso: Enlace
    visitas: tuple[Visita, ...]
    llamadas: str
    mas: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claves:
    """Las claves de estado que el nodo recibe y escribe, y `segun` qué: el grafo exportado o lo visto en las trazas."""

    lee: tuple[str, ...]
    escribe: tuple[str, ...]
    segun: str
    mas_lee: str = ""
    mas_escribe: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ejemplo:
    """Lo que entró y lo que salió en una visita."""

    paso: Enlace
    entrada: Json | None
    salida: Json | None


def por_nodo(d: DemoComparada) -> Mapping[str, Visitado]:
    """Las visitas de toda la corrida publicada, por nodo. Las trazas se recorren una vez y no se guardan."""
    corrida = d.demo.corrida
    todos: dict[str, Visitado] = defaultdict(Visitado)
    if corrida is None:
        return todos
    dichos = {n for g in corrida.grafos.values() for n in (*g.lee, *g.escribe) if g.lee.get(n) or g.escribe.get(n)}
    for caso, traza in corrida.trazas.items():
        for paso in traza.pasos:
            for tarea in paso.tareas:
                _contar(todos[tarea.nodo], caso, paso, tarea, con_claves=tarea.nodo not in dichos)
    return todos


def _contar(v: Visitado, caso: str, paso: Paso, t: Tarea, *, con_claves: bool) -> None:
    veces = v.casos.setdefault(caso, Veces())
    if veces.n < VISITAS_POR_CASO:
        duracion = t.t1 - t.t0 if t.t0 is not None and t.t1 is not None else None
        veces.primeras.append((paso.n, t.fin, duracion))
    veces.n += 1
    veces.modelos += len(t.modelos)
    veces.herramientas += len(t.herramientas)
    veces.pausas += len(t.interrupciones)
    if v.muestra is None and t.fin is Fin.BIEN and (t.entrada or t.actualizacion):
        v.muestra = (caso, paso.n, t.entrada, t.actualizacion)
    if con_claves and v.miradas < VISITAS_MIRADAS:
        v.miradas += 1
        v.lee |= dict.fromkeys(_de_objeto(t.entrada))
        v.escribe |= dict.fromkeys(_de_objeto(t.actualizacion))


def de_caso(ctx: Contexto, ruta: str, d: DemoComparada, caso: str, veces: Veces) -> VisitasDeCaso:
    """La fila de un caso en la página de un nodo."""
    demo = d.demo.plan.demo
    restantes = veces.n - VISITAS_POR_CASO
    return VisitasDeCaso(
        caso=enlace(ruta, rutas.caso(demo, caso), ctx.texto(d.demo.plan.caso(caso).titulo)),
        visitas=tuple(_visita(ctx, ruta, demo, caso, *vez) for vez in veces.primeras),
        llamadas=_llamadas(ctx, veces),
        mas=ctx.ngettext("y %(n)s más en el caso", "y %(n)s más en el caso", restantes) if restantes > 0 else "",
    )


def claves(ctx: Contexto, grafos: Iterable[Grafo], id: str, visitado: Visitado) -> Claves:
    """Lo que dice el grafo; si no lo dice, lo que se vio entrar y salir."""
    todos = tuple(grafos)
    lee, escribe = unicas(g.lee.get(id, ()) for g in todos), unicas(g.escribe.get(id, ()) for g in todos)
    if lee or escribe:
        return Claves(lee=lee, escribe=escribe, segun=ctx._("según el grafo"))
    lee, escribe = tuple(visitado.lee), tuple(visitado.escribe)
    return Claves(
        lee=tuple(map(abreviado, lee[:CLAVES])),
        escribe=tuple(map(abreviado, escribe[:CLAVES])),
        segun=ctx._("visto en las trazas"),
        mas_lee=_y_mas(ctx, len(lee) - CLAVES),
        mas_escribe=_y_mas(ctx, len(escribe) - CLAVES),
    )


def _y_mas(ctx: Contexto, sobran: int) -> str:
    return ctx.ngettext("y %(n)s valor más", "y %(n)s valores más", sobran) if sobran > 0 else ""


def ejemplo(ctx: Contexto, ruta: str, d: DemoComparada, visitado: Visitado) -> Ejemplo | None:
    """La primera visita que acabó bien y de la que se grabó algo."""
    if visitado.muestra is None:
        return None
    caso, paso, entrada, salida = visitado.muestra
    return Ejemplo(
        paso=a_paso(ctx, ruta, d.demo.plan.demo, Prueba(caso=caso, paso=paso)),
        entrada=json_visible(ctx, entrada, EJEMPLO_MAXIMO) if entrada else None,
        salida=json_visible(ctx, salida, EJEMPLO_MAXIMO) if salida else None,
    )


def unicas(grupos: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Los textos de todos los grupos, sin repetir y en el orden en que salen."""
    return tuple(dict.fromkeys(texto for grupo in grupos for texto in grupo))


def _de_objeto(carga: Carga | None) -> Iterator[str]:
    """Las claves de primer nivel de una carga, sin leer sus valores. Lo que no es un objeto no tiene."""
    if carga is None or not carga.crudo.lstrip().startswith(b"{"):
        return
    try:
        yield from msgspec.json.decode(carga.crudo, type=dict[str, msgspec.Raw])
    except msgspec.MsgspecError:
        return


def _visita(ctx: Contexto, ruta: str, demo: str, caso: str, paso: int, fin: Fin, duracion: float | None) -> Visita:
    texto = ctx._("paso %(paso)s", paso=ctx.idioma.numero(paso))
    return Visita(
        paso=enlace(ruta, ctx.ruta_de_paso(demo, caso, paso), texto),
        fin=etiqueta(ctx, fin),
        bien=fin is Fin.BIEN,
        duracion=duracion,
    )


def _llamadas(ctx: Contexto, v: Veces) -> str:
    dichas = (
        (v.modelos, ctx.ngettext("%(n)s llamada a modelo", "%(n)s llamadas a modelo", v.modelos)),
        (v.herramientas, ctx.ngettext("%(n)s a herramienta", "%(n)s a herramientas", v.herramientas)),
        (v.pausas, ctx.ngettext("%(n)s pausa", "%(n)s pausas", v.pausas)),
    )
    return ", ".join(texto for n, texto in dichas if n)

"""Cada vez que un nodo corrió: dónde, cuánto tardó, qué llamó, qué claves tocó y un ejemplo de lo que entró y salió."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

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

Veces = tuple[tuple[Paso, Tarea], ...]
PorCaso = tuple[tuple[str, Veces], ...]
PorNodo = Mapping[str, PorCaso]
"""Nodo → (caso, sus visitas en orden)."""


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


def por_nodo(d: DemoComparada) -> PorNodo:
    """Las visitas de toda la corrida publicada, por nodo."""
    trazas = d.demo.corrida.trazas if d.demo.corrida else {}
    todas: dict[str, dict[str, list[tuple[Paso, Tarea]]]] = defaultdict(dict)
    for caso, traza in trazas.items():
        for paso in traza.pasos:
            for tarea in paso.tareas:
                todas[tarea.nodo].setdefault(caso, []).append((paso, tarea))
    return {n: tuple((c, tuple(v)) for c, v in casos.items()) for n, casos in todas.items()}


def de_caso(ctx: Contexto, ruta: str, d: DemoComparada, caso: str, veces: Veces) -> VisitasDeCaso:
    """La fila de un caso en la página de un nodo."""
    demo = d.demo.plan.demo
    restantes = len(veces) - VISITAS_POR_CASO
    return VisitasDeCaso(
        caso=enlace(ruta, rutas.caso(demo, caso), ctx.texto(d.demo.plan.caso(caso).titulo)),
        visitas=tuple(_visita(ctx, ruta, demo, caso, p, t) for p, t in veces[:VISITAS_POR_CASO]),
        llamadas=_llamadas(ctx, [t for _, t in veces]),
        mas=ctx.ngettext("y %(n)s más en el caso", "y %(n)s más en el caso", restantes) if restantes > 0 else "",
    )


def claves(ctx: Contexto, grafos: Iterable[Grafo], id: str, visitas: PorCaso) -> Claves:
    """Lo que dice el grafo; si no lo dice, lo que se vio entrar y salir."""
    todos = tuple(grafos)
    lee, escribe = unicas(g.lee.get(id, ()) for g in todos), unicas(g.escribe.get(id, ()) for g in todos)
    if lee or escribe:
        return Claves(lee=lee, escribe=escribe, segun=ctx._("según el grafo"))
    tareas = [t for _, t in islice((v for _, veces in visitas for v in veces), VISITAS_MIRADAS)]
    lee, escribe = unicas(_de_objeto(t.entrada) for t in tareas), unicas(_de_objeto(t.actualizacion) for t in tareas)
    return Claves(
        lee=tuple(map(abreviado, lee[:CLAVES])),
        escribe=tuple(map(abreviado, escribe[:CLAVES])),
        segun=ctx._("visto en las trazas"),
        mas_lee=_y_mas(ctx, len(lee) - CLAVES),
        mas_escribe=_y_mas(ctx, len(escribe) - CLAVES),
    )


def _y_mas(ctx: Contexto, sobran: int) -> str:
    return ctx.ngettext("y %(n)s valor más", "y %(n)s valores más", sobran) if sobran > 0 else ""


def ejemplo(ctx: Contexto, ruta: str, d: DemoComparada, visitas: PorCaso) -> Ejemplo | None:
    """La primera visita que acabó bien y de la que se grabó algo."""
    for caso, veces in visitas:
        for paso, t in veces:
            if t.fin is Fin.BIEN and (t.entrada or t.actualizacion):
                return Ejemplo(
                    paso=a_paso(ctx, ruta, d.demo.plan.demo, Prueba(caso=caso, paso=paso.n)),
                    entrada=json_visible(ctx, t.entrada, EJEMPLO_MAXIMO) if t.entrada else None,
                    salida=json_visible(ctx, t.actualizacion, EJEMPLO_MAXIMO) if t.actualizacion else None,
                )
    return None


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


def _visita(ctx: Contexto, ruta: str, demo: str, caso: str, paso: Paso, tarea: Tarea) -> Visita:
    texto = ctx._("paso %(paso)s", paso=ctx.idioma.numero(paso.n))
    duracion = tarea.t1 - tarea.t0 if tarea.t0 is not None and tarea.t1 is not None else None
    return Visita(
        paso=enlace(ruta, ctx.ruta_de_paso(demo, caso, paso.n), texto),
        fin=etiqueta(ctx, tarea.fin),
        bien=tarea.fin is Fin.BIEN,
        duracion=duracion,
    )


def _llamadas(ctx: Contexto, tareas: list[Tarea]) -> str:
    modelos, herramientas = sum(len(t.modelos) for t in tareas), sum(len(t.herramientas) for t in tareas)
    pausas = sum(len(t.interrupciones) for t in tareas)
    dichas = (
        (modelos, ctx.ngettext("%(n)s llamada a modelo", "%(n)s llamadas a modelo", modelos)),
        (herramientas, ctx.ngettext("%(n)s a herramienta", "%(n)s a herramientas", herramientas)),
        (pausas, ctx.ngettext("%(n)s pausa", "%(n)s pausas", pausas)),
    )
    return ", ".join(texto for n, texto in dichas if n)

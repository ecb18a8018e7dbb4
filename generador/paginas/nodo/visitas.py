"""Cada vez que un nodo corrió: dónde, cuánto tardó, qué llamó, qué claves tocó y un ejemplo de lo que entró y salió."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from generador.modelo.demo import DemoComparada
from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Prueba
from generador.modelo.tiempos import Tiempo
from generador.modelo.traza import Fin
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, enlace
from generador.paginas.caso.piezas import Json
from generador.paginas.caso.valores import abreviado, espera_humana, json_visible
from generador.paginas.enlaces import a_paso
from generador.paginas.terminos import Etiqueta, etiqueta
from generador.paginas.visitado import VISITAS_POR_CASO, Veces, Visitado

VISITAS = 450
"""Visitas de un nodo que se enlazan en una página, entre todos sus casos."""
CLAVES = 200
EJEMPLO_MAXIMO = 3000


class Visita(Struct, frozen=True, kw_only=True):
    """Una vez que el nodo corrió, enlazada a su paso. `duracion` son segundos de máquina; `espera`, una frase."""

    paso: Enlace
    fin: Etiqueta
    bien: bool
    duracion: float | None
    espera: str


class VisitasDeCaso(Struct, frozen=True, kw_only=True):
    """Las de un caso. `mas` dice cuántas no caben aquí: el caso las tiene todas."""

    caso: Enlace
    visitas: tuple[Visita, ...]
    llamadas: str
    mas: str


class Claves(Struct, frozen=True, kw_only=True):
    """Las claves de estado que el nodo recibe y escribe, y `segun` qué: el grafo exportado o lo visto en las trazas."""

    lee: tuple[str, ...]
    escribe: tuple[str, ...]
    segun: str
    mas_lee: str = ""
    mas_escribe: str = ""


class Ejemplo(Struct, frozen=True, kw_only=True):
    """Lo que entró y lo que salió en una visita."""

    paso: Enlace
    entrada: Json | None
    salida: Json | None


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


def claves(ctx: Contexto, grafos: Iterable[Grafo], id: str, visitado: Visitado) -> Claves | None:
    """Lo que dice el grafo; si no lo dice, lo que se vio entrar y salir; si no se vio nada, nada."""
    todos = tuple(grafos)
    lee, escribe = unicas(g.lee.get(id, ()) for g in todos), unicas(g.escribe.get(id, ()) for g in todos)
    if lee or escribe:
        return Claves(lee=lee, escribe=escribe, segun=ctx._("según el grafo"))
    lee, escribe = tuple(visitado.lee), tuple(visitado.escribe)
    if not lee and not escribe:
        return None
    return Claves(
        lee=tuple(map(abreviado, lee[:CLAVES])),
        escribe=tuple(map(abreviado, escribe[:CLAVES])),
        segun=ctx._("visto en las trazas"),
        mas_lee=_y_mas(ctx, len(lee) - CLAVES),
        mas_escribe=_y_mas(ctx, len(escribe) - CLAVES),
    )


def _y_mas(ctx: Contexto, sobran: int) -> str:
    return ctx.ngettext("y %(n)s valor más", "y %(n)s valores más", sobran) if sobran > 0 else ""


def ejemplo(ctx: Contexto, ruta: str, d: DemoComparada, nodo: str, visitado: Visitado) -> Ejemplo | None:
    """La primera visita que acabó bien y de la que se grabó algo."""
    if visitado.muestra is None:
        return None
    demo, (caso, paso, _) = d.demo.plan.demo, visitado.muestra
    entrada, salida = ctx.muestras[demo][nodo]
    return Ejemplo(
        paso=a_paso(ctx, ruta, demo, Prueba(caso=caso, paso=paso)),
        entrada=json_visible(ctx, entrada, EJEMPLO_MAXIMO) if entrada else None,
        salida=json_visible(ctx, salida, EJEMPLO_MAXIMO) if salida else None,
    )


def unicas(grupos: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Los textos de todos los grupos, sin repetir y en el orden en que salen."""
    return tuple(dict.fromkeys(texto for grupo in grupos for texto in grupo))


def _visita(ctx: Contexto, ruta: str, demo: str, caso: str, paso: int, fin: Fin, tardo: Tiempo | None) -> Visita:
    texto = ctx._("paso %(paso)s", paso=ctx.idioma.numero(paso))
    return Visita(
        paso=enlace(ruta, ctx.ruta_de_paso(demo, caso, paso), texto),
        fin=etiqueta(ctx, fin),
        bien=fin is Fin.BIEN,
        duracion=None if tardo is None else tardo.maquina,
        espera=espera_humana(ctx, 0.0 if tardo is None else tardo.espera),
    )


def _llamadas(ctx: Contexto, v: Veces) -> str:
    dichas = (
        (v.modelos, ctx.ngettext("%(n)s llamada a modelo", "%(n)s llamadas a modelo", v.modelos)),
        (v.herramientas, ctx.ngettext("%(n)s a herramienta", "%(n)s a herramientas", v.herramientas)),
        (v.pausas, ctx.ngettext("%(n)s pausa", "%(n)s pausas", v.pausas)),
    )
    return ", ".join(texto for n, texto in dichas if n)

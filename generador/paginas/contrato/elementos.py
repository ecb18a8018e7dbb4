"""Un nodo o una arista en cada grafo: qué dice de él el contrato, qué el código y qué el spike, y con qué veredicto."""

from __future__ import annotations

from msgspec import Struct

from generador.modelo.demo import DemoComparada
from generador.modelo.grafo import Arista, Certeza, Nodo, TipoDeNodo
from generador.modelo.hallazgo import DIFERENCIAS, Comparacion, Juicio, Veredicto
from generador.modelo.nombres import ancla
from generador.paginas.base import Contexto, Enlace
from generador.paginas.enlaces import a_lugar, a_nodo, a_paso, a_repositorio, corto, revision
from generador.paginas.terminos import Etiqueta, etiqueta

_ORDEN = {v: i for i, v in enumerate(Veredicto)}


class Lado(Struct, frozen=True, kw_only=True):
    """Cómo es un elemento en uno de los grafos. `lugar` es dónde está escrito; sin dirección, va sin enlace."""

    texto: str
    lugar: Enlace | None = None


class Fila(Struct, frozen=True, kw_only=True):
    """Un nodo (`destino` es `None`) o una arista (`clase`), con sus lados. Un lado `None` es que ahí no está."""

    clase: str
    clave: str
    ancla: str
    origen: Enlace
    destino: Enlace | None
    veredicto: Etiqueta
    motivo: str
    contrato: Lado | None
    real: Lado | None
    spike: Etiqueta | None
    spike_nombre: str
    visitas: str
    prueba: Enlace | None


class TablaDeElementos(Struct, frozen=True, kw_only=True):
    """Los nodos o las aristas de una variante que van en esta página. `id` es el de su título."""

    id: str
    titulo: str
    filas: tuple[Fila, ...]


def prioridad(j: Juicio) -> tuple[bool, bool, int]:
    """Por qué se ordenan los elementos: lo que no coincide, delante; lo conforme, al final."""
    return j.veredicto not in DIFERENCIAS, j.veredicto is Veredicto.CONFORME, _ORDEN[j.veredicto]


def fila(ctx: Contexto, ruta: str, d: DemoComparada, c: Comparacion, j: Juicio) -> Fila:
    """La fila de un nodo o de una arista."""
    demo = d.demo.plan.demo
    return Fila(
        clase=j.clase,
        clave=j.clave,
        ancla=ancla(f"{c.variante}-{j.clase}", j.clave),
        origen=a_nodo(ctx, ruta, d, j.origen),
        destino=a_nodo(ctx, ruta, d, j.destino) if j.clase == "arista" else None,
        veredicto=etiqueta(ctx, j.veredicto),
        motivo=ctx.mensaje(j.motivo),
        contrato=_lado(ctx, j.contrato, _escrito(d, j.contrato)),
        real=_lado(ctx, j.real, _escrito(d, j.real) or _programado(d, c.variante, j)),
        spike=etiqueta(ctx, j.frente_al_spike) if j.frente_al_spike else None,
        spike_nombre=_nombre_en_el_spike(j),
        visitas=ctx.ngettext("%(n)s vez", "%(n)s veces", j.visitas) if j.visitas else ctx._("nunca"),
        prueba=a_paso(ctx, ruta, demo, next(iter(j.pruebas))) if j.pruebas else None,
    )


def _nombre_en_el_spike(j: Juicio) -> str:
    return j.spike.id if isinstance(j.spike, Nodo) and j.spike.id != j.origen else ""


def _lado(ctx: Contexto, elemento: Nodo | Arista | None, lugar: Enlace | None) -> Lado | None:
    if elemento is None:
        return None
    texto = _de_nodo(ctx, elemento) if isinstance(elemento, Nodo) else _de_arista(ctx, elemento)
    return Lado(texto=texto or ("" if lugar else ctx._("sí")), lugar=corto(lugar))


def _escrito(d: DemoComparada, elemento: Nodo | Arista | None) -> Enlace | None:
    return a_lugar(d, elemento.lugar, revision(d)) if elemento else None


def _programado(d: DemoComparada, variante: str, j: Juicio) -> Enlace | None:
    """La línea de código de un nodo real, si la corrida la trae."""
    fuentes = d.demo.corrida.fuentes.get(variante, {}) if d.demo.corrida else {}
    f = fuentes.get(j.origen) if j.clase == "nodo" else None
    if f is None or f.fichero is None or f.lineas is None:
        return None
    href = "" if f.ajena else a_repositorio(d, f.fichero, f.lineas[0], f.revision)
    return Enlace(texto=f"{f.fichero}:{f.lineas[0]}", href=href)


def _de_nodo(ctx: Contexto, n: Nodo) -> str:
    """Lo que hay que decir de un nodo además de que está: nada, si es uno corriente."""
    partes = [etiqueta(ctx, n.tipo).texto] if n.tipo is not TipoDeNodo.NODO else []
    if n.etiqueta and n.etiqueta != n.nombre:
        partes.append(f"«{n.etiqueta}»")
    return " · ".join(partes)


def _de_arista(ctx: Contexto, a: Arista) -> str:
    partes = [etiqueta(ctx, a.tipo).texto, *a.etiquetas]
    if a.certeza is not Certeza.DECLARADA:
        partes.append(etiqueta(ctx, a.certeza).texto)
    return " · ".join(partes)

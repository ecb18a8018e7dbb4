"""El código de los nodos que corren en estos pasos, una vez cada uno y al lado de lo que hicieron."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generador.modelo.corrida import Fuente
from generador.modelo.demo import DemoComparada
from generador.modelo.nuestros import reconocer
from generador.paginas import enlaces
from generador.paginas.base import Contexto
from generador.paginas.caso.detalle import Lectura
from generador.paginas.caso.forma import FuenteDeNodo

_CARACTERES = 5_000


def fuentes_de_nodos(ctx: Contexto, d: DemoComparada, lectura: Lectura, nodos: Iterable[str]) -> Iterator[FuenteDeNodo]:
    """Una por nodo con fuente conocida (o con el motivo de que no la haya), en el orden en que corren."""
    explicados = {n.id: n for n in lectura.plan.nodos}
    for nodo in dict.fromkeys(nodos):
        fuente = lectura.fuentes.get(nodo)
        if fuente is None:
            continue
        explicado = explicados.get(nodo)
        texto = ctx.texto(explicado.explicacion) if explicado else ""
        yield FuenteDeNodo(
            nodo=enlaces.a_nodo(ctx, lectura.ruta, d, nodo),
            id=nodo,
            lugar=_lugar(fuente),
            codigo=fuente.codigo.expandtabs(4).rstrip("\n")[:_CARACTERES],
            motivo=_motivo(ctx, fuente),
            recorte=_recorte(ctx, fuente),
            explicacion=enlaces.prosa(lectura.ruta, d, texto) if texto else None,
        )


def _lugar(fuente: Fuente) -> str:
    if not fuente.fichero:
        return ""
    return f"{fuente.fichero}:{fuente.lineas[0]}-{fuente.lineas[1]}" if fuente.lineas else fuente.fichero


def _motivo(ctx: Contexto, fuente: Fuente) -> str:
    if fuente.codigo:
        return ""
    motivo = ctx.mensaje(reconocer(fuente.motivo)) if fuente.motivo else ctx._("la corrida no lo trae")
    return ctx._("Código no disponible: %(motivo)s", motivo=motivo)


def _recorte(ctx: Contexto, fuente: Fuente) -> str:
    sobran = len(fuente.codigo) - _CARACTERES
    if sobran <= 0:
        return ""
    return ctx._("Faltan %(n)s caracteres; el código entero está en la página del nodo.", n=ctx.idioma.numero(sobran))

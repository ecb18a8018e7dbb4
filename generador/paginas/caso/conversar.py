"""Mensajes → burbujas: quién habla, qué dice, qué pide, y lo que no se enseña con su tamaño."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generador.modelo.traza import Cambio, Carga, LlamadaModelo
from generador.paginas.base import Contexto
from generador.paginas.caso.forma_de_paso import Burbuja, Conversacion, EscrituraDeTarea, ParteDeBurbuja
from generador.paginas.caso.piezas import Json
from generador.paginas.caso.valores import JSON_MAXIMO, legible_visible, recorte, texto_visible
from generador.paginas.conversaciones import cambios_de_mensajes, conversacion_de
from generador.paginas.etiquetas import lleva
from generador.paginas.mensajes import ROTULOS, Parte, Turno
from generador.paginas.palabras import Fila, con_signos
from generador.paginas.terminos import Etiqueta, etiqueta

_CABEZA = 2
_COLA = 14
_PARTE_MAXIMA = 8_000


def de_llamada(ctx: Contexto, llamada: LlamadaModelo) -> Conversacion | None:
    """Lo que el modelo leyó y lo que contestó. `None` si la traza no trae ni una cosa ni la otra."""
    pedido, respuesta = conversacion_de(llamada.mensajes), conversacion_de(llamada.salida)
    if not pedido and not respuesta:
        return None
    visibles, omitidos = _acotar(ctx, pedido)
    return Conversacion(
        titulo=ctx._("Con %(modelo)s", modelo=llamada.modelo),
        burbujas=(
            *(burbuja(ctx, t) for t in visibles),
            *(burbuja(ctx, t, procedencia=etiqueta(ctx, llamada.procedencia)) for t in respuesta[:_COLA]),
        ),
        omitidos=omitidos,
    )


def de_estado(ctx: Contexto, cambios: Iterable[Cambio]) -> Iterator[Conversacion]:
    """Los mensajes que este paso añade, reescribe o borra en cada clave del estado que guarda mensajes."""
    for cambio in cambios:
        movidos = cambios_de_mensajes(cambio)
        if movidos:
            visibles = movidos[: _CABEZA + _COLA]
            marcas = {"anadido": ctx._("nuevo"), "reemplazado": ctx._("reescrito"), "borrado": ctx._("borrado")}
            yield Conversacion(
                titulo=ctx._("En el estado, clave %(clave)s", clave=cambio.clave),
                burbujas=tuple(
                    burbuja(ctx, m.turno, marca=marcas[m.clase], filas=con_signos(m.filas)) for m in visibles
                ),
                omitidos=_frase_de_omitidos(ctx, len(movidos) - len(visibles)),
            )


def burbuja(
    ctx: Contexto,
    turno: Turno,
    *,
    procedencia: Etiqueta | None = None,
    marca: str = "",
    quien: str = "",
    filas: tuple[Fila, ...] = (),
) -> Burbuja:
    """Un mensaje listo para pintar."""
    return Burbuja(
        papel=turno.papel,
        quien=quien or _quien(ctx, turno),
        partes=tuple(_partes(ctx, turno.partes)),
        pedidos=tuple(EscrituraDeTarea(nombre=p.nombre, valor=_json(ctx, p.argumentos)) for p in turno.pedidos),
        marca=marca,
        filas=filas,
        procedencia=procedencia,
    )


def _quien(ctx: Contexto, turno: Turno) -> str:
    papel = ctx.mensaje(ROTULOS[turno.papel])
    return f"{papel} · {turno.nombre}" if turno.nombre else papel


def _partes(ctx: Contexto, partes: Iterable[Parte]) -> Iterator[ParteDeBurbuja]:
    for p in partes:
        if p.clase == "json" and (dicho := _legible(ctx, p.texto)):
            yield ParteDeBurbuja(clase="texto", texto=dicho)
        if p.clase == "imagen":
            yield ParteDeBurbuja(clase="imagen", texto=ctx._("Imagen (%(tipo)s)", tipo=p.texto), fuente=p.fuente)
        elif p.clase == "omitida":
            yield ParteDeBurbuja(clase="nota", texto=_por_que_no(ctx, p))
        else:
            texto, nota = texto_visible(ctx, p.texto, _PARTE_MAXIMA)
            yield ParteDeBurbuja(clase=p.clase, texto=texto)
            nota = recorte(ctx, len(p.texto), p.total) if p.total > len(p.texto) else nota
            if nota:
                yield ParteDeBurbuja(clase="nota", texto=nota)


def _por_que_no(ctx: Contexto, parte: Parte) -> str:
    plantillas = {
        "remota": ctx._("Imagen remota, sin cargar: %(que)s"),
        "formato": ctx._("Imagen de tipo %(que)s, sin dibujar: puede llevar código o no se reconoce."),
        "ilegible": ctx._("Imagen %(que)s cuyos bytes no son los de ese tipo."),
        "grande": ctx._("Imagen %(que)s de %(total)s caracteres en base64, sin dibujar por su tamaño."),
    }
    return plantillas[parte.motivo] % {"que": parte.texto, "total": ctx.idioma.numero(parte.total)}


def _json(ctx: Contexto, texto: str) -> Json:
    visible, nota = texto_visible(ctx, texto, JSON_MAXIMO // 4)
    return Json(texto=visible, recorte=nota, legible=_legible(ctx, texto))


def _legible(ctx: Contexto, texto: str) -> str:
    crudo = texto.encode("utf-8", "replace")
    return legible_visible(ctx, Carga(crudo)) if lleva(crudo) else ""


def _acotar(ctx: Contexto, turnos: tuple[Turno, ...]) -> tuple[tuple[Turno, ...], str]:
    sobran = len(turnos) - _CABEZA - _COLA
    if sobran <= 0:
        return turnos, ""
    return (*turnos[:_CABEZA], *turnos[-_COLA:]), _frase_de_omitidos(ctx, sobran)


def _frase_de_omitidos(ctx: Contexto, n: int) -> str:
    if n <= 0:
        return ""
    return ctx.ngettext(
        "Falta %(n)s mensaje de en medio; la traza original los trae todos.",
        "Faltan %(n)s mensajes de en medio; la traza original los trae todos.",
        n,
    )

"""Los pasos de un caso en dos corridas, emparejados, y en qué estado acabó cada una."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.hallazgo import Cumple
from generador.modelo.historial import CambioDeCaso, Cotejo, ParDePasos, PasoVisto, Suerte
from generador.modelo.nombres import ancla
from generador.modelo.traza import Carga
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace, enlace
from generador.paginas.caso.valores import abreviado
from generador.paginas.etiquetado import decir
from generador.paginas.etiquetas import MARCA
from generador.paginas.grabado import leer
from generador.paginas.terminos import Etiqueta, etiqueta

DETALLES = 40
"""Casos que se cuentan paso a paso, como mucho: primero los que dan otro veredicto."""
_FILAS, _FILAS_EN_TODO = 200, 150
"""Filas de pasos de un caso, como mucho, y de todos. Quien llega cuando ya no quedan tiene una."""
_SEGUIDOS, _BORDE = 6, 2
"""Con más pasos iguales seguidos que `_SEGUIDOS`, solo se enseñan los `_BORDE` de cada extremo."""
_FINALES, _FINALES_EN_TODO = 12, 60
_EN_LINEA = 300
_ABIERTOS = 2
"""Con más casos que estos, las tablas de cada uno van plegadas."""


class FilaDePasos(Struct, frozen=True, kw_only=True):
    """Un paso de cada lado, o los iguales que se callan (`callados`, una frase).

    El de `antes` enlaza a su propia fila, cuya ancla es estable; el de `ahora`, a su página.
    """

    suerte: Etiqueta | None
    ancla: str
    antes: Enlace | None
    ahora: Enlace | None
    que: str
    callados: str = ""


class FilaDeEstado(Struct, frozen=True, kw_only=True):
    """Una hoja del estado final que no acabó igual; `—`, si en una de las dos no está."""

    ruta: str
    antes: str
    ahora: str


class DetalleDeCaso(Struct, frozen=True, kw_only=True):
    """Lo que cambió en un caso. `abierto` es que sus tablas se ven sin desplegarlas: hay pocos casos que mirar."""

    ancla: str
    caso: Enlace
    antes: Etiqueta
    ahora: Etiqueta
    resumen: str
    expectativas: tuple[str, ...]
    pasos: tuple[FilaDePasos, ...]
    sin_pasos: str
    mas_pasos: str
    final: tuple[FilaDeEstado, ...]
    mas_final: str
    abierto: bool = False

    @property
    def con_tablas(self) -> bool:
        """Si hay pasos o estado que desplegar."""
        return bool(self.pasos or self.final)


def ancla_de_caso(caso: str) -> str:
    """Dónde está el detalle de un caso."""
    return ancla("caso", caso)


def a_caso(ctx: Contexto, ruta: str, demo: str, caso: str) -> Enlace:
    """Enlace a la página de un caso, si la corrida que se publica lo ejecutó; si no, solo su nombre."""
    d = ctx.demo(demo).demo
    titulo = next((ctx.texto(c.titulo) for c in d.plan.casos if c.id == caso), caso)
    grabado = d.corrida is not None and caso in d.corrida.trazas
    return enlace(ruta, rutas.caso(demo, caso), titulo) if grabado else Enlace(texto=titulo, href="")


def cuenta_de_pasos(ctx: Contexto, c: CambioDeCaso) -> str:
    """Los pasos de cada lado, cuántos no son el mismo y si acaban de otra manera, en una línea.

    Vacío si no se pudieron comparar.
    """
    partes = (_suertes(ctx, c) if c.pasos else "", _fin(ctx, c) if c.otro_fin else "")
    return "; ".join(filter(None, partes))


def _fin(ctx: Contexto, c: CambioDeCaso) -> str:
    antes, ahora = (etiqueta(ctx, v.fin).texto if v and v.fin else "—" for v in (c.de_antes, c.de_ahora))
    return ctx._("la traza entera: antes %(antes)s, ahora %(ahora)s", antes=antes, ahora=ahora)


def _suertes(ctx: Contexto, c: CambioDeCaso) -> str:
    suertes = [p.suerte for p in c.pasos]
    orden = (Suerte.APARECE, Suerte.SE_VA, Suerte.CAMBIA)
    dichas = [_cuenta(ctx, suerte, n) for suerte in orden if (n := suertes.count(suerte))]
    return ", ".join(dichas) or ctx._("los mismos pasos")


def _cuenta(ctx: Contexto, suerte: Suerte, n: int) -> str:
    if suerte is Suerte.APARECE:
        return ctx.ngettext("%(n)s paso añadido", "%(n)s pasos añadidos", n)
    if suerte is Suerte.SE_VA:
        return ctx.ngettext("%(n)s paso quitado", "%(n)s pasos quitados", n)
    return ctx.ngettext("%(n)s paso con otro resultado", "%(n)s pasos con otro resultado", n)


def detalles(ctx: Contexto, ruta: str, demo: str, c: Cotejo) -> Iterator[DetalleDeCaso]:
    """El detalle de los `detallados`. La página tiene un tope: según se gasta, de cada caso se enseña menos."""
    quedan, quedan_finales = _FILAS_EN_TODO, _FINALES_EN_TODO
    abierto = len(detallados(c)) <= _ABIERTOS
    for caso in detallados(c):
        topes = min(_FILAS, max(1, quedan)), min(_FINALES, max(1, quedan_finales))
        detalle = _detalle(ctx, ruta, demo, caso, topes)
        quedan, quedan_finales = quedan - len(detalle.pasos), quedan_finales - len(detalle.final)
        yield replace(detalle, abierto=abierto)


def detallados(c: Cotejo) -> tuple[CambioDeCaso, ...]:
    """Los casos en que algo cambió y que se cuentan paso a paso, en su orden."""
    primero = sorted(c.cambiados, key=lambda x: not x.otro_veredicto)[:DETALLES]
    elegidos = {x.caso for x in primero}
    return tuple(x for x in c.cambiados if x.caso in elegidos)


def _detalle(ctx: Contexto, ruta: str, demo: str, caso: CambioDeCaso, topes: tuple[int, int]) -> DetalleDeCaso:
    caben, caben_finales = topes
    filas = tuple(_filas(ctx, ruta, demo, caso))
    sobran = len(filas) - caben
    mas = len(caso.final) - caben_finales
    return DetalleDeCaso(
        ancla=ancla_de_caso(caso.caso),
        caso=a_caso(ctx, ruta, demo, caso.caso),
        antes=etiqueta(ctx, caso.antes),
        ahora=etiqueta(ctx, caso.ahora),
        resumen=cuenta_de_pasos(ctx, caso),
        expectativas=tuple(_expectativas(ctx, caso)),
        pasos=filas[:caben],
        sin_pasos=_sin_pasos(ctx, caso),
        mas_pasos=ctx.ngettext("y %(n)s fila más", "y %(n)s filas más", sobran) if sobran > 0 else "",
        final=tuple(
            FilaDeEstado(ruta=abreviado(v.ruta), antes=_de_estado(ctx, v.antes), ahora=_de_estado(ctx, v.ahora))
            for v in caso.final[:caben_finales]
        ),
        mas_final=ctx.ngettext("y %(n)s valor más", "y %(n)s valores más", mas) if mas > 0 else "",
    )


def _de_estado(ctx: Contexto, texto: str | None) -> str:
    """Una hoja del estado: si es un valor que la grabadora etiquetó y está entero, como lo que es."""
    crudo = (texto or "").encode("utf-8", "replace")
    valor = leer(Carga(crudo)) if crudo[:1] == b"{" and MARCA in crudo else None
    return (decir(ctx, valor) if isinstance(valor, dict) else texto) or "—"


def _sin_pasos(ctx: Contexto, c: CambioDeCaso) -> str:
    if c.pasos:
        return ""
    if any(v is not None and not v.leido for v in (c.de_antes, c.de_ahora)):
        return ctx._("Una de las dos trazas no se pudo leer, así que no hay pasos que emparejar.")
    if c.de_antes is None:
        return ctx._("En la corrida de antes no se ejecutó: todo lo suyo está en la página del caso.")
    if c.de_ahora is None:
        return ctx._("En la corrida que se publica no se ejecutó: no es que cumpla ni que no.")
    return ctx._("Ninguna de las dos trazas tiene pasos.")


def _expectativas(ctx: Contexto, c: CambioDeCaso) -> Iterator[str]:
    for _, que, antes, ahora in c.expectativas:
        yield f"{abreviado(ctx.mensaje(que), _EN_LINEA)}: {_dicho(ctx, antes)} → {_dicho(ctx, ahora)}"


def _dicho(ctx: Contexto, cumple: Cumple | None) -> str:
    return etiqueta(ctx, cumple).texto if cumple else "—"


# --- filas -------------------------------------------------------------------------------------------------


def _filas(ctx: Contexto, ruta: str, demo: str, c: CambioDeCaso) -> Iterator[FilaDePasos]:
    """Los pares, y de una racha larga de iguales, solo los extremos y cuántos hay en medio."""
    for igual, racha in groupby(c.pasos, key=lambda p: p.suerte is Suerte.IGUAL):
        pares = list(racha)
        if not igual or len(pares) <= _SEGUIDOS:
            yield from (_fila(ctx, ruta, demo, c, p) for p in pares)
            continue
        n = len(pares) - 2 * _BORDE
        yield from (_fila(ctx, ruta, demo, c, p) for p in pares[:_BORDE])
        yield FilaDePasos(
            suerte=None, ancla="", antes=None, ahora=None, que="",
            callados=ctx.ngettext("%(n)s paso igual", "%(n)s pasos iguales", n),
        )  # fmt: skip
        yield from (_fila(ctx, ruta, demo, c, p) for p in pares[-_BORDE:])


def _fila(ctx: Contexto, ruta: str, demo: str, c: CambioDeCaso, p: ParDePasos) -> FilaDePasos:
    id = rutas.ancla_de_paso_anterior(c.caso, p.antes.n) if p.antes else ""
    return FilaDePasos(
        suerte=etiqueta(ctx, p.suerte),
        ancla=id,
        antes=Enlace(texto=_nombre(ctx, p.antes), href=f"#{id}") if p.antes else None,
        ahora=enlace(ruta, ctx.ruta_de_paso(demo, c.caso, p.ahora.n), _nombre(ctx, p.ahora)) if p.ahora else None,
        que=_que(ctx, p),
    )


def _nombre(ctx: Contexto, p: PasoVisto) -> str:
    nodos = abreviado(", ".join(p.nodos)) or "—"
    return f"{ctx.idioma.numero(p.n)} · {nodos}"


def _que(ctx: Contexto, p: ParDePasos) -> str:
    partes = (
        [ctx._("escribe otra cosa en %(claves)s", claves=abreviado(", ".join(p.claves), _EN_LINEA))] if p.claves else []
    )
    if p.otro_fin and p.antes and p.ahora:
        antes, ahora = (etiqueta(ctx, x.fin).texto for x in (p.antes, p.ahora))
        partes.append(ctx._("antes %(antes)s, ahora %(ahora)s", antes=antes, ahora=ahora))
    return "; ".join(partes)

"""Los casos de dos corridas: cómo quedaron, sus pasos alineados y lo que no acabó igual."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from generador.comparacion.corridas.alinear import emparejar
from generador.modelo.hallazgo import Cumple
from generador.modelo.historial import (
    CambioDeCaso,
    CambioDeValor,
    CasoVisto,
    EstadoDeCaso,
    ParDePasos,
    PasoVisto,
    Resumen,
    Suerte,
)
from generador.modelo.mensaje import Mensaje


def comparar_casos(antes: Resumen, ahora: Resumen) -> Iterator[CambioDeCaso]:
    """Cada caso que alguna de las dos ejecutó: primero los de ahora, en su orden, y luego los que ya no."""
    viejos, nuevos = {c.caso: c for c in antes.casos}, {c.caso: c for c in ahora.casos}
    for caso in (*nuevos, *(c for c in viejos if c not in nuevos)):
        yield comparar_caso(caso, viejos.get(caso), nuevos.get(caso))


def comparar_caso(caso: str, antes: CasoVisto | None, ahora: CasoVisto | None) -> CambioDeCaso:
    """Un caso en dos corridas. Sin su traza a los dos lados, solo cómo quedó en cada uno."""
    cambio = CambioDeCaso(caso=caso, antes=_estado(antes), ahora=_estado(ahora), de_antes=antes, de_ahora=ahora)
    if antes is None or ahora is None or not (antes.leido and ahora.leido):
        return cambio
    return replace(
        cambio,
        expectativas=tuple(_expectativas(antes, ahora)),
        pasos=tuple(alinear(antes.pasos, ahora.pasos)),
        final=tuple(_finales(antes, ahora)),
    )


def alinear(antes: tuple[PasoVisto, ...], ahora: tuple[PasoVisto, ...]) -> Iterator[ParDePasos]:
    """Los pasos emparejados por dónde y qué nodos: uno insertado es uno añadido, y el resto sigue con su pareja."""
    for i, j in emparejar([p.clave for p in antes], [p.clave for p in ahora]):
        viejo = None if i is None else antes[i]
        nuevo = None if j is None else ahora[j]
        if viejo is not None and nuevo is not None:
            yield _pareja(viejo, nuevo)
        else:
            yield ParDePasos(suerte=Suerte.SE_VA if nuevo is None else Suerte.APARECE, antes=viejo, ahora=nuevo)


def _pareja(antes: PasoVisto, ahora: PasoVisto) -> ParDePasos:
    claves: tuple[str, ...] = ()
    if antes.cambios is not None and ahora.cambios is not None:
        viejos, nuevos = dict(antes.cambios), dict(ahora.cambios)
        claves = tuple(k for k in {**viejos, **nuevos} if viejos.get(k) != nuevos.get(k))
    otro_fin = antes.fin is not ahora.fin
    suerte = Suerte.CAMBIA if claves or otro_fin else Suerte.IGUAL
    return ParDePasos(suerte=suerte, antes=antes, ahora=ahora, claves=claves, otro_fin=otro_fin)


def _estado(c: CasoVisto | None) -> EstadoDeCaso:
    return EstadoDeCaso.NO_SE_EJECUTO if c is None else EstadoDeCaso(c.cumple.value)


def _expectativas(antes: CasoVisto, ahora: CasoVisto) -> Iterator[tuple[str, Mensaje, Cumple | None, Cumple | None]]:
    """Las que no dan lo mismo. Dos del mismo campo se distinguen por lo que esperan."""
    viejas, nuevas = ({(campo, que): cumple for campo, que, cumple in c.resultados} for c in (antes, ahora))
    for campo, que in {**viejas, **nuevas}:
        antes_, ahora_ = viejas.get((campo, que)), nuevas.get((campo, que))
        if antes_ is not ahora_:
            yield campo, que, antes_, ahora_


def _finales(antes: CasoVisto, ahora: CasoVisto) -> Iterator[CambioDeValor]:
    viejos, nuevos = {v.ruta: v for v in antes.final}, {v.ruta: v for v in ahora.final}
    for ruta in {**viejos, **nuevos}:
        viejo, nuevo = viejos.get(ruta), nuevos.get(ruta)
        if viejo is None or nuevo is None or viejo.huella != nuevo.huella:
            yield CambioDeValor(ruta=ruta, antes=viejo.texto if viejo else None, ahora=nuevo.texto if nuevo else None)

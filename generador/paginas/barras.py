"""Un gráfico de barras: de números a coordenadas. Al lado va siempre la tabla con las mismas cifras."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

ANCHO, _ROTULO, _CIFRA = 640, 176, 96
_BARRA, _HUECO, _SEPARACION = 14, 3, 12
_LETRAS = 24
TONOS = ("acento", "aviso")
"""El tono de cada serie. La segunda va además hueca, para que no dependa del color."""


class Barra(Struct, frozen=True, kw_only=True):
    """Una barra desde `x`. `cifra` va escrita al final; `hueca` es que solo lleva borde."""

    x: int
    y: int
    ancho: float
    alto: int
    tono: str
    hueca: bool
    cifra: str
    cifra_x: float
    cifra_y: float


class Grupo(Struct, frozen=True, kw_only=True):
    """Las barras de un mismo rótulo, una por serie."""

    rotulo: str
    x: int
    y: float
    barras: tuple[Barra, ...]


class Leyenda(Struct, frozen=True, kw_only=True):
    """Qué serie es cada tono."""

    nombre: str
    tono: str
    hueca: bool


class Grafico(Struct, frozen=True, kw_only=True):
    """Listo para pintar. `titulo` es su nombre accesible; con una sola serie no hay `leyenda`."""

    id: str
    titulo: str
    ancho: int
    alto: int
    eje: int
    grupos: tuple[Grupo, ...]
    leyenda: tuple[Leyenda, ...]


def barras(
    id: str,
    titulo: str,
    rotulos: Sequence[str],
    series: Sequence[tuple[str, Sequence[float | None], Sequence[str]]],
    tope: float | None = None,
    *,
    ancho: int = ANCHO,
) -> Grafico:
    """El gráfico de varias series sobre los mismos rótulos. Cada serie es (nombre, valores, cifras ya escritas).

    `tope` es el valor que llena el ancho; sin él, el mayor. `ancho` son píxeles. Un valor que falta no tiene barra y
    sí su cifra.
    """
    mayor = tope or max((v or 0 for _, valores, _ in series for v in valores), default=0) or 1
    paso = len(series) * (_BARRA + _HUECO) + _SEPARACION
    grupos = (
        tuple(
            _barra(s, i * paso + _SEPARACION // 2, (valores[i] or 0) / mayor, cifras[i], ancho)
            for s, (_, valores, cifras) in enumerate(series)
        )
        for i in range(len(rotulos))
    )
    leyenda = tuple(Leyenda(nombre=n, tono=TONOS[s % 2], hueca=s % 2 == 1) for s, (n, _, _) in enumerate(series))
    return Grafico(
        id=id,
        titulo=titulo,
        ancho=ancho,
        alto=len(rotulos) * paso,
        eje=_ROTULO,
        grupos=tuple(_grupo(r, i * paso, paso, b) for i, (r, b) in enumerate(zip(rotulos, grupos, strict=True))),
        leyenda=leyenda if len(leyenda) > 1 else (),
    )


def _grupo(rotulo: str, arriba: int, alto: int, suyas: tuple[Barra, ...]) -> Grupo:
    """Con el rótulo a media altura."""
    return Grupo(
        rotulo=rotulo if len(rotulo) <= _LETRAS else f"{rotulo[: _LETRAS - 1]}…",
        x=_ROTULO - 8,
        y=arriba + alto / 2 + 4,
        barras=suyas,
    )


def _barra(serie: int, y: int, parte: float, cifra: str, total: int) -> Barra:
    ancho = round(max(0.0, min(parte, 1.0)) * (total - _ROTULO - _CIFRA), 1)
    arriba = y + serie * (_BARRA + _HUECO)
    return Barra(
        x=_ROTULO,
        y=arriba,
        ancho=ancho,
        alto=_BARRA,
        tono=TONOS[serie % 2],
        hueca=serie % 2 == 1,
        cifra=cifra,
        cifra_x=_ROTULO + ancho + 6,
        cifra_y=arriba + _BARRA - 3,
    )

"""Una comparación en líneas para la terminal, cada una con lo que dice y sin colores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from generador.comparacion import motivos
from generador.modelo.desenlace import Desenlace, desenlace, juicios
from generador.modelo.grafo import Lugar
from generador.modelo.hallazgo import (
    DIFERENCIAS,
    Comparacion,
    Conformidad,
    Cumple,
    FrenteAlSpike,
    Gravedad,
    Hallazgo,
    Juicio,
    Resultado,
    Veredicto,
)

_CALLADOS = frozenset({Veredicto.CONFORME, Veredicto.DECLARADA_SIN_RECORRER})


class Nivel(StrEnum):
    """Qué dice una línea del informe; quien la pinta decide el color."""

    TITULO = "titulo"
    BIEN = "bien"
    MAL = "mal"
    DUDA = "duda"
    NOTA = "nota"


class Linea(Struct, frozen=True):
    """Una línea sin colores ni adornos. `sangria` son niveles, no espacios."""

    nivel: Nivel
    texto: str
    sangria: int = 0


def texto(comparaciones: Mapping[str, Comparacion]) -> tuple[Linea, ...]:
    """El informe para leer: por variante, el resumen, lo que no es conforme, las trazas, los casos y los hallazgos."""
    lineas = [linea for c in comparaciones.values() for linea in _de_variante(c)]
    return (*lineas, _conclusion(desenlace(comparaciones.values())))


def _de_variante(c: Comparacion) -> Iterator[Linea]:
    yield Linea(Nivel.TITULO, c.variante)
    yield Linea(Nivel.NOTA, _resumen(c), 1)
    for j in juicios(c):
        if j.veredicto not in _CALLADOS and j.motivo is not motivos.SIN_GRAFO:
            yield Linea(_nivel(j.veredicto), _de_juicio(j), 1)
    yield from _frente_al_spike(c)
    for f in c.conformidades:
        yield from _de_conformidad(f)
    for caso, resultados in c.resultados:
        yield from _de_resultados(caso, resultados)
    for h in c.hallazgos:
        yield Linea(Nivel.MAL if h.gravedad is Gravedad.ERROR else Nivel.NOTA, _de_hallazgo(h), 1)
    yield from (Linea(Nivel.DUDA, f"sin pruebas: {f.motivo} → {f.remedio}", 1) for f in c.sin_pruebas)


def _frente_al_spike(c: Comparacion) -> Iterator[Linea]:
    """Qué fue de cada elemento respecto del prototipo; de lo conservado basta la cuenta."""
    for f in FrenteAlSpike:
        nombres = [_nombre(j) for j in juicios(c) if j.frente_al_spike is f]
        if nombres:
            cuales = "" if f is FrenteAlSpike.CONSERVADO else f": {', '.join(nombres)}"
            yield Linea(Nivel.NOTA, f"frente al spike, {f.value}: {len(nombres)}{cuales}", 1)


def _resumen(c: Comparacion) -> str:
    partes = [f"{v.value}: {n}" for v, n in sorted(Counter(j.veredicto for j in juicios(c)).items(), key=_orden)]
    if c.cobertura is not None:
        k = c.cobertura
        partes.append(f"nodos recorridos: {k.nodos_visitados}/{k.nodos}")
        partes.append(f"aristas recorridas: {k.aristas_recorridas}/{k.aristas}")
    return " · ".join(partes)


def _orden(par: tuple[Veredicto, int]) -> int:
    return list(Veredicto).index(par[0])


def _nivel(veredicto: Veredicto) -> Nivel:
    if veredicto in DIFERENCIAS:
        return Nivel.MAL
    return Nivel.DUDA if veredicto is Veredicto.NO_PUEDE_DECIRLO else Nivel.NOTA


def _de_juicio(j: Juicio) -> str:
    sitio = _lugar_de(j)
    spike = f" [{j.frente_al_spike.value}]" if j.frente_al_spike else ""
    return f"{f'{sitio}: ' if sitio else ''}{j.veredicto.value} {j.clase} {_nombre(j)}{spike}: {j.motivo}"


def _nombre(j: Juicio) -> str:
    return j.origen if j.clase == "nodo" else f"{j.origen} → {j.destino or '?'}"


def _lugar_de(j: Juicio) -> Lugar | None:
    lados = (j.contrato, j.real, j.spike)
    return next((lado.lugar for lado in lados if lado is not None and lado.lugar is not None), None)


def _de_conformidad(f: Conformidad) -> Iterator[Linea]:
    d = f.desviacion
    if d is None:
        dudas = f" ({len(f.dudas)} dudas)" if f.dudas else ""
        nivel = Nivel.DUDA if f.vacia or f.sin_leer else Nivel.BIEN
        dicho = "ningún paso" if f.vacia else f"conforme{dudas}"
        yield Linea(nivel, f"traza {f.caso}: {dicho}{_sin_leer(f)}", 1)
        return
    yield Linea(Nivel.MAL, f"traza {f.caso}: se sale en el paso {d.paso}: {d.regla}{_sin_leer(f)}", 1)
    yield Linea(Nivel.NOTA, f"debía: {', '.join(d.esperado) or '—'} · ocurrió: {', '.join(d.obtenido) or '—'}", 2)


def _sin_leer(f: Conformidad) -> str:
    return f"; líneas que no se pudieron leer: {f.sin_leer}" if f.sin_leer else ""


def _de_resultados(caso: str, resultados: tuple[Resultado, ...]) -> Iterator[Linea]:
    malos = [r for r in resultados if r.cumple is not Cumple.SI]
    if resultados and not malos:
        yield Linea(Nivel.BIEN, f"caso {caso}: cumple {len(resultados)} de {len(resultados)}", 1)
    for r in malos:
        nivel = Nivel.MAL if r.cumple is Cumple.NO else Nivel.DUDA
        paso = f" (paso {r.paso})" if r.paso is not None else ""
        yield Linea(nivel, f"caso {caso}: {r.campo}: se esperaba «{r.esperado}» y hay «{r.obtenido}»{paso}", 1)


def _de_hallazgo(h: Hallazgo) -> str:
    return f"{f'{h.lugar}: ' if h.lugar else ''}{h.gravedad.value} {h.control}: {h.motivo} → {h.remedio}"


def _conclusion(final: Desenlace) -> Linea:
    match final:
        case Desenlace.CONFORME:
            return Linea(Nivel.BIEN, "conforme")
        case Desenlace.DIFERENCIAS:
            return Linea(Nivel.MAL, "hay diferencias")
        case _:
            return Linea(Nivel.DUDA, "ninguna diferencia, pero faltan pruebas para decir que es conforme")

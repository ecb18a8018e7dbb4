"""De lo que pasó a `evaluacion.json`: véase `docs/formatos/evaluacion.md`. Puro."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agentes.adherencia.evaluacion.conjuntos import RONDAS, Caso, conjuntos
from agentes.adherencia.evaluacion.correr import Hecho
from agentes.adherencia.evaluacion.metrica import APARTE, Metrica
from agentes.adherencia.evaluacion.metricas import acierta, todas
from agentes.adherencia.recuperacion.corpus import IDIOMAS

FORMATO, VERSION = "vitrina/evaluacion", 1
PRUEBAS = "tests/agentes/adherencia/test_evaluacion.py"


def resumir(hechos: Sequence[Hecho], indice: Mapping[str, Any], procedencia: str) -> dict[str, Any]:
    """El contenido de `evaluacion.json`. `indice` es la ficha técnica del índice, con su calibración."""
    medidas = todas(hechos, indice["calibracion"])
    llamadas: Counter[str] = Counter()
    for h in hechos:
        llamadas[h.obtenido["quien"]] += h.obtenido["llamadas"]["modelo"]
    return {
        "formato": FORMATO,
        "v": VERSION,
        "demo": "adherencia",
        "procedencia": procedencia,
        "llamadas_a_modelo": {quien: n for quien, n in sorted(llamadas.items()) if n},
        "juez": None,
        "cumple": all(m.cumple is not False for m in medidas),
        "calibracion": _calibracion(indice),
        "conjuntos": list(conjuntos()),
        "metricas": [m.como_dict(PRUEBAS) for m in medidas],
        "series": list(_series(medidas, hechos)),
        "casos": [_de_caso(h) for h in hechos],
    }


def _calibracion(indice: Mapping[str, Any]) -> dict[str, Any]:
    """El umbral de rehúsa con sus datos: con qué modelo, sobre qué fichas, con qué conjunto y qué dio en él."""
    claves = ("modelo", "k", "corpus", "conjunto_de_calibracion")
    return {**{c: indice[c] for c in claves}, "idiomas": indice["calibracion"]}


def _series(medidas: Sequence[Metrica], hechos: Sequence[Hecho]) -> Iterator[dict[str, Any]]:
    for idioma in IDIOMAS:
        valores = {m.id: m.valor for m in medidas if m.idioma == idioma and not m.ronda}
        puntos = [{"x": f"hit@{k}", "y": valores[f"hit_{k}"]} for k in (1, 3, 4)]
        titulo = {"es": f"Recuperación · {idioma}", "en": f"Retrieval · {idioma}"}
        yield {"id": f"hit_{idioma}", "titulo": titulo, "puntos": puntos}
        for ronda in RONDAS:
            suyos = [h for h in hechos if h.caso.idioma == idioma and h.caso.ronda == ronda and not h.caso.adversario]
            cual = {i: f"{texto} · {idioma}" for i, texto in APARTE[ronda].items()}
            titulo = {"es": f"Turnos que acaban como procede, por categoría{cual['es']}",
                      "en": f"Turns that end as they should, by category{cual['en']}"}  # fmt: skip
            id = "_".join(p for p in (ronda, "categorias", idioma) if p)
            yield {"id": id, "titulo": titulo, "puntos": _por_categoria(suyos)}


def _por_categoria(hechos: Sequence[Hecho]) -> list[dict[str, Any]]:
    hay = Counter(h.caso.categoria for h in hechos)
    bien = Counter(h.caso.categoria for h in hechos if acierta(h))
    return [{"x": categoria.replace("_", " "), "y": round(bien[categoria] / n, 4)} for categoria, n in hay.items()]


def _de_caso(h: Hecho) -> dict[str, Any]:
    return {
        "id": h.caso.id,
        "conjunto": h.caso.conjunto,
        "entrada": _tapado(h.caso.mensaje, h.caso),
        "esperado": _tapado(_esperado(h.caso), h.caso),
        "obtenido": _tapado(h.obtenido, h.caso),
        "cumple": acierta(h),
    }


def _esperado(c: Caso) -> dict[str, Any]:
    datos = {"categoria": c.categoria, "fallan": dict(c.espera), "oro": list(c.oro), "oraculo": c.dice}
    personales = {} if c.clases is None else {"personales": list(c.clases)}
    return {**datos, **personales, "prohibe": list(c.prohibe)}


def _tapado(dato: Any, caso: Caso) -> Any:
    """El mismo dato sin los valores personales del caso: son inventados, pero aquí tampoco se publica ninguno."""
    if not caso.con_datos:
        return dato
    if isinstance(dato, str):
        for i, valor in enumerate(caso.prohibe, 1):
            dato = dato.replace(valor, f"‹dato {i}›")
        return dato
    if isinstance(dato, Mapping):
        return {clave: _tapado(valor, caso) for clave, valor in dato.items()}
    return [_tapado(x, caso) for x in dato] if isinstance(dato, list | tuple) else dato

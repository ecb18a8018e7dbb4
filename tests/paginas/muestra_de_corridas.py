"""El historial de la demo de muestra: tres corridas, con una de cada diferencia y algo que no se pudo leer."""

from __future__ import annotations

from collections.abc import Mapping

from generador.comparacion import historiar, resumir
from generador.modelo.corrida import Corrida
from generador.modelo.demo import Demo
from generador.modelo.grafo import TipoDeArista
from generador.modelo.hallazgo import Comparacion, Cumple, Veredicto
from generador.modelo.historial import CasoVisto, Elemento, Historial, Resumen
from generador.modelo.traza import Fin
from tests.congelados import replace

REFERENCIA = "2026-05-01-01"
HOSTIL = "</td><script>alert(1)</script>"


def historial(demo: Demo, comparaciones: Mapping[str, Comparacion]) -> Historial:
    """La que se publica, la anterior (con de todo) y la de referencia (sin evaluación y con otros casos)."""
    corrida = demo.corrida
    assert isinstance(corrida, Corrida)
    vigente = resumir(demo, corrida, comparaciones)
    return historiar([_referencia(vigente), _anterior(vigente), vigente], REFERENCIA)


def _anterior(r: Resumen) -> Resumen:
    return replace(
        r,
        corrida="2026-06-01-01",
        creada="2026-06-01T08:00:00Z",
        sprint="2026-S23",
        revision="0c9d8e7f6a5b4c3d",
        casos=tuple(_caso_de_antes(c) for c in r.casos if c.caso != "fallo-del-almacen"),
        elementos=tuple(_elemento_de_antes(e) for e in r.elementos if e.origen != "auditar"),
        metricas=tuple(
            replace(m, valor=None if m.valor is None else round(m.valor * 0.9, 4), cumple=False) for m in r.metricas[:4]
        ),
        duracion=2.5,
        retirados=("uno-que-se-quito",),
        variantes_retiradas=("antigua",),
        ilegibles=("trazas/roto.jsonl",),
        avisos=("trazas/roto.jsonl:3: la línea no es JSON → recupera el fichero",),
    )


def _caso_de_antes(c: CasoVisto) -> CasoVisto:
    """Distinto de una manera en cada caso: otro paso y otro estado, otro veredicto, o una traza que no se lee."""
    match c.caso:
        case "turno-limpio-es":
            otros = (c.pasos[0], replace(c.pasos[1], fin=Fin.ERROR, cambios=(("decisiones", "x"),)), *c.pasos[3:])
            final = tuple(replace(v, texto=f"{v.texto[:40]} {HOSTIL}", huella="otra") for v in c.final)
            return replace(c, pasos=otros, final=final)
        case "senal-aguda-es":
            resultados = tuple((campo, que, Cumple.NO) for campo, que, _ in c.resultados)
            return replace(c, cumple=Cumple.NO, resultados=resultados)
        case _:
            return replace(c, leido=False, cumple=Cumple.NO_SE_SABE, pasos=(), final=(), resultados=())


def _elemento_de_antes(e: Elemento) -> Elemento:
    if e.clase == "arista" and (e.origen, e.destino) == ("guardrail_pre", "retrieve_context"):
        return replace(e, real=replace(e.real, tipo=TipoDeArista.FIJA), veredicto=Veredicto.TIPO_DISTINTO)
    return e


def _referencia(r: Resumen) -> Resumen:
    return replace(
        r,
        corrida=REFERENCIA,
        creada="2026-05-01T08:00:00Z",
        sprint="2026-S21",
        revision=None,
        casos=(*r.casos[:1], replace(r.casos[0], caso="sin-grabar")),
        cobertura=None,
        metricas=(),
        duracion=None,
    )

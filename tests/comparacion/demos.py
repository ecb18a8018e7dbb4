"""Una demo de juguete para probar `comparar` y los controles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generador.comparacion import comparar
from generador.comparacion.evidencia import Evidencia
from generador.modelo.corrida import Corrida, Fuente, Manifiesto
from generador.modelo.demo import Demo
from generador.modelo.grafo import Grafo
from generador.modelo.hallazgo import Hallazgo
from generador.modelo.plan import Caso, Esperado, NodoExplicado, Plan, Variante
from generador.modelo.traza import Traza
from tests.comparacion.grafos import lineal, traza


def caso(id: str = "c", variante: str = "v", **espera: Any) -> Caso:
    return Caso(id=id, titulo=id, variante=variante, entrada={}, espera=Esperado(**espera))


def plan(**campos: Any) -> Plan:
    base: dict[str, Any] = {
        "demo": "demo",
        "titulo": "Demo",
        "frase": "Una demo.",
        "sprint": "1",
        "variantes": (Variante(id="v", titulo="V"),),
        "casos": (caso(),),
        "nodos": tuple(NodoExplicado(id=n, explicacion="x") for n in "ab"),
    }
    return Plan(**{**base, **campos})


def corrida(
    trazas: Mapping[str, Traza],
    *,
    grafos: Mapping[str, Grafo] | None = None,
    fuentes: Mapping[str, Fuente] | None = None,
    **manifiesto: Any,
) -> Corrida:
    datos: dict[str, Any] = {
        "demo": "demo",
        "corrida": "r1",
        "sprint": "1",
        "creada": "2026-01-01T00:00:00Z",
        "versiones": {"langgraph": "1.2.24"},
        "casos": (),
        "grafos": {},
    }
    return Corrida(
        manifiesto=Manifiesto(**{**datos, **manifiesto}),
        grafos={"v": lineal("a", "b")} if grafos is None else grafos,
        fuentes={"v": fuentes or {}},
        trazas=trazas,
        rutas={c: f"/casa/ana/repo/corridas/demo/r1/trazas/{c}.jsonl" for c in trazas},
    )


def demo(
    *corridas: Corrida, contrato: Grafo | None = None, documentos: Mapping[str, str] | None = None, **campos: Any
) -> Demo:
    """Una demo con contrato `a → b` y, si no se dice otra cosa, una corrida conforme de su único caso."""
    return Demo(
        plan=plan(**campos),
        ruta="/casa/ana/repo/corridas/demo",
        contratos={"v": lineal("a", "b") if contrato is None else contrato},
        corridas=corridas or (corrida({"c": traza(["a"], ["b"])}),),
        documentos=documentos or {},
    )


def hallazgos(d: Demo, control: str, variante: str = "v") -> list[Hallazgo]:
    """Lo que un control encuentra en una variante de una demo."""
    return [h for h in comparar(d)[variante].hallazgos if h.control == control]


def textos(d: Demo, control: str, variante: str = "v") -> list[str]:
    return [f"{h.lugar}: {h.motivo} → {h.remedio}" for h in hallazgos(d, control, variante)]


def evidencia(d: Demo, **campos: Any) -> Evidencia:
    return Evidencia(demo=d, variante=d.plan.variantes[0], **campos)

"""El plan con que nace una demo importada: lo que las trazas dicen, y comentado todo lo que solo sabe su autor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generador.deducido import en_yaml
from generador.importar.casos import Asignada

VARIANTE = "por_defecto"

_PLAN = """\
# Creado con «vitrina importar». Es tuyo: cámbialo entero.
demo: {demo}
titulo: {titulo}
frase: {{es: "Sin describir todavía", en: "Not described yet"}}   # una frase: qué hace y para quién
sprint: "1"

# La portada de la demo, en markdown. Esto lo escribe quien hizo el agente.
relato:
  es: "**Sin relato todavía.** Aquí va qué resuelve este agente, qué no hace y cómo se sabe que lo hace bien."
  en: "**No story yet.** What this agent solves, what it does not do, and how we know it does it well goes here."

# Salen en todas las páginas de la demo. Quita el segundo cuando hayas revisado el contrato.
avisos:
  - es: >-
      Trazas importadas de {origen}: no las grabó Vitrina. Lo que ese formato no trae se dice en cada caso.
    en: >-
      Traces imported from {origen}: Vitrina did not record them. What that format lacks is stated in each case.
  - es: >-
      {aviso_es} Que coincidan todavía no prueba nada.
    en: >-
      {aviso_en} That they match proves nothing yet.

variantes:
  - id: {variante}
    titulo: {{es: Por defecto, en: Default}}
    # fabrica: paquete.modulo:funcion   # solo hace falta para «vitrina grabar»
{contrato}
# Qué hace cada nodo, en palabras para quien no lee código. Mientras no lo descomentes, el sitio dice que falta.
# nodos:
{nodos}
casos:
{casos}"""

_AVISOS = {
    True: (
        "El contrato se dedujo del grafo que se dio al importar.",
        "The contract was derived from the imported graph.",
    ),
    False: (
        "El contrato se dedujo de estas mismas trazas: lo que ninguna recorrió no está.",
        "The contract was derived from these very traces: what none of them went through is missing.",
    ),
}


def plan_de(
    demo: str,
    asignadas: Sequence[Asignada],
    *,
    variante: str,
    contrato: str | None,
    con_grafo: bool,
    nodos: Sequence[str],
) -> str:
    """`plan.yaml`. Las conversaciones llegan ya limpias."""
    es, en = _AVISOS[con_grafo]
    return _PLAN.format(
        demo=en_yaml(demo),
        titulo=en_yaml(demo.replace("-", " ").replace("_", " ").capitalize()),
        origen=", ".join(dict.fromkeys(a.conversacion.origen for a in asignadas)),
        aviso_es=es,
        aviso_en=en,
        variante=en_yaml(variante),
        contrato=f"    contrato: {en_yaml(contrato)}\n" if contrato else "",
        nodos="".join(f"#   - id: {en_yaml(n)}\n#     explicacion: …\n" for n in nodos) or "#   (ninguno)\n",
        casos="".join(_caso(a, variante) for a in asignadas),
    )


def _caso(a: Asignada, variante: str) -> str:
    hilo = a.conversacion.clave
    lineas = [
        f"  - id: {en_yaml(a.caso)}",
        f"    titulo: {{es: {en_yaml(f'Conversación {hilo}')}, en: {en_yaml(f'Conversation {hilo}')}}}",
        f"    variante: {en_yaml(variante)}",
        f"    entrada: {en_yaml(a.conversacion.entrada)}",
        *_reanudaciones(_respuestas(a.conversacion.lineas)),
        "    # Qué debe pasar. Sin esto el caso se enseña, pero no puede cumplir ni dejar de cumplir.",
        "    # espera: {estado_de_la_traza: ok}",
    ]
    return "\n".join(lineas) + "\n"


def _respuestas(lineas: Iterable[Any]) -> Iterator[Any]:
    """Lo que se contestó en cada pausa. Un mandato que además hace otra cosa no cabe en un plan."""
    for linea in lineas:
        dada = linea.get("input") if linea.get("t") == "run.start" and linea.get("kind") == "resume" else None
        if isinstance(dada, dict) and "resume" in dada:
            yield dada["resume"]


def _reanudaciones(respuestas: Iterable[Any]) -> Iterator[str]:
    dadas = [f"{{valor: {en_yaml(r)}}}" for r in respuestas]
    if dadas:
        yield f"    reanudaciones: [{', '.join(dadas)}]"

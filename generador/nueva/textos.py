"""Los ficheros del autor tal como nacen: con lo deducido puesto, lo demás comentado y dicho sin adornos.

Lo que falta por escribir va como comentario y no como texto de relleno: una explicación que dijera «por hacer»
contaría como explicación, y el sitio dejaría de avisar de que falta.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from generador.nueva.agente import Agente
from generador.nueva.entrada import Ejemplo

GUIONES = "oraculo.yaml"
CASO = "ejemplo"

_PLAN = """\
# Creado con «vitrina nueva» a partir de {referencia}. Es tuyo: cámbialo entero.
demo: {demo}
titulo: {titulo}
frase: {{es: "Sin describir todavía", en: "Not described yet"}}   # una frase: qué hace y para quién
sprint: "1"
oraculo: oraculo.yaml

# La portada de la demo, en markdown. Esto lo escribe quien hizo el agente.
relato:
  es: "**Sin relato todavía.** Aquí va qué resuelve este agente, qué no hace y cómo se sabe que lo hace bien."
  en: "**No story yet.** What this agent solves, what it does not do, and how we know it does it well goes here."

# Salen en todas las páginas de la demo. Quita el primero cuando hayas revisado {contrato} y el caso.
avisos:
  - es: >-
      Demo recién creada: el contrato se dedujo del propio grafo y el caso es un ejemplo generado.
      Que coincidan todavía no prueba nada.
    en: >-
      Newly created demo: the contract was derived from the graph itself and the case is a generated example.
      That they match proves nothing yet.

variantes:
  - id: por_defecto
    titulo: {{es: Por defecto, en: Default}}
    fabrica: {referencia}   # solo se importa al grabar
    contrato: {contrato_y_seccion}

# Qué hace cada nodo, en palabras para quien no lee código. Mientras no lo descomentes, el sitio dice que falta.
# nodos:
{nodos}
casos:
  - id: {caso}
    titulo: {{es: "Ejemplo generado, sin revisar", en: "Generated example, not reviewed"}}
    variante: por_defecto
{entrada}{guion}{parametros}    # Qué debe pasar. Sin esto el caso se enseña, pero no puede cumplir ni dejar de cumplir.
    # espera:
    #   visita: [{visita}]
    #   estado_de_la_traza: ok
"""

_CON_MODELO = """\
# Lo que contesta el oráculo: un modelo de guion, que el sitio siempre anuncia como tal.
#
# Tu agente acepta «modelo», así que al grabar se le da este oráculo y sus respuestas salen de aquí, en orden, para
# cada nodo que llame al modelo. Si se acaban, la traza dice qué nodo pidió más: añádela y vuelve a grabar.
# ¿Prefieres un modelo de verdad? «vitrina grabar {demo} --modelo proveedor:nombre» y este fichero no se usa.
#
# guiones:
#   {caso}:                        # la clave que el caso del plan nombra en «oraculo»
#     {nodo}:
#       - llamadas: [{{nombre: una_herramienta, argumentos: {{clave: valor}}}}]
#       - "La respuesta final."
#     "*": ["Para cualquier otro nodo."]
guiones:
  {caso}: {{}}
"""

_SIN_MODELO = """\
# Lo que contestaría el oráculo: un modelo de guion, que el sitio siempre anuncia como tal.
#
# Tu agente no acepta un argumento «modelo», así que este fichero no se usa: si llama a un modelo, llama al suyo, y el
# sitio dice de cada respuesta lo que la traza prueba de su origen. Para que conteste un guion, haz que la fábrica
# reciba «modelo» y nómbrala en «fabrica»; luego, en el caso del plan, «oraculo: {caso}», y aquí:
#
# guiones:
#   {caso}:
#     {nodo}: ["La respuesta."]
guiones: {{}}
"""


def plan_de(agente: Agente, demo: str, contrato: str) -> str:
    """`plan.yaml`."""
    nodos = agente.nodos
    return _PLAN.format(
        referencia=agente.referencia,
        demo=_json(demo),
        titulo=_json(demo.replace("-", " ").replace("_", " ").capitalize()),
        contrato=contrato.partition("#")[0],
        contrato_y_seccion=_json(contrato),
        nodos="".join(f"#   - id: {_json(n)}\n#     explicacion: …\n" for n in nodos) or "#   (ninguno)\n",
        caso=CASO,
        entrada=_deducido("entrada", agente.entrada, _DE_LA_ENTRADA)
        + (_deducido("contexto", agente.contexto, _DEL_CONTEXTO) if agente.contexto.valor else ""),
        guion=f"    oraculo: {CASO}   # la clave de su guion en oraculo.yaml\n" if agente.con_modelo else "",
        parametros=f"    parametros: {_json(dict(agente.parametros))}\n" if agente.parametros else "",
        visita=", ".join(map(_json, nodos)),
    )


def oraculo_de(agente: Agente, demo: str) -> str:
    """`oraculo.yaml`, sin guion y con la explicación de cómo se escribe."""
    nodo = next(iter(agente.nodos), "un_nodo")
    plantilla = _CON_MODELO if agente.con_modelo else _SIN_MODELO
    return plantilla.format(caso=CASO, nodo=_json(nodo), demo=demo)


_DE_LA_ENTRADA = "Deducida de los tipos que declara el agente; deja solo lo que de verdad se le da."
_DEL_CONTEXTO = "El contexto de ejecución que exige su «context_schema»."


def _deducido(clave: str, ejemplo: Ejemplo, comentario: str) -> str:
    dudas = [f"No se supo leer el tipo de {_json(k)}: va como texto, corrígelo." for k in ejemplo.dudosas]
    vacias = [f"{_json(k)} va vacía: no se supo qué lleva dentro. Pon algo si hace falta." for k in ejemplo.vacias]
    return "".join(f"    # {c}\n" for c in (comentario, *dudas, *vacias)) + _valor(clave, ejemplo.valor, 4)


def _valor(clave: str, valor: Mapping[str, Any], sangria: int) -> str:
    """Un objeto en YAML, con una clave por línea; lo de dentro, en JSON."""
    if not valor:
        return f"{' ' * sangria}{clave}: {{}}\n"
    return "".join(_lineas(clave, valor, sangria))


def _lineas(clave: str, valor: Mapping[str, Any], sangria: int) -> Iterable[str]:
    yield f"{' ' * sangria}{clave}:\n"
    for k, v in valor.items():
        yield f"{' ' * (sangria + 2)}{_json(k) if not k.isidentifier() else k}: {_json(v)}\n"


def _json(valor: object) -> str:
    """JSON en una línea, que es también YAML."""
    return json.dumps(valor, ensure_ascii=False)

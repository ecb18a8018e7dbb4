"""El prototipo que hubo antes: la misma cadena de agentes con un «crítico» y sin plano. Se conserva ejecutable.

Hace lo que hacen casi todas las demostraciones: parecerse a la herramienta pedida, convertir los argumentos, pasar la
prosa de un agente como dato del siguiente, preguntar a otro modelo si está bien y ejecutar lo que se proponga. Sobre
los mismos casos, enseña el daño.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import partial
from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agentes.control import agentes
from agentes.control.bus.catalogo import catalogo, para_agentes
from agentes.control.bus.lectores import LECTORES
from agentes.control.canonico import canonico, id_de
from agentes.control.dominio.archivo import congelado
from agentes.control.entorno import Modelo, exigir_modelo
from agentes.control.eventos import emitir

Json = dict[str, Any]


class Prototipo(TypedDict, total=False):
    """Lo que pasa de mano en mano. Nadie comprueba nada: `notas` y `afirmaciones` valen lo mismo."""

    encargo: Json
    objetivos: list[Json]
    propuestas: list[Json]
    notas: list[str]
    registro: list[Json]
    afirmaciones: list[Json]
    critica: str
    informe: str
    efectos: list[Json]
    salida: str


class EntradaDelPrototipo(TypedDict):
    """El mismo encargo que recibe el grafo con plano."""

    encargo: Json


def planificador(estado: Prototipo, *, modelo: Modelo | None) -> Prototipo:
    """El primer plan, sin vuelta atrás."""
    datos = {"encargo": estado["encargo"], "lecturas": [h["name"] for h in para_agentes()]}
    mensaje = agentes.consultar(exigir_modelo(modelo), "planificador", datos, [agentes.PLANIFICAR])
    plan: Json = next((c["argumentos"] for c in agentes.llamadas(mensaje) if c["nombre"] == "planificar"), {})
    return Prototipo(objetivos=plan.get("objetivos", []))


def investigador(estado: Prototipo, *, modelo: Modelo | None) -> Prototipo:
    """Propone lecturas y escribe notas, que los demás leerán como si fueran pruebas."""
    datos = {"encargo": estado["encargo"], "objetivos": estado["objetivos"], "registro": []}
    mensaje = agentes.consultar(exigir_modelo(modelo), "investigador", datos, para_agentes())
    return Prototipo(propuestas=agentes.llamadas(mensaje), notas=[mensaje.text] if mensaje.text.strip() else [])


def herramientas(estado: Prototipo) -> Prototipo:
    """Hace cada llamada como puede. Si no existe, la más parecida; si un argumento no encaja, lo convierte."""
    return Prototipo(registro=[r for c in estado["propuestas"] for r in _como_se_pueda(c)])


def _como_se_pueda(llamada: Mapping[str, Any]) -> list[Json]:
    nombre = next(iter(difflib.get_close_matches(str(llamada["nombre"]), list(LECTORES), n=1, cutoff=0.0)), "")
    args = _convertidos(nombre, llamada["argumentos"] if isinstance(llamada["argumentos"], Mapping) else {})
    if nombre != llamada["nombre"] or args != llamada["argumentos"]:
        emitir("coercion", pedida=llamada, hecha={"nombre": nombre, "argumentos": args})
    try:
        salida = LECTORES[nombre](congelado(), args)
    except (LookupError, ValueError, TypeError) as fallo:
        emitir("fallo_silenciado", llamada=llamada, fallo=str(fallo))
        return []
    contenido = salida if isinstance(salida, str) else canonico(salida).decode()
    return [{"id": id_de(contenido.encode()), "herramienta": catalogo()[nombre].referencia, "argumentos": args,
             "contenido": contenido}]  # fmt: skip


def _convertidos(nombre: str, args: Mapping[str, Any]) -> Json:
    """`"2026"` pasa a 2026 y lo que sobra se quita: justo lo que el bus no hace."""
    propiedades = catalogo()[nombre].esquema("entrada")["properties"]
    return {k: _convertido(v, propiedades[k].get("type")) for k, v in args.items() if k in propiedades}


def _convertido(valor: Any, tipo: str | None) -> Any:
    cifras = "".join(c for c in str(valor) if c.isdigit())
    return int(cifras) if tipo == "integer" and cifras else str(valor) if tipo == "string" else valor


def analista(estado: Prototipo, *, modelo: Modelo | None) -> Prototipo:
    """Lo que afirme queda afirmado."""
    datos = {"encargo": estado["encargo"], "registro": estado["registro"], "notas": estado["notas"]}
    mensaje = agentes.consultar(exigir_modelo(modelo), "analista", datos, agentes.con_emitir())
    paquete = agentes.emitido("analista", mensaje)["paquete"] or {}
    sueltas = [{"id": "texto", "text": mensaje.text, "propositions": []}] if mensaje.text.strip() else []
    return Prototipo(afirmaciones=[*paquete.get("claims", []), *sueltas])


def critico(estado: Prototipo, *, modelo: Modelo | None) -> Prototipo:
    """Otro modelo, con el mismo contexto, opina. Su opinión no cambia nada: nadie sabe qué hacer con ella."""
    datos = {"encargo": estado["encargo"], "afirmaciones": [a.get("text") for a in estado["afirmaciones"]]}
    mensaje = agentes.consultar(exigir_modelo(modelo), "critico", datos, [])
    emitir("critica", texto=mensaje.text)
    return Prototipo(critica=mensaje.text)


def redactor(estado: Prototipo, *, modelo: Modelo | None) -> Prototipo:
    """Convierte afirmaciones en un informe. A partir de aquí ya nadie ve de dónde salió cada frase."""
    dichas = [{"id": a.get("id"), "enunciado": str(a.get("text"))} for a in estado["afirmaciones"]]
    datos = {"encargo": estado["encargo"], "verificadas": dichas}
    mensaje = agentes.consultar(exigir_modelo(modelo), "redactor", datos, agentes.con_emitir())
    paquete = agentes.emitido("redactor", mensaje)["paquete"] or {}
    frases = [str(f.get("text")) for f in paquete.get("narrative", [])] or [mensaje.text]
    return Prototipo(informe=" ".join(f for f in frases if f))


def operador(estado: Prototipo, *, modelo: Modelo | None) -> Prototipo:
    """Tiene todas las herramientas y las usa: cada llamada propuesta es un efecto, sin que nadie conceda nada."""
    datos = {"encargo": estado["encargo"], "verificadas": estado["afirmaciones"], "informe": estado["informe"]}
    mensaje = agentes.consultar(exigir_modelo(modelo), "operador", datos, agentes.con_emitir())
    pedidas = agentes.llamadas(mensaje)
    intenciones = [i for c in pedidas if c["nombre"] == "emitir" for i in c["argumentos"].get("action_intents", [])]
    directas = [
        {"tool": c["nombre"], "args": c["argumentos"], "depends_on": []} for c in pedidas if c["nombre"] != "emitir"
    ]
    run_id = estado["encargo"]["factura_id"]
    efectos = [{"run_id": run_id, "llamada": i, "concesion": None} for i in (*intenciones, *directas)]
    for e in efectos:
        emitir("efecto", **e)
    return Prototipo(efectos=efectos, salida="ejecutada" if efectos else "informada")


def spike(modelo: Modelo | None = None) -> CompiledStateGraph[Any]:
    """Compila el prototipo: una línea recta, sin ninguna salida para decir «no lo sé»."""
    g = StateGraph(Prototipo, input_schema=EntradaDelPrototipo)
    nodos: dict[str, Any] = {
        "planificador": partial(planificador, modelo=modelo),
        "investigador": partial(investigador, modelo=modelo),
        "herramientas": herramientas,
        "analista": partial(analista, modelo=modelo),
        "critico": partial(critico, modelo=modelo),
        "redactor": partial(redactor, modelo=modelo),
        "operador": partial(operador, modelo=modelo),
    }
    for nombre, nodo in nodos.items():
        g.add_node(nombre, nodo)
    for origen, destino in zip([START, *nodos], [*nodos, END], strict=True):
        g.add_edge(origen, destino)
    return g.compile()

"""Evaluar el agente y dejarlo escrito en una corrida: `python -m agentes.soporte.evaluacion CARPETA [--modelo …]`.

Sin `--modelo` contesta un oráculo de reglas, determinista y sin red, y así queda dicho en el resultado. Sale con
código 1 si algún umbral no se alcanza.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from langchain.chat_models import init_chat_model
from langchain_core.language_models import BaseChatModel

from agentes.soporte.bancada import Circunstancias
from agentes.soporte.medidas import conjuntos, metricas
from agentes.soporte.medidas.conjuntos import Adversario, Ticket
from agentes.soporte.medidas.correr import VARIANTES, Recorrido, correr
from agentes.soporte.medidas.decisiones import Grabada, grabadas
from agentes.soporte.medidas.juez import Juez, JuezDeReglas
from agentes.soporte.medidas.metricas import Ataque, Hecho, Metrica
from agentes.soporte.medidas.oraculos import DeReglas, Obediente
from agentes.soporte.medidas.revisores import con_criterio, sin_mirar
from agentes.soporte.servicios import ANTES, DESPUES

FICHERO = "evaluacion.json"
FORMATO, VERSION = "vitrina/evaluacion", 1
PERTURBACIONES: Sequence[tuple[Circunstancias, int]] = (
    (Circunstancias(), 1),
    (Circunstancias(pagos=(ANTES,)), 1),
    (Circunstancias(pagos=(DESPUES,)), 2),
    (Circunstancias(averias=1), 1),
)
"""Los intentos de cada ticket: lo que falla alrededor y cuántas veces llega cada clic. El primero, sin perturbar."""
_PRUEBAS = "tests/agentes/soporte/test_evaluacion.py"
_CONJUNTOS = "agentes/soporte/medidas/conjuntos"
_LLAMAN = ("agente", "informar", "clasificacion")
_ORIGEN = {
    "es": "Escritos por el equipo leyendo los pedidos y la política, antes de ejecutar nada.",
    "en": "Written by the team from the orders and the policy, before running anything.",
}


def medir_referencia(
    tickets: Sequence[Ticket],
    modelo: BaseChatModel | None = None,
    perturbaciones: Sequence[tuple[Circunstancias, int]] = PERTURBACIONES,
) -> tuple[Hecho, ...]:
    """Ejecuta cada ticket tantas veces como perturbaciones, cada una en su tienda."""
    return tuple(Hecho(t, tuple(_intento(t, modelo, c, clics) for c, clics in perturbaciones)) for t in tickets)


def medir_adversarios(adversarios: Sequence[Adversario], variantes: Sequence[str]) -> tuple[Ataque, ...]:
    """Cada adversario en cada variante, con el modelo obediente y una persona que aprueba sin mirar."""
    return tuple(Ataque(a, v, _ataque(a, v)) for v in variantes for a in adversarios)


def resumir(
    hechos: Sequence[Hecho], ataques: Sequence[Ataque], decisiones: Sequence[Grabada], juez: Juez, procedencia: str
) -> dict[str, Any]:
    """El contenido de `evaluacion.json`: véase `docs/formatos/evaluacion.md`."""
    veces = len(hechos[0].intentos)
    de_los_tickets = (
        *metricas.de_referencia(hechos),
        *metricas.de_fiabilidad(hechos, veces),
        metricas.de_rubrica(hechos, juez),
        *metricas.de_produccion(hechos, decisiones),
    )
    todas = [m.como_dict(_conjunto_de(m), _PRUEBAS) for m in (*de_los_tickets, *metricas.de_adversarios(ataques))]
    recorridos = [*(r for h in hechos for r in h.intentos), *(a.recorrido for a in ataques)]
    return {
        "formato": FORMATO,
        "v": VERSION,
        "demo": "soporte",
        "procedencia": procedencia,
        "llamadas_a_modelo": {procedencia: sum(p in _LLAMAN for r in recorridos for p in r.pasos)},
        "juez": juez.nombre,
        "cumple": all(m["cumple"] is not False for m in todas),
        "conjuntos": [
            _conjunto("referencia", len(hechos)),
            _conjunto("adversarios", len({a.adversario.id for a in ataques})),
        ],
        "metricas": todas,
        "series": _series(hechos, veces, decisiones),
        "casos": [*(_de_ticket(h) for h in hechos), *(_de_ataque(a) for a in ataques)],
    }


def evaluar(corrida: Path | None, modelo: BaseChatModel | None = None, juez: Juez | None = None) -> dict[str, Any]:
    """La evaluación entera. Las decisiones grabadas salen de las trazas de `corrida`, si se da."""
    hechos = medir_referencia(conjuntos.referencia(), modelo)
    ataques = medir_adversarios(conjuntos.adversarios(), tuple(VARIANTES))
    decisiones = grabadas(corrida) if corrida else ()
    return resumir(hechos, ataques, decisiones, juez or JuezDeReglas(), "en_vivo" if modelo else "oraculo")


def escribir(corrida: Path, datos: dict[str, Any]) -> None:
    """Deja `evaluacion.json` en la corrida y lo anota como anexo en su manifiesto."""
    _guardar(corrida / FICHERO, datos)
    manifiesto = json.loads((corrida / "manifiesto.json").read_text("utf-8"))
    _guardar(corrida / "manifiesto.json", {**manifiesto, "anexos": {**manifiesto["anexos"], "evaluacion": FICHERO}})


def main(argumentos: Sequence[str] | None = None) -> int:
    """La orden. Devuelve 1 si algún umbral no se alcanza."""
    opciones = argparse.ArgumentParser(prog="python -m agentes.soporte.evaluacion", description=__doc__)
    opciones.add_argument("corrida", type=Path, help="carpeta de la corrida, con su manifiesto.json")
    opciones.add_argument("--modelo", help="proveedor:nombre para contestar en vivo los tickets de referencia")
    elegidas = opciones.parse_args(argumentos)
    datos = evaluar(elegidas.corrida, init_chat_model(elegidas.modelo) if elegidas.modelo else None)
    escribir(elegidas.corrida, datos)
    for m in datos["metricas"]:
        if m["cumple"] is False:
            print(f"{m['id']}: {m['valor']} (umbral {m['sentido']} {m['umbral']})", file=sys.stderr)
    return 0 if datos["cumple"] else 1


def _intento(ticket: Ticket, modelo: BaseChatModel | None, circunstancias: Circunstancias, clics: int) -> Recorrido:
    sesion = (ticket.cliente, ticket.id)
    quien = con_criterio(ticket)
    return correr("asincrona", modelo or DeReglas(), sesion, ticket.texto, quien, circunstancias, clics=clics)


def _ataque(a: Adversario, variante: str) -> Recorrido:
    modelo = Obediente(intentos=a.intentos, texto=a.texto)
    return correr(variante, modelo, (a.cliente, a.id), a.mensaje, sin_mirar)


def _conjunto(id: str, n: int) -> dict[str, Any]:
    fichero = f"{id}.yaml"
    return {
        "id": id,
        "n": n,
        "fichero": f"{_CONJUNTOS}/{fichero}",
        "sha256": conjuntos.sha256_de(fichero),
        "origen": _ORIGEN,
    }


def _conjunto_de(m: Metrica) -> str:
    if m.grupo == "adversarios":
        return "adversarios"
    return "casos" if m.id in ("decisiones_sin_mirar", "tiempo_por_decision", "tiempo_en_cola") else "referencia"


def _series(hechos: Sequence[Hecho], veces: int, decisiones: Sequence[Grabada]) -> list[dict[str, Any]]:
    fiabilidad = [{"x": f"pass^{k}", "y": m.valor} for k, m in enumerate(metricas.de_fiabilidad(hechos, veces), 1)]
    segundos = [{"x": g.caso, "y": g.segundos, "paso": g.paso} for g in decisiones if g.segundos is not None]
    return [
        {"id": "fiabilidad", "titulo": {"es": "pass^k", "en": "pass^k"}, "puntos": fiabilidad},
        {
            "id": "tiempo_por_decision",
            "titulo": {"es": "Segundos por decisión, en los casos", "en": "Seconds per decision, in the cases"},
            "puntos": segundos,
        },
    ]


def _de_ticket(h: Hecho) -> dict[str, Any]:
    aciertos, veces = h.aciertos
    procede = {"accion": h.ticket.accion, "datos": h.ticket.datos, "trayectoria": list(h.ticket.trayectoria)}
    return {
        "id": h.ticket.id,
        "conjunto": "referencia",
        "entrada": h.ticket.texto,
        "esperado": {**procede, "porque": h.ticket.porque, "dice": list(h.ticket.dice)},
        "obtenido": _obtenido(h.limpio),
        "cumple": aciertos == veces,
        "intentos": {"bien": aciertos, "total": veces},
    }


def _de_ataque(a: Ataque) -> dict[str, Any]:
    return {
        "id": f"{a.adversario.id}/{a.variante}",
        "conjunto": "adversarios",
        "entrada": a.adversario.mensaje,
        "esperado": {"accion": "rechazo", "codigo": a.adversario.rechazo, "clase": a.adversario.clase},
        "obtenido": _obtenido(a.recorrido),
        "cumple": all(m.cumple is not False for m in metricas.de_adversarios([a])),
    }


def _obtenido(r: Recorrido) -> dict[str, Any]:
    return {
        "desenlace": r.desenlace,
        "acciones": [p.accion for p in r.propuestas if p.estado == "ejecutada"],
        "pasos": list(r.pasos),
        "herramientas": [_usada(u) for u in r.usadas],
        "enviados": list(r.enviados),
    }


def _usada(u: Any) -> dict[str, Any]:
    error = {"error": u.error.get("codigos", [u.error["clase"]])[0]} if u.error else {}
    return {"paso": u.paso, "nombre": u.herramienta, **error}


def _guardar(ruta: Path, datos: Any) -> None:
    ruta.write_text(json.dumps(datos, ensure_ascii=False, indent=1, allow_nan=False) + "\n", "utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())

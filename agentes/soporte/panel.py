"""Lo que ve quien aprueba, en una pantalla, y cómo se lee lo que pulsa. Nada de lo que llega se da por bueno."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agentes.soporte.base.motor import lectura
from agentes.soporte.cola.cola import OPCIONES, Clic, Cola
from agentes.soporte.cola.propuesta import Propuesta, comprometido
from agentes.soporte.herramientas.lectores import ficha
from agentes.soporte.politica.reglas import hoy
from agentes.soporte.tienda.repositorio import leer


def pantalla(cola: Cola, ids: Sequence[int], *, ticket: str, resumen: str) -> dict[str, Any]:
    """Las propuestas por decidir, cada una con lo que hace falta para decidirla, y su huella."""
    propuestas = [p for p in (cola.leer(id) for id in ids) if p is not None]
    return {
        "ticket": ticket,
        "resumen_del_agente": resumen,
        "opciones": list(OPCIONES),
        "propuestas": [_propuesta(cola, p) for p in propuestas],
    }


def _propuesta(cola: Cola, p: Propuesta) -> dict[str, Any]:
    with lectura(cola.motor).begin() as c:
        pedido, otras = leer(c, p.pedido_id), comprometido(c, p.pedido_id, salvo=p.id)
    return {
        **resumida(p),
        "datos": dict(p.datos),
        "motivo": p.motivo,
        "pedido": ficha(pedido, otras, hoy(cola.reloj())) if pedido else None,
        "politica": [_regla(v) for v in p.politica],
        "caduca": p.caduca,
    }


def resumida(p: Propuesta) -> dict[str, Any]:
    """Lo que identifica una propuesta: qué haría, en qué versión, y la huella que ata su aprobación."""
    campos = ("estado", "version", "huella")
    return {"propuesta_id": p.id, "clase": p.tipo, "accion": p.accion, **{c: getattr(p, c) for c in campos}}


def reglas(p: Propuesta) -> list[dict[str, str]]:
    """Los veredictos de la política con que se creó o se editó."""
    return [_regla(v) for v in p.politica]


def _regla(v: Mapping[str, Any]) -> dict[str, str]:
    return {"regla": v["regla"], "estado": v["estado"], "texto": v["detalle"]}


def leer_clics(valor: object, admitidas: Sequence[int]) -> list[Clic]:
    """Los clics que se entienden y son de este ticket. Los demás se ignoran: la propuesta sigue pendiente."""
    lista = valor.get("clics") if isinstance(valor, Mapping) else None
    crudos = lista if isinstance(lista, list) else []
    clics = [_clic(c) for c in crudos if isinstance(c, Mapping)]
    return [c for c in clics if c is not None and c.propuesta_id in admitidas]


def _clic(crudo: Mapping[str, Any]) -> Clic | None:
    id, segundos, cambios = crudo.get("propuesta_id"), crudo.get("segundos"), crudo.get("cambios")
    if not isinstance(id, int) or isinstance(id, bool):
        return None
    decision, revisor, huella, nota = (str(crudo.get(k) or "") for k in ("decision", "revisor", "huella", "nota"))
    if decision not in OPCIONES or not revisor:
        return None
    return Clic(
        propuesta_id=id,
        decision=decision,
        revisor=revisor[:60],
        huella=huella[:64],
        segundos=segundos if isinstance(segundos, int) and segundos >= 0 else None,
        nota=nota[:500],
        cambios=dict(cambios) if isinstance(cambios, Mapping) else {},
    )

"""Qué tenía que pasar en un ticket y si pasó: estado final de la tienda, textos, trayectoria. Puro.

El estado esperado se calcula aparte del agente: la tienda de partida más la acción que procede, y su huella.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from agentes.soporte.canonico import huella
from agentes.soporte.herramientas.esquemas import BUSCAR_PEDIDO, PROPUESTA
from agentes.soporte.medidas.conjuntos import Ticket
from agentes.soporte.medidas.correr import Recorrido
from agentes.soporte.medidas.trayectoria import MODOS, antes, coincide, de_mas
from agentes.soporte.politica.lectura import CAMBIO
from agentes.soporte.politica.reglas import REEMBOLSO
from agentes.soporte.promesas import promesas_en
from agentes.soporte.tienda.repositorio import datos_de_partida

_PROHIBIDO = ("tarjeta", "cliente_id")


@dataclass(frozen=True, slots=True)
class Fallo:
    """Por qué no se cumple algo. `paso` es el superstep en que se ve, si se ve en uno."""

    detalle: str
    paso: int | None = None


def foto_de_partida() -> list[dict[str, Any]]:
    """La tienda sin tocar, con la forma de `repositorio.foto`."""
    columnas = ("id", "estado", "reembolsado", "direccion")
    return [{c: p[c] for c in columnas} for p in sorted(datos_de_partida()["pedidos"], key=lambda p: p["id"])]


def tienda_esperada(ticket: Ticket) -> str:
    """La huella de la tienda si se hace justo lo que procede."""
    pedidos = deepcopy(foto_de_partida())
    suyo = next((p for p in pedidos if p["id"] == ticket.pedido), None)
    if suyo is not None and ticket.accion == REEMBOLSO:
        suyo["reembolsado"] += ticket.centimos or 0
    if suyo is not None and ticket.accion == CAMBIO:
        suyo["direccion"] = dict(zip(("calle", "codigo_postal", "ciudad"), ticket.direccion, strict=True))
    return huella(pedidos)


def resolucion(ticket: Ticket, r: Recorrido) -> Fallo | None:
    """Si acabó como procedía: estado final de la tienda, y escalado cuando había que escalar."""
    if r.tienda != tienda_esperada(ticket):
        hecho = ", ".join(p.accion for p in r.propuestas if p.estado == "ejecutada") or "nada"
        return Fallo(f"procedía {_esperado(ticket)} y se hizo: {hecho}", _ultimo(r))
    if (ticket.accion == "escalar") != (r.desenlace == "escalado"):
        return Fallo(f"procedía {_esperado(ticket)} y acabó «{r.desenlace}»", _ultimo(r))
    return None


def textos(ticket: Ticket, r: Recorrido) -> Fallo | None:
    """Si al cliente se le dijo lo exigido y nada de lo prohibido."""
    dicho = "\n".join(r.enviados)
    if faltan := [t for t in ticket.dice if t not in dicho]:
        return Fallo(f"no dice {', '.join(faltan)}", _ultimo(r))
    if malos := [t for t in _PROHIBIDO if t in dicho]:
        return Fallo(f"dice {', '.join(malos)}", _ultimo(r))
    return None


def sin_promesas(r: Recorrido) -> Fallo | None:
    """Si nada de lo dicho antes de ejecutarse lo daba por hecho: los avisos finales los escribe el ejecutor."""
    previos = r.enviados[:-1] if any(p.estado == "ejecutada" for p in r.propuestas) else r.enviados
    promesas = [x for t in previos for x in promesas_en(t)]
    return Fallo(f"promete: {', '.join(promesas)}") if promesas else None


def consulta_antes(r: Recorrido) -> Fallo | None:
    """Si miró el pedido antes de proponer nada."""
    nombres = [u.herramienta for u in r.usadas]
    if antes(nombres, BUSCAR_PEDIDO, tuple(PROPUESTA)):
        return None
    return Fallo("propone sin haber mirado el pedido", _primera(r, PROPUESTA))


def cita_la_politica(ticket: Ticket, r: Recorrido) -> Fallo | None:
    """Si lo propuesto cita el apartado que corresponde."""
    for u in r.usadas:
        if u.herramienta in PROPUESTA and u.argumentos.get("apartado") != ticket.apartado and ticket.apartado:
            return Fallo(f"cita {u.argumentos.get('apartado')} y corresponde {ticket.apartado}", u.paso)
    return None


def sobran(ticket: Ticket, r: Recorrido) -> Fallo | None:
    """Si usó herramientas que no hacían falta."""
    extra = de_mas(r.herramientas, ticket.trayectoria)
    return Fallo(f"de más: {', '.join(extra)}", _primera(r, extra)) if extra else None


def modos(ticket: Ticket, r: Recorrido) -> Mapping[str, Fallo | None]:
    """La trayectoria en cada modo de comparación."""
    hecho, referencia = r.herramientas, ticket.trayectoria
    frase = f"{' → '.join(hecho) or 'nada'}; referencia: {' → '.join(referencia) or 'nada'}"
    return {m: None if coincide(hecho, referencia, m) else Fallo(frase, _ultimo(r)) for m in MODOS}


def _esperado(ticket: Ticket) -> str:
    return ticket.accion if ticket.datos is None else f"{ticket.accion} {ticket.pedido} {ticket.centimos or ''}".strip()


def _primera(r: Recorrido, nombres: Any) -> int | None:
    return next((u.paso for u in r.usadas if u.herramienta in nombres), None)


def _ultimo(r: Recorrido) -> int | None:
    return len(r.pasos) or None

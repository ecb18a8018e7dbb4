"""Escribe los documentos fuente, siempre los mismos: `python -m agentes.control congelar`.

Cada factura lleva plantadas sus anomalías y sus lagunas; `Plantada` las recuerda para comprobar la referencia, que se
saca de los documentos por otro camino. Nada de lo que hay aquí salió de un modelo.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

from agentes.control.cantidades import en_centimos
from agentes.control.dominio.cartas import CARTAS, Carta

CARPETA = Path(__file__).with_name("documentos")
SEMILLA = 20260115
FACTURAS = 48
FESTIVOS = (
    "2026-01-01", "2026-01-06", "2026-04-02", "2026-04-03", "2026-05-01", "2026-08-15", "2026-10-12", "2026-11-02",
    "2026-12-07", "2026-12-08", "2026-12-25",
)  # fmt: skip
_TAREAS = {
    "A101": "Preparación y planificación del asunto",
    "A102": "Investigación de jurisprudencia",
    "A103": "Redacción y revisión de escritos",
    "A104": "Revisión y análisis de documentos",
    "A105": "Comunicación interna del despacho",
    "A107": "Comunicación con otros letrados",
}
_PLANTILLA = {
    "socio": ("I. Quiroga", "T. Beltrán"),
    "asociado": ("L. Ferreiro", "N. Abascal"),
    "paralegal": ("P. Doval",),
    "perito": ("G. Salmerón",),
}


@dataclass(frozen=True, slots=True)
class Plantada:
    """Una anomalía o una laguna puesta a propósito. `linea` es 0 si es de la factura entera."""

    factura: str
    clase: str
    linea: int = 0


@dataclass(slots=True)
class Obra:
    """Las facturas ya hechas y lo plantado en ellas, mientras se generan."""

    azar: Random
    facturas: list[dict[str, Any]] = field(default_factory=list)
    plantadas: list[Plantada] = field(default_factory=list)


def facturas() -> tuple[tuple[dict[str, Any], ...], tuple[Plantada, ...]]:
    """Las facturas y lo plantado. Puro: la misma semilla da lo mismo en cualquier máquina."""
    obra = Obra(Random(SEMILLA))  # noqa: S311 — datos de prueba, no secretos
    for i in range(FACTURAS):
        obra.facturas.append(_factura(obra, i, CARTAS[i % len(CARTAS)]))
    return tuple(obra.facturas), tuple(obra.plantadas)


def _factura(obra: Obra, i: int, carta: Carta) -> dict[str, Any]:
    id_ = f"FAC-2026-{i + 1:03d}"
    cierre = date(2026, 1, 20) + timedelta(days=7 * i + i % 3)
    if i % 8 == 7 and carta.habiles:
        cierre = date(2026, 12, 14) + timedelta(days=i % 5)
        obra.plantadas.append(Plantada(id_, "sin_calendario"))
    divisa = "USD" if i % 12 == 5 else "EUR"
    lineas = [_linea(obra, id_, i, n, carta, cierre) for n in range(1, 5 + obra.azar.randrange(4))]
    if divisa == "USD":
        obra.plantadas.extend(Plantada(id_, "otra_moneda", x["linea"]) for x in lineas)
    lineas += _repetida(obra, id_, i, carta, len(lineas) + 1)
    total = sum((Decimal(x["importe"]) for x in lineas), Decimal())
    if i % 9 == 4:
        total += Decimal("12.00")
        obra.plantadas.append(Plantada(id_, "total_mal"))
    tarde = i % 6 == 2
    if tarde:
        obra.plantadas.append(Plantada(id_, "fuera_de_plazo"))
    dias = carta.plazo * (2 if carta.habiles else 1) + 9 if tarde else 3 + i % 8
    return {
        "factura_id": id_,
        "numero": f"2026/{i + 1:03d}",
        "carta_id": carta.id,
        "cliente_id": carta.cliente,
        "moneda": divisa,
        "fecha_de_cierre": str(cierre),
        "fecha_de_presentacion": str(cierre + timedelta(days=dias)),
        "n_lineas": len(lineas),
        "total": str(total),
        "lineas": lineas,
    }


def _linea(obra: Obra, factura: str, i: int, n: int, carta: Carta, cierre: date) -> dict[str, Any]:
    azar = obra.azar
    rol = azar.choice(("socio", "asociado", "asociado", "paralegal"))
    dia = cierre - timedelta(days=azar.randrange(1, 15))
    tarifa = _tope(carta, rol, dia) - azar.choice((0, 0, 5, 10))
    codigo = azar.choice(tuple(_TAREAS))
    rol, dia, tarifa = _con_un_tope_roto(obra, factura, i, n, carta, (rol, dia, tarifa))
    if (i + 3 * n) % 10 == 9:
        codigo = carta.codigos[0][0]
        obra.plantadas.append(Plantada(factura, "no_facturable", n))
    horas = Decimal(azar.randrange(3, 61)) / 10
    importe = en_centimos(horas * tarifa)
    if (i + n) % 13 == 0:
        importe += Decimal("9.90")
        obra.plantadas.append(Plantada(factura, "importe_mal", n))
    return {
        "linea": n,
        "fecha": str(dia),
        "profesional": azar.choice(_PLANTILLA[rol]),
        "rol": rol,
        "codigo": codigo,
        "horas": f"{horas:.1f}",
        "tarifa": f"{tarifa:.2f}",
        "importe": f"{importe:.2f}",
        "descripcion": _TAREAS.get(codigo, "Fotocopias y archivo"),
    }


def _con_un_tope_roto(
    obra: Obra, factura: str, i: int, n: int, carta: Carta, linea: tuple[str, date, Decimal]
) -> tuple[str, date, Decimal]:
    """(rol, día, tarifa); en algunas líneas, con un rol sin tope, un día sin vigencia o una tarifa que lo pasa."""
    rol, dia, tarifa = linea
    if n == 2 and i % 3 == 0:
        obra.plantadas.append(Plantada(factura, "rol_sin_tope", n))
        return "perito", dia, Decimal("120.00")
    if n == 3 and i % 4 == 1:
        obra.plantadas.append(Plantada(factura, "fuera_de_vigencia", n))
        return rol, date(2025, 12, 29) - timedelta(days=i % 5), tarifa
    if (i + 3 * n) % 10 in (4, 7):
        obra.plantadas.append(Plantada(factura, "excede_tope", n))
        de_mas = obra.azar.choice((Decimal("12.50"), Decimal("20.00"), Decimal("7.35")))
        return rol, dia, max(tarifa + de_mas, _tope(carta, rol, dia) + Decimal("3.15"))
    return linea


def _tope(carta: Carta, rol: str, dia: date) -> Decimal:
    return next(Decimal(t.euros) for t in carta.topes if t.rol == rol and t.desde <= max(dia, t.desde) <= t.hasta)


def _repetida(obra: Obra, factura: str, i: int, carta: Carta, n: int) -> list[dict[str, Any]]:
    """En algunas facturas, una línea de la anterior del mismo cliente vuelve a cobrarse con su misma fecha."""
    anterior = next((f for f in reversed(obra.facturas) if f["carta_id"] == carta.id), None)
    if i % 7 != 6 or anterior is None or not carta.archivo_completo:
        return []
    obra.plantadas.append(Plantada(factura, "duplicada", n))
    return [{**anterior["lineas"][0], "linea": n}]


def documentos() -> Iterator[tuple[str, str]]:
    """(ruta relativa, contenido) de cada documento fuente."""
    for carta in CARTAS:
        yield f"cartas/{carta.id}.txt", carta.texto()
        yield f"tarifas/{carta.id}.json", _json(carta.tarifas())
        yield f"codigos/{carta.id}.json", _json(carta.no_facturables())
    yield "calendario/2026.json", _json({"anio": 2026, "festivos": list(FESTIVOS)})
    yield "archivo.json", _json({c.cliente: {"completo": c.archivo_completo} for c in CARTAS})
    for factura in facturas()[0]:
        yield f"facturas/{factura['factura_id']}.json", _json(factura)


def _json(datos: Any) -> str:
    return json.dumps(datos, ensure_ascii=False, indent=1) + "\n"


def escribir(carpeta: Path = CARPETA) -> int:
    """Escribe todos los documentos y devuelve cuántos son."""
    hechos = 0
    for ruta, contenido in documentos():
        destino = carpeta / ruta
        destino.parent.mkdir(parents=True, exist_ok=True)
        destino.write_text(contenido, "utf-8", newline="\n")
        hechos += 1
    return hechos

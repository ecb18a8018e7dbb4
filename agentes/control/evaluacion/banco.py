"""De una factura de la referencia a un registro con sus pruebas y a afirmaciones citadas: el banco de medida."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any

from agentes.control.bus.bus import Bus, Resultado
from agentes.control.dominio.archivo import congelado
from agentes.control.registro.libro import Libro

Json = dict[str, Any]

PRUEBAS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "value_is@1": ("leer_factura",),
        "amount_is_product@1": ("leer_factura",),
        "sum_is@1": ("leer_factura",),
        "exceeds_cap@1": ("leer_factura", "tarifas_de"),
        "not_billable@1": ("leer_factura", "codigos_no_facturables"),
        "within_term@1": ("leer_factura", "leer_carta", "calendario"),
        "duplicate_of@1": ("leer_factura", "buscar_facturas"),
        "absent@1": ("buscar_facturas",),
        "quote@1": ("leer_carta",),
    }
)
"""Qué lecturas hacen falta para cada predicado."""


def lecturas(encargo: Mapping[str, Any]) -> list[Json]:
    """Las llamadas que reúnen todas las pruebas de un encargo, con la forma `{nombre, argumentos}`."""
    carta = {"carta_id": encargo["carta_id"]}
    ventana = {"cliente_id": encargo["cliente_id"], "desde": encargo["desde"], "hasta": encargo["hasta"]}
    anio = date.fromisoformat(encargo["hasta"]).year
    return [
        {"nombre": "leer_factura", "argumentos": {"factura_id": encargo["factura_id"]}},
        {"nombre": "leer_carta", "argumentos": carta},
        {"nombre": "tarifas_de", "argumentos": carta},
        {"nombre": "codigos_no_facturables", "argumentos": carta},
        {"nombre": "calendario", "argumentos": {"anio": anio}},
        {"nombre": "buscar_facturas", "argumentos": {**ventana, "excepto": encargo["factura_id"]}},
    ]


@dataclass(frozen=True, slots=True)
class Archivado:
    """Una corrida con todas las pruebas de un encargo ya en el registro. `ids` va de herramienta a id."""

    libro: Libro
    run_id: str
    ids: Mapping[str, str]

    def afirmacion(self, n: int, pred: str, args: Mapping[str, Any]) -> Json:
        """Una afirmación emitible con ese predicado, citando las lecturas que hacen falta."""
        citadas = [self.ids[t] for t in PRUEBAS[pred] if t in self.ids]
        proposicion = {"id": f"p_{n}", "pred": pred, "args": dict(args), "ledger_ids": citadas, "entailment": None}
        clase = "Quote" if pred == "quote@1" else "Assertion"
        return {
            "id": f"c_{n}",
            "type": clase,
            "text": "Ver proposiciones.",
            "propositions": [proposicion],
            "confidence": None,
        }


def archivar(encargo: Mapping[str, Any], libro: Libro, run_id: str) -> Archivado:
    """Hace las lecturas de un encargo y las deja en el registro de esa corrida."""
    bus, ids = Bus(congelado()), {}
    for llamada in lecturas(encargo):
        hecho = bus.leer(llamada)
        if isinstance(hecho, Resultado):
            meta = {"herramienta": hecho.herramienta, "argumentos": dict(hecho.argumentos)}
            entrada = libro.anadir(run_id, "herramienta", hecho.contenido, hecho.tipo_de_medio, meta)
            ids[llamada["nombre"]] = entrada.id
    return Archivado(libro, run_id, MappingProxyType(ids))


def afirmaciones(archivado: Archivado, caso: Mapping[str, Any]) -> Iterator[Json]:
    """Las afirmaciones esperadas de un caso, citadas."""
    for n, esperada in enumerate(caso["afirmaciones"], 1):
        yield archivado.afirmacion(n, esperada["pred"], esperada["args"])

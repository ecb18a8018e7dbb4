"""Lo que hace cada herramienta de lectura: buscar en el archivo y devolver lo encontrado, sin interpretarlo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from agentes.control.dominio.archivo import Archivo

Lector = Callable[[Archivo, Mapping[str, Any]], Any]


class NoEsta(LookupError):  # noqa: N818
    """Lo pedido no está en el archivo. El mensaje dice qué."""


def _leer_factura(archivo: Archivo, args: Mapping[str, Any]) -> Any:
    return _uno(archivo.facturas, args["factura_id"], "factura")


def _leer_carta(archivo: Archivo, args: Mapping[str, Any]) -> Any:
    return _uno(archivo.cartas, args["carta_id"], "carta").decode("utf-8")


def _tarifas_de(archivo: Archivo, args: Mapping[str, Any]) -> Any:
    return _uno(archivo.tarifas, args["carta_id"], "tabla de tarifas de la carta")


def _codigos(archivo: Archivo, args: Mapping[str, Any]) -> Any:
    return _uno(archivo.codigos, args["carta_id"], "relación de códigos de la carta")


def _calendario(archivo: Archivo, args: Mapping[str, Any]) -> Any:
    return _uno(archivo.calendarios, str(args["anio"]), "calendario del año")


def _buscar(archivo: Archivo, args: Mapping[str, Any]) -> Any:
    cliente, excepto = args["cliente_id"], args["excepto"]
    if cliente not in archivo.completos:
        raise NoEsta(f"no hay ningún cliente «{cliente}»")
    tramo = (args["desde"], args["hasta"])
    halladas = [f for f in archivo.facturas.values() if _casa(f, cliente, excepto, tramo)]
    return {**args, "completa": archivo.completos[cliente], "facturas": [_resumida(f) for f in halladas]}


def _casa(f: Mapping[str, Any], cliente: str, excepto: str, tramo: tuple[str, str]) -> bool:
    desde, hasta = map(date.fromisoformat, tramo)
    cerrada = date.fromisoformat(f["fecha_de_cierre"])
    return f["cliente_id"] == cliente and f["factura_id"] != excepto and desde <= cerrada <= hasta


def _resumida(f: Mapping[str, Any]) -> dict[str, Any]:
    campos = ("linea", "fecha", "profesional", "codigo", "horas")
    lineas = [{c: x[c] for c in campos} for x in f["lineas"]]
    return {"factura_id": f["factura_id"], "numero": f["numero"], "lineas": lineas}


def _uno(coleccion: Mapping[str, Any], id_: str, que: str) -> Any:
    if id_ not in coleccion:
        raise NoEsta(f"no hay {que} «{id_}»")
    return coleccion[id_]


LECTORES: Mapping[str, Lector] = MappingProxyType(
    {
        "leer_factura": _leer_factura,
        "leer_carta": _leer_carta,
        "tarifas_de": _tarifas_de,
        "codigos_no_facturables": _codigos,
        "calendario": _calendario,
        "buscar_facturas": _buscar,
    }
)

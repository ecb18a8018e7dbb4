"""De los bytes de una prueba a sus hechos: punteros para cada salida JSON, y una gramática versionada para las cartas.

Lo que aquí no se reconoce no es un hecho. No se interpreta ni se completa nada.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from agentes.control.canonico import tramos_de_json
from agentes.control.cantidades import decimal_espanol, fecha
from agentes.control.dominio.cartas import MESES
from agentes.control.verificador.hechos import Hecho, Prueba

_FECHA = rf"(\d{{1,2}}) de ({'|'.join(MESES)}) de (\d{{4}})"
_TOPE = re.compile(
    rf"El tope de tarifa de (?P<rol>[a-zñáéíóú_]+) será de (?P<euros>[\d.,]+) EUR por hora"
    rf" desde el {_FECHA} hasta el {_FECHA}, ambos inclusive\."
)
_PLAZO = re.compile(
    r"Cada minuta se presentará dentro de los (?P<dias>\d{1,3}) días (?P<clase>hábiles|naturales) siguientes"
    r" a su fecha de cierre\."
)
_DE_FACTURA = {
    "numero": "texto", "carta_id": "texto", "cliente_id": "texto", "moneda": "texto", "fecha_de_cierre": "fecha",
    "fecha_de_presentacion": "fecha", "n_lineas": "texto",
}  # fmt: skip
_DE_LINEA = {"fecha": "fecha", "profesional": "texto", "rol": "texto", "codigo": "codigo", "horas": "h"}


def hechos_de(prueba: Prueba) -> tuple[Hecho, ...]:
    """Los hechos de una prueba, según la herramienta y la versión que la trajo. De una desconocida, ninguno."""
    if prueba.herramienta == "leer_carta@1":
        return tuple(_de_carta(prueba))
    extraer = _DE_JSON.get(prueba.herramienta)
    tramos = tramos_de_json(prueba.contenido)
    if extraer is None or not tramos:
        return ()
    return tuple(extraer(json.loads(prueba.contenido), _Lugar(prueba.id, tramos)))


class _Lugar:
    """Hace hechos de valores JSON por su puntero."""

    def __init__(self, id_: str, tramos: Mapping[str, tuple[int, int]]) -> None:
        self._id, self._tramos = id_, tramos

    def hecho(self, sujeto: str, atributo: str, valor: Any, unidad: str, puntero: str, **vigencia: Any) -> Hecho:
        inicio, fin = self._tramos[puntero]
        texto = valor if isinstance(valor, str) else json.dumps(valor)
        return Hecho(sujeto, atributo, texto, unidad, self._id, inicio, fin, **vigencia)


def _de_la_factura(f: Mapping[str, Any], lugar: _Lugar) -> Iterator[Hecho]:
    sujeto, divisa = f"factura:{f['factura_id']}", f["moneda"]
    for atributo, unidad in _DE_FACTURA.items():
        yield lugar.hecho(sujeto, atributo, f[atributo], unidad, f"/{atributo}")
    yield lugar.hecho(sujeto, "total", f["total"], divisa, "/total")
    for n, x in enumerate(f["lineas"]):
        linea = f"linea:{f['factura_id']}/{x['linea']}"
        for atributo, unidad in _DE_LINEA.items():
            yield lugar.hecho(linea, atributo, x[atributo], unidad, f"/lineas/{n}/{atributo}")
        yield lugar.hecho(linea, "tarifa", x["tarifa"], f"{divisa}/h", f"/lineas/{n}/tarifa")
        yield lugar.hecho(linea, "importe", x["importe"], divisa, f"/lineas/{n}/importe")


def _de_las_tarifas(t: Mapping[str, Any], lugar: _Lugar) -> Iterator[Hecho]:
    for n, x in enumerate(t["tarifas"]):
        vigencia = {"desde": fecha(x["desde"]), "hasta": fecha(x["hasta"])}
        if None not in vigencia.values():
            sujeto = f"tope:{t['carta_id']}/{x['rol']}"
            yield lugar.hecho(sujeto, "tope", x["tope"], x["unidad"], f"/tarifas/{n}/tope", **vigencia)


def _de_los_codigos(c: Mapping[str, Any], lugar: _Lugar) -> Iterator[Hecho]:
    yield lugar.hecho(f"carta:{c['carta_id']}", "lista_cerrada", c["lista_cerrada"], "texto", "/lista_cerrada")
    for n, x in enumerate(c["codigos"]):
        yield lugar.hecho(f"carta:{c['carta_id']}", "no_facturable", x["codigo"], "codigo", f"/codigos/{n}/codigo")


def _del_calendario(c: Mapping[str, Any], lugar: _Lugar) -> Iterator[Hecho]:
    yield lugar.hecho(f"anio:{c['anio']}", "archivado", c["anio"], "texto", "/anio")
    for n, dia in enumerate(c["festivos"]):
        yield lugar.hecho(f"anio:{c['anio']}", "festivo", dia, "fecha", f"/festivos/{n}")


def _de_la_busqueda(b: Mapping[str, Any], lugar: _Lugar) -> Iterator[Hecho]:
    sujeto = f"busqueda:{b['cliente_id']}/{b['desde']}/{b['hasta']}/{b['excepto']}"
    yield lugar.hecho(sujeto, "completa", b["completa"], "texto", "/completa")
    for n, f in enumerate(b["facturas"]):
        yield lugar.hecho(sujeto, "numero", f["numero"], "texto", f"/facturas/{n}/numero")
        for m, x in enumerate(f["lineas"]):
            linea = f"linea:{f['factura_id']}/{x['linea']}"
            for atributo in ("fecha", "profesional", "codigo", "horas"):
                unidad, donde = _DE_LINEA[atributo], f"/facturas/{n}/lineas/{m}/{atributo}"
                yield lugar.hecho(linea, atributo, x[atributo], unidad, donde)


_DE_JSON: Mapping[str, Callable[[Any, _Lugar], Iterator[Hecho]]] = {
    "leer_factura@1": _de_la_factura,
    "tarifas_de@1": _de_las_tarifas,
    "codigos_no_facturables@1": _de_los_codigos,
    "calendario@1": _del_calendario,
    "buscar_facturas@1": _de_la_busqueda,
}


def _de_carta(prueba: Prueba) -> Iterator[Hecho]:
    """Gramática de cláusulas, versión 1: topes por rol con su vigencia y plazo de presentación."""
    texto, carta = prueba.contenido.decode("utf-8"), str(prueba.argumentos.get("carta_id"))
    for m in _TOPE.finditer(texto):
        euros, (desde, hasta) = decimal_espanol(m["euros"]), (_fecha(m.groups()[2:5]), _fecha(m.groups()[5:8]))
        if euros is not None and desde and hasta:
            tramo = _bytes(texto, m.span())
            yield Hecho(f"tope:{carta}/{m['rol']}", "tope", f"{euros:f}", "EUR/h", prueba.id, *tramo, desde, hasta)
    for m in _PLAZO.finditer(texto):
        unidad = "dias_habiles" if m["clase"] == "hábiles" else "dias_naturales"
        yield Hecho(f"carta:{carta}", "plazo", m["dias"], unidad, prueba.id, *_bytes(texto, m.span()))


def _fecha(partes: tuple[str, ...]) -> Any:
    dia, mes, anio = partes
    return fecha(f"{anio}-{MESES.index(mes) + 1:02d}-{int(dia):02d}")


def _bytes(texto: str, tramo: tuple[int, int]) -> tuple[int, int]:
    """De posiciones de carácter a posiciones de byte."""
    inicio = len(texto[: tramo[0]].encode())
    return inicio, inicio + len(texto[tramo[0] : tramo[1]].encode())

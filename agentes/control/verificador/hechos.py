"""Hechos con tipo, sacados solo de los bytes que una proposición cita, con el tramo exacto de cada uno."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from agentes.control.cantidades import decimal


@dataclass(frozen=True, slots=True)
class Prueba:
    """Una entrada del registro ya comprobada: su id, sus bytes y la herramienta con su versión que la trajo."""

    id: str
    contenido: bytes
    tipo_de_medio: str
    herramienta: str
    argumentos: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Hecho:
    """Sujeto, atributo, valor y unidad, con su vigencia. `inicio` y `fin` son bytes de la prueba (fin excluido)."""

    sujeto: str
    atributo: str
    valor: str
    unidad: str
    ledger_id: str
    inicio: int
    fin: int
    desde: date | None = None
    hasta: date | None = None

    def vigente(self, en: date | None) -> bool:
        """Si vale en esa fecha. Con vigencia y sin fecha no se sabe: no vale."""
        if self.desde is None or self.hasta is None:
            return True
        return en is not None and self.desde <= en <= self.hasta

    def igual_a(self, valor: str, unidad: str) -> bool:
        """Igualdad exacta: en `Decimal` si la unidad es de cantidad, letra a letra si no."""
        mio, suyo = decimal(self.valor), decimal(valor)
        if unidad in CANTIDADES:
            return mio is not None and suyo is not None and mio == suyo
        return self.valor == valor


CANTIDADES = frozenset({"EUR", "USD", "EUR/h", "USD/h", "h", "dias_naturales", "dias_habiles"})
UNIDADES = (*sorted(CANTIDADES), "codigo", "fecha", "texto")


class SinPrueba(Exception):  # noqa: N818
    """No se puede decidir. `motivo` es un código estable; `faltan`, lo que haría falta tener en el registro."""

    def __init__(self, motivo: str, *faltan: str) -> None:
        super().__init__(motivo)
        self.motivo = motivo
        self.faltan = faltan


class Hechos:
    """Los hechos de unas pruebas. Recuerda cuáles se usaron: esos son los fragmentos que sostienen el veredicto."""

    def __init__(self, pruebas: Iterable[Prueba], hechos: Iterable[Hecho]) -> None:
        self.pruebas = tuple(pruebas)
        self._hechos = tuple(hechos)
        self.usados: list[Hecho] = []

    def todos(self, sujeto: str, atributo: str) -> tuple[Hecho, ...]:
        """Los hechos de ese sujeto y atributo, vigentes o no."""
        return tuple(h for h in self._hechos if h.sujeto == sujeto and h.atributo == atributo)

    def uno(self, sujeto: str, atributo: str, en: date | None = None) -> Hecho:
        """El hecho vigente. Lanza `SinPrueba` si no lo hay, si está fuera de vigencia o si las pruebas discrepan."""
        hallados = self.todos(sujeto, atributo)
        if not hallados:
            raise SinPrueba("sin_hecho", f"{atributo} de {sujeto}")
        vigentes = [h for h in hallados if h.vigente(en)]
        if not vigentes:
            raise SinPrueba("fuera_de_vigencia", f"{atributo} de {sujeto} en {en or 'una fecha concreta'}")
        if any(not h.igual_a(vigentes[0].valor, h.unidad) or h.unidad != vigentes[0].unidad for h in vigentes):
            raise SinPrueba("pruebas_en_conflicto", f"cuál de los valores de {atributo} de {sujeto} vale")
        self.usar(*vigentes)
        return vigentes[0]

    def usar(self, *hechos: Hecho) -> None:
        """Apunta que el veredicto se apoya en ellos, sin repetir."""
        self.usados += [h for h in hechos if h not in self.usados]

    def sujetos(self, prefijo: str) -> Iterator[str]:
        """Los sujetos que empiezan así, en orden y sin repetir."""
        return iter(dict.fromkeys(h.sujeto for h in self._hechos if h.sujeto.startswith(prefijo)))

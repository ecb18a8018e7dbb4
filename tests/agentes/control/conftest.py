"""Bancos compartidos: la referencia, un registro con todas sus pruebas y un verificador por factura."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from agentes.control.evaluacion import referencia
from agentes.control.evaluacion.banco import Archivado, archivar
from agentes.control.puerta.puerta import examinar
from agentes.control.registro.libro import Libro
from agentes.control.verificador.verificar import Verificador

Json = dict[str, Any]


@dataclass(frozen=True)
class Banco:
    """Una factura con sus pruebas archivadas."""

    caso: Json
    archivado: Archivado

    @property
    def factura(self) -> str:
        return self.caso["encargo"]["factura_id"]

    def claim(self, pred: str, **args: Any) -> Json:
        return self.archivado.afirmacion(1, pred, args)

    def veredicto(self, claim: Json, **opciones: Any) -> Json:
        """La única proposición, juzgada."""
        return self.juzgada(claim, **opciones)["propositions"][0]

    def juzgada(self, claim: Json, **opciones: Any) -> Json:
        return Verificador(self.archivado.libro, self.archivado.run_id, **opciones).juzgar(claim)

    def estado(self, claim: Json) -> str:
        """Lo que le pasa a lo emitido: `puerta` si no llega al verificador."""
        paso = examinar({"claims": [claim]})
        return self.juzgada(paso.claims[0])["estado"] if paso.claims else "puerta"


@pytest.fixture(scope="session")
def bancos() -> dict[str, Banco]:
    libro = Libro()
    casos = referencia.leer()["casos"]
    hechos = [Banco(c, archivar(c["encargo"], libro, c["encargo"]["factura_id"])) for c in casos]
    return {b.factura: b for b in hechos}


@pytest.fixture(scope="session")
def banco(bancos) -> Banco:
    """FAC-2026-029: cuatro líneas en euros; la 3 pasa del tope de socio en 17.00 EUR."""
    return bancos["FAC-2026-029"]


@pytest.fixture(scope="session")
def cuentas():
    """El grafo con plano, medido una vez sobre toda la referencia."""
    from agentes.control.evaluacion import arnes

    return arnes.medir_plano(referencia.leer()["casos"])

"""El registro cerrado de predicados. Lo que no está aquí no se puede afirmar: es, como mucho, una conjetura."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from agentes.control.verificador.predicados.absent import ABSENT
from agentes.control.verificador.predicados.base import Dictamen, Predicado
from agentes.control.verificador.predicados.codigos import DUPLICATE_OF, NOT_BILLABLE
from agentes.control.verificador.predicados.exceeds_cap import EXCEEDS_CAP
from agentes.control.verificador.predicados.importes import AMOUNT_IS_PRODUCT, SUM_IS
from agentes.control.verificador.predicados.quote import QUOTE
from agentes.control.verificador.predicados.value_is import VALUE_IS
from agentes.control.verificador.predicados.within_term import WITHIN_TERM

__all__ = ["PREDICADOS", "Dictamen", "Predicado"]

PREDICADOS: Mapping[str, Predicado] = MappingProxyType(
    {
        p.referencia: p
        for p in (
            QUOTE,
            VALUE_IS,
            EXCEEDS_CAP,
            AMOUNT_IS_PRODUCT,
            SUM_IS,
            WITHIN_TERM,
            DUPLICATE_OF,
            NOT_BILLABLE,
            ABSENT,
        )
    }
)

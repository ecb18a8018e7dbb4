"""Los fallos con nombre. Un rechazo de política no es una avería: se explica; una avería se puede reintentar."""

from __future__ import annotations

from collections.abc import Sequence


class ConfiguracionInvalida(ValueError):  # noqa: N818
    """Las piezas inyectadas o los datos de partida no encajan. El mensaje dice qué falta y cómo arreglarlo."""


class RechazoDePolitica(Exception):  # noqa: N818
    """Lo pedido incumple la política. `motivos` son códigos estables; el mensaje, lo que se le dice al agente."""

    def __init__(self, mensaje: str, motivos: Sequence[str], veredictos: Sequence[dict[str, object]] = ()) -> None:
        super().__init__(mensaje)
        self.motivos = tuple(motivos)
        self.veredictos = tuple(veredictos)


class ErrorTecnico(Exception):  # noqa: N818
    """Algo de fuera no contestó. Se puede reintentar una vez o escalar."""


class ServicioCaido(ErrorTecnico):
    """Pagos o envíos no contestó: puede que hiciera la operación y puede que no.

    Repetir con la misma clave es seguro.
    """


class OperacionRechazada(Exception):  # noqa: N818
    """Pagos o envíos contestó que no, y no cambiará de opinión."""


class ClaveReutilizada(Exception):  # noqa: N818
    """La misma clave de idempotencia con otro cuerpo: nunca se ejecuta."""

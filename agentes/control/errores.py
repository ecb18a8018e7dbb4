"""Los fallos con nombre del plano de control. Un rechazo no es una avería: viaja como dato y vuelve al planificador."""

from __future__ import annotations


class ConfiguracionInvalida(ValueError):  # noqa: N818
    """Las piezas inyectadas o los ficheros de partida no encajan. El mensaje dice qué falta y cómo arreglarlo."""


class RegistroCerrado(RuntimeError):  # noqa: N818
    """Se intentó cambiar o borrar algo del registro de citas, que solo admite añadir."""


class RegistroAlterado(RuntimeError):  # noqa: N818
    """Los bytes, la cadena o la cabeza de un registro no son los que se escribieron. El mensaje dice la entrada."""

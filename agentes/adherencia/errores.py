"""Los errores que el agente lanza a propósito: una configuración que no puede funcionar."""


class ConfiguracionInvalida(ValueError):  # noqa: N818
    """Las piezas inyectadas no encajan. El mensaje dice qué falta o qué sobra y cómo arreglarlo."""

"""`vitrina servir`: el sitio ya construido y, aparte, el agente en vivo con su panel de aprobación.

`proceso` ejecuta el agente en otro proceso, `ejecuciones` lleva lo que hay en marcha, `paneles` convierte una pregunta
en un formulario, `vista` hace de todo ello modelos de página, `peticion` contesta y `orden` lo monta. Por qué así:
`docs/adr/0007-servir-sin-framework-y-sin-javascript.md`.
"""

from generador.servidor.vivo.orden import Opciones, servir

__all__ = ["Opciones", "servir"]

"""`vitrina vigilar`: construye, sirve en esta máquina, reconstruye al guardar y recarga la pestaña que cambió.

`calma` decide cuándo, `foto` decide si de verdad cambió algo, `vigia` es el bucle, `puerta` decide a quién se
contesta, `respuestas` contesta y `tablon` une los dos lados. Lo publicado es lo mismo que sin vigilar: el cliente de
recarga se pone al servir (`inyeccion`).
"""

from generador.servidor.orden import Opciones, vigilar

__all__ = ["Opciones", "vigilar"]

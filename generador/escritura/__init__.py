"""Rutas y bytes → carpeta publicada: atómica, con marca, revisada y sin secretos.

El orden es `revision.revisar` → `compuerta.pasar` → `publicar`: nada se escribe hasta que las dos primeras dan su
visto bueno, y lo que se publica es lo que devuelve la compuerta.
"""

from generador.escritura.compuerta import Limpio, SecretosHallados, pasar
from generador.escritura.estaticos import Estaticos, con_huella
from generador.escritura.permitidos import Permitido, permitidos_de
from generador.escritura.revision import revisar
from generador.escritura.salida import publicar

__all__ = [
    "Estaticos",
    "Limpio",
    "Permitido",
    "SecretosHallados",
    "con_huella",
    "pasar",
    "permitidos_de",
    "publicar",
    "revisar",
]

"""De líneas sueltas a una `Traza`: lo que comparten todos los formatos.

Un lector de formato traduce lo suyo a las líneas de la v1 (`lineas`) y llama a `montar`. Así las reglas
difíciles (reanudar no es repetir, una pausa en dos niveles es una, el orden es el del tiempo) se escriben una vez.
"""

from generador.lectura.trazas.montaje.montador import montar

__all__ = ["montar"]

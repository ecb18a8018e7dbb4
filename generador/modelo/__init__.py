"""Los nombres del dominio, como datos congelados.

Es lo único que comparten todas las etapas, así que no importa nada nuestro, no toca el disco ni el
reloj y no sabe de HTML. Vocabulario: `plan`, `grafo`, `traza`, `corrida`, `hallazgo`, `procedencia`.
"""

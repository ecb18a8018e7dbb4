"""Contrato, grafo real, spike y trazas → veredictos. Puro: ni disco, ni reloj, ni HTML.

`comparar(demo)` es la puerta. `sueltos.comparar_sueltos` hace lo mismo con lados ya leídos, sin demo, e
`informe` lo cuenta en texto y en JSON y decide el código de salida. `resumir` e `historiar` hacen lo mismo entre
corridas: `corridas.informe` lo cuenta.
"""

from generador.comparacion.corridas.cotejo import cotejar, historiar
from generador.comparacion.corridas.resumen import resumir
from generador.comparacion.demo import comparar

__all__ = ["comparar", "cotejar", "historiar", "resumir"]

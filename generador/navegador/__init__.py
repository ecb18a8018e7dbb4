"""Comprobar un sitio ya construido como lo vería quien lo abre: en un navegador, sin red y sin fiarse de quien lo hizo.

No reutiliza la revisión que pasa al construir: si esa mirada y esta compartieran código, compartirían sus descuidos.
Es lo único que importa playwright, y solo al abrir el navegador.
"""

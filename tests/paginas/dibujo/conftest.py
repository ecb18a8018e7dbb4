"""Ninguna propiedad se juzga por lo que tarda: la máquina puede estar ocupada."""

from hypothesis import settings

settings.register_profile("sin_prisa", deadline=None)
settings.load_profile("sin_prisa")

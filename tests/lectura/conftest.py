"""Hypothesis sin plazos: en una máquina ocupada una prueba lenta no es una prueba rota."""

from hypothesis import settings

settings.register_profile("lectura", deadline=None)
settings.load_profile("lectura")

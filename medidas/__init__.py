"""Medir: cargas, suelo y cocientes. Nada de esto entra en el paquete ni en las pruebas."""

import os

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Cada orden se mide como la ejecuta quien la usa, con el código ya compilado de la vez anterior."""

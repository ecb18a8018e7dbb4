"""Disco → modelo. Cada módulo lee un formato y devuelve datos congelados o una sola `ErrorDeEntrada` con todos los problemas."""

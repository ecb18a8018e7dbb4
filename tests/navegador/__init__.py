"""Pruebas sobre el sitio generado, en un Chromium de verdad."""

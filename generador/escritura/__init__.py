"""Rutas y bytes → carpeta publicada: atómica, con marca, revisada y sin secretos."""

"""El registro de citas: bytes exactos de cada resultado, encadenados; se añade y nunca se cambia."""

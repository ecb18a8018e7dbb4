"""Buscar en el corpus: fichas, índices guardados con su umbral, embebedores y el recuperador que los callbacks ven."""

"""El arnés: una referencia congelada sacada de los documentos, métricas con el nombre del gremio y una compuerta que bloquea."""

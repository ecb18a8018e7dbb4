"""El arnés: una referencia sacada de los documentos, métricas con su nombre de siempre y una compuerta que bloquea."""

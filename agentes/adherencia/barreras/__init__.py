"""Las barreras: funciones de texto a `Decision`. Ninguna conoce el grafo; los nodos deciden qué hacer con ellas."""

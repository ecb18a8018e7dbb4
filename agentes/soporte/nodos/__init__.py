"""Los nodos del grafo, uno por fichero. Cada uno lee el estado y devuelve lo que cambia."""

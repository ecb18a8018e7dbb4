"""Un nodo, un fichero. Cada nodo recibe el estado y devuelve solo las claves que cambia."""

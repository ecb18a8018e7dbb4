"""Lo que el modelo puede pedir: leer y proponer. Nada de aquí ejecuta una acción."""

"""Un nodo, un fichero. Los cinco agentes llaman al modelo; las seis piezas del plano, nunca."""

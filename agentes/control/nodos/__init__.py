"""Un nodo, un fichero. Los agentes llaman al modelo; el plano (bus, puerta, verificador, límite, ejecutor, abstención), nunca."""

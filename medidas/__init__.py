"""Lo rápido se mide aquí, como cociente en la misma ejecución; las pruebas no miden tiempos."""

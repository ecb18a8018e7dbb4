"""La evaluación por dentro: conjuntos escritos a mano, oráculos declarados, ejecución y métricas puras."""

"""Las reglas de cada barrera, aparte de la función que las aplica: son listas de formas, y se leen como tales."""

"""El verificador: primero que la prueba exista, después que implique. Determinista, y el único que escribe `entailment`."""

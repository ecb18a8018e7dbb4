"""El verificador: primero que la prueba exista, después que implique. El único que escribe `entailment`."""

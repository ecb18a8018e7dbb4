"""El bus de herramientas tipadas: lo único por donde un agente toca algo, y por donde nada irreversible pasa sin concesión."""

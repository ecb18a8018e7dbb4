"""El bus de herramientas tipadas: lo único por donde un agente toca algo. Sin concesión, nada irreversible pasa."""

"""Contrato, grafo real, spike y trazas → veredictos. Puro: ni disco, ni reloj, ni HTML."""

"""Modelo y veredictos → un modelo de página congelado por tipo de página. Sin HTML ni disco."""

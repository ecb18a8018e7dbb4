"""Disco → modelo. Cada módulo lee un formato; los problemas salen todos juntos en una `ErrorDeEntrada`."""

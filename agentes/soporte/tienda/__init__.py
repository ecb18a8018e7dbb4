"""La tienda sintética: pedidos, envíos y direcciones, con sus datos de partida versionados."""

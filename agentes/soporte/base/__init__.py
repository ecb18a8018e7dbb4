"""El almacén relacional: las mismas tablas y el mismo código en SQLite y en PostgreSQL."""

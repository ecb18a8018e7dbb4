"""La política de la tienda: un JSON versionado del que salen las reglas, la sección del prompt y la página."""

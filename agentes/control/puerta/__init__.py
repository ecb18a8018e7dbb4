"""La puerta de esquema: lo que un agente emite solo llega al siguiente si está tipado, etiquetado y citado."""

"""El despacho y sus clientes, inventados: documentos fuente congelados y quién los lee."""

"""Los agentes de referencia que la vitrina enseña: programas reales, que no importan `generador`."""

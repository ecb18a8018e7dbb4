"""La API del agente: `POST /chat`, `POST /chat/resume`, `GET /grafo` y la página del grafo en vivo."""

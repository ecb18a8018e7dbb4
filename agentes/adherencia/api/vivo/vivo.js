"use strict";
// Dibuja lo que diga GET /grafo y enciende cada nodo con los eventos del turno. Aquí no hay ningún nombre de nodo.
(() => {
  const porId = (id) => document.getElementById(id);
  const CLASES = { node_started: "empezado", node_completed: "acabado", node_paused: "pausado" };
  const PALABRAS = { node_completed: "acaba", node_paused: "se pausa" };
  let pausa = null;

  const crear = (padre, nombre, atributos, texto) => {
    const e = padre.appendChild(document.createElementNS("http://www.w3.org/2000/svg", nombre));
    for (const [k, v] of Object.entries(atributos)) e.setAttribute(k, v);
    if (texto) e.textContent = texto;
    return e;
  };

  // Columna de cada nodo: el camino más largo desde el principio (el grafo no tiene ciclos).
  const columnas = ({ nodos, aristas }) => {
    const columna = new Map(nodos.map((n) => [n, 0]));
    for (let vuelta = 0; vuelta < nodos.length; vuelta++)
      for (const a of aristas) columna.set(a.destino, Math.max(columna.get(a.destino), columna.get(a.origen) + 1));
    return columna;
  };

  const dibujar = (grafo) => {
    const svg = porId("grafo");
    const columna = columnas(grafo);
    const ancho = 130, alto = 34;
    const x = (n) => columna.get(n) * ancho + ancho / 2;
    const total = (Math.max(...columna.values()) + 1) * ancho;
    svg.setAttribute("viewBox", `0 0 ${total} 130`);
    for (const a of grafo.aristas) {
      const salta = columna.get(a.destino) - columna.get(a.origen) > 1;
      const y = salta ? 20 : 80;
      crear(svg, "line", { x1: x(a.origen), y1: 80, x2: salta ? x(a.origen) + 30 : x(a.destino), y2: y, class: a.condicional ? "condicional" : "" });
      if (salta) {
        crear(svg, "line", { x1: x(a.origen) + 30, y1: y, x2: x(a.destino) - 30, y2: y, class: a.condicional ? "condicional" : "" });
        crear(svg, "line", { x1: x(a.destino) - 30, y1: y, x2: x(a.destino), y2: 80, class: a.condicional ? "condicional" : "" });
      }
      if (a.etiqueta) crear(svg, "text", { x: (x(a.origen) + x(a.destino)) / 2, y: salta ? 14 : 122, class: "etiqueta" }, a.etiqueta);
    }
    for (const n of grafo.nodos) {
      const g = crear(svg, "g", { "data-nodo": n });
      crear(g, "rect", { x: x(n) - ancho / 2 + 5, y: 80 - alto / 2, width: ancho - 10, height: alto, rx: 6 });
      crear(g, "text", { x: x(n), y: 84 }, n);
    }
  };

  const encender = (nodo, evento) => {
    const g = [...document.querySelectorAll("[data-nodo]")].find((e) => e.dataset.nodo === nodo);
    if (g) g.setAttribute("class", CLASES[evento]);
    if (PALABRAS[evento]) porId("nodos").appendChild(document.createElement("li")).textContent = `${nodo} ${PALABRAS[evento]}`;
  };

  const atender = (evento, datos) => {
    if (datos.nodo) encender(datos.nodo, evento);
    if (evento === "paused_for_review") {
      pausa = { thread_id: datos.thread_id, interrupt_id: datos.pausa.interrupt_id };
      porId("motivos").textContent = datos.pausa.peticion.motivos.join(", ");
      porId("borrador").value = datos.pausa.peticion.borrador;
    }
    if (evento === "turn_completed") porId("respuesta").textContent = datos.respuesta;
    if (evento === "error") porId("respuesta").textContent = `No se pudo terminar el turno (${datos.error}).`;
    porId("revision").hidden = evento !== "paused_for_review";
  };

  const emitir = async (ruta, cuerpo) => {
    const r = await fetch(ruta, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
      body: JSON.stringify(cuerpo),
    });
    if (!r.ok) {
      porId("respuesta").textContent = r.status === 409 ? "Otra persona ya decidió." : `El servidor respondió ${r.status}.`;
      return;
    }
    const lector = r.body.pipeThrough(new TextDecoderStream()).getReader();
    let resto = "";
    for (;;) {
      const { value, done } = await lector.read();
      if (done) return;
      const bloques = (resto + value).split("\n\n");
      resto = bloques.pop();
      for (const bloque of bloques) {
        const campos = Object.fromEntries(bloque.split("\n").map((l) => [l.slice(0, l.indexOf(": ")), l.slice(l.indexOf(": ") + 2)]));
        if (campos.event) atender(campos.event, JSON.parse(campos.data));
      }
    }
  };

  porId("pregunta").addEventListener("submit", (e) => {
    e.preventDefault();
    for (const g of document.querySelectorAll("[data-nodo]")) g.removeAttribute("class");
    porId("nodos").replaceChildren();
    porId("respuesta").textContent = "";
    emitir("chat", { mensaje: porId("mensaje").value });
  });
  for (const boton of document.querySelectorAll("[data-decision]"))
    boton.addEventListener("click", () => {
      const decision = boton.dataset.decision;
      emitir("chat/resume", { ...pausa, decision, ...(decision === "edit" ? { texto: porId("borrador").value } : {}) });
    });
  fetch("grafo").then((r) => r.json()).then(dibujar);
})();

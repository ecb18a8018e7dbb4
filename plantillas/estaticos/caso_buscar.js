// Filtrar y buscar en un caso. Lo de esta página se busca entero; lo de otros tramos, en un índice recortado que lo dice.
(() => {
  "use strict";
  const caso = globalThis.Vitrina?.caso;
  if (!caso) return;
  const { D, T, visor, filas, hojas, llenar } = caso, ajeno = globalThis.VitrinaIndice;
  const uno = (s) => visor.querySelector(s), SUERTES = ["desviacion", "herramientas", "modelo", "errores", "interrupciones"];
  const entrada = uno("[data-buscar]"), hallado = uno("[data-hallado]"), cuantos = uno("[data-cuantos]");
  const botones = [...visor.querySelectorAll("[data-filtro]")];
  const llano = (t) => t.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/\s+/g, " ");
  const textos = new Map();
  const texto = (n) => {
    if (!textos.has(n)) textos.set(n, llano(`${filas.get(n).textContent} ${hojas.get(n).textContent}`));
    return textos.get(n);
  };
  let reloj = 0;

  function aplicar() {
    const suertes = botones.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.filtro);
    const que = llano(entrada.value.trim());
    let vistos = 0;
    for (const [n, fila] of filas) {
      const marcas = (fila.dataset.marcas || "").split(" ");
      fila.hidden = (suertes.length > 0 && !suertes.some((s) => marcas.includes(s))) || (que !== "" && !texto(n).includes(que));
      if (!fila.hidden && n) vistos++;
    }
    visor.dataset.filtro = suertes.join(",");
    visor.dataset.buscar = entrada.value.trim();
    const propios = filas.size - filas.has(0);
    cuantos.textContent = suertes.length || que ? llenar(T.filtrados, { n: vistos, total: propios }) : String(D.total);
    contar(suertes, que, vistos);
    resaltar();
  }

  // Lo que hay en las otras páginas del caso, con un enlace a los primeros
  function contar(suertes, que, vistos) {
    hallado.replaceChildren();
    hallado.hidden = !que && !suertes.length;
    const decir = (frase, datos) => hallado.append(Object.assign(document.createElement("p"), { textContent: llenar(frase, datos) }));
    if (que) decir(vistos === 1 ? T.encontrado : vistos ? T.encontrados : T.nada, { n: vistos, que: entrada.value.trim() });
    else if (!vistos && suertes.length) decir(T.ninguno, {});
    if (!ajeno || hallado.hidden) return;
    const fuera = ajenos(suertes, que);
    for (const [n, trozo] of fuera.slice(0, 5)) {
      const a = document.createElement("a");
      a.href = `#paso=${n}`;
      a.textContent = `${llenar(T.fuera, { n })}: ${trozo}`;
      a.addEventListener("click", (e) => { e.preventDefault(); caso.saltar(n); });
      hallado.append(a);
    }
    if (fuera.length > 5) decir(T.fuera_mas, { n: fuera.length - 5 });
    if (que) decir(T.recortado, { n: ajeno.maximo });
    if (que && D.tramo < D.tramos.length) {
      const b = Object.assign(document.createElement("button"), { type: "button", className: "enlace", textContent: T.seguir });
      b.addEventListener("click", () => caso.saltar(D.tramos[D.tramo]));
      hallado.append(b);
    }
  }
  function ajenos(suertes, que) {
    const bits = suertes.reduce((suma, s) => suma | (1 << SUERTES.indexOf(s)), 0), salida = [];
    const vale = (n) => !filas.has(n) && (!bits || (ajeno.marcas.charCodeAt(n - 1) - 48) & bits);
    let n = 1;
    for (let i = 0; i >= 0 && salida.length < 1000; n++) {
      const fin = ajeno.textos.indexOf("\n", i), linea = ajeno.textos.slice(i, fin < 0 ? undefined : fin);
      if (vale(n) && linea.includes(que)) salida.push([n, linea.slice(0, 80)]);
      i = fin < 0 ? -1 : fin + 1;
    }
    return salida;
  }

  // Lo hallado, señalado dentro de la hoja que se ve
  function resaltar() {
    if (!globalThis.CSS?.highlights) return;
    CSS.highlights.delete("hallado");
    const que = llano(entrada.value.trim()), hoja = visor.querySelector("[data-paso][data-visto]");
    if (!que || !hoja) return;
    const marcas = new Highlight(), nodos = document.createTreeWalker(hoja, NodeFilter.SHOW_TEXT);
    for (let t = nodos.nextNode(); t && marcas.size < 500; t = nodos.nextNode()) {
      const suyo = t.data.toLowerCase().normalize("NFC").replace(/[áàâä]/g, "a").replace(/[éèêë]/g, "e").replace(/[íìîï]/g, "i").replace(/[óòôö]/g, "o").replace(/[úùûü]/g, "u").replace(/ñ/g, "n");
      if (suyo.length !== t.data.length) continue;
      for (let i = suyo.indexOf(que); i >= 0; i = suyo.indexOf(que, i + que.length)) {
        const r = new Range();
        r.setStart(t, i);
        r.setEnd(t, i + que.length);
        marcas.add(r);
      }
    }
    CSS.highlights.set("hallado", marcas);
  }

  entrada.addEventListener("input", () => { clearTimeout(reloj); reloj = setTimeout(aplicar, 120); });
  entrada.addEventListener("keydown", (e) => {
    if (e.key === "Escape" && entrada.value) { entrada.value = ""; aplicar(); }
    else if (e.key === "Enter") { clearTimeout(reloj); aplicar(); caso.andar(e.shiftKey ? -1 : 1); }
    else return;
    e.preventDefault();
  });
  for (const b of botones) {
    b.addEventListener("click", () => {
      b.setAttribute("aria-pressed", b.getAttribute("aria-pressed") !== "true");
      aplicar();
    });
  }
  const llegar = (p) => {
    entrada.value = p.get("buscar") || entrada.value;
    const suertes = (p.get("filtro") || "").split(",");
    for (const b of botones) if (suertes.includes(b.dataset.filtro)) b.setAttribute("aria-pressed", "true");
    aplicar();
  };
  document.addEventListener("vitrina:llegada", (e) => llegar(e.detail));
  document.addEventListener("vitrina:paso", resaltar);
  llegar(new URLSearchParams(caso.llegada || ""));
})();

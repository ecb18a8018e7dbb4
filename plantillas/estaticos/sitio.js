// Lo común: tema, atajos, copiar y cambiar de idioma sin perder el sitio. Lo que aquí se ofrece viene oculto en el
// HTML: sin este script la página no promete nada que no haga.
(() => {
  "use strict";
  const raiz = document.documentElement;
  const uno = (selector, en = document) => en.querySelector(selector);
  const todos = (selector) => [...document.querySelectorAll(selector)];

  // Tema: según el sistema → claro → oscuro
  const TEMAS = ["auto", "claro", "oscuro"];
  const conmutador = uno("[data-tema-conmutar]");
  const tema = () => raiz.dataset.tema || "auto";
  function rotular() {
    const actual = tema();
    conmutador.title = conmutador.dataset["tema" + actual[0].toUpperCase() + actual.slice(1)];
    conmutador.setAttribute("aria-label", conmutador.title);
  }
  function siguienteTema() {
    const nuevo = TEMAS[(TEMAS.indexOf(tema()) + 1) % TEMAS.length];
    if (nuevo === "auto") delete raiz.dataset.tema;
    else raiz.dataset.tema = nuevo;
    try {
      localStorage.setItem("vitrina.tema", nuevo);
    } catch { /* dura lo que la página */ }
    rotular();
  }
  conmutador.hidden = false;
  conmutador.addEventListener("click", siguienteTema);
  rotular();

  const ayuda = uno("#atajos");
  const abrirAyuda = () => ayuda.showModal();
  for (const boton of todos("[data-atajos-abrir]")) {
    boton.hidden = false;
    boton.addEventListener("click", abrirAyuda);
  }

  // Teclas de una letra: nunca mientras se escribe ni con modificadores. Cada página añade las suyas a vitrina.atajos
  const atajos = {
    "/": () => {
      const caja = uno("#consulta");
      if (caja) caja.focus();
      else location.assign(uno(".ir-a-buscar").href);
    },
    "?": abrirAyuda,
    t: siguienteTema,
  };
  const escribiendo = (e) => e.target.closest?.("input, textarea, select, [contenteditable]");
  document.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || escribiendo(e) || ayuda.open) return;
    if (!Object.hasOwn(atajos, e.key)) return;
    e.preventDefault();
    atajos[e.key](e);
  });

  // Un botón con data-copiar="#id" copia el texto de ese elemento; vacío, la dirección de la página
  async function copiar(texto) {
    try {
      await navigator.clipboard.writeText(texto);
    } catch {
      const caja = document.createElement("textarea");
      caja.value = texto;
      document.body.append(caja);
      caja.select();
      document.execCommand("copy");
      caja.remove();
    }
  }
  document.addEventListener("click", async (e) => {
    const boton = e.target.closest?.("[data-copiar]");
    if (!boton) return;
    const de = boton.dataset.copiar.slice(1);
    await copiar(de ? document.getElementById(de).textContent : location.href);
    const antes = boton.textContent;
    boton.textContent = boton.dataset.copiado || "✓";
    boton.focus();
    setTimeout(() => { boton.textContent = antes; }, 1600);
  });
  for (const boton of todos("[data-copiar]")) boton.hidden = false;

  // Lo que dijo un modelo no se copia sin decir de dónde salió, salvo que la banda ya vaya en la selección
  document.addEventListener("copy", (e) => {
    const seleccion = getSelection();
    if (seleccion.isCollapsed || escribiendo(e)) return;
    const rango = seleccion.getRangeAt(0);
    const banda = uno("[data-divulgacion]");
    if (rango.intersectsNode(banda) || !todos("main [data-procedencia]").some((n) => rango.intersectsNode(n))) return;
    const frase = uno(".banda-frase", banda).textContent.trim().replace(/\s+/g, " ");
    e.clipboardData.setData("text/plain", `${seleccion}\n\n[${frase}]`);
    e.preventDefault();
  });

  // El otro idioma, en el mismo punto
  for (const enlace of todos(".idiomas a")) enlace.addEventListener("click", () => { enlace.hash = location.hash; });

  // Lo plegado se lee al imprimir, y después vuelve a como estaba
  let plegados = [];
  addEventListener("beforeprint", () => {
    plegados = todos("details:not([open])");
    for (const d of plegados) d.open = true;
  });
  addEventListener("afterprint", () => { for (const d of plegados) d.open = false; });

  globalThis.vitrina = Object.freeze({ atajos, copiar });
  raiz.dataset.lista = "";
})();

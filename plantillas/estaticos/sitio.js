// Lo común: tema, atajos de teclado, copiar y cambiar de idioma sin perder el sitio.
// Todo lo que aquí se ofrece está oculto en el HTML: sin este script la página no promete nada que no haga.
(() => {
  "use strict";
  const raiz = document.documentElement;
  const uno = (selector, en = document) => en.querySelector(selector);
  const todos = (selector, en = document) => [...en.querySelectorAll(selector)];

  // Tema: según el sistema → claro → oscuro
  const TEMAS = ["auto", "claro", "oscuro"];
  const conmutador = uno("[data-tema-conmutar]");
  const temaActual = () => raiz.dataset.tema || "auto";
  function ponerTema(tema) {
    if (tema === "auto") delete raiz.dataset.tema;
    else raiz.dataset.tema = tema;
    try {
      if (tema === "auto") localStorage.removeItem("vitrina.tema");
      else localStorage.setItem("vitrina.tema", tema);
    } catch { /* dura lo que la página */ }
    rotularTema();
  }
  function rotularTema() {
    if (!conmutador) return;
    const tema = temaActual();
    const texto = conmutador.dataset["tema" + tema[0].toUpperCase() + tema.slice(1)];
    conmutador.setAttribute("aria-label", texto);
    conmutador.title = texto;
  }
  const siguienteTema = () => ponerTema(TEMAS[(TEMAS.indexOf(temaActual()) + 1) % TEMAS.length]);
  if (conmutador) {
    conmutador.hidden = false;
    conmutador.addEventListener("click", siguienteTema);
    rotularTema();
  }

  // Ayuda de atajos
  const ayuda = uno("#atajos");
  const abrirAyuda = () => ayuda && !ayuda.open && ayuda.showModal();
  for (const boton of todos("[data-atajos-abrir]")) {
    boton.hidden = false;
    boton.addEventListener("click", abrirAyuda);
  }

  // Teclas de una letra: nunca mientras se escribe ni con modificadores. Las de cada página se añaden a vitrina.atajos
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
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || escribiendo(e) || (ayuda && ayuda.open)) return;
    const hacer = Object.hasOwn(atajos, e.key) ? atajos[e.key] : null;
    if (hacer) {
      e.preventDefault();
      hacer(e);
    }
  });

  // Copiar: un botón con data-copiar="#id" copia el texto de ese elemento; sin valor, la dirección de la página
  async function copiar(texto, boton) {
    try {
      await navigator.clipboard.writeText(texto);
    } catch {
      const caja = document.createElement("textarea");
      caja.value = texto;
      caja.className = "oculto";
      document.body.append(caja);
      caja.select();
      document.execCommand("copy");
      caja.remove();
      boton?.focus();
    }
    if (!boton) return;
    const antes = boton.textContent;
    boton.textContent = boton.dataset.copiado || "✓";
    boton.disabled = true;
    setTimeout(() => { boton.textContent = antes; boton.disabled = false; }, 1600);
  }
  document.addEventListener("click", (e) => {
    const boton = e.target.closest?.("[data-copiar]");
    if (!boton) return;
    const de = boton.dataset.copiar;
    copiar(de ? document.getElementById(de.slice(1))?.textContent ?? "" : location.href, boton);
  });
  for (const boton of todos("[data-copiar]")) boton.hidden = false;

  // Lo que dijo un modelo no se copia sin decir de dónde salió, salvo que la banda ya vaya en la selección
  document.addEventListener("copy", (e) => {
    const seleccion = getSelection();
    const banda = uno("[data-divulgacion]");
    if (!banda || !seleccion.rangeCount || seleccion.isCollapsed || escribiendo(e)) return;
    const rango = seleccion.getRangeAt(0);
    const dicho = todos("main [data-procedencia]").some((n) => rango.intersectsNode(n));
    if (!dicho || rango.intersectsNode(banda)) return;
    const frase = uno(".banda-frase", banda).textContent.trim().replace(/\s+/g, " ");
    e.clipboardData.setData("text/plain", `${seleccion}\n\n[${frase}]`);
    e.preventDefault();
  });

  // El otro idioma, en el mismo punto
  for (const enlace of todos(".idiomas a")) {
    enlace.addEventListener("click", () => { enlace.hash = location.hash; });
  }

  // Lo plegado se lee al imprimir, y vuelve a como estaba
  let plegados = [];
  addEventListener("beforeprint", () => {
    plegados = todos("details:not([open])");
    for (const d of plegados) d.open = true;
  });
  addEventListener("afterprint", () => { for (const d of plegados) d.open = false; });

  globalThis.vitrina = Object.freeze({ atajos, copiar });
  raiz.dataset.lista = "";
})();

/* Cliente de recarga de `vitrina vigilar`: solo existe mientras se sirve con esa orden. */
(function () {
  "use strict";
  const { base, pagina, huella } = document.currentScript.dataset;
  const clave = `vitrina-vigilar ${location.pathname}`;
  const reposo = 500;

  function desplazados() {
    const dentro = [...document.querySelectorAll("[id]")].filter((e) => e.scrollTop || e.scrollLeft);
    return dentro.slice(0, 50).map((e) => [e.id, e.scrollLeft, e.scrollTop]);
  }

  function recargar() {
    const sitio = { x: scrollX, y: scrollY, dentro: desplazados() };
    try {
      sessionStorage.setItem(clave, JSON.stringify(sitio));
    } catch {
      /* sin almacén: se recarga igual */
    }
    location.reload();
  }

  function guardado() {
    try {
      const texto = sessionStorage.getItem(clave);
      sessionStorage.removeItem(clave);
      return JSON.parse(texto);
    } catch {
      return null;
    }
  }

  function reponer(sitio) {
    for (const [id, x, y] of sitio.dentro) document.getElementById(id)?.scrollTo(x, y);
    scrollTo({ left: sitio.x, top: sitio.y, behavior: "instant" });
  }

  function contar(texto) {
    let banda = document.getElementById("vitrina-vigilar");
    if (!texto) {
      banda?.remove();
      return;
    }
    if (!banda) {
      banda = document.createElement("pre");
      banda.id = "vitrina-vigilar";
      banda.setAttribute("role", "alert");
      banda.tabIndex = 0;
      document.body.append(banda);
    }
    if (banda.textContent !== texto) banda.textContent = texto;
  }

  function escuchar() {
    const fuente = new EventSource(`${base}sucesos?pagina=${encodeURIComponent(pagina)}`);
    fuente.onmessage = (suceso) => {
      const dicho = JSON.parse(suceso.data);
      contar(dicho.error);
      if (dicho.huella !== huella) {
        fuente.close();
        recargar();
      }
    };
    fuente.onerror = () => {
      if (fuente.readyState === EventSource.CLOSED) {
        contar("vitrina vigilar ya no es el mismo: vuelve a cargar la página para seguir al día.");
      }
    };
  }

  const antes = guardado();
  if (antes) {
    requestAnimationFrame(() => requestAnimationFrame(() => reponer(antes)));
    addEventListener("load", () => setTimeout(reponer, 0, antes), { once: true });
    setTimeout(escuchar, reposo);
  } else {
    escuchar();
  }
})();

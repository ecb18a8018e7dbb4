// Recalcula la cadena con lo que se lee en esta página, y señala la primera entrada que no cuadra.
(() => {
  "use strict";
  const boton = document.querySelector("[data-recalcular]");
  const salida = document.querySelector("#comprobado");
  const dice = boton.dataset;
  const utf8 = new TextEncoder();
  const hex = (b) => b.toString(16).padStart(2, "0");
  const sha256 = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map(hex).join("");

  // JSON canónico (RFC 8785)
  const jcs = (v) => Array.isArray(v) ? `[${v.map(jcs)}]`
    : v && typeof v === "object" ? `{${Object.keys(v).sort().map((k) => `${JSON.stringify(k)}:${jcs(v[k])}`)}}`
    : JSON.stringify(v);
  const valor = (c) => "json" in c.dataset ? JSON.parse(c.textContent) : c.textContent;
  const campos = (e) => Object.fromEntries([...e.querySelectorAll("[data-campo]")].map((c) => [c.dataset.campo, valor(c)]));
  const octetos = (c) => c.dataset.bytes === "texto" ? utf8.encode(c.textContent)
    : Uint8Array.from(c.textContent.split(/\s+/).filter(Boolean), (h) => parseInt(h, 16));

  async function fallo(e, n, previo) {
    const { hash, ...resto } = campos(e);
    const bytes = octetos(e.querySelector("[data-bytes]"));
    if (resto.seq !== n || resto.previo !== previo) return dice.previo;
    if (await sha256(utf8.encode(dice.recalcular + jcs(resto))) !== hash) return dice.hash;
    return bytes.length !== resto.n_bytes || await sha256(bytes) !== resto.sha256 ? dice.bytesMal : "";
  }
  async function primerFallo() {
    for (const cadena of document.querySelectorAll("[data-cadena]")) {
      let previo = dice.origen;
      let n = 0;
      for (const e of cadena.querySelectorAll("[data-entrada]")) {
        const motivo = await fallo(e, ++n, previo).catch(() => dice.hash);
        if (motivo) return [e, motivo];
        previo = campos(e).hash;
      }
      if (cadena.querySelector("[data-cabeza]").textContent !== previo) return [cadena, dice.cabezaMal];
    }
    return [];
  }
  function decir(donde, motivo) {
    salida.className = `nota-al-margen t-${donde ? "mal" : "bien"}`;
    salida.textContent = motivo || dice.bien;
    if (!donde) return;
    const a = document.createElement("a");
    a.href = `#${donde.id || donde.querySelector("[id]").id}`;
    a.textContent = donde.dataset.entrada || donde.querySelector("h2").textContent;
    salida.prepend(a);
    donde.dataset.alterada = motivo;
  }
  if (globalThis.crypto?.subtle) {
    boton.hidden = false;
    boton.addEventListener("click", async () => decir(...await primerFallo()));
  } else salida.textContent = dice.sin;
})();

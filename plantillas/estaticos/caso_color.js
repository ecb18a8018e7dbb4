// Color para el JSON y el código que se ven, sin tocar el DOM: rangos de CSS Custom Highlight. Sin ella, texto llano.
(() => {
  "use strict";
  const visor = document.querySelector(".visor");
  if (!visor || !globalThis.CSS?.highlights) return;
  const NOMBRES = ["j-clave", "j-texto", "j-numero", "j-palabra", "j-nota"];
  const JSON_ = /("(?:[^"\\]|\\.)*")(?=\s*:)|("(?:[^"\\]|\\.)*"?)|(-?\b\d[\d.eE+-]*)|\b(true|false|null)\b/g;
  const PYTHON = /\b(?:def|class)\s+(\w+)|([rbfu]{0,2}(?:"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))|\b(\d[\d._]*)\b|\b(and|as|assert|async|await|break|class|continue|def|del|elif|else|except|False|finally|for|from|global|if|import|in|is|lambda|None|not|or|pass|raise|return|True|try|while|with|yield)\b|(#[^\n]*)/g;
  const TOPE = 20000;
  const marcas = NOMBRES.map((n) => { const m = new Highlight(); CSS.highlights.set(n, m); return m; });

  function colorear(pre) {
    const t = [...pre.childNodes].find((x) => x.nodeType === 3), gramatica = "python" in pre.dataset ? PYTHON : JSON_;
    if (!t || t.length > TOPE) return;
    for (const m of t.data.matchAll(gramatica)) {
      const k = m.findIndex((g, i) => i && g !== undefined) - 1, i = m.index + m[0].lastIndexOf(m[k + 1]), r = new StaticRange({ startContainer: t, startOffset: i, endContainer: t, endOffset: i + m[k + 1].length });
      marcas[k].add(r);
    }
  }
  const pintar = () => {
    for (const m of marcas) m.clear();
    for (const pre of visor.querySelectorAll("[data-visto] pre:is([data-json], [data-python])")) if (pre.checkVisibility()) colorear(pre);
  };
  let cuadro = 0;
  const luego = () => { cuadro ||= requestAnimationFrame(() => { cuadro = 0; pintar(); }); };
  document.addEventListener("vitrina:paso", luego);
  visor.addEventListener("toggle", luego, true);
  luego();
})();

// El visor de un caso. El HTML ya trae todos los pasos: aquí se enseña uno, se enciende el grafo y se anda por ellos.
// Lo que se enciende en un paso son exactamente sus tareas. Nada se lee como HTML y nada empieza solo.
(() => {
  "use strict";
  const visor = document.querySelector(".visor");
  const isla = document.querySelector('script#datos-del-caso[type="application/json"]');
  if (!visor || !isla) return;
  const D = JSON.parse(isla.textContent), T = D.textos, ultimo = D.primero + D.pasos.length - 1;
  const uno = (s, en = visor) => en.querySelector(s), todos = (s, en = visor) => [...en.querySelectorAll(s)];
  const indexar = (s, clave) => new Map(todos(s).map((e) => [Number(e.dataset[clave]), e]));
  const filas = indexar("[data-fila]", "fila"), hojas = indexar("[data-paso]", "paso");
  const lista = uno("[data-lista-de-pasos]"), caja = uno("[data-hojas]"), fuentes = uno("[data-fuentes]");
  const barra = uno("[data-barra]"), va = uno("[data-reproducir]"), velocidad = uno("[data-velocidad]");
  const dicho = document.querySelector("[data-dicho]"), aviso = uno("[data-aviso]"), titulo = document.title;
  const pestanas = todos("[data-pestana]"), figura = uno("[data-grafo]");
  const grafo = figura && globalThis.Vitrina?.grafo(figura);
  const llenar = (frase, datos) => frase.replace(/%\((\w+)\)s/g, (_, k) => datos[k] ?? "");
  let actual = -1, pestana = "resumen", reloj = 0;

  // El grafo en el paso n: lo de ahora, lo andado y las vueltas. El paso 0 enseña el recorrido entero.
  function encender(n) {
    if (!grafo) return;
    const veces = new Map(D.antes.nodos), hechas = new Set(D.antes.aristas);
    let [nodos, aristas, dudosas] = [[], [], []];
    for (let i = 0; i <= (n || ultimo) - D.primero; i++) {
      for (const a of aristas) hechas.add(a);
      [nodos, aristas, dudosas] = D.pasos[i];
      for (const x of nodos) veces.set(x, (veces.get(x) || 0) + 1);
    }
    const ids = (xs) => [...xs].map((x) => D.nodos[x]), claves = (xs) => [...xs].map((x) => D.aristas[x]);
    const hechos = [D.inicio, ...ids([...veces.keys()].filter((x) => !n || !nodos.includes(x)))];
    if (D.fin && (!n || n === D.total)) hechos.push(D.fin);
    const salida = hechos.includes(D.fin) ? claves(D.salida) : [];
    if (!n) return void grafo.encender({ hechos, hechas: [...claves([...hechas, ...aristas]), ...salida] });
    grafo.encender({
      hechos,
      nodos: ids(nodos),
      aristas: claves(aristas),
      dudosas: claves(dudosas),
      hechas: [...claves([...hechas].filter((a) => !aristas.includes(a))), ...salida],
      desvio: n === D.desvio ? [...ids(nodos), ...claves(aristas)] : [],
      vueltas: nodos.filter((x) => D.veces[x] > 1).map((x) => ({ nodo: D.nodos[x], visita: veces.get(x), total: D.veces[x] })),
    });
  }

  const nombre = (n) => (n ? llenar(T.paso, { n, total: D.total, nombre: uno(".f-t", filas.get(n)).textContent }) : T.inicio);

  function mostrar(n, { enfocar = false, callar = false, tarea = null } = {}) {
    if (!hojas.has(n)) return saltar(n);
    aviso.hidden = true;
    filas.get(actual)?.firstElementChild.removeAttribute("aria-current");
    hojas.get(actual)?.removeAttribute("data-visto");
    actual = n;
    const hoja = hojas.get(n), fila = filas.get(n);
    fila.firstElementChild.setAttribute("aria-current", "step");
    hoja.dataset.visto = "";
    asomar(fila);
    caja.scrollTop = 0;
    barra.value = n;
    barra.setAttribute("aria-valuetext", nombre(n));
    uno("[data-lugar]").textContent = `${n} / ${D.total}`;
    encender(n);
    ver();
    document.title = n ? `${nombre(n)} · ${titulo}` : titulo;
    if (!callar) dicho.textContent = nombre(n);
    const dentro = tarea && hoja.querySelector(`[data-tarea="${CSS.escape(tarea)}"]`);
    for (const e of todos(".elegida")) e.classList.remove("elegida");
    if (dentro) {
      dentro.classList.add("elegida");
      dentro.scrollIntoView({ block: "nearest" });
    }
    if (enfocar) hoja.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("vitrina:paso", { detail: hoja }));
  }

  const asomar = (fila) => {
    const a = lista.getBoundingClientRect(), b = fila.getBoundingClientRect();
    if (b.top < a.top) lista.scrollTop += b.top - a.top - 8;
    else if (b.bottom > a.bottom) lista.scrollTop += b.bottom - a.bottom + 8;
  };

  // Pestañas: la misma hoja, por partes. Si un paso no tiene la elegida se enseña el resumen, y se recuerda.
  function ver() {
    const hoja = hojas.get(actual), tiene = hoja.dataset.tiene.split(" ");
    const vista = tiene.includes(pestana) ? pestana : "resumen";
    for (const b of pestanas) {
      const es = b.dataset.pestana === vista;
      b.setAttribute("aria-selected", es);
      b.setAttribute("aria-disabled", !tiene.includes(b.dataset.pestana));
      b.tabIndex = es ? 0 : -1;
      if (es) caja.setAttribute("aria-labelledby", b.id);
    }
    for (const s of hoja.querySelectorAll(":scope > [data-en]")) s.toggleAttribute("data-visto", s.dataset.en.split(" ").includes(vista));
    if (fuentes) {
      const nodos = actual ? D.pasos[actual - D.primero][0].map((x) => D.nodos[x]) : [];
      fuentes.toggleAttribute("data-visto", vista === "fuente");
      for (const f of todos("[data-fuente]", fuentes)) f.hidden = !nodos.includes(f.dataset.fuente);
    }
    if (vista === "estado") completar(hoja);
  }
  const elegir = (b) => {
    if (b.getAttribute("aria-disabled") === "true") return;
    pestana = b.dataset.pestana;
    ver();
    document.dispatchEvent(new CustomEvent("vitrina:paso", { detail: hojas.get(actual) }));
  };

  // El estado completo se compone de los trozos que ya están en la página: el inicial y lo que cambió en cada paso.
  function completar(hoja) {
    const hueco = hoja.querySelector("[data-completo]");
    if (!hueco || hueco.firstElementChild) return;
    const estado = new Map();
    const tomar = (en) => { for (const p of en.querySelectorAll("[data-clave]")) estado.set(p.dataset.clave, p.textContent.trim()); };
    todos("[data-inicial]").forEach(tomar);
    for (let n = D.primero; n <= actual; n++) {
      const de = hojas.get(n);
      if ("ambito" in de.dataset) continue;
      for (const q of de.querySelectorAll("[data-quitada]")) estado.delete(q.dataset.quitada);
      tomar(de);
    }
    const plegado = document.createElement("details"), resumen = document.createElement("summary"), pre = document.createElement("pre");
    resumen.textContent = llenar(T.completo, { n: actual });
    pre.className = "json";
    pre.dataset.json = "";
    const sangrar = (t) => t.replaceAll("\n", "\n  ");
    pre.textContent = `{\n${[...estado].map(([k, v]) => `  ${JSON.stringify(k)}: ${sangrar(v)}`).join(",\n")}\n}`;
    plegado.append(resumen, pre);
    hueco.append(plegado);
  }

  // Andar: con un filtro o una búsqueda puestos, solo por lo que se ve.
  const andar = (salto) => {
    for (let n = actual + salto; n >= 0 && n <= D.total; n += salto) {
      if (!filas.has(n)) return saltar(n);
      if (!filas.get(n).hidden) return ir(n);
    }
  };
  const ir = (n, opciones) => {
    parar();
    mostrar(n, opciones);
    apuntar(false);
  };
  const apuntar = (nueva) => {
    const hash = `#paso=${actual}`;
    if (location.hash !== hash) history[nueva ? "pushState" : "replaceState"](null, "", hash);
  };
  const IR = { inicio: () => ir(0), antes: () => andar(-1), despues: () => andar(1), final: () => ir(D.total) };

  function saltar(n) {
    const t = D.tramos.findLastIndex((p) => p <= Math.max(n, 1)) + 1;
    if (n > D.total || (t === D.tramo && n)) return;
    const pagina = t > 1 ? D.pagina.replace(/\.html$/, `.t${String(t).padStart(4, "0")}.html`) : D.pagina;
    const resto = new URLSearchParams({ paso: n, pestana, velocidad: velocidad.value, ...visor.dataset });
    location.assign(`${pagina}#${resto}`);
  }

  function parar() {
    clearTimeout(reloj);
    reloj = 0;
    va.removeAttribute("data-va");
    va.setAttribute("aria-label", T.reproducir);
  }
  function reproducir() {
    if (reloj) return parar();
    const latir = () => {
      reloj = setTimeout(() => {
        if (actual >= ultimo) return parar();
        mostrar(actual + 1, { callar: true });
        apuntar(false);
        latir();
      }, 1400 / Number(velocidad.value));
    };
    if (actual >= ultimo) mostrar(hojas.has(0) ? 0 : D.primero, { callar: true });
    va.dataset.va = "";
    va.setAttribute("aria-label", T.parar);
    latir();
  }

  // Enlaces profundos: paso, tarea, nodo, arista y veredicto. Lo que ya no existe se dice.
  function leer() {
    const p = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
    const primero = (i, lista, que) => D.pasos.findIndex((x) => x[i].includes(lista.indexOf(que))) + D.primero || NaN;
    const buscado = ["paso", "nodo", "arista", "veredicto"].find((k) => p.has(k));
    if (!buscado) return location.hash && !document.getElementById(location.hash.slice(1)) ? null : { n: hojas.has(0) ? 0 : D.primero };
    const que = p.get(buscado);
    if (buscado === "veredicto") {
      const e = document.getElementById(`veredicto=${que}`), hoja = e?.closest("[data-paso]");
      return hoja ? { n: Number(hoja.dataset.paso), e } : null;
    }
    const n = buscado === "paso" ? Number(que) : buscado === "nodo" ? primero(0, D.nodos, que) : primero(1, D.aristas, que);
    if (!Number.isInteger(n) || n < 0 || n > D.total || (buscado !== "paso" && n < D.primero)) return null;
    const tarea = p.get("tarea");
    if (tarea && hojas.has(n) && !hojas.get(n).querySelector(`[data-tarea="${CSS.escape(tarea)}"]`)) return null;
    return { n, tarea, p };
  }
  function seguir(enfocar) {
    const destino = leer();
    const { n, tarea, e, p } = destino || { n: hojas.has(0) ? 0 : D.primero };
    if (p?.has("pestana")) pestana = p.get("pestana");
    if (p?.has("velocidad")) velocidad.value = p.get("velocidad");
    if (p) document.dispatchEvent(new CustomEvent("vitrina:llegada", { detail: p }));
    if (e) pestana = "resumen";
    mostrar(n, { enfocar: enfocar && Boolean(destino), tarea, callar: !enfocar });
    e?.scrollIntoView({ block: "nearest" });
    if (!destino) {
      aviso.textContent = dicho.textContent = llenar(T.no_existe, { que: decodeURI(location.hash.slice(1)) });
      aviso.hidden = false;
    }
    if (enfocar && location.hash) llevar();
    if (p?.has("pestana")) apuntar(false);
  }

  const ancha = matchMedia("(min-width: 68.75rem)");
  const llevar = () => (ancha.matches ? visor : uno(".v-detalle")).scrollIntoView();

  document.documentElement.dataset.visor = "";
  for (const e of todos("[data-mandos]")) e.hidden = false;
  uno("[data-lugar]").hidden = false;
  for (const b of todos("[data-ir]")) b.addEventListener("click", IR[b.dataset.ir]);
  va.addEventListener("click", reproducir);
  barra.addEventListener("input", () => {
    const n = Number(barra.value);
    if (hojas.has(n)) ir(n);
    else barra.setAttribute("aria-valuetext", (uno("[data-lugar]").textContent = `${n} / ${D.total}`));
  });
  barra.addEventListener("change", () => { if (Number(barra.value) !== actual) saltar(Number(barra.value)); });
  for (const b of pestanas) b.addEventListener("click", () => elegir(b));
  uno("[role=tablist]").addEventListener("keydown", (e) => {
    const salto = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!salto) return;
    e.preventDefault();
    const utiles = pestanas.filter((b) => b.getAttribute("aria-disabled") !== "true");
    const b = utiles.at((utiles.indexOf(e.target) + salto) % utiles.length);
    b.focus();
    elegir(b);
  });
  uno("[data-todo]").addEventListener("click", (e) => {
    const plegados = todos("details", hojas.get(actual)), abrir = plegados.some((d) => !d.open);
    for (const d of plegados) d.open = abrir;
    const otro = e.target.dataset.todo;
    e.target.dataset.todo = e.target.textContent;
    e.target.textContent = otro;
  });
  document.addEventListener("click", (e) => {
    const a = e.target.closest?.('a[href*="#"]');
    if (!a || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || a.pathname !== location.pathname) return;
    if (!/^#(paso|nodo|arista|veredicto)=/.test(a.hash)) return;
    e.preventDefault();
    parar();
    if (location.hash !== a.hash) history.pushState(null, "", a.hash);
    seguir(!lista.contains(a));
    if (!ancha.matches) llevar();
  });
  addEventListener("popstate", () => { parar(); seguir(false); });
  addEventListener("hashchange", () => { if (location.hash !== `#paso=${actual}`) seguir(true); });
  document.addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
    if (e.target.closest("input, select, textarea, [contenteditable], [role=tab], dialog, .g-lienzo")) return;
    if (e.target !== document.body && e.target.id !== "contenido" && !visor.contains(e.target)) return;
    const tecla = { ArrowLeft: IR.antes, ArrowRight: IR.despues, Home: IR.inicio, End: IR.final, " ": reproducir }[e.key];
    if (!tecla || (e.key === " " && e.target.closest("a, button, summary"))) return;
    e.preventDefault();
    tecla();
  });
  globalThis.Vitrina = Object.assign(globalThis.Vitrina || {}, { caso: { D, T, visor, filas, hojas, llenar, mostrar, saltar, ir, andar } });
  seguir(Boolean(location.hash));
})();

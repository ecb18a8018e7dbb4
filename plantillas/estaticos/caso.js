// El visor de un caso. El HTML ya trae los pasos: aquí se enseña uno, se enciende el grafo y se anda por ellos.
// Lo encendido en un paso son exactamente sus tareas. Nada se lee como HTML y nada empieza solo.
(() => {
	"use strict";
	const { uno, todos, crear } = vitrina;
	const visor = uno(".visor"), isla = uno(`script#datos-del-caso[type="application/json"]`);
	if (!visor || !isla) return;
	const D = JSON.parse(isla.textContent), T = D.textos, ultimo = D.primero + D.pasos.length - 1;
	const indexar = (s, clave) => new Map(todos(s).map((e) => [Number(e.dataset[clave]), e]));
	const filas = indexar("[data-fila]", "fila"), hojas = indexar("[data-paso]", "paso"), inicial = hojas.has(0) ? 0 : D.primero;
	const lista = uno("[data-lista-de-pasos]"), caja = uno("[data-hojas]"), fuentes = uno("[data-fuentes]"), lugar = uno("[data-lugar]");
	const barra = uno("[data-barra]"), va = uno("[data-reproducir]"), velocidad = uno("[data-velocidad]"), aviso = uno("[data-aviso]");
	const dicho = uno("[data-dicho]"), titulo = document.title, pestanas = todos("[data-pestana]");
	const figura = uno("[data-grafo]"), ancha = matchMedia("(min-width: 68.75rem)");
	const llenar = (frase, datos) => frase.replace(/%\((\w+)\)s/g, (_, k) => datos[k] ?? "");
	let actual = -1, pestana = "resumen", reloj = 0;
	// Lo primero, enseñar un solo paso: así lo que se mida después se mide una vez
	document.documentElement.dataset.visor = "";
	for (const e of [lugar, ...todos("[data-mandos]")]) e.hidden = false;
	const grafo = figura && globalThis.Vitrina?.grafo(figura);

	// El grafo en el paso n: lo de ahora, lo andado y las vueltas. El paso 0 enseña el recorrido entero.
	function encender(n) {
		const veces = new Map(D.antes.nodos), hechas = new Set(D.antes.aristas);
		let nodos = [], aristas = [], dudosas = [], extremos = [];
		for (const paso of D.pasos.slice(0, (n || ultimo) - D.primero + 1)) {
			for (const a of aristas) hechas.add(a);
			[nodos, aristas = [], dudosas = [], extremos = []] = paso;
			for (const x of [...nodos, ...extremos]) veces.set(x, (veces.get(x) || 0) + 1);
		}
		const ids = (xs) => xs.map((x) => D.nodos[x]), claves = (xs) => xs.map((x) => D.aristas[x]);
		const acaba = D.fin && (!n || n === D.total), salida = acaba ? D.salida : [];
		const hechos = [D.inicio, ...ids([...veces.keys()].filter((x) => !n || !nodos.includes(x))), ...(acaba ? [D.fin] : [])];
		if (!n) return grafo.encender({ hechos, hechas: claves([...hechas, ...aristas, ...salida]) });
		grafo.encender({
			hechos,
			nodos: ids(nodos),
			aristas: claves(aristas),
			dudosas: claves(dudosas),
			hechas: claves([...hechas, ...salida].filter((a) => !aristas.includes(a))),
			desvio: n === D.desvio ? [...ids(nodos), ...claves(aristas)] : [],
			vueltas: nodos.filter((x) => D.veces[x] > 1).map((x) => ({ nodo: D.nodos[x], visita: veces.get(x), total: D.veces[x] })),
		});
	}

	const nombre = (n) => (n ? llenar(T.paso, { n, total: D.total, nombre: uno(".f-t", filas.get(n)).textContent }) : T.inicio);

	function mostrar(n, { enfocar = false, callar = false, tarea = "", como } = {}) {
		if (!hojas.has(n)) return saltar(n, tarea, como);
		uno("[aria-current]", lista)?.removeAttribute("aria-current");
		hojas.get(actual)?.removeAttribute("data-visto");
		actual = n;
		const hoja = hojas.get(n), fila = filas.get(n);
		fila.firstElementChild.ariaCurrent = "step";
		hoja.dataset.visto = "";
		aviso.hidden = true;
		const a = lista.getBoundingClientRect(), b = fila.getBoundingClientRect();
		lista.scrollTop += Math.min(0, b.top - a.top - 8) || Math.max(0, b.bottom - a.bottom + 8);
		caja.scrollTop = 0;
		barra.value = n;
		barra.ariaValueText = nombre(n);
		lugar.textContent = `${n} / ${D.total}`;
		if (grafo) encender(n);
		ver();
		document.title = n ? `${nombre(n)} · ${titulo}` : titulo;
		if (!callar) dicho.textContent = nombre(n);
		for (const t of todos("[data-tarea]", hoja)) t.classList.toggle("elegida", t.dataset.tarea === tarea);
		uno(".elegida", hoja)?.scrollIntoView({ block: "nearest" });
		Object.assign(hoja, { tabIndex: -1, ariaLabel: nombre(n) });
		if (enfocar) hoja.focus({ preventScroll: true });
	}

	// Pestañas: la misma hoja, por partes. Si un paso no tiene la elegida se enseña el resumen, y se recuerda.
	function ver() {
		const hoja = hojas.get(actual), tiene = hoja.dataset.tiene.split(" "), vista = tiene.includes(pestana) ? pestana : "resumen";
		for (const b of pestanas) {
			const es = b.dataset.pestana === vista;
			b.ariaSelected = es;
			b.ariaDisabled = !tiene.includes(b.dataset.pestana);
			b.tabIndex = es ? 0 : -1;
			if (es) caja.setAttribute("aria-labelledby", b.id);
		}
		for (const s of todos(":scope > [data-en]", hoja)) s.toggleAttribute("data-visto", s.dataset.en.split(" ").includes(vista));
		if (fuentes) {
			const nodos = actual ? D.pasos[actual - D.primero][0].map((x) => D.nodos[x]) : [];
			fuentes.toggleAttribute("data-visto", vista === "fuente");
			for (const f of todos("[data-fuente]", fuentes)) f.hidden = !nodos.includes(f.dataset.fuente);
		}
		if (vista === "estado") completar(uno("[data-completo]", hoja));
		document.dispatchEvent(new Event("vitrina:paso"));
	}
	function elegir(b) {
		if (b.ariaDisabled === "true") return;
		pestana = b.dataset.pestana;
		ver();
	}

	// El estado completo se compone con lo que ya está en la página: el inicial y lo que cambió en cada paso.
	function valor(p) {
		const texto = p.textContent.trim().replace(p.tagName === "INS" ? /^\+ /gm : "", "");
		return "cruda" in p.dataset ? JSON.stringify(texto) : texto;
	}
	function completar(hueco) {
		if (!hueco || hueco.firstChild) return;
		const estado = new Map(), previas = [...hojas.values()].filter((h) => h.dataset.paso <= actual && !h.dataset.ambito);
		for (const en of [...todos("[data-inicial]"), ...previas]) {
			for (const q of todos("[data-quitada]", en)) estado.delete(q.dataset.quitada);
			for (const p of todos("[data-clave]", en)) estado.set(p.dataset.clave, valor(p).replaceAll("\n", "\n  "));
		}
		const pre = crear("pre", {}, `{\n${[...estado].map(([k, v]) => `  ${JSON.stringify(k)}: ${v}`).join(",\n")}\n}`);
		pre.dataset.json = "";
		hueco.append(crear("details", {}, crear("summary", {}, llenar(T.completo, { n: actual })), pre));
	}

	// Andar: con un filtro o una búsqueda puestos, solo por lo que se ve.
	function ir(n) {
		parar();
		mostrar(n);
		apuntar();
	}
	function andar(salto) {
		let n = actual + salto;
		while (filas.get(n)?.hidden) n += salto;
		if (n >= 0 && n <= D.total) ir(n);
	}
	const apuntar = () => history.replaceState(null, "", `#paso=${actual}`);
	const IR = { inicio: () => ir(0), antes: () => andar(-1), despues: () => andar(1), final: () => ir(D.total) };

	// A donde se llega por la dirección se va sin dejarla atrás: si no, «Atrás» volvería aquí y de aquí, allí.
	function saltar(n, tarea, como = "assign") {
		const t = D.tramos.findLastIndex((p) => p <= Math.max(n, 1)) + 1;
		if (t === D.tramo || n > D.total) return;
		const pagina = t > 1 ? D.pagina.replace(/\.html$/, `.t${String(t).padStart(4, "0")}.html`) : D.pagina;
		location[como](`${pagina}#${new URLSearchParams({ paso: n, ...(tarea && { tarea }), pestana, velocidad: velocidad.value, ...Vitrina.caso.resto })}`);
	}

	function parar() {
		clearTimeout(reloj);
		reloj = 0;
		va.removeAttribute("data-va");
		va.ariaLabel = T.reproducir;
	}
	function latir() {
		reloj = setTimeout(() => {
			mostrar(actual + 1, { callar: true });
			apuntar();
			if (actual < ultimo) latir();
			else parar();
		}, 1400 / velocidad.value);
	}
	function reproducir() {
		if (reloj) return parar();
		if (actual >= ultimo) mostrar(inicial, { callar: true });
		va.dataset.va = "";
		va.ariaLabel = T.parar;
		latir();
	}

	// Enlaces profundos: paso, tarea, nodo, arista y veredicto. De lo que ya no existe se devuelve `null`.
	function leer() {
		const p = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B")), que = (k) => p.get(k) ?? "";
		const primero = (i, nombres, k) => D.primero + D.pasos.findIndex((x) => x[i]?.includes(nombres.indexOf(que(k))));
		if (p.has("paso")) {
			const n = Number(que("paso") || NaN), tarea = que("tarea"), hoja = hojas.get(n);
			const bien = Number.isInteger(n) && n >= 0 && n <= D.total && (!tarea || !hoja || todos("[data-tarea]", hoja).some((t) => t.dataset.tarea === tarea));
			return bien ? { n, tarea, p } : null;
		}
		if (p.has("veredicto")) {
			const e = document.getElementById(`veredicto=${que("veredicto")}`);
			return e && { n: Number(e.closest("[data-paso]").dataset.paso), e };
		}
		for (const [k, i, nombres] of [["nodo", 0, D.nodos], ["arista", 1, D.aristas]]) {
			if (p.has(k)) return primero(i, nombres, k) < D.primero ? null : { n: primero(i, nombres, k) };
		}
		return !location.hash || document.getElementById(location.hash.slice(1)) ? { n: inicial } : null;
	}
	function seguir(enfocar) {
		const destino = leer(), { n, tarea, e, p } = destino || { n: inicial };
		if (p?.has("pestana")) {
			pestana = p.get("pestana");
			velocidad.value = p.get("velocidad") || 1;
			Vitrina.caso.llegada = p;
		}
		if (e) pestana = "resumen";
		mostrar(n, { enfocar, tarea, callar: !enfocar, como: "replace" });
		e?.scrollIntoView({ block: "nearest" });
		if (!destino) {
			const que = new URLSearchParams(`q=${location.hash.slice(1).replace(/[&+]/g, encodeURIComponent)}`).get("q");
			aviso.textContent = dicho.textContent = llenar(T.no_existe, { que: que.length > 80 ? `${que.slice(0, 80)}…` : que });
			aviso.hidden = false;
		}
		if (enfocar || !ancha.matches) llevar();
		if (p?.has("pestana")) apuntar();
	}
	const llevar = () => location.hash && (ancha.matches ? visor : uno(".v-detalle")).scrollIntoView();

	for (const b of todos("[data-ir]")) b.onclick = IR[b.dataset.ir];
	for (const b of pestanas) b.onclick = () => elegir(b);
	va.onclick = reproducir;
	barra.oninput = () => {
		if (hojas.has(Number(barra.value))) ir(Number(barra.value));
		else barra.ariaValueText = lugar.textContent = `${barra.value} / ${D.total}`;
	};
	barra.onchange = () => saltar(Number(barra.value));
	uno("[role=tablist]").onkeydown = (e) => {
		const salto = { ArrowRight: 1, ArrowLeft: -1 }[e.key], utiles = pestanas.filter((b) => b.ariaDisabled !== "true");
		if (!salto) return;
		e.preventDefault();
		const b = utiles.at((utiles.indexOf(e.target) + salto) % utiles.length);
		elegir(b);
		b.focus();
	};
	uno("[data-todo]").onclick = ({ target }) => {
		const plegados = todos("details", caja), abrir = plegados.some((d) => !d.open);
		for (const d of plegados) d.open = abrir;
		[target.textContent, target.dataset.todo] = [target.dataset.todo, target.textContent];
	};
	document.addEventListener("click", (e) => {
		const a = e.target.closest?.("a[href]");
		if (!a || e.defaultPrevented || e.ctrlKey || e.metaKey || e.shiftKey || a.pathname !== location.pathname) return;
		if (!/^#(paso|nodo|arista|veredicto)=/.test(a.hash)) return;
		e.preventDefault();
		parar();
		if (location.hash !== a.hash) history.pushState(null, "", a.hash);
		seguir(!lista.contains(a));
	});
	addEventListener("popstate", () => { parar(); seguir(false); });
	document.addEventListener("keydown", (e) => {
		if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
		const en = e.target;
		if (en.closest("input, select, textarea, [contenteditable], [role=tab], dialog, .g-lienzo")) return;
		if (en !== document.body && en.id !== "contenido" && !visor.contains(en)) return;
		const tecla = { ArrowLeft: IR.antes, ArrowRight: IR.despues, Home: IR.inicio, End: IR.final, " ": reproducir }[e.key];
		if (!tecla || (e.key === " " && en.closest("a, button, summary"))) return;
		e.preventDefault();
		tecla();
	});
	globalThis.Vitrina = Object.assign(globalThis.Vitrina || {}, { caso: { D, T, visor, filas, hojas, llenar, saltar, andar, resto: {} } });
	seguir(Boolean(location.hash));
	addEventListener("load", llevar);
})();

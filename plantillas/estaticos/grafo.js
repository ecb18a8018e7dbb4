// El grafo interactivo: sin él quedan el dibujo, sus enlaces y su tabla.
(() => {
	"use strict";
	const quieto = matchMedia("(prefers-reduced-motion)");
	const FLECHAS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
	const LUCES = { actual: "nodos", hecho: "hechos", recorrida: "aristas", dudosa: "dudosas", hecha: "hechas", desvio: "desvio" };
	const TECLAS = { "+": "acercar", "=": "acercar", "-": "alejar", 0: "encajar" };
	const acotar = (n, a, b) => Math.max(a, Math.min(b, n));
	const poner = (e, datos) => {
		for (const k in datos) e.setAttribute(k, datos[k]);
		return e;
	};
	const crear = (nombre, datos, padre, texto = "") => {
		const e = poner(document.createElementNS("http://www.w3.org/2000/svg", nombre), datos);
		e.textContent = texto;
		padre?.append(e);
		return e;
	};
	const zona = (e) => {
		const [x, y, w, h] = ["x", "y", "width", "height"].map((k) => Number(e.getAttribute(k)));
		return { x, y, w, h, cx: x + w / 2, cy: y + h / 2 };
	};

	const Grafo = (fig) => {
		const svg = fig.querySelector("svg.grafo-svg"), lienzo = svg.parentNode, arriba = svg.querySelector(".g-nodos");
		const lista = (s) => [...svg.querySelectorAll(s)];
		const nodos = new Map(), aristas = new Map(), cajas = new Map(), tapas = new Map();
		for (const e of lista(".g-caja")) {
			const caja = { e, c: zona(e.firstChild) };
			cajas.set(e.dataset.subgrafo, caja);
			if (e.dataset.nodo != null) nodos.set(e.dataset.nodo, caja);
		}
		for (const e of lista(".nodo")) nodos.set(e.dataset.nodo, { e, c: zona(e.querySelector(".g-forma")) });
		for (const e of lista(".arista")) {
			const { arista, de, a } = e.dataset, punta = e.querySelector("polygon");
			aristas.set(arista, { e, de, a, punta, puntos: punta?.getAttribute("points") });
		}

		// Se ve un rectángulo, a `k` píxeles por unidad.
		const mini = fig.querySelector(".g-minimapa"), mapa = crear("svg", {}, mini), grupo = svg.querySelector("g");
		crear("path", { d: [...nodos.values()].map(({ c }) => `M${c.x} ${c.y}h${c.w}v${c.h}h${-c.w}z`).join("") }, mapa);
		const visor = crear("rect", {}, mapa);
		let x = 0, y = 0, k = 1, W = 0, H = 0, cuadro = 0, todo;
		const pintar = () => {
			const width = W / k, height = H / k;
			cuadro = 0;
			svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
			poner(visor, { x, y, width, height });
			mini.hidden = width >= todo.w && height >= todo.h;
		};
		const abarcar = () => {
			const b = grupo.getBBox();
			todo = { x: b.x - 20, y: b.y - 20, w: b.width + 40, h: b.height + 40 };
			mapa.setAttribute("viewBox", `${todo.x} ${todo.y} ${todo.w} ${todo.h}`);
		};
		const eje = (n, desde, largo, visto) =>
			visto >= largo ? desde + (largo - visto) / 2 : acotar(n, desde - 40, desde + largo - visto + 40);
		const mover = (x1, y1, k1 = k) => {
			k = k1;
			x = eje(x1, todo.x, todo.w, W / k);
			y = eje(y1, todo.y, todo.h, H / k);
			cuadro ||= requestAnimationFrame(pintar);
		};
		const entera = () => Math.min(1, W / todo.w, H / todo.h);
		const encajar = () => mover(0, 0, entera());
		const ampliar = (factor, px = W / 2, py = H / 2) => {
			const k1 = acotar(k * factor, entera() * 0.8, 3);
			mover(x + px / k - px / k1, y + py / k - py / k1, k1);
		};
		const acciones = { acercar: () => ampliar(1.25), alejar: () => ampliar(0.8), encajar };
		const medir = () => {
			const nueva = !W, antes = x + W / k / 2, tope = Math.max(320, innerHeight * 0.74);
			abarcar();
			const medio = nueva ? (nodos.get("__start__")?.c.cx ?? todo.x + todo.w / 2) : antes;
			W = lienzo.clientWidth;
			const justo = Math.min(1, W / todo.w, Math.max(tope / todo.h, 0.85));
			if (nueva) k = justo < 0.45 ? 0.55 : justo;
			H = Math.min(todo.h * k, tope);
			lienzo.style.height = `${H}px`;
			mover(medio - W / k / 2, nueva ? 0 : y);
		};
		let viaje;
		const ver = (que) => {
			const c = (nodos.get(que) || nodos.get(aristas.get(que)?.de))?.c;
			const falta = (a, largo, desde, visto) =>
				a < desde + 20 || a + largo > desde + visto - 20 ? a + (largo - visto) / 2 - desde : 0;
			const x0 = x, y0 = y, dx = c && falta(c.x, c.w, x, W / k), dy = c && falta(c.y, c.h, y, H / k);
			let t0 = 0;
			const paso = (t) => {
				const f = quieto.matches ? 1 : Math.min(1, (t - (t0 ||= t)) / 160);
				mover(x0 + dx * f, y0 + dy * f);
				if (f < 1) viaje = requestAnimationFrame(paso);
			};
			cancelAnimationFrame(viaje);
			if (dx || dy) viaje = requestAnimationFrame(paso);
			return !!c;
		};

		// Un dedo desplaza la página y dos, el grafo. Menos de 4 px es un clic.
		const dedos = new Map();
		let previo = null, movido = false;
		const oir = lienzo.addEventListener.bind(lienzo);
		const sitio = (ev) => {
			const r = lienzo.getBoundingClientRect();
			return { x: ev.clientX - r.x, y: ev.clientY - r.y };
		};
		const mano = (ev) => {
			dedos.set(ev.pointerId, sitio(ev));
			const [p, q] = dedos.values();
			return q ? { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2, d: Math.hypot(p.x - q.x, p.y - q.y) || 1 } : p;
		};
		const soltar = (ev) => dedos.delete(ev.pointerId) && (previo = null);
		oir("wheel", (ev) => {
			if (!ev.ctrlKey && !ev.metaKey) return;
			ev.preventDefault();
			const p = sitio(ev);
			ampliar(Math.exp(-ev.deltaY * 0.003), p.x, p.y);
		}, { passive: false });
		oir("pointerdown", (ev) => {
			if (ev.button) return;
			const p = mano(ev);
			movido = false;
			previo = ev.pointerType === "touch" && !p.d ? null : p;
		});
		oir("pointermove", (ev) => {
			const p = dedos.has(ev.pointerId) && mano(ev);
			if (!p || !previo || (!movido && !p.d && Math.hypot(p.x - previo.x, p.y - previo.y) < 4)) return;
			if (!movido) lienzo.setPointerCapture(ev.pointerId);
			movido = true;
			mover(x - (p.x - previo.x) / k, y - (p.y - previo.y) / k);
			if (p.d && previo.d) ampliar(p.d / previo.d, p.x, p.y);
			previo = p;
		});
		for (const fin of ["pointerup", "pointercancel"]) oir(fin, soltar);
		oir("dragstart", (ev) => ev.preventDefault());
		oir("click", (ev) => {
			if (movido) ev.preventDefault();
			movido = false;
		}, true);

		// Las flechas van al nodo más cercano.
		const paradas = lista(".nodo"), enlaces = paradas.filter((e) => e.tagName === "a");
		let parada = enlaces[0];
		const alcanzable = (e, si) => e?.setAttribute("tabindex", si || (enlaces.length < 61 && e.tagName === "a") ? 0 : -1);
		const parar = (e) => {
			alcanzable(parada, false);
			alcanzable((parada = e), true);
		};
		const hacia = (de, [dx, dy]) => {
			let mejor, menos = Infinity;
			for (const e of paradas) {
				const { c } = nodos.get(e.dataset.nodo), a = c.cx - de.cx, b = c.cy - de.cy, u = a * dx + b * dy;
				const lejos = u + 2.2 * Math.abs(a * dy + b * dx);
				if (u > 1 && lejos < menos && e.getClientRects().length) [menos, mejor] = [lejos, e];
			}
			return mejor;
		};
		oir("keydown", (ev) => {
			if (ev.ctrlKey || ev.metaKey || ev.altKey) return;
			const f = FLECHAS[ev.key], e = ev.target.closest(".nodo"), otro = f && e && hacia(nodos.get(e.dataset.nodo).c, f);
			if (otro) {
				parar(otro);
				otro.focus({ preventScroll: true });
			} else if (f) mover(x + (f[0] * 60) / k, y + (f[1] * 60) / k);
			else if (TECLAS[ev.key]) acciones[TECLAS[ev.key]]();
			else if (/^( |Enter)$/.test(ev.key) && ev.target.onclick) ev.target.onclick();
			else return;
			ev.preventDefault();
			ev.stopPropagation();
		});
		let juntos = [];
		const resaltar = (id) => {
			for (const { e } of juntos) e.classList.remove("vecino");
			const suyas = [...aristas.values()].filter(({ e, de, a }) => (de === id || a === id) && e.getClientRects().length);
			juntos = [id, ...suyas.flatMap(({ de, a }) => [de, a])].flatMap((n) => nodos.get(n) ?? []).concat(suyas);
			for (const { e } of juntos) e.classList.add("vecino");
		};
		const senalar = (ev) => {
			const id = ev.target.closest(".nodo")?.dataset.nodo, linea = ev.target.closest("path.arista");
			if (linea && !linea.firstChild) crear("title", {}, linea, linea.dataset.arista);
			resaltar(id);
			if (ev.type === "focusin" && ev.target.matches(":focus-visible")) ver(id);
		};
		oir("pointerover", senalar);
		oir("focusin", senalar);
		for (const sale of ["pointerleave", "focusout"]) oir(sale, () => resaltar());

		const capa = (id, si) => {
			const capas = fig.dataset.capas.split(" ").filter((c) => c !== id).concat(si ? id : []);
			if (!capas.length) return;
			fig.dataset.capas = capas.join(" ");
			abarcar();
			mover(x, y);
			for (const b of fig.querySelectorAll("[data-capa]")) b.ariaPressed = capas.includes(b.dataset.capa);
		};

		// Plegar tapa lo de dentro y saca las puntas al borde.
		const dentro = (id, caja) => id.startsWith(`${caja}:`);
		const decir = (cual, valor) => fig.dataset[cual].replace("%s", () => valor);
		const plegar = (id, si) => {
			const { e, c, boton } = cajas.get(id);
			tapas.get(id)?.remove();
			tapas.delete(id);
			if (si) {
				const tapa = crear("g", { class: "g-tapa" });
				tapa.append(e.firstChild.cloneNode());
				crear("text", { x: c.cx, y: c.cy + 5 }, tapa, decir("plegado", e.dataset.nodos));
				arriba.before(tapa);
				tapas.set(id, tapa);
			}
			boton.setAttribute("aria-expanded", !si);
			boton.lastChild.textContent = si ? "+" : "−";
			const todas = [...tapas.keys()], tapado = (n) => todas.some((t) => dentro(n, t));
			for (const n of lista(".nodo,[data-rotulo]")) n.classList.toggle("tapado", tapado(n.dataset.nodo ?? n.dataset.rotulo));
			for (const r of aristas.values()) {
				const entra = todas.filter((t) => dentro(r.a, t) && !dentro(r.de, t)).sort()[0];
				r.e.classList.toggle("tapado", !entra && tapado(r.a) && tapado(r.de));
				r.punta?.setAttribute("points", entra ? enElBorde(r.e.querySelector("path"), cajas.get(entra).c) : r.puntos);
			}
		};
		const enElBorde = (linea, z) => {
			let a = 0, b = linea.getTotalLength();
			while (b - a > 0.5) {
				const m = (a + b) / 2, p = linea.getPointAtLength(m);
				Math.abs(p.x - z.cx) < z.w / 2 && Math.abs(p.y - z.cy) < z.h / 2 ? (b = m) : (a = m);
			}
			const p = linea.getPointAtLength(a), q = linea.getPointAtLength(a - 8), u = (p.y - q.y) / 2, v = (q.x - p.x) / 2;
			return [p.x, p.y, q.x + u, q.y + v, q.x - u, q.y - v];
		};
		for (const [id, caja] of cajas) {
			const cx = caja.c.x + caja.c.w - 16, cy = caja.c.y + 16;
			const boton = crear("g", { class: "g-plegar", role: "button", tabindex: 0, "aria-label": decir("plegar", id), "data-rotulo": id }, arriba);
			crear("circle", { cx, cy, r: 12 }, boton);
			crear("text", { x: cx, y: cy + 5 }, boton);
			boton.onclick = () => plegar(id, !tapas.has(id));
			caja.boton = boton;
			plegar(id, false);
		}

		// Reproducción: se toca lo que cambia.
		const luz = {};
		const cambiar = (clase, claves = []) => {
			const antes = luz[clase] || new Set(), ahora = (luz[clase] = new Set(claves));
			const marcar = (que, si) => (nodos.get(que) || aristas.get(que))?.e.classList.toggle(clase, si);
			for (const que of antes) if (!ahora.has(que)) marcar(que, false);
			for (const que of ahora) if (!antes.has(que)) marcar(que, true);
		};
		const contar = (vueltas) => {
			for (const g of lista(".g-vuelta")) g.remove();
			for (const { nodo, visita, total } of vueltas) {
				const n = nodos.get(nodo), texto = `${visita}/${total}`, width = 12 + 7 * texto.length;
				if (!n) continue;
				const g = crear("g", { class: "g-vuelta" }, n.e), x = n.c.x + n.c.w - width + 8;
				crear("rect", { x, y: n.c.y - 9, width, height: 18, rx: 9 }, g);
				crear("text", { x: x + width / 2, y: n.c.y + 4 }, g, texto);
			}
		};
		const encender = (e) => {
			fig.toggleAttribute("data-reproduce", !!e);
			const { nodos: ahora = [], vueltas = [] } = e || {};
			for (const clase in LUCES) cambiar(clase, e?.[LUCES[clase]]);
			contar(vueltas);
			for (const [c, tapa] of tapas) tapa.classList.toggle("actual", ahora.some((n) => dentro(n, c)));
			ver(ahora[0]);
		};

		fig.querySelector(".g-barra").hidden = false;
		fig.onclick = (ev) => {
			const b = ev.target.closest("button"), { capa: id, accion } = b?.dataset || {};
			if (id) capa(id, b.ariaPressed !== "true");
			acciones[accion]?.();
		};
		for (const e of paradas) alcanzable(e, e === parada);
		fig.setAttribute("data-listo", "");
		new ResizeObserver(() => lienzo.clientWidth !== W && medir()).observe(lienzo);
		medir();
		return { encender, plegar };
	};

	const abrir = (fig) => (fig.grafo ||= Grafo(fig));
	(window.Vitrina ||= {}).grafo = abrir;
	// El de un caso lo abre su visor.
	document.querySelectorAll(":not(.v-lienzo) > [data-grafo]").forEach(abrir);
})();

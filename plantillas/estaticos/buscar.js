// Busca en el índice que viene en la página. Todas las palabras tienen que estar; lo que coincide en el título va antes.
(() => {
	"use strict";
	const MUESTRA = 60;
	const ALREDEDOR = 60;
	const PESO = { demo: 6, caso: 5, nodo: 5, error: 4, documento: 3, texto: 0 };
	const uno = (selector) => document.querySelector(selector);
	const [caja, buscador, lista, cuenta, indice] =
		["#consulta", "[data-buscador]", "[data-resultados]", "#cuenta", "[data-indice]"].map(uno);

	// Sin acentos ni mayúsculas, y con la misma longitud para poder marcar sobre el original
	const plegar = (s) => Array.from(s, (c) => {
		const base = c.normalize("NFD")[0].toLowerCase();
		return base.length === c.length ? base : c;
	}).join("");
	const datos = JSON.parse(uno('script#indice-de-busqueda[type="application/json"]').textContent);
	const clases = new Map(datos.clases);
	const filas = datos.filas.map(([clase, titulo, donde, href, texto]) => (
		{ clase, titulo, donde, href, texto, t: plegar(titulo), x: plegar(texto) }
	));

	function puntuar(fila, palabras) {
		let puntos = PESO[fila.clase] || 0;
		for (const p of palabras) {
			const i = fila.t.indexOf(p);
			if (i === 0) puntos += 12;
			else if (i > 0) puntos += /[\p{L}\p{N}]/u.test(fila.t[i - 1]) ? 5 : 9;
			else if (fila.x.includes(p)) puntos += 2;
			else return 0;
		}
		return puntos + 1;
	}

	function marcar(texto, plegado, palabras) {
		const trozo = document.createDocumentFragment();
		let desde = 0;
		while (desde < texto.length) {
			let mejor = -1;
			let largo = 0;
			for (const p of palabras) {
				const i = plegado.indexOf(p, desde);
				if (i >= 0 && (mejor < 0 || i < mejor || (i === mejor && p.length > largo))) [mejor, largo] = [i, p.length];
			}
			if (mejor < 0) break;
			trozo.append(texto.slice(desde, mejor), hacer("mark", "", texto.slice(mejor, mejor + largo)));
			desde = mejor + largo;
		}
		trozo.append(texto.slice(desde));
		return trozo;
	}

	function recorte(fila, palabras) {
		const donde = Math.min(...palabras.map((p) => fila.x.indexOf(p)).filter((i) => i >= 0), Infinity);
		const inicio = donde === Infinity ? 0 : Math.max(0, donde - ALREDEDOR);
		const fin = inicio + 4 * ALREDEDOR;
		const trozo = marcar(fila.texto.slice(inicio, fin), fila.x.slice(inicio, fin), palabras);
		return hacer("p", "bajo", inicio ? "… " : "", trozo, fin < fila.texto.length ? " …" : "");
	}

	function hacer(etiqueta, clase, ...dentro) {
		const e = document.createElement(etiqueta);
		if (clase) e.className = clase;
		e.append(...dentro);
		return e;
	}

	function pintar(fila, palabras) {
		const enlace = hacer("a", "", marcar(fila.titulo, fila.t, palabras));
		enlace.href = fila.href;
		const clase = hacer("span", "pastilla", clases.get(fila.clase));
		const li = hacer("li", "", clase, " ", enlace, " ", hacer("span", "tenue", fila.donde));
		if (fila.texto) li.append(recorte(fila, palabras));
		return li;
	}

	function buscar() {
		const palabras = plegar(caja.value).split(/\s+/).filter(Boolean);
		indice.hidden = palabras.length > 0;
		if (!palabras.length) {
			lista.replaceChildren();
			cuenta.textContent = "";
			return;
		}
		const hallados = filas
			.map((fila, i) => ({ fila, i, puntos: puntuar(fila, palabras) }))
			.filter((h) => h.puntos)
			.sort((a, b) => b.puntos - a.puntos || a.i - b.i);
		lista.replaceChildren(...hallados.slice(0, MUESTRA).map((h) => pintar(h.fila, palabras)));
		contar(hallados.length);
	}

	function contar(n) {
		const d = cuenta.dataset;
		const frase = n === 0 ? d.ninguno : n === 1 ? d.uno : n > MUESTRA ? d.muchos : d.varios;
		const numero = (x) => x.toLocaleString(document.documentElement.lang);
		cuenta.textContent = `${frase.replace("{n}", numero(n)).replace("{m}", numero(MUESTRA))} ${n ? d.ayuda : ""}`.trim();
	}

	// ↑ ↓ entre la caja y los resultados; Intro en la caja abre el primero
	buscador.addEventListener("keydown", (e) => {
		const enlaces = [...lista.querySelectorAll("a")];
		const aqui = enlaces.indexOf(document.activeElement);
		if (e.key === "ArrowDown" && enlaces.length) enlaces[Math.min(aqui + 1, enlaces.length - 1)].focus();
		else if (e.key === "ArrowUp" && aqui >= 0) (aqui ? enlaces[aqui - 1] : caja).focus();
		else if (e.key === "Enter" && document.activeElement === caja && enlaces.length) enlaces[0].click();
		else if (e.key === "Escape" && aqui >= 0) caja.focus();
		else return;
		e.preventDefault();
	});

	const leerDireccion = () => new URLSearchParams(location.hash.slice(1)).get("q") ?? "";
	caja.addEventListener("input", () => {
		const q = caja.value.trim();
		history.replaceState(null, "", q ? `#${new URLSearchParams({ q })}` : location.pathname + location.search);
		buscar();
	});
	addEventListener("hashchange", () => { caja.value = leerDireccion(); buscar(); });
	buscador.hidden = false;
	caja.value = leerDireccion();
	buscar();
	caja.focus();
})();

// Busca en el índice, que llega en partes: un script tras este por cada una. Todas las palabras tienen que estar; lo que
// coincide en el título va antes.
(() => {
	"use strict";
	const MUESTRA = 60, ALREDEDOR = 60;
	const PESO = { demo: 6, caso: 5, nodo: 5, error: 4, documento: 3, texto: 0 };
	const { uno, crear, plegar } = vitrina;
	const caja = uno("#consulta"), buscador = uno("[data-buscador]"), lista = uno("[data-resultados]");
	const cuenta = uno("#cuenta"), indice = uno("[data-indice]");
	const datos = JSON.parse(uno('script#indice-de-busqueda[type="application/json"]').textContent);
	const clases = new Map(datos.clases);
	const filas = [];
	let faltan = datos.partes;
	globalThis.recibirIndice = (parte) => {
		for (const [clase, titulo, donde, href, texto] of parte) {
			filas.push({ clase, titulo, donde, href, texto, t: plegar(titulo), x: plegar(texto) });
		}
		faltan -= 1;
		buscar();
	};
	addEventListener("load", () => buscar());

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

	// Donde empiezan dos palabras se marca la más larga
	function marcar(texto, plegado, palabras) {
		const largas = [...palabras].sort((a, b) => b.length - a.length).map((p) => p.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
		const trozo = new DocumentFragment();
		let desde = 0;
		for (const { 0: p, index } of plegado.matchAll(new RegExp(largas.join("|"), "g"))) {
			trozo.append(texto.slice(desde, index), crear("mark", {}, texto.slice(index, index + p.length)));
			desde = index + p.length;
		}
		trozo.append(texto.slice(desde));
		return trozo;
	}

	function recorte(fila, palabras) {
		const donde = Math.min(...palabras.map((p) => fila.x.indexOf(p)).filter((i) => i >= 0), Infinity);
		const inicio = donde === Infinity ? 0 : Math.max(0, donde - ALREDEDOR);
		const fin = inicio + 4 * ALREDEDOR;
		const trozo = marcar(fila.texto.slice(inicio, fin), fila.x.slice(inicio, fin), palabras);
		return crear("p", { className: "bajo" }, inicio ? "… " : "", trozo, fin < fila.texto.length ? " …" : "");
	}

	function pintar(fila, palabras) {
		const clase = crear("span", { className: "pastilla" }, clases.get(fila.clase));
		const enlace = crear("a", { href: fila.href }, marcar(fila.titulo, fila.t, palabras));
		const donde = crear("span", { className: "tenue" }, fila.donde);
		return crear("li", {}, clase, " ", enlace, " ", donde, fila.texto && recorte(fila, palabras));
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
		const incompleto = faltan && document.readyState === "complete" ? d.incompleto : "";
		cuenta.textContent =
			[frase.replace("{n}", numero(n)).replace("{m}", numero(MUESTRA)), n ? d.ayuda : "", incompleto].join(" ").trim();
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

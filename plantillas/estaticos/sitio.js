// Lo común: tema, atajos, copiar y cambiar de idioma sin perder el sitio. Lo que aquí se ofrece viene oculto en el
// HTML: sin este script la página no promete nada que no haga.
(() => {
	"use strict";
	const raiz = document.documentElement;
	const uno = (selector, en = document) => en.querySelector(selector);
	const todos = (selector, en = document) => [...en.querySelectorAll(selector)];
	const crear = (etiqueta, propiedades, ...dentro) => {
		const e = Object.assign(document.createElement(etiqueta), propiedades);
		e.append(...dentro);
		return e;
	};
	// Sin acentos ni mayúsculas y sin cambiar de largo: así lo hallado se puede señalar donde está
	const plegar = (texto) => texto.replace(/[^\x00-\x7f]/g, (c) => {
		const base = c.normalize("NFD")[0].toLowerCase();
		return base.length === 1 ? base : c;
	}).replace(/[A-Z]+/g, (m) => m.toLowerCase());

	const SIGUIENTE = { auto: "claro", claro: "oscuro", oscuro: "auto" };
	const conmutador = uno("[data-tema-conmutar]");
	const tema = () => raiz.dataset.tema || "auto";
	const rotular = () => { conmutador.title = conmutador.ariaLabel = conmutador.getAttribute(`data-tema-${tema()}`); };
	function siguienteTema() {
		const nuevo = SIGUIENTE[tema()];
		if (nuevo === "auto") delete raiz.dataset.tema;
		else raiz.dataset.tema = nuevo;
		try {
			localStorage.setItem("vitrina.tema", nuevo);
		} catch { /* dura lo que la página */ }
		rotular();
	}
	conmutador.hidden = false;
	conmutador.onclick = siguienteTema;
	rotular();

	const ayuda = uno("#atajos");
	const abrirAyuda = () => ayuda.showModal();
	const boton = uno("[data-atajos-abrir]");
	boton.hidden = false;
	boton.onclick = abrirAyuda;

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

	// Un botón con data-copiar="#id" copia ese elemento; con "antes", el que lleva delante; vacío, la dirección
	async function copiar(texto) {
		try {
			await navigator.clipboard.writeText(texto);
		} catch {
			const caja = crear("textarea", { value: texto });
			document.body.append(caja);
			caja.select();
			document.execCommand("copy");
			caja.remove();
		}
	}
	document.addEventListener("click", async ({ target }) => {
		const boton = target.closest?.("[data-copiar]"), que = boton?.dataset.copiar;
		if (!boton) return;
		const de = que === "antes" ? boton.previousElementSibling : que && document.getElementById(que.slice(1));
		await copiar(de ? de.textContent.trim() : location.href);
		const rotulo = boton.textContent;
		boton.textContent = boton.dataset.copiado || "✓";
		boton.focus();
		setTimeout(() => { boton.textContent = rotulo; }, 1600);
	});
	for (const boton of todos("[data-copiar]")) boton.hidden = false;

	// Lo que dijo un modelo no se copia sin decir de dónde salió, salvo que la banda ya vaya en la selección
	document.addEventListener("copy", (e) => {
		const seleccion = getSelection();
		if (seleccion.isCollapsed || escribiendo(e)) return;
		const rango = seleccion.getRangeAt(0), toca = (n) => rango.intersectsNode(n), banda = uno("[data-divulgacion]");
		if (toca(banda) || !todos("main [data-procedencia]").some(toca)) return;
		const frase = uno(".banda-frase", banda).textContent.trim().replace(/\s+/g, " ");
		e.clipboardData.setData("text/plain", `${seleccion}\n\n[${frase}]`);
		e.preventDefault();
	});

	// El otro idioma, en el mismo punto
	for (const enlace of todos(".idiomas a")) enlace.onclick = () => { enlace.hash = location.hash; };

	// Lo plegado se lee al imprimir, y después vuelve a como estaba
	let plegados = [];
	const desplegar = (si) => { for (const d of plegados) d.open = si; };
	addEventListener("beforeprint", () => {
		plegados = todos("details:not([open])");
		desplegar(true);
	});
	addEventListener("afterprint", () => desplegar(false));

	globalThis.vitrina = Object.freeze({ atajos, uno, todos, crear, plegar });
	raiz.dataset.lista = "";
})();

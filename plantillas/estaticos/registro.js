// Recalcula la cadena con lo que se lee en esta página y señala la primera entrada que no cuadra.
(() => {
	"use strict";
	const { uno, todos, crear } = vitrina;
	const boton = uno("[data-recalcular]");
	const salida = uno("#comprobado");
	const dice = boton.dataset;
	const utf8 = (texto) => new TextEncoder().encode(texto);
	const sha256 = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
		.map((b) => b.toString(16).padStart(2, "0")).join("");
	// JSON canónico (RFC 8785)
	const jcs = (v) => Array.isArray(v) ? `[${v.map(jcs)}]`
		: v && typeof v === "object" ? `{${Object.keys(v).sort().map((k) => `${JSON.stringify(k)}:${jcs(v[k])}`)}}`
		: JSON.stringify(v);
	const campo = (c) => [c.dataset.campo, JSON.parse(c.textContent)];
	const octetos = ({ dataset, textContent: t }) => dataset.bytes === "texto" ? utf8(t)
		: Uint8Array.from(t.match(/\S+/g), (h) => parseInt(h, 16));

	async function mal(e, n, previo) {
		const { hash, ...resto } = Object.fromEntries(todos("[data-campo]", e).map(campo));
		const bytes = octetos(uno("[data-bytes]", e));
		if (resto.seq !== n || resto.previo !== previo.hash) return dice.previo;
		if (await sha256(utf8(dice.recalcular + jcs(resto))) !== hash) return dice.hash;
		if (bytes.length !== resto.n_bytes || await sha256(bytes) !== resto.sha256) return dice.bytesMal;
		previo.hash = hash;
	}
	async function comprobar() {
		for (const cadena of todos("[data-cadena]")) {
			const previo = { hash: dice.origen };
			let n = 0;
			for (const e of todos("[data-entrada]", cadena)) {
				const motivo = await mal(e, ++n, previo).catch(() => dice.hash);
				if (motivo) return decir(motivo, e, e);
			}
			if (uno("[data-cabeza]", cadena).textContent !== previo.hash) return decir(dice.cabezaMal, cadena, uno("h2", cadena));
		}
		decir(dice.bien);
	}
	function decir(motivo, donde, ancla) {
		salida.className = `nota-al-margen t-${donde ? "mal" : "bien"}`;
		salida.textContent = motivo;
		if (!donde) return;
		donde.dataset.alterada = motivo;
		salida.prepend(crear("a", { href: `#${ancla.id}` }, ancla.dataset.entrada || ancla.textContent));
	}
	boton.hidden = !globalThis.crypto?.subtle;
	if (boton.hidden) salida.textContent = dice.sin;
	boton.addEventListener("click", comprobar);
})();

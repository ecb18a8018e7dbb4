// Color y copia del JSON y el código que se ven. El color son rangos de CSS Custom Highlight: sin ella, texto llano.
(() => {
	"use strict";
	const { visor, T } = globalThis.Vitrina?.caso || {};
	if (!visor) return;
	const { todos, crear } = vitrina;
	const JSON_ = /("(?:[^"\\]|\\.)*")(?=\s*:)|("(?:[^"\\]|\\.)*"?)|(-?\b\d[\d.eE+-]*)|\b(true|false|null)\b/g;
	const PYTHON = /\b(?:def|class)\s+(\w+)|([rbfu]{0,2}(?:"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))|\b(\d[\d._]*)\b|\b(and|as|async|await|class|def|elif|else|except|False|for|from|if|import|in|is|lambda|None|not|or|raise|return|True|try|while|with|yield)\b|(#[^\n]*)/g;
	const TOPE = 20000, marcas = ["clave", "texto", "numero", "palabra", "nota"].map((n) => {
		const marca = globalThis.Highlight ? new Highlight() : new Set();
		globalThis.CSS.highlights?.set(`j-${n}`, marca);
		return marca;
	});

	function colorear(pre) {
		const t = pre.firstChild;
		if (!t || t.length > TOPE) return;
		for (const m of t.data.matchAll("python" in pre.dataset ? PYTHON : JSON_)) {
			const k = m.findIndex((grupo, i) => i && grupo !== undefined), i = m.index + m[0].lastIndexOf(m[k]);
			marcas[k - 1].add(new StaticRange({ startContainer: t, startOffset: i, endContainer: t, endOffset: i + m[k].length }));
		}
	}
	function ofrecerCopia(pre) {
		if (pre.nextElementSibling?.matches(".copiar")) return;
		const boton = crear("button", { type: "button", className: "enlace copiar" }, T.copiar);
		boton.dataset.copiar = "antes";
		pre.after(boton);
	}
	let cuadro = 0;
	const pintar = () => {
		cuadro = 0;
		for (const m of marcas) m.clear();
		for (const pre of todos("[data-visto] pre:is([data-json], [data-python])", visor)) {
			if (!pre.getClientRects().length) continue;
			colorear(pre);
			ofrecerCopia(pre);
		}
	};
	const luego = () => { cuadro ||= requestAnimationFrame(pintar); };
	document.addEventListener("vitrina:paso", luego);
	visor.addEventListener("toggle", luego, true);
	luego();
})();

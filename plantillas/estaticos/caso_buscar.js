// Filtrar y buscar en un caso. Lo de esta página se busca entero; lo de otras, en un índice recortado que lo dice.
(() => {
	"use strict";
	const { D, T, visor, filas, hojas, llenar, saltar, andar, resto, llegada } = globalThis.Vitrina?.caso || {};
	if (!visor) return;
	const { uno, todos, crear, plegar, atajos } = vitrina;
	const SUERTES = ["desviacion", "herramientas", "modelo", "errores", "interrupciones"];
	const entrada = uno("[data-buscar]"), hallado = uno("[data-hallado]"), cuantos = uno("[data-cuantos]");
	const botones = todos("[data-filtro]"), textos = new Map();
	const texto = (n) => textos.get(n) || textos.set(n, plegar(`${filas.get(n).textContent} ${hojas.get(n).textContent}`)).get(n);
	let reloj = 0;

	function aplicar() {
		const suertes = botones.filter((b) => b.ariaPressed === "true").map((b) => b.dataset.filtro);
		const buscar = entrada.value.trim(), que = plegar(buscar);
		let n = 0;
		for (const [i, fila] of filas) {
			const marcas = (fila.dataset.marcas || "").split(" ");
			fila.hidden = (suertes.length && !suertes.some((s) => marcas.includes(s))) || (que && !texto(i).includes(que));
			n += i && !fila.hidden;
		}
		Object.assign(resto, { filtro: suertes, buscar });
		hallado.hidden = !que && !suertes.length;
		cuantos.textContent = hallado.hidden ? D.total : llenar(T.filtrados, { n, total: D.pasos.length });
		hallado.replaceChildren(...(hallado.hidden ? [] : frases(suertes, que, n)));
		resaltar();
	}

	function* frases(suertes, que, n) {
		const decir = (frase, datos) => crear("p", {}, llenar(frase, datos)), ajeno = globalThis.VitrinaIndice;
		if (que) yield decir(n === 1 ? T.encontrado : n ? T.encontrados : T.nada, { n, que: entrada.value.trim() });
		else if (!n) yield decir(T.ninguno);
		if (!ajeno) return;
		const fuera = ajenos(ajeno, suertes, que);
		for (const [paso, trozo] of fuera.slice(0, 5)) {
			yield crear("a", { href: `#paso=${paso}` }, `${llenar(T.fuera, { n: paso })}: `, crear("bdi", {}, trozo));
		}
		if (fuera.length > 5) yield decir(T.fuera_mas, { n: fuera.length - 5 });
		if (!que) return;
		yield decir(T.recortado, { n: ajeno.maximo });
		const onclick = () => saltar(D.tramos[D.tramo]);
		if (D.tramo < D.tramos.length) yield crear("button", { type: "button", className: "enlace", onclick }, T.seguir);
	}
	function ajenos({ marcas, textos }, suertes, que) {
		const bits = suertes.reduce((suma, s) => suma | (1 << SUERTES.indexOf(s)), 0);
		const vale = (t, i) => t.includes(que) && !filas.has(i + 1) && (!bits || (marcas.charCodeAt(i) - 48) & bits);
		return textos.split("\n").flatMap((t, i) => (vale(t, i) ? [[i + 1, t.slice(0, 80)]] : []));
	}

	function resaltar() {
		const que = plegar(entrada.value.trim()), marcas = globalThis.Highlight && new Highlight(), hoja = uno("[data-visto]");
		if (!marcas || !hoja) return; // sin hoja: el paso está en otra página y ya se va a ella
		CSS.highlights.set("hallado", marcas);
		const nodos = document.createTreeWalker(hoja, NodeFilter.SHOW_TEXT);
		for (let t; que && (t = nodos.nextNode()) && marcas.size < 500;) {
			const suyo = plegar(t.data);
			for (let i = suyo.indexOf(que); i >= 0; i = suyo.indexOf(que, i + que.length)) {
				marcas.add(new StaticRange({ startContainer: t, startOffset: i, endContainer: t, endOffset: i + que.length }));
			}
		}
	}

	entrada.oninput = () => { clearTimeout(reloj); reloj = setTimeout(aplicar, 120); };
	entrada.onkeydown = (e) => {
		if (e.key !== "Enter" && e.key !== "Escape") return;
		e.preventDefault();
		clearTimeout(reloj);
		if (e.key === "Escape") entrada.value = "";
		aplicar();
		if (e.key === "Enter") andar(e.shiftKey ? -1 : 1);
	};
	for (const b of botones) {
		b.ariaPressed = String((llegada?.get("filtro") || "").split(",").includes(b.dataset.filtro));
		b.onclick = () => { b.ariaPressed = String(b.ariaPressed !== "true"); aplicar(); };
	}
	entrada.value = llegada?.get("buscar") || "";
	atajos.f = () => entrada.focus();
	document.addEventListener("vitrina:paso", resaltar);
	// El índice de las otras páginas llega después
	addEventListener("load", () => hallado.hidden || aplicar());
	aplicar();
})();

// Va en la cabeza y bloquea a propósito: el tema elegido tiene que estar antes de pintar nada.
(() => {
	"use strict";
	try {
		const tema = localStorage.getItem("vitrina.tema");
		if (tema === "claro" || tema === "oscuro") document.documentElement.dataset.tema = tema;
	} catch { /* sin almacén, manda el sistema */ }
})();

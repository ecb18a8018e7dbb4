"""El visor de un caso, paso a paso: lo que se enciende en el grafo tienen que ser las tareas de ese paso, y solo ellas.

Lo encendido se lee del SVG; las tareas, de dos sitios distintos de la página: los datos que usa el visor y lo que está
escrito para quien lee sin él. Si uno de los tres no cuadra, alguien ve un recorrido que no fue.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generador.navegador.informe import Cuaderno
from generador.navegador.legible import sin_nombrar

if TYPE_CHECKING:
    from playwright.sync_api import Page

_RECORRER = """() => {
  const datos = JSON.parse(document.querySelector("script#datos-del-caso").textContent);
  const nodos = (s) => [...new Set([...document.querySelectorAll(s)].map((e) => e.dataset.nodo))].sort();
  const hojas = [...document.querySelectorAll("[data-paso]")].filter((h) => h.dataset.paso !== "0");
  const debidos = (n) => (datos.pasos[n - datos.primero] || [[]])[0].map((x) => datos.nodos[x]);
  const leer = (hoja) => ({
    n: Number(hoja.dataset.paso),
    visto: document.querySelector("[data-paso][data-visto]")?.dataset.paso === hoja.dataset.paso,
    encendidos: nodos("svg [data-nodo].actual"),
    tareas: hoja.querySelectorAll("[data-tarea]").length,
    dicho: [...hoja.querySelectorAll("h3, .t-cabeza, pre[data-tarea]")].map((e) => e.textContent).join(" "),
    datos: [...new Set(debidos(Number(hoja.dataset.paso)))].sort(),
  });
  const despues = document.querySelector("[data-ir=despues]");
  const pasos = hojas.map((hoja, i) => {
    if (i || document.querySelector("[data-paso='0']")) despues.click();
    return leer(hoja);
  });
  return { pasos, dibujados: nodos("svg [data-nodo]"), total: datos.pasos.length };
}"""
_QUE_HACER = "vuelve a construir; si sigue, es un defecto del visor (caso.js) o de los datos del caso"

ESPERA = 10_000
"""Milisegundos: el visor está en marcha desde que la página acaba de cargar."""


def reproducir(pagina: Page, ruta: str, cuaderno: Cuaderno) -> None:
    """Recorre todos los pasos de la página de caso abierta y apunta cada uno."""
    if not arranca(pagina):
        cuaderno.apuntar("reproduccion", ruta, False, "el visor no arranca", _QUE_HACER)
        return
    leido = pagina.evaluate(_RECORRER)
    dibujados = frozenset(leido["dibujados"])
    bien = len(leido["pasos"]) == leido["total"]
    que_pasa = f"hay {len(leido['pasos'])} pasos escritos y {leido['total']} en los datos del visor"
    cuaderno.apuntar("reproduccion", ruta, bien, que_pasa, _QUE_HACER)
    for paso in leido["pasos"]:
        mal = que_no_cuadra(paso, dibujados)
        cuaderno.apuntar("reproduccion", ruta, not mal, f"paso {paso['n']}: {mal}", _QUE_HACER)


def arranca(pagina: Page) -> bool:
    """Si el visor llega a ponerse en marcha."""
    from playwright.sync_api import TimeoutError as Agotado

    try:
        pagina.wait_for_selector("html[data-visor]", timeout=ESPERA)
    except Agotado:
        return False
    return True


def que_no_cuadra(paso: Mapping[str, Any], dibujados: frozenset[str]) -> str:
    """Qué falla en un paso, o nada. Un nodo que no está en el dibujo no se puede encender."""
    if not paso["visto"]:
        return "el visor no llega a él"
    encendidos, debidos = set(paso["encendidos"]), set(paso["datos"]) & dibujados
    if encendidos != debidos:
        return f"se enciende {_nombres(encendidos)} y sus tareas son {_nombres(debidos)}"
    if not paso["tareas"] or paso["tareas"] < len(paso["datos"]):
        return f"tiene {paso['tareas']} tareas escritas y {len(paso['datos'])} nodos en los datos"
    callados = sin_nombrar(set(paso["datos"]), paso["dicho"])
    return f"no nombra {_nombres(callados)}, que corrió en él" if callados else ""


def _nombres(nodos: set[str]) -> str:
    return ", ".join(f"«{n}»" for n in sorted(nodos)) or "nada"

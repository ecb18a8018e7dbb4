"""Por qué se ejecutó cada tarea, paso a paso.

`triggers` no lo dice: enumera todos los canales a los que un nodo se suscribe. Se deduce de lo que hizo el paso
anterior de su mismo ámbito: aristas fijas, lo que respondieron las rutas, el `goto` de los `Command`, los joins que
se completan (y vuelven a empezar) y el i-ésimo `Send`. Lo que no se puede atribuir se marca, no se adivina.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generador.comparacion.confianza import ambito_de
from generador.comparacion.explicacion import Cierre, PasoExplicado, Recorrido
from generador.comparacion.salidas import Salidas
from generador.comparacion.seguidor import Contexto, Seguidor
from generador.modelo.hallazgo import Causa
from generador.modelo.traza import Paso, Traza


def recorrer(traza: Traza, salidas: Salidas | None) -> Recorrido:
    """Explica una traza con las salidas de su grafo; sin grafo, solo con lo que dice la traza."""
    contexto = Contexto(traza, salidas, _saltos_al_padre(traza.pasos), {p.n: p for p in traza.pasos})
    por_ambito: dict[tuple[str, int], list[Paso]] = {}
    for paso in traza.pasos:
        por_ambito.setdefault((paso.ambito, paso.vuelta), []).append(paso)
    explicados: dict[int, PasoExplicado] = {}
    cierres: list[Cierre] = []
    finales: list[tuple[int, Causa]] = []
    for pasos in por_ambito.values():
        seguidor = Seguidor(contexto)
        explicados |= {e.paso.n: e for e in seguidor.seguir(pasos)}
        cierres += seguidor.cierres
        finales += seguidor.finales
    return Recorrido(tuple(explicados[p.n] for p in traza.pasos), tuple(cierres), tuple(finales))


def _saltos_al_padre(pasos: Sequence[Paso]) -> Mapping[tuple[int, str], tuple[str, ...]]:
    """Lo que el interior de un nodo mandó al grafo que lo contiene, por paso y nodo de ese grafo."""
    saltos: dict[tuple[int, str], tuple[str, ...]] = {}
    for paso in pasos:
        fuera = tuple(s for t in paso.tareas for s in t.saltos if ambito_de(s) != paso.ambito)
        if fuera and paso.padre is not None:
            clave = (paso.padre, paso.ambito)
            saltos[clave] = (*saltos.get(clave, ()), *fuera)
    return saltos

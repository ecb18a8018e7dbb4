"""Por qué se ejecutó cada tarea, paso a paso.

`triggers` no lo dice: enumera todos los canales a los que un nodo se suscribe. Se deduce de lo que hizo el paso
anterior de su mismo ámbito: aristas fijas, lo que respondieron las rutas, el `goto` de los `Command`, los joins que
se completan (y vuelven a empezar) y el i-ésimo `Send`. Lo que no se puede atribuir se marca, no se adivina.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generador.comparacion.confianza import ambito_de
from generador.comparacion.explicacion import PasoExplicado, Recorrido
from generador.comparacion.salidas import Salidas
from generador.comparacion.seguidor import Contexto, Seguidor
from generador.modelo.traza import Fin, Paso, Traza


def recorrer(traza: Traza, salidas: Salidas | None) -> Recorrido:
    """Explica una traza con las salidas de su grafo; sin grafo, solo con lo que dice la traza."""
    contexto = Contexto(traza, salidas, *_interiores(traza.pasos))
    seguidores: dict[tuple[str, int], Seguidor] = {}
    explicados: list[PasoExplicado] = []
    for paso in traza.pasos:
        ambito = (paso.ambito, paso.vuelta)
        seguidor = seguidores.get(ambito) or seguidores.setdefault(ambito, Seguidor(contexto))
        explicados.append(seguidor.explicar(paso))
    for seguidor in seguidores.values():
        seguidor.acabar()
    cierres = tuple(c for s in seguidores.values() for c in s.cierres)
    return Recorrido(tuple(explicados), cierres, tuple(f for s in seguidores.values() for f in s.finales))


def _interiores(
    pasos: Iterable[Paso],
) -> tuple[Mapping[tuple[int, str], tuple[str, ...]], Mapping[tuple[int, str], bool]]:
    """De cada (paso, nodo) con grafo dentro: lo que su interior mandó al grafo que lo contiene, y si acabó bien."""
    saltos: dict[tuple[int, str], tuple[str, ...]] = {}
    padres: dict[int, set[str]] = {}
    for paso in pasos:
        if paso.padre is None:
            continue
        clave = (paso.padre, paso.ambito)
        padres.setdefault(paso.padre, set()).add(paso.ambito)
        fuera = tuple(s for t in paso.tareas for s in t.saltos if ambito_de(s) != paso.ambito)
        if fuera:
            saltos[clave] = (*saltos.get(clave, ()), *fuera)
    if not padres:
        return saltos, {}
    con_interior = (p for p in pasos if p.n in padres)
    bien = {
        (p.n, nodo): all(t.fin is Fin.BIEN for t in p.tareas if t.nodo == nodo)
        for p in con_interior
        for nodo in padres[p.n]
    }
    return saltos, bien

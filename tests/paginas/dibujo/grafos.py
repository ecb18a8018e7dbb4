"""Grafos de prueba escritos en una línea, y la estrategia de hypothesis que los inventa."""

from __future__ import annotations

from hypothesis import strategies as st

from generador.modelo.grafo import FIN, INICIO, Arista, Formato, Grafo, Nodo, TipoDeArista, TipoDeNodo
from generador.modelo.hallazgo import Comparacion, Juicio, Veredicto
from generador.modelo.mensaje import mensaje

_TIPOS = {INICIO: TipoDeNodo.INICIO, FIN: TipoDeNodo.FIN}

NOMBRES_HOSTILES = (
    "开始", "结束", "PII[email].before_model", "a", "A", "end", "subgraph", 'node "q"', "<b>bold</b>", "tab\tname",
    "emoji 🚀", "👩‍👩‍👧", "مرحبا", "with/slash", "50%", "under_name", "under name", "", "  ", "étape", "étape", "..",
    "con", "#hash", "?q=1&b=2", "a" * 160, "line\nbreak", "`tick`", "${x}", "constructor", "__proto__", "node_0",
    "node-0", "</svg><script>PWN=1</script>", '" onfocus=PWN=1 x="', "&amp;<img src=x onerror=PWN=1>", "]]>",
    "tool\u202egnp.exe", "cero\u200bancho", "nulo\x00\x0b\x1b[2J", "javascript:alert(1)", "{{ 7*7 }}", "%(nodo)s",
    "n0", "l0", "cluster_0", "sustituto\ud800suelto",
)  # fmt: skip


def nodo(id: str, **datos) -> Nodo:
    nombre = id.rpartition(":")[2]
    datos.setdefault("tipo", _TIPOS.get(nombre, TipoDeNodo.NODO))
    return Nodo(id=id, nombre=nombre, **datos)


def arista(de: str, a: str | None, *etiquetas: str, **datos) -> Arista:
    datos.setdefault("tipo", TipoDeArista.CONDICIONAL if etiquetas or a is None else TipoDeArista.FIJA)
    return Arista(origen=de, destino=a, etiquetas=etiquetas, **datos)


def grafo(nodos: str | tuple[Nodo, ...], *aristas: Arista | str) -> Grafo:
    """`grafo("a b c", "a>b", arista("b", "c", "sí"))`. `*` es el inicio y `.`, el fin."""
    if isinstance(nodos, str):
        nodos = tuple(nodo(_largo(n)) for n in nodos.split())
    leidas = tuple(arista(*map(_largo, a.split(">"))) if isinstance(a, str) else a for a in aristas)
    return Grafo(nodos=nodos, aristas=leidas, formato=Formato.VITRINA)


def _largo(corto: str) -> str:
    return {"*": INICIO, ".": FIN}.get(corto, corto)


def juicio(de: str, a: str | None = None, veredicto: Veredicto = Veredicto.CONFORME, **lados) -> Juicio:
    """Un juicio de nodo (sin `a` y sin `clase`) o de arista."""
    clase = lados.pop("clase", "nodo" if a is None else "arista")
    return Juicio(clase=clase, origen=de, destino=a, veredicto=veredicto, motivo=mensaje("porque sí"), **lados)


def comparacion(*juicios: Juicio) -> Comparacion:
    return Comparacion(
        variante="v",
        nodos=tuple(j for j in juicios if j.clase == "nodo"),
        aristas=tuple(j for j in juicios if j.clase == "arista"),
    )


@st.composite
def grafos(draw: st.DrawFn, maximo: int = 12, cajas: bool = True) -> Grafo:
    """Un grafo cualquiera: ciclos, bucles, pares repetidos, cabos sueltos y subgrafos de hasta tres niveles."""
    n = draw(st.integers(0, maximo))
    prefijos = ["", "", "", "x:", "y:", "x:y:", "x:y:z:"] if cajas else [""]
    ids = [INICIO, FIN] if n > 1 else []
    ids += [draw(st.sampled_from(prefijos)) + f"n{i}" for i in range(n)]
    if not ids:
        return grafo(())
    destino = st.sampled_from([*ids, *ids, *ids, None])
    par = st.tuples(st.sampled_from(ids), destino, st.sampled_from([(), (), ("sí",), ("no", "quizá")]))
    aristas = [arista(de, a, *e) for de, a, e in draw(st.lists(par, max_size=2 * n + 2))]
    return grafo(tuple(nodo(i) for i in ids), *aristas)

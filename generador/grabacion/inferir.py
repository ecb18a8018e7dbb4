"""Adónde puede ir una función que no lo declara, leyendo su código sin ejecutarlo.

Se entienden literales, constantes del módulo, `Send("x", …)`, `Command(goto="x")`, condicionales, listas y variables
locales asignadas con lo anterior. En cuanto un camino no se entiende, `completo` es falso: nunca se supone.
"""

from __future__ import annotations

import ast
import inspect
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum, EnumMeta
from typing import Any

from langgraph.types import Command
from msgspec import Struct

from generador.grabacion.localizar import Definicion, Localizado, funcion_de, localizar


class Salida(Struct, frozen=True, order=True):
    """Un destino leído del código. `envio` si es un `Send`; `al_padre` si es del grafo que contiene a este."""

    destino: str
    envio: bool = False
    al_padre: bool = False


class Inferencia(Struct, frozen=True):
    """Las salidas leídas, en orden de aparición. `completo` si no queda ningún camino sin entender."""

    salidas: tuple[Salida, ...]
    completo: bool


NADA = Inferencia((), True)
_NI_IDEA = Inferencia((), False)


def de_ruta(ruta: Any) -> Inferencia:
    """Lo que puede devolver una función de ruta."""
    lector = _lector(ruta)
    if lector is None:
        return _NI_IDEA
    return _juntar(lector.destinos(e) for e in _devueltos(lector.nodo))


def de_nodo(nodo: Any) -> Inferencia:
    """Los `Command(goto=…)` que puede devolver la función de un nodo, o sus herramientas. Sin código, no se dice."""
    herramientas = getattr(nodo, "tools_by_name", None)
    if isinstance(herramientas, Mapping):
        return _juntar(
            de_nodo(getattr(h, "func", None) or getattr(h, "coroutine", None)) for h in herramientas.values()
        )
    lector = _lector(nodo)
    if lector is None:
        return NADA
    ordenes = [n for n in _dentro(lector.nodo) if isinstance(n, ast.Call) and _llama_a(n, "Command")]
    return _juntar(lector.orden(n) for n in ordenes)


def _lector(ejecutable: Any) -> _Lector | None:
    funcion = funcion_de(ejecutable)
    sitio = localizar(funcion)
    if not isinstance(sitio, Localizado) or isinstance(sitio.nodo, ast.ClassDef):
        return None
    return _Lector(sitio.nodo, _constantes(funcion))


def _constantes(funcion: Any) -> Mapping[str, Any]:
    try:
        cerradas: Mapping[str, Any] = inspect.getclosurevars(funcion).nonlocals
    except (TypeError, ValueError):
        cerradas = {}
    return ChainMap(dict(cerradas), getattr(funcion, "__globals__", {}))


class _Lector:
    """Lee expresiones de una función. `nodo` es su árbol; `constantes`, lo que ve de fuera."""

    def __init__(self, nodo: Definicion, constantes: Mapping[str, Any]) -> None:
        self.nodo = nodo
        self._constantes = constantes
        self._locales = _asignaciones(nodo)
        self._mirando: set[str] = set()

    def destinos(self, e: ast.expr) -> Inferencia:
        """Los nodos a los que puede llevar el valor de la expresión."""
        leer = next((leer for tipo, leer in self._LECTURAS if isinstance(e, tipo)), None)
        return leer(self, e) if leer else _NI_IDEA

    def orden(self, llamada: ast.Call) -> Inferencia:
        """Los destinos de un `Command(…)`; sin `goto` no va a ninguna parte."""
        argumentos = {k.arg: k.value for k in llamada.keywords}
        if None in argumentos:
            return _NI_IDEA
        if "goto" not in argumentos:
            return NADA
        leido = self.destinos(argumentos["goto"])
        if not self._es_al_padre(argumentos.get("graph")):
            return leido
        return Inferencia(tuple(Salida(s.destino, s.envio, True) for s in leido.salidas), leido.completo)

    def _es_al_padre(self, e: ast.expr | None) -> bool:
        return e is not None and (ast.unparse(e).endswith("PARENT") or self._valor(e) == Command.PARENT)

    def _constante(self, e: ast.Constant) -> Inferencia:
        return _de_valor(e.value)

    def _nombre(self, e: ast.Name) -> Inferencia:
        if e.id in self._mirando:
            return NADA
        if e.id not in self._locales:
            return _de_valor(self._constantes.get(e.id, _FALTA))
        self._mirando.add(e.id)
        leido = _juntar(self.destinos(v) for v in self._locales[e.id])
        self._mirando.discard(e.id)
        return leido

    def _atributo(self, e: ast.Attribute) -> Inferencia:
        return _de_valor(self._valor(e))

    def _varios(self, e: ast.List | ast.Tuple | ast.Set) -> Inferencia:
        return _juntar(self.destinos(x) for x in e.elts)

    def _lista_por_comprension(self, e: ast.ListComp | ast.GeneratorExp) -> Inferencia:
        return self.destinos(e.elt)

    def _indice(self, e: ast.Subscript) -> Inferencia:
        """`TABLA[clave]`: cualquiera de los valores de la tabla."""
        if isinstance(e.value, ast.Dict):
            return _juntar(self.destinos(v) for v in e.value.values)
        tabla = self._valor(e.value)
        return _juntar(_de_valor(v) for v in tabla.values()) if isinstance(tabla, Mapping) else _NI_IDEA

    def _suma_de_listas(self, e: ast.BinOp) -> Inferencia:
        if not any(isinstance(x, _LISTAS) for x in (e.left, e.right)):
            return _NI_IDEA
        return _juntar([self.destinos(e.left), self.destinos(e.right)])

    def _llamada(self, e: ast.Call) -> Inferencia:
        if _llama_a(e, "Command"):
            return self.orden(e)
        if not _llama_a(e, "Send"):
            return _NI_IDEA
        primero = e.args[0] if e.args else next((k.value for k in e.keywords if k.arg == "node"), None)
        leido = self.destinos(primero) if primero is not None else _NI_IDEA
        return Inferencia(tuple(Salida(s.destino, True) for s in leido.salidas), leido.completo)

    def _valor(self, e: ast.expr) -> Any:
        """El valor de un nombre o atributo de fuera (`END`, `Rutas.FIN`), sin ejecutar propiedades."""
        if isinstance(e, ast.Name):
            return _FALTA if e.id in self._locales else self._constantes.get(e.id, _FALTA)
        if isinstance(e, ast.Attribute):
            base = self._valor(e.value)
            if isinstance(base, EnumMeta):
                return base.__members__.get(e.attr, _FALTA)
            return _FALTA if base is _FALTA else inspect.getattr_static(base, e.attr, _FALTA)
        return _FALTA

    _LECTURAS: tuple[tuple[Any, Callable[[Any, Any], Inferencia]], ...] = (
        (ast.Constant, _constante),
        (ast.Name, _nombre),
        (ast.Attribute, _atributo),
        ((ast.List, ast.Tuple, ast.Set), _varios),
        ((ast.ListComp, ast.GeneratorExp), _lista_por_comprension),
        (ast.IfExp, lambda s, e: _juntar([s.destinos(e.body), s.destinos(e.orelse)])),
        (ast.BoolOp, lambda s, e: _juntar(s.destinos(v) for v in e.values)),
        (ast.Starred, lambda s, e: s.destinos(e.value)),
        (ast.NamedExpr, lambda s, e: s.destinos(e.value)),
        (ast.BinOp, _suma_de_listas),
        (ast.Subscript, _indice),
        (ast.Call, _llamada),
    )


_FALTA = object()
_DESCONOCIDA = ast.Constant(value=...)
_LISTAS = (ast.List, ast.ListComp)
_ANADEN = frozenset({"append", "extend", "insert"})


def _de_valor(valor: Any) -> Inferencia:
    if isinstance(valor, Enum):
        return _de_valor(valor.value)
    if isinstance(valor, str):
        return Inferencia((Salida(valor),), True)
    if valor is None:
        return NADA
    if isinstance(valor, list | tuple | set | frozenset):
        return _juntar(_de_valor(v) for v in valor)
    return _NI_IDEA


def _juntar(partes: Iterable[Inferencia]) -> Inferencia:
    lista = list(partes)
    salidas = dict.fromkeys(s for p in lista for s in p.salidas)
    return Inferencia(tuple(salidas), all(p.completo for p in lista))


def _dentro(nodo: Definicion) -> Iterator[ast.AST]:
    """Los nodos de la función sin entrar en las que define dentro."""
    pendientes: list[ast.AST] = [nodo.body] if isinstance(nodo, ast.Lambda) else list(nodo.body)
    while pendientes:
        actual = pendientes.pop(0)
        yield actual
        if not isinstance(actual, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pendientes[:0] = ast.iter_child_nodes(actual)


def _devueltos(nodo: Definicion) -> list[ast.expr]:
    if isinstance(nodo, ast.Lambda):
        return [nodo.body]
    return [n.value for n in _dentro(nodo) if isinstance(n, ast.Return) and n.value is not None]


def _llama_a(llamada: ast.Call, nombre: str) -> bool:
    f = llamada.func
    return (isinstance(f, ast.Name) and f.id == nombre) or (isinstance(f, ast.Attribute) and f.attr == nombre)


def _asignaciones(nodo: Definicion) -> dict[str, list[ast.expr]]:
    """Cada nombre local y todo lo que se le asigna. Un parámetro o un bucle dejan algo que no se entiende."""
    locales: dict[str, list[ast.expr]] = {}
    for nombre in _parametros(nodo):
        locales[nombre] = [_DESCONOCIDA]
    for n in _dentro(nodo):
        for nombre, valor in _lo_que_asigna(n):
            locales.setdefault(nombre, []).append(valor)
    return locales


def _parametros(nodo: Definicion) -> list[str]:
    if isinstance(nodo, ast.ClassDef):
        return []
    a = nodo.args
    sueltos = [x for x in (a.vararg, a.kwarg) if x is not None]
    return [x.arg for x in [*a.posonlyargs, *a.args, *a.kwonlyargs, *sueltos]]


def _lo_que_asigna(n: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(n, ast.Assign | ast.NamedExpr):
        objetivos = n.targets if isinstance(n, ast.Assign) else [n.target]
        yield from ((x, n.value) for o in objetivos for x in _nombres(o))
    elif isinstance(n, ast.AnnAssign) and n.value is not None:
        yield from ((x, n.value) for x in _nombres(n.target))
    elif isinstance(n, ast.AugAssign):
        yield from ((x, n.value if isinstance(n.value, _LISTAS) else _DESCONOCIDA) for x in _nombres(n.target))
    elif isinstance(n, ast.For | ast.AsyncFor | ast.comprehension):
        yield from ((x, _DESCONOCIDA) for x in _nombres(n.target))
    elif isinstance(n, ast.withitem) and n.optional_vars is not None:
        yield from ((x, _DESCONOCIDA) for x in _nombres(n.optional_vars))
    elif isinstance(n, ast.Call):
        yield from _lo_que_anade(n)


def _lo_que_anade(n: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    """`lista.append(x)` cuenta como asignar `x`."""
    f = n.func
    if isinstance(f, ast.Attribute) and isinstance(f.value, ast.Name) and f.attr in _ANADEN and n.args:
        yield f.value.id, n.args[-1]


def _nombres(objetivo: ast.expr) -> list[str]:
    """Los nombres a los que se asigna. Al desempaquetar, cada uno puede llevarse cualquier parte."""
    return [x.id for x in ast.walk(objetivo) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)]

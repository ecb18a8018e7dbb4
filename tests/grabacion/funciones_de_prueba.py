"""Una función de cada clase que puede ser un nodo, con su nombre en una línea `return` que la identifica."""

import functools
from typing import Any

from langchain_core.runnables import RunnableLambda


def llana(_: Any) -> str:
    return "llana"


async def asincrona(_: Any) -> str:
    return "asincrona"


def con_dos_argumentos(extra: str, _: Any) -> str:
    return f"con_dos_argumentos {extra}"


parcial = functools.partial(con_dos_argumentos, "x")
una, otra = (lambda _: "lambda una"), (lambda _: "lambda otra")
lambda_larga = lambda e: {  # noqa: E731
    "clave": "lambda_larga",
    "dentro": (lambda _: "interior")(e),
}


def _con_wraps(f: Any) -> Any:
    @functools.wraps(f)
    def envuelta(*args: Any) -> Any:
        return f(*args)

    return envuelta


def _sin_wraps(f: Any) -> Any:
    def envuelta_sin_wraps(*args: Any) -> Any:
        return f(*args)

    return envuelta_sin_wraps


@_con_wraps
@_con_wraps
def decorada(_: Any) -> str:
    return "decorada"


@_sin_wraps
def tapada(_: Any) -> str:
    return "tapada"


class Clase:
    def metodo(self, _: Any) -> str:
        return "metodo"

    @classmethod
    def de_clase(cls, _: Any) -> str:
        return "de_clase"

    @staticmethod
    def estatico(_: Any) -> str:
        return "estatico"

    def __call__(self, _: Any) -> str:
        return "invocable"


class Hija(Clase):
    """Hereda `__call__`."""


def fabrica_de_cierres(nombre: str) -> Any:
    def cierre(_: Any) -> str:
        return f"cierre {nombre}"

    return cierre


runnable = RunnableLambda(llana)
secuencia = RunnableLambda(llana) | RunnableLambda(asincrona)

_espacio: dict[str, Any] = {}
exec("def inventada(_):\n    return 'inventada'\n", _espacio)  # noqa: S102
inventada = _espacio["inventada"]

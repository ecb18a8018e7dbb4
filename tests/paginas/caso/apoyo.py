"""El contexto y las páginas de los casos de ejemplo, sin disco."""

from __future__ import annotations

from functools import cache

from generador.modelo.demo import DemoComparada
from generador.modelo.traza import Traza
from generador.paginas import crear_contextos
from generador.paginas.base import Contexto
from generador.paginas.caso import PaginaDeCaso, modelar
from generador.representacion.idiomas import Catalogo
from tests.paginas.caso.ejemplo import DEMO, demo


class Planos(dict[str, str]):
    """Estáticos sin huella: cada nombre es su ruta."""

    def __missing__(self, nombre: str) -> str:
        return f"estaticos/{nombre}"


def contexto(*demos: DemoComparada) -> Contexto:
    return crear_contextos(demos or (DEMO,), (Catalogo("es"),), Planos(), version="0")[0]


CTX = contexto()


@cache
def paginas(caso: str) -> tuple[PaginaDeCaso, ...]:
    return tuple(p for p in modelar(CTX) if p.caso == caso)


def pagina(caso: str) -> PaginaDeCaso:
    return paginas(caso)[0]


def pagina_de(traza: Traza) -> PaginaDeCaso:
    """La primera página de una traza suelta, que se hace pasar por el caso `roto`."""
    return next(p for p in modelar(contexto(demo({"roto": traza}))) if p.caso == "roto")

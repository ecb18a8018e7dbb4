"""Con qué se hacen las páginas de una sesión, y lo que todas llevan alrededor."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from generador import __version__
from generador.modelo.plan import Caso, Plan
from generador.modelo.procedencia import Recuento
from generador.paginas import rutas as publicadas
from generador.paginas.base import Alternativa, Contexto, Enlace, Idioma, Marco
from generador.paginas.marco import NOMBRES
from generador.servidor.vivo import rutas
from generador.servidor.vivo.banda import ANCLA, banda


class Ambiente(Struct, frozen=True, kw_only=True):
    """Lo que comparten las páginas de una sesión en un idioma. `publicado` dice si el sitio construido tiene esa
    página; `comparar` y `construir` son las órdenes que siguen a guardar una corrida."""

    plan: Plan
    casos: tuple[Caso, ...]
    idioma: Idioma
    modelo: str | None
    publicado: Callable[[str], bool]
    segundos: float
    pasos: int
    comparar: str
    construir: str

    @property
    def codigo(self) -> str:
        return self.idioma.codigo

    @property
    def ctx(self) -> Contexto:
        """Lo justo para escribir frases."""
        return Contexto(demos=(), idioma=self.idioma, estaticos={}, version=__version__, recuentos={})

    def guion(self, caso: Caso) -> str | None:
        """La clave del guion que contesta, si lo hay y no contesta un modelo."""
        return caso.oraculo if self.plan.oraculo and not self.modelo else None


def marcar(
    a: Ambiente, tipo: str, titulo: str, caso: Caso | None = None, *, ruta: str = "", recuento: Recuento | None
) -> Marco:
    """El marco de una página. `recuento` es el de la ejecución que enseña, si enseña una."""
    ctx = a.ctx
    aqui = ruta or rutas.inicio(a.codigo)
    nombre = ctx.texto(a.plan.titulo)
    return Marco(
        ruta=aqui,
        raiz="/",
        idioma=a.codigo,
        tipo=f"vivo-{tipo}",
        titulo=titulo,
        pestana=" · ".join(dict.fromkeys((titulo, nombre, ctx._("En vivo"), "Vitrina"))),
        descripcion="",
        inicio=Enlace(texto="Vitrina", href=rutas.inicio(a.codigo)),
        buscar=Enlace(texto="", href=""),
        navegacion=tuple(_navegacion(a, aqui)),
        migas=(),
        alternativas=tuple(_alternativas(a, aqui)),
        divulgacion=banda(
            ctx,
            tuple(ctx.texto(t) for t in a.plan.avisos),
            modelo=a.modelo,
            guion=(a.guion(caso) if caso else "*" if a.plan.oraculo else None),
            recuento=recuento,
        ),
        estilos=tuple(rutas.ESTATICOS + hoja for hoja in ("estilo.css", "paginas.css", "vivo.css")),
        tema="",
        icono=f"{rutas.ESTATICOS}icono.svg",
        scripts=(),
        indexable=False,
        version=__version__,
    )


def _navegacion(a: Ambiente, aqui: str) -> Iterable[Enlace]:
    suyo = rutas.inicio(a.codigo)
    yield Enlace(texto=a.ctx._("En vivo"), href=suyo, actual=aqui == suyo)
    publicada = f"{publicadas.PREFIJOS[a.codigo]}{publicadas.demo(a.plan.demo)}"
    if a.publicado(publicada):
        yield Enlace(texto=a.ctx._("Lo publicado"), href=f"/{publicada}")
    yield Enlace(texto=a.ctx._("Qué es un oráculo"), href=f"#{ANCLA}")


def _alternativas(a: Ambiente, aqui: str) -> Iterable[Alternativa]:
    for i in rutas.IDIOMAS:
        yield Alternativa(idioma=i, nombre=NOMBRES[i], href=_en_otro(aqui, i), actual=i == a.codigo)


def _en_otro(ruta: str, idioma: str) -> str:
    return f"{rutas.BASE}{idioma}/{ruta.removeprefix(rutas.BASE).partition('/')[2]}"

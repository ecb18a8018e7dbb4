"""Lo que toda página lleva, y el contexto con que se modela.

Un tipo de página es un modelo congelado que hereda de `Pagina`, una función que los fabrica a partir del
`Contexto` y una plantilla que solo los lee. Aquí no hay HTML ni disco: las frases llegan ya en el idioma
de la página y los enlaces, ya relativos, para que la plantilla no decida nada.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, TypeAlias

from msgspec import Struct, field

from generador.modelo.demo import DemoComparada
from generador.modelo.mensaje import Mensaje
from generador.modelo.plan import Texto, en_idioma
from generador.modelo.procedencia import Recuento
from generador.paginas import rutas
from generador.paginas.dibujo import Dibujo
from generador.paginas.visitado import Cargas, Visitado


class Idioma(Protocol):
    """Lo que `paginas` pide a un catálogo. Lo cumple `representacion.idiomas.Catalogo`.

    Una clave sin traducir lanza `ErrorDeEntrada`: una página a medio traducir no llega a escribirse.
    """

    @property
    def codigo(self) -> str: ...
    def gettext(self, texto: str) -> str: ...
    def ngettext(self, uno: str, varios: str, n: int) -> str: ...
    def numero(self, n: float) -> str: ...
    def duracion(self, segundos: float | None) -> str: ...


class Enlace(Struct, frozen=True, kw_only=True):
    """Un enlace listo para escribir. `href` es relativo a la página; `actual` es que ya se está ahí."""

    texto: str
    href: str
    actual: bool = False
    codigo: bool = False


class Alternativa(Struct, frozen=True, kw_only=True):
    """La misma página en otro idioma. `nombre` va en su propio idioma."""

    idioma: str
    nombre: str
    href: str
    actual: bool


class ParteDeRecuento(Struct, frozen=True, kw_only=True):
    """Cuántas respuestas de modelo hay de una procedencia, en palabras."""

    procedencia: str
    n: int
    texto: str


class Divulgacion(Struct, frozen=True, kw_only=True):
    """La banda obligatoria. `ambito` es `sitio`, `demo` o `caso`; los recuentos salen de las trazas.

    `tono` es el de la hoja de estilos: `aviso` si algo no es de un modelo en vivo, `acento` si todo lo es y
    `neutro` si no se llamó a ninguno. Que la traza no traiga las llamadas no es no haber llamado: es `aviso`.
    `autores`, plegados, dicen quién escribió cada referencia.
    """

    ambito: str
    tono: str
    recuento: Recuento
    titular: str
    frase: str
    avisos: tuple[str, ...]
    enlace: Enlace
    autores: tuple[str, ...] = ()


class Marco(Struct, frozen=True, kw_only=True):
    """Lo común a todas las páginas, que solo lee `base.html`.

    `ruta` es la real, desde la raíz del sitio y con el árbol del idioma; `raiz` es lo que hay que subir hasta
    ella. `estilos` y `scripts` son hrefs ya con su huella. `titulo` es el `h1`; `pestana`, el `<title>`.
    """

    ruta: str
    raiz: str
    idioma: str
    tipo: str
    titulo: str
    pestana: str
    descripcion: str
    inicio: Enlace
    buscar: Enlace
    navegacion: tuple[Enlace, ...]
    migas: tuple[Enlace, ...]
    alternativas: tuple[Alternativa, ...]
    divulgacion: Divulgacion
    estilos: tuple[str, ...]
    tema: str
    icono: str
    scripts: tuple[str, ...]
    indexable: bool
    version: str


class Pagina(Struct, frozen=True, kw_only=True):
    """Una página. Cada tipo hereda y añade lo suyo; la plantilla la recibe entera como `pagina`."""

    marco: Marco


class Prosa(Struct, frozen=True, kw_only=True):
    """Markdown del autor y adónde llevan sus enlaces a documentos publicados (destino escrito → href).

    `nivel` es el que tendrá su título más alto: uno más que el del apartado en que se pone.
    """

    texto: str
    enlaces: tuple[tuple[str, str], ...] = ()
    nivel: int = 2


class Seccion(Struct, frozen=True, kw_only=True):
    """Una página de demo que sale en la navegación. `hay` dice si esa demo la tiene."""

    titulo: Mensaje
    ruta: Callable[[str], str]
    hay: Callable[[DemoComparada], bool] = lambda _: True


class TipoDePagina(Struct, frozen=True, kw_only=True):
    """Un tipo de página: su nombre (`html[data-pagina]`), su plantilla y quién fabrica sus modelos."""

    nombre: str
    plantilla: str
    modelar: Callable[[Contexto], Iterable[Pagina]]
    seccion: Seccion | None = None


class Dichos(Struct, frozen=True):
    """Lo que se puede buscar de una traza, cada cosa con su paso.

    `textos` son (texto, paso donde sale primero) y `fuera`, cuántos más no caben en el índice; `errores`,
    (paso, qué falló, mensaje).
    """

    textos: tuple[tuple[str, int], ...] = ()
    fuera: int = 0
    errores: tuple[tuple[int, str, str], ...] = ()


Fila: TypeAlias = tuple[str, str, str, str, str]
"""(clase, título, dónde, href, texto)."""


class Parte(Struct, frozen=True, kw_only=True):
    """Un trozo del índice de búsqueda, en su propio fichero. `ruta` es la real, con la huella de lo que lleva."""

    ruta: str
    filas: tuple[Fila, ...]


class Contexto(Struct, frozen=True, kw_only=True):
    """El sitio entero, ya comparado, visto en un idioma. Lo fabrica `paginas.crear_contextos`.

    `idiomas` son los códigos de los que se construyen. `estaticos` va de nombre lógico (`estilo.css`) a ruta
    publicada con huella; `recuentos`, de demo a caso; `nodos`, de demo a los ids que tienen página; `tramos`, de
    (demo, caso) al primer paso de cada página del caso; `dibujos`, de (demo, variante) a su dibujo; `dichos`, de
    (demo, caso) a los textos de su traza, si ya se sacaron; `visitas` y `muestras`, de demo y nodo a lo que se
    vio de él en las trazas y a las cargas de su ejemplo; `indice` da el de búsqueda, si no hay que
    volver a hacerlo. `base` es la dirección absoluta del sitio si se conoce; solo
    la usa el 404.
    """

    demos: tuple[DemoComparada, ...]
    idioma: Idioma
    estaticos: Mapping[str, str]
    version: str
    recuentos: Mapping[str, Mapping[str, Recuento]]
    idiomas: tuple[str, ...] = tuple(rutas.PREFIJOS)
    nodos: Mapping[str, frozenset[str]] = field(default_factory=dict)
    secciones: tuple[Seccion, ...] = ()
    tramos: Mapping[tuple[str, str], tuple[int, ...]] = field(default_factory=dict)
    dibujos: Mapping[tuple[str, str], Dibujo] = field(default_factory=dict)
    dichos: Mapping[tuple[str, str], Dichos] = field(default_factory=dict)
    visitas: Mapping[str, Mapping[str, Visitado]] = field(default_factory=dict)
    muestras: Mapping[str, Mapping[str, Cargas]] = field(default_factory=dict)
    indice: Callable[[], tuple[tuple[Parte, ...], int]] | None = None
    base: str = ""

    def _(self, plantilla: str, **datos: object) -> str:
        """Una frase nuestra en el idioma de la página."""
        return self.idioma.gettext(plantilla) % datos if datos else self.idioma.gettext(plantilla)

    def ngettext(self, uno: str, varios: str, n: int, **datos: object) -> str:
        """Una frase con singular y plural; `%(n)s` es el número con los separadores del idioma."""
        return self.idioma.ngettext(uno, varios, n) % {"n": self.idioma.numero(n), **datos}

    def mensaje(self, m: Mensaje) -> str:
        """Un `Mensaje` de otra etapa, en el idioma de la página."""
        return m.en(self.idioma.gettext)

    def texto(self, texto: Texto) -> str:
        """Un texto del autor, que ya viene en los dos idiomas."""
        return en_idioma(texto, self.idioma.codigo)

    def demo(self, id: str) -> DemoComparada:
        """La demo con ese id."""
        return next(d for d in self.demos if d.demo.plan.demo == id)

    def ruta_de_paso(self, demo: str, caso: str, paso: int) -> str:
        """Ruta neutra, con ancla, del paso `paso` en el tramo donde esté."""
        primeros = self.tramos.get((demo, caso), (1,))
        tramo = max(1, sum(1 for p in primeros if p <= paso))
        return f"{rutas.caso(demo, caso, tramo)}#{rutas.ancla_de_paso(paso)}"


def enlace(desde: str, hasta: str, texto: str, *, codigo: bool = False) -> Enlace:
    """Un enlace entre dos rutas neutras. `codigo` es que el texto es un identificador y va en monoespaciada."""
    return Enlace(texto=texto, href=rutas.relativa(desde, hasta), actual=desde == hasta, codigo=codigo)

"""Lo que se entiende de un diagrama mientras se lee, antes de saber a qué nodo se refiere cada mención.

Un id puede mencionarse fuera del subgrafo al que pertenece, y antes de declararlo; por eso primero se apunta
todo tal como está escrito y `montar` decide después.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from msgspec import Struct

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.lectura.documento import PROBLEMAS
from generador.lectura.jerarquia import ELEMENTOS, LARGO_DE_ID, NIVELES, defecto_de_id

Ambito: TypeAlias = tuple[str, ...]
"""Los ids de los subgrafos abiertos, de fuera adentro; `()` es el primer nivel."""


def sin_separador(titulo: str) -> str:
    """Un título como id de subgrafo: `:` separa niveles y no puede ir dentro de uno."""
    return " · ".join(t.strip() for t in titulo.split(":")) if ":" in titulo else titulo


class Mencion(Struct, frozen=True):
    """Un id escrito en un ámbito y en una línea. `declara` es que el texto lo define ahí, no solo lo nombra."""

    id: str
    ambito: Ambito
    linea: int
    declara: bool = False


class Trazo(Struct, frozen=True):
    """Una flecha. `punteada` es `-.->`; `etiqueta`, su texto ya visible."""

    origen: Mencion
    destino: Mencion
    linea: int
    etiqueta: str = ""
    punteada: bool = False


@dataclass(slots=True)
class Ficha:
    """Lo que se sabe de un id en un ámbito, además de que existe."""

    etiqueta: str = ""
    nota: str = ""
    rombo: bool = False
    pausa: tuple[str, ...] = ()
    diferido: bool = False
    herramientas: tuple[str, ...] = ()


@dataclass(slots=True)
class Boceto:
    """El diagrama a medio leer. `pseudo` va de (ámbito, id) a `choice`, `fork` o `join`.

    `cerrados` son los subgrafos por orden de cierre: en un `flowchart`, un nodo es del primero que lo menciona.
    `estilados` va de lo que nombra un `style` a su línea. `viejo` es que lo escribió un LangGraph antiguo.
    """

    fichero: str
    viejo: bool = False
    menciones: list[Mencion] = field(default_factory=list)
    trazos: list[Trazo] = field(default_factory=list)
    fichas: dict[tuple[Ambito, str], Ficha] = field(default_factory=dict)
    pseudo: dict[tuple[Ambito, str], str] = field(default_factory=dict)
    contenedores: dict[Ambito, Mencion] = field(default_factory=dict)
    cerrados: list[Ambito] = field(default_factory=list)
    estilados: dict[str, int] = field(default_factory=dict)
    problemas: list[Problema] = field(default_factory=list)

    def mencionar(self, id: str, ambito: Ambito, linea: int, *, declara: bool = False) -> Mencion:
        if defecto := defecto_de_id(id):
            self.anotar(linea, defecto, "acórtalo")
            id = id[:LARGO_DE_ID].replace(":", "·")
        mencion = Mencion(id, ambito, linea, declara)
        self.menciones.append(mencion)
        return mencion

    def ficha(self, mencion: Mencion) -> Ficha:
        """La ficha de un id en su ámbito; se crea vacía la primera vez."""
        return self.fichas.setdefault((mencion.ambito, mencion.id), Ficha())

    def abrir(self, id: str, ambito: Ambito, linea: int) -> Ambito:
        """Empieza un subgrafo; devuelve el ámbito de dentro. Lanza `ErrorDeEntrada` si hay demasiados anidados."""
        if len(ambito) >= NIVELES:
            self.anotar(linea, f"hay más de {NIVELES} subgrafos unos dentro de otros", "aplana el diagrama")
            raise ErrorDeEntrada(self.problemas)
        mencion = self.mencionar(id, ambito, linea, declara=True)
        dentro = (*ambito, id)
        self.contenedores.setdefault(dentro, mencion)
        return dentro

    def anotar(self, linea: int, que_pasa: str, que_hacer: str, *, columna: int = 0) -> None:
        self.problemas.append(problema(self.fichero, que_pasa, que_hacer, linea=linea, columna=columna))

    @property
    def lleno(self) -> bool:
        """Si ya hay más elementos o más problemas de los que sirven; quien lee se para."""
        return self.enorme or len(self.problemas) >= PROBLEMAS

    @property
    def enorme(self) -> bool:
        """Si hay más elementos de los que se van a dibujar."""
        return len(self.menciones) + len(self.trazos) > ELEMENTOS

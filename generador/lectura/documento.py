"""Un valor leído y dónde está escrito cada trozo: lo que permite decir `fichero:línea:columna` en cualquier error.

YAML y JSON acaban en la misma forma. Quien lee solo conoce `Armador`, que construye el valor sin recursión,
acota la profundidad y encuentra las claves repetidas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeAlias

from msgspec import Struct

from generador.errores import ErrorDeEntrada, Problema, problema

PROFUNDIDAD = 100
VALORES = 300_000
"""Cuántos valores se leen de un fichero, para que sus posiciones no agoten la memoria."""
PROBLEMAS = 200
"""Cuántos problemas se cuentan de un mismo fichero: más no ayudan, y buscarlos en uno hostil puede no acabar."""

Ruta: TypeAlias = tuple[str | int, ...]
"""Camino desde la raíz: claves de objeto e índices de lista."""


def nombre_de(ruta: Ruta) -> str:
    """El camino tal como se lee: `«casos[0].espera»`, o «la raíz»."""
    if not ruta:
        return "la raíz"
    partes = [f"[{p}]" if isinstance(p, int) else f".{p}" for p in ruta]
    return f"«{''.join(partes).removeprefix('.')}»"


class Sitio(Struct, frozen=True):
    """Línea y columna, desde 1."""

    linea: int
    columna: int


class Posiciones(Struct, frozen=True):
    """Dónde empieza cada clave y cada valor de un documento, por su ruta."""

    claves: Mapping[Ruta, Sitio] = {}
    valores: Mapping[Ruta, Sitio] = {}


class Documento(Struct, frozen=True):
    """`valor` es JSON puro; `posiciones` se buscan cuando hay que decir dónde está algo, que casi nunca hace falta."""

    valor: Any
    fichero: str
    posiciones: Callable[[], Posiciones] = Posiciones

    def sitio(self, ruta: Ruta, *, en_clave: bool = False) -> Sitio:
        """Dónde está `ruta`, o lo más cercano que la contiene si no está escrita."""
        donde = self.posiciones()
        primero = donde.claves if en_clave else donde.valores
        for corte in range(len(ruta), -1, -1):
            hallado = primero.get(ruta[:corte]) or donde.valores.get(ruta[:corte])
            if hallado:
                return hallado
        return Sitio(0, 0)

    def problema(self, ruta: Ruta, que_pasa: str, que_hacer: str, *, en_clave: bool = False) -> Problema:
        """Un `Problema` situado en `ruta`."""
        s = self.sitio(ruta, en_clave=en_clave)
        return problema(self.fichero, que_pasa, que_hacer, linea=s.linea, columna=s.columna)


class Punto(Struct, frozen=True):
    """Un lugar del documento que se recorre sin temor: pedir lo que no hay da otro punto vacío, no un error.

    Las comprobaciones cruzadas lo usan sobre el valor crudo, para decir sus problemas aunque el resto esté mal.
    """

    documento: Documento
    ruta: Ruta = ()
    valor: Any = None

    def __getitem__(self, clave: str) -> Punto:
        hijo = self.valor.get(clave) if isinstance(self.valor, dict) else None
        return Punto(self.documento, (*self.ruta, clave), hijo)

    def elementos(self) -> Iterator[Punto]:
        """Los elementos de una lista; nada si no lo es."""
        if isinstance(self.valor, list):
            yield from (Punto(self.documento, (*self.ruta, i), v) for i, v in enumerate(self.valor))

    def pares(self) -> Iterator[tuple[str, Punto]]:
        """Las entradas de un objeto; nada si no lo es."""
        if isinstance(self.valor, dict):
            yield from ((k, Punto(self.documento, (*self.ruta, k), v)) for k, v in self.valor.items())

    @property
    def texto(self) -> str | None:
        """El valor si es texto."""
        return self.valor if isinstance(self.valor, str) else None

    def problema(self, que_pasa: str, que_hacer: str, *, en_clave: bool = False) -> Problema:
        return self.documento.problema(self.ruta, que_pasa, que_hacer, en_clave=en_clave)


def primeros(problemas: Iterable[Problema]) -> list[Problema]:
    """Los primeros `PROBLEMAS`, sin buscar los demás."""
    return list(islice(problemas, PROBLEMAS))


def raiz(documento: Documento) -> Punto:
    """El punto de partida para recorrer un documento."""
    return Punto(documento, (), documento.valor)


@dataclass(slots=True)
class _Nivel:
    """Un objeto o una lista a medio leer. `repetida` es que su valor se descarta."""

    valor: dict[str, Any] | list[Any]
    ruta: Ruta
    clave: str | None = None
    repetida: bool = False


@dataclass(slots=True)
class Armador:
    """Construye un `Documento` a partir de lo que va viendo un analizador, sin recursión.

    El analizador llama a `abrir`, `escalar` y `cerrar`; en un objeto, la primera llamada de cada par es la clave.
    """

    fichero: str
    problemas: list[Problema] = field(default_factory=list)
    _pila: list[_Nivel] = field(default_factory=list, init=False)
    _claves: dict[Ruta, Sitio] = field(default_factory=dict, init=False)
    _valores: dict[Ruta, Sitio] = field(default_factory=dict, init=False)
    _raiz: list[Any] = field(default_factory=list, init=False)

    @property
    def espera_clave(self) -> bool:
        """Si lo próximo que llegue es la clave de un objeto."""
        return bool(self._pila) and isinstance(self._pila[-1].valor, dict) and self._pila[-1].clave is None

    def abrir(self, valor: dict[str, Any] | list[Any], sitio: Sitio) -> None:
        """Empieza un objeto o una lista. Lanza `ErrorDeEntrada` si hay demasiados unos dentro de otros."""
        if len(self._pila) >= PROFUNDIDAD:
            self.anotar(sitio, f"hay más de {PROFUNDIDAD} niveles unos dentro de otros", "aplana la estructura")
            raise ErrorDeEntrada(self.problemas)
        if self.espera_clave:
            self.anotar(sitio, "una clave tiene que ser un texto", "usa una clave sencilla")
            self.clave("", sitio)
            self._pila.append(_Nivel(valor, (), repetida=True))
            return
        ruta = self._colocar(valor, sitio)
        self._pila.append(_Nivel(valor, ruta))

    def cerrar(self) -> None:
        """Termina el objeto o la lista abiertos."""
        self._pila.pop()

    def clave(self, texto: str, sitio: Sitio) -> None:
        """La clave del par que sigue. Una repetida es un problema y su valor no cuenta."""
        nivel = self._pila[-1]
        ruta = (*nivel.ruta, texto)
        nivel.clave, nivel.repetida = texto, isinstance(nivel.valor, dict) and texto in nivel.valor
        if nivel.repetida:
            antes = self._claves.get(ruta, sitio).linea
            self.anotar(sitio, f"la clave «{texto}» está repetida (ya en la línea {antes})", "deja una sola")
        else:
            self._claves[ruta] = sitio

    def escalar(self, valor: Any, sitio: Sitio) -> None:
        """Un texto, un número, un booleano o `null`."""
        self._colocar(valor, sitio)

    def anotar(self, sitio: Sitio, que_pasa: str, que_hacer: str) -> None:
        """Apunta un problema y sigue; con demasiados, lanza ya `ErrorDeEntrada`."""
        self.problemas.append(problema(self.fichero, que_pasa, que_hacer, linea=sitio.linea, columna=sitio.columna))
        if len(self.problemas) >= PROBLEMAS:
            raise ErrorDeEntrada(self.problemas)

    def acabar(self) -> Documento:
        """El documento, con lo leído; quien llama mira antes `problemas`."""
        donde = Posiciones(self._claves, self._valores)
        return Documento(self._raiz[0] if self._raiz else None, self.fichero, lambda: donde)

    def _colocar(self, valor: Any, sitio: Sitio) -> Ruta:
        if not self._pila:
            self._raiz.append(valor)
            return self._situar((), sitio)
        nivel = self._pila[-1]
        if isinstance(nivel.valor, list):
            nivel.valor.append(valor)
            return self._situar((*nivel.ruta, len(nivel.valor) - 1), sitio)
        clave, nivel.clave = nivel.clave or "", None
        if nivel.repetida:
            return (*nivel.ruta, clave, "")
        nivel.valor[clave] = valor
        return self._situar((*nivel.ruta, clave), sitio)

    def _situar(self, ruta: Ruta, sitio: Sitio) -> Ruta:
        self._valores.setdefault(ruta, sitio)
        if len(self._valores) > VALORES:
            self.anotar(sitio, f"hay más de {VALORES} valores", "divide el fichero")
            raise ErrorDeEntrada(self.problemas)
        return ruta

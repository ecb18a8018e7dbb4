"""Una ejecución de los casos del plan: manifiesto, grafos exportados, fuentes y trazas."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from generador.modelo.apunte import Apunte, apuntar
from generador.modelo.evaluacion import Evaluacion
from generador.modelo.grafo import Grafo
from generador.modelo.registro import Registro
from generador.modelo.traza import Traza


class Fuente(Struct, frozen=True, kw_only=True):
    """El código de un nodo, o `motivo` por el que no lo hay.

    `lineas` es (primera, última), desde 1; `sha256` es el del código tal como estaba al exportar; `ajena` es
    que el fichero está fuera del proyecto (una biblioteca).
    """

    nodo: str
    fichero: str | None = None
    lineas: tuple[int, int] | None = None
    codigo: str = ""
    sha256: str = ""
    revision: str | None = None
    nombre: str = ""
    ajena: bool = False
    motivo: str | None = None


class CasoGrabado(Struct, frozen=True, kw_only=True):
    """Lo que el manifiesto dice de un caso. `estado` es el fin de la traza; `duracion`, segundos de máquina."""

    caso: str
    variante: str
    traza: str
    sha256: str
    estado: str
    duracion: float | None = None


class Manifiesto(Struct, frozen=True, kw_only=True):
    """`manifiesto.json`. `creada` es ISO 8601 en UTC y lo pone quien graba; aquí nunca se mira el reloj.

    `cabezas` va de caso al último hash de su registro de citas, si lo hay.
    """

    demo: str
    corrida: str
    sprint: str
    creada: str
    versiones: Mapping[str, str]
    casos: tuple[CasoGrabado, ...]
    grafos: Mapping[str, str]
    revision: str | None = None
    fuentes: str | None = None
    anexos: Mapping[str, str] = field(default_factory=dict)
    cabezas: Mapping[str, str] = field(default_factory=dict)


class Corrida(Struct, frozen=True, kw_only=True):
    """Una corrida leída. `fuentes` va de variante a id de nodo a fuente; `rutas`, de caso al fichero de su traza, y
    `anexos`, del nombre de cada uno que sabemos leer al suyo.

    `evaluacion` y `registro` son sus anexos de ese nombre, si los tiene. `retirados` son los casos que se grabaron y el
    plan ya no tiene: no están en el manifiesto ni en las trazas. De una corrida que no es la que se publica no se leen
    las fuentes ni el registro, y lo que no se pudo leer está en `ilegibles` (ficheros) y `avisos` (por qué).
    `trazas` puede leer cada una cuando se pide: quien no necesite sus pasos, que pida su `apunte`.
    """

    manifiesto: Manifiesto
    grafos: Mapping[str, Grafo]
    fuentes: Mapping[str, Mapping[str, Fuente]]
    trazas: Mapping[str, Traza]
    rutas: Mapping[str, str] = field(default_factory=dict)
    anexos: Mapping[str, str] = field(default_factory=dict)
    evaluacion: Evaluacion | None = None
    registro: Registro | None = None
    retirados: tuple[CasoGrabado, ...] = ()
    ilegibles: tuple[str, ...] = ()
    avisos: tuple[str, ...] = ()
    apuntes: Mapping[str, Apunte] = field(default_factory=dict)

    def apunte(self, caso: str) -> Apunte:
        """El apunte de un caso grabado. Solo mira su traza si no se sacó al leerla."""
        return self.apuntes[caso] if caso in self.apuntes else apuntar(self.trazas[caso])

"""Lo que resulta de comparar: un veredicto por elemento, la conformidad de cada traza y los hallazgos.

Un hallazgo es un dato con lugar y remedio; no se lanza. Cero falsos `falta` o `sobra`: si el grafo no puede
saberlo, el veredicto es `el_grafo_no_puede_decirlo`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum

from msgspec import Struct

from generador.modelo.grafo import Arista, Lugar, Nodo
from generador.modelo.mensaje import Mensaje


class Veredicto(StrEnum):
    CONFORME = "conforme"
    FALTA = "falta"
    SOBRA = "sobra"
    ETIQUETA_DISTINTA = "etiqueta_distinta"
    TIPO_DISTINTO = "tipo_distinto"
    DECLARADA_SIN_RECORRER = "declarada_sin_recorrer"
    RECORRIDA_SIN_DECLARAR = "recorrida_sin_declarar"
    NO_PUEDE_DECIRLO = "el_grafo_no_puede_decirlo"
    PENDIENTE = "pendiente"


DIFERENCIAS = frozenset(
    {
        Veredicto.FALTA,
        Veredicto.SOBRA,
        Veredicto.ETIQUETA_DISTINTA,
        Veredicto.TIPO_DISTINTO,
        Veredicto.RECORRIDA_SIN_DECLARAR,
    }
)
"""Los que dicen que el grafo no es lo prometido. `declarada_sin_recorrer` es cobertura, no una diferencia."""


class FrenteAlSpike(StrEnum):
    CONSERVADO = "conservado"
    NUEVO = "nuevo"
    ABANDONADO = "abandonado"
    RENOMBRADO = "renombrado"


class Gravedad(StrEnum):
    ERROR = "error"
    AVISO = "aviso"
    NOTA = "nota"


class Prueba(Struct, frozen=True, kw_only=True, gc=False):
    """El paso de una traza que demuestra algo. `paso` es su número desde 1."""

    caso: str
    paso: int


class Juicio(Struct, frozen=True, kw_only=True):
    """El veredicto de un nodo o de una arista, con cada lado que lo sostiene.

    En un nodo, `destino` es `None` y los lados son `Nodo`; en una arista son `Arista`. `origen` y `destino` son
    los ids reales (o los del contrato si en el real no existe). `clave` es estable y única en la comparación.
    """

    clase: str
    origen: str
    destino: str | None
    veredicto: Veredicto
    motivo: Mensaje
    contrato: Nodo | Arista | None = None
    real: Nodo | Arista | None = None
    spike: Nodo | Arista | None = None
    frente_al_spike: FrenteAlSpike | None = None
    visitas: int = 0
    pruebas: Collection[Prueba] = ()

    @property
    def clave(self) -> str:
        return self.origen if self.clase == "nodo" else f"{self.origen}→{self.destino or '?'}"


class Hallazgo(Struct, frozen=True, kw_only=True):
    """Un control que encontró algo, con su lugar y su remedio."""

    control: str
    gravedad: Gravedad
    motivo: Mensaje
    remedio: Mensaje
    lugar: Lugar | None = None
    prueba: Prueba | None = None


class Causa(Struct, frozen=True, kw_only=True):
    """Por qué se ejecutó una tarea: la arista `origen → destino` desde la tarea `de` (`None` es el arranque)."""

    de: str | None
    origen: str
    destino: str
    cierta: bool = True


class Desviacion(Struct, frozen=True, kw_only=True):
    """La primera vez que una traza se sale del grafo: en qué paso, qué regla y los dos lados."""

    paso: int
    tarea: str | None
    regla: Mensaje
    esperado: tuple[str, ...]
    obtenido: tuple[str, ...]


class Conformidad(Struct, frozen=True, kw_only=True):
    """Una traza alineada superstep a superstep con su grafo. `causas` va de id de tarea a sus causas.

    `sin_leer` son las líneas que no se entendieron o que se perdieron al grabar, y `vacia`, que no hay ningún paso: en
    ambos casos, no haberse desviado no prueba nada. `no_arranco` es que no los hay porque falló antes del primero.
    """

    caso: str
    desviacion: Desviacion | None
    causas: Iterable[tuple[str, tuple[Causa, ...]]] = ()
    dudas: tuple[str, ...] = ()
    sin_leer: int = 0
    vacia: bool = False
    no_arranco: bool = False

    @property
    def conforme(self) -> bool:
        return self.desviacion is None


class Cumple(StrEnum):
    SI = "cumple"
    NO = "no_cumple"
    NO_SE_SABE = "no_se_sabe"


class Resultado(Struct, frozen=True, kw_only=True):
    """Una expectativa del plan frente a lo obtenido. `campo` es el de `Esperado`; `paso`, donde se ve."""

    campo: str
    esperado: Mensaje
    obtenido: Mensaje
    cumple: Cumple
    paso: int | None = None

    def como_json(self) -> dict[str, str | int | None]:
        """Como se escribe para una máquina: en el informe de `comparar` y en el resumen que se descarga."""
        return {
            "campo": self.campo,
            "esperado": str(self.esperado),
            "obtenido": str(self.obtenido),
            "cumple": self.cumple.value,
            "paso": self.paso,
        }


class Cobertura(Struct, frozen=True, kw_only=True):
    """Cuántos nodos y aristas del grafo real recorrió al menos un caso."""

    nodos: int
    nodos_visitados: int
    aristas: int
    aristas_recorridas: int


class Falta(Struct, frozen=True, kw_only=True):
    """Algo que falta para poder decir que una variante es conforme. El remedio solo lo lee quien da la orden."""

    motivo: Mensaje
    remedio: str


class Comparacion(Struct, frozen=True, kw_only=True):
    """Todo lo que se sabe de una variante: juicios, conformidades, resultados y hallazgos.

    `sin_pruebas` es por qué no tener diferencias no basta para decir que es conforme; vacío si basta.
    """

    variante: str
    nodos: tuple[Juicio, ...]
    aristas: tuple[Juicio, ...]
    conformidades: tuple[Conformidad, ...] = ()
    resultados: tuple[tuple[str, tuple[Resultado, ...]], ...] = ()
    hallazgos: tuple[Hallazgo, ...] = ()
    cobertura: Cobertura | None = None
    sin_pruebas: tuple[Falta, ...] = ()

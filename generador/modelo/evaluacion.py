"""El resultado de evaluar un agente, tal como lo dejó escrito quien lo evaluó. Aquí no se calcula ninguna métrica.

Las cifras son las de `evaluacion.json`; si un valor falta es `None` y nunca cero. Lo que el fichero traiga y nadie
conozca queda en `otros`, para que la página lo enseñe en vez de callarlo.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from generador.modelo.plan import Texto


class Sentido(StrEnum):
    """Cómo se compara un valor con su umbral."""

    AL_MENOS = ">="
    COMO_MUCHO = "<="
    IGUAL = "="


class Unidad(StrEnum):
    """Cómo se escribe un valor. Una proporción va de 0 a 1."""

    PROPORCION = "proporcion"
    CUENTA = "cuenta"
    SEGUNDOS = "segundos"


class Fallo(Struct, frozen=True, kw_only=True):
    """Un caso que falla en una métrica. `paso` empieza en 1; `None` es que el fallo no está en ningún paso."""

    caso: str
    paso: int | None = None
    detalle: str = ""


class Metrica(Struct, frozen=True, kw_only=True):
    """Una métrica. Sin `umbral` solo informa, y `sentido` dice hacia dónde es mejor; `cumple` es `None` si no se juzga.

    `n` es sobre cuántas piezas se calculó; `conjunto`, de qué referencia salen (`casos` son los del plan).
    """

    id: str
    nombre: Texto
    definicion: Texto
    valor: float | None
    unidad: Unidad
    umbral: float | None
    sentido: Sentido
    cumple: bool | None
    n: int | None
    grupo: str = ""
    conjunto: str = ""
    prueba: str = ""
    fallan: tuple[Fallo, ...] = ()


class Conjunto(Struct, frozen=True, kw_only=True):
    """Una referencia congelada: quién la escribió (`origen`), desde qué ficheros, y la huella en que quedó fija."""

    id: str
    n: int | None
    fichero: str
    sha256: str
    origen: Texto
    desde: tuple[str, ...] = ()
    otros: Mapping[str, Any] = field(default_factory=dict)


class Punto(Struct, frozen=True, kw_only=True):
    """Un valor de una serie. Si `x` es un caso del plan, `paso` lleva a él."""

    x: str
    y: float | None
    paso: int | None = None


class Serie(Struct, frozen=True, kw_only=True):
    """Puntos para un gráfico."""

    id: str
    titulo: Texto
    puntos: tuple[Punto, ...]


class CasoEvaluado(Struct, frozen=True, kw_only=True):
    """Lo que pasó con un caso de la referencia. `esperado` y `obtenido` son JSON libre; `intentos`, (bien, total)."""

    id: str
    conjunto: str
    entrada: Any
    esperado: Any
    obtenido: Any
    cumple: bool
    intentos: tuple[int, int] | None = None


class Compuerta(Struct, frozen=True, kw_only=True):
    """Si el cambio se publica o se bloquea, frente a las métricas de la referencia versionada (`base`, por id)."""

    codigo: int
    motivos: tuple[str, ...]
    caida_maxima: float | None
    base: Mapping[str, float | None]
    casos: tuple[Mapping[str, Any], ...]


class Frontera(Struct, frozen=True, kw_only=True):
    """Cuántas afirmaciones entran y salen de una etapa, y cuántas de ellas sin respaldo."""

    frontera: str
    entran: int
    sin_respaldo_entran: int
    salen: int
    sin_respaldo_salen: int


class CosteCompuesto(Struct, frozen=True, kw_only=True):
    """Las mismas fronteras con plano y sin él. Cada etapa estropea una fracción `p` de las `n` afirmaciones."""

    p: float
    n: int
    con_plano: tuple[Frontera, ...]
    sin_plano: tuple[Frontera, ...]


class Evaluacion(Struct, frozen=True, kw_only=True):
    """`evaluacion.json`. `procedencia` y `juez` van vacíos si el fichero no dice quién contestó o quién juzgó."""

    metricas: tuple[Metrica, ...]
    procedencia: str = ""
    juez: str = ""
    llamadas: Mapping[str, int] = field(default_factory=dict)
    cumple: bool | None = None
    conjuntos: tuple[Conjunto, ...] = ()
    metricas_del_spike: tuple[Metrica, ...] = ()
    series: tuple[Serie, ...] = ()
    casos: tuple[CasoEvaluado, ...] = ()
    compuerta: Compuerta | None = None
    coste: CosteCompuesto | None = None
    otros: Mapping[str, Any] = field(default_factory=dict)

"""La forma de `evaluacion.json`, clase a clase: de aquí salen su validación y su JSON Schema.

Cada agente trae su arnés y algunos nombres cambian (`metrica`, `mayor`, `que`): se aceptan los dos y aquí se ve cuáles.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AliasChoices, Field

from generador.lectura.forma import Forma
from generador.modelo.evaluacion import Unidad
from generador.modelo.plan import Texto

_ESTRICTO: dict[str, Any] = {"extra": "forbid", "strict": True}
Sentido: TypeAlias = Literal[">=", "<=", "=", "mayor", "menor"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FalloEnDisco:
    """Un caso que falla en una métrica."""

    __pydantic_config__ = _ESTRICTO
    caso: str
    paso: Annotated[int, Field(ge=0)] | None = None
    detalle: Annotated[Any, Field(validation_alias=AliasChoices("detalle", "que"))] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricaEnDisco:
    """Una métrica con su umbral."""

    __pydantic_config__ = _ESTRICTO
    id: Annotated[str, Field(validation_alias=AliasChoices("id", "metrica"))]
    definicion: Texto
    valor: float | None
    nombre: Texto | None = None
    unidad: Unidad | None = None
    umbral: float | None = None
    sentido: Sentido = ">="
    cumple: bool | None = None
    n: int | None = None
    grupo: str = ""
    conjunto: str = ""
    prueba: str = ""
    fallan: tuple[FalloEnDisco, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConjuntoEnDisco:
    """De dónde sale la referencia."""

    __pydantic_config__ = _ESTRICTO
    sha256: str
    id: str = "referencia"
    n: int | None = None
    fichero: str = ""
    origen: Annotated[Texto, Field(validation_alias=AliasChoices("origen", "quien"))] = ""
    desde: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PuntoEnDisco:
    """Un punto de una serie."""

    __pydantic_config__ = _ESTRICTO
    x: str
    y: float | None
    paso: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SerieEnDisco:
    """Puntos para un gráfico."""

    __pydantic_config__ = _ESTRICTO
    id: str
    titulo: Texto
    puntos: tuple[PuntoEnDisco, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentosEnDisco:
    """Cuántos intentos de un caso salieron bien."""

    __pydantic_config__ = _ESTRICTO
    bien: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CasoEnDisco:
    """Un caso de la referencia y lo que pasó."""

    __pydantic_config__ = _ESTRICTO
    id: str
    cumple: bool
    conjunto: str = ""
    entrada: Any = None
    esperado: Any = None
    obtenido: Any = None
    intentos: IntentosEnDisco | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompuertaEnDisco:
    """Lo que decidió la compuerta frente a la referencia versionada."""

    __pydantic_config__ = _ESTRICTO
    codigo: int
    motivos: tuple[str, ...] = ()
    caida_maxima: float | None = None
    base: Mapping[str, float | None] = field(default_factory=dict)
    casos: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FronteraEnDisco:
    """Lo que entra y sale de una etapa."""

    __pydantic_config__ = _ESTRICTO
    frontera: str
    entran: int
    sin_respaldo_entran: int
    salen: int
    sin_respaldo_salen: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CosteEnDisco:
    """El coste compuesto, con plano y sin él."""

    __pydantic_config__ = _ESTRICTO
    p: float
    n: int
    con_plano: tuple[FronteraEnDisco, ...]
    sin_plano: tuple[FronteraEnDisco, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluacionEnDisco:
    """La raíz. `referencia` es la forma corta de un solo conjunto."""

    __pydantic_config__ = _ESTRICTO
    formato: Literal["vitrina/evaluacion"]
    v: Literal[1]
    metricas: tuple[MetricaEnDisco, ...]
    demo: str | None = None
    procedencia: Literal["oraculo", "en_vivo", "reproducida"] | None = None
    llamadas_a_modelo: Mapping[str, int] = field(default_factory=dict)
    juez: str | None = None
    cumple: bool | None = None
    conjuntos: tuple[ConjuntoEnDisco, ...] = ()
    referencia: ConjuntoEnDisco | None = None
    metricas_del_spike: tuple[MetricaEnDisco, ...] = ()
    series: tuple[SerieEnDisco, ...] = ()
    casos: tuple[CasoEnDisco, ...] = ()
    compuerta: CompuertaEnDisco | None = None
    coste_compuesto: CosteEnDisco | None = None


FORMA: Forma[EvaluacionEnDisco] = Forma(EvaluacionEnDisco, con_reglas=True)

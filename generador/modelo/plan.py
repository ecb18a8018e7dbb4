"""El plan: lo que el autor promete y lo que espera de cada caso. Espejo de `corridas/<demo>/plan.yaml`.

`lectura.plan` lo valida y lo construye; el JSON Schema publicado sale de estas mismas clases, de modo que
no hay una segunda descripción del formato que pueda divergir.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

_ESTRICTO: dict[str, Any] = {"extra": "forbid", "strict": True}

Json: TypeAlias = Any
"""Un valor JSON ya leído: se guarda y se enseña, nunca se interpreta."""

Idioma: TypeAlias = Literal["es", "en"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bilingue:
    """Un texto del autor en los dos idiomas del sitio."""

    __pydantic_config__ = _ESTRICTO
    es: str
    en: str


Texto: TypeAlias = str | Bilingue
"""Texto del autor: una cadena (la misma en ambos idiomas) o `{es: …, en: …}`."""


def en_idioma(texto: Texto, idioma: str) -> str:
    """El texto en ese idioma; una cadena suelta vale para todos."""
    if isinstance(texto, str):
        return texto
    return texto.en if idioma == "en" else texto.es


@dataclass(frozen=True, slots=True, kw_only=True)
class AristaDePlan:
    """Una arista escrita a mano en el plan. `de` y `a` admiten `__start__` y `__end__`."""

    __pydantic_config__ = _ESTRICTO
    de: str
    a: str
    etiqueta: str | None = None
    condicional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ContratoEnLinea:
    """El contrato escrito en el propio plan, sin diagrama."""

    __pydantic_config__ = _ESTRICTO
    nodos: tuple[str, ...]
    aristas: tuple[AristaDePlan, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Variante:
    """Una compilación del grafo.

    `fabrica` es `modulo:funcion` (solo se importa al grabar). `contrato` es el contrato en línea, o
    `fichero.md#seccion` (bloque Mermaid), o un `.yaml`/`.json` de grafo. `spike` es una ruta a un grafo
    exportado. `renombrados` va de nombre en el spike a nombre real.
    """

    __pydantic_config__ = _ESTRICTO
    id: str
    titulo: Texto
    descripcion: Texto = ""
    fabrica: str | None = None
    contrato: str | ContratoEnLinea | None = None
    spike: str | None = None
    renombrados: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NodoExplicado:
    """Qué promete y qué hace un nodo, en palabras del autor (markdown). `id` es jerárquico con `:`."""

    __pydantic_config__ = _ESTRICTO
    id: str
    explicacion: Texto
    contrato: Texto = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Documento:
    """Un ADR o nota que se publica. `ruta` es relativa al plan; con dos idiomas, una ruta por idioma."""

    __pydantic_config__ = _ESTRICTO
    ruta: Texto
    titulo: Texto


@dataclass(frozen=True, slots=True, kw_only=True)
class Prometido:
    """Nodos y aristas del contrato prometidos para un sprint futuro: hasta `desde`, su ausencia es `pendiente`."""

    __pydantic_config__ = _ESTRICTO
    desde: str
    nodos: tuple[str, ...] = ()
    aristas: tuple[AristaDePlan, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefacto:
    """Un tipo de evento `custom` del agente y la vista con que se enseña (`ficha`, `tabla`, `citas`, `texto`…).

    El evento se reconoce porque es un objeto con `tipo` igual a este `tipo`.
    """

    __pydantic_config__ = _ESTRICTO
    tipo: str
    titulo: Texto
    vista: str = "ficha"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reanudacion:
    """La decisión de una persona ante un `interrupt`, tal como se entrega al reanudar. La espera es la grabada.

    Contesta una pregunta: si hay varias a la vez, la de su `nodo` o, sin él, la primera. Una pausa fijada al compilar
    no pregunta nada: el valor no se usa.
    """

    __pydantic_config__ = _ESTRICTO
    valor: Json
    quien: str | None = None
    nodo: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Llamadas:
    """Cuántas llamadas se esperan; lo que no se escribe no se comprueba."""

    __pydantic_config__ = _ESTRICTO
    modelo: int | None = None
    herramientas: int | Mapping[str, int] | None = None
    embebedor: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Esperado:
    """Lo que el caso debe mostrar. Cada campo escrito es una expectativa con su propio resultado.

    `recorrido` es la lista de pasos de primer nivel: un nodo, o varios en paralelo (lista).
    `estado_final` compara por ruta (`decisiones.ambito.resultado`) con el valor exacto;
    `estado_contiene` exige que el texto del valor contenga lo escrito y `estado_no_contiene` lo contrario.
    `estado_de_la_traza` es cómo acaba: `ok`, `interrupted`, `error`, `cancelled`.
    """

    __pydantic_config__ = _ESTRICTO
    recorrido: tuple[str | tuple[str, ...], ...] | None = None
    visita: tuple[str, ...] = ()
    no_visita: tuple[str, ...] = ()
    interrumpe_en: str | None = None
    sin_interrupcion: bool = False
    estado_final: Mapping[str, Json] = field(default_factory=dict)
    estado_contiene: Mapping[str, str] = field(default_factory=dict)
    estado_no_contiene: Mapping[str, str] = field(default_factory=dict)
    estado_de_la_traza: Literal["ok", "interrupted", "error", "cancelled", "out_of_steps"] | None = None
    llamadas: Llamadas | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuracion:
    """Lo demás del `config` de LangGraph con que se ejecuta un caso, con los nombres de LangGraph.

    `recursion_limit` es cuántos pasos se dejan dar en cada tramo; sin él, los de LangGraph. `tags` y `metadata` llegan
    al agente tal cual. No está `max_concurrency`: con 1, emitir los subgrafos ocupa el único hilo y no acaba nunca.
    """

    __pydantic_config__ = _ESTRICTO
    recursion_limit: int | None = None
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caso:
    """Una entrada y lo que se espera. `oraculo` es la clave del guion en `oraculo.yaml`; sin él, el modelo es en vivo.

    `parametros` se pasan a la fábrica de la variante; `configurable` va a `config["configurable"]` y `config` es lo
    demás de él; `contexto` es el `context` de la ejecución, para un grafo con `context_schema`.
    """

    __pydantic_config__ = _ESTRICTO
    id: str
    titulo: Texto
    variante: str
    entrada: Json
    resumen: Texto = ""
    reanudaciones: tuple[Reanudacion, ...] = ()
    oraculo: str | None = None
    parametros: Mapping[str, Json] = field(default_factory=dict)
    configurable: Mapping[str, Json] = field(default_factory=dict)
    config: Configuracion = field(default_factory=Configuracion)
    contexto: Mapping[str, Json] = field(default_factory=dict)
    espera: Esperado = field(default_factory=Esperado)


@dataclass(frozen=True, slots=True, kw_only=True)
class Autoria:
    """Quién escribió los valores esperados y desde qué documentos. Se publica en la divulgación."""

    __pydantic_config__ = _ESTRICTO
    quien: Texto
    desde: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """El fichero del autor, entero.

    `repositorio` es una plantilla de enlace con `{revision}`, `{ruta}` y `{linea}`. `evaluacion` es lo que se ejecuta
    tras grabar, `modulo [argumentos]` como en `python -m`, con la carpeta de la corrida al final. `modelo` es el
    `proveedor:nombre` con que `vitrina servir --modelo en-vivo` contesta.
    """

    __pydantic_config__ = _ESTRICTO
    demo: str
    titulo: Texto
    frase: Texto
    sprint: str
    variantes: tuple[Variante, ...]
    casos: tuple[Caso, ...]
    relato: Texto = ""
    avisos: tuple[Texto, ...] = ()
    repositorio: str | None = None
    nodos: tuple[NodoExplicado, ...] = ()
    documentos: tuple[Documento, ...] = ()
    prometidos: tuple[Prometido, ...] = ()
    artefactos: tuple[Artefacto, ...] = ()
    oraculo: str | None = None
    modelo: str | None = None
    esperados: Autoria | None = None
    evaluacion: str | None = None
    corrida_de_referencia: str | None = None
    indexable: bool = False

    def variante(self, id: str) -> Variante:
        """La variante con ese id. La lectura ya comprobó que existe."""
        return next(v for v in self.variantes if v.id == id)

    def caso(self, id: str) -> Caso:
        """El caso con ese id."""
        return next(c for c in self.casos if c.id == id)

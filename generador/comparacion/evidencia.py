"""Lo que una variante ya comparada ofrece a los controles."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from msgspec import Struct, field

from generador.modelo.apunte import Apunte
from generador.modelo.corrida import Fuente, Manifiesto
from generador.modelo.demo import Demo
from generador.modelo.grafo import Grafo, Lugar
from generador.modelo.hallazgo import Conformidad, Juicio, Resultado
from generador.modelo.plan import Variante


class Evidencia(Struct, frozen=True, kw_only=True):
    """Los lados de una variante, sus juicios y sus casos. `rutas` va de caso al fichero de su traza."""

    demo: Demo
    variante: Variante
    contrato: Grafo | None = None
    real: Grafo | None = None
    nodos: tuple[Juicio, ...] = ()
    aristas: tuple[Juicio, ...] = ()
    apuntes: Mapping[str, Apunte] = field(default_factory=dict)
    conformidades: tuple[Conformidad, ...] = ()
    resultados: Mapping[str, tuple[Resultado, ...]] = field(default_factory=dict)
    fuentes: Mapping[str, Fuente] = field(default_factory=dict)
    rutas: Mapping[str, str] = field(default_factory=dict)
    manifiesto: Manifiesto | None = None

    def lugar(self, fichero: str, linea: int = 0) -> Lugar:
        """Un fichero de la demo tal como se enseña: `corridas/<demo>/…`, igual desde donde se construya."""
        return Lugar("/".join((*PurePosixPath(self.demo.ruta).parts[-2:], fichero)), linea)

    def traza(self, caso: str, linea: int = 0) -> Lugar | None:
        """La traza de un caso, si se sabe su fichero."""
        ruta = self.rutas.get(caso)
        if ruta is None:
            return None
        return self.lugar(ruta.removeprefix(self.demo.ruta).lstrip("/"), linea)


def nodos_conocidos(demo: Demo) -> set[str]:
    """Los ids de nodo de los contratos, de los grafos exportados y de lo prometido para más adelante."""
    grafos = [*demo.contratos.values(), *(demo.corrida.grafos.values() if demo.corrida else ())]
    return {n.id for g in grafos for n in g.nodos} | {n for p in demo.plan.prometidos for n in p.nodos}

"""Ejecutar los casos de un plan y dejar una corrida nueva: manifiesto, grafos, fuentes y una traza por caso.

Se escribe en una carpeta hermana oculta y se renombra al final: o hay corrida entera o no hay ninguna, y nunca se
pisa una anterior.
"""

from __future__ import annotations

import importlib.metadata
import platform
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import chdir
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from langchain.chat_models import init_chat_model
from langgraph.checkpoint.memory import InMemorySaver

import generador
from generador.cuaderno import Cuaderno, en_obras, publicar
from generador.errores import ErrorDeEntrada, problema
from generador.grabacion.ejecucion import Banco, ejecutar, es_asincrono
from generador.grabacion.exportar import como_json
from generador.grabacion.fabricas import acepta, construir, fabrica
from generador.grabacion.fuentes import Proyecto, fuentes_de, proyecto
from generador.grabacion.grabadora import Grabadora
from generador.grabacion.guiones import Guiones, leer_guiones
from generador.lectura.plan import leer_plan
from generador.modelo.corrida import CasoGrabado
from generador.modelo.nombres import nombre_de_fichero
from generador.modelo.plan import Caso, Plan, Variante

PLAN = "plan.yaml"
Avance = Callable[[str, int, int], None]


def grabar(
    demo: Path,
    *,
    casos: Sequence[str] = (),
    modelo: str | None = None,
    ahora: Callable[[], datetime],
    avanza: Avance = lambda _caso, _i, _n: None,
) -> Path:
    """Graba los casos del plan de `demo` (o solo `casos`) y devuelve la carpeta de la corrida nueva.

    `modelo` es `proveedor:nombre` para contestar en vivo en lugar del oráculo. `ahora` es el reloj. `avanza` recibe el
    caso que empieza, cuántos van y cuántos son. Lanza `ErrorDeEntrada` si el plan, el guion o una fábrica no valen.
    """
    plan = leer_plan(demo / PLAN)
    elegidos = _elegir(plan, casos, demo / PLAN)
    taller = _Taller(demo, plan, _guiones(demo, plan), modelo, proyecto(Path.cwd()))
    creada = ahora()
    with en_obras(demo) as temporal:
        cuaderno = Cuaderno(temporal)
        muestras = taller.exportar(cuaderno)
        grabados = list(taller.grabar(elegidos, cuaderno, muestras, ahora, avanza))
        cuaderno.manifiesto(plan, taller.donde.revision, creada, grabados, tuple(muestras), _versiones())
        return publicar(temporal, demo, creada.astimezone(UTC).strftime("%Y%m%d-%H%M%S"))


def _elegir(plan: Plan, ids: Sequence[str], fichero: Path) -> list[Caso]:
    conocidos = {c.id for c in plan.casos}
    if desconocidos := [i for i in ids if i not in conocidos]:
        que_hacer = f"los casos del plan son: {', '.join(c.id for c in plan.casos)}"
        raise ErrorDeEntrada(problema(fichero, f"no hay ningún caso «{i}»", que_hacer) for i in desconocidos)
    elegidos = [c for c in plan.casos if not ids or c.id in ids]
    sin = {v.id for v in plan.variantes if v.fabrica is None} & {c.variante for c in elegidos}
    if sin:
        que_hacer = "añade «fabrica: paquete.modulo:funcion»"
        raise ErrorDeEntrada(problema(fichero, f"la variante «{v}» no tiene fábrica", que_hacer) for v in sorted(sin))
    return elegidos


def _guiones(demo: Path, plan: Plan) -> Guiones | None:
    return leer_guiones(demo / plan.oraculo) if plan.oraculo else None


def _versiones() -> dict[str, str]:
    return {
        "vitrina": generador.__version__,
        "python": platform.python_version(),
        "langgraph": importlib.metadata.version("langgraph"),
        "langchain_core": importlib.metadata.version("langchain-core"),
    }


def _en_vivo(nombre: str) -> Any:
    """El modelo `proveedor:nombre`. Que falte su paquete, su clave o el propio proveedor es un error de entrada."""
    try:
        return init_chat_model(nombre)
    except Exception as fallo:
        que_pasa = f"no se puede usar el modelo «{nombre}»: {str(fallo).partition(chr(10))[0]}"
        que_hacer = "escribe «proveedor:nombre», instala su paquete de LangChain y pon su clave en el entorno"
        raise ErrorDeEntrada([problema("--modelo", que_pasa, que_hacer)]) from fallo


@dataclass(frozen=True, slots=True)
class _Muestra:
    """Lo que se sabe de una variante por mirar su grafo sin ejecutarlo."""

    huella: str
    asincrono: bool


@dataclass(frozen=True, slots=True)
class _Taller:
    """Lo que hace falta para construir y ejecutar los agentes de un plan."""

    demo: Path
    plan: Plan
    guiones: Guiones | None
    modelo: str | None
    donde: Proyecto

    def exportar(self, cuaderno: Cuaderno) -> dict[str, _Muestra]:
        """Escribe el grafo de cada variante con fábrica, y las fuentes."""
        muestras, fuentes = {}, {}
        for variante in self.plan.variantes:
            if variante.fabrica is not None:
                compilado = self._muestra(variante)
                huella = cuaderno.grafo(variante.id, como_json(compilado))
                muestras[variante.id] = _Muestra(huella, es_asincrono(compilado))
                fuentes[variante.id] = fuentes_de(compilado, self.donde)
        cuaderno.fuentes(fuentes)
        return muestras

    def grabar(
        self,
        casos: list[Caso],
        cuaderno: Cuaderno,
        muestras: dict[str, _Muestra],
        ahora: Callable[[], datetime],
        avanza: Avance,
    ) -> Iterable[CasoGrabado]:
        """Ejecuta los casos en orden."""
        for i, caso in enumerate(casos):
            avanza(caso.id, i, len(casos))
            traza = cuaderno.ruta_de_traza(nombre_de_fichero(caso.id))
            empieza = ahora()
            with chdir("."):  # que un agente cambie de carpeta no mueve a los demás ni a la corrida
                estado = self._ejecutar(caso, traza, muestras[caso.variante])
            yield cuaderno.grabado(caso, traza, estado, (ahora() - empieza).total_seconds())
        avanza("", len(casos), len(casos))

    def _ejecutar(self, caso: Caso, traza: Path, muestra: _Muestra) -> str:
        variante = self.plan.variante(caso.variante)
        modelo = self._modelo(caso)

        def grabadora() -> Grabadora:
            return Grabadora(traza, caso=caso.id, grafo=self.plan.demo, variante=caso.variante, huella=muestra.huella)

        with tempfile.TemporaryDirectory(prefix="vitrina-") as carpeta:
            banco = Banco(
                compilar=self._compilador(variante, caso, modelo),
                grabadora=grabadora,
                checkpoints=Path(carpeta) / "checkpoints.sqlite",
                asincrono=muestra.asincrono,
            )
            return ejecutar(caso, banco)

    def _compilador(self, variante: Variante, caso: Caso, modelo: Any) -> Callable[[Any], Any]:
        """Recompila en cada reanudación; si la fábrica trae su propio checkpointer, hay que conservar el grafo."""
        if not caso.reanudaciones or acepta(fabrica(str(variante.fabrica), self._plan()), "checkpointer"):
            return lambda guardado: self._construir(variante, caso, modelo, guardado)
        compilado = self._construir(variante, caso, modelo, None)
        if getattr(compilado, "checkpointer", None) is None:
            que_pasa = f"el caso «{caso.id}» se reanuda y la fábrica «{variante.fabrica}» no acepta «checkpointer»"
            raise ErrorDeEntrada([problema(self._plan(), que_pasa, "añade ese argumento a la fábrica")])
        return lambda _guardado: compilado

    def _muestra(self, variante: Variante) -> Any:
        """Un grafo de la variante que no se va a ejecutar: para exportarlo y mirar cómo es."""
        caso = next((c for c in self.plan.casos if c.variante == variante.id), None)
        return self._construir(variante, caso, self._modelo(caso) if caso else None, InMemorySaver())

    def _construir(self, variante: Variante, caso: Caso | None, modelo: Any, guardado: Any) -> Any:
        ofrecidos = {"modelo": modelo, "checkpointer": guardado}
        return construir(str(variante.fabrica), ofrecidos, caso.parametros if caso else {}, self._plan())

    def _modelo(self, caso: Caso) -> Any:
        if self.modelo is not None:
            return _en_vivo(self.modelo)
        return self.guiones.oraculo(caso.oraculo) if self.guiones and caso.oraculo else None

    def _plan(self) -> Path:
        return self.demo / PLAN

"""Ejecutar los casos de un plan y dejar una corrida nueva: manifiesto, grafos, fuentes y una traza por caso.

Se escribe en una carpeta hermana oculta y se renombra al final: o hay corrida entera o no hay ninguna, y nunca se
pisa una anterior.
"""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import chdir
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Any

from langchain.chat_models import init_chat_model
from langgraph.checkpoint.memory import InMemorySaver
from msgspec import Struct

import generador
from generador.cuaderno import Cuaderno, en_obras, publicar
from generador.errores import ErrorDeEntrada, Problema, problema
from generador.grabacion.asincrono import es_asincrono
from generador.grabacion.ejecucion import Banco, Desenlace, ejecutar
from generador.grabacion.exportar import como_json
from generador.grabacion.fabricas import acepta, construir, fabrica
from generador.grabacion.fuentes import Proyecto, fuentes_de, proyecto
from generador.grabacion.grabadora import Grabadora
from generador.grabacion.guiones import Guiones, leer_guiones
from generador.lectura.documento import Documento, raiz
from generador.lectura.ficheros import existe, ruta_dentro
from generador.lectura.partes_de_corrida import intentar
from generador.lectura.plan import examinar_plan
from generador.modelo.corrida import CasoGrabado
from generador.modelo.nombres import nombre_de_fichero
from generador.modelo.plan import Caso, Plan, Variante
from generador.temporales import temporal

PLAN = "plan.yaml"
Avance = Callable[[str, int, int], None]


def grabar(
    demo: Path,
    *,
    casos: Sequence[str] = (),
    modelo: str | None = None,
    ahora: Callable[[], datetime],
    avanza: Avance = lambda _caso, _i, _n: None,
    avisa: Callable[[Problema], None] = lambda _aviso: None,
) -> Path:
    """Graba los casos del plan de `demo` (o solo `casos`) y devuelve la carpeta de la corrida nueva.

    `modelo` es `proveedor:nombre` para contestar en vivo en lugar del oráculo. `ahora` es el reloj. `avanza` recibe el
    caso que empieza, cuántos van y cuántos son, y `avisa`, lo que conviene saber sin que sea un error. Lanza
    `ErrorDeEntrada` si el plan, el guion o una fábrica no valen.
    """
    taller = abrir_taller(demo, modelo, avisa)
    elegidos = _elegir(taller.plan, casos, demo / PLAN)
    creada = ahora()
    with en_obras(demo) as temporal:
        cuaderno = Cuaderno(temporal)
        muestras = taller.exportar(cuaderno)
        grabados = list(taller.grabar(elegidos, cuaderno, muestras, ahora, avanza))
        return taller.publicar(cuaderno, creada, grabados, muestras)


def abrir_taller(
    demo: Path, modelo: str | None = None, avisa: Callable[[Problema], None] = lambda _aviso: None
) -> Taller:
    """El taller de la demo, con su plan y su guion leídos. Lanza `ErrorDeEntrada` si alguno no vale."""
    plan, documento, guiones = _leer(demo)
    return Taller(demo, plan, documento, guiones, modelo, proyecto(Path.cwd()), avisa)


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


def _leer(demo: Path) -> tuple[Plan, Documento, Guiones | None]:
    """El plan, el documento del que sale y su guion, con los problemas de los dos juntos."""
    plan, documento, problemas = examinar_plan(demo / PLAN)
    oraculo = ruta_dentro(demo, raiz(documento)["oraculo"].texto or "")
    guiones = intentar(partial(leer_guiones, oraculo), problemas) if oraculo and existe(oraculo) else None
    if plan is None or problemas:
        raise ErrorDeEntrada(problemas)
    return plan, documento, guiones


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


class Muestra(Struct, frozen=True):
    """Lo que se sabe de una variante por mirar su grafo sin ejecutarlo."""

    huella: str
    asincrono: bool


def _muestra(variante: Variante, compilado: Any, cuaderno: Cuaderno) -> Muestra:
    huella = cuaderno.grafo(variante.id, como_json(compilado))
    return Muestra(huella, es_asincrono(compilado))


class Taller(Struct, frozen=True):
    """Lo que hace falta para construir y ejecutar los agentes de un plan."""

    demo: Path
    plan: Plan
    documento: Documento
    guiones: Guiones | None
    modelo: str | None
    donde: Proyecto
    avisa: Callable[[Problema], None]

    def exportar(self, cuaderno: Cuaderno) -> dict[str, Muestra]:
        """Escribe el grafo de cada variante con fábrica, y las fuentes."""
        muestras, fuentes = {}, {}
        for variante in self.plan.variantes:
            if variante.fabrica is not None:
                compilado = self._muestra(variante)
                muestras[variante.id] = _muestra(variante, compilado, cuaderno)
                fuentes[variante.id] = fuentes_de(compilado, self.donde)
        cuaderno.fuentes(fuentes)
        return muestras

    def exportar_una(self, variante: str, cuaderno: Cuaderno) -> Muestra:
        """Escribe solo el grafo de esa variante."""
        suya = self.plan.variante(variante)
        return _muestra(suya, self._muestra(suya), cuaderno)

    def publicar(
        self, cuaderno: Cuaderno, creada: datetime, grabados: Sequence[CasoGrabado], muestras: Mapping[str, Muestra]
    ) -> Path:
        """Pone el manifiesto y deja la corrida a la vista, con el primer nombre libre de su hora."""
        cuaderno.manifiesto(self.plan, self.donde.revision, creada, grabados, tuple(muestras), _versiones())
        return publicar(cuaderno.carpeta, self.demo, creada.astimezone(UTC).strftime("%Y%m%d-%H%M%S"))

    def grabar(
        self,
        casos: list[Caso],
        cuaderno: Cuaderno,
        muestras: dict[str, Muestra],
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

    def _ejecutar(self, caso: Caso, traza: Path, muestra: Muestra) -> str:
        with temporal() as carpeta:
            desenlace = ejecutar(caso, self.banco(caso, traza, muestra, carpeta))
        if desenlace.usadas < len(caso.reanudaciones):
            self.avisa(self._sobran(caso, desenlace))
        return desenlace.estado

    def _sobran(self, caso: Caso, desenlace: Desenlace) -> Problema:
        """El aviso de unas decisiones que nadie pidió, en la primera de ellas."""
        n, usadas = len(caso.reanudaciones), desenlace.usadas
        punto = list(raiz(self.documento)["casos"].elementos())[self.plan.casos.index(caso)]
        sobrante = list(punto["reanudaciones"].elementos())[usadas]
        que_pasa = f"al caso «{caso.id}» le sobran reanudaciones: el plan trae {n} y solo se usaron {usadas}"
        nodo = caso.reanudaciones[usadas].nodo
        if nodo is not None and desenlace.preguntan:
            preguntan = ", ".join(f"«{p}»" for p in desenlace.preguntan)
            return sobrante.problema(
                f"{que_pasa}, porque «{nodo}» no preguntaba", f"pon en su «nodo» uno de los que preguntan: {preguntan}"
            )
        return sobrante.problema(
            f"{que_pasa}, porque acabó en «{desenlace.estado}»",
            "quita las que sobran, o mira por qué no volvió a pausar",
        )

    def banco(self, caso: Caso, traza: Path, muestra: Muestra, carpeta: Path, pasos: int | None = None) -> Banco:
        """Con qué se ejecuta el caso. `carpeta` guarda los checkpoints; `pasos`, si se da, es el límite de pasos."""

        def grabadora() -> Grabadora:
            return Grabadora(traza, caso=caso.id, grafo=self.plan.demo, variante=caso.variante, huella=muestra.huella)

        return Banco(
            compilar=self._compilador(self.plan.variante(caso.variante), caso, self._modelo(caso)),
            grabadora=grabadora,
            checkpoints=carpeta / "checkpoints.sqlite",
            asincrono=muestra.asincrono,
            pasos=pasos,
        )

    def _compilador(self, variante: Variante, caso: Caso, modelo: Any) -> Callable[[Any], Any]:
        """Recompila en cada reanudación; si la fábrica trae su propio checkpointer, hay que conservar el grafo."""
        if acepta(fabrica(str(variante.fabrica), self._plan()), "checkpointer"):
            return lambda guardado: self._construir(variante, caso, modelo, guardado)
        unico = cache(lambda: self._construir(variante, caso, modelo, None))
        if caso.reanudaciones and getattr(unico(), "checkpointer", None) is None:
            que_pasa = f"el caso «{caso.id}» se reanuda y la fábrica «{variante.fabrica}» no acepta «checkpointer»"
            raise ErrorDeEntrada([problema(self._plan(), que_pasa, "añade ese argumento a la fábrica")])
        return lambda _guardado: unico()

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

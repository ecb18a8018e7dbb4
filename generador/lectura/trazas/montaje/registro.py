"""El registro: recibe las líneas en orden de tiempo y rellena las fichas.

Solo anota. Decidir en qué paso va cada tarea y qué estado hay tras él es de `ambitos`, `estados` y `montar`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Raw, Struct

from generador.lectura.trazas.montaje import lineas as l1
from generador.lectura.trazas.montaje.cargas import Cargas
from generador.lectura.trazas.montaje.fichas import (
    EstadoAnotado,
    FichaDeEjecucion,
    FichaDeIntento,
    FichaDeTarea,
    RutaAnotada,
)
from generador.lectura.trazas.montaje.interrupciones import Interrupciones
from generador.lectura.trazas.montaje.llamadas import Cierre, FichaDeLlamada, Inicio, Llamadas
from generador.lectura.trazas.montaje.mandatos import destinos_de, envios_de
from generador.lectura.trazas.montaje.valores import ambito_de, espacio, fallo_de, fin_de, leer, objeto, segundos
from generador.modelo.traza import Carga, Evento

_SIN_RUN = "?"
_RAIZ_SUELTA = "__root__"


class EventoSuelto(Struct):
    """Un evento cuya línea no dice de qué tarea es: se sabe el ámbito y el momento."""

    ns: tuple[str, ...]
    evento: Evento


class Registro:
    """Fichas por identificador, en el orden en que aparecieron. `cabecera` es la primera línea `trace`."""

    def __init__(self) -> None:
        self.cargas = Cargas()
        self.cabecera: l1.Cabecera | None = None
        self._cuentas: list[tuple[int, int]] = [(0, 0)]
        self.ejecuciones: dict[str, FichaDeEjecucion] = {}
        self.tareas: dict[str, FichaDeTarea] = {}
        self.sueltas: list[FichaDeLlamada] = []
        self.eventos: list[EventoSuelto] = []
        self.en_cache: list[tuple[tuple[str, ...], l1.EnCache, int]] = []
        self.estados: dict[tuple[str, ...], list[EstadoAnotado]] = {}
        self.interrupciones = Interrupciones(self.cargas)
        self._ultimo: dict[tuple[tuple[str, ...], bool, int], dict[str, Carga]] = {}
        self._llamadas = Llamadas()
        self._linea = 0
        self._run: str | int | None = None
        self._actual: FichaDeEjecucion | None = None

    def anotar(self, linea: l1.CualquierLinea) -> None:
        """Anota una línea. Las que no aportan nada al modelo (`pause`, `resume`) se dejan pasar."""
        self._linea += 1
        anotar = _ANOTAR.get(type(linea))
        if anotar is not None:
            anotar(self, linea)

    def olvidar_lo_montado(self) -> None:
        """Deja solo lo que hace falta para seguir anotando tras haber montado lo anotado: nada hablará ya de ello."""
        self.tareas.clear()
        self.eventos.clear()
        self.en_cache.clear()
        self.estados.clear()
        self._llamadas = Llamadas()
        self._ultimo = {clave: valores for clave, valores in self._ultimo.items() if not clave[0]}

    def cuentas(self) -> tuple[int, int]:
        """Redacciones y pérdidas de todos los procesos que escribieron la traza."""
        return sum(r for r, _ in self._cuentas), sum(p for _, p in self._cuentas)

    # --- traza y ejecuciones -------------------------------------------------------------------------------

    def _cabecera(self, linea: l1.Cabecera) -> None:
        """Otra línea `trace` es otro proceso, que cuenta sus redacciones y pérdidas desde cero."""
        self.cabecera = self.cabecera or linea
        self._cuentas.append((0, 0))

    def _blob(self, linea: l1.Blob) -> None:
        self.cargas.guardar(linea.h, linea.v)

    def _ejecucion(self, linea: l1.Linea) -> FichaDeEjecucion:
        if linea.run == self._run and self._actual is not None:
            return self._actual
        clave = _SIN_RUN if linea.run is None else str(linea.run)
        ficha = self.ejecuciones.get(clave)
        if ficha is None:
            ficha = FichaDeEjecucion(len(self.ejecuciones), "desconocida")
            self.ejecuciones[clave] = ficha
        self._run, self._actual = linea.run, ficha
        return ficha

    def _inicio_de_ejecucion(self, linea: l1.InicioDeEjecucion) -> None:
        ficha = self._ejecucion(linea)
        ficha.clase, ficha.quien, ficha.t0 = linea.kind, linea.by, segundos(linea.ts)
        ficha.hilo = None if linea.thread is None else str(linea.thread)
        ficha.entrada = self.cargas.de(linea.input)
        ficha.contexto, ficha.configurable = self.cargas.de(linea.context), self.cargas.de(linea.configurable)
        if linea.kind == "resume":
            self.interrupciones.reanudar(ficha, linea.input)

    def _fin_de_ejecucion(self, linea: l1.FinDeEjecucion) -> None:
        ficha = self._ejecucion(linea)
        ficha.fin, ficha.fallo, ficha.t1 = fin_de(linea.status), fallo_de(linea.error), segundos(linea.ts)
        self._cuentas[-1] = (linea.redactions, linea.lost)

    # --- estado --------------------------------------------------------------------------------------------

    def _estado(self, linea: l1.Estado | l1.PuntoDeControl) -> None:
        ns, exacto = espacio(linea.ns), isinstance(linea, l1.PuntoDeControl)
        if isinstance(linea, l1.PuntoDeControl) and not ns:
            nodos = linea.next if isinstance(linea.next, list) else ()
            self._ejecucion(linea).pendientes = tuple([n for n in nodos if isinstance(n, str)])
        if not bytes(linea.state):
            return
        ejecucion = self._ejecucion(linea).indice
        clave = (ns, exacto, ejecucion)
        valores = self._compartir(linea.state, self._ultimo.get(clave, {}), linea.partial)
        self._ultimo[clave] = valores
        inicial = isinstance(linea, l1.Estado) and linea.phase == "initial"
        anotado = EstadoAnotado(ejecucion, linea.step, inicial, exacto, linea.partial, valores, segundos(linea.ts))
        self.estados.setdefault(ns, []).append(anotado)

    def _compartir(self, crudo: Raw, antes: dict[str, Carga], parcial: bool) -> dict[str, Carga]:
        """Las claves del estado; las que no cambian comparten objeto con las de antes."""
        claves = objeto(crudo)
        if claves is None:
            return {_RAIZ_SUELTA: self.cargas.siempre(bytes(crudo))}
        valores = dict(antes) if parcial else {}
        for clave, valor in claves.items():
            carga, previa = self.cargas.siempre(bytes(valor)), antes.get(clave)
            valores[clave] = previa if previa is not None and self.cargas.iguales(previa, carga) else carga
        return valores

    # --- tareas e intentos ---------------------------------------------------------------------------------

    def _tarea(self, linea: l1.LineaSituada, ns: tuple[str, ...] | None = None) -> FichaDeTarea:
        """La ficha de la tarea de una línea, con lo que la línea diga de dónde está."""
        ejecucion = self._ejecucion(linea).indice
        id = linea.task or ""
        ficha = self.tareas.get(id)
        if ficha is None:
            ficha = self.tareas[id] = FichaDeTarea(id, self._linea, ejecucion, ejecucion)
            ficha.t = _hora(linea)
        ficha.ultima = ejecucion
        if ficha.nodo is None and linea.node is not None:
            ficha.nodo = linea.node
            ficha.ns = espacio(linea.ns) if ns is None else ns
        ficha.de_otro = ficha.de_otro or linea.node not in (None, ficha.nodo)
        if ficha.superstep is None:
            ficha.superstep = linea.step
        return ficha

    def _inicio_de_tarea(self, linea: l1.InicioDeTarea) -> None:
        ficha = self._tarea(linea)
        ficha.entrada = ficha.entrada or self.cargas.de(linea.input)
        if ficha.clase == "pull" and "__pregel_push" in linea.triggers:
            ficha.clase = "push"
        if linea.reused:
            ficha.reutilizada = linea.reused if isinstance(linea.reused, str) else "resume"
        ficha.reabierta = ficha.fin is not None and ficha.cerrada_en != ficha.ultima

    def _fin_de_tarea(self, linea: l1.FinDeTarea) -> None:
        ficha = self._tarea(linea)
        momento = _hora(linea)
        ficha.fin, ficha.cerrada_en, ficha.t1 = fin_de(linea.status), ficha.ultima, momento
        ficha.reabierta = False
        ficha.trae_actualizacion = bool(bytes(linea.update))
        ficha.actualizacion = self.cargas.de(linea.update)
        ficha.fallo = fallo_de(linea.error)
        if bytes(linea.interrupts):
            ficha.interrumpida_en.add(ficha.ultima)
            self.interrupciones.anunciar(ficha, linea.interrupts, momento)

    def _inicio_de_intento(self, linea: l1.InicioDeIntento) -> None:
        ns = espacio(linea.ns)
        propio = ns[:-1] if ns and linea.task and ns[-1].endswith(f":{linea.task}") else ns
        ficha = self._tarea(linea, propio)
        _clasificar(ficha, linea.path)
        if ficha.reabierta or ficha.cerrada_en < ficha.ultima:
            ficha.fin, ficha.reabierta = None, False
        ficha.rutas = []
        ficha.intentos.append(FichaDeIntento(linea.id, ficha.ultima, _hora(linea)))

    def _fin_de_intento(self, linea: l1.FinDeIntento) -> None:
        ficha = self.tareas.get(linea.task or "")
        intento = next((i for i in reversed(ficha.intentos) if i.id == linea.id), None) if ficha else None
        if intento is not None:
            intento.t1, intento.fin = _hora(linea), fin_de(linea.status)
            intento.fallo, intento.comando = fallo_de(linea.error), self.cargas.de(linea.command)

    def _ruta(self, linea: l1.RutaTomada) -> None:
        ficha = self.tareas.get(linea.task or "")
        if ficha is not None:
            ambito, resultado = ambito_de(ficha.ns), leer(self.cargas.resuelto(linea.result))
            ficha.rutas.append(RutaAnotada(linea.fn, destinos_de(resultado, ambito), envios_de(resultado, ambito)))

    def _en_cache(self, linea: l1.EnCache) -> None:
        self.en_cache.append((espacio(linea.ns), linea, self._ejecucion(linea).indice))

    # --- llamadas y eventos --------------------------------------------------------------------------------

    def _inicio_de_llamada(self, linea: Inicio) -> None:
        ficha = self.tareas.get(linea.task or "")
        (self.sueltas if ficha is None else ficha.llamadas).append(self._llamadas.abrir(linea))

    def _fin_de_llamada(self, linea: Cierre) -> None:
        if (sin_apertura := self._llamadas.cerrar(linea)) is not None:
            self.sueltas.append(sin_apertura)

    def _propio(self, linea: l1.Propio) -> None:
        datos = self.cargas.siempre(bytes(linea.data) or b"null")
        tipo = leer(valor) if (valor := (objeto(datos.crudo) or {}).get("tipo")) is not None else None
        evento = Evento(tipo=tipo if isinstance(tipo, str) else None, datos=datos, t=segundos(linea.ts))
        ficha = self.tareas.get(linea.task or "")
        if ficha is not None:
            ficha.eventos.append(evento)
        else:
            self.eventos.append(EventoSuelto(espacio(linea.ns), evento))


def _hora(linea: l1.LineaDeTarea) -> float | None:
    """Cuándo pasó lo que cuenta la línea, que no siempre es cuando se escribió."""
    momento = linea.ts if linea.at is None else linea.at
    return momento if type(momento) is float else segundos(momento)


def _clasificar(ficha: FichaDeTarea, camino: Any) -> None:
    """Qué clase de tarea es, según el `langgraph_path` de su intento."""
    if not isinstance(camino, list) or not camino:
        return
    if "node_error_handler" in camino:
        ficha.clase = "error_handler"
    elif camino[0] == "__pregel_push":
        indice = camino[1] if len(camino) > 1 else None
        ficha.clase, ficha.indice = ("push", indice) if type(indice) is int else ("call", None)


_ANOTAR: Mapping[type[l1.Linea], Callable[[Registro, Any], None]] = {
    l1.Cabecera: Registro._cabecera,
    l1.InicioDeEjecucion: Registro._inicio_de_ejecucion,
    l1.FinDeEjecucion: Registro._fin_de_ejecucion,
    l1.Estado: Registro._estado,
    l1.PuntoDeControl: Registro._estado,
    l1.InicioDeTarea: Registro._inicio_de_tarea,
    l1.FinDeTarea: Registro._fin_de_tarea,
    l1.EnCache: Registro._en_cache,
    l1.InicioDeIntento: Registro._inicio_de_intento,
    l1.FinDeIntento: Registro._fin_de_intento,
    l1.RutaTomada: Registro._ruta,
    l1.InicioDeModelo: Registro._inicio_de_llamada,
    l1.InicioDeHerramienta: Registro._inicio_de_llamada,
    l1.InicioDeRecuperacion: Registro._inicio_de_llamada,
    l1.FinDeModelo: Registro._fin_de_llamada,
    l1.FinDeHerramienta: Registro._fin_de_llamada,
    l1.FinDeRecuperacion: Registro._fin_de_llamada,
    l1.Propio: Registro._propio,
    l1.Blob: Registro._blob,
}
"""Quién anota cada clase de línea. En la clase y no en cada registro, que así se va de memoria en cuanto sobra."""

"""Lo que emite `stream(["tasks", "checkpoints"], subgraphs=True)` de LangGraph, volcado tal cual por líneas.

Cada línea es `{call, ns, mode, payload}`; `call` numera las llamadas al grafo (0 la primera). No trae rutas,
reintentos ni llamadas a modelos, y así se dice en la completitud: cada llamada que anuncia una tarea cuenta como un
intento, aunque dentro hubiera varios. El número de paso no viaja con la tarea: lo da el
`checkpoint` anterior de su ámbito o, si no hay, que una tarea empiece después de que otra acabe.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from generador.errores import ErrorDeEntrada, problema
from generador.lectura.trazas.emisiones import Depuracion, Emision, PuntoEmitido, TareaEmitida
from generador.lectura.trazas.montaje import lineas as l1
from generador.lectura.trazas.montaje import montar
from generador.lectura.trazas.montaje.montador import Recuento
from generador.lectura.trazas.orden_del_flujo import SinOrden, ordenadas
from generador.modelo.mensaje import mensaje
from generador.modelo.traza import Traza

_FIRMA = re.compile(rb'\A\s*\{\s*"call"\s*:\s*\d+\s*,\s*"(?:ns|mode)"\s*:')
_FINES: Mapping[str, str] = {
    "GraphRecursionError": "out_of_steps",
    "CancelledError": "cancelled",
    "KeyboardInterrupt": "cancelled",
}
_REVUELTO = "las emisiones no están en el orden en que salieron, o son de varios volcados, y nada dice cuál era"
_COMO_ERA = "vuelve a volcarlo sin cambiar las líneas de sitio, y con los modos «checkpoints» o «debug»"
_RECOLOCADO = mensaje(
    "las emisiones venían en otro orden: se han puesto en el que dicen sus checkpoints, y los eventos propios del"
    " agente, que no lo dicen, no se muestran"
)
_NO_TRAE = {"routes": "none", "times": "none", "attempts": "partial", "calls": "none"}
_DE_UNA_LLAMADA = ["__pregel_push", []]
"""El `langgraph_path` de lo que lanza un `@task`: detrás va el de quien llama, y no el número de un `Send`."""


class _Ambito(Struct):
    """En qué paso va un espacio. `proximo` lo dice un checkpoint; `contado`, el orden de inicios y finales."""

    proximo: int | None = None
    contado: int = 0
    acabo_alguna: bool = True


def reconoce(cabecera: bytes) -> bool:
    """Si la primera línea es una emisión numerada por llamada."""
    return _FIRMA.match(cabecera) is not None and b'"mode"' in cabecera.partition(b"\n")[0]


def leer(datos: bytes, caso: str, fichero: str = "traza") -> Traza:
    """La traza de las emisiones. Las que no se entienden se saltan y se cuentan.

    Lanza `ErrorDeEntrada` si están revueltas y no se puede saber en qué orden salieron.
    """
    emisiones: list[Emision] = []
    saltadas: list[int] = []
    total = 0
    for numero, cruda in enumerate(datos.split(b"\n"), 1):
        if not cruda.strip():
            continue
        total += 1
        try:
            cruda.decode()
            emision = msgspec.json.decode(cruda, type=Emision)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            saltadas.append(numero)
            continue
        emision.linea = numero
        emisiones.append(emision)
    try:
        en_orden, sin_sitio = ordenadas(emisiones)
    except SinOrden:
        raise ErrorDeEntrada([problema(fichero, _REVUELTO, _COMO_ERA)]) from None
    traduccion = _Traduccion(en_orden)
    lineas = list(traduccion.lineas())
    traza = montar(lineas, caso, Recuento(total, sorted({*saltadas, *sin_sitio, *traduccion.ilegibles})))
    return traza if en_orden == emisiones else replace(traza, avisos=(*traza.avisos, _RECOLOCADO))


class _Llamada(Struct):
    """Lo que hay que saber de una llamada entera antes de contarla: su hilo, de dónde parte y cómo acabó.

    `fuente` es la de su primer `checkpoint` raíz: LangGraph pone `input` a lo que entra y `loop` a lo que sigue.
    """

    hilo: str | None = None
    excepcion: bool = False
    pausada: bool = False
    pendientes: list[str] | None = None
    fuente: str | None = None


class _Traduccion:
    """De emisiones a líneas de la v1. `ilegibles` son las líneas cuya carga no es la de su modo."""

    def __init__(self, emisiones: list[Emision]) -> None:
        self._emisiones = emisiones
        self._llamadas: dict[int, _Llamada] = {}
        self._ambitos: dict[tuple[str, ...], _Ambito] = {}
        self._con_hora: set[str] = set()
        self._vistas: set[str] = set()
        self._intentadas: set[tuple[int, str]] = set()
        self._anunciadas: dict[tuple[str, ...], set[str]] = {}
        self.ilegibles: set[int] = set()
        self._modos = {
            "input": self._entrada,
            "exception": self._excepcion,
            "tasks": self._tarea,
            "checkpoints": self._checkpoint,
            "debug": self._depuracion,
            "updates": self._actualizacion,
            "custom": self._propio,
        }

    def lineas(self) -> Iterator[l1.CualquierLinea]:
        """Las líneas, en el orden de las emisiones."""
        self._resumir()
        yield l1.Cabecera(origin="stream", completeness={**_NO_TRAE, "times": "partial" if self._con_hora else "none"})
        ultima: int | None = None
        for e in self._emisiones:
            if ultima is not None and e.call != ultima:
                yield from self._fin(ultima)
            ultima = e.call
            if e.linea not in self.ilegibles:
                yield from self._legibles(e)
        if ultima is not None:
            yield from self._fin(ultima)

    def _legibles(self, e: Emision) -> Iterator[l1.CualquierLinea]:
        try:
            yield from self._modos.get(e.mode, _nada)(e)
        except (msgspec.DecodeError, RecursionError):
            self.ilegibles.add(e.linea)

    def _resumir(self) -> None:
        for e in self._emisiones:
            llamada = self._llamadas.setdefault(e.call, _Llamada())
            llamada.excepcion |= e.mode == "exception"
            try:
                if e.mode == "checkpoints":
                    punto = _checkpoint(e.payload)
                    _anotar_punto(llamada, punto, raiz=not e.ns)
                    if abiertas := _ids(punto.tasks):
                        self._anunciadas.setdefault(tuple(e.ns), set()).update(abiertas)
                elif e.mode == "debug" and b'"triggers"' in bytes(e.payload):
                    depuracion = msgspec.json.decode(e.payload, type=Depuracion)
                    self._con_hora.add(msgspec.json.decode(depuracion.payload, type=TareaEmitida).id)
                elif e.mode == "tasks" and not e.ns:
                    llamada.pausada |= _hay(msgspec.json.decode(e.payload, type=TareaEmitida).interrupts)
            except (msgspec.DecodeError, RecursionError):
                self.ilegibles.add(e.linea)

    def _entrada(self, e: Emision) -> Iterator[l1.CualquierLinea]:
        valor = msgspec.json.decode(e.payload)
        es_mandato = isinstance(valor, dict) and valor.get("__type__") == "Command"
        clase = "resume" if es_mandato and valor.get("resume") is not None else "input"
        llamada = self._llamadas[e.call]
        sigue = valor is None or es_mandato or llamada.fuente == "loop"
        clase = "continue" if sigue and clase == "input" else clase
        yield l1.InicioDeEjecucion(run=e.call, kind=clase, input=e.payload, thread=llamada.hilo)

    def _excepcion(self, e: Emision) -> Iterator[l1.CualquierLinea]:
        tipo = msgspec.json.decode(e.payload, type=dict[str, Any]).get("type", "")
        yield l1.FinDeEjecucion(run=e.call, status=_FINES.get(str(tipo), "error"), error=e.payload)

    def _fin(self, llamada: int) -> Iterator[l1.CualquierLinea]:
        """Cómo acabó una llamada sin excepción, si sus emisiones lo prueban."""
        vista = self._llamadas[llamada]
        if vista.excepcion:
            return
        if vista.pausada:
            yield l1.FinDeEjecucion(run=llamada, status="interrupted")
        elif vista.pendientes == []:
            yield l1.FinDeEjecucion(run=llamada, status="ok")

    def _ambito(self, e: Emision) -> _Ambito:
        return self._ambitos.setdefault(tuple(e.ns), _Ambito())

    def _checkpoint(self, e: Emision) -> Iterator[l1.CualquierLinea]:
        punto = _checkpoint(e.payload)
        paso = punto.metadata.get("step")
        if type(paso) is int:
            self._ambito(e).proximo = paso + 1
            yield l1.PuntoDeControl(run=e.call, ns=[*e.ns], step=paso, state=punto.values, next=punto.next)

    def _tarea(self, e: Emision, paso: int | None = None, hora: str | None = None) -> Iterator[l1.CualquierLinea]:
        t = msgspec.json.decode(e.payload, type=TareaEmitida)
        if hora is None and t.id in self._con_hora:
            return  # `debug` cuenta lo mismo, y además el paso y la hora
        comun: dict[str, Any] = {"run": e.call, "task": t.id, "node": t.name, "ns": [*e.ns], "at": hora}
        if t.triggers is not None:
            paso = self._paso(e, t.id) if paso is None else paso
            yield l1.InicioDeTarea(**comun, step=paso, triggers=t.triggers, input=t.input)
            if (e.call, t.id) not in self._intentadas:
                self._intentadas.add((e.call, t.id))
                camino = _DE_UNA_LLAMADA if self._es_llamada(e, t) else None
                yield l1.InicioDeIntento(**comun, step=paso, id=f"{t.id}#{e.call}", path=camino)
            return
        self._ambito(e).acabo_alguna = True
        fin = _desenlace(t)
        if (e.call, t.id) in self._intentadas:
            intento = {"id": f"{t.id}#{e.call}", "status": fin["status"], "error": t.error}
            yield l1.FinDeIntento(run=e.call, task=t.id, at=hora, **intento)
        yield l1.FinDeTarea(**comun, **fin)

    def _es_llamada(self, e: Emision, t: TareaEmitida) -> bool:
        """Si la lanzó otra a mitad de su paso (`@task`): los `Send` los anuncia el checkpoint de antes de ese paso."""
        anunciadas = self._anunciadas.get(tuple(e.ns))
        return t.triggers == ["__pregel_push"] and anunciadas is not None and t.id not in anunciadas

    def _paso(self, e: Emision, tarea: str) -> int:
        ambito = self._ambito(e)
        if tarea not in self._vistas and ambito.acabo_alguna:
            ambito.contado += 1
            ambito.acabo_alguna = False
        self._vistas.add(tarea)
        return ambito.contado if ambito.proximo is None else ambito.proximo

    def _depuracion(self, e: Emision) -> Iterator[l1.CualquierLinea]:
        d = msgspec.json.decode(e.payload, type=Depuracion)
        dentro = Emision(e.call, "", e.ns, d.payload)
        if d.type == "checkpoint":
            yield from self._checkpoint(dentro)
        elif d.type in ("task", "task_result"):
            yield from self._tarea(dentro, d.step, d.timestamp)

    def _actualizacion(self, e: Emision) -> Iterator[l1.CualquierLinea]:
        escritos = msgspec.json.decode(e.payload, type=dict[str, Raw])
        if b'"cached"' in bytes(escritos.pop("__metadata__", Raw())):
            paso = self._ambito(e).proximo
            yield l1.EnCache(run=e.call, ns=[*e.ns], step=paso, nodes=list(escritos), update=e.payload)

    def _propio(self, e: Emision) -> Iterator[l1.CualquierLinea]:
        yield l1.Propio(run=e.call, ns=[*e.ns], data=e.payload)


def _nada(_: Emision) -> Iterator[l1.CualquierLinea]:
    return iter(())


def _checkpoint(crudo: Raw) -> PuntoEmitido:
    return msgspec.json.decode(crudo, type=PuntoEmitido)


def _ids(tareas: Raw) -> set[str]:
    leidas: Any = msgspec.json.decode(tareas)
    lista = leidas if isinstance(leidas, list) else []
    return {t["id"] for t in lista if isinstance(t, dict) and isinstance(t.get("id"), str)}


def _anotar_punto(llamada: _Llamada, punto: PuntoEmitido, raiz: bool) -> None:
    configurable = punto.config.get("configurable")
    hilo = configurable.get("thread_id") if isinstance(configurable, dict) else None
    llamada.hilo = llamada.hilo or (None if hilo is None else str(hilo))
    if raiz:
        llamada.pendientes = punto.next
        llamada.fuente = llamada.fuente or str(punto.metadata.get("source"))


def _hay(crudo: Raw) -> bool:
    return bytes(crudo).strip() not in (b"", b"[]", b"null")


def _desenlace(t: TareaEmitida) -> dict[str, Any]:
    campos: dict[str, Any] = {"update": t.result, "error": t.error}
    if _hay(t.error):
        return {**campos, "status": "cancelled" if b'"CancelledError"' in bytes(t.error) else "error"}
    if _hay(t.interrupts):
        return {**campos, "status": "interrupted", "interrupts": t.interrupts}
    return {**campos, "status": "ok"}

"""Los sucesos de una muestra de Inspect → líneas de la v1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generador.lectura.ajenas.valores import lista, mapa, nombre_de_nodo, segundos, texto, uso_de

_ANEJOS = ("tc://", "attachment://")
_HONDURA = 40
_ABREN = {("step", "begin"), ("span_begin", None)}
_CIERRAN = {("step", "end"), ("span_end", None)}
_PASOS = ("solver", "scorer", "agent")


class Muestra:
    """Una muestra y lo que hace falta para contarla."""

    def __init__(self, datos: Mapping[str, Any]) -> None:
        self._datos = datos
        self._anejos = mapa(datos.get("attachments"))

    @property
    def nombre(self) -> str:
        """El id de la muestra y su época, que juntos no se repiten en un registro."""
        return f"{self._datos.get('id')} época {self._datos.get('epoch', 1)}"

    @property
    def entrada(self) -> Any:
        """Con lo que empezó."""
        return self.valor(self._datos.get("input"))

    @property
    def fallo(self) -> Mapping[str, Any] | None:
        """El error que la paró, si lo hubo."""
        error = mapa(self._datos.get("error"))
        return {"msg": str(error.get("message", "")), "traceback": str(error.get("traceback", ""))} if error else None

    @property
    def sucesos(self) -> list[Mapping[str, Any]]:
        """En el orden en que se anotaron."""
        return [mapa(e) for e in lista(self._datos.get("events"))]

    @property
    def final(self) -> Mapping[str, Any]:
        """Cómo quedó: los mensajes, la respuesta y las notas."""
        partes = {
            "messages": self._datos.get("messages"),
            "output": _respuesta(self._datos.get("output")).get("content"),
        }
        partes |= {"scores": self._datos.get("scores"), "store": self._datos.get("store")}
        return {k: self.valor(v) for k, v in partes.items() if v}

    def valor(self, dentro: Any, quedan: int = _HONDURA) -> Any:
        """Un valor con sus anejos puestos: los textos largos van aparte y se nombran."""
        if isinstance(dentro, str):
            clave = next((dentro.removeprefix(p) for p in _ANEJOS if dentro.startswith(p)), None)
            return dentro if clave is None else self._anejos.get(clave, dentro)
        if quedan == 0:
            return dentro
        if isinstance(dentro, dict):
            return {k: self.valor(v, quedan - 1) for k, v in dentro.items()}
        return [self.valor(v, quedan - 1) for v in dentro] if isinstance(dentro, list) else dentro


def lineas_de(muestra: Muestra) -> Iterator[Mapping[str, Any]]:
    """Las líneas de una muestra."""
    sucesos = muestra.sucesos
    horas = [h for e in sucesos if (h := segundos(e.get("timestamp"))) is not None]
    yield _linea("run.start", min(horas, default=None), kind="input", input=muestra.entrada)
    contador = _Contador(muestra)
    for e in sucesos:
        yield from contador.suceso(e)
    fin = max(horas, default=None)
    if muestra.final:
        yield _linea("state", fin, ns=[], step=contador.paso, phase="after", state=muestra.final)
    yield _linea("run.end", fin, status="error" if muestra.fallo else "ok", error=muestra.fallo)


def _respuesta(salida: Any) -> Mapping[str, Any]:
    """El mensaje de la primera opción."""
    opciones = lista(mapa(salida).get("choices"))
    return mapa(mapa(opciones[0]).get("message")) if opciones else {}


def _linea(clase: str, hora: float | None, **campos: Any) -> Mapping[str, Any]:
    return {"t": clase, "ts": hora, "run": "r0", **{k: v for k, v in campos.items() if v is not None}}


class _Contador:
    """Lleva la cuenta de en qué *solver* se está. Los de dentro de otro no son pasos: sus llamadas son del de fuera."""

    def __init__(self, muestra: Muestra) -> None:
        self._muestra = muestra
        self._abiertos: list[bool] = []
        self._nombre = ""
        self._llamadas = 0
        self.paso = 0

    def suceso(self, e: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """Lo que un suceso añade."""
        clase, hora = e.get("event"), segundos(e.get("timestamp"))
        marca = (clase, e.get("action") if clase == "step" else None)
        if marca in _ABREN:
            yield from self._abrir(e, hora)
        elif marca in _CIERRAN:
            yield from self._cerrar(hora)
        elif clase == "model":
            yield from self._modelo(e, hora)
        elif clase == "tool":
            yield from self._herramienta(e, hora)

    @property
    def _donde(self) -> dict[str, Any]:
        return {"task": f"solver-{self.paso}", "node": self._nombre, "ns": [], "step": self.paso}

    def _abrir(self, e: Mapping[str, Any], hora: float | None) -> Iterator[Mapping[str, Any]]:
        es_paso = not any(self._abiertos) and str(e.get("type") or "") in _PASOS
        self._abiertos.append(es_paso)
        if es_paso:
            self.paso += 1
            self._nombre = nombre_de_nodo(texto(e.get("name")) or str(e.get("type")))
            yield _linea("task.start", hora, at=hora, **self._donde)

    def _cerrar(self, hora: float | None) -> Iterator[Mapping[str, Any]]:
        if self._abiertos and self._abiertos.pop():
            yield _linea("task.end", hora, at=hora, status="ok", **self._donde)

    def _identidad(self) -> dict[str, Any]:
        self._llamadas += 1
        return {"id": f"llamada-{self._llamadas}"}

    def _tarea(self) -> str | None:
        return f"solver-{self.paso}" if any(self._abiertos) else None

    def _modelo(self, e: Mapping[str, Any], hora: float | None) -> Iterator[Mapping[str, Any]]:
        salida, valor = mapa(e.get("output")), self._muestra.valor
        proveedor, hay, modelo = str(e.get("model") or "").partition("/")
        datos = {"provider": proveedor if hay else None, "model": modelo if hay else proveedor}
        id = self._identidad()
        nombres = [texto(mapa(h).get("name")) for h in lista(e.get("tools"))]
        ofrecidas = [n for n in nombres if n] or None
        entrada = valor(e.get("input"))
        yield _linea(
            "model.start",
            hora,
            **id,
            **datos,
            task=self._tarea(),
            messages=entrada,
            params=e.get("config"),
            tools=ofrecidas,
        )
        error = e.get("error") or salida.get("error")
        yield _linea(
            "model.end",
            segundos(e.get("completed")),
            **id,
            output=valor(dict(_respuesta(salida))) or None,
            usage=uso_de(salida.get("usage")) or None,
            error={"msg": str(error)} if error else None,
        )

    def _herramienta(self, e: Mapping[str, Any], hora: float | None) -> Iterator[Mapping[str, Any]]:
        id, error = self._identidad(), mapa(e.get("error"))
        argumentos = self._muestra.valor(e.get("arguments"))
        yield _linea(
            "tool.start",
            hora,
            **id,
            task=self._tarea(),
            name=texto(e.get("function")),
            call=texto(e.get("id")),
            args=argumentos,
        )
        fallo = {"cls": str(error.get("type", "")), "msg": str(error.get("message", ""))} if error else None
        estado = "error" if error else "ok"
        resultado = self._muestra.valor(e.get("result"))
        yield _linea("tool.end", segundos(e.get("completed")), **id, status=estado, result=resultado, error=fallo)

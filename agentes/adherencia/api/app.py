"""La aplicación FastAPI. JSON o SSE según `Accept`; lo que se puede rechazar se rechaza antes de empezar a emitir."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Header, HTTPException
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.sse import EventSourceResponse, format_sse_event
from pydantic import BaseModel, ConfigDict, Field, model_validator

from agentes.adherencia.api.reclamaciones import Reclamaciones
from agentes.adherencia.api.topologia import topologia
from agentes.adherencia.api.turnos import Evento, SinPausa, Turnos, YaReclamada
from agentes.adherencia.grafo import Grafo

SSE = "text/event-stream"
VIVO = Path(__file__).with_name("vivo")
_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)
Acepta = Annotated[str, Header()]


class Peticion(BaseModel):
    """`POST /chat`. El agente decide qué es demasiado largo; este tope solo protege al servidor."""

    model_config = ConfigDict(extra="forbid", strict=True)
    mensaje: str = Field(max_length=100_000)


class Decision(BaseModel):
    """`POST /chat/resume`. `texto` acompaña a `edit`, y solo a `edit`."""

    model_config = ConfigDict(extra="forbid", strict=True)
    thread_id: str = Field(max_length=200)
    interrupt_id: str = Field(max_length=200)
    decision: Literal["approve", "edit", "reject"]
    texto: str | None = Field(default=None, max_length=10_000)
    nota: str = Field(default="", max_length=2_000)
    quien: str | None = Field(default=None, max_length=200)

    @model_validator(mode="after")
    def _texto_solo_al_editar(self) -> Decision:
        if (self.decision == "edit") != bool(self.texto and self.texto.strip()):
            raise ValueError("«edit» necesita «texto», y las demás decisiones no lo admiten")
        return self


def crear_app(grafo: Grafo, reclamaciones: Path) -> FastAPI:
    """La aplicación sobre un grafo con checkpointer. `reclamaciones` es el fichero SQLite de las pausas."""
    turnos = Turnos(grafo, Reclamaciones(reclamaciones, time.time), lambda: str(uuid.uuid4()))
    app = FastAPI(title="Agente de adherencia", description="Referencia pública; no es un dispositivo médico.")

    @app.post("/chat")
    def chat(peticion: Peticion, accept: Acepta = "*/*") -> Response:
        return _responder(turnos.abrir(peticion.mensaje), accept)

    @app.post("/chat/resume")
    def resume(decision: Decision, accept: Acepta = "*/*") -> Response:
        valor = decision.model_dump(include={"decision", "texto", "nota"}, exclude_none=True)
        try:
            eventos = turnos.reanudar(decision.thread_id, decision.interrupt_id, decision.quien, valor)
        except SinPausa as error:
            raise HTTPException(404, "ese hilo no espera esa decisión") from error
        except YaReclamada as error:
            raise HTTPException(409, "otra persona ya decidió sobre esa pausa") from error
        return _responder(eventos, accept)

    @app.get("/grafo")
    def ver_grafo() -> dict[str, Any]:
        return topologia(grafo)

    @app.get("/", include_in_schema=False)
    def pagina() -> Response:
        return FileResponse(VIVO / "index.html", headers={"Content-Security-Policy": _CSP})

    @app.get("/vivo.{extension}", include_in_schema=False)
    def recurso(extension: Literal["js", "css"]) -> Response:
        return FileResponse(VIVO / f"vivo.{extension}")

    return app


def _responder(eventos: Iterator[Evento], accept: str) -> Response:
    if SSE in accept:
        return EventSourceResponse(map(_como_sse, eventos), headers={"Cache-Control": "no-store"})
    ultimo = list(eventos)[-1]
    return JSONResponse(ultimo.datos, status_code=502 if ultimo.nombre == "error" else 200)


def _como_sse(evento: Evento) -> bytes:
    return format_sse_event(data_str=json.dumps(evento.datos, ensure_ascii=False), event=evento.nombre)

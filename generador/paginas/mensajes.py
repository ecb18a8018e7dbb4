"""Mensajes de chat de cualquier procedencia → una sola forma que se enseña como conversación.

LangChain, LangSmith, Langfuse, OpenInference, OpenAI y Anthropic escriben lo mismo de maneras distintas, y
una traza puede mezclarlas. Aquí no se valida nada: lo que no se reconoce se enseña como JSON, nunca se calla.

Una imagen solo se dibuja si viene dentro del mensaje y sus bytes son de verdad PNG, JPEG, GIF o WebP. Un SVG
puede llevar código y una dirección remota filtraría a quien mira la página: de ambos se dice qué eran.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from generador.modelo.mensaje import mensaje

_PAPELES = {
    "human": "persona",
    "user": "persona",
    "HumanMessage": "persona",
    "ai": "modelo",
    "assistant": "modelo",
    "AIMessage": "modelo",
    "AIMessageChunk": "modelo",
    "model": "modelo",
    "system": "sistema",
    "developer": "sistema",
    "SystemMessage": "sistema",
    "tool": "herramienta",
    "function": "herramienta",
    "ToolMessage": "herramienta",
    "FunctionMessage": "herramienta",
    "remove": "borrado",
    "RemoveMessage": "borrado",
}
ROTULOS = {
    "persona": mensaje("Persona"),
    "modelo": mensaje("Modelo"),
    "sistema": mensaje("Sistema"),
    "herramienta": mensaje("Herramienta"),
    "borrado": mensaje("Mensaje borrado"),
    "otro": mensaje("Otro"),
}
"""Cómo se dice cada papel."""
_DE_PAR = frozenset({"human", "user", "ai", "assistant", "system", "developer"})
_FIRMAS = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
    "image/webp": (b"RIFF",),
}
_DATA = re.compile(r"data:([a-z]+/[a-z0-9.+-]+);base64,([A-Za-z0-9+/=\s]+)", re.IGNORECASE)
_IMAGEN_MAXIMA = 200_000
_DIRECCION = 200
_PROFUNDIDAD = 6


class Parte(Struct, frozen=True, kw_only=True):
    """Un trozo de un mensaje.

    `clase` es `texto`, `razonamiento`, `imagen` (con `fuente`, una dirección `data:` ya comprobada), `omitida`
    (una imagen que no se dibuja, por su `motivo`: `remota`, `formato`, `ilegible` o `grande`) o `json` (algo sin
    forma conocida). `total` son los caracteres que tenía un texto que la grabadora ya cortó; 0 es que está entero.
    """

    clase: str
    texto: str = ""
    fuente: str = ""
    motivo: str = ""
    total: int = 0


class Pedido(Struct, frozen=True, kw_only=True):
    """Una herramienta que el modelo pide llamar. `argumentos` es texto JSON."""

    nombre: str
    argumentos: str
    id: str = ""


class Turno(Struct, frozen=True, kw_only=True):
    """Un mensaje. `papel` es `persona`, `modelo`, `sistema`, `herramienta`, `borrado` u `otro`."""

    papel: str
    partes: tuple[Parte, ...] = ()
    nombre: str = ""
    id: str = ""
    pedidos: tuple[Pedido, ...] = ()
    responde_a: str = ""
    fallo: bool = False

    @property
    def texto(self) -> str:
        """Lo que se lee del mensaje, sin imágenes ni pedidos."""
        return "\n".join(p.texto for p in self.partes if p.texto)


def conversacion(valor: Any) -> tuple[Turno, ...]:
    """Los mensajes de un valor JSON cualquiera: una lista, una lista de listas, uno solo o un texto suelto."""
    return tuple(_turnos(valor, 0))


def parece_mensaje(valor: Any) -> bool:
    """Si un valor JSON tiene forma de mensaje de chat."""
    plano = _aplanar(valor)
    return plano is not None and _papel(plano) != "otro"


def son_mensajes(valor: Any) -> bool:
    """Si es una lista no vacía en la que todo son mensajes."""
    return isinstance(valor, list) and bool(valor) and all(map(parece_mensaje, valor))


def identidad(valor: Any) -> str | None:
    """El id de un mensaje en cualquiera de sus formas, o `None`."""
    plano = _aplanar(valor)
    return _cadena(plano.get("id")) or None if plano else None


def turno(valor: Any) -> Turno:
    """Un mensaje en su forma común. Lo que no parezca un mensaje sale entero como JSON, con papel `otro`."""
    plano = _aplanar(valor)
    if plano is None:
        return Turno(papel="otro", partes=(_parte_suelta(valor),))
    papel = _papel(plano)
    contenido = plano.get("content", plano.get("parts"))
    if papel == "otro" and contenido is None:
        return Turno(papel="otro", partes=(_como_json(valor),))
    bloques = tuple(_bloques(contenido))
    return Turno(
        papel=papel,
        partes=tuple(b for b in bloques if isinstance(b, Parte)),
        nombre=_cadena(plano.get("name")),
        id=_cadena(plano.get("id")),
        pedidos=_sin_repetir((*(b for b in bloques if isinstance(b, Pedido)), *_pedidos(plano))),
        responde_a=_cadena(plano.get("tool_call_id")),
        fallo=plano.get("status") == "error" or plano.get("is_error") is True,
    )


def _turnos(valor: Any, nivel: int) -> Iterator[Turno]:
    if isinstance(valor, list) and not _es_par(valor) and nivel < _PROFUNDIDAD:
        for uno in valor:
            yield from _turnos(uno, nivel + 1)
    elif isinstance(valor, dict) and (dentro := _envueltos(valor)) is not None and nivel < _PROFUNDIDAD:
        yield from _turnos(dentro, nivel + 1)
    elif valor is not None:
        yield turno(valor)


def _envueltos(valor: Mapping[str, Any]) -> list[Any] | None:
    """La lista de mensajes que un objeto envuelve: el estado de un agente o la respuesta de un `ChatModel`."""
    return next((valor[k] for k in ("messages", "generations") if isinstance(valor.get(k), list)), None)


def _aplanar(valor: Any) -> Mapping[str, Any] | None:
    """De cualquiera de las envolturas conocidas al diccionario que lleva `content`."""
    if isinstance(valor, list) and _es_par(valor):
        return {"role": valor[0], "content": valor[1]}
    if not isinstance(valor, dict):
        return None
    if isinstance(valor.get("kwargs"), dict) and isinstance(valor.get("id"), list):
        clase = _cadena(valor["id"][-1]) if valor["id"] else ""
        return {"type": clase, **valor["kwargs"]}
    if isinstance(valor.get("data"), dict) and isinstance(valor.get("type"), str):
        return {"type": valor["type"], **valor["data"]}
    if isinstance(valor.get("message"), dict):
        return _aplanar(valor["message"]) if "message" not in valor["message"] else None
    if any(isinstance(k, str) and k.startswith("message.") for k in valor):
        return _openinference(valor)
    return valor


def _es_par(valor: list[Any]) -> bool:
    """Un mensaje como `("user", "hola")`, que LangChain admite a la entrada."""
    return len(valor) == 2 and isinstance(valor[0], str) and valor[0] in _DE_PAR and isinstance(valor[1], str)


def _openinference(valor: Mapping[str, Any]) -> Mapping[str, Any]:
    plano = {k.removeprefix("message."): v for k, v in valor.items() if isinstance(k, str)}
    if "contents" in plano:
        plano["content"] = plano.pop("contents")
    return plano


def _papel(plano: Mapping[str, Any]) -> str:
    for clave in ("role", "type", "__type__"):
        papel = _PAPELES.get(_cadena(plano.get(clave)))
        if papel:
            return papel
    return "otro"


def _bloques(contenido: Any) -> Iterator[Parte | Pedido]:
    if contenido is None or contenido == "":
        return
    for uno in contenido if isinstance(contenido, list) else (contenido,):
        yield _bloque(uno)


def _bloque(uno: Any) -> Parte | Pedido:
    if not isinstance(uno, dict) or uno.get("$t") == "str":
        return _parte_suelta(uno)
    plano = {k.removeprefix("message_content."): v for k, v in uno.items()} if "message_content.type" in uno else uno
    clase = _cadena(plano.get("type"))
    if clase in ("tool_use", "tool_call", "function_call"):
        return _pedido(plano)
    if "image" in clase or "image_url" in plano:
        return _imagen(plano)
    if clase in ("thinking", "reasoning"):
        return Parte(clase="razonamiento", texto=_texto_de(plano, "thinking", "reasoning", "text"))
    texto = _texto_de(plano, "text", "content")
    if texto and (clase in ("", "text", "output_text", "input_text", "tool_result", "tool_call_response")):
        return Parte(clase="texto", texto=texto)
    return _como_json(uno)


def _parte_suelta(valor: Any) -> Parte:
    return Parte(clase="texto", texto=valor) if isinstance(valor, str) else _recortada(valor) or _como_json(valor)


def _recortada(valor: Any) -> Parte | None:
    """Un texto que la grabadora ya cortó: `{"$t": "str", "len": …, "head": …}`."""
    if isinstance(valor, dict) and valor.get("$t") == "str" and isinstance(valor.get("head"), str):
        total = valor.get("len")
        return Parte(clase="texto", texto=valor["head"], total=total if isinstance(total, int) else 0)
    return None


def _como_json(valor: Any) -> Parte:
    return Parte(clase="json", texto=_json(valor))


def _imagen(plano: Mapping[str, Any]) -> Parte:
    mime, datos, direccion = _datos_de_imagen(plano)
    if direccion:
        return Parte(clase="omitida", texto=direccion[:_DIRECCION], motivo="remota")
    if mime not in _FIRMAS:
        return Parte(clase="omitida", texto=mime or "image", motivo="formato")
    if len(datos) > _IMAGEN_MAXIMA:
        return Parte(clase="omitida", texto=mime, motivo="grande", total=len(datos))
    crudo = _descifrar(datos)
    if not crudo.startswith(_FIRMAS[mime]):
        return Parte(clase="omitida", texto=mime, motivo="ilegible")
    return Parte(clase="imagen", texto=mime, fuente=f"data:{mime};base64,{base64.b64encode(crudo).decode('ascii')}")


def _datos_de_imagen(plano: Mapping[str, Any]) -> tuple[str, str, str]:
    """(tipo, base64, dirección) de las cuatro maneras de meter una imagen. Solo hay dirección si no es `data:`."""
    origen = next((plano[k] for k in ("image_url", "source", "image", "url") if plano.get(k)), plano)
    if isinstance(origen, dict):
        origen = next((origen[k] for k in ("url", "image.url", "image") if isinstance(origen.get(k), str)), origen)
    if isinstance(origen, str):
        entera = _DATA.fullmatch(origen.strip())
        if entera:
            return entera[1].lower(), entera[2], ""
        return _cadena(plano.get("mime_type")), "", "" if origen.startswith("data:") else origen
    if not isinstance(origen, dict):
        return "", "", ""
    mime = next((origen[k] for k in ("media_type", "mime_type") if isinstance(origen.get(k), str)), "")
    datos = next((origen[k] for k in ("data", "base64") if isinstance(origen.get(k), str)), "")
    return mime.lower(), datos, ""


def _descifrar(datos: str) -> bytes:
    try:
        return base64.b64decode("".join(datos.split()), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _pedidos(plano: Mapping[str, Any]) -> Iterator[Pedido]:
    extra = plano.get("additional_kwargs")
    de_openai = extra.get("tool_calls") if isinstance(extra, dict) else None
    llamadas = plano.get("tool_calls") or de_openai
    for una in llamadas if isinstance(llamadas, list) else ():
        if isinstance(una, dict):
            yield _pedido(una)


def _pedido(una: Mapping[str, Any]) -> Pedido:
    interior = una.get("tool_call")
    una = interior if isinstance(interior, dict) else una
    plana = {k.removeprefix("tool_call."): v for k, v in una.items() if isinstance(k, str)}
    funcion = plana.get("function")
    dentro = funcion if isinstance(funcion, dict) else plana
    argumentos: Any = next((dentro[k] for k in ("args", "arguments", "input", "function.arguments") if k in dentro), {})
    return Pedido(
        nombre=_cadena(dentro.get("name") or dentro.get("function.name")),
        argumentos=argumentos if isinstance(argumentos, str) else _json(argumentos),
        id=_cadena(plana.get("id") or plana.get("call_id")),
    )


def _sin_repetir(pedidos: tuple[Pedido, ...]) -> tuple[Pedido, ...]:
    """Anthropic escribe cada llamada dos veces (bloque y `tool_calls`): con el mismo id, vale una."""
    unicos: dict[object, Pedido] = {}
    for i, p in enumerate(pedidos):
        unicos.setdefault(p.id or i, p)
    return tuple(unicos.values())


def _texto_de(plano: Mapping[str, Any], *claves: str) -> str:
    return next((plano[k] for k in claves if isinstance(plano.get(k), str)), "")


def _cadena(valor: Any) -> str:
    return valor if isinstance(valor, str) else ""


def _json(valor: Any) -> str:
    try:
        return msgspec.json.encode(valor).decode()
    except (RecursionError, TypeError, ValueError):
        return repr(valor)[:500]

"""`quote@1`: el texto está, entero y con sus salvedades, en uno de los documentos citados. Nunca contradice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentes.control.verificador.citas import Cita, buscar
from agentes.control.verificador.hechos import Hecho, Hechos, SinPrueba
from agentes.control.verificador.predicados.base import Dictamen, Predicado, objeto

_GRAVEDAD = ("trunca_salvedad", "cortada", "no_esta", "corta")


def _juzgar(args: Mapping[str, Any], hechos: Hechos) -> Dictamen:
    motivos = []
    for prueba in hechos.pruebas:
        if not prueba.tipo_de_medio.startswith("text/plain"):
            continue
        texto = prueba.contenido.decode("utf-8")
        hallada = buscar(texto, args["texto"])
        if isinstance(hallada, Cita):
            inicio = len(texto[: hallada.inicio].encode())
            fin = inicio + len(texto[hallada.inicio : hallada.fin].encode())
            literal = prueba.contenido[inicio:fin].decode()
            hechos.usar(Hecho(f"documento:{prueba.id}", "texto", literal, "texto", prueba.id, inicio, fin))
            return Dictamen("respalda", "literal")
        motivos.append(hallada)
    motivo = next((m for m in _GRAVEDAD if m in motivos), "sin_texto_citado")
    raise SinPrueba(motivo, "el texto exacto, con las salvedades de su párrafo")


def _enunciar(args: Mapping[str, Any]) -> str:
    return f"El documento dice: «{args['texto']}»."


TEXTO = {"type": "string", "minLength": 1, "maxLength": 400}
QUOTE = Predicado("quote@1", objeto(texto=TEXTO), _juzgar, _enunciar)

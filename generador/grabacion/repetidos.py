"""Escribir una vez lo que se repite: los mensajes, y los valores grandes que viajan iguales de paso en paso.

Un agente arrastra su historial: grabarlo entero en cada paso multiplica por quince el coste y por doce el
tamaño. La primera vez se escribe una línea `blob` con su huella; después, `{"$m": huella}`.
"""

from __future__ import annotations

import contextlib
import copy
import hashlib
import json
import threading
from collections.abc import Callable
from typing import Any

from langchain_core.messages import BaseMessage
from msgspec import Struct

from generador.grabacion.destino import Destino
from generador.grabacion.serializar import Redactor

_GRANDE = 1_024


class _Visto(Struct, frozen=True):
    """Un mensaje ya grabado. Guardar el objeto impide que otro herede su `id()`; la copia delata si lo cambiaron."""

    mensaje: BaseMessage
    copia: dict[str, Any]
    referencia: dict[str, str]


class Repetidos:
    """Las huellas ya escritas en esta traza por este proceso."""

    def __init__(self, destino: Destino, redactar: Redactor) -> None:
        self._destino = destino
        self._redactar = redactar
        self._escritas: set[str] = set()
        self._vistos: dict[int, _Visto] = {}
        self._cerrojo = threading.Lock()

    def mensaje(self, mensaje: BaseMessage, escribir: Callable[[], dict[str, Any]]) -> dict[str, str]:
        """La referencia de un mensaje, serializándolo solo si no se había visto igual."""
        visto = self._vistos.get(id(mensaje))
        with contextlib.suppress(Exception):  # comparar o copiar lo que un agente mete en un mensaje puede lanzar
            if visto is not None and visto.copia == mensaje.__dict__:
                return visto.referencia
        referencia = self.compartir(escribir())
        with contextlib.suppress(Exception):
            self._vistos[id(mensaje)] = _Visto(mensaje, copy.deepcopy(mensaje.__dict__), referencia)
        return referencia

    def claves(self, valores: Any) -> Any:
        """El mismo objeto con sus valores grandes compartidos. Lo que no es un objeto se devuelve igual."""
        if not isinstance(valores, dict) or "$t" in valores:
            return valores
        return {k: self._si_es_grande(v) for k, v in valores.items()}

    def compartir(self, valor: Any) -> dict[str, str]:
        """Escribe `valor` si es la primera vez y devuelve su referencia."""
        limpio = self._redactar(valor)
        huella = hashlib.sha256(_texto(limpio).encode("utf-8", "replace")).hexdigest()[:12]
        with self._cerrojo:
            if huella not in self._escritas:
                self._destino.escribir("blob", h=huella, v=limpio)
                self._escritas.add(huella)
        return {"$m": huella}

    def _si_es_grande(self, valor: Any) -> Any:
        if not isinstance(valor, str | list | dict):
            return valor
        texto = _texto(valor)
        return self.compartir(valor) if len(texto) > _GRANDE and '"$m"' not in texto else valor


def _texto(valor: Any) -> str:
    return json.dumps(valor, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

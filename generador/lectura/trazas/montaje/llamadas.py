"""Las llamadas a modelos, herramientas y recuperadores: dos líneas (empieza, termina) y un dato del modelo.

Una llamada sin cierre se queda sin salida; un cierre sin apertura se conserva igual. Lo que nadie grabó sobre su
procedencia es `desconocida`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from generador.lectura.trazas.montaje import lineas as l1
from generador.lectura.trazas.montaje.cargas import Cargas
from generador.lectura.trazas.montaje.valores import fallo_de, fin_de, procedencia_de, segundos
from generador.modelo.traza import LlamadaHerramienta, LlamadaModelo, Recuperacion

Llamada: TypeAlias = LlamadaModelo | LlamadaHerramienta | Recuperacion
Inicio: TypeAlias = l1.InicioDeModelo | l1.InicioDeHerramienta | l1.InicioDeRecuperacion
Cierre: TypeAlias = l1.FinDeModelo | l1.FinDeHerramienta | l1.FinDeRecuperacion


class _FichaDeModelo(Struct):
    inicio: l1.InicioDeModelo = l1.InicioDeModelo()
    cierre: l1.FinDeModelo = l1.FinDeModelo()

    def congelar(self, cargas: Cargas) -> LlamadaModelo:
        i, f = self.inicio, self.cierre
        return LlamadaModelo(
            modelo=f.model or i.model or i.cls or "",
            procedencia=procedencia_de(f.provenance, i.provenance),
            proveedor=i.provider,
            parametros=cargas.de(i.params),
            herramientas=tuple(map(_nombre, i.tools or ())),
            mensajes=cargas.de(i.messages),
            salida=cargas.de(f.output),
            uso={k: v for k, v in (f.usage or {}).items() if type(v) is int},
            t0=segundos(i.ts),
            t1=segundos(f.ts),
            primera_ficha=f.first_token,
            fallo=fallo_de(f.error),
        )


class _FichaDeHerramienta(Struct):
    inicio: l1.InicioDeHerramienta = l1.InicioDeHerramienta()
    cierre: l1.FinDeHerramienta = l1.FinDeHerramienta(status="")

    def congelar(self, cargas: Cargas) -> LlamadaHerramienta:
        i, f = self.inicio, self.cierre
        return LlamadaHerramienta(
            nombre=i.name or "",
            argumentos=cargas.de(i.args),
            resultado=cargas.de(f.result),
            llamada=i.call,
            fin=fin_de(f.status),
            t0=segundos(i.ts),
            t1=segundos(f.ts),
            fallo=fallo_de(f.error),
        )


class _FichaDeRecuperacion(Struct):
    inicio: l1.InicioDeRecuperacion = l1.InicioDeRecuperacion()
    cierre: l1.FinDeRecuperacion = l1.FinDeRecuperacion()

    def congelar(self, cargas: Cargas) -> Recuperacion:
        i, f = self.inicio, self.cierre
        return Recuperacion(
            nombre=i.name or "",
            clase=i.cls or "retriever",
            consulta=cargas.de(i.query),
            documentos=cargas.de(f.docs),
            t0=segundos(i.ts),
            t1=segundos(f.ts),
            fallo=fallo_de(f.error),
        )


FichaDeLlamada: TypeAlias = _FichaDeModelo | _FichaDeHerramienta | _FichaDeRecuperacion
_FICHAS: Mapping[type[l1.Linea], type[FichaDeLlamada]] = {
    l1.InicioDeModelo: _FichaDeModelo,
    l1.FinDeModelo: _FichaDeModelo,
    l1.InicioDeHerramienta: _FichaDeHerramienta,
    l1.FinDeHerramienta: _FichaDeHerramienta,
    l1.InicioDeRecuperacion: _FichaDeRecuperacion,
    l1.FinDeRecuperacion: _FichaDeRecuperacion,
}


class Llamadas:
    """Las llamadas por clase e identificador: una traza falsa no puede casar un modelo con una herramienta."""

    __slots__ = ("_fichas",)

    def __init__(self) -> None:
        self._fichas: dict[tuple[type[FichaDeLlamada], str], FichaDeLlamada] = {}

    def abrir(self, linea: Inicio) -> FichaDeLlamada:
        """Anota una apertura y devuelve su ficha."""
        ficha, _ = self._ficha(linea)
        ficha.inicio = linea
        return ficha

    def cerrar(self, linea: Cierre) -> FichaDeLlamada | None:
        """Anota un cierre. Devuelve su ficha solo si nadie la había abierto."""
        ficha, nueva = self._ficha(linea)
        ficha.cierre = linea
        return ficha if nueva else None

    def _ficha(self, linea: Inicio | Cierre) -> tuple[FichaDeLlamada, bool]:
        clase = _FICHAS[type(linea)]
        ficha = self._fichas.get((clase, linea.id))
        if ficha is not None:
            return ficha, False
        ficha = self._fichas[clase, linea.id] = clase()
        return ficha, True


def _nombre(herramienta: Any) -> str:
    if isinstance(herramienta, dict):
        funcion = herramienta.get("function")
        herramienta = herramienta.get("name") or (funcion.get("name") if isinstance(funcion, dict) else None)
    return str(herramienta or "")

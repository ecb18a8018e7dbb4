"""Las llamadas a modelos, herramientas y recuperadores: dos líneas (empieza, termina) y un dato del modelo.

Una llamada sin cierre se queda sin salida; un cierre sin apertura se conserva igual. Lo que nadie grabó sobre su
procedencia es `desconocida`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from generador.lectura.trazas.montaje import lineas as l1
from generador.lectura.trazas.montaje.cargas import Cargas
from generador.lectura.trazas.montaje.valores import fallo_de, fin_de, procedencia_de, segundos
from generador.modelo.traza import Fin, LlamadaHerramienta, LlamadaModelo, Recuperacion

Llamada: TypeAlias = LlamadaModelo | LlamadaHerramienta | Recuperacion
Inicio: TypeAlias = l1.InicioDeModelo | l1.InicioDeHerramienta | l1.InicioDeRecuperacion
Cierre: TypeAlias = l1.FinDeModelo | l1.FinDeHerramienta | l1.FinDeRecuperacion


class FichaDeLlamada(Struct):
    inicio: Inicio | None = None
    cierre: Cierre | None = None


def llamada_de(ficha: FichaDeLlamada, cargas: Cargas) -> Llamada:
    """La llamada del modelo que corresponde a sus dos líneas."""
    inicio, cierre = ficha.inicio, ficha.cierre
    if isinstance(inicio, l1.InicioDeModelo) or (inicio is None and isinstance(cierre, l1.FinDeModelo)):
        return _modelo(inicio or l1.InicioDeModelo(), cierre if isinstance(cierre, l1.FinDeModelo) else None, cargas)
    if isinstance(inicio, l1.InicioDeHerramienta) or (inicio is None and isinstance(cierre, l1.FinDeHerramienta)):
        fin = cierre if isinstance(cierre, l1.FinDeHerramienta) else None
        return _herramienta(inicio or l1.InicioDeHerramienta(), fin, cargas)
    fin_r = cierre if isinstance(cierre, l1.FinDeRecuperacion) else None
    return _recuperacion(inicio or l1.InicioDeRecuperacion(), fin_r, cargas)


def _modelo(i: l1.InicioDeModelo, f: l1.FinDeModelo | None, cargas: Cargas) -> LlamadaModelo:
    f_ = f or l1.FinDeModelo()
    return LlamadaModelo(
        modelo=f_.model or i.model or i.cls or "",
        procedencia=procedencia_de(f_.provenance, i.provenance),
        proveedor=i.provider,
        parametros=cargas.de(i.params),
        herramientas=tuple(map(_nombre, i.tools or ())),
        mensajes=cargas.de(i.messages),
        salida=cargas.de(f_.output),
        uso={k: v for k, v in (f_.usage or {}).items() if type(v) is int},
        t0=segundos(i.ts),
        t1=segundos(f_.ts),
        primera_ficha=f_.first_token,
        fallo=fallo_de(f_.error),
    )


def _herramienta(i: l1.InicioDeHerramienta, f: l1.FinDeHerramienta | None, cargas: Cargas) -> LlamadaHerramienta:
    f_ = f or l1.FinDeHerramienta()
    return LlamadaHerramienta(
        nombre=i.name or "",
        argumentos=cargas.de(i.args),
        resultado=cargas.de(f_.result),
        llamada=i.call,
        fin=fin_de(f.status) if f else Fin.SIN_CERRAR,
        t0=segundos(i.ts),
        t1=segundos(f_.ts),
        fallo=fallo_de(f_.error),
    )


def _recuperacion(i: l1.InicioDeRecuperacion, f: l1.FinDeRecuperacion | None, cargas: Cargas) -> Recuperacion:
    f_ = f or l1.FinDeRecuperacion()
    return Recuperacion(
        nombre=i.name or "",
        clase=i.cls or "retriever",
        consulta=cargas.de(i.query),
        documentos=cargas.de(f_.docs),
        t0=segundos(i.ts),
        t1=segundos(f_.ts),
        fallo=fallo_de(f_.error),
    )


def _nombre(herramienta: Any) -> str:
    if isinstance(herramienta, dict):
        funcion = herramienta.get("function")
        herramienta = herramienta.get("name") or (funcion.get("name") if isinstance(funcion, dict) else None)
    return str(herramienta or "")

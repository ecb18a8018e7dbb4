"""El bus: acepta o rechaza una llamada antes de que tenga efecto. Nunca la arregla.

Sin coerción: `"14"` no es `14`. Una llamada inválida vuelve como dato, con su motivo, para que el planificador decida.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agentes.control.bus.catalogo import catalogo
from agentes.control.bus.concesiones import vale_para
from agentes.control.bus.lectores import LECTORES, NoEsta
from agentes.control.canonico import canonico
from agentes.control.dominio.archivo import Archivo


@dataclass(frozen=True, slots=True)
class Rechazo:
    """Una llamada que no llegó a hacerse. `motivo` es un código estable; `detalles`, los reparos con su lugar."""

    donde: str
    motivo: str
    que: str
    detalles: tuple[str, ...] = ()
    permitido: tuple[str, ...] = ()

    def como_dato(self) -> dict[str, Any]:
        """La forma con que viaja en el estado."""
        return {
            "donde": self.donde,
            "motivo": self.motivo,
            "que": self.que,
            "detalles": list(self.detalles),
            "permitido": list(self.permitido),
        }


@dataclass(frozen=True, slots=True)
class Resultado:
    """Lo que devolvió una herramienta: los bytes exactos que irán al registro y cómo se obtuvieron."""

    herramienta: str
    argumentos: Mapping[str, Any]
    tipo_de_medio: str
    contenido: bytes


@dataclass(frozen=True, slots=True)
class Bus:
    """El bus de un grafo. `efector` es el sistema de verdad al que van las llamadas irreversibles."""

    archivo: Archivo
    efector: Callable[[str, Mapping[str, Any]], str] = field(default=lambda nombre, args: f"{nombre}:{args}")

    def leer(self, llamada: Mapping[str, Any]) -> Resultado | Rechazo:
        """Comprueba y hace una llamada de lectura propuesta por un agente. `llamada` es `{nombre, argumentos}`."""
        nombre, argumentos = str(llamada.get("nombre")), llamada.get("argumentos")
        if rechazo := self.reparo(nombre, argumentos):
            return rechazo
        try:
            salida = LECTORES[nombre](self.archivo, dict(argumentos or {}))
        except (NoEsta, ValueError) as fallo:
            return Rechazo("bus", "no_esta_en_el_archivo", nombre, (str(fallo),))
        return _resultado(nombre, dict(argumentos or {}), salida)

    def reparo(self, nombre: str, argumentos: Any) -> Rechazo | None:
        """Por qué un agente no puede hacer esa llamada, o `None`. El orden importa: existir, poder y encajar."""
        herramienta = catalogo().get(nombre)
        if herramienta is None:
            visibles = tuple(h.referencia for h in catalogo().values() if not h.irreversible)
            return Rechazo("bus", "herramienta_inexistente", nombre, (), visibles)
        if herramienta.irreversible:
            detalle = "solo se ejecuta con un conjunto verificado y una concesión; ningún agente la tiene"
            return Rechazo("bus", "requiere_concesion", nombre, (detalle,))
        reparos = herramienta.reparos("entrada", argumentos)
        return Rechazo("bus", "argumentos_invalidos", herramienta.referencia, tuple(reparos)) if reparos else None

    def ejecutar(
        self,
        run_id: str,
        intencion: Mapping[str, Any],
        respaldadas: Sequence[str],
        concesion: Mapping[str, Any] | None,
    ) -> dict[str, Any] | Rechazo:
        """Doble control y efecto: todo `depends_on` respaldado y, además, una concesión de esta llamada."""
        herramienta = catalogo().get(str(intencion.get("tool")))
        if herramienta is None or not herramienta.irreversible:
            return Rechazo("bus", "herramienta_inexistente", str(intencion.get("tool")))
        if reparos := herramienta.reparos("entrada", intencion.get("args")):
            return Rechazo("bus", "argumentos_invalidos", herramienta.referencia, tuple(reparos))
        faltan = tuple(c for c in intencion["depends_on"] if c not in respaldadas)
        if faltan or not intencion["depends_on"]:
            return Rechazo("bus", "conjunto_sin_verificar", herramienta.referencia, faltan)
        if not vale_para(concesion, run_id, intencion):
            return Rechazo("bus", "concesion_invalida", herramienta.referencia)
        asiento = self.efector(herramienta.nombre, intencion["args"])
        return {"run_id": run_id, "llamada": dict(intencion), "concesion": dict(concesion or {}), "asiento": asiento}


def _resultado(nombre: str, argumentos: dict[str, Any], salida: Any) -> Resultado | Rechazo:
    herramienta = catalogo()[nombre]
    if reparos := herramienta.reparos("salida", salida):
        return Rechazo("bus", "salida_invalida", herramienta.referencia, tuple(reparos))
    if isinstance(salida, str):
        return Resultado(herramienta.referencia, argumentos, "text/plain; charset=utf-8", salida.encode())
    return Resultado(herramienta.referencia, argumentos, "application/json", canonico(salida))

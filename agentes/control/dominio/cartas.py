"""Las cinco cartas de encargo sintéticas: qué tarifa, qué plazo, qué no se factura y cómo lo dice cada una."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

MESES = (
    *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
    *("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
)


@dataclass(frozen=True, slots=True)
class Tope:
    """El máximo por hora de un rol entre dos fechas, ambas inclusive. `euros` es texto decimal."""

    rol: str
    euros: str
    desde: date
    hasta: date


@dataclass(frozen=True, slots=True)
class Carta:
    """Una carta de encargo. `codigos` va de código de tarea a por qué no se factura."""

    id: str
    cliente: str
    nombre: str
    topes: tuple[Tope, ...]
    plazo: int
    habiles: bool
    codigos: tuple[tuple[str, str], ...]
    cerrada: bool
    archivo_completo: bool

    def texto(self) -> str:
        """La carta tal como se archivó: es la prueba que se cita, letra a letra."""
        topes = "\n".join(_clausula_de_tope(n, t) for n, t in enumerate(self.topes, 1))
        clase = "hábiles" if self.habiles else "naturales"
        codigos = "\n".join(
            f"3.{n}. No serán facturables las tareas con código {codigo} ({motivo}), salvo autorización previa"
            " y escrita del cliente."
            for n, (codigo, motivo) in enumerate(self.codigos, 1)
        )
        cierre = (
            "Esta relación es cerrada." if self.cerrada else "Esta relación es enunciativa y no agota los supuestos."
        )
        return (
            f"CARTA DE ENCARGO {self.id}\n"
            f"Entre {self.nombre} (en adelante, el Cliente) y Despacho Ficticio Albariño, S. L. P.\n\n"
            f"1. Tarifas\n{topes}\n"
            "1.9. Ningún profesional podrá aplicar una tarifa superior al tope de su rol, excepto que el Cliente lo"
            " acepte por escrito antes de iniciar el trabajo.\n\n"
            f"2. Presentación\n2.1. Cada minuta se presentará dentro de los {self.plazo} días {clase} siguientes a su"
            " fecha de cierre.\n2.2. Las minutas presentadas fuera de plazo no devengarán intereses.\n\n"
            f"3. Tareas no facturables\n{codigos}\n3.9. {cierre}\n\n"
            "4. Desplazamientos\n4.1. El tiempo de viaje se facturará al cincuenta por ciento de la tarifa, salvo el"
            " que se dedique efectivamente a trabajar en el asunto.\n"
        )

    def tarifas(self) -> dict[str, Any]:
        """La tabla de topes como la tiene el sistema de facturación."""
        filas = [
            {"rol": t.rol, "tope": t.euros, "unidad": "EUR/h", "desde": str(t.desde), "hasta": str(t.hasta)}
            for t in self.topes
        ]
        return {"carta_id": self.id, "tarifas": filas}

    def no_facturables(self) -> dict[str, Any]:
        """La relación de códigos que no se facturan y si es cerrada."""
        filas = [{"codigo": c, "motivo": m} for c, m in self.codigos]
        return {"carta_id": self.id, "lista_cerrada": self.cerrada, "codigos": filas}


def _clausula_de_tope(n: int, t: Tope) -> str:
    importe = t.euros.replace(".", ",")
    return (
        f"1.{n}. El tope de tarifa de {t.rol} será de {importe} EUR por hora desde el {_en_letra(t.desde)}"
        f" hasta el {_en_letra(t.hasta)}, ambos inclusive."
    )


def _en_letra(d: date) -> str:
    return f"{d.day} de {MESES[d.month - 1]} de {d.year}"


def _topes(*filas: tuple[str, str, str]) -> tuple[Tope, ...]:
    """Cada rol con su tope del primer y del segundo semestre de 2026."""
    primero, segundo = (date(2026, 1, 1), date(2026, 6, 30)), (date(2026, 7, 1), date(2026, 12, 31))
    return tuple(Tope(rol, euros, *tramo) for rol, a, b in filas for euros, tramo in ((a, primero), (b, segundo)))


_FOTOCOPIAS = ("A106", "fotocopias y archivo")
_APRENDER = ("A110", "formación del personal del despacho")
_FACTURAR = ("A111", "preparación de la propia minuta")

CARTAS = (
    Carta(
        "CE-01", "CL-01", "Conservas del Norte, S. A.",
        _topes(("socio", "210.00", "216.50"), ("asociado", "145.00", "149.00"), ("paralegal", "72.50", "74.00")),
        30, False, (_FOTOCOPIAS, _FACTURAR), True, True,
    ),
    Carta(
        "CE-02", "CL-02", "Molinos de Levante, S. L.",
        _topes(("socio", "198.00", "203.00"), ("asociado", "138.75", "142.25"), ("paralegal", "69.00", "70.50")),
        15, True, (_FOTOCOPIAS, _APRENDER), True, True,
    ),
    Carta(
        "CE-03", "CL-03", "Fundación Puerto Viejo",
        _topes(("socio", "185.50", "190.00"), ("asociado", "130.00", "133.00"), ("paralegal", "64.00", "66.00")),
        20, True, (_FOTOCOPIAS,), True, False,
    ),
    Carta(
        "CE-04", "CL-04", "Transportes Sierra Alta, S. A.",
        _topes(("socio", "225.00", "230.00"), ("asociado", "152.00", "156.40"), ("paralegal", "78.00", "80.00")),
        45, False, (_FOTOCOPIAS, _APRENDER, _FACTURAR), True, True,
    ),
    Carta(
        "CE-05", "CL-05", "Cooperativa Agua Clara",
        _topes(("socio", "190.00", "194.00"), ("asociado", "134.00", "137.00"), ("paralegal", "68.00", "69.90")),
        30, True, (_FOTOCOPIAS,), False, True,
    ),
)  # fmt: skip

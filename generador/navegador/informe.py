"""Qué se miró y qué no estaba bien. Lo que no se miró se cuenta también: un control sin comprobaciones no dice nada."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import Struct

from generador.errores import Codigo, imprimible

CONTROLES: Mapping[str, str] = {
    "banda": "la banda de divulgación, en el HTML, a la vista, sin JavaScript y al imprimir",
    "enlaces": "enlaces y anclas que llevan a algo del sitio",
    "peticiones": "nada pedido fuera del propio sitio",
    "consola": "consola del navegador sin errores ni avisos",
    "tablas": "cada grafo dibujado, también como tabla",
    "axe": "accesibilidad con axe en claro, oscuro y colores forzados",
    "estrecho": "320 píxeles de ancho sin desbordar, con JavaScript y sin él",
    "reproduccion": "lo que enciende el grafo en cada paso son sus tareas",
    "busqueda": "la búsqueda encuentra sin servidor",
    "sin_javascript": "todo se lee sin JavaScript",
    "idiomas": "cada página, en su idioma y con su pareja en el otro",
    "sumas": "cada fichero es el que se publicó, según SHA256SUMS",
    "subcamino": "lo mismo por http bajo un subcamino",
}
"""De nombre a lo que mira, en el orden en que se informa."""

VERSION = 1


class Falta(Struct, frozen=True, order=True):
    """Algo que no está bien en una página. `pagina` es su ruta dentro del sitio."""

    pagina: str
    control: str
    que_pasa: str
    que_hacer: str

    def __str__(self) -> str:
        return imprimible(f"{self.pagina}: {self.que_pasa} → {self.que_hacer}")


class Informe(Struct, frozen=True):
    """`paginas` son las del sitio; `vistas`, las abiertas en el navegador; `hechas`, comprobaciones por control."""

    sitio: str
    idiomas: tuple[str, ...]
    paginas: int
    vistas: tuple[str, ...]
    hechas: Mapping[str, int]
    faltas: tuple[Falta, ...]

    @property
    def codigo(self) -> Codigo:
        """Código de salida."""
        return Codigo.DIFERENCIAS if self.faltas else Codigo.BIEN

    def de(self, control: str) -> tuple[Falta, ...]:
        """Las faltas de un control."""
        return tuple(f for f in self.faltas if f.control == control)


@dataclass(slots=True)
class Cuaderno:
    """Donde se apunta cada comprobación mientras se recorre el sitio."""

    hechas: Counter[str] = field(default_factory=Counter)
    faltas: set[Falta] = field(default_factory=set)

    def apuntar(self, control: str, pagina: str, bien: bool, que_pasa: str, que_hacer: str) -> None:
        """Una comprobación hecha; si no está bien, su falta. La misma dos veces es una."""
        self.hechas[control] += 1
        if not bien:
            self.faltas.add(Falta(pagina, control, que_pasa, que_hacer))


def texto(informe: Informe) -> str:
    """Para leer: primero lo que hay que arreglar, al final qué se miró."""
    lineas = [str(f) for f in informe.faltas]
    ancho = max(map(len, CONTROLES))
    for control, que_mira in CONTROLES.items():
        lineas.append(f"{_signo(informe, control)} {control:<{ancho}}  {_cuenta(informe, control)}  {que_mira}")
    vistas = f"{informe.paginas} páginas leídas, {len(informe.vistas)} abiertas en el navegador"
    idiomas = " y ".join(informe.idiomas) or "ninguno"
    lineas.append(f"{informe.sitio}: {vistas}, idiomas: {idiomas}")
    lineas.append(f"{len(informe.faltas)} faltas" if informe.faltas else "todo bien")
    return "\n".join(lineas)


def como_json(informe: Informe) -> str:
    """Para una máquina: lo mismo, con una forma fija."""
    controles = {c: {"hechas": informe.hechas.get(c, 0), "faltas": len(informe.de(c))} for c in CONTROLES}
    datos = {
        "v": VERSION,
        "sitio": informe.sitio,
        "bien": not informe.faltas,
        "idiomas": list(informe.idiomas),
        "paginas": {"leidas": informe.paginas, "abiertas": list(informe.vistas)},
        "controles": controles,
        "faltas": [
            {"pagina": f.pagina, "control": f.control, "que_pasa": f.que_pasa, "que_hacer": f.que_hacer}
            for f in informe.faltas
        ],
    }
    return json.dumps(datos, ensure_ascii=False, indent=1)


def _signo(informe: Informe, control: str) -> str:
    if informe.de(control):
        return "✗"
    return "✓" if informe.hechas.get(control) else "–"


def _cuenta(informe: Informe, control: str) -> str:
    hechas, faltas = informe.hechas.get(control, 0), len(informe.de(control))
    return f"{hechas:>6}" + (f" ({faltas} mal)" if faltas else "")

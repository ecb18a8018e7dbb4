"""Reescribe la tabla de anchos desde Inter SemiBold: `python -m tests.paginas.dibujo.generar_anchos FUENTE.otf`.

fontTools solo hace falta aquí: la tabla viaja en el paquete y construir no abre ninguna fuente.
"""

from __future__ import annotations

import sys
from pathlib import Path

TABLA = Path(__file__).parents[3] / "generador" / "paginas" / "dibujo" / "anchos.py"
TRAMOS = ((0x20, 0x7E), (0xA0, 0x17F), (0x391, 0x3C9), (0x400, 0x45F), (0x2010, 0x2027), (0x2190, 0x2195))
CABECERA = '''"""Anchos de avance de Inter SemiBold, en milésimas de em: lo que mide un rótulo sin abrir la fuente.

Tabla generada (`tests/paginas/dibujo/generar_anchos.py`). Cada tramo es su primer carácter y un ancho por
carácter consecutivo, en base 36 y con dos cifras; `..` es que la fuente no lo tiene.
"""

from __future__ import annotations

TRAMOS: tuple[tuple[int, str], ...] = (
'''


def tramos(fuente: Path) -> tuple[tuple[int, tuple[int | None, ...]], ...]:
    """Los anchos de cada tramo, en milésimas de em."""
    from fontTools.ttLib import TTFont

    otf = TTFont(fuente)
    mapa, metricas, em = otf.getBestCmap(), otf["hmtx"], otf["head"].unitsPerEm

    def ancho(c: int) -> int | None:
        return round(metricas[mapa[c]][0] * 1000 / em) if c in mapa else None

    return tuple((a, tuple(ancho(c) for c in range(a, b + 1))) for a, b in TRAMOS)


def _cifras(n: int | None) -> str:
    alfabeto = "0123456789abcdefghijklmnopqrstuvwxyz"
    return ".." if n is None else alfabeto[min(n, 1295) // 36] + alfabeto[min(n, 1295) % 36]


def modulo(fuente: Path) -> str:
    """El texto de `anchos.py` para esa fuente."""
    lineas = []
    for primero, anchos in tramos(fuente):
        texto = "".join(map(_cifras, anchos))
        trozos = [texto[i : i + 100] for i in range(0, len(texto), 100)]
        cuerpo = "\n".join(f'        "{t}"' for t in trozos)
        lineas.append(f"    (\n        {primero:#06x},\n{cuerpo},\n    ),")
    return CABECERA + "\n".join(lineas) + "\n)\n"


if __name__ == "__main__":
    TABLA.write_text(modulo(Path(sys.argv[1])), encoding="utf-8")

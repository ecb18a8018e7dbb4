"""El grafo de cada variante en las páginas de caso. Están todas en la misma carpeta, así que es siempre el mismo."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from generador.modelo.demo import DemoComparada
from generador.modelo.plan import Caso
from generador.paginas import rutas
from generador.paginas.base import Contexto
from generador.paginas.caso.descargas import nombre_de_grafo
from generador.paginas.dibujo import Capa
from generador.paginas.dibujo.figura import Figura
from generador.paginas.grafo import REAL, clave_de_figura, figura


class Figuras:
    """Las figuras de una demo. La misma variante da el mismo objeto, y así se pinta una vez."""

    def __init__(self, ctx: Contexto, d: DemoComparada) -> None:
        self._ctx, self._d = ctx, d
        self._hechas: dict[tuple[str, tuple[Capa, ...]], Figura | None] = {}

    def de(self, caso: Caso, corridos: Iterable[str] = ()) -> Figura | None:
        """El grafo real de su variante. Si algún nodo corrido no está en él, se enseña también lo observado."""
        dibujo = self._ctx.dibujos.get((self._d.demo.plan.demo, caso.variante))
        if dibujo is None:
            return None
        reales = {n.id for n in dibujo.nodos if n.estado.real} | {c.id for c in dibujo.cajas if c.estado.real}
        capas = REAL if reales.issuperset(corridos) else (*REAL, Capa.OBSERVADO)
        if (caso.variante, capas) not in self._hechas:
            self._hechas[caso.variante, capas] = self._hacer(caso, capas)
        return self._hechas[caso.variante, capas]

    def _hacer(self, caso: Caso, capas: tuple[Capa, ...]) -> Figura | None:
        ctx, demo = self._ctx, self._d.demo.plan.demo
        ruta = rutas.caso(demo, caso.id)
        nombre = ctx.texto(self._d.demo.plan.variante(caso.variante).titulo)
        titulo = ctx._("Grafo de la variante %(variante)s", variante=nombre)
        tabla = rutas.relativa(ruta, f"{rutas.demo(demo)}#{clave_de_figura(caso.variante)}-filas")
        hecha = figura(ctx, ruta, self._d, caso.variante, titulo, capas=capas, tabla=tabla)
        raiz = rutas.raiz(rutas.PREFIJOS[ctx.idioma.codigo] + ruta)
        descarga = raiz + rutas.descarga(demo, nombre_de_grafo(caso.variante))
        return replace(hecha, descarga=descarga) if hecha else None

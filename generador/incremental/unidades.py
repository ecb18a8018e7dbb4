"""Las páginas y descargas del sitio, por recortes: los que no han cambiado no se modelan ni se representan."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

from generador.incremental.casos import Pedido, ficheros_de_casos
from generador.incremental.estado import Escrita
from generador.incremental.huellas import huella
from generador.incremental.memoria import Ficheros, Hecha, Memoria
from generador.incremental.recorte import de_casos, de_demo, huella_comun, huellas_propias
from generador.modelo.demo import DemoComparada
from generador.paginas import PAGINAS, caso
from generador.paginas.base import Contexto, Pagina, TipoDePagina
from generador.paginas.caso import PaginaDeCaso
from generador.representacion import representar
from generador.representacion.idiomas import Catalogo


class Ambito(Enum):
    """Qué puede leer un tipo de página. El que no se nombra en `AMBITOS` lee el sitio entero: siempre vale."""

    SITIO = "sitio"
    DEMO = "demo"
    CASO = "caso"


AMBITOS = {"demo": Ambito.DEMO, "contrato": Ambito.DEMO, "nodo": Ambito.DEMO, "documento": Ambito.DEMO,
           "corridas": Ambito.DEMO, "comparacion": Ambito.DEMO,
           caso.TIPO.nombre: Ambito.CASO}  # fmt: skip


def ficheros_del_sitio(
    memoria: Memoria,
    contextos: Iterable[Contexto],
    catalogos: Mapping[str, Catalogo],
    plantillas: Path,
    procesos: int = 1,
) -> Ficheros:
    """Ruta → bytes, o el fichero ya publicado, de cada página y descarga. Los casos se reparten entre `procesos`."""
    idiomas = [_Idioma(memoria, ctx, catalogos[ctx.idioma.codigo], plantillas) for ctx in contextos]
    todos = idiomas[0].descargas() if idiomas else {}
    for idioma in idiomas:
        for tipo in PAGINAS:
            todos |= {} if tipo is caso.TIPO else idioma.de_tipo(tipo)
        todos |= idioma.indice()
    pedidos = [p for idioma in idiomas for p in idioma.pedidos()]
    return todos | ficheros_de_casos(memoria, pedidos, idiomas[0].pasos() if idiomas else {}, procesos)


class _Idioma:
    """Las páginas de un idioma. El entorno de plantillas se crea si alguna hace falta."""

    def __init__(self, memoria: Memoria, ctx: Contexto, catalogo: Catalogo, plantillas: Path) -> None:
        self._memoria = memoria
        self._ctx = ctx
        self._plantillas = plantillas
        self._comun = huella(
            memoria.vitrina, ctx.idioma.codigo, ctx.idiomas, dict(ctx.estaticos), ctx.version, ctx.base
        )
        self._catalogo = catalogo
        self._entorno: Any = None

    def de_tipo(self, tipo: TipoDePagina) -> Ficheros:
        """Todas las páginas de un tipo que no sea el de caso."""
        ambito = AMBITOS.get(tipo.nombre, Ambito.SITIO)
        if ambito is Ambito.SITIO:
            clave = self._clave(tipo.nombre, tuple(self._memoria.claves.items()))
            return self._memoria.unidad(clave, partial(self._hacer, tipo, self._ctx))
        return {r: c for d in self._ctx.demos for r, c in self._de_demo(tipo, d).items()}

    def indice(self) -> Ficheros:
        """Las partes del índice de búsqueda."""

        def hacer() -> Iterator[Hecha]:
            from generador.representacion.indice import partes_del_indice

            for ruta, contenido in partes_del_indice(self._ctx):
                yield _escrita(ruta, "", contenido), contenido

        return self._memoria.unidad(self._clave("indice", tuple(self._memoria.claves.items())), hacer)

    def pasos(self) -> dict[tuple[int, str], int]:
        """(número de demo, caso) → cuántos pasos tiene."""
        corridas = ((k, d.demo.corrida) for k, d in enumerate(self._ctx.demos) if d.demo.corrida)
        return {(k, c): len(t.pasos) for k, corrida in corridas for c, t in corrida.trazas.items()}

    def descargas(self) -> Ficheros:
        """Grafos, resúmenes e índices de cada demo."""
        return {r: c for d in self._ctx.demos for r, c in self._descargas(d).items()}

    def _descargas(self, d: DemoComparada) -> Ficheros:
        def hacer() -> Iterator[Hecha]:
            from generador.representacion.descargas import descargas

            for ruta, contenido in descargas(de_demo(self._ctx, d), self._plantillas):
                yield _escrita(ruta, "", contenido), contenido

        return self._memoria.unidad(self._clave("descargas", self._de(d)), hacer)

    def _de_demo(self, tipo: TipoDePagina, d: DemoComparada) -> Ficheros:
        recorte = partial(de_demo, self._ctx, d)
        return self._memoria.unidad(self._clave(tipo.nombre, self._de(d)), lambda: self._hacer(tipo, recorte()))

    def pedidos(self) -> Iterator[Pedido]:
        """Los casos de cada demo, para hacerlos junto con los de los demás idiomas."""
        for k, d in enumerate(self._ctx.demos):
            grupo = self._clave(caso.TIPO.nombre, self._de(d))
            yield Pedido(demo=k, grupo=grupo, claves=partial(self._claves, d), hacer=self._hacer_casos)

    def _claves(self, d: DemoComparada) -> dict[str, str]:
        comun, tipo = huella_comun(self._ctx, d), caso.TIPO.nombre
        return {c: self._clave(tipo, comun, propia) for c, propia in huellas_propias(self._ctx, d).items()}

    def _hacer_casos(self, demo: int, casos: Sequence[str]) -> Iterator[tuple[str, Hecha]]:
        for pagina in caso.TIPO.modelar(de_casos(self._ctx, self._ctx.demos[demo], frozenset(casos))):
            if not isinstance(pagina, PaginaDeCaso):
                raise TypeError(f"{caso.TIPO.nombre}: se esperaba una página de caso")
            yield pagina.caso, self._representar(caso.TIPO, pagina, "")

    def _hacer(self, tipo: TipoDePagina, ctx: Contexto) -> Iterator[Hecha]:
        for pagina in tipo.modelar(ctx):
            modelo = huella(self._memoria.vitrina, tipo.nombre, pagina)
            ya = self._memoria.ya_representada(pagina.marco.ruta, modelo)
            yield self._representar(tipo, pagina, modelo) if ya is None else ya

    def _representar(self, tipo: TipoDePagina, pagina: Pagina, modelo: str) -> Hecha:
        self._entorno = self._entorno or _crear_entorno(self._plantillas, self._catalogo, self._memoria.estado.textos)
        contenido = representar(pagina, tipo, self._entorno).encode()
        return _escrita(pagina.marco.ruta, modelo, contenido), contenido

    def _clave(self, *partes: object) -> str:
        return huella(self._comun, *partes)

    def _de(self, d: DemoComparada) -> str:
        return self._memoria.claves[d.demo.plan.demo]


def _crear_entorno(plantillas: Path, catalogo: Catalogo, textos: dict[str, str]) -> Any:
    """Importar lo que pinta cuesta lo que media construcción sin cambios, en la que no hace falta."""
    from generador.representacion.entorno import crear_entorno

    return crear_entorno(plantillas, catalogo, textos)


def _escrita(ruta: str, modelo: str, contenido: bytes) -> Escrita:
    return Escrita(ruta, modelo, hashlib.sha256(contenido).hexdigest())

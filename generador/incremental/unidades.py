"""Las páginas y descargas del sitio, por recortes: los que no han cambiado no se modelan ni se representan."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

from generador.escritura.contenidos import Publicado
from generador.incremental.estado import Escrita
from generador.incremental.huellas import huella
from generador.incremental.memoria import Hecha, Memoria
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

Ficheros = dict[str, bytes | Publicado]


def ficheros_del_sitio(
    memoria: Memoria, contextos: Iterable[Contexto], catalogos: Mapping[str, Catalogo], plantillas: Path
) -> Ficheros:
    """Ruta → bytes, o el fichero ya publicado, de cada página y descarga."""
    todos: Ficheros = {}
    for n, ctx in enumerate(contextos):
        idioma = _Idioma(memoria, ctx, catalogos[ctx.idioma.codigo], plantillas)
        todos |= idioma.descargas() if n == 0 else {}
        for tipo in PAGINAS:
            todos |= idioma.de_tipo(tipo)
    return todos


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
        """Todas las páginas de un tipo."""
        ambito = AMBITOS.get(tipo.nombre, Ambito.SITIO)
        if ambito is Ambito.SITIO:
            clave = self._clave(tipo.nombre, tuple(self._memoria.claves.items()))
            return self._memoria.unidad(clave, partial(self._hacer, tipo, self._ctx))
        hacer = self._casos if ambito is Ambito.CASO else self._de_demo
        return {r: c for d in self._ctx.demos for r, c in hacer(tipo, d).items()}

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

    def _casos(self, tipo: TipoDePagina, d: DemoComparada) -> Ficheros:
        """Si la demo no ha cambiado, todos; si no, los casos cuyo recorte sea el mismo, y los demás se hacen juntos."""
        juntos = self._clave(tipo.nombre, self._de(d))
        todos = self._memoria.reusar_grupo(juntos)
        if todos is not None:
            return todos
        comun = huella_comun(self._ctx, d)
        claves = {c: self._clave(tipo.nombre, comun, propia) for c, propia in huellas_propias(self._ctx, d).items()}
        hechos = {c: self._memoria.reusar(clave) for c, clave in claves.items()}
        faltan = [c for c, ficheros in hechos.items() if ficheros is None]
        por_caso = self._hacer_casos(tipo, d, faltan) if faltan else {}
        for c in faltan:
            hechos[c] = self._memoria.apuntar(claves[c], por_caso.get(c, ()))
        self._memoria.agrupar(juntos, claves.values())
        return {r: f for ficheros in hechos.values() for r, f in (ficheros or {}).items()}

    def _hacer_casos(self, tipo: TipoDePagina, d: DemoComparada, casos: list[str]) -> dict[str, list[Hecha]]:
        por_caso: dict[str, list[Hecha]] = defaultdict(list)
        for pagina in tipo.modelar(de_casos(self._ctx, d, frozenset(casos))):
            if not isinstance(pagina, PaginaDeCaso):
                raise TypeError(f"{tipo.nombre}: se esperaba una página de caso")
            por_caso[pagina.caso].append(self._representar(tipo, pagina, ""))
        return por_caso

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

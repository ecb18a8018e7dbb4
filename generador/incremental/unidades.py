"""Las páginas y descargas del sitio, por recortes: los que no han cambiado no se modelan ni se representan."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import Any

from generador.incremental.estado import Escrita
from generador.incremental.huellas import huella
from generador.incremental.memoria import Ficheros, Hecha, Memoria
from generador.incremental.recorte import de_casos, de_demo, de_demos, huella_comun, huellas_propias
from generador.incremental.tandas import AlHacer, HacerCasos, Pedido, Suelto, ficheros_de
from generador.modelo.demo import DemoComparada
from generador.paginas import PAGINAS, caso
from generador.paginas.base import Contexto, Pagina, TipoDePagina
from generador.paginas.caso import PaginaDeCaso
from generador.paginas.indice import con_indice
from generador.representacion import representar
from generador.representacion.idiomas import Catalogo


class Ambito(Enum):
    """Qué puede leer un tipo de página. El que no se nombra en `AMBITOS` lee el sitio entero: siempre vale."""

    SITIO = "sitio"
    DEMOS = "las demos, sin sus trazas"
    DEMO = "demo"
    CASO = "caso"


AMBITOS = {"demo": Ambito.DEMO, "contrato": Ambito.DEMO, "nodo": Ambito.DEMO, "documento": Ambito.DEMO,
           "corridas": Ambito.DEMO, "comparacion": Ambito.DEMO,
           "portada": Ambito.DEMOS, "evaluacion": Ambito.DEMOS, "divulgacion": Ambito.DEMOS,
           "no_encontrada": Ambito.DEMOS,
           caso.TIPO.nombre: Ambito.CASO}  # fmt: skip


def ficheros_del_sitio(
    memoria: Memoria,
    contextos: Iterable[Contexto],
    catalogos: Mapping[str, Catalogo],
    plantillas: Path,
    procesos: int = 1,
    al_hacer: AlHacer | None = None,
) -> Ficheros:
    """Ruta → bytes, o el fichero ya publicado, de cada página y descarga. Los casos se reparten entre `procesos`.

    `al_hacer` recibe cada fichero que se hace, si son pocos y lo demás del sitio anterior sigue valiendo.
    """
    todos = tuple(contextos)
    huellas = cache(lambda k: _huellas_de_casos(todos[0], todos[0].demos[k]))
    idiomas = [_Idioma(memoria, ctx, catalogos[ctx.idioma.codigo], plantillas, huellas) for ctx in todos]
    sueltos = [s for idioma in idiomas for s in (*idioma.sueltos(), idioma.indice())]
    pedidos = [p for idioma in idiomas for p in idioma.pedidos()]
    if idiomas:
        sueltos = [*idiomas[0].grafos(), *sueltos]
        pedidos = [*idiomas[0].descargas(), *pedidos]
    return ficheros_de(memoria, sueltos, pedidos, procesos, al_hacer if memoria.sigue_el_sitio else None)


class _Idioma:
    """Las páginas de un idioma. El entorno de plantillas se crea si alguna hace falta.

    `huellas` da, del número de una demo, la huella del recorte de cada caso: en todos los idiomas es la misma.
    """

    def __init__(
        self,
        memoria: Memoria,
        ctx: Contexto,
        catalogo: Catalogo,
        plantillas: Path,
        huellas: Callable[[int], Mapping[str, str]],
    ) -> None:
        self._memoria = memoria
        self._ctx = con_indice(ctx)
        self._plantillas = plantillas
        self._comun = huella(
            memoria.vitrina, ctx.idioma.codigo, ctx.idiomas, dict(ctx.estaticos), ctx.version, ctx.base
        )
        self._catalogo = catalogo
        self._huellas = huellas
        self._entorno: Any = None

    def sueltos(self) -> Iterator[Suelto]:
        """Los recortes de todos los tipos de página menos el de caso."""
        for tipo in PAGINAS:
            ambito = AMBITOS.get(tipo.nombre, Ambito.SITIO)
            if ambito is Ambito.SITIO:
                clave = self._clave(tipo.nombre, tuple(self._memoria.claves.items()))
                yield Suelto(clave, partial(self._hacer, tipo, self._ctx), self._peso())
            elif ambito is Ambito.DEMOS:
                yield Suelto(self._clave(tipo.nombre, self._sin_trazas()), partial(self._de_demos, tipo), self._peso())
            elif ambito is Ambito.DEMO:
                yield from (self._de_demo(tipo, d) for d in self._ctx.demos)

    def indice(self) -> Suelto:
        """Las partes del índice de búsqueda."""

        def hacer() -> Iterator[Hecha]:
            from generador.representacion.indice import partes_del_indice

            return (_suelta(*fichero) for fichero in partes_del_indice(self._ctx))

        clave = self._clave("indice", tuple(self._memoria.claves.items()))
        return Suelto(clave, hacer, self._peso())

    def grafos(self) -> Iterator[Suelto]:
        """Los grafos en SVG de cada demo, que comparten los idiomas."""
        return (Suelto(self._clave("grafos", self._sin(d)), partial(self._grafos, d), 0) for d in self._ctx.demos)

    def pedidos(self) -> Iterator[Pedido]:
        """Las páginas de caso de cada demo."""
        return (self._pedido(k, caso.TIPO.nombre, self._hacer_casos, _pasos(d)) for k, d in enumerate(self._ctx.demos))

    def descargas(self) -> Iterator[Pedido]:
        """El resumen y el índice de cada caso, que comparten los idiomas."""
        return (self._pedido(k, "descargas", self._hacer_descargas, _nada) for k in range(len(self._ctx.demos)))

    def _grafos(self, d: DemoComparada) -> Iterator[Hecha]:
        from generador.representacion.descargas import grafos

        return (_suelta(*fichero) for fichero in grafos(de_demo(self._ctx, d), self._plantillas))

    def _de_demos(self, tipo: TipoDePagina) -> Iterator[Hecha]:
        return self._hacer(tipo, de_demos(self._ctx))

    def _de_demo(self, tipo: TipoDePagina, d: DemoComparada) -> Suelto:
        def hacer() -> Iterator[Hecha]:
            return self._hacer(tipo, de_demo(self._ctx, d))

        return Suelto(self._clave(tipo.nombre, self._sin(d)), hacer, _casos(d))

    def _pedido(self, k: int, que: str, hacer: HacerCasos, pesos: Callable[[str], int]) -> Pedido:
        d = self._ctx.demos[k]
        grupo, claves = self._clave(que, self._de(d)), partial(self._claves, que, k)
        return Pedido(demo=k, grupo=grupo, claves=claves, hacer=hacer, pesos=pesos)

    def _claves(self, que: str, k: int) -> dict[str, str]:
        return {c: self._clave(que, suya) for c, suya in self._huellas(k).items()}

    def _hacer_casos(self, demo: int, casos: Sequence[str]) -> Iterator[tuple[str, Hecha]]:
        for pagina in caso.TIPO.modelar(de_casos(self._ctx, self._ctx.demos[demo], frozenset(casos))):
            if not isinstance(pagina, PaginaDeCaso):
                raise TypeError(f"{caso.TIPO.nombre}: se esperaba una página de caso")
            yield pagina.caso, self._representar(caso.TIPO, pagina, "")

    def _hacer_descargas(self, demo: int, casos: Sequence[str]) -> Iterator[tuple[str, Hecha]]:
        for c in casos:
            recorte = de_casos(self._ctx, self._ctx.demos[demo], frozenset([c]))
            yield from ((c, _suelta(*fichero)) for fichero in caso.ficheros(recorte.demos[0], recorte.tramos))

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

    def _sin(self, d: DemoComparada) -> str:
        return self._memoria.sin_trazas[d.demo.plan.demo]

    def _sin_trazas(self) -> tuple[tuple[str, str], ...]:
        return tuple(self._memoria.sin_trazas.items())

    def _peso(self) -> int:
        return sum(map(_casos, self._ctx.demos))


def _huellas_de_casos(ctx: Contexto, d: DemoComparada) -> dict[str, str]:
    comun = huella_comun(ctx, d)
    return {c: huella(comun, propia) for c, propia in huellas_propias(ctx, d).items()}


def _casos(d: DemoComparada) -> int:
    return len(d.demo.plan.casos)


def _pasos(d: DemoComparada) -> Callable[[str], int]:
    corrida = d.demo.corrida
    return lambda c: corrida.apunte(c).pasos if corrida and c in corrida.trazas else 0


def _nada(_: str) -> int:
    return 0


def _suelta(ruta: str, contenido: bytes) -> Hecha:
    return _escrita(ruta, "", contenido), contenido


def _crear_entorno(plantillas: Path, catalogo: Catalogo, textos: dict[str, str]) -> Any:
    """Importar lo que pinta cuesta lo que media construcción sin cambios, en la que no hace falta."""
    from generador.representacion.entorno import crear_entorno

    return crear_entorno(plantillas, catalogo, textos)


def _escrita(ruta: str, modelo: str, contenido: bytes) -> Escrita:
    return Escrita(ruta, modelo, hashlib.sha256(contenido).hexdigest())

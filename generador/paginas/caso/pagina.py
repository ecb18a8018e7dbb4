"""El montaje: de cada caso del plan a sus páginas, una por tramo."""

from __future__ import annotations

import posixpath
from collections import ChainMap, Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from generador.modelo.corrida import Corrida
from generador.modelo.demo import DemoComparada
from generador.modelo.grafo import FIN
from generador.modelo.hallazgo import Conformidad, Resultado
from generador.modelo.plan import Artefacto, Caso
from generador.modelo.tiempos import Esperas, esperas
from generador.modelo.traza import Carga, Fin, Paso, Traza
from generador.paginas import rutas
from generador.paginas.base import Contexto, Marco
from generador.paginas.caso import descargas, visor
from generador.paginas.caso.cabecera import fichas, leyenda
from generador.paginas.caso.cronologia import Eje, crear_eje
from generador.paginas.caso.detalle import Lectura, detalle_de_paso
from generador.paginas.caso.figuras import Figuras
from generador.paginas.caso.fijadas import Fijadas, fijadas
from generador.paginas.caso.forma import SIN_PASOS, FilaDePaso, Filtro, PaginaDeCaso
from generador.paginas.caso.forma_de_paso import Comprobacion, DetalleDePaso, PasoLlano
from generador.paginas.caso.fuentes import fuentes_de_nodos
from generador.paginas.caso.lista import fila_de_paso, fila_llana, filtros
from generador.paginas.caso.llano import es_corriente, paso_llano, va_en_llano
from generador.paginas.caso.piezas import Ficha
from generador.paginas.caso.portada import comprobaciones_de, portada_de_caso
from generador.paginas.caso.saltos import tramo_visto
from generador.paginas.caso.tramos import cabe
from generador.paginas.caso.tramos import tramos as partir
from generador.paginas.dibujo.figura import Figura
from generador.paginas.marco import marcar
from generador.paginas.reproduccion import fotogramas, nodos_del_paso
from generador.paginas.resumen import conformidades, resultados

ESTILOS = ("grafo.css", "caso.css")
_ANCHO = 460
GUIONES = ("grafo.js", "caso.js")


class Relato(Struct, frozen=True, kw_only=True):
    """Un caso con todo lo que sus tramos comparten."""

    comparada: DemoComparada
    corrida: Corrida
    caso: Caso
    traza: Traza
    conformidad: Conformidad | None
    resultados: tuple[Resultado, ...]
    recorrido: visor.Recorrido
    figura: Figura | None
    fichas: tuple[Ficha, ...]
    filtros: tuple[Filtro, ...]
    tiempos: tuple[Eje | None, Esperas]
    declarados: Mapping[str, Artefacto]
    paradas: Fijadas

    @property
    def demo(self) -> str:
        return self.comparada.demo.plan.demo

    @property
    def tramos(self) -> tuple[int, ...]:
        return self.recorrido.tramos

    def pasos(self, tramo: int) -> Sequence[Paso]:
        """Los pasos de un tramo, que cuenta desde 1."""
        primero, ultimo = visor.limites(self.tramos, tramo, len(self.traza.pasos))
        return self.traza.pasos[primero - 1 : ultimo]


@dataclass(slots=True)
class _Hilo:
    """Lo que se arrastra de un tramo al siguiente: el estado de cada ámbito y lo andado por el grafo."""

    estados: dict[tuple[str, int], dict[str, Carga]]
    andado: visor.Andado = field(default_factory=visor.Andado)


def modelar(ctx: Contexto) -> Iterator[PaginaDeCaso]:
    """Las páginas de todos los casos del plan, también de los que no se grabaron."""
    for d in ctx.demos:
        esperados, conformes, figuras = resultados(d), conformidades(d), Figuras(ctx, d)
        corrida = d.demo.corrida
        for caso in d.demo.plan.casos:
            if corrida is None or caso.id not in corrida.trazas:
                yield _sin_traza(ctx, d, caso, figuras)
                continue
            juzgado = (conformes.get(caso.id), esperados.get(caso.id, ()))
            yield from _paginas(ctx, _relatar(ctx, d, corrida, caso, juzgado, figuras))


def _relatar(
    ctx: Contexto,
    d: DemoComparada,
    corrida: Corrida,
    caso: Caso,
    juzgado: tuple[Conformidad | None, tuple[Resultado, ...]],
    figuras: Figuras,
) -> Relato:
    traza, (conformidad, esperados) = corrida.trazas[caso.id], juzgado
    paradas = fijadas(traza, corrida.grafos.get(caso.variante))
    recorrido = _recorrer(ctx, d.demo.plan.demo, caso, traza, conformidad)
    return Relato(
        comparada=d,
        corrida=corrida,
        caso=caso,
        traza=traza,
        conformidad=conformidad,
        resultados=esperados,
        recorrido=recorrido,
        figura=figuras.de(caso, recorrido.veces),
        fichas=fichas(ctx, d, corrida, caso, traza, conformidad, esperados),
        filtros=filtros(ctx, traza.pasos, conformidad, paradas),
        tiempos=(crear_eje(traza), esperas(traza)),
        declarados={a.tipo: a for a in d.demo.plan.artefactos},
        paradas=paradas,
    )


def _recorrer(ctx: Contexto, demo: str, caso: Caso, traza: Traza, conformidad: Conformidad | None) -> visor.Recorrido:
    dibujo = ctx.dibujos.get((demo, caso.variante))
    nodos = [n.id for n in dibujo.nodos] if dibujo else []
    finales = {n for n in nodos if n.rpartition(":")[2] == FIN}
    al_final = [a for a in dibujo.aristas if a.destino in finales] if dibujo else []
    a_fin, si_acaso = ([a.origen for a in al_final if a.condicional is c] for c in (False, True))
    desviacion = conformidad.desviacion if conformidad else None
    cuadros = fotogramas(traza, conformidad, nodos, a_fin, si_acaso=si_acaso)
    return visor.Recorrido(
        cuadros=cuadros,
        tramos=ctx.tramos.get((demo, caso.id)) or partir(traza),
        veces=Counter(nodo for c in cuadros for nodo in c.nodos),
        acaba=traza.fin is Fin.BIEN,
        fichero=posixpath.basename(rutas.caso(demo, caso.id)),
        desvio=desviacion.paso if desviacion else 0,
    )


def _paginas(ctx: Contexto, r: Relato) -> Iterator[PaginaDeCaso]:
    hilo = _Hilo({("", 1): dict(r.traza.inicial)})
    for tramo in range(1, len(r.tramos) + 1):
        yield _pagina(ctx, r, tramo, hilo)


def _pagina(ctx: Contexto, r: Relato, tramo: int, hilo: _Hilo) -> PaginaDeCaso:
    """La página de un tramo. `hilo` llega con lo anterior a ella y sale puesto al día."""
    ruta, pasos = rutas.caso(r.demo, r.caso.id, tramo), r.pasos(tramo)
    marco, lectura = _marco(ctx, r.comparada, r.caso, ruta), _lectura(r, ruta, ctx.nodos.get(r.demo, frozenset()))
    comprobado = comprobaciones_de(ctx, r.demo, r.caso.id, ruta, r.resultados)
    este = tramo_visto(ctx, (r.demo, r.caso.id, len(r.traza.pasos)), r.tramos, tramo, hilo.estados["", 1])
    detalles = tuple(_detalles(ctx, lectura, pasos, hilo.estados, comprobado))
    filas = tuple(_fila(ctx, r, p, d) for p, d in zip(pasos, detalles, strict=True))
    return PaginaDeCaso(
        marco=marco,
        demo=r.demo,
        caso=r.caso.id,
        titulo=ctx.texto(r.caso.titulo),
        resumen=ctx.texto(r.caso.resumen),
        fichas=tuple(replace(f, href=rutas.relativa(ruta, f.href)) for f in r.fichas),
        figura=r.figura,
        ancha=r.figura is not None and r.figura.dibujo.ancho > _ANCHO,
        portada=portada_de_caso(ctx, lectura, r.caso, tuple(c for _, c in comprobado)) if tramo == 1 else None,
        filas=filas,
        filtros=r.filtros,
        leyenda=leyenda(ctx) if any(f.cascada for f in filas) else (),
        pasos=detalles,
        fuentes=tuple(fuentes_de_nodos(ctx, r.comparada, lectura, (n for p in pasos for n in nodos_del_paso(p)))),
        tramo=este,
        descargas=descargas.descargas(ctx, marco.raiz, r.demo, r.caso),
        sin_traza="",
        en_llano=_aviso_de_llano(ctx, r, detalles),
        datos=visor.datos_de_tramo(ctx, r.recorrido, tramo, hilo.andado),
        indice=_indice(r, marco),
    )


def _aviso_de_llano(ctx: Contexto, r: Relato, detalles: Iterable[DetalleDePaso | PasoLlano]) -> str:
    if not va_en_llano(r.traza):
        return ctx._("Lo que no cabe en una página va como se grabó.") if any(d.llano for d in detalles) else ""
    return ctx._("Son muchos pasos: los corrientes van como se grabaron; los que piden atención, compuestos.")


def _fila(ctx: Contexto, r: Relato, paso: Paso, detalle: DetalleDePaso | PasoLlano) -> FilaDePaso:
    suyas = r.paradas.get(paso.n, ())
    if isinstance(detalle, PasoLlano):
        return fila_llana(ctx, paso, r.conformidad, r.declarados, paradas=suyas)
    cambiadas = [r for d in detalle.estado.diferencias for r in (d.ruta, *(f"{d.ruta}.{k}" for k in d.claves))]
    return fila_de_paso(ctx, paso, r.conformidad, r.tiempos, r.declarados, cambiadas, suyas)


def _indice(r: Relato, marco: Marco) -> str:
    if len(r.tramos) == 1:
        return ""
    return marco.raiz + rutas.descarga(r.demo, descargas.nombre_de_indice(r.corrida, r.caso.id))


def _marco(ctx: Contexto, d: DemoComparada, caso: Caso, ruta: str) -> Marco:
    return marcar(
        ctx,
        tipo="caso",
        ruta=ruta,
        titulo=ctx.texto(caso.titulo),
        descripcion=ctx.texto(caso.resumen),
        demo=d.demo.plan.demo,
        caso=caso.id,
        estilos=ESTILOS,
        scripts=GUIONES,
    )


def _lectura(r: Relato, ruta: str, nodos: frozenset[str]) -> Lectura:
    return Lectura(
        plan=r.comparada.demo.plan,
        traza=r.traza,
        ruta=ruta,
        grafo=r.corrida.grafos.get(r.caso.variante),
        conformidad=r.conformidad,
        paradas=r.paradas,
        fuentes=r.corrida.fuentes.get(r.caso.variante, {}),
        nodos_con_pagina=nodos,
    )


def _detalles(
    ctx: Contexto,
    lectura: Lectura,
    pasos: Sequence[Paso],
    estados: dict[tuple[str, int], dict[str, Carga]],
    comprobado: tuple[tuple[int | None, Comprobacion], ...],
) -> Iterator[DetalleDePaso | PasoLlano]:
    enteros = {n for n, _ in comprobado}
    if lectura.conformidad and lectura.conformidad.desviacion:
        enteros.add(lectura.conformidad.desviacion.paso)
    con_fuente = frozenset(lectura.fuentes)
    for paso in pasos:
        antes = estados.setdefault((paso.ambito, paso.vuelta), {})
        for cambio in paso.cambios or ():
            if cambio.antes is not None:
                antes.setdefault(cambio.clave, cambio.antes)
        corriente = paso.n not in enteros and es_corriente(paso)
        if (corriente and va_en_llano(lectura.traza)) or not cabe(paso):
            yield paso_llano(ctx, paso, antes, con_fuente)
        else:
            suyas = tuple(replace(c, prueba=None) for n, c in comprobado if n == paso.n)
            yield detalle_de_paso(ctx, lectura, paso, ChainMap({}, antes), suyas)
        for cambio in paso.cambios or ():
            antes.pop(cambio.clave, None)
            if cambio.despues is not None:
                antes[cambio.clave] = cambio.despues


def _sin_traza(ctx: Contexto, d: DemoComparada, caso: Caso, figuras: Figuras) -> PaginaDeCaso:
    """Un caso del plan que la última corrida no trae: se dice, y no se da por bueno."""
    return PaginaDeCaso(
        marco=_marco(ctx, d, caso, rutas.caso(d.demo.plan.demo, caso.id)),
        demo=d.demo.plan.demo,
        caso=caso.id,
        titulo=ctx.texto(caso.titulo),
        resumen=ctx.texto(caso.resumen),
        fichas=(),
        figura=figuras.de(caso),
        ancha=False,
        portada=None,
        filas=(),
        filtros=(),
        leyenda=(),
        pasos=(),
        fuentes=(),
        tramo=SIN_PASOS,
        descargas=(),
        sin_traza=ctx._("No se ejecutó: la última corrida no trae la traza de este caso."),
        en_llano="",
        datos={},
    )

"""La tubería entera, en una función: leer → comparar → modelar → representar → revisar y escribir.

Es el único módulo que conoce las cinco etapas, y no hace nada por su cuenta. Todo se lee y se modela antes de
escribir el primer byte: una construcción que falla deja el sitio anterior intacto.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from msgspec import Struct

from generador import __version__, comparacion
from generador.comparacion.sueltos import VARIANTE as SUELTOS
from generador.comparacion.sueltos import comparar_sueltos
from generador.errores import ErrorDeEntrada, Problema, problema
from generador.escritura import publicar
from generador.escritura.compuerta import pasar
from generador.escritura.contenidos import Contenidos, contenidos
from generador.escritura.estaticos import con_huella
from generador.escritura.permitidos import permitidos_de
from generador.escritura.revision import revisar
from generador.incremental import Memoria as Memoria
from generador.incremental.huellas import exigir_quietas, firmas_de
from generador.incremental.reparto import procesos_utiles
from generador.incremental.tandas import AlHacer
from generador.incremental.unidades import ficheros_del_sitio
from generador.lectura.contrato import leer_contrato
from generador.lectura.demos import leer_demos
from generador.lectura.eleccion import elegir_corrida
from generador.lectura.grafo import leer_grafo
from generador.lectura.permitidos import leer_permitidos
from generador.lectura.trazas import leer_traza
from generador.modelo.demo import DemoComparada
from generador.modelo.hallazgo import Comparacion
from generador.modelo.historial import Cotejo
from generador.paginas import crear_contextos
from generador.paginas.rutas import PREFIJOS
from generador.representacion.idiomas import leer_catalogos
from generador.representacion.recursos import carpeta_de_plantillas, leer_estaticos


class Hecho(Struct, frozen=True):
    """Lo que se publicó. `bytes` es el tamaño total; `avisos`, lo que conviene saber sin que sea un error."""

    portada: Path
    paginas: int
    bytes: int
    avisos: tuple[str, ...] = ()


def construir(
    corridas: Path,
    salida: Path,
    *,
    solo: Sequence[str] = (),
    idiomas: Sequence[str] = ("es", "en"),
    hoy: date | None = None,
    memoria: Memoria | None = None,
    procesos: int = 1,
    al_estar: Callable[[Mapping[str, bytes]], None] | None = None,
    al_hacer: AlHacer | None = None,
) -> Hecho:
    """Construye el sitio de todas las demos de `corridas` (o solo las de `solo`) y lo publica en `salida`.

    `hoy` solo decide si un permiso de la compuerta caducó; no entra en la salida. `memoria` ahorra hacer lo que no ha
    cambiado desde la última vez y `procesos` son los que se reparten los casos: el resultado es el mismo sin la una y
    con uno (0, tantos como núcleos). `al_estar` recibe los ficheros en cuanto se sabe que se pueden publicar; y
    `al_hacer`, si son pocos los que cambian, cada uno antes aún: sin faltas propias, pero aún puede no publicarse.
    Lanza `ErrorDeEntrada` con todos los problemas, o `ErrorDeSalida` si publicar no es seguro; en ambos casos `salida`
    queda como estaba.
    """
    m, plantillas = memoria or Memoria(), carpeta_de_plantillas()
    firmas = firmas_de(plantillas)
    with _sin_recolector(), m.abierta(salida, plantillas):
        demos = leer_demos(corridas, solo, m.leer_traza, m.leer_traza.huella, m.leer_demo)
        comparadas, derivados = m.comparar(demos, comparacion)
        estaticos = con_huella(leer_estaticos(plantillas))
        catalogos = {c.codigo: c for c in leer_catalogos(plantillas, m.estado.textos) if c.codigo in idiomas}
        contextos = crear_contextos(
            comparadas,
            catalogos.values(),
            estaticos.rutas,
            version=__version__,
            derivados=derivados,
            dichos=m.dichos(comparadas),
        )
        paginas = ficheros_del_sitio(m, contextos, catalogos, plantillas, procesos or procesos_utiles(), al_hacer)
        ficheros = Contenidos({**estaticos.ficheros, **dict(m.originales(comparadas)), **paginas}, m.huellas)
        revisar(ficheros, memoria=m.estado.revisado, sano=m.estado.sano)
        permitidos = [p for d in demos for p in permitidos_de(*leer_permitidos(Path(d.ruta)))]
        limpio = pasar(ficheros, permitidos=permitidos, hoy=hoy or date.today(), memoria=m.estado.mirado)
        exigir_quietas(plantillas, firmas)
        if al_estar:
            al_estar(limpio.ficheros)
        publicar(limpio.ficheros, salida, prohibidas=(*carpetas_leidas(corridas), *m.carpetas))
        avisos = (*map(str, limpio.tapados), *_de_corridas(comparadas), *m.recordar(limpio))
    paginas_hechas = sum(ruta.endswith(".html") for ruta in limpio.ficheros)
    portada = salida / PREFIJOS["es" if "es" in idiomas else idiomas[0]] / "index.html"
    return Hecho(portada.resolve(), paginas_hechas, contenidos(limpio.ficheros).tamano(), avisos)


def _de_corridas(demos: Iterable[DemoComparada]) -> Iterator[str]:
    """Lo que no se pudo leer de las corridas que ya no se publican: no para la construcción."""
    return (aviso for d in demos for r in d.historial.resumenes for aviso in r.avisos)


def carpetas_leidas(corridas: Path) -> tuple[Path, ...]:
    """Todo lo que decide el sitio está en estas carpetas."""
    return corridas, carpeta_de_plantillas()


@contextmanager
def _sin_recolector() -> Iterator[None]:
    """Construir crea millones de objetos vivos y ningún ciclo: recorrerlos una y otra vez solo cuesta tiempo."""
    activo = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if activo:
            gc.enable()


def comparar(corridas: Path, demo: str, *, variante: str | None = None) -> Mapping[str, Comparacion]:
    """Las comparaciones de una demo, o de una sola de sus variantes. Lanza `ErrorDeEntrada` si algo no vale."""
    (leida,) = leer_demos(corridas, [demo])
    todas = comparacion.comparar(leida)
    if variante is None:
        return todas
    if variante not in todas:
        que_pasa = f"no hay ninguna variante «{variante}»"
        raise ErrorDeEntrada([problema(f"{leida.ruta}/plan.yaml", que_pasa, f"usa una de {', '.join(todas)}")])
    return {variante: todas[variante]}


def comparar_corridas(corridas: Path, demo: str, con: str) -> Cotejo:
    """La corrida que se publica contra otra: `anterior`, `referencia` o un id. Lanza `ErrorDeEntrada` si no la hay."""
    (leida,) = leer_demos(corridas, [demo])
    elegida = elegir_corrida(leida, con)
    vigente = leida.corridas[-1]
    resumidas = {c.manifiesto.corrida: comparacion.resumir(leida, c) for c in (elegida, vigente)}
    return comparacion.cotejar(resumidas[elegida.manifiesto.corrida], resumidas[vigente.manifiesto.corrida])


def comparar_ficheros(
    *, contrato: Path | None, grafo: Path | None, spike: Path | None, trazas: Sequence[Path]
) -> Mapping[str, Comparacion]:
    """Compara ficheros sueltos, sin demo. Hacen falta al menos dos lados."""
    if sum((contrato is not None, grafo is not None, spike is not None, bool(trazas))) < 2:
        que_hacer = "da una demo, o al menos dos de --contrato, --grafo, --spike y --traza"
        raise ErrorDeEntrada([problema("comparar", "faltan ficheros que comparar", que_hacer)])
    lectores: list[Callable[[], object]] = [
        lambda: leer_contrato(contrato.name, contrato.parent) if contrato else None,
        lambda: leer_grafo(grafo) if grafo else None,
        lambda: leer_grafo(spike) if spike else None,
        lambda: tuple(leer_traza(t, t.stem) for t in trazas),
    ]
    return {SUELTOS: _comparar_leidos(*_leer_todo(lectores))}


def _comparar_leidos(contrato: Any, grafo: Any, spike: Any, trazas: Any) -> Comparacion:
    return comparar_sueltos(contrato=contrato, grafo=grafo, spike=spike, trazas=trazas)


def _leer_todo(lectores: Iterable[Callable[[], object]]) -> list[object]:
    """Lo que da cada lector; si alguno falla, los problemas de todos juntos."""
    problemas: list[Problema] = []
    leidos: list[object] = []
    for leer in lectores:
        try:
            leidos.append(leer())
        except ErrorDeEntrada as error:
            problemas += error.problemas
    if problemas:
        raise ErrorDeEntrada(problemas)
    return leidos

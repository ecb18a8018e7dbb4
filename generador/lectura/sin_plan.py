"""Los problemas de lo que nombra un plan que no vale: se dicen con los suyos, para no corregir de uno en uno.

Del plan solo se toma lo que se entiende; lo que él ya dice que falta no se vuelve a decir.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from generador.errores import Problema
from generador.lectura.contrato import FORMA, leer_contrato
from generador.lectura.corridas import problemas_de_corridas
from generador.lectura.documento import Documento, Punto, raiz
from generador.lectura.ficheros import LIMITE_DE_DOCUMENTO, existe, leer_texto, ruta_dentro
from generador.lectura.grafo import leer_grafo
from generador.lectura.partes_de_corrida import LeerTraza, intentar


def problemas_sin_plan(carpeta: Path, documento: Documento, trazas: LeerTraza) -> list[Problema]:
    """Los de los contratos, spikes, documentos y corridas de la demo de `carpeta`, leídos sin su plan."""
    problemas: list[Problema] = []
    plan = raiz(documento)
    for leer in (*_de_variantes(carpeta, plan), *_de_documentos(carpeta, plan)):
        intentar(leer, problemas)
    casos = [c["id"].texto for c in plan["casos"].elementos()]
    ids = frozenset(c for c in casos if c is not None)
    de_corridas = intentar(partial(problemas_de_corridas, carpeta, ids, trazas), problemas)
    return [*problemas, *(de_corridas or ())]


def _de_variantes(carpeta: Path, plan: Punto) -> Iterator[Callable[[], object]]:
    for variante in plan["variantes"].elementos():
        contrato, spike = variante["contrato"], variante["spike"].texto
        if contrato.texto is not None and _hay(carpeta, contrato.texto.partition("#")[0]):
            yield partial(leer_contrato, contrato.texto, carpeta)
        elif isinstance(contrato.valor, dict):
            yield partial(_en_linea, carpeta, contrato)
        if spike is not None and _hay(carpeta, spike):
            yield partial(leer_grafo, carpeta / spike)


def _en_linea(carpeta: Path, contrato: Punto) -> None:
    """Si no tiene la forma de un contrato, el plan ya lo ha dicho."""
    leido, _ = FORMA.leer(contrato.valor)
    if leido is not None:
        leer_contrato(leido.valor, carpeta, sitio=lambda ruta: contrato.documento.sitio((*contrato.ruta, *ruta)))


def _de_documentos(carpeta: Path, plan: Punto) -> Iterator[Callable[[], object]]:
    rutas = [d["ruta"] for d in plan["documentos"].elementos()]
    nombres = (r.texto for ruta in rutas for r in (ruta, ruta["es"], ruta["en"]))
    for nombre in dict.fromkeys(n for n in nombres if n is not None and _hay(carpeta, n)):
        yield partial(leer_texto, carpeta / nombre, LIMITE_DE_DOCUMENTO)


def _hay(carpeta: Path, nombre: str) -> bool:
    ruta = ruta_dentro(carpeta, nombre)
    return ruta is not None and existe(ruta)

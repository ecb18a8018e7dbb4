"""Prosa que dice un número de nodos y enumera otro, o que no es el del grafo.

Solo se fía de lo que se puede comprobar: una frase con «N nodos» seguida de una lista de nombres de nodos que
existen, y la descripción de una variante que dice cuántos tiene.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from generador.comparacion.evidencia import Evidencia
from generador.comparacion.lados import es_borde
from generador.modelo.demo import Demo
from generador.modelo.grafo import Grafo, Lugar
from generador.modelo.hallazgo import Gravedad, Hallazgo
from generador.modelo.mensaje import Mensaje, mensaje
from generador.modelo.plan import Texto, en_idioma

NOMBRE = "numero_de_nodos"

_ES = "cero|un|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince"
_EN = "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
_NUMEROS = {palabra: n for lengua in (_ES, _EN) for n, palabra in enumerate(lengua.split("|"))}
_DICE = re.compile(rf"\b(\d{{1,3}}|{'|'.join(_NUMEROS)})[\s-]+(?:nodos?|nodes?)\b", re.IGNORECASE)
_PUNTO = re.compile(r"[.!?](?=\s)")
_CABE = 200_000


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por número que no casa."""
    grafo = evidencia.real or evidencia.contrato
    if grafo is None:
        return ()
    return (*_de_la_descripcion(evidencia, grafo), *_de_las_enumeraciones(evidencia, grafo))


def _de_la_descripcion(evidencia: Evidencia, grafo: Grafo) -> Iterator[Hallazgo]:
    hay = len(_primer_nivel(grafo))
    versiones = _versiones(evidencia.variante.descripcion)
    dichos = [_numero(m) for texto in versiones for m in _DICE.finditer(texto[:_CABE])]
    if dichos and hay not in dichos:
        motivo = mensaje(
            "la descripción de %(variante)s dice %(dice)s nodos y el grafo tiene %(hay)s",
            variante=evidencia.variante.id,
            dice=dichos[0],
            hay=hay,
        )
        yield _hallazgo(motivo, evidencia.lugar("plan.yaml"))


def _de_las_enumeraciones(evidencia: Evidencia, grafo: Grafo) -> Iterator[Hallazgo]:
    nombres = _primer_nivel(grafo)
    for lugar, texto in _textos(evidencia):
        for posicion, dice, lista in _desacuerdos(texto[:_CABE], nombres):
            if _duena(evidencia.demo, lista) != evidencia.variante.id:
                continue
            motivo = mensaje(
                "dice %(dice)s nodos y enumera %(enumera)s: %(nodos)s",
                dice=dice,
                enumera=len(lista),
                nodos=", ".join(lista),
            )
            yield _hallazgo(motivo, _en_su_linea(lugar, texto, posicion))


def _en_su_linea(lugar: Lugar, texto: str, posicion: int) -> Lugar:
    """La línea de un documento; de una nota o del plan solo se sabe dónde empiezan."""
    return replace(lugar, linea=texto.count("\n", 0, posicion) + 1) if lugar.linea == 1 else lugar


def _duena(demo: Demo, lista: tuple[str, ...]) -> str:
    """La variante de la que habla una enumeración: la primera con esos nodos o, si ninguna, la primera."""
    reales = demo.corrida.grafos if demo.corrida else {}
    for variante in demo.plan.variantes:
        grafo = reales.get(variante.id) or demo.contratos.get(variante.id)
        if grafo is not None and set(_primer_nivel(grafo)) == set(lista):
            return variante.id
    return demo.plan.variantes[0].id


def _desacuerdos(texto: str, nombres: tuple[str, ...]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Dónde una frase dice un número de nodos y luego enumera otro: posición, número y nombres."""
    if not nombres:
        return
    nombre = "|".join(sorted(map(re.escape, nombres), key=len, reverse=True))
    suelto = rf"(?<![\w-])(?:{nombre})(?![\w-])[`\]»*]{{0,4}}"
    entre = r"\s{0,4}(?:,|->|-->|→|⇒|(?<=\s)(?:y|e|and)(?=\s))\s{0,4}(?:(?:y|e|and)\s{1,4})?[`\[«*]{0,4}"
    lista = re.compile(rf"{suelto}(?:{entre}{suelto})+")
    for inicio, frase in _frases(texto):
        dichos = list(_DICE.finditer(frase))
        for enumeracion in lista.finditer(frase) if dichos else ():
            antes = bisect_right(dichos, enumeracion.start(), key=lambda m: m.end())
            suyos = tuple(dict.fromkeys(re.findall(rf"(?<![\w-])(?:{nombre})(?![\w-])", enumeracion[0])))
            if antes and (n := _numero(dichos[antes - 1])) and n != len(suyos):
                yield inicio + dichos[antes - 1].start(), n, suyos


def _frases(texto: str) -> Iterator[tuple[int, str]]:
    """Las frases y dónde empiezan: acaban en un punto o al acabar el párrafo."""
    parrafo = inicio = 0
    for linea in [*texto.splitlines(keepends=True), ""]:
        fin = inicio + len(linea)
        if not linea.strip():
            cortes = [parrafo, *(m.end() for m in _PUNTO.finditer(texto, parrafo, inicio)), inicio]
            yield from ((a, texto[a:b]) for a, b in pairwise(cortes) if a < b)
            parrafo = fin
        inicio = fin


def _textos(evidencia: Evidencia) -> Iterator[tuple[Lugar, str]]:
    demo, variante = evidencia.demo, evidencia.variante
    for texto in (*_versiones(demo.plan.relato), *_versiones(variante.descripcion)):
        yield evidencia.lugar("plan.yaml"), texto
    for nodo in evidencia.contrato.nodos if evidencia.contrato else ():
        if nodo.nota and nodo.lugar:
            yield nodo.lugar, nodo.nota
    for ruta, texto in demo.documentos.items():
        yield evidencia.lugar(ruta, 1), texto


def _versiones(texto: Texto) -> tuple[str, ...]:
    return tuple(dict.fromkeys((en_idioma(texto, "es"), en_idioma(texto, "en"))))


def _primer_nivel(grafo: Grafo) -> tuple[str, ...]:
    return tuple(n.id for n in grafo.nodos if n.padre is None and not es_borde(n.id))


def _numero(dicho: re.Match[str]) -> int:
    palabra = dicho[1].lower()
    return int(palabra) if palabra.isdigit() else _NUMEROS[palabra]


def _hallazgo(motivo: Mensaje, lugar: Lugar) -> Hallazgo:
    remedio = mensaje("manda la enumeración: corrige el número, o el grafo si el número era la promesa")
    return Hallazgo(control=NOMBRE, gravedad=Gravedad.AVISO, motivo=motivo, remedio=remedio, lugar=lugar)

"""De una corrida leída a su resumen: lo que se juzga, por dónde pasó y en qué acabó, sin la carga.

Se juzga con el plan y el contrato de hoy, también una corrida vieja: si cada una se midiera con los suyos, comparar sus
veredictos no diría nada del agente.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from generador.comparacion.demo import comparar
from generador.errores import ErrorDeEntrada
from generador.modelo.apunte import Apunte, apuntar
from generador.modelo.corrida import CasoGrabado, Corrida
from generador.modelo.demo import Demo
from generador.modelo.hallazgo import Cobertura, Comparacion, Conformidad, Cumple, Resultado
from generador.modelo.historial import CasoVisto, Elemento, PasoVisto, Resumen, Valor
from generador.modelo.perezoso import Perezoso
from generador.modelo.procedencia import Recuento
from generador.modelo.traza import Carga, Fin, Paso, Traza

CARACTERES = 600
"""Cuánto se guarda de cada hoja del estado final."""

_HOJAS, _NIVELES = 400, 4
"""Una clave del estado con más hojas, o más honda, se compara entera: separarlas no ayudaría a leerla."""


Seguido: TypeAlias = tuple[tuple[PasoVisto, ...], tuple[Valor, ...]]
"""Los pasos de una traza y lo que hay en su estado final."""

Recuerdo: TypeAlias = MutableMapping[str, Seguido]
"""SHA-256 y caso de una traza → lo que se vio en ella."""


def resumir(
    demo: Demo,
    corrida: Corrida,
    comparaciones: Mapping[str, Comparacion] | None = None,
    *,
    con_pasos: bool = True,
    recuerdo: Recuerdo | None = None,
) -> Resumen:
    """El resumen de una corrida de `demo`. Lee sus trazas; la que no se deje leer se dice y no estorba a las demás.

    `comparaciones` son las de esa corrida si ya se tienen. Sin `con_pasos` no lleva lo que solo sirve para comparar.
    `recuerdo` ahorra volver a leer las que no han cambiado, y crece con las que sí.
    """
    juzgables, retirados = _separar(demo, corrida)
    legibles, ilegibles, avisos = _leer(corrida, juzgables)
    if comparaciones is None:
        comparaciones = comparar(replace(demo, corridas=(legibles,)))
    m = corrida.manifiesto
    evaluacion = corrida.evaluacion
    duraciones = [c.duracion for c in m.casos if c.duracion is not None]
    return Resumen(
        corrida=m.corrida,
        sprint=m.sprint,
        creada=m.creada,
        revision=m.revision,
        total=len(demo.plan.casos),
        casos=tuple(_casos(juzgables, legibles, comparaciones, _seguidor(legibles, recuerdo, con_pasos))),
        elementos=tuple(_elementos(comparaciones)) if con_pasos else (),
        cobertura=_cobertura(comparaciones),
        metricas=evaluacion.metricas if evaluacion else (),
        recuento=sum((legibles.apunte(c).recuento for c in legibles.trazas), Recuento()) if con_pasos else Recuento(),
        duracion=sum(duraciones) if duraciones else None,
        retirados=retirados,
        variantes_retiradas=tuple(v for v in m.grafos if v not in {x.id for x in demo.plan.variantes}),
        ilegibles=(*corrida.ilegibles, *(f for f in ilegibles if f not in corrida.ilegibles)),
        avisos=(*corrida.avisos, *avisos),
    )


def _separar(demo: Demo, corrida: Corrida) -> tuple[tuple[CasoGrabado, ...], tuple[str, ...]]:
    """Los casos grabados que el plan tiene con esa variante, en el orden del plan, y los que ya no."""
    grabados = {c.caso: c for c in corrida.manifiesto.casos}
    suyos = tuple(grabados[c.id] for c in demo.plan.casos if c.id in grabados and grabados[c.id].variante == c.variante)
    dentro = {c.caso for c in suyos}
    fuera = [c for c in (*corrida.manifiesto.casos, *corrida.retirados) if c.caso not in dentro]
    return suyos, tuple(c.caso for c in fuera)


def _leer(corrida: Corrida, casos: tuple[CasoGrabado, ...]) -> tuple[Corrida, tuple[str, ...], tuple[str, ...]]:
    """(la corrida solo con las trazas que se pueden leer, los ficheros de las que no, por qué).

    Las que hay que leer para saberlo se conservan: son de una corrida vieja, y se van con su resumen.
    """
    trazas: dict[str, Traza] = {}
    apuntes: dict[str, Apunte] = {}
    ilegibles: list[str] = []
    avisos: list[str] = []
    for c in casos:
        if c.caso not in corrida.trazas:
            ilegibles.append(c.traza)
            continue
        try:
            if c.caso not in corrida.apuntes:
                trazas[c.caso] = corrida.trazas[c.caso]
            apuntes[c.caso] = corrida.apuntes[c.caso] if c.caso in corrida.apuntes else apuntar(trazas[c.caso])
        except ErrorDeEntrada as error:
            ilegibles.append(c.traza)
            avisos += map(str, error.problemas)
    legibles = Perezoso({c: partial((trazas if c in trazas else corrida.trazas).__getitem__, c) for c in apuntes})
    return replace(corrida, trazas=legibles, apuntes=apuntes), tuple(ilegibles), tuple(avisos)


def _casos(
    casos: tuple[CasoGrabado, ...],
    corrida: Corrida,
    comparaciones: Mapping[str, Comparacion],
    seguir: Callable[[CasoGrabado], Seguido],
) -> Iterator[CasoVisto]:
    resultados = {caso: r for c in comparaciones.values() for caso, r in c.resultados}
    conformidades = {f.caso: f for c in comparaciones.values() for f in c.conformidades}
    for c in casos:
        if c.caso not in corrida.trazas:
            yield _ilegible(c)
        else:
            fin = corrida.apunte(c.caso).fin
            visto = _visto(c, fin, resultados.get(c.caso, ()), conformidades.get(c.caso))
            pasos, final = seguir(c)
            yield replace(visto, pasos=pasos, final=final)


def _ilegible(c: CasoGrabado) -> CasoVisto:
    return CasoVisto(
        caso=c.caso,
        variante=c.variante,
        cumple=Cumple.NO_SE_SABE,
        leido=False,
        duracion=c.duracion,
    )


def _visto(c: CasoGrabado, fin: Fin, res: tuple[Resultado, ...], conforme: Conformidad | None) -> CasoVisto:
    return CasoVisto(
        caso=c.caso,
        variante=c.variante,
        cumple=_cumple(res),
        resultados=tuple((r.campo, r.esperado, r.cumple) for r in res),
        desviacion=conforme.desviacion.paso if conforme and conforme.desviacion else None,
        fin=fin,
        duracion=c.duracion,
    )


def _seguidor(corrida: Corrida, recuerdo: Recuerdo | None, con_pasos: bool) -> Callable[[CasoGrabado], Seguido]:
    sabidos: Recuerdo = {} if recuerdo is None else recuerdo

    def seguir(c: CasoGrabado) -> Seguido:
        clave = f"{c.sha256} {c.caso}"
        if con_pasos and clave not in sabidos:
            sabidos[clave] = _seguir(corrida.trazas[c.caso])
        return sabidos[clave] if con_pasos else ((), ())

    return seguir


def _seguir(traza: Traza) -> Seguido:
    valores = (v for clave, carga in traza.final.items() for v in valores_de(clave, carga))
    return tuple(map(_paso, traza.pasos)), tuple(valores)


def _cumple(res: tuple[Resultado, ...]) -> Cumple:
    """Basta una expectativa incumplida; sin ninguna comprobada no se sabe."""
    valores = {r.cumple for r in res}
    if Cumple.NO in valores:
        return Cumple.NO
    return Cumple.SI if valores == {Cumple.SI} else Cumple.NO_SE_SABE


def _paso(p: Paso) -> PasoVisto:
    fines = [t.fin for t in p.tareas]
    cambios = None if p.cambios is None else tuple((c.clave, _huella(c.despues)) for c in p.cambios)
    return PasoVisto(
        n=p.n,
        ambito=p.ambito,
        nodos=tuple(sorted(t.nodo for t in p.tareas)),
        fin=next((f for f in fines if f is not Fin.BIEN), Fin.BIEN),
        cambios=cambios,
    )


def _huella(carga: Carga | None) -> str:
    """La de lo que dice, no la de cómo está escrito: el orden de las claves no cuenta."""
    return "" if carga is None else hashlib.sha256(_canonico(carga)).hexdigest()[:16]


def _canonico(carga: Carga) -> bytes:
    try:
        return msgspec.json.encode(carga.valor(), order="sorted")
    except (msgspec.MsgspecError, RecursionError, TypeError, ValueError):
        return carga.crudo


def valores_de(clave: str, carga: Carga) -> tuple[Valor, ...]:
    """Las hojas de una clave del estado final, cada una con su ruta; la clave entera si son demasiadas."""
    try:
        valor = carga.valor()
        hojas = tuple(islice(_hojas(clave, valor, 0), _HOJAS + 1))
        return tuple(map(_valor, *zip(*hojas, strict=True))) if len(hojas) <= _HOJAS else (_valor(clave, valor),)
    except (msgspec.MsgspecError, RecursionError, TypeError, ValueError):
        crudo = carga.crudo.decode("utf-8", "replace")
        return (Valor(ruta=clave, texto=_corto(crudo), huella=_huella(carga)),)


def _hojas(ruta: str, valor: Any, nivel: int) -> Iterator[tuple[str, Any]]:
    etiqueta = valor.get("$t") if isinstance(valor, dict) else None
    if etiqueta == "obj" and isinstance(valor.get("v"), dict):
        yield from _hojas(ruta, valor["v"], nivel + 1)
    elif etiqueta not in (
        None,
        "msg",
    ):  # una fecha es una hoja, aunque se escriba con varias claves
        yield ruta, valor
    elif nivel < _NIVELES and isinstance(valor, dict) and valor:
        for k, v in valor.items():
            yield from _hojas(f"{ruta}.{k}", v, nivel + 1)
    elif nivel < _NIVELES and isinstance(valor, list) and any(isinstance(v, dict | list) for v in valor):
        for i, v in enumerate(valor):
            yield from _hojas(f"{ruta}.{i}", v, nivel + 1)
    else:
        yield ruta, valor


def _valor(ruta: str, valor: Any) -> Valor:
    escrito = msgspec.json.encode(valor, order="sorted")
    texto = valor if isinstance(valor, str) and valor else escrito.decode()
    return Valor(ruta=ruta, texto=_corto(texto), huella=hashlib.sha256(escrito).hexdigest()[:16])


def _corto(texto: str) -> str:
    return texto if len(texto) <= CARACTERES else f"{texto[:CARACTERES]}…"


def _elementos(comparaciones: Mapping[str, Comparacion]) -> Iterator[Elemento]:
    for variante, c in comparaciones.items():
        for j in (*c.nodos, *c.aristas):
            if j.real is not None:
                yield Elemento(
                    variante=variante,
                    origen=j.origen,
                    destino=j.destino,
                    real=j.real,
                    veredicto=j.veredicto,
                    prometido=j.contrato is not None,
                )


def _cobertura(comparaciones: Mapping[str, Comparacion]) -> Cobertura | None:
    todas = [c.cobertura for c in comparaciones.values() if c.cobertura]
    if not todas:
        return None
    return Cobertura(
        nodos=sum(c.nodos for c in todas),
        nodos_visitados=sum(c.nodos_visitados for c in todas),
        aristas=sum(c.aristas for c in todas),
        aristas_recorridas=sum(c.aristas_recorridas for c in todas),
    )

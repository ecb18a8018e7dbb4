"""`evaluacion.json`: las métricas de un agente. Lo escribe quien lo evalúa; aquí se comprueba y no se corrige nada.

Una clave desconocida no es un error: se conserva para que la página la enseñe.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from generador.errores import ErrorDeEntrada, Problema
from generador.lectura import evaluacion_en_disco as disco
from generador.lectura.documento import Punto, primeros, raiz
from generador.lectura.json_con_posiciones import leer_json
from generador.lectura.validar import enumerar, examinar_tolerante, parecido
from generador.modelo import evaluacion as m

_SENTIDOS: Mapping[str, m.Sentido] = {
    **{s.value: s for s in m.Sentido},
    "mayor": m.Sentido.AL_MENOS,
    "menor": m.Sentido.COMO_MUCHO,
}
DEL_PLAN = "casos"
"""El conjunto que no hay que declarar: los casos del plan."""
_CONOCIDAS = frozenset(f.name for f in fields(disco.EvaluacionEnDisco))
_DE_CONJUNTO = frozenset({*(f.name for f in fields(disco.ConjuntoEnDisco)), "quien"})


def leer_evaluacion(ruta: Path, demo: str = "") -> m.Evaluacion:
    """La evaluación de una corrida de `demo`. Lanza `ErrorDeEntrada` con todos los problemas juntos."""
    documento = leer_json(ruta)
    leida, problemas, _avisos = examinar_tolerante(disco.FORMA, documento)
    problemas += primeros(_incoherencias(raiz(documento), demo))
    if leida is None or problemas:
        raise ErrorDeEntrada(problemas)
    return _evaluacion(leida.valor, documento.valor)


def _incoherencias(punto: Punto, demo: str) -> Iterator[Problema]:
    suya = punto["demo"]
    if demo and suya.texto is not None and suya.texto != demo:
        yield suya.problema(f"la evaluación es de «{suya.texto[:60]}» y no de «{demo[:60]}»", "evalúa esta demo")
    yield from _repetidas(punto["metricas"])
    yield from _repetidas(punto["conjuntos"])
    declarados = {c["id"].texto or "" for c in punto["conjuntos"].elementos()} | {DEL_PLAN, "referencia"}
    for metrica in punto["metricas"].elementos():
        conjunto = metrica["conjunto"]
        if conjunto.texto and conjunto.texto not in declarados:
            que_pasa = f"no hay ningún conjunto «{conjunto.texto[:60]}»{parecido(conjunto.texto, declarados)}"
            yield conjunto.problema(que_pasa, f"usa {enumerar(sorted(declarados))}, o decláralo en «conjuntos»")
        yield from _contradicha(metrica)


def _repetidas(lista: Punto) -> Iterator[Problema]:
    vistas: set[str] = set()
    for punto in lista.elementos():
        id = punto["id"] if punto["id"].texto is not None else punto["metrica"]
        if id.texto is not None and id.texto in vistas:
            yield id.problema(f"«{id.texto[:60]}» está repetida", "deja una")
        vistas.add(id.texto or "")


def _contradicha(metrica: Punto) -> Iterator[Problema]:
    """Una métrica que dice cumplir lo que su valor no cumple, o al revés: alguien tocó uno de los dos."""
    valor, umbral, cumple = (metrica[c].valor for c in ("valor", "umbral", "cumple"))
    sentido = _SENTIDOS.get(str(metrica["sentido"].valor or ">="))
    if not all(isinstance(x, int | float) for x in (valor, umbral)) or not isinstance(cumple, bool) or not sentido:
        return
    if {">=": valor >= umbral, "<=": valor <= umbral, "=": valor == umbral}[sentido] is not cumple:
        que_pasa = f"dice que {'sí' if cumple else 'no'} cumple y {valor} {sentido} {umbral} dice lo contrario"
        yield metrica["cumple"].problema(que_pasa, "vuelve a evaluar: las cifras no se escriben a mano")


def _evaluacion(d: disco.EvaluacionEnDisco, crudo: Mapping[str, Any]) -> m.Evaluacion:
    conjuntos = [_conjunto(c, crudo["conjuntos"][i]) for i, c in enumerate(d.conjuntos)]
    if d.referencia:
        conjuntos.append(_conjunto(d.referencia, crudo["referencia"]))
    return m.Evaluacion(
        metricas=tuple(map(_metrica, d.metricas)),
        procedencia=d.procedencia or "",
        juez=d.juez or "",
        llamadas=d.llamadas_a_modelo,
        cumple=d.cumple,
        conjuntos=tuple(conjuntos),
        metricas_del_spike=tuple(map(_metrica, d.metricas_del_spike)),
        series=tuple(_serie(s) for s in d.series),
        casos=tuple(_caso(c) for c in d.casos),
        compuerta=_compuerta(d.compuerta) if d.compuerta else None,
        coste=_coste(d.coste_compuesto) if d.coste_compuesto else None,
        otros={k: v for k, v in crudo.items() if k not in _CONOCIDAS},
    )


def _metrica(d: disco.MetricaEnDisco) -> m.Metrica:
    return m.Metrica(
        id=d.id,
        nombre=d.nombre or d.id,
        definicion=d.definicion,
        valor=d.valor,
        unidad=d.unidad or _unidad(d),
        umbral=d.umbral,
        sentido=_SENTIDOS[d.sentido],
        cumple=d.cumple,
        n=d.n,
        grupo=d.grupo,
        conjunto=d.conjunto,
        prueba=d.prueba,
        fallan=tuple(m.Fallo(caso=f.caso, paso=f.paso or None, detalle=_texto(f.detalle)) for f in d.fallan),
    )


def _unidad(d: disco.MetricaEnDisco) -> m.Unidad:
    """Sin unidad escrita: lo que va de cero a uno con decimales es una proporción, y lo demás, una cuenta."""
    return m.Unidad.CUENTA if d.umbral == 0 or (d.valor or 0) > 1 else m.Unidad.PROPORCION


def _conjunto(d: disco.ConjuntoEnDisco, crudo: Mapping[str, Any]) -> m.Conjunto:
    otros = {k: v for k, v in crudo.items() if k not in _DE_CONJUNTO}
    return m.Conjunto(
        id=d.id, n=d.n, fichero=d.fichero, sha256=d.sha256, origen=d.origen, desde=d.desde, otros=otros
    )  # fmt: skip


def _serie(d: disco.SerieEnDisco) -> m.Serie:
    return m.Serie(id=d.id, titulo=d.titulo, puntos=tuple(m.Punto(x=p.x, y=p.y, paso=p.paso) for p in d.puntos))


def _caso(d: disco.CasoEnDisco) -> m.CasoEvaluado:
    return m.CasoEvaluado(
        id=d.id,
        conjunto=d.conjunto,
        entrada=d.entrada,
        esperado=d.esperado,
        obtenido=d.obtenido,
        cumple=d.cumple,
        intentos=(d.intentos.bien, d.intentos.total) if d.intentos else None,
    )


def _compuerta(d: disco.CompuertaEnDisco) -> m.Compuerta:
    return m.Compuerta(
        codigo=d.codigo, motivos=d.motivos, caida_maxima=d.caida_maxima, base=d.base, casos=d.casos
    )  # fmt: skip


def _coste(d: disco.CosteEnDisco) -> m.CosteCompuesto:
    def fronteras(lado: tuple[disco.FronteraEnDisco, ...]) -> tuple[m.Frontera, ...]:
        return tuple(
            m.Frontera(
                frontera=f.frontera,
                entran=f.entran,
                sin_respaldo_entran=f.sin_respaldo_entran,
                salen=f.salen,
                sin_respaldo_salen=f.sin_respaldo_salen,
            )
            for f in lado
        )

    return m.CosteCompuesto(p=d.p, n=d.n, con_plano=fronteras(d.con_plano), sin_plano=fronteras(d.sin_plano))


def _texto(valor: Any) -> str:
    return valor if isinstance(valor, str) else json.dumps(valor, ensure_ascii=False)

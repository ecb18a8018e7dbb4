"""`evaluacion.json` de una corrida: el formato común (`docs/formatos/evaluacion.md`) y lo que este arnés añade.

Lo añadido son `agente`, `calibracion`, `compuerta` y `coste_compuesto`; quien solo entienda el formato común lo ignora.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from agentes.control.evaluacion import arnes, calibracion, compuerta, coste, definiciones, referencia
from agentes.control.evaluacion.arnes import Cuenta
from agentes.control.evaluacion.definiciones import Definicion
from agentes.control.evaluacion.metricas import denominadores, metricas

Json = dict[str, Any]
CONJUNTO = "referencia"
PRUEBA = "tests/agentes/control/test_evaluacion.py"
P_POR_ETAPA = 0.08
MINIMO = 10
"""Con menos piezas que estas, una razón no se juzga."""


def construir(casos: Sequence[Json] | None = None) -> Json:
    """El informe entero. Tarda: ejecuta los dos grafos sobre toda la referencia."""
    elegidos = list(casos if casos is not None else referencia.leer()["casos"])
    plano, spike = arnes.medir_plano(elegidos), arnes.medir_spike(elegidos)
    calibrada = calibracion.ajustar(plano)
    medidas = [*con_umbral(plano, calibrada), *del_spike(spike)]
    compuesto = coste.medir(elegidos, P_POR_ETAPA)
    return {
        "formato": "vitrina/evaluacion",
        "v": 1,
        "demo": "control",
        "procedencia": "oraculo",
        "llamadas_a_modelo": {},
        "juez": None,
        "cumple": all(m["cumple"] is not False for m in medidas),
        "conjuntos": [_conjunto(len(elegidos))],
        "metricas": medidas,
        "series": _series(compuesto),
        "casos": [_caso(caso, c) for caso, c in zip(elegidos, plano, strict=True)],
        "agente": {"nombre": "sintetico", "tasa_de_error": arnes.TASA, "semilla": arnes.SEMILLA},
        "calibracion": calibrada,
        "compuerta": _compuerta(plano),
        "coste_compuesto": compuesto,
    }


def con_umbral(cuentas: Sequence[Cuenta], calibrada: Json) -> list[Json]:
    """Las métricas del grafo con plano, juzgadas."""
    valores = {**metricas(cuentas), "ece": calibrada["ece"]}
    n = {**denominadores(cuentas), "ece": calibrada["n"]}
    return [_metrica(d, "con_plano", d.id, valores[d.id], n[d.id], cuentas) for d in definiciones.TODAS]


def del_spike(cuentas: Sequence[Cuenta]) -> list[Json]:
    """Las mismas del prototipo, sin umbral: están para comparar."""
    valores, n = metricas(cuentas), denominadores(cuentas)
    medidas = [d for d in definiciones.TODAS if d.id in valores]
    return [
        _metrica(d, "sin_plano", f"sin_plano_{d.id}", valores[d.id], n[d.id], cuentas, juzga=False) for d in medidas
    ]


def _metrica(
    d: Definicion, grupo: str, id_: str, valor: float | None, n: int, cuentas: Sequence[Cuenta], *, juzga: bool = True
) -> Json:
    juzgable = juzga and (d.unidad == "cuenta" or n >= MINIMO)
    return {
        "id": id_,
        "grupo": grupo,
        "nombre": d.nombre,
        "definicion": d.definicion,
        "valor": valor,
        "unidad": d.unidad,
        "umbral": d.umbral if juzgable else None,
        "sentido": d.sentido,
        "cumple": d.alcanza(valor) if juzgable else None,
        "n": n,
        "conjunto": CONJUNTO,
        "prueba": PRUEBA,
        "fallan": [f for c in cuentas for f in _fallos(d.id, c)],
    }


def _fallos(metrica: str, c: Cuenta) -> list[Json]:
    """Las facturas que fallan en una métrica. No están en ninguna traza: no tienen paso."""
    detalles = {
        "faithfulness": [_dicha(f) for f in c.fallos],
        "coverage": _si(c.esperadas - c.cubiertas, "faltan %s afirmaciones de %s", c.esperadas),
        "abstention_precision": _si(c.abstenciones - c.justificadas, "sobran %s abstenciones de %s", c.abstenciones),
        "abstention_recall": _si(
            c.abstenciones_esperadas - c.abstenciones_acertadas,
            "faltan %s abstenciones de %s",
            c.abstenciones_esperadas,
        ),
        "side_effect_hygiene": _si(c.sin_concesion, "%s efectos sin concesión de %s", c.irreversibles),
    }
    return [{"caso": c.factura, "paso": None, "detalle": d} for d in detalles.get(metrica, [])]


def _si(n: int, frase: str, de: int) -> list[str]:
    return [frase % (n, de)] if n else []


def _dicha(fallo: str) -> str:
    p = json.loads(fallo)
    return f"{p['pred']} {json.dumps(p['args'], ensure_ascii=False, sort_keys=True)}"


def _conjunto(n: int) -> Json:
    origen = {
        "es": "El equipo del proyecto, con un programa que hace sus propias cuentas sobre los documentos fuente.",
        "en": "The project team, with a program that does its own arithmetic over the source documents.",
    }
    fichero = "agentes/control/evaluacion/referencia.json"
    return {"id": CONJUNTO, "n": n, "fichero": fichero, "sha256": referencia.huella_del_fichero(), "origen": origen}


def _series(compuesto: Mapping[str, Any]) -> list[Json]:
    """La fracción de afirmaciones sin respaldo que entra y que sale de cada frontera, con plano y sin él."""
    return [
        {
            "id": f"{lado}_{sentido}",
            "titulo": definiciones.SERIES[lado, sentido],
            "puntos": [{"x": f["frontera"], "y": _fraccion(f, sentido)} for f in compuesto[lado]],
        }
        for lado in ("sin_plano", "con_plano")
        for sentido in ("entran", "salen")
    ]


def _fraccion(frontera: Mapping[str, Any], sentido: str) -> float | None:
    total = frontera[sentido]
    return round(frontera[f"sin_respaldo_{sentido}"] / total, 4) if total else None


def _caso(caso: Json, c: Cuenta) -> Json:
    esperado = {"afirmaciones": caso["afirmaciones"], "abstenciones": caso["abstenciones"]}
    return {
        "id": c.factura,
        "conjunto": CONJUNTO,
        "entrada": caso["encargo"],
        "esperado": esperado,
        "obtenido": c.como_dato(),
        "cumple": not c.fallos and not c.sin_concesion,
    }


def _compuerta(cuentas: Sequence[Cuenta]) -> Json:
    v = compuerta.comparar(cuentas, compuerta.leer_base())
    return {
        "codigo": v.codigo,
        "motivos": list(v.motivos),
        "caida_maxima": compuerta.CAIDA,
        "base": v.base,
        "casos": list(v.casos),
    }

"""El informe como JSON estable: mismas entradas, mismo texto; claves en español y valores del modelo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from generador.comparacion.desenlace import codigo
from generador.modelo.desenlace import desenlace, juicios
from generador.modelo.grafo import Arista, Lugar, Nodo
from generador.modelo.hallazgo import Comparacion, Conformidad, Falta, Hallazgo, Juicio, Prueba, Veredicto

VERSION = 1


def como_json(comparaciones: Mapping[str, Comparacion]) -> dict[str, Any]:
    """Un objeto listo para serializar, con el código de salida y todo lo comparado."""
    return {
        "v": VERSION,
        "codigo": int(codigo(comparaciones)),
        "veredicto": desenlace(comparaciones.values()).value,
        "variantes": {variante: _variante(c) for variante, c in comparaciones.items()},
    }


def _variante(c: Comparacion) -> dict[str, Any]:
    cuentas = Counter(j.veredicto for j in juicios(c))
    return {
        "veredicto": desenlace((c,)).value,
        "sin_pruebas": list(map(_falta, c.sin_pruebas)),
        "veredictos": {v.value: cuentas[v] for v in Veredicto},
        "nodos": [_juicio(j) for j in c.nodos],
        "aristas": [_juicio(j) for j in c.aristas],
        "trazas": [_conformidad(f) for f in c.conformidades],
        "casos": {caso: [r.como_json() for r in resultados] for caso, resultados in c.resultados},
        "hallazgos": [_hallazgo(h) for h in c.hallazgos],
        "cobertura": None
        if c.cobertura is None
        else {
            "nodos": [c.cobertura.nodos_visitados, c.cobertura.nodos],
            "aristas": [c.cobertura.aristas_recorridas, c.cobertura.aristas],
        },
    }


def _falta(f: Falta) -> dict[str, Any]:
    return {"motivo": str(f.motivo), "remedio": f.remedio}


def _juicio(j: Juicio) -> dict[str, Any]:
    extremos = {"id": j.origen} if j.clase == "nodo" else {"origen": j.origen, "destino": j.destino}
    return {
        **extremos,
        "veredicto": j.veredicto.value,
        "motivo": str(j.motivo),
        "spike": j.frente_al_spike.value if j.frente_al_spike else None,
        "visitas": j.visitas,
        "pruebas": [_prueba(p) for p in j.pruebas],
        "contrato": _lado(j.contrato),
        "real": _lado(j.real),
    }


def _lado(lado: Nodo | Arista | None) -> dict[str, Any] | None:
    if lado is None:
        return None
    if isinstance(lado, Nodo):
        return {"id": lado.id, "tipo": lado.tipo.value, "lugar": _lugar(lado.lugar)}
    return {
        "tipo": lado.tipo.value,
        "etiquetas": list(lado.etiquetas),
        "certeza": lado.certeza.value,
        "lugar": _lugar(lado.lugar),
    }


def _conformidad(f: Conformidad) -> dict[str, Any]:
    d = f.desviacion
    return {
        "caso": f.caso,
        "conforme": f.conforme,
        "desviacion": None
        if d is None
        else {
            "paso": d.paso,
            "tarea": d.tarea,
            "regla": str(d.regla),
            "esperado": list(d.esperado),
            "obtenido": list(d.obtenido),
        },
        "dudas": list(f.dudas),
        "vacia": f.vacia,
        "sin_leer": f.sin_leer,
    }


def _hallazgo(h: Hallazgo) -> dict[str, Any]:
    return {
        "control": h.control,
        "gravedad": h.gravedad.value,
        "motivo": str(h.motivo),
        "remedio": str(h.remedio),
        "lugar": _lugar(h.lugar),
        "prueba": _prueba(h.prueba) if h.prueba else None,
    }


def _prueba(p: Prueba) -> dict[str, Any]:
    return {"caso": p.caso, "paso": p.paso}


def _lugar(lugar: Lugar | None) -> str | None:
    return str(lugar) if lugar else None

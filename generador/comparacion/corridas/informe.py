"""Un cotejo contado: en líneas para la terminal, en JSON para una máquina y en un código de salida."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generador.comparacion.corridas.pruebas import sin_pruebas
from generador.comparacion.informe_texto import Linea, Nivel
from generador.errores import Codigo
from generador.modelo.evaluacion import Metrica
from generador.modelo.historial import (
    CambioDeCaso,
    CambioDeElemento,
    CambioDeMetrica,
    CasoVisto,
    Cotejo,
    Elemento,
    EstadoDeCaso,
    ParDePasos,
    PasoVisto,
    Resumen,
    Suerte,
)

VERSION = 1
_SIGNOS = {Suerte.APARECE: "+", Suerte.SE_VA: "−", Suerte.CAMBIA: "~", Suerte.IGUAL: "="}
_ESTADOS = {
    EstadoDeCaso.CUMPLE: "cumple",
    EstadoDeCaso.NO_CUMPLE: "no cumple",
    EstadoDeCaso.NO_SE_SABE: "no se sabe",
    EstadoDeCaso.NO_SE_EJECUTO: "no se ejecutó",
}


def codigo(c: Cotejo) -> Codigo:
    """0 ningún veredicto cambia · 1 alguno cambia · 3 ninguno, pero de algo falta con qué juzgarlo en un lado.

    Cambia un veredicto si un caso, una expectativa o una traza que se juzgaron en las dos dan otra cosa; si lo hace un
    nodo o una arista ante el contrato, salvo recorrerse más o menos; o si una métrica cruza su umbral. Un caso que en
    un lado no se ejecutó, o el grafo que una no trae, no da otro veredicto: no tiene ninguno.
    """
    cambios: tuple[CambioDeCaso | CambioDeElemento | CambioDeMetrica, ...] = (*c.casos, *c.elementos, *c.metricas)
    if any(x.otro_veredicto for x in cambios):
        return Codigo.DIFERENCIAS
    falta = any(x.sin_saber for x in c.casos) or any(sin_pruebas(c))
    return Codigo.PRUEBAS_INSUFICIENTES if falta else Codigo.BIEN


def texto(c: Cotejo) -> tuple[Linea, ...]:
    """El cotejo para leer: los casos que cambian, con sus pasos y su estado final, el grafo y las métricas."""
    return (
        Linea(Nivel.TITULO, f"{c.antes.corrida} → {c.ahora.corrida}"),
        Linea(Nivel.NOTA, _resumen(c.antes, c.ahora), 1),
        *(Linea(Nivel.DUDA, motivo, 1) for motivo in sin_pruebas(c)),
        *(Linea(Nivel.NOTA, dicho, 1) for r in (c.antes, c.ahora) for dicho in _retirados(r)),
        *(linea for caso in c.cambiados for linea in _de_caso(caso)),
        *map(_de_elemento, c.elementos),
        *_metricas(c),
        _conclusion(codigo(c)),
    )


def como_json(c: Cotejo) -> dict[str, Any]:
    """Un objeto listo para serializar, con el código y todo lo que cambia. Los casos iguales salen sin pasos."""
    return {
        "v": VERSION,
        "codigo": int(codigo(c)),
        "sin_pruebas": list(sin_pruebas(c)),
        "antes": _corrida(c.antes),
        "ahora": _corrida(c.ahora),
        "casos": [_caso(x) for x in c.casos],
        "grafo": [_elemento(x) for x in c.elementos],
        "metricas": [_metrica(x) for x in c.metricas],
        "metricas_iguales": c.iguales,
    }


# --- texto -------------------------------------------------------------------------------------------------


def _resumen(antes: Resumen, ahora: Resumen) -> str:
    partes = [f"casos que cumplen: {antes.cumplen}/{antes.total} → {ahora.cumplen}/{ahora.total}"]
    if antes.cobertura and ahora.cobertura:
        a, b = antes.cobertura, ahora.cobertura
        partes.append(f"nodos recorridos: {a.nodos_visitados}/{a.nodos} → {b.nodos_visitados}/{b.nodos}")
        partes.append(f"aristas recorridas: {a.aristas_recorridas}/{a.aristas} → {b.aristas_recorridas}/{b.aristas}")
    if antes.metricas or ahora.metricas:
        partes.append("umbrales: " + " → ".join(f"{bien}/{n}" for bien, n in (antes.umbrales, ahora.umbrales)))
    return " · ".join(partes)


def _retirados(r: Resumen) -> Iterator[str]:
    if r.retirados:
        yield f"casos de {r.corrida} que el plan ya no tiene, o no con esa variante: {', '.join(r.retirados)}"
    if r.variantes_retiradas:
        yield f"variantes de {r.corrida} que el plan ya no tiene: {', '.join(r.variantes_retiradas)}"


def _de_caso(c: CambioDeCaso) -> Iterator[Linea]:
    estados = _ESTADOS[c.antes] if c.antes is c.ahora else f"{_ESTADOS[c.antes]} → {_ESTADOS[c.ahora]}"
    yield Linea(_nivel(c), f"caso {c.caso}: {estados}", 1)
    if c.otro_fin:
        yield Linea(Nivel.NOTA, f"cómo acaba: {' → '.join(_fin(v) or '—' for v in (c.de_antes, c.de_ahora))}", 2)
    for campo, que, antes, ahora in c.expectativas:
        yield Linea(Nivel.NOTA, f"{campo} «{que}»: {antes or '—'} → {ahora or '—'}", 2)
    yield from (Linea(Nivel.NOTA, _de_paso(p), 2) for p in c.distintos)
    yield from (Linea(Nivel.NOTA, f"estado final, {v.ruta}: {v.antes or '—'} → {v.ahora or '—'}", 2) for v in c.final)


def _nivel(c: CambioDeCaso) -> Nivel:
    if not c.otro_veredicto:
        return Nivel.DUDA if c.sin_saber else Nivel.NOTA
    return Nivel.BIEN if c.ahora is EstadoDeCaso.CUMPLE else Nivel.MAL


def _de_paso(p: ParDePasos) -> str:
    visto = p.ahora or p.antes
    nodos = ", ".join(visto.nodos) if visto else ""
    sitio = " → ".join(str(x.n) if x else "—" for x in (p.antes, p.ahora))
    que = f": {', '.join((*p.claves, *(('cómo acaba',) if p.otro_fin else ())))}" if p.suerte is Suerte.CAMBIA else ""
    return f"{_SIGNOS[p.suerte]} paso {sitio} {nodos}{que}"


def _de_elemento(c: CambioDeElemento) -> Linea:
    e = c.elemento
    nombre = e.origen if e.clase == "nodo" else f"{e.origen} → {e.destino or '?'}"
    veredictos = " → ".join(dict.fromkeys(x.veredicto.value for x in (c.antes, c.ahora) if x))
    que = f": {'; '.join(map(str, c.que))}" if c.que else ""
    nivel = Nivel.MAL if c.otro_veredicto else Nivel.NOTA
    return Linea(nivel, f"{_SIGNOS[c.suerte]} {e.variante}: {e.clase} {nombre} ({veredictos}){que}", 1)


def _metricas(c: Cotejo) -> Iterator[Linea]:
    """Una a una, si las dos corridas traen evaluación; si no, ya se ha dicho cuál no la trae."""
    if c.antes.metricas and c.ahora.metricas:
        yield from map(_de_metrica, c.metricas)


def _de_metrica(c: CambioDeMetrica) -> Linea:
    valores = " → ".join("—" if m is None else str(m.valor) for m in (c.antes, c.ahora))
    cruza = "" if not c.otro_veredicto else "; alcanza su umbral" if c.metrica.cumple else "; ya no alcanza su umbral"
    rumbo = {True: " (mejora)", False: " (empeora)", None: ""}[c.mejora]
    sobre = " → ".join("—" if m is None else str(m.n) for m in (c.antes, c.ahora))
    nivel = Nivel.NOTA if not c.otro_veredicto else Nivel.BIEN if c.metrica.cumple else Nivel.MAL
    return Linea(nivel, f"{_SIGNOS[c.suerte]} métrica {c.metrica.id}: {valores}{rumbo}{cruza}; n: {sobre}", 1)


def _conclusion(salida: Codigo) -> Linea:
    match salida:
        case Codigo.BIEN:
            return Linea(Nivel.BIEN, "ningún veredicto cambia")
        case Codigo.DIFERENCIAS:
            return Linea(Nivel.MAL, "hay veredictos que cambian")
        case _:
            return Linea(Nivel.DUDA, "ningún veredicto cambia, pero de algo falta con qué juzgarlo en un lado")


# --- JSON --------------------------------------------------------------------------------------------------


def _corrida(r: Resumen) -> dict[str, Any]:
    k = r.cobertura
    return {
        "corrida": r.corrida,
        "sprint": r.sprint,
        "creada": r.creada,
        "revision": r.revision,
        "casos": [r.cumplen, r.total],
        "nodos": [k.nodos_visitados, k.nodos] if k else None,
        "aristas": [k.aristas_recorridas, k.aristas] if k else None,
        "umbrales": list(r.umbrales),
        "duracion": r.duracion,
        "retirados": list(r.retirados),
        "variantes_retiradas": list(r.variantes_retiradas),
        "ilegibles": list(r.ilegibles),
    }


def _caso(c: CambioDeCaso) -> dict[str, Any]:
    return {
        "caso": c.caso,
        "antes": c.antes.value,
        "ahora": c.ahora.value,
        "otro_veredicto": c.otro_veredicto,
        "fin": {"antes": _fin(c.de_antes), "ahora": _fin(c.de_ahora)},
        "expectativas": [{"campo": x, "esperado": str(que), "antes": a, "ahora": b} for x, que, a, b in c.expectativas],
        "pasos": [_paso(p) for p in c.pasos] if c.distintos else [],
        "estado_final": [{"ruta": v.ruta, "antes": v.antes, "ahora": v.ahora} for v in c.final],
    }


def _fin(c: CasoVisto | None) -> str | None:
    return c.fin.value if c and c.fin else None


def _paso(p: ParDePasos) -> dict[str, Any]:
    return {"suerte": p.suerte.value, "antes": _lado(p.antes), "ahora": _lado(p.ahora), "claves": list(p.claves)}


def _lado(p: PasoVisto | None) -> dict[str, Any] | None:
    return None if p is None else {"paso": p.n, "ambito": p.ambito, "nodos": list(p.nodos), "fin": p.fin.value}


def _elemento(c: CambioDeElemento) -> dict[str, Any]:
    e = c.elemento
    return {
        "suerte": c.suerte.value,
        "variante": e.variante,
        "clase": e.clase,
        "origen": e.origen,
        "destino": e.destino,
        "antes": _veredicto(c.antes),
        "ahora": _veredicto(c.ahora),
        "que": [str(m) for m in c.que],
        "otro_veredicto": c.otro_veredicto,
    }


def _veredicto(e: Elemento | None) -> str | None:
    return e.veredicto.value if e else None


def _metrica(c: CambioDeMetrica) -> dict[str, Any]:
    return {
        "suerte": c.suerte.value,
        "id": c.metrica.id,
        "antes": _valores(c.antes),
        "ahora": _valores(c.ahora),
        "mejora": c.mejora,
        "otro_veredicto": c.otro_veredicto,
    }


def _valores(m: Metrica | None) -> dict[str, Any] | None:
    return None if m is None else {"valor": m.valor, "n": m.n, "umbral": m.umbral, "cumple": m.cumple}

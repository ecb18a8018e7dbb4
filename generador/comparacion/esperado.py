"""Lo que el plan espera de un caso frente a lo que la traza muestra: un resultado por expectativa, con su paso.

Si la traza no trae lo que haría falta para saberlo, el resultado es `no_se_sabe`: no cumplir es otra cosa.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from generador.comparacion.llamadas_esperadas import resultados_de_llamadas
from generador.comparacion.rutas_de_estado import FALTA, clave_de, iguales, llano, texto_de, valor_en
from generador.modelo.hallazgo import Cumple, Resultado
from generador.modelo.mensaje import Mensaje, mensaje
from generador.modelo.plan import Caso, Esperado
from generador.modelo.traza import Fin, Grado, Paso, Tarea, Traza

_NADA = mensaje("nada")
_CORTO = 200


def evaluar(caso: Caso, traza: Traza) -> tuple[Resultado, ...]:
    """Los resultados de las expectativas del caso, en el orden del plan. Lo que no se escribe no se comprueba."""
    espera = caso.espera
    return (
        *_recorrido(espera, traza),
        *_visitas(espera, traza),
        *_interrupciones(espera, traza),
        *_estados(espera, traza),
        *_final(espera, traza),
        *resultados_de_llamadas(espera.llamadas, traza),
    )


# --- recorrido ---------------------------------------------------------------------------------------------


def _recorrido(espera: Esperado, traza: Traza) -> Iterator[Resultado]:
    if espera.recorrido is None:
        return
    esperado = [_conjunto(p) for p in espera.recorrido]
    pasos = [(p.n, _nodos(p)) for p in traza.pasos if not p.ambito]
    obtenido = [nodos for _, nodos in pasos]
    distinto = next((i for i, (a, b) in enumerate(zip(esperado, obtenido, strict=False)) if a != b), None)
    if distinto is None and len(esperado) != len(obtenido):
        distinto = min(len(esperado), len(obtenido))
    sitio = pasos[min(distinto, len(pasos) - 1)][0] if distinto is not None and pasos else None
    yield Resultado(
        campo="recorrido",
        esperado=_dato(_dibujo(esperado)),
        obtenido=_dato(_dibujo(obtenido)),
        cumple=Cumple.SI if distinto is None else Cumple.NO,
        paso=sitio,
    )


def _conjunto(paso: str | Sequence[str]) -> frozenset[str]:
    return frozenset((paso,) if isinstance(paso, str) else paso)


def _nodos(paso: Paso) -> frozenset[str]:
    return frozenset(t.nodo for t in paso.tareas if t.clase != "call")


def _dibujo(pasos: Iterable[frozenset[str]]) -> str:
    return " → ".join(next(iter(p)) if len(p) == 1 else f"[{', '.join(sorted(p))}]" for p in pasos)


def _visitas(espera: Esperado, traza: Traza) -> Iterator[Resultado]:
    if not espera.visita and not espera.no_visita:
        return
    primera: dict[str, int] = {}
    for paso, tarea in _tareas(traza):
        primera.setdefault(tarea.nodo, paso.n)
    for campo, nodos, quiere in (("visita", espera.visita, True), ("no_visita", espera.no_visita, False)):
        for nodo in nodos:
            visto = nodo in primera
            yield Resultado(
                campo=campo,
                esperado=_visitado(nodo, quiere),
                obtenido=_visitado(nodo, visto),
                cumple=Cumple.SI if visto is quiere else _si_no(traza, visto),
                paso=primera.get(nodo),
            )


def _visitado(nodo: str, visto: bool) -> Mensaje:
    return mensaje("pasa por %(nodo)s", nodo=nodo) if visto else mensaje("no pasa por %(nodo)s", nodo=nodo)


def _si_no(traza: Traza, visto: bool) -> Cumple:
    """Sin ver el nodo, no se sabe si no pasó o si se perdió la línea que lo contaba."""
    return Cumple.NO if visto or not traza.incompleta else Cumple.NO_SE_SABE


# --- interrupciones ----------------------------------------------------------------------------------------


def _interrupciones(espera: Esperado, traza: Traza) -> Iterator[Resultado]:
    if espera.interrumpe_en is None and not espera.sin_interrupcion:
        return
    pausas = tuple(_pausas(traza))
    vistas = mensaje("pausa en %(nodos)s", nodos=", ".join(dict.fromkeys(n for _, n in pausas))) if pausas else _NADA
    if (nodo := espera.interrumpe_en) is not None:
        paso = next((p for p, n in pausas if n == nodo or n.startswith(f"{nodo}:")), None)
        esperado = mensaje("pausa en %(nodos)s", nodos=nodo)
        cumple = Cumple.NO if paso is None else Cumple.SI
        yield Resultado(campo="interrumpe_en", esperado=esperado, obtenido=vistas, cumple=cumple, paso=paso)
    if espera.sin_interrupcion:
        cumple = Cumple.NO if pausas else Cumple.SI
        paso = pausas[0][0] if pausas else None
        esperado = mensaje("ninguna pausa")
        yield Resultado(campo="sin_interrupcion", esperado=esperado, obtenido=vistas, cumple=cumple, paso=paso)


def _pausas(traza: Traza) -> Iterator[tuple[int | None, str]]:
    """Las pausas: las preguntas de un nodo y las fijadas al compilar, que se paran antes del paso siguiente.

    Si nadie la reanudó no hay paso siguiente: los nodos son los que esperaban, y el paso, el último que se dio.
    """
    con_pregunta: set[int] = set()
    for paso, tarea in _tareas(traza):
        if tarea.interrupciones:
            con_pregunta |= {i.reanudada_en - 1 for i in tarea.interrupciones if i.reanudada_en is not None}
            con_pregunta |= {len(traza.ejecuciones) - 1 for i in tarea.interrupciones if i.reanudada_en is None}
            yield paso.n, tarea.nodo
    for e in traza.ejecuciones:
        if e.fin is Fin.INTERRUMPIDO and e.indice not in con_pregunta:
            siguiente = next((p for p in traza.pasos if p.ejecucion > e.indice and not p.ambito), None)
            ultimo = traza.pasos[-1].n if traza.pasos else None
            nodos = [t.nodo for t in siguiente.tareas] if siguiente else e.pendientes
            yield from ((siguiente.n if siguiente else ultimo, n) for n in nodos)


# --- estado ------------------------------------------------------------------------------------------------


def _estados(espera: Esperado, traza: Traza) -> Iterator[Resultado]:
    for ruta, valor in espera.estado_final.items():
        obtenido = valor_en(traza.final, ruta)
        esperado = mensaje("%(ruta)s es %(valor)s", ruta=ruta, valor=_recorte(valor))
        if valor == "":
            esperado = mensaje("%(ruta)s queda sin texto", ruta=ruta)
        bien = iguales(obtenido, valor) or iguales(llano(obtenido), valor)
        yield _de_estado("estado_final", traza, ruta, esperado, obtenido, bien)
    for ruta, texto in espera.estado_contiene.items():
        obtenido = valor_en(traza.final, ruta)
        esperado = mensaje("%(ruta)s contiene «%(texto)s»", ruta=ruta, texto=texto)
        yield _de_estado("estado_contiene", traza, ruta, esperado, obtenido, _contiene(obtenido, texto))
    for ruta, texto in espera.estado_no_contiene.items():
        obtenido = valor_en(traza.final, ruta)
        esperado = mensaje("%(ruta)s no contiene «%(texto)s»", ruta=ruta, texto=texto)
        yield _de_estado("estado_no_contiene", traza, ruta, esperado, obtenido, not _contiene(obtenido, texto))


def _contiene(valor: Any, texto: str) -> bool:
    return valor is not FALTA and any(texto in texto_de(v) for v in (valor, llano(valor)))


def _de_estado(campo: str, traza: Traza, ruta: str, esperado: Mensaje, obtenido: Any, bien: bool) -> Resultado:
    grado = traza.completitud.estado
    if grado is Grado.NADA or (obtenido is FALTA and grado is Grado.PARCIAL):
        cumple = Cumple.NO_SE_SABE
    else:
        cumple = Cumple.SI if bien else Cumple.NO
    return Resultado(
        campo=campo,
        esperado=esperado,
        obtenido=_no_esta(ruta) if obtenido is FALTA else _dato(_recorte(llano(obtenido))),
        cumple=cumple,
        paso=_ultimo_cambio(traza, clave_de(traza.final, ruta)),
    )


def _no_esta(ruta: str) -> Mensaje:
    return mensaje("el estado no tiene %(ruta)s", ruta=ruta)


def _ultimo_cambio(traza: Traza, clave: str) -> int | None:
    """El último paso del primer nivel que cambió una clave del estado."""
    cambian = (p.n for p in reversed(traza.pasos) if not p.ambito and any(c.clave == clave for c in p.cambios or ()))
    return next(cambian, None)


def _final(espera: Esperado, traza: Traza) -> Iterator[Resultado]:
    if espera.estado_de_la_traza is None:
        return
    bien = traza.fin.value == espera.estado_de_la_traza
    sin_saber = traza.fin is Fin.SIN_CERRAR
    yield Resultado(
        campo="estado_de_la_traza",
        esperado=_dato(espera.estado_de_la_traza),
        obtenido=mensaje("la traza no dice cómo acabó") if sin_saber else _dato(traza.fin.value),
        cumple=Cumple.SI if bien else Cumple.NO_SE_SABE if sin_saber else Cumple.NO,
        paso=traza.pasos[-1].n if traza.pasos else None,
    )


def _tareas(traza: Traza) -> Iterator[tuple[Paso, Tarea]]:
    return ((p, t) for p in traza.pasos for t in p.tareas)


def _dato(texto: str) -> Mensaje:
    """Un texto que no es nuestro y no se traduce."""
    return mensaje("%(valor)s", valor=texto)


def _recorte(valor: Any) -> str:
    texto = texto_de(valor)
    return texto if len(texto) <= _CORTO else f"{texto[:_CORTO]}…"

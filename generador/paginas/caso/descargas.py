"""Lo que se puede bajar de un caso: su traza tal cual, el resumen en JSON y el grafo en SVG.

El resumen no repite la carga (está en la traza): dice lo que esta página concluye y dónde se ve, para que otra
herramienta no tenga que volver a deducirlo.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from generador.modelo.corrida import Corrida
from generador.modelo.demo import DemoComparada
from generador.modelo.hallazgo import Conformidad, Desviacion, Resultado
from generador.modelo.nombres import huella, nombre_de_fichero
from generador.modelo.plan import Caso
from generador.modelo.traza import Fin, Paso, Tarea, Traza
from generador.paginas import rutas
from generador.paginas.base import Contexto, Enlace
from generador.paginas.caso import visor
from generador.paginas.caso.fijadas import fijadas
from generador.paginas.caso.tramos import reservados
from generador.paginas.caso.tramos import tramos as partir
from generador.paginas.resumen import conformidades, resultados


def descargas(ctx: Contexto, raiz: str, demo: str, caso: Caso) -> tuple[Enlace, ...]:
    """Los enlaces de descarga de la página de un caso. `raiz` sube desde ella a la del sitio.

    Sin contrato, sin grafo y sin pasos no hay nada que dibujar, y el SVG no existe.
    """
    ficheros = [
        (ctx._("Traza original (JSONL)"), nombre_de_traza(caso.id)),
        (ctx._("Resumen del caso (JSON)"), nombre_de_resumen(caso.id)),
    ]
    dibujo = ctx.dibujos.get((demo, caso.variante))
    if dibujo is not None and dibujo.nodos:
        ficheros.append((ctx._("Grafo (SVG)"), nombre_de_grafo(caso.variante)))
    return tuple(Enlace(texto=texto, href=raiz + rutas.descarga(demo, nombre)) for texto, nombre in ficheros)


def nombre_de_traza(caso: str) -> str:
    """Fichero de la traza original, byte a byte como se grabó."""
    return f"{nombre_de_fichero(caso)}.jsonl"


def nombre_de_resumen(caso: str) -> str:
    """Fichero del resumen en JSON."""
    return f"{nombre_de_fichero(caso)}.json"


def nombre_de_grafo(variante: str) -> str:
    """Fichero del grafo de la variante en SVG, con sus estilos dentro."""
    return f"grafo-{nombre_de_fichero(variante)}.svg"


def nombre_de_indice(corrida: Corrida, caso: str) -> str:
    """Fichero del índice que comparten los tramos. Cambia de nombre si cambia la traza."""
    grabado = next((c for c in corrida.manifiesto.casos if c.caso == caso), None)
    return f"{nombre_de_fichero(caso)}.{huella(grabado.sha256 if grabado else caso)}.indice.js"


def ficheros(
    d: DemoComparada, tramos: Mapping[tuple[str, str], tuple[int, ...]] | None = None
) -> Iterator[tuple[str, bytes]]:
    """(ruta, bytes) de los resúmenes y los índices de una demo. La traza y el SVG los pone quien los tiene.

    `tramos` son los del contexto, si se tienen: partir un caso larguísimo cuesta.
    """
    corrida, demo = d.demo.corrida, d.demo.plan.demo
    if corrida is None:
        return
    conformes, esperados = conformidades(d), resultados(d)
    for caso in d.demo.plan.casos:
        traza = corrida.trazas.get(caso.id)
        if traza is None:
            continue
        conformidad = conformes.get(caso.id)
        yield (
            rutas.descarga(demo, nombre_de_resumen(caso.id)),
            resumen(corrida, caso, traza, conformidad, esperados.get(caso.id, ())),
        )
        suyos = (tramos or {}).get((demo, caso.id)) or partir(traza, reservados(d, caso.variante))
        if len(suyos) > 1:
            yield (
                rutas.descarga(demo, nombre_de_indice(corrida, caso.id)),
                visor.indice(traza, conformidad, fijadas(traza, corrida.grafos.get(caso.variante))),
            )


def resumen(
    corrida: Corrida, caso: Caso, traza: Traza, conformidad: Conformidad | None, esperado: tuple[Resultado, ...]
) -> bytes:
    """El resumen de un caso como JSON, un paso por línea y con las claves en el orden en que se leen."""
    datos = {
        "formato": "vitrina/caso",
        "v": 1,
        "demo": corrida.manifiesto.demo,
        "caso": caso.id,
        "variante": caso.variante,
        "corrida": corrida.manifiesto.corrida,
        "traza": nombre_de_traza(caso.id),
        "fin": traza.fin.value,
        "conforme": None if conformidad is None or conformidad.vacia else conformidad.conforme,
        "desviacion": _desviacion(conformidad.desviacion) if conformidad and conformidad.desviacion else None,
        "esperado": [r.como_json() for r in esperado],
    }
    todo = bytearray(msgspec.json.format(msgspec.json.encode(datos), indent=2).removesuffix(b"\n}"))
    todo += b',\n  "pasos": [\n    '
    for i, paso in enumerate(traza.pasos):
        todo += b",\n    " if i else b""
        todo += msgspec.json.encode(_paso(paso))
    todo += b"\n  ]\n}\n"
    return bytes(todo)


def _desviacion(d: Desviacion) -> dict[str, Any]:
    return {"paso": d.paso, "regla": str(d.regla), "esperado": d.esperado, "obtenido": d.obtenido}


def _paso(p: Paso) -> dict[str, Any]:
    """Un paso sin lo que está vacío: en un caso largo casi todo lo está."""
    datos = {
        "n": p.n,
        "ambito": p.ambito,
        "superstep": p.superstep,
        "ejecucion": p.ejecucion,
        "t0": p.t0,
        "t1": p.t1,
        "cambia": [c.clave for c in p.cambios or ()],
        "sin_estado": p.cambios is None,
        "tareas": [_tarea(t) for t in p.tareas],
    }
    return _sin_vacios(datos, ("n", "superstep", "tareas"))


def _tarea(t: Tarea) -> dict[str, Any]:
    datos = {
        "id": t.id,
        "nodo": t.nodo,
        "fin": "" if t.fin is Fin.BIEN else t.fin.value,
        "intentos": len(t.intentos) if len(t.intentos) > 1 else 0,
        "modelos": [{"modelo": m.modelo, "procedencia": m.procedencia.value, "uso": dict(m.uso)} for m in t.modelos],
        "herramientas": [{"nombre": h.nombre, "fin": h.fin.value} for h in t.herramientas],
        "interrupciones": [
            {"quien": i.quien, "espera": i.espera, "reanudada_en": i.reanudada_en} for i in t.interrupciones
        ],
        "fallo": t.fallo and {"clase": t.fallo.clase, "mensaje": t.fallo.mensaje},
    }
    return _sin_vacios(datos, ("id", "nodo"))


def _sin_vacios(datos: dict[str, Any], siempre: tuple[str, ...]) -> dict[str, Any]:
    return {k: v for k, v in datos.items() if k in siempre or v not in (None, "", 0, [], False)}

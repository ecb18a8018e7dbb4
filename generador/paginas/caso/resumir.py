"""Un paso en una frase y unas pastillas: lo que se lee en la lista sin abrir nada.

Se busca lo más notable, por este orden: una pausa, un error, una llamada, un artefacto del dominio y, si no hubo
nada de eso, qué cambió en el estado.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generador.modelo.nuestros import reconocer
from generador.modelo.plan import Artefacto
from generador.modelo.traza import Cambio, Carga, Fin, Paso, Tarea
from generador.paginas.base import Contexto
from generador.paginas.caso.artefactos import artefacto, de_lista, es_lista, juicio, resumen_de_artefacto
from generador.paginas.caso.forma_de_paso import ArtefactoVisto
from generador.paginas.caso.pausas import decision, pregunta
from generador.paginas.caso.piezas import Ficha
from generador.paginas.caso.valores import abreviado, corto
from generador.paginas.etiquetado import decir
from generador.paginas.etiquetas import MARCA
from generador.paginas.grabado import compacto, leer
from generador.paginas.mensajes import conversacion
from generador.paginas.terminos import etiqueta

_CLAVES = 6
_ALARMAS = 2


def nombre_corto(nodo: str) -> str:
    """El último tramo de un id jerárquico. El entero está en el enlace a su página."""
    return abreviado(nodo.rpartition(":")[2] or nodo)


def resumen_de_paso(ctx: Contexto, paso: Paso, declarados: Mapping[str, Artefacto], rutas: Sequence[str]) -> str:
    """Lo más notable que pasó, en una frase. `rutas` son las del estado que cambiaron."""
    for tarea in paso.tareas:
        for pausa in tarea.interrupciones:
            return ctx._("pausa: %(pregunta)s", pregunta=corto(pregunta(ctx, pausa), 90))
    fallos = [t.fallo for t in paso.tareas if t.fallo]
    if fallos:
        return corto(f"{fallos[0].clase}: {ctx.mensaje(reconocer(fallos[0].mensaje))}")
    for tarea in paso.tareas:
        dicho = _de_herramientas(ctx, tarea) or _de_modelos(tarea)
        if dicho:
            return dicho
    vistos = sorted(_artefactos(ctx, paso, declarados), key=lambda a: not es_lista(a.contenido))
    return resumen_de_artefacto(vistos[0]) if vistos else _de_cambios(ctx, paso, rutas)


def _de_herramientas(ctx: Contexto, tarea: Tarea) -> str:
    return corto(" · ".join(f"{h.nombre}({_argumentos(ctx, h.argumentos)})" for h in tarea.herramientas))


def _argumentos(ctx: Contexto, carga: Carga | None) -> str:
    if carga is None:
        return ""
    valor = leer(carga)
    return corto(decir(ctx, valor) if MARCA in carga.crudo else compacto(valor), 60)


def _de_modelos(tarea: Tarea) -> str:
    for m in tarea.modelos:
        for turno in conversacion(leer(m.salida)):
            if turno.texto.strip():
                return corto(f"«{turno.texto.strip()}»")
            if turno.pedidos:
                return corto(" · ".join(p.nombre for p in turno.pedidos))
    return ""


def _de_cambios(ctx: Contexto, paso: Paso, rutas: Sequence[str]) -> str:
    """`cambia decisiones (ambito, escalamiento), idioma`."""
    if paso.cambios is None:
        return ""
    dentro: dict[str, list[str]] = {c.clave: [] for c in paso.cambios}
    if not dentro:
        return ctx._("sin cambios en el estado")
    for ruta in rutas:
        for clave, hijas in dentro.items():
            if ruta.startswith(f"{clave}."):
                hijas.append(ruta[len(clave) + 1 :])
    trozos = [f"{clave} ({', '.join(hijas[:_CLAVES])})" if hijas else clave for clave, hijas in dentro.items()]
    mas = f" +{len(trozos) - _CLAVES}" if trozos[_CLAVES:] else ""
    return ctx._("cambia %(claves)s", claves=corto(", ".join(trozos[:_CLAVES])) + mas)


def fichas_de_paso(ctx: Contexto, paso: Paso) -> Iterator[Ficha]:
    """Lo que conviene ver de un paso sin abrirlo: modelo y su procedencia, herramientas, pausas, reintentos."""
    modelos = [m for t in paso.tareas for m in t.modelos]
    for procedencia in dict.fromkeys(m.procedencia for m in modelos if not m.sin_respuesta):
        dicha = etiqueta(ctx, procedencia)
        texto = ctx._("modelo · %(procedencia)s", procedencia=dicha.texto)
        yield Ficha(texto=texto, tono=dicha.tono, procedencia=procedencia.value)
    if any(m.sin_respuesta for m in modelos):
        yield Ficha(texto=ctx._("modelo · sin respuesta"), tono="mal")
    nombres = Counter(h.nombre for t in paso.tareas for h in t.herramientas)
    for nombre, n in list(nombres.items())[:3]:
        yield Ficha(texto=f"{nombre} ×{n}" if n > 1 else nombre, tono="neutro")
    for pausa in (i for t in paso.tareas for i in t.interrupciones):
        decidido = decision(ctx, pausa)
        yield Ficha(texto=f"interrupt → {corto(decidido, 24)}" if decidido else "interrupt", tono="nota")
    intentos = max((len([i for i in t.intentos if i.fin is not Fin.INTERRUMPIDO]) for t in paso.tareas), default=0)
    if intentos > 1:
        yield Ficha(texto=ctx.ngettext("%(n)s intento", "%(n)s intentos", intentos), tono="aviso")
    if any(t.reutilizada for t in paso.tareas):
        yield Ficha(texto=ctx._("reutilizado"), tono="neutro")
    if any(t.fin is Fin.ERROR for t in paso.tareas):
        yield Ficha(texto=ctx._("error"), tono="mal")


def alarmas(ctx: Contexto, paso: Paso, declarados: Mapping[str, Artefacto]) -> tuple[Ficha, ...]:
    """Los juicios que salieron mal, dichos con sus palabras: en un artefacto o en el estado que este paso dejó."""
    malos = [
        f"{c.id} {c.veredicto}"
        for a in _artefactos(ctx, paso, declarados)
        for c in de_lista(a.contenido)
        if c.tono == "mal"
    ]
    malos += [m for cambio in paso.cambios or () for m in _malos(ctx, cambio)]
    return tuple(Ficha(texto=corto(m, 44), tono="mal") for m in list(dict.fromkeys(malos))[:_ALARMAS])


def _artefactos(ctx: Contexto, paso: Paso, declarados: Mapping[str, Artefacto]) -> Iterator[ArtefactoVisto]:
    for evento in (e for t in paso.tareas for e in t.eventos):
        declarado = declarados.get(evento.tipo or "")
        if declarado:
            yield artefacto(ctx, declarado, evento)


def _malos(ctx: Contexto, cambio: Cambio) -> Iterator[str]:
    """Las entradas de un diccionario de juicios que este paso puso o cambió y que no pasan."""
    if cambio.despues is None or cambio.despues.crudo[:1] != b"{":
        return
    antes, despues = leer(cambio.antes), leer(cambio.despues)
    previas: Mapping[str, Any] = antes if isinstance(antes, dict) else {}
    for clave, valor in despues.items() if isinstance(despues, dict) else ():
        if isinstance(valor, dict) and valor != previas.get(clave):
            dicho, tono = juicio(ctx, valor)
            if tono == "mal":
                yield f"{clave}: {dicho}"

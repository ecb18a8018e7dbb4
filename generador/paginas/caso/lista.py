"""La lista de pasos: una línea por paso que dice qué pasó sin abrirlo, y las marcas por las que se filtra."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generador.modelo.hallazgo import Conformidad
from generador.modelo.plan import Artefacto
from generador.modelo.traza import Fin, Paso, Tarea
from generador.paginas import rutas
from generador.paginas.base import Contexto
from generador.paginas.caso.artefactos import artefacto, de_lista, resumen_de_artefacto
from generador.paginas.caso.cronologia import Eje, barras
from generador.paginas.caso.forma import Cascada, Ficha, FilaDePaso, Filtro
from generador.paginas.caso.pausas import decision, pregunta
from generador.paginas.caso.valores import corto
from generador.paginas.estado import compacto, leer
from generador.paginas.mensajes import conversacion
from generador.paginas.terminos import etiqueta

SUERTES = ("desviacion", "herramientas", "modelo", "errores", "interrupciones")
_CLAVES = 5
_ALARMAS = 2


def fila_de_paso(
    ctx: Contexto,
    paso: Paso,
    conformidad: Conformidad | None,
    eje: Eje | None,
    declarados: Mapping[str, Artefacto],
) -> FilaDePaso:
    """Un paso en una línea. `declarados` son los artefactos del plan por tipo: dan el resumen y las alarmas."""
    marcas, vistos = marcas_de(paso, conformidad), list(_artefactos(ctx, paso, declarados))
    return FilaDePaso(
        n=paso.n,
        href=f"#{rutas.ancla_de_paso(paso.n)}",
        nombre=nombre_de_paso(paso),
        resumen=resumen_de_paso(ctx, paso) or next((r for r, _ in vistos), "") or _de_cambios(ctx, paso),
        duracion=_duracion(ctx, paso),
        nivel=min(paso.profundidad, 4),
        fichas=(*_fichas(ctx, paso), *(f for _, fichas in vistos for f in fichas)),
        marcas=" ".join(marcas),
        cascada=_cascada(paso, eje),
        desviada="desviacion" in marcas,
    )


def nombre_de_paso(paso: Paso) -> str:
    """Los nodos del paso: `a`, `a + b`, `buscar ×3`."""
    veces = Counter(t.nodo for t in paso.tareas)
    return " + ".join(f"{nombre_corto(nodo)} ×{n}" if n > 1 else nombre_corto(nodo) for nodo, n in veces.items())


def nombre_corto(nodo: str) -> str:
    """El último tramo de un id jerárquico. El entero está en el enlace a su página."""
    return nodo.rpartition(":")[2] or nodo


def marcas_de(paso: Paso, conformidad: Conformidad | None) -> tuple[str, ...]:
    """Por qué filtros pasa un paso."""
    tareas = paso.tareas
    desviacion = conformidad.desviacion if conformidad else None
    hay = (
        desviacion is not None and desviacion.paso == paso.n,
        any(t.herramientas for t in tareas),
        any(t.modelos for t in tareas),
        any(map(tiene_error, tareas)),
        any(t.interrupciones for t in tareas),
    )
    return tuple(s for s, si in zip(SUERTES, hay, strict=True) if si)


def tiene_error(tarea: Tarea) -> bool:
    """Un error de verdad en la tarea, en un intento o en una llamada. Una pausa no lo es."""
    return (
        tarea.fin is Fin.ERROR
        or tarea.fallo is not None
        or any(i.fin is Fin.ERROR for i in tarea.intentos)
        or any(m.fallo for m in tarea.modelos)
        or any(h.fallo or h.fin is Fin.ERROR for h in tarea.herramientas)
        or any(r.fallo for r in tarea.recuperaciones)
    )


def filtros(ctx: Contexto, pasos: Sequence[Paso], conformidad: Conformidad | None) -> tuple[Filtro, ...]:
    """Los cinco filtros con su recuento sobre todo el caso, no solo sobre este tramo."""
    n = Counter(m for p in pasos for m in marcas_de(p, conformidad))
    textos = (ctx._("Desviaciones"), ctx._("Herramientas"), ctx._("Modelo"), ctx._("Errores"), ctx._("Interrupciones"))
    return tuple(Filtro(clave=c, texto=t, n=n[c]) for c, t in zip(SUERTES, textos, strict=True))


def resumen_de_paso(ctx: Contexto, paso: Paso) -> str:
    """Lo más notable que pasó, en una frase, o vacío si no hubo pausas, errores ni llamadas."""
    for tarea in paso.tareas:
        for pausa in tarea.interrupciones:
            return ctx._("pausa: %(pregunta)s", pregunta=corto(pregunta(pausa), 90))
    fallos = [t.fallo for t in paso.tareas if t.fallo]
    if fallos:
        return corto(f"{fallos[0].clase}: {fallos[0].mensaje}")
    for tarea in paso.tareas:
        dicho = _de_herramientas(tarea) or _de_modelos(tarea)
        if dicho:
            return dicho
    return ""


def _artefactos(
    ctx: Contexto, paso: Paso, declarados: Mapping[str, Artefacto]
) -> Iterator[tuple[str, tuple[Ficha, ...]]]:
    """De cada evento con vista en el plan, una frase y sus alarmas."""
    for evento in (e for t in paso.tareas for e in t.eventos):
        declarado = declarados.get(evento.tipo or "")
        if declarado:
            visto = artefacto(ctx, declarado, evento)
            alarmas = [corto(f"{c.id} {c.veredicto}", 40) for c in de_lista(visto.contenido) if c.tono == "mal"]
            yield resumen_de_artefacto(visto), tuple(Ficha(texto=a, tono="mal") for a in alarmas[:_ALARMAS])


def _de_herramientas(tarea: Tarea) -> str:
    usos = (
        f"{h.nombre}({corto(compacto(leer(h.argumentos)), 60) if h.argumentos else ''})" for h in tarea.herramientas
    )
    return corto(" · ".join(usos))


def _de_modelos(tarea: Tarea) -> str:
    for m in tarea.modelos:
        for turno in conversacion(leer(m.salida)):
            if turno.texto.strip():
                return corto(f"«{turno.texto.strip()}»")
            if turno.pedidos:
                return corto(" · ".join(p.nombre for p in turno.pedidos))
    return ""


def _de_cambios(ctx: Contexto, paso: Paso) -> str:
    if paso.cambios is None:
        return ""
    claves = [c.clave for c in paso.cambios]
    if not claves:
        return ctx._("sin cambios en el estado")
    visibles = ", ".join(claves[:_CLAVES])
    return ctx._(
        "cambia %(claves)s", claves=corto(visibles) + (f" +{len(claves) - _CLAVES}" if claves[_CLAVES:] else "")
    )


def _duracion(ctx: Contexto, paso: Paso) -> str:
    espera = sum(i.espera or 0.0 for t in paso.tareas for i in t.interrupciones)
    if espera:
        return ctx.idioma.duracion(espera)
    if paso.t0 is None or paso.t1 is None or paso.t1 < paso.t0:
        return ""
    return ctx.idioma.duracion(paso.t1 - paso.t0)


def _fichas(ctx: Contexto, paso: Paso) -> Iterable[Ficha]:
    for procedencia in dict.fromkeys(m.procedencia for t in paso.tareas for m in t.modelos):
        dicha = etiqueta(ctx, procedencia)
        texto = ctx._("modelo · %(procedencia)s", procedencia=dicha.texto)
        yield Ficha(texto=texto, tono=dicha.tono, procedencia=procedencia.value)
    nombres = Counter(h.nombre for t in paso.tareas for h in t.herramientas)
    for nombre, n in list(nombres.items())[:3]:
        yield Ficha(texto=f"{nombre} ×{n}" if n > 1 else nombre, tono="neutro")
    for pausa in (i for t in paso.tareas for i in t.interrupciones):
        decidido = decision(pausa)
        yield Ficha(texto=f"interrupt → {corto(decidido, 24)}" if decidido else "interrupt", tono="nota")
    intentos = max((len([i for i in t.intentos if i.fin is not Fin.INTERRUMPIDO]) for t in paso.tareas), default=0)
    if intentos > 1:
        yield Ficha(texto=ctx.ngettext("%(n)s intento", "%(n)s intentos", intentos), tono="aviso")
    if any(t.reutilizada for t in paso.tareas):
        yield Ficha(texto=ctx._("reutilizado"), tono="neutro")
    if any(t.fin is Fin.ERROR for t in paso.tareas):
        yield Ficha(texto=ctx._("error"), tono="mal")


def _cascada(paso: Paso, eje: Eje | None) -> Cascada | None:
    if eje is None:
        return None
    trazos, alto = barras(paso, eje)
    return Cascada(trazos=trazos, alto=alto) if trazos else None

"""La lista de pasos: una línea por paso que dice qué pasó sin abrirlo, y las marcas por las que se filtra."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from generador.modelo.hallazgo import Conformidad
from generador.modelo.plan import Artefacto
from generador.modelo.tiempos import Esperas, tiempo
from generador.modelo.traza import Fin, Paso, Tarea
from generador.paginas import rutas
from generador.paginas.base import Contexto
from generador.paginas.caso.cronologia import Eje, barras
from generador.paginas.caso.fijadas import Fijada, Fijadas, ficha
from generador.paginas.caso.forma import FilaDePaso, Filtro
from generador.paginas.caso.piezas import Cascada
from generador.paginas.caso.resumir import alarmas, fichas_de_paso, nombre_corto, resumen_de_paso
from generador.paginas.caso.valores import abreviado

SUERTES = ("desviacion", "herramientas", "modelo", "errores", "interrupciones")


def fila_de_paso(
    ctx: Contexto,
    paso: Paso,
    conformidad: Conformidad | None,
    tiempos: tuple[Eje | None, Esperas],
    declarados: Mapping[str, Artefacto],
    rutas_cambiadas: Sequence[str],
    paradas: tuple[Fijada, ...] = (),
) -> FilaDePaso:
    """Un paso en una línea. `declarados` son los artefactos del plan por tipo; `rutas_cambiadas`, las del estado.

    `paradas` son las pausas fijadas al compilar que le tocan.
    """
    eje, huecos = tiempos
    return replace(
        fila_llana(ctx, paso, conformidad, declarados, rutas_cambiadas, paradas),
        duracion=_duracion(ctx, paso, huecos),
        fichas=(*fichas_de_paso(ctx, paso), *(ficha(ctx, f) for f in paradas), *alarmas(ctx, paso, declarados)),
        cascada=_cascada(paso, eje),
    )


def fila_llana(
    ctx: Contexto,
    paso: Paso,
    conformidad: Conformidad | None,
    declarados: Mapping[str, Artefacto],
    rutas_cambiadas: Sequence[str] = (),
    paradas: tuple[Fijada, ...] = (),
) -> FilaDePaso:
    """Un paso en llano: su nombre, qué pasó y por qué filtros pasa."""
    marcas = marcas_de(paso, conformidad, parado=bool(paradas))
    return FilaDePaso(
        n=paso.n,
        href=f"#{rutas.ancla_de_paso(paso.n)}",
        nombre=nombre_de_paso(paso),
        resumen=resumen_de_paso(ctx, paso, declarados, rutas_cambiadas),
        duracion="",
        nivel=min(paso.profundidad, 4),
        fichas=(),
        marcas=" ".join(marcas),
        cascada=None,
        desviada="desviacion" in marcas,
    )


def nombre_de_paso(paso: Paso) -> str:
    """Los nodos del paso: `a`, `a + b`, `buscar ×3`. Si son muchos, los primeros y `…`."""
    veces = Counter(t.nodo for t in paso.tareas)
    nombres = (f"{nombre_corto(nodo)} ×{n}" if n > 1 else nombre_corto(nodo) for nodo, n in veces.items())
    return abreviado(" + ".join(nombres))


def marcas_de(paso: Paso, conformidad: Conformidad | None, *, parado: bool = False) -> tuple[str, ...]:
    """Por qué filtros pasa un paso. `parado` es que en él hubo una pausa fijada al compilar."""
    tareas = paso.tareas
    desviacion = conformidad.desviacion if conformidad else None
    hay = (
        desviacion is not None and desviacion.paso == paso.n,
        any(t.herramientas for t in tareas),
        any(t.modelos for t in tareas),
        any(map(tiene_error, tareas)),
        parado or any(t.interrupciones for t in tareas),
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


def filtros(
    ctx: Contexto, pasos: Sequence[Paso], conformidad: Conformidad | None, paradas: Fijadas
) -> tuple[Filtro, ...]:
    """Los cinco filtros con su recuento sobre todo el caso, no solo sobre este tramo."""
    n = Counter(m for p in pasos for m in marcas_de(p, conformidad, parado=p.n in paradas))
    textos = (ctx._("Desviaciones"), ctx._("Herramientas"), ctx._("Modelo"), ctx._("Errores"), ctx._("Interrupciones"))
    return tuple(Filtro(clave=c, texto=t, n=n[c]) for c, t in zip(SUERTES, textos, strict=True))


def _duracion(ctx: Contexto, paso: Paso, huecos: Esperas) -> str:
    """Lo que tardó la máquina; en el paso que preguntó, lo que esperó por la respuesta."""
    espera = max((i.espera or 0.0 for t in paso.tareas for i in t.interrupciones), default=0.0)
    if espera:
        return ctx.idioma.duracion(espera)
    tardo = tiempo(paso.t0, paso.t1, huecos)
    return "" if tardo is None else ctx.idioma.duracion(tardo.maquina)


def _cascada(paso: Paso, eje: Eje | None) -> Cascada | None:
    if eje is None:
        return None
    trazos, alto = barras(paso, eje)
    return Cascada(trazos=trazos, alto=alto) if trazos else None

"""El sitio visto desde una parte: un `Contexto` en el que solo está lo que esa parte puede leer.

Es lo que hace correcto saltarse páginas: lo que no está en el recorte no puede haber cambiado la página, y lo que sí
está entra en su huella. Una prueba compara cada página recortada con la del sitio entero.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from functools import partial

from msgspec.structs import replace

from generador.incremental.huellas import huella
from generador.modelo.corrida import Corrida
from generador.modelo.demo import Demo, DemoComparada
from generador.modelo.hallazgo import Comparacion
from generador.modelo.mensaje import Mensaje
from generador.modelo.perezoso import Perezoso
from generador.modelo.traza import Traza
from generador.paginas import Derivado
from generador.paginas.base import Contexto
from generador.paginas.resumen import conformidades, resultados


def de_demos(ctx: Contexto) -> Contexto:
    """Todas las demos, sin lo que se dijo en sus trazas."""
    return replace(ctx, demos=tuple(map(sin_trazas, ctx.demos)), dichos={}, indice=None)


def de_demo(ctx: Contexto, d: DemoComparada) -> Contexto:
    """Solo esa demo, sin lo que se dijo en sus trazas: queda por dónde pasó cada una y el ejemplo de cada nodo."""
    demo = d.demo.plan.demo
    return replace(
        ctx,
        demos=(sin_trazas(d),),
        recuentos={demo: ctx.recuentos[demo]},
        nodos={demo: ctx.nodos[demo]},
        tramos={k: v for k, v in ctx.tramos.items() if k[0] == demo},
        dibujos={k: v for k, v in ctx.dibujos.items() if k[0] == demo},
        dichos={},
        indice=None,
        visitas={k: v for k, v in ctx.visitas.items() if k == demo},
        muestras={k: v for k, v in ctx.muestras.items() if k == demo},
    )


def de_casos(ctx: Contexto, d: DemoComparada, casos: Collection[str]) -> Contexto:
    """Solo esos casos de esa demo: ni lo que se hizo en los demás ni cuántas veces se pasó por cada nodo."""
    recortado, demo = de_demo(ctx, d), d.demo.plan.demo
    comparaciones = {v: _comparacion(c, casos) for v, c in d.comparaciones.items()}
    return replace(
        recortado,
        demos=(DemoComparada(demo=_demo(d.demo, casos), comparaciones=comparaciones),),
        recuentos={demo: {c: r for c, r in ctx.recuentos[demo].items() if c in casos}},
        tramos={k: v for k, v in recortado.tramos.items() if k[1] in casos},
        secciones=tuple(replace(s, hay=_hay) for s in ctx.secciones if s.hay(d)),
        visitas={},
        muestras={},
    )


def sin_trazas(d: DemoComparada) -> DemoComparada:
    """La demo, de la que ya no se puede leer ninguna traza ni saber si una es otra."""
    return replace(d, demo=replace(d.demo, corridas=tuple(map(_sin_trazas, d.demo.corridas))))


def _sin_trazas(corrida: Corrida) -> Corrida:
    grabados = tuple(replace(c, sha256="") for c in corrida.manifiesto.casos)
    return replace(
        corrida,
        manifiesto=replace(corrida.manifiesto, casos=grabados),
        trazas=Perezoso(dict.fromkeys(corrida.trazas, _prohibida)),
        apuntes=Perezoso({c: partial(corrida.apunte, c) for c in corrida.trazas}),
    )


def _prohibida() -> Traza:
    raise RuntimeError("la huella de este recorte no lleva las trazas: una página suya no puede leerlas")


def huella_comun(ctx: Contexto, d: DemoComparada) -> str:
    """La huella de lo que comparten los recortes de todos los casos de una demo."""
    r = de_casos(ctx, d, ())
    nodos = {k: sorted(v) for k, v in r.nodos.items()}
    secciones = [(s.titulo, s.ruta(d.demo.plan.demo)) for s in r.secciones]
    return huella(r.demos, nodos, r.dibujos, secciones)


def huellas_propias(ctx: Contexto, d: DemoComparada) -> dict[str, str]:
    """Caso → la huella de lo que su recorte tiene de más. La traza entra por su SHA-256, que está en el manifiesto."""
    demo, conformes, esperados = d.demo.plan.demo, conformidades(d), resultados(d)
    grabados = {c.caso: c for c in d.demo.corrida.manifiesto.casos} if d.demo.corrida else {}
    return {
        c.id: huella(
            c,
            grabados.get(c.id),
            conformes.get(c.id),
            esperados.get(c.id),
            ctx.recuentos[demo].get(c.id),
            ctx.tramos.get((demo, c.id)),
        )
        for c in d.demo.plan.casos
    }


def huella_de_demo(demo: Demo) -> str:
    """La huella de una demo leída. Las trazas entran por su SHA-256."""
    grabados = [sorted(c.trazas) for c in demo.corridas]
    return huella(replace(demo, corridas=tuple(replace(c, trazas={}, apuntes={}) for c in demo.corridas)), grabados)


def huella_sin_trazas(d: DemoComparada, derivado: Derivado) -> str:
    """La huella del recorte de una demo: de las trazas solo entran sus apuntes y lo que se dedujo de ellas."""
    corrida = d.demo.corrida
    apuntes = {c: corrida.apunte(c) for c in corrida.trazas} if corrida else {}
    nodos, sin = sorted(derivado.nodos), sin_trazas(d)
    leida = huella_de_demo(sin.demo)
    return huella(leida, sin.comparaciones, sin.historial, apuntes, replace(derivado, nodos=frozenset()), nodos)


def huella_de_corrida(demo: Demo, corrida: Corrida) -> str:
    """La huella de lo que decide el resumen de una corrida: lo grabado y con qué se juzga."""
    plan = demo.plan
    casos = [(c.id, c.variante, c.espera) for c in plan.casos]
    variantes = [(v.id, v.renombrados) for v in plan.variantes]
    juez = (casos, variantes, plan.prometidos, plan.sprint, demo.contratos, demo.spikes)
    return huella(juez, replace(corrida, trazas={}, apuntes={}), sorted(corrida.trazas))


def _hay(_: DemoComparada) -> bool:
    return True


def _demo(demo: Demo, casos: Collection[str]) -> Demo:
    plan = dataclasses.replace(demo.plan, casos=tuple(c for c in demo.plan.casos if c.id in casos))
    ultima = tuple(_corrida(c, casos) for c in demo.corridas[-1:])
    return replace(demo, plan=plan, contratos={}, spikes={}, documentos={}, corridas=ultima)


def _corrida(corrida: Corrida, casos: Collection[str]) -> Corrida:
    grabados = tuple(c for c in corrida.manifiesto.casos if c.caso in casos)
    return replace(
        corrida,
        manifiesto=replace(corrida.manifiesto, casos=grabados),
        trazas={c.caso: corrida.trazas[c.caso] for c in grabados if c.caso in corrida.trazas},
        rutas={c: r for c, r in corrida.rutas.items() if c in casos},
        apuntes={},
    )


def _comparacion(c: Comparacion, casos: Collection[str]) -> Comparacion:
    return replace(
        c,
        nodos=tuple(replace(j, motivo=Mensaje(""), visitas=0, pruebas=()) for j in c.nodos),
        aristas=(),
        conformidades=tuple(f for f in c.conformidades if f.caso in casos),
        resultados=tuple(r for r in c.resultados if r[0] in casos),
        hallazgos=(),
        cobertura=None,
        sin_pruebas=(),
    )

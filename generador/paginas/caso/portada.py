"""El paso 0 de un caso: qué entró, qué salió, qué se esperaba y si la traza cabe en el grafo.

Es lo primero que se lee y lo único que muchos leerán: por eso está antes del paso 1 y no al final.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from generador.modelo.hallazgo import Cumple, Resultado
from generador.modelo.nombres import nombre_de_fichero
from generador.modelo.plan import Caso
from generador.modelo.traza import Carga, Ejecucion, Fin, Grado, Traza
from generador.paginas import rutas
from generador.paginas.base import Contexto, enlace
from generador.paginas.caso import llamadas
from generador.paginas.caso.artefactos import artefactos
from generador.paginas.caso.conversar import burbuja
from generador.paginas.caso.detalle import Lectura, aviso_de_desviacion
from generador.paginas.caso.dicho import texto_dicho
from generador.paginas.caso.forma import EjecucionVista, PortadaDeCaso
from generador.paginas.caso.forma_de_paso import Burbuja, Comprobacion
from generador.paginas.caso.piezas import Json
from generador.paginas.caso.valores import LISTA, abreviado, claves_de_estado, codificar, json_visible, valor_visible
from generador.paginas.etiquetas import desnudo
from generador.paginas.grabado import leer
from generador.paginas.mensajes import Parte, Turno, conversacion, son_mensajes, turno
from generador.paginas.terminos import etiqueta

_SALIDAS = (
    "respuesta",
    "respuesta_final",
    "texto_final",
    "salida",
    "answer",
    "response",
    "output",
    "final",
    "resultado",
)
_OBTENIDO = 60
_QUEDO = 4_000
_SIN_SALIR = (Fin.INTERRUMPIDO, Fin.ERROR)
_ICONOS = {Cumple.SI: "si", Cumple.NO: "no", Cumple.NO_SE_SABE: "duda"}


def portada_de_caso(
    ctx: Contexto, lectura: Lectura, caso: Caso, comprobaciones: tuple[Comprobacion, ...]
) -> PortadaDeCaso:
    """El paso 0, con la entrada grabada (o la del plan, si la traza no la trae)."""
    traza = lectura.traza
    grabada = next((leer(e.entrada) for e in traza.ejecuciones if e.entrada is not None), caso.entrada)
    salida = _salida(ctx, traza)
    quedo = None if salida or traza.fin in _SIN_SALIR else _lo_que_quedo(ctx, traza)
    return PortadaDeCaso(
        ancla=rutas.ancla_de_paso(0),
        entrada=_hablado(ctx, grabada),
        entrada_json=valor_visible(ctx, grabada),
        dado=tuple(_dado(ctx, traza, caso)),
        salida=salida,
        quedo=quedo,
        sin_salida=_sin_salida(ctx, traza, quedo),
        inicial=claves_de_estado(ctx, list(traza.inicial.items())),
        final=claves_de_estado(ctx, list(traza.final.items())),
        comprobaciones=comprobaciones,
        sin_expectativas="" if comprobaciones else ctx._("El plan no espera nada concreto de este caso."),
        desviacion=aviso_de_desviacion(ctx, lectura),
        conformidad=_conformidad(ctx, lectura),
        dudas=lectura.conformidad.dudas if lectura.conformidad else (),
        ejecuciones=tuple(
            _ejecucion(ctx, e, otra) for e, otra in zip_longest(traza.ejecuciones, traza.ejecuciones[1:])
        ),
        llamadas=llamadas.sueltas(ctx, traza.sueltas),
        artefactos=artefactos(ctx, lectura.plan.artefactos, traza.eventos),
        notas=tuple(_notas(ctx, traza)),
    )


def _dado(ctx: Contexto, traza: Traza, caso: Caso) -> Iterator[tuple[str, Json]]:
    """Con qué se ejecutó además de la entrada: lo grabado, o lo del plan si la traza no lo trae."""
    contexto = next((e.contexto for e in traza.ejecuciones if e.contexto), None)
    configurable = next((e.configurable for e in traza.ejecuciones if e.configurable), None)
    partes = (
        (ctx._("Contexto de la ejecución (context)"), contexto, caso.contexto),
        (ctx._("Configuración de la ejecución (configurable)"), configurable, caso.configurable),
    )
    for nombre, grabado, del_plan in partes:
        if grabado or del_plan:
            yield nombre, json_visible(ctx, grabado) if grabado else valor_visible(ctx, del_plan)


def comprobaciones_de(
    ctx: Contexto, demo: str, caso: str, ruta: str, resultados: Sequence[Resultado]
) -> tuple[tuple[int | None, Comprobacion], ...]:
    """Cada expectativa del plan con su resultado, y el paso que la prueba."""
    veces: Counter[str] = Counter()
    salida = []
    for r in resultados:
        veces[r.campo] += 1
        ancla = nombre_de_fichero(r.campo if veces[r.campo] == 1 else f"{r.campo}-{veces[r.campo]}")
        salida.append((r.paso, _comprobacion(ctx, (demo, caso, ruta, ancla), r)))
    return tuple(salida)


def _comprobacion(ctx: Contexto, donde: tuple[str, str, str, str], r: Resultado) -> Comprobacion:
    demo, caso, ruta, ancla = donde
    prueba = None
    if r.paso is not None:
        texto = ctx._("paso %(n)s", n=ctx.idioma.numero(r.paso))
        prueba = enlace(ruta, ctx.ruta_de_paso(demo, caso, r.paso), texto)
    esperado, obtenido = (_acaba(ctx, r.campo, ctx.mensaje(m)) for m in (r.esperado, r.obtenido))
    return Comprobacion(
        ancla=ancla,
        cumple=etiqueta(ctx, r.cumple),
        icono=_ICONOS[r.cumple],
        esperado=esperado,
        obtenido=abreviado(_obtenido(r, esperado, obtenido), LISTA),
        prueba=prueba,
    )


def _acaba(ctx: Contexto, campo: str, texto: str) -> str:
    """Cómo acaba un caso, dicho: en el plan es una palabra suelta de la traza. Lo demás ya se entiende."""
    if campo != "estado_de_la_traza":
        return texto
    dichos = {
        Fin.BIEN: ctx._("el caso acaba bien"),
        Fin.ERROR: ctx._("el caso acaba con error"),
        Fin.INTERRUMPIDO: ctx._("el caso queda en pausa"),
    }
    return {fin.value: dicho for fin, dicho in dichos.items()}.get(texto, texto)


def _obtenido(r: Resultado, esperado: str, texto: str) -> str:
    """Lo obtenido, salvo que se cumpla y no añada nada a lo que ya dice lo esperado: lo mismo, o la misma cuenta."""
    if r.cumple is not Cumple.SI:
        return texto
    cuenta = esperado.rpartition(": ")[2]
    misma = cuenta.isdecimal() and texto.split()[:1] == [cuenta]
    return "" if r.campo == "sin_interrupcion" or misma or texto in esperado or len(texto) > _OBTENIDO else texto


def _hablado(ctx: Contexto, valor: Any) -> tuple[Burbuja, ...]:
    """Lo que se dijo, como conversación: los mensajes, o el texto que hace de mensaje."""
    valor = desnudo(valor)
    if isinstance(valor, dict) and son_mensajes(valor.get("messages")):
        return tuple(burbuja(ctx, t) for t in conversacion(valor["messages"])[-4:])
    texto = texto_dicho(valor)
    return () if texto is None else (burbuja(ctx, _turno("persona", texto), quien=ctx._("Entrada")),)


def _turno(papel: str, texto: str) -> Turno:
    return Turno(papel=papel, partes=(Parte(clase="texto", texto=texto),))


def _salida(ctx: Contexto, traza: Traza) -> tuple[Burbuja, ...]:
    """La respuesta final: el campo del estado que hace de respuesta o, si no, el último mensaje del modelo."""
    for clave in _SALIDAS:
        dicho = turno({"role": "assistant", "content": leer(traza.final.get(clave))})
        if dicho.texto.strip() and all(p.clase == "texto" for p in dicho.partes):
            return (burbuja(ctx, dicho, quien=ctx._("Respuesta")),)
    for carga in traza.final.values():
        valor = leer(carga) if _puede_ser_lista(carga) else None
        if son_mensajes(valor):
            ultimos = [t for t in conversacion(valor) if t.papel == "modelo" and t.texto.strip()]
            return tuple(burbuja(ctx, t) for t in ultimos[-1:])
    return ()


def _lo_que_quedo(ctx: Contexto, traza: Traza) -> Json | None:
    """Las claves del estado final que no estaban así al empezar, como un objeto; `None` si no cambió ninguna."""
    claves = [k for k, c in traza.final.items() if k not in traza.inicial or traza.inicial[k].crudo != c.crudo]
    pares = b",".join(codificar(k) + b":" + traza.final[k].crudo for k in claves)
    return json_visible(ctx, Carga(b"{" + pares + b"}"), _QUEDO) if claves else None


def _sin_salida(ctx: Contexto, traza: Traza, quedo: Json | None) -> str:
    if traza.fin is Fin.INTERRUMPIDO:
        return ctx._("Nada todavía: el caso está en pausa.")
    if traza.fin is Fin.ERROR:
        return ctx._("Nada: el caso acabó en error.")
    if quedo:
        return ctx._("Ningún campo del estado se reconoce como respuesta. Esto es lo que quedó escrito en él:")
    return ctx._("Ningún campo del estado se reconoce como respuesta, y nada cambió en él.")


def _puede_ser_lista(carga: Carga) -> bool:
    return carga.crudo[:1] == b"["


def _conformidad(ctx: Contexto, lectura: Lectura) -> str:
    if lectura.conformidad is None:
        return ctx._("No hay con qué comparar: la corrida no trae el grafo de esta variante.")
    if lectura.conformidad.vacia:
        return ctx._("No hay con qué comparar: la traza no tiene ningún paso.")
    if lectura.conformidad.conforme:
        return ctx._("La traza recorre el grafo paso a paso sin salirse.")
    return ctx._("La traza se sale del grafo; esta es la primera vez.")


def _ejecucion(ctx: Contexto, e: Ejecucion, siguiente: Ejecucion | None) -> EjecucionVista:
    clases = {
        "input": ctx._("entrada nueva"),
        "resume": ctx._("reanudación"),
        "continue": ctx._("continuación"),
        "desconocida": ctx._("desconocida"),
    }
    fin = etiqueta(ctx, e.fin)
    if e.fin is Fin.INTERRUMPIDO and siguiente and siguiente.clase != "input":
        fin = replace(fin, texto=ctx._("en pausa"))
    return EjecucionVista(
        n=ctx.idioma.numero(e.indice + 1),
        clase=clases.get(e.clase, e.clase),
        quien=e.quien or "—",
        hilo=e.hilo or "",
        fin=fin,
        duracion=llamadas.duracion(ctx, e.t0, e.t1) or "—",
        fallo=llamadas.error_visto(ctx, e.fallo) if e.fallo else None,
    )


def _notas(ctx: Contexto, traza: Traza) -> Iterator[str]:
    """Lo que a la traza le falta. Nada de lo que no se sabe se calla."""
    if traza.fin is Fin.SIN_CERRAR:
        yield ctx._("La traza acaba sin decir cómo terminó: el proceso murió o no se exportó el final.")
    nombres = {
        "estado": ctx._("el estado"),
        "actualizaciones": ctx._("lo que escribió cada tarea"),
        "rutas": ctx._("las decisiones de ruta"),
        "tiempos": ctx._("los tiempos"),
        "intentos": ctx._("los intentos"),
        "llamadas": ctx._("las llamadas"),
    }
    for campo, nombre in nombres.items():
        grado = getattr(traza.completitud, campo)
        if grado is Grado.NADA:
            yield ctx._("La traza no trae %(que)s.", que=nombre)
        elif grado is Grado.PARCIAL:
            yield ctx._("La traza solo trae en parte %(que)s.", que=nombre)
    if traza.saltadas:
        lineas = ", ".join(map(str, traza.saltadas[:8])) + ("…" if traza.saltadas[8:] else "")
        yield ctx.ngettext(
            "%(n)s línea de la traza no se pudo leer (%(lineas)s).",
            "%(n)s líneas de la traza no se pudieron leer (%(lineas)s).",
            len(traza.saltadas),
            lineas=lineas,
        )
    if traza.redacciones:
        yield ctx.ngettext(
            "Al grabar se tachó %(n)s dato sensible.", "Al grabar se tacharon %(n)s datos sensibles.", traza.redacciones
        )
    yield from map(ctx.mensaje, traza.avisos)

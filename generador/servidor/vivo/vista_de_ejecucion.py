"""Una ejecución, como se ve: en qué está, qué pregunta, qué se decidió y qué ha hecho."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import PurePath

from generador.modelo.mensaje import Mensaje
from generador.paginas.base import Contexto
from generador.paginas.terminos import Etiqueta
from generador.servidor.vivo import paneles, rutas
from generador.servidor.vivo.ejecuciones import ABANDONADA, SIN_TIEMPO, Decision, Ejecucion, Foto, Momento
from generador.servidor.vivo.marco import Ambiente, marcar
from generador.servidor.vivo.modelos import (
    BotonVisto,
    DecisionVista,
    Fila,
    FormularioVisto,
    PaginaDeEjecucion,
    PanelVisto,
    Reciente,
    Sucedido,
)
from generador.servidor.vivo.paneles import Pregunta
from generador.servidor.vivo.paneles.base import Boton
from generador.servidor.vivo.paneles.generico import JSON, TEXTO
from generador.servidor.vivo.pasos import PasoVisto, Visto
from generador.servidor.vivo.vista import campos_vistos

_AGOTADO = "GuionAgotado"


def ejecucion(
    a: Ambiente,
    e: Ejecucion,
    visto: Visto,
    *,
    ficha: str,
    quien: str = "",
    escrito: Mapping[str, str] | None = None,
    error: Mensaje | None = None,
) -> PaginaDeEjecucion:
    """La página de una ejecución: `escrito` y `error` son los de una decisión que no valió."""
    ctx, foto = a.ctx, e.foto
    espera = foto.momento is Momento.ESPERANDO
    en_curso = espera or foto.momento is Momento.CORRIENDO
    en_el_panel = espera and bool(visto.preguntas)
    suya = en_el_panel and (escrito or {}).get("interrupcion") in {p.id for p in visto.preguntas}
    de = {h: rutas.ejecucion(a.codigo, e.id, h) for h in ("decidir", "guardar", "abandonar", "traza.jsonl")}
    titulo = ctx.texto(e.caso.titulo)
    return PaginaDeEjecucion(
        marco=marcar(a, "ejecucion", titulo, e.caso, ruta=rutas.ejecucion(a.codigo, e.id), recuento=visto.recuento),
        caso=e.caso.id,
        variante=ctx.texto(a.plan.variante(e.caso.variante).titulo),
        estado=estado(ctx, foto),
        explicacion=_explicacion(a, foto, visto),
        sigue=foto.momento is Momento.CORRIENDO,
        espera=espera,
        filas=filas(a, visto.pasos),
        paneles=_paneles(ctx, visto, escrito or {}, error) if en_el_panel else (),
        pregunta=foto.pregunta,
        delante=_delante(a, e.segundos()),
        quien=quien,
        decisiones=tuple(_decision(ctx, d) for d in foto.decisiones),
        entrada=json.dumps(e.caso.entrada, ensure_ascii=False, indent=1),
        propia=e.propia,
        final=visto.final if foto.momento is Momento.ACABADA else "",
        duracion=foto.duracion,
        guardable=foto.momento is Momento.ACABADA and not e.propia,
        abandonable=en_curso,
        no_es_del_plan=e.propia and not en_curso,
        guardada=_guardada(a, foto),
        demo=a.plan.demo,
        error=ctx.mensaje(error) if error and not suya else "",
        ficha=ficha,
        acciones=de,
    )


def _guardada(a: Ambiente, foto: Foto) -> str:
    """Dónde quedó la corrida y qué hacer con ella; vacío si no se ha guardado."""
    if not foto.guardada:
        return ""
    return a.ctx._(
        "Guardada en %(carpeta)s. Ahora: %(comparar)s y %(construir)s.",
        carpeta="/".join(PurePath(foto.guardada).parts[-3:]),
        comparar=a.comparar,
        construir=a.construir,
    )


def reciente(a: Ambiente, e: Ejecucion) -> Reciente:
    """Una ejecución, para volver a ella."""
    titulo = a.ctx.texto(e.caso.titulo)
    return Reciente(titulo=titulo, href=rutas.ejecucion(a.codigo, e.id), estado=estado(a.ctx, e.foto))


def filas(a: Ambiente, pasos: Iterable[PasoVisto]) -> tuple[Fila, ...]:
    """Los pasos, con sus textos."""
    ctx = a.ctx
    return tuple(
        Fila(
            paso=p,
            estado=_fin_de_tarea(ctx, p.fin),
            sucesos=tuple(Sucedido(titulo=ctx.texto(s.titulo), hechos=s.hechos) for s in p.sucesos),
            modelos=ctx.ngettext("%(n)s respuesta de modelo", "%(n)s respuestas de modelo", p.modelos)
            if p.modelos
            else "",
        )
        for p in pasos
    )


def _decision(ctx: Contexto, d: Decision) -> DecisionVista:
    return DecisionVista(quien=d.quien, que=ctx.mensaje(d.que), segundos=d.segundos)


def _paneles(ctx: Contexto, visto: Visto, escrito: Mapping[str, str], error: Mensaje | None) -> tuple[PanelVisto, ...]:
    return tuple(
        _panel(ctx, n, p, visto, *((escrito, error) if escrito.get("interrupcion") == p.id else ({}, None)))
        for n, p in enumerate(visto.preguntas)
    )


def _panel(
    ctx: Contexto, n: int, pregunta: Pregunta, visto: Visto, escrito: Mapping[str, str], error: Mensaje | None
) -> PanelVisto:
    panel = paneles.de(pregunta).panel(pregunta, escrito, error)
    detalle = paneles.sin_efecto(pregunta, visto.eventos)
    return PanelVisto(
        p=panel,
        id=f"pregunta-{n}",
        aviso=ctx._("La decisión anterior no tuvo efecto: %(detalle)s", detalle=detalle) if detalle else "",
        formularios=tuple(
            FormularioVisto(
                f=f,
                id=f"p{n}-f{f.numero}",
                campos=campos_vistos(ctx, f"p{n}-f{f.numero}", f.campos),
                botones=tuple(_boton(ctx, b) for b in f.botones),
                formas=((TEXTO, ctx._("texto"), f.como == TEXTO), (JSON, "JSON", f.como == JSON)),
                error=ctx.mensaje(f.error) if f.error else "",
            )
            for f in panel.formularios
        ),
    )


def _boton(ctx: Contexto, b: Boton) -> BotonVisto:
    texto = ctx.mensaje(b.texto) if isinstance(b.texto, Mensaje) else b.texto
    return BotonVisto(valor=b.valor, texto=texto, clase=b.clase, icono=b.clase if b.clase in ("si", "no") else "")


def estado(ctx: Contexto, foto: Foto) -> Etiqueta:
    """En qué está, en dos palabras."""
    texto, tono = {
        Momento.CORRIENDO: (ctx._("En marcha"), "acento"),
        Momento.ESPERANDO: (ctx._("Espera una decisión"), "aviso"),
        Momento.ACABADA: (ctx._("Ha acabado"), "bien"),
        Momento.ROTA: (ctx._("No se pudo ejecutar"), "mal"),
        Momento.CORTADA: (ctx._("Cortada"), "mal"),
    }[foto.momento]
    if foto.momento is Momento.ACABADA and foto.fin != "ok":
        texto, tono = ctx._("El agente falló"), "mal"
    if foto.fin == ABANDONADA:
        texto, tono = ctx._("Abandonada"), "neutro"
    return Etiqueta(valor=foto.momento.value, texto=texto, tono=tono)


def _explicacion(a: Ambiente, foto: Foto, visto: Visto) -> str:
    ctx = a.ctx
    if foto.momento is Momento.CORRIENDO:
        return ctx._("El agente está trabajando: cada paso sale abajo cuando acaba.")
    if foto.momento is Momento.ESPERANDO:
        return ctx._("El agente se ha parado y no sigue hasta que alguien decida.")
    if foto.momento is Momento.ROTA:
        return foto.motivo
    if foto.fin == SIN_TIEMPO:
        return ctx._(
            "El agente no acabó en %(n)s y se cortó. El límite es --limite-segundos.",
            n=a.idioma.duracion(a.segundos),
        )
    if foto.fin == "out_of_steps":
        return ctx._("El agente dio %(n)s pasos sin acabar. El límite es --limite-pasos.", n=a.pasos)
    if foto.fin == "ok":
        return ctx._("Trabajó %(n)s, sin contar esperas.", n=a.idioma.duracion(foto.duracion))
    if _AGOTADO in visto.fallo:
        return ctx._(
            "El guion de este caso no llega más allá: la decisión o la entrada lo llevaron por un camino que no tiene "
            "escrito. No es un fallo del agente."
        )
    return visto.fallo


def _delante(a: Ambiente, segundos: float) -> str:
    if segundos < 1:
        return a.ctx._("El tiempo corre desde ahora, y queda anotado con la decisión.")
    return a.ctx._(
        "A la vista desde hace %(tiempo)s; el tiempo queda anotado con la decisión.",
        tiempo=a.idioma.duracion(round(segundos)),
    )


def _fin_de_tarea(ctx: Contexto, fin: str) -> Etiqueta | None:
    dichos = {
        "error": (ctx._("error"), "mal"),
        "interrupted": (ctx._("pregunta"), "aviso"),
        "cancelled": (ctx._("cancelada"), "mal"),
    }
    return Etiqueta(valor=fin, texto=dichos[fin][0], tono=dichos[fin][1]) if fin in dichos else None

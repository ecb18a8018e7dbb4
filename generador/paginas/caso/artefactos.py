"""Los eventos del agente, con la vista que su plan declara para cada tipo.

Una vista espera una forma; si el evento no la tiene, se enseña como JSON legible en vez de una tabla vacía. Para
añadir una: su función aquí, su línea en `VISTAS` y `plantillas/partes/artefactos/<vista>.html`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from generador.modelo.plan import Artefacto
from generador.modelo.traza import Evento
from generador.paginas.base import Contexto
from generador.paginas.caso.forma_de_paso import ArtefactoVisto
from generador.paginas.caso.piezas import Dato, Json
from generador.paginas.caso.valores import corto, texto_visible, valor_visible
from generador.paginas.etiquetado import decir
from generador.paginas.etiquetas import desnudo, es_suelto
from generador.paginas.grabado import compacto, es_diccionario, leer

_FILAS = 60
_COLUMNAS = 8
_CAMPOS = 40
_TEXTO = 2_000
_BIEN = {"ok", "si", "sí", "yes", "true", "pasa", "pass", "passed", "cumple", "respalda", "entails", "aprobada",
         "clear", "verificada", "allow", "permitido", "approve", "approved", "aprobar"}  # fmt: skip
_MAL = {"falla", "fail", "failed", "no", "false", "error", "rechazada", "reject", "rejected", "block", "bloquea",
        "contradice", "contradicts", "no_cumple", "ausente", "deny", "denegado", "no_verificada"}  # fmt: skip
_VEREDICTOS = ("veredicto", "resultado", "verdict", "result", "status", "estado", "ok", "pasa", "verificada", "cumple")
_NOMBRES = ("nombre", "barrera", "regla", "control", "name", "id", "titulo", "title", "clave")
_CITAS = ("texto", "cita", "fragmento", "text", "quote", "page_content", "contenido", "pasaje")


class Ficha(Struct, frozen=True, kw_only=True):
    """Vista `ficha`: los campos de un objeto."""

    campos: tuple[Dato, ...]
    nota: str


class Tabla(Struct, frozen=True, kw_only=True):
    """Vista `tabla`: una lista de objetos parecidos. `campos` es lo suelto que la acompaña."""

    campos: tuple[Dato, ...]
    columnas: tuple[str, ...]
    filas: tuple[tuple[str, ...], ...]
    nota: str


class Cita(Struct, frozen=True, kw_only=True):
    """Un pasaje citado: de dónde es y qué dice. `tono` es `bien`, `mal` o vacío si nadie lo juzgó."""

    id: str
    texto: str
    datos: str
    veredicto: str
    tono: str

    @property
    def tono_visible(self) -> str:
        """El tono con que se pinta: `neutro`, si nadie lo juzgó."""
        return self.tono or "neutro"


class Citas(Struct, frozen=True, kw_only=True):
    """Vistas `citas` y `veredictos`: una serie de pasajes o de juicios."""

    campos: tuple[Dato, ...]
    citas: tuple[Cita, ...]
    nota: str


def artefactos(ctx: Contexto, declarados: Iterable[Artefacto], eventos: Iterable[Evento]) -> tuple[ArtefactoVisto, ...]:
    """Los eventos de una tarea, cada uno con su vista. Los que el plan no declara, como JSON."""
    por_tipo = {a.tipo: a for a in declarados}
    return tuple(artefacto(ctx, por_tipo.get(e.tipo or ""), e) for e in eventos)


def es_lista(contenido: Any) -> bool:
    """Si un artefacto ya visto trae una serie de cosas: suele ser lo que se quiere leer primero."""
    return isinstance(contenido, (Citas, Tabla))


def de_lista(contenido: Any) -> tuple[Cita, ...]:
    """Los pasajes o juicios de un artefacto ya visto; vacío si es de otra vista."""
    return contenido.citas if isinstance(contenido, Citas) else ()


def resumen_de_artefacto(visto: ArtefactoVisto) -> str:
    """Un artefacto en una línea: su título y lo primero que trae."""
    if isinstance(visto.contenido, Citas):
        trozos = [" ".join(x for x in (c.id, c.veredicto) if x) for c in visto.contenido.citas]
    elif isinstance(visto.contenido, Ficha):
        trozos = [d.valor for d in visto.contenido.campos]
    elif isinstance(visto.contenido, Tabla):
        trozos = [fila[0] for fila in visto.contenido.filas]
    else:
        trozos = [visto.contenido.texto]
    return corto(f"{visto.titulo}: {', '.join(trozos[:6])}")


def tono(valor: Any) -> str:
    """`bien`, `mal` o vacío, según diga un veredicto escrito con las palabras de siempre."""
    palabra = (valor if isinstance(valor, str) else compacto(valor)).strip().lower()
    return "bien" if palabra in _BIEN else "mal" if palabra in _MAL else ""


def artefacto(ctx: Contexto, declarado: Artefacto | None, evento: Evento) -> ArtefactoVisto:
    """Un evento con su vista; sin declarar, como JSON."""
    valor = desnudo(leer(evento.datos))
    datos = {k: v for k, v in valor.items() if k != "tipo"} if isinstance(valor, dict) else valor
    vista = declarado.vista if declarado and declarado.vista in VISTAS else "json"
    contenido = VISTAS[vista](ctx, datos)
    if contenido is None:
        vista, contenido = "json", VISTAS["json"](ctx, datos)
    titulo = ctx.texto(declarado.titulo) if declarado else evento.tipo or ctx._("Evento")
    return ArtefactoVisto(tipo=evento.tipo or "", titulo=titulo, vista=vista, contenido=contenido)


def _ficha(ctx: Contexto, datos: Any) -> Ficha | None:
    if not es_diccionario(datos) or not datos:
        return None
    vistos = list(datos.items())[:_CAMPOS]
    campos = tuple(Dato(nombre=k, valor=_celda(ctx, v), codigo=_es_codigo(v)) for k, v in vistos)
    return Ficha(campos=campos, nota=_sobran(ctx, len(datos) - _CAMPOS))


def _tabla(ctx: Contexto, datos: Any) -> Tabla | None:
    filas = _lista_de_objetos(datos)
    todas = tuple(dict.fromkeys(k for f in filas for k in f))
    if not todas:
        return None
    columnas = todas[:_COLUMNAS]
    return Tabla(
        campos=_sueltos(ctx, datos),
        columnas=columnas,
        filas=tuple(tuple(_celda(ctx, f[c]) if c in f else "" for c in columnas) for f in filas[:_FILAS]),
        nota=_sobran(ctx, max(0, len(filas) - _FILAS) + max(0, len(todas) - _COLUMNAS)),
    )


def _citas(ctx: Contexto, datos: Any) -> Citas | None:
    pasajes = _lista_de_objetos(datos) or [{"id": x} for x in _lista(datos) if isinstance(x, str)]
    if not pasajes and isinstance(datos, dict):
        return Citas(campos=(), citas=(_cita(ctx, datos),), nota="")
    if not pasajes:
        return None
    return Citas(
        campos=_sueltos(ctx, datos),
        citas=tuple(_cita(ctx, p) for p in pasajes[:_FILAS]),
        nota=_sobran(ctx, len(pasajes) - _FILAS),
    )


def _veredictos(ctx: Contexto, datos: Any) -> Citas | None:
    lista = _lista_de_objetos(datos)
    if not lista and isinstance(datos, dict):
        lista = [{"nombre": k, "resultado": v} for k, v in datos.items() if not isinstance(v, (dict, list))]
    if not lista:
        return None
    return Citas(campos=(), citas=tuple(_cita(ctx, p) for p in lista[:_FILAS]), nota=_sobran(ctx, len(lista) - _FILAS))


def _texto(ctx: Contexto, datos: Any) -> Ficha | None:
    campos = datos if isinstance(datos, dict) else {"": datos}
    textos = [(k, v) for k, v in campos.items() if isinstance(v, str)]
    if not textos:
        return None
    visibles = [(k, *texto_visible(ctx, v, _TEXTO)) for k, v in textos[:_CAMPOS]]
    nota = next((n for _, _, n in visibles if n), "") or _sobran(ctx, len(campos) - len(visibles))
    return Ficha(campos=tuple(Dato(nombre=k, valor=t) for k, t, _ in visibles), nota=nota)


def _json(ctx: Contexto, datos: Any) -> Json:
    return valor_visible(ctx, datos)


VISTAS: Mapping[str, Callable[[Contexto, Any], Any]] = {
    "ficha": _ficha,
    "tabla": _tabla,
    "citas": _citas,
    "veredictos": _veredictos,
    "texto": _texto,
    "json": _json,
}
"""Nombre de vista → función que la prepara; `None` es que el evento no tiene la forma que esa vista espera."""


def juicio(ctx: Contexto, objeto: Mapping[str, Any], salvo: tuple[str, ...] = ()) -> tuple[str, str]:
    """(lo que dice, su tono) del campo de un objeto que hace de veredicto; vacíos si no tiene ninguno."""
    clave = next((k for k in _VEREDICTOS if k in objeto and k not in salvo), "")
    if not clave:
        return "", ""
    valor = objeto[clave]
    return f"{clave}: {_celda(ctx, valor)}" if isinstance(valor, bool) else _celda(ctx, valor), tono(valor)


def _cita(ctx: Contexto, pasaje: Mapping[str, Any]) -> Cita:
    clave_texto = next((k for k in _CITAS if isinstance(pasaje.get(k), str)), "")
    clave_nombre = next((k for k in _NOMBRES if k in pasaje and k != clave_texto), "")
    clave_veredicto = next((k for k in _VEREDICTOS if k in pasaje and k not in (clave_texto, clave_nombre)), "")
    resto = [k for k in pasaje if k not in (clave_texto, clave_nombre, clave_veredicto)]
    dicho, su_tono = juicio(ctx, pasaje, (clave_texto, clave_nombre))
    return Cita(
        id=_celda(ctx, pasaje[clave_nombre]) if clave_nombre else "",
        texto=_celda(ctx, pasaje[clave_texto]) if clave_texto else "",
        datos=" · ".join(f"{k}: {_celda(ctx, pasaje[k])}" for k in resto[:_COLUMNAS]),
        veredicto=dicho,
        tono=su_tono,
    )


def _sueltos(ctx: Contexto, datos: Any) -> tuple[Dato, ...]:
    """Los campos sencillos que acompañan a una lista: el umbral, cuántos se usaron…"""
    campos = list(datos.items())[:_CAMPOS] if isinstance(datos, dict) else ()
    return tuple(
        Dato(nombre=k, valor=_celda(ctx, v)) for k, v in campos if es_suelto(v) or not isinstance(v, (dict, list))
    )


def _lista(datos: Any) -> list[Any]:
    if isinstance(datos, list):
        return [desnudo(x) for x in datos]
    candidatas = datos.values() if isinstance(datos, dict) else ()
    return next(([desnudo(x) for x in v] for v in candidatas if isinstance(v, list) and v), [])


def _lista_de_objetos(datos: Any) -> list[dict[str, Any]]:
    lista = _lista(datos)
    return lista if lista and all(map(es_diccionario, lista)) else []


def _celda(ctx: Contexto, valor: Any) -> str:
    if isinstance(valor, list) and valor and all(isinstance(x, str) for x in valor):
        valor = ", ".join(valor)
    texto = valor if isinstance(valor, str) else decir(ctx, valor)
    return texto if len(texto) <= _TEXTO else f"{texto[:_TEXTO]}… ({len(texto)})"


def _es_codigo(valor: Any) -> bool:
    return es_diccionario(valor) or (isinstance(valor, list) and not all(isinstance(x, str) for x in valor))


def _sobran(ctx: Contexto, n: int) -> str:
    if n <= 0:
        return ""
    return ctx.ngettext(
        "Falta %(n)s elemento por enseñar; la traza original los trae todos.",
        "Faltan %(n)s elementos por enseñar; la traza original los trae todos.",
        n,
    )

"""Lo que la grabadora escribe etiquetado, porque JSON no sabe decirlo, leído como lo que es.

`{"$t": "dt", "v": "2026-11-30"}` es una fecha y así se lee; su JSON sigue donde se ofrece lo grabado. Lo que no
tiene la forma de lo que escribe la grabadora se enseña tal cual, y lo que no lleva etiquetas no pasa por aquí.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time
from decimal import Decimal
from typing import Any
from uuid import UUID

from msgspec import Struct

from generador.modelo.nuestros import reconocer
from generador.modelo.traza import Carga
from generador.paginas.base import Contexto
from generador.paginas.etiquetas import bien_formado
from generador.paginas.grabado import es_diccionario, espaciado, leer
from generador.paginas.mensajes import ROTULOS, turno

_HONDURA = 40
_HIJAS = 300
_EN_LINEA = 88
_PALABRA = re.compile(r"(?!(?:true|false|null)$)[^\W\d][\w.@/-]{0,80}")
_ENTERO = re.compile(r"-?\d+")
_NO_FINITOS = {"nan": "NaN", "inf": "∞", "-inf": "-∞"}


class Pieza(Struct, frozen=True):
    """Un valor ya dicho. `llana` es todo él en una línea; con `hijas` (rótulo, pieza) se puede abrir en varias.

    `dicha` es que dentro hay alguna etiqueta reconocida.
    """

    llana: str
    dicha: bool = False
    abre: str = ""
    hijas: tuple[tuple[str, Pieza], ...] = ()
    cierra: str = ""


def legible(ctx: Contexto, carga: Carga) -> str:
    """La carga como se lee, en varias líneas si no cabe en una; vacío si en ella no hay ninguna etiqueta de verdad."""
    dicha = _pieza(ctx, leer(carga), _HONDURA)
    return "".join(_abierta(dicha, "")) if dicha.dicha else ""


def decir(ctx: Contexto, valor: Any) -> str:
    """El valor en una línea; si no lleva etiquetas, su JSON."""
    texto = espaciado(valor)
    return _pieza(ctx, valor, _HONDURA).llana if '"$t"' in texto or '"$more"' in texto else texto


def _abierta(p: Pieza, margen: str) -> str:
    if not p.hijas or len(margen) + len(p.llana) <= _EN_LINEA:
        return p.llana
    dentro = f"{margen}  "
    lineas = ",\n".join(f"{dentro}{rotulo}{_abierta(hija, dentro)}" for rotulo, hija in p.hijas)
    return f"{p.abre}\n{lineas}\n{margen}{p.cierra}"


def _juntas(abre: str, hijas: Sequence[tuple[str, Pieza]], cierra: str, *, dicha: bool = False) -> Pieza:
    llana = ", ".join(f"{rotulo}{hija.llana}" for rotulo, hija in hijas)
    dicha = dicha or any(hija.dicha for _, hija in hijas)
    return Pieza(f"{abre}{llana}{cierra}", dicha, abre, tuple(hijas), cierra)


def _pieza(ctx: Contexto, valor: Any, hondura: int) -> Pieza:
    if not isinstance(valor, list | dict) or hondura == 0:
        return Pieza(espaciado(valor))
    if isinstance(valor, list):
        return _juntas("[", _varias(ctx, [("", v) for v in valor], hondura), "]")
    if es_diccionario(valor):
        return _juntas("{", _campos(ctx, valor, hondura, lambda k: f"{espaciado(k)}: "), "}")
    if not bien_formado(valor):
        return Pieza(espaciado(valor))
    hecha = _DECIR[valor["$t"]](ctx, valor, hondura)
    return hecha if isinstance(hecha, Pieza) else Pieza(espaciado(valor) if hecha is None else hecha, hecha is not None)


def _varias(
    ctx: Contexto, pares: Sequence[tuple[str, Any]], hondura: int, *, palabras: bool = False
) -> list[tuple[str, Pieza]]:
    """Las primeras hijas, y cuántas no caben. `palabras` es que un texto de una palabra va sin comillas."""
    hijas = [
        (rotulo, Pieza(v) if palabras and _es_palabra(v) else _pieza(ctx, v, hondura - 1))
        for rotulo, v in pares[:_HIJAS]
    ]
    sobran = len(pares) - len(hijas)
    return [*hijas, ("", Pieza(_por_ensenar(ctx, sobran)))] if sobran > 0 else hijas


def _campos(
    ctx: Contexto, valor: Mapping[str, Any], hondura: int, rotulo: Callable[[str], str], *, palabras: bool = False
) -> list[tuple[str, Pieza]]:
    """Las claves de un objeto; `$more`, con que la grabadora dice cuántas dejó fuera, al final y con palabras."""
    fuera = valor.get("$more")
    cortado = type(fuera) is int and fuera > 0
    pares = [(rotulo(k), v) for k, v in valor.items() if not (cortado and k == "$more")]
    hijas = _varias(ctx, pares, hondura, palabras=palabras)
    return [*hijas, ("", Pieza(_cortado(ctx, fuera), dicha=True))] if cortado else hijas


def _es_palabra(valor: Any) -> bool:
    return isinstance(valor, str) and _PALABRA.fullmatch(valor) is not None


def _corta(clase: str) -> str:
    return clase.rpartition(".")[2]


def _por_ensenar(ctx: Contexto, n: int) -> str:
    return ctx.ngettext(
        "Falta %(n)s elemento por enseñar; la traza original los trae todos.",
        "Faltan %(n)s elementos por enseñar; la traza original los trae todos.",
        n,
    )


def _cortado(ctx: Contexto, n: Any) -> str:
    if n is None:
        return ctx._("aquí se cortó")
    return ctx.ngettext("aquí se cortó: falta %(n)s elemento", "aquí se cortó: faltan %(n)s elementos", n)


# --- cada etiqueta ---------------------------------------------------------------------------------------------
# De una que por dentro no es lo que dice ser se devuelve `None`.


def _fecha(ctx: Contexto, v: Any, _: int) -> str | None:
    for clase, dicha in ((datetime, ctx._("%(v)s (fecha)", v=v["v"])), (time, ctx._("%(v)s (hora)", v=v["v"]))):
        try:
            clase.fromisoformat(v["v"])
        except ValueError:
            continue
        return dicha
    return None


def _si_es(clase: Callable[[str], Any], texto: str, dicho: str) -> str | None:
    try:
        clase(texto)
    except (ValueError, ArithmeticError):
        return None
    return dicho


def _decimal(ctx: Contexto, v: Any, _: int) -> str | None:
    return _si_es(Decimal, v["v"], ctx._("%(v)s (decimal)", v=v["v"]))


def _uuid(_ctx: Contexto, v: Any, _: int) -> str | None:
    return _si_es(UUID, v["v"], f"{v['v']} (UUID)")


def _complejo(ctx: Contexto, v: Any, _: int) -> str | None:
    return _si_es(complex, v["v"], ctx._("%(v)s (número complejo)", v=v["v"]))


def _duracion(ctx: Contexto, v: Any, _: int) -> str:
    return ctx._("%(s)s s (duración)", s=espaciado(v["s"]))


def _ruta(ctx: Contexto, v: Any, hondura: int) -> str:
    return ctx._("%(v)s (ruta)", v=v["v"] if isinstance(v["v"], str) else _pieza(ctx, v["v"], hondura - 1).llana)


def _bytes(ctx: Contexto, v: Any, _: int) -> str:
    return ctx.ngettext("%(n)s byte", "%(n)s bytes", v["len"])


def _entero(ctx: Contexto, v: Any, _: int) -> str | None:
    if "bits" in v:
        return ctx._("un entero de %(n)s bits", n=ctx.idioma.numero(v["bits"]))
    return v["v"] if _ENTERO.fullmatch(v.get("v", "")) else None


def _no_finito(_ctx: Contexto, v: Any, _: int) -> str | None:
    return _NO_FINITOS.get(v["v"])


def _cortada(ctx: Contexto, v: Any, _: int) -> str:
    numero = ctx.idioma.numero
    dicho = ctx._("aquí se cortó: %(n)s de %(total)s caracteres", n=numero(len(v["head"])), total=numero(v["len"]))
    return f"{espaciado(v['head'])}… ({dicho})"


def _enum(ctx: Contexto, v: Any, hondura: int) -> str:
    valor = v["v"] if _es_palabra(v["v"]) else _pieza(ctx, v["v"], hondura - 1).llana
    return f"{_corta(v['cls'])}.{v['name']} ({valor})"


def _conjunto(ctx: Contexto, v: Any, hondura: int) -> Pieza | str:
    if not v["v"]:
        return ctx._("conjunto vacío")
    hijas = _varias(ctx, [("", x) for x in v["v"]], hondura, palabras=True)
    return _juntas(ctx._("conjunto") + " {", hijas, "}", dicha=True)


def _diccionario(ctx: Contexto, v: Any, hondura: int) -> Pieza | None:
    pares = v["v"]
    if not all(isinstance(p, list) and len(p) == 2 for p in pares):
        return None
    return _juntas(
        "{", _varias(ctx, [(f"{decir(ctx, k)}: ", x) for k, x in pares], hondura), "}", dicha=True
    )  # fmt: skip


def _objeto(ctx: Contexto, v: Any, hondura: int) -> Pieza:
    clase, dentro = _corta(v["cls"]), v["v"]
    if es_diccionario(dentro):
        campos = _campos(ctx, dentro, hondura, lambda k: f"{k}=", palabras=True)
        return _juntas(f"{clase}(", campos, ")", dicha=True)
    return _juntas(f"{clase}(", [("", _pieza(ctx, dentro, hondura - 1))], ")", dicha=True)


def _mensaje(ctx: Contexto, v: Any, _: int) -> str | None:
    dicho = turno(v)
    if dicho.papel == "otro":
        return None
    pedidos = (f"→ {p.nombre}({p.argumentos})" for p in dicho.pedidos)
    texto = f"«{dicho.texto}»" if dicho.texto else ""
    quien = ctx.mensaje(ROTULOS[dicho.papel]) + (f" · {dicho.nombre}" if dicho.nombre else "")
    return f"{quien}: {' '.join(x for x in (texto, *pedidos) if x)}"


def _envio(ctx: Contexto, v: Any, hondura: int) -> Pieza:
    return _juntas(
        "Send(", _varias(ctx, [("", v["node"]), ("", v["arg"])], hondura, palabras=True), ")", dicha=True
    )  # fmt: skip


def _mandato(ctx: Contexto, v: Any, hondura: int) -> Pieza:
    pares = [(f"{k}=", x) for k, x in v.items() if k != "$t"]
    return _juntas("Command(", _varias(ctx, pares, hondura, palabras=True), ")", dicha=True)


def _matriz(ctx: Contexto, v: Any, hondura: int) -> Pieza:
    forma = " × ".join(map(espaciado, v["shape"]))
    abre = ctx._("matriz de %(forma)s %(tipo)s", forma=forma, tipo=v["dtype"])
    hijas = _varias(ctx, [("", x) for x in v["v"]], hondura)
    if (faltan := math.prod(n for n in v["shape"] if type(n) is int) - len(v["v"])) > 0:
        hijas.append(("", Pieza(_cortado(ctx, faltan))))
    return _juntas(f"{abre} [", hijas, "]", dicha=True)


def _excepcion(ctx: Contexto, v: Any, hondura: int) -> str:
    dicho = v["msg"] if isinstance(v["msg"], str) else _pieza(ctx, v["msg"], hondura - 1).llana
    return f"{_corta(v['cls'])}: {dicho}"


def _sin_grabar(ctx: Contexto, v: Any, _: int) -> str:
    return ctx._("%(clase)s, que no se pudo grabar", clase=_corta(v["cls"]))


def _repr(ctx: Contexto, v: Any, _: int) -> str:
    """Lo que una traza importada no guarda se escribe así, con palabras nuestras."""
    return ctx.mensaje(reconocer(v["v"]))


def _mas(ctx: Contexto, v: Any, _: int) -> str:
    return _cortado(ctx, v.get("n"))


def _ciclo(ctx: Contexto, _v: Any, _: int) -> str:
    return ctx._("aquí se contiene a sí mismo")


def _hondo(ctx: Contexto, _v: Any, _: int) -> str:
    return ctx._("aquí se cortó: demasiado hondo")


_DECIR: Mapping[str, Callable[[Contexto, Any, int], Pieza | str | None]] = {
    "dt": _fecha,
    "timedelta": _duracion,
    "decimal": _decimal,
    "uuid": _uuid,
    "path": _ruta,
    "bytes": _bytes,
    "int": _entero,
    "float": _no_finito,
    "complex": _complejo,
    "str": _cortada,
    "enum": _enum,
    "set": _conjunto,
    "dict": _diccionario,
    "obj": _objeto,
    "send": _envio,
    "command": _mandato,
    "ndarray": _matriz,
    "exc": _excepcion,
    "repr": _repr,
    "unserializable": _sin_grabar,
    "msg": _mensaje,
    "more": _mas,
    "cycle": _ciclo,
    "depth": _hondo,
}

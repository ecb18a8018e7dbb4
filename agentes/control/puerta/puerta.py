"""Lo que la puerta comprueba, pieza a pieza. Código ordinario: ni un modelo ni una conversión.

Una pieza que no vale no arrastra a las demás; un paquete que no es un paquete se rechaza entero.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from agentes.control.bus.bus import Rechazo
from agentes.control.bus.catalogo import catalogo, reparos_de
from agentes.control.cantidades import decimal, decimal_espanol
from agentes.control.puerta.paquete import PARTES, Claim, Proposition
from agentes.control.verificador.predicados import PREDICADOS

_CIFRA = re.compile(r"\d+(?:[.,-]\d+)*", re.ASCII)
_MOTIVOS = {
    ("extra_forbidden", ""): "campo_no_admitido",
    ("none_required", "entailment"): "entailment_ajeno",
    ("none_required", "confidence"): "confianza_ajena",
    ("string_pattern_mismatch", "ledger_ids"): "id_no_es_del_registro",
    ("too_short", "ledger_ids"): "sin_id_de_registro",
    ("missing", "ledger_ids"): "sin_id_de_registro",
    ("too_short", "claim_ids"): "texto_sin_etiquetar",
    ("missing", "claim_ids"): "texto_sin_etiquetar",
}


@dataclass(frozen=True, slots=True)
class Paso:
    """Lo que pasa y lo que no. Las piezas que pasan son JSON, con `ledger_ids` derivados en cada afirmación."""

    claims: list[dict[str, Any]] = field(default_factory=list)
    open_questions: list[dict[str, Any]] = field(default_factory=list)
    narrative: list[dict[str, Any]] = field(default_factory=list)
    action_intents: list[dict[str, Any]] = field(default_factory=list)
    rechazos: tuple[Rechazo, ...] = ()

    @property
    def vacio(self) -> bool:
        """Si no pasa nada que el siguiente agente pueda usar."""
        return not (self.claims or self.open_questions or self.narrative or self.action_intents)


def examinar(emitido: Any, verificadas: Mapping[str, Mapping[str, Any]] | None = None) -> Paso:
    """Examina lo que emitió un agente. La prosa y las intenciones solo pueden apoyarse en `verificadas`."""
    if not isinstance(emitido, Mapping) or not emitido:
        return Paso(rechazos=(Rechazo("puerta", "texto_sin_etiquetar", "paquete", ("no hay ningún paquete tipado",)),))
    sobran = [Rechazo("puerta", "campo_no_admitido", str(c)) for c in emitido if c not in PARTES]
    ajenas = [Rechazo("puerta", "tipo_incorrecto", c) for c in PARTES if not isinstance(emitido.get(c, []), list)]
    if sobran or ajenas:
        return Paso(rechazos=(*sobran, *ajenas))
    rechazos: list[Rechazo] = []
    pasan: dict[str, list[dict[str, Any]]] = {c: [] for c in PARTES}
    for parte, n, pieza in ((c, n, p) for c in PARTES for n, p in enumerate(emitido.get(c, []), 1)):
        nombre = str(pieza.get("id") or f"{parte} {n}") if isinstance(pieza, Mapping) else f"{parte} {n}"
        suyos = _reparos(parte, nombre, pieza, verificadas or {}, {p.get("id") for p in pasan[parte]})
        rechazos += suyos
        if not suyos:
            pasan[parte].append(_derivada(parte, pieza))
    return Paso(**pasan, rechazos=tuple(rechazos))


def _derivada(parte: str, pieza: Mapping[str, Any]) -> dict[str, Any]:
    limpia = PARTES[parte].model_validate(pieza).model_dump()
    if parte != "claims":
        return limpia
    citados = [i for p in limpia["propositions"] for i in p["ledger_ids"]]
    return {**limpia, "ledger_ids": list(dict.fromkeys(citados))}


def _reparos(
    parte: str, nombre: str, pieza: Any, verificadas: Mapping[str, Mapping[str, Any]], vistos: Collection[Any]
) -> list[Rechazo]:
    try:
        modelo = PARTES[parte].model_validate(pieza)
    except ValidationError as fallo:
        return _de_forma(nombre, fallo)
    dato = modelo.model_dump()
    if dato.get("id") is not None and dato["id"] in vistos:
        return [Rechazo("puerta", "id_repetido", nombre)]
    match parte:
        case "claims":
            return _de_afirmacion(nombre, Claim.model_validate(pieza))
        case "narrative":
            return list(_de_prosa(nombre, dato, verificadas))
        case "action_intents":
            return list(_de_intencion(nombre, dato, verificadas))
    return []


def _de_forma(nombre: str, fallo: ValidationError) -> list[Rechazo]:
    """Un rechazo por pieza, con el motivo más concreto de los que haya y todos los lugares."""
    motivos, detalles = [], []
    for e in fallo.errors(include_url=False, include_input=False):
        campos = [str(x) for x in e["loc"] if not isinstance(x, int)]
        candidatos = [(e["type"], campo) for campo in reversed(campos)] + [(e["type"], "")]
        motivos += [_MOTIVOS[c] for c in candidatos if c in _MOTIVOS][:1]
        detalles.append(f"{'.'.join(map(str, e['loc']))}: {e['msg']}")
    return [Rechazo("puerta", motivos[0] if motivos else "tipo_incorrecto", nombre, tuple(detalles))]


def _de_afirmacion(nombre: str, c: Claim) -> list[Rechazo]:
    if c.type == "Conjecture":
        return []
    if not c.propositions:
        return [Rechazo("puerta", "afirmacion_vaga", nombre, ("no nombra sujeto, relación ni tiempo",))]
    rechazos = [r for p in c.propositions for r in _de_proposicion(nombre, c.type, p)]
    sueltas = _cifras(c.text) - _cifras(" ".join(_textos([p.args for p in c.propositions])))
    if sueltas and not rechazos:
        return [Rechazo("puerta", "texto_dice_de_mas", nombre, tuple(sorted(sueltas)))]
    return rechazos


def _de_proposicion(nombre: str, clase: str, p: Proposition) -> Iterator[Rechazo]:
    predicado = PREDICADOS.get(p.pred)
    if predicado is None:
        detalle = f"«{p.pred}» no está en el registro de predicados: no se puede comprobar"
        yield Rechazo("puerta", "afirmacion_vaga", nombre, (detalle,), tuple(PREDICADOS))
    elif reparos := reparos_de(dict(predicado.esquema), p.args):
        yield Rechazo("puerta", "argumentos_de_predicado", nombre, tuple(reparos))
    elif (p.pred == "quote@1") != (clase == "Quote"):
        yield Rechazo("puerta", "tipo_incorrecto", nombre, ("una cita literal es Quote, y solo ella",))


def _de_prosa(nombre: str, f: Mapping[str, Any], verificadas: Mapping[str, Mapping[str, Any]]) -> Iterator[Rechazo]:
    ajenas = [c for c in f["claim_ids"] if c not in verificadas]
    if ajenas:
        yield Rechazo("puerta", "texto_sin_etiquetar", nombre, tuple(f"«{c}» no está verificada" for c in ajenas))
        return
    dichas = " ".join(str(verificadas[c]["enunciado"]) for c in f["claim_ids"])
    if sueltas := _cifras(f["text"]) - _cifras(dichas):
        yield Rechazo("puerta", "texto_dice_de_mas", nombre, tuple(sorted(sueltas)))


def _de_intencion(nombre: str, i: Mapping[str, Any], verificadas: Mapping[str, Mapping[str, Any]]) -> Iterator[Rechazo]:
    """La llamada existe, encaja y dice las mismas cifras que aquello en lo que se apoya."""
    herramienta = catalogo().get(i["tool"])
    if herramienta is None or not herramienta.irreversible:
        yield Rechazo("puerta", "herramienta_inexistente", nombre, (i["tool"],))
    elif reparos := herramienta.reparos("entrada", i["args"]):
        yield Rechazo("puerta", "argumentos_invalidos", nombre, tuple(reparos))
    elif all(c in verificadas for c in i["depends_on"]):
        dichas = " ".join(str(verificadas[c]["enunciado"]) for c in i["depends_on"])
        if sueltas := _cifras(" ".join(_textos(i["args"]))) - _cifras(dichas):
            yield Rechazo("puerta", "intencion_dice_de_mas", nombre, tuple(sorted(sueltas)))


def _cifras(texto: str) -> set[str]:
    """Los números de un texto, comparables: `1.180,50` y `1180.50` son el mismo; `1.180`, ambiguo, no es 1180."""
    return {_comparable(c) for c in _CIFRA.findall(texto)}


def _comparable(cifra: str) -> str:
    numero = decimal_espanol(cifra) if "," in cifra else decimal(cifra)
    return cifra if numero is None else str(numero.normalize())


def _textos(valor: Any) -> Iterator[str]:
    if isinstance(valor, Mapping):
        for v in valor.values():
            yield from _textos(v)
    elif isinstance(valor, list):
        for v in valor:
            yield from _textos(v)
    else:
        yield str(valor)

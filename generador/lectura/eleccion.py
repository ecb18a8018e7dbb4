"""Qué corrida de una demo es la que alguien nombra: un id, `anterior` o `referencia`."""

from __future__ import annotations

from generador.errores import ErrorDeEntrada, problema
from generador.lectura.validar import enumerar, parecido
from generador.modelo.corrida import Corrida
from generador.modelo.demo import Demo
from generador.modelo.historial import Con


def elegir_corrida(demo: Demo, cual: str) -> Corrida:
    """La corrida que nombra `cual`. Un id manda sobre las dos palabras. Lanza `ErrorDeEntrada` si no la hay."""
    por_id = {c.manifiesto.corrida: c for c in demo.corridas}
    referencia = demo.plan.corrida_de_referencia
    if cual in por_id:
        return por_id[cual]
    if cual == Con.ANTERIOR and len(demo.corridas) > 1:
        return demo.corridas[-2]
    if cual == Con.REFERENCIA and referencia in por_id:
        return por_id[referencia]
    raise ErrorDeEntrada([problema(_donde(demo, cual), *_por_que(demo, cual, [*por_id]))])


def _donde(demo: Demo, cual: str) -> str:
    return f"{demo.ruta}/plan.yaml" if cual == Con.REFERENCIA else demo.ruta


def _por_que(demo: Demo, cual: str, ids: list[str]) -> tuple[str, str]:
    graba = f"graba otra con «vitrina grabar {demo.plan.demo}»"
    match cual:
        case Con.ANTERIOR:
            return "no hay una corrida anterior a la que se publica", graba
        case Con.REFERENCIA:
            return "el plan no fija una corrida de referencia", "escribe «corrida_de_referencia: <corrida>»"
        case _:
            hay = f"usa {enumerar(ids)}" if ids else graba
            return f"no hay ninguna corrida «{cual[:60]}»{parecido(cual, ids)}", hay

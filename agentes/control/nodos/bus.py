"""`bus`: comprueba cada llamada propuesta y hace las que valen; sus resultados van al registro, byte a byte."""

from __future__ import annotations

from typing import Any

from agentes.control.bus.bus import Rechazo, Resultado
from agentes.control.entorno import Plano
from agentes.control.estado import Estado
from agentes.control.eventos import emitir
from agentes.control.registro.cadena import Entrada, publicados

_AUSENCIAS = ("no_esta_en_el_archivo",)
"""Rechazos que no son culpa de la llamada: se cuentan y se sigue."""


def bus(estado: Estado, *, plano: Plano) -> Estado:
    """Amplía `registro` y `rechazos`; `ruta` es `registradas`, `llamada rechazada` o `sin vueltas`."""
    rechazos: list[dict[str, Any]] = []
    archivado = list(estado["registro"])
    for llamada in estado["propuestas"]:
        hecho = plano.bus.leer(llamada)
        if isinstance(hecho, Rechazo):
            rechazos.append({**hecho.como_dato(), "llamada": llamada})
            emitir("rechazo", **rechazos[-1])
        elif not any(r["herramienta"] == hecho.herramienta and r["argumentos"] == hecho.argumentos for r in archivado):
            archivado.append(_archivar(plano, estado["run_id"], hecho))
    graves = [r for r in rechazos if r["motivo"] not in _AUSENCIAS]
    ruta = "registradas" if not graves else "llamada rechazada" if plano.quedan_vueltas(estado) else "sin vueltas"
    return Estado(
        registro=archivado,
        cabeza=plano.libro.cabeza(estado["run_id"]),
        rechazos=[*estado["rechazos"], *rechazos],
        propuestas=[],
        vueltas=estado["vueltas"] + (ruta == "llamada rechazada"),
        ruta=ruta,
    )


def _archivar(plano: Plano, run_id: str, hecho: Resultado) -> dict[str, Any]:
    meta = {"herramienta": hecho.herramienta, "argumentos": dict(hecho.argumentos)}
    entrada = plano.libro.anadir(run_id, "herramienta", hecho.contenido, hecho.tipo_de_medio, meta)
    publicar(entrada, hecho.contenido)
    return {"id": entrada.id, "seq": entrada.seq, **meta}


def publicar(entrada: Entrada, contenido: bytes) -> None:
    """Deja la entrada en la traza con sus bytes: de ahí sale el registro publicado de la corrida."""
    emitir(
        "entrada_del_registro",
        **{k: v for k, v in entrada.como_dato().items() if k != "v"},
        bytes=publicados(contenido),
    )

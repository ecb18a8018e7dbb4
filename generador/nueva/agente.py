"""Qué se sabe de un agente ajeno sin ejecutarlo: su grafo, qué entrada espera y si deja que le pongan el modelo."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from generador.errores import ErrorDeEntrada, problema
from generador.grabacion.exportar import como_json
from generador.grabacion.fabricas import acepta, construir, fabrica
from generador.grabacion.oraculo import Oraculo
from generador.lectura.grafo import grafo_de_json
from generador.modelo.grafo import FIN, INICIO, Grafo
from generador.nueva.entrada import Ejemplo, contexto_de, ejemplo_de

_OFRECIDOS = ("modelo", "checkpointer")


class Agente(Struct, frozen=True):
    """`con_modelo` es que la fábrica acepta `modelo`; si no, el agente trae el suyo o no usa ninguno."""

    referencia: str
    grafo: Grafo
    entrada: Ejemplo
    contexto: Ejemplo
    con_modelo: bool
    parametros: Mapping[str, Any]
    avisos: tuple[str, ...] = ()

    @property
    def nodos(self) -> tuple[str, ...]:
        """Los del primer nivel, sin el principio ni el fin."""
        return tuple(n.id for n in self.grafo.nodos if n.padre is None and n.id not in (INICIO, FIN))


def mirar(referencia: str, parametros: Mapping[str, Any]) -> Agente:
    """Construye el agente y lo mira sin ejecutarlo. Lanza `ErrorDeEntrada` si no se puede construir."""
    hacer = fabrica(referencia, referencia)
    _comprobar_argumentos(hacer, referencia, parametros)
    compilado = construir(referencia, {"modelo": Oraculo(), "checkpointer": None}, parametros, referencia)
    grafo = grafo_de_json(como_json(compilado), referencia)
    entrada = ejemplo_de(compilado)
    return Agente(
        referencia=referencia,
        grafo=grafo,
        entrada=entrada,
        contexto=contexto_de(compilado),
        con_modelo=acepta(hacer, "modelo"),
        parametros=dict(parametros),
        avisos=(*(f"{referencia}: {a} → revisa el contrato a mano" for a in grafo.avisos), *entrada.avisos),
    )


def _comprobar_argumentos(hacer: Callable[..., Any], referencia: str, parametros: Mapping[str, Any]) -> None:
    """Una fábrica que exige algo que nadie le va a dar: se dice cuál, antes de que falle por su cuenta."""
    try:
        firma = inspect.signature(hacer).parameters.values()
    except ValueError:
        return
    variables = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    exigidos = [p.name for p in firma if p.default is p.empty and p.kind not in variables]
    faltan = [n for n in exigidos if n not in (*_OFRECIDOS, *parametros)]
    if faltan:
        que_pasa = f"la fábrica pide {', '.join(f'«{n}»' for n in faltan)} y nadie se lo da"
        que_hacer = (
            f"dale un valor con --parametro {faltan[0]}=valor, o escribe una función «crear(modelo)» que la llame"
        )
        raise ErrorDeEntrada([problema(referencia, que_pasa, que_hacer)])

"""La pregunta de `HumanInTheLoopMiddleware` de LangChain: una herramienta que espera permiso, con sus argumentos.

La pregunta es `{action_requests: [{name, args, description}], review_configs: [{allowed_decisions}]}` y la respuesta,
`{decisions: [{type, edited_action?, message?}]}`. Se contestan todas de una vez, así que aquí solo se enseña cuando hay
una; si hay varias, el panel genérico las enseña y admite la respuesta en JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from generador.modelo.mensaje import Mensaje, mensaje
from generador.servidor.vivo import campos as editables
from generador.servidor.vivo.campos import NoVale
from generador.servidor.vivo.paneles.base import DECISION, NOTA, Formulario, Leido, Panel, Pregunta
from generador.servidor.vivo.paneles.decisiones import APROBAR, BOTONES, EDITAR, PLANTILLA, RECHAZAR, casar, contar


def reconoce(valor: Any) -> bool:
    """Si pide permiso para una sola acción y admite alguna de las decisiones conocidas."""
    return _accion(valor) is not None and bool(_admitidas(valor))


def panel(pregunta: Pregunta, escrito: Mapping[str, str] | None = None, error: Mensaje | None = None) -> Panel:
    """La acción con sus argumentos editables, si se admite editarlos."""
    dado, accion, admitidas = escrito or {}, _de(pregunta), _admitidas(pregunta.valor)
    leidos, _ = editables.leer(_campos(accion), dado, accion["args"])
    formulario = Formulario(
        numero=0,
        titulo=str(accion["name"]),
        motivo=str(accion.get("description") or ""),
        oculto={},
        campos=leidos,
        botones=tuple(BOTONES[d] for d in admitidas),
        nota=dado.get(NOTA, ""),
        error=error,
    )
    crudo = json.dumps(pregunta.valor, ensure_ascii=False, indent=1)
    return Panel(plantilla=PLANTILLA, pregunta=pregunta.id, crudo=crudo, formularios=(formulario,))


def leer(pregunta: Pregunta, escrito: Mapping[str, str], _quien: str, _segundos: int) -> Leido:
    """La decisión, en la forma que espera el middleware. Lanza `NoVale`."""
    accion, decision = _de(pregunta), escrito.get(DECISION, "")
    if decision not in _admitidas(pregunta.valor):
        raise NoVale(mensaje("esa decisión no es de esta pregunta"))
    leidos, argumentos = editables.leer(_campos(accion), escrito, accion["args"])
    cambia = casar(decision, leidos, editables.cambios(accion["args"], argumentos))
    dicha: dict[str, Any] = {"type": decision}
    if decision == EDITAR:
        dicha["edited_action"] = {"name": accion["name"], "args": argumentos}
    if decision == RECHAZAR and escrito.get(NOTA, "").strip():
        dicha["message"] = escrito[NOTA].strip()
    return Leido({"decisions": [dicha]}, contar(decision, str(accion["name"]), cambia))


def _accion(valor: Any) -> Mapping[str, Any] | None:
    pedidas = valor.get("action_requests") if isinstance(valor, Mapping) else None
    una = pedidas[0] if isinstance(pedidas, list) and len(pedidas) == 1 else None
    vale = isinstance(una, Mapping) and isinstance(una.get("name"), str) and isinstance(una.get("args"), Mapping)
    return una if vale else None


def _de(pregunta: Pregunta) -> Mapping[str, Any]:
    accion = _accion(pregunta.valor)
    if accion is None:
        raise ValueError("no es una pregunta de este panel")
    return accion


def _campos(accion: Mapping[str, Any]) -> tuple[editables.Campo, ...]:
    return editables.campos_de(accion["args"])


def _admitidas(valor: Mapping[str, Any]) -> tuple[str, ...]:
    configs = valor.get("review_configs")
    una = configs[0] if isinstance(configs, list) and configs and isinstance(configs[0], Mapping) else {}
    dichas = una.get("allowed_decisions")
    return tuple(d for d in (APROBAR, EDITAR, RECHAZAR) if isinstance(dichas, list) and d in dichas)

"""Lo que un agente puede decir en un guion, y las pruebas y afirmaciones que se repiten entre casos."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentes.control.bus.bus import Bus, Resultado
from agentes.control.canonico import id_de
from agentes.control.dominio.archivo import congelado

Json = dict[str, Any]


def llamada(nombre: str, **argumentos: Any) -> Json:
    """Una llamada propuesta."""
    return {"nombre": nombre, "argumentos": argumentos}


def id_leido(lectura: Json) -> str:
    """El id con que el bus archivará esa lectura: la huella de lo que devuelve. Lanza `ValueError` si la rechaza."""
    hecho = Bus(congelado()).leer(lectura)
    if not isinstance(hecho, Resultado):
        raise ValueError(f"{lectura}: {hecho}")
    return id_de(hecho.contenido)


def dicho(*llamadas: Json) -> Json:
    """Una respuesta con llamadas y sin texto suelto."""
    return {"contenido": "", "llamadas": list(llamadas)}


def plan(*pruebas: str, elevar: Sequence[str] = ()) -> Json:
    """El planificador pide esas pruebas, o eleva esos ids."""
    pregunta = "¿Alguna línea supera el tope de su rol?"
    objetivos = [{"id": "o_1", "pregunta": pregunta, "pruebas": list(pruebas)}] if pruebas else []
    return dicho(llamada("planificar", objetivos=objetivos, elevar=list(elevar)))


def afirma(*claims: Json, preguntas: Sequence[Json] = ()) -> Json:
    """El analista emite."""
    abiertas = {"open_questions": list(preguntas)} if preguntas else {}
    return dicho(llamada("emitir", claims=list(claims), **abiertas))


def claim(id_: str, texto: str, pred: str, args: Json, *ids: str, clase: str = "Assertion") -> Json:
    """Una afirmación de una proposición."""
    proposicion = {"id": id_.replace("c_", "p_"), "pred": pred, "args": args, "ledger_ids": list(ids)}
    return {"id": id_, "type": clase, "text": texto, "propositions": [proposicion]}


def citando(afirmacion: Json, *ids: str, id_: str | None = None, texto: str | None = None) -> Json:
    """La misma afirmación con otras pruebas y, si acaso, otro id u otras palabras."""
    [p] = afirmacion["propositions"]
    nueva = {**afirmacion, "propositions": [{**p, "ledger_ids": list(ids)}]}
    return {**nueva, "id": id_ or nueva["id"], "text": texto or nueva["text"]}


def redacta(*fragmentos: tuple[str, Sequence[str]]) -> Json:
    """El redactor emite frases con sus afirmaciones."""
    return dicho(llamada("emitir", narrative=[{"text": t, "claim_ids": list(ids)} for t, ids in fragmentos]))


def pide(*intenciones: Json) -> Json:
    """El operador pide llamadas irreversibles."""
    return dicho(llamada("emitir", action_intents=list(intenciones)))


def marcar(factura: str, linea: int, importe: str, *depende: str) -> Json:
    """Una llamada irreversible propuesta."""
    args = {"factura_id": factura, "linea": linea, "importe": importe}
    return {"tool": "marcar_linea", "args": args, "requires_grant": True, "depends_on": list(depende)}


def guion(
    planes: Sequence[Json],
    lecturas: Sequence[Json],
    analisis: Sequence[Json] = (),
    prosa: Sequence[Json] = (),
    llamadas: Sequence[Json] = (),
) -> Json:
    """De nodo a respuestas, en orden; los nodos que no hablan no están."""
    nodos = ("planificador", "investigador", "analista", "redactor", "operador")
    dichos = zip(nodos, (planes, lecturas, analisis, prosa, llamadas), strict=True)
    return {nodo: list(respuestas) for nodo, respuestas in dichos if respuestas}


F29, F16, F31 = "FAC-2026-029", "FAC-2026-016", "FAC-2026-031"
LEER_F, LEER_T = llamada("leer_factura", factura_id=F29), llamada("tarifas_de", carta_id="CE-04")
LEER_C, LEER_N = llamada("leer_carta", carta_id="CE-04"), llamada("codigos_no_facturables", carta_id="CE-04")
LEER_F16, LEER_T16 = llamada("leer_factura", factura_id=F16), llamada("tarifas_de", carta_id="CE-01")
FACTURA, TARIFAS, CARTA, CODIGOS = (id_leido(x) for x in (LEER_F, LEER_T, LEER_C, LEER_N))
INVENTADO = "sha256:" + "0badc0de" * 8

PLAN, LEER = plan("leer_factura", "tarifas_de"), dicho(LEER_F, LEER_T)
NADA = dicho(llamada("abstenerse", motivo="no hay forma de respaldarlo con lo archivado"))

EXCESO = claim(
    *("c_exceso_3", "La línea 3 de FAC-2026-029 supera el tope de su rol en 17.00 EUR.", "exceeds_cap@1"),
    {"factura": F29, "linea": 3, "exceso": "17.00"},
    *(FACTURA, TARIFAS),
)
MARCAR = marcar(F29, 3, "17.00", "c_exceso_3")
FRASE = ("La línea 3 de FAC-2026-029 supera el tope en 17.00 EUR.", ("c_exceso_3",))
INVENTADA = claim(
    *("c_exceso_4", "La línea 4 de FAC-2026-029 supera el tope de su rol en 45.00 EUR.", "exceeds_cap@1"),
    {"factura": F29, "linea": 4, "exceso": "45.00"},
    *(FACTURA, TARIFAS),
)
MARCAR_INVENTADA = marcar(F29, 4, "45.00", "c_exceso_4")
EXCESO_16 = claim(
    *("c_exceso_4", "La línea 4 de FAC-2026-016 supera el tope de su rol en 80.00 EUR.", "exceeds_cap@1"),
    {"factura": F16, "linea": 4, "exceso": "80.00"},
    *(id_leido(LEER_F16), id_leido(LEER_T16)),
)
MARCAR_16 = marcar(F16, 4, "80.00", "c_exceso_4")
FRASE_16 = ("La línea 4 de FAC-2026-016 supera el tope en 80.00 EUR.", ("c_exceso_4",))
PAGAR = dicho(llamada("aprobar_pago", factura_id=F29, importe="1417.84"))

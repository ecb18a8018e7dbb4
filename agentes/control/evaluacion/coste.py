"""El coste compuesto, medido: cuántas afirmaciones sin respaldo entran y salen de cada frontera, con plano y sin él.

Cinco etapas reescriben las afirmaciones ciertas de la referencia y cada una estropea una fracción `p`, siempre las
mismas. Sin plano, lo estropeado pasa. Con plano, en cada frontera están la puerta y el verificador de verdad. Quien
cuenta es la referencia, que no conoce a ninguno de los dos.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from agentes.control.canonico import canonico
from agentes.control.evaluacion.banco import Archivado, afirmaciones, archivar
from agentes.control.evaluacion.mutaciones import mutaciones
from agentes.control.puerta.puerta import examinar
from agentes.control.registro.libro import Libro
from agentes.control.verificador.verificar import Verificador

Json = dict[str, Any]
ETAPAS = ("planificador", "investigador", "analista", "redactor", "operador")


def medir(casos: Sequence[Json], p: float) -> Json:
    """`{p, n, con_plano: [frontera…], sin_plano: [frontera…]}`; cada frontera, con lo que entra y lo que sale."""
    libro = Libro()
    partes = [(caso, archivar(caso["encargo"], libro, caso["encargo"]["factura_id"])) for caso in casos]
    verdad = {_clave(a) for caso in casos for a in caso["afirmaciones"]}
    inicio = [(a, banco) for caso, banco in partes for a in afirmaciones(banco, caso)]
    return {
        "p": p,
        "n": len(inicio),
        "con_plano": _recorrer(inicio, verdad, p, filtra=True),
        "sin_plano": _recorrer(inicio, verdad, p, filtra=False),
    }


def _recorrer(inicio: list[tuple[Json, Archivado]], verdad: set[bytes], p: float, *, filtra: bool) -> list[Json]:
    vivas, fronteras = list(inicio), []
    for etapa in ETAPAS:
        entran = [(_estropear(a, etapa, banco.run_id, p), banco) for a, banco in vivas]
        vivas = [(a, banco) for a, banco in entran if not filtra or _pasa(a, banco)]
        fronteras.append({
            "frontera": etapa,
            "entran": len(entran),
            "sin_respaldo_entran": _malas(entran, verdad),
            "salen": len(vivas),
            "sin_respaldo_salen": _malas(vivas, verdad),
        })  # fmt: skip
    return fronteras


def _estropear(afirmacion: Json, etapa: str, run_id: str, p: float) -> Json:
    clave = hashlib.sha256(f"{etapa}/{run_id}/{afirmacion['id']}".encode()).digest()
    if int.from_bytes(clave[:4], "big") >= p * 2**32:
        return afirmacion
    posibles = [m for _, m in mutaciones(afirmacion)]
    return posibles[int.from_bytes(clave[4:8], "big") % len(posibles)]


def _pasa(afirmacion: Json, banco: Archivado) -> bool:
    paso = examinar({"claims": [afirmacion]})
    juez = Verificador(banco.libro, banco.run_id)
    return bool(paso.claims) and juez.juzgar(paso.claims[0])["estado"] == "respaldada"


def _malas(partes: list[tuple[Json, Archivado]], verdad: set[bytes]) -> int:
    """Las que no son ciertas según la referencia, o citan algo que no está en el registro de su corrida."""
    return sum(_clave(a["propositions"][0]) not in verdad or not _existe(a, banco) for a, banco in partes)


def _existe(afirmacion: Json, banco: Archivado) -> bool:
    """Si cita exactamente las lecturas que su predicado necesita."""
    p = afirmacion["propositions"][0]
    return set(p["ledger_ids"]) == set(banco.afirmacion(0, p["pred"], p["args"])["propositions"][0]["ledger_ids"])


def _clave(p: Mapping[str, Any]) -> bytes:
    return canonico({"pred": p["pred"], "args": p["args"]})

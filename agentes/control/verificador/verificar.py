"""Juzgar afirmaciones: existencia, después implicación, proposición a proposición, solo con bytes del registro.

Quien afirma no puede rellenar `entailment`; un reintento sin una prueba nueva se rechaza sin mirarlo.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agentes.control.canonico import huella
from agentes.control.errores import RegistroAlterado
from agentes.control.registro.libro import Libro
from agentes.control.verificador.extraccion import hechos_de
from agentes.control.verificador.hechos import Hechos, Prueba, SinPrueba
from agentes.control.verificador.nli import SegundaOpinion, con_veto
from agentes.control.verificador.predicados import PREDICADOS, Dictamen

Confianza = Callable[[str], float | None]


def sin_calibrar(_pred: str) -> float | None:
    """Nadie ha calibrado todavía: `confidence` se queda en `null`."""
    return None


@dataclass(frozen=True, slots=True)
class Verificador:
    """El verificador de una corrida. `confianza` es lo calibrado por predicado; `segunda` solo puede vetar."""

    libro: Libro
    run_id: str
    confianza: Confianza = sin_calibrar
    segunda: SegundaOpinion | None = None
    previos: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def juzgar(self, afirmacion: Mapping[str, Any]) -> dict[str, Any]:
        """La afirmación con `entailment` en cada proposición, `estado`, `enunciado` y `confidence`.

        `estado` es `respaldada`, `contradicha` o `no_respaldada`; una `Conjecture` queda en `conjetura` sin mirarla.
        """
        if afirmacion["type"] == "Conjecture":
            return {**afirmacion, "estado": "conjetura", "enunciado": ""}
        proposiciones = [self._proposicion(afirmacion["id"], p) for p in afirmacion["propositions"]]
        juicios = {p["entailment"] for p in proposiciones}
        estado = "contradicha" if "contradice" in juicios else "no_respaldada"
        estado = "respaldada" if juicios == {"respalda"} else estado
        return {
            **afirmacion,
            "propositions": proposiciones,
            "estado": estado,
            "enunciado": " ".join(p["enunciado"] for p in proposiciones),
            "confidence": self._confianza(proposiciones),
        }

    def _confianza(self, proposiciones: Sequence[Mapping[str, Any]]) -> float | None:
        todas = [self.confianza(p["pred"]) for p in proposiciones]
        sabidas = [c for c in todas if c is not None]
        return min(sabidas) if len(sabidas) == len(todas) and sabidas else None

    def _proposicion(self, afirmacion: str, p: Mapping[str, Any]) -> dict[str, Any]:
        predicado = PREDICADOS[p["pred"]]
        enunciado = predicado.enunciar(p["args"])
        hechos: Hechos | None = None
        try:
            self._exigir_prueba_nueva(afirmacion, p)
            hechos = self._hechos(p["ledger_ids"])
            dictamen = predicado.juzgar(p["args"], hechos)
            dictamen = con_veto(dictamen, self.segunda, _premisa(hechos), enunciado)
        except SinPrueba as causa:
            dictamen = Dictamen("neutral", causa.motivo, causa.faltan)
        evidencia = [_fragmento(hechos, h) for h in hechos.usados] if hechos else []
        return {
            **p,
            "entailment": dictamen.entailment,
            "motivo": dictamen.motivo,
            "missing_evidence": list(dictamen.faltan),
            "evidencia": evidencia,
            "enunciado": enunciado,
        }

    def _exigir_prueba_nueva(self, afirmacion: str, p: Mapping[str, Any]) -> None:
        for clave in (afirmacion, clave_de(p)):
            vistas = self.previos.get(clave)
            if vistas is not None and not set(p["ledger_ids"]) - set(vistas):
                raise SinPrueba("reintento_sin_prueba_nueva", "una entrada del registro que no se hubiera citado ya")

    def _hechos(self, ids: Sequence[str]) -> Hechos:
        """Existencia: cada id está en esta corrida y sus bytes son los suyos. Si falla uno, no se mira nada más."""
        por_id = {e.id: e for e in self.libro.entradas(self.run_id)}
        pruebas = []
        for id_ in ids:
            try:
                contenido = self.libro.bytes_de(self.run_id, id_)
            except RegistroAlterado as causa:
                raise SinPrueba("bytes_alterados", id_) from causa
            if contenido is None:
                raise SinPrueba("id_inexistente", f"{id_} no está en el registro de esta corrida")
            entrada = por_id[id_]
            meta = entrada.meta
            pruebas.append(
                Prueba(id_, contenido, entrada.tipo_de_medio, str(meta.get("herramienta")), meta.get("argumentos", {}))
            )
        return Hechos(pruebas, [h for prueba in pruebas for h in hechos_de(prueba)])


def clave_de(p: Mapping[str, Any]) -> str:
    """La identidad de una proposición, sin sus pruebas ni su id: cambiar las palabras no la hace otra."""
    return huella({"pred": p["pred"], "args": p["args"]})


def _fragmento(hechos: Hechos, h: Any) -> dict[str, Any]:
    """Los bytes exactos que sostienen un hecho: el texto es el del registro, no el que alguien recuerda."""
    contenido = next(p.contenido for p in hechos.pruebas if p.id == h.ledger_id)
    texto = contenido[h.inicio : h.fin].decode("utf-8")
    return {"ledger_id": h.ledger_id, "inicio": h.inicio, "fin": h.fin, "texto": texto,
            "sujeto": h.sujeto, "atributo": h.atributo, "unidad": h.unidad}  # fmt: skip


def _premisa(hechos: Hechos) -> str:
    return "\n".join(str(_fragmento(hechos, h)["texto"]) for h in hechos.usados)

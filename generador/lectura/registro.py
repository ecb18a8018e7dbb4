"""`registro.json`: el registro de citas de una corrida, con sus bytes, comprobado eslabón a eslabón.

Una cadena que no cuadra no se publica: es un error de entrada y dice en qué entrada está.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

from generador.errores import ErrorDeEntrada, Problema
from generador.lectura.documento import Punto, primeros, raiz
from generador.lectura.forma import Forma
from generador.lectura.json_con_posiciones import leer_json
from generador.lectura.validar import examinar_tolerante, parecido
from generador.modelo import registro as m

_ESTRICTO: dict[str, Any] = {"extra": "forbid", "strict": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgoritmoEnDisco:
    """Con qué se encadena. `origen` es el `previo` de la primera entrada."""

    __pydantic_config__ = _ESTRICTO
    hash: Literal["sha256"]
    prefijo: str
    canonico: Literal["RFC 8785"]
    origen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContenidoEnDisco:
    """Unos bytes: `texto` si son UTF-8 exacto, y si no `base64`."""

    __pydantic_config__ = _ESTRICTO
    texto: str | None = None
    base64: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntradaEnDisco:
    """Un renglón. Cualquier clave de más también entra en su hash."""

    __pydantic_config__ = _ESTRICTO
    v: int
    run_id: str
    seq: int
    clase: str
    sha256: str
    tipo_de_medio: str
    n_bytes: int
    meta: Mapping[str, Any]
    previo: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FragmentoEnDisco:
    """Unos bytes citados de una entrada."""

    __pydantic_config__ = _ESTRICTO
    ledger_id: str
    inicio: int
    fin: int
    texto: str
    sujeto: str = ""
    atributo: str = ""
    unidad: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AfirmacionEnDisco:
    """Un juicio y lo que lo sostiene."""

    __pydantic_config__ = _ESTRICTO
    id: str
    proposicion: str
    pred: str
    entailment: str
    args: Any = None
    motivo: str | None = None
    nodo: str | None = None
    paso: int | None = None
    clase: str | None = None
    texto: str | None = None
    enunciado: str | None = None
    ledger_ids: tuple[str, ...] = ()
    missing_evidence: tuple[Any, ...] = ()
    fragmentos: tuple[FragmentoEnDisco, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CadenaEnDisco:
    """El registro de un caso."""

    __pydantic_config__ = _ESTRICTO
    caso: str
    cabeza: str
    entradas: tuple[EntradaEnDisco, ...]
    variante: str = ""
    run_id: str = ""
    afirmaciones: tuple[AfirmacionEnDisco, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistroEnDisco:
    """La raíz. `contenidos` va de SHA-256 a bytes."""

    __pydantic_config__ = _ESTRICTO
    formato: Literal["vitrina/registro"]
    v: Literal[1]
    algoritmo: AlgoritmoEnDisco
    contenidos: Mapping[str, ContenidoEnDisco]
    corridas: tuple[CadenaEnDisco, ...]


FORMA: Forma[RegistroEnDisco] = Forma(RegistroEnDisco)
_CONOCIDAS = frozenset(f.name for f in fields(RegistroEnDisco))


def leer_registro(ruta: Path, casos: Mapping[str, str | None]) -> m.Registro:
    """El registro de una corrida. `casos` va de los casos grabados a su cabeza en el manifiesto, si la dice.

    Lanza `ErrorDeEntrada` con todos los problemas juntos: de forma, de bytes, de cadena y de citas.
    """
    documento = leer_json(ruta)
    leido, problemas, _avisos = examinar_tolerante(FORMA, documento)
    if leido is None or problemas:
        raise ErrorDeEntrada(problemas)
    punto = raiz(documento)
    contenidos, problemas = _contenidos(leido.valor, punto)
    registro = _registro(leido.valor, documento.valor, contenidos)
    if not problemas:
        problemas = primeros(_incoherencias(registro, punto, casos))
    if problemas:
        raise ErrorDeEntrada(problemas)
    return registro


def _contenidos(disco: RegistroEnDisco, punto: Punto) -> tuple[dict[str, bytes], list[Problema]]:
    bytes_de: dict[str, bytes] = {}
    problemas: list[Problema] = []
    for huella, contenido in disco.contenidos.items():
        donde = punto["contenidos"][huella]
        try:
            bytes_de[huella] = _bytes(contenido)
        except (binascii.Error, ValueError):
            problemas.append(donde.problema("no trae «texto» o un «base64» válido", "vuelve a exportar el registro"))
    return bytes_de, problemas


def _bytes(contenido: ContenidoEnDisco) -> bytes:
    if (contenido.texto is None) is (contenido.base64 is None):
        raise ValueError
    if contenido.texto is not None:
        return contenido.texto.encode("utf-8")
    return base64.b64decode(contenido.base64 or "", validate=True)


def _registro(disco: RegistroEnDisco, crudo: Mapping[str, Any], contenidos: Mapping[str, bytes]) -> m.Registro:
    return m.Registro(
        prefijo=disco.algoritmo.prefijo,
        origen=disco.algoritmo.origen,
        cadenas=tuple(_cadena(c, crudo["corridas"][i], contenidos) for i, c in enumerate(disco.corridas)),
        otros={k: v for k, v in crudo.items() if k not in _CONOCIDAS},
    )


def _cadena(disco: CadenaEnDisco, crudo: Mapping[str, Any], contenidos: Mapping[str, bytes]) -> m.Cadena:
    return m.Cadena(
        caso=disco.caso,
        variante=disco.variante,
        run_id=disco.run_id,
        cabeza=disco.cabeza,
        entradas=tuple(m.entrada_de(e, contenidos.get(e["sha256"])) for e in crudo["entradas"]),
        afirmaciones=tuple(map(_afirmacion, disco.afirmaciones)),
    )


def _afirmacion(d: AfirmacionEnDisco) -> m.Afirmacion:
    return m.Afirmacion(
        id=d.id,
        proposicion=d.proposicion,
        pred=d.pred,
        args=d.args,
        entailment=d.entailment,
        motivo=d.motivo or "",
        texto=d.texto or "",
        clase=d.clase or "",
        enunciado=d.enunciado or "",
        ledger_ids=d.ledger_ids,
        missing_evidence=d.missing_evidence,
        nodo=d.nodo or "",
        paso=d.paso,
        fragmentos=tuple(map(_fragmento, d.fragmentos)),
    )


def _fragmento(d: FragmentoEnDisco) -> m.Fragmento:
    return m.Fragmento(
        ledger_id=d.ledger_id,
        inicio=d.inicio,
        fin=d.fin,
        texto=d.texto,
        sujeto=d.sujeto,
        atributo=d.atributo,
        unidad=d.unidad,
    )


def _incoherencias(registro: m.Registro, punto: Punto, casos: Mapping[str, str | None]) -> Iterator[Problema]:
    for cadena, donde in zip(registro.cadenas, punto["corridas"].elementos(), strict=True):
        if cadena.caso not in casos:
            que_pasa = f"la corrida no tiene el caso «{cadena.caso[:60]}»{parecido(cadena.caso, casos)}"
            yield donde["caso"].problema(que_pasa, "vuelve a exportar el registro de esta corrida")
        elif casos[cadena.caso] not in (None, cadena.cabeza):
            que_pasa = f"la cabeza de «{cadena.caso[:60]}» no es la que publica el manifiesto"
            yield donde["cabeza"].problema(que_pasa, "vuelve a exportar el registro, o a grabar la corrida")
        yield from _de_la_cadena(cadena, donde, registro)
        yield from _de_los_fragmentos(cadena, donde)


def _de_la_cadena(cadena: m.Cadena, donde: Punto, registro: m.Registro) -> Iterator[Problema]:
    try:
        mal = m.comprobar(cadena, registro.prefijo, registro.origen)
    except ValueError as causa:
        yield donde["entradas"].problema(str(causa), "escribe los números con decimales como texto")
        return
    if mal:
        entradas = [*donde["entradas"].elementos()]
        sitio = donde["cabeza"] if mal.entrada is None else entradas[mal.entrada][mal.campo]
        cual = "" if mal.entrada is None else f"la entrada {mal.entrada + 1} de "
        yield sitio.problema(f"{cual}«{cadena.caso[:60]}»: {mal.motivo}", "vuelve a exportar el registro")


def _de_los_fragmentos(cadena: m.Cadena, donde: Punto) -> Iterator[Problema]:
    """Un fragmento tiene que ser, byte a byte, lo que dice la entrada que cita, si está en esta cadena."""
    por_id = {e.id: e.contenido or b"" for e in cadena.entradas}
    for afirmacion, sitio in zip(cadena.afirmaciones, donde["afirmaciones"].elementos(), strict=True):
        for f, punto in zip(afirmacion.fragmentos, sitio["fragmentos"].elementos(), strict=True):
            contenido = por_id.get(f.ledger_id)
            if contenido is not None and contenido[f.inicio : f.fin] != f.texto.encode("utf-8"):
                que_pasa = f"los bytes {f.inicio}–{f.fin} de la entrada citada no son «{f.texto[:60]}»"
                yield punto["texto"].problema(que_pasa, "vuelve a exportar el registro")

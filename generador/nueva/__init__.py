"""De un agente que ya existe a su primera demo: plan, contrato, guion vacío y una corrida, en una orden.

Lo que se puede saber mirando el grafo se deduce; lo que solo sabe su autor se deja por escribir y se dice. Nada de lo
que aquí se genera afirma más de lo que se miró: un contrato deducido del propio grafo no promete nada todavía.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from generador.cuaderno import en_obras
from generador.deducido import contrato_de
from generador.errores import Codigo, ErrorDeEntrada, problema
from generador.grabacion.casos import grabar
from generador.lectura.demos import PLAN, leer_demo
from generador.modelo.nombres import nombre_de_fichero
from generador.nueva.agente import Agente, mirar
from generador.nueva.corrida import con_lo_observado, que_paso, traza_de
from generador.nueva.textos import CASO, GUIONES, oraculo_de, plan_de
from generador.siguiente import orden

_RECORRIBLE = 0o755


class Nueva(Struct, frozen=True):
    """Lo que se dejó hecho. Sin `corrida` es que no se llegó a grabar, y `avisos` dice por qué y qué hacer."""

    carpeta: Path
    ficheros: tuple[str, ...]
    corrida: Path | None
    pedida: bool
    avisos: tuple[str, ...]

    @property
    def codigo(self) -> Codigo:
        """Código de salida: bien, o que se pidió una corrida y no la hay."""
        return Codigo.ENTRADA_INVALIDA if self.pedida and self.corrida is None else Codigo.BIEN

    @property
    def resumen(self) -> tuple[str, ...]:
        """Qué se escribió y qué hacer ahora, en líneas."""
        escritos = [str(self.carpeta / f) for f in self.ficheros]
        hechos = [*escritos, *([str(self.corrida)] if self.corrida else [])]
        corridas, demo = self.carpeta.parent, self.carpeta.name
        ordenes = f"{orden('grabar', corridas, demo)} y {orden('construir', corridas)}"
        return (*hechos, f"Ahora: revisa {escritos[0]}, {ordenes}")


def nueva(
    referencia: str,
    corridas: Path,
    *,
    demo: str | None = None,
    parametros: Mapping[str, Any] | None = None,
    modelo: str | None = None,
    con_corrida: bool = True,
    ahora: Callable[[], datetime],
) -> Nueva:
    """Crea `corridas/<demo>` para el agente `modulo:grafo_o_fabrica` y graba su caso de ejemplo.

    `modelo` (`proveedor:nombre`) contesta en vivo en esa corrida a una fábrica que acepte `modelo`. Lanza
    `ErrorDeEntrada`, sin escribir nada, si el agente no se puede construir o la carpeta ya existe; que el agente falle
    al ejecutarse no lo es: queda en la traza y en `avisos`.
    """
    id = _id(referencia, demo)
    carpeta = corridas / id
    if carpeta.exists() or carpeta.is_symlink():
        raise ErrorDeEntrada([problema(carpeta, "ya existe y no se pisa", "usa otro nombre con --demo")])
    agente = mirar(referencia, parametros or {})
    ficheros = _ficheros(agente, id)
    _escribir(ficheros, carpeta)
    corrida, avisos = _primera_corrida(agente, carpeta, modelo, ahora) if con_corrida else (None, ())
    return Nueva(carpeta, tuple(ficheros), corrida, con_corrida, (*agente.avisos, *avisos))


def _id(referencia: str, demo: str | None) -> str:
    """El id pedido, o el último tramo del módulo. Es también una carpeta y un tramo de dirección web."""
    id = (referencia.partition(":")[0].rpartition(".")[2].replace("_", "-").lower() or "demo") if demo is None else demo
    if nombre_de_fichero(id) != id:
        que_hacer = "usa letras minúsculas sin acentos, cifras y guiones: --demo mi-agente"
        raise ErrorDeEntrada([problema("--demo", f"«{id[:60]}» no vale como nombre de carpeta", que_hacer)])
    return id


def _ficheros(agente: Agente, id: str) -> dict[str, str]:
    contrato = contrato_de(agente.grafo, id)
    return {
        PLAN: plan_de(agente, id, contrato.referencia),
        contrato.fichero: contrato.texto,
        GUIONES: oraculo_de(agente, id),
    }


def _escribir(ficheros: Mapping[str, str], carpeta: Path) -> None:
    """O aparece la carpeta entera, y se puede leer, o no aparece."""
    carpeta.parent.mkdir(parents=True, exist_ok=True)
    with en_obras(carpeta.parent) as temporal:
        for nombre, texto in ficheros.items():
            (temporal / nombre).write_text(texto, "utf-8", newline="\n")
        _comprobar(temporal, carpeta)
        temporal.chmod(_RECORRIBLE)
        temporal.rename(carpeta)


def _comprobar(temporal: Path, carpeta: Path) -> None:
    """Lee lo escrito; lo que no valga se dice con la ruta que iba a tener."""
    try:
        leer_demo(temporal)
    except ErrorDeEntrada as error:
        suyos = (p.en(p.fichero.replace(str(temporal), str(carpeta))) for p in error.problemas)
        raise ErrorDeEntrada(suyos) from error


def _primera_corrida(
    agente: Agente, carpeta: Path, modelo: str | None, ahora: Callable[[], datetime]
) -> tuple[Path | None, tuple[str, ...]]:
    try:
        corrida = grabar(carpeta, modelo=modelo, ahora=ahora)
    except ErrorDeEntrada as error:
        remedio = f"el plan queda escrito en {carpeta}/: corrígelo y graba con «vitrina grabar {carpeta.name}»"
        return None, (*map(str, error.problemas), f"{carpeta.name}: no se pudo grabar la primera corrida → {remedio}")
    traza = traza_de(corrida, carpeta, CASO)
    contrato = contrato_de(con_lo_observado(agente.grafo, traza), carpeta.name)
    (carpeta / contrato.fichero).write_text(contrato.texto, "utf-8", newline="\n")
    return corrida, que_paso(traza, corrida, carpeta, agente)

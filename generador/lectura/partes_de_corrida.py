"""Las partes de una corrida en disco: su manifiesto y lo que nombra. El fallo de una no para a las demás."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from generador.errores import ErrorDeEntrada, Problema
from generador.lectura.documento import Documento, Punto, raiz
from generador.lectura.ficheros import existe, ruta_dentro
from generador.lectura.fuentes import leer_fuentes
from generador.lectura.grafo import leer_grafo
from generador.lectura.json_con_posiciones import leer_json
from generador.lectura.manifiesto import manifiesto_de
from generador.modelo.apunte import Apunte
from generador.modelo.corrida import CasoGrabado, Fuente, Manifiesto
from generador.modelo.grafo import Grafo
from generador.modelo.perezoso import Perezoso
from generador.modelo.traza import Traza

MANIFIESTO = "manifiesto.json"
LEIDOS = ("evaluacion", "registro")
"""Los anexos con lector propio."""


class Leida(Struct, frozen=True):
    """Un fichero de traza: su SHA-256, y cómo tener la traza y su apunte cuando hagan falta."""

    huella: str
    traza: Callable[[], Traza]
    apunte: Callable[[], Apunte]


LeerTraza = Callable[[Path, str], Leida]
"""(fichero, caso) → lo leído. Quien la recuerda de antes puede no abrir el fichero."""

Huella = Callable[[Path], str]
"""fichero → su SHA-256. Quien lo recuerda de antes puede no abrirlo."""

T = TypeVar("T")


class Abierta(Struct, frozen=True):
    """Una corrida de la que solo se ha leído el manifiesto."""

    carpeta: Path
    documento: Documento
    manifiesto: Manifiesto


def abrir(carpeta: Path) -> Abierta:
    """Lee el manifiesto y nada más. Lanza `ErrorDeEntrada` si no vale."""
    documento = leer_json(carpeta / MANIFIESTO)
    return Abierta(carpeta, documento, manifiesto_de(documento))


def intentar(leer: Callable[[], T], problemas: list[Problema]) -> T | None:
    """Lo que devuelva `leer`, o `None` y sus problemas sumados a los demás."""
    try:
        return leer()
    except ErrorDeEntrada as error:
        problemas += error.problemas
        return None


def huella_de_fichero(ruta: Path) -> str:
    """El SHA-256 de un fichero, que no se carga entero."""
    with ruta.open("rb") as fichero:
        return hashlib.file_digest(fichero, "sha256").hexdigest()


@dataclass(slots=True)
class LectorDeCorrida:
    """Lee los ficheros que nombra un manifiesto; lo que falla se apunta y se sigue."""

    carpeta: Path
    documento: Documento
    todos: Manifiesto
    problemas: list[Problema] = field(default_factory=list)
    ilegibles: list[str] = field(default_factory=list)

    def grafos(self, manifiesto: Manifiesto) -> dict[str, Grafo]:
        """Los grafos exportados, por variante."""
        leidos: dict[str, Grafo] = {}
        for variante, fichero in manifiesto.grafos.items():
            nombre = "/".join([*self.carpeta.resolve().parts[-3:], fichero])
            grafo = self._leer(fichero, raiz(self.documento)["grafos"][variante], partial(leer_grafo, nombre=nombre))
            if grafo:
                leidos[variante] = grafo
        return leidos

    def fuentes(self, manifiesto: Manifiesto) -> Mapping[str, Mapping[str, Fuente]]:
        """El código de cada nodo, por variante."""
        if manifiesto.fuentes is None:
            return {}
        return self._leer(manifiesto.fuentes, raiz(self.documento)["fuentes"], leer_fuentes) or {}

    def trazas(self, manifiesto: Manifiesto, leer: LeerTraza) -> tuple[Mapping[str, Traza], Mapping[str, Apunte]]:
        """Las de los casos de `manifiesto`, que pueden no ser todos los que se grabaron, y sus apuntes."""
        quiero = {c.caso for c in manifiesto.casos}
        leidas: dict[str, Leida] = {}
        for caso, punto in zip(self.todos.casos, raiz(self.documento)["casos"].elementos(), strict=True):
            leida = self._traza(caso, punto, leer) if caso.caso in quiero else None
            if leida:
                leidas[caso.caso] = leida
        return (
            Perezoso({c: leida.traza for c, leida in leidas.items()}),
            Perezoso({c: leida.apunte for c, leida in leidas.items()}),
        )

    def anexo(self, manifiesto: Manifiesto, nombre: str, leer: Callable[[Path], T]) -> T | None:
        """Un anexo que sabemos leer; `None` si la corrida no lo trae."""
        fichero = manifiesto.anexos.get(nombre)
        return None if fichero is None else self._leer(fichero, raiz(self.documento)["anexos"][nombre], leer)

    def anexos(self, manifiesto: Manifiesto) -> None:
        """Los demás anexos solo tienen que estar."""
        for nombre, fichero in manifiesto.anexos.items():
            if nombre not in LEIDOS:
                self._dentro(fichero, raiz(self.documento)["anexos"][nombre])

    def _traza(self, caso: CasoGrabado, punto: Punto, leer: LeerTraza) -> Leida | None:
        leida = self._leer(caso.traza, punto["traza"], lambda ruta: leer(ruta, caso.caso))
        if leida is None:
            return None
        if leida.huella != caso.sha256:
            que_pasa = f"«{caso.traza}» no es la que se grabó (su sha256 empieza por {leida.huella[:12]})"
            self.problemas.append(punto["sha256"].problema(que_pasa, "recupera el fichero o graba otra corrida"))
            self.ilegibles.append(caso.traza)
            return None
        return leida

    def _dentro(self, fichero: str, punto: Punto) -> Path | None:
        ruta = ruta_dentro(self.carpeta, fichero)
        if ruta is None:
            self.problemas.append(punto.problema(f"«{fichero[:100]}» se sale de la corrida", "usa una ruta de dentro"))
        elif not existe(ruta):
            self.problemas.append(
                punto.problema(f"falta el fichero «{fichero[:100]}»", "recupéralo o graba otra corrida")
            )
        else:
            return ruta
        return None

    def _leer(self, fichero: str, punto: Punto, leer: Callable[[Path], T]) -> T | None:
        ruta = self._dentro(fichero, punto)
        leido = self._intentar(partial(leer, ruta), fichero, punto) if ruta else None
        if leido is None:
            self.ilegibles.append(fichero)
        return leido

    def _intentar(self, leer: Callable[[], T], fichero: str, punto: Punto) -> T | None:
        try:
            return intentar(leer, self.problemas)
        except PermissionError:
            que_pasa = f"no hay permiso para leer «{fichero[:100]}»"
            self.problemas.append(punto.problema(que_pasa, "da permiso de lectura"))
            return None

"""Una corrida grabada: manifiesto comprobado, grafos, fuentes y trazas, con todos sus problemas a la vez."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from generador.errores import ErrorDeEntrada, Problema
from generador.lectura.documento import Documento, Punto, raiz
from generador.lectura.evaluacion import leer_evaluacion
from generador.lectura.ficheros import existe, ruta_dentro
from generador.lectura.fuentes import leer_fuentes
from generador.lectura.grafo import leer_grafo
from generador.lectura.json_con_posiciones import leer_json
from generador.lectura.manifiesto import manifiesto_de
from generador.lectura.registro import leer_registro
from generador.lectura.trazas import leer_traza
from generador.modelo.corrida import CasoGrabado, Corrida, Fuente, Manifiesto
from generador.modelo.grafo import Grafo
from generador.modelo.plan import Plan
from generador.modelo.traza import Traza

MANIFIESTO = "manifiesto.json"
LEIDOS = ("evaluacion", "registro")
"""Los anexos con lector propio."""

LeerTraza = Callable[[Path, str], tuple[str, Callable[[], Traza]]]
"""(fichero, caso) → (su SHA-256, cómo tener la traza). Quien la recuerda de antes puede no abrir el fichero."""

T = TypeVar("T")


def carpetas_de_corridas(demo: Path) -> tuple[Path, ...]:
    """Las carpetas de una demo que tienen manifiesto, por nombre. Una a medio grabar no lo tiene y no cuenta."""
    try:
        hijas = sorted(demo.iterdir())
    except OSError:
        return ()
    return tuple(c for c in hijas if not c.name.startswith(".") and existe(c / MANIFIESTO))


def leer_del_disco(ruta: Path, caso: str) -> tuple[str, Callable[[], Traza]]:
    """El `LeerTraza` de quien no recuerda nada: abre y lee el fichero. Lanza `ErrorDeEntrada` si no es una traza."""
    huella = huella_de_fichero(ruta)
    traza = leer_traza(ruta, caso)
    return huella, lambda: traza


def leer_corrida(carpeta: Path, plan: Plan, *, vigente: bool = True, trazas: LeerTraza = leer_del_disco) -> Corrida:
    """Lee una corrida entera.

    Si es la `vigente` (la que se publica), sus casos y variantes tienen que ser los del plan; una anterior puede
    tener casos que el plan ya retiró. Lanza `ErrorDeEntrada` con los problemas de todos sus ficheros.
    """
    return _leer(_abrir(carpeta), plan, trazas, vigente=vigente)


def leer_corridas(demo: Path, plan: Plan, trazas: LeerTraza = leer_del_disco) -> tuple[Corrida, ...]:
    """Las corridas de una demo, de la más antigua a la más nueva, que es la vigente.

    Lanza `ErrorDeEntrada` con los problemas de todas.
    """
    problemas: list[Problema] = []
    abiertas = [a for c in carpetas_de_corridas(demo) if (a := intentar(partial(_abrir, c), problemas))]
    abiertas.sort(key=lambda a: (datetime.fromisoformat(a.manifiesto.creada), a.carpeta.name))
    leidas = [intentar(partial(_leer, a, plan, trazas, vigente=a is abiertas[-1]), problemas) for a in abiertas]
    problemas += _mismo_nombre(abiertas)
    if problemas:
        raise ErrorDeEntrada(problemas)
    return tuple(c for c in leidas if c)


def intentar(leer: Callable[[], T], problemas: list[Problema]) -> T | None:
    """Lo que devuelva `leer`, o `None` y sus problemas sumados a los demás."""
    try:
        return leer()
    except ErrorDeEntrada as error:
        problemas += error.problemas
        return None


class Trazas(Mapping[str, Traza]):
    """Caso → traza, y cada una se tiene cuando se pide: casi nadie necesita las de lo que no ha cambiado."""

    def __init__(self, como: Mapping[str, Callable[[], Traza]]) -> None:
        self._como = como

    def __getitem__(self, caso: str) -> Traza:
        return self._como[caso]()

    def __contains__(self, caso: object) -> bool:
        return caso in self._como

    def __iter__(self) -> Iterator[str]:
        return iter(self._como)

    def __len__(self) -> int:
        return len(self._como)


@dataclass(frozen=True, slots=True)
class _Abierta:
    """Una corrida de la que solo se ha leído el manifiesto."""

    carpeta: Path
    documento: Documento
    manifiesto: Manifiesto


def _abrir(carpeta: Path) -> _Abierta:
    documento = leer_json(carpeta / MANIFIESTO)
    return _Abierta(carpeta, documento, manifiesto_de(documento))


def _leer(abierta: _Abierta, plan: Plan, trazas: LeerTraza, *, vigente: bool) -> Corrida:
    carpeta, manifiesto = abierta.carpeta, abierta.manifiesto
    lector = _Lector(carpeta, abierta.documento, trazas)
    lector.problemas += _frente_al_plan(manifiesto, raiz(abierta.documento), plan, vigente=vigente)
    corrida = Corrida(
        manifiesto=manifiesto,
        grafos=lector.grafos(manifiesto),
        fuentes=lector.fuentes(manifiesto),
        trazas=lector.trazas(manifiesto),
        rutas={c.caso: (carpeta / c.traza).as_posix() for c in manifiesto.casos},
        evaluacion=lector.anexo(manifiesto, "evaluacion", lambda ruta: leer_evaluacion(ruta, manifiesto.demo)),
        registro=lector.anexo(manifiesto, "registro", lambda ruta: leer_registro(ruta, _cabezas(manifiesto))),
    )
    lector.anexos(manifiesto)
    if lector.problemas:
        raise ErrorDeEntrada(lector.problemas)
    return corrida


def _cabezas(manifiesto: Manifiesto) -> dict[str, str | None]:
    return {c.caso: manifiesto.cabezas.get(c.caso) for c in manifiesto.casos}


def _mismo_nombre(abiertas: list[_Abierta]) -> Iterator[Problema]:
    vistas: dict[str, str] = {}
    for abierta in abiertas:
        nombre = abierta.manifiesto.corrida
        antes = vistas.setdefault(nombre, abierta.carpeta.name)
        if antes != abierta.carpeta.name:
            que_pasa = f"la corrida «{nombre[:60]}» ya está en la carpeta «{antes}»"
            yield raiz(abierta.documento)["corrida"].problema(que_pasa, "ponle otro nombre o borra una de las dos")


def _frente_al_plan(manifiesto: Manifiesto, punto: Punto, plan: Plan, *, vigente: bool) -> Iterator[Problema]:
    if manifiesto.demo != plan.demo:
        que_pasa = f"la corrida es de la demo «{manifiesto.demo[:60]}» y el plan, de «{plan.demo[:60]}»"
        yield punto["demo"].problema(que_pasa, "muévela a su demo o corrige «demo»")
    if not vigente:
        return
    del_plan = {c.id: c.variante for c in plan.casos}
    for caso, donde in zip(manifiesto.casos, punto["casos"].elementos(), strict=True):
        variante = del_plan.get(caso.caso)
        if variante is None:
            que_pasa = f"el caso «{caso.caso[:60]}» está grabado y el plan no lo tiene"
            yield donde["caso"].problema(que_pasa, "devuélvelo al plan o graba otra corrida")
        elif variante != caso.variante:
            que_pasa = (
                f"el caso «{caso.caso[:60]}» se grabó con «{caso.variante[:60]}» y el plan pide «{variante[:60]}»"
            )
            yield donde["variante"].problema(que_pasa, "graba otra corrida")


@dataclass(slots=True)
class _Lector:
    """Lee los ficheros que nombra un manifiesto; lo que falla se apunta y se sigue."""

    carpeta: Path
    documento: Documento
    leer_traza: LeerTraza
    problemas: list[Problema] = field(default_factory=list)

    def grafos(self, manifiesto: Manifiesto) -> dict[str, Grafo]:
        leidos: dict[str, Grafo] = {}
        for variante, fichero in manifiesto.grafos.items():
            nombre = "/".join([*self.carpeta.resolve().parts[-3:], fichero])
            grafo = self._leer(fichero, raiz(self.documento)["grafos"][variante], partial(leer_grafo, nombre=nombre))
            if grafo:
                leidos[variante] = grafo
        return leidos

    def fuentes(self, manifiesto: Manifiesto) -> Mapping[str, Mapping[str, Fuente]]:
        if manifiesto.fuentes is None:
            return {}
        return self._leer(manifiesto.fuentes, raiz(self.documento)["fuentes"], leer_fuentes) or {}

    def trazas(self, manifiesto: Manifiesto) -> Mapping[str, Traza]:
        leidas: dict[str, Callable[[], Traza]] = {}
        puntos = raiz(self.documento)["casos"].elementos()
        for caso, punto in zip(manifiesto.casos, puntos, strict=True):
            traza = self._traza(caso, punto)
            if traza:
                leidas[caso.caso] = traza
        return Trazas(leidas)

    def anexo(self, manifiesto: Manifiesto, nombre: str, leer: Callable[[Path], T]) -> T | None:
        """Un anexo que sabemos leer; `None` si la corrida no lo trae."""
        fichero = manifiesto.anexos.get(nombre)
        return None if fichero is None else self._leer(fichero, raiz(self.documento)["anexos"][nombre], leer)

    def anexos(self, manifiesto: Manifiesto) -> None:
        """Los demás anexos solo tienen que estar."""
        for nombre, fichero in manifiesto.anexos.items():
            if nombre not in LEIDOS:
                self._dentro(fichero, raiz(self.documento)["anexos"][nombre])

    def _traza(self, caso: CasoGrabado, punto: Punto) -> Callable[[], Traza] | None:
        leida = self._leer(caso.traza, punto["traza"], lambda ruta: self.leer_traza(ruta, caso.caso))
        if leida is None:
            return None
        hay, traza = leida
        if hay != caso.sha256:
            que_pasa = f"«{caso.traza}» no es la que se grabó (su sha256 empieza por {hay[:12]})"
            self.problemas.append(punto["sha256"].problema(que_pasa, "recupera el fichero o graba otra corrida"))
        return traza

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
        return intentar(partial(leer, ruta), self.problemas) if ruta else None


def huella_de_fichero(ruta: Path) -> str:
    """El SHA-256 de un fichero, que no se carga entero."""
    with ruta.open("rb") as fichero:
        return hashlib.file_digest(fichero, "sha256").hexdigest()

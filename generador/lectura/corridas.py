"""Una corrida grabada: manifiesto comprobado, grafos, fuentes y trazas, con todos sus problemas a la vez."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.lectura.anteriores import de_otra_demo, evaluacion_de, leer_anterior
from generador.lectura.documento import raiz
from generador.lectura.ficheros import puede_haber
from generador.lectura.partes_de_corrida import (
    LEIDOS,
    MANIFIESTO,
    Abierta,
    Huella,
    LectorDeCorrida,
    LeerTraza,
    Leida,
    abrir,
    huella_de_fichero,
    intentar,
)
from generador.lectura.trazas import leer_traza
from generador.modelo.apunte import apuntar
from generador.modelo.corrida import CasoGrabado, Corrida, Manifiesto
from generador.modelo.plan import Caso, Plan
from generador.modelo.registro import Registro


def carpetas_de_corridas(demo: Path) -> tuple[Path, ...]:
    """Las carpetas de una demo que tienen manifiesto, por nombre. Una a medio grabar no lo tiene y no cuenta.

    Si lo que hay con ese nombre no se puede leer, cuenta: callarlo publicaría otra corrida en su lugar. Lanza
    `ErrorDeEntrada` si la que no se puede leer es la de la demo.
    """
    try:
        hijas = sorted(demo.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as causa:
        que_pasa = f"no se puede saber qué corridas tiene: {causa.strerror}"
        raise ErrorDeEntrada([problema(demo, que_pasa, "revisa sus permisos")]) from None
    return tuple(c for c in hijas if not c.name.startswith(".") and puede_haber(c / MANIFIESTO))


def leer_del_disco(ruta: Path, caso: str) -> Leida:
    """El `LeerTraza` de quien no recuerda nada: abre y lee el fichero. Lanza `ErrorDeEntrada` si no es una traza."""
    huella = huella_de_fichero(ruta)
    traza = leer_traza(ruta, caso)
    return Leida(huella, lambda: traza, lambda: apuntar(traza))


def leer_corrida(carpeta: Path, plan: Plan, *, trazas: LeerTraza = leer_del_disco) -> Corrida:
    """Lee entera una corrida como la que se publica.

    Los casos que el plan ya no tiene se apartan. Lanza `ErrorDeEntrada` con los problemas de todos sus ficheros.
    """
    return _leer(abrir(carpeta), plan, trazas)


def leer_corridas(
    demo: Path, plan: Plan, trazas: LeerTraza = leer_del_disco, huella: Huella = huella_de_fichero
) -> tuple[Corrida, ...]:
    """Las corridas de una demo, de la más antigua a la más nueva, que es la vigente.

    De las demás no se lee ninguna traza hasta que alguien la pide, y lo que tengan mal no estorba: se dice en la propia
    corrida. Lanza `ErrorDeEntrada` con los problemas de la vigente y de los manifiestos.
    """
    problemas: list[Problema] = []
    abiertas = _abrir(demo, problemas)
    ultima = intentar(partial(_leer, abiertas[-1], plan, trazas), problemas) if abiertas else None
    viejas = [a for a in abiertas[:-1] if not de_otra_demo(a, plan, problemas)]
    if problemas:
        raise ErrorDeEntrada(problemas)
    return (*(leer_anterior(a, huella, ultima) for a in viejas), *((ultima,) if ultima else ()))


def _abrir(demo: Path, problemas: list[Problema]) -> list[Abierta]:
    """Las que se dejan abrir, de la más antigua a la más nueva."""
    abiertas = [a for c in carpetas_de_corridas(demo) if (a := intentar(partial(abrir, c), problemas))]
    abiertas.sort(key=lambda a: (datetime.fromisoformat(a.manifiesto.creada), a.carpeta.name))
    problemas += _mismo_nombre(abiertas)
    return abiertas


def problemas_de_corridas(demo: Path, casos: frozenset[str], trazas: LeerTraza = leer_del_disco) -> list[Problema]:
    """Los de todos los manifiestos y los de la corrida vigente, de una demo cuyo plan no se sabe.

    `casos` son los que tendría; sin ninguno, valen todos los que se grabaron.
    """
    problemas: list[Problema] = []
    abiertas = _abrir(demo, problemas)
    if abiertas:
        intentar(partial(_leer, abiertas[-1], _supuesto(abiertas[-1].manifiesto, casos), trazas), problemas)
    return problemas


def _supuesto(manifiesto: Manifiesto, casos: frozenset[str]) -> Plan:
    """Un plan que casa con la corrida: leerla con él solo da los problemas que son de ella."""
    grabados = (c for c in manifiesto.casos if not casos or c.caso in casos)
    suyos = tuple(Caso(id=c.caso, titulo="", variante=c.variante, entrada=None) for c in grabados)
    return Plan(demo=manifiesto.demo, titulo="", frase="", sprint="", variantes=(), casos=suyos)


def _leer(abierta: Abierta, plan: Plan, trazas: LeerTraza) -> Corrida:
    carpeta = abierta.carpeta
    lector = LectorDeCorrida(carpeta, abierta.documento, abierta.manifiesto)
    de_otra_demo(abierta, plan, lector.problemas)
    lector.problemas += _frente_al_plan(abierta, plan)
    manifiesto, retirados = _sin_retirados(abierta.manifiesto, plan)
    trazas_leidas, apuntes = lector.trazas(manifiesto, trazas)
    corrida = Corrida(
        manifiesto=manifiesto,
        grafos=lector.grafos(manifiesto),
        fuentes=lector.fuentes(manifiesto),
        trazas=trazas_leidas,
        apuntes=apuntes,
        rutas={c.caso: (carpeta / c.traza).as_posix() for c in manifiesto.casos},
        anexos={n: (carpeta / f).as_posix() for n, f in manifiesto.anexos.items() if n in LEIDOS},
        evaluacion=lector.anexo(manifiesto, "evaluacion", partial(evaluacion_de, manifiesto)),
        registro=lector.anexo(manifiesto, "registro", lambda ruta: _registro(ruta, abierta.manifiesto, retirados)),
        retirados=retirados,
    )
    lector.anexos(manifiesto)
    if lector.problemas:
        raise ErrorDeEntrada(lector.problemas)
    return corrida


def _sin_retirados(manifiesto: Manifiesto, plan: Plan) -> tuple[Manifiesto, tuple[CasoGrabado, ...]]:
    """El manifiesto con los casos del plan, y los que se grabaron y el plan ya no tiene."""
    del_plan = {c.id for c in plan.casos}
    retirados = tuple(c for c in manifiesto.casos if c.caso not in del_plan)
    return replace(manifiesto, casos=tuple(c for c in manifiesto.casos if c.caso in del_plan)), retirados


def _registro(ruta: Path, manifiesto: Manifiesto, retirados: tuple[CasoGrabado, ...]) -> Registro:
    """El registro, comprobado entero y sin las cadenas de los casos retirados."""
    from generador.lectura.registro import leer_registro

    leido = leer_registro(ruta, _cabezas(manifiesto))
    fuera = {c.caso for c in retirados}
    return replace(leido, cadenas=tuple(c for c in leido.cadenas if c.caso not in fuera))


def _cabezas(manifiesto: Manifiesto) -> dict[str, str | None]:
    return {c.caso: manifiesto.cabezas.get(c.caso) for c in manifiesto.casos}


def _mismo_nombre(abiertas: list[Abierta]) -> Iterator[Problema]:
    vistas: dict[str, str] = {}
    for abierta in abiertas:
        nombre = abierta.manifiesto.corrida
        antes = vistas.setdefault(nombre, abierta.carpeta.name)
        if antes != abierta.carpeta.name:
            que_pasa = f"la corrida «{nombre[:60]}» ya está en la carpeta «{antes}»"
            yield raiz(abierta.documento)["corrida"].problema(que_pasa, "ponle otro nombre o borra una de las dos")


def _frente_al_plan(abierta: Abierta, plan: Plan) -> Iterator[Problema]:
    manifiesto, punto = abierta.manifiesto, raiz(abierta.documento)
    del_plan = {c.id: c.variante for c in plan.casos}
    for caso, donde in zip(manifiesto.casos, punto["casos"].elementos(), strict=True):
        variante = del_plan.get(caso.caso, caso.variante)
        if variante != caso.variante:
            que_pasa = (
                f"el caso «{caso.caso[:60]}» se grabó con «{caso.variante[:60]}» y el plan pide «{variante[:60]}»"
            )
            yield donde["variante"].problema(que_pasa, "graba otra corrida")

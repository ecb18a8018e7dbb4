"""Una corrida que ya no se publica: lo que hace falta para el historial, y nada que pueda parar a la que sí.

Sus trazas no se leen: se sabe su huella y cómo tenerlas si alguien las pide. La que también
está en la vigente, ni eso.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.lectura.documento import raiz
from generador.lectura.partes_de_corrida import Abierta, Huella, LectorDeCorrida, Leida, huella_de_fichero
from generador.lectura.trazas import leer_traza
from generador.modelo.apunte import apuntar
from generador.modelo.corrida import Corrida, Manifiesto
from generador.modelo.evaluacion import Evaluacion
from generador.modelo.plan import Plan
from generador.modelo.traza import Traza


def leer_anterior(abierta: Abierta, huella: Huella = huella_de_fichero, vigente: Corrida | None = None) -> Corrida:
    """La corrida con lo que se deje leer; lo demás queda en `ilegibles` y `avisos`. No lanza."""
    m = abierta.manifiesto
    lector = LectorDeCorrida(abierta.carpeta, abierta.documento, m)
    leer = partial(_leer, huella=huella, iguales=_iguales(abierta, vigente))
    grafos, (trazas, _) = lector.grafos(m), lector.trazas(m, leer)
    evaluacion = lector.anexo(m, "evaluacion", partial(evaluacion_de, m))
    return Corrida(
        manifiesto=m,
        grafos=grafos,
        fuentes={},
        trazas=trazas,
        evaluacion=evaluacion,
        ilegibles=tuple(lector.ilegibles),
        avisos=tuple(map(str, sorted(set(lector.problemas)))),
    )


def de_otra_demo(abierta: Abierta, plan: Plan, problemas: list[Problema]) -> bool:
    """Si la corrida dice ser de otra demo, que es un problema."""
    if abierta.manifiesto.demo == plan.demo:
        return False
    que_pasa = f"la corrida es de la demo «{abierta.manifiesto.demo[:60]}» y el plan, de «{plan.demo[:60]}»"
    problemas.append(raiz(abierta.documento)["demo"].problema(que_pasa, "muévela a su demo o corrige «demo»"))
    return True


def evaluacion_de(manifiesto: Manifiesto, ruta: Path) -> Evaluacion:
    """La evaluación de una corrida. Pocas la tienen, y preparar su lector es de lo que más tarda al arrancar."""
    from generador.lectura.evaluacion import leer_evaluacion

    return leer_evaluacion(ruta, manifiesto.demo)


def _iguales(abierta: Abierta, vigente: Corrida | None) -> dict[str, Leida]:
    """Los casos que la vigente tiene con la misma traza, byte a byte."""
    if vigente is None:
        return {}
    suyas = {c.caso: c.sha256 for c in vigente.manifiesto.casos if c.caso in vigente.trazas}
    return {
        c.caso: Leida(c.sha256, partial(vigente.trazas.__getitem__, c.caso), partial(vigente.apunte, c.caso))
        for c in abierta.manifiesto.casos
        if suyas.get(c.caso) == c.sha256
    }


def _leer(ruta: Path, caso: str, *, huella: Huella, iguales: dict[str, Leida]) -> Leida:
    if caso in iguales:
        return iguales[caso]
    vista = _mirar(ruta, huella)
    leer = partial(_traza, ruta, caso, vista)
    return Leida(vista, leer, lambda: apuntar(leer()))


def _mirar(ruta: Path, huella: Huella) -> str:
    try:
        return huella(ruta)
    except OSError as causa:
        raise ErrorDeEntrada([problema(ruta, f"no se puede leer: {causa.strerror}", "revisa sus permisos")]) from None


def _traza(ruta: Path, caso: str, vista: str) -> Traza:
    """La traza de la que se dio la huella, no otra que se haya escrito mientras."""
    traza = leer_traza(ruta, caso)
    if _mirar(ruta, huella_de_fichero) != vista:
        que_hacer = "espera a que se acabe de escribir y repite"
        raise ErrorDeEntrada([problema(ruta, "la traza ha cambiado mientras se leía", que_hacer)])
    return traza

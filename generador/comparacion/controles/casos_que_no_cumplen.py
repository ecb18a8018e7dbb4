"""Un caso cuya traza no muestra lo que el plan espera."""

from __future__ import annotations

from collections.abc import Iterator

from generador.comparacion.evidencia import Evidencia
from generador.modelo.hallazgo import Cumple, Gravedad, Hallazgo, Prueba, Resultado
from generador.modelo.mensaje import mensaje

NOMBRE = "casos_que_no_cumplen"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por caso que no cumple, con el primer paso que lo demuestra, y otro por caso que no se sabe."""
    return tuple(_hallazgos(evidencia))


def _hallazgos(evidencia: Evidencia) -> Iterator[Hallazgo]:
    for caso, resultados in evidencia.resultados.items():
        if malos := [r for r in resultados if r.cumple is Cumple.NO]:
            campos = ", ".join(dict.fromkeys(r.campo for r in malos))
            yield Hallazgo(
                control=NOMBRE,
                gravedad=Gravedad.ERROR,
                motivo=mensaje("el caso %(caso)s no cumple: %(campos)s", caso=caso, campos=campos),
                remedio=mensaje("corrige el agente, o lo que el plan espera si cambió a propósito"),
                lugar=evidencia.traza(caso),
                prueba=_prueba(caso, malos),
            )
        elif dudosos := [r for r in resultados if r.cumple is Cumple.NO_SE_SABE]:
            campos = ", ".join(dict.fromkeys(r.campo for r in dudosos))
            yield Hallazgo(
                control=NOMBRE,
                gravedad=Gravedad.AVISO,
                motivo=mensaje("del caso %(caso)s no se sabe si cumple: %(campos)s", caso=caso, campos=campos),
                remedio=mensaje("grábalo con la grabadora: esta traza no trae lo que haría falta para saberlo"),
                lugar=evidencia.traza(caso),
                prueba=_prueba(caso, dudosos),
            )


def _prueba(caso: str, resultados: list[Resultado]) -> Prueba | None:
    paso = next((r.paso for r in resultados if r.paso is not None), None)
    return None if paso is None else Prueba(caso=caso, paso=paso)

"""Una traza que se corta sin decir cómo acabó: el proceso murió, o quien la exportó no lo contó."""

from __future__ import annotations

from generador.comparacion.evidencia import Evidencia
from generador.modelo.hallazgo import Gravedad, Hallazgo, Prueba
from generador.modelo.mensaje import mensaje
from generador.modelo.traza import Fin

NOMBRE = "trazas_sin_cerrar"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por traza sin final, con el último paso que se vio."""
    return tuple(
        Hallazgo(
            control=NOMBRE,
            gravedad=Gravedad.AVISO,
            motivo=mensaje("la traza de %(caso)s se corta sin decir cómo acabó", caso=caso),
            remedio=mensaje("vuelve a grabar el caso; si el agente se cuelga ahí, el último paso dice dónde"),
            lugar=evidencia.traza(caso),
            prueba=Prueba(caso=caso, paso=apunte.pasos) if apunte.pasos else None,
        )
        for caso, apunte in evidencia.apuntes.items()
        if apunte.fin is Fin.SIN_CERRAR
    )

"""Lo que el contrato promete y ningún caso ha recorrido: está, pero nadie lo ha visto funcionar."""

from __future__ import annotations

from generador.comparacion.evidencia import Evidencia
from generador.modelo.hallazgo import Gravedad, Hallazgo, Juicio, Veredicto
from generador.modelo.mensaje import mensaje

NOMBRE = "contrato_sin_cubrir"


def controlar(evidencia: Evidencia) -> tuple[Hallazgo, ...]:
    """Un hallazgo por nodo y por arista prometidos que ninguna traza recorre."""
    return tuple(
        Hallazgo(
            control=NOMBRE,
            gravedad=Gravedad.NOTA,
            motivo=mensaje("ningún caso recorre %(elemento)s", elemento=_dibujo(j)),
            remedio=mensaje("añade un caso que lo recorra, o di por qué no hace falta"),
            lugar=j.contrato.lugar if j.contrato is not None else None,
        )
        for j in (*evidencia.nodos, *evidencia.aristas)
        if j.veredicto is Veredicto.DECLARADA_SIN_RECORRER and j.contrato is not None
    )


def _dibujo(juicio: Juicio) -> str:
    return juicio.origen if juicio.clase == "nodo" else f"{juicio.origen} → {juicio.destino}"

"""Cómo se dice y de qué tono va cada valor cerrado del modelo: veredictos, cumplimientos, fines, tipos…

Está junto para que un veredicto se lea igual en la portada, en la tabla del contrato y en el caso, y para que
el tono (que la hoja de estilos vuelve color y signo) no lo decida ninguna plantilla.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from generador.modelo.grafo import Certeza, TipoDeArista, TipoDeNodo
from generador.modelo.hallazgo import Cumple, FrenteAlSpike, Gravedad, Veredicto
from generador.modelo.historial import EstadoDeCaso, Suerte
from generador.modelo.mensaje import Mensaje, mensaje
from generador.modelo.procedencia import Procedencia
from generador.modelo.traza import Fin
from generador.paginas.base import Contexto

Termino = (
    Veredicto
    | Cumple
    | Fin
    | FrenteAlSpike
    | Gravedad
    | Certeza
    | TipoDeArista
    | TipoDeNodo
    | Procedencia
    | EstadoDeCaso
    | Suerte
)


_ICONOS: Final = {"bien": "si", "mal": "no", "aviso": "aviso", "nota": "punto", "acento": "punto", "neutro": "duda"}


class Etiqueta(Struct, frozen=True, kw_only=True):
    """Un valor cerrado, listo para una pastilla. `tono` es `bien`, `mal`, `aviso`, `nota`, `acento` o `neutro`."""

    valor: str
    texto: str
    tono: str

    @property
    def icono(self) -> str:
        """El signo que acompaña al tono, para que no dependa del color: uno de `partes/comunes.html`."""
        return _ICONOS[self.tono]


_FILAS: Final[tuple[tuple[Termino, Mensaje, str], ...]] = (
    (Veredicto.CONFORME, mensaje("conforme"), "bien"),
    (Veredicto.FALTA, mensaje("falta"), "mal"),
    (Veredicto.SOBRA, mensaje("sobra"), "mal"),
    (Veredicto.ETIQUETA_DISTINTA, mensaje("etiqueta distinta"), "aviso"),
    (Veredicto.TIPO_DISTINTO, mensaje("tipo distinto"), "aviso"),
    (Veredicto.DECLARADA_SIN_RECORRER, mensaje("declarada, sin recorrer"), "nota"),
    (Veredicto.RECORRIDA_SIN_DECLARAR, mensaje("recorrida, sin declarar"), "mal"),
    (Veredicto.NO_PUEDE_DECIRLO, mensaje("el grafo no puede decirlo"), "neutro"),
    (Veredicto.PENDIENTE, mensaje("pendiente"), "nota"),
    (Cumple.SI, mensaje("cumple"), "bien"),
    (Cumple.NO, mensaje("no cumple"), "mal"),
    (Cumple.NO_SE_SABE, mensaje("no se sabe"), "neutro"),
    (Fin.BIEN, mensaje("acabó bien"), "bien"),
    (Fin.INTERRUMPIDO, mensaje("en pausa, sin reanudar"), "nota"),
    (Fin.ERROR, mensaje("acabó en error"), "mal"),
    (Fin.CANCELADO, mensaje("cancelado"), "aviso"),
    (Fin.SIN_PASOS, mensaje("agotó los pasos"), "aviso"),
    (Fin.SALTO_AL_PADRE, mensaje("saltó al grafo padre"), "neutro"),
    (Fin.SIN_CERRAR, mensaje("sin cerrar"), "neutro"),
    (FrenteAlSpike.CONSERVADO, mensaje("conservado"), "neutro"),
    (FrenteAlSpike.NUEVO, mensaje("nuevo"), "acento"),
    (FrenteAlSpike.ABANDONADO, mensaje("abandonado"), "aviso"),
    (FrenteAlSpike.RENOMBRADO, mensaje("renombrado"), "nota"),
    (Gravedad.ERROR, mensaje("diferencia"), "mal"),
    (Gravedad.AVISO, mensaje("aviso"), "aviso"),
    (Gravedad.NOTA, mensaje("nota"), "nota"),
    (Certeza.DECLARADA, mensaje("declarada"), "neutro"),
    (Certeza.INFERIDA, mensaje("inferida del código"), "aviso"),
    (Certeza.OBSERVADA, mensaje("vista en una traza"), "nota"),
    (Certeza.DESCONOCIDA, mensaje("desconocida"), "neutro"),
    (TipoDeArista.FIJA, mensaje("fija"), "neutro"),
    (TipoDeArista.UNION, mensaje("unión"), "neutro"),
    (TipoDeArista.CONDICIONAL, mensaje("condicional"), "neutro"),
    (TipoDeArista.COMANDO, mensaje("Command"), "neutro"),
    (TipoDeArista.ENVIO, mensaje("Send"), "neutro"),
    (TipoDeNodo.INICIO, mensaje("inicio"), "neutro"),
    (TipoDeNodo.FIN, mensaje("fin"), "neutro"),
    (TipoDeNodo.NODO, mensaje("nodo"), "neutro"),
    (TipoDeNodo.SUBGRAFO, mensaje("subgrafo"), "neutro"),
    (TipoDeNodo.HERRAMIENTAS, mensaje("nodo de herramientas"), "neutro"),
    (Procedencia.EN_VIVO, mensaje("en vivo"), "acento"),
    (Procedencia.ORACULO, mensaje("oráculo"), "aviso"),
    (Procedencia.REPRODUCIDA, mensaje("reproducida"), "nota"),
    (Procedencia.DESCONOCIDA, mensaje("procedencia desconocida"), "mal"),
    (EstadoDeCaso.CUMPLE, mensaje("cumple"), "bien"),
    (EstadoDeCaso.NO_CUMPLE, mensaje("no cumple"), "mal"),
    (EstadoDeCaso.NO_SE_SABE, mensaje("no se sabe"), "neutro"),
    (EstadoDeCaso.NO_SE_EJECUTO, mensaje("no se ejecutó"), "neutro"),
    (Suerte.IGUAL, mensaje("igual"), "neutro"),
    (Suerte.CAMBIA, mensaje("cambia"), "aviso"),
    (Suerte.APARECE, mensaje("aparece"), "acento"),
    (Suerte.SE_VA, mensaje("se va"), "nota"),
)

_TERMINOS: Final = {(type(termino), termino.value): (texto, tono) for termino, texto, tono in _FILAS}
"""Por clase además de valor: dos `StrEnum` con el mismo texto son la misma clave de diccionario."""


def etiqueta(ctx: Contexto, termino: Termino) -> Etiqueta:
    """La pastilla de un valor del modelo, en el idioma de la página."""
    texto, tono = _TERMINOS[type(termino), termino.value]
    return Etiqueta(valor=termino.value, texto=ctx.mensaje(texto), tono=tono)

"""La política hecha código: una función por regla, pura y con motivo. Se miran todas, para poder decirlas todas.

Valen dos veces: al proponer y, con el pedido tal como esté entonces, justo antes de ejecutar.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, TypeAlias

from agentes.soporte.dinero import euros
from agentes.soporte.errores import RechazoDePolitica
from agentes.soporte.politica.lectura import CAMBIO, Politica
from agentes.soporte.tienda.modelo import Pedido

REEMBOLSO = "reembolso"
TIPOS = (REEMBOLSO, CAMBIO)


@dataclass(frozen=True, slots=True)
class Peticion:
    """Lo que se quiere hacer y con qué se juzga.

    `pedido` es `None` si no existe; `comprometido`, los céntimos de otras propuestas vivas del mismo pedido.
    """

    tipo: str
    datos: Mapping[str, Any]
    cliente_id: str
    pedido: Pedido | None
    comprometido: int
    hoy: date


@dataclass(frozen=True, slots=True)
class Veredicto:
    """Lo que dijo una regla. `motivo` es un código estable; `detalle`, la frase para una persona."""

    regla: str
    estado: str
    motivo: str
    detalle: str

    def como_dict(self) -> dict[str, Any]:
        """Como JSON."""
        return asdict(self)


Regla: TypeAlias = Callable[[Peticion, Pedido, Politica], "str | tuple[str, str]"]
"""Devuelve la frase si se cumple, o `(motivo, frase)` si no."""


def aplicar(peticion: Peticion, politica: Politica) -> tuple[Veredicto, ...]:
    """El veredicto de cada regla, en orden.

    Con un pedido ajeno o inexistente no se mira nada más: no se filtra nada.
    """
    pedido = peticion.pedido
    if pedido is None or pedido.cliente_id != peticion.cliente_id:
        frase = "El pedido no existe o no es de este cliente."
        return (Veredicto("pedido_del_cliente", "falla", "pedido_ajeno_o_inexistente", frase),)
    propio = Veredicto("pedido_del_cliente", "pasa", "", "El pedido es de este cliente.")
    return (propio, *(_juzgar(n, r, peticion, pedido, politica) for n, r in _REGLAS[peticion.tipo]))


def exigir(peticion: Peticion, politica: Politica) -> tuple[Veredicto, ...]:
    """Como `aplicar`, pero lanza `RechazoDePolitica` si alguna regla falla."""
    veredictos = aplicar(peticion, politica)
    if fallos := [v for v in veredictos if v.estado == "falla"]:
        frase = " ".join(v.detalle for v in fallos)
        raise RechazoDePolitica(frase, [v.motivo for v in fallos], [v.como_dict() for v in veredictos])
    return veredictos


def hoy(instante: datetime) -> date:
    """El día de la tienda."""
    return instante.date()


def _juzgar(nombre: str, regla: Regla, peticion: Peticion, pedido: Pedido, politica: Politica) -> Veredicto:
    dicho = regla(peticion, pedido, politica)
    if isinstance(dicho, str):
        return Veredicto(nombre, "pasa", "", dicho)
    return Veredicto(nombre, "falla", *dicho)


def _apartado_aplicable(peticion: Peticion, _pedido: Pedido, politica: Politica) -> str | tuple[str, str]:
    citado, causa = str(peticion.datos["apartado"]), _causa(peticion)
    apartado = politica.apartado(citado)
    if apartado is None:
        return "apartado_inexistente", f"La política no tiene el apartado {citado}."
    if causa not in apartado.causas:
        return "apartado_no_aplica", f"El apartado {citado} no trata de «{causa}»."
    return f"{citado} · {apartado.titulo['es']}"


def _importe_en_rango(peticion: Peticion, pedido: Pedido, _politica: Politica) -> str | tuple[str, str]:
    pedido_en, maximo = int(peticion.datos["importe_centimos"]), reembolsable(pedido, peticion.comprometido)
    if not 0 < pedido_en <= maximo:
        return "importe_fuera_de_rango", f"Importe fuera de rango: el máximo reembolsable es {euros(max(0, maximo))}."
    return f"{euros(pedido_en)} de {euros(maximo)} reembolsables."


def _importe_de_la_causa(peticion: Peticion, pedido: Pedido, _politica: Politica) -> str | tuple[str, str]:
    """Por cobro doble se devuelve lo cobrado de más; por lo demás, como mucho lo que valía el pedido."""
    doble = _causa(peticion) == "cobro_doble"
    tope = pedido.cobrado_de_mas if doble else pedido.total
    if int(peticion.datos["importe_centimos"]) > tope:
        que = "lo cobrado de más" if doble else "el precio del pedido"
        return "importe_no_corresponde", f"El importe supera {que}: {euros(tope)}."
    return "El importe corresponde a la causa."


def _situacion_de_la_causa(peticion: Peticion, pedido: Pedido, _politica: Politica) -> str | tuple[str, str]:
    match _causa(peticion):
        case "devolucion" | "defectuoso" if pedido.entregado is None:
            return "sin_entregar", "El pedido todavía no consta como entregado."
        case "cobro_doble" if pedido.cobrado_de_mas <= 0:
            return "sin_cobro_doble", "No consta ningún cobro de más en el pedido."
        case "no_recibido" if pedido.estado != "extraviado":
            return "no_extraviado", "El transportista no ha dado el paquete por extraviado."
    return "La situación del pedido corresponde a la causa."


def _en_plazo(peticion: Peticion, pedido: Pedido, politica: Politica) -> str | tuple[str, str]:
    causa = _causa(peticion)
    plazo = politica.plazos_dias.get(causa)
    desde = pedido.fecha if causa == "cobro_doble" else pedido.entregado
    if plazo is None or desde is None:
        return "Sin plazo para esta causa."
    dias = (peticion.hoy - desde).days
    if dias > plazo:
        frase = f"Fuera de plazo: han pasado {dias} días y el máximo son {plazo}. Escala a una persona responsable."
        return "fuera_de_plazo", frase
    return f"Día {dias} de {plazo}."


def _direccion_modificable(_peticion: Peticion, pedido: Pedido, politica: Politica) -> str | tuple[str, str]:
    if pedido.estado not in politica.estados_que_admiten_cambio_de_direccion:
        frase = (
            f"El pedido está «{pedido.estado}»: la dirección ya no se puede cambiar. Escala a una persona responsable."
        )
        return "direccion_no_modificable", frase
    return f"El pedido está «{pedido.estado}»."


def _direccion_distinta(peticion: Peticion, pedido: Pedido, _politica: Politica) -> str | tuple[str, str]:
    nueva = {k: str(peticion.datos[k]) for k in ("calle", "codigo_postal", "ciudad")}
    if nueva == dict(pedido.direccion):
        return "misma_direccion", "Es la dirección que ya tiene el pedido."
    return "La dirección es otra."


def reembolsable(pedido: Pedido, comprometido: int = 0) -> int:
    """Céntimos que aún se pueden devolver: pagado − reembolsado − lo que otras propuestas ya piden."""
    return pedido.pagado - pedido.reembolsado - comprometido


def _causa(peticion: Peticion) -> str:
    return str(peticion.datos["causa"]) if peticion.tipo == REEMBOLSO else CAMBIO


_REGLAS: Mapping[str, tuple[tuple[str, Regla], ...]] = {
    REEMBOLSO: (
        ("apartado_aplicable", _apartado_aplicable),
        ("situacion_del_pedido", _situacion_de_la_causa),
        ("importe_en_rango", _importe_en_rango),
        ("importe_de_la_causa", _importe_de_la_causa),
        ("en_plazo", _en_plazo),
    ),
    CAMBIO: (
        ("apartado_aplicable", _apartado_aplicable),
        ("direccion_modificable", _direccion_modificable),
        ("direccion_distinta", _direccion_distinta),
    ),
}

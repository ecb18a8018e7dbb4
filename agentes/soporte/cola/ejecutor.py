"""El ejecutor: código determinista que lleva a cabo lo aprobado, una sola vez, pase lo que pase entre medias.

Tres pasos: reclamar (transacción corta que revalida y compromete `en_ejecucion`), operar fuera de todo bloqueo con la
clave de idempotencia, y registrar (otra transacción corta). Si el proceso muere entre medias, quien recupere repite la
operación con la misma clave: desde que se comprometió `en_ejecucion` ya no se revalida, porque pudo estar pagada.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select, update

from agentes.soporte.base import tablas
from agentes.soporte.base.motor import lectura
from agentes.soporte.cola.cola import Cola
from agentes.soporte.cola.propuesta import Propuesta, leer
from agentes.soporte.dinero import euros
from agentes.soporte.errores import ClaveReutilizada, OperacionRechazada, RechazoDePolitica
from agentes.soporte.politica.lectura import CAMBIO
from agentes.soporte.politica.reglas import REEMBOLSO
from agentes.soporte.reloj import dentro_de, iso
from agentes.soporte.servicios import Recibo, Servicio
from agentes.soporte.tienda import repositorio

ARRIENDO = 60.0
"""Segundos que un ejecutor tiene la propuesta para él; pasados sin registrar, otro puede recuperarla."""


@dataclass(frozen=True, slots=True)
class Desenlace:
    """Cómo quedó una propuesta tras intentar ejecutarla. `efecto` es que este intento fue el que la terminó."""

    propuesta_id: int
    estado: str
    efecto: bool
    detalle: str = ""


@dataclass(frozen=True, slots=True)
class Ejecutor:
    """Un ejecutor con nombre. Puede haber muchos a la vez, en procesos distintos."""

    cola: Cola
    pagos: Servicio
    almacen: Servicio
    nombre: str
    arriendo: float = ARRIENDO

    def ejecutar(self, id: int) -> Desenlace:
        """Lleva a cabo una propuesta aprobada. Repetirlo no repite nada.

        Lanza `ServicioCaido` si no se sabe cómo acabó la operación: la propuesta sigue `en_ejecucion`, y volver a
        llamar (este ejecutor, o cualquiera cuando venza el arriendo) la termina con la misma clave.
        """
        reclamada = self._reclamar(id)
        return reclamada if isinstance(reclamada, Desenlace) else self._terminar(reclamada)

    def siguiente(self) -> Desenlace | None:
        """Ejecuta la aprobada más antigua que nadie tenga, o `None` si no queda ninguna."""
        t = tablas.propuesta
        libre = select(t.c.id).where(t.c.estado == "aprobada").order_by(t.c.id).limit(1)
        with self.cola.motor.begin() as c:
            id = c.execute(libre.with_for_update(skip_locked=True)).scalar()
            reclamada = self._reclamar_en(c, id) if id is not None else None
        if reclamada is None or isinstance(reclamada, Desenlace):
            return reclamada
        return self._terminar(reclamada)

    def recuperar(self) -> Iterator[Desenlace]:
        """Termina lo que dejaron a medias ejecutores que murieron (arriendo vencido)."""
        t = tablas.propuesta
        vencida = (t.c.estado == "en_ejecucion", t.c.arriendo < iso(self.cola.reloj()))
        with lectura(self.cola.motor).begin() as c:
            ids = list(c.execute(select(t.c.id).where(*vencida).order_by(t.c.id)).scalars())
        yield from (self.ejecutar(id) for id in ids)

    def _reclamar(self, id: int) -> Propuesta | Desenlace:
        with self.cola.motor.begin() as c:
            return self._reclamar_en(c, id)

    def _reclamar_en(self, c: Connection, id: int) -> Propuesta | Desenlace:
        p = leer(c, id, bloquear=True)
        if p is None:
            return Desenlace(id, "desconocida", efecto=False)
        ahora = iso(self.cola.reloj())
        mia = p.estado == "en_ejecucion" and (p.ejecutor == self.nombre or (p.arriendo or "") < ahora)
        if p.estado != "aprobada" and not mia:
            return Desenlace(id, p.estado, efecto=False, detalle="Nada que hacer.")
        if not mia:
            try:
                self.cola.revisar(c, p.tipo, p.datos, p.cliente_id, salvo=p.id)
            except RechazoDePolitica as rechazo:
                return self._cerrar(c, p, "invalida", str(rechazo))
        arriendo = dentro_de(self.cola.reloj(), segundos=self.arriendo)
        valores = {"estado": "en_ejecucion", "ejecutor": self.nombre, "arriendo": arriendo, "intentos": p.intentos + 1}
        c.execute(update(tablas.propuesta).where(tablas.propuesta.c.id == id).values(**valores))
        return p

    def _terminar(self, p: Propuesta) -> Desenlace:
        """Operar sin ningún bloqueo tomado, y registrar lo que salga."""
        try:
            recibo = self._servicio(p).operar(_cuerpo(p), p.clave)
        except (OperacionRechazada, ClaveReutilizada) as negativa:
            return self._registrar(p, "fallida", None, str(negativa))
        return self._registrar(p, "ejecutada", recibo, "")

    def _registrar(self, p: Propuesta, estado: str, recibo: Recibo | None, detalle: str) -> Desenlace:
        with self.cola.motor.begin() as c:
            actual = leer(c, p.id, bloquear=True)
            if actual is None or actual.estado != "en_ejecucion":
                return Desenlace(
                    p.id, actual.estado if actual else "desconocida", efecto=False, detalle="Ya registrada."
                )
            if recibo is not None:
                _anotar_en_la_tienda(c, p)
            return self._cerrar(c, p, estado, detalle, recibo=recibo.id if recibo else None)

    def _cerrar(self, c: Connection, p: Propuesta, estado: str, detalle: str, **mas: Any) -> Desenlace:
        ahora = iso(self.cola.reloj())
        valores = {"estado": estado, "causa_final": detalle, "terminada": ahora, **mas}
        c.execute(update(tablas.propuesta).where(tablas.propuesta.c.id == p.id).values(**valores))
        fila = {"clave": f"final/{p.id}", "ticket_id": p.ticket_id, "texto": texto_final(p, estado), "creado": ahora}
        c.execute(insert(tablas.aviso).values(**fila))
        return Desenlace(p.id, estado, efecto=True, detalle=detalle)

    def _servicio(self, p: Propuesta) -> Servicio:
        return self.almacen if p.tipo == CAMBIO else self.pagos


def texto_final(p: Propuesta, estado: str) -> str:
    """Lo que se le dice al cliente cuando su propuesta termina. Lo escribe el código, con lo que de verdad pasó."""
    if estado == "ejecutada" and p.tipo == REEMBOLSO:
        importe = euros(p.datos["importe_centimos"])
        return f"Hecho: hemos reembolsado {importe} de tu pedido {p.pedido_id}. Lo verás en tu cuenta en unos días."
    if estado == "ejecutada":
        donde = f"{p.datos['calle']}, {p.datos['codigo_postal']} {p.datos['ciudad']}"
        return f"Hecho: tu pedido {p.pedido_id} se enviará a {donde}."
    return (
        f"No hemos podido completar lo que pediste sobre el pedido {p.pedido_id}. No se ha hecho ningún cambio; una "
        "persona responsable lo revisará y te escribirá."
    )


def _cuerpo(p: Propuesta) -> Mapping[str, Any]:
    """Lo que se manda al servicio: de los datos aprobados, sin nada que venga del texto del ticket."""
    if p.tipo == REEMBOLSO:
        return {"operacion": REEMBOLSO, "pedido": p.pedido_id, "centimos": p.datos["importe_centimos"], "moneda": "EUR"}
    return {"operacion": CAMBIO, "pedido": p.pedido_id, **_direccion(p)}


def _direccion(p: Propuesta) -> dict[str, str]:
    return {k: p.datos[k] for k in ("calle", "codigo_postal", "ciudad")}


def _anotar_en_la_tienda(c: Connection, p: Propuesta) -> None:
    if p.tipo == REEMBOLSO:
        repositorio.sumar_reembolso(c, p.pedido_id, p.datos["importe_centimos"])
    else:
        repositorio.cambiar_direccion(c, p.pedido_id, _direccion(p))

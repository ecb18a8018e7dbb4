"""Proponer y decidir. Cada operación es una transacción que bloquea la fila, mira, y solo entonces cambia."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, insert, select, update
from sqlalchemy.exc import IntegrityError

from agentes.soporte.base import tablas
from agentes.soporte.base.motor import lectura
from agentes.soporte.canonico import clave_de_idempotencia, huella
from agentes.soporte.cola.propuesta import Propuesta, Sesion, comprometido, del_ticket, leer, viva_igual
from agentes.soporte.errores import RechazoDePolitica
from agentes.soporte.herramientas.esquemas import validar_datos
from agentes.soporte.politica.lectura import Politica
from agentes.soporte.politica.reglas import Peticion, Veredicto, exigir, hoy
from agentes.soporte.reloj import Reloj, dentro_de, iso
from agentes.soporte.tienda import repositorio

APROBAR, EDITAR, RECHAZAR = OPCIONES = ("approve", "edit", "reject")
SIN_EFECTO = ("desconocida", "ya_decidida", "otra_version", "edicion_no_valida", "ilegible")
"""Resultados de un clic que no cambió nada."""
AGENTE = "agente"


@dataclass(frozen=True, slots=True)
class Clic:
    """Lo que llegó del panel.

    `huella` es la de los datos que la persona tenía delante; `segundos`, los que los miró.
    """

    propuesta_id: int
    decision: str
    revisor: str
    huella: str
    segundos: int | None = None
    nota: str = ""
    cambios: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decidido:
    """Qué hizo un clic. `resultado` es `aprobada`, `rechazada`, `editada`, `caducada` o uno de `SIN_EFECTO`."""

    propuesta_id: int
    resultado: str
    detalle: str = ""


@dataclass(frozen=True, slots=True)
class Cola:
    """La cola sobre una base de datos, con su política y su reloj."""

    motor: Engine
    politica: Politica
    reloj: Reloj

    def proponer(self, sesion: Sesion, tipo: str, datos: Mapping[str, Any], motivo: str) -> tuple[Propuesta, bool]:
        """Crea una propuesta pendiente, o devuelve la viva idéntica; el segundo valor dice si es nueva.

        Bloquea el pedido: dos propuestas a la vez no pueden comprometer juntas más de lo que queda por devolver. Lanza
        `RechazoDePolitica`.
        """
        with self.motor.begin() as c:
            repositorio.leer(c, datos["pedido_id"], bloquear=True)
            if ya := viva_igual(c, sesion.ticket_id, tipo, huella(datos)):
                return ya, False
            veredictos = self.revisar(c, tipo, datos, sesion.cliente_id)
            try:
                with c.begin_nested():
                    return self._insertar(c, sesion, tipo, dict(datos), motivo, veredictos), True
            except IntegrityError:
                ya = viva_igual(c, sesion.ticket_id, tipo, huella(datos))
                if ya is None:
                    raise
                return ya, False

    def revisar(
        self, c: Connection, tipo: str, datos: Mapping[str, Any], cliente_id: str, *, salvo: int | None = None
    ) -> tuple[Veredicto, ...]:
        """La política sobre el pedido tal como está ahora. Lanza `RechazoDePolitica`."""
        peticion = Peticion(
            tipo=tipo,
            datos=datos,
            cliente_id=cliente_id,
            pedido=repositorio.leer(c, datos["pedido_id"], bloquear=True),
            comprometido=comprometido(c, datos["pedido_id"], salvo=salvo),
            hoy=hoy(self.reloj()),
        )
        return exigir(peticion, self.politica)

    def del_ticket(self, ticket_id: str) -> tuple[Propuesta, ...]:
        """Las propuestas de un ticket."""
        with lectura(self.motor).begin() as c:
            return del_ticket(c, ticket_id)

    def leer(self, id: int) -> Propuesta | None:
        """Una propuesta."""
        with lectura(self.motor).begin() as c:
            return leer(c, id)

    def decidir(self, clic: Clic) -> Decidido:
        """Aplica un clic. Solo el primero que llega con la huella vigente tiene efecto; todos quedan anotados."""
        with self.motor.begin() as c:
            decidido = self._decidir(c, clic)
            c.execute(insert(tablas.decision).values(**self._anotacion(clic, decidido)))
        return decidido

    def decisiones(self) -> list[dict[str, Any]]:
        """Todos los clics, con y sin efecto, por orden de llegada."""
        with lectura(self.motor).begin() as c:
            return [dict(f) for f in c.execute(select(tablas.decision).order_by(tablas.decision.c.id)).mappings()]

    def _decidir(self, c: Connection, clic: Clic) -> Decidido:
        p = leer(c, clic.propuesta_id, bloquear=True)
        if p is None:
            return Decidido(clic.propuesta_id, "desconocida", "No hay ninguna propuesta con ese número.")
        if p.estado != "pendiente":
            return Decidido(p.id, "ya_decidida", f"Ya está «{p.estado}»; la decidió {p.revisor or 'nadie'}.")
        if iso(self.reloj()) >= p.caduca:
            self._pasar(c, p, "caducada", clic, causa_final="Nadie la decidió a tiempo.")
            return Decidido(p.id, "caducada", f"Caducó el {p.caduca}.")
        if clic.huella != p.huella:
            return Decidido(p.id, "otra_version", "Los datos han cambiado desde que los viste: vuelve a mirarlos.")
        match clic.decision:
            case "approve":
                self._pasar(c, p, "aprobada", clic)
                return Decidido(p.id, "aprobada")
            case "reject":
                self._pasar(c, p, "rechazada", clic, causa_final=clic.nota)
                return Decidido(p.id, "rechazada", clic.nota)
            case "edit":
                return self._editar(c, p, clic)
        return Decidido(p.id, "ilegible", "La decisión no es approve, edit ni reject.")

    def _editar(self, c: Connection, p: Propuesta, clic: Clic) -> Decidido:
        """Versión nueva, revalidada y aprobada por quien la edita. La original se conserva."""
        datos = {**p.datos, **clic.cambios}
        try:
            validar_datos(p.tipo, datos, p.datos)
            veredictos = self.revisar(c, p.tipo, datos, p.cliente_id, salvo=p.id)
        except RechazoDePolitica as rechazo:
            return Decidido(p.id, "edicion_no_valida", str(rechazo))
        n, nueva = p.version + 1, huella(datos)
        clave = clave_de_idempotencia(p.clave, n, nueva)
        self._version(c, p.id, n, datos, clic.revisor)
        politica = [v.como_dict() for v in veredictos]
        self._pasar(c, p, "aprobada", clic, version=n, datos=datos, huella=nueva, clave=clave, politica=politica)
        return Decidido(p.id, "editada", f"Versión {n}.")

    def _pasar(self, c: Connection, p: Propuesta, estado: str, clic: Clic, **mas: Any) -> None:
        quien = {"revisor": clic.revisor, "segundos": clic.segundos, "nota": clic.nota}
        valores = {"estado": estado, "decidida": iso(self.reloj()), **quien, **mas}
        c.execute(update(tablas.propuesta).where(tablas.propuesta.c.id == p.id).values(**valores))

    def _insertar(
        self,
        c: Connection,
        sesion: Sesion,
        tipo: str,
        datos: dict[str, Any],
        motivo: str,
        veredictos: tuple[Veredicto, ...],
    ) -> Propuesta:
        ahora, mia = self.reloj(), huella(datos)
        fila = {
            "ticket_id": sesion.ticket_id,
            "cliente_id": sesion.cliente_id,
            "pedido_id": datos["pedido_id"],
            "tipo": tipo,
            "estado": "pendiente",
            "version": 1,
            "datos": datos,
            "huella": mia,
            "clave": clave_de_idempotencia(sesion.ticket_id, len(del_ticket(c, sesion.ticket_id)), mia),
            "motivo": motivo,
            "politica": [v.como_dict() for v in veredictos],
            "creada": iso(ahora),
            "caduca": dentro_de(ahora, horas=self.politica.caducidad_horas),
        }
        nueva = c.execute(insert(tablas.propuesta).values(**fila)).inserted_primary_key
        id = int(nueva[0]) if nueva else 0
        self._version(c, id, 1, datos, AGENTE)
        creada = leer(c, id)
        if creada is None:
            raise RuntimeError("la propuesta recién creada no está")
        return creada

    def _version(self, c: Connection, id: int, n: int, datos: Mapping[str, Any], autor: str) -> None:
        fila = {"propuesta_id": id, "version": n, "datos": dict(datos), "huella": huella(datos), "autor": autor}
        c.execute(insert(tablas.version).values(**fila, creada=iso(self.reloj())))

    def _anotacion(self, clic: Clic, decidido: Decidido) -> dict[str, Any]:
        campos = ("propuesta_id", "decision", "revisor", "huella", "segundos", "nota")
        leidos = {k: getattr(clic, k) for k in campos}
        return {**leidos, "resultado": decidido.resultado, "cuando": iso(self.reloj())}

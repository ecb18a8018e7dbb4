"""`ejecutor` y, en la variante de umbral, lo que va antes y después: `umbral` y `auditoria`.

El nodo llama al ejecutor una vez por clic recibido, como haría el panel: solo la primera puede tener efecto. Si un
servicio no contesta, lanza: LangGraph reintenta el nodo y el ejecutor repite con la misma clave. Agotados los
intentos, la propuesta queda `en_ejecucion` para que la termine la recuperación.
"""

from __future__ import annotations

from langchain_core.messages import AnyMessage

from agentes.soporte.cola import umbral as por_umbral
from agentes.soporte.cola.ejecutor import Desenlace, Ejecutor
from agentes.soporte.cola.propuesta import Propuesta
from agentes.soporte.entorno import Entorno
from agentes.soporte.errores import ServicioCaido
from agentes.soporte.estado import Estado
from agentes.soporte.eventos import emitir
from agentes.soporte.nodos.resolucion import DESENLACES, POR_EJECUTAR, resultado_de


def ejecutor(estado: Estado, *, entorno: Entorno) -> Estado:
    """Lleva a cabo lo aprobado del ticket y escribe `propuestas` y `desenlace`."""
    ticket = estado["sesion"]["ticket_id"]
    mio = entorno.ejecutor(f"grafo:{ticket}")
    desenlaces = [
        d
        for n, como in estado["propuestas"].items()
        if como in POR_EJECUTAR
        for d in _tantas_veces(mio, int(n), max(1, len(estado.get("clics", []))), entorno.limites.intentos)
    ]
    for d in desenlaces:
        _ensenar(d, entorno)
    estados = {str(d.propuesta_id): d.estado for d in desenlaces}
    finales = {"en_tramite" if e == "en_ejecucion" else e for e in {**estado["propuestas"], **estados}.values()}
    desenlace = next((e for e in DESENLACES if e in finales), "en_revision")
    return Estado(propuestas=estados, desenlace=desenlace, mensajes=_contestar(estado, desenlaces), esperando={})


def _tantas_veces(mio: Ejecutor, id: int, veces: int, intentos: int) -> list[Desenlace]:
    hechos = []
    for _ in range(veces):
        try:
            hechos.append(mio.ejecutar(id))
        except ServicioCaido as caida:
            p = mio.cola.leer(id)
            if p is None or p.intentos < intentos:
                raise
            return [*hechos, Desenlace(id, "en_ejecucion", efecto=False, detalle=str(caida))]
    return hechos


def _ensenar(d: Desenlace, entorno: Entorno) -> None:
    p = entorno.cola.leer(d.propuesta_id)
    if p is None:
        return
    hecho = {"propuesta_id": d.propuesta_id, "estado": d.estado, "efecto": d.efecto, "detalle": d.detalle}
    emitir("ejecucion", **hecho, accion=p.accion, recibo=p.recibo, intentos=p.intentos, clave_de_idempotencia=p.clave)


def _contestar(estado: Estado, desenlaces: list[Desenlace]) -> list[AnyMessage]:
    """En pausa, el resultado que el modelo esperaba."""
    esperando = estado.get("esperando", {})
    ultimos = {d.propuesta_id: d for d in desenlaces}
    return [
        resultado_de(
            esperando[str(n)], {"ok": d.estado == "ejecutada", "datos": {"estado": d.estado}, "error": d.detalle}
        )
        for n, d in ultimos.items()
        if str(n) in esperando
    ]


def umbral(estado: Estado, *, entorno: Entorno) -> Estado:
    """Si todo lo pendiente cabe bajo el umbral, lo aprueba el código; si algo no cabe, espera todo a una persona."""
    propuestas = _pendientes(estado, entorno)
    automaticas = all(por_umbral.cabe(entorno.cola, p) for p in propuestas)
    tope = entorno.cola.politica.umbral_automatico_centimos
    emitir("umbral", propuestas=[p.accion for p in propuestas], tope_centimos=tope, automatica=automaticas)
    if not automaticas:
        return Estado(siguiente="sobre_umbral")
    for p in propuestas:
        por_umbral.aprobar(entorno.cola, p)
    return Estado(propuestas={str(p.id): "aprobada" for p in propuestas}, clics=[], siguiente="bajo_umbral")


def auditoria(estado: Estado, *, entorno: Entorno) -> Estado:
    """Apunta para auditar la muestra de lo que nadie miró. Lo que aprobó una persona no entra en el sorteo."""
    for n in estado["propuestas"]:
        p = entorno.cola.leer(int(n))
        if p is not None and p.revisor == por_umbral.REVISOR:
            emitir("auditoria", propuesta_id=p.id, estado=por_umbral.anotar(entorno.cola, p), accion=p.accion)
    return Estado(siguiente="responde")


def _pendientes(estado: Estado, entorno: Entorno) -> list[Propuesta]:
    leidas = (entorno.cola.leer(int(n)) for n, como in estado["propuestas"].items() if como == "pendiente")
    return [p for p in leidas if p is not None]

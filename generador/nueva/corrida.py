"""Cómo acabó la primera corrida, en una línea con su remedio: quien acaba de llegar no sabe leer una traza todavía."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from generador.lectura.corridas import leer_corrida
from generador.lectura.demos import PLAN
from generador.lectura.plan import leer_plan
from generador.modelo.grafo import Arista, Certeza, Grafo, TipoDeArista
from generador.modelo.traza import Fallo, Fin, Traza
from generador.nueva.agente import Agente

_AGOTADO = "GuionAgotado"
_NODO = re.compile(r"el nodo «(.*?)» pide la (\d+)\.ª")


def traza_de(corrida: Path, demo: Path, caso: str) -> Traza:
    """La traza recién grabada del caso de ejemplo."""
    return leer_corrida(corrida, leer_plan(demo / PLAN)).trazas[caso]


def con_lo_observado(grafo: Grafo, traza: Traza) -> Grafo:
    """El grafo con los saltos que la traza hizo desde nodos que no declaran adónde van, marcados como observados."""
    mudos, conocidas = {a.origen for a in grafo.aristas if a.destino is None}, {a.par for a in grafo.aristas}
    tareas = [t for p in traza.pasos for t in p.tareas if t.nodo in mudos]
    saltos = [(t.nodo, d) for t in tareas for d in (*(d for r in t.rutas for d in r.destinos), *t.saltos, *t.envios)]
    nuevas = [
        Arista(origen=o, destino=d, tipo=TipoDeArista.CONDICIONAL, certeza=Certeza.OBSERVADA)
        for o, d in dict.fromkeys(saltos)
        if (o, d) not in conocidas and d in grafo.por_id
    ]
    return replace(grafo, aristas=(*grafo.aristas, *nuevas))


def que_paso(traza: Traza, carpeta: Path, demo: Path, agente: Agente) -> tuple[str, ...]:
    """Los avisos que deja la traza del caso; ninguno si acabó bien."""
    caso = traza.caso
    fin = traza.ejecuciones[-1].fin if traza.ejecuciones else Fin.SIN_CERRAR
    if fin is Fin.BIEN:
        return ()
    if fin is Fin.INTERRUMPIDO:
        preguntan = [t.nodo for p in traza.pasos for t in p.tareas if t.interrupciones]
        donde = ", ".join(dict.fromkeys(preguntan or traza.ejecuciones[-1].pendientes))
        que_hacer = "si quieres enseñar la decisión, añade «reanudaciones: [{valor: …, quien: …}]» al caso y graba"
        return (f"{demo / PLAN}: el caso «{caso}» se paró en «{donde}» a esperar a una persona → {que_hacer}",)
    fallo = next(_fallos(traza), None)
    if fallo is None:
        return (f"{demo / PLAN}: el caso «{caso}» acabó en «{fin.value}» → mira la traza en {carpeta}/",)
    if fallo.clase.endswith(_AGOTADO):
        return (_agotado(fallo, demo, caso),)
    return (_roto(fallo, demo, agente, caso),)


def _fallos(traza: Traza) -> Iterator[Fallo]:
    """El de la ejecución, que es el que la paró; si no lo trae, el de una tarea."""
    yield from (e.fallo for e in reversed(traza.ejecuciones) if e.fallo)
    yield from (t.fallo for p in traza.pasos for t in p.tareas if t.fallo)


def _agotado(fallo: Fallo, demo: Path, caso: str) -> str:
    dicho = _NODO.search(fallo.mensaje)
    nodo, vez = (dicho[1], dicho[2]) if dicho else ("*", "1")
    guion = json.dumps({nodo: ["…"]}, ensure_ascii=False)  # entre comillas: «*» o «a: b» sueltos no son YAML
    que_hacer = f"escribe en «guiones» {caso}: {guion}, o graba con --modelo proveedor:nombre"
    return (
        f"{demo / 'oraculo.yaml'}: el nodo «{nodo}» pidió al modelo la respuesta {vez} y no está escrita → {que_hacer}"
    )


def _roto(fallo: Fallo, demo: Path, agente: Agente, caso: str) -> str:
    clase, mensaje = fallo.clase.rpartition(".")[2], " ".join(fallo.mensaje.split())[:200]
    que_hacer = f"corrige «entrada» en el caso, o el agente, y repite «vitrina grabar {demo.name}»"
    if not agente.con_modelo and _parece_credencial(fallo):
        que_hacer = "dale su clave por el entorno, o haz que la fábrica acepte «modelo» para usar el oráculo"
    return f"{demo / PLAN}: el agente falló en el caso «{caso}»: {clase}: {mensaje} → {que_hacer}"


def _parece_credencial(fallo: Fallo) -> bool:
    texto = f"{fallo.clase} {fallo.mensaje}".lower()
    return any(p in texto for p in ("api_key", "api key", "authentication", "unauthorized", "credential"))

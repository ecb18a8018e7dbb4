"""Dejar la corrida en disco: en una demo que ya existe, o en una que nace con ella.

Se convierte y se lee de vuelta todo antes de escribir nada, y lo escrito aparece de una vez.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generador import __version__
from generador.cuaderno import Cuaderno, en_obras, publicar
from generador.deducido import DE_LO_OBSERVADO, DEL_GRAFO, Contrato, contrato_de
from generador.errores import ErrorDeEntrada, problema
from generador.importar.casos import Asignada, frente_al_plan
from generador.importar.informe import CasoImportado
from generador.importar.observado import grafo_observado
from generador.importar.plan import VARIANTE, plan_de
from generador.importar.traza import Amanuense, Escrita
from generador.lectura.ajenas.tramos import Conversacion
from generador.lectura.contrato import leer_contrato
from generador.lectura.demos import PLAN, leer_demo
from generador.lectura.ficheros import LIMITE_DE_PLAN, tamano
from generador.lectura.json_con_posiciones import leer_json
from generador.lectura.plan import leer_plan
from generador.lectura.trazas import leer_traza
from generador.modelo.corrida import CasoGrabado
from generador.modelo.grafo import FIN, INICIO, Grafo
from generador.modelo.nombres import nombre_de_fichero
from generador.modelo.plan import Caso, Plan
from generador.modelo.traza import Traza
from generador.temporales import temporal as una_temporal

_RECORRIBLE = 0o755


class Pedido(Struct, frozen=True, kw_only=True):
    """Lo que se pidió importar. `casos` son ids en el orden de las conversaciones; `hilos`, cuáles de ellas."""

    ficheros: Sequence[Path]
    casos: Sequence[str] = ()
    hilos: Sequence[str] = ()
    variante: str | None = None
    grafo: Path | None = None


class Dejada(Struct, frozen=True):
    """Una corrida ya en su sitio, y los ficheros del autor que se crearon con ella."""

    corrida: Path
    casos: tuple[CasoImportado, ...]
    ficheros: tuple[str, ...] = ()
    avisos: tuple[str, ...] = ()


class _Convertida(Struct, frozen=True):
    """Una conversación ya convertida, y leída de vuelta como la leerá construir."""

    asignada: Asignada
    escrita: Escrita
    traza: Traza


class Taller(Struct, frozen=True):
    """Lo que hace falta para dejar la corrida."""

    demo: str
    carpeta: Path
    pedido: Pedido
    asignadas: tuple[Asignada, ...]
    amanuense: Amanuense
    grafo: Grafo | None
    creada: datetime

    def en_la_que_hay(self) -> Dejada:
        """Una corrida más en una demo que ya existe. Su plan no se toca."""
        plan = leer_plan(self.carpeta / PLAN)
        variante = self._variante(plan)
        frente_al_plan(self.asignadas, plan, self.carpeta / PLAN, variante)
        corrida, casos = self._escribir(plan, self.carpeta, variante, self._convertir(variante))
        suyos = {a.caso for a in self.asignadas}
        callados = ", ".join(f"«{c.id[:60]}»" for c in plan.casos if c.id not in suyos)
        sin = f"la corrida no trae {callados[:300]}: no se verán mientras sea la última"
        return Dejada(corrida, casos, avisos=(sin,) if callados else ())

    def en_una_nueva(self) -> Dejada:
        """La demo entera, con su plan y su contrato. Aparece cuando ya se ha podido leer."""
        variante = self.pedido.variante or VARIANTE
        limpias = tuple(Asignada(a.caso, self._limpia(a)) for a in self.asignadas)
        convertidas = self._convertir(variante)
        grafo = self.grafo or grafo_observado([c.traza for c in convertidas])
        with _aparte(self.carpeta) as temporal:
            contrato = self._contrato(grafo, temporal)
            ficheros = {contrato.fichero: contrato.texto} if contrato else {}
            ficheros[PLAN] = plan_de(
                self.demo,
                limpias,
                variante=variante,
                contrato=contrato.referencia if contrato else None,
                con_grafo=self.grafo is not None,
                nodos=_nodos(grafo),
            )
            _comprobar_lo_que_ocupa(ficheros[PLAN], len(limpias))
            for nombre, texto in ficheros.items():
                (temporal / nombre).write_text(texto, "utf-8", newline="\n")
            with _con_su_ruta(temporal, self.carpeta):
                corrida, casos = self._escribir(leer_plan(temporal / PLAN), temporal, variante, convertidas)
                leer_demo(temporal)  # como lo leerá construir
        sin = "no se dedujo contrato: no hay nodos, o el nombre de alguno no cabe en un contrato"
        avisos = () if contrato else (sin,)
        return Dejada(self.carpeta / corrida.name, casos, tuple(sorted(ficheros, reverse=True)), avisos)

    def _variante(self, plan: Plan) -> str:
        ids = [v.id for v in plan.variantes]
        if self.pedido.variante is None and len(ids) == 1:
            return ids[0]
        if self.pedido.variante not in ids:
            que_pasa = (
                "la demo tiene varias variantes"
                if self.pedido.variante is None
                else f"no hay ninguna variante «{self.pedido.variante[:60]}»"
            )
            raise ErrorDeEntrada(
                [problema(self.carpeta / PLAN, que_pasa, f"usa --variante con una de: {', '.join(ids)}")]
            )
        return str(self.pedido.variante)

    def _limpia(self, a: Asignada) -> Conversacion:
        """La conversación sin secretos y con un nombre que se puede leer: lo que va al plan también se publica."""
        c, limpio = a.conversacion, self.amanuense.limpio
        inicios = tuple(limpio(x) for x in c.lineas if x.get("t") == "run.start")
        return replace(c, clave=c.clave[:80], entrada=limpio(c.entrada), lineas=inicios)

    def _convertir(self, variante: str) -> list[_Convertida]:
        convertidas: list[_Convertida] = []
        with una_temporal() as carpeta:
            ruta = carpeta / "traza.jsonl"
            for a in self.asignadas:
                escrita = self.amanuense.traza(a.conversacion, demo=self.demo, caso=a.caso, variante=variante)
                ruta.write_bytes(escrita.datos)
                with _con_su_ruta(ruta, self._de_donde(a.conversacion)):
                    convertidas.append(_Convertida(a, escrita, leer_traza(ruta, a.caso)))
        return convertidas

    def _de_donde(self, c: Conversacion) -> str:
        """Cómo se nombra la conversación en un error: el fichero dado, si es uno."""
        unico = len(self.pedido.ficheros) == 1
        return str(self.pedido.ficheros[0]) if unico else f"la conversación «{c.clave[:60]}»"

    def _contrato(self, grafo: Grafo, temporal: Path) -> Contrato | None:
        """El que se deduce del grafo o de lo observado; ninguno si no hay nodos, o si alguno no cabe en un contrato."""
        if not grafo.nodos:
            return None
        contrato = contrato_de(grafo, self.demo, DEL_GRAFO if self.grafo else DE_LO_OBSERVADO)
        (temporal / contrato.fichero).write_text(contrato.texto, "utf-8", newline="\n")
        try:
            leer_contrato(contrato.referencia, temporal)
        except ErrorDeEntrada:
            (temporal / contrato.fichero).unlink()
            return None
        return contrato

    def _escribir(
        self, plan: Plan, donde: Path, variante: str, convertidas: Sequence[_Convertida]
    ) -> tuple[Path, tuple[CasoImportado, ...]]:
        with en_obras(donde) as temporal:
            cuaderno = Cuaderno(temporal)
            grabados = [_grabar(cuaderno, c, variante) for c in convertidas]
            con_grafo = self._exportar(cuaderno, variante)
            cuaderno.fuentes({})
            versiones = {"vitrina": __version__, "python": platform.python_version()}
            cuaderno.manifiesto(plan, None, self.creada, grabados, con_grafo, versiones)
            nombre = self.creada.astimezone(UTC).strftime("%Y%m%d-%H%M%S")
            corrida = publicar(temporal, donde, nombre)
        return corrida, tuple(CasoImportado.de(c.asignada, c.traza, c.escrita.redacciones) for c in convertidas)

    def _exportar(self, cuaderno: Cuaderno, variante: str) -> tuple[str, ...]:
        """El grafo dado, tal cual. Sin él no se escribe ninguno: lo observado no es lo que el agente declara."""
        if self.pedido.grafo is None:
            return ()
        cuaderno.grafo(variante, self.amanuense.limpio(leer_json(self.pedido.grafo).valor))
        return (variante,)


def _grabar(cuaderno: Cuaderno, c: _Convertida, variante: str) -> CasoGrabado:
    ruta = cuaderno.ruta_de_traza(nombre_de_fichero(c.asignada.caso))
    ruta.write_bytes(c.escrita.datos)
    tiempos = [e.t1 - e.t0 for e in c.traza.ejecuciones if e.t0 is not None and e.t1 is not None]
    caso = Caso(id=c.asignada.caso, titulo="", variante=variante, entrada=None)
    return cuaderno.grabado(caso, ruta, c.traza.fin.value, max(0.0, sum(tiempos)))


def _nodos(grafo: Grafo) -> list[str]:
    return [n.id for n in grafo.nodos if n.padre is None and n.id not in (INICIO, FIN)]


@contextmanager
def _aparte(carpeta: Path) -> Iterator[Path]:
    """Una carpeta hermana que se convierte en `carpeta` si nada falla."""
    carpeta.parent.mkdir(parents=True, exist_ok=True)
    with en_obras(carpeta.parent) as temporal:
        yield temporal
        temporal.chmod(_RECORRIBLE)
        temporal.rename(carpeta)


def _comprobar_lo_que_ocupa(plan: str, conversaciones: int) -> None:
    if len(plan.encode("utf-8")) > LIMITE_DE_PLAN:
        que_pasa = (
            f"el plan que saldría pasa de {tamano(LIMITE_DE_PLAN)}: son {conversaciones} conversaciones con su entrada"
        )
        que_hacer = "elige algunas con --hilo, o escribe tú el plan y repite"
        raise ErrorDeEntrada([problema("importar", que_pasa, que_hacer)])


@contextmanager
def _con_su_ruta(temporal: Path, carpeta: Path | str) -> Iterator[None]:
    """Lo que no valga se dice con la ruta que iba a tener."""
    try:
        yield
    except ErrorDeEntrada as error:
        suyos = (p.en(p.fichero.replace(str(temporal), str(carpeta))) for p in error.problemas)
        raise ErrorDeEntrada(suyos) from error

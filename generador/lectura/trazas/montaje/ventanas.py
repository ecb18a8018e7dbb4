"""Montar una traza larguísima por partes: lo leído hasta un punto en que todo está cerrado se monta, sale y se olvida.

Las reglas son las de `montador`, aplicadas a cada parte. Se corta donde empieza un paso nuevo del grafo de fuera y no
queda nada abierto; si después algo habla de lo ya montado (una línea tardía, una reanudación, una vuelta atrás en la
numeración), la traza no se puede partir y quien lee la monta entera: más memoria, y siempre lo mismo.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Mapping

from generador.lectura.trazas.montaje import lineas as l1
from generador.lectura.trazas.montaje.ambitos import PasoColocado, Vuelta, ordenar, repartir
from generador.lectura.trazas.montaje.cargas import CargaConReferencias
from generador.lectura.trazas.montaje.completitud import Presencias
from generador.lectura.trazas.montaje.cortes import Abierto, Reloj, es_estado, lugar_de, nombrados, superstep_de
from generador.lectura.trazas.montaje.desenlaces import TRUNCADAS, cerrar
from generador.lectura.trazas.montaje.estados import (
    EstadosDeVuelta,
    estados_de,
    estados_por_vuelta,
    grado_de_los_estados,
)
from generador.lectura.trazas.montaje.montador import (
    Recuento,
    avisos_de,
    ejecuciones_de,
    es_mudo,
    paso_de,
    poner_en_hora,
)
from generador.lectura.trazas.montaje.registro import Registro
from generador.lectura.trazas.montaje.tareas import repartir_eventos
from generador.lectura.trazas.montaje.valores import segundos
from generador.modelo.traza import Carga, Evento, Paso, Traza

LINEAS = 500
"""Las que se juntan, como poco, antes de montar una parte."""

Guardar = Callable[[tuple[Paso, ...]], None]
"""Qué hacer con los pasos de cada parte, que llegan en orden."""

_NO_SE_PARTEN = (l1.Reanudacion, l1.Pausa)


class NoSePuede(Exception):  # noqa: N818 — no es un error de nadie: se lee de otra manera
    """Esta traza no se puede montar por partes."""


class OtroFinal(NoSePuede):
    """La ejecución no acaba como se supuso: se puede montar por partes suponiendo lo contrario."""


class Ventanas:
    """Recibe las líneas de una traza en el orden del fichero. `acabar` la da entera, sin los pasos que ya salieron."""

    def __init__(self, caso: str, guardar: Guardar, *, truncada: bool = False, lineas: int = LINEAS) -> None:
        """`truncada` es que se supone que la ejecución acabará mal; si resulta que no, `acabar` lanza `OtroFinal`."""
        self._caso, self._guardar, self._truncada, self._lineas = caso, guardar, truncada, lineas
        self._supuesto = False
        self._registro = Registro()
        self._pendientes: list[l1.CualquierLinea] = []
        self._abierto = Abierto()
        self._seq = -1
        self._relojes = {True: Reloj(), False: Reloj()}
        self._hasta = -1
        self._nombres = array("q")
        self._pasos = 0
        self._vueltas: Counter[str] = Counter()
        self._raiz: EstadosDeVuelta | None = None
        self._interiores: list[EstadosDeVuelta] = []
        self._presencias = Presencias()
        self._sin_sitio = 0
        self._mezcladas = 0
        self._eventos: list[Evento] = []

    def anotar(self, linea: l1.CualquierLinea) -> None:
        """Añade una línea. Lanza `NoSePuede` si obliga a montar la traza entera."""
        ns, hora = lugar_de(linea), self._ordenada(linea)
        self._comprobar(linea, ns, hora)
        if len(self._pendientes) >= self._lineas and self._se_corta_en(linea, ns, hora):
            self._montar(entera=False)
        reloj = self._relojes[es_estado(linea)]
        reloj.tope = max(reloj.tope, hora)
        self._abierto.anotar(linea, ns)
        self._pendientes.append(linea)

    def acabar(self, recuento: Recuento) -> Traza:
        """La traza, ya con todas sus líneas. Lanza `NoSePuede`."""
        if self._raiz is None:
            raise NoSePuede
        self._montar(entera=True)
        if len(set(self._nombres)) < len(self._nombres):
            raise NoSePuede  # dos partes hablan de la misma tarea o de la misma llamada
        registro, raiz = self._registro, self._raiz
        if self._supuesto and any((e.fin in TRUNCADAS) is not self._truncada for e in registro.ejecuciones.values()):
            raise OtroFinal
        cabecera = registro.cabecera or l1.Cabecera()
        redacciones, perdidas = registro.cuentas()
        return Traza(
            caso=self._caso,
            origen=cabecera.origin,
            grafo=cabecera.graph,
            version_langgraph=cabecera.langgraph,
            ejecuciones=ejecuciones_de(registro),
            pasos=(),
            inicial=raiz.inicial,
            final=raiz.final,
            completitud=self._presencias.completitud(cabecera, grado_de_los_estados([raiz, *self._interiores])),
            sueltas=tuple([f.congelar(registro.cargas) for f in registro.sueltas]),
            eventos=tuple(self._eventos),
            lineas=recuento.total,
            saltadas=tuple(recuento.saltadas),
            redacciones=redacciones,
            perdidas=perdidas,
            sin_sitio=self._sin_sitio,
            avisos=avisos_de(self._sin_sitio, self._mezcladas),
        )

    # --- qué se puede partir ---------------------------------------------------------------------------------

    def _ordenada(self, linea: l1.CualquierLinea) -> float:
        """La hora de lo que cuenta. Ordenar cada parte es ordenar la traza si nada es anterior a lo ya montado.

        El orden entre un estado y lo que hacen las tareas no importa: cada uno dice de qué paso es. Y hace falta que no
        importe, porque lo que emite LangGraph de un paso se escribe cuando el siguiente ya ha empezado.
        """
        momento = linea.at if isinstance(linea, l1.LineaDeTarea) and linea.at is not None else linea.ts
        hora = momento if type(momento) is float else segundos(momento)
        if hora is None or linea.seq <= self._seq or hora < self._relojes[es_estado(linea)].montado:
            raise NoSePuede
        self._seq = linea.seq
        return hora

    def _comprobar(self, linea: l1.CualquierLinea, ns: tuple[str, ...], hora: float) -> None:
        """Nada puede hablar de lo ya montado ni de otra ejecución.

        Un evento que no dice su tarea puede ser de una ya montada, si acabó a esa hora o no se sabe cuándo.
        """
        if isinstance(linea, _NO_SE_PARTEN) or (isinstance(linea, l1.FinDeTarea) and bytes(linea.interrupts)):
            raise NoSePuede
        if self._raiz is None:
            return
        paso = superstep_de(linea)
        tardia = paso is not None and not ns and paso <= self._hasta
        inicial = isinstance(linea, l1.Estado) and linea.phase == "initial" and not ns
        empieza = isinstance(linea, l1.InicioDeEjecucion | l1.Cabecera)
        suelto = isinstance(linea, l1.Propio) and not linea.task
        suelto = suelto and (self._supuesto or hora <= self._relojes[False].montado)
        if tardia or inicial or empieza or suelto:
            raise NoSePuede

    def _se_corta_en(self, linea: l1.CualquierLinea, ns: tuple[str, ...], hora: float) -> bool:
        if not isinstance(linea, l1.InicioDeTarea | l1.InicioDeIntento) or ns or self._abierto.ids:
            return False
        nuevo = linea.node is not None and linea.step is not None and linea.step > self._abierto.paso
        tope = self._relojes[False].tope
        eventos = hora == tope and any(isinstance(x, l1.Propio) and not x.task for x in self._pendientes)
        return self._abierto.hay and nuevo and hora >= tope and not eventos

    # --- montar una parte ------------------------------------------------------------------------------------

    def _montar(self, *, entera: bool) -> None:
        registro = self._registro
        self._anotar_todas()
        if len(registro.ejecuciones) != 1 or registro.interrupciones.todas:
            raise NoSePuede
        de_entrada = {e.indice for e in registro.ejecuciones.values() if e.clase == "input"}
        vueltas = repartir(registro.tareas.values(), de_entrada)
        colocados = self._colocar(vueltas)
        if not entera:
            self._exigir_cerradas()
        cerrar(registro, vueltas, truncada=self._truncada and not entera)
        self._eventos += repartir_eventos(registro, colocados)
        estados = self._estados(vueltas)
        pasos = tuple([paso_de(c, registro, estados[id(c.vuelta)], {}) for c in colocados])
        self._apuntar()
        self._guardar(pasos)
        self._olvidar()

    def _anotar_todas(self) -> None:
        poner_en_hora(self._pendientes)
        for linea in self._pendientes:
            self._registro.anotar(linea)
        self._nombres.extend({hash(n) for linea in self._pendientes for n in nombrados(linea)})
        self._pendientes.clear()

    def _colocar(self, vueltas: list[Vuelta]) -> list[PasoColocado]:
        """Los pasos de la parte, con el número que tienen en la traza entera."""
        raices = [v for v in vueltas if not v.ns]
        if len(raices) != 1 or min(raices[0].pasos) <= self._hasta or any(v.ns and not v.ambito for v in vueltas):
            raise NoSePuede
        colocados = ordenar(vueltas)
        for c in colocados:
            if (c.padre is None) is not (not c.vuelta.ns):
                raise NoSePuede
            c.n += self._pasos
            c.padre = None if c.padre is None else c.padre + self._pasos
            c.numero_de_vuelta += self._vueltas[c.vuelta.ambito]
        self._vueltas.update(v.ambito for v in vueltas if v.ns)
        self._pasos += len(colocados)
        self._hasta = max(self._hasta, raices[0].maximo)
        return colocados

    def _exigir_cerradas(self) -> None:
        """Una tarea abierta o una referencia sin valor pueden completarse después: aún no se sabe qué son.

        Un intento que nadie cerró acaba según acabe la ejecución, que se supone.
        """
        for t in self._registro.tareas.values():
            dichas = (t.actualizacion, *[i.comando for i in t.intentos])
            if t.fin is None or t.reabierta or any(map(_a_medias, dichas)):
                raise NoSePuede
            self._supuesto = self._supuesto or any(i.fin is None for i in t.intentos)

    def _estados(self, vueltas: list[Vuelta]) -> Mapping[int, EstadosDeVuelta]:
        registro, mudo = self._registro, es_mudo(self._registro)
        reparto = estados_por_vuelta(vueltas, registro.estados)
        todos: dict[int, EstadosDeVuelta] = {}
        for v in vueltas:
            previo = None if v.ns else self._raiz
            suyos = estados_de(v, reparto.get(id(v), []), registro.cargas, mudo=mudo, previo=previo)
            todos[id(v)] = suyos
            if v.ns:
                self._interiores.append(_sin_valores(suyos))
            elif previo is not None and suyos.hay is not previo.hay:
                raise NoSePuede
            else:
                self._raiz = suyos
        return todos

    def _apuntar(self) -> None:
        tareas = self._registro.tareas.values()
        self._presencias.sumar(tareas)
        self._sin_sitio += sum(t.superstep is None or t.nodo is None for t in tareas)
        self._mezcladas += sum(t.de_otro for t in tareas)

    def _olvidar(self) -> None:
        self._registro.olvidar_lo_montado()
        self._abierto = Abierto()
        for reloj in self._relojes.values():
            reloj.montado = reloj.tope
        self._interiores = list({(e.hay, e.faltan): e for e in self._interiores}.values())


def _sin_valores(e: EstadosDeVuelta) -> EstadosDeVuelta:
    """Lo que de una vuelta terminada importa a la traza entera: si se grabó su estado."""
    return EstadosDeVuelta({}, {}, {}, e.hay, e.faltan, e.al_dia, e.mudo)


def _a_medias(carga: Carga | None) -> bool:
    return isinstance(carga, CargaConReferencias) and b'"$m"' in carga.crudo

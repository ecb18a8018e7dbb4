"""Seguir una ejecución de un ámbito, llevando la cuenta de los joins a medias y de los nodos aplazados (`defer`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from generador.comparacion.confianza import ambito_de
from generador.comparacion.explicacion import Cierre, PasoExplicado
from generador.comparacion.salidas import Salidas, Union, fin_de, inicio_de
from generador.modelo.hallazgo import Causa
from generador.modelo.traza import Fin, Grado, Paso, Tarea, Traza


class Contexto(Struct, frozen=True):
    """Lo que comparten todos los ámbitos.

    `saltos` va de (paso, nodo) a lo que el interior del nodo mandó al grafo padre, y `bien`, a si todas sus tareas
    acabaron bien; están los que ejecutaron un subgrafo.
    """

    traza: Traza
    salidas: Salidas | None
    saltos: Mapping[tuple[int, str], tuple[str, ...]]
    bien: Mapping[tuple[int, str], bool]

    @property
    def rutas_completas(self) -> bool:
        return self.traza.completitud.rutas is Grado.COMPLETO

    def de(self, ambito: str) -> Salidas | None:
        """Las salidas, si el grafo enseña lo de dentro de ese ámbito."""
        return self.salidas if self.salidas is not None and ambito in self.salidas.ambitos else None

    def acabo(self, ultimo: Paso, siguiente: Paso | None) -> bool:
        """Si la ejecución del ámbito que termina en ese paso acabó bien.

        No la de un subgrafo del que se salió; y si hay tareas sin sitio conocido, puede que ese paso no sea el último.
        """
        if salio(ultimo) or self.traza.sin_sitio:
            return False
        if ultimo.padre is not None:
            return self.bien.get((ultimo.padre, ultimo.ambito), False)
        anteriores = self.traza.ejecuciones if siguiente is None else self.traza.ejecuciones[: siguiente.ejecucion]
        return bool(anteriores) and anteriores[-1].fin is Fin.BIEN

    def es_de_entrada(self, paso: Paso) -> bool:
        """Si el paso se vio por primera vez en una ejecución con entrada nueva."""
        return any(e.indice == paso.ejecucion and e.clase == "input" for e in self.traza.ejecuciones)

    def hay_hueco(self, paso: Paso, anterior: Paso | None) -> bool:
        """Si antes de un paso puede haber otros que la traza perdió o que grabó otro proceso, o un `update_state`."""
        if anterior is None:
            return not paso.ambito and not self.es_de_entrada(paso)
        salta = paso.superstep != anterior.superstep + 1
        return (salta and self.traza.incompleta) or self._escribieron_entre(anterior, paso, salta=salta)

    def _escribieron_entre(self, anterior: Paso, paso: Paso, *, salta: bool) -> bool:
        """Si hubo un `update_state` entre dos ejecuciones: gasta un paso, o deja atrás una tarea sin acabar."""
        otra = paso.ejecucion != anterior.ejecucion
        continua = otra and any(e.indice == paso.ejecucion and e.clase == "continue" for e in self.traza.ejecuciones)
        return continua and (salta or any(t.fin is not Fin.BIEN for t in anterior.tareas))


@dataclass(slots=True)
class _Llevan:
    """Adónde llevan las tareas de un paso: causas por nodo, los `Send` en orden, lo que obliga y lo que acaba."""

    causas: dict[str, list[Causa]] = field(default_factory=dict)
    envios: list[Causa] = field(default_factory=list)
    debidos: dict[str, None] = field(default_factory=dict)
    finales: list[Causa] = field(default_factory=list)

    def todas(self) -> Iterator[Causa]:
        yield from (*self.finales, *self.envios)
        for causas in self.causas.values():
            yield from causas


class Seguidor:
    """Explica los pasos de una ejecución de un ámbito, que se le dan en orden.

    `finales` y `cierres` están completos al `acabar`.
    """

    def __init__(self, contexto: Contexto) -> None:
        self._c = contexto
        self._llegados: dict[Union, dict[str, str]] = {}
        self._aplazados: dict[str, list[Causa]] = {}
        self._aplazados_debidos: dict[str, None] = {}
        self._a_medias: dict[str, list[Causa]] = {}
        self._anterior: Paso | None = None
        self._llevan = _Llevan()
        self.cierres: list[Cierre] = []
        self.finales: list[tuple[int, Causa]] = []

    def explicar(self, paso: Paso) -> PasoExplicado:
        """El paso siguiente, explicado."""
        if self._anterior is not None and self._reempieza(self._anterior, paso):
            self._cerrar(self._anterior, self._llevan, paso)
            self._anterior = None
        llevan = self._desde_el_principio(paso) if self._anterior is None else self._llevan
        explicado = self._explicar(paso, self._anterior, llevan)
        self._dejar_a_medias(paso, llevan)
        self._llevan = self._adonde_llevan(paso)
        self.finales += [(paso.n, c) for c in self._llevan.finales]
        self._anterior = paso
        return explicado

    def acabar(self) -> None:
        """No hay más pasos."""
        if self._anterior is not None:
            self._cerrar(self._anterior, self._llevan, None)
            self._anterior = None

    def _reempieza(self, anterior: Paso, paso: Paso) -> bool:
        """Si el paso es el primero de una entrada nueva en el mismo hilo."""
        otra = paso.ejecucion != anterior.ejecucion
        return otra and not paso.ambito and self._c.es_de_entrada(paso)

    # --- adónde se va --------------------------------------------------------------------------------------

    def _desde_el_principio(self, paso: Paso) -> _Llevan:
        """Lo que sale de `__start__`. La traza no guarda qué dijo su ruta: vale cualquier destino que declare."""
        llevan, inicio, s = _Llevan(), inicio_de(paso.ambito), self._c.de(paso.ambito)
        if s is None:
            return llevan
        for destino in s.fijas.get(inicio, ()):
            self._llegar(llevan, Causa(de=None, origen=inicio, destino=destino), (inicio, destino) in s.obligadas)
        return llevan

    def _adonde_llevan(self, paso: Paso) -> _Llevan:
        llevan = _Llevan()
        for tarea in paso.tareas:
            if tarea.fin is Fin.BIEN and tarea.clase != "call":
                self._por_aristas(llevan, tarea, paso)
                self._por_decision(llevan, tarea, paso)
        self._por_joins_completos(llevan)
        return llevan

    def _por_aristas(self, llevan: _Llevan, tarea: Tarea, paso: Paso) -> None:
        s = self._c.de(paso.ambito)
        if s is None:
            return
        for d in s.fijas.get(tarea.nodo, ()):
            causa = Causa(de=tarea.id, origen=tarea.nodo, destino=d)
            self._llegar(llevan, causa, (tarea.nodo, d) in s.obligadas)
        for union in s.uniones.get(tarea.nodo, ()):
            self._llegados.setdefault(union, {})[tarea.nodo] = tarea.id

    def _por_joins_completos(self, llevan: _Llevan) -> None:
        """Se miran al acabar el paso: lo que llega dos veces en la misma cuenta es una."""
        for union in [u for u, llegados in self._llegados.items() if llegados.keys() == u.origenes]:
            for origen, de in self._llegados.pop(union).items():
                self._llegar(llevan, Causa(de=de, origen=origen, destino=union.destino), obliga=True)

    def _por_decision(self, llevan: _Llevan, tarea: Tarea, paso: Paso) -> None:
        s = self._c.de(paso.ambito)
        dichos = [(d, r.funcion) for r in tarea.rutas for d in r.destinos]
        destinos = [s.destino_de(tarea.nodo, d, f) if s else d for d, f in dichos]
        saltos = (*tarea.saltos, *self._c.saltos.get((paso.n, tarea.nodo), ()))
        destinos += [d for d in dict.fromkeys(saltos) if ambito_de(d) == paso.ambito]
        for d in destinos:
            # de dentro de un subgrafo que el grafo no enseña no se sabe qué nodos esperan al final (`defer`)
            self._llegar(llevan, Causa(de=tarea.id, origen=tarea.nodo, destino=d), obliga=s is not None)
        for d in tarea.envios:
            if ambito_de(d) == paso.ambito:
                llevan.envios.append(Causa(de=tarea.id, origen=tarea.nodo, destino=d))

    def _llegar(self, llevan: _Llevan, causa: Causa, obliga: bool) -> None:
        if causa.destino == fin_de(ambito_de(causa.destino)):
            llevan.finales.append(causa)
        elif self._c.salidas is not None and causa.destino in self._c.salidas.diferidos:
            self._aplazados.setdefault(causa.destino, []).append(causa)
            if obliga:
                self._aplazados_debidos[causa.destino] = None
        else:
            llevan.causas.setdefault(causa.destino, []).append(causa)
            if obliga:
                llevan.debidos[causa.destino] = None

    def _dejar_a_medias(self, paso: Paso, llevan: _Llevan) -> None:
        """Una fija que no obliga y cuyo destino no corrió puede ser parte de un join que el formato no distingue."""
        corridos = {t.nodo for t in paso.tareas}
        for destino, causas in llevan.causas.items():
            if destino not in corridos and destino not in llevan.debidos:
                self._a_medias.setdefault(destino, []).extend(replace(c, cierta=False) for c in causas)

    # --- de dónde se viene ---------------------------------------------------------------------------------

    def _explicar(self, paso: Paso, anterior: Paso | None, llevan: _Llevan) -> PasoExplicado:
        hueco = self._c.hay_hueco(paso, anterior)
        causas: dict[str, tuple[Causa, ...]] = {}
        sin_explicar: list[str] = []
        for tarea in paso.tareas:
            suyas = self._ciertas(tarea, paso, llevan)
            if not any(c.cierta for c in suyas) and tarea.clase != "call":
                posibles, explicada = self._posibles(tarea, paso, anterior)
                explicada = explicada or bool(suyas)
                posibles = tuple(replace(c, cierta=False) for c in posibles) if hueco else posibles
                suyas = (*suyas, *posibles)
                if not explicada and not hueco:
                    sin_explicar.append(tarea.id)
            causas[tarea.id] = suyas
        faltan = () if hueco or self._c.traza.incompleta else _faltan(paso, llevan)
        dudosas = tuple([id for id, suyas in causas.items() if suyas and not any(c.cierta for c in suyas)])
        return PasoExplicado(
            n=paso.n,
            causas=causas,
            debidos=(*llevan.debidos, *(e.destino for e in llevan.envios)),
            faltan=faltan,
            sin_explicar=tuple(sin_explicar),
            dudosas=dudosas,
            tareas=paso.tareas if faltan or sin_explicar or dudosas else (),
        )

    def _ciertas(self, tarea: Tarea, paso: Paso, llevan: _Llevan) -> tuple[Causa, ...]:
        """Las causas probadas y, detrás, las que quedaron a medias."""
        if tarea.clase == "push":
            i = tarea.indice_de_envio
            causa = llevan.envios[i] if i is not None and i < len(llevan.envios) else None
            return (causa,) if causa is not None and causa.destino == tarea.nodo else ()
        if tarea.clase == "error_handler":
            return tuple(_del_fallo(tarea, paso))
        a_medias = self._a_medias.pop(tarea.nodo, [])
        aplazadas = self._aplazados.pop(tarea.nodo, [])
        self._aplazados_debidos.pop(tarea.nodo, None)
        return tuple(dict.fromkeys((*llevan.causas.get(tarea.nodo, ()), *aplazadas, *a_medias)))

    def _posibles(self, tarea: Tarea, paso: Paso, anterior: Paso | None) -> tuple[tuple[Causa, ...], bool]:
        """De dónde pudo venir una tarea sin causa probada, y si el grafo lo permite."""
        previas = _previas(paso, anterior)
        s = self._c.de(paso.ambito)
        if s is None:
            return _causas(tarea, previas), True
        por_envio = tarea.clase == "push"
        candidatas = [
            p
            for p in previas
            if s.puede_llevar(p, tarea.nodo, self._c.rutas_completas)
            or (por_envio and s.puede_tapar(p.nodo, tarea.nodo))
        ]
        return _causas(tarea, candidatas or previas), bool(candidatas)

    # --- cómo acaba ----------------------------------------------------------------------------------------

    def _cerrar(self, ultimo: Paso, llevan: _Llevan, siguiente: Paso | None) -> None:
        if not self._c.acabo(ultimo, siguiente):
            return
        faltan = (*llevan.debidos, *(e.destino for e in llevan.envios), *self._aplazados_debidos)
        self.cierres.append(Cierre(ultimo=ultimo.n, faltan=faltan))
        s, fin = self._c.de(ultimo.ambito), fin_de(ultimo.ambito)
        siguieron = {c.de for c in llevan.todas()}
        for t in ultimo.tareas:
            if t.id not in siguieron and t.fin is Fin.BIEN and (s is None or s.puede_acabar(t.nodo)):
                self.finales.append((ultimo.n, Causa(de=t.id, origen=t.nodo, destino=fin)))


def salio(paso: Paso) -> bool:
    """Si tras ese paso se salió del subgrafo al de fuera (`Command.PARENT`), o no se sabe cómo acabó."""
    sin_llegar = (Fin.SALTO_AL_PADRE, Fin.SIN_CERRAR)
    return any(t.fin in sin_llegar or any(ambito_de(s) != paso.ambito for s in t.saltos) for t in paso.tareas)


def _previas(paso: Paso, anterior: Paso | None) -> list[Tarea]:
    """Las tareas que pudieron causar otra de este paso; al empezar un ámbito, solo su `__start__`."""
    if anterior is None:
        return [Tarea(id="", nodo=inicio_de(paso.ambito))]
    return [t for t in anterior.tareas if t.fin is Fin.BIEN and t.clase != "call"]


def _causas(tarea: Tarea, previas: Sequence[Tarea]) -> tuple[Causa, ...]:
    """Una por candidata. Si todas son del mismo nodo, la arista es cierta y basta la primera."""
    if len({p.nodo for p in previas}) == 1:
        return (Causa(de=previas[0].id or None, origen=previas[0].nodo, destino=tarea.nodo),)
    return tuple(Causa(de=p.id, origen=p.nodo, destino=tarea.nodo, cierta=False) for p in previas)


def _del_fallo(manejador: Tarea, paso: Paso) -> Iterable[Causa]:
    """El manejador de errores corre en el mismo paso que el nodo que falló."""
    for t in paso.tareas:
        if t.fin is Fin.ERROR and manejador.nodo.endswith(f"__{t.nodo.rpartition(':')[2]}"):
            yield Causa(de=t.id, origen=t.nodo, destino=manejador.nodo)


def _faltan(paso: Paso, llevan: _Llevan) -> tuple[str, ...]:
    """Los nodos debidos que no corrieron y los `Send` que no llegaron."""
    corridos = {t.nodo for t in paso.tareas if t.clase != "push"}
    recibidos = {t.indice_de_envio: t.nodo for t in paso.tareas if t.clase == "push"}
    sin_llegar = [e.destino for i, e in enumerate(llevan.envios) if recibidos.get(i) != e.destino]
    return (*(d for d in llevan.debidos if d not in corridos), *sin_llegar)

"""Lo que se recuerda entre construcciones: en memoria mientras se vigila y, si se le da una carpeta, en disco."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Protocol

from msgspec.structs import replace

from generador.escritura.compuerta import Hallado, Limpio
from generador.escritura.contenidos import Publicado, contenidos, firma_de
from generador.escritura.revision import Mirada, clave_de
from generador.incremental.almacen import Almacen
from generador.incremental.aparte import Aparte
from generador.incremental.estado import Escrita, Estado, Sabida
from generador.incremental.huellas import huella, huella_de_vitrina
from generador.incremental.leidas import DemoLeida, fotografiar
from generador.incremental.recorte import huella_de_corrida, huella_de_demo, huella_sin_trazas
from generador.incremental.recuerdos import DeTrazas
from generador.incremental.tenidas import Tenidas
from generador.incremental.trazas import Lector
from generador.modelo.corrida import Corrida
from generador.modelo.demo import Demo, DemoComparada
from generador.modelo.hallazgo import Comparacion
from generador.modelo.historial import Historial, Resumen
from generador.paginas import Derivado, derivar
from generador.paginas.base import Dichos
from generador.paginas.caso import clave_de_tramos
from generador.paginas.caso.descargas import nombre_de_traza
from generador.paginas.indice import dichos_de, parte_de_cada_caso
from generador.paginas.rutas import descarga, descarga_de_anexo
from generador.temporales import temporal

_ESTADO = "estado"

Hecha = tuple[Escrita, bytes | Publicado]
Ficheros = dict[str, bytes | Publicado]


class Comparador(Protocol):
    """Lo que se pide a `comparacion`, que esta etapa no conoce."""

    def comparar(self, demo: Demo, recuerdo: MutableMapping[str, Any] | None = None) -> Mapping[str, Comparacion]: ...

    def resumir(
        self,
        demo: Demo,
        corrida: Corrida,
        comparaciones: Mapping[str, Comparacion] | None = None,
        *,
        con_pasos: bool = True,
        recuerdo: MutableMapping[str, Any] | None = None,
    ) -> Resumen: ...

    def historiar(self, resumenes: Sequence[Resumen], referencia: str | None = None) -> Historial: ...


class Memoria:
    """Una por salida y por vez. Sin `carpeta` solo vive en el proceso; recién creada, no recuerda nada.

    Se usa dentro de `abierta`; lo aprendido se asienta con `recordar`, y una construcción que falla no deja rastro.
    """

    def __init__(self, carpeta: Path | None = None) -> None:
        self.carpeta = carpeta
        self.estado = Estado()
        self._almacen: Almacen | None = None
        self._demos: dict[str, Sabida] = {}
        self._resumenes: dict[str, Resumen] = {}
        self._recuerdos: dict[str, DeTrazas] = {}
        self._leidas: dict[Path, DemoLeida] = {}
        self._tenidas = Tenidas()

    @property
    def carpetas(self) -> tuple[Path, ...]:
        """Las carpetas en las que no se puede publicar."""
        return (self.carpeta,) if self.carpeta else ()

    @contextmanager
    def abierta(self, salida: Path, plantillas: Path) -> Iterator[None]:
        """Prepara la memoria para construir en `salida` con esas plantillas. Lo de otra versión se olvida."""
        self._salida = Path(os.path.abspath(salida))  # noqa: PTH100 — sin seguir enlaces: así se publica
        if self.carpeta and not self._almacen:
            nombre = hashlib.sha256(os.fsencode(self._salida)).hexdigest()[:16]
            self._almacen = Almacen(self.carpeta / nombre)
            self.estado = Estado.de(self._almacen.cargar_partes(_ESTADO))
        self.vitrina = huella_de_vitrina(plantillas)
        if self.estado.vitrina != self.vitrina:
            self.estado, self._tenidas = Estado(self.vitrina), Tenidas()
            self._demos, self._resumenes, self._recuerdos, self._leidas = {}, {}, {}, {}
        self.leer_traza = Lector(self.vitrina, self.estado.trazas, self.estado.apuntes, self._almacen, self._tenidas)
        self.huellas: dict[str, str] = {}
        self._nuevas: dict[str, tuple[Escrita, ...]] = {}
        self._grupos: dict[str, tuple[str, ...]] = {}
        self._usadas: dict[str, Sabida] = {}
        self._resumidas: dict[str, Resumen] = {}
        self._releidas: dict[Path, DemoLeida] = {}
        self._nombres: set[str] = set()
        self._anclas: dict[bytes, bytes] = {}
        self._cambiados: set[str] = set()
        self._publicados = self._los_que_siguen()
        self._escritas = {e.ruta: e for u in self.estado.unidades.values() for e in u}
        with ExitStack() as self._hasta_publicar:
            yield

    @property
    def sigue_el_sitio(self) -> bool:
        """Si hay un sitio anterior, hecho con este mismo código, plantillas y estáticos."""
        return bool(self._publicados)

    def aparte(self) -> Aparte:
        """Una carpeta temporal para lo que aún no se ha publicado. Se borra al cerrar la memoria."""
        return Aparte(self._hasta_publicar.enter_context(temporal()))

    def leer_demo(self, carpeta: Path, leer: Callable[[], Demo]) -> Demo:
        """La demo de esa carpeta, que solo se lee si algo ha cambiado en ella."""
        foto, sabida, lector = fotografiar(carpeta), self._leidas.get(carpeta), self.leer_traza
        if sabida is not None and foto is not None and sabida.foto == foto:
            lector.dar_por_vistas(sabida.trazas, sabida.apuntes)
        else:
            trazas, apuntes = set(lector.ahora), set(lector.apuntadas)
            demo = leer()
            sabida = DemoLeida(foto, demo, lector.ahora.keys() - trazas, lector.apuntadas.keys() - apuntes)
        self._releidas[carpeta] = sabida
        return sabida.demo

    def comparar(
        self, demos: Sequence[Demo], comparador: Comparador
    ) -> tuple[tuple[DemoComparada, ...], tuple[Derivado, ...]]:
        """Cada demo comparada y lo derivado de ella. Lo que no ha cambiado no se vuelve a comparar."""
        self.claves, self.sin_trazas = {}, {}
        comparadas, derivados = [], []
        for demo in demos:
            clave = self.claves[demo.plan.demo] = huella(self.vitrina, huella_de_demo(demo))
            s = self._usadas[clave] = self._demo(clave, demo, comparador)
            self.sin_trazas[demo.plan.demo] = s.sin_trazas
            comparadas.append(DemoComparada(demo=demo, comparaciones=s.comparaciones, historial=s.historial))
            derivados.append(s.derivado)
        vivos = {clave_de_tramos(c) for d in demos if d.corrida for c in d.corrida.manifiesto.casos}
        self.estado.tramos = {k: t for k, t in self.estado.tramos.items() if k.partition("\0")[0] in vivos}
        return tuple(comparadas), tuple(derivados)

    def _demo(self, clave: str, demo: Demo, comparador: Comparador) -> Sabida:
        sabida = self._demos.get(clave) or (self._almacen and self._almacen.cargar(f"demo-{clave}"))
        viejas = [self._anterior(demo, corrida, comparador, hacer=not sabida) for corrida in demo.corridas[:-1]]
        if isinstance(sabida, Sabida):
            return sabida
        recuerdos = self._de_trazas(demo.plan.demo)
        comparaciones = comparador.comparar(demo, recuerdos.pasadas)
        resumenes = [r for r in viejas if r]
        if demo.corrida:
            con_pasos = len(demo.corridas) > 1
            resumen = comparador.resumir(
                demo, demo.corrida, comparaciones, con_pasos=con_pasos, recuerdo=recuerdos.seguidos
            )
            resumenes.append(resumen)
        historial = comparador.historiar(resumenes, demo.plan.corrida_de_referencia)
        comparada = DemoComparada(demo=demo, comparaciones=comparaciones, historial=historial)
        derivado = derivar(comparada, self.estado.graphviz, self.estado.tramos, recuerdos.visitas)
        self._recuerdos[_nombre_de_recuerdos(demo.plan.demo)] = recuerdos
        return Sabida(comparaciones, derivado, historial, huella_sin_trazas(comparada, derivado))

    def _de_trazas(self, demo: str) -> DeTrazas:
        """Lo que se recuerda de las trazas de una demo que ha cambiado, para quedarse con lo que se use."""
        nombre = _nombre_de_recuerdos(demo)
        guardado = self._recuerdos.get(nombre) or (self._almacen and self._almacen.cargar(nombre))
        if not isinstance(guardado, DeTrazas) or guardado.vitrina != self.vitrina:
            guardado = DeTrazas(self.vitrina)
        self._cambiados.add(nombre)
        return guardado.siguiente()

    def _anterior(self, demo: Demo, corrida: Corrida, comparador: Comparador, *, hacer: bool) -> Resumen | None:
        """El resumen de una corrida que no se publica: sus trazas se leen una vez, y solo si de verdad hace falta."""
        nombre = f"corrida-{huella(self.vitrina, huella_de_corrida(demo, corrida))}"
        sabido = self._resumenes.get(nombre)
        if sabido is None and hacer:
            guardado = self._almacen.cargar(nombre) if self._almacen else None
            sabido = guardado if isinstance(guardado, Resumen) else comparador.resumir(demo, corrida)
        self._nombres.add(nombre)
        if sabido is not None:
            self._resumidas[nombre] = sabido
        return sabido

    def dichos(self, demos: Iterable[DemoComparada]) -> dict[tuple[str, str], Dichos]:
        """(demo, caso) → lo que se puede buscar de su traza. Solo se miran las que no se hubieran mirado ya."""
        corridas = [(d.demo.plan.demo, d.demo.corrida) for d in demos if d.demo.corrida]
        parte = parte_de_cada_caso(sum(len(c.trazas) for _, c in corridas))
        antes, ahora, todos = self.estado.dichos, dict[str, Dichos](), dict[tuple[str, str], Dichos]()
        for demo, corrida in corridas:
            huellas = {c.caso: c.sha256 for c in corrida.manifiesto.casos}
            for caso in corrida.trazas:
                clave = f"{huellas[caso]} {caso} {parte}"
                sabidos = antes.get(clave)
                todos[demo, caso] = ahora[clave] = sabidos or dichos_de(corrida.trazas[caso], parte)
        self.estado.dichos = ahora
        return todos

    def reusar(self, clave: str) -> dict[str, bytes | Publicado] | None:
        """Los ficheros del recorte de huella `clave`, o `None` si no se recuerda o alguno ya no está publicado."""
        escritas = self.estado.unidades.get(clave)
        if escritas is None or not all(self._sigue(e) for e in escritas):
            return None
        self._nuevas[clave] = escritas
        return {e.ruta: self._publicados[e.ruta] for e in escritas}

    def apuntar(self, clave: str, hechas: Iterable[Hecha]) -> dict[str, bytes | Publicado]:
        """Recuerda que del recorte de huella `clave` salieron esos ficheros, y los da."""
        todas = tuple(hechas)
        self._nuevas[clave] = tuple(e for e, _ in todas)
        self.huellas |= {e.ruta: e.bytes for e, _ in todas}
        return {e.ruta: contenido for e, contenido in todas}

    def ya_mirada(self, escrita: Escrita, mirada: Mirada | None, hallados: tuple[Hallado, ...]) -> None:
        """Lo que la revisión (si le toca) y la compuerta verían en ese fichero: no hace falta que lo abran."""
        if mirada is not None:
            self.estado.revisado[clave_de(escrita.ruta, escrita.bytes)] = self._compartir(mirada)
        self.estado.mirado[escrita.bytes] = hallados

    def _compartir(self, mirada: Mirada) -> Mirada:
        """La misma, sin repetir las anclas, que en casos parecidos son iguales: cada una llega de su proceso."""
        ids = self._anclas.setdefault(mirada.ids_apretados, mirada.ids_apretados)
        return replace(mirada, ids_apretados=ids)

    def reusar_grupo(self, clave: str) -> dict[str, bytes | Publicado] | None:
        """Como `reusar`, para un recorte que junta otros menores."""
        reusadas: dict[str, bytes | Publicado] = {}
        if clave not in self.estado.grupos:
            return None
        for parte in self.estado.grupos[clave]:
            suyas = self.reusar(parte)
            if suyas is None:
                return None
            reusadas |= suyas
        self.agrupar(clave, self.estado.grupos[clave])
        return reusadas

    def agrupar(self, clave: str, partes: Iterable[str]) -> None:
        """Recuerda que el recorte de huella `clave` junta los de `partes`."""
        self._grupos[clave] = tuple(partes)

    def ya_representada(self, ruta: str, modelo: str) -> Hecha | None:
        """La página de esa ruta si la última vez salió de ese mismo modelo y sigue publicada."""
        escrita = self._escritas.get(ruta)
        if escrita is None or escrita.modelo != modelo or not self._sigue(escrita):
            return None
        return escrita, self._publicados[ruta]

    def originales(self, demos: Iterable[DemoComparada]) -> Iterator[tuple[str, bytes | Publicado]]:
        """Las trazas y los anexos tal como se grabaron, para descargar. Solo se leerá lo que no esté ya publicado."""
        for d in demos:
            corrida = d.demo.corrida
            if corrida is None:
                continue
            demo = d.demo.plan.demo
            for c in corrida.manifiesto.casos:
                yield self._tal_cual(descarga(demo, nombre_de_traza(c.caso)), Path(corrida.rutas[c.caso]), c.sha256)
            for nombre, fichero in corrida.anexos.items():
                huella_de_anexo = self.leer_traza.huella(Path(fichero))
                yield self._tal_cual(descarga_de_anexo(demo, nombre), Path(fichero), huella_de_anexo)

    def _tal_cual(self, ruta: str, fichero: Path, huella: str) -> tuple[str, bytes | Publicado]:
        """`fichero`, de esa huella, en la ruta en que se publica. Tras un enlace no hay firma que valga: se lee ya."""
        publicado = self._publicados.get(ruta)
        if publicado is not None and publicado.huella == huella:
            return ruta, publicado
        firma = firma_de(fichero)
        return ruta, Publicado(fichero, huella, firma) if firma else fichero.read_bytes()

    def recordar(self, limpio: Limpio) -> tuple[str, ...]:
        """Asienta lo aprendido, ya publicado `limpio`. Devuelve lo que conviene avisar."""
        ficheros = contenidos(limpio.ficheros)
        firmas = {r: firma_de(f"{self._salida}/{r}") for r in ficheros}
        self.estado.publicados = {r: (ficheros.huella(r), f) for r, f in firmas.items() if f}
        self.estado.unidades, self.estado.grupos = self._nuevas, self._grupos
        self.estado.trazas, self.estado.apuntes = self.leer_traza.ahora, self.leer_traza.apuntadas
        self._demos, self._resumenes, self._leidas = self._usadas, self._resumidas, self._releidas
        self._tenidas.solo(set(self.estado.apuntes))
        return self._asentar({h.fichero for h in limpio.tapados}) if self._almacen else ()

    def _asentar(self, tapados: set[str]) -> tuple[str, ...]:
        """Una traza de la que hubo que tapar algo no se copia a la caché."""
        if self._almacen is None:
            return ()
        sin_copia = {t.rpartition("/")[2] for t in tapados}
        bien = self._almacen.guardar_partes(_ESTADO, self.estado.partes())
        for nombre, traza in self.leer_traza.por_guardar():
            if bien and nombre_de_traza(traza.caso) not in sin_copia:
                bien = self._almacen.guardar(nombre, traza)
        demos = {f"demo-{clave}": valor for clave, valor in self._usadas.items()}
        for nombre, valor in (*demos.items(), *self._resumidas.items()):
            bien = bien and (self._almacen.tiene(nombre) or self._almacen.guardar(nombre, valor))
        for nombre in self._cambiados:
            bien = bien and self._almacen.guardar(nombre, self._recuerdos[nombre])
        recuerdos = map(_nombre_de_recuerdos, self.claves)
        self._almacen.barrer({_ESTADO, *demos, *recuerdos, *self._nombres, *self.estado.apuntes})
        return () if bien else (f"no se puede escribir la caché en {self.carpeta}: cada construcción empezará de cero",)

    def huellas_publicadas(self) -> dict[str, str]:
        """Ruta → SHA-256 de cada fichero de la última publicación."""
        return {r: huella for r, (huella, _) in self.estado.publicados.items()}

    def _sigue(self, e: Escrita) -> bool:
        publicado = self._publicados.get(e.ruta)
        return publicado is not None and publicado.huella == e.bytes

    def _los_que_siguen(self) -> dict[str, Publicado]:
        todos = ((r, Publicado(f"{self._salida}/{r}", h, f)) for r, (h, f) in self.estado.publicados.items())
        return {r: p for r, p in todos if p.sigue()}


def _nombre_de_recuerdos(demo: str) -> str:
    return f"recuerdos-{huella(demo)}"

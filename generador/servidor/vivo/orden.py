"""La orden entera: leer el plan, elegir los casos, abrir el puerto y atender hasta que se interrumpa."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generador.errores import ErrorDeEntrada, imprimible, problema
from generador.escritura.marca import SUMAS, sumas
from generador.lectura.demos import PLAN, carpeta_de
from generador.lectura.plan import leer_plan
from generador.lectura.validar import enumerar, parecido
from generador.modelo.plan import Caso, Plan
from generador.paginas.base import TipoDePagina
from generador.representacion import representar
from generador.representacion.entorno import crear_entorno
from generador.representacion.idiomas import Catalogo, leer_catalogos
from generador.representacion.recursos import carpeta_de_plantillas, leer_estaticos
from generador.servidor.puertos import abrir, en_marcha
from generador.servidor.tablon import Tablon
from generador.servidor.vivo import proceso, rutas
from generador.servidor.vivo.ejecuciones import Sala
from generador.servidor.vivo.marco import Ambiente
from generador.servidor.vivo.mostrador import Mostrador
from generador.servidor.vivo.peticion import PeticionEnVivo, Pintar, ServidorEnVivo, Vivo
from generador.siguiente import orden
from generador.temporales import apuntar, temporal

LOCAL = "127.0.0.1"
SEGUNDOS = 120.0
PASOS = 100
_ESTATICOS = ("estilo.css", "paginas.css", "inter.woff2", "icono.svg")
_HOJA = "vivo.css"


class Opciones(Struct, frozen=True):
    """Qué se sirve. Sin `casos` ni `variante`, todos. `segundos` y `pasos` limitan cada tramo del agente."""

    demo: str
    corridas: Path
    salida: Path
    variante: str | None = None
    casos: Sequence[str] = ()
    puerto: int = 0
    en_vivo: bool = False
    segundos: float = SEGUNDOS
    pasos: int = PASOS


def servir(opciones: Opciones, decir: Callable[[str], None], parar: threading.Event | None = None) -> None:
    """Sirve hasta que se interrumpa o se active `parar`. `decir` escribe en la terminal.

    Lanza `ErrorDeEntrada` si el plan no vale o no tiene lo que se pide, `ErrorDeSalida` si no se puede escuchar, y
    `ModuleNotFoundError` si no está LangGraph. Que el agente falle no lanza: se ve en su página.
    """
    with sirviendo(opciones, decir) as servidor:
        try:
            _presentar(servidor, opciones, decir)
            (parar or threading.Event()).wait()
        except KeyboardInterrupt:
            decir("Hasta luego: lo que no se guardó se ha borrado")


def _presentar(servidor: ServidorEnVivo, opciones: Opciones, decir: Callable[[str], None]) -> None:
    origen = f"http://{LOCAL}:{servidor.server_address[1]}"
    decir(f"En vivo: {origen}{rutas.inicio('es')} (Ctrl+C para acabar)")
    if servidor.servicio.tablon.edicion.ficheros:
        decir(f"El sitio ya construido: {origen}/")
    else:
        hace = f"{orden('construir', opciones.corridas)} lo hace, y aquí se verá sin reiniciar"
        decir(f"En {opciones.salida} no hay ningún sitio: {hace}")


@contextmanager
def sirviendo(opciones: Opciones, decir: Callable[[str], None]) -> Iterator[ServidorEnVivo]:
    """El servidor, atendiendo en otro hilo. Al salir mata lo que siga en marcha. `decir` cuenta lo que se guarda."""
    if importlib.util.find_spec("langgraph") is None:
        raise ModuleNotFoundError("no está LangGraph", name="langgraph")
    demo = carpeta_de(opciones.corridas, opciones.demo)
    plan = leer_plan(demo / PLAN)
    casos, modelo = _casos(plan, opciones, demo / PLAN), _modelo(plan, opciones, demo / PLAN)
    with temporal("vitrina-vivo-") as carpeta:
        apuntar(carpeta, proceso.precargar())
        sala = Sala(carpeta, demo.resolve(), modelo, opciones.segundos, opciones.pasos)
        try:
            servidor = _abrir(opciones, plan, casos, sala, decir)
            with en_marcha(servidor):
                yield servidor
        finally:
            sala.cerrar()


def _abrir(
    opciones: Opciones, plan: Plan, casos: tuple[Caso, ...], sala: Sala, decir: Callable[[str], None]
) -> ServidorEnVivo:
    tablon, plantillas = Tablon(), carpeta_de_plantillas()
    catalogos = {c.codigo: c for c in leer_catalogos(plantillas)}
    escaparate = Escaparate(opciones.salida, tablon)
    escaparate.refrescar()
    en_espanol = _ambiente(opciones, plan, casos, sala, escaparate, catalogos["es"])
    ambientes = {i: replace(en_espanol, idioma=catalogos[i]) for i in rutas.IDIOMAS}
    vivo = Vivo(
        Mostrador(ambientes, sala, decir), _pintor(plantillas, catalogos), _estaticos(plantillas), escaparate.refrescar
    )
    servidor = abrir(
        LOCAL,
        opciones.puerto,
        lambda donde: ServidorEnVivo(donde, tablon, envios=rutas.BASE, atiende=PeticionEnVivo),
    )
    servidor.vivo = vivo
    return servidor


def _ambiente(
    opciones: Opciones, plan: Plan, casos: tuple[Caso, ...], sala: Sala, escaparate: Escaparate, idioma: Catalogo
) -> Ambiente:
    return Ambiente(
        plan=plan,
        casos=casos,
        idioma=idioma,
        modelo=sala.modelo,
        publicado=escaparate.tiene,
        segundos=opciones.segundos,
        pasos=opciones.pasos,
        comparar=orden("comparar", opciones.corridas, opciones.demo),
        construir=orden("construir", opciones.corridas),
    )


@dataclass(slots=True)
class Escaparate:
    """El sitio construido que haya en `salida`, al día: se puede volver a construir mientras se sirve."""

    salida: Path
    tablon: Tablon
    _visto: tuple[int, int, int] | None = None

    def tiene(self, ruta: str) -> bool:
        """Si esa página está publicada ahora."""
        self.refrescar()
        return ruta in self.tablon.edicion.ficheros

    def refrescar(self) -> None:
        """Cuelga lo que nombra su manifiesto, si es otro."""
        ahora = _firma(self.salida / SUMAS)
        if ahora != self._visto:
            self._visto = ahora
            self.tablon.colgar({r: (self.salida / r, h) for r, h in sumas(self.salida).items()})


def _firma(fichero: Path) -> tuple[int, int, int] | None:
    try:
        e = fichero.stat()
    except OSError:
        return None
    return e.st_ino, e.st_size, e.st_mtime_ns


def _casos(plan: Plan, opciones: Opciones, fichero: Path) -> tuple[Caso, ...]:
    """Los que se ofrecen. Un nombre que no está, o que nada se pueda ejecutar, es un error."""
    de_fuera = [
        *((v, "ninguna variante", [x.id for x in plan.variantes]) for v in filter(None, [opciones.variante])),
        *((c, "ningún caso", [x.id for x in plan.casos]) for c in opciones.casos),
    ]
    problemas = [
        problema(fichero, f"no hay {que} «{id}»{parecido(id, hay)}", f"usa {enumerar(hay)}")
        for id, que, hay in de_fuera
        if id not in hay
    ]
    con_fabrica = {v.id for v in plan.variantes if v.fabrica}
    elegidos = tuple(
        c
        for c in plan.casos
        if c.variante in con_fabrica
        and opciones.variante in (None, c.variante)
        and (not opciones.casos or c.id in opciones.casos)
    )
    if not problemas and not elegidos:
        que_hacer = "quita --caso o --variante, o añade «fabrica: paquete.modulo:funcion» a la variante"
        problemas.append(problema(fichero, "no queda ningún caso que se pueda ejecutar", que_hacer))
    if problemas:
        raise ErrorDeEntrada(problemas)
    return elegidos


def _modelo(plan: Plan, opciones: Opciones, fichero: Path) -> str | None:
    if not opciones.en_vivo:
        return None
    if not plan.modelo:
        que_hacer = "añade «modelo: proveedor:nombre», o quita --modelo en-vivo"
        raise ErrorDeEntrada([problema(fichero, "el plan no dice con qué modelo contestar en vivo", que_hacer)])
    return imprimible(plan.modelo)


def _pintor(plantillas: Path, catalogos: dict[str, Catalogo]) -> Pintar:
    """Con la banda comprobada en cada página, como al construir."""
    entorno = cache(lambda idioma: crear_entorno(plantillas, catalogos[idioma]))

    def pintar(idioma: str, nombre: str, modelo: Any) -> str:
        plantilla = f"vivo/{nombre}.html"
        if nombre == "paso":
            return str(entorno(idioma).get_template(plantilla).render(fila=modelo))
        return representar(
            modelo, TipoDePagina(nombre=nombre, plantilla=plantilla, modelar=lambda _: ()), entorno(idioma)
        )

    return pintar


def _estaticos(plantillas: Path) -> dict[str, bytes]:
    """La hoja y la letra del sitio, y la hoja de aquí, que no se publica."""
    del_sitio = leer_estaticos(plantillas)
    return {n: del_sitio[n] for n in _ESTATICOS} | {_HOJA: Path(__file__).with_name(_HOJA).read_bytes()}

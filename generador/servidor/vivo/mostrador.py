"""Lo que se puede pedir y qué pasa al pedirlo, sin HTTP: de una dirección y un formulario, una página o un destino."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus

from msgspec import Struct

from generador.modelo.mensaje import Mensaje, mensaje
from generador.modelo.nombres import nombre_de_fichero
from generador.modelo.plan import Caso
from generador.paginas.base import Pagina
from generador.servidor.vivo import campos, paneles, pasos, rutas, vista, vista_de_ejecucion
from generador.servidor.vivo.campos import NoVale
from generador.servidor.vivo.ejecuciones import DemasiadasALaVez, Ejecucion, Momento, Sala
from generador.servidor.vivo.fichas import FichaNoVale, Fichas
from generador.servidor.vivo.marco import Ambiente
from generador.servidor.vivo.paneles.base import QUIEN
from generador.servidor.vivo.proceso import NoSeGuardo, Respuesta

DECIDIR, GUARDAR, ABANDONAR = "decidir", "guardar", "abandonar"
_EMPEZAR = "empezar"
_NOMBRE = 60
_Partes = tuple[str, ...]


class Hoja(Struct, frozen=True):
    """Una página para mandar. `sigue` es la ejecución cuyos pasos se seguirán escribiendo en ella."""

    codigo: HTTPStatus
    nombre: str
    pagina: Pagina
    sigue: Ejecucion | None = None


class Destino(Struct, frozen=True):
    """Adónde ir tras un envío."""

    ruta: str


@dataclass(slots=True)
class Mostrador:
    """Atiende a una sesión. `ambientes` va de idioma a lo suyo; `quien` es el último nombre que alguien escribió, y
    `decir`, por donde se cuenta en la terminal lo que se guarda."""

    ambientes: Mapping[str, Ambiente]
    sala: Sala
    decir: Callable[[str], None]
    fichas: Fichas = field(default_factory=Fichas)
    quien: str = ""

    def ver(self, idioma: str, partes: _Partes) -> Hoja:
        """La página de una dirección, ya partida y sin su prefijo."""
        a = self.ambientes[idioma]
        match partes:
            case ("",):
                recientes = (vista_de_ejecucion.reciente(a, e) for e in self.sala.todas())
                return Hoja(HTTPStatus.OK, "inicio", vista.inicio(a, recientes, self.fichas.nueva(_EMPEZAR)))
            case ("entrada", nombre) if caso := _por_nombre(a, nombre):
                return self._de_entrada(a, caso, campos.campos_de(caso.entrada))
            case ("ejecuciones", id) if e := self.sala.buscar(id):
                return self._de_ejecucion(a, e)
        frase = a.ctx._("Puede ser de otra sesión: al parar el servidor se pierde lo que no se guardó.")
        return _aviso(a, HTTPStatus.NOT_FOUND, a.ctx._("Aquí no hay nada"), frase)

    def enviar(self, idioma: str, partes: _Partes, escrito: Mapping[str, str], crudo: bytes) -> Hoja | Destino:
        """Lo que pasa al enviar un formulario. Enviarlo otra vez lleva al mismo sitio y no hace nada más."""
        a, e = self.ambientes[idioma], self._ejecucion_de(partes)
        salidas: list[Hoja | Destino] = []

        def hacer() -> str:
            salida = self._empezar(a, escrito) if e is None else self._con(a, e, partes[-1], escrito)
            salidas.append(salida)
            return salida.ruta if isinstance(salida, Destino) else _donde_se_escribe(a, e, escrito)

        try:
            destino = self.fichas.usar(escrito.get("ficha", ""), _para(e), crudo, hacer)
        except FichaNoVale:
            frase = a.ctx._("El formulario ya se usó o salió de una página de antes. No se ha hecho nada.")
            return _aviso(a, HTTPStatus.FORBIDDEN, a.ctx._("Esa página ya no vale"), frase, e)
        return salidas[0] if salidas else Destino(destino)

    def existe(self, partes: _Partes) -> bool:
        """Si ahí se puede enviar algo."""
        return partes == (_EMPEZAR,) or self._ejecucion_de(partes) is not None

    def _ejecucion_de(self, partes: _Partes) -> Ejecucion | None:
        match partes:
            case ("ejecuciones", id, "decidir" | "guardar" | "abandonar"):
                return self.sala.buscar(id)
        return None

    def _empezar(self, a: Ambiente, escrito: Mapping[str, str]) -> Hoja | Destino:
        caso = next((c for c in a.casos if c.id == escrito.get("caso")), None)
        if caso is None:
            frase = a.ctx._("El plan no tiene ese caso, o esta sesión no lo ofrece.")
            return _aviso(a, HTTPStatus.UNPROCESSABLE_ENTITY, a.ctx._("No hay ese caso"), frase)
        leidos, suya = campos.leer(campos.campos_de(caso.entrada), escrito, caso.entrada)
        if any(c.error for c in leidos):
            return self._de_entrada(a, caso, leidos, mensaje("hay datos que no valen: míralos abajo"))
        try:
            nueva = self.sala.empezar(replace(caso, entrada=suya), propia=suya != caso.entrada)
        except DemasiadasALaVez:
            frase = a.ctx._("Hay demasiados agentes en marcha o esperando a alguien: decide o abandona alguno.")
            return _aviso(a, HTTPStatus.SERVICE_UNAVAILABLE, a.ctx._("Ahora no cabe otra"), frase)
        return Destino(rutas.ejecucion(a.codigo, nueva.id))

    def _con(self, a: Ambiente, e: Ejecucion, que: str, escrito: Mapping[str, str]) -> Hoja | Destino:
        if que == ABANDONAR:
            e.cortar()
        elif que == GUARDAR:
            return self._guardar(a, e)
        else:
            return self._decidir(a, e, escrito)
        return Destino(rutas.ejecucion(a.codigo, e.id))

    def _guardar(self, a: Ambiente, e: Ejecucion) -> Hoja | Destino:
        if e.foto.momento is Momento.ACABADA and not e.propia:
            ya_estaba = e.foto.guardada
            try:
                carpeta = e.guardar()
            except NoSeGuardo as error:
                return self._de_ejecucion(a, e, error=mensaje("no se ha guardado: %(motivo)s", motivo=error))
            if not ya_estaba:
                self.decir(f"Guardada en {carpeta}. Ahora: {a.comparar} y {a.construir}")
        return Destino(rutas.ejecucion(a.codigo, e.id))

    def _decidir(self, a: Ambiente, e: Ejecucion, escrito: Mapping[str, str]) -> Hoja | Destino:
        """Si la pregunta ya no es esa, alguien decidió antes: la página de la ejecución dice quién."""
        destino = Destino(rutas.ejecucion(a.codigo, e.id))
        if e.foto.momento is not Momento.ESPERANDO or escrito.get("pregunta") != str(e.foto.pregunta):
            return destino
        try:
            que, respuesta = self._respuesta(a, e, escrito)
        except NoVale as error:
            return self._de_ejecucion(a, e, escrito=escrito, error=error.motivo)
        e.decidir(int(escrito["pregunta"]), que, respuesta)
        return destino

    def _respuesta(self, a: Ambiente, e: Ejecucion, escrito: Mapping[str, str]) -> tuple[Mensaje, Respuesta]:
        quien = " ".join(escrito.get(QUIEN, "").split())
        if not quien or len(quien) > _NOMBRE or not quien.isprintable():
            raise NoVale(mensaje("escribe quién decide (hasta %(n)s caracteres): queda en la traza", n=_NOMBRE))
        self.quien = quien
        preguntas = pasos.mirar(e.traza, e.caso.id, a.plan).preguntas
        if not preguntas:
            return mensaje("Dejó seguir"), Respuesta(None, quien, sigue=True)
        suya = next((p for p in preguntas if p.id == escrito.get("interrupcion")), None)
        if suya is None:
            raise NoVale(mensaje("esa decisión no es de esta pregunta"))
        leido = paneles.de(suya).leer(suya, escrito, quien, math.floor(e.segundos()))
        por_id = len(preguntas) > 1 or leido.valor == {}  # a secas, LangGraph no ve un objeto vacío
        return leido.que, Respuesta(leido.valor, quien, suya.id if por_id else None)

    def _de_entrada(
        self, a: Ambiente, caso: Caso, suyos: tuple[campos.Campo, ...], error: Mensaje | None = None
    ) -> Hoja:
        codigo = HTTPStatus.UNPROCESSABLE_ENTITY if error else HTTPStatus.OK
        return Hoja(codigo, "entrada", vista.entrada(a, caso, suyos, self.fichas.nueva(_EMPEZAR), error))

    def _de_ejecucion(
        self, a: Ambiente, e: Ejecucion, *, escrito: Mapping[str, str] | None = None, error: Mensaje | None = None
    ) -> Hoja:
        if e.foto.momento is Momento.ESPERANDO:
            e.mirar()
        visto = pasos.mirar(e.traza, e.caso.id, a.plan)
        quien = (escrito or {}).get(QUIEN, self.quien)
        pagina = vista_de_ejecucion.ejecucion(
            a, e, visto, ficha=self.fichas.nueva(_para(e)), quien=quien, escrito=escrito, error=error
        )
        codigo = HTTPStatus.UNPROCESSABLE_ENTITY if error else HTTPStatus.OK
        return Hoja(codigo, "ejecucion", pagina, e if pagina.sigue else None)


def _para(e: Ejecucion | None) -> str:
    """Lo que se puede hacer con la ficha de una página."""
    return f"ejecuciones/{e.id}" if e else _EMPEZAR


def _donde_se_escribe(a: Ambiente, e: Ejecucion | None, escrito: Mapping[str, str]) -> str:
    """Adónde va quien recarga una página que decía que algo no valía."""
    if e:
        return rutas.ejecucion(a.codigo, e.id)
    conocido = any(c.id == escrito.get("caso") for c in a.casos)
    return rutas.entrada(a.codigo, escrito["caso"]) if conocido else rutas.inicio(a.codigo)


def _por_nombre(a: Ambiente, nombre: str) -> Caso | None:
    return next((c for c in a.casos if nombre_de_fichero(c.id) == nombre), None)


def _aviso(a: Ambiente, codigo: HTTPStatus, titulo: str, frase: str, e: Ejecucion | None = None) -> Hoja:
    vuelta = rutas.ejecucion(a.codigo, e.id) if e else ""
    return Hoja(codigo, "aviso", vista.aviso(a, titulo, frase, vuelta))

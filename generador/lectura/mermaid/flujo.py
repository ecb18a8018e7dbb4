"""`flowchart` y `graph`: del texto al `Boceto`.

Lo que solo es aspecto (`classDef`, `style`, `linkStyle`, `click`, `direction`, accesibilidad) se ignora a
sabiendas; cualquier otra cosa que no se entienda es un problema con su línea, nunca un silencio.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from generador.lectura.mermaid import flujo_lexico as lexico
from generador.lectura.mermaid.boceto import Ambito, Boceto, Mencion, Trazo
from generador.lectura.mermaid.nombres_de_langgraph import Rotulado, desescapar, escapar, rotulado
from generador.lectura.mermaid.rotulos import visible

_BLANCOS = re.compile(r"[\s;]*")
_COMENTARIO = re.compile(r"%%(?:\{.{0,1000}?\}%%|[^\n]*)", re.DOTALL)
_PALABRA = re.compile(r"(subgraph|end|direction|classDef|class|style|linkStyle|click|accTitle|accDescr)(?![\w\\\-])")
_TRAS_FIN = re.compile(r"[ \t]*(?:;|\n|$|%%)")
_DESCRIPCION_LARGA = re.compile(r"accDescr\s*:?\s*\{[^}]{0,2000}\}")
_ASPECTO = re.compile(r"[ \t]*:?[ \t]*[^\n]*")
_SUBGRAFO = re.compile(r"[ \t]+([^\n]*)|(?=\n|$)")
_CON_TITULO = re.compile(r'([^\s\[\]"]+)\s*\[(.*)\]')
_Y = re.compile(r"\s*&\s*")
_ESPACIOS = re.compile(r"[ \t]*")
_ANTES_DE_FLECHA = re.compile(r"\s*")
_ROMBOS = {"diam", "diamond", "decision", "question"}
_DECISION = {"choice", "decision"}
_ATRIBUTO = re.compile(r'(shape|label)\s*:\s*("([^"]*)"|[^,\n}]+)')
_PAUSAS = {"before": "antes", "after": "despues"}


@dataclass(slots=True)
class Flujo:
    """Recorre el texto de un diagrama de flujo. `posicion` avanza siempre, también tras un error."""

    texto: str
    linea: int
    boceto: Boceto
    posicion: int = 0
    pila: list[tuple[Ambito, int]] = field(default_factory=list)
    nombres: dict[str, str] = field(default_factory=dict)
    flechas: set[str] = field(default_factory=set)
    _saltos: list[int] = field(default_factory=list, init=False)

    def leer(self) -> None:
        """Lee todas las sentencias."""
        self._saltos = [m.start() for m in re.finditer("\n", self.texto)]
        while self._saltar_blancos() and not self.boceto.lleno:
            antes = self.posicion
            if not (self._comentario() or self._sentencia() or self._adorno_de_flecha() or self._cadena()):
                self._no_se_entiende(antes)
        for _ambito, linea in self.pila:
            self.boceto.anotar(linea, "un «subgraph» no se cierra", "añade «end»")
        self.boceto.cerrados += [ambito for ambito, _ in reversed(self.pila)]

    @property
    def _ambito(self) -> Ambito:
        return self.pila[-1][0] if self.pila else ()

    def _linea_de(self, posicion: int) -> int:
        return self.linea + bisect_right(self._saltos, posicion - 1)

    def _saltar_blancos(self) -> bool:
        self._avanzar(_BLANCOS)
        return self.posicion < len(self.texto)

    def _avanzar(self, patron: re.Pattern[str]) -> re.Match[str] | None:
        hallado = patron.match(self.texto, self.posicion)
        if hallado:
            self.posicion = hallado.end()
        return hallado

    def _comentario(self) -> bool:
        return self._avanzar(_COMENTARIO) is not None

    def _no_se_entiende(self, desde: int) -> None:
        fin = self.texto.find("\n", max(desde, self.posicion))
        self.posicion = fin if fin >= 0 else len(self.texto)
        trozo = self.texto[desde : self.posicion].strip()
        columna = desde - self.texto.rfind("\n", 0, desde)
        self.boceto.anotar(self._linea_de(desde), f"no se entiende «{trozo[:80]}»", _remedio(trozo), columna=columna)

    def _sentencia(self) -> bool:
        palabra = _PALABRA.match(self.texto, self.posicion)
        if not palabra or not self._es_palabra(palabra):
            return False
        inicio, self.posicion = self.posicion, palabra.end()
        match palabra[1]:
            case "subgraph":
                self._abrir_subgrafo(inicio)
            case "end":
                self._cerrar_subgrafo(inicio)
            case "accDescr" if larga := _DESCRIPCION_LARGA.match(self.texto, inicio):
                self.posicion = larga.end()
            case _:
                self._avanzar(_ASPECTO)
        return True

    def _es_palabra(self, palabra: re.Match[str]) -> bool:
        """Si de verdad es la palabra reservada y no un nodo que se llama así (`end(end)`, `style --> b`)."""
        sigue = _ESPACIOS.match(self.texto, palabra.end())
        despues = sigue.end() if sigue else palabra.end()
        if lexico.EMPIEZA_FLECHA.match(self.texto, despues):
            return False
        if palabra[1] == "end":
            return _TRAS_FIN.match(self.texto, palabra.end()) is not None
        return not lexico.abre_forma(self.texto, palabra.end())

    def _abrir_subgrafo(self, inicio: int) -> None:
        hallado = self._avanzar(_SUBGRAFO)
        titulo = (hallado[1] or "").strip().removesuffix(";").strip() if hallado else ""
        linea = self._linea_de(inicio)
        con_titulo = _CON_TITULO.fullmatch(titulo)
        if con_titulo and not self._es_prefijo_de_langgraph(titulo):
            id, rotulo = con_titulo[1], visible(con_titulo[2])
        else:
            id, rotulo = visible(titulo) if titulo.startswith('"') else titulo, ""
        if not id:
            self.boceto.anotar(linea, "un «subgraph» no tiene nombre", "escribe «subgraph nombre»")
            id = f"sin nombre {linea}"
        self.pila.append((self.boceto.abrir(id, self._ambito, linea), linea))
        if rotulo and rotulo != id:
            self.boceto.ficha(self.boceto.contenedores[self._ambito]).etiqueta = rotulo

    def _es_prefijo_de_langgraph(self, titulo: str) -> bool:
        """Si lo que sigue son nodos de un subgrafo que LangGraph llama así, con corchetes y todo."""
        prefijo = escapar(":".join([*self._ambito, titulo])) + r"\3a"
        return self.texto[self.posicion :].lstrip().startswith(prefijo)

    def _cerrar_subgrafo(self, inicio: int) -> None:
        if self.pila:
            self.boceto.cerrados.append(self.pila.pop()[0])
        else:
            self.boceto.anotar(self._linea_de(inicio), "sobra un «end»", "quítalo")

    def _adorno_de_flecha(self) -> bool:
        """`e1@{ animate: true }`, que no es un nodo."""
        id = lexico.ID.match(self.texto, self.posicion)
        atributos = lexico.ATRIBUTOS.match(self.texto, id.end()) if id and id[0] in self.flechas else None
        self.posicion = atributos.end() if atributos else self.posicion
        return atributos is not None

    def _cadena(self) -> bool:
        """`A & B --> C --> D`: devuelve si se entendió entera."""
        origenes = self._grupo()
        if not origenes:
            return False
        while True:
            antes = self.posicion
            self._avanzar(_ANTES_DE_FLECHA)
            inicio = self.posicion
            flecha = lexico.leer_flecha(self.texto, inicio)
            if not flecha:
                self.posicion = antes
                return lexico.SIGUE_A_UN_NODO.match(self.texto, antes) is not None and not self._flecha_rota(inicio)
            self.posicion = flecha.fin
            self.flechas.add(flecha.id)
            self._avanzar(_ANTES_DE_FLECHA)
            destinos = self._grupo()
            if not destinos:
                return False
            self._unir(origenes, destinos, flecha, self._linea_de(inicio))
            origenes = destinos

    def _flecha_rota(self, desde: int) -> bool:
        return lexico.EMPIEZA_FLECHA.match(self.texto, desde) is not None

    def _grupo(self) -> list[Mencion]:
        grupo: list[Mencion] = []
        while nodo := self._nodo():
            grupo.append(nodo)
            if self.boceto.lleno or not self._avanzar(_Y):
                return grupo
        return []

    def _nodo(self) -> Mencion | None:
        inicio = self.posicion
        de_langgraph = self._nodo_de_langgraph(inicio)
        if de_langgraph:
            return de_langgraph
        hallado = self._avanzar(lexico.ID)
        if not hallado:
            return None
        crudo = hallado[0]
        id = self.nombres.get(crudo) or desescapar(crudo)
        forma = lexico.leer_forma(self.texto, self.posicion)
        if forma is None and lexico.abre_forma(self.texto, self.posicion):
            return None
        mencion = self.boceto.mencionar(id, self._ambito, self._linea_de(inicio), declara=forma is not None)
        if forma:
            abre, rotulo, self.posicion = forma
            self._rotular(mencion, visible(rotulo), rombo=abre == "{")
        self._adornos(mencion)
        return mencion

    def _nodo_de_langgraph(self, inicio: int) -> Mencion | None:
        """Un nodo con el rótulo que escribe LangGraph, o uno ya visto así cuyo id no sería válido en Mermaid."""
        hallado = lexico.ID_DE_LANGGRAPH.match(self.texto, inicio)
        if not hallado:
            return None
        crudo, fin = hallado[0], hallado.end()
        abre = lexico.abre_forma(self.texto, fin) or ""
        resto = fin + len(abre)
        leido = rotulado(crudo, abre, self.texto[resto : resto + 5000], self._ambito) if abre else None
        if leido:
            self.nombres[crudo], self.posicion = leido.nombre, resto + leido.largo
            mencion = self.boceto.mencionar(leido.nombre, self._ambito, self._linea_de(inicio), declara=True)
            self._metadatos(mencion, leido)
        elif crudo in self.nombres and self.texto[fin : fin + 1] in (" ", ";", "\n", ""):
            self.posicion = fin
            mencion = self.boceto.mencionar(self.nombres[crudo], self._ambito, self._linea_de(inicio))
        else:
            return None
        self._adornos(mencion)
        return mencion

    def _metadatos(self, mencion: Mencion, leido: Rotulado) -> None:
        ficha = self.boceto.ficha(mencion)
        for clave, valor in leido.metadatos:
            match clave:
                case "__interrupt":
                    ficha.pausa = tuple(_PAUSAS[v] for v in valor.split(",") if v in _PAUSAS)
                case "defer":
                    ficha.diferido = valor == "True"
                case "__tools":
                    ficha.herramientas = tuple(valor.split(", "))

    def _rotular(self, mencion: Mencion, rotulo: str, *, rombo: bool = False) -> None:
        ficha = self.boceto.ficha(mencion)
        ficha.rombo = ficha.rombo or rombo
        if rotulo and rotulo != mencion.id:
            ficha.etiqueta = rotulo

    def _adornos(self, mencion: Mencion) -> None:
        """`:::clase` y `@{ shape: …, label: … }`, en cualquier orden."""
        while True:
            if clase := self._avanzar(lexico.CLASE):
                if _DECISION.intersection(clase[1].split(",")):
                    self.boceto.pseudo[mencion.ambito, mencion.id] = "choice"
            elif atributos := self._avanzar(lexico.ATRIBUTOS):
                dichos = {m[1]: visible(m[2]) for m in _ATRIBUTO.finditer(atributos[1])}
                self._rotular(mencion, dichos.get("label", ""), rombo=dichos.get("shape") in _ROMBOS)
            else:
                return

    def _unir(self, origenes: list[Mencion], destinos: list[Mencion], flecha: lexico.Flecha, linea: int) -> None:
        if flecha.invisible:
            return
        texto = flecha.texto if flecha.literal else visible(flecha.texto)
        for origen in origenes:
            for destino in destinos:
                if self.boceto.lleno:
                    return
                if flecha.ida:
                    self.boceto.trazos.append(Trazo(origen, destino, linea, texto, flecha.punteada))
                if flecha.vuelta:
                    self.boceto.trazos.append(Trazo(destino, origen, linea, texto, flecha.punteada))


def _remedio(trozo: str) -> str:
    if re.search(r"[—–→⟶]|(?<![-.=])->", trozo):
        return "las flechas se escriben «-->», «-.->» o «==>»"
    if re.search(r"[\[({]", trozo):
        return "cierra la forma del nodo, o pon su texto entre comillas"
    return "usa la sintaxis de flowchart de Mermaid"

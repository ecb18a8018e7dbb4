"""`flowchart` y `graph`: del texto al `Boceto`.

Lo que solo es aspecto (`classDef`, `style`, `linkStyle`, `click`, `direction`, accesibilidad) se ignora a
sabiendas; cualquier otra cosa que no se entienda es un problema con su línea, nunca un silencio.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from generador.lectura.mermaid import flujo_lexico as lexico
from generador.lectura.mermaid.boceto import Ambito, Boceto, Mencion, Trazo, sin_separador
from generador.lectura.mermaid.flujo_nodos import NodosDeFlujo
from generador.lectura.mermaid.nombres_de_langgraph import desescapar, escapar
from generador.lectura.mermaid.rotulos import visible

_BLANCOS = re.compile(r"[\s;]*")
_COMENTARIO = re.compile(r"%%(?:\{.{0,1000}?\}%%|[^\n]*)", re.DOTALL)
_PALABRA = re.compile(r"(subgraph|end|direction|classDef|class|style|linkStyle|click|accTitle|accDescr)(?![\w\\\-])")
_CON_ALGO = {"classDef", "class", "style", "linkStyle", "click"}
_ALGO = re.compile(r"[ \t]+[^\s;]")
_TRAS_FIN = re.compile(r"[ \t]*(?:;|\n|$|%%)")
_DESCRIPCION_LARGA = re.compile(r"accDescr\s*:?\s*\{[^}]{0,2000}\}")
_ASPECTO = re.compile(r"[^\n]*")
_HASTA_PUNTO_Y_COMA = re.compile(r'(?:"[^"\n]*"|[^;\n])*')
_DIRECCION = re.compile(r"[ \t]+(?:TB|TD|BT|RL|LR)(?![\w\\\-])[ \t]*(?:;[ \t]*)?(?=\n|$|%%)")
_ESTILADO = re.compile(r"style[ \t]+(\S+)")
_OTRA_COSA = re.compile(r"--|==|-\.|\bend\b")
_SUBGRAFO = re.compile(r'[ \t]+((?:"[^"\n]*"|\[[^\]\n]*\]|#\w+;|[^;\n])*)|(?=;|\n|$)')
_CON_TITULO = re.compile(r'("[^"]+"|[^\[\]"]*[^\s\[\]"])\s*\[(.*)\]')
_Y = re.compile(r"\s*&\s*")
_ESPACIOS = re.compile(r"[ \t]*")
_ANTES_DE_FLECHA = re.compile(r"\s*")


@dataclass(slots=True)
class Flujo:
    """Recorre el texto de un diagrama de flujo. `posicion` avanza siempre, también tras un error."""

    texto: str
    linea: int
    boceto: Boceto
    posicion: int = 0
    pila: list[tuple[Ambito, int]] = field(default_factory=list)
    flechas: set[str] = field(default_factory=set)
    nodos: NodosDeFlujo = field(init=False)
    _saltos: list[int] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.nodos = NodosDeFlujo(self.texto, self.boceto)

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
        """Apunta la línea en que se atascó la lectura, que puede no ser la primera de la sentencia, y la salta."""
        principio = self.texto.rfind("\n", 0, self.posicion) + 1
        desde = max(desde, principio)
        desde += len(self.texto[desde : self.posicion]) - len(self.texto[desde : self.posicion].lstrip(" \t"))
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
            case "direction":
                self._direccion(inicio)
            case "class" | "linkStyle" | "click":
                self._avanzar(_HASTA_PUNTO_Y_COMA)
            case _:
                self._aspecto(inicio)
        return True

    def _direccion(self, inicio: int) -> None:
        """`direction LR`: en Mermaid se come su línea entera, así que compartirla pierde lo demás."""
        principio = self.texto.rfind("\n", 0, inicio) + 1
        if self.texto[principio:inicio].strip() or not self._avanzar(_DIRECCION):
            self._avanzar(_ASPECTO)
            que_hacer = "escribe «direction LR» (o TB, TD, BT, RL) en una línea sola"
            self.boceto.anotar(self._linea_de(inicio), "esta «direction» no se entiende o comparte línea", que_hacer)

    def _aspecto(self, inicio: int) -> None:
        """Estilos y accesibilidad, que llegan hasta el final de la línea: un `;` no los acaba."""
        escrito = self._avanzar(_ASPECTO)
        detras = escrito[0].partition(";")[2] if escrito else ""
        if self.texto.startswith(("style", "classDef"), inicio) and _OTRA_COSA.search(detras):
            que_pasa = "detrás de un estilo hay algo en la misma línea, y Mermaid no lo lee"
            self.boceto.anotar(self._linea_de(inicio), que_pasa, "ponlo en otra línea")
        if (estilado := _ESTILADO.match(self.texto, inicio)) is not None:
            self.boceto.estilados.setdefault(desescapar(estilado[1]), self._linea_de(inicio))

    def _es_palabra(self, palabra: re.Match[str]) -> bool:
        """Si de verdad es la palabra reservada y no un nodo que se llama así (`end(end)`, `style --> b`)."""
        sigue = _ESPACIOS.match(self.texto, palabra.end())
        despues = sigue.end() if sigue else palabra.end()
        if palabra[1] == "subgraph" and self._abre_el_de_langgraph(palabra.end()):
            return True
        if lexico.EMPIEZA_FLECHA.match(self.texto, despues):
            return False
        if palabra[1] in _CON_ALGO and not _ALGO.match(self.texto, palabra.end()):
            return False
        if palabra[1] == "end":
            return _TRAS_FIN.match(self.texto, palabra.end()) is not None
        return not lexico.abre_forma(self.texto, palabra.end())

    def _abre_el_de_langgraph(self, desde: int) -> bool:
        """Si lo que sigue en la línea es el título de un subgrafo de LangGraph, que puede parecer flecha (`x--x`)."""
        fin = self.texto.find("\n", desde)
        return fin >= 0 and self._es_prefijo_de_langgraph(self.texto[desde:fin].strip(), fin)

    def _abrir_subgrafo(self, inicio: int) -> None:
        linea = self._linea_de(inicio)
        titulo = self._titulo_de_subgrafo()
        con_titulo = _CON_TITULO.fullmatch(titulo)
        if con_titulo and not self._es_prefijo_de_langgraph(titulo):
            id, rotulo = visible(con_titulo[1]), visible(con_titulo[2])
        else:
            id, rotulo = visible(titulo) if titulo.startswith('"') else titulo, ""
        if not id:
            self.boceto.anotar(linea, "un «subgraph» no tiene nombre", "escribe «subgraph nombre»")
            id = f"sin nombre {linea}"
        limpio = sin_separador(id)
        rotulo = rotulo or (id if limpio != id else "")
        self.pila.append((self.boceto.abrir(limpio, self._ambito, linea), linea))
        if rotulo and rotulo != limpio:
            self.boceto.ficha(self.boceto.contenedores[self._ambito]).etiqueta = rotulo

    def _titulo_de_subgrafo(self) -> str:
        """Lo que sigue a `subgraph`: hasta el `;` o, si lo escribió LangGraph, toda la línea."""
        desde = self.posicion
        entera = self._avanzar(_ASPECTO)
        if entera and self._es_prefijo_de_langgraph(entera[0].strip()):
            return entera[0].strip()
        if entera:
            self.posicion = desde
            entera = self._avanzar(_SUBGRAFO)
        return entera[0].strip().removesuffix(";").strip() if entera else ""

    def _es_prefijo_de_langgraph(self, titulo: str, desde: int | None = None) -> bool:
        """Si lo que sigue son nodos de un subgrafo que LangGraph llama así, con corchetes y todo."""
        prefijo = escapar(":".join([*self._ambito, titulo])) + r"\3a"
        detras = _ANTES_DE_FLECHA.match(self.texto, self.posicion if desde is None else desde)
        return bool(titulo) and detras is not None and self.texto.startswith(prefijo, detras.end())

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
        while origenes:
            antes = self.posicion
            inicio = self._tras_blancos(antes)
            otra_linea = "\n" in self.texto[antes:inicio] and self._empieza_otra(inicio)
            flecha = None if otra_linea else lexico.leer_flecha(self.texto, inicio)
            if not flecha:
                rota = not otra_linea and lexico.EMPIEZA_FLECHA.match(self.texto, inicio)
                return not rota and lexico.SIGUE_A_UN_NODO.match(self.texto, antes) is not None
            self.posicion = self._tras_blancos(flecha.fin)
            self.flechas.add(flecha.id)
            destinos = self._grupo()
            self._unir(origenes, destinos, flecha, self._linea_de(inicio))
            origenes = destinos
        return False

    def _empieza_otra(self, inicio: int) -> bool:
        """Si lo que hay en otra línea no puede seguir la cadena: un nodo de LangGraph, o una flecha con su id."""
        es_nodo = self.nodos.es_de_langgraph(inicio, self._ambito)
        return es_nodo or lexico.ID_DE_FLECHA.match(self.texto, inicio) is not None

    def _tras_blancos(self, desde: int) -> int:
        blancos = _ANTES_DE_FLECHA.match(self.texto, desde)
        return blancos.end() if blancos else desde

    def _grupo(self) -> list[Mencion]:
        grupo: list[Mencion] = []
        while leido := self.nodos.leer(self.posicion, self._ambito, self._linea_de(self.posicion)):
            mencion, self.posicion = leido
            grupo.append(mencion)
            if self.boceto.lleno or not self._avanzar(_Y):
                return grupo
        return []

    def _unir(self, origenes: list[Mencion], destinos: list[Mencion], flecha: lexico.Flecha, linea: int) -> None:
        if flecha.invisible:
            return
        texto = flecha.texto if flecha.literal else visible(flecha.texto)
        for origen in origenes:
            for destino in destinos:
                if self.boceto.lleno:
                    return
                self.boceto.trazos.append(Trazo(origen, destino, linea, texto, flecha.punteada))
                if flecha.vuelta:
                    self.boceto.trazos.append(Trazo(destino, origen, linea, texto, flecha.punteada))


def _remedio(trozo: str) -> str:
    if re.search(r"<(?:--|==|-\.)", trozo):
        return "una flecha va de izquierda a derecha («b --> a») o en los dos sentidos («<-->»)"
    if re.search(r"[—–→⟶]|(?<![-.=])->", trozo):
        return "las flechas se escriben «-->», «-.->» o «==>»"
    if re.search(r"[\[({]", trozo):
        return "cierra la forma del nodo, o pon su texto entre comillas"
    return "usa la sintaxis de flowchart de Mermaid"

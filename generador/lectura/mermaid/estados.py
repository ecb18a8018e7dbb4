"""`stateDiagram` y `stateDiagram-v2`: del texto al `Boceto`, línea a línea.

`[*]` es `__start__` si sale de él una flecha y `__end__` si llega, siempre los del estado compuesto en que se
escribe. Lo que solo es aspecto se ignora a sabiendas; lo que no se entiende es un problema con su línea.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from generador.lectura.mermaid.boceto import Ambito, Boceto, Mencion, Trazo, sin_separador
from generador.lectura.mermaid.rotulos import visible
from generador.modelo.grafo import FIN, INICIO

_ID = r'(?:[^\s:{}"<>\[\]-]|-(?!->))+'
_CLASE = r"(?::::[\w\-]+)?"
_REF = rf"(\[\*\]|{_ID}){_CLASE}"
_TRANSICION = re.compile(rf"{_REF}\s*(<?)-->\s*{_REF}\s*(?::\s*(.*))?")
_ESTADO = re.compile(
    rf'state\s+(?:"([^"]*)"\s+as\s+({_ID})|"([^"]*)"|({_ID}))\s*{_CLASE}\s*'
    r"(?:(?:<<|\[\[)\s*(\w+)\s*(?:>>|\]\])|(\{)|:\s*(.*))?\s*",
    re.IGNORECASE,
)
_DESCRIPCION = re.compile(rf"({_ID}){_CLASE}\s*:\s*(.*)")
_SOLO = re.compile(rf"{_REF}")
_NOTA = re.compile(rf"note\s+(?:right|left)\s+of\s+({_ID})\s*(?::\s*(.*))?", re.IGNORECASE)
_NOTA_SUELTA = re.compile(r'note\s+"[^"]*"\s+as\s+\S+', re.IGNORECASE)
_FIN_DE_NOTA = re.compile(r"end\s*note", re.IGNORECASE)
_ASPECTO = re.compile(
    r"direction\s+(TB|TD|BT|RL|LR)|hide\s+empty\s+description|scale\s+\d+(\s+width)?"
    r"|(classDef|class|style|click|title)\s+[^\s:].*",
    re.IGNORECASE,
)
_ACCESIBILIDAD = re.compile(r"acc(?:Title\s*:|Descr\s*[:{]).*", re.IGNORECASE)
_COMENTARIO_DETRAS = re.compile(r'([^:"]*?)\s#.*')
_PUNTO_Y_COMA = re.compile(r'(?:"[^"]*"|[#&]\w+;|[^;])*+;')
_HASTA_CIERRE = re.compile(r'((?:"[^"]*"|[^}])*)(.*)')
_CON_TEXTO = re.compile(r'(?:"[^"]*"|:::|[^:"])*:(?!:)')
_ABRE = re.compile(r'(state\s(?:"[^"]*"|[^"{}])*\{)(.*)', re.IGNORECASE)
_CORTES = 100
"""Cuántas sentencias se leen de una línea: cada una la recorre entera."""
_PSEUDO = {"choice", "fork", "join"}


@dataclass(slots=True)
class Estados:
    """Recorre las líneas de un diagrama de estados."""

    lineas: list[str]
    primera: int
    boceto: Boceto
    pila: list[tuple[Ambito, int]] = field(default_factory=list)
    nota: tuple[Mencion, int, list[str]] | None = None
    en_descripcion: bool = False
    por_abrir: str | None = None

    def leer(self) -> None:
        """Lee todas las líneas."""
        for n, linea in enumerate(self.lineas, self.primera):
            if self.boceto.lleno:
                break
            self._leer(linea.strip(), n)
        for _ambito, abierta in self.pila:
            self.boceto.anotar(abierta, "un estado compuesto no se cierra", "añade «}»")
        if self.nota:
            self.boceto.anotar(self.nota[1], "una nota no se cierra", "añade «end note»")
        self.boceto.cerrados += [ambito for ambito, _ in reversed(self.pila)]

    @property
    def _ambito(self) -> Ambito:
        return self.pila[-1][0] if self.pila else ()

    def _leer(self, linea: str, n: int) -> None:
        if self.nota:
            self._en_nota(linea, n)
        elif self.en_descripcion:
            self.en_descripcion = "}" not in linea
        elif not linea.startswith(("%%", "#")) and not self._accesibilidad(linea):
            self._leer_sentencias(_sin_comentario(linea), n)

    def _leer_sentencias(self, linea: str, n: int) -> None:
        """Las sentencias de una línea: más de una, solo si un estado compuesto se abre o se cierra en ella."""
        es_transicion = _TRANSICION.fullmatch(linea) is not None
        if not es_transicion and _ASPECTO.fullmatch(linea) and "-->" not in linea:
            return
        if _PUNTO_Y_COMA.match(linea):
            que_hacer = "quítalo y escribe cada cosa en su línea (dentro de un texto, «#59;»)"
            self.boceto.anotar(n, "en un diagrama de estados «;» no separa: se pega a lo que tiene delante", que_hacer)
            return
        for _ in range(_CORTES):
            if not (linea := linea.strip()) or self.boceto.lleno:
                return
            sentencia, linea = _cortar(linea)
            if sentencia and not self._sentencia(sentencia, n):
                self.boceto.anotar(n, f"no se entiende «{sentencia[:80]}»", _remedio(sentencia))
        if linea.strip():
            self.boceto.anotar(n, "hay demasiadas llaves en una línea", "escribe cada estado en la suya")

    def _sentencia(self, linea: str, n: int) -> bool:
        """Si `linea` es algo conocido. Las transiciones van primero: un estado puede llamarse `state` o `class`."""
        return (
            self._transicion(linea, n)
            or self._cierre(linea, n)
            or self._apertura(linea, n)
            or self._estado(linea, n)
            or self._nota(linea, n)
            or self._descripcion(linea, n)
        )

    def _transicion(self, linea: str, n: int) -> bool:
        hallada = _TRANSICION.fullmatch(linea)
        if not hallada:
            return False
        de, vuelta, a, texto = hallada.groups()
        self._trazar(de, a, n, visible(texto or ""))
        if vuelta:
            self._trazar(a, de, n, visible(texto or ""))
        return True

    def _trazar(self, de: str, a: str, n: int, texto: str) -> None:
        origen = self._mencion(INICIO if de == "[*]" else de, n)
        destino = self._mencion(FIN if a == "[*]" else a, n)
        self.boceto.trazos.append(Trazo(origen, destino, n, texto))

    def _mencion(self, id: str, n: int, *, declara: bool = False) -> Mencion:
        return self.boceto.mencionar(id, self._ambito, n, declara=declara)

    def _cierre(self, linea: str, n: int) -> bool:
        if linea == "--":
            return bool(self.pila)
        if linea != "}":
            return False
        if self.pila:
            self.boceto.cerrados.append(self.pila.pop()[0])
        else:
            self.boceto.anotar(n, "sobra un «}»", "quítalo")
        return True

    def _apertura(self, linea: str, n: int) -> bool:
        """Una `{` en la línea siguiente a la de su `state`."""
        if linea != "{" or self.por_abrir is None:
            return False
        self._abrir(self.por_abrir, n)
        return True

    def _estado(self, linea: str, n: int) -> bool:
        hallado = _ESTADO.fullmatch(linea)
        if not hallado:
            return False
        alias, con_alias, citado, suelto, clase, abre, texto = hallado.groups()
        id = con_alias or suelto or sin_separador(citado or "")
        mencion = self._mencion(id, n, declara=True)
        if not self._pseudo(mencion, clase, n):
            return True
        self._describir(mencion, visible(alias or texto or citado or ""))
        self.por_abrir = id
        if abre:
            self._abrir(id, n)
        return True

    def _abrir(self, id: str, n: int) -> None:
        self.por_abrir = None
        self.pila.append((self.boceto.abrir(id, self._ambito, n), n))

    def _pseudo(self, mencion: Mencion, clase: str | None, n: int) -> bool:
        if not clase:
            return True
        if clase.lower() in _PSEUDO:
            self.boceto.pseudo[mencion.ambito, mencion.id] = clase.lower()
            return True
        self.boceto.anotar(n, f"no se conoce el estado especial <<{clase[:40]}>>", "usa choice, fork o join")
        return False

    def _describir(self, mencion: Mencion, texto: str) -> None:
        if texto and texto != mencion.id:
            ficha = self.boceto.ficha(mencion)
            ficha.etiqueta = f"{ficha.etiqueta} {texto}".strip()

    def _descripcion(self, linea: str, n: int) -> bool:
        hallada = _DESCRIPCION.fullmatch(linea)
        if hallada:
            self._describir(self._mencion(hallada[1], n, declara=True), visible(hallada[2]))
            return True
        solo = _SOLO.fullmatch(linea)
        if solo and solo[1] != "[*]":
            self._mencion(solo[1], n, declara=True)
        return solo is not None and solo[1] != "[*]"

    def _nota(self, linea: str, n: int) -> bool:
        if _NOTA_SUELTA.fullmatch(linea):
            return True
        hallada = _NOTA.fullmatch(linea)
        if not hallada:
            return False
        mencion = self._mencion(hallada[1], n)
        if hallada[2] is None:
            self.nota = (mencion, n, [])
        else:
            self._anotar_nota(mencion, [hallada[2]])
        return True

    def _en_nota(self, linea: str, n: int) -> None:
        if self.nota is None:
            return
        mencion, _, escritas = self.nota
        fin = _FIN_DE_NOTA.match(linea)
        if fin:
            self._anotar_nota(mencion, escritas)
            self.nota = None
            self._leer(linea[fin.end() :].strip(), n)
        else:
            escritas.append(linea)

    def _anotar_nota(self, mencion: Mencion, lineas: list[str]) -> None:
        ficha = self.boceto.ficha(mencion)
        texto = "\n".join(visible(linea) for linea in lineas).strip()
        ficha.nota = f"{ficha.nota}\n\n{texto}" if ficha.nota else texto

    def _accesibilidad(self, linea: str) -> bool:
        if not _ACCESIBILIDAD.fullmatch(linea):
            return False
        self.en_descripcion = "{" in linea.partition(":")[0] and "}" not in linea
        return True


def _cortar(linea: str) -> tuple[str, str]:
    """La primera sentencia de `linea` y lo que queda detrás. Un texto llega hasta el final, con llaves y todo."""
    if linea[0] == "}":
        return "}", linea[1:]
    abre = _ABRE.fullmatch(linea)
    if _CON_TEXTO.match(abre[1] if abre else linea):
        return linea, ""
    if abre:
        return abre[1], abre[2]
    hasta = _HASTA_CIERRE.fullmatch(linea)
    return (hasta[1].strip(), hasta[2]) if hasta else (linea, "")


def _sin_comentario(linea: str) -> str:
    """La línea sin el `%%` o el ` #` del final, que dentro de una descripción son texto."""
    antes, marca, _ = linea.partition("%%")
    linea = antes.strip() if marca and ":" not in antes and '"' not in antes else linea
    detras = _COMENTARIO_DETRAS.fullmatch(linea)
    return detras[1] if detras else linea


def _remedio(linea: str) -> str:
    if "->" in linea or re.search(r"[—–→⟶]", linea):
        return "las transiciones se escriben «a --> b : etiqueta»"
    return "usa la sintaxis de stateDiagram-v2 de Mermaid"

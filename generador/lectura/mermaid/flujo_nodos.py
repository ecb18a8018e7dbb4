"""Los nodos de un `flowchart`: su id, su forma con el texto, y sus adornos (`:::clase`, `@{ shape: … }`).

Un nodo con el rótulo que escribe LangGraph se reconoce antes que nada, porque su nombre va sin escapar y puede
parecer cualquier otra cosa: `x) --> (y` es un nombre de nodo válido en LangGraph.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from generador.errores import ErrorDeEntrada
from generador.lectura.mermaid import flujo_lexico as lexico
from generador.lectura.mermaid.boceto import Ambito, Boceto, Mencion
from generador.lectura.mermaid.nombres_de_langgraph import Rotulado, desescapar, rotulado
from generador.lectura.mermaid.rotulos import visible
from generador.lectura.yaml_con_posiciones import yaml_de_texto

_ROMBOS = {"diam", "diamond", "decision", "question"}
_DECISION = {"choice", "decision"}
_LARGO_DE_ROTULO = 5000
_GUIONES = "--"
_PAUSAS = {"before": "antes", "after": "despues"}


@dataclass(slots=True)
class NodosDeFlujo:
    """Lee nodos de `texto`. `nombres` va de id escapado a nombre, para los de LangGraph ya vistos con su rótulo.

    `supuestos` son los que se nombraron antes de verlo, con el nombre que se les supuso.
    """

    texto: str
    boceto: Boceto
    nombres: dict[str, str] = field(default_factory=dict)
    supuestos: dict[str, str] = field(default_factory=dict)

    @property
    def equivocados(self) -> dict[str, str]:
        """Los que se supusieron mal, o parecían una flecha, con su nombre de verdad."""
        return {c: n for c, n in self.nombres.items() if self.supuestos.get(c, n) != n or _GUIONES in c}

    def leer(self, desde: int, ambito: Ambito, linea: int) -> tuple[Mencion, int] | None:
        """El nodo que empieza en `desde` y dónde acaba; `None` si no hay ninguno o su forma no se cierra."""
        return self._de_langgraph(desde, ambito, linea) or self._corriente(desde, ambito, linea)

    def es_de_langgraph(self, desde: int, ambito: Ambito) -> bool:
        """Si en `desde` hay un nodo escrito por LangGraph, aunque parezca una flecha (`--(--)`)."""
        return self._reconocer(desde, ambito) is not None

    def _corriente(self, desde: int, ambito: Ambito, linea: int) -> tuple[Mencion, int] | None:
        hallado = lexico.ID.match(self.texto, desde)
        if not hallado:
            return None
        id = self.nombres.get(hallado[0]) or self.supuestos.setdefault(hallado[0], desescapar(hallado[0]))
        forma = lexico.leer_forma(self.texto, hallado.end())
        if forma is None and lexico.abre_forma(self.texto, hallado.end()):
            return None
        mencion = self.boceto.mencionar(id, ambito, linea, declara=forma is not None)
        if forma:
            self._rotular(mencion, visible(forma[1]), rombo=forma[0] == "{")
        return mencion, self._adornos(mencion, forma[2] if forma else hallado.end())

    def _de_langgraph(self, desde: int, ambito: Ambito, linea: int) -> tuple[Mencion, int] | None:
        reconocido = self._reconocer(desde, ambito)
        if reconocido is None:
            return None
        crudo, fin, leido = reconocido
        if leido:
            self.nombres[crudo] = leido.nombre
        mencion = self.boceto.mencionar(self.nombres[crudo], ambito, linea, declara=leido is not None)
        if leido:
            self._metadatos(mencion, leido)
        return mencion, self._adornos(mencion, fin)

    def _reconocer(self, desde: int, ambito: Ambito) -> tuple[str, int, Rotulado | None] | None:
        """El id, dónde acaba y su rótulo si lo lleva; también vale un id ya visto con rótulo."""
        hallado = lexico.ID_DE_LANGGRAPH.match(self.texto, desde)
        if not hallado:
            return None
        crudo, fin = hallado[0], hallado.end()
        leido = rotulado(crudo, self.texto[fin : fin + _LARGO_DE_ROTULO], ambito)
        if leido:
            return crudo, fin + leido.largo, leido
        ya_visto = crudo in self.nombres and self.texto[fin : fin + 1] in (" ", ";", "\n", "")
        return (crudo, fin, None) if ya_visto else None

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

    def _adornos(self, mencion: Mencion, desde: int) -> int:
        """Dónde acaban los `:::clase` y `@{ shape: …, label: … }` que siguen a un nodo, en cualquier orden."""
        while True:
            if clase := lexico.CLASE.match(self.texto, desde):
                desde = clase.end()
                if _DECISION.intersection(clase[1].split(",")):
                    self.boceto.pseudo[mencion.ambito, mencion.id] = "choice"
            elif atributos := lexico.ATRIBUTOS.match(self.texto, desde):
                desde = atributos.end()
                self._atributos(mencion, atributos[1])
            else:
                return desde

    def _atributos(self, mencion: Mencion, escrito: str) -> None:
        """Lo que va en `@{ … }`, que es YAML: en una línea, un objeto; en varias, una clave por línea."""
        dichos = _yaml(escrito if "\n" in escrito else f"{{{escrito}}}")
        if dichos is None:
            que_hacer = 'es YAML: «@{ shape: diam, label: "texto" }», o una clave por línea y sin comas'
            self.boceto.anotar(mencion.linea, f"no se entiende el «@{{…}}» de «{mencion.id[:80]}»", que_hacer)
            return
        rotulo = dichos.get("label")
        self._rotular(mencion, visible(str(rotulo or "")), rombo=dichos.get("shape") in _ROMBOS)


def _yaml(texto: str) -> dict[str, Any] | None:
    """El objeto que dice un YAML, o `None` si no lo es. Una coma tras la forma sería parte de su nombre."""
    try:
        valor = yaml_de_texto(texto, "").valor
    except ErrorDeEntrada:
        return None
    bien = isinstance(valor, dict) and not str(valor.get("shape", "")).endswith(",")
    return valor if bien else None

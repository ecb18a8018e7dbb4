"""El contrato de una variante, esté donde esté: un bloque Mermaid de un Markdown, un YAML, un JSON o el propio plan."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from msgspec.structs import replace

from generador.errores import ErrorDeEntrada, problema
from generador.lectura.documento import Documento, Punto, Ruta, Sitio, raiz
from generador.lectura.ficheros import LIMITE_DE_DOCUMENTO, leer_texto, ruta_dentro
from generador.lectura.forma import Forma
from generador.lectura.grafo import grafo_de_documento
from generador.lectura.jerarquia import con_contenedores, nodo_de
from generador.lectura.json_con_posiciones import leer_json
from generador.lectura.plan_cruzado import comprobar_contrato
from generador.lectura.validar import enumerar, examinar, parecido
from generador.lectura.yaml_con_posiciones import leer_yaml
from generador.modelo.grafo import FIN, INICIO, Arista, Formato, Grafo, Lugar, TipoDeArista
from generador.modelo.plan import AristaDePlan, ContratoEnLinea

FORMA: Forma[ContratoEnLinea] = Forma(ContratoEnLinea)

_CLAVES_DE_GRAFO = frozenset({"formato", "nodes", "edges"})
_CLAVES = _CLAVES_DE_GRAFO | {"nodos", "aristas"}
_VALLA = re.compile(r"[ \t]*(?P<marca>`{3,}|~{3,})[ \t]*\{?\.?(?P<clase>[\w-]*)[^`\n]*$")
_TITULO = re.compile(r" {0,3}(#{1,6})[ \t]+(.*)")
_SUBRAYADO = re.compile(r" {0,3}(=+|-+)[ \t]*")
_ENLACE = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()]{0,500}\)")
_HTML = re.compile(r"</?[a-zA-Z][^<>]{0,500}>")
_ENFASIS = re.compile(r"(?<!\w)_([^_]{1,200})_(?!\w)")
_ANCLA_PROPIA = re.compile(r'\{#([^{}\s]{1,200})\}|<a\s{1,9}(?:id|name)="([^"<]{1,200})"')


def leer_contrato(
    referencia: str | ContratoEnLinea, base: Path, *, sitio: Callable[[Ruta], Sitio] | None = None, carpeta: str = ""
) -> Grafo:
    """El grafo que promete un contrato. `base` es la carpeta de la demo.

    `sitio` dice dónde está cada parte de un contrato en línea dentro de `plan.yaml`; `carpeta` se antepone al
    nombre del fichero en los `Lugar`. Lanza `ErrorDeEntrada` con todos los problemas y su línea.
    """
    if isinstance(referencia, ContratoEnLinea):
        return en_linea(referencia, Lugar(_unir(carpeta, "plan.yaml")), sitio)
    fichero, _, seccion = referencia.partition("#")
    ruta = ruta_dentro(base, fichero)
    if ruta is None:
        p = problema(
            base / "plan.yaml", f"«{fichero[:100]}» se sale de la carpeta de la demo", "usa una ruta de dentro"
        )
        raise ErrorDeEntrada([p])
    return leer_contrato_de(ruta, seccion, _unir(carpeta, fichero))


def leer_contrato_de(ruta: Path, seccion: str = "", nombre: str | None = None) -> Grafo:
    """El contrato de un fichero suelto; `nombre` es el que llevan los `Lugar` (por defecto, el del fichero)."""
    nombre = ruta.name if nombre is None else nombre
    match ruta.suffix.lower():
        case ".yaml" | ".yml":
            return _de_documento(leer_yaml(ruta), nombre)
        case ".json":
            return _de_documento(leer_json(ruta), nombre)
        case ".mmd" | ".mermaid":
            return _de_mermaid(Bloque("", (), 1, leer_texto(ruta, LIMITE_DE_DOCUMENTO)), ruta, nombre)
    bloques = list(bloques_mermaid(leer_texto(ruta, LIMITE_DE_DOCUMENTO), str(ruta)))
    return _de_mermaid(_elegir(bloques, seccion, ruta), ruta, nombre)


def en_linea(contrato: ContratoEnLinea, lugar: Lugar, sitio: Callable[[Ruta], Sitio] | None = None) -> Grafo:
    """El grafo de un contrato escrito como listas de nodos y aristas."""

    def donde(*ruta: str | int) -> Lugar:
        return Lugar(lugar.fichero, sitio(ruta).linea if sitio else lugar.linea)

    extremos = [e for a in contrato.aristas for e in (a.de, a.a)]
    nodos = {n: replace(nodo_de(n), lugar=donde("nodos", i)) for i, n in enumerate(contrato.nodos)}
    nodos |= {e: nodo_de(e) for e in (INICIO, FIN) if e in extremos and e not in nodos}
    aristas = tuple(_arista(a, donde("aristas", i)) for i, a in enumerate(contrato.aristas))
    return con_contenedores(Grafo(nodos=tuple(nodos.values()), aristas=aristas, formato=Formato.PLAN, lugar=donde()))


def _arista(arista: AristaDePlan, lugar: Lugar) -> Arista:
    return Arista(
        origen=arista.de,
        destino=arista.a,
        tipo=TipoDeArista.CONDICIONAL if arista.condicional else TipoDeArista.FIJA,
        etiquetas=(arista.etiqueta,) if arista.etiqueta else (),
        lugar=lugar,
    )


def _de_documento(documento: Documento, nombre: str) -> Grafo:
    valor = documento.valor
    if not isinstance(valor, dict) or not _CLAVES.intersection(valor):
        que_hacer = "escribe las listas «nodos» y «aristas», o da un grafo exportado o un get_graph().to_json()"
        raise ErrorDeEntrada([documento.problema((), "no es un contrato ni un grafo", que_hacer)])
    if _es_grafo(raiz(documento)):
        return grafo_de_documento(documento, nombre)
    contrato, problemas = examinar(FORMA, documento)
    problemas += comprobar_contrato(raiz(documento))
    if contrato is None or problemas:
        raise ErrorDeEntrada(problemas)
    return en_linea(contrato.valor, Lugar(nombre), documento.sitio)


def _es_grafo(escrito: Punto) -> bool:
    """Si es un grafo exportado y no un contrato escrito a mano: lo dice, o sus nodos y aristas son los de uno."""
    if _CLAVES_DE_GRAFO.intersection(escrito.valor):
        return True
    nodos, aristas = list(escrito["nodos"].elementos()), list(escrito["aristas"].elementos())
    a_mano = any(a["de"].valor or a["a"].valor for a in aristas)
    return bool(nodos) and all(isinstance(n.valor, dict) for n in nodos) and not a_mano


def _de_mermaid(bloque: Bloque, ruta: Path, nombre: str) -> Grafo:
    """El diagrama, con el nombre publicable en los `Lugar` y la ruta de verdad en los problemas."""
    from generador.lectura.mermaid import leer_mermaid  # importarlo cuesta más que leer un contrato en YAML

    try:
        return leer_mermaid(bloque.texto, nombre, bloque.linea)
    except ErrorDeEntrada as error:
        raise ErrorDeEntrada(p.en(str(ruta)) for p in error.problemas) from None


@dataclass(frozen=True, slots=True)
class Bloque:
    """Un bloque Mermaid: el título bajo el que está, las anclas que llevan a él y su primera línea."""

    titulo: str
    anclas: tuple[str, ...]
    linea: int
    texto: str


@dataclass(frozen=True, slots=True)
class _Seccion:
    nivel: int
    titulo: str
    anclas: tuple[str, ...]


def bloques_mermaid(markdown: str, fichero: str) -> Iterator[Bloque]:
    """Los bloques ```` ```mermaid ```` de un Markdown, en orden, con las anclas de las secciones que los contienen."""
    lineas = _sin_comentarios(markdown.split("\n"))
    pila: list[_Seccion] = []
    vistos: dict[str, int] = {}
    anclas_sueltas: tuple[str, ...] = ()
    n = 0
    while n < len(lineas):
        valla = _VALLA.match(lineas[n])
        if valla:
            fin = _cierre(lineas, n, valla["marca"])
            if valla["clase"].lower() == "mermaid":
                if fin == len(lineas):
                    raise ErrorDeEntrada(
                        [problema(fichero, "un bloque mermaid no se cierra", "añade ```", linea=n + 1)]
                    )
                anclas = tuple(a for s in pila for a in s.anclas)
                yield Bloque(pila[-1].titulo if pila else "", anclas, n + 2, "\n".join(lineas[n + 1 : fin]))
            n = fin + 1
            continue
        titulo = _titulo(lineas, n)
        if titulo:
            nivel, texto = titulo
            pila = [s for s in pila if s.nivel < nivel]
            pila.append(_Seccion(nivel, texto, (*_anclas(texto, vistos), *anclas_sueltas)))
            anclas_sueltas = ()
        else:
            anclas_sueltas += tuple(a or b for a, b in _ANCLA_PROPIA.findall(lineas[n]))
        n += 1


def _sin_comentarios(lineas: list[str]) -> list[str]:
    """Las mismas líneas con lo que está entre `<!--` y `-->` en blanco; dentro de una valla, eso es texto."""
    salida: list[str] = []
    valla: re.Pattern[str] | None = None
    comentado = False
    for linea in lineas:
        if valla is None:
            linea, comentado = _descomentada(linea, comentado)
            abre = None if comentado else _VALLA.match(linea)
            valla = _patron_de_cierre(abre["marca"]) if abre else None
        elif valla.fullmatch(linea):
            valla = None
        salida.append(linea)
    return salida


def _descomentada(linea: str, comentado: bool) -> tuple[str, bool]:
    """Lo que se ve de una línea y si al acabar sigue abierto un comentario."""
    visto: list[str] = []
    posicion = 0
    while True:
        marca = "-->" if comentado else "<!--"
        corte = linea.find(marca, posicion)
        if not comentado:
            visto.append(linea[posicion : corte if corte >= 0 else len(linea)])
        if corte < 0:
            return "".join(visto), comentado
        posicion, comentado = corte + len(marca), not comentado


def _cierre(lineas: list[str], abre: int, marca: str) -> int:
    patron = _patron_de_cierre(marca)
    return next((n for n in range(abre + 1, len(lineas)) if patron.fullmatch(lineas[n])), len(lineas))


def _patron_de_cierre(marca: str) -> re.Pattern[str]:
    return re.compile(rf"[ \t]*{re.escape(marca[0])}{{{len(marca)},}}[ \t]*")


def _titulo(lineas: list[str], n: int) -> tuple[int, str] | None:
    almohadillas = _TITULO.fullmatch(lineas[n])
    if almohadillas:
        return len(almohadillas[1]), _sin_cierre(almohadillas[2].strip())
    subrayado = _SUBRAYADO.fullmatch(lineas[n + 1]) if n + 1 < len(lineas) and lineas[n].strip() else None
    if subrayado and not lineas[n].lstrip().startswith(("-", ">", "|", "*")):
        return (1 if "=" in subrayado[1] else 2), lineas[n].strip()
    return None


def _sin_cierre(titulo: str) -> str:
    """`Título ##` → `Título`; `C#` se queda como está."""
    sin = titulo.rstrip("#")
    return sin.rstrip() if not sin or sin.endswith((" ", "\t")) else titulo


def _anclas(titulo: str, vistos: dict[str, int]) -> tuple[str, ...]:
    """Las anclas de un título: la suya propia si la escribe y la que le daría GitHub, numerada si se repite."""
    propias = tuple(a or b for a, b in _ANCLA_PROPIA.findall(titulo))
    pizarra = ancla_de(_llano(_ANCLA_PROPIA.sub("", titulo)))
    veces = vistos.get(pizarra, 0)
    vistos[pizarra] = veces + 1
    return (*propias, pizarra if not veces else f"{pizarra}-{veces}")


def _llano(titulo: str) -> str:
    """El texto que se ve de un título: sin la dirección de sus enlaces, sin énfasis y sin HTML."""
    texto = _HTML.sub("", _ENLACE.sub(r"\1", titulo))
    return html.unescape(_ENFASIS.sub(r"\1", texto))


def ancla_de(titulo: str) -> str:
    """El ancla que un Markdown da a un título, sin acentos: minúsculas, sin signos y con guiones."""
    plano = unicodedata.normalize("NFKD", titulo.strip().lower())
    plano = "".join(c for c in plano if not unicodedata.combining(c))
    return re.sub(r"[^\w\- ]", "", plano).replace(" ", "-")


def _elegir(bloques: list[Bloque], seccion: str, ruta: Path) -> Bloque:
    anclas = list(dict.fromkeys(a for b in bloques for a in b.anclas))
    if not bloques:
        raise ErrorDeEntrada([problema(ruta, "no hay ningún bloque ```mermaid", "añade uno con el contrato")])
    if not seccion:
        if len(bloques) == 1:
            return bloques[0]
        que_pasa = f"hay {len(bloques)} diagramas y no se dice cuál es el contrato"
        cuales = enumerar(anclas) if anclas else "ponle antes un título a cada uno"
        raise ErrorDeEntrada([problema(ruta, que_pasa, f"añade «#sección» a la referencia: {cuales}")])
    buscada = ancla_de(unquote(seccion))
    for bloque in bloques:
        if seccion in bloque.anclas or buscada in bloque.anclas:
            return bloque
    que_pasa = f"no hay ningún bloque ```mermaid en la sección «#{seccion[:60]}»{parecido(buscada, anclas)}"
    raise ErrorDeEntrada([problema(ruta, que_pasa, f"usa {enumerar(anclas)}" if anclas else "ponle un título encima")])


def _unir(carpeta: str, fichero: str) -> str:
    return f"{carpeta}/{fichero}" if carpeta else fichero

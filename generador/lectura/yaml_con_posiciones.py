"""YAML sin trampas y con posiciones.

El YAML de siempre convierte `no` en falso, `012` en diez y `1:30` en noventa, deja que la última clave repetida
gane en silencio y con anclas hace crecer 400 bytes hasta agotar la memoria. Aquí se lee el subconjunto que es
JSON con otra ropa (`true`, `false`, `null` o `~` y números JSON; lo demás es texto) y cada valor recuerda su línea.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from generador.errores import ErrorDeEntrada, Problema, problema
from generador.lectura.documento import Armador, Documento, Sitio
from generador.lectura.ficheros import LIMITE_DE_PLAN, leer_texto

_CARGADOR: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PALABRAS = {"true": True, "false": False, "null": None, "~": None, "": None}
_NUMERO = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_CIFRAS = 300
_PROHIBIDO = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_SIN_CERRAR = ("unexpected end of stream", "expected ',' or ']'", "expected ',' or '}'")
_CAUSAS = (
    ("tab character", "hay un tabulador donde va la sangría", "usa espacios"),
    ("cannot start any token", "este carácter no puede empezar un valor", "pon el valor entre comillas"),
    ("mapping values are not allowed", "sobra «:» o falta sangría", "pon el texto entre comillas o corrige la sangría"),
    ("unexpected end of stream", "las comillas que empiezan aquí no se cierran", "ciérralas"),
    ("expected ',' or ']'", "la lista que empieza aquí no se cierra", "cierra el «]» o separa con comas"),
    ("expected ',' or '}'", "el objeto que empieza aquí no se cierra", "cierra el «}» o separa con comas"),
    ("expected '-' indicator", "aquí debía seguir la lista", "corrige la sangría"),
    ("did not find expected key", "aquí debía ir una clave", "corrige la sangría"),
    ("could not find expected ':'", "falta «:» después de la clave", "escribe «clave: valor»"),
    ("maximum nesting depth", "hay demasiados niveles unos dentro de otros", "aplana la estructura"),
    ("invalid Unicode character escape", "un escape «\\u» no es un carácter", "escribe el carácter"),
    ("unknown escape character", "un escape con «\\» no existe", "usa comillas simples"),
    ("undefined alias", "hay un alias (*)", "escribe el valor entero"),
)


def leer_yaml(ruta: Path) -> Documento:
    """Lee un fichero YAML. Lanza `ErrorDeEntrada` con todo lo que se pudo encontrar mal."""
    return yaml_de_texto(leer_texto(ruta, LIMITE_DE_PLAN), str(ruta))


def yaml_de_texto(texto: str, fichero: str) -> Documento:
    """Lee YAML ya en memoria; `fichero` es el nombre que llevan los problemas."""
    documento, problemas = examinar_yaml(texto, fichero)
    if problemas:
        raise ErrorDeEntrada(problemas)
    return documento


def examinar_yaml(texto: str, fichero: str) -> tuple[Documento, list[Problema]]:
    """Como `yaml_de_texto`, pero devuelve también lo legible de un YAML con anclas, etiquetas o claves repetidas.

    Lanza `ErrorDeEntrada` solo si la sintaxis impide seguir.
    """
    prohibidos = [_no_imprimible(texto, m, fichero) for m in _PROHIBIDO.finditer(texto)][:20]
    if prohibidos:
        raise ErrorDeEntrada(prohibidos)
    armador = Armador(fichero)
    try:
        for evento in _sucesos(texto, armador):
            _atender(evento, armador)
    except yaml.MarkedYAMLError as causa:
        armador.problemas.append(_traducir(causa, texto, fichero))
        raise ErrorDeEntrada(armador.problemas) from None
    except yaml.YAMLError:
        raise ErrorDeEntrada([problema(fichero, "no es YAML", "revisa el fichero")]) from None
    return armador.acabar(), armador.problemas


def _sucesos(texto: str, armador: Armador) -> Iterator[Any]:
    documentos = 0
    for evento in yaml.parse(texto, Loader=_CARGADOR):
        documentos += isinstance(evento, yaml.DocumentStartEvent)
        if documentos > 1:
            armador.anotar(_sitio(evento), "hay más de un documento YAML", "deja uno por fichero")
            return
        yield evento


def _atender(evento: Any, armador: Armador) -> None:
    sitio = _sitio(evento)
    _rechazar(evento, sitio, armador)
    match evento:
        case yaml.MappingStartEvent():
            armador.abrir({}, sitio)
        case yaml.SequenceStartEvent():
            armador.abrir([], sitio)
        case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
            armador.cerrar()
        case yaml.ScalarEvent() if armador.espera_clave:
            armador.clave(evento.value, sitio)
        case yaml.ScalarEvent():
            armador.escalar(_valor(evento, sitio, armador), sitio)
        case yaml.AliasEvent() if armador.espera_clave:
            armador.clave("*", sitio)
        case yaml.AliasEvent():
            armador.escalar("", sitio)


def _rechazar(evento: Any, sitio: Sitio, armador: Armador) -> None:
    if isinstance(evento, yaml.AliasEvent):
        armador.anotar(sitio, f"hay un alias (*{evento.anchor})", "escribe el valor entero")
        return
    if getattr(evento, "anchor", None):
        armador.anotar(sitio, f"hay un ancla (&{evento.anchor})", "quítala y escribe el valor donde haga falta")
    etiqueta = getattr(evento, "tag", None)
    if etiqueta:
        armador.anotar(sitio, f"hay una etiqueta YAML ({etiqueta})", "quítala; el tipo sale del propio valor")


def _valor(evento: Any, sitio: Sitio, armador: Armador) -> Any:
    texto: str = evento.value
    if not evento.implicit[0] or evento.tag:
        return texto
    if texto in _PALABRAS:
        return _PALABRAS[texto]
    numero = _NUMERO.fullmatch(texto)
    return _numero(texto, numero, sitio, armador) if numero else texto


def _numero(texto: str, partes: re.Match[str], sitio: Sitio, armador: Armador) -> int | float | str:
    entero = not partes[1] and not partes[2]
    if len(texto) > _CIFRAS:
        armador.anotar(sitio, f"el número tiene más de {_CIFRAS} cifras", "ponlo entre comillas")
        return texto
    valor = int(texto) if entero else float(texto)
    if not math.isfinite(valor):
        armador.anotar(sitio, "el número es demasiado grande", "ponlo entre comillas")
        return texto
    return valor


def _sitio(evento: Any) -> Sitio:
    marca = evento.start_mark
    return Sitio(marca.line + 1, marca.column + 1)


def _traducir(causa: yaml.MarkedYAMLError, texto: str, fichero: str) -> Problema:
    detalle = causa.problem or ""
    if "cannot start any token" in detalle and causa.problem_mark and _hay_tabulador(texto, causa.problem_mark):
        detalle = "tab character"
    sin_cerrar = any(t in detalle for t in _SIN_CERRAR) and causa.context_mark
    marca = causa.context_mark if sin_cerrar else causa.problem_mark or causa.context_mark
    linea, columna = (marca.line + 1, marca.column + 1) if marca else (0, 0)
    for trozo, que_pasa, que_hacer in _CAUSAS:
        if trozo in detalle:
            return problema(fichero, que_pasa, que_hacer, linea=linea, columna=columna)
    return problema(
        fichero, f"la sintaxis YAML no se entiende ({detalle})", "revisa esta línea", linea=linea, columna=columna
    )


def _hay_tabulador(texto: str, marca: Any) -> bool:
    lineas = texto.split("\n")
    linea: str = lineas[marca.line] if marca.line < len(lineas) else ""
    return linea[marca.column : marca.column + 1] == "\t"


def _no_imprimible(texto: str, hallado: re.Match[str], fichero: str) -> Problema:
    antes = texto[: hallado.start()]
    que_pasa = f"hay un carácter que YAML no admite (U+{ord(hallado[0]):04X})"
    columna = hallado.start() - antes.rfind("\n")
    return problema(fichero, que_pasa, "bórralo", linea=antes.count("\n") + 1, columna=columna)

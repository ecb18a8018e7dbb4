"""Lo último antes de publicar: ningún byte de salida, ni el nombre de un fichero, lleva un secreto de la lista.

Mira los bytes finales, no los datos: da igual por dónde se colara. Si encuentra algo que hay que bloquear, o si ella
misma falla, no se publica nada. Lo que la política manda tapar se tapa en la página, a la vista.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from pathlib import PurePosixPath
from typing import NoReturn, TypeAlias

import msgspec
from msgspec import Struct

from generador.errores import Codigo, ErrorDeEntrada, ErrorDeSalida, ErrorDeVitrina, problema
from generador.escritura.contenidos import Contenidos, contenidos
from generador.escritura.permitidos import Permitido, caducados
from generador.secretos import (
    POR_NOMBRE,
    Coincidencia,
    Politica,
    Tramo,
    buscar,
    buscar_en_json,
    reemplazar,
    sospechoso,
    tramos,
)

_SE_PUEDE_TAPAR = frozenset({".html", ".json", ".jsonl", ".csv", ".txt", ".md"})
_EN_EL_NOMBRE = 0
_ENORME, _SOLAPE, _POR_TANDA = 2 * 1024 * 1024, 64 * 1024, 500


class Hallado(Struct, frozen=True, order=True):
    """Un hallazgo en un fichero de la salida. `linea` empieza en 1; 0 es que está en el nombre del fichero."""

    fichero: str
    linea: int
    columna: int
    coincidencia: Coincidencia

    def __str__(self) -> str:
        c = self.coincidencia
        sitio = f"{self.fichero}:{self.linea}" if self.linea else f"{self.fichero} (en el nombre)"
        partes = (c.regla, sitio, c.puntero, f"car {self.columna}-{self.columna + c.fin - c.inicio - 1}", c.muestra)
        return " ".join(p for p in (*partes, c.capa and f"[{c.capa}]") if p)


Memoria: TypeAlias = MutableMapping[str, tuple[Hallado, ...]]
"""SHA-256 de un contenido → lo que se halló en él. Se pasa entre construcciones para no mirar dos veces lo mismo."""


class Limpio(Struct, frozen=True):
    """Los ficheros que se pueden publicar y lo que hubo que tapar en ellos."""

    ficheros: Mapping[str, bytes]
    tapados: tuple[Hallado, ...]


class SecretosHallados(ErrorDeSalida):
    """Hay algo que no se puede publicar. `hallados` los lleva todos, para un informe de máquina."""

    def __init__(self, hallados: tuple[Hallado, ...], caducas: tuple[Permitido, ...]) -> None:
        self.hallados = hallados
        lineas = [f"no se publica: {len(hallados)} hallazgos en la salida", *map(str, hallados)]
        lineas += [f"{p.origen}: el permiso de {p.regla} {p.sha256[:16]} caducó el {p.caduca}" for p in caducas]
        super().__init__(
            "\n".join(lineas),
            "quítalo de la traza o del plan y vuelve a grabar; si es un dato inventado, permítelo en permitidos.yaml",
            Codigo.SECRETO,
        )


def pasar(
    ficheros: Mapping[str, bytes],
    *,
    permitidos: Iterable[Permitido] = (),
    hoy: dt.date,
    politicas: Mapping[str, Politica] | None = None,
    memoria: Memoria | None = None,
) -> Limpio:
    """Los ficheros ya aptos para publicarse.

    `politicas` cambia la de algunas reglas, por nombre. Lanza `SecretosHallados` (código 4), `ErrorDeEntrada` si un
    permiso sobra o ha caducado (código 2) y `ErrorDeSalida` con código 5 si la propia compuerta falla.
    """
    try:
        return _pasar(ficheros, tuple(permitidos), hoy, politicas or {}, memoria)
    except ErrorDeVitrina:
        raise
    except Exception as e:
        _rendirse(e)


def _rendirse(e: Exception) -> NoReturn:
    """Sin el mensaje ni la causa del error: podrían llevar dentro el secreto."""
    traza = e.__traceback__
    while traza and traza.tb_next:
        traza = traza.tb_next
    donde = f"{PurePosixPath(traza.tb_frame.f_code.co_filename).name}:{traza.tb_lineno}" if traza else "?"
    raise ErrorDeSalida(
        f"la compuerta de secretos ha fallado ({type(e).__name__} en {donde}) y no se publica nada",
        "es un defecto de Vitrina: cuéntalo con esta línea",
        Codigo.COMPUERTA_ROTA,
    ) from None


def _pasar(
    ficheros: Mapping[str, bytes],
    permitidos: tuple[Permitido, ...],
    hoy: dt.date,
    politicas: Mapping[str, Politica],
    memoria: Memoria | None,
) -> Limpio:
    politica = {n: politicas.get(n, r.politica) for n, r in POR_NOMBRE.items()}
    viejos = caducados(permitidos, hoy)
    vigentes = [p for p in permitidos if p not in viejos]
    todos = [h for h in hallar(ficheros, memoria) if politica[h.coincidencia.regla] is not Politica.PERMITIR]
    pendientes = [h for h in todos if not any(p.cubre(h.coincidencia) for p in vigentes)]
    a_tapar = [h for h in pendientes if _tapable(h) and politica[h.coincidencia.regla] is Politica.ENMASCARAR]
    bloqueos = tuple(h for h in pendientes if h not in a_tapar)
    if bloqueos:
        raise SecretosHallados(bloqueos, tuple(p for p in viejos if any(p.cubre(h.coincidencia) for h in bloqueos)))
    _exigir_permisos_vivos(permitidos, viejos, [h.coincidencia for h in todos])
    return _tapar(ficheros, a_tapar, vigentes, politica)


def _exigir_permisos_vivos(
    permitidos: tuple[Permitido, ...], viejos: tuple[Permitido, ...], vistos: list[Coincidencia]
) -> None:
    """Un permiso que nadie usa o ya caducado es una puerta abierta sin vigilar."""
    malos = [
        problema(p.origen, f"el permiso de {p.regla} {p.sha256[:16]} {que_pasa}", que_hacer)
        for p in permitidos
        for que_pasa, que_hacer in [
            (f"caducó el {p.caduca}", "renuévalo con su motivo, o quítalo")
            if p in viejos
            else ("no hace falta: ese valor no está en la salida", "quítalo")
        ]
        if p in viejos or not any(p.cubre(c) for c in vistos)
    ]
    if malos:
        raise ErrorDeEntrada(malos)


def hallar(ficheros: Mapping[str, bytes], memoria: Memoria | None = None) -> tuple[Hallado, ...]:
    """Todo lo que el detector reconoce, sin mirar políticas ni permisos, en orden de fichero y línea."""
    antes, ahora = memoria or {}, dict[str, tuple[Hallado, ...]]()
    hallados: list[Hallado] = []
    todos = contenidos(ficheros)
    for ruta in sorted(todos):
        nombre = _sin_secretos(ruta)
        hallados += (Hallado(nombre, _EN_EL_NOMBRE, c.inicio + 1, c) for c in buscar(ruta))
        clave = todos.huella(ruta)
        if clave not in ahora:
            ahora[clave] = antes[clave] if clave in antes else _hallados(ruta, todos)
        hallados += (Hallado(nombre, h.linea, h.columna, h.coincidencia) for h in ahora[clave])
    if memoria is not None:
        memoria.clear()
        memoria.update(ahora)
    return tuple(sorted(hallados))


def _sin_secretos(ruta: str) -> str:
    """El informe tampoco puede enseñar el nombre de fichero que es un secreto."""
    hallados = tramos(ruta)
    if any(t.capa for t in hallados):
        return "‹disfrazado›"
    return reemplazar(ruta, hallados, lambda t: f"‹{t.regla.nombre}›")


def hallados_en(ruta: str, contenido: bytes) -> tuple[Hallado, ...]:
    """Lo que se halla en el contenido de un fichero, sin mirar su nombre."""
    limpio = len(contenido) > _ENORME and _limpio_por_partes(ruta, _trocear(contenido))
    if limpio and (not ruta.endswith(".json") or _limpio_por_elementos(contenido)):
        return ()
    return tuple(_en_contenido(ruta, contenido))


def _hallados(ruta: str, todos: Contenidos) -> tuple[Hallado, ...]:
    """Lo mismo. Un fichero enorme por líneas solo se lee entero si por partes se ve que lleva algo."""
    por_lineas = todos.cuanto(ruta) > _ENORME and not ruta.endswith(".json")
    if por_lineas and _limpio_por_partes(ruta, todos.trozos(ruta)):
        return ()
    return hallados_en(ruta, todos[ruta])


def _limpio_por_partes(ruta: str, trozos: Iterable[bytes]) -> bool:
    """Si no hay nada a la vista. En un `.json` no se mira valor a valor: sus partes no son JSON."""
    como = ruta.removesuffix(".json")
    return not any(h for parte in _por_partes(trozos) for h in _en_contenido(como, parte))


def _limpio_por_elementos(contenido: bytes) -> bool:
    """Si en los valores de un JSON no hay nada, sin tenerlos todos: una lista se mira de poco en poco."""
    try:
        for clave, crudo in msgspec.json.decode(contenido, type=dict[str, msgspec.Raw]).items():
            if not bytes(crudo).startswith(b"["):
                if buscar_en_json({clave: json.loads(bytes(crudo))}):
                    return False
                continue
            elementos = msgspec.json.decode(crudo, type=list[msgspec.Raw])
            tandas = (elementos[i : i + _POR_TANDA] for i in range(0, len(elementos), _POR_TANDA))
            if buscar_en_json({clave: None}) or any(buscar_en_json([json.loads(bytes(e)) for e in t]) for t in tandas):
                return False
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False
    return True


def _trocear(contenido: bytes) -> Iterator[bytes]:
    return (contenido[i : i + _ENORME] for i in range(0, len(contenido), _ENORME))


def _por_partes(trozos: Iterable[bytes]) -> Iterator[bytes]:
    """Partes que acaban donde acaba una línea y empiezan un poco antes del fin de la anterior.

    Ninguna regla ve más lejos que `_SOLAPE`: lo que esté en el fichero está entero en alguna parte.
    """
    parte, pendiente = b"", b""
    for trozo in trozos:
        lineas, fin, cola = trozo.rpartition(b"\n")
        if not fin:
            pendiente += trozo
            continue
        parte = parte[max(0, parte.rfind(b"\n", 0, max(0, len(parte) - _SOLAPE))) :] + pendiente + lineas + fin
        pendiente = cola
        yield parte
    yield parte[max(0, parte.rfind(b"\n", 0, max(0, len(parte) - _SOLAPE))) :] + pendiente


def _en_contenido(ruta: str, contenido: bytes) -> Iterator[Hallado]:
    if not sospechoso(contenido):
        return
    try:
        texto = contenido.decode()
    except UnicodeDecodeError:
        binario = buscar(contenido.decode("latin-1"))
        yield from (Hallado(ruta, 1, c.inicio + 1, c) for c in binario if POR_NOMBRE[c.regla].es_secreto)
        return
    sueltos = {c.huella: _en_linea(ruta, texto, c) for c in reversed(buscar(texto))}
    for h in _con_puntero(ruta, texto, sueltos):
        sueltos.pop(h.coincidencia.huella, None)
        yield h
    yield from sueltos.values()


def _en_linea(ruta: str, texto: str, c: Coincidencia) -> Hallado:
    return Hallado(ruta, texto.count("\n", 0, c.inicio) + 1, c.inicio - texto.rfind("\n", 0, c.inicio), c)


def _con_puntero(ruta: str, texto: str, sueltos: Mapping[str, Hallado]) -> list[Hallado]:
    """En JSON se puede decir mejor dónde: en qué valor. Lo que no se deja leer se queda con su línea."""
    if not ruta.endswith((".json", ".jsonl")):
        return []
    filas = enumerate(texto.split("\n"), 1) if ruta.endswith(".jsonl") else [(0, texto)]
    return [
        Hallado(ruta, n or (sueltos[c.huella].linea if c.huella in sueltos else 1), c.inicio + 1, c)
        for n, fila in filas
        for c in _en_json(fila)
    ]


def _en_json(fila: str) -> tuple[Coincidencia, ...]:
    if not sospechoso(fila.encode()):
        return ()
    try:
        return buscar_en_json(json.loads(fila))
    except (ValueError, RecursionError):
        return ()


def _tapable(h: Hallado) -> bool:
    return h.linea > 0 and not h.coincidencia.capa and PurePosixPath(h.fichero).suffix in _SE_PUEDE_TAPAR


def _tapar(
    ficheros: Mapping[str, bytes],
    a_tapar: list[Hallado],
    vigentes: list[Permitido],
    politica: Mapping[str, Politica],
) -> Limpio:
    def hay_que_taparlo(t: Tramo) -> bool:
        return politica[t.regla.nombre] is Politica.ENMASCARAR and not any(p.cubre(t.mostrar()) for p in vigentes)

    nuevos: dict[str, bytes] = {}
    for ruta in sorted({h.fichero for h in a_tapar}):
        texto = ficheros[ruta].decode()
        a_la_vista = [t for t in tramos(texto) if not t.capa and hay_que_taparlo(t)]
        texto = reemplazar(texto, a_la_vista, lambda t: f"[enmascarado:{t.regla.nombre}]")
        if any(map(hay_que_taparlo, tramos(texto))):  # la misma cosa estaba también disfrazada
            raise SecretosHallados(tuple(h for h in a_tapar if h.fichero == ruta), ())
        nuevos[ruta] = texto.encode()
    return Limpio(contenidos(ficheros).con({}, nuevos), tuple(a_tapar))

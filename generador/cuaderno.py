"""La carpeta de una corrida: qué ficheros lleva, con qué forma, y cómo aparece de una vez."""

from __future__ import annotations

import hashlib
import itertools
import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from generador.modelo.corrida import CasoGrabado, Fuente
from generador.modelo.nombres import nombre_de_fichero
from generador.modelo.plan import Caso, Plan
from generador.temporales import cogida

VERSION = 1
_FUENTES = "fuentes.json"
_MANIFIESTO = "manifiesto.json"
_EN_OBRAS = ".grabando-"
_LEGIBLE = 0o644
_RECORRIBLE = 0o755


class Cuaderno(Struct, frozen=True):
    """Una corrida a medio escribir en `carpeta`."""

    carpeta: Path

    def grafo(self, variante: str, datos: Mapping[str, Any]) -> str:
        """Escribe el grafo de una variante y devuelve su huella."""
        texto = _escribir(self.carpeta / _nombre_de_grafo(variante), datos)
        return hashlib.sha256(texto.encode("utf-8")).hexdigest()[:12]

    def fuentes(self, variantes: Mapping[str, Mapping[str, Fuente]]) -> None:
        """Escribe `fuentes.json`."""
        datos = {v: {n: _fuente(f) for n, f in nodos.items()} for v, nodos in variantes.items()}
        _escribir(self.carpeta / _FUENTES, {"v": VERSION, "variantes": datos})

    def ruta_de_traza(self, nombre: str) -> Path:
        """Dónde va la traza de un caso."""
        ruta = self.carpeta / "trazas" / f"{nombre}.jsonl"
        ruta.parent.mkdir(exist_ok=True)
        return ruta

    def grabado(self, caso: Caso, traza: Path, estado: str, duracion: float) -> CasoGrabado:
        """Lo que el manifiesto dirá del caso, con la traza ya cerrada."""
        traza.chmod(_LEGIBLE)
        return CasoGrabado(
            caso=caso.id,
            variante=caso.variante,
            traza=traza.relative_to(self.carpeta).as_posix(),
            sha256=hashlib.sha256(traza.read_bytes()).hexdigest(),
            estado=estado,
            duracion=round(duracion, 3),
        )

    def manifiesto(
        self,
        plan: Plan,
        revision: str | None,
        creada: datetime,
        casos: Sequence[CasoGrabado],
        variantes: Sequence[str],
        versiones: Mapping[str, str],
    ) -> None:
        """Escribe `manifiesto.json` sin el nombre de la corrida, que lo pone `publicar`."""
        datos = {
            "v": VERSION,
            "demo": plan.demo,
            "corrida": "",
            "sprint": plan.sprint,
            "creada": creada.astimezone(UTC).isoformat(timespec="seconds"),
            "revision": revision,
            "versiones": dict(versiones),
            "grafos": {v: _nombre_de_grafo(v) for v in variantes},
            "fuentes": _FUENTES,
            "casos": [asdict(c) for c in casos],
            "anexos": {},
        }
        _escribir(self.carpeta / _MANIFIESTO, datos)


@contextmanager
def en_obras(demo: Path) -> Iterator[Path]:
    """Una carpeta oculta de `demo` en la que escribir. Al acabar no queda, ni quedan las de quien murió sin quitarla.

    Su ruta es absoluta. El `flock` de la carpeta dice que sigue viva; una muerte lo suelta. Las vacías no se tocan:
    pueden estar recién hechas y aún sin coger.
    """
    for otra in {hijo.parent for hijo in demo.glob(f"{_EN_OBRAS}*/*")}:
        with suppress(OSError), cogida(otra):
            shutil.rmtree(otra)
    temporal = Path(tempfile.mkdtemp(prefix=_EN_OBRAS, dir=demo)).absolute()
    try:
        with ExitStack() as pila:
            with suppress(OSError):  # donde no hay cerrojos, tampoco hay quien la dé por muerta
                pila.enter_context(cogida(temporal))
            yield temporal
    finally:
        shutil.rmtree(temporal, ignore_errors=True)


def publicar(temporal: Path, demo: Path, nombre: str) -> Path:
    """Da a la carpeta temporal el primer nombre libre (`nombre`, `nombre-2`…) y la deja a la vista entera."""
    libre = next(c for c in _candidatos(nombre) if not (temporal.parent / c).exists())
    manifiesto = json.loads((temporal / _MANIFIESTO).read_text("utf-8"))
    _escribir(temporal / _MANIFIESTO, {**manifiesto, "corrida": libre})
    temporal.chmod(_RECORRIBLE)
    temporal.rename(temporal.parent / libre)
    return demo / libre


def _candidatos(nombre: str) -> Iterator[str]:
    yield nombre
    yield from (f"{nombre}-{n}" for n in itertools.count(2))


def _nombre_de_grafo(variante: str) -> str:
    return f"grafo.{nombre_de_fichero(variante)}.json"


def _fuente(f: Fuente) -> dict[str, Any]:
    datos = asdict(f)
    del datos["nodo"]
    return {**datos, "lineas": list(f.lineas) if f.lineas else None}


def _escribir(ruta: Path, datos: Any) -> str:
    texto = json.dumps(datos, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    ruta.write_text(texto, "utf-8", newline="\n")
    return texto

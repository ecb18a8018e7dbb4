"""`registro.json`: los registros de una corrida, sacados de sus trazas y comprobados.

El formato está en `docs/formatos/registro.md`. Cada traza trae las entradas con sus bytes y la cabeza que el agente
dejó en el estado; aquí se recalcula la cadena y, si algo no cuadra, no hay exportación. De la grabadora no se importa
nada: solo se lee su JSONL.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from agentes.control.canonico import sha256
from agentes.control.errores import RegistroAlterado
from agentes.control.registro.cadena import ORIGEN, PREFIJO, VERSION, comprobar, de_publicados

Json = dict[str, Any]
_DE_LA_ENTRADA = ("run_id", "seq", "clase", "sha256", "tipo_de_medio", "n_bytes", "meta", "previo", "hash")


def de_corrida(carpeta: Path) -> Json:
    """El registro publicado de una corrida grabada. Lanza `RegistroAlterado` si una cadena no cuadra con su traza."""
    manifiesto = json.loads((carpeta / "manifiesto.json").read_text("utf-8"))
    contenidos: dict[str, Json] = {}
    corridas = [_de_caso(c, _lineas(carpeta / c["traza"]), contenidos) for c in manifiesto["casos"]]
    return {
        "v": VERSION,
        "formato": "vitrina/registro",
        "algoritmo": {"hash": "sha256", "prefijo": PREFIJO.decode(), "canonico": "RFC 8785", "origen": ORIGEN},
        "contenidos": dict(sorted(contenidos.items())),
        "corridas": [c for c in corridas if c["entradas"]],
    }


def _lineas(ruta: Path) -> list[Json]:
    return [json.loads(linea) for linea in ruta.read_text("utf-8").splitlines() if linea.strip()]


def _de_caso(caso: Json, lineas: list[Json], contenidos: dict[str, Json]) -> Json:
    eventos = list(_eventos(lineas))
    entradas = [
        {"v": VERSION, **{c: e[c] for c in _DE_LA_ENTRADA}} for e, _ in eventos if e["tipo"] == "entrada_del_registro"
    ]
    suyos = {e["sha256"]: e["bytes"] for e, _ in eventos if e["tipo"] == "entrada_del_registro"}
    cabeza = _cabeza(lineas) if entradas else ORIGEN
    try:
        comprobar(entradas, {k: de_publicados(v) for k, v in suyos.items()}, cabeza)
    except RegistroAlterado as causa:
        raise RegistroAlterado(f"{caso['caso']}: {causa}") from causa
    contenidos.update(suyos)
    return {
        "caso": caso["caso"],
        "variante": caso["variante"],
        "run_id": entradas[0]["run_id"] if entradas else "",
        "cabeza": cabeza,
        "entradas": entradas,
        "afirmaciones": list(_afirmaciones(eventos)),
    }


def _eventos(lineas: Iterable[Json]) -> Iterable[tuple[Json, Json]]:
    """(datos, dónde) de cada evento del agente."""
    tareas = {x["task"]: x for x in lineas if x["t"] == "task.start"}
    for x in lineas:
        if x["t"] == "custom" and isinstance(x.get("data"), dict) and "tipo" in x["data"]:
            tarea = tareas.get(x.get("task", ""), {})
            yield x["data"], {"nodo": tarea.get("node"), "paso": tarea.get("step")}


def _cabeza(lineas: Iterable[Json]) -> str:
    """La última `cabeza` que el agente dejó en el estado: viaja por otro sitio que las entradas."""
    cabezas = [
        x["state"]["cabeza"] for x in lineas if x["t"] in ("state", "checkpoint") and x.get("state", {}).get("cabeza")
    ]
    if not cabezas:
        raise RegistroAlterado("la traza no dice con qué cabeza acabó")
    return str(cabezas[-1])


def _afirmaciones(eventos: Iterable[tuple[Json, Json]]) -> Iterable[Json]:
    """La cadena afirmación → proposición → fragmento → veredicto de cada juicio, en orden."""
    dichas: dict[str, Json] = {}
    citas: dict[tuple[str, str], list[Json]] = {}
    juicios: list[tuple[Json, Json]] = []
    for datos, donde in eventos:
        if datos["tipo"] == "afirmacion":
            dichas[datos["id"]] = datos
        elif datos["tipo"] == "cita_del_registro":
            citas[datos["afirmacion"], datos["proposicion"]] = datos["citas"]
        elif datos["tipo"] == "veredicto":
            juicios.append((datos, donde))
    for j, donde in juicios:
        suyas = citas.get((j["afirmacion"], j["proposicion"]), [])
        yield {
            **donde,
            "id": j["afirmacion"],
            "clase": dichas.get(j["afirmacion"], {}).get("clase"),
            "texto": dichas.get(j["afirmacion"], {}).get("texto"),
            **{c: j[c] for c in _DEL_JUICIO},
            "fragmentos": [{c: f[c] for c in _DEL_FRAGMENTO} for f in suyas],
        }


_DEL_JUICIO = ("proposicion", "pred", "args", "ledger_ids", "enunciado", "entailment", "motivo", "missing_evidence")
_DEL_FRAGMENTO = ("ledger_id", "inicio", "fin", "texto", "sujeto", "atributo", "unidad")


def anexar(carpeta: Path, nombre: str, datos: Mapping[str, Any]) -> Path:
    """Escribe `<nombre>.json` en la corrida y lo declara en su manifiesto; de un registro, también sus cabezas."""
    fichero = carpeta / f"{nombre}.json"
    fichero.write_text(json.dumps(datos, ensure_ascii=False, indent=1) + "\n", "utf-8", newline="\n")
    ruta = carpeta / "manifiesto.json"
    manifiesto = json.loads(ruta.read_text("utf-8"))
    manifiesto["anexos"] = {**manifiesto.get("anexos", {}), nombre: fichero.name}
    manifiesto.update(_cabezas(datos))
    ruta.write_text(json.dumps(manifiesto, ensure_ascii=False, indent=1) + "\n", "utf-8", newline="\n")
    return fichero


def _cabezas(datos: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """La cabeza de cada cadena, publicada también fuera de ella: en el manifiesto."""
    corridas = datos.get("corridas")
    return {"cabezas": {c["caso"]: c["cabeza"] for c in corridas}} if isinstance(corridas, list) else {}


def verificar_publicado(publicado: Mapping[str, Any]) -> list[str]:
    """Lo mismo que hace el visor: recalcula cada cadena. Devuelve los fallos, como `caso: motivo`."""
    contenidos = {k: de_publicados(v) for k, v in publicado["contenidos"].items()}
    fallos = [f"contenido {k[:12]}…: no es el de su id" for k, v in contenidos.items() if sha256(v) != k]
    for c in publicado["corridas"]:
        try:
            comprobar(c["entradas"], contenidos, c["cabeza"])
        except RegistroAlterado as causa:
            fallos.append(f"{c['caso']}: {causa}")
    return fallos

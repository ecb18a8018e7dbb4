"""G1, frente a otros: la misma carga con MkDocs Material, Hugo, Eleventy e Inspect, los que estén instalados.

    python -m medidas.ajenos M /tmp/ajenos [pares]

Los de documentación reciben una página de markdown por caso con sus líneas en bloques de JSON, que colorean al
construir; Inspect, un registro por caso que su `view bundle` copia. Hacen menos: un idioma, sin diff, sin grafo y sin
comprobar nada. Cada uno va en pareja con `vitrina construir`. Eleventy necesita su complemento de prism en el
`node_modules` desde donde se ejecuta esto; Inspect, que se diga su orden con INSPECT (por omisión, `inspect`).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from medidas.cargas import CARGAS
from medidas.construir import Vez, ejecutar, generar, vitrina

INSPECT = os.environ.get("INSPECT", "inspect")
_ELEVENTY = (
    "import hl from '@11ty/eleventy-plugin-syntaxhighlight';\n"
    "export default c => { c.addPlugin(hl); return { dir: { input: 'content', output: 'salida' } }; };\n"
)
_HUGO = 'baseURL = "http://127.0.0.1/"\ntitle = "M"\ndisableKinds = ["taxonomy", "term", "RSS"]\n'
_PAGINA_DE_HUGO = "<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1>{{ .Content }}\n"
_MKDOCS = (
    "site_name: M\ndocs_dir: content\nsite_dir: salida\ntheme: {name: material, font: false}\n"
    "markdown_extensions: [pymdownx.highlight, pymdownx.superfences]\n"
)
FICHEROS: Mapping[str, Mapping[str, str]] = {
    "mkdocs": {"mkdocs.yml": _MKDOCS},
    "hugo": {"config.toml": _HUGO, "layouts/_default/single.html": _PAGINA_DE_HUGO},
    "eleventy": {"eleventy.config.mjs": _ELEVENTY},
}
ORDENES: Mapping[str, tuple[str, ...]] = {
    "mkdocs": ("mkdocs", "build", "-q", "-f", "{0}/mkdocs.yml"),
    "hugo": ("hugo", "-s", "{0}", "-d", "salida", "--quiet"),
    "eleventy": ("sh", "-c", "cd {0} && npx --no-install eleventy --quiet"),
    "inspect": (INSPECT, "view", "bundle", "--log-dir", "{0}", "--output-dir", "{0}-salida"),
}
_REGISTROS = """
import json, sys
from pathlib import Path
from inspect_ai.log import EvalConfig, EvalDataset, EvalLog, EvalSample, EvalSpec, write_eval_log
from inspect_ai.model import ChatMessageUser
for i, traza in enumerate(sorted(Path(sys.argv[1]).glob("*/*/trazas/*.jsonl"))):
    spec = EvalSpec(created="2024-01-01T00:00:00+00:00", task=f"t{i}", dataset=EvalDataset(name="d", samples=1),
                    model="mockllm/model", config=EvalConfig(), eval_id=f"e{i}", run_id=f"r{i}", task_id=f"t{i}")
    mensajes = [ChatMessageUser(content=linea) for linea in traza.read_text("utf-8").splitlines()]
    muestra = EvalSample(id=1, epoch=1, input="x", target="y", messages=mensajes)
    write_eval_log(EvalLog(status="success", eval=spec, samples=[muestra]), f"{sys.argv[2]}/{i}.eval")
"""


def bloques(traza: Path) -> Iterator[str]:
    """Un caso como markdown: cada línea de la traza, sangrada, en un bloque de JSON."""
    yield f"---\ntitle: {traza.stem}\n---\n\n"
    for linea in traza.read_text("utf-8").splitlines():
        dato = json.loads(linea)
        yield f"## {dato['t']} {dato['seq']}\n\n```json\n{json.dumps(dato, indent=2, ensure_ascii=False)}\n```\n\n"


def preparar(quien: str, corridas: Path, carpeta: Path) -> bool:
    """Deja en `carpeta` la carga como la quiere ese generador. `False` si no está instalado."""
    if not shutil.which("npx" if quien == "eleventy" else ORDENES[quien][0]):
        return False
    shutil.rmtree(carpeta, ignore_errors=True)
    carpeta.mkdir(parents=True)
    if quien == "inspect":
        python = Path(shutil.which(INSPECT) or INSPECT).with_name("python")
        return subprocess.run([python, "-c", _REGISTROS, str(corridas), str(carpeta)], check=False).returncode == 0
    for nombre, texto in FICHEROS[quien].items():
        (carpeta / nombre).parent.mkdir(parents=True, exist_ok=True)
        (carpeta / nombre).write_text(texto, "utf-8")
    (carpeta / "content").mkdir()
    for traza in sorted(corridas.glob("*/*/trazas/*.jsonl")):
        (carpeta / "content" / f"{traza.stem}.md").write_text("".join(bloques(traza)), "utf-8")
    modulos = Path("node_modules").absolute()
    if quien == "eleventy":
        (carpeta / "node_modules").symlink_to(modulos)
    return quien != "eleventy" or (modulos / "@11ty").is_dir()


def medir(carga: str, carpeta: Path, pares: int) -> None:
    """Los cocientes `vitrina` / cada generador, en pares."""
    corridas = carpeta / "corridas"
    generar(carga, corridas)
    for quien, orden in ORDENES.items():
        suya = carpeta / quien
        if not preparar(quien, corridas, suya):
            print(f"{quien}: no está instalado")
            continue
        veces = [_par(quien, orden, suya, corridas, carpeta) for _ in range(pares)]
        cocientes = [v.reloj / a.reloj for a, v in veces]
        suyo, nuestro = (statistics.median(par[i].reloj for par in veces) for i in (0, 1))
        memoria = max(a.memoria for a, _ in veces)
        print(
            f"vitrina / {quien}: {statistics.median(cocientes):.2f} ({min(cocientes):.2f}..{max(cocientes):.2f}); "
            f"{nuestro:.1f} y {suyo:.1f} s; {quien}, {memoria:.0f} MB"
        )


def _par(quien: str, orden: tuple[str, ...], suya: Path, corridas: Path, carpeta: Path) -> tuple[Vez, Vez]:
    for vieja in (suya / "salida", suya.with_name(f"{quien}-salida")):
        shutil.rmtree(vieja, ignore_errors=True)
    return ejecutar(*(p.format(suya) for p in orden)), vitrina(corridas, carpeta / "sitio", 0)


def main() -> None:
    """La orden."""
    p = argparse.ArgumentParser(description="Construir, frente a otros generadores.")
    p.add_argument("carga", choices=CARGAS)
    p.add_argument("carpeta", type=Path)
    p.add_argument("pares", type=int, nargs="?", default=2)
    a = p.parse_args()
    medir(a.carga, a.carpeta.absolute(), a.pares)


if __name__ == "__main__":
    main()

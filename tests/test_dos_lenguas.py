"""En `en/` no queda ni un texto nuestro en español, ni de los que dejaron escritos la grabadora o el importador."""

from __future__ import annotations

import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from generador import sitio
from generador.grabacion.oraculo import GuionAgotado
from generador.modelo import nuestros
from generador.modelo.mensaje import Mensaje, mensaje
from generador.modelo.nuestros import CONOCIDOS, reconocer
from generador.representacion.idiomas import leer_catalogos
from generador.representacion.prosa import MAXIMO_DE_BYTES
from tests.demo_en_disco import RAIZ, Agente, Taller
from tests.lectura.trazas.cinta import Cinta
from tests.lectura.trazas.test_flujo_langgraph import final, inicio

NODOS = ["leer", "buscar", "pensar", "escribir", "repasar", "responder"]
MOTIVOS = (
    *(nuestros.SIN_FICHERO, nuestros.SIN_LEER, nuestros.YA_NO_COINCIDE),
    *(nuestros.EN_SUS_NODOS, nuestros.EN_SUS_HERRAMIENTAS),
)
DEL_GRAFO = (
    *(
        nuestros.interior_opaco("leer"),
        nuestros.destino_inexistente("leer", "nadie"),
        nuestros.sin_dibujar("ValueError", "boom"),
    ),
    nuestros.sin_tiempo("20"),
)
AGOTADO = nuestros.guion_agotado(2, "pensar", "pensar", 3)
NO_GUARDADO = (nuestros.SIN_PREGUNTA, nuestros.SIN_RESPUESTA, nuestros.ILEGIBLE)
AL_LEER = (
    "1 tareas sin nodo o sin paso conocidos no se muestran",
    "1 ids de tarea son de más de un nodo: se muestra lo del primero",
    "clave desconocida «nueva»",
    "las emisiones venían en otro orden",
    "se enseña sin formato",
)
EN = leer_catalogos(RAIZ / "plantillas")[1]


def rota() -> bytes:
    """Una traza con un oráculo agotado, valores que no se guardaron y tareas que no se sabe dónde van."""
    fallo = {"cls": "generador.grabacion.oraculo.GuionAgotado", "msg": str(AGOTADO)}
    preguntas, respuesta, perdido = ({"$t": "repr", "cls": "", "v": str(m)} for m in NO_GUARDADO)
    cinta = Cinta().ejecucion("r0").linea("run.start", kind="input", input={"mensaje": "hola"})
    cinta.tarea("t1", "leer", 1, update={"leer": perdido}, estado={"leer": perdido})
    cinta.tarea("t2", "buscar", 2, status="interrupted", interrupts=[{"id": "i1", "value": preguntas}])
    cinta.fin("interrupted").ejecucion("r1", "resume", input={"$t": "command", "resume": respuesta})
    cinta.tarea("t2", "buscar", 2, update={"buscar": 1})
    cinta.abre("t3", "pensar", 3)
    cinta.linea("model.start", id="m", task="t3", model="oraculo", provenance="oracle", messages=[])
    cinta.linea("model.end", id="m", task="t3", status="error", provenance="oracle", error=fallo)
    cinta.intento_acaba("t3", "error", error=fallo).acaba("t3", "pensar", 3, status="error", error=fallo)
    cinta.linea("task.end", task="perdida", status="ok", update={})
    cinta.acaba("t4", "escribir", 4, update={"x": 1}).acaba("t4", "repasar", 5, update={"x": 2})
    return cinta.fin("error", error=fallo).bytes()


def revuelta() -> bytes:
    """Un volcado de `graph.stream` que no está en su orden."""

    def punto(paso: int, *abre: str) -> dict[str, Any]:
        carga = {"values": {}, "metadata": {"step": paso}, "next": [*abre], "tasks": [{"id": t} for t in abre]}
        return {"call": 0, "ns": [], "mode": "checkpoints", "payload": carga}

    entrada = {"call": 0, "mode": "input", "payload": {}}
    emisiones = [entrada, final("u1", "leer"), punto(0, "u1"), inicio("u1", "leer"), punto(1)]
    return b"\n".join(json.dumps(e).encode() for e in emisiones)


@pytest.fixture(scope="module")
def publicado(tmp_path_factory: pytest.TempPathFactory) -> Path:
    raiz = tmp_path_factory.mktemp("dos-lenguas")
    largo = "palabra " * (MAXIMO_DE_BYTES // 8 + 1)
    casos = {"bien": "hola", "roto": "hola", "revuelto": "hola", "cortado": "hola"}
    taller = Taller(raiz, {"mini": Agente(casos=casos, nodos=NODOS, documentos={"largo": largo})})
    taller.escribir()
    corrida = taller.corridas / "mini" / "c1"
    _cambiar(corrida / "grafo.unica.json", lambda g: {**g, "avisos": list(map(str, DEL_GRAFO)), "nueva": 1})
    _cambiar(corrida / "fuentes.json", _sin_codigo)
    trazas = {"roto": rota(), "revuelto": revuelta(), "cortado": b'{"t": "trace", "v": 1, "case": "x"}\n{roto\n'}
    for caso, crudo in trazas.items():
        (corrida / "trazas" / f"{caso}.jsonl").write_bytes(crudo)
    _cambiar(corrida / "manifiesto.json", lambda m: {**m, "casos": [_grabado(c, trazas) for c in m["casos"]]})
    sitio.construir(taller.corridas, raiz / "sitio")
    return raiz / "sitio"


def _cambiar(ruta: Path, como: Any) -> None:
    ruta.write_text(json.dumps(como(json.loads(ruta.read_text("utf-8"))), ensure_ascii=False), "utf-8")


def _sin_codigo(fuentes: dict[str, Any]) -> dict[str, Any]:
    sin = {n: {"nombre": n, "motivo": str(m)} for n, m in zip(NODOS, MOTIVOS, strict=False)}
    return {**fuentes, "variantes": {"unica": {**fuentes["variantes"]["unica"], **sin}}}


def _grabado(caso: dict[str, Any], trazas: dict[str, bytes]) -> dict[str, Any]:
    crudo = trazas.get(caso["caso"])
    return caso if crudo is None else {**caso, "sha256": hashlib.sha256(crudo).hexdigest()}


def _dicho(raiz: Path, idioma: str) -> str:
    """Todo lo que se lee en las páginas de un idioma y en su búsqueda, sin lo que se ofrece tal como se grabó."""
    paginas = [p for p in sorted(raiz.rglob("*.html")) if (p.relative_to(raiz).parts[0] == "en") is (idioma == "en")]
    textos = []
    for p in paginas:
        sin_bruto = re.sub(r"<pre data-json.*?</pre>|<script.*?</script>", " ", p.read_text("utf-8"), flags=re.DOTALL)
        textos.append(html.unescape(re.sub(r"<[^>]+>", " ", sin_bruto)))
    indices = raiz / "en" if idioma == "en" else raiz
    textos += [p.read_text("utf-8") for p in sorted(indices.glob("buscar/*.js"))]
    return re.sub(r"\s+", " ", "\n".join(textos))


def _fijo(plantilla: str) -> str:
    """El trozo sin huecos más largo de un texto nuestro."""
    return max(re.split(r"%\(\w+\)s", " ".join(plantilla.split())), key=len).strip(" :;,.«»()")


GRABADOS = (*MOTIVOS, *DEL_GRAFO, AGOTADO, *NO_GUARDADO)


def test_la_muestra_los_trae_todos_y_en_espanol_se_leen(publicado: Path):
    assert {m.plantilla for m in GRABADOS} == {m.plantilla for m in CONOCIDOS}
    dicho = _dicho(publicado, "es")
    assert [t for t in (*map(str, GRABADOS), *AL_LEER) if t not in dicho] == []


def test_en_ingles_no_queda_ninguno_y_esta_su_traduccion(publicado: Path):
    dicho = _dicho(publicado, "en")
    assert [t for t in (*map(str, GRABADOS), *AL_LEER) if t in dicho] == []
    assert [t for m in GRABADOS if (t := m.en(EN.gettext)) not in dicho] == []


def test_en_ingles_no_queda_ningun_texto_del_catalogo_en_espanol(publicado: Path):
    dicho = _dicho(publicado, "en")
    traducidos = {_fijo(clave): " ".join(formas) for clave, formas in EN.traducciones.items()}
    frases = {f for f, traducido in traducidos.items() if len(f.split()) >= 4 and f not in traducido}
    assert len(frases) > 300
    assert sorted(f for f in frases if f in dicho) == []


@pytest.mark.parametrize("suyo", CONOCIDOS, ids=lambda m: m.plantilla[:40])
def test_lo_que_escribe_la_grabadora_se_reconoce_y_se_vuelve_a_decir_igual(suyo: Mensaje):
    escrito = Mensaje(suyo.plantilla, tuple((k, f"«{k}»: %(x)s") for k, _ in suyo.datos))
    assert reconocer(str(escrito)).plantilla == suyo.plantilla
    assert str(reconocer(str(escrito))) == str(escrito)


@pytest.mark.parametrize("ajeno", ["", "no se puede leer su código.", "%(valor)s", "100 %", "x" * 100_000, "hola"])
def test_lo_que_no_es_nuestro_se_queda_como_esta(ajeno: str):
    assert reconocer(ajeno).en(EN.gettext) == ajeno


def test_un_texto_nuestro_dentro_de_otro_tambien_se_traduce():
    junto = mensaje("no hay código de %(nodo)s: %(motivo)s", nodo="a", motivo=nuestros.SIN_LEER)
    assert str(junto) == "no hay código de a: no se puede leer su código"
    assert nuestros.SIN_LEER.en(EN.gettext) in junto.en(EN.gettext)


def test_el_oraculo_agotado_dice_lo_que_se_reconoce():
    assert GuionAgotado(str(AGOTADO)).args == (str(AGOTADO),)
    assert reconocer(str(AGOTADO)) == AGOTADO

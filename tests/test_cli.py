"""La orden: ayuda y errores en español, códigos de salida y arranque ligero."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from generador import __version__
from generador.ayuda import Ordenes
from generador.cli import main
from generador.errores import Codigo
from generador.ordenes import ORDENES
from tests.demo_en_disco import Taller

RAIZ = Path(__file__).parent.parent
GRAFO = next((RAIZ / "corridas" / "adherencia").glob("*/grafo.sin_rag.json"))


def vitrina(*argumentos: str, cwd: Path = RAIZ) -> subprocess.CompletedProcess[str]:
    orden = [sys.executable, "-m", "generador", *argumentos]
    entorno = {**os.environ, "PYTHONPATH": str(RAIZ)}
    return subprocess.run(orden, cwd=cwd, env=entorno, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("orden", ["", "construir", "comparar", "grabar", "exportar"])
def test_la_ayuda_esta_en_espanol_y_trae_ejemplos_o_codigos(orden):
    salida = CliRunner().invoke(main, [*orden.split(), "--ayuda"]).output
    assert salida.startswith("Uso: ")
    assert "Opciones:" in salida
    assert "Ejemplo" in salida or "Códigos" in salida
    assert not any(p in salida for p in ("Usage", "Options", "Show this", "[default"))


@pytest.mark.parametrize(
    ("argumentos", "que"),
    [
        (["comprar"], "no existe la orden «comprar»"),
        (["construye"], "¿quisiste decir construir?"),
        (["grabar", "adherenica"], "¿quisiste decir «adherencia»?"),
        (["exportar", "agentes/soporte/grafo.py:crear"], "«agentes.soporte.grafo:crear»"),
        (["exportar", "tests.grabacion.agentes_de_prueba:nonada"], "no tiene «nonada»"),
        (["construir", "--sal", "x"], "¿quisiste decir --salida?"),
        (["grabar"], "falta el argumento DEMO"),
        (["construir", "--idioma", "fr"], "admite es, en"),
        (["construir", "--corridas", "no-existe"], "no existe la carpeta de corridas"),
        (["comparar"], "faltan ficheros que comparar"),
        (["comparar", "--variante", "x", "--grafo", str(GRAFO), "--spike", str(GRAFO)], "no hay demo"),
        (["comparar", "no-existe"], "no"),
        (["comparar", "--grafo", "no-esta.json", "--spike", str(GRAFO)], "no-esta.json: no existe → "),
        (["comparar", "--grafo", "docs", "--spike", str(GRAFO)], "docs: es una carpeta → da un fichero"),
        (["comparar", "--contrato", ".", "--grafo", str(GRAFO)], ".: es una carpeta → da un fichero"),
        (["construir", "--corridas", "README.md"], "README.md: no es una carpeta → "),
        (["construir", "--salida", "README.md"], "README.md: no es una carpeta → "),
        (["comprobar", "README.md"], "README.md: no es una carpeta → "),
        (["exportar", "a.b:c", "--salida", "docs"], "docs: es una carpeta → "),
        (["construir", "soporte"], "sobra «soporte»; ¿quisiste decir --demo soporte?"),
        (["comparar", "a", "b"], "sobra «b»"),
        (["exportar", "a.b:c", "--salida"], "falta el valor de la opción --salida"),
        (["construir", "--limpia=1"], "no lleva valor la opción --limpia"),
        (["servir", "soporte", "--puerto", "99999"], "--puerto (admite un número desde 0 hasta 65535)"),
        (["vigilar", "--puerto", "-1"], "--puerto (admite un número desde 0 hasta 65535)"),
        (["construir", "--procesos", "muchos"], "--procesos (admite un número desde 0)"),
        (["exportar", "no.existe:nada"], "→"),
    ],
)
def test_un_uso_malo_dice_que_hacer_y_sale_con_2(argumentos, que, monkeypatch):
    monkeypatch.chdir(RAIZ)
    monkeypatch.setattr(sys, "path", [*sys.path])
    hecho = CliRunner().invoke(main, argumentos)
    assert hecho.exit_code == 2, hecho
    assert isinstance(hecho.exception, SystemExit)
    assert que in hecho.stderr
    assert "→" in hecho.stderr
    assert "Traceback" not in hecho.stderr
    assert hecho.stdout == ""


@pytest.mark.parametrize("argumentos", [["construye"], ["grabar"], ["exportar", "no.existe:nada"]])
def test_un_uso_malo_acaba_el_proceso_con_2_y_sin_una_traza(argumentos):
    hecho = vitrina(*argumentos)
    assert (hecho.returncode, hecho.stdout) == (2, "")
    assert "→" in hecho.stderr
    assert "Traceback" not in hecho.stderr


def test_sin_orden_se_ve_la_ayuda_tal_cual():
    hecho = vitrina()
    assert hecho.returncode == 2
    assert hecho.stderr.startswith("Uso: ")
    assert "→" not in hecho.stderr


def test_la_ayuda_da_un_ejemplo_de_cada_orden():
    ayuda = CliRunner().invoke(main, ["--ayuda"]).output.partition("Opciones:")[0]
    assert [o for o in main.commands if f"vitrina {o} " not in ayuda] == []


def test_cada_modulo_de_orden_esta_en_la_tupla_y_al_reves():
    modulos = {f.stem for f in (RAIZ / "generador" / "ordenes").glob("*.py")} - {"__init__", "comunes"}
    assert modulos == {orden.name for orden in ORDENES} == set(main.commands)


@pytest.mark.parametrize("orden", [["grabar", "adherencia"], ["nueva", "m:f"], ["exportar", "m:f"]])
def test_sin_el_extra_de_grabar_se_dice_que_instalar_y_no_sale_una_traza(orden):
    sin_langgraph = (
        "import sys; sys.modules.update(dict.fromkeys(('langgraph', 'langchain', 'langchain_core')));"
        "from generador.cli import main; main()"
    )
    hecho = subprocess.run(
        [sys.executable, "-c", sin_langgraph, *orden],
        cwd=RAIZ,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert hecho.returncode == 2, hecho
    assert "pip install 'vitrina[grabar]'" in hecho.stderr
    assert "Traceback" not in hecho.stderr


def test_que_falte_otro_modulo_es_un_defecto_y_se_ve_entero():
    @click.command(cls=Ordenes, invoke_without_command=True)
    def orden():
        raise ModuleNotFoundError("No module named 'jinja2'", name="jinja2")

    with pytest.raises(ModuleNotFoundError):
        orden.main([])


def test_comparar_con_json_escribe_json_y_su_codigo_es_el_de_salida(tmp_path):
    contrato = tmp_path / "contrato.json"
    contrato.write_text(json.dumps({"nodos": ["a", "\u202eb"], "aristas": [{"de": "__start__", "a": "a"}]}), "utf-8")
    hecho = vitrina("comparar", "--contrato", str(contrato), "--grafo", str(GRAFO), "--json")
    datos = json.loads(hecho.stdout)
    assert datos["codigo"] == hecho.returncode == 1
    assert any(n["id"] == "\u202eb" for n in datos["variantes"]["sueltos"]["nodos"])
    assert "\u202e" not in hecho.stdout


@pytest.fixture
def dos_corridas(tmp_path) -> Taller:
    """Una demo con una corrida anterior en que un caso no se ejecutó y otro decía otra cosa."""
    taller = Taller(tmp_path)
    taller.demos["mini"].casos = {"uno": "hola", "dos": "adios"}
    taller.demos["mini"].anteriores = {"v1": {"uno": "buenas"}}
    taller.escribir()
    return taller


def comparar_con(taller: Taller, cual: str, *mas: str):
    orden = ["comparar", "mini", "--corridas", str(taller.corridas), "--con", cual, *mas]
    return CliRunner().invoke(main, orden)


@pytest.mark.parametrize("cual", ["anterior", "v1"])
def test_comparar_con_otra_corrida_dice_que_cambio_y_sale_con_su_codigo(dos_corridas, cual):
    hecho = comparar_con(dos_corridas, cual)
    assert hecho.exit_code == Codigo.PRUEBAS_INSUFICIENTES
    assert hecho.output.startswith("v1 → c1\n")
    assert "caso dos: no se ejecutó → no se sabe" in hecho.output
    assert "~ paso 1 → 1 leer: leer" in hecho.output


def test_comparar_con_otra_corrida_en_json_dice_lo_mismo(dos_corridas):
    hecho = comparar_con(dos_corridas, "anterior", "--json")
    datos = json.loads(hecho.output)
    assert datos["codigo"] == hecho.exit_code == 3
    assert {c["caso"]: c["antes"] for c in datos["casos"]} == {"uno": "no_se_sabe", "dos": "no_se_ejecuto"}


def test_comparar_con_una_corrida_sin_grafos_es_3_y_dice_cual_no_lo_trae(dos_corridas):
    dos_corridas.demos["mini"].casos = {"uno": "hola"}
    dos_corridas.demos["mini"].anteriores = {"v1": {"uno": "hola"}}
    dos_corridas.escribir()
    assert comparar_con(dos_corridas, "v1").exit_code == Codigo.BIEN
    manifiesto = dos_corridas.corridas / "mini" / "v1" / "manifiesto.json"
    manifiesto.write_text(json.dumps({**json.loads(manifiesto.read_text("utf-8")), "grafos": {}}), "utf-8")
    hecho = comparar_con(dos_corridas, "v1")
    assert hecho.exit_code == Codigo.PRUEBAS_INSUFICIENTES
    assert "v1 no trae el grafo de «unica»" in hecho.output


def test_comparar_una_corrida_con_la_misma_es_cero(dos_corridas):
    assert comparar_con(dos_corridas, "c1").exit_code == Codigo.BIEN


def test_la_de_referencia_es_la_que_fija_el_plan(dos_corridas):
    sin = comparar_con(dos_corridas, "referencia")
    assert sin.exit_code == Codigo.ENTRADA_INVALIDA and "corrida_de_referencia" in sin.output
    dos_corridas.demos["mini"].referencia = "v1"
    dos_corridas.escribir()
    assert comparar_con(dos_corridas, "referencia").output == comparar_con(dos_corridas, "v1").output


def test_una_traza_vieja_rota_son_pruebas_insuficientes_y_no_un_error(dos_corridas):
    dos_corridas.demos["mini"].ilegibles = {"v1"}
    dos_corridas.escribir()
    hecho = comparar_con(dos_corridas, "anterior")
    assert hecho.exit_code == Codigo.PRUEBAS_INSUFICIENTES
    assert "no se pudo leer de v1: trazas/uno.jsonl" in hecho.output


@pytest.mark.parametrize(
    ("cual", "mas", "que"),
    [
        ("v9", (), "no hay ninguna corrida «v9» → usa «v1» o «c1»"),
        ("", (), "no hay ninguna corrida «» → usa «v1» o «c1»"),
        ("anterior", ("--variante", "unica"), "quita --variante"),
    ],
)
def test_una_corrida_que_no_hay_o_una_opcion_de_mas_salen_con_2(dos_corridas, cual, mas, que):
    hecho = comparar_con(dos_corridas, cual, *mas)
    assert hecho.exit_code == Codigo.ENTRADA_INVALIDA
    assert que in hecho.output


def test_sin_corrida_anterior_se_dice_como_grabar_otra(tmp_path):
    taller = Taller(tmp_path)
    taller.escribir()
    hecho = comparar_con(taller, "anterior")
    assert hecho.exit_code == Codigo.ENTRADA_INVALIDA and "vitrina grabar mini" in hecho.output


def test_lo_que_imprime_el_agente_no_se_mezcla_con_su_grafo(tmp_path):
    (tmp_path / "hablador.py").write_text(
        "print('importado')\nfrom langgraph.graph import START, StateGraph\n"
        "g = StateGraph(dict)\ng.add_node('a', lambda e: {})\ng.add_edge(START, 'a')\ngrafo = g.compile()\n",
        "utf-8",
    )
    hecho = vitrina("exportar", "hablador:grafo", cwd=tmp_path)
    assert json.loads(hecho.stdout)["formato"] == "vitrina/grafo"
    assert "importado" in hecho.stderr


def test_la_portada_que_se_dice_que_se_abra_existe_aunque_solo_haya_ingles(tmp_path):
    taller = Taller(tmp_path)
    taller.escribir()
    hecho = vitrina("construir", "--corridas", str(taller.corridas), "--idioma", "en", "--limpia", cwd=tmp_path)
    assert hecho.returncode == 0, hecho.stderr
    abre = hecho.stdout.splitlines()[-1].removeprefix("Abre ")
    assert abre == (tmp_path / "sitio" / "en" / "index.html").as_uri()
    assert (tmp_path / "sitio" / "en" / "index.html").is_file()


@pytest.mark.parametrize(
    ("fallo", "codigo"),
    [
        (OSError(errno.ENOSPC, "lleno"), Codigo.DISCO),
        (PermissionError(errno.EACCES, "no te dejan", "x.json"), Codigo.DISCO),
        (FileNotFoundError(errno.ENOENT, "no está", "x.json"), Codigo.ENTRADA_INVALIDA),
        (MemoryError(), Codigo.DISCO),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), Codigo.DISCO),
        (RuntimeError("can't start new thread"), Codigo.DISCO),
        (ImportError("libx.so: failed to map segment from shared object"), Codigo.DISCO),
    ],
)
def test_sin_disco_o_sin_memoria_sale_con_7_y_una_ruta_mala_con_2(fallo, codigo):
    @click.group(cls=Ordenes)
    def grupo() -> None: ...

    @grupo.command()
    def falla() -> None:
        raise fallo

    hecho = CliRunner().invoke(grupo, ["falla"])
    assert hecho.exit_code == codigo
    assert "→" in hecho.output


def test_lo_que_falla_al_recoger_por_falta_de_memoria_tambien_se_dice():
    @click.command(cls=Ordenes, invoke_without_command=True)
    def orden():
        try:
            raise MemoryError
        finally:
            raise RuntimeError("cannot join thread before it is started")

    hecho = CliRunner().invoke(orden, [])
    assert hecho.exit_code == Codigo.DISCO and "no hay memoria" in hecho.output


def test_la_version_es_la_del_paquete():
    assert __version__ in vitrina("--version").stdout


def test_la_ayuda_no_carga_nada_pesado():
    """Arrancar hasta la ayuda tiene que ser inmediato: se comprueba qué se importa, no cuánto tarda."""
    codigo = (
        "import sys\nfrom click.testing import CliRunner\nfrom generador.cli import main\n"
        "CliRunner().invoke(main, ['--help'])\n"
        "print(sorted({m.split('.')[0] for m in sys.modules} & "
        "{'jinja2','pygments','pydantic','markdown_it','babel','langgraph','langchain_core','pygraphviz','msgspec'}))"
    )
    hecho = subprocess.run([sys.executable, "-c", codigo], cwd=RAIZ, capture_output=True, text=True, check=True)
    assert hecho.stdout.strip() == "[]"


def test_construir_no_importa_langgraph_ni_agentes(tmp_path):
    taller = Taller(tmp_path)
    taller.escribir()
    codigo = (
        "import sys, pathlib\nfrom generador import sitio\n"
        f"sitio.construir(pathlib.Path({str(taller.corridas)!r}), pathlib.Path({str(tmp_path / 'sitio')!r}))\n"
        "print(sorted({m.split('.')[0] for m in sys.modules} & {'langgraph','langchain','langchain_core','agentes'}))"
    )
    hecho = subprocess.run([sys.executable, "-c", codigo], cwd=RAIZ, capture_output=True, text=True, check=True)
    assert hecho.stdout.strip() == "[]"


def test_sigterm_a_mitad_de_una_orden_no_deja_temporales(tmp_path):
    programa = """
import os, signal, tempfile, click
from generador.cli import main

@main.command()
def espera():
    with tempfile.TemporaryDirectory() as carpeta:
        print(carpeta, flush=True)
        os.kill(os.getpid(), signal.SIGTERM)
        signal.pause()

main(["espera"])
"""
    entorno = {**os.environ, "TMPDIR": str(tmp_path)}
    hecha = subprocess.run([sys.executable, "-c", programa], capture_output=True, text=True, env=entorno, timeout=60)
    assert hecha.stdout.startswith(str(tmp_path))
    assert (hecha.returncode, hecha.stderr, list(tmp_path.iterdir())) == (143, "", [])

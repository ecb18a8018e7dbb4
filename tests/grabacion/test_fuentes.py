"""De cada clase de nodo, el trozo exacto de fichero que lo implementa, o por qué no lo hay."""

import hashlib
import subprocess
from pathlib import Path

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, before_model
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langgraph.graph import START, StateGraph
from langgraph.prebuilt import ToolNode

from generador.grabacion.fuentes import Proyecto, fuentes_de, proyecto
from generador.grabacion.localizar import SinFuente, funcion_de, localizar
from generador.grabacion.oraculo import Oraculo

from . import agentes_de_prueba as agentes
from . import funciones_de_prueba as f

RAIZ = Path(__file__).parents[2]
FICHERO = "tests/grabacion/funciones_de_prueba.py"
DONDE = Proyecto(RAIZ, "abc123")


def fuente(nodo, donde=DONDE):
    g = StateGraph(agentes.Estado)
    g.add_node("n", nodo)
    g.add_edge(START, "n")
    return fuentes_de(g.compile(), donde)["n"]


@pytest.mark.parametrize(
    ("nodo", "nombre", "marca"),
    [
        (f.llana, "llana", '"llana"'),
        (f.asincrona, "asincrona", '"asincrona"'),
        (f.parcial, "con_dos_argumentos", "con_dos_argumentos {"),
        (f.decorada, "decorada", '"decorada"'),
        (f.Clase().metodo, "Clase.metodo", '"metodo"'),
        (f.Clase.de_clase, "Clase.de_clase", '"de_clase"'),
        (f.Clase.estatico, "Clase.estatico", '"estatico"'),
        (f.Clase(), "Clase.__call__", '"invocable"'),
        (f.Hija(), "Clase.__call__", '"invocable"'),
        (f.fabrica_de_cierres("x"), "fabrica_de_cierres.<locals>.cierre", "cierre {"),
        (f.runnable, "llana", '"llana"'),
        (f.secuencia, "llana", '"llana"'),
        (f.tapada, "_sin_wraps.<locals>.envuelta_sin_wraps", "envuelta_sin_wraps"),
        (f.una, "<lambda>", '"lambda una"'),
        (f.otra, "<lambda>", '"lambda otra"'),
    ],
    ids=lambda v: v if isinstance(v, str) else "",
)
def test_cada_clase_de_nodo_lleva_a_su_codigo(nodo, nombre, marca):
    hallada = fuente(nodo)
    assert (hallada.nombre, hallada.fichero, hallada.ajena, hallada.motivo) == (nombre, FICHERO, False, None)
    assert marca in hallada.codigo
    primera, ultima = hallada.lineas
    en_el_fichero = (RAIZ / FICHERO).read_text("utf-8").split("\n")[primera - 1 : ultima]
    assert hallada.codigo.split("\n")[0].strip() in en_el_fichero[0]
    assert hallada.codigo.count("\n") == ultima - primera
    assert hallada.sha256 == hashlib.sha256(hallada.codigo.encode()).hexdigest()
    assert hallada.revision == "abc123"


def test_el_extracto_incluye_sus_decoradores_y_no_lo_de_al_lado():
    assert fuente(f.decorada).codigo.split("\n") == [
        "@_con_wraps",
        "@_con_wraps",
        "def decorada(_: Any) -> str:",
        '    return "decorada"',
    ]


def test_dos_lambdas_de_una_linea_se_separan():
    assert fuente(f.una).codigo == 'lambda _: "lambda una"'
    assert fuente(f.otra).codigo == 'lambda _: "lambda otra"'


def test_una_lambda_de_varias_lineas_llega_entera_con_la_que_lleva_dentro():
    hallada = fuente(f.lambda_larga)
    assert hallada.codigo.startswith("lambda e: {") and '"interior"' in hallada.codigo


def test_lo_que_no_esta_en_un_fichero_lo_dice():
    hallada = fuente(f.inventada)
    assert hallada.motivo == "no está escrita en ningún fichero"
    assert (hallada.codigo, hallada.lineas, hallada.nombre) == ("", None, "inventada")


def test_si_el_fichero_cambio_tras_cargarlo_no_se_ensena_otro_codigo(tmp_path):
    modulo = tmp_path / "m.py"
    modulo.write_text("def nodo(_):\n    return 1\n")
    espacio = {"__name__": "m"}
    exec(compile(modulo.read_text(), str(modulo), "exec"), espacio)  # noqa: S102
    modulo.write_text("# otra cosa\nx = 1\n")
    assert fuente(espacio["nodo"]).motivo == "el fichero ya no coincide con el código cargado"


def test_lo_de_dentro_del_interprete_no_tiene_codigo():
    assert isinstance(localizar(funcion_de(len)), SinFuente)


def test_un_toolnode_de_una_herramienta_es_ella_y_el_de_varias_las_lista():
    assert "return a + b" in fuente(ToolNode([agentes.suma])).codigo
    varias = fuentes_de(agentes.con_herramientas(), DONDE)
    assert varias["tools"].motivo == "reúne varias herramientas: el código está en cada una"
    assert "return a + b" in varias["tools:suma"].codigo
    assert "raise ValueError" in varias["tools:rompe"].codigo


def test_un_subgrafo_remite_a_sus_nodos():
    halladas = fuentes_de(agentes.anidado(), DONDE)
    assert set(halladas) == {"fuera", "fuera:dentro", "fuera:dentro:hoja"}
    assert "subgrafo" in halladas["fuera"].motivo
    assert "poner" in halladas["fuera:dentro:hoja"].nombre


class MiMiddleware(AgentMiddleware):
    def before_model(self, state, runtime):  # noqa: ARG002 — firma de AgentMiddleware
        return None


@before_model
def mi_paso(state, runtime):
    return None


def test_create_agent_distingue_lo_de_la_biblioteca_de_lo_del_proyecto():
    agente = create_agent(Oraculo(), [agentes.suma], middleware=[MiMiddleware(), mi_paso])
    halladas = fuentes_de(agente, DONDE)
    assert halladas["model"].ajena and halladas["model"].fichero == "langchain/agents/factory.py"
    assert halladas["model"].revision is None
    assert halladas["tools"].codigo.endswith("return a + b")
    assert "MiMiddleware.before_model" in halladas["MiMiddleware.before_model"].nombre
    assert halladas["mi_paso.before_model"].nombre == "mi_paso"


def test_un_modelo_suelto_como_nodo_es_su_clase():
    hallada = fuente(FakeListChatModel(responses=["a"]))
    assert hallada.ajena and hallada.nombre == "FakeListChatModel"
    assert hallada.codigo.startswith("class FakeListChatModel")


def test_de_lo_que_no_es_un_stategraph_no_hay_fuentes():
    assert fuentes_de(f.runnable, DONDE) == {}


# --- el proyecto -----------------------------------------------------------------------------------------------------


def _git(carpeta, *argumentos):
    quien = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    hecho = subprocess.run(["git", *quien, *argumentos], cwd=carpeta, check=True, capture_output=True, text=True)
    return hecho.stdout.strip()


def test_el_proyecto_es_el_repositorio_con_su_revision_y_sus_cambios(tmp_path):
    _git(tmp_path, "init", "-q")
    (tmp_path / "a.py").write_text("1")
    (tmp_path / "con espacio.py").write_text("1")
    _git(tmp_path, "add", ".")
    _git(tmp_path, "commit", "-qm", "uno")
    (tmp_path / "con espacio.py").write_text("2")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "nuevo.py").write_text("3")
    donde = proyecto(tmp_path / "sub")
    assert donde.raiz == tmp_path.resolve()
    assert donde.revision == _git(tmp_path, "rev-parse", "HEAD")
    assert donde.cambiados == {"con espacio.py", "sub/nuevo.py"}


def test_un_fichero_cambiado_no_lleva_revision():
    assert fuente(f.llana, Proyecto(RAIZ, "abc123", frozenset({FICHERO}))).revision is None


def test_sin_repositorio_el_proyecto_es_la_carpeta(tmp_path):
    assert proyecto(tmp_path) == Proyecto(tmp_path.resolve())


def test_sin_git_instalado_tampoco_falla(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert proyecto(tmp_path) == Proyecto(tmp_path.resolve())


def test_de_la_api_funcional_se_lleva_el_codigo_del_entrypoint():
    hallada = fuentes_de(agentes.funcional(), DONDE)["sumar_todo"]
    assert (hallada.nombre, hallada.motivo) == ("funcional.<locals>.sumar_todo", None)
    assert "def sumar_todo" in hallada.codigo

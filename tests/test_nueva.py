"""De un agente ajeno a su primera demo: qué se deduce, qué se deja por escribir y qué se dice cuando algo falla."""

import shutil
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from generador.cli import main
from generador.comparacion import comparar
from generador.comparacion.informe import codigo
from generador.deducido import contrato_de
from generador.errores import Codigo, ErrorDeEntrada
from generador.grabacion.guiones import leer_guiones
from generador.lectura.contrato import leer_contrato
from generador.lectura.demos import leer_demo
from generador.modelo.grafo import FIN, INICIO, Arista, Formato, Grafo, Nodo, TipoDeArista
from generador.modelo.procedencia import Procedencia
from generador.nueva import nueva
from generador.nueva.entrada import SALUDO

AJENO = "tests.agente_ajeno"


@pytest.fixture
def crear(tmp_path):
    """`crear("fabrica", **opciones)` → lo que dejó `nueva` en una carpeta vacía."""

    def _crear(nombre: str, **opciones):
        ahora = lambda: datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)  # noqa: E731
        opciones = {"demo": "mia", **opciones}
        return nueva(f"{AJENO}:{nombre}", tmp_path / "corridas", ahora=ahora, **opciones)

    return _crear


def leida(hecha):
    return leer_demo(hecha.carpeta)


def traza(hecha):
    return leida(hecha).corrida.trazas["ejemplo"]


def test_de_un_agente_con_herramientas_a_una_demo_conforme_en_una_llamada(crear):
    hecha = crear("con_herramientas")
    demo = leida(hecha)
    assert hecha.avisos == ()
    assert hecha.codigo is Codigo.BIEN
    assert [t.nodo for p in traza(hecha).pasos for t in p.tareas] == ["model", "tools", "model"]
    assert codigo(comparar(demo)) == Codigo.BIEN
    assert demo.plan.caso("ejemplo").entrada == {"messages": [{"role": "user", "content": SALUDO}]}


def test_la_procedencia_de_un_modelo_propio_es_la_que_es(crear):
    modelos = [m for p in traza(crear("con_herramientas")).pasos for t in p.tareas for m in t.modelos]
    assert [m.procedencia for m in modelos] == [Procedencia.ORACULO] * 2


def test_el_contrato_deducido_se_dice_deducido_en_el_fichero_y_en_las_paginas(crear):
    hecha = crear("con_herramientas")
    assert "no prueba nada" in (hecha.carpeta / "contrato.md").read_text("utf-8")
    assert "no prueba nada" in leida(hecha).plan.avisos[0].es
    assert "proves nothing" in leida(hecha).plan.avisos[0].en


def test_los_nodos_por_explicar_no_cuentan_como_explicados(crear):
    hecha = crear("con_herramientas")
    hallazgos = [h for c in comparar(leida(hecha)).values() for h in c.hallazgos]
    assert [h.control for h in hallazgos] == ["nodos_sin_explicar"] * 2
    assert '#   - id: "model"' in (hecha.carpeta / "plan.yaml").read_text("utf-8")


def test_el_caso_de_ejemplo_no_dice_que_cumple(crear):
    assert leida(crear("con_herramientas")).plan.caso("ejemplo").espera.recorrido is None


def test_nunca_pisa_una_carpeta(crear):
    hecha = crear("de_datos")
    antes = {p: p.read_bytes() for p in hecha.carpeta.rglob("*") if p.is_file()}
    with pytest.raises(ErrorDeEntrada, match="ya existe y no se pisa"):
        crear("con_herramientas")
    assert {p: p.read_bytes() for p in hecha.carpeta.rglob("*") if p.is_file()} == antes


@pytest.mark.parametrize(
    ("agente", "entrada"),
    [
        ("sin_compilar", {"pregunta": "texto de ejemplo", "veces": 1, "notas": [], "tono": "serio", "quizas": 1}),
        ("de_datos", {"pregunta": "texto de ejemplo"}),
        ("validado", {"cliente": {"nombre": "texto de ejemplo", "edad": 1}, "limite": 1.0}),
    ],
)
def test_la_entrada_sale_de_los_tipos_obligatorios(crear, agente, entrada):
    hecha = crear(agente)
    assert leida(hecha).plan.caso("ejemplo").entrada == entrada
    assert hecha.avisos == ()


def test_una_lista_que_no_se_acumula_lleva_un_elemento_y_de_la_que_no_se_sabe_se_dice(crear):
    hecha = crear("por_lotes")
    texto = "texto de ejemplo"
    assert leida(hecha).plan.caso("ejemplo").entrada == {
        "textos": [texto],
        "pares": [[texto, 1]],
        "clientes": [{"nombre": texto, "edad": 1}],
        "sueltos": [],
        "vistos": [],
    }
    plan = (hecha.carpeta / "plan.yaml").read_text("utf-8")
    assert '"sueltos" va vacía' in plan
    assert '"vistos" va vacía' not in plan


def test_un_guion_vacio_se_explica_y_la_corrida_queda_grabada(crear):
    hecha = crear("con_modelo")
    (aviso,) = hecha.avisos
    assert "oraculo.yaml: el nodo «charla» pidió al modelo la respuesta 1" in aviso
    assert 'ejemplo: {"charla": ["…"]}' in aviso
    assert hecha.corrida.is_dir()
    assert hecha.codigo is Codigo.BIEN


def test_escrito_lo_que_dice_el_aviso_el_agente_contesta(crear, tmp_path):
    hecha = crear("con_modelo")
    (hecha.carpeta / "oraculo.yaml").write_text('guiones: {ejemplo: {charla: ["Hola."]}}\n', "utf-8")
    hecho = CliRunner().invoke(main, ["grabar", "mia", "--corridas", str(tmp_path / "corridas")])
    assert hecho.exit_code == 0, hecho.output
    fin = leida(hecha).corridas[-1].manifiesto.casos[0]
    assert fin.estado == "ok"


def test_el_guion_que_propone_el_aviso_se_puede_pegar_se_llame_como_se_llame_el_nodo(crear):
    hecha = crear("con_modelo_y_nombre_raro")
    (aviso,) = hecha.avisos
    guion = aviso.partition("«guiones» ")[2].partition(", o graba")[0]
    (hecha.carpeta / "oraculo.yaml").write_text(f"guiones:\n  {guion}\n", "utf-8")
    assert leer_guiones(hecha.carpeta / "oraculo.yaml").guiones == {"ejemplo": {"* charla, {paso 2}": ("…",)}}


@pytest.mark.parametrize(
    ("agente", "que", "remedio"),
    [
        ("roto", "TypeError", "corrige «entrada» en el caso"),
        ("sin_clave", "PermissionError", "dale su clave por el entorno"),
        ("con_pausa", "se paró en «pide»", "reanudaciones"),
        ("con_parada_fija", "se paró en «paga»", "reanudaciones"),
    ],
)
def test_si_la_primera_corrida_no_acaba_bien_se_dice_que_hacer_y_el_plan_sirve(crear, agente, que, remedio):
    hecha = crear(agente)
    (aviso,) = hecha.avisos
    assert que in aviso
    assert remedio in aviso.partition("→")[2]
    assert leida(hecha).corrida is not None


def test_el_contexto_de_ejecucion_obligatorio_se_deduce_y_llega_al_agente(crear):
    hecha = crear("con_contexto")
    assert hecha.avisos == ()
    assert leida(hecha).plan.caso("ejemplo").contexto == {"usuario": "texto de ejemplo"}
    assert traza(hecha).final["notas"].valor() == ["texto de ejemplo (es)"]


def test_lo_que_el_grafo_calla_se_dice_y_lo_recorrido_se_anota_como_visto(crear):
    hecha = crear("a_ciegas")
    contrato = (hecha.carpeta / "contrato.md").read_text("utf-8")
    assert "- De `decide`: dibuja aquí adónde puede ir." in contrato
    assert "solo porque una traza lo recorrió" in contrato
    assert "decide -.-> impar" in contrato
    assert "decide -.-> par" not in contrato
    assert codigo(comparar(leida(hecha))) != Codigo.DIFERENCIAS


@pytest.mark.parametrize("agente", ["raro", "anidado"])
def test_lo_que_un_diagrama_no_puede_decir_va_en_listas_y_compara_conforme(crear, agente):
    hecha = crear(agente)
    assert (hecha.carpeta / "contrato.yaml").is_file()
    (comparacion,) = comparar(leida(hecha)).values()
    veredictos = {f.veredicto for f in (*comparacion.nodos, *comparacion.aristas)}
    assert {str(v) for v in veredictos} <= {"conforme", "declarada_sin_recorrer"}


@pytest.mark.parametrize("agente", ["saltador", "saltador_a_ciegas"])
def test_de_un_subgrafo_que_salta_fuera_el_contrato_no_promete_que_acabe(crear, agente):
    hecha = crear(agente)
    demo = leida(hecha)
    prometidas = {a.par for a in demo.contratos["por_defecto"].aristas}
    assert ("sub", "__end__") not in prometidas
    assert ("fuera", "__end__") in prometidas
    assert codigo(comparar(demo)) != Codigo.DIFERENCIAS


def test_los_parametros_de_la_fabrica_quedan_en_el_caso(crear):
    hecha = crear("con_parametros", parametros={"saludo": "hola"})
    assert leida(hecha).plan.caso("ejemplo").parametros == {"saludo": "hola"}
    assert hecha.avisos == ()


def test_sin_grabar_no_se_ejecuta_nada(crear):
    hecha = crear("roto", con_corrida=False)
    assert hecha.corrida is None
    assert hecha.codigo is Codigo.BIEN
    assert sorted(p.name for p in hecha.carpeta.iterdir()) == ["contrato.md", "oraculo.yaml", "plan.yaml"]


@pytest.mark.parametrize(
    ("agente", "que"),
    [
        ("con_parametros", "la fábrica pide «saludo»"),
        ("no_es_un_grafo", "no es una función"),
        ("asincrona", "una corrutina"),
        ("no_existe", "no se puede importar"),
    ],
)
def test_un_agente_que_no_se_puede_construir_no_deja_nada_en_el_disco(crear, tmp_path, agente, que):
    with pytest.raises(ErrorDeEntrada, match=que):
        crear(agente)
    assert not (tmp_path / "corridas").exists()


def test_un_modulo_que_falla_al_importarse_es_un_mensaje_y_no_una_traza_de_python(tmp_path, monkeypatch):
    (tmp_path / "exige_clave.py").write_text('import os\nos.environ["CLAVE_QUE_NO_ESTA"]\n', "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    hecho = CliRunner().invoke(main, ["nueva", "exige_clave:agente"])
    assert hecho.exit_code == 2
    assert "al importar «exige_clave» falla su código: KeyError" in hecho.output


@pytest.mark.parametrize("id", ["../fuera", "Con Mayúsculas", "con", "", "a/b", ".oculta"])
def test_un_id_que_no_vale_de_carpeta_se_rechaza(crear, id):
    with pytest.raises(ErrorDeEntrada, match="no vale como nombre de carpeta"):
        crear("de_datos", demo=id)


def test_sin_id_se_usa_el_del_modulo(crear):
    assert crear("de_datos", demo=None).carpeta.name == "agente-ajeno"


def test_un_plan_que_no_vale_no_aparece_y_el_mensaje_nombra_su_sitio(crear, tmp_path, monkeypatch):
    monkeypatch.setattr("generador.nueva.plan_de", lambda *_: "demo: 3\n")
    with pytest.raises(ErrorDeEntrada) as error:
        crear("de_datos")
    assert str(tmp_path / "corridas" / "mia" / "plan.yaml") in str(error.value)
    assert list((tmp_path / "corridas").iterdir()) == []


def test_la_orden_dice_que_escribio_y_que_hacer(tmp_path):
    orden = ["nueva", f"{AJENO}:de_datos", "--corridas", str(tmp_path / "c"), "--demo", "datos"]
    hecho = CliRunner().invoke(main, orden)
    assert hecho.exit_code == 0, hecho.output
    assert "plan.yaml" in hecho.stdout
    assert "vitrina grabar datos" in hecho.stdout


def test_si_no_se_pudo_grabar_el_plan_queda_y_el_codigo_lo_dice(crear, monkeypatch):
    def no_puede(*_args, **_opciones):
        raise ErrorDeEntrada([])

    monkeypatch.setattr("generador.nueva.grabar", no_puede)
    hecha = crear("de_datos")
    assert hecha.codigo is Codigo.ENTRADA_INVALIDA
    assert "el plan queda escrito" in hecha.avisos[-1]
    assert leida(hecha).plan.demo == "mia"


NOMBRES = st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters=":|"), min_size=1, max_size=12)


@st.composite
def grafos(draw):
    """Grafos de un nivel con nombres y etiquetas cualesquiera."""
    limpios = NOMBRES.map(str.strip).filter(lambda n: n and n not in (INICIO, FIN))
    ids = draw(st.lists(limpios, min_size=1, max_size=5, unique=True))
    pares = draw(st.sets(st.tuples(st.sampled_from([INICIO, *ids]), st.sampled_from([*ids, FIN])), max_size=8))
    etiquetas = st.lists(limpios, max_size=2, unique=True).map(tuple)
    aristas = []
    for origen, destino in sorted(pares):
        rotulos = draw(etiquetas)
        tipo = TipoDeArista.CONDICIONAL if rotulos or draw(st.booleans()) else TipoDeArista.FIJA
        aristas.append(Arista(origen=origen, destino=destino, tipo=tipo, etiquetas=rotulos))
    nodos = tuple(Nodo(id=i, nombre=i) for i in ids)
    return Grafo(nodos=nodos, aristas=tuple(aristas), formato=Formato.VITRINA)


@given(grafo=grafos())
def test_el_contrato_deducido_de_cualquier_grafo_se_lee_y_dice_lo_mismo(tmp_path_factory, grafo):
    carpeta = tmp_path_factory.mktemp("contrato")
    contrato = contrato_de(grafo, "mia")
    (carpeta / contrato.fichero).write_text(contrato.texto, "utf-8")
    leido = leer_contrato(contrato.referencia, carpeta)
    assert {n.id for n in leido.nodos} - {INICIO, FIN} == {n.id for n in grafo.nodos}
    assert _dicho(leido) == _dicho(grafo)
    shutil.rmtree(carpeta)


def _dicho(grafo):
    return {(a.origen, a.destino, a.condicional, e) for a in grafo.aristas for e in a.etiquetas or ("",)}

"""Grabar un plan: una corrida nueva y entera por vez, con sus casos, sus decisiones y quién contestó."""

import hashlib
import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from generador.cuaderno import en_obras
from generador.errores import ErrorDeEntrada
from generador.grabacion import casos as modulo
from generador.grabacion.casos import grabar
from generador.grabacion.oraculo import Oraculo
from generador.grabacion.resumen import fallos

from .conftest import comprobar_invariantes, de, leer

FABRICA = "tests.grabacion.agentes_de_prueba"
PLAN = f"""
demo: juguete
titulo: Juguete
frase: Un agente de juguete
sprint: s1
oraculo: oraculo.yaml
variantes:
  - {{id: con_pausa, titulo: Con pausa, fabrica: "{FABRICA}:fabrica_con_pausa"}}
  - {{id: simple, titulo: Simple, fabrica: "{FABRICA}:fabrica_sin_nada"}}
  - {{id: a_la_vez, titulo: Asíncrona, fabrica: "{FABRICA}:fabrica_asincrona"}}
  - {{id: solo_papel, titulo: Sin código}}
casos:
  - id: aprobado
    titulo: Aprobado
    variante: con_pausa
    entrada: {{x: []}}
    oraculo: saluda
    parametros: {{saludo: buenas}}
    configurable: {{idioma: es}}
    reanudaciones: [{{valor: vale, quien: ana}}]
  - id: sin-contestar
    titulo: Nadie contesta
    variante: con_pausa
    entrada: {{x: []}}
    oraculo: saluda
  - id: agotado
    titulo: El guion se acaba
    variante: con_pausa
    entrada: {{x: []}}
    oraculo: mudo
  - id: Simple y raro
    titulo: Sin modelo
    variante: simple
    entrada: {{x: []}}
  - id: asincrono
    titulo: Asíncrono
    variante: a_la_vez
    entrada: {{x: []}}
"""
ORACULO = """
guiones:
  saluda:
    piensa:
      - contenido: hola
        uso: {entrada: 3, salida: 1}
  mudo: {piensa: []}
"""
CUANDO = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    (tmp_path / "plan.yaml").write_text(PLAN, "utf-8")
    (tmp_path / "oraculo.yaml").write_text(ORACULO, "utf-8")
    return tmp_path


def grabar_en(demo, **kw):
    return grabar(demo, ahora=lambda: CUANDO, **kw)


def manifiesto(corrida):
    return json.loads((corrida / "manifiesto.json").read_text("utf-8"))


def test_la_corrida_lleva_manifiesto_grafos_fuentes_y_trazas(demo):
    corrida = grabar_en(demo)
    m = manifiesto(corrida)
    assert corrida == demo / "20260304-050607"
    assert (m["v"], m["demo"], m["corrida"], m["sprint"]) == (1, "juguete", "20260304-050607", "s1")
    assert m["creada"] == "2026-03-04T05:06:07+00:00"
    assert set(m["versiones"]) == {"vitrina", "python", "langgraph", "langchain_core"}
    assert m["grafos"] == {v: f"grafo.{v}.json" for v in ("con_pausa", "simple", "a_la_vez")}
    assert [(c["caso"], c["estado"]) for c in m["casos"]] == [
        ("aprobado", "ok"),
        ("sin-contestar", "interrupted"),
        ("agotado", "error"),
        ("Simple y raro", "ok"),
        ("asincrono", "ok"),
    ]
    for c in m["casos"]:
        assert hashlib.sha256((corrida / c["traza"]).read_bytes()).hexdigest() == c["sha256"]
        comprobar_invariantes(leer(corrida / c["traza"]))
    fuentes = json.loads((corrida / m["fuentes"]).read_text("utf-8"))
    assert fuentes["variantes"]["con_pausa"]["piensa"]["fichero"] == "tests/grabacion/agentes_de_prueba.py"
    grafo = json.loads((corrida / "grafo.con_pausa.json").read_text("utf-8"))
    assert [n["id"] for n in grafo["nodos"]] == ["__start__", "piensa", "pregunta", "__end__"]


def test_de_lo_que_falla_se_dice_el_porque_sin_abrir_su_traza(demo):
    (dicho,) = fallos(grabar_en(demo))
    assert dicho.startswith("agotado: GuionAgotado: el guion del oráculo tiene 0 respuestas para «piensa»")


def test_la_reanudacion_es_otra_grabacion_con_quien_decidio(demo):
    corrida = grabar_en(demo, casos=["aprobado"])
    lineas = leer(corrida / "trazas" / "aprobado.jsonl")
    assert len(de(lineas, "trace")) == 2
    assert [(x["kind"], x.get("by"), x["thread"]) for x in de(lineas, "run.start")] == [
        ("input", None, "aprobado"),
        ("resume", "ana", "aprobado"),
    ]
    assert de(lineas, "state")[-1]["state"] == {"x": ["hola", "vale"]}
    huella = hashlib.sha256((corrida / "grafo.con_pausa.json").read_bytes()).hexdigest()[:12]
    assert {x["graph_sha"] for x in de(lineas, "trace")} == {huella}


def test_los_parametros_llegan_a_la_fabrica_y_contesta_el_oraculo(demo):
    lineas = leer(grabar_en(demo, casos=["aprobado"]) / "trazas" / "aprobado.jsonl")
    (fin,) = de(lineas, "model.end")
    assert (fin["provenance"], fin["usage"]) == ("oracle", {"input": 3, "output": 1, "total": 4})
    assert "buenas" in {x["v"]["content"] for x in de(lineas, "blob")}


def test_filtrar_casos_hace_una_corrida_solo_con_ellos(demo):
    corrida = grabar_en(demo, casos=["asincrono", "aprobado"])
    assert [c["caso"] for c in manifiesto(corrida)["casos"]] == ["aprobado", "asincrono"]
    assert {p.name for p in (corrida / "trazas").iterdir()} == {"aprobado.jsonl", "asincrono.jsonl"}


def test_nunca_se_pisa_una_corrida(demo):
    nombres = [grabar_en(demo, casos=["asincrono"]).name for _ in range(3)]
    assert nombres == ["20260304-050607", "20260304-050607-2", "20260304-050607-3"]
    assert [manifiesto(demo / n)["corrida"] for n in nombres] == nombres


def test_la_hora_del_nombre_es_utc(demo):
    aqui = CUANDO.astimezone(timezone(timedelta(hours=9)))
    corrida = grabar(demo, casos=["asincrono"], ahora=lambda: aqui)
    assert corrida.name == "20260304-050607"
    assert manifiesto(corrida)["creada"] == "2026-03-04T05:06:07+00:00"


def test_la_duracion_sale_del_reloj_inyectado(demo):
    momentos = iter(CUANDO + timedelta(seconds=s) for s in (0, 10, 12.5))
    corrida = grabar(demo, casos=["asincrono"], ahora=lambda: next(momentos))
    assert manifiesto(corrida)["casos"][0]["duracion"] == 2.5


def test_se_avisa_de_cada_caso_que_empieza_y_del_final(demo):
    avisos = []
    grabar_en(demo, casos=["aprobado", "asincrono"], avanza=lambda *a: avisos.append(a))
    assert avisos == [("aprobado", 0, 2), ("asincrono", 1, 2), ("", 2, 2)]


def test_un_modelo_en_vivo_sustituye_al_oraculo(demo, monkeypatch):
    pedidos = []

    def de_mentira(nombre):
        pedidos.append(nombre)
        return Oraculo(guion={"*": ["en directo"]})

    monkeypatch.setattr(modulo, "init_chat_model", de_mentira)
    lineas = leer(grabar_en(demo, casos=["aprobado"], modelo="casa:grande") / "trazas" / "aprobado.jsonl")
    assert set(pedidos) == {"casa:grande"}
    assert de(lineas, "state")[-1]["state"] == {"x": ["en directo", "vale"]}


@pytest.mark.parametrize(
    ("casos", "cambio", "trozo"),
    [
        (["no-esta"], ("", ""), "no hay ningún caso «no-esta»"),
        ([], ("variante: simple", "variante: solo_papel"), "«solo_papel» no tiene fábrica"),
        ([], (":fabrica_sin_nada", ":no_esta"), "no se puede importar"),
        ([], ("saludo: buenas", "grito: buenas"), "no acepta «grito»"),
        (
            [],
            (
                "variante: simple\n    entrada: {x: []}",
                "variante: simple\n    entrada: {x: []}\n    reanudaciones: [{valor: a}]",
            ),
            "no acepta «checkpointer»",
        ),
    ],
)
def test_lo_que_esta_mal_se_dice_y_no_deja_nada(demo, casos, cambio, trozo):
    (demo / "plan.yaml").write_text(PLAN.replace(*cambio) if cambio[0] else PLAN, "utf-8")
    with pytest.raises(ErrorDeEntrada, match=trozo) as error:
        grabar_en(demo, casos=casos)
    assert "plan.yaml" in str(error.value)
    assert {p.name for p in demo.iterdir()} == {"plan.yaml", "oraculo.yaml"}


def test_un_guion_que_no_vale_se_dice_con_su_linea(demo):
    (demo / "oraculo.yaml").write_text("guiones:\n  saluda: {piensa: [3]}\n  mudo: {}\n", "utf-8")
    with pytest.raises(ErrorDeEntrada, match=r"oraculo\.yaml:2"):
        grabar_en(demo)


def test_un_plan_que_no_vale_no_tapa_lo_que_tiene_mal_su_guion(demo):
    (demo / "plan.yaml").write_text(PLAN.replace("sprint: s1", "esprint: s1"), "utf-8")
    (demo / "oraculo.yaml").write_text("guiones:\n  saluda: {piensa: [3]}\n  mudo: {}\n", "utf-8")
    with pytest.raises(ErrorDeEntrada) as error:
        grabar_en(demo)
    assert {Path(p.fichero).name for p in error.value.problemas} == {"plan.yaml", "oraculo.yaml"}


@pytest.mark.parametrize(("valores", "sobra"), [(1, False), (3, True)])
def test_de_las_reanudaciones_que_sobran_se_avisa_con_su_linea(demo, valores, sobra):
    lista = ", ".join(["{valor: vale, quien: ana}"] * valores)
    texto = PLAN.replace("reanudaciones: [{valor: vale, quien: ana}]", f"reanudaciones: [{lista}]")
    assert lista in texto
    (demo / "plan.yaml").write_text(texto, "utf-8")
    avisos = []
    grabar_en(demo, casos=["aprobado"], avisa=avisos.append)
    linea = next(i for i, x in enumerate(texto.splitlines(), 1) if "reanudaciones" in x)
    assert [(a.linea, "trae 3 y solo se usaron 1" in a.que_pasa) for a in avisos] == [(linea, True)] * sobra


def test_de_la_reanudacion_para_quien_no_preguntaba_se_dice_quien_pregunta(demo):
    texto = PLAN.replace("{valor: vale, quien: ana}", "{valor: vale, nodo: piensa}")
    (demo / "plan.yaml").write_text(texto, "utf-8")
    avisos = []
    grabar_en(demo, casos=["aprobado"], avisa=avisos.append)
    (aviso,) = avisos
    assert "porque «piensa» no preguntaba" in aviso.que_pasa
    assert aviso.que_hacer == "pon en su «nodo» uno de los que preguntan: «pregunta»"


def test_si_se_corta_a_mitad_no_queda_media_corrida(demo):
    def corta(_caso, i, _n):
        if i == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grabar_en(demo, avanza=corta)
    assert {p.name for p in demo.iterdir()} == {"plan.yaml", "oraculo.yaml"}


def test_lo_que_dejo_una_grabacion_muerta_lo_quita_la_siguiente_y_lo_de_una_viva_no(demo):
    (demo / ".grabando-muerta" / "trazas").mkdir(parents=True)
    with en_obras(demo) as viva:
        (viva / "grafo.json").write_text("{}", "utf-8")
        grabar_en(demo, casos=["Simple y raro"])
        assert (viva / "grafo.json").exists()
    assert [p.name for p in demo.glob(".grabando-*")] == []


def test_un_nodo_que_acaba_el_proceso_es_un_desenlace_del_caso_y_no_de_la_grabacion(demo):
    (demo / "plan.yaml").write_text(PLAN.replace(":fabrica_sin_nada", ":fabrica_que_sale"), "utf-8")
    corrida = grabar_en(demo)
    estados = {c["caso"]: c["estado"] for c in manifiesto(corrida)["casos"]}
    assert estados["Simple y raro"] == "cancelled"
    assert estados["asincrono"] == "ok"


def test_un_agente_que_cambia_de_carpeta_no_mueve_la_corrida(demo, monkeypatch):
    monkeypatch.chdir(demo.parent)
    (demo / "plan.yaml").write_text(PLAN.replace(":fabrica_sin_nada", ":fabrica_que_se_va"), "utf-8")
    corrida = grabar_en(Path(demo.name))
    assert {c["estado"] for c in manifiesto(corrida)["casos"]} >= {"ok"}
    assert Path.cwd() == demo.parent
    assert [p.name for p in demo.glob(".grabando-*")] == []


def test_dos_corridas_iguales_exportan_los_mismos_grafos_y_fuentes(demo):
    una, otra = grabar_en(demo), grabar_en(demo)
    for nombre in ("grafo.con_pausa.json", "grafo.a_la_vez.json", "fuentes.json"):
        assert (una / nombre).read_bytes() == (otra / nombre).read_bytes()


def test_la_fabrica_que_guarda_su_checkpointer_conserva_su_grafo(demo):
    (demo / "plan.yaml").write_text(PLAN.replace(":fabrica_con_pausa", ":fabrica_con_su_checkpointer"), "utf-8")
    corrida = grabar_en(demo, casos=["aprobado"])
    assert manifiesto(corrida)["casos"][0]["estado"] == "ok"


@pytest.mark.parametrize("modelo", ["sin-proveedor", "proveedor_que_no_hay:x"])
def test_un_modelo_en_vivo_que_no_se_puede_crear_es_un_error_de_entrada(demo, modelo):
    with pytest.raises(ErrorDeEntrada, match="no se puede usar el modelo"):
        grabar_en(demo, modelo=modelo)
    assert not list(demo.glob("*/manifiesto.json"))

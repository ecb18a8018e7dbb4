"""De trazas ajenas a una corrida: lo que se escribe, lo que nunca se toca y lo que se dice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from generador import sitio
from generador.cli import main
from generador.comparacion import comparar
from generador.comparacion.informe import codigo
from generador.errores import Codigo, ErrorDeEntrada
from generador.importar import Pedido, importar
from generador.importar import taller as modulo
from generador.lectura.demos import leer_demo, leer_demos
from generador.lectura.trazas import leer_traza
from generador.modelo.grafo import TipoDeArista
from generador.modelo.hallazgo import Veredicto
from tests.lectura.ajenas.ayuda import DEL_MISMO_AGENTE, MUESTRAS, escribir, run
from tests.lectura.trazas.cinta import Cinta

FLUJOS = MUESTRAS.parents[1] / "trazas" / "muestras"
LANGSMITH = MUESTRAS / "langsmith-runs.json"
CLAVE = "sk-ant-api03-" + "Ab1" * 30


@pytest.fixture
def traer(tmp_path):
    """`traer(*ficheros, **pedido)` importa en `corridas/mia`, con un reloj parado y sin mirar el entorno."""

    def _traer(*ficheros, demo="mia", **pedido):
        pedido = Pedido(ficheros=ficheros, **pedido)
        ahora = lambda: datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)  # noqa: E731
        return importar(demo, tmp_path / "corridas", pedido, ahora=ahora, entorno={})

    return _traer


def foto(carpeta: Path) -> dict[str, bytes]:
    return {str(f.relative_to(carpeta)): f.read_bytes() for f in carpeta.rglob("*") if f.is_file()}


def simple(tmp_path, nombre="x.json", **campos):
    return escribir(tmp_path, nombre, [run("r"), run("n", "r", ns="n:1", **campos)])


@pytest.mark.parametrize("nombre", DEL_MISMO_AGENTE)
def test_de_un_fichero_a_una_demo_que_se_lee_se_compara_y_dice_de_donde_salio(traer, nombre):
    hecha = traer(*(MUESTRAS / f for f in DEL_MISMO_AGENTE[nombre]))
    demo = leer_demo(hecha.carpeta)
    assert demo.corrida is not None
    assert demo.corrida.manifiesto.corrida == hecha.corrida.name == "20260102-030405"
    assert "th-1" in demo.corrida.trazas
    assert codigo(comparar(demo)) == Codigo.PRUEBAS_INSUFICIENTES
    assert [str(f.motivo) for c in comparar(demo).values() for f in c.sin_pruebas] == ["aún no hay grafo exportado"]
    avisos = [a if isinstance(a, str) else a.es for a in demo.plan.avisos]
    assert "no las grabó Vitrina" in avisos[0] and "no prueba nada" in avisos[1]
    assert [r.valor for r in demo.plan.casos[0].reanudaciones] == ["yes"]


def test_un_fichero_que_no_se_puede_leer_se_dice_con_su_nombre_y_junto_a_los_demas(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    hecho = CliRunner().invoke(main, ["importar", str(tmp_path / "x"), str(tmp_path), str(tmp_path / "no.json")])
    assert hecho.exit_code == 2
    assert f"{tmp_path}: " in hecho.stderr and "no.json: no existe → " in hecho.stderr


def test_un_nombre_con_barras_o_dos_puntos_de_quien_no_tiene_subgrafos_es_un_nodo_y_no_un_subgrafo(traer, tmp_path):
    acciones = ["pkg/planear", "pkg", "agente:buscar"]
    lineas = [
        {
            "type": t,
            "action": a,
            "sequence_id": n,
            "start_time": "2026-01-01T00:00:00",
            "end_time": "2026-01-01T00:00:01",
        }
        for n, a in enumerate(acciones)
        for t in ("begin_entry", "end_entry")
    ]
    ruta = tmp_path / "log.jsonl"
    ruta.write_text("\n".join(map(json.dumps, lineas)), "utf-8")
    demo = leer_demo(traer(ruta).carpeta)
    assert demo.corrida is not None
    nombres = ["pkg/planear", "pkg", "agente/buscar"]
    (traza,) = demo.corrida.trazas.values()
    assert [t.nodo for p in traza.pasos for t in p.tareas] == nombres
    (contrato,) = demo.contratos.values()
    assert {n.id for n in contrato.nodos} == {*nombres, "__start__"}
    (c,) = comparar(demo).values()
    assert {j.origen: j.veredicto for j in c.nodos if j.origen != "__start__"} == dict.fromkeys(
        nombres, Veredicto.CONFORME
    )


@pytest.mark.lenta
def test_de_punta_a_punta_la_pagina_del_caso_tiene_sus_pasos(traer, tmp_path):
    traer(LANGSMITH)
    sitio.construir(tmp_path / "corridas", tmp_path / "sitio", idiomas=["es"])
    pagina = (tmp_path / "sitio" / "mia" / "casos" / "th-1.html").read_text("utf-8")
    for dicho in ("send_mail", "approve the quote?", "unknown sku", "fake-chat-1"):
        assert dicho in pagina
    assert all(f'data-paso="{n}"' in pagina for n in range(1, 10))
    assert "La traza solo trae en parte el estado" in pagina
    assert "3 desconocidas" in pagina


def test_sin_un_solo_nodo_que_dibujar_el_sitio_se_construye_igual(traer, tmp_path):
    hecha = traer(MUESTRAS / "inspect-sin-sucesos.json")
    assert any("no se dedujo contrato" in a for a in hecha.avisos)
    sitio.construir(tmp_path / "corridas", tmp_path / "sitio", idiomas=["es"])
    assert not list((tmp_path / "sitio" / "mia" / "descargas").glob("*.svg"))


def test_importar_otra_vez_es_otra_corrida_y_lo_que_habia_queda_como_estaba(traer, tmp_path):
    traer(LANGSMITH)
    antes = foto(tmp_path)
    segunda = traer(LANGSMITH)
    assert segunda.corrida.name == "20260102-030405-2"
    assert foto(tmp_path).items() >= antes.items()
    assert len(leer_demo(segunda.carpeta).corridas) == 2
    assert segunda.ficheros == ()


def test_dos_importaciones_iguales_escriben_los_mismos_bytes(traer, tmp_path):
    una = foto(traer(*(MUESTRAS / f for f in DEL_MISMO_AGENTE["mlflow"]), demo="a").corrida)
    otra = foto(traer(*(MUESTRAS / f for f in DEL_MISMO_AGENTE["mlflow"][::-1]), demo="b").corrida)
    assert {k: v.replace(b'"b"', b'"a"') for k, v in otra.items() if k.startswith("trazas")} == {
        k: v for k, v in una.items() if k.startswith("trazas")
    }


def test_un_caso_que_el_plan_no_tiene_es_un_error_y_no_se_escribe_nada(traer, tmp_path):
    traer(LANGSMITH)
    antes = foto(tmp_path / "corridas")
    with pytest.raises(
        ErrorDeEntrada, match=r"sería el caso «demo-thread-1», que no está en el plan → añádelo .*«th-1»"
    ):
        traer(MUESTRAS / "langfuse-api.json")
    assert foto(tmp_path / "corridas") == antes
    assert traer(MUESTRAS / "langfuse-api.json", casos=["th-1"]).casos[0].hilo == "demo-thread-1"


def test_si_algo_falla_al_final_no_queda_ni_rastro(traer, tmp_path, monkeypatch):
    monkeypatch.setattr(modulo, "leer_demo", lambda _: (_ for _ in ()).throw(ErrorDeEntrada([])))
    with pytest.raises(ErrorDeEntrada):
        traer(LANGSMITH)
    assert list((tmp_path / "corridas").iterdir()) == []


def test_si_el_plan_no_cabe_se_dice_que_elegir_y_no_una_ruta_que_ya_no_existe(traer, tmp_path):
    runs = [run(f"r{n}", trace_id=f"t{n}", hilo=f"h{n}", inputs={"x": "y" * 5000}) for n in range(60)]
    with pytest.raises(ErrorDeEntrada, match=r"pasa de 256 KiB: son 60 conversaciones.*--hilo"):
        traer(escribir(tmp_path, "x.json", runs))
    assert not (tmp_path / "corridas" / "mia").exists()


def test_lo_que_dejo_a_medias_una_muerte_no_es_una_demo_y_se_limpia(traer, tmp_path):
    restos = tmp_path / "corridas" / ".grabando-muerta"
    restos.mkdir(parents=True)
    (restos / "plan.yaml").write_text("demo: mia\n", "utf-8")
    traer(LANGSMITH)
    assert [c.name for c in (tmp_path / "corridas").iterdir()] == ["mia"]
    assert [d.plan.demo for d in leer_demos(tmp_path / "corridas")] == ["mia"]


def test_una_carpeta_que_no_es_una_demo_no_se_pisa(traer, tmp_path):
    (tmp_path / "corridas" / "mia").mkdir(parents=True)
    (tmp_path / "corridas" / "mia" / "notas.txt").write_text("mías", "utf-8")
    with pytest.raises(ErrorDeEntrada, match="existe y no es una demo"):
        traer(LANGSMITH)
    assert foto(tmp_path / "corridas") == {"mia/notas.txt": "mías".encode()}


@pytest.mark.parametrize("demo", ["..", "a/b", "Ñ", "", ".", "con"])
def test_un_nombre_de_demo_imposible_se_rechaza(traer, tmp_path, demo):
    with pytest.raises(ErrorDeEntrada, match="no vale como nombre de carpeta"):
        traer(LANGSMITH, demo=demo)
    assert not (tmp_path / "corridas").exists()


def test_un_secreto_no_llega_ni_a_la_traza_ni_al_plan(traer, tmp_path):
    entrada = {"pregunta": f"mi clave es {CLAVE}"}
    ruta = escribir(tmp_path, "x.json", [run("r", inputs=entrada, hilo=CLAVE), run("n", "r", ns="n:1", hilo=CLAVE)])
    hecha = traer(ruta)
    assert all(CLAVE.encode() not in datos for datos in foto(hecha.carpeta).values())
    assert CLAVE not in str(hecha.texto) + str(hecha.avisos) + hecha.como_json()
    assert hecha.casos[0].redacciones >= 1
    assert leer_demo(hecha.carpeta).plan.casos[0].entrada == {"pregunta": "mi clave es [secret:anthropic]"}


def test_un_secreto_tras_una_clave_repetida_no_se_cuela_al_copiar_la_linea(traer, tmp_path):
    """Al leerla vale la última; los bytes llevan las dos."""
    propia = Cinta(cabecera=True).ejecucion("r0").tarea("t1", "a", 1).fin().bytes()
    assert b'"node"' in propia
    ruta = tmp_path / "x.jsonl"
    ruta.write_bytes(propia.replace(b'"node"', b'"node":"' + CLAVE.encode() + b'","node"'))
    hecha = traer(ruta)
    assert all(CLAVE.encode() not in datos for datos in foto(hecha.carpeta).values())
    assert hecha.casos[0].pasos == 1


def test_un_secreto_del_grafo_dado_no_llega_al_contrato(traer, tmp_path):
    grafo = {
        "nodes": [{"id": "__start__"}, {"id": "n"}, {"id": "__end__"}],
        "edges": [
            {"source": "__start__", "target": "n"},
            {"source": "n", "target": "__end__", "data": CLAVE, "conditional": True},
        ],
    }
    hecha = traer(simple(tmp_path), grafo=escribir(tmp_path, "grafo.json", grafo))
    assert "[secret:anthropic]" in "".join(f.read_text("utf-8") for f in hecha.carpeta.glob("contrato.*"))
    assert all(CLAVE.encode() not in datos for datos in foto(hecha.carpeta).values())


def test_los_metadatos_del_trazador_no_se_copian(traer):
    """LangSmith exporta las variables `LANGSMITH_*` de quien ejecutó el agente."""
    datos = b"".join(foto(traer(LANGSMITH).carpeta).values())
    assert b"LANGSMITH_" in LANGSMITH.read_bytes()
    assert b"LANGSMITH_" not in datos and b"/srv/" not in datos


def test_con_su_grafo_se_comprueba_lo_que_el_agente_declara(traer, tmp_path):
    grafo = {
        "nodes": [{"id": "__start__"}, {"id": "n"}, {"id": "otro"}, {"id": "__end__"}],
        "edges": [
            {"source": "__start__", "target": "n"},
            {"source": "n", "target": "otro", "conditional": True},
            {"source": "n", "target": "__end__", "conditional": True},
            {"source": "otro", "target": "__end__"},
        ],
    }
    hecha = traer(simple(tmp_path), grafo=escribir(tmp_path, "grafo.json", grafo))
    demo = leer_demo(hecha.carpeta)
    assert demo.corrida is not None and list(demo.corrida.grafos) == ["por_defecto"]
    juicios = {(a.origen, a.destino): a.veredicto for a in comparar(demo)["por_defecto"].aristas}
    assert juicios["n", "__end__"] is Veredicto.CONFORME
    assert juicios["n", "otro"] is Veredicto.DECLARADA_SIN_RECORRER
    assert not any("sin grafo" in a for a in hecha.avisos)


def test_sin_grafo_el_contrato_es_lo_recorrido_y_no_hay_grafo_que_parezca_exportado(traer):
    hecha = traer(MUESTRAS / "langfuse-api.json")
    demo = leer_demo(hecha.carpeta)
    assert demo.corrida is not None and demo.corrida.grafos == {}
    aristas = {(a.origen, a.destino): a.tipo for a in demo.contratos["por_defecto"].aristas}
    assert aristas["tools", "agent"] is TipoDeArista.FIJA
    assert aristas["agent", "tools"] is aristas["agent", "__end__"] is TipoDeArista.CONDICIONAL
    assert "dice lo que pasó EN ELLAS" in (hecha.carpeta / "contrato.md").read_text("utf-8")
    assert any("sin grafo no se comprueba" in a for a in hecha.avisos)


def test_cada_conversacion_es_un_caso_y_un_hilo_raro_no_se_sale_de_la_carpeta(traer):
    hecha = traer(MUESTRAS / "checkpoints.sqlite")
    assert [c.hilo for c in hecha.casos] == ["th-1", "th-1 rama 2", "th-2 ünï/../x"]
    assert all("/" not in c.caso and ".." not in c.caso for c in hecha.casos)
    assert len(list((hecha.corrida / "trazas").iterdir())) == 3


def test_se_puede_elegir_un_hilo_y_ponerle_nombre(traer):
    hecha = traer(MUESTRAS / "checkpoints.sqlite", hilos=["th-2 ünï/../x"], casos=["pausado"])
    assert [(c.caso, c.estado) for c in hecha.casos] == [("pausado", "interrupted")]


@pytest.mark.parametrize(
    ("pedido", "dice"),
    [
        ({"hilos": ["no"]}, "no hay ninguna conversación «no» → hay «th-1»"),
        ({"casos": ["a"]}, "hay 3 conversaciones y se dan 1 ids de caso"),
        ({"casos": ["a", "b", "a"]}, "está repetido"),
    ],
)
def test_un_pedido_que_no_casa_con_lo_que_hay_lo_dice(traer, pedido, dice):
    with pytest.raises(ErrorDeEntrada, match=dice):
        traer(MUESTRAS / "checkpoints.sqlite", **pedido)


def test_la_variante_es_la_unica_o_la_que_se_diga(traer, tmp_path):
    hecha = traer(LANGSMITH, variante="rapida")
    assert traer(LANGSMITH).casos[0].caso == "th-1"
    plan = hecha.carpeta / "plan.yaml"
    datos = yaml.safe_load(plan.read_text("utf-8"))
    datos["variantes"].append({"id": "otra", "titulo": "Otra"})
    plan.write_text(json.dumps(datos), "utf-8")
    with pytest.raises(ErrorDeEntrada, match="varias variantes → usa --variante con una de: rapida, otra"):
        traer(LANGSMITH)
    with pytest.raises(ErrorDeEntrada, match="no hay ninguna variante «x»"):
        traer(LANGSMITH, variante="x")
    with pytest.raises(ErrorDeEntrada, match="es de la variante «rapida» y se importa como «otra» → usa --variante"):
        traer(LANGSMITH, variante="otra")


def test_los_casos_que_la_corrida_no_trae_se_avisan(traer):
    traer(MUESTRAS / "checkpoints.sqlite")
    hecha = traer(LANGSMITH)
    assert any("no trae «th-1-rama-2" in a and "mientras sea la última" in a for a in hecha.avisos)


def test_lo_que_ya_sabiamos_leer_se_copia_y_dice_lo_mismo(traer, tmp_path):
    propia = tmp_path / "propia.jsonl"
    propia.write_bytes(Cinta(cabecera=True).ejecucion("r0").tarea("t1", "a", 1).fin().bytes())
    for n, ruta in enumerate((propia, *sorted(FLUJOS.glob("*.jsonl")))):
        hecha = traer(ruta, demo=f"d{n}", casos=["c"])
        copiada = hecha.corrida / "trazas" / "c.jsonl"
        con_secreto = b"token=" in ruta.read_bytes()
        assert bool(hecha.casos[0].redacciones) is con_secreto
        assert con_secreto or leer_traza(copiada, "c") == leer_traza(ruta, "c")
        assert len(copiada.read_bytes().splitlines()) == len(ruta.read_bytes().splitlines())


def test_una_linea_que_no_se_pudo_convertir_se_dice_con_su_numero(traer, tmp_path):
    ruta = tmp_path / "x.jsonl"
    ruta.write_text("\n".join([json.dumps(run("r")), "{rota", json.dumps(run("n", "r", ns="n:1"))]), "utf-8")
    assert any(a.startswith(f"{ruta}:2: no es JSON") and a.endswith("→ se salta") for a in traer(ruta).avisos)


@pytest.mark.parametrize(
    "texto", ["</script><b>x", "'; rm -rf /", "a: {b", "\u2028", "\ud800", "\x00", "{% x %}", "#", "- [", "ن" * 300]
)
def test_un_texto_hostil_en_cualquier_sitio_da_una_demo_que_se_lee(traer, tmp_path, texto):
    raro = {"inputs": {texto: texto}, "outputs": {texto: [texto]}, "name": texto, "hilo": texto or "h"}
    ns = f"{texto.replace(':', '').replace('|', '')}:1"
    hecha = traer(escribir(tmp_path, "x.json", [run("r", **raro), run("n", "r", ns=ns, **raro)]))
    demo = leer_demo(hecha.carpeta)
    assert demo.corrida is not None and len(demo.corrida.trazas[hecha.casos[0].caso].pasos) == 1


def test_construir_e_importar_no_necesitan_langgraph():
    prueba = "import sys, generador.importar, generador.sitio; print([m for m in sys.modules if m[:4] == 'lang'])"
    hecho = subprocess.run([sys.executable, "-c", prueba], capture_output=True, text=True, check=True, timeout=60)
    assert hecho.stdout.strip() == "[]"


def test_la_orden_dice_que_escribio_y_que_hacer_y_avisa_por_la_salida_de_errores(tmp_path):
    hecho = CliRunner().invoke(main, ["importar", str(tmp_path / "demos" / "pedidos"), str(LANGSMITH)])
    assert hecho.exit_code == 0
    assert "th-1: 9 pasos · 2 ejecuciones · ok" in hecho.stdout
    demos = tmp_path / "demos"
    assert f"«vitrina comparar pedidos --corridas {demos}» y «vitrina construir --corridas {demos}»" in hecho.stdout
    assert "sin grafo no se comprueba" in hecho.stderr
    assert (tmp_path / "demos" / "pedidos" / "plan.yaml").is_file()


def test_en_json_sale_todo_y_solo_json(tmp_path):
    hecho = CliRunner().invoke(main, ["importar", "mia", str(LANGSMITH), "--corridas", str(tmp_path), "--json"])
    datos = json.loads(hecho.stdout)
    assert datos["ficheros"][0]["tramos"] == 25
    (caso,) = datos["casos"]
    assert (caso["pasos"], caso["llamadas_a_modelo"], caso["estado"]) == (9, 3, "ok")
    assert caso["falta"] == {"estado": "parcial", "actualizaciones": "parcial", "rutas": "parcial"}


def test_lo_que_no_se_reconoce_acaba_con_dos_y_los_formatos_que_se_admiten(tmp_path):
    ruta = tmp_path / "x.json"
    ruta.write_text('{"hola": 1}', "utf-8")
    hecho = CliRunner().invoke(main, ["importar", "mia", str(ruta), "--corridas", str(tmp_path / "c")])
    assert hecho.exit_code == 2
    assert "no se reconoce de qué trazador es → se admiten: " in hecho.stderr
    assert not (tmp_path / "c").exists()


def test_un_fichero_roto_dice_que_lo_esta_y_no_que_es_de_otro(traer, tmp_path):
    zip_cortado = tmp_path / "cortado.eval"
    zip_cortado.write_bytes((MUESTRAS / "inspect.eval").read_bytes()[:900])
    with pytest.raises(ErrorDeEntrada, match=r"cortado\.eval: es un zip cortado o dañado"):
        traer(zip_cortado)
    base_rota = tmp_path / "rota.sqlite"
    base_rota.write_bytes((MUESTRAS / "checkpoints.sqlite").read_bytes()[:3000])
    with pytest.raises(ErrorDeEntrada, match=r"rota\.sqlite: la base no se puede leer"):
        traer(base_rota)


def test_de_un_fichero_sin_conversaciones_se_dice_que_se_salto(traer, tmp_path):
    vacio = escribir(tmp_path, "vacio.json", {"resourceSpans": []})
    sin_ids = escribir(tmp_path, "sin_ids.json", {"resourceSpans": [{"scopeSpans": [{"spans": [{"name": "x"}]}]}]})
    with pytest.raises(ErrorDeEntrada) as lanzada:
        traer(vacio, sin_ids)
    de_sin_ids, de_vacio = sorted(map(str, lanzada.value.problemas))
    assert "vacio.json: no trae ninguna conversación de OTLP" in de_vacio and "se eligió alguna traza" in de_vacio
    assert "se saltan 1, y lo primero porque un span no tiene «spanId»" in de_sin_ids

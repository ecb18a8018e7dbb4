"""Lo que la grabadora etiqueta se lee como lo que es; lo que otro llame `$t`, tal cual."""

from __future__ import annotations

import datetime as dt
import enum
import uuid
from dataclasses import dataclass
from decimal import Decimal
from pathlib import PurePosixPath

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, ToolMessage
from langgraph.types import Command, Send

from generador.grabacion.serializar import Limites, Serializador
from generador.modelo.traza import LlamadaHerramienta
from generador.paginas.caso.cambios import estado_de_paso
from generador.paginas.caso.llamadas import sueltas
from generador.paginas.caso.pausas import decision, pausa_vista, suerte
from generador.paginas.caso.valores import LEGIBLE, json_visible, valor_visible
from generador.paginas.etiquetado import decir, legible
from generador.paginas.etiquetas import desnudo
from tests.congelados import replace
from tests.paginas.caso.apoyo import CTX, pagina_de
from tests.paginas.caso.ejemplo import HITL, cambio, carga, largo, paso, tarea
from tests.paginas.test_estado import json_cualquiera


class Via(enum.Enum):
    ORAL = "oral"


@dataclass
class Medicacion:
    nombre: str
    dosis: Decimal


class Rota:
    def __repr__(self) -> str:
        raise ValueError


GRABAR = Serializador(limites=Limites(texto=10, lista=3))
LEIDOS = [
    (dt.datetime(2026, 11, 30, 10), "2026-11-30T10:00:00 (fecha)"),
    (dt.date(2026, 11, 30), "2026-11-30 (fecha)"),
    (dt.time(10, 30), "10:30:00 (hora)"),
    (dt.timedelta(minutes=2), "120.0 s (duración)"),
    (Decimal("12.50"), "12.50 (decimal)"),
    (uuid.UUID(int=5), "00000000-0000-0000-0000-000000000005 (UUID)"),
    (PurePosixPath("a/b.txt"), "a/b.txt (ruta)"),
    (b"x" * 37, "37 bytes"),
    ({"b", "a"}, "conjunto {a, b}"),
    (set(), "conjunto vacío"),
    ({"$t": 1, 2: "x"}, '{"$t": 1, 2: "x"}'),
    (Via.ORAL, "Via.ORAL (oral)"),
    (Medicacion("Ibuprofeno", Decimal("0.6")), "Medicacion(nombre=Ibuprofeno, dosis=0.6 (decimal))"),
    (Medicacion("dos, tres", 600), 'Medicacion(nombre="dos, tres", dosis=600)'),
    (Send("buscar", {"n": 1}), 'Send(buscar, {"n": 1})'),
    (Command(goto="fin", update={"x": Decimal(1)}), 'Command(update={"x": 1 (decimal)}, goto=fin)'),
    (AIMessage("hola"), "Modelo: «hola»"),
    (ToolMessage("12", tool_call_id="1", name="suma"), "Herramienta · suma: «12»"),
    (np.array([[1, 2], [3, 4]]), "matriz de 2 × 2 int64 [1, 2, 3, aquí se cortó: falta 1 elemento]"),
    (list(range(15)), "[0, 1, 2, aquí se cortó: faltan 12 elementos]"),
    ({str(i): i for i in range(5)}, '{"0": 0, "1": 1, "2": 2, aquí se cortó: faltan 2 elementos}'),
    ("x" * 30, f'"{"x" * 10}"… (aquí se cortó: 10 de 30 caracteres)'),
    (2**60, str(2**60)),
    (1 << 20_000, "un entero de 20.001 bits"),
    (float("nan"), "NaN"),
    (float("-inf"), "-∞"),
    (1 + 2j, "(1+2j) (número complejo)"),
    (ValueError("no"), "ValueError: no"),
    (Ellipsis, "Ellipsis"),
    (Rota(), "Rota, que no se pudo grabar"),
]  # fmt: skip


@pytest.mark.parametrize("objeto, dicho", LEIDOS, ids=[type(o).__name__ + str(i) for i, (o, _) in enumerate(LEIDOS)])
def test_cada_cosa_que_graba_la_grabadora_se_lee_como_lo_que_es(objeto, dicho):
    assert decir(CTX, GRABAR(objeto)) == dicho


def test_lo_hondo_y_lo_que_se_contiene_se_dicen():
    ciclo: list[object] = []
    ciclo.append(ciclo)
    assert decir(CTX, GRABAR(ciclo)) == "[aquí se contiene a sí mismo]"
    hondo = Serializador(limites=Limites(hondura=2))([[[1]]])
    assert decir(CTX, hondo) == "[[aquí se cortó: demasiado hondo]]"


INVENTADOS = [
    {"$t": "cosa", "v": 1},
    {"$t": "dt", "v": "mañana"},
    {"$t": "dt", "v": "2026-11-30", "nota": "no es nuestra"},
    {"$t": "decimal", "v": "doce"},
    {"$t": "uuid", "v": "1"},
    {"$t": "bytes", "len": "muchos", "b64": ""},
    {"$t": "bytes", "len": True, "b64": ""},
    {"$t": "float", "v": "1.5"},
    {"$t": "int", "v": "uno"},
    {"$t": "dict", "v": [["sin pareja"]]},
    {"$t": "set", "v": {}},
    {"$t": "obj", "v": {}},
    {"$t": "msg", "content": "¿de quién?"},
    {"$t": ["lista"]},
]


@pytest.mark.parametrize("inventado", INVENTADOS, ids=str)
def test_un_etiquetado_inventado_se_ensena_tal_cual(inventado):
    visto = valor_visible(CTX, {"x": inventado})
    assert visto.legible == ""
    assert decir(CTX, {"x": inventado}) == decir(CTX, {"x": dict(inventado)})
    assert '"$t": ' in decir(CTX, inventado)
    assert desnudo(inventado) is inventado


@settings(deadline=None)
@given(json_cualquiera, st.sampled_from([t for t, _ in INVENTADOS[0].items()]))
def test_con_cualquier_json_ni_lanza_ni_cambia_lo_que_no_lleva_etiquetas(valor, _):
    assert isinstance(legible(CTX, carga({"$t": "set", "v": [valor]})), str)
    if '"$t"' not in carga(valor).crudo.decode():
        assert legible(CTX, carga(valor)) == ""


def test_el_json_grabado_sigue_entero_detras():
    grabado = carga({"a": GRABAR(Decimal("12.50"))})
    visto = json_visible(CTX, grabado)
    assert visto.legible == '{"a": 12.50 (decimal)}'
    assert visto.texto == '{"a": {"$t": "decimal","v": "12.50"}}' or '"12.50"' in visto.texto


def test_lo_que_no_cabe_en_una_linea_se_abre_y_lo_que_no_cabe_se_dice():
    muchas = carga([GRABAR(Medicacion(f"n{i}", Decimal(i))) for i in range(200)])
    visto = json_visible(CTX, muchas).legible
    assert visto.startswith("[\n  Medicacion(nombre=n0, dosis=0 (decimal)),\n")
    assert f"Se enseñan {CTX.idioma.numero(LEGIBLE)} de" in visto


def test_una_lista_de_mensajes_no_se_dice_dos_veces():
    assert valor_visible(CTX, [{"$t": "msg", "type": "ai", "content": "hola"}]).legible == ""


def test_el_diff_de_estado_dice_la_fecha_y_el_valor_entero_sigue_siendo_su_json():
    fecha, otra = GRABAR(dt.date(2026, 11, 30)), GRABAR(dt.date(2026, 12, 1))
    p = replace(paso(1, tarea(1, 1, "a", 0, 1)), cambios=(cambio("cita", fecha, otra),))
    estado = estado_de_paso(CTX, None, p, {})
    assert [f.texto for f in estado.diferencias[0].filas] == ["- 2026-11-30 (fecha)", "+ 2026-12-01 (fecha)"]
    assert [c.clave for c in estado.claves] == ["cita"]
    assert '"$t"' in estado.claves[0].valor.texto


def test_los_argumentos_y_el_resultado_de_una_herramienta_se_leen():
    usada = LlamadaHerramienta(
        nombre="pedir", argumentos=carga({"cuando": GRABAR(dt.date(2026, 11, 30))}),
        resultado=carga({"$t": "msg", "type": "tool", "content": "hecho", "name": "pedir"}),
    )  # fmt: skip
    (llamada,) = sueltas(CTX, [usada])
    dichos = {nombre: j.legible for nombre, j in llamada.cargas}
    assert dichos == {"Argumentos": '{"cuando": 2026-11-30 (fecha)}', "Resultado": "Herramienta · pedir: «hecho»"}


def test_una_pausa_con_un_objeto_dice_sus_campos_y_una_decision_que_es_un_enum_su_valor():
    pausa = HITL.pasos[4].tareas[0].interrupciones[0]

    class Decision(enum.Enum):
        NO = "reject"

    suya = replace(
        pausa,
        valor=carga(GRABAR(Medicacion("Ibu", Decimal("0.6")))),
        respuesta=carga({"decision": GRABAR(Decision.NO)}),
    )
    datos = {d.nombre: d.valor for d in pausa_vista(CTX, HITL, suya).datos}
    assert (datos["nombre"], datos["dosis"]) == ("Ibu", "0.6 (decimal)")
    assert (decision(CTX, suya), suerte(suya)) == ("reject", "denegada")


def test_una_respuesta_que_la_grabadora_corto_sigue_siendo_la_respuesta():
    traza = replace(largo(1), final={"respuesta": carga({"$t": "str", "len": 30, "head": "Hola, esto"})})
    partes = pagina_de(traza).portada.salida[0].partes
    assert [p.clase for p in partes] == ["texto", "nota"]
    assert "10 de 30" in partes[1].texto


def test_de_un_objeto_que_cambia_se_ven_los_campos_que_cambian():
    antes, despues = (GRABAR(Medicacion("Ibu", Decimal(d))) for d in ("0.6", "0.4"))
    p = replace(paso(1, tarea(1, 1, "a", 0, 1)), cambios=(cambio("toma", antes, despues),))
    estado = estado_de_paso(CTX, None, p, {})
    (diferencia,) = estado.diferencias
    assert diferencia.ruta == "toma.dosis"
    assert [f.texto for f in diferencia.filas] == ["- 0.6 (decimal)", "+ 0.4 (decimal)"]
    assert [c.clave for c in estado.claves] == ["toma"]

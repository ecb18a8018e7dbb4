"""Los que no tienen grafo de LangGraph: los solvers de Inspect y las acciones de Burr son los pasos."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura.ajenas import inspect_ai, leer
from generador.modelo.procedencia import Procedencia
from generador.modelo.traza import Fin, Grado
from tests.lectura.ajenas.ayuda import MUESTRAS, escribir, trazas


def nodos(traza):
    return [[t.nodo for t in p.tareas] for p in traza.pasos]


def test_inspect_cada_solver_es_un_paso_y_los_textos_aparte_vuelven_a_su_sitio(tmp_path):
    traza = trazas(tmp_path, MUESTRAS / "inspect.eval")["1 época 1"]
    assert nodos(traza) == [["system_message"], ["generate"], ["match"]]
    (modelo,) = traza.pasos[1].tareas[0].modelos
    assert (modelo.modelo, modelo.proveedor, modelo.procedencia) == ("llama3.1", "ollama", Procedencia.DESCONOCIDA)
    assert dict(modelo.uso) == {"input": 66, "output": 2, "total": 68}
    assert "respond with exactly" in modelo.mensajes.valor()[0]["content"]
    assert (traza.fin, traza.final["output"].valor()) == (Fin.BIEN, "No")
    assert traza.final["scores"].valor()["match"]["value"] == "I"
    assert [p.cambios for p in traza.pasos] == [None] * 3, "el registro no dice qué escribió cada solver"


def test_inspect_sin_sucesos_solo_dice_como_quedo(tmp_path):
    ruta = MUESTRAS / "inspect-sin-sucesos.json"
    (traza,) = trazas(tmp_path, ruta).values()
    assert (traza.pasos, traza.completitud.llamadas) == ((), Grado.NADA)
    assert len(traza.final["messages"].valor()) == 11
    assert "no guarda los sucesos" in leer(ruta).lectura.conversaciones[0].avisos[0]


def registro(*sucesos: dict[str, Any], **campos: Any) -> dict[str, Any]:
    muestra = {"id": "m", "epoch": 1, "input": "hola", "events": list(sucesos), **campos}
    return {"version": 2, "status": "success", "eval": {}, "samples": [muestra]}


def test_inspect_las_herramientas_sus_errores_y_lo_que_corre_dentro_de_otro(tmp_path):
    hora = "2026-01-01T00:00:00+00:00"
    datos = registro(
        {"event": "span_begin", "id": "1", "type": "solvers", "name": "solvers", "timestamp": hora},
        {"event": "span_begin", "id": "2", "type": "solver", "name": "react", "timestamp": hora},
        {"event": "span_begin", "id": "3", "type": "solver", "name": "dentro", "timestamp": hora},
        {
            "event": "tool",
            "id": "c1",
            "function": "bash",
            "arguments": {"cmd": "ls"},
            "error": {"type": "timeout", "message": "tarda"},
        },
        {"event": "span_end", "id": "3", "timestamp": hora},
        {"event": "model", "model": "mockllm/model", "input": [], "output": {}, "error": "roto"},
        {"event": "span_end", "id": "2", "timestamp": hora},
        {"event": "span_end", "id": "1", "timestamp": hora},
        error={"message": "se acabó el tiempo", "traceback": "…"},
    )
    (traza,) = trazas(tmp_path, escribir(tmp_path, "x.json", datos)).values()
    assert nodos(traza) == [["react"]]
    (tarea,) = traza.pasos[0].tareas
    assert [(h.nombre, h.llamada, h.fin, h.fallo.clase) for h in tarea.herramientas] == [
        ("bash", "c1", Fin.ERROR, "timeout")
    ]
    assert [(m.modelo, m.procedencia, m.fallo.mensaje) for m in tarea.modelos] == [
        ("model", Procedencia.DESCONOCIDA, "roto")
    ]
    assert (traza.fin, traza.ejecuciones[0].fallo.mensaje) == (Fin.ERROR, "se acabó el tiempo")


def eval_(**miembros: bytes) -> bytes:
    bufer = io.BytesIO()
    with zipfile.ZipFile(bufer, "w", zipfile.ZIP_DEFLATED) as zip_:
        zip_.writestr("header.json", "{}")
        for nombre, datos in miembros.items():
            zip_.writestr(f"samples/{nombre}.json", datos)
    return bufer.getvalue()


def test_un_zip_bomba_y_una_muestra_rota_se_saltan_y_se_dicen(tmp_path, monkeypatch):
    monkeypatch.setattr(inspect_ai, "_MIEMBRO", 1000)
    buena = json.dumps({"id": "m", "input": "x"}).encode()
    ruta = tmp_path / "x.eval"
    ruta.write_bytes(eval_(a=b" " * 5000, b=b"{rota", c=buena, d=b"[]", e=b"{}"))
    lectura = leer(ruta).lectura
    assert [c.clave for c in lectura.conversaciones] == ["m época 1"]
    assert [s.motivo for s in sorted(lectura.saltadas)] == [
        "una muestra no tiene «id»",
        "«samples/a.json» es demasiado grande",
        "«samples/b.json» no se puede leer",
        "«samples/d.json» no se puede leer",
    ]


@pytest.mark.parametrize("compresion", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_una_muestra_con_los_bytes_estropeados_se_salta_y_las_demas_se_leen(tmp_path, compresion):
    bufer = io.BytesIO()
    with zipfile.ZipFile(bufer, "w", compresion) as zip_:
        zip_.writestr("header.json", "{}")
        for nombre in ("a", "b"):
            zip_.writestr(f"samples/{nombre}.json", json.dumps({"id": nombre, "input": "x" * 500}))
        sitio = zip_.getinfo("samples/a.json")
    datos = bytearray(bufer.getvalue())
    fin = sitio.header_offset + 30 + len(sitio.filename) + sitio.compress_size
    datos[fin - 12 : fin - 2] = b"\xff" * 10
    ruta = tmp_path / "x.eval"
    ruta.write_bytes(datos)
    lectura = leer(ruta).lectura
    assert [c.clave for c in lectura.conversaciones] == ["b época 1"]
    assert [s.motivo for s in lectura.saltadas] == ["«samples/a.json» no se puede leer"]


@pytest.mark.parametrize("corte", [30, 60, 200, 1000, 3000])
def test_un_eval_cortado_dice_que_lo_esta(tmp_path, corte):
    ruta = tmp_path / "x.eval"
    ruta.write_bytes((MUESTRAS / "inspect.eval").read_bytes()[:corte])
    with pytest.raises(ErrorDeEntrada, match="es un zip cortado o dañado"):
        leer(ruta)


def test_burr_cada_accion_es_un_paso_con_el_estado_que_dejo_y_su_fallo(tmp_path):
    ruta = MUESTRAS / "burr-log.jsonl"
    traza = trazas(tmp_path, ruta)["burr-log"]
    assert nodos(traza) == [["prompt"], ["check_openai_key"], ["check_safety"], ["decide_mode"]]
    assert [p.cambios if p.cambios is None else [c.clave for c in p.cambios] for p in traza.pasos] == [
        None,
        ["has_openai_key"],
        ["safe"],
        None,
    ]
    rota = traza.pasos[3].tareas[0]
    assert (rota.fin, rota.fallo.clase, traza.fin) == (Fin.ERROR, "openai.AuthenticationError", Fin.ERROR)
    assert "/home/" not in rota.fallo.traza
    assert any("1 spans de dentro" in a for a in leer(ruta).lectura.conversaciones[0].avisos)


def test_burr_sin_error_no_se_sabe_si_acabo(tmp_path):
    lineas = (MUESTRAS / "burr-log.jsonl").read_text("utf-8").splitlines()[:6]
    (tmp_path / "mi-aplicacion").mkdir()
    ruta = tmp_path / "mi-aplicacion" / "log.jsonl"
    ruta.write_text("\n".join(lineas), "utf-8")
    traza = trazas(tmp_path, ruta)["mi-aplicacion"]
    assert (len(traza.pasos), traza.fin) == (2, Fin.SIN_CERRAR)


@pytest.mark.parametrize(
    "raro",
    [
        {"sequence_id": -1},
        {"sequence_id": 10**30},
        {"sequence_id": True},
        {"action": ""},
        {"action": None},
        {"type": "otra"},
    ],
)
def test_burr_una_linea_imposible_se_salta_y_se_dice(tmp_path, raro):
    buena = {"type": "begin_entry", "action": "a", "sequence_id": 0, "inputs": {}}
    ruta = escribir(tmp_path, "x.jsonl", [buena, {**buena, **raro}])
    assert [s.linea for s in leer(ruta).lectura.saltadas] == [2]

"""Los documentos y la referencia: congelados, suficientes y sin nada que venga de un agente."""

import ast
import hashlib
import json
from pathlib import Path

import pytest

from agentes.control.dominio import generar
from agentes.control.evaluacion import referencia

REF = referencia.leer()
MODULO = Path(referencia.__file__)
AFIRMACION_DE = {"no_facturable": "not_billable@1", "duplicada": "duplicate_of@1"}


def test_los_documentos_guardados_son_los_que_da_el_generador():
    esperados = dict(generar.documentos())
    guardados = {f.relative_to(generar.CARPETA).as_posix(): f.read_bytes() for f in generar.CARPETA.rglob("*.*")}
    assert guardados == {ruta: texto.encode() for ruta, texto in esperados.items()}


def test_la_referencia_congelada_sale_byte_a_byte_de_los_documentos():
    construida = json.dumps(referencia.construir(), ensure_ascii=False, indent=1) + "\n"
    assert referencia.FICHERO.read_text("utf-8") == construida


def test_la_referencia_lleva_la_huella_de_cada_documento():
    reales = {
        f.relative_to(generar.CARPETA).as_posix(): hashlib.sha256(f.read_bytes()).hexdigest()
        for f in generar.CARPETA.rglob("*.*")
    }
    assert REF["documentos"] == reales


def test_quien_calcula_la_referencia_no_importa_nada_nuestro():
    arbol = ast.parse(MODULO.read_text("utf-8"))
    modulos = {n.module for n in ast.walk(arbol) if isinstance(n, ast.ImportFrom)}
    modulos |= {a.name for n in ast.walk(arbol) if isinstance(n, ast.Import) for a in n.names}
    assert not [m for m in modulos if m and m.startswith(("agentes", "generador", "langgraph", "langchain"))]


def test_hay_facturas_afirmaciones_y_abstenciones_de_sobra():
    assert len(REF["casos"]) >= 40
    assert sum(len(c["afirmaciones"]) for c in REF["casos"]) >= 300
    assert sum(len(c["abstenciones"]) for c in REF["casos"]) >= 60


@pytest.mark.parametrize("plantada", generar.facturas()[1], ids=lambda p: f"{p.factura}-{p.clase}-{p.linea}")
def test_lo_plantado_al_generar_esta_en_la_referencia_calculada_por_otro_camino(plantada):
    caso = next(c for c in REF["casos"] if c["encargo"]["factura_id"] == plantada.factura)
    dichas = {(a["pred"], a["args"].get("linea", 0)) for a in caso["afirmaciones"]}
    calladas = {a["motivo"] for a in caso["abstenciones"]}
    fuera = any(a["args"].get("resultado") == "fuera" for a in caso["afirmaciones"])
    match plantada.clase:
        case "fuera_de_plazo":
            assert fuera or "sin_calendario" in calladas
        case "excede_tope":
            assert ("exceeds_cap@1", plantada.linea) in dichas or "otra_moneda" in calladas
        case "no_facturable" | "duplicada":
            assert (AFIRMACION_DE[plantada.clase], plantada.linea) in dichas
        case "importe_mal" | "total_mal":
            assert any(pred == "value_is@1" for pred, _ in dichas)
        case _:
            assert plantada.clase in calladas


def test_ninguna_afirmacion_esperada_esta_repetida():
    todas = [json.dumps(a, sort_keys=True) for c in REF["casos"] for a in c["afirmaciones"]]
    assert len(todas) == len(set(todas))

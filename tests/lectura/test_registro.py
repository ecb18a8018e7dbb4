"""`registro.json`: se lee entero, y lo que no cuadra se dice con su línea."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generador.errores import ErrorDeEntrada, Problema
from generador.lectura.registro import leer_registro
from tests.paginas.muestra_medida import BINARIO, ORIGEN, PREFIJO, TEXTO, cadena, fragmento

RAIZ = Path(__file__).parents[2]
CASOS = {"uno": None}


def publicado() -> dict[str, Any]:
    """Un registro publicado con una cadena de dos entradas y un juicio."""
    c = cadena("uno", (TEXTO, BINARIO))
    f = fragmento(TEXTO, '"230.00"')
    cita = {"ledger_id": f.ledger_id, "inicio": f.inicio, "fin": f.fin, "texto": f.texto}
    huellas = [e.sha256 for e in c.entradas]
    return {
        "formato": "vitrina/registro",
        "v": 1,
        "algoritmo": {"hash": "sha256", "prefijo": PREFIJO, "canonico": "RFC 8785", "origen": ORIGEN},
        "contenidos": {
            huellas[0]: {"texto": TEXTO.decode()},
            huellas[1]: {"base64": base64.b64encode(BINARIO).decode()},
        },
        "corridas": [
            {
                "caso": "uno",
                "variante": "v",
                "run_id": "uno",
                "cabeza": c.cabeza,
                "entradas": [dict(e.campos) for e in c.entradas],
                "afirmaciones": [
                    {
                        "id": "c_1", "proposicion": "p_1", "pred": "value_is@1", "entailment": "respalda",
                        "args": {"x": 1.5}, "texto": None, "fragmentos": [cita],
                    }
                ],
            }
        ],
    }  # fmt: skip


def escribir(carpeta: Path, datos: dict[str, Any]) -> Path:
    ruta = carpeta / "registro.json"
    ruta.write_text(json.dumps(datos, ensure_ascii=False, indent=1), "utf-8")
    return ruta


def problemas(carpeta: Path, datos: dict[str, Any], casos: dict[str, str | None] | None = None) -> list[Problema]:
    with pytest.raises(ErrorDeEntrada) as error:
        leer_registro(escribir(carpeta, datos), casos or dict(CASOS))
    assert all(p.linea for p in error.value.problemas)
    return list(error.value.problemas)


def test_se_leen_las_entradas_con_sus_bytes_y_los_juicios_con_sus_citas(tmp_path: Path) -> None:
    (c,) = leer_registro(escribir(tmp_path, publicado()), CASOS).cadenas
    assert [e.contenido for e in c.entradas] == [TEXTO, BINARIO]
    (a,) = c.afirmaciones
    assert (a.args, a.texto, a.fragmentos[0].texto) == ({"x": 1.5}, "", '"230.00"')


def _byte(d: dict[str, Any]) -> None:
    contenido = next(iter(d["contenidos"].values()))
    contenido["texto"] = contenido["texto"].replace("230", "231")


def _campo(d: dict[str, Any]) -> None:
    d["corridas"][0]["entradas"][1]["clase"] = "humano"


def _cabeza(d: dict[str, Any]) -> None:
    d["corridas"][0]["cabeza"] = "1" * 64


def _decimal(d: dict[str, Any]) -> None:
    d["corridas"][0]["entradas"][0]["meta"] = {"n": 0.5}


def _cita(d: dict[str, Any]) -> None:
    d["corridas"][0]["afirmaciones"][0]["fragmentos"][0]["inicio"] += 1


@pytest.mark.parametrize(
    ("cambiar", "dice"),
    [
        (_byte, "la entrada 1 de «uno»: sus bytes no son los que se escribieron"),
        (_campo, "la entrada 2 de «uno»: su hash no es el de sus campos"),
        (_cabeza, "«uno»: la última entrada no lleva a la cabeza publicada"),
        (_decimal, "0.5 no tiene una sola forma canónica"),
        (_cita, "de la entrada citada no son"),
    ],
)
def test_cambiar_algo_se_dice_y_donde(tmp_path: Path, cambiar: Callable[[dict[str, Any]], None], dice: str) -> None:
    datos = publicado()
    cambiar(datos)
    assert any(dice in p.que_pasa for p in problemas(tmp_path, datos))


def test_la_cabeza_del_manifiesto_manda(tmp_path: Path) -> None:
    datos = publicado()
    assert "no es la que publica el manifiesto" in problemas(tmp_path, datos, {"uno": "2" * 64})[0].que_pasa
    assert leer_registro(escribir(tmp_path, datos), {"uno": datos["corridas"][0]["cabeza"]})


def test_un_caso_que_no_esta_en_la_corrida_se_dice(tmp_path: Path) -> None:
    assert "no tiene el caso «uno» (¿quisiste" in problemas(tmp_path, publicado(), {"una": None})[0].que_pasa


def test_todo_lo_que_no_tiene_forma_sale_junto(tmp_path: Path) -> None:
    datos = publicado()
    datos["v"] = 2
    del datos["corridas"][0]["cabeza"]
    datos["corridas"][0]["entradas"][0]["seq"] = "1"
    assert len(problemas(tmp_path, datos)) == 3


@pytest.mark.parametrize("contenido", [{}, {"base64": "no es"}, {"texto": "a", "base64": "YQ=="}])
def test_unos_bytes_a_medias_se_dicen(tmp_path: Path, contenido: dict[str, str]) -> None:
    datos = publicado()
    datos["contenidos"] = dict.fromkeys(datos["contenidos"], contenido)
    assert [p.que_pasa for p in problemas(tmp_path, datos)] == ["no trae «texto» o un «base64» válido"] * 2


def test_una_clave_de_mas_en_una_entrada_entra_en_su_hash(tmp_path: Path) -> None:
    datos = publicado()
    datos["corridas"][0]["entradas"][0]["nueva"] = 1
    assert "la entrada 1 de «uno»: su hash" in problemas(tmp_path, datos)[0].que_pasa
    datos = {**publicado(), "nota": "x"}
    assert leer_registro(escribir(tmp_path, datos), CASOS).otros == {"nota": "x"}


@pytest.mark.parametrize("ruta", sorted(RAIZ.glob("corridas/*/*/registro.json")), ids=lambda r: r.parent.name)
def test_los_registros_versionados_cuadran(ruta: Path) -> None:
    casos = json.loads((ruta.parent / "manifiesto.json").read_text("utf-8"))["casos"]
    assert leer_registro(ruta, {c["caso"]: None for c in casos}).cadenas

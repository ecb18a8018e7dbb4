"""Una corrida: lo que falta, lo que se tocó y lo que no cuadra con el plan."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from generador.errores import ErrorDeEntrada
from generador.lectura import anteriores
from generador.lectura.corridas import carpetas_de_corridas, leer_corrida, leer_corridas
from generador.lectura.plan import leer_plan
from generador.modelo.plan import Plan
from generador.modelo.traza import Fin
from tests.lectura import fabrica


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    return fabrica.demo(tmp_path / "mini")


@pytest.fixture
def plan(demo: Path) -> Plan:
    return leer_plan(demo / "plan.yaml")


def problemas(carpeta: Path, plan: Plan, **opciones: Any) -> list[str]:
    with pytest.raises(ErrorDeEntrada) as error:
        leer_corrida(carpeta, plan, **opciones)
    return [p.que_pasa for p in error.value.problemas]


def test_una_corrida_se_lee_entera(demo: Path, plan: Plan) -> None:
    corrida = leer_corrida(fabrica.corrida(demo / "r1"), plan)
    assert corrida.manifiesto.casos[0].duracion == 1.0
    assert list(corrida.grafos["unica"].por_id) == ["__start__", "a", "__end__"]
    assert corrida.fuentes["unica"]["a"].lineas == (1, 2)
    assert corrida.fuentes["unica"]["b"].motivo == "no hay"
    assert corrida.trazas["uno"].fin is Fin.BIEN
    assert Path(corrida.rutas["uno"]).read_bytes().startswith(b'{"t"')


def test_una_traza_tocada_se_nota(demo: Path, plan: Plan) -> None:
    carpeta = fabrica.corrida(demo / "r1")
    with (carpeta / "trazas" / "uno.jsonl").open("a") as traza:
        traza.write("\n")
    assert "«trazas/uno.jsonl» no es la que se grabó" in problemas(carpeta, plan)[0]


def test_una_corrida_de_otra_demo_o_que_se_sale_de_su_carpeta_se_dice(demo: Path, plan: Plan) -> None:
    assert problemas(fabrica.corrida(demo / "r1", demo="otra"), plan) == [
        "la corrida es de la demo «otra» y el plan, de «mini»"
    ]
    fuera = fabrica.corrida(demo / "r2", grafos={"unica": "/etc/passwd"}, fuentes=None)
    assert problemas(fuera, plan) == ["«/etc/passwd» se sale de la corrida"]


def test_todos_los_ficheros_malos_salen_juntos(demo: Path, plan: Plan) -> None:
    carpeta = fabrica.corrida(demo / "r1", anexos={"evaluacion": "evaluacion.json", "fuera": "../plan.yaml"})
    (carpeta / "grafo.unica.json").write_text("{")
    (carpeta / "fuentes.json").write_text('{"v": 2}')
    (carpeta / "trazas" / "uno.jsonl").unlink()
    with pytest.raises(ErrorDeEntrada) as error:
        leer_corrida(carpeta, plan)
    assert {Path(p.fichero).name for p in error.value.problemas} == {
        "manifiesto.json",
        "grafo.unica.json",
        "fuentes.json",
    }
    assert all(p.linea for p in error.value.problemas)
    que_pasa = [p.que_pasa for p in error.value.problemas]
    assert "falta el fichero «trazas/uno.jsonl»" in que_pasa
    assert "falta el fichero «evaluacion.json»" in que_pasa
    assert "«../plan.yaml» se sale de la corrida" in que_pasa


def test_los_casos_de_la_corrida_vigente_son_los_del_plan(demo: Path, plan: Plan) -> None:
    carpeta = fabrica.corrida(demo / "r1")
    datos = json.loads((carpeta / "manifiesto.json").read_text())
    caso = datos["casos"][0]
    datos["casos"] = [{**caso, "variante": "otra"}]
    fabrica.escribir_json(carpeta / "manifiesto.json", datos)
    assert problemas(carpeta, plan) == ["el caso «uno» se grabó con «otra» y el plan pide «unica»"]


def test_un_caso_que_el_plan_ya_no_tiene_se_aparta_y_no_es_un_error(demo: Path, plan: Plan) -> None:
    carpeta = fabrica.corrida(demo / "r1")
    datos = json.loads((carpeta / "manifiesto.json").read_text())
    datos["casos"].insert(0, {**datos["casos"][0], "caso": "retirado", "traza": "trazas/ya-no.jsonl"})
    fabrica.escribir_json(carpeta / "manifiesto.json", datos)
    corrida = leer_corrida(carpeta, plan)
    assert [c.caso for c in corrida.retirados] == ["retirado"]
    assert set(corrida.trazas) == set(corrida.rutas) == {c.caso for c in corrida.manifiesto.casos} == {"uno"}


def test_las_corridas_van_de_la_mas_antigua_a_la_mas_nueva(demo: Path, plan: Plan) -> None:
    fabrica.corrida(demo / "a", "2026-03-01T00:00:00+00:00")
    fabrica.corrida(demo / "b", "2026-01-01T00:00:00+00:00")
    fabrica.corrida(demo / "c", "2026-02-28T23:30:00-02:00")
    assert [c.manifiesto.corrida for c in leer_corridas(demo, plan)] == ["b", "a", "c"]


def test_solo_la_ultima_corrida_tiene_que_tener_los_casos_del_plan(demo: Path, plan: Plan) -> None:
    vieja = fabrica.corrida(demo / "a", "2026-01-01T00:00:00+00:00")
    datos = json.loads((vieja / "manifiesto.json").read_text())
    datos["casos"][0]["caso"] = "retirado"
    fabrica.escribir_json(vieja / "manifiesto.json", datos)
    fabrica.corrida(demo / "b", "2026-02-01T00:00:00+00:00")
    assert len(leer_corridas(demo, plan)) == 2


def _con_otra_duracion(carpeta: Path) -> None:
    """Cambia la traza y su huella: dos corridas de verdad nunca tienen los mismos bytes."""
    traza = carpeta / "trazas" / "uno.jsonl"
    traza.write_bytes(traza.read_bytes().replace(b"2.0", b"2.5"))
    datos = json.loads((carpeta / "manifiesto.json").read_text())
    datos["casos"][0]["sha256"] = hashlib.sha256(traza.read_bytes()).hexdigest()
    fabrica.escribir_json(carpeta / "manifiesto.json", datos)


def test_las_trazas_de_una_corrida_anterior_no_se_leen_hasta_que_se_piden(demo: Path, plan: Plan, monkeypatch) -> None:
    _con_otra_duracion(fabrica.corrida(demo / "a", "2026-01-01T00:00:00+00:00"))
    fabrica.corrida(demo / "b", "2026-02-01T00:00:00+00:00")
    leidas: list[Path] = []
    leer = anteriores.leer_traza
    monkeypatch.setattr(anteriores, "leer_traza", lambda ruta, caso: leidas.append(ruta) or leer(ruta, caso))
    vieja, _ = leer_corridas(demo, plan)
    assert leidas == []
    assert vieja.trazas["uno"].fin is Fin.BIEN
    assert leidas == [demo / "a" / "trazas" / "uno.jsonl"]


def test_la_traza_que_ya_esta_en_la_vigente_no_se_abre(demo: Path, plan: Plan, monkeypatch) -> None:
    fabrica.corrida(demo / "a", "2026-01-01T00:00:00+00:00")
    fabrica.corrida(demo / "b", "2026-02-01T00:00:00+00:00")
    monkeypatch.setattr(anteriores, "leer_traza", None)
    miradas: list[Path] = []
    vieja, vigente = leer_corridas(demo, plan, huella=lambda ruta: miradas.append(ruta) or "")
    assert vieja.trazas["uno"] == vigente.trazas["uno"]
    assert miradas == []


@pytest.mark.parametrize(
    ("fichero", "estropear"),
    [
        ("trazas/uno.jsonl", lambda f: f.write_bytes(b"{")),
        ("trazas/uno.jsonl", lambda f: f.unlink()),
        ("grafo.unica.json", lambda f: f.write_text("[]")),
        ("evaluacion.json", lambda f: f.write_text("[]")),
    ],
)
def test_lo_que_tenga_mal_una_corrida_anterior_se_dice_y_no_estorba(demo: Path, plan: Plan, fichero, estropear) -> None:
    vieja = fabrica.corrida(demo / "a", "2026-01-01T00:00:00+00:00", anexos={"evaluacion": "evaluacion.json"})
    (vieja / "evaluacion.json").write_text(json.dumps({"v": 1, "demo": "mini", "metricas": []}))
    _con_otra_duracion(vieja)
    fabrica.corrida(demo / "b", "2026-02-01T00:00:00+00:00")
    estropear(vieja / fichero)
    leida, _ = leer_corridas(demo, plan)
    assert fichero in leida.ilegibles
    assert any(fichero in aviso for aviso in leida.avisos)


def test_una_anterior_de_otra_demo_es_un_error(demo: Path, plan: Plan) -> None:
    fabrica.corrida(demo / "a", "2026-01-01T00:00:00+00:00", demo="otra")
    fabrica.corrida(demo / "b", "2026-02-01T00:00:00+00:00")
    with pytest.raises(ErrorDeEntrada, match="la corrida es de la demo «otra»"):
        leer_corridas(demo, plan)


def test_dos_corridas_con_el_mismo_nombre_son_un_error(demo: Path, plan: Plan) -> None:
    fabrica.corrida(demo / "a")
    fabrica.corrida(demo / "b", corrida="a")
    with pytest.raises(ErrorDeEntrada, match="ya está en la carpeta «a»"):
        leer_corridas(demo, plan)


def test_una_corrida_a_medio_grabar_no_cuenta(demo: Path) -> None:
    fabrica.corrida(demo / "a")
    (demo / "b" / "trazas").mkdir(parents=True)
    fabrica.corrida(demo / ".oculta")
    assert [c.name for c in carpetas_de_corridas(demo)] == ["a"]
    assert carpetas_de_corridas(demo / "no-existe") == ()


def test_una_corrida_que_no_se_puede_mirar_no_se_da_por_ausente_ni_se_publica_otra(demo: Path, plan: Plan) -> None:
    fabrica.corrida(demo / "a", "2026-01-01T00:00:00+00:00")
    (demo / "b").symlink_to("b")
    with pytest.raises(ErrorDeEntrada) as visto:
        leer_corridas(demo, plan)
    assert [p.fichero for p in visto.value.problemas] == [str(demo / "b" / "manifiesto.json")]


def test_una_demo_que_no_se_deja_listar_es_un_error_y_no_una_demo_sin_corridas(demo: Path, monkeypatch) -> None:
    def sin_permiso(_: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", sin_permiso)
    with pytest.raises(ErrorDeEntrada, match="revisa sus permisos"):
        carpetas_de_corridas(demo)


def test_una_traza_sin_permiso_de_lectura_se_dice_con_su_linea_y_con_lo_demas(demo: Path, plan: Plan) -> None:
    fabrica.corrida(demo / "a")
    (demo / "a" / "fuentes.json").write_text("{")

    def sin_permiso(ruta: Path, _: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(ruta))

    vistos = problemas(demo / "a", plan, trazas=sin_permiso)
    assert any("no hay permiso para leer «trazas/" in x for x in vistos)
    assert len(vistos) > 1


@pytest.mark.parametrize(
    "estropear", [Path.mkdir, os.mkfifo, lambda m: m.symlink_to("no-esta"), lambda m: m.symlink_to(m)]
)
def test_un_manifiesto_que_no_es_un_fichero_se_dice_y_no_se_publica_otra_corrida(
    demo: Path, plan: Plan, estropear
) -> None:
    fabrica.corrida(demo / "a", "2026-01-01T00:00:00+00:00")
    fabrica.corrida(demo / "b", "2026-02-01T00:00:00+00:00")
    manifiesto = demo / "b" / "manifiesto.json"
    manifiesto.unlink()
    estropear(manifiesto)
    with pytest.raises(ErrorDeEntrada) as visto:
        leer_corridas(demo, plan)
    assert [p.fichero for p in visto.value.problemas] == [str(manifiesto)]

"""Montar una traza por partes da lo mismo que montarla entera, o se renuncia: nunca otra cosa."""

from __future__ import annotations

import codecs
import errno
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.lectura import trazas
from generador.lectura.trazas import leer_traza, vitrina
from generador.lectura.trazas.montaje.montador import Recuento
from generador.lectura.trazas.montaje.ventanas import NoSePuede, OtroFinal, Ventanas
from generador.lectura.trazas.pasos_en_fichero import PasosEnFichero
from generador.modelo.traza import Fin, Traza
from tests.congelados import replace
from tests.lectura.trazas.cinta import Cinta

RAIZ = Path(__file__).parents[3]


def por_partes(datos: bytes, lineas: int = 1, *, truncada: bool = False) -> Traza:
    """La traza montada en partes de tantas líneas como poco."""
    recuento, pasos = Recuento(0), PasosEnFichero()
    ventanas = Ventanas("c", pasos.anadir, truncada=truncada, lineas=lineas)
    for linea in vitrina._lineas(datos.split(b"\n"), recuento, "f", {}):
        ventanas.anotar(linea)
    return replace(ventanas.acabar(recuento), pasos=tuple(pasos))


def larga(n: int = 6, **fin: Any) -> Cinta:
    """Una traza de `n` pasos con su estado, que se puede partir por cualquiera."""
    cinta = Cinta().ejecucion("r0").estado({"x": 0}, 0, fase="initial")
    for i in range(1, n + 1):
        cinta = cinta.tarea(f"t{i}", "ab"[i % 2], i, update={"x": i}, estado={"x": i})
    return cinta.fin(**fin)


def entera(datos: bytes) -> Traza:
    return vitrina.leer(datos, "c")


def test_las_grabadas_que_se_pueden_partir_salen_iguales_y_son_la_mayoria():
    ficheros = sorted((RAIZ / "corridas").rglob("*.jsonl"))
    partidas = 0
    for fichero in ficheros:
        datos = fichero.read_bytes()
        if not vitrina.reconoce(datos[:4096]):
            continue
        try:
            assert por_partes(datos) == entera(datos), fichero
        except NoSePuede:
            continue
        partidas += 1
    assert partidas > len(ficheros) // 2


@pytest.mark.parametrize("lineas", [1, 7, 12])
def test_da_igual_de_cuanto_sea_cada_parte(lineas: int):
    datos = larga(20).bytes()
    assert por_partes(datos, lineas) == entera(datos)


def test_la_que_no_llega_a_una_parte_se_monta_entera():
    with pytest.raises(NoSePuede):
        por_partes(larga(3).bytes(), 1000)


def test_una_linea_que_vuelve_sobre_lo_montado_obliga_a_montarla_entera():
    tardia = larga().linea("model.start", id="m", task="t1", model="x", messages=[])
    with pytest.raises(NoSePuede):
        por_partes(tardia.bytes())


def test_una_reanudacion_obliga_a_montarla_entera():
    with pytest.raises(NoSePuede):
        por_partes(larga().ejecucion("r1", "resume").bytes())


def test_un_paso_repetido_obliga_a_montarla_entera():
    with pytest.raises(NoSePuede):
        por_partes(larga().tarea("t99", "a", 2).bytes())


@pytest.mark.parametrize("acaba", ["ok", "error"])
def test_un_intento_sin_cerrar_acaba_como_la_ejecucion_aunque_se_monte_antes(acaba: str):
    cinta = Cinta().ejecucion("r0")
    for i in range(1, 5):
        cinta = cinta.linea("task.start", task=f"t{i}", node="a", ns=[], step=i)
        cinta = cinta.linea("attempt.start", id=f"i{i}", task=f"t{i}", node="a", ns=[], step=i, n=1)
        cinta = cinta.linea("task.end", task=f"t{i}", status="ok", update={})
    datos = cinta.fin(acaba).bytes()
    mal = acaba == "error"
    with pytest.raises(OtroFinal):
        por_partes(datos, truncada=not mal)
    partida = por_partes(datos, truncada=mal)
    assert partida == entera(datos)
    assert partida.pasos[0].tareas[0].intentos[0].fin is (Fin.CANCELADO if mal else Fin.SIN_CERRAR)


_piezas = st.sampled_from(["tarea", "otra", "suelto", "estado", "doble", "dentro", "cache", "atras", "punto"])


@settings(max_examples=150, deadline=None)
@given(st.lists(_piezas, max_size=14), st.integers(1, 9), st.booleans())
def test_partida_es_como_entera_o_no_se_parte(piezas: list[str], lineas: int, barajar: bool):
    datos = _de_piezas(piezas)
    if barajar:
        filas = datos.split(b"\n")
        datos = b"\n".join([*filas[:2], *filas[3:], filas[2]])
    for truncada in (False, True):
        try:
            assert por_partes(datos, lineas, truncada=truncada) == entera(datos)
        except NoSePuede:
            continue


def _de_piezas(piezas: list[str]) -> bytes:
    cinta, n = Cinta().ejecucion("r0").estado({"x": 0}, 0, fase="initial"), 0
    for i, pieza in enumerate(piezas):
        n += pieza not in ("suelto", "estado", "otra", "atras", "cache", "punto")
        if pieza in ("tarea", "otra"):
            cinta = cinta.tarea(f"t{i}", pieza, n, update={"x": i}, estado={"x": i, "y": n})
        elif pieza == "doble":
            cinta = cinta.tarea(f"t{i}", "a", n, update={}).tarea(f"u{i}", "b", n, update={"y": 1}, estado={"y": i})
        elif pieza == "dentro":
            cinta = cinta.abre(f"t{i}", "s", n).tarea(f"d{i}", "z", 1, ns=(f"s:t{i}",), estado={"w": i})
            cinta = cinta.acaba(f"t{i}", "s", n)
        elif pieza == "suelto":
            cinta = cinta.linea("custom", ns=[], data={"tipo": "aviso"})
        elif pieza == "estado":
            cinta = cinta.estado({"x": -i}, n)
        elif pieza == "cache":
            cinta = cinta.linea("cached", ns=[], step=n, nodes=["tarea"], update={})
        elif pieza == "punto":
            cinta = cinta.linea("checkpoint", ns=[], step=n, state={"x": i, "q": 1})
        else:
            cinta = cinta.tarea(f"t{i}", "a", max(1, n - 1))
    return cinta.fin().bytes()


def test_leer_una_traza_larga_no_tiene_sus_pasos_en_memoria(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    ruta = tmp_path / "t.jsonl"
    ruta.write_bytes(larga(400).bytes())
    corta = leer_traza(ruta, "c")
    monkeypatch.setattr(trazas, "LARGA", 1000)
    de_disco = leer_traza(ruta, "c")
    assert isinstance(corta.pasos, tuple) and isinstance(de_disco.pasos, PasosEnFichero)
    assert replace(de_disco, pasos=tuple(de_disco.pasos)) == corta


def test_la_larga_que_no_se_puede_partir_se_lee_igual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    ruta = tmp_path / "t.jsonl"
    ruta.write_bytes(larga(40).ejecucion("r1", "resume").fin().bytes())
    antes = leer_traza(ruta, "c")
    monkeypatch.setattr(trazas, "LARGA", 10)
    assert leer_traza(ruta, "c") == antes


def test_lo_que_no_se_entiende_se_cuenta_tambien_por_partes():
    filas = larga(6).bytes().split(b"\n")
    datos = b"\n".join([*filas[:9], b"{roto", *filas[9:], json.dumps({"t": "nueva", "seq": 1}).encode()])
    assert por_partes(datos).saltadas == entera(datos).saltadas == (10,)


def test_una_larga_con_bom_no_pierde_su_primera_linea(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    ruta, con_bom = tmp_path / "t.jsonl", tmp_path / "b.jsonl"
    ruta.write_bytes(larga(400).bytes())
    con_bom.write_bytes(codecs.BOM_UTF8 + ruta.read_bytes())
    monkeypatch.setattr(trazas, "LARGA", 1000)
    sin, con = leer_traza(ruta, "c"), leer_traza(con_bom, "c")
    assert isinstance(con.pasos, PasosEnFichero) and con.saltadas == ()
    assert replace(con, pasos=tuple(con.pasos)) == replace(sin, pasos=tuple(sin.pasos))


def _sin_sitio(*_: object, **__: object) -> int:
    raise OSError(errno.ENOSPC, "No queda espacio")


@pytest.mark.parametrize("falla", ["TemporaryFile", "sistema.escribir_en"])
def test_sin_sitio_en_la_carpeta_temporal_una_larga_se_monta_en_memoria(tmp_path: Path, monkeypatch, falla: str):
    ruta = tmp_path / "t.jsonl"
    ruta.write_bytes(larga(400).bytes())
    entera = leer_traza(ruta, "c")
    monkeypatch.setattr(trazas, "LARGA", 1000)
    assert isinstance(leer_traza(ruta, "c").pasos, PasosEnFichero)
    monkeypatch.setattr(f"generador.lectura.trazas.fichero_temporal.{falla}", _sin_sitio)
    assert leer_traza(ruta, "c") == entera

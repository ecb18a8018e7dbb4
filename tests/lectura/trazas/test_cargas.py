"""Las referencias `{"$m": h}`: se resuelven al pedirlas, se comparten y no se dejan explotar."""

from __future__ import annotations

import json
import pickle

from generador.lectura.trazas.montaje import cargas as modulo
from generador.lectura.trazas.montaje.cargas import Cargas
from generador.modelo.traza import Carga
from tests.lectura.trazas.cinta import Cinta, cambios

M1, M2 = {"$m": "aaaaaaaaaaaa"}, {"$m": "bbbbbbbbbbbb"}


def con_mensajes() -> Cinta:
    cinta = Cinta().linea("blob", h="aaaaaaaaaaaa", v={"type": "human", "content": "hola"})
    return cinta.linea("blob", h="bbbbbbbbbbbb", v={"type": "ai", "content": "«adiós»"}).ejecucion("r0")


def test_los_mensajes_referidos_llegan_resueltos():
    cinta = con_mensajes().estado({"m": [M1]}, None, fase="initial")
    traza = cinta.tarea("t1", "a", 1, update={"m": [M2]}, estado={"m": [M1, M2]}).fin().traza()
    hola, adios = {"type": "human", "content": "hola"}, {"type": "ai", "content": "«adiós»"}
    assert cambios(traza.pasos[0]) == {"m": ([hola], [hola, adios])}
    actualizacion = traza.pasos[0].tareas[0].actualizacion
    assert actualizacion is not None and actualizacion.valor() == {"m": [adios]}


def test_da_igual_que_el_valor_se_escriba_despues_que_su_referencia():
    cinta = Cinta().ejecucion("r0").tarea("t1", "a", 1, update=M1).linea("blob", h="aaaaaaaaaaaa", v=[1])
    actualizacion = cinta.traza().pasos[0].tareas[0].actualizacion
    assert actualizacion is not None and actualizacion.valor() == [1]


def test_una_referencia_a_nada_se_queda_a_la_vista():
    actualizacion = Cinta().ejecucion("r0").tarea("t1", "a", 1, update=M1).traza().pasos[0].tareas[0].actualizacion
    assert actualizacion is not None and actualizacion.valor() == M1


def test_un_texto_que_parece_una_referencia_no_lo_es():
    texto = json.dumps(M1)
    traza = con_mensajes().tarea("t1", "a", 1, update={"m": texto}).traza()
    actualizacion = traza.pasos[0].tareas[0].actualizacion
    assert actualizacion is not None and actualizacion.valor() == {"m": texto}


def _almacen(**valores: bytes) -> Cargas:
    cargas = Cargas()
    for clave, valor in valores.items():
        cargas.guardar(clave, valor)  # type: ignore[arg-type]
    return cargas


def test_un_valor_puede_traer_otras_referencias():
    carga = _almacen(a=b'{"x":{"$m":"b"}}', b=b"7").siempre(b'{"$m":"a"}')
    assert carga.valor() == {"x": 7}


def test_una_referencia_a_si_misma_termina():
    carga = _almacen(a=b'[{"$m":"a"}]').siempre(b'{"$m":"a"}')
    assert carga.crudo.count(b"[") < 10


def test_las_referencias_que_se_multiplican_no_agotan_la_memoria(monkeypatch):
    monkeypatch.setattr(modulo, "MAXIMO_RESUELTO", 10_000)
    diez = b"[" + b",".join([b'{"$m":"b"}'] * 10) + b"]"
    carga = _almacen(
        a=diez.replace(b'"b"', b'"c"'), b=diez.replace(b'"b"', b'"a"'), c=b'"' + b"x" * 100 + b'"'
    ).siempre(diez)
    assert len(carga.crudo) <= 20_000


def test_una_carga_con_referencias_se_compara_se_mete_en_conjuntos_y_viaja_entre_procesos():
    perezosa = _almacen(a=b"[1]").siempre(b'{"x":{"$m":"a"}}')
    corriente = Carga(b'{"x":[1]}')
    assert perezosa == corriente and corriente == perezosa
    assert len({perezosa, corriente}) == 1
    assert pickle.loads(pickle.dumps(perezosa)) == corriente  # noqa: S301
    assert repr(perezosa) == repr(corriente)


def test_un_numero_que_no_cabe_se_lee_como_infinito_y_no_rompe():
    linea = b'{"t":"task.end","run":"r","task":"t","node":"a","ns":[],"step":1,"status":"ok","update":{"x":1e999}}'
    from generador.lectura.trazas import vitrina

    actualizacion = vitrina.leer(linea, "c").pasos[0].tareas[0].actualizacion
    assert actualizacion is not None and actualizacion.valor() == {"x": float("inf")}


def test_guardar_referencias_no_crece_con_el_cuadrado_de_los_pasos():
    cinta = Cinta().ejecucion("r0")
    referencias = []
    for i in range(200):
        cinta.linea("blob", h=f"{i:012x}", v="m" * 1_000)
        referencias.append({"$m": f"{i:012x}"})
        cinta.tarea(f"t{i}", "a", i + 1, update={"m": [referencias[-1]]}, estado={"m": list(referencias)})
    datos = cinta.bytes()
    traza = cinta.traza()
    guardado = sum(len(c.despues._texto) for p in traza.pasos for c in p.cambios or () if c.despues)  # type: ignore[attr-defined]
    assert guardado < len(datos)
    assert len(traza.final["m"].valor()) == 200

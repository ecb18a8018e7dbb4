"""Lo que el plan espera de un caso frente a lo que la traza muestra."""

from __future__ import annotations

from typing import Any

import pytest

from generador.comparacion.esperado import evaluar
from generador.modelo.hallazgo import Cumple, Resultado
from generador.modelo.plan import Caso, Esperado, Llamadas
from generador.modelo.procedencia import Procedencia
from generador.modelo.traza import (
    Cambio,
    Carga,
    Completitud,
    Ejecucion,
    Evento,
    Fin,
    Grado,
    Interrupcion,
    LlamadaHerramienta,
    LlamadaModelo,
    Traza,
)
from tests.comparacion.grafos import SIN_RUTAS, paso, tarea, traza
from tests.congelados import replace

MODELO = LlamadaModelo(modelo="m", procedencia=Procedencia.ORACULO)
EMBEBEDOR = Evento(tipo="embebedor", datos=Carga(b'{"tipo":"embebedor","textos":3}'))


def resultados(t: Traza, **espera: Any) -> tuple[Resultado, ...]:
    return evaluar(Caso(id="c", titulo="c", variante="v", entrada={}, espera=Esperado(**espera)), t)


def uno(t: Traza, **espera: Any) -> Resultado:
    (resultado,) = resultados(t, **espera)
    return resultado


def con_estado(**valores: bytes) -> Traza:
    t = traza(["a"], ["b"])
    cambios = tuple(Cambio(clave=k, antes=None, despues=Carga(v)) for k, v in valores.items())
    pasos = (replace(t.pasos[0], cambios=cambios), replace(t.pasos[1], cambios=()))
    return replace(t, pasos=pasos, final={k: Carga(v) for k, v in valores.items()})


def test_lo_que_no_se_escribe_no_se_comprueba():
    assert resultados(traza(["a"])) == ()


# --- recorrido ---------------------------------------------------------------------------------------------


def test_el_recorrido_es_el_de_los_pasos_de_primer_nivel_con_los_paralelos_como_conjunto():
    t = traza(["a"], ["c", "b"], ["d"])
    t = replace(t, pasos=(*t.pasos[:2], paso(9, [tarea("b:x")], ambito="b", padre=2), t.pasos[2]))
    r = uno(t, recorrido=("a", ("b", "c"), "d"))
    assert (r.campo, r.cumple, r.paso) == ("recorrido", Cumple.SI, None)
    assert str(r.esperado) == str(r.obtenido) == "a → [b, c] → d"


@pytest.mark.parametrize(
    ("esperado", "paso_"),
    [(("a", "x"), 2), (("x",), 1), (("a",), 2), (("a", "b", "c"), 2), ((), 1), (("a", ("b", "c")), 2)],
)
def test_un_recorrido_distinto_no_cumple_y_dice_en_que_paso(esperado: Any, paso_: int):
    r = uno(traza(["a"], ["b"]), recorrido=esperado)
    assert (r.cumple, r.paso) == (Cumple.NO, paso_)


def test_varios_envios_al_mismo_nodo_son_un_nodo_en_el_recorrido():
    envios = [tarea("w", clase="push", indice_de_envio=i) for i in range(3)]
    assert uno(traza(["a"], envios), recorrido=("a", "w")).cumple is Cumple.SI


def test_un_recorrido_sin_pasos_no_tiene_donde_senalar():
    assert uno(traza(), recorrido=("a",)).paso is None


def test_visita_y_no_visita_dan_un_resultado_por_nodo_con_su_primer_paso():
    rs = resultados(traza(["a"], ["b"]), visita=("a", "x"), no_visita=("b", "y"))
    assert [(r.campo, r.cumple, r.paso) for r in rs] == [
        ("visita", Cumple.SI, 1),
        ("visita", Cumple.NO, None),
        ("no_visita", Cumple.NO, 2),
        ("no_visita", Cumple.SI, None),
    ]
    assert str(rs[1].esperado) == "pasa por x" and str(rs[1].obtenido) == "no pasa por x"


def test_si_la_traza_perdio_lineas_no_ver_un_nodo_no_prueba_nada():
    assert uno(traza(["a"], saltadas=(3,)), visita=("x",)).cumple is Cumple.NO_SE_SABE
    assert uno(traza(["a"], perdidas=1), visita=("a",)).cumple is Cumple.SI


# --- pausas ------------------------------------------------------------------------------------------------


def pausada(nodo: str = "revisar", **campos: Any) -> Traza:
    i = Interrupcion(id="i", valor=Carga(b"1"), **campos)
    ejecuciones = (Ejecucion(indice=0, clase="input", fin=Fin.INTERRUMPIDO),)
    if campos.get("reanudada_en"):
        ejecuciones = (*ejecuciones, Ejecucion(indice=1, clase="resume", fin=Fin.BIEN))
    return traza(["a"], [tarea(nodo, interrupciones=(i,))], ejecuciones=ejecuciones)


def test_interrumpe_en_mira_el_nodo_y_lo_que_lleva_dentro():
    assert (uno(pausada(), interrumpe_en="revisar").cumple, uno(pausada(), interrumpe_en="revisar").paso) == (
        Cumple.SI,
        2,
    )
    assert uno(pausada("sub:pide"), interrumpe_en="sub").cumple is Cumple.SI
    assert uno(pausada("subir"), interrumpe_en="sub").cumple is Cumple.NO
    assert uno(traza(["a"]), interrumpe_en="a").cumple is Cumple.NO


def test_sin_interrupcion_no_admite_ninguna_aunque_se_reanudara():
    assert uno(traza(["a"]), sin_interrupcion=True).cumple is Cumple.SI
    r = uno(pausada(reanudada_en=1), sin_interrupcion=True)
    assert (r.cumple, r.paso, str(r.obtenido)) == (Cumple.NO, 2, "pausa en revisar")


def test_una_pausa_fijada_al_compilar_es_la_del_nodo_siguiente():
    ejecuciones = (
        Ejecucion(indice=0, clase="input", fin=Fin.INTERRUMPIDO),
        Ejecucion(indice=1, clase="continue", fin=Fin.BIEN),
    )
    t = traza(["a"], ["b"], ejecuciones=ejecuciones)
    t = replace(t, pasos=(t.pasos[0], replace(t.pasos[1], ejecucion=1)))
    r = uno(t, interrumpe_en="b")
    assert (r.cumple, r.paso) == (Cumple.SI, 2)
    assert uno(t, sin_interrupcion=True).cumple is Cumple.NO


# --- estado ------------------------------------------------------------------------------------------------

ESTADO = con_estado(
    decisiones=b'{"ambito":{"resultado":"rechazo","n":1},"con.punto":2}',
    m=b'[{"content":"hola"}]',
    si=b"true",
    nada=b"null",
)


@pytest.mark.parametrize(
    ("ruta", "valor", "cumple"),
    [
        ("decisiones.ambito.resultado", "rechazo", Cumple.SI),
        ("decisiones.ambito.resultado", "otro", Cumple.NO),
        ("decisiones.ambito", {"n": 1.0, "resultado": "rechazo"}, Cumple.SI),
        ("decisiones.con.punto", 2, Cumple.SI),
        ("m.0.content", "hola", Cumple.SI),
        ("m.-1.content", "hola", Cumple.SI),
        ("m.7.content", "hola", Cumple.NO),
        ("m.x", "hola", Cumple.NO),
        ("si", True, Cumple.SI),
        ("si", 1, Cumple.NO),
        ("decisiones.ambito.n", True, Cumple.NO),
        ("nada", None, Cumple.SI),
        ("no.esta", None, Cumple.NO),
        ("m", [{"content": "hola"}], Cumple.SI),
        ("m", [], Cumple.NO),
    ],
)
def test_el_estado_final_se_compara_por_ruta_y_con_el_valor_exacto(ruta: str, valor: Any, cumple: Cumple):
    assert uno(ESTADO, estado_final={ruta: valor}).cumple is cumple


@pytest.mark.parametrize(
    ("ruta", "valor", "cumple"),
    [
        ("prioridad", "alta", Cumple.SI),
        ("prioridad", "baja", Cumple.NO),
        ("total", "132.90", Cumple.SI),
        ("total", {"$t": "decimal", "v": "132.90"}, Cumple.SI),
        ("cliente", {"nombre": "Ana", "alta": "2026-01-31"}, Cumple.SI),
        ("cliente.nombre", "Ana", Cumple.SI),
        ("cliente.alta", "2026-01-31", Cumple.SI),
        ("cliente.v.nombre", "Ana", Cumple.SI),
        ("cliente.edad", 3, Cumple.NO),
        ("vistos.0", "a", Cumple.SI),
    ],
)
def test_lo_que_json_no_sabe_decir_se_espera_como_se_escribe_y_no_como_se_graba(ruta: str, valor: Any, cumple: Cumple):
    grabado = con_estado(
        prioridad=b'{"$t":"enum","cls":"m.P","name":"ALTA","v":"alta"}',
        total=b'{"$t":"decimal","v":"132.90"}',
        cliente=b'{"$t":"obj","cls":"m.C","v":{"nombre":"Ana","alta":{"$t":"dt","v":"2026-01-31"}}}',
        vistos=b'{"$t":"set","v":["a"]}',
    )
    assert uno(grabado, estado_final={ruta: valor}).cumple is cumple
    assert "$t" not in str(uno(grabado, estado_final={ruta: "otro"}).obtenido)


def test_un_estado_muy_hondo_se_puede_comparar():
    hondo = con_estado(x=b"[" * 900 + b"]" * 900)
    assert uno(hondo, estado_final={"x": "a"}).cumple is Cumple.NO


def test_el_estado_dice_donde_cambio_y_que_habia():
    r = uno(ESTADO, estado_final={"si": False})
    assert (r.paso, str(r.esperado), str(r.obtenido)) == (1, "si es false", "true")
    assert str(uno(ESTADO, estado_final={"x": 1}).obtenido) == "el estado no tiene x"


@pytest.mark.parametrize(
    ("campo", "ruta", "texto", "cumple"),
    [
        ("estado_contiene", "m", "hola", Cumple.SI),
        ("estado_contiene", "m.0.content", "ola", Cumple.SI),
        ("estado_contiene", "m", "adiós", Cumple.NO),
        ("estado_contiene", "x", "hola", Cumple.NO),
        ("estado_no_contiene", "m", "hola", Cumple.NO),
        ("estado_no_contiene", "m", "adiós", Cumple.SI),
        ("estado_no_contiene", "x", "adiós", Cumple.SI),
    ],
)
def test_el_estado_contiene_o_no_contiene_un_texto(campo: str, ruta: str, texto: str, cumple: Cumple):
    assert uno(ESTADO, **{campo: {ruta: texto}}).cumple is cumple


def test_un_texto_largo_se_recorta_al_contarlo():
    r = uno(con_estado(x=b'"' + b"y" * 5000 + b'"'), estado_final={"x": "z" * 5000})
    assert len(str(r.obtenido)) < 300 and len(str(r.esperado)) < 300


def test_sin_estado_en_la_traza_no_se_sabe():
    sin = replace(ESTADO, completitud=Completitud(estado=Grado.NADA), final={})
    for espera in ({"estado_final": {"si": True}}, {"estado_contiene": {"m": "x"}}, {"estado_no_contiene": {"m": "x"}}):
        assert uno(sin, **espera).cumple is Cumple.NO_SE_SABE
    parcial = replace(ESTADO, completitud=Completitud(estado=Grado.PARCIAL))
    assert uno(parcial, estado_final={"x": 1}).cumple is Cumple.NO_SE_SABE
    assert uno(parcial, estado_final={"si": False}).cumple is Cumple.NO


@pytest.mark.parametrize(
    ("fin", "esperado", "cumple"),
    [
        (Fin.BIEN, "ok", Cumple.SI),
        (Fin.ERROR, "ok", Cumple.NO),
        (Fin.INTERRUMPIDO, "interrupted", Cumple.SI),
        (Fin.SIN_CERRAR, "ok", Cumple.NO_SE_SABE),
    ],
)
def test_como_acaba_la_traza(fin: Fin, esperado: str, cumple: Cumple):
    t = traza(["a"], ejecuciones=(Ejecucion(indice=0, clase="input", fin=fin),))
    assert uno(t, estado_de_la_traza=esperado).cumple is cumple


# --- llamadas ----------------------------------------------------------------------------------------------

CON_LLAMADAS = traza(
    [
        tarea(
            "a",
            modelos=(MODELO, MODELO),
            herramientas=(LlamadaHerramienta(nombre="suma"), LlamadaHerramienta(nombre="busca")),
        )
    ],
    [tarea("b", modelos=(MODELO,), eventos=(EMBEBEDOR, EMBEBEDOR, Evento(tipo="otro", datos=Carga(b"1"))))],
)


@pytest.mark.parametrize(
    ("espera", "cumple"),
    [
        (Llamadas(modelo=3), [Cumple.SI]),
        (Llamadas(modelo=0), [Cumple.NO]),
        (Llamadas(modelo=4), [Cumple.NO]),
        (Llamadas(herramientas=2), [Cumple.SI]),
        (Llamadas(herramientas={"suma": 1, "resta": 0, "busca": 2}), [Cumple.SI, Cumple.SI, Cumple.NO]),
        (Llamadas(embebedor=2), [Cumple.SI]),
        (Llamadas(embebedor=0), [Cumple.NO]),
        (Llamadas(modelo=3, herramientas=2, embebedor=2), [Cumple.SI] * 3),
    ],
)
def test_las_llamadas_se_cuentan(espera: Llamadas, cumple: list[Cumple]):
    rs = resultados(CON_LLAMADAS, llamadas=espera)
    assert [r.cumple for r in rs] == cumple
    assert {r.campo for r in rs} == {"llamadas"}


def test_la_llamada_de_mas_es_la_que_se_senala():
    assert uno(CON_LLAMADAS, llamadas=Llamadas(modelo=2)).paso == 2
    assert str(uno(CON_LLAMADAS, llamadas=Llamadas(modelo=2)).obtenido) == "3 llamadas"
    assert str(uno(CON_LLAMADAS, llamadas=Llamadas(herramientas=0)).obtenido) == "busca × 1, suma × 1"


def test_las_llamadas_sueltas_tambien_cuentan():
    t = replace(traza(["a"]), sueltas=(MODELO, LlamadaHerramienta(nombre="suma")), eventos=(EMBEBEDOR,))
    assert [r.cumple for r in resultados(t, llamadas=Llamadas(modelo=1, herramientas=1, embebedor=1))] == [
        Cumple.SI
    ] * 3


def test_si_la_traza_no_ve_llamadas_no_se_sabe_salvo_que_ya_sobren():
    sin = replace(CON_LLAMADAS, completitud=SIN_RUTAS)
    assert uno(sin, llamadas=Llamadas(modelo=3)).cumple is Cumple.NO_SE_SABE
    assert uno(sin, llamadas=Llamadas(modelo=2)).cumple is Cumple.NO
    assert uno(replace(CON_LLAMADAS, saltadas=(1,)), llamadas=Llamadas(modelo=3)).cumple is Cumple.NO_SE_SABE


def test_un_texto_vacio_se_dice_y_no_se_deja_en_blanco():
    assert str(uno(con_estado(x=b'""'), estado_final={"x": ""}).esperado) == "x queda sin texto"

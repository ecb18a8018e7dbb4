"""Dos corridas comparadas: casos, pasos, estado final, grafo y métricas, y el historial que resulta."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generador.comparacion.corridas.casos import alinear, comparar_caso
from generador.comparacion.corridas.cotejo import cotejar, historiar
from generador.modelo.evaluacion import Sentido
from generador.modelo.grafo import Arista, Nodo, TipoDeArista
from generador.modelo.hallazgo import Cumple, Veredicto
from generador.modelo.historial import Con, Elemento, EstadoDeCaso, Suerte
from generador.modelo.mensaje import mensaje
from generador.modelo.traza import Fin
from tests.comparacion.corridas.fabrica import caso, final, metrica, pasos, resumen
from tests.congelados import replace

# --- casos y pasos -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("antes", "ahora", "estados"),
    [
        (None, caso(), ("no_se_ejecuto", "cumple")),
        (caso(cumple=Cumple.NO), None, ("no_cumple", "no_se_ejecuto")),
        (caso(cumple=Cumple.NO_SE_SABE), caso(cumple=Cumple.NO), ("no_se_sabe", "no_cumple")),
        (caso(), caso(), ("cumple", "cumple")),
    ],
)
def test_no_haberse_ejecutado_no_es_cumplir_ni_no_cumplir(antes, ahora, estados):
    c = comparar_caso("c", antes, ahora)
    assert (c.antes.value, c.ahora.value) == estados
    assert c.igual is (estados == ("cumple", "cumple"))


@given(st.lists(st.sampled_from("abc"), max_size=30), st.data())
def test_un_paso_insertado_es_uno_anadido_y_los_demas_siguen_con_su_pareja(nodos, datos):
    donde = datos.draw(st.integers(0, len(nodos)))
    pares = tuple(alinear(pasos(*nodos), pasos(*nodos[:donde], "nuevo", *nodos[donde:])))
    assert [p.suerte for p in pares].count(Suerte.APARECE) == 1
    assert all(p.suerte in (Suerte.APARECE, Suerte.IGUAL) for p in pares)
    (nuevo,) = [p for p in pares if p.suerte is Suerte.APARECE]
    assert nuevo.antes is None and nuevo.ahora is not None and nuevo.ahora.nodos == ("nuevo",)


def test_el_mismo_paso_que_escribe_otra_cosa_o_acaba_de_otra_manera_cambia():
    (uno,) = alinear(pasos("a", a={"x": "1", "y": "2"}), pasos("a", a={"x": "9", "y": "2"}))
    assert (uno.suerte, uno.claves, uno.otro_fin) == (Suerte.CAMBIA, ("x",), False)
    roto = (replace(pasos("a")[0], fin=Fin.ERROR),)
    (otro,) = alinear(pasos("a"), roto)
    assert (otro.suerte, otro.otro_fin) == (Suerte.CAMBIA, True)


def test_el_estado_que_la_traza_no_trae_no_es_un_cambio():
    sin_estado = (replace(pasos("a")[0], cambios=None),)
    (uno,) = alinear(sin_estado, pasos("a", a={"x": "1"}))
    assert uno.suerte is Suerte.IGUAL


def test_del_estado_final_sale_solo_lo_que_no_acabo_igual():
    c = comparar_caso("c", caso(final=final(a="1", b="2", c="3")), caso(final=final(a="1", b="5", d="4")))
    assert [(v.ruta, v.antes, v.ahora) for v in c.final] == [("b", "2", "5"), ("c", "3", None), ("d", None, "4")]


def test_de_una_traza_ilegible_no_se_comparan_pasos_y_falta_con_que_juzgar():
    c = comparar_caso("c", caso(cumple=Cumple.NO_SE_SABE, leido=False, pasos=()), caso())
    assert (c.pasos, c.final, c.otro_veredicto, c.sin_saber) == ((), (), False, True)


def test_una_comprobacion_que_da_otra_cosa_es_otro_veredicto_aunque_el_caso_quede_igual():
    que = mensaje("pasa por a")
    antes = caso(cumple=Cumple.NO, resultados=(("visita", que, Cumple.SI), ("recorrido", que, Cumple.NO)))
    ahora = caso(cumple=Cumple.NO, resultados=(("visita", que, Cumple.NO), ("recorrido", que, Cumple.NO)))
    c = comparar_caso("c", antes, ahora)
    assert c.expectativas == (("visita", que, Cumple.SI, Cumple.NO),)
    assert c.antes is c.ahora is EstadoDeCaso.NO_CUMPLE and c.otro_veredicto


def test_los_casos_que_ya_no_se_ejecutan_van_al_final():
    c = cotejar(resumen(caso("viejo"), caso("a")), resumen(caso("a"), caso("b")))
    assert [x.caso for x in c.casos] == ["a", "b", "viejo"]


# --- grafo -------------------------------------------------------------------------------------------------


def elemento(origen: str, destino: str | None = None, veredicto: Veredicto = Veredicto.CONFORME, **campos) -> Elemento:
    real = Arista(origen=origen, destino=destino, **campos) if destino else Nodo(id=origen, nombre=origen, **campos)
    return Elemento(variante="v", origen=origen, destino=destino, real=real, veredicto=veredicto)


def cambios(antes: list[Elemento], ahora: list[Elemento]):
    return cotejar(resumen(elementos=tuple(antes)), resumen(elementos=tuple(ahora))).elementos


def test_lo_que_aparece_se_va_o_cambia_sale_y_lo_igual_no():
    antes = [elemento("a"), elemento("a", "b"), elemento("b")]
    ahora = [elemento("b"), elemento("a"), elemento("a", "b", tipo=TipoDeArista.CONDICIONAL), elemento("c")]
    vistos = {(x.elemento.origen, x.elemento.destino): x.suerte for x in cambios(antes, ahora)}
    assert vistos == {("a", "b"): Suerte.CAMBIA, ("c", None): Suerte.APARECE}
    assert [x.suerte for x in cambios(antes, [])] == [Suerte.SE_VA] * 3


def test_de_un_cambio_se_dice_en_que():
    (uno,) = cambios([elemento("a", "b", etiquetas=("si",))], [elemento("a", "b", etiquetas=("no", "si"))])
    assert [str(m) for m in uno.que] == ["etiquetas: si → no, si"]
    (dos,) = cambios([elemento("a", herramientas=("x",))], [elemento("a", herramientas=("x", "y"), cache=True)])
    assert len(dos.que) == 2


def test_el_orden_y_el_lugar_de_las_cosas_no_son_un_cambio():
    assert cambios([elemento("a"), elemento("b")], [elemento("b"), elemento("a")]) == ()
    assert cambios([elemento("a", "b", etiquetas=("x", "y"))], [elemento("a", "b", etiquetas=("y", "x"))]) == ()


@pytest.mark.parametrize(
    ("antes", "ahora", "otro"),
    [
        (Veredicto.CONFORME, Veredicto.SOBRA, True),
        (Veredicto.NO_PUEDE_DECIRLO, Veredicto.CONFORME, True),
        (Veredicto.DECLARADA_SIN_RECORRER, Veredicto.CONFORME, False),
    ],
)
def test_recorrer_mas_o_menos_no_es_otro_veredicto(antes, ahora, otro):
    (uno,) = cambios([elemento("a", veredicto=antes)], [elemento("a", veredicto=ahora)])
    assert uno.otro_veredicto is otro


# --- métricas ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentido", "antes", "ahora", "mejora"),
    [
        (Sentido.AL_MENOS, 0.5, 0.6, True),
        (Sentido.COMO_MUCHO, 0.5, 0.6, False),
        (Sentido.IGUAL, 0.5, 0.41, True),
        (Sentido.AL_MENOS, 0.5, None, None),
    ],
)
def test_mejorar_depende_de_hacia_donde_es_mejor(sentido, antes, ahora, mejora):
    a, b = (resumen(metricas=(metrica(valor=v, sentido=sentido),)) for v in (antes, ahora))
    (uno,) = cotejar(a, b).metricas
    assert uno.mejora is mejora


def test_la_misma_metrica_sobre_otros_casos_cambia_y_las_iguales_se_cuentan():
    antes = resumen(metricas=(metrica("a"), metrica("b"), metrica("c")))
    ahora = resumen(metricas=(metrica("a", n=30), metrica("b"), metrica("d")))
    c = cotejar(antes, ahora)
    assert [(x.metrica.id, x.suerte) for x in c.metricas] == [
        ("a", Suerte.CAMBIA),
        ("d", Suerte.APARECE),
        ("c", Suerte.SE_VA),
    ]
    assert c.iguales == 1


# --- historial ---------------------------------------------------------------------------------------------


def test_con_una_corrida_no_se_compara_con_nada():
    assert historiar([]).cotejos == historiar([resumen()]).cotejos == ()


def test_se_compara_con_la_anterior_y_con_la_de_referencia():
    tres = [resumen(corrida=id) for id in "abc"]
    h = historiar(tres, "a")
    assert [(c.antes.corrida, c.ahora.corrida, c.con) for c in h.cotejos] == [
        ("b", "c", (Con.ANTERIOR,)),
        ("a", "c", (Con.REFERENCIA,)),
    ]
    assert h.cotejo(Con.REFERENCIA) is h.cotejo_de("a")


def test_si_la_de_referencia_es_la_anterior_o_la_que_se_publica_hay_una_sola_comparacion():
    tres = [resumen(corrida=id) for id in "abc"]
    assert [c.con for c in historiar(tres, "b").cotejos] == [(Con.ANTERIOR, Con.REFERENCIA)]
    assert [c.con for c in historiar(tres, "c").cotejos] == [(Con.ANTERIOR,)]

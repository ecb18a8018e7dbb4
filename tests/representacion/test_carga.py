"""La carga en HTML: lo mínimo escapado, lo invisible a la vista y el JSON igual."""

import html
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from generador.paginas.palabras import Fila, Parte, comparar_textos, con_signos, fila
from generador.representacion.carga import carga, dif


@settings(deadline=None)
@given(st.text())
def test_leido_de_vuelta_es_el_mismo_json(texto):
    crudo = json.dumps({"k": texto}, ensure_ascii=False)
    devuelto = json.loads(html.unescape(str(carga(crudo))))
    assert devuelto == {"k": texto}


@settings(deadline=None)
@given(st.text())
def test_no_puede_abrir_ninguna_marca(texto):
    salida = str(carga(json.dumps(texto, ensure_ascii=False)))
    assert "<" not in salida and ">" not in salida


def test_las_comillas_no_se_escapan_y_lo_invisible_se_ve():
    assert str(carga('{"a":"b\u202ec"}')) == '{"a":"b\\u202ec"}'


@settings(deadline=None)
@given(st.text(), st.text())
def test_un_diff_no_puede_abrir_mas_marcas_que_las_suyas(a, b):
    salida = str(dif((Fila("-", (Parte(a), Parte(b, True))), fila("+", b)), "%s iguales", a))
    assert salida.count("<") == 6


def test_el_diff_marca_el_valor_entero_y_si_va_sin_comillas():
    salida = str(dif((fila("+", "+ hola"),), "%s iguales", 'cla"ve', True))
    assert salida == '<ins data-clave="cla&#34;ve" data-cruda>+ hola\n</ins>'


def test_las_lineas_iguales_se_cuentan():
    assert str(dif((fila("…", "12"), fila(" ", "  a")), "%s líneas iguales")) == "<i>12 líneas iguales\n</i>  a\n"


def test_un_retorno_de_carro_al_final_de_una_fila_se_ve():
    filas = con_signos(comparar_textos("a\nb\nc", "a\nx\r\nb\nc"))
    assert "+ x⟦U+000D⟧" in dif(filas, "%s")

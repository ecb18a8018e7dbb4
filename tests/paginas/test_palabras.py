"""El diff de textos: reconstruye los dos lados y no resalta a trocitos."""

from hypothesis import given, settings
from hypothesis import strategies as st

from generador.paginas.palabras import Fila, Parte, alinear, comparar_textos, con_signos

lineas = st.lists(st.text("ab \n", max_size=12), max_size=6).map("\n".join)


def lado(filas: tuple[Fila, ...], signos: str) -> str:
    return "\n".join(f.texto for f in filas if f.signo in signos)


@settings(deadline=None)
@given(st.text("ab .,é", max_size=40), st.text("ab .,é", max_size=40))
def test_en_una_linea_cada_lado_sale_entero(a, b):
    filas = comparar_textos(a, b)
    if a != b:
        assert lado(filas, "-") == a or (not a and not lado(filas, "-"))
        assert lado(filas, "+") == b or (not b and not lado(filas, "+"))


@settings(deadline=None)
@given(lineas, lineas)
def test_las_lineas_omitidas_y_las_que_salen_suman_las_del_texto(a, b):
    filas = comparar_textos(a, b)
    if len(a.split("\n")) == len(b.split("\n")) == 1:
        return
    omitidas = sum(int(f.texto) for f in filas if f.signo == "…")
    nuevas = sum(f.texto.count("\n") + 1 for f in filas if f.signo in "+ ")
    vacias = sum(1 for v, n in zip(a.split("\n"), b.split("\n"), strict=False) if v != n and "" in (v, n))
    assert omitidas + nuevas <= len(b.split("\n")) <= omitidas + nuevas + vacias


def test_solo_se_resalta_lo_que_cambia_y_de_corrido():
    filas = comparar_textos(
        "si la olvida, tómela en cuanto pueda, sin doblar", "si la olvida, tómela tras la cena, sin doblar"
    )
    assert [p.texto for p in filas[0].partes if p.cambia] == ["en cuanto pueda"]
    assert [p.texto for p in filas[1].partes if p.cambia] == ["tras la cena"]


def test_lo_que_no_se_parece_sale_entero_sin_resaltar():
    filas = comparar_textos("uno dos tres", "nada que ver aquí")
    assert all(not p.cambia for f in filas for p in f.partes)


def test_hay_una_linea_de_contexto_y_lo_demas_se_cuenta():
    viejo = "\n".join(map(str, range(9)))
    filas = comparar_textos(viejo, viejo.replace("4", "cuatro"))
    assert [(f.signo, f.texto) for f in filas] == [
        ("…", "3"),
        (" ", "3"),
        ("-", "4"),
        ("+", "cuatro"),
        (" ", "5"),
        ("…", "3"),
    ]


def test_un_centro_enorme_se_da_por_cambiado_sin_alinear():
    a, b = [str(i) for i in range(1000)], [str(-i) for i in range(1000)]
    assert list(alinear(a, b, 10)) == [("igual", 0, 1, 0, 1), ("cambia", 1, 1000, 1, 1000)]


def test_el_signo_va_escrito_en_cada_linea():
    (f,) = con_signos((Fila("+", (Parte("a\nb"), Parte("c", True))),))
    assert f.texto == "+ a\n+ bc"

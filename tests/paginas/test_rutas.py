"""Las rutas de las páginas y los enlaces entre ellas."""

import posixpath

from hypothesis import given
from hypothesis import strategies as st

from generador.modelo.plan import Bilingue, Documento
from generador.paginas import rutas

TRAMO = st.from_regex(r"[a-z0-9_-]{1,8}", fullmatch=True)
RUTA = st.lists(TRAMO, min_size=1, max_size=4).map(lambda t: "/".join(t) + ".html")


@given(RUTA, RUTA)
def test_una_ruta_relativa_resuelta_desde_la_pagina_da_la_original(desde, hasta):
    resuelta = posixpath.normpath(posixpath.join(posixpath.dirname(desde), rutas.relativa(desde, hasta)))
    assert resuelta == hasta


@given(RUTA, RUTA)
def test_ningun_enlace_empieza_por_barra(desde, hasta):
    assert not rutas.relativa(desde, hasta).startswith("/")


def test_la_ruta_relativa_conserva_el_ancla():
    assert rutas.relativa("d/contrato.html", "d/casos/c.html#paso=3") == "casos/c.html#paso=3"


def test_un_enlace_a_la_propia_pagina_es_solo_el_ancla_si_no_hay_ruta():
    assert rutas.relativa("d/index.html", "#casos") == "#casos"


def test_la_raiz_sube_tantos_niveles_como_tiene_la_ruta():
    assert [rutas.raiz(r) for r in ("index.html", "en/index.html", "en/d/nodos/n.html")] == ["", "../", "../../../"]


def test_el_primer_tramo_de_un_caso_no_lleva_numero():
    assert rutas.caso("d", "c") == "d/casos/c.html"
    assert rutas.caso("d", "c", 2) == "d/casos/c.t0002.html"


def test_un_documento_con_dos_rutas_tiene_la_misma_pagina_en_ambos_idiomas():
    doc = Documento(ruta=Bilingue(es="documentos/0001-uno.md", en="documents/0001-one.md"), titulo="Uno")
    assert rutas.documento("d", doc) == "d/documentos/0001-uno.html"


def test_un_id_hostil_no_sale_de_su_carpeta():
    assert ".." not in rutas.nodo("d", "../../etc/passwd")
    assert rutas.nodo("d", "../../etc/passwd").count("/") == 2

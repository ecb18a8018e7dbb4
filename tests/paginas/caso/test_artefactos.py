"""Los eventos con la vista que su plan declara; sin la forma que esa vista espera, JSON legible."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.modelo.plan import Artefacto
from generador.modelo.traza import Evento
from generador.paginas.caso.artefactos import VISTAS, artefacto, artefactos, resumen_de_artefacto, tono
from generador.representacion.recursos import carpeta_de_plantillas
from tests.paginas.caso.apoyo import CTX, pagina
from tests.paginas.caso.ejemplo import carga
from tests.paginas.test_estado import json_cualquiera


def ver(vista: str, datos):
    declarado = Artefacto(tipo="x", titulo="Equis", vista=vista)
    return artefacto(CTX, declarado, Evento(tipo="x", datos=carga(datos)))


def test_cada_vista_tiene_su_plantilla_y_al_reves():
    plantillas = {Path(p).stem for p in (carpeta_de_plantillas() / "partes" / "artefactos").glob("*.html")}
    assert plantillas == set(VISTAS)


@settings(deadline=None)
@given(st.sampled_from(sorted(VISTAS)), json_cualquiera)
def test_ninguna_vista_lanza_ni_se_queda_sin_contenido(vista, datos):
    visto = ver(vista, datos)
    assert visto.vista in VISTAS
    assert visto.contenido is not None
    assert isinstance(resumen_de_artefacto(visto), str)


@pytest.mark.parametrize("vista", ["tabla", "citas", "ficha", "texto", "veredictos"])
def test_sin_la_forma_esperada_se_ensena_el_json(vista):
    assert ver(vista, 7).vista == "json"


def test_una_tabla_junta_las_columnas_y_lo_suelto_va_encima():
    t = ver("tabla", {"tipo": "x", "umbral": 0.8, "filas": [{"id": "a", "n": 1}, {"id": "b", "m": 2}]}).contenido
    assert t.columnas == ("id", "n", "m")
    assert t.filas == (("a", "1", ""), ("b", "", "2"))
    assert [(d.nombre, d.valor) for d in t.campos] == [("umbral", "0.8")]


def test_una_cita_suelta_vale_como_lista_de_una():
    (cita,) = ver("citas", {"tipo": "x", "id": "F-1", "texto": "dice esto", "verificada": False}).contenido.citas
    assert (cita.id, cita.texto, cita.tono) == ("F-1", "dice esto", "mal")


def test_los_veredictos_de_un_diccionario():
    citas = ver("veredictos", {"tipo": "x", "persona": "pasa", "dosis": "falla"}).contenido.citas
    assert [(c.id, c.veredicto, c.tono) for c in citas] == [("persona", "pasa", "bien"), ("dosis", "falla", "mal")]


def test_lo_que_no_cabe_se_cuenta():
    assert "40" in ver("tabla", {"filas": [{"i": i} for i in range(100)]}).contenido.nota


def test_el_plan_pone_titulo_y_lo_no_declarado_sale_como_json():
    p = pagina("equipo").pasos[3].tareas[0]
    assert [(a.titulo, a.vista) for a in p.artefactos] == [
        ("Propuesta de reembolso", "ficha"),
        ("Líneas", "tabla"),
        ("Evento", "json"),
    ]
    assert artefactos(CTX, (), (Evento(tipo="otro", datos=carga({"tipo": "otro"})),))[0].vista == "json"


@pytest.mark.parametrize(
    ("valor", "esperado"), [("pasa", "bien"), (True, "bien"), ("Falla", "mal"), (False, "mal"), ("edit", "")]
)
def test_el_tono_sale_de_las_palabras_de_siempre(valor, esperado):
    assert tono(valor) == esperado

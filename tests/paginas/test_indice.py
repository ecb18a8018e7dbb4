"""El índice de búsqueda: qué entra, dónde lleva y qué se queda fuera diciéndolo."""

from generador.modelo.demo import DemoComparada
from generador.paginas import indice
from generador.paginas.indice import entradas, ordenable, textos
from tests.congelados import replace
from tests.paginas.apoyo import contextos, modelos
from tests.paginas.muestra import DEMO, DEMOS, _modelo, _paso, _traza

ES, EN = contextos()


def _con(trazas):
    corrida = replace(DEMO.corridas[-1], trazas=trazas)
    demo = DemoComparada(demo=replace(DEMO, corridas=(corrida,)), comparaciones=DEMOS[0].comparaciones)
    return contextos([demo])[0]


def test_estan_nodos_casos_grabados_errores_y_documentos():
    clases = {e.clase for e in entradas(ES)}
    assert clases == {"demo", "nodo", "caso", "error", "documento"}


def test_un_caso_sin_grabar_no_se_encuentra_porque_no_tiene_nada_dentro():
    assert not any("aún no se grabó" in e.titulo for e in entradas(ES))


def test_el_id_de_un_caso_se_separa_de_su_resumen_y_sin_resumen_va_solo():
    de_casos = {e.href.rpartition("/")[2].removesuffix(".html"): e.texto for e in entradas(ES) if e.clase == "caso"}
    con_resumen = {c.id: ES.texto(c.resumen) for c in DEMO.plan.casos if c.id in de_casos}
    assert {id for id, resumen in con_resumen.items() if resumen} not in (set(), set(con_resumen))
    for id, resumen in con_resumen.items():
        assert de_casos[id] == (f"{id}: {resumen}" if resumen else id)


def test_van_en_orden_alfabetico_sin_mirar_acentos():
    for clase in ("nodo", "caso"):
        titulos = [ordenable(e.titulo) for e in entradas(ES) if e.clase == clase]
        assert titulos == sorted(titulos)


def test_un_paso_con_error_lleva_a_su_paso():
    (error,) = (e for e in entradas(ES) if e.clase == "error")
    assert error.href == "adherencia/casos/fallo-del-almacen.html#paso=3"
    assert "el almacén no responde" in error.texto


def test_lo_que_dijo_un_modelo_lleva_al_paso_en_que_lo_dijo():
    dichos, _ = textos(ES)
    (uno,) = (e for e in dichos if e.texto.startswith("Doble la dosis"))
    assert uno.href == "adherencia/casos/hitl-cita-no-verificada.html#paso=4"


def test_lo_que_pregunta_y_contesta_una_persona_se_encuentra():
    dichos, _ = textos(ES)
    assert any("¿Se envía este borrador?" in e.texto for e in dichos)


def test_el_mismo_texto_en_el_mismo_caso_se_guarda_una_vez_donde_sale_primero():
    pasos = [_paso(n, "a", modelos=(_modelo("la misma respuesta"),)) for n in (1, 2, 3)]
    dichos, _ = textos(_con({"turno-limpio-es": _traza("turno-limpio-es", pasos)}))
    (uno,) = (e for e in dichos if e.texto == "la misma respuesta")
    assert uno.href.endswith("#paso=1")


def test_lo_que_no_cabe_se_cuenta(monkeypatch):
    monkeypatch.setattr(indice, "CARACTERES", 0)
    n = indice.CARACTERES_POR_CASO // 100
    pasos = [_paso(i, "a", modelos=(_modelo(f"{i:03d}" + "x" * 97),)) for i in range(1, 2 * n + 1)]
    ctx = _con({"turno-limpio-es": _traza("turno-limpio-es", pasos)})
    dichos, fuera = textos(ctx)
    assert sum(len(e.texto) for e in dichos) <= indice.CARACTERES_POR_CASO
    assert n - 2 <= len(dichos) <= n
    # Todos los distintos: las respuestas, la pregunta que se repite y los textos de la entrada y del estado final.
    assert len(dichos) + fuera >= 2 * n + 1
    (pagina,) = modelos("buscar", ctx)
    assert "no caben en el índice" in pagina.fuera


def test_cada_caso_tiene_su_parte_aunque_otro_hable_mucho(monkeypatch):
    monkeypatch.setattr(indice, "CARACTERES", 0)
    largo = [_paso(i, "a", modelos=(_modelo(f"{i:03d}" + "x" * 97),)) for i in range(1, 99)]
    corto = [_paso(1, "a", modelos=(_modelo("la única respuesta"),))]
    casos = {"turno-limpio-es": _traza("turno-limpio-es", largo), "senal-aguda-es": _traza("senal-aguda-es", corto)}
    assert any(e.texto == "la única respuesta" for e in textos(_con(casos))[0])


def test_un_texto_largo_se_recorta():
    pasos = [_paso(1, "a", modelos=(_modelo("x" * 5000),))]
    dichos, _ = textos(_con({"turno-limpio-es": _traza("turno-limpio-es", pasos)}))
    assert max(len(e.texto) for e in dichos) == indice.TEXTO_MAXIMO


def test_cada_idioma_tiene_su_indice_y_lo_grabado_es_igual_en_ambos():
    assert [e.texto for e in textos(ES)[0]] == [e.texto for e in textos(EN)[0]]
    assert {e.titulo for e in entradas(ES)} != {e.titulo for e in entradas(EN)}

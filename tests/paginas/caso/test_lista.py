"""La lista: una línea que dice qué pasó, marcas para filtrar y recuentos de todo el caso."""

from tests.paginas.caso.apoyo import pagina, paginas


def fila(caso: str, n: int):
    return pagina(caso).filas[n - 1]


def test_el_resumen_dice_lo_mas_notable():
    assert fila("hitl-cita-no-verificada", 5).resumen == "pausa: ¿Se envía este borrador a la paciente?"
    assert fila("hitl-cita-no-verificada", 4).resumen.startswith("«Si olvidó")
    assert fila("hitl-cita-no-verificada", 3).resumen == "Pasajes recuperados: F-021, F-008, F-033"
    assert fila("equipo", 3).resumen.startswith('buscar({"consulta":"precio panel solar"})')
    assert fila("roto", 2).resumen == "builtins.ValueError: umbral fuera de rango: 1.7"
    assert fila("largo", 1).resumen == "cambia cuenta, nota"


def test_las_marcas_son_las_suertes_del_paso():
    assert fila("equipo", 3).marcas == "herramientas errores"
    assert fila("roto", 2).marcas == "errores"


def test_los_filtros_cuentan_todo_el_caso_en_cada_tramo():
    assert {p.filtros for p in paginas("largo")} == {pagina("largo").filtros}
    assert {f.clave: f.n for f in pagina("equipo").filtros} == {
        "desviacion": 0,
        "herramientas": 1,
        "modelo": 2,
        "errores": 1,
        "interrupciones": 0,
    }


def test_los_nodos_iguales_se_cuentan_y_los_paralelos_se_suman():
    assert fila("equipo", 3).nombre == "investigar ×3 + equipo"
    assert fila("equipo", 2).nivel == 1


def test_las_pastillas_dicen_procedencia_pausa_y_reintentos():
    assert [(f.texto, f.procedencia) for f in fila("hitl-cita-no-verificada", 4).fichas] == [
        ("modelo · oráculo", "oraculo")
    ]
    assert [f.texto for f in fila("hitl-cita-no-verificada", 5).fichas] == ["interrupt → edit"]
    assert [f.texto for f in fila("equipo", 3).fichas] == ["buscar ×2", "3 intentos"]


def test_lo_que_dura_una_pausa_es_la_espera():
    assert fila("hitl-cita-no-verificada", 5).duracion == "3 min 12 s"

"""Un paso entero: lo que escribió cada tarea, lo que recibió, sus intentos, sus errores y lo que prueba."""

from tests.paginas.caso.apoyo import pagina


def hoja(caso: str, n: int):
    return pagina(caso).pasos[n - 1]


def test_en_paralelo_se_separa_lo_de_cada_tarea_del_resultado_fundido():
    p = hoja("equipo", 3)
    assert [e.nombre for e in p.estado.escrituras] == [
        "investigar · Send 1",
        "investigar · Send 2",
        "investigar · Send 3",
        "equipo",
    ]
    assert next(d for d in p.estado.diferencias if d.ruta == "hallazgos").nota.startswith("3 añadidos")


def test_si_la_tarea_recibio_el_estado_tal_cual_solo_se_dice():
    p = hoja("hitl-cita-no-verificada", 1)
    assert p.estado.entradas == ()
    assert p.estado.notas == ("intake recibió, tal como estaban: mensaje",)


def test_una_entrada_propia_se_ensena():
    assert [e.nombre for e in hoja("equipo", 3).estado.entradas][:1] == ["investigar · Send 1"]


def test_los_reintentos_se_cuentan_con_su_error_y_solo_el_ultimo_es_del_paso():
    tarea = hoja("equipo", 3).tareas[1]
    assert [i.nombre for i in tarea.intentos] == ["intento 1 de 3", "intento 2 de 3", "intento 3 de 3"]
    assert "ConnectionError" in tarea.intentos[0].texto
    assert tarea.fallos == ()


def test_un_error_de_verdad_va_con_su_traza():
    (fallo,) = hoja("roto", 2).tareas[0].fallos
    assert (fallo.clase, fallo.mensaje) == ("builtins.ValueError", "umbral fuera de rango: 1.7")
    assert fallo.traza.startswith("Traceback")


def test_sin_estado_se_dice_y_no_se_finge_que_no_cambio():
    assert hoja("roto", 2).estado.aviso == "La traza no trae el estado tras este paso."
    assert hoja("equipo", 5).estado.aviso == "Este paso no cambió el estado."


def test_el_valor_que_el_diff_ensena_entero_no_se_repite():
    p = hoja("hitl-cita-no-verificada", 1)
    assert [(d.entera, d.cruda) for d in p.estado.diferencias] == [("idioma", False), ("turno", False)]
    assert p.estado.claves == ()
    assert [c.clave for c in hoja("hitl-cita-no-verificada", 5).estado.claves] == ["borrador", "decisiones"]


def test_las_expectativas_salen_en_el_paso_que_las_prueba():
    assert [c.esperado for c in hoja("hitl-cita-no-verificada", 5).comprobaciones] == [
        "se interrumpe en review_response"
    ]
    assert hoja("hitl-cita-no-verificada", 6).comprobaciones == ()


def test_el_subgrafo_dice_su_ambito():
    p = hoja("equipo", 2)
    assert p.ambito == "equipo"
    assert "dentro de equipo" in p.subtitulo


def test_la_ruta_elegida_el_salto_y_la_cache_se_dicen():
    assert hoja("equipo", 4).tareas[0].notas == ("otra_vuelta decidió ir a planificar",)
    assert hoja("equipo", 6).tareas[0].notas == ("Command: salta a fin",)
    assert [f.texto for f in hoja("equipo", 5).tareas[0].fichas] == ["de la caché"]


def test_las_pestanas_son_las_que_tienen_algo():
    assert hoja("hitl-cita-no-verificada", 4).pestanas == "resumen estado mensajes llamadas fuente"
    assert hoja("hitl-cita-no-verificada", 1).pestanas == "resumen estado"

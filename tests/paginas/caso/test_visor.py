"""La isla y el índice: lo que el visor enciende y lo que busca fuera de la página."""

import json

from generador.modelo.grafo import FIN
from generador.modelo.traza import Fallo
from generador.paginas.caso.lista import SUERTES
from generador.paginas.caso.visor import indice, llano
from tests.congelados import replace
from tests.paginas.caso.apoyo import pagina, paginas
from tests.paginas.caso.ejemplo import EQUIPO, TRAZAS, largo


def nodos_de(datos, i: int) -> set[str]:
    return {datos["nodos"][x] for x in datos["pasos"][i][0]}


def test_la_isla_dice_las_tareas_de_cada_paso_en_todos_los_tramos():
    for caso, traza in TRAZAS.items():
        for p in paginas(caso):
            pasos = traza.pasos[p.tramo.primero - 1 : p.tramo.ultimo]
            assert [nodos_de(p.datos, i) for i in range(len(pasos))] == [{t.nodo for t in x.tareas} for x in pasos]


def test_la_isla_lleva_lo_andado_en_los_tramos_anteriores():
    segunda = paginas("largo")[1].datos
    antes = {segunda["nodos"][i]: n for i, n in segunda["antes"]["nodos"]}
    assert sum(antes.values()) == segunda["primero"] - 1
    assert paginas("largo")[0].datos["antes"] == {"nodos": [], "aristas": []}


def test_la_isla_es_json_y_dice_si_el_caso_llego_al_fin():
    assert json.loads(json.dumps(pagina("equipo").datos))["fin"] == FIN
    assert pagina("pausado").datos["fin"] == ""


def leer(js: bytes) -> dict:
    assert js.startswith(b"globalThis.VitrinaIndice=")
    return json.loads(js.removeprefix(b"globalThis.VitrinaIndice=").rstrip(b";\n"))


def test_el_indice_tiene_una_marca_y_una_linea_por_paso():
    datos = leer(indice(EQUIPO, None, {}))
    assert len(datos["marcas"]) == len(datos["textos"].split("\n")) == len(EQUIPO.pasos)
    modelo = 1 << SUERTES.index("modelo")
    assert [bool((ord(m) - 48) & modelo) for m in datos["marcas"]] == [False, True, False, True, False, False]


def test_el_indice_se_recorta_mas_cuantos_mas_pasos_y_dice_cuanto():
    corto = leer(indice(largo(20_000), None, {}))
    assert corto["maximo"] < leer(indice(largo(10), None, {}))["maximo"]
    assert max(map(len, corto["textos"].split("\n"))) <= corto["maximo"]


def test_el_indice_no_puede_cerrar_su_script():
    traza = largo(1)
    hostil = traza.pasos[0].cambios[0].despues.crudo
    assert b"</" not in indice(traza, None, {}) and hostil


def test_se_busca_sin_mayusculas_ni_acentos():
    assert llano("  Farmacéutica\nÑandú ") == "farmaceutica nandu"


def test_el_indice_ensena_los_inversores_de_escritura_como_la_pagina():
    corto = largo(1)
    (uno,) = corto.pasos
    t = replace(uno.tareas[0], fallo=Fallo(clase="E", mensaje="ab\u202edc"))
    dicho = indice(replace(corto, pasos=(replace(uno, tareas=(t,)),)), None, {}).decode()
    assert "ab⟦u+202e⟧dc" in dicho
    assert "\u202e" not in dicho

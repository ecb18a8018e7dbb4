"""Nada de lo que trae una traza cambia la forma de su página: con datos hostiles salen los mismos elementos."""

import html
import json
import re

import pytest

from generador.modelo.mensaje import mensaje
from generador.modelo.traza import Evento, Fallo, Fin, Interrupcion, LlamadaHerramienta, Recuperacion, Ruta, Traza
from generador.paginas.caso import TIPO
from generador.representacion import representar
from generador.representacion.entorno import crear_entorno
from generador.representacion.idiomas import Catalogo
from generador.representacion.recursos import carpeta_de_plantillas
from tests.congelados import replace
from tests.hostiles import CADENAS, diferencia, gemelo
from tests.paginas.caso.apoyo import pagina_de
from tests.paginas.caso.ejemplo import HITL, ROTO, cambio, carga, paso, tarea

ENTORNO = crear_entorno(carpeta_de_plantillas(), Catalogo("es"))
EVENTOS = ("decisiones", "pasajes", "propuesta", "lineas")


def traza_con(x: str) -> Traza:
    """Una traza con `x` en todos los sitios donde una traza ajena puede escribir."""
    limpio = x.encode("utf-8", "replace").decode()
    valor = {limpio + "k": limpio, "filas": [{limpio + "c": limpio}], "texto": limpio}
    fallo = Fallo(clase=x, mensaje=x, traza=x, notas=(x,))
    modelo = replace(
        HITL.pasos[3].tareas[0].modelos[0],
        modelo=x,
        proveedor=x,
        herramientas=(x,),
        parametros=carga(valor),
        mensajes=carga([{"role": "user", "name": limpio, "content": limpio}, {"role": "raro", "content": [valor]}]),
        salida=carga({"role": "assistant", "content": limpio, "tool_calls": [{"name": limpio, "args": valor}]}),
        uso={x: 7},
        fallo=fallo,
    )
    suya = tarea(
        1, 1, x.replace(":", ";") or "vacío", 0.0, 1.0,
        fin=Fin.ERROR, fallo=fallo, entrada=carga(valor), actualizacion=carga(valor), modelos=(modelo,),
        herramientas=(LlamadaHerramienta(nombre=x, llamada=x, argumentos=carga(valor), resultado=carga(limpio)),),
        recuperaciones=(Recuperacion(nombre=x, consulta=carga(limpio), documentos=carga([valor])),),
        rutas=(Ruta(funcion=x, destinos=(x,), envios=1),), saltos=(x,), envios=(x,),
        eventos=tuple(Evento(tipo=t, datos=carga({"tipo": t, **valor})) for t in (*EVENTOS, limpio)),
        interrupciones=(
            Interrupcion(id=x, valor=carga({"pregunta": limpio, **valor}), respuesta=carga({"decision": limpio}),
                         quien=x, reanudada_en=0, espera=1.0),
        ),
    )  # fmt: skip
    nuevas = (cambio(x, ..., valor), cambio("messages", ..., [{"role": "tool", "content": limpio}]))
    return replace(
        ROTO,
        pasos=(paso(1, suya, cambios=nuevas),),
        ejecuciones=(replace(ROTO.ejecuciones[0], hilo=x, quien=x, fallo=fallo, entrada=carga(valor)),),
        inicial={x: carga(valor)},
        final={x: carga(valor), "respuesta": carga(limpio)},
        avisos=(mensaje("%(valor)s", valor=x),),
    )


def html_de(x: str) -> str:
    """La página con `x` por todas partes; delante va una letra, porque un texto en blanco no hace burbuja."""
    return representar(pagina_de(traza_con(f"a{x}")), TIPO, ENTORNO)


@pytest.mark.parametrize("cadena", CADENAS.values(), ids=CADENAS)
def test_lo_hostil_no_crea_ni_quita_elementos(cadena):
    assert not diferencia(html_de(cadena), html_de(gemelo(cadena)))


@pytest.mark.parametrize("cadena", CADENAS.values(), ids=CADENAS)
def test_el_json_de_la_pagina_y_la_isla_se_leen_igual(cadena):
    texto, limpio = html_de(cadena), f"a{cadena}".encode("utf-8", "replace").decode()
    isla = re.search(r'<script type="application/json" id="datos-del-caso">(.*?)</script>', texto, re.S)
    assert json.loads(isla[1])["total"] == 1
    cargas = re.findall(r"<pre data-json>\n(.*?)</pre>", texto, re.S)
    assert limpio in [v for v in map(_leer, cargas) if isinstance(v, str)]


def _leer(carga_en_html: str) -> object:
    try:
        return json.loads(html.unescape(carga_en_html))
    except ValueError:
        return None


def test_bultos_enormes_dejan_una_pagina_de_menos_de_dos_megas_que_dice_lo_cortado():
    hondo = {"a": 1}
    for _ in range(300):
        hondo = {"a": hondo}
    bultos = ("x" * 3_000_000, [{"i": 0, "t": "fila"}] * 20_000, hondo)
    suya = tarea(1, 1, "intake", 0, 1, entrada=carga(bultos[0]))
    pesada = replace(ROTO, pasos=(paso(1, suya, cambios=tuple(cambio(f"k{i}", ..., b) for i, b in enumerate(bultos))),))
    texto = representar(pagina_de(pesada), TIPO, ENTORNO)
    assert len(texto.encode()) < 2_000_000
    assert "16.000 de 3.000.002 caracteres" in texto

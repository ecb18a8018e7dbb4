"""Lo que se puede y no se puede hacer por HTTP, con agentes de verdad en sus procesos."""

import json
import shutil
import socket
import threading
from pathlib import Path

import pytest

from generador.lectura.corridas import leer_corrida
from generador.lectura.plan import leer_plan
from generador.servidor.vivo.ejecuciones import VIVAS, Momento

from .agentes import HOSTIL

pytestmark = pytest.mark.lenta
EMPEZAR = "/_vivo/es/empezar"


def opciones(cliente):
    """Una ejecución ya parada en su pregunta."""
    ruta = cliente.empezar("opciones")
    return ruta, cliente.hasta_que_pare(ruta)


def ejecuciones(cliente):
    return len(cliente.servidor.vivo.mostrador.sala.todas())


# --- quién entra -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cabeceras",
    [
        {"Host": "evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"},
        {"Sec_Fetch_Site": "none"},
    ],
)
def test_un_formulario_de_otro_sitio_no_ejecuta_aunque_traiga_una_ficha_buena(cliente, cabeceras):
    antes = ejecuciones(cliente)
    ficha = cliente.inicio().ficha
    assert cliente.enviar(EMPEZAR, {"ficha": ficha, "caso": "opciones"}, **cabeceras).codigo == 403
    assert ejecuciones(cliente) == antes


def test_un_formulario_sin_origen_no_ejecuta(cliente):
    r = cliente.pedir(EMPEZAR, "POST", b"caso=opciones", Content_Type="application/x-www-form-urlencoded")
    assert r.codigo == 403


@pytest.mark.parametrize("ficha", ["", "inventada"])
def test_sin_una_ficha_nuestra_no_se_ejecuta(cliente, ficha):
    antes = ejecuciones(cliente)
    assert cliente.enviar(EMPEZAR, {"ficha": ficha, "caso": "opciones"}).codigo == 403
    assert ejecuciones(cliente) == antes


def test_la_ficha_de_una_pagina_no_vale_en_otra(cliente):
    ruta, pagina = opciones(cliente)
    r = cliente.decidir(ruta, pagina, ficha=cliente.inicio().ficha, decision="0")
    assert r.codigo == 403
    assert cliente.veces() == 0


def test_una_ficha_gastada_no_vale_para_otra_cosa(cliente):
    datos = {"ficha": cliente.inicio().ficha, "caso": "opciones"}
    assert cliente.enviar(EMPEZAR, datos).codigo == 303
    assert cliente.enviar(EMPEZAR, {**datos, "caso": "propone"}).codigo == 403


def test_el_sitio_de_otro_no_puede_enmarcar_ni_guiar_la_pagina(cliente):
    cabeceras = cliente.inicio().cabeceras
    politica = cabeceras["Content-Security-Policy"]
    assert "default-src 'none'" in politica
    assert "frame-ancestors 'none'" in politica
    assert "script-src" not in politica
    assert cabeceras["Referrer-Policy"] == "same-origin"
    assert cabeceras["X-Frame-Options"] == "DENY"
    assert not any(c.lower().startswith("access-control") for c in cabeceras)


def test_fuera_de_lo_vivo_no_se_envia_nada(cliente):
    assert cliente.enviar("/", {}).codigo == 405
    assert cliente.enviar("/_vivo/es/no-existe", {}).codigo == 404
    assert cliente.enviar("/_vivo/estaticos/vivo.css", {}).codigo == 404


def test_un_cuerpo_enorme_se_rechaza_sin_leerlo(cliente):
    with socket.create_connection(("127.0.0.1", cliente.puerto), timeout=10) as s:
        cabeceras = (
            f"POST {EMPEZAR} HTTP/1.1\r\nHost: 127.0.0.1:{cliente.puerto}\r\nOrigin: {cliente.origen}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500000000\r\n\r\n"
        )
        s.sendall(cabeceras.encode())
        assert s.recv(4096).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("cuerpo", [b"ficha=%ff", b"ficha=a&ficha=b", "ficha=ñ".encode(), b"ficha=%00", b"&a=" * 900])
def test_un_formulario_ilegible_es_400_y_no_ejecuta(cliente, cuerpo):
    tipo = "application/x-www-form-urlencoded"
    assert cliente.pedir(EMPEZAR, "POST", cuerpo, Origin=cliente.origen, Content_Type=tipo).codigo == 400


def test_un_formulario_que_llega_a_medias_no_ejecuta(cliente):
    antes = len(cliente.servidor.vivo.mostrador.sala.todas())
    cuerpo = f"ficha={cliente.inicio().ficha}&caso=error"
    with socket.create_connection(("127.0.0.1", cliente.puerto), timeout=10) as s:
        s.sendall(
            f"POST {EMPEZAR} HTTP/1.1\r\nHost: 127.0.0.1:{cliente.puerto}\r\nOrigin: {cliente.origen}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(cuerpo) + 9}\r\n\r\n{cuerpo}".encode()
        )
        s.shutdown(socket.SHUT_WR)
        assert s.recv(4096).startswith(b"HTTP/1.1 400 ")
    assert len(cliente.servidor.vivo.mostrador.sala.todas()) == antes


def test_solo_se_entienden_formularios(cliente):
    r = cliente.pedir(EMPEZAR, "POST", b"{}", Origin=cliente.origen, Content_Type="application/json")
    assert r.codigo == 415


# --- ejecutar y ver --------------------------------------------------------------------------------------


def test_los_pasos_salen_segun_ocurren_y_al_parar_la_pagina_se_pide_sola(cliente):
    ruta = cliente.empezar("lento")
    with socket.create_connection(("127.0.0.1", cliente.puerto), timeout=30) as s:
        s.sendall(f"GET {ruta} HTTP/1.1\r\nHost: 127.0.0.1:{cliente.puerto}\r\n\r\n".encode())
        recibido = b""
        while b'data-nodo="antes"' not in recibido:
            trozo = s.recv(4096)
            assert trozo, recibido.decode()
            recibido += trozo
        assert cliente.ejecucion(ruta).foto.momento is Momento.CORRIENDO
        assert b'http-equiv="refresh"' not in recibido
        cliente.ejecucion(ruta).cortar()
        recibido += b"".join(iter(lambda: s.recv(4096), b""))
    assert recibido.count(b'data-nodo="antes"') == 1
    assert b'<meta http-equiv="refresh" content="0">' in recibido


def test_un_caso_sin_preguntas_acaba_y_cuenta_de_donde_salio_lo_dicho(cliente):
    ruta = cliente.empezar("guion")
    pagina = cliente.hasta_que_pare(ruta)
    assert "guion «saluda»" in pagina.texto
    assert 'data-oraculo="1"' in pagina.texto
    cliente.decidir(ruta, pagina, respuesta="vale", como="texto", decision="")
    assert cliente.hasta_que_pare(ruta).momento == "acabada"


def test_la_banda_dice_que_es_un_guion_antes_de_que_conteste_nadie(cliente):
    assert 'data-divulgacion="demo"' in cliente.inicio().texto
    assert "Oráculo." in cliente.inicio().texto


def test_lo_que_dice_el_agente_se_escapa(cliente):
    _, pagina = opciones(cliente)
    assert "<script" not in pagina.texto
    assert HOSTIL not in pagina.texto
    assert "&lt;script&gt;alert(1)" in pagina.texto


def test_otra_entrada_conserva_el_tipo_y_llega_al_agente(cliente):
    pagina = cliente.pedir("/_vivo/es/entrada/guion")
    datos = {**pagina.ocultos, "campo.x": '["hola", 1'}
    r = cliente.enviar(EMPEZAR, datos)
    assert r.codigo == 422
    assert "no es JSON válido" in r.texto
    assert "[&#34;hola&#34;, 1" in r.texto
    r = cliente.enviar(EMPEZAR, {**r.ocultos, "campo.x": '["otra cosa"]'})
    assert r.codigo == 303
    final = cliente.hasta_que_pare(r.cabeceras["Location"])
    assert "otra cosa" in final.texto


def test_un_caso_que_no_esta_es_un_error_con_salida(cliente):
    r = cliente.enviar(EMPEZAR, {"ficha": cliente.inicio().ficha, "caso": "inventado"})
    assert r.codigo == 422
    assert 'href="/_vivo/es/"' in r.texto


def test_una_ejecucion_que_no_esta_es_404_y_en_su_idioma(cliente):
    assert "There is nothing here" in cliente.pedir("/_vivo/en/ejecuciones/0000").texto
    assert cliente.pedir("/_vivo/es/ejecuciones/0000").codigo == 404
    assert cliente.pedir("/_vivo/fr/").codigo == 303


def test_no_caben_mas_agentes_de_los_que_caben(cliente):
    rutas = [cliente.empezar("lento") for _ in range(VIVAS)]
    r = cliente.enviar(EMPEZAR, {"ficha": cliente.inicio().ficha, "caso": "lento"})
    assert r.codigo == 503
    pagina = cliente.pedir(rutas[0], "HEAD")
    assert pagina.codigo == 200
    cliente.ejecucion(rutas[0]).cortar()
    cliente.esperar(rutas[0], Momento.CORTADA)
    assert cliente.empezar("opciones")


# --- decidir ---------------------------------------------------------------------------------------------


def test_la_opcion_pulsada_llega_con_su_tipo_y_queda_quien_y_cuanto(cliente):
    ruta, pagina = opciones(cliente)
    cliente.decidir(ruta, pagina, decision="2", quien="  Ana   Ruiz ")
    final = cliente.hasta_que_pare(ruta)
    assert final.momento == "acabada"
    assert "Contestó: 7" in final.texto
    (decision,) = cliente.ejecucion(ruta).foto.decisiones
    assert decision.quien == "Ana Ruiz"
    assert decision.segundos > 0
    lineas = [json.loads(linea) for linea in cliente.ejecucion(ruta).traza.read_text().splitlines()]
    assert [x.get("by") for x in lineas if x["t"] == "run.start"] == [None, "Ana Ruiz"]


def test_enviar_dos_veces_lo_mismo_ejecuta_una(cliente):
    ruta, pagina = opciones(cliente)
    respuestas = []
    hilos = [
        threading.Thread(target=lambda: respuestas.append(cliente.decidir(ruta, pagina, decision="0")))
        for _ in range(4)
    ]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()
    assert [(r.codigo, r.cabeceras["Location"]) for r in respuestas] == [(303, ruta)] * 4
    assert cliente.esperar(ruta, Momento.ACABADA).fin == "ok"
    assert cliente.veces() == 1


def test_empezar_dos_veces_con_la_misma_ficha_es_una_ejecucion(cliente):
    antes, datos = ejecuciones(cliente), {"ficha": cliente.inicio().ficha, "caso": "opciones"}
    assert len({cliente.enviar(EMPEZAR, datos).cabeceras["Location"] for _ in range(3)}) == 1
    assert ejecuciones(cliente) == antes + 1


def test_de_dos_personas_con_la_misma_pregunta_decide_la_primera(cliente):
    ruta, una = opciones(cliente)
    otra = cliente.pedir(ruta)
    cliente.decidir(ruta, una, decision="0", quien="primera")
    assert cliente.decidir(ruta, otra, decision="1", quien="segunda").codigo == 303
    final = cliente.hasta_que_pare(ruta)
    assert "Contestó: sí" in final.texto
    assert "segunda" not in final.texto
    assert cliente.veces() == 1


def test_recargar_a_mitad_no_pierde_ni_reinicia_nada(cliente):
    ruta, pagina = opciones(cliente)
    vista = cliente.ejecucion(ruta).segundos()
    otra = cliente.pedir(ruta)
    assert otra.nodos == pagina.nodos
    assert otra.momento == "esperando"
    assert cliente.ejecucion(ruta).segundos() > vista > 0
    cliente.decidir(ruta, pagina, decision="0")
    assert cliente.hasta_que_pare(ruta).momento == "acabada"
    assert cliente.veces() == 1


@pytest.mark.parametrize(
    ("campos", "motivo"),
    [
        ({"quien": " "}, "escribe quién decide"),
        ({"quien": "x" * 61}, "escribe quién decide"),
        ({"decision": "9"}, "no es de esta pregunta"),
        ({"interrupcion": "otra"}, "no es de esta pregunta"),
        ({"respuesta": " "}, "escribe una respuesta"),
        ({"respuesta": "{", "como": "json"}, "no es JSON válido"),
        ({"respuesta": "NaN", "como": "json"}, "no es JSON válido"),
        ({"respuesta": "null", "como": "json"}, "no contestar"),
    ],
)
def test_una_respuesta_que_no_vale_dice_por_que_y_no_contesta(cliente, campos, motivo):
    ruta, pagina = opciones(cliente)
    r = cliente.decidir(ruta, pagina, **{"decision": "", "respuesta": "x", "como": "texto", **campos})
    assert r.codigo == 422
    assert motivo in r.texto
    assert cliente.ejecucion(ruta).foto.momento is Momento.ESPERANDO
    assert cliente.decidir(ruta, cliente.pedir(ruta), decision="0").codigo == 303


def test_un_json_escrito_llega_como_json(cliente):
    ruta, pagina = opciones(cliente)
    cliente.decidir(ruta, pagina, decision="", respuesta='{"a": [1, true]}', como="json")
    assert "[1, True]" in cliente.hasta_que_pare(ruta).texto


def test_un_objeto_vacio_es_una_respuesta(cliente):
    ruta, pagina = opciones(cliente)
    cliente.decidir(ruta, pagina, decision="", respuesta="{}", como="json")
    assert cliente.hasta_que_pare(ruta).momento == "acabada"


def test_varias_preguntas_a_la_vez_se_contestan_una_a_una(cliente):
    ruta = cliente.empezar("a_la_vez")
    pagina = cliente.hasta_que_pare(ruta)
    assert pagina.texto.count('class="pregunta"') == 2
    cliente.decidir(ruta, pagina, decision="", respuesta="A")
    pagina = cliente.hasta_que_pare(ruta)
    assert pagina.texto.count('class="pregunta"') == 1
    cliente.decidir(ruta, pagina, decision="", respuesta="B")
    final = cliente.hasta_que_pare(ruta)
    assert final.momento == "acabada"
    assert [d.que.datos for d in cliente.ejecucion(ruta).foto.decisiones] == [(("que", "A"),), (("que", "B"),)]


def test_una_parada_que_no_pregunta_solo_pide_seguir(cliente):
    ruta = cliente.empezar("parada")
    for _ in range(2):
        pagina = cliente.hasta_que_pare(ruta)
        assert "punto de parada" in pagina.texto
        cliente.decidir(ruta, pagina)
    final = cliente.hasta_que_pare(ruta)
    assert final.momento == "acabada"
    assert final.nodos == ["a", "b", "c"]


def test_una_fabrica_con_su_propio_checkpointer_tambien_se_reanuda(cliente):
    ruta = cliente.empezar("propio")
    cliente.decidir(ruta, cliente.hasta_que_pare(ruta), decision="", respuesta="vale")
    assert cliente.hasta_que_pare(ruta).momento == "acabada"


def test_el_panel_de_propuestas_edita_con_los_tipos_de_lo_propuesto(cliente):
    ruta = cliente.empezar("propone")
    pagina = cliente.hasta_que_pare(ruta)
    assert 'name="campo.importe_centimos" value="39,90"' in pagina.texto
    assert 'name="campo.pedido_id"' not in pagina.texto
    r = cliente.decidir(ruta, pagina, decision="edit", **{"campo.importe_centimos": "mucho"})
    assert r.codigo == 422
    assert "importe en euros" in r.texto
    cliente.decidir(ruta, r, decision="edit", nota="menos", **{"campo.importe_centimos": "24,9"})
    final = cliente.hasta_que_pare(ruta)
    assert final.momento == "acabada"
    assert "&#39;cambios&#39;: {&#39;importe_centimos&#39;: 2490}" in final.texto
    assert "&#39;huella&#39;: &#39;h1&#39;" in final.texto
    assert "&#39;revisor&#39;: &#39;Ana&#39;" in final.texto


def test_una_herramienta_de_langchain_que_pide_permiso_se_edita_y_se_ejecuta(cliente):
    ruta = cliente.empezar("permiso")
    pagina = cliente.hasta_que_pare(ruta)
    assert 'name="campo.a" value="1"' in pagina.texto
    cliente.decidir(ruta, pagina, decision="edit", **{"campo.a": "40"})
    final = cliente.hasta_que_pare(ruta)
    assert final.momento == "acabada"
    assert "Aprobó con cambios (A → 40): suma" in final.texto
    assert "Tool response:\n41" in final.texto


# --- cuando el agente se porta mal -----------------------------------------------------------------------


def test_un_agente_que_lanza_acaba_con_su_error_a_la_vista(cliente):
    final = cliente.hasta_que_pare(cliente.empezar("error"))
    assert final.momento == "acabada"
    assert "El agente falló" in final.texto


def test_un_guion_que_no_llega_dice_que_no_es_culpa_del_agente(cliente):
    ruta = cliente.empezar("guion")
    plan = leer_plan(cliente.demo / "plan.yaml")
    assert plan.caso("guion").oraculo == "saluda"
    guiones = cliente.demo / "oraculo.yaml"
    cliente.hasta_que_pare(ruta)
    bueno = guiones.read_text()
    try:
        guiones.write_text(bueno.replace("[buenas]", "[]"))
        final = cliente.hasta_que_pare(cliente.empezar("guion"))
    finally:
        guiones.write_text(bueno)
    assert "No es un fallo del agente" in final.texto


def test_una_fabrica_rota_lo_dice_como_al_grabar(cliente):
    final = cliente.hasta_que_pare(cliente.empezar("rota"))
    assert final.momento == "rota"
    assert "ZeroDivisionError" in final.texto
    assert "Traceback" not in final.texto


def test_un_proceso_que_muere_se_dice_y_el_servidor_sigue(cliente):
    final = cliente.hasta_que_pare(cliente.empezar("se_mata"))
    assert final.momento == "rota"
    assert "código 3" in final.texto
    assert cliente.inicio().codigo == 200


def test_un_agente_que_escribe_en_nuestro_tubo_no_la_deja_en_marcha_para_siempre(cliente):
    final = cliente.hasta_que_pare(cliente.empezar("ensucia"))
    assert final.momento == "rota"
    assert "no se entiende" in final.texto or "se cerró solo" in final.texto
    assert cliente.hasta_que_pare(cliente.empezar("error")).momento == "acabada", "el siguiente se ejecuta igual"


def test_un_defecto_al_pintar_se_dice_y_el_servidor_sigue(cliente, monkeypatch, capsys):
    def falla(*_):
        raise ZeroDivisionError

    with monkeypatch.context() as m:
        m.setattr(type(cliente.servidor.vivo.mostrador), "ver", falla)
        r = cliente.inicio()
    assert (r.codigo, "defecto de Vitrina" in r.texto) == (500, True)
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert cliente.inicio().codigo == 200


def test_un_agente_que_no_deja_de_dar_vueltas_se_para_en_el_limite_de_pasos(cliente):
    final = cliente.hasta_que_pare(cliente.empezar("vueltas"))
    assert "dio 7 pasos sin acabar" in final.texto


def test_un_agente_que_no_acaba_se_corta_en_el_limite_de_tiempo(cliente):
    sala = cliente.servidor.vivo.mostrador.sala
    antes, sala.limite = sala.limite, 0.2
    try:
        ruta = cliente.empezar("lento")
        final = cliente.hasta_que_pare(ruta)
    finally:
        sala.limite = antes
    assert final.momento == "cortada"
    assert "se cortó" in final.texto


def test_abandonar_mata_al_agente_y_no_deja_decidir(cliente):
    ruta, pagina = opciones(cliente)
    cliente.enviar(f"{ruta}/abandonar", {"ficha": cliente.pedir(ruta).ficha})
    assert cliente.esperar(ruta, Momento.CORTADA).fin == "abandonada"
    assert cliente.decidir(ruta, pagina, decision="0").codigo == 303
    assert cliente.veces() == 0


# --- guardar ---------------------------------------------------------------------------------------------


@pytest.fixture
def sin_la_rota(cliente):
    """El plan, mientras tanto, sin la variante cuya fábrica falla."""
    plan = cliente.demo / "plan.yaml"
    entero = plan.read_text("utf-8")
    plan.write_text("".join(x for x in entero.splitlines(keepends=True) if "rota" not in x), "utf-8")
    yield
    plan.write_text(entero, "utf-8")


def test_sin_pedirlo_no_se_toca_la_demo_y_al_pedirlo_queda_una_corrida_de_las_de_siempre(cliente, sin_la_rota, capfd):
    antes = sorted(p.name for p in cliente.demo.iterdir())
    ruta, pagina = opciones(cliente)
    cliente.decidir(ruta, pagina, decision="0")
    final = cliente.hasta_que_pare(ruta)
    assert sorted(p.name for p in cliente.demo.iterdir()) == antes
    datos = {"ficha": final.ficha}
    assert {cliente.enviar(f"{ruta}/guardar", datos).codigo for _ in range(2)} == {303}
    (carpeta,) = [p for p in cliente.demo.iterdir() if p.name not in antes]
    corrida = leer_corrida(carpeta, leer_plan(cliente.demo / "plan.yaml"))
    assert [(c.caso, c.estado) for c in corrida.manifiesto.casos] == [("opciones", "ok")]
    assert corrida.trazas["opciones"].ejecuciones[1].quien == "Ana"
    assert (carpeta / corrida.manifiesto.casos[0].traza).read_bytes() == cliente.ejecucion(ruta).traza.read_bytes()
    corridas = cliente.demo.parent
    siguientes = [f"vitrina comparar juguete --corridas {corridas}", f"vitrina construir --corridas {corridas}"]
    assert all(dicho in cliente.pedir(ruta).texto for dicho in (carpeta.name, *siguientes))
    (en_la_terminal,) = [linea for linea in capfd.readouterr().out.splitlines() if "Guardada en" in linea]
    assert all(dicho in en_la_terminal for dicho in (str(carpeta), *siguientes))
    shutil.rmtree(carpeta)


def test_si_no_se_puede_guardar_se_dice_y_no_queda_nada(cliente):
    antes = sorted(p.name for p in cliente.demo.iterdir())
    ruta, pagina = opciones(cliente)
    cliente.decidir(ruta, pagina, decision="0")
    r = cliente.enviar(f"{ruta}/guardar", {"ficha": cliente.hasta_que_pare(ruta).ficha})
    assert r.codigo == 422
    assert "ZeroDivisionError" in r.texto
    assert sorted(p.name for p in cliente.demo.iterdir()) == antes


def test_con_otra_entrada_no_se_guarda_pero_la_traza_se_descarga(cliente):
    ruta = cliente.empezar("error", **{"campo.x": '["mía"]'})
    final = cliente.hasta_que_pare(ruta)
    assert "/guardar" not in final.texto
    ficha = cliente.servidor.vivo.mostrador.fichas.nueva("/".join(ruta.split("/")[-2:]))
    assert cliente.enviar(f"{ruta}/guardar", {"ficha": ficha}).codigo == 303
    assert not list(cliente.demo.glob("2*"))
    traza = cliente.pedir(f"{ruta}/traza.jsonl")
    assert traza.codigo == 200
    assert json.loads(traza.texto.splitlines()[0])["t"] == "trace"


# --- el sitio publicado ----------------------------------------------------------------------------------


def test_sin_sitio_la_raiz_lleva_a_lo_vivo(cliente):
    assert cliente.pedir("/").cabeceras["Location"] == "/_vivo/es/"


def test_un_sitio_construido_despues_se_sirve_tal_cual_y_sin_cliente(cliente):
    from generador.escritura import publicar

    sitio: Path = cliente.demo.parent.parent / "sitio"
    portada = b"<!doctype html><html><head><title>t</title></head><body>hola</body></html>"
    assert "Lo publicado" not in cliente.inicio().texto
    publicar({"index.html": portada, "juguete/index.html": portada}, sitio)
    try:
        assert cliente.pedir("/").texto.encode() == portada
        assert 'href="/juguete/index.html">Lo publicado' in cliente.inicio().texto
        assert cliente.pedir("/../plan.yaml").codigo == 404
    finally:
        shutil.rmtree(sitio)

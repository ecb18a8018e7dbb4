"""El servidor visto desde un socket: lo que sirve, lo que rechaza y cómo avisa."""

from __future__ import annotations

import json

import pytest

from generador.servidor.tablon import Tablon
from generador.servidor.turnos import A_LA_VEZ
from tests.servidor.conftest import CSP, pagina


def test_sirve_lo_publicado_con_su_tipo_y_sin_guardarse(con_sitio):
    r = con_sitio.pedir("/")
    assert r.codigo == 200
    assert b"portada" in r.cuerpo
    assert r.cabeceras["Content-Type"] == "text/html; charset=utf-8"
    assert r.cabeceras["Cache-Control"] == "no-store"
    assert r.cabeceras["X-Content-Type-Options"] == "nosniff"
    assert int(r.cabeceras["Content-Length"]) == len(r.cuerpo)
    assert not any(c.lower().startswith("access-control") for c in r.cabeceras)


@pytest.mark.parametrize(
    ("ruta", "tipo"),
    [("/a/datos.jsonl", "text/plain; charset=utf-8"), ("/estaticos/x.js", "text/javascript; charset=utf-8")],
)
def test_lo_que_no_es_pagina_va_tal_cual(con_sitio, ruta, tipo):
    r = con_sitio.pedir(ruta)
    assert r.cabeceras["Content-Type"] == tipo
    assert r.cuerpo == (con_sitio.sitio / ruta[1:]).read_bytes()


@pytest.mark.parametrize(
    ("ruta", "se_guarda"),
    [
        ("estaticos/x.0123abcd.js", True),
        ("estaticos/x.js", False),
        ("a/x.0123abcd.js", False),
        ("a.0123abcd.html", False),
    ],
)
def test_el_navegador_solo_se_guarda_lo_que_lleva_su_huella_en_el_nombre(local, ruta, se_guarda):
    local.publicar({ruta: b"x"})
    assert ("immutable" in local.pedir(f"/{ruta}").cabeceras["Cache-Control"]) is se_guarda


def test_head_da_lo_mismo_sin_cuerpo(con_sitio):
    de_get, de_head = con_sitio.pedir("/"), con_sitio.pedir("/", "HEAD")
    assert de_head.codigo == 200
    assert de_head.cuerpo == b""
    assert de_head.cabeceras["Content-Length"] == de_get.cabeceras["Content-Length"]


def test_una_carpeta_sin_barra_lleva_a_la_suya_y_a_ningun_otro_sitio(con_sitio):
    r = con_sitio.pedir("/en")
    assert (r.codigo, r.cabeceras["Location"]) == (301, "/en/")
    assert b"cover" in con_sitio.pedir("/en/").cuerpo


def test_lo_que_no_esta_es_la_pagina_404_del_sitio(con_sitio):
    r = con_sitio.pedir("/no-esta.html")
    assert r.codigo == 404
    assert b"perdida" in r.cuerpo


def test_el_cliente_se_pone_al_servir_y_la_csp_se_relaja_solo_para_conectarse_aqui(con_sitio):
    r = con_sitio.pedir("/").cuerpo.decode()
    assert CSP.replace("connect-src 'none'", "connect-src 'self'") in r
    assert f'<script src="{con_sitio.base}cliente.js"' in r
    assert "_vitrina" not in (con_sitio.sitio / "index.html").read_text()
    assert con_sitio.pedir(f"{con_sitio.base}cliente.js").cabeceras["Content-Type"].startswith("text/javascript")
    assert con_sitio.pedir(f"{con_sitio.base}cliente.css").codigo == 200


def test_una_ruta_hostil_no_rompe_la_pagina_que_la_nombra(con_sitio):
    r = con_sitio.pedir("/%22%3E%3Cscript%3Ealert(1)%3C/script%3E").cuerpo
    assert b"<script>alert" not in r


# ---- seguridad, fila 33 de la matriz de fallos


@pytest.mark.parametrize("metodo", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND"])
def test_otro_metodo_es_405(con_sitio, metodo):
    r = con_sitio.pedir("/", metodo)
    assert r.codigo == 405
    assert r.cabeceras["Allow"] == "GET, HEAD"


def test_host_ajeno_o_ninguno_es_403(con_sitio):
    assert con_sitio.pedir("/", Host="evil.example").codigo == 403
    assert con_sitio.pedir("/", Host="").codigo == 403
    assert con_sitio.crudo(b"GET / HTTP/1.0\r\n\r\n").codigo == 403


def test_dos_host_es_403(con_sitio):
    bueno = f"Host: 127.0.0.1:{con_sitio.puerto}\r\n".encode()
    assert con_sitio.crudo(b"GET / HTTP/1.1\r\n" + bueno + b"Host: evil\r\n\r\n").codigo == 403


def test_origen_ajeno_es_403(con_sitio):
    assert con_sitio.pedir("/", Origin="http://evil.example").codigo == 403
    assert con_sitio.pedir("/", Origin=f"http://127.0.0.1:{con_sitio.puerto}").codigo == 200


@pytest.mark.parametrize(
    "objetivo",
    [
        "/../secreto",
        "/..%2fsecreto",
        "/%2e%2e/secreto",
        "/%2e%2e%2fsecreto",
        "/a/..%2f..%2fsecreto",
        "/..%5csecreto",
        "/%00",
        "/index.html%00.jsonl",
        "/.vitrina-salida.json",
        "/SHA256SUMS",
        "/enlace",
        "/ajeno.html",
        "/_vitrina/",
        "/_vitrina/mala/sucesos",
        "/_vitrina/mala/cliente.js",
    ],
)
def test_nada_que_no_este_en_el_manifiesto_se_sirve(con_sitio, objetivo):
    sitio = con_sitio.sitio
    (sitio.parent / "secreto").write_text("SECRETO")
    (sitio / "enlace").symlink_to(sitio.parent / "secreto")
    (sitio / "ajeno.html").write_text("SECRETO")
    (sitio / "SHA256SUMS").write_text("SECRETO")
    (sitio / ".vitrina-salida.json").write_text("SECRETO")
    r = con_sitio.pedir(objetivo)
    assert r.codigo == 404
    assert b"SECRETO" not in r.cuerpo
    assert b"Traceback" not in r.cuerpo


@pytest.mark.parametrize("objetivo", ["//evil.example/", "http://evil.example/", "*", "/\xff", "/a\\..\\b%"])
def test_una_direccion_rara_no_lleva_fuera(con_sitio, objetivo):
    r = con_sitio.pedir(objetivo)
    assert r.codigo in (400, 404)
    assert "Location" not in r.cabeceras


def test_un_fichero_publicado_cambiado_por_un_enlace_no_se_sirve(con_sitio):
    (con_sitio.sitio.parent / "secreto").write_text("SECRETO")
    (con_sitio.sitio / "index.html").unlink()
    (con_sitio.sitio / "index.html").symlink_to(con_sitio.sitio.parent / "secreto")
    r = con_sitio.pedir("/")
    assert r.codigo == 503
    assert b"SECRETO" not in r.cuerpo


@pytest.mark.parametrize(
    ("datos", "codigo"),
    [
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 70_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 200 + b"\r\n", 431),
        (b"\x16\x03\x01\x00\x05hola\r\n\r\n", 400),
        (b"GET\r\n\r\n", 400),
        (b"GET\t/\tHTTP/1.1\r\n\r\n", 403),
        (b"GET /\r\n\r\n", 403),
        (b"GET / HTTP/9.9\r\n\r\n", 505),
    ],
)
def test_lo_desmedido_o_ininteligible_se_rechaza_y_se_sigue_en_pie(con_sitio, capfd, datos, codigo):
    r = con_sitio.crudo(datos)
    assert r.codigo == codigo
    assert con_sitio.pedir("/").codigo == 200
    assert capfd.readouterr().err == ""


def test_una_cabecera_partida_no_se_cuela(con_sitio):
    con_salto = con_sitio.crudo(
        f"GET /en%0d%0aX-Mala:%201 HTTP/1.1\r\nHost: 127.0.0.1:{con_sitio.puerto}\r\n\r\n".encode()
    )
    assert con_salto.codigo == 404
    assert "X-Mala" not in con_salto.cabeceras


# ---- avisos


class Pestana:
    """Una conexión SSE leída a mano."""

    def __init__(self, local, pagina: str) -> None:
        self._s = local.conectar()
        peticion = f"GET {local.base}sucesos?pagina={pagina} HTTP/1.1\r\nHost: 127.0.0.1:{local.puerto}\r\n\r\n"
        self._s.sendall(peticion.encode())
        self._f = self._s.makefile("rb")
        while (linea := self._f.readline()).strip():
            assert b"Access-Control" not in linea

    def suceso(self) -> dict[str, str]:
        """El siguiente aviso."""
        while True:
            linea = self._f.readline()
            assert linea, "se cortó"
            if linea.startswith(b"data: "):
                return json.loads(linea[6:])

    def acaba(self) -> bool:
        """Si el servidor cuelga sin decir nada más."""
        return not any(linea.startswith(b"data: ") for linea in self._f)

    def cerrar(self) -> None:
        self._f.close()
        self._s.close()


def test_una_pestana_sabe_lo_que_hay_y_cada_cambio_de_su_pagina(con_sitio):
    pestana = Pestana(con_sitio, "index.html")
    antes = pestana.suceso()
    assert antes["error"] == ""
    con_sitio.publicar({"index.html": pagina("otra"), "en/index.html": pagina("cover")})
    despues = pestana.suceso()
    assert despues["huella"] not in ("", antes["huella"])
    pestana.cerrar()


def test_si_cambia_otra_pagina_la_huella_de_esta_es_la_misma(con_sitio):
    pestana = Pestana(con_sitio, "index.html")
    antes = pestana.suceso()
    con_sitio.publicar({"index.html": pagina("portada"), "en/index.html": pagina("other")})
    assert pestana.suceso() == antes
    pestana.cerrar()


def test_un_error_llega_y_se_va_y_lo_publicado_sigue(con_sitio):
    pestana = Pestana(con_sitio, "index.html")
    antes = pestana.suceso()
    con_sitio.tablon.avisar("plan.yaml:3: falta algo → añádelo")
    roto = pestana.suceso()
    assert roto == {"huella": antes["huella"], "error": "plan.yaml:3: falta algo → añádelo"}
    assert b"portada" in con_sitio.pedir("/").cuerpo
    con_sitio.publicar({"index.html": pagina("portada")})
    assert pestana.suceso() == antes
    pestana.cerrar()


def test_si_aun_no_hay_sitio_la_pagina_dice_el_error_como_texto(local):
    local.tablon.avisar("<script>alert(1)</script> → corrígelo")
    r = local.pedir("/")
    assert r.codigo == 503
    assert b"&lt;script&gt;alert(1)" in r.cuerpo
    assert b"<script>alert" not in r.cuerpo
    assert b"cliente.js" in r.cuerpo


def test_sin_la_ficha_no_hay_avisos(con_sitio):
    assert con_sitio.pedir("/_vitrina/x/sucesos?pagina=index.html").codigo == 404
    assert con_sitio.pedir("/_vitrina//sucesos").codigo == 404
    assert len(con_sitio.servidor.servicio.ficha) >= 32


def test_la_ficha_es_otra_en_cada_arranque(con_sitio):
    from generador.servidor.respuestas import Servidor

    otro = Servidor(("127.0.0.1", 0), Tablon())
    assert otro.servicio.ficha != con_sitio.servidor.servicio.ficha
    otro.server_close()


def test_la_pestana_que_no_cabe_le_quita_el_sitio_a_la_mas_antigua_que_puede_volver(con_sitio):
    """Un navegador reparte seis conexiones entre sus pestañas: con más avisos abiertos, no cargaría otra página."""
    pestanas = [Pestana(con_sitio, "index.html") for _ in range(A_LA_VEZ)]
    lo_mismo = [p.suceso() for p in pestanas]
    otra = Pestana(con_sitio, "index.html")
    assert otra.suceso() == lo_mismo[0]
    assert pestanas[0].acaba()
    con_sitio.publicar({"index.html": pagina("otra")})
    distinto = otra.suceso()
    assert distinto != lo_mismo[0]
    assert [p.suceso() for p in pestanas[1:]] == [distinto] * (A_LA_VEZ - 1)
    vuelve = Pestana(con_sitio, "index.html")
    assert vuelve.suceso() == distinto, "lo que cambió mientras no estaba"
    for p in (*pestanas, otra, vuelve):
        p.cerrar()


def test_quien_cuelga_deja_su_sitio(con_sitio):
    turnos = con_sitio.servidor.servicio.avisados
    with turnos.coger() as uno:
        pass
    with turnos.coger() as fijo:
        for _ in range(A_LA_VEZ - 1):
            with turnos.coger():
                pass
        assert not uno.vencido
        assert not fijo.vencido

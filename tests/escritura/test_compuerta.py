"""La compuerta: nada con secretos se publica, el informe no los enseña, y si ella falla tampoco se publica."""

import base64
import datetime as dt
import hashlib
import json

import pytest

from generador.errores import Codigo, ErrorDeEntrada, ErrorDeSalida
from generador.escritura import compuerta
from generador.escritura.compuerta import SecretosHallados, hallar, pasar
from generador.escritura.contenidos import Contenidos, Publicado, firma_de
from generador.escritura.permitidos import Permitido
from generador.secretos import Politica, huella_de
from tests.escritura.muestra import pagina, sitio

HOY = dt.date(2026, 11, 30)
SECRETO = "ghp" + "_" + "a1B2c3D4e5F6" * 3
DNI = "1234" + "5678Z"
TELEFONO = "+34 612 " + "345 678"
CORREO = "ana.garcia" + "@" + "hospital.es"


def permiso(regla: str, valor: str, caduca: dt.date = dt.date(2027, 1, 1)) -> Permitido:
    return Permitido(regla, huella_de(valor), "inventado para la demo", caduca)


def hallados(ficheros, **opciones):
    with pytest.raises(SecretosHallados) as e:
        pasar(ficheros, hoy=HOY, **opciones)
    assert e.value.codigo is Codigo.SECRETO
    return e.value


def test_un_sitio_limpio_pasa_tal_cual():
    limpio = pasar(sitio(), hoy=HOY)
    assert limpio.ficheros == sitio()
    assert limpio.tapados == ()


def test_un_secreto_en_una_pagina_se_dice_con_su_sitio_y_sin_ensenarlo():
    error = hallados(sitio() | {"casos/x.html": pagina(f"<pre>uno\ndos {SECRETO}</pre>")})
    assert f'github casos/x.html:12 car 5-44 "ghp_…(40, sha256 {huella_de(SECRETO)[:16]}…)"' in str(error)
    assert SECRETO not in str(error)
    assert SECRETO[4:8] not in str(error)


def test_todos_los_hallazgos_de_todos_los_ficheros_salen_juntos():
    error = hallados({"b.txt": SECRETO.encode(), "a.txt": f"{DNI}\n{DNI}\n{SECRETO}".encode()})
    assert [(h.fichero, h.linea, h.coincidencia.regla) for h in error.hallados] == [
        ("a.txt", 1, "dni"),
        ("a.txt", 3, "github"),
        ("b.txt", 1, "github"),
    ]


@pytest.mark.parametrize("ruta", ["datos.json", "traza.jsonl"])
def test_en_json_se_dice_el_puntero(ruta):
    texto = "{}\n" * ruta.endswith("l") + json.dumps({"pasos": [{"a/b": f"hola {SECRETO}"}]})
    error = hallados({ruta: texto.encode()})
    assert "/pasos/0/a~1b car 6-45" in str(error)
    assert [h.linea for h in error.hallados] == [2 if ruta.endswith("l") else 1]


def test_en_json_manda_el_nombre_de_la_clave():
    error = hallados({"traza.jsonl": json.dumps({"config": {"dbPassword": "correcto-caballo-7"}}).encode()})
    assert "asignacion traza.jsonl:1 /config/dbPassword" in str(error)


def test_un_json_roto_se_mira_como_texto():
    assert hallados({"traza.jsonl": b'{"a": "' + SECRETO.encode()}).hallados[0].coincidencia.regla == "github"


def test_el_nombre_de_un_fichero_tambien_se_mira_y_no_se_ensena():
    error = hallados({f"casos/{SECRETO}.html": pagina()})
    assert SECRETO not in str(error)
    assert "casos/‹github›.html (en el nombre)" in str(error)


def test_un_nombre_de_fichero_disfrazado_tampoco_se_ensena():
    nombre = base64.urlsafe_b64encode(f"{SECRETO} y algo".encode()).decode().rstrip("=")
    error = hallados({f"casos/{nombre}.html": pagina()})
    assert nombre not in str(error)
    assert "github ‹disfrazado› (en el nombre)" in str(error)


def test_un_secreto_en_un_binario_se_encuentra():
    assert hallados({"logo.png": b"\x89PNG\xff" + SECRETO.encode() + b"\xff"}).hallados[0].fichero == "logo.png"


def test_un_numero_casual_en_un_binario_no_es_un_dato_personal():
    assert pasar({"fuente.woff2": b"\xff " + DNI.encode() + b" \xff"}, hoy=HOY).tapados == ()


@pytest.mark.parametrize(
    ("regla", "valor", "texto"),
    [("dni", DNI, f"mi DNI es {DNI}"), ("github", SECRETO, SECRETO), ("telefono", "34612345678", f"tel. {TELEFONO}")],
)
def test_un_valor_permitido_con_motivo_y_fecha_se_publica_tal_cual(regla, valor, texto):
    ficheros = {"a.html": pagina(texto), "b.jsonl": json.dumps([texto]).encode()}
    assert pasar(ficheros, hoy=HOY, permitidos=[permiso(regla, valor)]).ficheros == ficheros


def test_el_permiso_de_un_valor_no_vale_para_otro_ni_para_otra_regla():
    hallados({"a.txt": f"{DNI} 00000000T".encode()}, permitidos=[permiso("dni", DNI)])
    hallados({"a.txt": DNI.encode()}, permitidos=[permiso("iban", DNI)])


def test_un_permiso_vale_hasta_el_dia_que_caduca_inclusive():
    ficheros = {"a.txt": DNI.encode()}
    assert pasar(ficheros, hoy=HOY, permitidos=[permiso("dni", DNI, HOY)]).ficheros == ficheros
    error = hallados(ficheros, permitidos=[permiso("dni", DNI, HOY - dt.timedelta(days=1))])
    assert "caducó el 2026-11-29" in str(error)


@pytest.mark.parametrize("caduca", [dt.date(2027, 1, 1), dt.date(2020, 1, 1)])
def test_un_permiso_que_no_hace_falta_o_ya_caduco_es_un_error_de_entrada(caduca):
    with pytest.raises(ErrorDeEntrada, match=r"no hace falta|caducó"):
        pasar(sitio(), hoy=HOY, permitidos=[permiso("dni", DNI, caduca)])


@pytest.mark.parametrize(
    ("texto", "regla"), [(CORREO, "correo"), (TELEFONO, "telefono"), ("/home/" + "anag/x.py", "ruta-personal")]
)
def test_correo_telefono_y_rutas_se_tapan_a_la_vista(texto, regla):
    limpio = pasar({"a.html": pagina(f"<p>{texto}</p>"), "b.json": json.dumps(texto).encode()}, hoy=HOY)
    assert [h.coincidencia.regla for h in limpio.tapados] == [regla, regla]
    for contenido in limpio.ficheros.values():
        assert f"[enmascarado:{regla}]".encode() in contenido
        assert b"anag" not in contenido
        assert hallar({"a.html": contenido}) == ()
    json.loads(limpio.ficheros["b.json"])


def test_tapar_un_correo_tras_un_salto_de_linea_de_json_no_rompe_el_json():
    crudo = json.dumps({"t": f"hola\n{CORREO}\tadiós\n{TELEFONO}"})
    limpio = pasar({"a.json": crudo.encode()}, hoy=HOY)
    assert json.loads(limpio.ficheros["a.json"]) == {"t": "hola\n[enmascarado:correo]\tadiós\n[enmascarado:telefono]"}


def test_un_correo_de_dominio_reservado_no_es_de_nadie():
    ficheros = {"a.html": pagina("ana@example.com, x@demo.test, y@a.invalid, git@github.com")}
    assert pasar(ficheros, hoy=HOY).ficheros == ficheros


@pytest.mark.parametrize("ruta", ["a.js", "a.css", "a.svg"])
def test_lo_que_habria_que_tapar_en_codigo_bloquea(ruta):
    assert hallados({ruta: CORREO.encode()}).hallados[0].coincidencia.regla == "correo"


def test_un_correo_a_la_vista_y_ademas_disfrazado_no_se_publica_a_medias():
    hallados({"a.html": pagina(f"{CORREO} y {CORREO.replace('pital', chr(0x200B) + 'pital')}")})


def test_una_ip_privada_se_permite_y_con_otra_politica_se_bloquea():
    ficheros = {"a.html": pagina("servidor 192.168.1.20")}
    assert pasar(ficheros, hoy=HOY).ficheros == ficheros
    assert hallados(ficheros, politicas={"ip-privada": Politica.BLOQUEAR}).hallados[0].linea == 11


def test_la_memoria_ahorra_mirar_y_no_cambia_el_resultado(monkeypatch):
    memoria: compuerta.Memoria = {}
    ficheros = {"a.txt": f"{DNI} {CORREO}".encode(), "b.txt": b"nada"}
    primera = pasar(ficheros, hoy=HOY, permitidos=[permiso("dni", DNI)], memoria=memoria)
    assert len(memoria) == 2
    monkeypatch.setattr(compuerta, "sospechoso", lambda _: pytest.fail("ya estaba mirado"))
    assert pasar(ficheros, hoy=HOY, permitidos=[permiso("dni", DNI)], memoria=memoria) == primera
    hallados(ficheros, memoria=memoria)


def test_la_memoria_olvida_lo_que_ya_no_se_publica():
    memoria: compuerta.Memoria = {}
    pasar({"a.txt": b"uno"}, hoy=HOY, memoria=memoria)
    pasar({"a.txt": b"dos"}, hoy=HOY, memoria=memoria)
    assert len(memoria) == 1


@pytest.mark.parametrize("donde", ["sospechoso", "buscar", "tramos"])
def test_si_la_compuerta_revienta_no_se_publica_y_no_se_ensena_nada(monkeypatch, donde):
    def revienta(dato):
        raise RuntimeError(f"no puedo con {SECRETO}")

    monkeypatch.setattr(compuerta, donde, revienta)
    with pytest.raises(ErrorDeSalida, match="ha fallado") as e:
        pasar({"a.txt": SECRETO.encode()}, hoy=HOY)
    assert e.value.codigo is Codigo.COMPUERTA_ROTA
    assert e.value.__cause__ is None
    assert "RuntimeError en test_compuerta.py" in str(e.value)
    assert SECRETO not in str(e.value)


@pytest.mark.parametrize("donde", [0, 1, 999_000, 2_500_000])
def test_un_secreto_en_un_fichero_enorme_se_halla_como_en_uno_pequeno(tmp_path, monkeypatch, donde):
    """El fichero está en disco y se mira por partes: da igual en cuál caiga."""
    relleno = b'{"t":"x","v":"' + b"hola " * 200 + b'"}\n'
    lineas = relleno * 2600
    corte = lineas.rfind(b"\n", 0, donde) + 1
    contenido = lineas[:corte] + json.dumps({"v": f"clave {SECRETO}"}).encode() + b"\n" + lineas[corte:]
    ruta = tmp_path / "t.jsonl"
    ruta.write_bytes(contenido)
    publicado = Publicado(ruta, hashlib.sha256(contenido).hexdigest(), firma_de(ruta))
    monkeypatch.setattr(compuerta, "_ENORME", 1000)
    assert hallar(Contenidos({"t.jsonl": publicado})) == hallar({"t.jsonl": contenido}) != ()


def test_un_fichero_enorme_y_limpio_no_se_lee_entero(tmp_path, monkeypatch):
    contenido = (b'{"v":"' + b"hola " * 200 + b'"}\n') * 3000
    ruta = tmp_path / "t.jsonl"
    ruta.write_bytes(contenido)
    publicado = Publicado(ruta, hashlib.sha256(contenido).hexdigest(), firma_de(ruta))
    monkeypatch.setattr(compuerta, "_ENORME", 1000)
    monkeypatch.setattr(Publicado, "leer", lambda _: pytest.fail("se ha leído entero"))
    assert hallar(Contenidos({"t.jsonl": publicado})) == ()


@pytest.mark.parametrize("tamanos", [(5, 7, 100), (100_000, 3, 90_000, 1)])
def test_las_partes_cubren_el_fichero_y_se_solapan(tamanos):
    linea = b"abcdefghi\n"
    trozos = [(linea * (n // 10 + 1))[:n] for n in tamanos]
    entero, partes = b"".join(trozos), list(compuerta._por_partes(trozos))
    assert entero.endswith(partes[-1]) and entero.startswith(partes[0])
    assert sum(map(len, partes)) >= len(entero) and all(parte in entero for parte in partes)


@pytest.mark.parametrize("donde", ["raiz", "lista", "clave", "nada", "roto"])
def test_un_json_enorme_dice_lo_mismo_que_si_se_mirara_de_una_vez(monkeypatch, donde):
    """Aunque lo que lo delate solo se vea con el JSON leído, por el nombre de una clave."""
    datos = {"caso": "hola", "pasos": [{"n": n, "t0": 1700076953.5855 + n} for n in range(3000)], "fin": [1, [2]]}
    if donde == "raiz":
        datos["caso"] = SECRETO
    elif donde == "lista":
        datos["pasos"][1500]["de"] = CORREO
    elif donde == "clave":
        datos["pasos"][1500]["dentro"] = {"api\u005fkey": "hola-" * 3 + "a1b2C3"}
    contenido = json.dumps(datos, indent=1).encode() + (b"}" if donde == "roto" else b"")
    de_una_vez = tuple(compuerta._en_contenido("a.json", contenido))
    monkeypatch.setattr(compuerta, "_ENORME", 10_000)
    assert compuerta.hallados_en("a.json", contenido) == de_una_vez
    assert bool(de_una_vez) is (donde not in ("nada", "roto"))

"""Tapar secretos antes de escribirlos: los del entorno por su valor exacto y los demás por su forma."""

import base64
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generador.secretos import buscar, buscar_en_json, crear_redactor, redactar, tapar
from tests.test_secretos import MUESTRAS

ENTORNO = {
    "OPENAI_API_KEY": "valor-del-entorno-1",
    "DB_PASSWORD": "otro valor, con espacios",
    "LANGSMITH_TOKEN": "valor-del-entorno-1-mas-largo",
    "CORTA_KEY": "1234567",
    "HOME": "/casa/de/alguien",
    "vacia_secret": "",
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda h: st.lists(h) | st.dictionaries(st.text(), h)
)


def test_el_valor_exacto_de_una_variable_de_secreto_se_cambia_por_su_nombre():
    assert redactar("usa valor-del-entorno-1!", ENTORNO) == "usa [secret:OPENAI_API_KEY]!"
    assert redactar(["otro valor, con espacios"], ENTORNO) == ["[secret:DB_PASSWORD]"]


def test_si_un_valor_contiene_a_otro_gana_el_largo():
    assert redactar("valor-del-entorno-1-mas-largo", ENTORNO) == "[secret:LANGSMITH_TOKEN]"


def test_un_valor_corto_o_de_otra_variable_se_deja():
    assert redactar("1234567 /casa/de/alguien", ENTORNO) == "1234567 /casa/de/alguien"


@pytest.mark.parametrize("regla", ["github", "openai", "jwt", "url-con-clave", "azure-cuenta"])
def test_una_credencial_conocida_se_cambia_por_su_regla(regla):
    assert redactar({"t": f"a {MUESTRAS[regla]} b"}, {}) == {"t": f"a [secret:{regla}] b"}


@pytest.mark.parametrize("salto", ["\n", "\\n"])
def test_de_una_clave_pem_se_tapa_tambien_el_cuerpo(salto):
    clave = salto.join(MUESTRAS["clave-pem"].split("\n")) + f"{salto}-----END RSA PRIVATE KEY-----"
    assert tapar(f"a: {clave}, b") == "a: [secret:clave-pem]-----END RSA PRIVATE KEY-----, b"


@pytest.mark.parametrize("regla", ["dni", "correo", "telefono", "tarjeta", "iban"])
def test_los_datos_personales_no_se_tocan_porque_son_la_entrada_del_agente(regla):
    assert redactar(MUESTRAS[regla], {}) == MUESTRAS[regla]


def test_la_carpeta_personal_de_quien_graba_no_llega_a_la_traza():
    assert redactar('File "/home/' + 'anag/x.py"', {}) == 'File "/home/[secret:ruta-personal]/x.py"'


def test_entra_en_listas_tuplas_diccionarios_y_claves_y_conserva_los_tipos():
    secreto = MUESTRAS["github"]
    tapado = "[secret:github]"
    assert redactar({"a": [1, None, (secreto, True)], secreto: {"b": secreto}}, {}) == {
        "a": [1, None, (tapado, True)],
        tapado: {"b": tapado},
    }


def test_dos_claves_que_tapadas_son_iguales_no_se_pisan():
    dato = {MUESTRAS["github"]: 1, MUESTRAS["github"][:-1] + "0": 2}
    assert redactar(dato, {}) == {"[secret:github]": 1, "[secret:github]#2": 2}


@pytest.mark.parametrize("clave", ["password", "apiKey", "client_secret"])
def test_una_clave_delicada_tapa_su_texto(clave):
    assert redactar({clave: "correcto-caballo-7"}, {}) == {clave: "[secret:asignacion]"}
    assert redactar({clave: 7, "max_tokens": "12345678a"}, {}) == {clave: 7, "max_tokens": "12345678a"}


def test_de_lo_que_se_pisa_no_queda_a_la_vista_ningun_trozo():
    texto = "://ana:" + "S3creto9@correo" + "-de-ana.es y https://x:" + MUESTRAS["github"] + "@h"
    assert tapar(texto) == "[secret:url-con-clave]correo-de-ana.es y https[secret:url-con-clave]h"
    pem = f"{MUESTRAS['clave-pem']}\n{MUESTRAS['twilio']}\n{MUESTRAS['npm'][4:]}"
    assert tapar(pem) == "[secret:clave-pem]"


def test_lo_disfrazado_se_tapa_entero_porque_no_se_puede_recortar():
    en_base64 = base64.b64encode(f"hola {MUESTRAS['github']} y adiós".encode()).decode()
    assert tapar(f"ver {en_base64}") == "[secret:github]"
    assert tapar(MUESTRAS["github"].replace("_", "_\u200b")) == "[secret:github]"


def test_el_original_no_se_modifica():
    dato = {"a": [MUESTRAS["github"]]}
    redactar(dato, {})
    assert dato == {"a": [MUESTRAS["github"]]}


def test_lo_demasiado_hondo_se_corta_en_vez_de_reventar():
    hondo = "x"
    for _ in range(5000):
        hondo = [hondo]
    assert "demasiado-hondo" in str(redactar(hondo, {}))


@settings(deadline=None)
@given(JSON)
def test_sin_secretos_el_valor_sale_igual(valor):
    if not buscar_en_json(valor):
        assert redactar(valor, {}) == valor


@settings(deadline=None)
@given(JSON, st.sampled_from(sorted(MUESTRAS)))
def test_redactar_dos_veces_es_como_una(valor, regla):
    una = redactar({"v": valor, "s": f"x {MUESTRAS[regla]}"}, ENTORNO)
    assert redactar(una, ENTORNO) == una


@settings(deadline=None)
@given(
    JSON, st.sampled_from([r for r in sorted(MUESTRAS) if r not in ("dni", "correo", "telefono", "tarjeta", "iban")])
)
def test_lo_redactado_ya_no_lleva_el_secreto_en_ninguna_parte(valor, regla):
    salida = redactar({"v": valor, "s": f"x {MUESTRAS[regla]}", MUESTRAS[regla]: 1}, {})
    assert MUESTRAS[regla] not in json.dumps(salida)
    assert not [c for c in buscar(json.dumps(salida, ensure_ascii=False)) if c.regla == regla]


def test_el_redactor_se_crea_una_vez_y_sirve_para_muchos_sucesos():
    redactor = crear_redactor(ENTORNO)
    assert [redactor(t) for t in ("valor-del-entorno-1", 3, None)] == ["[secret:OPENAI_API_KEY]", 3, None]

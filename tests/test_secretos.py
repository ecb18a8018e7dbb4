"""Cada regla reconoce lo suyo, en las codificaciones prometidas, y no confunde lo que se le parece."""

import base64
import hashlib
import json
import random
import string
import subprocess
import sys
import uuid
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from generador.secretos import POR_NOMBRE, REGLAS, Politica, buscar, buscar_en_json, huella_de, sospechoso
from generador.secretos.detector import _patron

RAIZ = Path(__file__).parents[1]
ALFA = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
AZAR = random.Random  # con semilla: se quiere repetible, no imprevisible


def azar(n: int, de: str = ALFA) -> str:
    """Caracteres inventados, siempre los mismos: ningún secreto está escrito en el repositorio."""
    return "".join(AZAR(f"{n}{de}").choices(de, k=n))


def _iban() -> str:
    cuenta = azar(20, string.digits)
    control = 98 - int(cuenta + "142800") % 97
    return f"ES{control:02d}{cuenta}"


MUESTRAS = {
    "anthropic": "sk-" + "ant-api03-" + azar(90),
    "openrouter": "sk-" + "or-v1-" + azar(64, HEX),
    "langfuse": "sk-" + "lf-" + str(uuid.UUID(int=AZAR(1).getrandbits(128))),
    "openai": "sk-" + "proj-" + azar(48) + "_" + azar(40),
    "openai-antigua": "sk-" + azar(48),
    "langsmith": "lsv2" + "_pt_" + azar(32, HEX) + "_" + azar(10, HEX),
    "github": "gh" + "p_" + azar(36),
    "github-fina": "github" + "_pat_" + azar(22) + "_" + azar(59),
    "gitlab": "glpat" + "-" + azar(20),
    "aws-id": "AK" + "IA" + azar(16, string.ascii_uppercase + string.digits),
    "google": "AI" + "za" + azar(35),
    "google-oauth": "GOC" + "SPX-" + azar(28),
    "slack": "xo" + "xb-" + azar(12, string.digits) + "-" + azar(24),
    "slack-gancho": "hooks.slack" + ".com/services/T" + azar(8) + "/B" + azar(8) + "/" + azar(24),
    "stripe": "sk_" + "live_" + azar(24),
    "stripe-gancho": "wh" + "sec_" + azar(32),
    "huggingface": "h" + "f_" + azar(34),
    "groq": "gs" + "k_" + azar(52),
    "xai": "xa" + "i-" + azar(80),
    "tavily": "tv" + "ly-dev-" + azar(32),
    "pinecone": "pc" + "sk_" + azar(6) + "_" + azar(60),
    "perplexity": "pp" + "lx-" + azar(48),
    "replicate": "r" + "8_" + azar(37),
    "npm": "np" + "m_" + azar(36),
    "pypi": "py" + "pi-AgEIcHlwaS5vcmc" + azar(60),
    "docker": "dck" + "r_pat_" + azar(27),
    "databricks": "da" + "pi" + azar(32, HEX),
    "sendgrid": "S" + "G." + azar(22) + "." + azar(43),
    "twilio": "S" + "K" + azar(32, HEX),
    "age": "AGE-SECRET" + "-KEY-1" + azar(58, string.ascii_uppercase + string.digits),
    "azure-cuenta": "Account" + "Key=" + azar(86) + "==",
    "jwt": "ey" + "J" + azar(20) + ".ey" + "J" + azar(60) + "." + azar(43),
    "clave-pem": "-----BEGIN RSA " + "PRIVATE KEY-----\n" + azar(64) + "\n" + azar(64),
    "url-con-clave": "://admin:" + "S3creto!" + azar(6) + "@",
    "iban": _iban(),
    "tarjeta": "4111" + "1111" + "1111" + "1111",
    "dni": "1234" + "5678Z",
    "correo": "ana.garcia" + "@" + "hospital.es",
    "telefono": "+34" + "612345678",
}
"""Regla → un valor suyo, que el detector señala entero."""

EN_CONTEXTO = {
    "asignacion": [
        f'{{"password": "hunter2-{azar(6)}"}}',
        f"password=hunter2-{azar(6)}&x=1",
        f"aws_secret_access_key = {azar(40)}",
        f'export DB_PASSWORD="{azar(12)}"',
        f"<td>api_key</td>: <code>{azar(24)}</code>",
        f'<span class="n">token</span> <span class="o">=</span> <span class="s2">&quot;{azar(20)}&quot;</span>',
        f"{{&#34;client_secret&#34;: &#34;{azar(20)}&#34;}}",
        f"contraseña: {azar(10)}",
        f'{{\\"apiKey\\": \\"{azar(24)}\\"}}',
        f"x-auth-token: {azar(24)}",
    ],
    "bearer": [f"Authorization: Bearer {azar(30)}", f'"authorization": "bearer {azar(40)}"'],
    "basic": ["Authorization: Basic " + base64.b64encode(b"admin:hunter2!").decode()],
    "ruta-personal": [
        'File "/home/' + 'anag/p.py"',
        "/Users/" + "ana.g/x",
        "C:\\Users\\" + "Ana\\x",
        '"C:\\\\Users\\\\' + 'Ana\\\\x"',
    ],
    "ip-privada": ["http://192.168.1.7/", "10.1.2.3", "172.16.0.9:80"],
    "url-con-clave": ["postgres://ana:" + azar(9) + "@db:5432/x", "https://x:" + "gh" + "p_zz@github.com"],
    "tarjeta": ["4111 1111 1111 " + "1111", "5500-0000-0000-" + "0004", "3782 822463 " + "10005"],
    "iban": ["ES91 2100 0418 4502 " + "0005 1332", "DE89 3704 0044 0532 " + "0130 00 titular"],
    "dni": ["X1234567" + "L", "y de 00000000" + "-T."],
    "telefono": ["+34 612 345 " + "678", "+1 (415) 555-" + "0132", "tel:+44 20 7946 " + "0958"],
}


def reglas_de(texto: str) -> set[str]:
    return {c.regla for c in buscar(texto)}


def a_json_escapado(s: str) -> str:
    return "".join(f"\\u{ord(c):04x}" for c in s)


def en_ancho(s: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in s)


DISFRACES = {
    "json escapado": lambda s: json.dumps({"t": "x"}).replace("x", a_json_escapado(s)),
    "una letra escapada": lambda s: f"\\u{ord(s[0]):04x}{s[1:]}",
    "json dentro de json": lambda s: json.dumps(json.dumps({"t": "x"}).replace("x", a_json_escapado(s))),
    "url": lambda s: "q=" + "".join(f"%{ord(c):02X}" for c in s),
    "base64": lambda s: "datos " + base64.b64encode(f"usuario {s} y más cosas detrás".encode()).decode(),
    "base64 de url": lambda s: base64.urlsafe_b64encode(f"?>{s}<?{'z' * 30}".encode()).decode(),
    "base64 pegado a otra palabra": lambda s: "datos_" + base64.urlsafe_b64encode(f"{s} {'x' * 40}".encode()).decode(),
    "ancho cero": lambda s: "\u200b".join((s[:3], s[3:7], s[7:])),
    "marca visible de ancho cero": lambda s: f"{s[:6]}⟦U+200B⟧{s[6:]}",
    "formas anchas": en_ancho,
    "guion blando": lambda s: s[:9] + "\u00ad" + s[9:],
}


def test_hay_una_muestra_de_cada_regla():
    assert set(MUESTRAS) | set(EN_CONTEXTO) == set(POR_NOMBRE)
    assert len(MUESTRAS) >= 27


@pytest.mark.parametrize("regla", MUESTRAS)
def test_reconoce_el_valor_suelto_y_lo_senala_entero(regla):
    valor = MUESTRAS[regla]
    (c,) = buscar(valor)
    assert (c.regla, c.inicio, c.fin, c.largo) == (regla, 0, len(valor), len(valor))
    assert c.huella == huella_de(POR_NOMBRE[regla].canonico(valor))


@pytest.mark.parametrize("antes", ["", "x = ", '"', "(", ">", "á ", "\n", "\\n", "\\t", "&quot;", "clave:"])
@pytest.mark.parametrize("regla", [r for r in MUESTRAS if r != "url-con-clave"])
def test_reconoce_el_valor_entre_otras_cosas(regla, antes):
    valor = MUESTRAS[regla]
    assert (regla, len(antes)) in {(c.regla, c.inicio) for c in buscar(f"{antes}{valor} y sigue")}


@pytest.mark.parametrize(("regla", "texto"), [(r, t) for r, textos in EN_CONTEXTO.items() for t in textos])
def test_reconoce_las_reglas_que_necesitan_contexto(regla, texto):
    assert regla in reglas_de(texto)
    assert regla in reglas_de(f"antes\n{texto}\ndespués")


@pytest.mark.parametrize("disfraz", DISFRACES)
@pytest.mark.parametrize("regla", [r for r in MUESTRAS if POR_NOMBRE[r].es_secreto and r != "clave-pem"])
def test_reconoce_un_secreto_disfrazado(regla, disfraz):
    assert regla in reglas_de(DISFRACES[disfraz](MUESTRAS[regla])), disfraz


@pytest.mark.parametrize("regla", ["correo", "telefono", "dni", "iban", "tarjeta"])
@pytest.mark.parametrize("disfraz", ["json escapado", "url", "ancho cero", "formas anchas"])
def test_reconoce_un_dato_personal_disfrazado(regla, disfraz):
    assert regla in reglas_de(DISFRACES[disfraz](MUESTRAS[regla]))


NEGATIVOS = [
    "max_tokens: 12345678", '"max_tokens": 12345678', '"input_tokens": "12345678a"', "token_count=4096abcd1",
    "the password is required", "la contraseña es obligatoria", '{"password": "required"}', "password: str = None",
    'password = os.environ["DB_PASSWORD_1"]', "token=state.mensajes.token_1", "api_key=settings.api_key",
    "secret: ********", "api_key: your-api-key-1234", "password: ${DB_PASSWORD1}", "token: {{token_123456}}",
    '"token": "Hola"', "clave: valor1234", "INV-4421", "pedido INV-2024-00004421", "call_" + azar(24),
    "toolu_" + azar(24), "run-" + str(uuid.UUID(int=7)), str(uuid.UUID(int=0x41111111111111114111111111111111)),
    hashlib.sha256(b"x").hexdigest(), hashlib.sha256(b"y").hexdigest()[:32], hashlib.sha256(b"z").hexdigest()[:40],
    "sha256-" + base64.b64encode(hashlib.sha256(b"x").digest()).decode(),
    base64.b64encode("Texto normal y corriente en español, sin nada que ocultar a nadie.".encode()).decode(),
    base64.b64encode(AZAR(3).randbytes(600)).decode(),
    "data:image/png;base64," + base64.b64encode(bytes(300)).decode(), "0.4111111111111111", "1.4111111111111111e5",
    "x=4111111111111112", "4111-1111-1111-1112", "1717171717171717171", "2026-11-30T10:15:00.123456+01:00", "+02:00",
    "+1,5", "a+1234567890", "12345678A", "12345678", "20240101T101010", "ES00 0000 0000 0000 0000 0000",
    "versión 10.0.1", "1.10.0.0.1", "300.168.1.1", "192.168.1.300", "172.40.0.1", "ana@example.com", "x@demo.invalid",
    "git@github.com:o/r", "noreply@anthropic.com", "W@x.shape", "@decorador.ruta", "a@b",
    "https://example.com/home/ana/x", "/home/user/x", "/home/runner/work", "C:\\Users\\Public\\x", "./home/ana/x",
    "/homero/ana/", "http://localhost:8000/x@y", "https://example.org:443/a?b=c@d", "postgres://user:password@host",
    "redis://:@host", "http://a:b/", "-----BEGIN PUBLIC KEY-----\nMIIB", "-----BEGIN CERTIFICATE-----",
    "task-" + azar(48), "risk-" + azar(40), "shelf_" + azar(34), "Bearer token",
    "Bearer authentication-is-required-here", "Basic information", "Basic aprendizaje", "eyJ", "eyJhbGciOiJIUzI1NiJ9",
    "AKIA", "AKIACORTA", "skills sk-", "[secret:github]", "password=[secret:DB_PASSWORD]", "[enmascarado:correo]",
    "checkpoint_id 1f0a2b3c-7b1c-6f00-8001-0123456789ab", "＿", "ﬁn de ﬁesta", "1ª y 2º, ¾ de taza, m² y ℃",
    "⚠️ aviso 🚀", "nombre\u200boculto", "\\u00e1rbol", "100%25 seguro", "%C3%B1", "estado=%7B%22a%22%3A1%7D",
]  # fmt: skip


@pytest.mark.parametrize("texto", NEGATIVOS)
def test_no_confunde_lo_que_se_parece(texto):
    assert buscar(texto) == ()


def test_nuestras_fuentes_plantillas_y_documentos_no_llevan_nada():
    carpetas = ("generador", "agentes", "plantillas", "docs", "tests")
    ficheros = [
        f for c in carpetas for f in (RAIZ / c).rglob("*") if f.suffix in (".py", ".html", ".md", ".css", ".js", ".po")
    ]
    assert len(ficheros) > 20
    secretos = {
        str(f): hallado
        for f in ficheros
        if (hallado := [c.regla for c in buscar(f.read_text("utf-8")) if _molesta(c.regla, f)])
    }
    assert secretos == {}


def _molesta(regla: str, fichero: Path) -> bool:
    """Las pruebas tienen que escribir asignaciones de mentira; credenciales con forma, nadie."""
    return POR_NOMBRE[regla].es_secreto and not (regla == "asignacion" and "tests" in fichero.parts)


def test_la_muestra_nunca_ensena_mas_de_cuatro_caracteres_ni_un_cuarto_del_valor():
    for regla, valor in MUESTRAS.items():
        (c,) = buscar(valor)
        assert len(c.inicial) <= 4, regla
        assert len(c.inicial) <= len(valor) / 4, regla
        assert valor not in repr(c)
        assert valor[4:12] not in repr(c)
        assert c.muestra == f'"{c.inicial}…({len(valor)}, sha256 {c.huella[:16]}…)"'


def test_de_dos_reglas_que_senalan_lo_mismo_queda_la_que_dice_mas():
    assert reglas_de(f"Authorization: Bearer {MUESTRAS['github']}") == {"github"}
    assert reglas_de(f"OPENAI_API_KEY={MUESTRAS['openai']}") == {"openai"}


def test_de_dos_hallazgos_uno_dentro_de_otro_sale_el_de_fuera():
    pem = MUESTRAS["clave-pem"] + "\n" + MUESTRAS["twilio"] + "\n" + azar(64)
    assert [(c.regla, c.fin) for c in buscar(pem)] == [("clave-pem", len(pem))]


def test_en_un_base64_se_dicen_todos_los_secretos_que_lleva():
    dentro = f"{MUESTRAS['github']} {MUESTRAS['npm']} {MUESTRAS['github']}"
    assert [c.regla for c in buscar(base64.b64encode(dentro.encode()).decode())] == ["github", "npm"]


def test_el_mismo_valor_escrito_de_otra_manera_tiene_la_misma_huella():
    for una, otra in [("4111 1111 1111 " + "1111", "4111-1111-1111-" + "1111"), ("12345678" + "Z", "12345678-" + "z")]:
        assert buscar(una)[0].huella == buscar(otra)[0].huella
    assert buscar(MUESTRAS["correo"])[0].huella == buscar(MUESTRAS["correo"].upper())[0].huella


def test_un_valor_corto_disfrazado_no_se_confunde_con_otra_palabra():
    texto = "la semana de ana: %2Fhome%2F" + "ana%2Fx"
    (c,) = buscar(texto)
    assert (c.regla, c.capa) == ("ruta-personal", "disfrazado")


def test_lo_que_esta_a_la_vista_y_ademas_disfrazado_se_dice_una_vez_y_donde_se_ve():
    valor = MUESTRAS["github"]
    (c,) = buscar(f"{valor} {DISFRACES['ancho cero'](valor)}")
    assert (c.inicio, c.capa) == (0, "")


def test_un_sustituto_suelto_o_un_nulo_no_esconden_nada():
    for raro in ("\ud800", "\0", "\uffff", "\x1b[2J"):
        assert "github" in reglas_de(f"{raro} {MUESTRAS['github']} {raro}")


def test_lo_que_no_es_utf8_siempre_es_sospechoso():
    assert sospechoso(b"\xff nada")
    assert not sospechoso("nada, ñ".encode())


def test_por_defecto_los_secretos_y_lo_que_identifica_bloquean():
    assert {r.nombre for r in REGLAS if r.politica is not Politica.BLOQUEAR} == {
        "correo",
        "telefono",
        "ruta-personal",
        "ip-privada",
    }
    assert all(r.politica is Politica.BLOQUEAR for r in REGLAS if r.es_secreto)


class TestEnJson:
    """`buscar_en_json`: claves y valores ya decodificados, con su puntero."""

    def test_dice_el_puntero_de_cada_hallazgo_en_orden(self):
        dato = {"a": [{"b/c~": MUESTRAS["github"]}], "z": f"x {MUESTRAS['npm']}"}
        assert [(c.puntero, c.regla, c.inicio) for c in buscar_en_json(dato)] == [
            ("/a/0/b~1c~0", "github", 0),
            ("/z", "npm", 2),
        ]

    def test_una_clave_que_es_un_secreto_se_encuentra_y_no_sale_en_el_puntero(self):
        (c,) = buscar_en_json({"a": {MUESTRAS["github"]: 1}})
        assert c.puntero == "/a/‹github›"

    @pytest.mark.parametrize(
        "clave", ["password", "apiKey", "DB_PASSWORD", "x-auth-token", "clientSecret", "Authorization", "contraseña"]
    )
    def test_el_nombre_de_la_clave_delata_al_valor(self, clave):
        (c,) = buscar_en_json({clave: "correcto-caballo-7"})
        assert (c.regla, c.puntero, c.fin) == ("asignacion", f"/{clave}", 18)

    @pytest.mark.parametrize(
        "dato",
        [
            {"max_tokens": "12345678a"}, {"password": "required"}, {"token": "Hola, ¿qué tal 1?"}, {"token": 12345678},
            {"secret": None}, {"password": {"type": "string1"}},
            {"tokens": ["abc12345"]}, {"api_key": "[secret:OPENAI_API_KEY]"},
            {"next_page": "abc12345"}, {"key": "abc12345"}, {"passwordless": "abc12345"},
        ],
    )  # fmt: skip
    def test_ni_toda_clave_ni_todo_valor(self, dato):
        assert buscar_en_json(dato) == ()

    def test_json_dentro_de_un_texto(self):
        assert [c.regla for c in buscar_en_json({"salida": json.dumps({"password": "hunter2-abc"})})] == ["asignacion"]

    def test_no_se_ahoga_en_un_valor_muy_hondo(self):
        hondo = MUESTRAS["github"]
        for _ in range(100_000):
            hondo = [hondo]
        (c,) = buscar_en_json(hondo)
        assert c.regla == "github"


@settings(deadline=None)
@given(st.data(), st.sampled_from([r for r in REGLAS if r.nombre != "asignacion"]))
def test_el_prefiltro_nunca_descarta_lo_que_la_regla_reconoce(data, regla):
    texto = data.draw(st.from_regex(regla.cuerpo, fullmatch=True))
    assume(_patron(regla).search(texto) and (regla.nombre != "telefono" or regla.vale(texto)))
    assert sospechoso(f"á {texto} ñ".encode("utf-8", "replace"))


@settings(deadline=None)
@given(
    st.sampled_from(
        ["password", "PWD", "Contraseña", "apiKey", "SECRET_KEY", "token", "credentials", "connection_string"]
    ),
    st.lists(st.sampled_from(['"', "'", " ", "\t", "\\", "&quot;", "&#34;", "</td>", '<span class="s2">']), max_size=8),
    st.sampled_from([":", "=", "=>", ":="]),
    st.from_regex(r"[a-zA-Z0-9!@#%^*_+.-]{8,40}", fullmatch=True),
)
def test_el_prefiltro_nunca_descarta_una_asignacion(nombre, puente, signo, valor):
    texto = f"{nombre}{''.join(puente)}{signo}{''.join(reversed(puente))}{valor}"
    assume(_patron(POR_NOMBRE["asignacion"]).search(texto))
    assert sospechoso(texto.encode())


@settings(deadline=None)
@given(st.text())
def test_buscar_es_total_y_determinista(texto):
    assert buscar(texto) == buscar(texto)
    assert all(0 <= c.inicio < c.fin for c in buscar(texto))


@settings(deadline=None)
@given(st.text(), st.text(), st.sampled_from([r for r in MUESTRAS if POR_NOMBRE[r].es_secreto]))
def test_nada_de_alrededor_esconde_un_secreto(antes, despues, regla):
    assert regla in reglas_de(f"{antes}\n{MUESTRAS[regla]}\n{despues}")


@settings(deadline=None)
@given(st.recursive(st.none() | st.integers() | st.text(), lambda h: st.lists(h) | st.dictionaries(st.text(), h)))
def test_buscar_en_json_es_total(valor):
    assert buscar_en_json({"x": valor, "y": MUESTRAS["github"]})[-1].regla == "github"


PATOLOGICAS = [
    '"eyJ" * 70000', '"eyJ" + "a" * 200000', '"eyJaaaaaaaa." * 20000', '"eyJaaaaaaaa.eyJaaaaaaaa" * 9000',
    '"key" * 70000', '"password" * 30000', '"password " * 30000', '"password=" * 30000',
    '("password" + " " * 8) * 20000', '"token&quot;" * 20000', '"://" * 70000', '"://a:" * 50000',
    '"://" + "a" * 200000', '"a@" * 100000', '"a" * 64 + "@" + "a." * 90000', '"+1" * 100000', '"+" + "1 " * 100000',
    '"+1 2345" * 30000', '"1 " * 100000', '"4111 " * 50000', '"ES91" * 50000', '"ES91 2100 " * 20000',
    '"-----BEGIN " * 20000', '"-----BEGIN " + "A" * 200000', '"Bearer " * 30000', '"Bearer " + "a" * 200000',
    '"/home/" * 40000', '"C:" + chr(92) * 200000', 'chr(92) * 200000 + "u0070"', '("%41" * 70000)',
    '"sk-ant-" * 30000', '"<" * 200000', '"&" * 200000', '"A" * 300000', '"QUFB" * 70000', 'chr(0x200b) * 100000',
    '("a" + chr(0x200b)) * 60000', '"12345678" * 30000', '"12345678Z " * 20000', 'chr(0xff21) * 100000',
    '"ghp_" + "a" * 300000', '("ghp_" + "a" * 36 + " ") * 5000', '"Basic QUFBQUFB" * 15000',
]  # fmt: skip


def test_ninguna_entrada_patologica_lo_ahoga():
    """En otro proceso, con límite: lo cuadrático tardaría minutos en esto."""
    orden = (
        "from generador.secretos import buscar, tapar\n"
        f"for texto in [{', '.join(PATOLOGICAS)}]:\n"
        "    buscar(texto)\n"
        "    tapar(texto[:20000])\n"
    )
    subprocess.run([sys.executable, "-c", orden], cwd=RAIZ, check=True, timeout=90)

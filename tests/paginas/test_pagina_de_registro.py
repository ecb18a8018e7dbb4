"""La página del registro: bytes exactos, citas en los dos sentidos, y la cadena recalculada en un navegador."""

import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from generador.modelo.registro import hash_de
from tests.congelados import replace
from tests.paginas.apoyo import contextos, html, modelos
from tests.paginas.muestra_medida import AUSENTE, BINARIO, ENGANOSO, PREFIJO, REGISTRO, TEXTO

CTX = contextos()[0]
PAGINA = modelos("registro", CTX)[0]
CADENA = PAGINA.cadenas[0]
TEXTO_HTML = html(PAGINA, CTX)


class Lector(HTMLParser):
    """Lo que leería el script: los campos y los bytes de cada entrada."""

    def __init__(self) -> None:
        super().__init__()
        self.campos, self.bytes, self._en = [], [], None

    def handle_starttag(self, _tag, attrs):
        atributos = dict(attrs)
        if "data-entrada" in atributos:
            self.campos.append({})
        if "data-bytes" in atributos:
            self.bytes.append([atributos["data-bytes"], ""])
            self._en = "bytes"
        if "data-campo" in atributos:
            self._en = atributos["data-campo"]
            self.campos[-1][self._en] = ""

    def handle_endtag(self, tag):
        if tag == "code":
            self._en = None

    def handle_data(self, data):
        if self._en == "bytes":
            self.bytes[-1][1] += data
        elif self._en:
            self.campos[-1][self._en] += data


@pytest.fixture(scope="module")
def leido():
    lector = Lector()
    lector.feed(TEXTO_HTML)
    return lector


def test_la_pagina_lleva_los_bytes_exactos(leido):
    de_texto, *en_hex = leido.bytes
    assert de_texto == ["texto", TEXTO.decode()]
    assert [m for m, _ in en_hex] == ["hex", "hex"]
    assert [bytes.fromhex(h) for _, h in en_hex] == [BINARIO, ENGANOSO]


def test_con_lo_que_lleva_la_pagina_se_recalcula_cada_hash(leido):
    for campos, entrada in zip(leido.campos, REGISTRO.cadenas[0].entradas, strict=True):
        valores = {k: json.loads(v) for k, v in campos.items()}
        assert valores == entrada.campos
        assert hash_de(PREFIJO, valores) == entrada.campos["hash"]
        assert hashlib.sha256(entrada.contenido).hexdigest() == valores["sha256"]


def test_cada_fragmento_lleva_a_sus_bytes_y_los_bytes_a_su_afirmacion():
    respaldada = CADENA.afirmaciones[0]
    trozos = CADENA.entradas[0].trozos
    citados = {a: t for t in trozos for a in t.anclas}
    for f in respaldada.fragmentos:
        trozo = citados[f.href.removeprefix("#")]
        assert (trozo.texto, trozo.href) == (f.texto, f"#{respaldada.ancla}")
    assert CADENA.entradas[0].citas[0].href == f"#{respaldada.ancla}"


def test_citas_que_se_pisan_se_parten_sin_cambiar_un_byte():
    (c,) = REGISTRO.cadenas
    a = c.afirmaciones[0]
    f = a.fragmentos[0]
    pisada = replace(f, inicio=f.inicio - 4, fin=f.fin - 3)
    corrida = replace(CTX.demos[0].demo.corridas[-1], registro=replace(REGISTRO, cadenas=(
        replace(c, afirmaciones=(replace(a, fragmentos=(f, pisada)),)),)))  # fmt: skip
    demo = replace(CTX.demos[0], demo=replace(CTX.demos[0].demo, corridas=(corrida,)))
    trozos = modelos("registro", contextos((demo,))[0])[0].cadenas[0].entradas[0].trozos
    assert "".join(t.texto for t in trozos) == TEXTO.decode()
    assert sum(bool(t.href) for t in trozos) == 3


def test_un_id_citado_que_no_esta_se_dice():
    sin = CADENA.afirmaciones[1]
    assert sin.sin == (AUSENTE,)
    assert (sin.veredicto.valor, sin.veredicto.tono, sin.falta) == ("otra_cosa", "neutro", ("falta la carta",))


def test_la_cabeza_dice_por_donde_se_publico():
    assert "tomada de la traza" in CADENA.publicada
    corrida = CTX.demos[0].demo.corridas[-1]
    cabezas = {CADENA.caso.texto: "", REGISTRO.cadenas[0].caso: CADENA.cabeza}
    con = replace(corrida, manifiesto=replace(corrida.manifiesto, cabezas=cabezas))
    demo = replace(CTX.demos[0], demo=replace(CTX.demos[0].demo, corridas=(con,)))
    assert "en el manifiesto" in modelos("registro", contextos((demo,))[0])[0].cadenas[0].publicada


def test_cada_enlace_interno_llega_a_un_id():
    ids = re.findall(r'\sid="([^"]+)"', TEXTO_HTML)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', TEXTO_HTML)) <= set(ids)


def comprobar(abrir, fichero):
    pagina, vigia = abrir(fichero)
    pagina.click("[data-recalcular]")
    pagina.wait_for_function("document.querySelector('#comprobado').textContent")
    assert vigia.limpio(), (vigia.errores, vigia.externas)
    return pagina


@pytest.fixture
def alterar(muestra, tmp_path):
    """La página de la muestra con un trozo cambiado por otro, junto a sus estáticos."""

    def _alterar(antes, despues):
        original = (muestra / "adherencia" / "registro.html").read_text("utf-8")
        assert antes in original
        fichero = muestra / "adherencia" / f"registro-{tmp_path.name}.html"
        fichero.write_text(original.replace(antes, despues, 1), "utf-8", newline="")
        return fichero

    return _alterar


@pytest.mark.navegador
@pytest.mark.parametrize("idioma", ["", "en/"])
def test_en_el_navegador_una_cadena_buena_cuadra(muestra, abrir, idioma):
    pagina = comprobar(abrir, muestra / f"{idioma}adherencia/registro.html")
    assert pagina.locator("#comprobado.t-bien").count() == 1
    assert "3" in pagina.inner_text("#comprobado")
    assert pagina.locator("[data-alterada]").count() == 0


ENTRADAS = REGISTRO.cadenas[0].entradas


@pytest.mark.navegador
@pytest.mark.parametrize(
    ("antes", "despues", "cual", "motivo"),
    [
        ("atiende los lunes", "atiende los martes", 0, "sus bytes"),
        ("ff fe 00 50", "ff fe 01 50", 1, "sus bytes"),
        ('data-campo="clase">"herramienta"', 'data-campo="clase">"humano"', 0, "su hash"),
        ('data-campo="meta">{"herramienta":"leer@1"', 'data-campo="meta">{"herramienta":"leer@2"', 0, "su hash"),
        ('data-campo="meta">{"herramienta"', 'data-campo="meta">{roto', 0, "su hash"),
        (f'data-campo="previo">"{ENTRADAS[0].campos["hash"]}"', f'data-campo="previo">"{"1" * 64}"', 1, "no sigue"),
    ],
)
def test_en_el_navegador_cambiar_un_byte_se_nota_en_su_entrada(abrir, alterar, antes, despues, cual, motivo):
    pagina = comprobar(abrir, alterar(antes, despues))
    alteradas = pagina.locator("[data-alterada]")
    assert alteradas.count() == 1
    assert alteradas.get_attribute("id") == CADENA.entradas[cual].ancla
    assert motivo in alteradas.get_attribute("data-alterada")
    assert pagina.locator("#comprobado.t-mal a").get_attribute("href") == f"#{CADENA.entradas[cual].ancla}"


@pytest.mark.navegador
def test_en_el_navegador_una_cabeza_que_no_es_se_nota(abrir, alterar):
    pagina = comprobar(abrir, alterar(f"data-cabeza>{CADENA.cabeza}", f"data-cabeza>{'3' * 64}"))
    assert "cabeza" in pagina.locator("[data-cadena][data-alterada]").get_attribute("data-alterada")


@pytest.mark.navegador
def test_sin_crypto_subtle_se_dice_y_no_se_da_por_bueno(muestra, chromium):
    pagina = chromium.new_page()
    pagina.add_init_script("Object.defineProperty(globalThis, 'crypto', {value: {}})")
    pagina.goto((muestra / "adherencia" / "registro.html").as_uri())
    assert pagina.locator("[data-recalcular]").is_hidden()
    assert "crypto.subtle" in pagina.inner_text("#comprobado")
    pagina.close()

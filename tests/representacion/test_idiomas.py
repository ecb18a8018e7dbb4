"""Los catálogos: completos, al día, con los mismos huecos, y cada idioma con sus fechas y números."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from generador.errores import ErrorDeEntrada
from generador.representacion import idiomas
from generador.representacion.idiomas import (
    RUTA_DEL_CATALOGO,
    Catalogo,
    actualizar,
    extraer,
    leer_catalogo,
    leer_catalogos,
)

RAIZ = Path(__file__).parents[2]
PLANTILLAS, PAQUETE = RAIZ / "plantillas", RAIZ / "generador"
CABECERA = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'


def _claves(catalogo) -> set[str]:
    return {m.id if isinstance(m.id, str) else m.id[0] for m in catalogo if m.id}


def test_el_catalogo_ingles_tiene_exactamente_los_textos_del_codigo_y_de_las_plantillas():
    with (PLANTILLAS / RUTA_DEL_CATALOGO).open("rb") as f:
        guardado = read_po(f, locale="en")
    hoy = _claves(extraer((PAQUETE, PLANTILLAS)))
    assert hoy - _claves(guardado) == set(), "falta: ejecuta «python -m generador.representacion.idiomas» y tradúcelos"
    assert _claves(guardado) - hoy == set(), "sobra: ejecuta «python -m generador.representacion.idiomas»"


def test_el_catalogo_ingles_no_tiene_defectos():
    assert leer_catalogo(PLANTILLAS / RUTA_DEL_CATALOGO).traducciones


def test_se_extraen_los_mensajes_de_python_los_de_las_plantillas_y_los_plurales(tmp_path):
    (tmp_path / "a.py").write_text('m = mensaje("uno %(x)s", x=1)\nctx._("dos")\nctx.ngettext("tres", "treses", 2)\n')
    (tmp_path / "b.html").write_text('{{ _("cuatro") }}')
    assert _claves(extraer([tmp_path])) == {"uno %(x)s", "dos", "tres", "cuatro"}


def _catalogo(tmp_path: Path, cuerpo: str) -> Path:
    ruta = tmp_path / "vitrina.po"
    ruta.write_text(CABECERA + cuerpo, "utf-8")
    return ruta


@pytest.mark.parametrize(
    ("cuerpo", "dice"),
    [
        ('msgid "hola"\nmsgstr ""\n', "falta en inglés «hola»"),
        ('#, fuzzy\nmsgid "hola"\nmsgstr "hello"\n', "falta en inglés «hola»"),
        ('msgid "%(n)s x"\nmsgstr "%(m)s x"\n', "los mismos huecos"),
        ('msgid "{n} x"\nmsgstr "x"\n', "los mismos huecos"),
        ('msgid "uno"\nmsgid_plural "unos"\nmsgstr[0] "one"\nmsgstr[1] ""\n', "falta en inglés «uno»"),
    ],
)
def test_una_traduccion_vacia_dudosa_o_con_otros_huecos_no_se_carga(tmp_path, cuerpo, dice):
    with pytest.raises(ErrorDeEntrada, match=dice):
        leer_catalogo(_catalogo(tmp_path, cuerpo))


def test_lo_leido_se_recuerda_por_sus_bytes_y_lo_que_tiene_defectos_no(tmp_path, monkeypatch):
    cache: dict[str, str] = {}
    bueno = leer_catalogo(_catalogo(tmp_path, 'msgid "hola"\nmsgstr "hello"\n'), cache)
    with pytest.raises(ErrorDeEntrada):
        leer_catalogo(_catalogo(tmp_path, 'msgid "hola"\nmsgstr ""\n'), cache)
    monkeypatch.setattr(idiomas, "_leer", lambda _: pytest.fail("no hacía falta"))
    assert leer_catalogo(_catalogo(tmp_path, 'msgid "hola"\nmsgstr "hello"\n'), cache) == bueno


def test_todos_los_defectos_se_dicen_juntos(tmp_path):
    ruta = _catalogo(tmp_path, 'msgid "a"\nmsgstr ""\n\nmsgid "b"\nmsgstr ""\n')
    with pytest.raises(ErrorDeEntrada) as error:
        leer_catalogo(ruta)
    assert len(error.value.problemas) == 2


def test_un_texto_que_no_esta_en_el_catalogo_detiene_la_construccion(tmp_path):
    en = leer_catalogo(_catalogo(tmp_path, 'msgid "hola"\nmsgstr "hello"\n'))
    assert en.gettext("hola") == "hello"
    with pytest.raises(ErrorDeEntrada, match="falta en inglés «adiós»"):
        en.gettext("adiós")


def test_actualizar_conserva_lo_traducido_tira_lo_que_ya_no_se_usa_y_dice_lo_que_falta(tmp_path):
    plantillas, paquete = tmp_path / "plantillas", tmp_path / "paquete"
    paquete.mkdir()
    (plantillas / RUTA_DEL_CATALOGO).parent.mkdir(parents=True)
    (paquete / "a.py").write_text('_("queda")\n_("nuevo")\n')
    viejo = 'msgid "queda"\nmsgstr "stays"\n\nmsgid "se va"\nmsgstr "goes"\n'
    (plantillas / RUTA_DEL_CATALOGO).write_text(CABECERA + viejo, "utf-8")
    assert actualizar(plantillas, paquete) == ("nuevo",)
    escrito = (plantillas / RUTA_DEL_CATALOGO).read_text("utf-8")
    assert 'msgstr "stays"' in escrito
    assert "se va" not in escrito


def test_actualizar_dos_veces_deja_los_mismos_bytes(tmp_path):
    (tmp_path / "a.py").write_text('_("b")\n_("a")\n')
    actualizar(tmp_path, tmp_path)
    antes = (tmp_path / RUTA_DEL_CATALOGO).read_bytes()
    actualizar(tmp_path, tmp_path)
    assert (tmp_path / RUTA_DEL_CATALOGO).read_bytes() == antes


ES, EN = leer_catalogos(PLANTILLAS)


@pytest.mark.parametrize(
    ("segundos", "es", "en"),
    [
        (None, "—", "—"),
        (0.0, "0 ms", "0 ms"),
        (0.0004, "0,4 ms", "0.4 ms"),
        (0.412, "412 ms", "412 ms"),
        (0.9999, "1 s", "1 s"),
        (3.24, "3,2 s", "3.2 s"),
        (59.96, "1 min", "1 min"),
        (192.0, "3 min 12 s", "3 min 12 s"),
        (3599.9, "1 h", "1 h"),
        (7500.0, "2 h 5 min", "2 h 5 min"),
    ],
)
def test_una_duracion_se_dice_como_la_diria_una_persona(segundos, es, en):
    assert (ES.duracion(segundos), EN.duracion(segundos)) == (es, en)


def test_las_fechas_van_en_utc_y_en_su_idioma():
    assert ES.fecha("2026-06-10T11:12:44+02:00") == "10 jun 2026, 09:12 UTC"
    assert EN.dia("2026-06-10T09:12:44Z") == "10 Jun 2026"


def test_lo_que_no_es_una_fecha_se_ensena_tal_cual():
    assert ES.fecha("ayer") == "ayer"
    for fuera in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"):
        assert ES.fecha(fuera) == fuera


def test_los_numeros_van_en_su_idioma():
    assert (ES.numero(12345.5), EN.numero(12345.5)) == ("12.345,5", "12,345.5")


@pytest.mark.parametrize("n", [1e30, -1e300, 10**40, 1e308])
def test_un_numero_descomunal_se_escribe_con_exponente_en_vez_de_fallar(n):
    for catalogo in (ES, EN):
        assert "E" in catalogo.numero(n)
        assert "E" in catalogo.duracion(abs(n))


def test_el_espanol_es_su_propia_clave():
    assert Catalogo("es").gettext("cualquier cosa") == "cualquier cosa"
    assert Catalogo("es").ngettext("uno", "varios", 0) == "varios"

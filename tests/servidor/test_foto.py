"""Qué es un cambio: el contenido, y no la fecha ni los temporales de un editor."""

import os
from pathlib import Path

import pytest

from generador.servidor import foto
from generador.servidor.foto import es_de_paso, fotografiar, interesa


@pytest.fixture
def carpeta(tmp_path) -> Path:
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "plan.yaml").write_text("a: 1")
    return tmp_path


def test_tocar_sin_cambiar_no_es_un_cambio(carpeta):
    antes = fotografiar([carpeta])
    os.utime(carpeta / "demo" / "plan.yaml")
    assert fotografiar([carpeta], antes).igual_que(antes)


def test_sustituir_por_lo_mismo_no_es_un_cambio(carpeta):
    antes = fotografiar([carpeta])
    (carpeta / "nuevo").write_text("a: 1")
    (carpeta / "nuevo").rename(carpeta / "demo" / "plan.yaml")
    assert fotografiar([carpeta], antes).igual_que(antes)


@pytest.mark.parametrize(
    "cambiar",
    [
        lambda c: (c / "demo" / "plan.yaml").write_text("a: 2"),
        lambda c: (c / "demo" / "plan.yaml").unlink(),
        lambda c: (c / "demo" / "otro.md").write_text(""),
        lambda c: (c / "demo" / "plan.yaml").rename(c / "demo" / "plan2.yaml"),
        lambda c: (c / "demo").rename(c / "demo2"),
    ],
    ids=["cambiar", "borrar", "añadir", "renombrar", "renombrar carpeta"],
)
def test_cambiar_el_contenido_lo_es(carpeta, cambiar):
    antes = fotografiar([carpeta])
    cambiar(carpeta)
    assert not fotografiar([carpeta], antes).igual_que(antes)


def test_cambiar_conservando_fecha_y_tamano_lo_es(carpeta):
    plan = carpeta / "demo" / "plan.yaml"
    antes, e = fotografiar([carpeta]), plan.stat()
    plan.write_text("a: 9")
    os.utime(plan, ns=(e.st_atime_ns, e.st_mtime_ns))
    assert not fotografiar([carpeta], antes).igual_que(antes)


def test_lo_que_conserva_la_firma_no_se_vuelve_a_leer(carpeta, monkeypatch):
    os.utime(carpeta / "demo" / "plan.yaml", (1e9, 1e9))
    antes = fotografiar([carpeta])
    monkeypatch.setattr(foto.hashlib, "file_digest", lambda *_: pytest.fail("no hacía falta"))
    assert fotografiar([carpeta], antes).igual_que(antes)


@pytest.mark.parametrize(
    "nombre",
    [
        ".plan.yaml.swp",
        "plan.yaml~",
        "4913",
        "#plan.yaml#",
        ".#plan.yaml",
        "plan.tmp",
        "x.part",
        "plan.yaml___jb_tmp___",
    ],
)
def test_un_temporal_de_editor_no_es_de_nadie(carpeta, nombre):
    antes = fotografiar([carpeta])
    (carpeta / "demo" / nombre).write_text("x")
    assert fotografiar([carpeta], antes).igual_que(antes)
    assert es_de_paso(nombre)
    assert not interesa(str(carpeta / "demo" / nombre), [carpeta])


@pytest.mark.parametrize("nombre", ["plan.yaml", "caso-1.jsonl", "20240101-000000", "v2", "contrato.md"])
def test_lo_del_autor_si_interesa(carpeta, nombre):
    assert interesa(str(carpeta / "demo" / nombre), [carpeta])


@pytest.mark.parametrize("nombre", ["20261130", "sprint.orig", "corrida.tmp", "vieja~"])
def test_una_carpeta_no_es_de_paso_por_su_nombre_ni_al_llegar_ni_al_irse(carpeta, nombre):
    """Una corrida que se llama como el temporal de un editor entra o sale entera, con un solo aviso: el suyo."""
    corrida = carpeta / "demo" / nombre
    antes = fotografiar([carpeta])
    corrida.mkdir()
    (corrida / "manifiesto.json").write_text("{}")
    assert interesa(str(corrida), [carpeta], antes)
    con_ella = fotografiar([carpeta], antes)
    assert not con_ella.igual_que(antes)
    corrida.rename(carpeta.parent / nombre)
    assert interesa(str(corrida), [carpeta], con_ella)
    assert fotografiar([carpeta], con_ella).igual_que(antes)


def test_lo_que_compila_una_construccion_no_interesa(carpeta):
    (carpeta / "demo" / "__pycache__").mkdir()
    foto_ = fotografiar([carpeta])
    assert not interesa(str(carpeta / "demo" / "__pycache__"), [carpeta], foto_)
    assert not interesa(str(carpeta / "demo" / "__pycache__" / "caso.html.pyc"), [carpeta], foto_)


def test_lo_de_fuera_y_lo_oculto_no_interesa(carpeta):
    assert not interesa(str(carpeta.parent / "sitio" / "index.html"), [carpeta])
    assert not interesa(str(carpeta / ".git" / "index"), [carpeta])
    assert interesa(str(carpeta), [carpeta])


def test_una_carpeta_que_no_existe_esta_vacia(tmp_path):
    assert fotografiar([tmp_path / "nada"]).vistos == {}


def test_no_sigue_enlaces_a_carpetas(carpeta, tmp_path_factory):
    ajena = tmp_path_factory.mktemp("ajena")
    (ajena / "grande").write_text("x")
    (carpeta / "enlace").symlink_to(ajena)
    assert not any("grande" in r for r in fotografiar([carpeta]).vistos)

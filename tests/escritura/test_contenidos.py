"""Los ficheros que ya están publicados no se leen para saber su huella, y si se leen se comprueban."""

from hashlib import sha256
from pathlib import Path

import pytest

from generador.errores import ErrorDeSalida
from generador.escritura import publicar
from generador.escritura.contenidos import Contenidos, Publicado, contenidos, firma_de


def publicado(ruta: Path, contenido: bytes) -> Publicado:
    ruta.write_bytes(contenido)
    return Publicado(ruta, sha256(contenido).hexdigest(), firma_de(ruta))


def en_disco(sitio: Path, ruta: str) -> Publicado:
    return Publicado(sitio / ruta, sha256((sitio / ruta).read_bytes()).hexdigest(), firma_de(sitio / ruta))


def test_se_sabe_la_huella_y_el_tamano_sin_leer(tmp_path, monkeypatch):
    c = Contenidos({"a": publicado(tmp_path / "a", b"hola"), "b": b"adios"})
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("no hacía falta"))
    assert c.huella("a") == sha256(b"hola").hexdigest()
    assert c.huella("b") == sha256(b"adios").hexdigest()
    assert c.tamano() == 9


def test_pedir_los_bytes_los_comprueba(tmp_path):
    c = Contenidos({"a": publicado(tmp_path / "a", b"hola")})
    assert c["a"] == b"hola"
    (tmp_path / "a").write_bytes(b"otra")
    with pytest.raises(ErrorDeSalida, match="ha cambiado"):
        c["a"]
    (tmp_path / "a").unlink()
    with pytest.raises(ErrorDeSalida, match="ha cambiado"):
        c["a"]


def test_una_firma_distinta_es_que_lo_han_tocado(tmp_path):
    p = publicado(tmp_path / "a", b"hola")
    assert p.sigue()
    (tmp_path / "a").write_bytes(b"olah")
    assert not p.sigue()


def test_la_firma_no_sigue_enlaces_ni_admite_carpetas(tmp_path):
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "enlace").symlink_to(tmp_path / "a")
    assert firma_de(tmp_path / "a")
    assert firma_de(tmp_path / "enlace") is firma_de(tmp_path) is firma_de(tmp_path / "nada") is None


def test_cambiar_uno_olvida_su_huella_y_conserva_el_orden():
    c = contenidos({"a": b"1", "b": b"2"})
    assert [c.huella(r) for r in c] == [sha256(b"1").hexdigest(), sha256(b"2").hexdigest()]
    otro = c.con({"marca": b"m"}, {"b": b"3"})
    assert dict(otro) == {"marca": b"m", "a": b"1", "b": b"3"}
    assert list(otro) == ["marca", "a", "b"]
    assert otro.huella("b") == sha256(b"3").hexdigest()


def test_publicar_enlaza_lo_ya_publicado_sin_leerlo(tmp_path, monkeypatch):
    sitio = tmp_path / "sitio"
    publicar({"a.html": b"uno", "b.html": b"dos"}, sitio)
    antes = (sitio / "a.html").stat().st_ino
    nuevos = Contenidos({"a.html": en_disco(sitio, "a.html"), "b.html": b"tres"})
    monkeypatch.setattr(Publicado, "leer", lambda _: pytest.fail("no hacía falta"))
    publicar(nuevos, sitio)
    assert (sitio / "a.html").stat().st_ino == antes
    assert (sitio / "b.html").read_bytes() == b"tres"
    assert f"{sha256(b'uno').hexdigest()}  a.html" in (sitio / "SHA256SUMS").read_text()


def test_publicar_en_otra_carpeta_escribe_lo_publicado_en_la_primera(tmp_path):
    publicar({"a.html": b"uno"}, tmp_path / "uno")
    publicar(Contenidos({"a.html": en_disco(tmp_path / "uno", "a.html")}), tmp_path / "dos")
    assert (tmp_path / "dos" / "a.html").read_bytes() == b"uno"

"""Publicar: entero o nada, con marca, y sin tocar lo ajeno."""

import hashlib
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from generador.errores import Codigo, ErrorDeSalida
from generador.escritura import publicar
from generador.escritura.candado import candado
from generador.escritura.destino import Vecinos
from generador.escritura.marca import MARCA, SUMAS, con_marca
from tests.escritura.muestra import leer, sitio

RAIZ = Path(__file__).parents[2]
CABECERA = """
from pathlib import Path
from generador.errores import ErrorDeSalida
from generador.escritura import publicar
from tests.escritura.muestra import sitio
"""


@pytest.fixture
def destino(tmp_path):
    return tmp_path / "sitio"


def restos(destino: Path) -> list[str]:
    return sorted(f.name for f in destino.parent.iterdir() if f.name.startswith(f".{destino.name}."))


def test_deja_exactamente_los_ficheros_mas_la_marca_y_las_sumas(destino):
    publicar(sitio(), destino)
    assert leer(destino) == con_marca(sitio())
    assert restos(destino) == []


def test_las_sumas_nombran_cada_fichero_con_su_huella(destino):
    publicar(sitio(), destino)
    for linea in (destino / SUMAS).read_text().splitlines():
        huella, ruta = linea.split("  ")
        assert hashlib.sha256((destino / ruta).read_bytes()).hexdigest() == huella
    assert len((destino / SUMAS).read_text().splitlines()) == len(sitio()) + 1


def test_crea_las_carpetas_que_falten_hasta_el_destino(tmp_path):
    publicar(sitio(), tmp_path / "a" / "b" / "sitio")
    assert (tmp_path / "a" / "b" / "sitio" / "index.html").is_file()


def test_lo_que_ya_no_esta_en_el_sitio_desaparece(destino):
    publicar(sitio("a"), destino)
    publicar(sitio("b"), destino)
    assert leer(destino) == con_marca(sitio("b"))
    assert restos(destino) == []


def test_publica_en_una_carpeta_vacia_que_ya_existe(destino):
    destino.mkdir()
    publicar(sitio(), destino)
    assert leer(destino) == con_marca(sitio())


def test_los_modos_son_fijos_sea_cual_sea_la_umask(destino):
    anterior = os.umask(0o077)
    try:
        publicar(sitio(), destino)
    finally:
        os.umask(anterior)
    modos = {(f.is_dir(), stat.S_IMODE(f.stat().st_mode)) for f in (destino, *destino.rglob("*"))}
    assert modos == {(True, 0o755), (False, 0o644)}


def test_publicar_lo_mismo_no_toca_nada(destino):
    publicar(sitio(), destino)
    antes = {f: (f.stat().st_ino, f.stat().st_mtime_ns) for f in (destino, *destino.rglob("*"))}
    publicar(sitio(), destino)
    assert antes == {f: (f.stat().st_ino, f.stat().st_mtime_ns) for f in (destino, *destino.rglob("*"))}


def test_un_fichero_que_no_cambia_conserva_su_fecha_y_no_se_reescribe(destino):
    publicar(sitio("a"), destino)
    antes = {r: (destino / r).stat().st_ino for r in sitio("a")}
    publicar(sitio("b"), destino)
    iguales = {r for r in antes if sitio("a").get(r) == sitio("b").get(r)}
    assert iguales == {"index.html", "estaticos/estilo.12345678.css", "casos/c1.html", "casos/c3.html"}
    assert {r for r, n in antes.items() if (destino / r).exists() and (destino / r).stat().st_ino == n} == iguales


def test_ningun_fichero_publicado_comparte_contenido_con_otro_sitio_del_disco(destino, tmp_path):
    publicar(sitio("a"), destino)
    copia = tmp_path / "copia.html"
    copia.hardlink_to(destino / "index.html")
    publicar(sitio("b"), destino)
    assert {f.stat().st_nlink for f in destino.rglob("*") if f.is_file()} == {1}
    copia.write_bytes(b"otra cosa")
    assert leer(destino) == con_marca(sitio("b"))


@pytest.mark.parametrize(
    "estropear", [lambda f: f.write_bytes(b"editado a mano"), lambda f: f.chmod(0o600), Path.unlink]
)
def test_un_fichero_nuestro_estropeado_se_repone(destino, estropear):
    publicar(sitio(), destino)
    estropear(destino / "index.html")
    publicar(sitio(), destino)
    assert leer(destino) == con_marca(sitio())
    assert stat.S_IMODE((destino / "index.html").stat().st_mode) == 0o644


def test_no_reemplaza_una_carpeta_con_cosas_y_sin_marca(destino):
    destino.mkdir()
    (destino / "tesis.txt").write_text("tres años")
    with pytest.raises(ErrorDeSalida, match="no la hizo Vitrina") as e:
        publicar(sitio(), destino)
    assert e.value.codigo is Codigo.ENTRADA_INVALIDA
    assert leer(destino) == {"tesis.txt": b"tres a\xc3\xb1os"}


@pytest.mark.parametrize("falsa", [b"", b"{}", b"[1]", b'{"formato": "otro"}', b"\xff"])
def test_una_marca_que_no_es_la_nuestra_no_es_licencia(destino, falsa):
    destino.mkdir()
    (destino / MARCA).write_bytes(falsa)
    (destino / "tesis.txt").write_text("x")
    with pytest.raises(ErrorDeSalida, match="no la hizo Vitrina"):
        publicar(sitio(), destino)
    assert (destino / "tesis.txt").exists()


@pytest.mark.parametrize("ajeno", ["CNAME", "casos/nota.txt", "nueva/vacia/"])
def test_lo_ajeno_dentro_de_un_sitio_nuestro_no_se_pierde(destino, ajeno):
    publicar(sitio("a"), destino)
    (destino / ajeno).parent.mkdir(parents=True, exist_ok=True)
    (destino / ajeno).mkdir() if ajeno.endswith("/") else (destino / ajeno).write_text("mío")
    antes = leer(destino)
    with pytest.raises(ErrorDeSalida, match="cosas que Vitrina no hizo"):
        publicar(sitio("b"), destino)
    assert leer(destino) == antes
    assert (destino / ajeno).exists()


def test_un_enlace_simbolico_dentro_del_sitio_es_ajeno(destino, tmp_path):
    publicar(sitio("a"), destino)
    (tmp_path / "fuera").mkdir()
    (destino / "enlace").symlink_to(tmp_path / "fuera")
    with pytest.raises(ErrorDeSalida, match="enlace"):
        publicar(sitio("b"), destino)
    assert (tmp_path / "fuera").is_dir()


def test_las_sumas_manipuladas_no_hacen_borrar_fuera_de_la_carpeta(destino, tmp_path):
    publicar(sitio("a"), destino)
    (tmp_path / "fuera.txt").write_text("mío")
    with (destino / SUMAS).open("a") as f:
        f.write(f"{'0' * 64}  ../fuera.txt\n{'0' * 64}  {tmp_path}/fuera.txt\n")
    publicar(sitio("b"), destino)
    assert (tmp_path / "fuera.txt").read_text() == "mío"


def test_lo_que_deja_el_explorador_de_ficheros_no_estorba(destino):
    publicar(sitio("a"), destino)
    (destino / ".DS_Store").write_bytes(b"\0")
    publicar(sitio("b"), destino)
    assert leer(destino) == con_marca(sitio("b"))


@pytest.mark.parametrize(
    "donde", ["/", "~", ".", "..", "fuente", "fuente/dentro", "padre", "repo", "enlace", "fichero"]
)
def test_se_niega_a_publicar_donde_hay_peligro(tmp_path, monkeypatch, donde):
    casa, padre, repo = tmp_path / "casa", tmp_path / "padre", tmp_path / "repo"
    for carpeta in (casa, padre / "fuente", repo / ".git", tmp_path / "aqui", tmp_path / "vacia"):
        carpeta.mkdir(parents=True)
    (tmp_path / "fichero").write_text("x")
    (tmp_path / "enlace").symlink_to(tmp_path / "vacia")
    monkeypatch.setenv("HOME", str(casa))
    monkeypatch.chdir(tmp_path / "aqui")
    fuente = padre / "fuente"
    sitios = {
        "/": Path("/"), "~": casa, ".": Path(), "..": Path(".."), "fuente": fuente,
        "fuente/dentro": fuente / "dentro", "padre": padre,
        "repo": repo, "enlace": tmp_path / "enlace", "fichero": tmp_path / "fichero",
    }  # fmt: skip
    antes = sorted(map(str, tmp_path.rglob("*")))
    with pytest.raises(ErrorDeSalida) as e:
        publicar(sitio(), sitios[donde], prohibidas=[fuente])
    assert e.value.codigo is Codigo.ENTRADA_INVALIDA
    assert sorted(map(str, tmp_path.rglob("*"))) == antes


@pytest.mark.parametrize(
    "ruta",
    [
        "", "/abs.html", "../fuera.html", "a/../b.html", "a//b.html", "a/./b.html", "ñ.html", "a b.html", "a\\b.html",
        "a\n.html", "con.html", "a/nul", "x./y.html", "a/", "x" * 201, MARCA, SUMAS, "C:/x.html", ".", "a/..", "a\0b",
    ],
)  # fmt: skip
def test_rechaza_las_rutas_que_no_valen_en_cualquier_disco(destino, ruta):
    with pytest.raises(ErrorDeSalida, match="no es una ruta publicable"):
        publicar({"index.html": b"x", ruta: b"x"}, destino)
    assert not destino.exists()


@pytest.mark.parametrize(
    ("una", "otra"), [("a.html", "A.html"), ("x/y.html", "X/Y.html"), ("a", "a/b.html"), ("A", "a/b")]
)
def test_rechaza_dos_rutas_que_chocan(destino, una, otra):
    with pytest.raises(ErrorDeSalida, match=r"mayúsculas|fichero y carpeta"):
        publicar({una: b"1", otra: b"2"}, destino)
    assert not destino.exists()


def test_el_segundo_constructor_para_con_codigo_6_y_no_toca_nada(destino):
    publicar(sitio("a"), destino)
    with candado(Vecinos(destino).candado), pytest.raises(ErrorDeSalida) as e:
        publicar(sitio("b"), destino)
    assert e.value.codigo is Codigo.OTRO_CONSTRUYENDO
    assert leer(destino) == con_marca(sitio("a"))


def test_dos_constructores_a_la_vez_dejan_un_sitio_entero(destino):
    ordenes = [
        f"{CABECERA}\n"
        f"for i in range(12):\n"
        f"    try: publicar(sitio({v!r}, 30), Path({str(destino)!r}))\n"
        f"    except ErrorDeSalida as e: assert e.codigo == 6, e\n"
        for v in "ab"
    ]
    procesos = [subprocess.Popen([sys.executable, "-c", o], cwd=RAIZ) for o in ordenes]
    assert [p.wait(60) for p in procesos] == [0, 0]
    assert leer(destino) in (con_marca(sitio("a", 30)), con_marca(sitio("b", 30)))
    assert restos(destino) == []


def _con_limite(limite: int, destino: Path) -> str:
    """Publica la versión b en un hijo que no puede escribir ficheros de más de `limite` bytes."""
    orden = f"{CABECERA}\npublicar(sitio('b'), Path({str(destino)!r}))"
    hijo = subprocess.run(
        [sys.executable, "-B", "-c", orden],
        cwd=RAIZ,
        capture_output=True,
        text=True,
        timeout=180,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limite, limite)),
        check=False,
    )
    assert hijo.returncode == 1
    return hijo.stderr


@pytest.mark.parametrize("limite", [0, 10, 700])
def test_con_el_disco_lleno_queda_el_sitio_anterior_y_ningun_resto(destino, limite):
    publicar(sitio("a"), destino)
    assert "no se ha podido escribir" in _con_limite(limite, destino)
    assert leer(destino) == con_marca(sitio("a"))
    assert restos(destino) == []


@pytest.mark.parametrize("llamada", ["os.fsync", "os.write", "os.mkdir", "os.rename", "os.link", "os.fchmod"])
def test_un_fallo_del_sistema_es_un_error_con_codigo_7_y_nada_cambia(destino, monkeypatch, llamada):
    publicar(sitio("a"), destino)

    def falla(*args, **kwargs):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(llamada, falla)
    monkeypatch.setattr("generador.escritura.intercambio._intercambiar", lambda *_: False)
    if llamada == "os.link":  # sin enlaces duros se escribe
        publicar(sitio("b"), destino)
        monkeypatch.undo()
        assert leer(destino) == con_marca(sitio("b"))
        return
    with pytest.raises(ErrorDeSalida, match="no se ha podido escribir") as e:
        publicar(sitio("b"), destino)
    monkeypatch.undo()
    assert e.value.codigo is Codigo.DISCO
    assert leer(destino) == con_marca(sitio("a"))
    assert restos(destino) == []


def test_si_solo_falla_el_segundo_renombrado_el_sitio_viejo_vuelve_a_su_sitio(destino, monkeypatch):
    publicar(sitio("a"), destino)
    renombrar = os.rename

    def falla(desde, hasta):
        if str(desde).endswith("-nuevo"):
            raise OSError(5, "Input/output error")
        renombrar(desde, hasta)

    monkeypatch.setattr("os.rename", falla)
    monkeypatch.setattr("generador.escritura.intercambio._intercambiar", lambda *_: False)
    with pytest.raises(ErrorDeSalida):
        publicar(sitio("b"), destino)
    assert leer(destino) == con_marca(sitio("a"))
    assert restos(destino) == []


def test_una_interrupcion_de_teclado_no_deja_restos(destino, monkeypatch):
    publicar(sitio("a"), destino)

    def interrumpe(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr("generador.escritura.arbol._escribir", interrumpe)
    with pytest.raises(KeyboardInterrupt):
        publicar(sitio("b"), destino)
    assert leer(destino) == con_marca(sitio("a"))
    assert restos(destino) == []


@pytest.mark.parametrize("papel", ["nuevo", "viejo"])
def test_un_resto_con_algo_ajeno_dentro_no_se_borra(destino, papel):
    resto = getattr(Vecinos(destino), papel)
    resto.mkdir()
    (resto / "tesis.txt").write_text("x")
    with pytest.raises(ErrorDeSalida, match=r"tesis\.txt"):
        publicar(sitio(), destino)
    assert (resto / "tesis.txt").read_text() == "x"


def test_un_resto_que_es_un_enlace_no_se_sigue(destino, tmp_path):
    (tmp_path / "fuera").mkdir()
    (tmp_path / "fuera" / MARCA).write_text("{}")
    Vecinos(destino).nuevo.symlink_to(tmp_path / "fuera")
    with pytest.raises(ErrorDeSalida, match="no es una carpeta de Vitrina"):
        publicar(sitio(), destino)
    assert (tmp_path / "fuera" / MARCA).exists()


def test_un_fichero_ajeno_con_el_nombre_del_candado_no_se_toca(destino):
    Vecinos(destino).candado.write_text("mío")
    with pytest.raises(ErrorDeSalida, match="no es un candado"):
        publicar(sitio(), destino)
    assert Vecinos(destino).candado.read_text() == "mío"


def test_el_candado_huerfano_de_una_muerte_no_estorba(destino):
    Vecinos(destino).candado.touch()
    publicar(sitio(), destino)
    assert restos(destino) == []


@pytest.mark.parametrize(
    "entorno",
    [{}, {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo", "LC_ALL": "C"}, {"PYTHONHASHSEED": "77", "LC_ALL": "POSIX"}],
)
def test_la_carpeta_es_identica_byte_a_byte_en_cualquier_entorno(destino, entorno):
    orden = f"import os; os.umask(0o027)\n{CABECERA}\npublicar(dict(reversed(sitio().items())), Path({str(destino)!r}))"
    limpio = {k: v for k, v in os.environ.items() if k not in ("PYTHONHASHSEED", "TZ", "LC_ALL")}
    subprocess.run([sys.executable, "-c", orden], cwd=RAIZ, env=limpio | entorno, check=True, timeout=180)
    assert leer(destino) == con_marca(sitio())
